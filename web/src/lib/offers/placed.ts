/** A word that belongs to a place: a card is laid there, and what the word must have depends on where. Whoever types
 *  may name the place before or after. */
import type { Fit, Offer, WordDomain } from "../../protocol";
import { judge } from "./judge";

export interface PlacedWord {
  /** The parameters for the place and for the word. */
  place: string;
  word: string;
  zone: string;
  /** What a word must be like, by place. */
  table: Readonly<Record<string, WordDomain>>;
}

export function placedWord(offer: Offer): PlacedWord | null {
  const [first, second, ...more] = Object.entries(offer.params ?? {});
  if (!first || !second || more.length) return null;
  const [[place, slot], [word, by]] = [first, second];
  if (slot.type !== "Slot" || by.type !== "ByChoice" || by.of !== place) return null;
  const fits = Object.entries(by.table).filter((entry): entry is [string, WordDomain] => entry[1].type === "Word");
  return fits.length ? { place, word, zone: slot.zone, table: Object.fromEntries(fits) } : null;
}

/** The places where a word would do. */
export function suiting(placed: PlacedWord, word: string): readonly number[] {
  const fits = ([, domain]: [string, WordDomain]): boolean => judge(domain, word.trim()) === null;
  return Object.entries(placed.table)
    .filter(fits)
    .map(([place]) => Number(place));
}

/** What every word must have, wherever it goes: the letter that is laid. */
export function anywhere(placed: PlacedWord): WordDomain {
  const [first = "", ...others] = Object.values(placed.table).map((domain) => domain.fit.contains ?? "");
  let shared = first;
  for (const letters of others) shared = [...shared].filter((letter) => letters.includes(letter)).join("");
  const fit: Fit = shared ? { contains: shared } : {};
  return { type: "Word", fit, wanted: null, besides: [], among: 0, of_length: false };
}
