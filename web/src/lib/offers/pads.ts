/** What can be pressed on a pad: an offer that needs nothing more, or in a race one word from a list. */
import type { Offer, Sight } from "../../protocol";
import { shouted, step } from "./choice.svelte";

export interface Button {
  key: string;
  offer: Offer;
  param: string | null;
  /** The word from the list; empty where there is none. */
  name: string;
}

export function buttons(offers: readonly Offer[]): Button[] {
  return offers.flatMap((offer): Button[] => {
    const said = shouted(offer);
    if (said) return said.names.map((name) => ({ key: `${offer.name}/${name}`, offer, param: said.param, name }));
    return !step(offer, {}) ? [{ key: offer.name, offer, param: null, name: "" }] : [];
  });
}

/** In a race: the offer that one of one's own cards is pressed for, and needs nothing more. */
export function taking(
  offers: readonly Offer[],
): { offer: Offer; param: string; cards: readonly string[] } | null {
  for (const offer of offers) {
    const first = offer.stimulus == null ? null : step(offer, {});
    if (first?.domain.type !== "OneCard") continue;
    const [card] = first.domain.cards;
    if (card !== undefined && !step(offer, { [first.param]: card }))
      return { offer, param: first.param, cards: first.domain.cards };
  }
  return null;
}

/** The offers that no pad can take: they keep the bar. */
export function slow(offers: readonly Offer[]): Offer[] {
  return offers.filter((offer) => !buttons([offer]).length && !taking([offer]));
}

/** Whether people who share this screen must be able to press at the same moment. */
export function crowded(sight: Sight | null, mine: readonly number[]): boolean {
  const offers = mine.map((seat) => sight?.offers[String(seat)] ?? []);
  const timed = (o: readonly Offer[]) => buttons(o).some((b) => b.offer.stimulus != null) || taking(o) !== null;
  return offers.some(timed) && offers.filter((o) => o.length).length > 1;
}

/** Keys that lie together, for each person at one keyboard; on the same spot whatever its layout. */
const KEYS: readonly (readonly string[])[] = [
  ["Digit1", "Digit2", "Digit3", "Digit4"],
  ["Digit7", "Digit8", "Digit9", "Digit0"],
  ["KeyX", "KeyC", "KeyV", "KeyB"],
  ["KeyU", "KeyI", "KeyO", "KeyP"],
  ["KeyE", "KeyR", "KeyT", "Digit5"],
  ["KeyJ", "KeyK", "KeyL", "Digit6"],
  ["KeyD", "KeyF", "KeyG", "KeyH"],
];

export const keyCode = (person: number, button: number): string => KEYS[person]?.[button] ?? "";
export const keyName = (code: string): string => code.slice(-1);
