/** What people would like to play next, counted. */
import type { EveningView } from "../../protocol";

export interface Standing {
  game: string;
  count: number;
}

/** The most wished first; equals in the order in which they were wished. */
export function standing(evening: EveningView | null): Standing[] {
  const counted = new Map<string, number>();
  for (const { game } of evening?.wishes ?? []) counted.set(game, (counted.get(game) ?? 0) + 1);
  return [...counted].map(([game, count]) => ({ game, count })).sort((a, b) => b.count - a.count);
}
