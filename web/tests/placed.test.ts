import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { Choice } from "../src/lib/offers/choice.svelte";
import { anywhere, placedWord, suiting } from "../src/lib/offers/placed";
import WordBox from "../src/lib/offers/WordBox.svelte";
import type { Session } from "../src/lib/session.svelte";
import { settings } from "../src/lib/settings.svelte";
import StackGrid from "../src/lib/table/StackGrid.svelte";
import type { Fit, Offer, WordDomain, ZoneView } from "../src/protocol";

const word = (fit: Fit): WordDomain => ({
  type: "Word",
  fit,
  wanted: null,
  besides: [],
  among: 0,
  of_length: false,
});

/** A B is laid on an O, on a T or on an étoile; the fourth place is closed. */
const OFFER: Offer = {
  name: "lay",
  params: {
    pile: { type: "Slot", zone: "mat", places: [0, 1, 2] },
    word: {
      type: "ByChoice",
      of: "pile",
      table: {
        "0": word({ contains: "BO", alone: "B" }),
        "1": word({ contains: "BT" }),
        "2": word({ contains: "B", jokers: 1 }),
      },
      other: { type: "Absent" },
    },
  },
};
const ZONES: ZoneView[] = ["pO", "vT", "★", "✹"].map((face, i) => ({
  name: `mat:${i}`,
  kind: "stacks",
  area: [2, 2],
  count: 1,
  cards: [{ handle: `c${i}`, face }],
}));

function table(offer: Offer = OFFER) {
  const played: unknown[] = [];
  const session = {
    sight: { view: { zones: ZONES, seats: [] } },
    texts: { name: "", moves: { lay: "Dire" }, zones: { mat: "Tapis" }, values: {}, sure: {} },
    laid: {},
    now: () => 1000,
    say: () => undefined,
    why: () => "",
    deny: () => undefined,
    play: (_: number, made: Offer, args: unknown) => played.push([made.name, args]),
  } as unknown as Session;
  const choice = new Choice(
    session,
    () => 0,
    () => [offer],
  );
  render(StackGrid, { zones: ZONES, choice });
  const asks = choice.asks;
  if (!asks) throw new Error("nothing is asked");
  const box = render(WordBox, { choice, asks });
  const again = async () => {
    const next = choice.asks;
    if (next) await box.rerender({ choice, asks: next });
  };
  return { played, choice, again };
}

const type = (text: string) => fireEvent.input(screen.getByRole("textbox"), { target: { value: text } });
const lit = () => [...document.querySelectorAll(".place.jouable")].map((place) => place.getAttribute("data-zone"));

beforeEach(() => settings.set({ language: "fr" }));

describe("a word that belongs to a place", () => {
  it("is known by its domains", () => {
    expect(placedWord(OFFER)).toMatchObject({ place: "pile", word: "word", zone: "mat" });
    expect(placedWord({ name: "say", params: { word: word({}) } })).toBeNull();
  });

  it("suits some places, and must have everywhere the letter that is laid", () => {
    const placed = placedWord(OFFER);
    if (!placed) throw new Error("no placed word");
    expect(suiting(placed, "Robert")).toEqual([0, 1, 2]);
    expect(suiting(placed, "bal")).toEqual([2]);
    expect(suiting(placed, "b")).toEqual([0]);
    expect(suiting(placed, "or")).toEqual([]);
    expect(anywhere(placed).fit).toEqual({ contains: "B" });
  });

  it("lights the places where it would do while it is typed", async () => {
    table();
    expect(lit()).toEqual([]);
    await type("bon");
    expect(lit()).toEqual(["mat:0", "mat:2"]);
    await type("bonté");
    expect(lit()).toEqual(["mat:0", "mat:1", "mat:2"]);
  });

  it("may be said first, and its place touched after", async () => {
    const { played } = table();
    await type("bon");
    await fireEvent.click(screen.getByRole("button", { name: "Dire" }));
    expect(played).toEqual([]);
    await fireEvent.click(screen.getAllByRole("button", { name: /3/ })[0] as HTMLElement);
    expect(played).toEqual([["lay", { pile: 2, word: "bon" }]]);
  });

  it("may have its place first, which can still be changed", async () => {
    const { played, choice, again } = table();
    const place = (n: number) => screen.getAllByRole("button", { name: new RegExp(String(n)) })[0] as HTMLElement;
    await fireEvent.click(place(2));
    expect(choice.draft?.args).toEqual({ pile: 1 });
    await fireEvent.click(place(1));
    expect(choice.draft?.args).toEqual({ pile: 0 });
    await again();
    await type("bon");
    await fireEvent.click(screen.getByRole("button", { name: "Dire" }));
    expect(played).toEqual([["lay", { pile: 0, word: "bon" }]]);
  });

  it("is not sent where it does not fit", async () => {
    const { played, choice } = table();
    await type("or");
    await fireEvent.click(screen.getByRole("button", { name: "Dire" }));
    expect(choice.aloud).toBe(false);
    expect(played).toEqual([]);
  });
});
