/** The great moment, in time: the camera glides to the door, everybody searches, those who are seen light up one by
 *  one, then the light falls across the hall. What is seen is known from the table; this only tells it slowly. */
import { settings } from "../../lib/settings.svelte";
import { buzz, play } from "../../lib/table/sounds";
import type { Hall, Sighted } from "./hall";

export type Scene = "rest" | "glide" | "hush" | "count" | "relief" | "light";

/** Milliseconds: the glide, then the silence, the counting at most, and the breath after it. */
const GLIDE = 1_500;
const HUSH = 1_700;
const APART = 620;
const COUNT = 3_300;
const BREATH = 900;
/** Up to here one light follows the other slowly. */
const MANY = 8;
const QUICK = 300;

/** Who is seen when: nothing before everybody has searched. */
export function timeline(count: number): { shown: readonly number[]; relief: number; light: number } {
  const apart = count > MANY ? QUICK : Math.min(APART, COUNT / Math.max(1, count));
  const first = GLIDE + HUSH;
  const shown = Array.from({ length: count }, (_, i) => first + i * apart);
  const relief = first + (count ? count * apart : BREATH);
  return { shown, relief, light: relief + BREATH };
}

/** What is on the screen at a moment of it. */
export function sceneAt(count: number, ms: number): { scene: Scene; shown: number } {
  const { shown, relief, light } = timeline(count);
  const scene =
    ms < GLIDE ? "glide" : ms < GLIDE + HUSH ? "hush" : ms < relief ? "count" : ms < light ? "relief" : "light";
  return { scene, shown: shown.filter((at) => at <= ms).length };
}

export class Look {
  scene = $state<Scene>("rest");
  /** How many of those who are seen are marked. */
  shown = $state(0);
  #of = "";
  #began = 0;
  #ahead = 0;
  #timer = 0;
  #seen: readonly Sighted[] = [];
  #mine: readonly number[] = [];
  #rate = 1;

  /** Follows the table: begins when somebody looks, ends when the table goes on. */
  follow(hall: Hall, mine: readonly number[], rate: number, late: number): void {
    if (hall.phase !== "keyhole" || !hall.seen) return this.end();
    const of = `${hall.round} ${hall.keyhole.join()} ${String(hall.again)}`;
    if (of === this.#of) return;
    this.#of = of;
    this.#seen = hall.seen;
    this.#mine = mine;
    this.#rate = rate;
    this.#began = performance.now();
    // Whoever comes in the middle of it sees the rest of it.
    this.#ahead = late > 700 ? late : 0;
    this.shown = 0;
    this.scene = "rest";
    if (settings.still) return this.#all();
    this.#step();
  }

  /** All at once, without a way there. */
  #all(): void {
    this.scene = "hush";
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.shown = this.#seen.length;
      this.scene = "light";
      play(this.shown ? "etoile" : "win");
    }, HUSH / this.#rate);
  }

  #now(): number {
    return (performance.now() - this.#began) * this.#rate + this.#ahead;
  }

  #step = (): void => {
    const { scene, shown } = sceneAt(this.#seen.length, this.#now());
    if (scene !== this.scene) {
      this.scene = scene;
      if (scene === "glide") play("turn");
      if (scene === "hush") play("tick");
      if (scene === "light") play("lay");
    }
    if (shown > this.shown) {
      const fresh = this.#seen.slice(this.shown, shown);
      this.shown = shown;
      play("etoile");
      if (fresh.some((s) => this.#mine.includes(s.ghost.seat))) buzz(15);
    }
    if (scene !== "light") this.#timer = window.setTimeout(this.#step, 60);
  };

  /** A tap goes on to the next step. */
  skip(): void {
    if (settings.still || this.scene === "rest" || this.scene === "light") return;
    const { shown, relief, light } = timeline(this.#seen.length);
    const now = this.#now();
    const next = [GLIDE, GLIDE + HUSH, ...shown, relief, light].find((at) => at > now + 1) ?? light;
    this.#ahead += next - now;
    clearTimeout(this.#timer);
    this.#step();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#of = "";
    this.scene = "rest";
    this.shown = 0;
  }

  /** Whether the screen is a door now. */
  get closed(): boolean {
    return ["glide", "hush", "count", "relief"].includes(this.scene);
  }

  /** Whether it is told who is seen. */
  get told(): boolean {
    return this.scene === "light";
  }
}

export const looks = new WeakMap<object, Look>();

/** One for each table: the picture and my place tell the same. */
export function lookOf(session: object): Look {
  let look = looks.get(session);
  if (!look) looks.set(session, (look = new Look()));
  return look;
}
