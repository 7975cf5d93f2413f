import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { Choice } from "../src/lib/offers/choice.svelte";
import Plates from "../src/lib/offers/Plates.svelte";
import WordBox from "../src/lib/offers/WordBox.svelte";
import type { Session } from "../src/lib/session.svelte";
import { settings } from "../src/lib/settings.svelte";
import type { FlagDomain, Offer, WordDomain } from "../src/protocol";

function table(flag: FlagDomain) {
  const played: unknown[] = [];
  const session = {
    sight: { view: { zones: [], seats: [], facts: {} } },
    texts: { moves: { speak: "Dire", loud: "Fort" }, values: {}, sure: {}, steps: {} },
    now: () => 1000,
    say: () => undefined,
    why: () => "",
    deny: () => undefined,
    play: (_: number, made: Offer, args: unknown) => played.push([made.name, args]),
  } as unknown as Session;
  const word: WordDomain = { type: "Word", fit: {}, wanted: null, besides: [], among: 0, of_length: false };
  const offers: Offer[] = [{ name: "speak", params: { word, loud: flag } }];
  const choice = new Choice(
    session,
    () => 0,
    () => offers,
  );
  const asks = choice.asks;
  if (!asks) throw new Error("nothing is asked");
  render(Plates, { choice });
  render(WordBox, { choice, asks });
  return played;
}

const says = async (text: string) => {
  await fireEvent.input(screen.getByRole("textbox"), { target: { value: text } });
  await fireEvent.click(screen.getByRole("button", { name: "Dire" }));
};
const loud = () => screen.getByRole("button", { name: "Fort" });

beforeEach(() => settings.set({ language: "fr" }));

describe("a switch beside a word", () => {
  it("is off at first, and then nothing is said of it", async () => {
    const played = table({ type: "Flag" });
    expect(loud().getAttribute("aria-pressed")).toBe("false");
    await says("oui");
    expect(played).toEqual([["speak", { word: "oui" }]]);
  });

  it("may be ticked at first, and is untouched left out as well", async () => {
    const played = table({ type: "Flag", ticked: true });
    expect(loud().getAttribute("aria-pressed")).toBe("true");
    await says("oui");
    expect(played).toEqual([["speak", { word: "oui" }]]);
  });

  it("is told where it was switched", async () => {
    const played = table({ type: "Flag", ticked: true });
    await fireEvent.click(loud());
    expect(loud().getAttribute("aria-pressed")).toBe("false");
    await says("oui");
    expect(played).toEqual([["speak", { word: "oui", loud: false }]]);
  });
});
