/** Drawings that had been taken for something else. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const sprite = readFileSync("public/sprite.svg", "utf-8");

/** Churros were drawn as pretzels: they are straight ridged sticks, here two that cross. */
describe("churros", () => {
  const drawn = /<symbol id="churros".*?<\/symbol>/s.exec(sprite)?.[0] ?? "";
  const sticks = drawn.split("<g ").slice(1);

  it("are two sticks, turned to either side", () => {
    const turns = sticks.map((stick) => Number(/rotate\((-?\d+)/.exec(stick)?.[1]));
    expect(turns).toHaveLength(2);
    expect(turns[0]).toBe(-(turns[1] ?? 0));
  });

  it.each([0, 1])("are straight from end to end: number %i", (i) => {
    const [outline, ridges] = [...(sticks[i] ?? "").matchAll(/ d="([^"]+)"/g)].map((found) => found[1] ?? "");
    const side = Number(/v(\d+)/.exec(outline ?? "")?.[1]);
    expect(side).toBeGreaterThan(40); // of the 64 that a drawing is high
    expect(ridges).toMatch(/^(M[\d.]+ [\d.]+v[\d.]+)+$/);
  });
});
