/** How high my place is: as high as it ever had to be on this screen, so that the mat above does not change its size. */
export class Foot {
  #known = "";
  #most = $state(0);
  #shape: () => string;

  /** `shape` names everything that makes a new start necessary, such as the size of the window. */
  constructor(shape: () => string) {
    this.#shape = shape;
  }

  /** For what is rare and tall the mat gives way, and takes its room back. */
  get least(): number {
    return this.#known === this.#shape() ? Math.min(this.#most, innerHeight * 0.6) : 0;
  }

  get high(): number {
    return this.#most;
  }
  set high(now: number) {
    const shape = this.#shape();
    if (shape !== this.#known) [this.#known, this.#most] = [shape, now];
    else if (now > this.#most) this.#most = now;
  }
}
