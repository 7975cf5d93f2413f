import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Choice } from "../src/lib/offers/choice.svelte";
import Plates from "../src/lib/offers/Plates.svelte";
import { Session } from "../src/lib/session.svelte";
import { settings } from "../src/lib/settings.svelte";
import Steps from "../src/lib/table/Steps.svelte";
import SuiteBands from "../src/lib/table/SuiteBands.svelte";
import { heightOf, linesOf, planned, readOut, suiteOf } from "../src/lib/table/suites";
import { french } from "../src/lib/typography";
import type { Offer, Sight, TableView, Texts, ZoneView } from "../src/protocol";

/** Faces by twos, an étoile with the letter that it stands for. */
const suite = (owner: number, n: number, ...faces: string[]): ZoneView => ({
  name: `suite:${owner}:${n}`,
  kind: "suite",
  owner,
  count: faces.length,
  cards: faces.map((face, i) => ({
    handle: `s${owner}${n}${i}`,
    face: face.startsWith("★") ? "★" : face,
    ...(face.startsWith("★") ? { mark: face.slice(1) } : {}),
  })),
});
const ZONES = [
  suite(0, 0, "pM", "bN", "pO"),
  suite(1, 0, "bJ", "★K", "pL", "✹"),
  suite(2, 0, "✹", "pQ", "pR", "pS", "✹"),
];
const HAND = ["pP", "bK", "★", "✹"].map((face, i) => ({ handle: `h${i}`, face }));

const ends = (...names: string[]) => ({ type: "OneEnd", names }) as const;
const by = (table: Record<string, ReturnType<typeof ends>>) =>
  ({ type: "ByChoice", of: "card", table, other: ends() }) as const;
const OFFERS = [
  { name: "again", params: { to: { type: "Suites", cards: {}, rows: [] } } },
  { name: "undo" },
  {
    name: "grow",
    params: {
      card: { type: "OneCard", cards: ["h0", "h2"] },
      to: by({ h0: ends("suite:0:0/right"), h2: ends("suite:0:0/left", "suite:0:0/right", "suite:1:0/left") }),
    },
  },
  {
    name: "swap_in",
    params: {
      card: { type: "OneCard", cards: ["h1"] },
      star: { type: "ByChoice", of: "card", table: { h1: { type: "OneCard", cards: ["s101"] } }, other: ends() },
    },
  },
  {
    name: "free_it",
    params: { card: { type: "OneCard", cards: ["h2"] }, to: ends("suite:1:0/right", "suite:2:0/left") },
  },
  { name: "throw_it", params: { card: { type: "OneCard", cards: HAND.map((c) => c.handle) } } },
] as unknown as Offer[];

const TEXTS = french({
  name: "Essai",
  moves: { undo: "Défaire ({steps})", throw_it: "Jeter", grow: "Ajouter", again: "Recommencer" },
  values: { "worth.worth": "{worth} points" },
  asks: {},
  refusals: { not_possible: "Non." },
  sure: {},
  steps: { take_one: "Piocher", lay_some: "Poser", throw_it: "Jeter" },
  phases: {},
  events: {
    grows: "{seat} ajoute chez {owner}.",
    passes: "{seat} passe.",
  },
  zones: {},
  options: {},
  endings: {},
  facts: {},
}) as unknown as Texts;

function table(offers = OFFERS) {
  const session = new Session("ABCDEF", "still");
  session.texts = TEXTS;
  session.table = {
    seats: ["Zoé", "Nino", "Lila"].map((name, i) => ({ kind: "person", name, yours: i === 0 })),
  } as unknown as TableView;
  session.sight = {
    now: 0,
    view: {
      zones: [{ name: "hand:0", kind: "fan", owner: 0, cards: HAND, count: 4 }, ...ZONES],
      active: [0],
      scores: [],
      you: [0],
      seats: [{}, {}, {}],
      phase: "lay_some",
      facts: { steps: 2, worth: [3, 7, 4] },
    },
    offers: { "0": offers },
  } as unknown as Sight;
  const play = vi.spyOn(session, "play").mockReturnValue();
  const choice = new Choice(
    session,
    () => 0,
    () => session.sight?.offers["0"] ?? [],
  );
  return { session, choice, played: () => play.mock.calls.map(([, offer, args]) => [offer.name, args]) };
}

const names = () =>
  screen.queryAllByRole("button").map((b) => b.getAttribute("aria-label") ?? b.textContent.trim());

beforeEach(() => settings.set({ language: "fr" }));

describe("bands of suites", () => {
  it("come in the order of turns, mine last, and say what is blocked and what they are worth", () => {
    const { choice } = table();
    render(SuiteBands, { zones: ZONES, choice });
    expect(screen.getAllByRole("region").map((band) => band.getAttribute("aria-label"))).toEqual([
      "chez Nino, 7 points",
      "chez Lila, 4 points",
      "chez toi, 3 points",
    ]);
    expect(screen.getByRole("group", { name: "suite J K L, bout droit bloqué" })).toBeTruthy();
    expect(screen.getByRole("group", { name: "suite Q R S, bout gauche bloqué, bout droit bloqué" })).toBeTruthy();
    expect(names()).toEqual([]);
  });

  it("show at which ends a chosen card may go, and a touch there plays it", async () => {
    const { choice, played } = table();
    render(SuiteBands, { zones: ZONES, choice });
    choice.touchCard("h0");
    await tick();
    expect(played()).toEqual([]);
    expect(names()).toEqual(["Poser après O, M N O, chez toi, jouable"]);
    await fireEvent.click(screen.getByRole("button"));
    expect(played()).toEqual([["grow", { card: "h0", to: "suite:0:0/right" }]]);
  });

  it("tell the ends of a joker from the pétards that it frees", async () => {
    const { choice, played } = table();
    render(SuiteBands, { zones: ZONES, choice });
    choice.touchCard("h2");
    await tick();
    expect(names()).toEqual([
      "Poser avant J, J K L, chez Nino, jouable",
      "Débloquer le pétard, J K L, chez Nino, jouable",
      "Débloquer le pétard, Q R S, chez Lila, jouable",
      "Poser avant M, M N O, chez toi, jouable",
      "Poser après O, M N O, chez toi, jouable",
    ]);
    await fireEvent.click(screen.getAllByRole("button")[1] as HTMLElement);
    expect(played()).toEqual([["free_it", { card: "h2", to: "suite:1:0/right" }]]);
  });

  it("give an étoile for the letter that it stands for", async () => {
    const { choice, played } = table();
    render(SuiteBands, { zones: ZONES, choice });
    choice.touchCard("h1");
    await tick();
    expect(names()).toEqual(["étoile K, J K L, chez Nino, jouable"]);
    await fireEvent.click(screen.getByRole("button"));
    expect(played()).toEqual([["swap_in", { card: "h1", star: "s101" }]]);
  });

  it("have above them what the others last did, more than passing", () => {
    const { session, choice } = table();
    const seat = (value: number) => ({ is: "seat", value }) as const;
    session.lines = [
      { number: 1, kind: "grows", data: { seat: seat(1), owner: seat(2) } },
      { number: 2, kind: "grows", data: { seat: seat(0), owner: seat(1) } },
      { number: 3, kind: "passes", data: { seat: seat(2) } },
    ];
    const { container } = render(SuiteBands, { zones: ZONES, choice });
    expect(container.querySelector(".nouvelle")?.textContent.trim()).toBe("Nino ajoute chez Lila.");
  });
});

describe("a move that is a step of the turn", () => {
  it("is never made by one touch: the card is chosen, and a plate says it", async () => {
    const { choice, played } = table(OFFERS.slice(-1));
    render(Plates, { choice });
    choice.touchCard("h3");
    await tick();
    expect(played()).toEqual([]);
    expect(names()).toEqual(["Annuler", "Jeter ✹"]);
    await fireEvent.click(screen.getByRole("button", { name: "Jeter ✹" }));
    expect(played()).toEqual([["throw_it", { card: "h3" }]]);
  });

  it("has a plate by itself; begun there, one touch is enough", async () => {
    const { choice, played } = table();
    render(Plates, { choice });
    expect(names()).toEqual(["Défaire (2)", "Recommencer", "Jeter"]);
    await fireEvent.click(screen.getByRole("button", { name: "Jeter" }));
    choice.touchCard("h0");
    expect(played()).toEqual([["throw_it", { card: "h0" }]]);
  });

  it("is where the turn is, once it is begun", async () => {
    const { choice } = table();
    const { container } = render(Steps, { choice });
    const now = () => container.querySelector("[aria-current]")?.textContent.replace(/\W/g, "");
    expect(now()).toBe("2Poser");
    choice.begin(OFFERS.at(-1) as Offer);
    await tick();
    expect(now()).toBe("3Jeter");
  });
});

describe("the room for suites", () => {
  it("counts lines as they are broken", () => {
    // 3 cards of 40 px with 2 px between and 8 px around take 132 px.
    expect(linesOf([3, 3], 40, 280, 0)).toBe(1);
    expect(linesOf([3, 3], 40, 273, 0)).toBe(2);
    expect(linesOf([3, 3], 40, 280, 50)).toBe(2);
    expect(linesOf([9], 40, 220, 0)).toBe(2);
  });

  const room = { wide: 360, high: 300, before: 50, most: 44, least: 30, mostMine: 48, leastMine: 24 };

  it("makes cards as large as all of them are in sight, mine larger", () => {
    const { theirs, mine } = planned([[3], [4]], [3, 3], room);
    expect(mine.size).toBeGreaterThan(theirs.size);
    const all = heightOf([[3], [4]], theirs, 360, 50) + heightOf([[3, 3]], mine, 360, 50);
    expect(all).toBeLessThanOrEqual(300);
  });

  it("lets the others scroll where there are too many, and mine keep their share", () => {
    const many = [3, 4, 5, 3, 4, 6];
    const { theirs, mine } = planned([many, many, many], many, room);
    expect(theirs.size).toBe(30);
    expect(heightOf([many], mine, 360, 50)).toBeLessThanOrEqual(300 * 0.56);
  });

  it("reads a joker as what it stands for", () => {
    expect(readOut(suiteOf(ZONES[1] as ZoneView))).toBe("J K L");
  });
});
