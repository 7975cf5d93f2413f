/** A rack that several people fill: a move that asks for a card and for a place on it. No draft is begun for it, so that
 *  a word that is being typed stays. */
import type { Offer, ZoneView } from "../../protocol";
import type { Choice } from "./choice.svelte";
import { cardsOf } from "./choice.svelte";

export interface Racking {
  offer: Offer;
  card: string;
  slot: string;
  cards: readonly string[];
  slots: readonly number[];
}

/** The offer to put cards on this rack. */
export function racking(choice: Choice, zone: string): Racking | null {
  for (const offer of choice.offers) {
    const [card, slot, ...more] = Object.entries(offer.params ?? {});
    if (more.length || card?.[1].type !== "OneCard" || slot?.[1].type !== "Slot" || slot[1].zone !== zone)
      continue;
    return { offer, card: card[0], slot: slot[0], cards: card[1].cards, slots: slot[1].places };
  }
  return null;
}

/** What else may be done with a card of the rack: taking it away. */
export function removing(choice: Choice, handle: string): { offer: Offer; args: Record<string, string> } | null {
  for (const offer of choice.offers) {
    const [only, ...more] = Object.entries(offer.params ?? {});
    if (only?.[1].type === "OneCard" && !more.length && cardsOf(only[1]).includes(handle))
      return { offer, args: { [only[0]]: handle } };
  }
  return null;
}

/** A card from elsewhere goes to the first free place of a rack. False: there is none for it. */
export function toRack(choice: Choice, handle: string): boolean {
  const racks = (choice.session.sight?.view.zones ?? []).filter((z) => z.kind === "rack");
  for (const zone of racks) {
    const to = racking(choice, zone.name);
    const free = to?.slots.find((slot) => !zone.cards?.[slot]);
    if (!to?.cards.includes(handle) || free === undefined || lies(zone, handle)) continue;
    choice.play(to.offer, { [to.card]: handle, [to.slot]: free });
    return true;
  }
  return false;
}

const lies = (zone: ZoneView, handle: string): boolean => (zone.cards ?? []).some((c) => c?.handle === handle);
