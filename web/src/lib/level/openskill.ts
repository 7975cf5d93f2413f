/** The Plackett–Luce model of OpenSkill (Weng and Lin, 2011; Joshy, 2024), for games of single players: what is
 *  believed of everybody after a game, from what was believed before and from the ranks. */

export interface Rating {
  /** What is believed. */
  mu: number;
  /** How far off it may be, as a standard deviation. */
  sigma: number;
}

export const NEW: Rating = { mu: 25, sigma: 25 / 3 };
/** How much chance there is in a single game. */
export const BETA = 25 / 6;
/** A belief never gets sharper than this share of itself at once. */
const KAPPA = 0.0001;

/** Ranks begin at 1, the best; equal ranks are ties. */
export function rated(before: readonly Rating[], ranks: readonly number[]): Rating[] {
  const rank = (i: number): number => ranks[i] ?? 0;
  const c = Math.sqrt(before.reduce((sum, r) => sum + r.sigma ** 2 + BETA ** 2, 0));
  const strength = before.map((r) => Math.exp(r.mu / c));
  /** Of all who came in at this rank or behind. */
  const field = before.map((_, q) => strength.reduce((sum, own, i) => sum + (rank(i) >= rank(q) ? own : 0), 0));
  const tied = before.map((_, q) => ranks.filter((r) => r === rank(q)).length);
  return before.map(({ mu, sigma }, i) => {
    let omega = 0;
    let delta = 0;
    before.forEach((_, q) => {
      if (rank(q) > rank(i)) return;
      const share = (strength[i] ?? 0) / (field[q] ?? 1);
      const ties = tied[q] ?? 1;
      omega += ((i === q ? 1 : 0) - share) / ties;
      delta += (share * (1 - share)) / ties;
    });
    const moved = (sigma ** 2 / c) * omega;
    const known = (sigma / c) * (sigma ** 2 / c ** 2) * delta;
    return { mu: mu + moved, sigma: sigma * Math.sqrt(Math.max(1 - known, KAPPA)) };
  });
}
