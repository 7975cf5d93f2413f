/** A flick in the making: with a finger that pulls, or with a needle and a gauge that a key stops. No numbers are
 *  chosen: a shot that was found once could be repeated for ever. */
import type { Offer } from "../../protocol";
import type { Choice } from "../../lib/offers/choice.svelte";
import type { Session } from "../../lib/session.svelte";
import { play } from "../../lib/table/sounds";
import { homeOf } from "./disc";

/** Milliseconds in which the needle swings from one side to the other, and in which the gauge fills and empties. */
const SWING = 2_000;
const FILL = 1_500;
/** Tenths of a degree to either side. */
const WIDE = 300;
/** How a card may lie on the edge, by keys. */
const TILTS = [0, 45, 90, -45];
/** Pixels that a finger pulls for nothing, and then for all the power there is. */
const DEAD = 14;
const FULL = 150;

export interface Flick {
  offer: Offer;
  card: string;
  vector: string;
}

/** The offer of a card and how it is flicked. */
export function flickOf(choice: Choice | undefined): Flick | null {
  for (const offer of choice?.offers ?? []) {
    const params = Object.entries(offer.params ?? {});
    const card = params.find(([, d]) => d.type === "OneCard")?.[0];
    const vector = params.find(([, d]) => d.type === "Vector" && "rim" in d.axes)?.[0];
    if (card && vector) return { offer, card, vector };
  }
  return null;
}

export class Aiming {
  /** Tenths of a degree; whoever has not walked round sits at home. */
  #walked = $state<number | null>(null);
  tilt = $state(0);
  aim = $state(0);
  power = $state(0);
  spin = $state(0);
  step = $state<"rest" | "needle" | "gauge">("rest");
  /** How far the finger has pulled, in pixels. */
  pull = $state.raw<readonly [number, number] | null>(null);
  #since = 0;
  #frame = 0;

  constructor(readonly session: Session) {}

  /** My place on the edge, in degrees. */
  rim(seat: number | null): number {
    if (this.#walked !== null) return this.#walked / 10;
    return Math.round(homeOf(seat ?? 0, this.session.sight?.view.seats.length ?? 1) * 10) / 10;
  }

  walk(seat: number | null, degrees: number): void {
    this.#walked = (((Math.round((this.rim(seat) + degrees) * 10) % 3600) + 3600) % 3600) % 3600;
  }

  /** Whoever comes next sits at his own place. */
  goHome(): void {
    this.#walked = null;
    this.cancel();
  }

  turn(): void {
    this.tilt = TILTS[(TILTS.indexOf(this.tilt) + 1) % TILTS.length] ?? 0;
  }

  /** The finger has landed so far beside the middle of the card, in halves of its width: the middle half is none. */
  grab(beside: number): void {
    this.cancel();
    const off = Math.min(1, Math.max(0, (Math.abs(beside) - 0.5) / 0.5));
    this.spin = Math.round(Math.sign(beside) * off * 100);
  }

  /** The finger pulls: opposite to where the card will go (degrees), by so many pixels. */
  pulled(dx: number, dy: number, aim: number): void {
    const far = Math.hypot(dx, dy);
    if (far < DEAD) {
      this.pull = null;
      this.power = 0;
      return;
    }
    this.pull = [dx, dy];
    this.aim = Math.max(-600, Math.min(600, Math.round(aim * 10)));
    this.power = Math.round(Math.min(1, (far - DEAD) / FULL) * 1000);
  }

  /** The one key: lets the needle swing, stops it, and stops the gauge. True: the shot is made. */
  press(): boolean {
    if (this.step === "gauge") {
      cancelAnimationFrame(this.#frame);
      this.step = "rest";
      return true;
    }
    if (this.step === "rest") this.spin = 0;
    this.step = this.step === "rest" ? "needle" : "gauge";
    this.#since = performance.now();
    cancelAnimationFrame(this.#frame);
    this.#swing(this.#since);
    return false;
  }

  #swing = (now: number): void => {
    const t = Math.max(0, now - this.#since);
    if (this.step === "needle") {
      const before = this.aim;
      this.aim = Math.round(WIDE * Math.sin((Math.PI * t) / SWING));
      // Each time it points straight ahead one hears it.
      if (before * this.aim < 0) play("tick");
    } else if (this.step === "gauge") {
      const share = (t % FILL) / FILL;
      this.power = Math.round((share < 0.5 ? 2 * share : 2 - 2 * share) * 1000);
      if (share > 0.47 && share < 0.5) play("tock");
    } else return;
    this.#frame = requestAnimationFrame(this.#swing);
  };

  cancel(): void {
    cancelAnimationFrame(this.#frame);
    this.step = "rest";
    this.pull = null;
    this.aim = 0;
    this.power = 0;
    this.spin = 0;
  }

  /** Lets go: the table is told, and nothing is left of it here. */
  shoot(choice: Choice, flick: Flick): void {
    const card = choice.draft?.args[flick.card];
    const rim = Math.round(this.rim(choice.seat) * 10) % 3600;
    const shot = { rim, tilt: this.tilt, aim: this.aim, power: this.power, spin: this.spin };
    this.cancel();
    if (typeof card === "string") choice.play(flick.offer, { [flick.card]: card, [flick.vector]: shot });
  }
}

const aimings = new WeakMap<Session, Aiming>();

/** One for each table: the card lies on the mat, the keys at my place. */
export function aimingOf(session: Session): Aiming {
  let aiming = aimings.get(session);
  if (!aiming) aimings.set(session, (aiming = new Aiming(session)));
  return aiming;
}
