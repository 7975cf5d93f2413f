import { fireEvent, render, screen } from "@testing-library/svelte";
import { SvelteMap } from "svelte/reactivity";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Choice } from "../src/lib/offers/choice.svelte";
import type { Session } from "../src/lib/session.svelte";
import { settings } from "../src/lib/settings.svelte";
import StarZone from "../src/mats/star/StarZone.svelte";
import type { Offer, ZoneView } from "../src/protocol";

const NAMES = ["petard", ...Array.from({ length: 6 }, (_, i) => `star:${i}`)];
const TAP: Offer = { name: "tap", params: { target: { type: "OneOf", names: NAMES } }, stimulus: 4, secret: true };
const LAY: Offer = { name: "lay", params: { place: { type: "Slot", zone: "star", places: [1, 2] } }, stimulus: 4 };

/** A table where seat 0 is offered this; what it plays, and what it is told. */
function table(...given: Offer[]) {
  const offers = new SvelteMap<string, readonly Offer[]>([["now", given]]);
  const played: unknown[] = [];
  const say = vi.fn();
  const zones: ZoneView[] = NAMES.map((name) => ({
    name,
    kind: "star",
    count: name === "star:1" ? 0 : 1,
    cards: name === "star:1" ? [] : [{ handle: name, face: name === "petard" ? "✹" : "bK" }],
  }));
  const session = {
    sight: { view: { zones } },
    texts: { name: "Touvavix", zones: { petard: "Pétard", star: "Place" }, values: {} },
    laid: {},
    race: [],
    mine: [0],
    now: () => 1000,
    say,
    deny: () => undefined,
    why: (...what: string[]) => what.join("/"),
    play: (_: number, offer: Offer, args: unknown) => played.push([offer.name, args]),
  } as unknown as Session;
  const choice = new Choice(
    session,
    () => 0,
    () => offers.get("now") ?? [],
  );
  render(StarZone, { zones, choice });
  const land = (name: RegExp) => fireEvent.pointerDown(screen.getByRole("button", { name }), { button: 0 });
  return { choice, played, say, land, offer: (...next: Offer[]) => offers.set("now", next) };
}

beforeEach(() => settings.set({ language: "fr" }));

describe("a star", () => {
  it("is struck in the middle when the finger lands, and beside it too", async () => {
    const { land, played } = table(TAP);
    await land(/^Pétard$/);
    await land(/^Place 4 :/);
    expect(played).toEqual([
      ["tap", { target: "petard" }],
      ["tap", { target: "star:3" }],
    ]);
  });

  it("takes a card where one may be laid, and says why not elsewhere, at no cost", async () => {
    const { land, played, say } = table(LAY, TAP);
    await land(/^Place 4 :/);
    expect(played).toEqual([]);
    expect(say).toHaveBeenCalledWith("lay/place/", "no");
    await land(/^Place 2 :/);
    expect(played).toEqual([["lay", { place: 1 }]]);
  });

  it("does not take a second landing after a card for a strike", async () => {
    const { land, played, offer } = table(LAY, TAP);
    await land(/^Place 3 :/);
    offer(TAP);
    await land(/^Place 3 :/);
    expect(played).toEqual([["lay", { place: 2 }]]);
    await land(/^Pétard$/);
    expect(played).toHaveLength(2);
  });

  it("has no plates of its own for what is touched there", () => {
    const { choice } = table(TAP);
    expect(choice.lies(TAP)).toBe(true);
    const shout: Offer = { name: "shout", params: { kind: { type: "OneOf", names: ["suite"] } }, stimulus: 4 };
    expect(choice.lies(shout)).toBe(false);
  });

  it("is struck by the space bar, and a number that lays nothing costs nothing", async () => {
    const { played } = table(TAP);
    await fireEvent.keyDown(window.document.body, { key: "3", code: "Digit3" });
    expect(played).toEqual([]);
    await fireEvent.keyDown(window.document.body, { key: " ", code: "Space" });
    expect(played).toEqual([["tap", { target: "petard" }]]);
  });
});
