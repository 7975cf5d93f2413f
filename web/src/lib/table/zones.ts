/** Small questions about zones, the same for every kind. */
import type { CardView, View, ZoneView } from "../../protocol";
import type { Session } from "../session.svelte";

export const ownerOf = (zone: ZoneView): number => zone.owner ?? -1;

/** Cards that somebody holds, in an order of his own or not. */
export const isHand = (zone: ZoneView): boolean => ["hand", "fan", "bunch"].includes(zone.kind);

/** A hand that is held out to somebody, who chooses a place in it. */
export const isHeldOut = (zone: ZoneView): boolean => isHand(zone) && (zone.by ?? []).length > 0;

/** The place of the first card in `cards`: zones of which only the top is seen leave out those below. */
export function firstPlace(zone: ZoneView): number {
  const cards = zone.cards ?? [];
  return cards.some((c) => c === null || c.pose) ? 0 : Math.max(0, (zone.count ?? 0) - cards.length);
}

/** Whose row of stacks grows by what is laid there: a place that is no zone, before the first pile or after the last. */
export function endOfRow(place: string): number | null {
  const found = /^(?:before|after):(\d+)$/.exec(place);
  return found ? Number(found[1]) : null;
}

export interface Placed {
  card: CardView | null;
  place: number;
  key: string;
}

export function placed(zone: ZoneView): Placed[] {
  const first = firstPlace(zone);
  return (zone.cards ?? []).map((card, i) => ({ card, place: first + i, key: card?.handle ?? `p${first + i}` }));
}

/** The name that zones of one sort share: without its number, or whose it is. */
export const zoneBase = (name: string): string => name.split(":")[0] ?? name;

/** Whether piles of this sort are empty before everybody, beside winnings that are counted: they are not played with
 *  just now, and nobody asks how many cards are in them. */
export function isIdle(view: View | undefined, zone: ZoneView): boolean {
  const zones = view?.zones ?? [];
  if (zone.kind !== "pile" || ownerOf(zone) < 0) return false;
  if (!zones.some((z) => z.kind === "winnings" && ownerOf(z) === ownerOf(zone))) return false;
  return zones.every((z) => zoneBase(z.name) !== zoneBase(zone.name) || !z.count);
}

/** The line of an end (`line:0/left`). */
export const lineOf = (end: string): string => end.slice(0, end.lastIndexOf("/"));

export function zoneName(session: Session, zone: ZoneView): string {
  const base = zoneBase(zone.name);
  return session.texts?.zones[zone.name] ?? session.texts?.zones[base] ?? "";
}

/** Who plays against whoever is alone and has no chair: what such a party has won, by name. */
export function rivals(session: Session): { name: string; score: number }[] {
  const view = session.sight?.view;
  if (view?.seats.length !== 1) return [];
  return view.zones
    .filter((z) => z.kind === "winnings" && ownerOf(z) < -1)
    .map((z) => ({ name: zoneName(session, z), score: z.count ?? 0 }));
}

/** Whether cards are spread out on the mat, so that it needs all the room there is. */
export const isSpread = (view: View | undefined): boolean =>
  (view?.zones ?? []).some((z) => z.kind === "plane" && (z.count ?? 0) > 0);

/** Whether so many stacks lie on the mat that they need it all: piles beside them are only counted. */
const CROWD = 12;
export const isCrowded = (view: View | undefined): boolean =>
  (view?.zones ?? []).filter((z) => z.kind === "stacks").length >= CROWD;

export const facesIn = (zone: ZoneView): number => (zone.cards ?? []).filter((c) => c?.face).length;

/** Whether upright cards on a plane of this area are larger on a mat of this size when the plane lies turned. */
export function liesTurned(area: readonly [number, number], wide: number, high: number): boolean {
  const fit = (across: number, down: number) => Math.min(wide / across, high / down / 1.2);
  return fit(area[1], area[0]) > fit(area[0], area[1]);
}
