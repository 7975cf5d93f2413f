/** Dice being given their places: a draft on this page only, until it is sent as one move. */
import type { Choice } from "../../lib/offers/choice.svelte";
import type { AssignmentDomain } from "../../protocol";
import { judge } from "../../lib/offers/judge";

export type Place = number | "bury" | "drop";

const counts = (values: readonly number[]): Map<number, number> => {
  const found = new Map<number, number>();
  for (const v of values) found.set(v, (found.get(v) ?? 0) + 1);
  return found;
};
interface Step {
  readonly die: string;
  readonly to: Place;
}

export class Laying {
  readonly domain: AssignmentDomain;
  /** What the player did, in order. */
  steps = $state.raw<readonly Step[]>([]);
  picked = $state<string | null>(null);

  constructor(domain: AssignmentDomain) {
    this.domain = domain;
    this.picked = this.waiting[0] ?? null;
  }

  get dice(): string[] {
    return Object.keys(this.domain.dice);
  }
  value(die: string): number {
    return this.domain.dice[die] ?? 0;
  }
  #with(number: number, steps: readonly Step[], dropped: boolean): number {
    return steps.filter((s) => this.value(s.die) === number && (s.to === "drop") === dropped).length;
  }
  #all(number: number): number {
    return this.dice.filter((d) => this.value(d) === number).length;
  }

  /** What may still be kept after these steps, as counts by number. */
  #open(steps: readonly Step[]): Map<number, number>[] {
    const numbers = [...new Set(this.dice.map((d) => this.value(d)))];
    return this.domain.keeps
      .map(counts)
      .filter((keep) =>
        numbers.every(
          (v) =>
            this.#with(v, steps, false) <= (keep.get(v) ?? 0) &&
            this.#with(v, steps, true) <= this.#all(v) - (keep.get(v) ?? 0),
        ),
      );
  }
  /** Where a die may go besides these steps of others. */
  #ways(die: string, steps: readonly Step[]): Place[] {
    const number = this.value(die);
    const others = steps.filter((s) => s.die !== die);
    const keeps = this.#open(others).map((keep) => keep.get(number) ?? 0);
    const kept = this.#with(number, others, false);
    const dropped = this.#with(number, others, true);
    const ways: Place[] = [];
    if (keeps.some((k) => kept < k))
      ways.push(
        ...this.domain.spaces
          .filter(([place, wants]) => wants === number && !others.some((s) => s.to === place))
          .map(([place]) => place),
        "bury",
      );
    if (keeps.some((k) => dropped < this.#all(number) - k)) ways.push("drop");
    return ways;
  }
  /** The dice to which only one thing can still be done. */
  get forced(): readonly Step[] {
    let done = this.steps;
    for (const die of this.dice) {
      if (done.some((s) => s.die === die)) continue;
      const [to, other] = this.#ways(die, done);
      if (to !== undefined && other === undefined) done = [...done, { die, to }];
    }
    return done.slice(this.steps.length);
  }

  get places(): Map<string, Place> {
    return new Map([...this.steps, ...this.forced].map((s) => [s.die, s.to]));
  }
  /** Dice that have no place yet. */
  get waiting(): string[] {
    const placed = this.places;
    return this.dice.filter((d) => !placed.has(d));
  }
  dieAt(place: number): string | null {
    return this.steps.find((s) => s.to === place)?.die ?? null;
  }

  /** Where a die may go, whatever the others do. */
  waysOf(die: string): Place[] {
    return this.#ways(die, []);
  }

  fits(place: number): boolean {
    return this.picked !== null && this.dieAt(place) === null && this.waysOf(this.picked).includes(place);
  }
  may(what: "bury" | "drop"): boolean {
    return this.picked !== null && this.waysOf(this.picked).includes(what);
  }

  pick(die: string): void {
    if (this.waysOf(die).length > 1) this.back(die);
  }

  /** Puts a die somewhere. Earlier steps that do not go with it are taken back: the last wish counts. */
  put(to: Place, die = this.picked): boolean {
    if (die === null || !this.waysOf(die).includes(to)) return false;
    if (typeof to === "number" && this.dieAt(to) !== null && this.dieAt(to) !== die) return false;
    let steps: readonly Step[] = [{ die, to }];
    for (const step of this.steps.filter((s) => s.die !== die).reverse())
      if (this.#open([step, ...steps]).length) steps = [step, ...steps];
    this.steps = steps;
    this.picked = this.waiting[0] ?? null;
    return true;
  }

  /** A die comes back to the tray. */
  back(die: string): void {
    this.steps = this.steps.filter((s) => s.die !== die);
    this.picked = die;
  }

  get undoable(): boolean {
    return this.steps.length > 0;
  }
  undo(): void {
    const last = this.steps.at(-1);
    if (last) this.back(last.die);
  }

  /** The spots that would lie buried. */
  get total(): number {
    let total = this.domain.buried;
    for (const [die, to] of this.places) if (to === "bury") total += this.value(die);
    return total;
  }
  get busts(): boolean {
    return this.total > this.domain.limit;
  }
  get drops(): boolean {
    return this.dice.some((d) => this.waysOf(d).includes("drop"));
  }

  /** The whole move once it is allowed: what has no place yet is dropped, where that is allowed. */
  get complete(): [string, Place][] | null {
    const placed = this.places;
    const value = this.dice.map((d): [string, Place] => [d, placed.get(d) ?? "drop"]);
    return judge(this.domain, value) === null ? value : null;
  }
}

/** The dice that somebody here is laying. */
export const layingOf = (choice: Choice): Laying | null => (choice.own instanceof Laying ? choice.own : null);
