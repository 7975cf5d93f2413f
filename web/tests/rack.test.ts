import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Choice } from "../src/lib/offers/choice.svelte";
import { toRack } from "../src/lib/offers/racks";
import type { Session } from "../src/lib/session.svelte";
import { settings } from "../src/lib/settings.svelte";
import RackZone from "../src/lib/table/RackZone.svelte";
import Voiced from "../src/lib/table/Voiced.svelte";
import type { Offer, ZoneView } from "../src/protocol";

/** A and a pétard lie free, E is fixed at the end; N lies elsewhere. */
const RACK: ZoneView = {
  name: "shelf",
  kind: "rack",
  count: 3,
  best: 4,
  cards: [{ handle: "a", face: "pA" }, null, { handle: "p", face: "✹" }, null, { handle: "e", face: "vE" }],
};
const PUT: Offer = {
  name: "lift",
  params: {
    card: { type: "OneCard", cards: ["a", "p", "n"] },
    slot: { type: "Slot", zone: "shelf", places: [0, 1, 2, 3] },
  },
};
const AWAY: Offer = { name: "drop", params: { card: { type: "OneCard", cards: ["a", "p"] } } };
const OPEN: Offer = { name: "open", params: { place: { type: "Slot", zone: "shelf", places: [2] } } };

function rack(...given: Offer[]) {
  const play = vi.fn();
  const session = {
    sight: { view: { zones: [RACK], seats: [], facts: {} } },
    texts: {
      name: "",
      zones: { shelf: "Réglette" },
      values: {},
      moves: { drop: "Remettre" },
      sure: {},
      steps: {},
    },
    now: () => 1000,
    play,
  } as unknown as Session;
  const choice = new Choice(
    session,
    () => 0,
    () => given,
  );
  render(RackZone, { zone: RACK, choice });
  return { choice, play };
}

beforeEach(() => settings.set({ language: "fr" }));

describe("a rack", () => {
  it("says what lies where, and what is in place", () => {
    rack();
    expect(screen.queryAllByRole("button")).toHaveLength(0);
    expect(screen.getByRole("img", { name: /5.*E.*en place/ })).toBeTruthy();
    expect(screen.getByRole("img", { name: /2.*libre/ })).toBeTruthy();
  });

  it("moves a card by two touches, without a draft", async () => {
    const { choice, play } = rack(PUT, AWAY);
    expect(screen.getAllByRole("button")).toHaveLength(2);
    await fireEvent.click(screen.getByRole("button", { name: /1.*A/ }));
    expect(choice.draft).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: /4.*libre/ }));
    expect(play).toHaveBeenCalledWith(0, PUT, { card: "a", slot: 3 });
  });

  it("lets two cards change places, and takes one away", async () => {
    const { play } = rack(PUT, AWAY);
    await fireEvent.click(screen.getByRole("button", { name: /1.*A/ }));
    await fireEvent.click(screen.getByRole("button", { name: /3.*pétard/ }));
    expect(play).toHaveBeenCalledWith(0, PUT, { card: "a", slot: 2 });
    await fireEvent.click(screen.getByRole("button", { name: /3.*pétard/ }));
    await fireEvent.click(screen.getByRole("button", { name: "Remettre" }));
    expect(play).toHaveBeenLastCalledWith(0, AWAY, { card: "p" });
  });

  it("takes a card from elsewhere at its first free place", () => {
    const { choice, play } = rack(PUT, AWAY);
    expect(toRack(choice, "n")).toBe(true);
    expect(play).toHaveBeenCalledWith(0, PUT, { card: "n", slot: 1 });
    expect(toRack(choice, "a")).toBe(false);
  });

  it("has places that are pointed at", async () => {
    const { play } = rack(OPEN);
    await fireEvent.click(screen.getByRole("button", { name: /3.*pétard/ }));
    expect(play).toHaveBeenCalledWith(0, OPEN, { place: 2 });
  });
});

describe("words that were proposed", () => {
  it("come the newest first, with who said them", () => {
    const proposals = [
      { seat: 0, word: "rat" },
      { seat: 1, word: "trompette" },
    ];
    const session = {
      sight: { view: { facts: { proposals } } },
      name: (seat: number) => ["Zoé", "Nino"][seat],
    } as unknown as Session;
    render(Voiced, { session });
    expect(screen.getAllByRole("listitem").map((item) => item.textContent.replace(/\s+/g, " ").trim())).toEqual([
      "Nino : trompette",
      "Zoé : rat",
    ]);
  });
});
