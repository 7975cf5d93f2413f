/** A finger is wider than a small card: which of those that may be touched does it mean? */

export interface Target<T> {
  what: T;
  box: { left: number; top: number; right: number; bottom: number };
}

/** Pixels beside a card that still mean it: the smallest ones, 24 wide, are then as wide as a finger, and the mark at
 *  their edge belongs to them. */
export const BESIDE = 11;

/** How far a point lies from a span. */
const apart = (at: number, from: number, to: number): number => Math.max(from - at, at - to, 0);

/** What may be meant by a touch at a point: the card that it is on, or all that lie near, the nearest first. */
export function meantAt<T>(targets: readonly Target<T>[], x: number, y: number): T[] {
  const near = targets
    .map(({ what, box: { left, top, right, bottom } }) => ({
      what,
      off: Math.max(apart(x, left, right), apart(y, top, bottom)),
    }))
    .filter(({ off }) => off <= BESIDE)
    .sort((a, b) => a.off - b.off);
  return (near[0]?.off === 0 ? near.slice(0, 1) : near).map(({ what }) => what);
}
