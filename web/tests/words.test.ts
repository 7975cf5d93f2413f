import { describe, expect, it } from "vitest";
import { cause, curled, french } from "../src/lib/typography";
import { fill } from "../src/lib/words";

describe("fill", () => {
  it("puts values into the sentence", () => {
    expect(fill("{name} joue {card}", { name: "Zoé", card: "K" })).toBe("Zoé joue K");
  });

  it("leaves what it does not know", () => {
    expect(fill("{name} joue", {})).toBe("{name} joue");
  });

  it.each([
    [0, "0 carte"],
    [1, "1 carte"],
    [2, "2 cartes"],
  ])("says the singular up to one, as French does: %i", (n, said) => {
    expect(fill("{n} {n|carte|cartes}", { n })).toBe(said);
  });
});

describe("french", () => {
  it("puts narrow spaces before high signs and inside quotes", () => {
    expect(french("À toi ! « oui » : non ?")).toBe("À toi\u202f! «\u202foui\u202f»\u202f: non\u202f?");
  });

  it("curls apostrophes, as English does", () => {
    expect(french("c'est l'étoile")).toBe("c’est l’étoile");
    expect(curled({ a: "{seat}'s card isn't up" })).toEqual({ a: "{seat}’s card isn’t up" });
  });

  it("reaches into lists and objects and leaves numbers alone", () => {
    expect(french({ a: ["Oui !"], n: 3 })).toEqual({ a: ["Oui\u202f!"], n: 3 });
  });
});

describe("cause", () => {
  it("is the first sentence, or what stands before a colon", () => {
    expect(cause("Trop tard. Attends la suite.")).toEqual(["Trop tard.", "Attends la suite."]);
    expect(cause("Pas possible : joue un K.")).toEqual(["Pas possible :", "joue un K."]);
    expect(cause("À toi !")).toEqual(["À toi !", ""]);
  });

  it("never ends inside what somebody said", () => {
    const told = french("Tu cries « voyelle ! » sur L A : une voyelle et une consonne. Personne ne gagne.");
    expect(cause(told)).toEqual([
      french("Tu cries « voyelle ! » sur L A :"),
      "une voyelle et une consonne. Personne ne gagne.",
    ]);
    expect(cause("You shout “vowel!” at L A: one of each.")).toEqual([
      "You shout “vowel!” at L A:",
      "one of each.",
    ]);
  });
});
