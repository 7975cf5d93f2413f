import { describe, expect, it } from "vitest";
import { meantAt, type Target } from "../src/lib/table/finger";

/** A small card with its left upper corner there. */
const card = (what: string, left: number, top: number): Target<string> => ({
  what,
  box: { left, top, right: left + 24, bottom: top + 26 },
});

describe("a finger on small cards", () => {
  const [b, s, below] = [card("B", 100, 50), card("S", 140, 50), card("V", 100, 90)];

  it("means the card on which it lies, though others are near", () => {
    expect(meantAt([b, s, below], 123, 60)).toEqual(["B"]);
    expect(meantAt([b, s, below], 112, 76)).toEqual(["B"]);
    expect(meantAt([b, s, below], 152, 63)).toEqual(["S"]);
  });

  it("means a card beside which nothing else lies, 11 pixels from its edge", () => {
    expect(meantAt([b], 135, 63)).toEqual(["B"]);
    expect(meantAt([b], 112, 87)).toEqual(["B"]);
    expect(meantAt([b], 136, 63)).toEqual([]);
  });

  it("may mean both, where it lies between two, the nearer one first", () => {
    expect(meantAt([b, s], 131, 63)).toEqual(["B", "S"]);
    expect(meantAt([b, s], 133, 63)).toEqual(["S", "B"]);
    expect(meantAt([b, s, below], 112, 82)).toEqual(["B", "V"]);
  });
});
