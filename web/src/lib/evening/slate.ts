/** The slate over an evening: a win is a star, and between equals places count. No points across games. */
import type { EveningView } from "../../protocol";

export interface Row {
  guest: number;
  name: string;
  /** Where that person sits now; null: gone. */
  seat: number | null;
  stars: number;
  /** By game: the rank, 0 for a game without ranks, null for one not played. */
  places: (number | null)[];
  won: boolean[];
  /** On the podium, those who cannot be told apart together. */
  rank: number;
}

/** Better places first, as one compares medals: who has more second ones, more third ones… */
function byPlaces(a: Row, b: Row): number {
  for (let place = 2; place <= 8; place++) {
    const [x, y] = [a, b].map((row) => row.places.filter((p) => p === place).length) as [number, number];
    if (x !== y) return y - x;
  }
  return 0;
}

export function rows(evening: EveningView): Row[] {
  const all = evening.guests.map(({ name, seat }, guest): Row => {
    const places = evening.games.map((game) => game.places.find(([who]) => who === guest)?.[1] ?? null);
    const won = evening.games.map((game) => game.stars.includes(guest));
    return { guest, name, seat, places, won, stars: won.filter(Boolean).length, rank: 0 };
  });
  all.sort((a, b) => b.stars - a.stars || byPlaces(a, b));
  for (const [i, row] of all.entries()) {
    const before = all[i - 1];
    row.rank = before && before.stars === row.stars && !byPlaces(before, row) ? before.rank : i + 1;
  }
  return all;
}

/** Steps of the podium, best first: at most three, only for people with a star. */
export function podium(evening: EveningView): Row[][] {
  const ranked = rows(evening).filter((row) => row.stars > 0);
  const steps = [...new Set(ranked.map((row) => row.rank))].slice(0, 3);
  return steps
    .map((rank) => ranked.filter((row) => row.rank === rank))
    .filter((step) => (step[0]?.rank ?? 9) <= 3);
}
