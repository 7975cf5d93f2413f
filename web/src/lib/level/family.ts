/** Families of games, and where their bots stand. */
import type { BotLevel, GameInfo } from "../../protocol";
import POINTS from "./bots.json";
import { BETA, NEW, type Rating } from "./openskill";

export const FAMILIES = ["words", "cards", "race", "memory", "luck"] as const;
export type Family = (typeof FAMILIES)[number];

/** By what a game exercises first, which is the colour of its box. */
export function family(info: Pick<GameInfo, "exercises" | "words">): Family {
  const main = info.exercises[0];
  if (main === "memory") return "memory";
  if (main === "speed" || main === "attention") return "race";
  if (main === "luck" || main === "skill") return "luck";
  return info.words ? "words" : "cards";
}

/** A point of Elo in the model's own measure: both are logistic, and two who are known exactly differ by β√2. */
const ELO = (BETA * Math.SQRT2 * Math.LN10) / 400;
/** Tournaments know bots well, though not in every game of a family alike. */
const SURE = 1;

/** A normal bot is where everybody begins. None for a bot that adapts: it stands nowhere. */
export function botRating(of: Family, level: BotLevel): Rating | null {
  if (level === "adaptive") return null;
  return { mu: NEW.mu + ELO * POINTS[of][level], sigma: SURE };
}
