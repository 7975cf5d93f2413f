/** Touching a card with one of two hands. It finds the offer that has a card and a name of two, and knows no rule. */
import type { Domain, Offer } from "../../protocol";
import type { Session } from "../../lib/session.svelte";
import { settings } from "../../lib/settings.svelte";
import { sayReach } from "./words";

type OneOf = Extract<Domain, { type: "OneOf" }>;

export interface Reachable {
  seat: number;
  offer: Offer;
  card: string;
  /** The parameter that names the hand, if there is one, and its names: usual, other, and "I shall tell". */
  hand: string | null;
  names: readonly string[];
}

/** Pixels that make a slide, milliseconds that make a long press. */
export const SLIDE = 18;
export const LONG = 250;

const paramOf = (offer: Offer, type: Domain["type"]): [string, Domain] | undefined =>
  Object.entries(offer.params ?? {}).find(([, domain]) => domain.type === type);

/** A cry: said aloud, without a word more. */
export const cried = (offers: readonly Offer[]): Offer | undefined =>
  offers.find((o) => o.secret && !Object.keys(o.params ?? {}).length);

/** An offer that asks for one of two hands and no card: a buzzer for each. */
export function buzzed(
  offers: readonly Offer[],
): { offer: Offer; param: string; names: readonly string[] } | null {
  for (const offer of offers) {
    const entries = Object.entries(offer.params ?? {});
    const [param, domain] = entries[0] ?? [];
    if (entries.length === 1 && param && domain?.type === "OneOf" && offer.secret && offer.name !== param)
      return { offer, param, names: domain.names };
  }
  return null;
}

/** Plain moves that lie in no zone: to give up. */
export const plain = (offers: readonly Offer[]): readonly Offer[] =>
  offers.filter((o) => !o.secret && !o.zone && !Object.keys(o.params ?? {}).length);

/** Has done what there was to do, while others have not. */
export function done(session: Session, seat: number): boolean {
  const active = session.sight?.view.active ?? [];
  return active.length > 0 && !active.includes(seat);
}

/** What is heard of a seat. */
export const says = (session: Session, seat: number): readonly string[] =>
  done(session, seat) ? [sayReach().touched] : [];

export class TwoHands {
  #session: Session;
  /** Fingers that rest on the pad of the other hand. */
  fingers = $state.raw<ReadonlySet<number>>(new Set());

  constructor(session: Session) {
    this.#session = session;
  }

  get held(): boolean {
    return this.fingers.size > 0;
  }

  rest(finger: number, on: boolean): void {
    const fingers = new Set(this.fingers);
    if (on) fingers.add(finger);
    else fingers.delete(finger);
    this.fingers = fingers;
  }

  /** The offer of somebody here by which these cards are touched. */
  find(handle: string): Reachable | null {
    for (const seat of this.#session.mine)
      for (const offer of this.#session.sight?.offers[String(seat)] ?? []) {
        const card = paramOf(offer, "OneCard");
        if (card?.[1].type !== "OneCard" || !card[1].cards.includes(handle)) continue;
        const hand = paramOf(offer, "OneOf") as [string, OneOf] | undefined;
        return { seat, offer, card: card[0], hand: hand?.[0] ?? null, names: hand?.[1].names ?? [] };
      }
    return null;
  }

  /** A finger or a mouse has landed on a card; what it does next may tell the hand, but never the time. */
  land(event: PointerEvent, handle: string): void {
    if (event.pointerType === "mouse") {
      if (event.button !== 0 && event.button !== 2) return;
      this.touch(handle, this.held || (event.button === 2) !== settings.kept.swapButtons, event.timeStamp);
    } else if (settings.kept.reach === "pad" || this.held) this.touch(handle, this.held, event.timeStamp);
    else this.#wait(event, handle);
  }

  touch(handle: string, other: boolean, when: number): void {
    const found = this.find(handle);
    if (found) this.#play(found, handle, found.names[other ? 1 : 0], when);
    else if (!this.#session.twice) this.#session.say(this.#session.why("touch", "", "not_offered"), "no");
  }

  #play(found: Reachable, handle: string, hand: string | undefined, when: number): void {
    const args = { [found.card]: handle, ...(found.hand && hand ? { [found.hand]: hand } : {}) };
    this.#session.play(found.seat, found.offer, args, when);
  }

  /** A slide or a long press: the touch is told at once, its hand as soon as it shows. */
  #wait(event: PointerEvent, handle: string): void {
    const found = this.find(handle);
    const later = found?.names[2];
    if (!found?.hand || !later || found.offer.stimulus == null) return this.touch(handle, false, event.timeStamp);
    this.#play(found, handle, later, event.timeStamp);
    const { seat, hand, names } = { ...found, hand: found.hand };
    const [x, y, finger] = [event.clientX, event.clientY, event.pointerId];
    const tell = (other: boolean) => {
      stop();
      this.#session.send({ type: "play", seat, move: hand, args: { [hand]: names[other ? 1 : 0] ?? "" } });
    };
    const lifted = (e: PointerEvent) => e.pointerId === finger && tell(false);
    const moved = (e: PointerEvent) => {
      if (e.pointerId === finger && Math.hypot(e.clientX - x, e.clientY - y) >= SLIDE) tell(true);
    };
    const slides = settings.kept.reach === "slide";
    const timer = slides ? 0 : window.setTimeout(() => tell(true), LONG);
    const stop = () => {
      clearTimeout(timer);
      removeEventListener("pointerup", lifted);
      removeEventListener("pointercancel", lifted);
      removeEventListener("pointermove", moved);
    };
    addEventListener("pointerup", lifted);
    addEventListener("pointercancel", lifted);
    if (slides) addEventListener("pointermove", moved);
  }
}

const handsAt = new WeakMap<Session, TwoHands>();

/** One for each table: the grid and the pad are drawn in different places. */
export function handsOf(session: Session): TwoHands {
  let hands = handsAt.get(session);
  if (!hands) handsAt.set(session, (hands = new TwoHands(session)));
  return hands;
}
