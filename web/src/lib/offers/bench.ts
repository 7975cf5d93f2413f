/** Cards that are being arranged in rows, before anything counts: how they stand, what is missing, what goes where.
 *  Letters follow each other in a circle, a joker says what its place says. The rules check the whole again. */
import type { SuitesDomain } from "../../protocol";

/** A card and the letter that it stands for. */
export type Said = readonly [string, string];

/** Cards from left to right, each with the letter it stands for; a joker among jokers says nothing yet. */
export type Row = readonly Said[];

/** What a row needs to hold. */
export type Rack = Pick<SuitesDomain, "cards" | "first" | "last" | "shortest" | "alphabet">;

/** A hole of more letters than these is only counted. */
export const SMALL_HOLE = 2;

export interface Verdict {
  kind: "empty" | "good" | "short" | "hole" | "twice" | "jokers" | "blocked";
  /** The letters it is about: those that are missing, the one that is there twice, the one that is blocked. */
  letters: readonly string[];
  /** How many cards are missing. */
  n: number;
}

const isJoker = (rack: Rack, card: string): boolean => rack.cards[card] === "";

/** The letter so far after another one; none after none. */
export function after({ alphabet }: Pick<Rack, "alphabet">, letter: string, by = 1): string {
  const [at, size] = [alphabet.indexOf(letter), alphabet.length];
  return letter ? (alphabet[(((at + by) % size) + size) % size] ?? "") : "";
}

/** The letters between two that stand side by side. */
function between(rack: Rack, left: string, right: string): string[] {
  const missing: string[] = [];
  for (let next = after(rack, left); next && next !== right; next = after(rack, next)) missing.push(next);
  return missing;
}

/** Whether each letter is the one after the letter before. */
export function goesOn(rack: Rack, row: Row): boolean {
  return row.every(([, letter], i) => {
    const before = row[i - 1]?.[1];
    return letter !== "" && (before === undefined || after(rack, before) === letter);
  });
}

/** Real letters as they stand best: in the order of the alphabet, the widest gap of the circle outside. */
function sorted(rack: Rack, reals: Row): Row {
  const at = ([, letter]: Said): number => rack.alphabet.indexOf(letter);
  const row = [...reals].sort((a, b) => at(a) - at(b));
  const size = rack.alphabet.length;
  let [start, widest] = [0, -1];
  for (const [i, card] of row.entries()) {
    const before = row[(i + row.length - 1) % row.length] as Said;
    const gap = (at(card) - at(before) + size) % size;
    if (gap > widest) [start, widest] = [i, gap];
  }
  return [...row.slice(start), ...row.slice(0, start)];
}

/** A row with every joker where it helps: first in the holes, then at an end that is free. */
export function settled(rack: Rack, row: Row): Row {
  const reals = row.filter(([card]) => !isJoker(rack, card));
  const jokers = row.filter(([card]) => isJoker(rack, card)).map(([card]) => card);
  if (!reals.length) return jokers.map((card) => [card, ""]);
  if (goesOn(rack, row)) return row;
  const done: Said[] = [];
  for (const said of sorted(rack, reals)) {
    const last = done.at(-1)?.[1];
    // The same letter twice has no hole between.
    const hole = last === undefined || last === said[1] ? [] : between(rack, last, said[1]);
    for (const letter of hole) {
      const joker = jokers.shift();
      if (joker === undefined) break;
      done.push([joker, letter]);
    }
    done.push(said);
  }
  for (const joker of jokers) {
    const [first, last] = [done[0] as Said, done.at(-1) as Said];
    if (rack.last.includes(last[0]) && !rack.first.includes(first[0]))
      done.unshift([joker, after(rack, first[1], -1)]);
    else done.push([joker, after(rack, last[1])]);
  }
  return done;
}

/** A row with one more card. A joker may be meant for the left end. */
export function put(rack: Rack, row: Row, card: string, side: "left" | "right" = "right"): Row {
  const letter = rack.cards[card] ?? "";
  const [first, last] = [row[0], row.at(-1)];
  if (letter) {
    const ways: Row[] = [
      [...row, [card, letter]],
      [[card, letter], ...row],
    ];
    return ways.find((way) => goesOn(rack, way)) ?? settled(rack, ways[0] as Row);
  }
  if (!goesOn(rack, row) || !first || !last) return settled(rack, [...row, [card, ""]]);
  const before = side === "left" ? !rack.first.includes(first[0]) : rack.last.includes(last[0]);
  return before ? [[card, after(rack, first[1], -1)], ...row] : [...row, [card, after(rack, last[1])]];
}

export function verdict(rack: Rack, row: Row): Verdict {
  const says = (kind: Verdict["kind"], letters: readonly string[] = [], n = 0): Verdict => ({ kind, letters, n });
  if (!row.length) return says("empty");
  if (row.every(([card]) => isJoker(rack, card))) return says("jokers");
  if (!goesOn(rack, row)) {
    const twice = row.find(([, letter], i) => letter === row[i - 1]?.[1]);
    if (twice) return says("twice", [twice[1]]);
    const missing = row.flatMap(([, letter], i) => (i ? between(rack, row[i - 1]?.[1] ?? "", letter) : []));
    return says("hole", missing, missing.length);
  }
  const shut = row.find(
    ([card], i) => (rack.first.includes(card) && i > 0) || (rack.last.includes(card) && i < row.length - 1),
  );
  if (shut) return says("blocked", [shut[1]]);
  if (row.length < rack.shortest) return says("short", [], rack.shortest - row.length);
  return says("good");
}

/** What stands in a row, and the holes between: a letter that is missing has a place of its own. */
export type Slot = { said: Said; missing?: undefined } | { said?: undefined; missing: readonly string[] };

export function slots(rack: Rack, row: Row): Slot[] {
  return row.flatMap((said, i): Slot[] => {
    const before = row[i - 1]?.[1];
    if (!before || !said[1] || before === said[1]) return [{ said }];
    const missing = between(rack, before, said[1]);
    if (!missing.length) return [{ said }];
    const holes: Slot[] =
      missing.length > SMALL_HOLE ? [{ missing }] : missing.map((letter): Slot => ({ missing: [letter] }));
    return [...holes, { said }];
  });
}

/** How far a row is from holding, but for its length: letters that are missing, or one that is too many. */
function trouble(rack: Rack, row: Row): number {
  const { kind, n } = verdict(rack, row);
  return kind === "hole"
    ? n
    : kind === "twice" || kind === "blocked" || kind === "jokers"
      ? rack.alphabet.length
      : 0;
}

/** The rows in which a card has a place: it goes on there, or fills a hole. */
export function fitting(rack: Rack, rows: readonly Row[], card: string): number[] {
  return rows.flatMap((row, i) => {
    if (!row.length || row.some(([c]) => c === card)) return [];
    const [before, then] = [trouble(rack, row), trouble(rack, put(rack, row, card))];
    return then === 0 || then < before ? [i] : [];
  });
}

const without = (row: Row, card: string): Row => row.filter(([c]) => c !== card);

/** All rows without a card: what is left closes up where it can. */
export function taken(rack: Rack, rows: readonly Row[], card: string): Row[] {
  return rows.map((row) => (row.some(([c]) => c === card) ? settled(rack, without(row, card)) : row));
}

/** A card into a row, from wherever it was; a row beyond the last one is new. */
export function moved(
  rack: Rack,
  rows: readonly Row[],
  card: string,
  to: number,
  side: "left" | "right" = "right",
): Row[] {
  const rest = taken(rack, rows, card);
  if (to >= rest.length) return [...rest, put(rack, [], card)];
  return rest.map((row, i) => (i === to ? put(rack, row, card, side) : row));
}

/** A row in two, the second one begins with this card. */
export function cut(rack: Rack, rows: readonly Row[], card: string): Row[] {
  return rows.flatMap((row) => {
    const at = row.findIndex(([c]) => c === card);
    return at < 1 ? [row] : [settled(rack, row.slice(0, at)), settled(rack, row.slice(at))];
  });
}

/** The row with which this one goes on, to the right or to the left; -1: none. */
export function partner(rack: Rack, rows: readonly Row[], at: number): number {
  const row = rows[at] ?? [];
  const meets = (a: Row, b: Row): boolean => {
    const whole = [...a, ...b];
    return a.length > 0 && b.length > 0 && goesOn(rack, whole) && verdict(rack, whole).kind !== "blocked";
  };
  const right = rows.findIndex((other, i) => i !== at && meets(row, other));
  return right >= 0 ? right : rows.findIndex((other, i) => i !== at && meets(other, row));
}

/** Two rows in one, at the place of the first. */
export function joined(rack: Rack, rows: readonly Row[], at: number, other: number): Row[] {
  const [a, b] = [rows[at] ?? [], rows[other] ?? []];
  const whole = goesOn(rack, [...a, ...b]) ? [...a, ...b] : settled(rack, [...b, ...a]);
  return rows.map((row, i) => (i === at ? whole : row)).filter((_, i) => i !== other);
}

/** A joker at one end of its row goes to the other; null where it may not. */
export function flipped(rack: Rack, rows: readonly Row[], card: string): Row[] | null {
  const at = rows.findIndex((row) => row.some(([c]) => c === card));
  const row = rows[at] ?? [];
  const place = row.findIndex(([c]) => c === card);
  if (!isJoker(rack, card) || row.length < 2 || (place > 0 && place < row.length - 1)) return null;
  const rest = without(row, card);
  if (!goesOn(rack, rest)) return null;
  const over = put(rack, rest, card, place > 0 ? "left" : "right");
  return over[place > 0 ? 0 : over.length - 1]?.[0] === card ? rows.map((r, i) => (i === at ? over : r)) : null;
}

/** Rows as they lie on the table: a joker says what its place says. */
export function lying(rack: Rack, rows: readonly (readonly string[])[]): Row[] {
  return rows.map((cards) => {
    const known = cards.findIndex((card) => !isJoker(rack, card));
    const letter = rack.cards[cards[known] ?? ""] ?? "";
    return cards.map((card, i): Said => [card, after(rack, letter, i - known)]);
  });
}
