/** How high my place is: as high as it ever had to be on this screen, so that the mat above does not change its size. */
import { SvelteMap } from "svelte/reactivity";

export class SteadyHeight {
  #most = new SvelteMap<string, number>();
  #shape: () => string;
  #ceiling: () => number;

  /** `shape` names everything that makes another height natural, such as the size of the window; `ceiling` is how much of
   *  the screen is kept at most. */
  constructor(shape: () => string, ceiling: () => number) {
    this.#shape = shape;
    this.#ceiling = ceiling;
  }

  /** For what is rare and tall the mat gives way, and takes its room back. */
  get least(): number {
    return Math.min(this.high, innerHeight * this.#ceiling());
  }

  get high(): number {
    return this.#most.get(this.#shape()) ?? 0;
  }
  set high(now: number) {
    if (now > this.high) this.#most.set(this.#shape(), now);
  }
}
