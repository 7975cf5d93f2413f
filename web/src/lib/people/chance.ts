/** This device's part in the seed of a game: promised before any part is known, opened when all are promised. */
import type { Drawing, Ended, SharedDraw, TableView } from "../../protocol";
import { commitment, hashOf } from "../proof";

const random = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

export const promiseOf = (part: string): string => hashOf("tablee part ", part);

/** Whether a seed is made of the table's part and those that were opened, all as they were promised. */
export function holds(draw: SharedDraw, own: string, seed: string): boolean {
  const opened = draw.parts.flatMap((p) => (p.part === null ? [] : [{ promise: p.promise, part: p.part }]));
  const kept = [{ promise: draw.promise, part: own }, ...opened].every((p) => promiseOf(p.part) === p.promise);
  const sorted = draw.parts.every((p, i) => i === 0 || (draw.parts[i - 1]?.promise ?? "") <= p.promise);
  const all = own + opened.map((p) => p.part).join("");
  return kept && sorted && hashOf("tablee draw ", all).slice(0, 32) === seed;
}

export class Chance {
  #next: string | null = null;
  #mine: string | null = null;
  #told: Drawing | null = null;

  /** What to promise now, if anything: once for each game, and again after the line was lost. */
  promise(table: TableView, seated: boolean, again: boolean): string | null {
    if (!seated || table.playing || (this.#next && !again)) return null;
    this.#next ??= random();
    return promiseOf(this.#next);
  }

  /** All is promised: the part to open, if this device's is among them. */
  open(told: Drawing): string | null {
    if (this.#mine && told.promise === this.#told?.promise) return this.#mine; // the line was lost meanwhile
    if (!this.#next || !told.promises.includes(promiseOf(this.#next))) return null;
    [this.#mine, this.#next, this.#told] = [this.#next, null, told];
    return this.#mine;
  }

  /** Whether the table has not counted what this device opened for this game. */
  leftOut(draw: SharedDraw | null | undefined): boolean {
    if (!this.#mine || !this.#told) return false;
    const [mine, told] = [this.#mine, this.#told];
    const same =
      draw?.promise === told.promise && draw.parts.map((p) => p.promise).join() === told.promises.join();
    return !same || !draw.parts.some((p) => p.part === mine);
  }

  /** Whether all that was told of the seed of a finished game is true. */
  honest(ended: Ended): boolean {
    const seed = commitment(ended.seed) === ended.commitment;
    return seed && (!ended.draw || holds(ended.draw, ended.part ?? "", ended.seed));
  }
}
