/** Small cards that lie close together: a finger means the nearest one. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { reaches } from "../src/lib/table/keys";

const SIDE = 33;

/** A row of small cards, each `gap` pixels after the other, and which of them is touched at a place. */
function touched(gap: number, x: number, y: number, on?: number): number | null {
  const plane = document.createElement("div");
  let meant: number | null = null;
  const cards = [0, 1, 2].map((i) => {
    const card = document.createElement("button");
    card.getBoundingClientRect = () => new DOMRect(i * gap, 0, SIDE, SIDE * 1.4);
    card.addEventListener("click", () => (meant = i));
    plane.append(card);
    return card;
  });
  document.body.append(plane);
  reaches(plane);
  const target = on === undefined ? plane : (cards[on] ?? plane);
  target.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: x, clientY: y, detail: 1 }));
  return meant;
}

afterEach(() => {
  document.body.innerHTML = "";
  vi.restoreAllMocks();
});

describe("a touch beside a small card", () => {
  it("means it, within a finger's width of its middle", () => {
    expect(touched(80, SIDE / 2, 23 + 40)).toBe(0);
    expect(touched(80, 80 + SIDE / 2 + 25, 23)).toBe(1);
  });
  it("means nothing further away", () => {
    expect(touched(80, SIDE / 2, 23 + 60)).toBeNull();
  });
  it("means the nearer one where another lies over it", () => {
    expect(touched(20, 20 + SIDE / 2 + 2, 23, 2)).toBe(1);
  });
  it("means the card itself where it is the nearest", () => {
    expect(touched(80, SIDE / 2, 23, 0)).toBe(0);
  });
});
