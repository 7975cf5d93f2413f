import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { Choice } from "../src/lib/offers/choice.svelte";
import type { Session } from "../src/lib/session.svelte";
import { settings } from "../src/lib/settings.svelte";
import Staves from "../src/lib/table/Staves.svelte";
import type { Domain, Offer, ZoneView } from "../src/protocol";

const line = (n: number, faces: string[], said: string, by: number[]): ZoneView => ({
  name: `line:${n}`,
  kind: "stave",
  count: faces.length,
  said,
  by,
  cards: faces.map((face, i) => ({ handle: `c${n}${i}`, face })),
});
const LINES = [line(0, ["vT", "bO"], "Arrêtez tout", [1]), line(1, [], "", []), line(2, [], "", [])];

const boxes = (...opens_with: string[]): Domain => ({
  type: "Sentence",
  fits: opens_with.map(() => ({}) as never),
  opens_with,
});
const TABLE = {
  "line:1/right": boxes(""),
  "line:0/right": boxes("Arrêtez", "tout", ""),
  "line:0/left": boxes("", "Arrêtez", "tout"),
};
const offer = (stimulus: number): Offer => ({
  name: "tell",
  stimulus,
  params: {
    end: { type: "OneEnd", names: Object.keys(TABLE) },
    words: { type: "ByChoice", of: "end", table: TABLE, other: { type: "Absent" } },
  },
});

/** Staves for whoever is offered this; the card M is to be laid. */
function staves(...given: Offer[]) {
  const session = {
    sight: { view: { zones: LINES, seats: [] } },
    texts: { name: "", zones: { line: "Phrase" }, values: {} },
    laid: {},
    name: (seat: number) => ["Zoé", "Nino"][seat],
    now: () => 1000,
  } as unknown as Session;
  const choice = new Choice(
    session,
    () => 0,
    () => given,
  );
  const { container } = render(Staves, { zones: LINES, next: { handle: "m", face: "pM" }, choice });
  return { choice, container };
}

beforeEach(() => settings.set({ language: "fr" }));

describe("staves", () => {
  it("have a word under each card, its letter lit, and say whose sentence it is", () => {
    const { container } = staves();
    expect([...container.querySelectorAll(".portee")]).toHaveLength(1);
    expect([...container.querySelectorAll(".mot")].map((word) => word.textContent)).toEqual(["Arrêtez", "tout"]);
    expect([...container.querySelectorAll(".mot b")].map((letter) => letter.textContent)).toEqual(["t", "o"]);
    expect(container.querySelector(".aut")?.textContent).toBe("Nino");
    expect(screen.queryAllByRole("button")).toHaveLength(0);
  });

  it("never part an end from the word beside it", () => {
    const { container } = staves(offer(4));
    const braces = [...container.querySelectorAll(".accolade")];
    expect(braces.map((brace) => brace.querySelector("[data-value]")?.getAttribute("data-value"))).toEqual([
      "line:0/left",
      "line:0/right",
    ]);
    expect(braces.map((brace) => brace.querySelector(".mot")?.textContent)).toEqual(["Arrêtez", "tout"]);
  });

  it("show the next card at the end that is meant, and what is asked goes with it", async () => {
    const { choice, container } = staves(offer(4));
    expect(choice.asks?.args).toEqual({ end: "line:1/right" });
    expect(container.querySelectorAll(".prochaine")).toHaveLength(1);
    expect(screen.getAllByRole("button")).toHaveLength(2);
    await fireEvent.click(screen.getByRole("button", { name: "Poser à gauche, ligne 1" }));
    await tick();
    expect(choice.asks?.args).toEqual({ end: "line:0/left" });
    expect(choice.asks?.domain).toMatchObject({ opens_with: ["", "Arrêtez", "tout"] });
    const first = container.querySelector(".notes .prochaine");
    expect(first?.nextElementSibling?.querySelector(".mot")?.textContent).toBe("Arrêtez");
    expect(screen.getByRole("button", { name: "Commencer une ligne" })).toBeTruthy();
  });
});
