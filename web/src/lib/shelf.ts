/** The shelf of games: what is found by what people ask for. Nothing here knows a game by name. */
import type { Exercise, GameEntry } from "../protocol";

export interface Wanted {
  text: string;
  players: number | null;
  minutes: number | null;
  kind: string | null;
  reading: string | null;
  exercise: Exercise | null;
}

export const ANYTHING: Wanted = {
  text: "",
  players: null,
  minutes: null,
  kind: null,
  reading: null,
  exercise: null,
};

/** From those who do not read yet to those who read without effort. */
export const READING = ["nothing", "some_letters", "letters", "reads", "reads_easily"] as const;

const TINTS: Record<Exercise, string> = {
  speed: "k-r",
  skill: "k-r",
  memory: "k-v",
  attention: "k-v",
  strategy: "k-b",
  letters: "k-b",
  vocabulary: "k-p",
  imagination: "k-p",
  luck: "k-j",
  guile: "k-g",
  cooperation: "k-g",
};

/** The colour of a box says what the game is most about. */
export function tint(entry: GameEntry): string {
  const [first] = entry.info.exercises;
  return first ? TINTS[first] : "k-b";
}

/** Letters only, without accents or capitals. */
export function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/œ/g, "oe")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

export function found(entry: GameEntry, wanted: Wanted, spoken: string): boolean {
  const { info } = entry;
  if (wanted.players !== null && !(info.players[0] <= wanted.players && wanted.players <= info.players[1]))
    return false;
  if (wanted.minutes !== null && info.minutes > wanted.minutes) return false;
  if (wanted.kind !== null && !info.kinds.includes(wanted.kind)) return false;
  if (wanted.exercise !== null && !info.exercises.includes(wanted.exercise)) return false;
  // Who reads easily may play what asks for less.
  if (wanted.reading !== null && READING.indexOf(info.reading) > READING.indexOf(wanted.reading as never))
    return false;
  return folded(wanted.text)
    .split(" ")
    .every((part) => folded(spoken).includes(part));
}
