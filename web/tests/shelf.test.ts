/** The shelf: what is found, what nearly is, what lies on the table; three questions; the tables of this device. */
import { beforeEach, describe, expect, it } from "vitest";
import { NO_ANSWER, suggest } from "../src/lib/choose/suggest";
import {
  forgetGame,
  forgetTable,
  goneTable,
  noteGame,
  noteTable,
  pastTables,
  type PastGame,
} from "../src/lib/past";
import { ANYTHING, asks, misses, nearly, planks } from "../src/lib/shelf/find";
import { memory } from "../src/lib/shelf/kept.svelte";
import { seatsFor } from "../src/lib/shelf/make";
import { dropToken, keepToken, tokens } from "../src/lib/tokens";
import type { GameEntry, GameInfo } from "../src/protocol";

function box(key: string, info: Partial<GameInfo> = {}): GameEntry {
  const usual = {
    key,
    name: key.toUpperCase(),
    players: [2, 4],
    minutes: 10,
    kinds: [],
    exercises: ["letters"],
    moods: ["laugh"],
    age: 6,
    reading: "letters",
    device: "shared",
  };
  return { info: { ...usual, ...info }, tagline: {}, lesson: null } as unknown as GameEntry;
}

const QUICK = box("quick", { minutes: 3, moods: ["rush", "laugh"], age: 5, reading: "nothing" });
const LONG = box("long", { minutes: 40, moods: ["think"], age: 10, players: [3, 8], reading: "reads" });
const SAD = box("sad", { moods: ["bluff"] });
const ALL = [QUICK, LONG, SAD];
const nobody = { liked: () => false, played: () => 0 };

beforeEach(() => {
  localStorage.clear();
  memory.reload();
});

describe("the shelf", () => {
  it("says what a box misses of what is asked for", () => {
    expect(misses(LONG, { ...ANYTHING, players: 2, age: 8, minutes: 30 })).toEqual(["players", "age", "minutes"]);
    expect(misses(LONG, { ...ANYTHING, players: 3, age: 10, minutes: 40, mood: "think" })).toEqual([]);
    expect(asks(ANYTHING)).toBe(false);
    expect(asks({ ...ANYTHING, text: "x" })).toBe(true);
  });

  it("of a game that says no age nobody is too young", () => {
    expect(misses(box("new", { age: 0 }), { ...ANYTHING, age: 4 })).toEqual([]);
  });

  it("shows what nearly fits, the nearest first, and only if more than one thing was asked", () => {
    const wanted = { ...ANYTHING, minutes: 2, players: 3 };
    const near = nearly(ALL, wanted, () => "");
    expect(near.map((n) => [n.entry.info.key, n.but])).toEqual([
      ["quick", "minutes"],
      ["sad", "minutes"],
      ["long", "minutes"],
    ]);
    expect(nearly(ALL, { ...ANYTHING, minutes: 2 }, () => "")).toEqual([]);
  });

  it("puts every box on a plank, however it is sorted", () => {
    const odd = box("odd", { moods: [] });
    for (const by of ["reading", "mood", "name"] as const) {
      const keys = planks([...ALL, odd], by).flatMap((plank) => plank.games.map((g) => g.info.key));
      expect(keys.sort()).toEqual(["long", "odd", "quick", "sad"]);
    }
    expect(planks([...ALL, odd], "mood").at(-1)?.key).toBe("rest");
  });

  it("keeps what is liked and was played, liked ones first, through a reload", () => {
    expect(memory.onTable(ALL)).toEqual([]);
    memory.note("long", 1_000);
    memory.note("quick", 2_000);
    memory.flip("sad");
    memory.reload();
    expect(memory.onTable(ALL).map((g) => g.info.key)).toEqual(["sad", "quick", "long"]);
    memory.flip("sad");
    expect(memory.onTable(ALL).map((g) => g.info.key)).toEqual(["quick", "long"]);
  });

  it("survives nonsense in the storage", () => {
    localStorage.setItem("tablee.shelf", '{"liked": 3, "played": {"x": "y"}}');
    memory.reload();
    expect(memory.onTable(ALL)).toEqual([]);
  });

  it("lays as many seats as there are people, as far as the box allows it", () => {
    expect(seatsFor(QUICK, "alone", null)).toBe(3);
    expect(seatsFor(QUICK, "here", null)).toBe(2);
    expect(seatsFor(QUICK, "invite", 6)).toBe(4);
    expect(seatsFor(LONG, "invite", 2)).toBe(3);
  });
});

describe("three questions", () => {
  it("never give a box that cannot be played", () => {
    const ideas = suggest(ALL, { players: 2, reading: "letters", mood: "think", minutes: 20 }, nobody);
    expect(ideas.map((g) => g.info.key).sort()).toEqual(["quick", "sad"]);
    expect(suggest(ALL, { ...NO_ANSWER, players: 9 }, nobody)).toEqual([]);
  });

  it("give first what one feels like, and last what was played today", () => {
    const laugh = { ...NO_ANSWER, mood: "laugh" as const };
    const other = box("other");
    expect(suggest([SAD, QUICK, other], laugh, nobody, 0, () => 0).map((g) => g.info.key)).toEqual([
      "other",
      "quick",
      "sad",
    ]);
    const now = 10 * 86_400_000;
    const today = { liked: () => false, played: (g: string) => (g === "other" ? now - 5 : 0) };
    const same = box("same");
    expect(suggest([other, same], laugh, today, now, () => 0)[0]?.info.key).toBe("same");
  });
});

describe("the tables of this device", () => {
  const game = (id: string): PastGame => ({ id, game: "quick", at: 5, names: ["Léa"], won: ["Léa"], mine: true });

  it("keep their games, each once, and through another visit", () => {
    noteTable("ABCDEF", "quick", "hash", ["Léa", "Tom"]);
    noteGame("ABCDEF", game("one"));
    noteGame("ABCDEF", game("two"));
    noteGame("ABCDEF", { ...game("one"), at: 99 });
    noteTable("ABCDEF", "long", null);
    const [table] = pastTables();
    expect(table?.games?.map((g) => [g.id, g.at])).toEqual([
      ["one", 5],
      ["two", 5],
    ]);
    expect([table?.game, table?.names, table?.promised]).toEqual(["long", ["Léa", "Tom"], "hash"]);
  });

  it("say that they are gone, and are forgotten with their last game", () => {
    noteTable("ABCDEF", "quick", null);
    noteGame("ABCDEF", game("one"));
    goneTable("ABCDEF");
    expect(pastTables()[0]?.gone).toBe(true);
    forgetGame("ABCDEF", "one");
    expect(pastTables()).toEqual([]);
  });

  it("a table one sits at again is not gone", () => {
    noteTable("ABCDEF", "quick", null);
    goneTable("ABCDEF");
    noteTable("ABCDEF", "quick", null);
    expect(pastTables()[0]?.gone).toBeUndefined();
    forgetTable("ABCDEF");
    expect(pastTables()).toEqual([]);
  });

  it("are forgotten with the way back to the seat", () => {
    keepToken("ABCDEF", "a");
    keepToken("GHJKMN", "b");
    dropToken("ABCDEF");
    expect(tokens()).toEqual({ GHJKMN: "b" });
  });
});
