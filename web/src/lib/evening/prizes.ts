/** One prize for everybody, never for losing: drawn from the moments of the games that were played. */
import type { EveningView, Moment, Moments } from "../../protocol";

export interface Prize {
  name: string;
  kind: Moment["kind"] | "stayed";
  moment: Moment | null;
  /** The record and the game of the moment. */
  id: string;
  game: string;
}

const BEST: readonly Moment["kind"][] = ["quickest", "longest_word", "comeback", "stars"];

export function prizes(evening: EveningView, told: ReadonlyMap<string, Moments>): Prize[] {
  const all = evening.games.flatMap(({ id, game }) => {
    const of = told.get(id);
    return (of?.moments ?? []).map((moment) => ({ moment, id, game, name: of?.names[moment.seat] ?? "" }));
  });
  const worth = (m: Moment): number => (m.kind === "quickest" ? -m.value : m.value);
  const given = new Map<string, Prize>();
  // The best of each kind first; then whoever has none yet gets his best moment.
  for (const first of [true, false])
    for (const kind of BEST) {
      const best = all
        .filter((m) => m.moment.kind === kind)
        .sort((a, b) => worth(b.moment) - worth(a.moment))
        .filter((_, i) => !first || i === 0);
      for (const { name, moment, id, game } of best)
        if (!given.has(name) && (first || ![...given.values()].some((p) => p.kind === kind)))
          given.set(name, { name, kind, moment, id, game });
    }
  return evening.guests.map(
    ({ name }) => given.get(name) ?? { name, kind: "stayed", moment: null, id: "", game: "" },
  );
}
