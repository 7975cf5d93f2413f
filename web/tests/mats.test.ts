import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Session } from "../src/lib/session.svelte";
import { fetchMat, layMat, MATS } from "../src/mats";
import type { GameInfo } from "../src/protocol";

/** Written by the games (`python -m tests.games.page_names`). */
const names = JSON.parse(readFileSync("tests/cases/names.json", "utf-8")) as Record<
  "games" | "mats" | "moves" | "facts",
  string[]
>;

/** Everything but the mats of single games, and what is generated. The mat for cards serves many: it knows none. */
const SOURCES = readdirSync("src", { recursive: true, encoding: "utf-8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter(
    (path) => /\.(ts|svelte|css)$/.test(path) && path !== "protocol.ts" && !/^mats\/(?!cards\/)\w+\//.test(path),
  )
  .map((path) => [path, readFileSync(`src/${path}`, "utf-8")] as const);

/** Names that are also words of the page, and what they mean there. None of them may be read off a fact or an offer. */
const PLAIN: Record<string, string> = {
  adaptive: "a level of bots",
  alphabet: "an order of keys",
  answer: "a command: what is typed at a seat in words",
  back: "in a comment, a parameter",
  chosen: "a word of the page",
  confirm: "a setting",
  done: "what the table answers",
  draw: "a sound",
  etoile: "a picture and a sound",
  free: "a chair that nobody has",
  go: "what the Enter key says",
  hand: "a kind of zone; passing a shared screen on",
  lay: "a sound",
  leave: "a command",
  left: "the hand that holds the phone",
  move: "an event that every table has",
  name: "a part of a sentence",
  number: "the type of a value",
  ok: "a notice that is good news",
  pause: "a command",
  petard: "a picture and a sound",
  pile: "a kind of zone",
  place: "a class of a style",
  play: "a command",
  points: "a field of events that holds a number",
  ready: "what people are before a race, or for another game",
  right: "a side",
  search: "a kind of field",
  sentence: "a field of events that holds what was said",
  set: "a class of a style",
  shout: "a sound",
  starter: "an option of every table; a field of events that holds a seat",
  swap: "an event that every table has",
  take: "a step of a plan of columns",
  think: "a mood",
  trick: "a kind of zone",
  turn: "a sound",
  winner: "a field of events that holds a seat",
  word: "a field of events that holds what was said",
};

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What a text knows of games, one line for each thing. */
function known(text: string): string[] {
  const found: string[] = [];
  for (const game of names.games)
    if (new RegExp(`(?<![\\p{L}\\d_])${escaped(game)}(?![\\p{L}\\d_])`, "iu").test(text))
      found.push(`the game ${game}`);
  for (const [what, all] of [
    ["move", names.moves],
    ["fact", names.facts],
  ] as const)
    for (const name of all) {
      // Read by its name: never allowed, whatever else the word may mean.
      const read = new RegExp(
        [
          `(?<![#\\w])(?:facts|moves)\\)?\\??\\.?(?:\\.${name}\\b|\\[["'\`]${name}["'\`]\\])`,
          `\\bname\\s*[!=]==?\\s*["'\`]${name}["'\`]`,
          `\\b(?:why|deny)\\(\\s*["'\`]${name}["'\`]`,
          `\\bmove:\\s*["'\`]${name}["'\`]`,
          `data-fait=["']?${name}\\b`,
        ].join("|"),
      );
      const quoted = new RegExp(`(["'\`])${name}(?:\\.[\\w-]+)?\\1`);
      if (read.test(text) || (!(name in PLAIN) && quoted.test(text))) found.push(`the ${what} ${name}`);
    }
  return found;
}

describe("the page outside the mats", () => {
  it("is searched whole", () => {
    const paths = SOURCES.map(([path]) => path);
    for (const part of ["App.svelte", "tokens.css", "lib/words.ts", "lib/Seat.svelte", "mats/cards/Bar.svelte"])
      expect(paths).toContain(part);
    expect(paths.some((path) => path.includes("Kennel"))).toBe(false);
    expect(SOURCES.filter(([, text]) => text.length < 40)).toEqual([]);
  });

  it.each(SOURCES)("%s knows no game, no move and no fact", (_, text) => {
    expect(known(text)).toEqual([]);
  });

  it("would be caught", () => {
    for (const [text, what] of [
      ["// as in Vizdibix", "the game Vizdibix"],
      ["jouer à Pas Touche !", "the game Pas Touche !"],
      ["Number(view?.facts.goal ?? 0)", "the fact goal"],
      ["session.sight?.view.facts.hints;", "the fact hints"],
      ['facts["trick"]', "the fact trick"],
      ['.faits [data-fait="sentence"] {}', "the fact sentence"],
      ['deny("tap", "", "not_offered")', "the move tap"],
      ['offers.find((o) => o.name === "turn")', "the move turn"],
      ["texts?.moves.roll", "the move roll"],
      ['refusals["touch.card"]', "the move touch"],
    ] as const)
      expect(known(text)).toContain(what);
  });

  it("has no plain word that is none of a game's", () => {
    const all = new Set([...names.moves, ...names.facts]);
    expect(Object.keys(PLAIN).filter((word) => !all.has(word))).toEqual([]);
  });
});

describe("mats", () => {
  it("are there for every game, and no others", () => {
    expect(MATS).toEqual(names.mats);
  });

  it.each(names.mats)("%s has a middle and a place for me", async (name) => {
    const mat = await fetchMat(name);
    expect(mat.Middle).toBeTypeOf("function");
    expect(mat.Bar).toBeTypeOf("function");
  });

  const table = (mat: string) => {
    const info = { key: "toy", mat } as GameInfo;
    return { table: { game: "toy" }, info: null, mat: null, learn: async () => await Promise.resolve(info) };
  };

  it("are laid by the name that the game gives", async () => {
    const session = table("star") as unknown as Session;
    await layMat(session);
    expect(session.mat).toBe(await fetchMat("star"));
  });

  it("that are unknown are missed, and nothing is laid in their place", async () => {
    const session = table("trampoline") as unknown as Session;
    await expect(layMat(session)).rejects.toThrow("trampoline");
    expect(session.mat).toBeNull();
  });

  it("come too late for a table that has turned to another game", async () => {
    const session = table("star") as unknown as Session;
    const laying = layMat(session);
    session.table = { game: "another" } as never;
    await laying;
    expect(session.mat).toBeNull();
  });
});
