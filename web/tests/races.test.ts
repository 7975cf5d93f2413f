import { describe, expect, it } from "vitest";
import { keysOf, other, ROWS } from "../src/lib/offers/keyboards";
import { Session } from "../src/lib/session.svelte";
import { saidOf, wordsFor } from "../src/lib/table/facts";
import { settings } from "../src/lib/settings.svelte";

const ALPHABET = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

describe("the keys of letters", () => {
  it.each(["abc", "azerty", "qwerty"] as const)("%s has every letter once", (keys) => {
    expect(
      keysOf(keys)
        .map((k) => k.letter)
        .sort(),
    ).toEqual(ALPHABET);
  });

  it("stand as on a keyboard: a shorter row in the middle begins half a key later", () => {
    expect(ROWS.azerty).toEqual(["AZERTYUIOP", "QSDFGHJKLM", "WXCVBN"]);
    expect(keysOf("azerty").filter((k) => k.after)).toEqual([]);
    expect(keysOf("qwerty").filter((k) => k.after)).toEqual([{ letter: "A", after: 1 }]);
  });

  it("are changed to the keyboard that people know, and back", () => {
    expect([other("abc", "fr"), other("abc", "en")]).toEqual(["azerty", "qwerty"]);
    expect([other("azerty", "fr"), other("qwerty", "fr"), other("azerty", "en")]).toEqual(["abc", "abc", "abc"]);
  });

  it("are the alphabet unless somebody says otherwise", () => {
    expect(settings.kept.keys).toBe("abc");
  });
});

describe("a mark on a seat", () => {
  const session = (hoarse: unknown) =>
    ({
      sight: { view: { seats: [{}, {}, {}], facts: { hoarse, tricks: [1, 1, 1] } } },
      texts: { facts: {}, values: { "hoarse.1": "sans voix" } },
    }) as unknown as Session;

  it("is a word, there where the game has one for the value of that seat", () => {
    const table = session([0, 1, 0]);
    expect([0, 1, 2].map((seat) => saidOf(table, seat).map((said) => said.value))).toEqual([
      [],
      ["sans voix"],
      [],
    ]);
  });

  it("needs an entry for each seat", () => {
    expect(saidOf(session([0, 1]), 1)).toEqual([]);
  });
});

describe("words about what a seat bears", () => {
  it("are the lists that facts have for that seat, whatever they are called", () => {
    const facts = {
      seat: 0,
      clues: { "0": ["roi", "rue"], "2": [] },
      chosen: { "0": { sealed: true } },
      won: [3, 4],
    };
    const table = { sight: { view: { facts } } } as unknown as Session;
    expect([0, 1, 2].map((seat) => wordsFor(table, seat))).toEqual([["roi", "rue"], [], []]);
  });
});

describe("the cards that a call was about", () => {
  it("are tiles in the log, one by one", () => {
    const says = (laid: string) =>
      Session.prototype.phrase.call({ texts: { values: {} } }, "sur {laid} :", {
        laid: { is: "face", value: laid },
      });
    const tile = (text: string) => ({ text, kind: "letter" });
    const words = (text: string) => ({ text, kind: "words" });
    expect(says("E O")).toEqual([words("sur "), tile("E"), words(" "), tile("O"), words(" :")]);
    expect(says("★ ★")).toEqual([words("sur "), tile("★"), words(" "), tile("★"), words(" :")]);
    expect(says("K")).toEqual([words("sur "), tile("K"), words(" :")]);
  });
});
