import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fits, fold, missing, ticks } from "../src/lib/offers/fits";
import type { Fit } from "../src/protocol";

/** Written by the rules (`python -m tests.words.fit_cases`): what they say of each word. */
const { words, folded, cases } = JSON.parse(readFileSync("tests/cases/fits.json", "utf-8")) as {
  words: string[];
  folded: string[];
  cases: { fit: Fit; codes: (string | null)[] }[];
};

describe("words as the rules judge them", () => {
  it("are folded alike", () => {
    expect(words.map(fold)).toEqual(folded);
  });

  it.each(cases.map((c) => [JSON.stringify(c.fit), c] as const))("%s", (_, { fit, codes }) => {
    expect(words.map((word) => missing(fit, word))).toEqual(codes);
  });

  it.each(cases.map((c) => [JSON.stringify(c.fit), c] as const))("ticks of %s", (_, { fit }) => {
    for (const word of words) if (fits(fit, word)) expect(ticks(fit, word).every((t) => t.done)).toBe(true);
  });
});

describe("an étoile before the last letter", () => {
  it("takes the first place, whichever letter that is", () => {
    const [tick] = ticks({ holds: "?E" }, "re");
    expect(tick).toEqual({ kind: "later", text: "E", done: true });
    expect(ticks({ holds: "?E" }, "et")[0]?.done).toBe(false);
  });
});
