import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { feast } from "../src/lib/feast";
import { Choice } from "../src/lib/offers/choice.svelte";
import Keys from "../src/lib/offers/Keys.svelte";
import Plates from "../src/lib/offers/Plates.svelte";
import Sure from "../src/lib/offers/Sure.svelte";
import { form, phrase, plain } from "../src/lib/phrases";
import { Session } from "../src/lib/session.svelte";
import { settings } from "../src/lib/settings.svelte";
import { french } from "../src/lib/typography";
import { fill } from "../src/lib/words";
import type { LogLine, Offer, Outcome, SeatView, Sight, TableView, Texts, Told } from "../src/protocol";

const who = (value: number): Told => ({ is: "seat", value });
const face = (value: string): Told => ({ is: "face", value });

const TEXTS = french({
  name: "Essai",
  moves: { discard: "Jeter", pass: "Passer", draw: "Piocher", resign: "Abandonner" },
  events: {
    lays: "{seat} pose {symbol}.",
    "lays.seat": "Tu poses {symbol}.",
    gives: "{giver} donne une carte à {taker}.",
    "gives.giver": "Tu donnes une carte à {taker}.",
    "gives.taker": "{giver} te donne une carte.",
    looks: "{seat} regarde la main de {owner}.",
  },
  phases: {
    turn: { you: "Sur {reference}, tu peux poser {reference.fits}.", others: "Attends." },
    "turn.draw": { you: "Pioche, ou pose sur {reference}.", others: "Attends, ou pioche." },
  },
  values: { "K.fits": "H I J", "keep.hint": "piochée" },
  refusals: { "lay.card": "Pas possible : sur {reference}, pose {reference.fits}.", not_possible: "Non." },
  asks: {},
  sure: { discard: "Jeter {n} {n|carte|cartes} ?", pass: "Passer ?" },
  zones: {},
  options: {},
  endings: {},
  facts: {},
}) as unknown as Texts;

/** Zoé sits here, alone or with Lila; Anna plays elsewhere. */
function session(together = false): Session {
  const session = new Session("ABCDEF", "still");
  session.texts = TEXTS;
  session.table = {
    seats: [
      { kind: "person", name: "Zoé", yours: true },
      { kind: "person", name: "Anna" },
      { kind: "person", name: "Lila", yours: together },
    ],
  } as unknown as TableView;
  session.sight = {
    now: 0,
    view: { zones: [], active: [0], scores: [], you: [0], phase: "turn", facts: { reference: face("K") } },
    offers: {},
  } as unknown as Sight;
  return session;
}

const line = (kind: string, data: LogLine["data"]) => ({ number: 0, kind, data });

beforeEach(() => settings.set({ language: "fr" }));

describe("a line of the log", () => {
  it("speaks to whoever reads it, and of the others by name", () => {
    const alone = session();
    expect(alone.line(line("lays", { seat: who(0), symbol: face("K") }))).toBe("Tu poses K.");
    expect(alone.line(line("lays", { seat: who(1), symbol: face("K") }))).toBe("Anna pose K.");
    expect(alone.line(line("gives", { giver: who(0), taker: who(1) }))).toBe("Tu donnes une carte à Anna.");
    expect(alone.line(line("gives", { giver: who(1), taker: who(0) }))).toBe("Anna te donne une carte.");
  });

  it("names everybody where several people read it", () => {
    expect(session(true).line(line("lays", { seat: who(0), symbol: face("K") }))).toBe("Zoé pose K.");
  });

  it("falls back on the name where there is no form for the reader", () => {
    expect(session().line(line("looks", { seat: who(1), owner: who(0) }))).toBe("Anna regarde la main de Zoé.");
  });

  it("elides before a name that begins with a vowel", () => {
    expect(session().line(line("looks", { seat: who(0), owner: who(1) }))).toBe("Zoé regarde la main d’Anna.");
    expect(fill("chez {name}, le tour de {name}", { name: "Yann" })).toBe("chez Yann, le tour de Yann");
    expect(fill("la paire de {shout}", { shout: "A" })).toBe("la paire de A");
  });

  it("takes the form of all roles of the reader first", () => {
    const forms = { a: "", "a.seat": "", "a.owner": "", "a.seat.owner": "" };
    expect(form(forms, "a", { seat: who(1), owner: who(1) }, 1)).toBe("a.seat.owner");
    expect(form(forms, "a", { seat: who(1), owner: who(2) }, 2)).toBe("a.owner");
    expect(form(forms, "a", { seat: who(1), owner: who(2) }, null)).toBe("a");
  });

  it("knows none, one and many", () => {
    expect([0, 1, 2].map((n) => fill("Bon{n||, une|, des}", { n }))).toEqual(["Bon", "Bon, une", "Bon, des"]);
  });
});

describe("a value", () => {
  const said = (value: unknown) =>
    phrase("{x}", { x: value }, { A: "un as", go: "en avant" }, (seat) => `n°${seat}`);

  it("is told as what it says it is", () => {
    expect(said({ is: "seat", value: 2 })).toEqual([{ text: "n°2", kind: "name" }]);
    expect(said(2)).toEqual([{ text: "2", kind: "words" }]);
    expect(said({ is: "said", value: "go" })).toEqual([{ text: "go", kind: "words" }]);
    expect(said({ is: "said", value: "K" })).toEqual([{ text: "K", kind: "words" }]);
    expect(said({ is: "term", value: "go" })).toEqual([{ text: "en avant", kind: "words" }]);
    expect(said({ is: "term", value: "stop" })).toEqual([{ text: "stop", kind: "words" }]);
    expect(said({ is: "face", value: "K" })).toEqual([{ text: "K", kind: "letter" }]);
    expect(said({ is: "face", value: "A" })).toEqual([{ text: "un as", kind: "words" }]);
    expect(said({ is: "span", value: 40 })).toEqual([{ text: "40", kind: "words" }]);
  });

  it("of several faces is a tile for each", () => {
    const parts = said({ is: "face", value: "E ★" });
    expect(parts.filter((part) => part.kind === "letter").map((part) => part.text)).toEqual(["E", "★"]);
    expect(plain(parts)).toBe("E ★");
    expect(plain(said({ is: "face", value: "bY ★" }))).toBe("Y ★");
  });
});

describe("what to do now", () => {
  it("says what the game knows of a fact, letters on tiles", () => {
    const parts = session().prompt(true);
    expect(plain(parts)).toBe("Sur K, tu peux poser H I J.");
    expect(parts.filter((part) => part.kind === "letter").map((part) => part.text)).toEqual(["K", "H", "I", "J"]);
  });

  it("says another thing where a certain move comes first, for whoever is offered it", () => {
    const offered = (offers: Record<string, Offer[]>) => {
      const here = session();
      here.sight = { ...here.sight, offers } as Sight;
      return [plain(here.prompt(true)), plain(here.prompt(false))];
    };
    expect(offered({ 0: [{ name: "draw" }, { name: "pass" }], 2: [] })).toEqual([
      "Pioche, ou pose sur K.",
      "Attends, ou pioche.",
    ]);
    expect(offered({ 0: [{ name: "pass" }, { name: "draw" }] })[1]).toBe("Attends.");
    expect(offered({ 0: [{ name: "draw" }], 2: [{ name: "draw" }] })[1]).toBe("Attends.");
  });

  it("and a refusal does so too", () => {
    expect(session().why("lay", "card")).toBe("Pas possible\u202f: sur K, pose H I J.");
  });
});

const pass: Offer = { name: "pass" };
const draw: Offer = { name: "draw" };

function choice(...offers: Offer[]): { choice: Choice; played: ReturnType<typeof vi.fn> } {
  const at = session();
  const played = vi.fn();
  at.play = played;
  return {
    choice: new Choice(
      at,
      () => 0,
      () => offers,
    ),
    played,
  };
}

describe("what cannot be taken back", () => {
  const discard: Offer = {
    name: "discard",
    params: { cards: { type: "CardSet", cards: ["a", "b"], least: 1, most: 2 } },
  };

  it("is asked once, and no goes back to what was chosen", () => {
    const { choice: made, played } = choice(discard);
    made.begin(discard);
    made.touchCard("a");
    made.touchCard("b");
    made.settle(discard, { cards: ["a", "b"] });
    expect(played).not.toHaveBeenCalled();
    expect(made.question).toBe("Jeter 2 cartes\u202f?");
    made.back();
    expect(made.sure).toBeNull();
    expect(made.chosen("a")).toBe(true);
    made.settle(discard, { cards: ["a"] });
    expect(made.question).toBe("Jeter 1 carte\u202f?");
    made.confirm();
    expect(played).toHaveBeenCalledOnce();
    expect(made.sure).toBeNull();
  });

  it("is forgotten once it is no longer offered", () => {
    const offers = [pass];
    const at = session();
    const made = new Choice(
      at,
      () => 0,
      () => offers,
    );
    made.play(pass);
    expect(made.sure).not.toBeNull();
    offers.pop();
    expect(made.sure).toBeNull();
  });

  it("does not hold up a race, nor what can be done lightly", () => {
    const { choice: made } = choice(draw);
    expect(made.careful(draw)).toBe(false);
    expect(made.careful({ ...pass, stimulus: 3 })).toBe(false);
    expect(made.careful({ name: "resign", grave: true })).toBe(true);
  });

  it("is never the main plate", () => {
    const { choice: made } = choice(pass, draw);
    render(Plates, { choice: made });
    const plates = screen.getAllByRole("button");
    expect(plates.map((p) => p.textContent)).toEqual(["Passer", "Piocher"]);
    expect(plates[0]?.className).toContain("papier");
    expect(plates[1]?.className).not.toContain("papier");
  });

  it("asks with no as the answer at hand", async () => {
    const { choice: made, played } = choice(pass);
    made.play(pass);
    render(Sure, { choice: made });
    expect(document.activeElement?.textContent).toBe("Non");
    await fireEvent.click(screen.getByRole("button", { name: "Oui" }));
    expect(played).toHaveBeenCalledOnce();
  });
});

describe("a card that an offer points at", () => {
  it("is called by its word", () => {
    const at = session();
    const keep: Offer = { name: "keep", hint: ["h"] };
    const made = new Choice(
      at,
      () => 0,
      () => [keep],
    );
    expect(made.marked("h")).toBe("piochée");
    expect(made.marked("other")).toBe("");
  });
});

describe("the keys for a letter", () => {
  it("say why they came, show the card, and can be left", async () => {
    const onchoose = vi.fn();
    const onclose = vi.fn();
    render(Keys, { title: "Ton étoile vaut quelle lettre ?", card: { face: "★" }, onchoose, onclose });
    expect(screen.getByRole("heading", { name: "Ton étoile vaut quelle lettre ?" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "étoile" })).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "K" }));
    expect(onchoose).toHaveBeenCalledWith("K");
    await fireEvent.keyDown(screen.getByRole("group"), { key: "r" });
    expect(onchoose).toHaveBeenCalledWith("R");
    await fireEvent.click(screen.getByRole("button", { name: "Fermer" }));
    expect(onclose).toHaveBeenCalledOnce();
  });
});

describe("the end is a feast", () => {
  const outcome = (result: string, ...ranks: number[]) =>
    ({ result, ranks, scores: ranks.map(() => 0) }) as unknown as Outcome;
  const person = { kind: "person" } as SeatView;
  const bot = { kind: "bot" } as SeatView;

  it.each([
    ["for whoever has won alone against bots", outcome("winners", 1, 2), [person, bot], true],
    ["for a tie with a bot", outcome("winners", 1, 1), [person, bot], true],
    ["not for a lost game alone against bots", outcome("winners", 2, 1), [person, bot], false],
    ["where several people play, whoever wins", outcome("winners", 2, 3, 1), [person, person, bot], true],
    ["not when all have lost together", outcome("together", 2), [person], false],
    ["when all have won together", outcome("together", 1), [person], true],
    ["not when nobody wins", outcome("nobody"), [person, bot], false],
  ])("%s", (_, how, seats, expected) => {
    expect(feast(how, seats)).toBe(expected);
  });
});

describe("giving up", () => {
  const up: Offer = { name: "resign", grave: true };

  it("is a small link where nothing else is offered, never a plate", () => {
    const { choice: made } = choice(up);
    render(Plates, { choice: made });
    const link = screen.getByRole("button", { name: "Abandonner" });
    expect(link.className).toContain("lien");
    expect(link.className).not.toContain("plaque");
  });

  it("is behind the others where there are any", () => {
    const { choice: made } = choice(up, draw);
    render(Plates, { choice: made });
    expect(screen.getByRole("button", { name: "Piocher" }).className).toContain("plaque");
    expect(screen.queryByRole("button", { name: "Abandonner" })).toBeNull();
  });

  it("is kept small too where the rules only ask whether one is sure", () => {
    const { choice: made } = choice(pass);
    render(Plates, { choice: made });
    const plate = screen.getByRole("button", { name: "Passer" });
    expect(plate.className).toContain("papier");
    expect(plate.parentElement?.className).toContain("retenues");
  });

  it("can be answered with no, and nothing is sent", async () => {
    const { choice: made, played } = choice(up);
    const { unmount } = render(Plates, { choice: made });
    await fireEvent.click(screen.getByRole("button", { name: "Abandonner" }));
    unmount();
    expect(played).not.toHaveBeenCalled();
    expect(made.sure?.offer.name).toBe("resign");
    render(Sure, { choice: made });
    await fireEvent.click(screen.getByRole("button", { name: "Non" }));
    expect(made.sure).toBeNull();
    expect(played).not.toHaveBeenCalled();
  });
});
