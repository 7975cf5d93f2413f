/** The page in five languages: what one of them says, all of them say, with the same values. */
import { beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES, speak, spoken, written, type Language } from "../src/lib/languages.svelte";
import { foreign } from "../src/lib/typography";
import { fill } from "../src/lib/words";

const PARTS = import.meta.glob(["../src/**/words.ts", "../src/**/*Words.ts"]);
const FILES = import.meta.glob<Record<string, unknown>>("../src/languages/*.json", {
  eager: true,
  import: "default",
});
const OTHERS = (Object.keys(LANGUAGES) as Language[]).filter((language) => !["fr", "en"].includes(language));

/** Every sentence by its path. */
function sentences(words: unknown, path = ""): [string, string][] {
  if (typeof words === "string") return [[path, words]];
  if (typeof words !== "object" || words === null) return [];
  return Object.entries(words).flatMap(([key, part]) => sentences(part, `${path}/${key}`));
}

/** With the values that each asks for; which number chooses between forms is its own affair. */
const asked = (words: unknown): Record<string, string[]> =>
  Object.fromEntries(
    sentences(words).map(([path, said]) => [path, [...new Set(said.match(/\{\w+\}/g) ?? [])].sort()]),
  );

/** Letters that only mark a place may be none. */
const EMPTY = ["/ordinals/0"];

beforeAll(async () => {
  for (const part of Object.values(PARTS)) await part();
});

it("is written in parts", () => {
  expect(written.size).toBeGreaterThan(8);
});

describe("French and English", () => {
  it("say the same things with the same values", () => {
    for (const [part, { fr, en }] of written) expect(asked(en), part).toEqual(asked(fr));
  });

  it("leave nothing unsaid", () => {
    for (const [part, { fr, en }] of written)
      for (const [path, said] of [...sentences(fr), ...sentences(en)])
        if (!EMPTY.includes(path)) expect(said, part + path).not.toBe("");
  });
});

describe.each(OTHERS)("%s", (language) => {
  const file = FILES[`../src/languages/${language}.json`] ?? {};

  it("has no part that the page has not", () => {
    expect(Object.keys(file).sort()).toEqual([...written.keys()].sort());
  });

  it("says everything, with the same values", () => {
    for (const [part, { en }] of written) {
      const [own, english] = [asked(file[part]), asked(en)];
      expect(Object.keys(own).sort(), part).toEqual(Object.keys(english).sort());
      // A form for one and one for many may need the number or not: nothing else is added or lost.
      for (const [path, values] of Object.entries(english)) expect(own[path], part + path).toEqual(values);
    }
  });

  it("leaves nothing unsaid", () => {
    for (const [path, said] of sentences(file))
      if (!EMPTY.some((end) => path.endsWith(end))) expect(said, path).not.toBe("");
  });
});

describe("speaking", () => {
  it("is French, then English, and English where a language has no word", async () => {
    const words = spoken("no part", { of: "la carte d'{name}" }, { of: "{name}'s card" });
    await speak("fr");
    expect(words().of).toBe("la carte d’{name}");
    await speak("en");
    expect(words().of).toBe("{name}’s card");
    await speak("es");
    expect(words().of).toBe("{name}’s card");
    await speak("fr");
  });

  it("keeps the e of de before a name where it is not French", () => {
    expect(fill(foreign("el turno de {name}"), { name: "Anna" })).toBe("el turno de\u00a0Anna");
  });
});
