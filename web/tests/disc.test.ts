/** The round table seen from closer by. */
import { describe, expect, it } from "vitest";
import { closer, lookOf, onScreen } from "../src/mats/slide/disc";

describe("after the shot", () => {
  const sizes: [number, number][] = [
    [390, 420],
    [820, 700],
    [1440, 560],
  ];
  it.each(sizes)("one comes 1.4 times closer, and the card stays in sight (%i x %i)", (wide, high) => {
    for (const rim of [270, 30, 150])
      for (const [x, y] of [
        [0, 0],
        [470, 0],
        [0, 470],
        [-330, -330],
      ] as const) {
        const look = lookOf(wide, high, rim);
        const near = closer(look, x, y, wide, high);
        expect(near.scale).toBeCloseTo(1.4 * look.scale);
        const [left, top] = onScreen(near, x, y);
        expect(left).toBeGreaterThanOrEqual(0.3 * wide - 1);
        expect(left).toBeLessThanOrEqual(0.7 * wide + 1);
        expect(top).toBeGreaterThanOrEqual(0.3 * high - 1);
        expect(top).toBeLessThanOrEqual(0.7 * high + 1);
      }
  });
});

describe("on a phone with the most seats", () => {
  it("the table is four fifths as wide as there is room, and its ends stay in sight", () => {
    const [wide, high] = [374, 265];
    const look = lookOf(wide, high, 270);
    const [left, right] = [onScreen(look, -500, 0)[0], onScreen(look, 500, 0)[0]];
    expect(right - left).toBeGreaterThan(0.8 * wide);
    expect(onScreen(look, 0, 500)[1]).toBeGreaterThanOrEqual(0);
    expect(onScreen(look, 0, -500)[1]).toBeLessThanOrEqual(high);
  });
});
