/** Suites that lie before their owners: how large their cards can be, so that as much as possible is in sight. */
import type { CardView, ZoneView } from "../../protocol";

/** A card that blocks the end at which it lies. */
const BLOCKS = "✹";
/** Pixels between suites, around one, and between two cards. */
export const APART = 10;
export const FRAME = 8;
const GAP = 2;
/** What a finger needs. */
export const TOUCH = 44;

export interface Suite {
  zone: ZoneView;
  cards: readonly CardView[];
  /** Whether a card lies there that blocks the end. */
  left: boolean;
  right: boolean;
}

export function suiteOf(zone: ZoneView): Suite {
  const cards = (zone.cards ?? []).filter((card): card is CardView => card !== null);
  return { zone, cards, left: cards[0]?.face === BLOCKS, right: cards.at(-1)?.face === BLOCKS };
}

/** The letters of a suite as they are read: a joker says what it stands for. */
export const readOut = (suite: Suite): string =>
  suite.cards
    .filter((card) => card.face !== BLOCKS)
    .map((card) => card.mark ?? card.face?.at(-1) ?? "")
    .join(" ");

/** The card at an end that is touched there: beside it the next one goes, or it is what blocks. */
export const endCard = (suite: Suite, place: number): "left" | "right" | "" =>
  place === 0 ? "left" : place === suite.cards.length - 1 ? "right" : "";

const widthOf = (cards: number, size: number): number => cards * (size + GAP) - GAP + FRAME;

/** How many lines suites with so many cards take, with what stands before them; one longer than a line goes on below. */
export function linesOf(counts: readonly number[], size: number, wide: number, before: number): number {
  let [lines, across] = [1, before];
  for (const n of counts) {
    const width = widthOf(n, size);
    const fits = Math.max(1, Math.floor((wide - FRAME + GAP) / (size + GAP)));
    if (across > 0 && across + APART + width > wide) [lines, across] = [lines + 1, 0];
    if (width > wide) [lines, across] = [lines + Math.ceil(n / fits) - 1, widthOf(n % fits || fits, size)];
    else across += (across ? APART : 0) + width;
  }
  return lines;
}

export interface Plan {
  size: number;
  /** How high a card is for its width. */
  tall: number;
  columns: number;
}

/** Pixels below a line of suites, and what a column needs. */
const BELOW = 6;
const COLUMN = 300;
const WHOLE = 1.4;
const CUT = 1.2;
const SQUARE = 1.08;
/** Mine are larger by so much, and get at most this share of the height where not all is in sight. */
const LARGER = 1.25;
const SHARE = 0.56;

const columnsIn = (bands: number, wide: number): number =>
  Math.max(1, Math.min(bands, Math.floor((wide + 2 * APART) / (COLUMN + 2 * APART))));

/** How high bands are, side by side in so many columns. */
export function heightOf(
  bands: readonly (readonly number[])[],
  { size, tall, columns }: Plan,
  wide: number,
  before: number,
): number {
  const across = (wide - (columns - 1) * 2 * APART) / columns;
  const line = size * tall + FRAME + BELOW;
  const heights = bands.map((counts) => linesOf(counts, size, across, before) * line);
  let total = 0;
  for (let i = 0; i < heights.length; i += columns) total += Math.max(...heights.slice(i, i + columns));
  return total;
}

export interface Room {
  wide: number;
  high: number;
  /** What a name takes before the first suite. */
  before: number;
  /** The largest cards that others have, the smallest, and the largest and the smallest of mine. */
  most: number;
  least: number;
  mostMine: number;
  leastMine: number;
}

/** The largest cards with which everything is in sight, mine larger than the others'. Where that cannot be, the
 *  others' suites scroll, and mine are as large as they can be in their share of the room. */
export function planned(
  theirs: readonly (readonly number[])[],
  mine: readonly number[],
  room: Room,
): { theirs: Plan; mine: Plan } {
  const { wide, high, before, most, least, mostMine, leastMine } = room;
  const own = mine.length ? [mine] : [];
  const columns = columnsIn(theirs.length, wide);
  for (let size = most; size >= least; size -= 1)
    for (const tall of [WHOLE, CUT])
      for (let across = 1; across <= columns; across++) {
        const plan = { size, tall, columns: across };
        const larger = { size: Math.min(mostMine, Math.round(size * LARGER)), tall, columns: 1 };
        const all = heightOf(theirs, plan, wide, before) + heightOf(own, larger, wide, before);
        if (all <= high) return { theirs: plan, mine: larger };
      }
  const small = { size: least, tall: CUT, columns };
  for (const tall of [WHOLE, CUT, SQUARE])
    for (let size = Math.min(mostMine, Math.round(least * LARGER)); size >= leastMine; size -= 1) {
      const plan = { size, tall, columns: 1 };
      if (heightOf(own, plan, wide, before) <= high * SHARE) return { theirs: small, mine: plan };
    }
  return { theirs: small, mine: { size: leastMine, tall: SQUARE, columns: 1 } };
}
