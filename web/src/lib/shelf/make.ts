/** A table is laid: for one alone, for friends, or for several at this device. */
import type { GameEntry } from "../../protocol";
import { api } from "../api";
import { settings } from "../settings.svelte";
import { keepToken } from "../tokens";

export type How = "alone" | "invite" | "here";

export function seatsFor(entry: GameEntry, how: How, people: number | null): number {
  const [low, high] = entry.info.players;
  const usual = people ?? (how === "alone" ? (low === 1 ? 1 : 3) : how === "here" ? 2 : 4);
  return Math.min(high, Math.max(low, usual));
}

/** Its code; this device is the host. */
export async function makeTable(
  entry: GameEntry,
  how: How,
  people: number | null = null,
  options: Record<string, string> = {},
): Promise<string> {
  // Whoever has not chosen yet meets beginners when alone.
  const { level, speed, language } = settings.kept;
  const bots = level ?? (how === "alone" ? "beginner" : "normal");
  const made = await api.make(
    { game: entry.info.key, seats: seatsFor(entry, how, people), options, bots, speed },
    language,
  );
  keepToken(made.code, made.token);
  return made.code;
}
