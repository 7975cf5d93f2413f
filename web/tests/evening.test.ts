/** An evening: the slate, the menu, prizes, votes; and the sheet in which the next game is chosen. */
import { render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import EveningSlate from "../src/lib/evening/EveningSlate.svelte";
import { compose, fitting, length, moved, served, swapped, type Order } from "../src/lib/evening/menu";
import { prizes } from "../src/lib/evening/prizes";
import { podium, rows } from "../src/lib/evening/slate";
import { standing } from "../src/lib/evening/wishes";
import { settings } from "../src/lib/settings.svelte";
import type { EveningView, GameEntry, GameInfo, Moment, Moments, PlayedGame } from "../src/protocol";

const EMPTY: EveningView = { guests: [], games: [], menu: [], wishes: [], over: false };

function played(id: string, places: [number, number][], stars: number[]): PlayedGame {
  return { id, game: id, places, stars };
}

function evening(names: string[], ...games: PlayedGame[]): EveningView {
  return { ...EMPTY, guests: names.map((name, seat) => ({ name, seat })), games };
}

function box(key: string, info: Partial<GameInfo> = {}): GameEntry {
  const usual = {
    key,
    name: key,
    players: [2, 8],
    minutes: 10,
    exercises: ["letters"],
    moods: ["think"],
    age: 6,
    reading: "letters",
    device: "shared",
  };
  return { info: { ...usual, ...info }, tagline: {}, lesson: null } as unknown as GameEntry;
}

beforeEach(() => settings.set({ language: "fr" }));
afterEach(() => vi.unstubAllGlobals());

describe("the slate of an evening", () => {
  it("counts wins, and between equals places", () => {
    const all = evening(
      ["Léa", "Tom", "Zoé"],
      played("a", [[0, 1], [1, 3], [2, 2]], [0]), // prettier-ignore
      played("b", [[0, 3], [1, 1], [2, 2]], [1]), // prettier-ignore
      played("c", [[0, 2], [1, 3]], []), // prettier-ignore
    );
    expect(rows(all).map((r) => [r.name, r.stars, r.rank])).toEqual([
      ["Léa", 1, 1],
      ["Tom", 1, 2],
      ["Zoé", 0, 3],
    ]);
    expect(rows(all)[2]?.places).toEqual([2, 2, null]);
  });

  it("puts those who cannot be told apart on one step, and nobody without a star", () => {
    const both = evening(["Léa", "Tom", "Zoé"], played("a", [[0, 1], [1, 1], [2, 3]], [0, 1])); // prettier-ignore
    expect(podium(both).map((step) => step.map((r) => r.name))).toEqual([["Léa", "Tom"]]);
    expect(podium(evening(["Léa"], played("a", [[0, 2]], [])))).toEqual([]);
  });

  it("is a table with games as heads, and says a star as a word", () => {
    const all = evening(["Léa", "Tom"], played("a", [[0, 1], [1, 2]], [0]), played("b", [[0, 0]], [])); // prettier-ignore
    render(EveningSlate, { evening: all, named: (g: string) => `jeu ${g}`, mine: [0] });
    expect(screen.getByRole("columnheader", { name: "jeu a" })).toBeTruthy();
    expect(screen.getByRole("row", { name: /Toi victoire joué/ })).toBeTruthy();
    expect(screen.getByRole("row", { name: /Tom.*place 2.*pas là/ })).toBeTruthy();
  });
});

describe("the menu", () => {
  const order: Order = { people: 4, age: 7, reading: null, minutes: 60, mood: null, together: false, not: [] };
  const ALL = [
    box("warm", { minutes: 5, reading: "nothing", exercises: ["speed"] }),
    box("big", { minutes: 30, exercises: ["strategy"] }),
    box("mid", { minutes: 15, exercises: ["memory"] }),
    box("fun", { minutes: 10, moods: ["laugh"], exercises: ["luck"] }),
    box("old", { age: 10 }),
    box("two", { players: [2, 2] }),
    box("own", { device: "own", minutes: 20 }),
  ];

  it("has only what everybody can play", () => {
    expect(fitting(ALL, order).map((g) => g.info.key)).toEqual(["warm", "big", "mid", "fun", "own"]);
    expect(fitting(ALL, { ...order, together: true }).map((g) => g.info.key)).not.toContain("own");
  });

  it("is about as long as wanted, begins short and never has a dish twice", () => {
    let seed = 1;
    const chance = (): number => (seed = (seed * 16807) % 2147483647) / 2147483647;
    for (let i = 0; i < 50; i++) {
      const menu = compose(ALL, order, chance);
      expect(new Set(menu).size).toBe(menu.length);
      expect(length(menu)).toBeLessThanOrEqual(60 * 1.15);
      expect(length(menu)).toBeGreaterThanOrEqual(60 * 0.85);
      expect(menu[0]?.info.minutes).toBeLessThanOrEqual(12);
    }
    expect(compose([], order)).toEqual([]);
  });

  it("leaves out what was played last, as long as enough is left", () => {
    const menu = compose(ALL, { ...order, minutes: 30, not: ["warm"] });
    expect(menu.map((g) => g.info.key)).not.toContain("warm");
  });

  it("has the longest second and something to laugh at the end", () => {
    const [warm, big, mid, fun] = ALL as [GameEntry, GameEntry, GameEntry, GameEntry];
    expect(served([warm, mid, fun, big]).map((g) => g.info.key)).toEqual(["warm", "big", "mid", "fun"]);
  });

  it("can be changed dish by dish", () => {
    const [warm, big, mid] = ALL as [GameEntry, GameEntry, GameEntry];
    expect(moved([warm, big, mid], 0, 1)).toEqual([big, warm, mid]);
    expect(moved([warm, big], 0, -1)).toEqual([warm, big]);
    const other = swapped([warm, big], 1, ALL, order, () => 0);
    expect(other[0]).toBe(warm);
    expect(other[1]).not.toBe(big);
    expect(swapped([warm], 0, [warm], order)).toEqual([warm]);
  });
});

describe("prizes", () => {
  const moment = (kind: Moment["kind"], seat: number, value: number): Moment => ({ kind, seat, value, step: 3 });
  const of = (...moments: Moment[]): Moments => ({ game: "a", names: ["Léa", "Tom"], moments });

  it("are one for everybody: the best of each kind, else a moment of one's own, else for having stayed", () => {
    const all = evening(["Léa", "Tom", "Zoé"], played("a", [], []), played("b", [], []));
    const told = new Map([
      ["a", of(moment("quickest", 0, 400), moment("stars", 0, 5))],
      ["b", of(moment("quickest", 1, 700), moment("stars", 1, 2))],
    ]);
    expect(prizes(all, told).map((p) => [p.name, p.kind, p.moment?.value])).toEqual([
      ["Léa", "quickest", 400],
      ["Tom", "stars", 2],
      ["Zoé", "stayed", undefined],
    ]);
  });

  it("need no moment, as before they are told", () => {
    expect(prizes(evening(["Léa"]), new Map()).map((p) => p.kind)).toEqual(["stayed"]);
  });
});

it("votes are counted, the most first", () => {
  const wishes = ["a", "b", "b"].map((game, seat) => ({ seat, game }));
  expect(standing({ ...EMPTY, wishes })).toEqual([
    { game: "b", count: 2 },
    { game: "a", count: 1 },
  ]);
  expect(standing(null)).toEqual([]);
});
