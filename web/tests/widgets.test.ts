import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Choice } from "../src/lib/offers/choice.svelte";
import Letters from "../src/lib/offers/Letters.svelte";
import Widget from "../src/lib/offers/Widget.svelte";
import { readings, renamed, saysIn } from "../src/lib/offers/formula";
import { marked } from "../src/lib/offers/marks";
import { Session } from "../src/lib/session.svelte";
import { settings } from "../src/lib/settings.svelte";
import { french } from "../src/lib/typography";
import type { Domain, FormulaDomain, MarksDomain, Offer, Sight, TableView, Texts } from "../src/protocol";

const TEXTS = french({
  name: "Essai",
  moves: { do: "Faire" },
  values: { x: "Large", yaw: "Tour" },
  asks: { "do.name": "Quel nom ?", "do.field": "Connu pour quoi ?" },
  refusals: { not_possible: "Non." },
  sure: {},
  phases: {},
  events: {},
  zones: {},
  options: {},
  endings: {},
  facts: {},
}) as unknown as Texts;

const HAND: [string, string][] = [
  ["c", "pC"],
  ["d", "pD"],
  ["e", "bE"],
  ["s", "★"],
];

/** Somebody who is asked for these, and what he has played. */
function asked(params: Record<string, Domain>, stimulus?: number) {
  const session = new Session("ABCDEF", "still");
  session.texts = TEXTS;
  session.table = { seats: [{ kind: "person", name: "Zoé", yours: true }] } as unknown as TableView;
  const cards = HAND.map(([handle, face]) => ({ handle, face }));
  const offer: Offer = { name: "do", params, ...(stimulus === undefined ? {} : { stimulus }) };
  session.sight = {
    now: 0,
    view: {
      zones: [{ name: "hand:0", kind: "hand", owner: 0, cards, count: cards.length }],
      active: [0],
      scores: [],
      you: [0],
      seats: [],
      phase: "ask",
      facts: {},
    },
    offers: { "0": [offer] },
  } as unknown as Sight;
  const play = vi.spyOn(session, "play").mockReturnValue();
  const choice = new Choice(
    session,
    () => 0,
    () => session.sight?.offers["0"] ?? [],
  );
  const asks = choice.asks;
  if (asks) render(Widget, { choice, asks, lies: () => false });
  return { choice, session, played: () => play.mock.calls.map(([, , args]) => args) };
}

/** Whatever spaces French typography puts there. */
const called = (name: string) => new RegExp(`^${name.replaceAll("?", "\\?").replaceAll(" ", "\\s")}$`);
const button = (name: string) => screen.findByRole("button", { name: called(name) });
const field = (name: string) => screen.findByRole("textbox", { name: called(name) });
const tap = async (...names: string[]) => {
  for (const name of names) await fireEvent.click(await button(name));
};

// They come when they are first asked for; here they are there before, however busy the machine is.
beforeAll(async () => {
  await Promise.all([
    import("../src/lib/offers/FaceBox.svelte"),
    import("../src/lib/offers/FormulaBox.svelte"),
    import("../src/lib/offers/MarkBox.svelte"),
    import("../src/lib/offers/OrderBox.svelte"),
    import("../src/lib/offers/SentenceBox.svelte"),
    import("../src/lib/offers/TextBox.svelte"),
    import("../src/lib/offers/VectorBox.svelte"),
  ]);
}, 60_000);
beforeEach(() => settings.set({ language: "fr" }));

describe("an order", () => {
  const order: Domain = { type: "Order", cards: ["c", "d", "e"] };

  it("begins as the cards lie, and takes a lifted card to where one touches", async () => {
    const { played } = asked({ cards: order });
    await tap("3 : E", "1 : C", "Faire");
    expect(played()).toEqual([{ cards: ["e", "c", "d"] }]);
  });

  it("is walked with arrows, and what is lifted goes along", async () => {
    const { played } = asked({ cards: order });
    const first = await button("1 : C");
    first.focus();
    await fireEvent.click(first);
    await fireEvent.keyDown(first, { key: "ArrowRight" });
    await waitFor(() =>
      expect(document.activeElement?.getAttribute("aria-label")).toMatch(called("2 : C, soulevée")),
    );
    await fireEvent.click(document.activeElement as HTMLElement);
    await tap("Faire");
    expect(played()).toEqual([{ cards: ["d", "c", "e"] }]);
  });
});

describe("a face", () => {
  const names = [..."ABCDEFGHIJKLMNOP"].flatMap((letter) => [`p${letter}`, `b${letter}`]);

  it("is chosen among those of a colour, and étoiles have none", async () => {
    const { played } = asked({ face: { type: "OneFace", names: [...names, "★"], groups: [], barred: [] } });
    expect(await button("K rose")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "K bleu" })).toBeNull();
    expect(await button("étoile")).toBeTruthy();
    await fireEvent.click(screen.getByRole("radio", { name: "bleu" }));
    await tap("K bleu");
    expect(played()).toEqual([{ face: "bK" }]);
  });

  it("is typed", async () => {
    const { played } = asked({ face: { type: "OneFace", names: ["pA", "pB", "★"], groups: [], barred: [] } });
    await screen.findByRole("group", { name: called("Quelle carte ?") });
    await fireEvent.keyDown(document.body, { key: "b" });
    expect(played()).toEqual([{ face: "pB" }]);
  });

  it("is looked for in its family, and one that is barred says why", async () => {
    const groups = [
      ["pA", "pB", "pC", "pD"],
      ["pY", "pZ", "✹", "★"],
    ];
    const { played } = asked({
      face: { type: "OneFace", names: ["pA", "pB", "pD", "pY"], groups, barred: ["pC"] },
    });
    await fireEvent.click(await screen.findByRole("button", { name: /^Y Z pétard étoile/ }));
    await tap("Une autre famille");
    await fireEvent.click(await screen.findByRole("button", { name: /^A B C D, rose/ }));
    await fireEvent.click(await screen.findByRole("button", { name: /^C rose/ }));
    expect(played()).toEqual([]);
    await fireEvent.click(await screen.findByRole("button", { name: /^D rose/ }));
    expect(played()).toEqual([{ face: "pD" }]);
  });
});

describe("a name that takes cards", () => {
  const marks: MarksDomain = {
    type: "Marks",
    cards: { b: "B", m: "M", n: "M", r: "R" },
    worth: { b: 1, m: 1, n: 3, r: 2 },
    need: 3,
    shunned: ["n"],
  };
  const params: Record<string, Domain> = { name: marks, field: { type: "OneOf", names: ["sport", "arts"] } };
  const type = async (name: string) => {
    const box = await screen.findByRole("textbox");
    await fireEvent.input(box, { target: { value: name } });
  };

  it("marks those of greatest worth, and what one would rather leave only if it must", () => {
    expect(marked(marks, "Rambo")).toEqual(["b", "m", "r"]);
    expect(marked(marks, "Maman")).toEqual(["m", "n"]);
    expect(marked({ ...marks, need: 6 }, "Rambo")).toEqual(["b", "n", "r"]);
    expect(marked(marks, "Rambo", ["n"])).toEqual(["b", "n", "r"]);
    expect(marked(marks, "Rambo", [], ["b"])).toEqual(["m", "r"]);
    expect(marked(marks, "Éloi")).toEqual([]);
  });

  it("is sent with what goes with it, and with the cards that were touched", async () => {
    const { choice, played } = asked(params);
    await type("Rambo");
    await waitFor(() => expect(choice.picked).toEqual(["b", "m", "r"]));
    await tap("Faire");
    expect(played()).toEqual([]);
    await tap("arts");
    choice.touchCard("b");
    await waitFor(() => expect(choice.picked).toEqual(["m", "r"]));
    await tap("Faire");
    expect(played()).toEqual([{ field: "arts", name: { name: "Rambo", cards: ["m", "r"] } }]);
  });

  it("warns once of a name that is worth too little", async () => {
    const { session, played } = asked(params);
    const say = vi.spyOn(session, "say");
    await type("Bo");
    await tap("sport", "Faire");
    expect(played()).toEqual([]);
    expect(say.mock.calls.at(-1)?.[0]).toContain("vaut 1");
    await tap("Faire");
    expect(played()).toEqual([{ field: "sport", name: { name: "Bo", cards: ["b"] } }]);
  });
});

describe("a bid", () => {
  it("is one of a strip of numbers", async () => {
    const { played } = asked({ number: { type: "Number", low: 4, high: 16 } }, 2);
    await tap("7");
    expect(played()).toEqual([{ number: 7 }]);
  });
});

describe("a vector", () => {
  const pose: Domain = { type: "Vector", axes: { x: { low: 0, high: 10 }, yaw: { low: -5, high: 5 } } };

  it("has a slider with a name for every axis, and steps beside it", async () => {
    const { played } = asked({ pose });
    await fireEvent.input(await screen.findByRole("slider", { name: "Large" }), { target: { value: "9" } });
    await tap("Large, Plus", "Tour, Moins");
    expect(((await button("Large, Plus")) as HTMLButtonElement).disabled).toBe(true);
    await tap("Faire");
    expect(played()).toEqual([{ pose: { x: 10, yaw: -1 } }]);
  });
});

describe("free text", () => {
  it("has a field for each text that is asked for, and is not sent before all are written", async () => {
    const { played } = asked({ name: { type: "Text", most: 20 }, field: { type: "Text", most: 10 } });
    await fireEvent.input(await field("Quel nom ?"), { target: { value: " Ada " } });
    await tap("Faire");
    expect(played()).toEqual([]);
    await fireEvent.input(await field("Connu pour quoi ?"), { target: { value: "sciences" } });
    await tap("Faire");
    expect(played()).toEqual([{ name: "Ada", field: "sciences" }]);
  });
});

describe("a sentence", () => {
  it("has a box for each word", async () => {
    const fits = [{ contains: "L" }, { contains: "T" }];
    const { played } = asked({ words: { type: "Sentence", fits, opens_with: [] } });
    const boxes = await screen.findAllByRole("textbox");
    await fireEvent.input(boxes[0] as HTMLElement, { target: { value: "Le" } });
    await fireEvent.input(boxes[1] as HTMLElement, { target: { value: "loup" } });
    await tap("Faire");
    expect(played()).toEqual([]);
    await fireEvent.input(boxes[1] as HTMLElement, { target: { value: "chat" } });
    await tap("Faire");
    expect(played()).toEqual([{ words: ["Le", "chat"] }]);
  });

  it("opens with what was said before, and only the new word has to be written", async () => {
    const fits = [{ contains: "L" }, { contains: "T" }, { contains: "R" }];
    const { played } = asked({ words: { type: "Sentence", fits, opens_with: ["Le", "chat", ""] } });
    const boxes = await screen.findAllByRole<HTMLInputElement>("textbox");
    expect(boxes.map((box) => box.value)).toEqual(["Le", "chat", ""]);
    await fireEvent.input(boxes[2] as HTMLElement, { target: { value: "rit" } });
    await tap("Faire");
    expect(played()).toEqual([{ words: ["Le", "chat", "rit"] }]);
  });

  it("keeps what was written while the same is asked, also when it was taken away meanwhile", async () => {
    const words: Domain = { type: "Sentence", fits: [{}, {}], opens_with: [] };
    const { choice } = asked({ words }, 7);
    const boxes = await screen.findAllByRole<HTMLInputElement>("textbox");
    await fireEvent.input(boxes[0] as HTMLElement, { target: { value: "Le" } });
    await fireEvent.input(boxes[1] as HTMLElement, { target: { value: "chat" } });
    await tap("Faire");
    expect(boxes.map((box) => box.value)).toEqual(["Le", "chat"]);
    cleanup();
    const asking = choice.asks;
    if (asking) render(Widget, { choice, asks: asking, lies: () => false });
    const again = await screen.findAllByRole<HTMLInputElement>("textbox");
    expect(again.map((box) => box.value)).toEqual(["Le", "chat"]);
  });
});

describe("a syllable", () => {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const syllable: Domain = { type: "Syllable", least: 1, most: 3, letters, last: "" };

  it("is typed on keys that stay, and sent by the last letter or before", async () => {
    const { choice, played } = asked({ syllable });
    render(Letters, { choice, keeps: true });
    expect((await button("Faire")).getAttribute("aria-disabled")).toBe("true");
    await tap("O", "U", "Faire", "O", "U", "I");
    expect(played()).toEqual([{ syllable: "OU" }, { syllable: "OUI" }]);
  });

  it("that ends with a vowel has the keys it needs, and the vowel sends it", async () => {
    const open: Domain = { type: "Syllable", least: 1, most: 3, letters: "KSAEIOUY", last: "AEIOUY" };
    const { choice, played } = asked({ syllable: open });
    render(Letters, { choice, keeps: true });
    const keys = (await screen.findAllByRole("button")).map((key) => key.textContent.trim());
    expect(
      keys
        .filter((key) => key.length === 1)
        .sort()
        .join(""),
    ).toBe("AEIKOSUY");
    await tap("K", "Effacer K", "S", "E");
    await fireEvent.keyDown(document.body, { key: "c" });
    await fireEvent.keyDown(document.body, { key: "k" });
    await fireEvent.keyDown(document.body, { key: "Enter" });
    await fireEvent.keyDown(document.body, { key: "O" });
    expect(played()).toEqual([{ syllable: "SE" }, { syllable: "KO" }]);
  });

  it("beside something else is typed in a field", async () => {
    const { choice, played } = asked({ seat: { type: "OneSeat", seats: [1] }, syllable });
    choice.touchSeat(1);
    const asks = choice.asks;
    expect(asks?.param).toBe("syllable");
    if (asks) render(Widget, { choice, asks, lies: () => false });
    await fireEvent.input(await field("Faire"), { target: { value: "oui" } });
    await tap("Faire");
    expect(played()).toEqual([{ seat: 1, syllable: "OUI" }]);
  });
});

describe("a point", () => {
  it("is asked for by a widget, but where eyes are closed", () => {
    const { choice, session } = asked({ at: { type: "Vector", axes: { x: { low: 0, high: 9 } } } });
    expect(choice.asks?.param).toBe("at");
    if (session.sight) session.sight = { ...session.sight, view: { ...session.sight.view, dark: true } };
    expect(choice.asks).toBeNull();
  });
});

const FORMULA: FormulaDomain = {
  type: "Formula",
  cards: { c: "C", d: "D", e: "E", s: "" },
  alphabet: "BCDEFGHIJKLMNOPQRSTUVWXYZ",
  kind: "",
  groups: 0,
  size: 0,
  weakest: "",
};

describe("a formula", () => {
  const texts = (domain: FormulaDomain, ...picked: string[]) => readings(domain, picked).map((r) => r.text);

  it("is read off the cards, whatever their order, the likeliest first", () => {
    expect(texts(FORMULA, "d", "c")).toEqual(["CD"]);
    expect(texts(FORMULA, "s")[0]).toBe("Z");
    expect(texts(FORMULA, "d", "s")).toEqual(["DE", "CD", "DD"]);
    expect(texts(FORMULA, "c", "e")).toEqual([]);
    expect(texts(FORMULA, "c", "e", "s")).toEqual(["CDE"]);
    expect(texts(FORMULA, "c", "d", "e", "s")).toEqual(["CDEF", "BCDE", "CD + EF", "CD + DE", "BC + DE"]);
  });

  it("is what is asked for, as strong or stronger", () => {
    const two: FormulaDomain = { ...FORMULA, kind: "runs", groups: 2, size: 2, weakest: "C" };
    expect(texts(two, "c", "d", "e", "s")).toEqual(["CD + EF", "CD + DE"]);
    expect(texts({ ...two, weakest: "D" }, "c", "d", "e", "s")).toEqual([]);
    expect(texts(two, "c", "d")).toEqual([]);
  });

  it("says the letter of an étoile, which may be another one", () => {
    const all = readings(FORMULA, ["d", "s"]);
    const first = all[0];
    expect(first && saysIn(first, "s")).toBe("E");
    expect(first && renamed(all, first, "s", "D").text).toBe("DD");
  });

  it("says what was made of the cards, for one plate", async () => {
    const { choice } = asked({ groups: FORMULA });
    await waitFor(() => expect(choice.laying).not.toBeNull());
    choice.touchCard("e");
    choice.touchCard("s");
    expect(await button("Étoile F : changer")).toBeTruthy();
    await waitFor(() => expect(choice.made?.text).toBe("EF"));
    expect(choice.made?.args).toEqual({
      groups: [
        [
          ["e", "E"],
          ["s", "F"],
        ],
      ],
    });
    await tap("Étoile F : changer", "D");
    await waitFor(() => expect(choice.made?.text).toBe("DE"));
    choice.touchCard("e");
    choice.touchCard("s");
    await waitFor(() => expect(choice.made?.args).toBeUndefined());
  });
});

describe("the keys for an étoile's letter", () => {
  const letters: Record<string, Domain> = { name: { type: "OneOf", names: [..."ABCDEFGH"] } };

  it("lie over the mat, so that the hand below stays in sight", async () => {
    asked(letters);
    expect((await screen.findByRole("group")).className).toContain("sur-tapis");
  });
});
