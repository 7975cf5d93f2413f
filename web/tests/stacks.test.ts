import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { Choice } from "../src/lib/offers/choice.svelte";
import type { Session } from "../src/lib/session.svelte";
import { settings } from "../src/lib/settings.svelte";
import StackGrid from "../src/lib/table/StackGrid.svelte";
import type { Offer, ZoneView } from "../src/protocol";

const STACKS: ZoneView[] = [
  { face: "bE", count: 3, said: "très" },
  { face: "pT", count: 1, said: "" },
  { face: "★", count: 2, said: "bien" },
  { count: 0, said: "" },
].map(({ face, count, said }, i) => ({
  name: `square:${i}`,
  kind: "stacks",
  area: [2, 2],
  count,
  said,
  cards: face ? [{ handle: `c${i}`, face }] : [],
}));

/** A square of stacks for whoever is offered this, and what he plays. */
function square(...offers: Offer[]) {
  const played: unknown[] = [];
  const session = {
    sight: { view: { zones: STACKS } },
    texts: { name: "", zones: { square: "Carré" }, values: {} },
    laid: {},
    now: () => 1000,
    play: (_: number, offer: Offer, args: unknown) => played.push([offer.name, args]),
  } as unknown as Session;
  const choice = new Choice(
    session,
    () => 0,
    () => offers,
  );
  const { container } = render(StackGrid, { zones: STACKS, choice });
  return { played, container };
}

beforeEach(() => settings.set({ language: "fr" }));

describe("a grid of stacks", () => {
  it("shows the tops, how high each stack is, and the words that belong to them", () => {
    const { container } = square();
    const places = [...container.querySelectorAll(".place")];
    const word = (place: Element) => place.querySelector(".mot")?.textContent.replace(/[\s:]/g, "");
    expect(places.map(word)).toEqual(["très", "?", "bien", ""]);
    expect(places.map((place) => place.querySelector(".haut-pile")?.textContent.match(/\d/)?.[0])).toEqual([
      "3",
      undefined,
      "2",
      undefined,
    ]);
  });

  it("lights the letter of the card in its word, whatever accent it has", () => {
    const { container } = square();
    expect([...container.querySelectorAll(".mot b")].map((letter) => letter.textContent)).toEqual(["è"]);
  });

  it("is touched where something is asked for, and nowhere else", async () => {
    const { played } = square({
      name: "lay",
      params: { place: { type: "Slot", zone: "square", places: [1, 3] } },
    });
    expect(screen.getAllByRole("button")).toHaveLength(2);
    await fireEvent.click(screen.getByRole("button", { name: /4/ }));
    expect(played).toEqual([["lay", { place: 3 }]]);
  });
});
