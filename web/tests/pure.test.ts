import { describe, expect, it } from "vitest";
import { avatar } from "../src/lib/avatars";
import { readCode, spaced } from "../src/lib/codes";
import { memorable } from "../src/lib/memories";
import { fits, fold, ticks } from "../src/lib/offers/fits";
import { optionKinds } from "../src/lib/options";
import { forgetTable, noteTable, pastTables } from "../src/lib/past";
import { commitment, sha256 } from "../src/lib/proof";
import { ANYTHING, folded, found } from "../src/lib/shelf/find";
import { isIdle, liesTurned } from "../src/lib/table/zones";
import type { GameEntry, View, ZoneView } from "../src/protocol";

describe("codes", () => {
  it.each([
    ["abc def", "ABCDEF"],
    ["http://127.0.0.1:8044/t/QWERTY", "QWERTY"],
    ["ab-cd-ef", "ABCDEF"],
    ["abcdefgh", "ABCDEF"],
    ["O01I2", "QQJJZ"],
    ["éàçdef", "EACDEF"],
  ])("%s is understood", (typed, code) => {
    expect(readCode(typed)).toBe(code);
  });

  it("are shown in two groups", () => {
    expect(spaced("ABCDEF")).toBe("ABC DEF");
    expect(spaced("AB")).toBe("AB");
  });
});

describe("the proof of the shuffle", () => {
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
    ["a".repeat(1000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"],
  ])("hashes as the standard says: %#", (text, hash) => {
    expect(sha256(new TextEncoder().encode(text))).toBe(hash);
  });

  it("commits to a seed as the server does", () => {
    expect(commitment("00112233445566778899aabbccddeeff")).toBe(
      "d5f91711c6e300acfbeaee5d8435a48d839d43594dbf7e7b72991093b2f6a388",
    );
  });
});

describe("a plane", () => {
  const area = [450, 360] as const;

  it("lies turned only where its upright cards are larger so", () => {
    expect(liesTurned(area, 320, 480)).toBe(true);
    expect(liesTurned(area, 320, 320)).toBe(false);
    expect(liesTurned(area, 800, 500)).toBe(false);
  });
});

describe("a pile before somebody", () => {
  const zones = (counts: number[], winnings = true): View =>
    ({
      zones: counts.flatMap((count, owner) => [
        { name: `pile:${String(owner)}`, kind: "pile", owner, count },
        ...(winnings ? [{ name: `won:${String(owner)}`, kind: "winnings", owner, count: 0 }] : []),
      ]),
    }) as unknown as View;
  const mine = (view: View) => view.zones[0] as ZoneView;

  it("is not counted while nobody has one", () => {
    const none = zones([0, 0, 0]);
    expect(isIdle(none, mine(none))).toBe(true);
  });

  it("is counted when it is empty and another's is not, and where nothing else is", () => {
    const spent = zones([0, 3, 0]);
    expect(isIdle(spent, mine(spent))).toBe(false);
    const alone = zones([0, 0], false);
    expect(isIdle(alone, mine(alone))).toBe(false);
  });

  it("is another thing than what was won", () => {
    const none = zones([0, 0]);
    expect(isIdle(none, none.zones[1] as ZoneView)).toBe(false);
  });
});

describe("memories", () => {
  const line = (number: number, kind: string, data: Record<string, number>) => ({ number, kind, data });

  it("keep what is rare and the most of its kind, in order of time", () => {
    const lines = [
      line(0, "deal", { count: 7 }),
      line(1, "wins", { seat: 1, count: 1 }),
      line(2, "petard", { seat: 2, count: 3 }),
      line(3, "wins", { seat: 1, count: 5 }),
      line(4, "wins", { seat: 0, count: 2 }),
      line(5, "end", {}),
    ];
    expect(memorable(lines).map((l) => l.number)).toEqual([2, 3]);
    expect(memorable(lines, [], 1).map((l) => l.number)).toEqual([2]);
    expect(memorable(lines, ["petard"]).map((l) => l.number)).toEqual([3]);
  });

  it("leave out how a game begins", () => {
    const lines = [
      line(0, "shuffles", { seat: 1 }),
      line(1, "hides", { seat: 1 }),
      ...[2, 3, 4, 5, 6, 7].map((n) => line(n, "wins", { seat: 0, count: n })),
      line(8, "hides", { seat: 2 }),
    ];
    expect(memorable(lines).map((l) => l.number)).toEqual([7]);
  });
});

describe("words that must fit", () => {
  it("compare as the rules do", () => {
    expect(fold("Œuf d’été")).toBe("OEUFDETE");
  });

  it("tick off letters one by one, then jokers", () => {
    const fit = { contains: "AA", jokers: 1 };
    expect(ticks(fit, "la").map((t) => t.done)).toEqual([true, false, true]);
    expect(ticks(fit, "aa").map((t) => t.done)).toEqual([true, true, false]);
    expect(fits(fit, "lava")).toBe(true);
    expect(fits(fit, "")).toBe(false);
  });

  it("count letters, and take them from a stock", () => {
    const fit = { rack: "AIPZZ", least: 5, most: 5 };
    expect(fits(fit, "pizza")).toBe(true);
    expect(ticks(fit, "piz").map((t) => [t.kind, t.done])).toEqual([
      ["rack", true],
      ["exactly", false],
    ]);
    expect(ticks({ rack: "AIPZ", least: 5, most: 5 }, "pizza")[0]).toEqual({
      kind: "rack",
      text: "Z",
      done: false,
    });
    expect(fits({ rack: "AIPZ", blanks: 1 }, "pizza")).toBe(true);
    expect(fits({ least: 4 }, "mur")).toBe(false);
    expect(fits({ least: 4 }, "murs")).toBe(true);
  });

  it("know beginnings, endings, and what must not be there", () => {
    expect(fits({ starts: "CH", ends: "T", without: "O" }, "chat")).toBe(true);
    expect(fits({ starts: "CH", ends: "T", without: "A" }, "chat")).toBe(false);
    expect(fits({ holds: "HA" }, "chat")).toBe(true);
    expect(fits({ holds: "AH" }, "chat")).toBe(false);
  });
});

describe("options", () => {
  it("come from the schema that is referred to", () => {
    const schema = {
      $ref: "#/$defs/B",
      $defs: { A: { properties: { no: {} } }, B: { properties: { yes: { enum: [1, 2] } } } },
    };
    expect(optionKinds(schema)).toEqual({ yes: { enum: [1, 2] } });
    expect(optionKinds(undefined)).toEqual({});
  });
});

describe("past tables", () => {
  it("are kept on the device, the latest first, with what was promised", () => {
    noteTable("ABCDEF", "amerix", "hash");
    noteTable("GHJKMN", "vizdibix", null);
    noteTable("ABCDEF", "amerix", null);
    expect(pastTables().map((t) => [t.code, t.promised])).toEqual([
      ["ABCDEF", "hash"],
      ["GHJKMN", undefined],
    ]);
    forgetTable("ABCDEF");
    expect(pastTables().map((t) => t.code)).toEqual(["GHJKMN"]);
  });

  it("survive nonsense in the storage", () => {
    localStorage.setItem("tablee.tables", "{nonsense");
    expect(pastTables()).toEqual([]);
  });
});

describe("the shelf", () => {
  const entry = {
    info: {
      key: "x",
      name: "Amérix",
      players: [2, 8],
      minutes: 20,
      kinds: ["turn", "race"],
      exercises: ["letters"],
      moods: ["laugh", "think"],
      age: 6,
      reading: "some_letters",
    },
    tagline: {},
  } as unknown as GameEntry;
  const finds = (wanted: Partial<typeof ANYTHING>) => found(entry, { ...ANYTHING, ...wanted }, "Amérix course");

  it("finds by what people ask for", () => {
    expect(finds({})).toBe(true);
    expect(finds({ text: "AMERIX" })).toBe(true);
    expect(finds({ text: "course amér" })).toBe(true);
    expect(finds({ text: "tarot" })).toBe(false);
    expect(finds({ players: 8 })).toBe(true);
    expect(finds({ players: 9 })).toBe(false);
    expect(finds({ minutes: 15 })).toBe(false);
    expect(finds({ mood: "laugh" })).toBe(true);
    expect(finds({ mood: "bluff" })).toBe(false);
    expect(finds({ age: 6 })).toBe(true);
    expect(finds({ age: 5 })).toBe(false);
    expect(finds({ exercise: "luck" })).toBe(false);
  });

  it("gives who reads more what asks for less, and not the other way round", () => {
    expect(finds({ reading: "reads" })).toBe(true);
    expect(finds({ reading: "nothing" })).toBe(false);
  });

  it("folds accents and ligatures", () => {
    expect(folded("Œil-de-bœuf, ÉTÉ")).toBe("oeil de boeuf ete");
  });
});

it("there is a little person for every chair", () => {
  expect(new Set([...Array(8).keys()].map(avatar)).size).toBe(8);
  expect(avatar(8)).toBe(avatar(0));
});
