/** One's own level: the model by values worked out by hand, families, which games count, the page. */
import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { botRating, family } from "../src/lib/level/family";
import Level from "../src/lib/level/Level.svelte";
import { NEW, rated, type Rating } from "../src/lib/level/openskill";
import { compared, forgetLevels, levels, noteLevel } from "../src/lib/level/own";
import { settings } from "../src/lib/settings.svelte";
import type { BotLevel, Ended, GameInfo, Outcome, SeatView } from "../src/protocol";

const near = (found: Rating | undefined, mu: number, sigma: number): void => {
  expect(found?.mu).toBeCloseTo(mu, 5);
  expect(found?.sigma).toBeCloseTo(sigma, 5);
};

describe("Plackett–Luce", () => {
  // c² = 2 (625/9 + 625/36) = 173.6111, so each has a half: ω = ½, δ = ¼, the winner's μ grows by 69.4444 / 13.17616 · ½.
  it("moves two newcomers apart as OpenSkill does", () => {
    const [first, second] = rated([NEW, NEW], [1, 2]);
    near(first, 27.63523, 8.065506);
    near(second, 22.364769, 8.065506);
  });

  // Three: c² = 260.4167, c = 16.13743, σ²/c = 4.303316. The first: ω = 1 − ⅓; the second: 1 − ⅓ off the whole field,
  // then of the two that are left: −⅓ + ½ = ⅙; the third: −⅓ − ½ = −⅚.
  it("knows the places of three", () => {
    const found = rated([NEW, NEW, NEW], [1, 2, 3]);
    const step = 69.444444 / 16.137431;
    const change = found.map((r) => (r.mu - 25) / step);
    expect(change[0]).toBeCloseTo(2 / 3, 5);
    expect(change[1]).toBeCloseTo(1 / 6, 5);
    expect(change[2]).toBeCloseTo(-5 / 6, 5);
  });

  it("leaves two that tie where they are, and is surer of both", () => {
    for (const one of rated([NEW, NEW], [1, 1])) near(one, 25, 8.065506);
  });

  it("learns little from what it expected, and much from a surprise", () => {
    const strong: Rating = { mu: 35, sigma: 2 };
    const [weak] = rated([{ mu: 15, sigma: 5 }, strong], [2, 1]);
    const [hero] = rated([{ mu: 15, sigma: 5 }, strong], [1, 2]);
    expect(15 - (weak?.mu ?? 0)).toBeLessThan(0.5);
    expect((hero?.mu ?? 0) - 15).toBeGreaterThan(2);
  });
});

const info = (main: string, words = false): GameInfo => ({ exercises: [main], words }) as unknown as GameInfo;

it("finds the family of a game by what its box says", () => {
  const found = [
    info("vocabulary", true),
    info("strategy"),
    info("speed", true),
    info("memory", true),
    info("luck"),
  ];
  expect(found.map(family)).toEqual(["words", "cards", "race", "memory", "luck"]);
});

it("has bots where tournaments put them: 400 points of Elo are ten to one", () => {
  expect(botRating("words", "normal")).toEqual({ mu: 25, sigma: 1 });
  expect(botRating("words", "adaptive")).toBeNull();
  // 286 points below: 286 · (25/6) √2 ln 10 / 400 = 9.70.
  expect(botRating("words", "beginner")?.mu).toBeCloseTo(25 - 9.701, 2);
});

const seat = (kind: SeatView["kind"], level: BotLevel | null = null): SeatView => ({ kind, level, name: "" });

const over = (ranks: number[] | null, more: Partial<Outcome> = {}, stand_ins: number[] = []): Ended =>
  ({ game_id: "g", stand_ins, outcome: { ranks, scores: [], result: "winners", ...more } }) as unknown as Ended;

describe("which games count", () => {
  const seats = [seat("person"), seat("bot", "strong")];
  const one = (ended: Ended, around = seats, mine = [0]) => compared("words", NEW, ended, around, mine);

  it("compares with bots of a level, and with people as newcomers", () => {
    const around = [seat("bot", "beginner"), seat("person"), seat("person"), seat("bot", "adaptive")];
    const found = one(over([2, 1, 3, 4]), around, [1]);
    expect(found?.ranks).toEqual([1, 2, 3]);
    expect(found?.ratings).toEqual([NEW, botRating("words", "beginner"), NEW]);
  });

  it("leaves out what says nothing about one person", () => {
    expect(one(over([1, 2]))).not.toBeNull();
    expect(one(over([1, 2]), seats, [0, 1])).toBeNull();
    expect(one(over([1, 2]), seats, [])).toBeNull();
    expect(one(over([1, 1], { result: "together" }))).toBeNull();
    expect(one(over(null, { result: "nobody" }))).toBeNull();
    expect(one(over([1, 2], {}, [0]))).toBeNull();
    expect(one(over([1, 2], {}, [1]))).toBeNull();
    expect(one(over([1, 2]), [seat("person"), seat("bot", "adaptive")])).toBeNull();
    expect(one(over([1]), [seat("person")])).toBeNull();
  });

  it("counts a game once, keeps it here, and forgets it", () => {
    const bots = [seat("person"), seat("bot", "normal")];
    expect(noteLevel(info("memory"), over([1, 2]), bots, [0])).toBe(true);
    expect(noteLevel(info("memory"), over([1, 2]), bots, [0])).toBe(false);
    expect(levels().memory?.games).toBe(1);
    expect(levels().memory?.mu).toBeGreaterThan(25);
    expect(levels().words).toBeUndefined();
    forgetLevels();
    expect(levels()).toEqual({});
  });

  it("takes what is no level for none", () => {
    localStorage.setItem("tablee.level", '{"levels":{"words":{"mu":"x"},"luck":3},"seen":4}');
    expect(levels()).toEqual({});
  });
});

describe("the page", () => {
  beforeEach(() => settings.set({ language: "fr", rated: false }));

  it("says that nothing counts before it is wanted", async () => {
    render(Level, { onleave: () => undefined });
    expect(screen.getByText(/Rien encore/)).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Compter mes parties" }));
    expect(settings.kept.rated).toBe(true);
    expect(screen.queryByRole("button", { name: "Compter mes parties" })).toBeNull();
  });

  it("says in words where one stands and how sure it is", async () => {
    const kept = { words: { mu: 25, sigma: 8, games: 1 }, race: { mu: 60, sigma: 1.5, games: 40 } };
    localStorage.setItem("tablee.level", JSON.stringify({ levels: kept, seen: [] }));
    render(Level, { onleave: () => undefined });
    const words = screen.getByRole("region", { name: /Jeux de mots/ });
    expect(words.textContent).toContain("Tu joues comme le robot normal.");
    expect(words.textContent).toContain("On ne sait pas bien encore");
    const race = screen.getByRole("region", { name: /Rapidité/ });
    expect(race.textContent).toContain("comme le robot fort, ou mieux");
    expect(race.textContent).toContain("assez sûr");
    await fireEvent.click(screen.getByRole("button", { name: "Oublier mon niveau" }));
    expect(screen.queryByRole("region", { name: /Rapidité/ })).toBeNull();
    expect(localStorage.getItem("tablee.level")).toBeNull();
  });
});
