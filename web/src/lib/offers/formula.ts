/** Cards touched one after the other, read as a formula: one card, runs of one length, or pairs. The rules check it
 *  again. */
import type { FormulaDomain } from "../../protocol";
import type { Said } from "./bench";

export type FormulaKind = "single" | "runs" | "pairs";

export interface Reading {
  kind: FormulaKind;
  groups: Said[][];
  /** As people write it: EF + MN. */
  text: string;
}

interface Shape {
  kind: FormulaKind;
  groups: number;
  size: number;
}

/** Readings that are looked for; nobody turns over more of them. */
const MOST = 40;

/** What so many cards can be. */
function shapes(domain: FormulaDomain, cards: number): Shape[] {
  const { kind, groups, size } = domain;
  if (kind) return groups * size === cards ? [{ kind, groups, size }] : [];
  if (cards < 2) return cards ? [{ kind: "single", groups: 1, size: 1 }] : [];
  const runs = Array.from({ length: cards - 1 }, (_, i) => cards - i)
    .filter((size) => cards % size === 0)
    .map((size): Shape => ({ kind: "runs", groups: cards / size, size }));
  return cards % 2 ? runs : [...runs, { kind: "pairs", groups: cards / 2, size: 2 }];
}

const lettersAt = (shape: Shape, start: number): number[] =>
  Array.from({ length: shape.size }, (_, i) => (shape.kind === "runs" ? start + i : start));

/** The first letters of groups that use all of these cards; jokers rather after letters than before them. */
function* begun(
  domain: FormulaDomain,
  shape: Shape,
  counts: number[],
  jokers: number,
  done: number[],
): Generator<number[]> {
  const last = domain.alphabet.length - (shape.kind === "runs" ? shape.size : 1);
  const first = Math.max(0, domain.alphabet.indexOf(domain.weakest));
  const left = shape.groups - done.length;
  const lowest = counts.findIndex((n) => n > 0);
  if (lowest < 0) {
    if (left * shape.size !== jokers) return;
    if (!left) yield done;
    // Nothing but jokers: the strongest first.
    else for (let start = last; start >= first; start--) yield [...done, ...Array<number>(left).fill(start)];
    return;
  }
  if (!left) return;
  const back = shape.kind === "runs" ? shape.size - 1 : 0;
  for (let start = lowest; start >= Math.max(first, lowest - back); start--) {
    if (start > last) continue;
    const rest = [...counts];
    let spent = 0;
    for (const letter of lettersAt(shape, start))
      if (rest[letter]) rest[letter] -= 1;
      else spent += 1;
    if (spent <= jokers) yield* begun(domain, shape, rest, jokers - spent, [...done, start]);
  }
}

/** All that the cards can be read as, the likeliest first. */
export function readings(domain: FormulaDomain, picked: readonly string[]): Reading[] {
  const { alphabet } = domain;
  const letters = picked.filter((card) => domain.cards[card]);
  const jokers = picked.filter((card) => domain.cards[card] === "");
  const counts = [...alphabet].map((letter) => letters.filter((card) => domain.cards[card] === letter).length);
  const found = new Map<string, Reading>();
  for (const shape of shapes(domain, picked.length))
    for (const starts of begun(domain, shape, counts, jokers.length, [])) {
      const free = [...letters];
      const stars = [...jokers];
      const groups = starts
        .toSorted((a, b) => a - b)
        .map((start) =>
          lettersAt(shape, start).map((at): Said => {
            const letter = alphabet[at] ?? "";
            const own = free.findIndex((card) => domain.cards[card] === letter);
            return [(own < 0 ? stars.shift() : free.splice(own, 1)[0]) ?? "", letter];
          }),
        );
      const text = groups.map((group) => group.map(([, letter]) => letter).join("")).join(" + ");
      if (!found.has(text)) found.set(text, { kind: shape.kind, groups, text });
      if (found.size >= MOST) return [...found.values()];
    }
  return [...found.values()];
}

/** What a card says in a reading. */
export const saysIn = (reading: Reading, card: string): string =>
  reading.groups.flat().find(([c]) => c === card)?.[1] ?? "";

/** The reading in which a joker says this letter, with as little else changed as can be. */
export function renamed(all: readonly Reading[], from: Reading, card: string, letter: string): Reading {
  const alike = (reading: Reading): number =>
    Number(reading.kind === from.kind) +
    reading.groups.flat().filter(([c, says]) => saysIn(from, c) === says).length;
  const able = all.filter((reading) => saysIn(reading, card) === letter);
  return able.toSorted((a, b) => alike(b) - alike(a))[0] ?? from;
}
