/** Dice being given their places: a draft on this page only, until it is sent as one move. */
import type { AssignmentDomain } from "../../protocol";

export type Place = number | "bury" | "drop";

const counts = (values: readonly number[]): Map<number, number> => {
  const found = new Map<number, number>();
  for (const v of values) found.set(v, (found.get(v) ?? 0) + 1);
  return found;
};
const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((v, i) => v === b[i]);

export class Laying {
  readonly domain: AssignmentDomain;
  /** What was done so far, in order. */
  steps = $state.raw<readonly { die: string; to: Place }[]>([]);
  picked = $state<string | null>(null);

  constructor(domain: AssignmentDomain) {
    this.domain = domain;
    for (const die of this.dice) {
      const ways = this.waysOf(die);
      const to = ways[0];
      if (ways.length === 1 && to !== undefined) this.steps = [...this.steps, { die, to }];
    }
    this.#forced = this.steps.length;
    this.picked = this.waiting[0] ?? null;
  }

  #forced = 0;

  get dice(): string[] {
    return Object.keys(this.domain.dice);
  }
  value(die: string): number {
    return this.domain.dice[die] ?? 0;
  }
  get places(): Map<string, Place> {
    return new Map(this.steps.map((s) => [s.die, s.to]));
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
    const number = this.value(die);
    const all = this.dice.filter((d) => this.value(d) === number).length;
    const kept = this.domain.keeps.map((k) => k.filter((v) => v === number).length);
    const ways: Place[] = [];
    if (kept.some((k) => k > 0))
      ways.push(...this.domain.spaces.filter(([, wants]) => wants === number).map(([place]) => place), "bury");
    if (kept.some((k) => k < all)) ways.push("drop");
    return ways;
  }

  fits(place: number): boolean {
    return this.picked !== null && this.dieAt(place) === null && this.waysOf(this.picked).includes(place);
  }
  may(what: "bury" | "drop"): boolean {
    return this.picked !== null && this.waysOf(this.picked).includes(what);
  }

  pick(die: string): void {
    if (this.places.has(die)) this.back(die);
    this.picked = die;
  }

  put(to: Place, die = this.picked): boolean {
    if (die === null || !this.waysOf(die).includes(to)) return false;
    if (typeof to === "number" && this.dieAt(to) !== null && this.dieAt(to) !== die) return false;
    this.steps = [...this.steps.filter((s) => s.die !== die), { die, to }];
    this.picked = this.waiting[0] ?? null;
    return true;
  }

  /** A die comes back to the tray. */
  back(die: string): void {
    this.steps = this.steps.filter((s) => s.die !== die);
    this.picked = die;
  }

  get undoable(): boolean {
    return this.steps.length > this.#forced;
  }
  undo(): void {
    const last = this.steps.at(-1);
    if (last && this.undoable) this.back(last.die);
  }

  /** The spots that would lie buried. */
  get total(): number {
    return this.domain.buried + this.steps.reduce((sum, s) => sum + (s.to === "bury" ? this.value(s.die) : 0), 0);
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
    const kept = this.dice
      .filter((d) => placed.has(d) && placed.get(d) !== "drop")
      .map((d) => this.value(d))
      .sort((a, b) => a - b);
    if (!this.domain.keeps.some((k) => same(k, kept))) return null;
    return this.dice.map((d) => [d, placed.get(d) ?? "drop"]);
  }

  /** How many dice of each number are still to be kept, for a hint. */
  get lacking(): number {
    const have = counts(this.steps.filter((s) => s.to !== "drop").map((s) => this.value(s.die)));
    const open = this.domain.keeps.map((k) => {
      const want = counts(k);
      for (const [v, n] of have) if ((want.get(v) ?? 0) < n) return Infinity;
      return k.length - [...have.values()].reduce((a, b) => a + b, 0);
    });
    return Math.min(...open);
  }
}
