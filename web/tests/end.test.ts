import { render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import End from "../src/lib/End.svelte";
import { Session } from "../src/lib/session.svelte";
import { settings } from "../src/lib/settings.svelte";
import type { Ended, Sight, TableView, Texts } from "../src/protocol";

const TEXTS = {
  name: "Essai",
  zones: { "won:T0ut0u": "T0ut0u" },
  endings: {},
  events: {},
  values: {},
  facts: {},
} as unknown as Texts;

/** The last screen of somebody who sits first, alone with bots or with nobody. */
function over(...ranks: number[]) {
  const session = new Session("ABCDEF", "still");
  session.texts = TEXTS;
  session.table = {
    seats: ranks.map((_, i) =>
      i ? { kind: "bot", name: `Robot ${i}` } : { kind: "person", name: "Zoé", yours: true },
    ),
  } as unknown as TableView;
  session.sight = {
    now: 0,
    view: {
      zones: [{ name: "won:T0ut0u", kind: "winnings", owner: -2, count: 4, cards: [] }],
      active: [],
      scores: [],
      you: [0],
      seats: ranks.map(() => ({})),
      phase: "",
      facts: {},
    },
    offers: {},
  } as unknown as Sight;
  const ended = {
    game_id: "g",
    seed: "00",
    commitment: "",
    stand_ins: [],
    names: [],
    outcome: { result: ranks.length > 1 ? "winners" : "together", ranks, scores: ranks.map(() => 0), detail: "" },
  } as unknown as Ended;
  return render(End, { session, ended, onleave: () => undefined }).container;
}

beforeEach(() => {
  settings.set({ language: "fr" });
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
});

describe("the last screen", () => {
  it("has bunting for whoever has won", () => {
    expect(over(1, 2).querySelector(".guirlande")).not.toBeNull();
  });

  it("has none for whoever has lost alone against bots", () => {
    expect(over(2, 1).querySelector(".guirlande")).toBeNull();
  });

  it("has a row on the slate for an opponent without a chair", () => {
    over(2);
    const row = screen.getByRole("row", { name: /T0ut0u/ });
    expect(row.textContent).toContain("4");
  });
});
