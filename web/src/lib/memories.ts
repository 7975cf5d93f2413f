/** Three lines of the log worth remembering: what happened seldom, or was the most of its kind. */
import type { LogLine } from "../protocol";
import { bare } from "./phrases";

/** What the kernel and ready phases tell in any game: nothing to remember. A game names its own (`everyday`). */
const PLAIN = ["end", "deal", "timeout", "chosen", "anticipation"];

function weight(line: LogLine): number {
  return Math.max(0, ...["count", "points"].map((key) => Number(line.data[key] ?? 0)).filter(Number.isFinite));
}

/** How a game begins, and each round of it. */
const OPENING = 2;
/** A shorter log has nothing to leave out. */
const LONG = 8;

export function memorable(lines: readonly LogLine[], everyday: readonly string[] = [], most = 3): LogLine[] {
  const plain = new Set([...PLAIN, ...everyday]);
  const opening = new Set(lines.length > LONG ? lines.slice(0, OPENING).map((line) => line.kind) : []);
  const told = lines.filter(
    (line) =>
      !plain.has(line.kind) &&
      !opening.has(line.kind) &&
      Object.values(line.data).some((v) => typeof bare(v) === "number"),
  );
  const often = new Map<string, number>();
  for (const line of told) often.set(line.kind, (often.get(line.kind) ?? 0) + 1);
  const byRarity = [...often].sort((a, b) => a[1] - b[1]).map(([kind]) => kind);
  const kept = byRarity.slice(0, most).map((kind) => {
    const same = told.filter((line) => line.kind === kind);
    return same.reduce((best, line) => (weight(line) >= weight(best) ? line : best));
  });
  return kept.sort((a, b) => a.number - b.number);
}
