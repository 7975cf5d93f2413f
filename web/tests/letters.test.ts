import { describe, expect, it } from "vitest";
import { walked } from "../src/lib/offers/columns";
import { lay } from "../src/lib/offers/letters";

const own = (text: string) => [...text].map((c, i) => ({ handle: `${c}${i}`, letter: c === "*" ? "" : c }));

describe("a card for every letter", () => {
  it("takes letters before jokers", () => {
    expect(lay("BOA", own("*BOA"))?.map((c) => c.handle)).toEqual(["B1", "O2", "A3"]);
    expect(lay("BOL", own("*BO"))?.map((c) => c.handle)).toEqual(["B1", "O2", "*0"]);
  });
  it("does not reach without enough cards", () => {
    expect(lay("BOBO", own("BO*"))).toBeNull();
  });
  it("uses the card that must be there", () => {
    const cards = own("BOO");
    expect(lay("BO", cards, cards[2])?.map((c) => c.handle)).toEqual(["B0", "O2"]);
    expect(lay("BA", cards, cards[2] ?? null)).toBeNull();
  });
});

describe("columns after steps", () => {
  const zone = (name: string, faces: string) => ({
    name,
    kind: "column" as const,
    cards: [...faces].map((face) => ({ face, handle: face })),
    count: faces.length,
  });
  it("takes the end and shifts into the empty one", () => {
    const after = walked(
      [zone("column:0", "A"), zone("column:1", "BC")],
      [
        ["take", 0, 0],
        ["shift", 1, 0],
        ["petard", 1],
      ],
    );
    expect(after.map((z) => z.cards?.map((c) => c?.face).join(""))).toEqual(["C", "B"]);
  });
});
