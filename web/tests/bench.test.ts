import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as bench from "../src/lib/offers/bench";
import type { Row } from "../src/lib/offers/bench";
import { Choice } from "../src/lib/offers/choice.svelte";
import { judge } from "../src/lib/offers/judge";
import Widget from "../src/lib/offers/Widget.svelte";
import { Session } from "../src/lib/session.svelte";
import { settings } from "../src/lib/settings.svelte";
import { french } from "../src/lib/typography";
import type { Offer, Sight, SuitesDomain, TableView, Texts } from "../src/protocol";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A card is called by its letter, a second one of it by its small letter; numbers are jokers. */
const domain = (rows: string[], fresh: string, over: Partial<SuitesDomain> = {}): SuitesDomain => ({
  type: "Suites",
  cards: Object.fromEntries([...rows.join(""), ...fresh].map((c) => [c, /\d/.test(c) ? "" : c.toUpperCase()])),
  rows: rows.map((row) => [...row]),
  fresh: [...fresh],
  least: 1,
  must: [],
  first: [],
  last: [],
  shortest: 3,
  total: 0,
  most: 0,
  alphabet: ALPHABET,
  ...over,
});

const cards = (row: Row): string => row.map(([card]) => card).join("");
const letters = (row: Row): string => row.map(([, letter]) => letter || "?").join("");
const laid = (d: SuitesDomain): Row[] => bench.lying(d, d.rows);

describe("a row", () => {
  const d = domain([], "MNOPQXYZABmn12");
  const made = (...hand: string[]): Row => hand.reduce<Row>((row, card) => bench.put(d, row, card), []);

  it("stands in order, however its cards come", () => {
    expect(letters(made("O", "M", "N"))).toBe("MNO");
    expect(letters(made("A", "Z", "Y", "B", "X"))).toBe("XYZAB");
  });

  it.each([
    ["", "empty", []],
    ["MNO", "good", []],
    ["MN", "short", []],
    ["MNPQ", "hole", ["O"]],
    ["MQ", "hole", ["N", "O", "P"]],
    ["YA", "hole", ["Z"]],
    ["MmN", "twice", ["M"]],
    ["12", "jokers", []],
    ["1MN", "good", []],
  ])("%s is %s", (hand, kind, about) => {
    expect(bench.verdict(d, made(...hand))).toMatchObject({ kind, letters: about });
  });

  it("says how many are missing to be long enough", () => {
    expect(bench.verdict(d, made("M")).n).toBe(2);
  });

  it("has a place for each letter that is missing, and one for many", () => {
    const shown = (...hand: string[]) =>
      bench.slots(d, made(...hand)).map((slot) => slot.said?.[0] ?? slot.missing?.join(""));
    expect(shown("M", "N", "P")).toEqual(["M", "N", "O", "P"]);
    expect(shown("Z", "B")).toEqual(["Z", "A", "B"]);
    expect(shown("M", "Q")).toEqual(["M", "NOP", "Q"]);
  });

  it("lets a joker fill a hole first, then go on, and make room for the letter itself", () => {
    expect(letters(made("M", "1", "O"))).toBe("MNO");
    expect(cards(made("M", "O", "1"))).toBe("M1O");
    expect(letters(made("M", "N", "1"))).toBe("MNO");
    const taken = made("M", "O", "1", "N");
    expect(cards(taken)).toBe("MNO1");
    expect(letters(taken)).toBe("MNOP");
    expect(letters(bench.put(d, made("M", "N"), "1", "left"))).toBe("LMN");
    expect(letters(made("1", "2"))).toBe("??");
    expect(letters(made("1", "2", "M"))).toBe("MNO");
  });

  it("goes round the circle as long as one likes", () => {
    const all = domain([ALPHABET], "ab");
    const [round = []] = laid(all);
    expect(letters(bench.put(all, round, "a"))).toBe(`${ALPHABET}A`);
    expect(bench.verdict(all, bench.put(all, bench.put(all, round, "a"), "b")).kind).toBe("good");
  });
});

describe("what a pétard blocks", () => {
  const d = domain(["MNO", "1TU"], "LPSV2", { last: ["O"], first: ["1"] });
  const [right = [], left = []] = laid(d);

  it("is where nothing goes on", () => {
    expect(bench.verdict(d, bench.put(d, right, "P"))).toMatchObject({ kind: "blocked", letters: ["O"] });
    expect(bench.verdict(d, bench.put(d, right, "L")).kind).toBe("good");
    expect(bench.fitting(d, [right, left], "P")).toEqual([]);
    expect(bench.fitting(d, [right, left], "L")).toEqual([0]);
    expect(bench.fitting(d, [right, left], "V")).toEqual([1]);
  });

  it("sends a joker to the free end", () => {
    expect(letters(bench.put(d, right, "2"))).toBe("LMNO");
    expect(letters(bench.put(d, left, "2", "left"))).toBe("STUV");
    expect(bench.flipped(d, [bench.put(d, right, "2")], "2")).toBeNull();
  });

  it("keeps rows apart that would go on", () => {
    const e = domain(["MNO", "PQR"], "S", { last: ["O"] });
    expect(bench.partner(e, laid(e), 0)).toBe(-1);
    expect(judge(e, [[..."MNOPQRS"]])).toBe("blocked_end");
    expect(judge(e, [[..."MNO"], [..."PQRS"]])).toBeNull();
  });
});

describe("rows", () => {
  const d = domain(["CDEFG", "XYZ"], "eHA1");

  it("are as they lie, a joker by its place", () => {
    const e = domain(["1BC", "Y2A"], "D");
    expect(laid(e).map(letters)).toEqual(["ABC", "YZA"]);
  });

  it("are cut, and the card goes to either part", () => {
    const parts = bench.cut(d, laid(d), "F");
    expect(parts.map(cards)).toEqual(["CDE", "FG", "XYZ"]);
    expect(bench.fitting(d, parts, "e")).toEqual([1]);
    const done = bench.moved(d, parts, "e", 1);
    expect(done.map(cards)).toEqual(["CDE", "eFG", "XYZ"]);
    expect(
      judge(
        d,
        done.map((row) => row.map(([card]) => card)),
      ),
    ).toBeNull();
  });

  it("are joined again", () => {
    const parts = bench.cut(d, laid(d), "F");
    expect(bench.partner(d, parts, 0)).toBe(1);
    expect(bench.partner(d, parts, 1)).toBe(0);
    expect(bench.joined(d, parts, 1, 0).map(cards)).toEqual(["CDEFG", "XYZ"]);
    expect(bench.partner(d, parts, 2)).toBe(-1);
  });

  it("give cards to one another, and to a new one", () => {
    const rows = bench.moved(d, laid(d), "G", 2);
    expect(rows.map(cards)).toEqual(["CDEF", "XYZ", "G"]);
    expect(bench.moved(d, rows, "H", 2).map(cards)).toEqual(["CDEF", "XYZ", "GH"]);
    expect(bench.taken(d, rows, "D").map(letters)).toEqual(["CEF", "XYZ", "G"]);
  });

  it("have a joker go to the other end", () => {
    const rows = bench.moved(d, laid(d), "1", 1);
    expect(letters(rows[1] ?? [])).toBe("XYZA");
    const over = bench.flipped(d, rows, "1") ?? [];
    expect(letters(over[1] ?? [])).toBe("WXYZ");
    expect(letters(bench.flipped(d, over, "1")?.[1] ?? [])).toBe("XYZA");
    expect(bench.flipped(d, rows, "X")).toBeNull();
  });
});

// ---- at the bench ----

const TEXTS = french({
  name: "Essai",
  moves: { tidy: "Réorganiser", fresh: "Nouvelle suite" },
  values: {},
  asks: {},
  refusals: { not_possible: "Non.", nothing_added: "Ajoute une carte.", too_few_cards: "Cinq cartes !" },
  sure: {},
  steps: {},
  phases: {},
  events: {},
  zones: {},
  options: {},
  endings: {},
  facts: {},
}) as unknown as Texts;

function atBench(d: SuitesDomain, ...besides: Offer[]) {
  const session = new Session("ABCDEF", "still");
  session.texts = TEXTS;
  session.table = { seats: [{ kind: "person", name: "Zoé", yours: true }] } as unknown as TableView;
  const drawn = Object.entries(d.cards).map(([handle, letter]) => ({ handle, face: letter ? `p${letter}` : "★" }));
  const offer: Offer = { name: "tidy", params: { suites: d } };
  session.sight = {
    now: 0,
    view: {
      zones: [{ name: "hand:0", kind: "fan", owner: 0, cards: drawn, count: drawn.length }],
      active: [0],
      scores: [],
      you: [0],
      seats: [],
      phase: "lay",
      facts: {},
    },
    offers: { "0": [offer, ...besides] },
  } as unknown as Sight;
  const play = vi.spyOn(session, "play").mockReturnValue();
  const choice = new Choice(
    session,
    () => 0,
    () => session.sight?.offers["0"] ?? [],
  );
  // It is never open by itself: one says so.
  expect(choice.asks).toBeNull();
  choice.begin(offer);
  const asks = choice.asks;
  if (asks) render(Widget, { choice, asks, lies: () => false });
  return { choice, played: () => play.mock.calls.map(([, offer, args]) => [offer.name, args]) };
}

const called = (name: string) => new RegExp(`^${name.replaceAll(" ", "\\s")}$`);
const button = (name: string) => screen.findByRole("button", { name: called(name) });
const tap = async (...names: string[]) => {
  for (const name of names) await fireEvent.click(await button(name));
};
const verdicts = () => [...document.querySelectorAll(".juge")].map((says) => says.textContent.trim());
const spoken = () => document.querySelector("dialog [aria-live]")?.textContent.replace(/\s/g, " ");

beforeAll(() => import("../src/lib/offers/BenchBox.svelte"), 60_000);
beforeEach(() => settings.set({ language: "fr" }));

describe("the bench", () => {
  it("takes a card of the hand where it fits, says so, and sends when all holds", async () => {
    const { played } = atBench(domain(["CDE"], "FXe"));
    expect(((await button("Valider")) as HTMLButtonElement).disabled).toBe(true);
    expect(verdicts()).toEqual(["CDE", "Nouvelle suite"]);
    await tap("F");
    expect(verdicts()).toEqual(["CDEF", "Nouvelle suite"]);
    expect(spoken()).toBe("Suite 1, CDEF, c’est bon");
    await tap("Valider");
    expect(played()).toEqual([["tidy", { suites: [["C", "D", "E", "F"]] }]]);
  });

  it("begins a new row for what fits nowhere, and says what is missing", async () => {
    atBench(domain(["CDE"], "XZ"));
    await tap("X");
    expect(verdicts()).toEqual(["CDE", "il manque 2 lettres", "Nouvelle suite"]);
    await tap("Z");
    await tap("Z", "Ranger ici, suite 2");
    expect(verdicts()[1]).toBe("il manque Y");
    expect(document.querySelector("span.manque")?.textContent).toBe("Y");
    expect(spoken()).toContain("il manque Y");
    expect(((await button("Valider")) as HTMLButtonElement).disabled).toBe(true);
  });

  it("cuts a row, joins it, and takes steps back", async () => {
    const { played } = atBench(domain(["CDEFG"], "eX"));
    await tap("F", "Couper avant F");
    expect(verdicts()).toEqual(["CDE", "il manque une lettre", "Nouvelle suite"]);
    await tap("F", "Coller à C D E");
    expect(verdicts()).toContain("CDEFG");
    await tap("Défaire", "Défaire");
    expect(verdicts()).toEqual(["CDEFG", "Nouvelle suite"]);
    await tap("F", "Couper avant F");
    const hand = screen.getByRole("group", { name: "À ranger" });
    await fireEvent.click(within(hand).getByRole("button", { name: "E" }));
    expect(verdicts()).toEqual(["CDE", "EFG", "Nouvelle suite"]);
    await tap("Valider");
    expect(played()).toEqual([
      [
        "tidy",
        {
          suites: [
            ["C", "D", "E"],
            ["e", "F", "G"],
          ],
        },
      ],
    ]);
  });

  it("is worked by keyboard: a lifted card goes up and down, and back into the hand", async () => {
    atBench(domain(["CDE", "FGH"], "I"));
    await tap("I");
    expect(verdicts().slice(0, 2)).toEqual(["CDE", "FGHI"]);
    const h = await button("F");
    await fireEvent.click(h);
    await fireEvent.keyDown(h, { key: "ArrowUp" });
    expect(verdicts().slice(0, 2)).toEqual(["CDEF", "GHI"]);
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^F, soulevée/));
    await fireEvent.keyDown(document.activeElement as HTMLElement, { key: "Escape" });
    const i = await button("I");
    await fireEvent.click(i);
    await fireEvent.keyDown(i, { key: "Delete" });
    expect(verdicts()[1]).toBe("il manque une lettre");
  });

  it("says what the whole still needs", async () => {
    atBench(domain([], "CDEX", { total: 5 }));
    await tap("C", "D", "E");
    expect(screen.getByText("Cinq cartes !")).toBeTruthy();
  });

  it("asks where, when a card fits at several places; a joker goes to the other end", async () => {
    atBench(domain(["CDE", "GHI"], "F1"));
    await tap("F");
    expect(verdicts()[0]).toBe("CDE");
    await tap("Ranger ici, suite 2");
    expect(verdicts()).toEqual(["CDE", "FGHI", "Nouvelle suite"]);
    await tap("étoile", "Ranger ici, suite 1");
    expect(verdicts()[0]).toBe("CDEF");
    await tap("étoile F", "Autre bout");
    expect(verdicts()[0]).toBe("BCDE");
  });

  it("lays what only comes to the rest by the plainest move there is", async () => {
    const d = domain(["CDE"], "XYZ");
    const { played } = atBench(d, { name: "fresh", params: { suites: domain([], "XYZ", { most: 1 }) } });
    await tap("X", "Y", "Z", "Valider");
    expect(played()).toEqual([["fresh", { suites: [["X", "Y", "Z"]] }]]);
  });

  it("keeps a pétard beside its card", async () => {
    atBench(domain(["CDE"], "F", { last: ["E"] }));
    expect(await screen.findByRole("img", { name: "pétard" })).toBeTruthy();
    await tap("F");
    await tap("F", "Ranger ici, suite 1");
    expect(verdicts()[0]).toBe("le pétard bloque E");
  });
});
