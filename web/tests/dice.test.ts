import { describe, expect, it } from "vitest";
import { Laying } from "../src/mats/kennel/dice.svelte";
import type { AssignmentDomain } from "../src/protocol";

const domain = (part: Partial<AssignmentDomain>): AssignmentDomain => ({
  type: "Assignment",
  dice: {},
  zone: "spaces:0",
  spaces: [],
  keeps: [],
  buried: 0,
  limit: 7,
  ...part,
});
/** All dice are kept: a 3 for two spaces, a 6 that fits nowhere. */
const run = () =>
  new Laying(
    domain({
      dice: { a: 3, b: 6 },
      spaces: [
        [0, 3],
        [1, 4],
        [4, 3],
      ],
      keeps: [[3, 6]],
      buried: 1,
    }),
  );
/** One number of the roll is kept, the rest is dropped. */
const fetch = () => new Laying(domain({ dice: { a: 2, b: 2, c: 5 }, spaces: [[0, 2]], keeps: [[2, 2], [5]] }));

describe("dice being given their places", () => {
  it("does what can only be done in one way, and picks up the next", () => {
    const laying = run();
    expect(laying.places).toEqual(new Map([["b", "bury"]]));
    expect([laying.picked, laying.waiting]).toEqual(["a", ["a"]]);
    expect([laying.total, laying.busts]).toEqual([7, false]);
    expect(laying.undoable).toBe(false);
    laying.undo();
    expect(laying.places.get("b")).toBe("bury");
  });

  it("puts a die only where its number is", () => {
    const laying = run();
    expect([0, 1, 4].map((place) => laying.fits(place))).toEqual([true, false, true]);
    expect([laying.may("bury"), laying.may("drop")]).toEqual([true, false]);
    expect([laying.put(1), laying.put("drop"), laying.put(9)]).toEqual([false, false, false]);
    expect(laying.complete).toBeNull();
    expect(laying.put(4)).toBe(true);
    expect(laying.dieAt(4)).toBe("a");
    expect(laying.complete).toEqual([
      ["a", 4],
      ["b", "bury"],
    ]);
  });

  it("has one die on a place", () => {
    const laying = new Laying(domain({ dice: { a: 3, b: 3 }, spaces: [[0, 3]], keeps: [[3, 3]] }));
    expect(laying.put(0)).toBe(true);
    expect([laying.picked, laying.fits(0), laying.put(0, "b")]).toEqual([null, false, false]);
    expect(laying.complete).toEqual([
      ["a", 0],
      ["b", "bury"],
    ]);
  });

  it("takes back the last step, or a die that is touched", () => {
    const laying = run();
    laying.put("bury");
    expect([laying.total, laying.busts]).toEqual([10, true]);
    laying.undo();
    expect([laying.picked, laying.total]).toEqual(["a", 7]);
    laying.put(0);
    laying.pick("a");
    expect([laying.dieAt(0), laying.picked]).toEqual([null, "a"]);
    laying.put(4);
    expect(laying.complete).toEqual([
      ["a", 4],
      ["b", "bury"],
    ]);
  });

  it("moves a die from one place to another", () => {
    const laying = run();
    laying.put(0);
    expect(laying.put(4, "a")).toBe(true);
    expect([laying.dieAt(0), laying.dieAt(4)]).toEqual([null, "a"]);
  });

  it("keeps one number: the first die laid drops the others", () => {
    expect(run().drops).toBe(false);
    const laying = fetch();
    expect(laying.drops).toBe(true);
    expect([laying.waysOf("a"), laying.waysOf("c")]).toEqual([
      [0, "bury", "drop"],
      ["bury", "drop"],
    ]);
    expect(laying.waiting).toEqual(["a", "b", "c"]);
    laying.put(0, "a");
    expect([...laying.places]).toEqual([
      ["a", 0],
      ["b", "bury"],
      ["c", "drop"],
    ]);
    expect([laying.waiting, laying.picked, laying.total]).toEqual([[], null, 2]);
    laying.undo();
    expect(laying.waiting).toEqual(["a", "b", "c"]);
  });

  it("takes back what does not go with the last wish, so that nobody is stuck", () => {
    const laying = fetch();
    laying.put(0, "a");
    laying.pick("c");
    expect([laying.picked, laying.may("bury")]).toEqual(["c", true]);
    laying.put("bury", "c");
    expect(laying.complete).toEqual([
      ["a", "drop"],
      ["b", "drop"],
      ["c", "bury"],
    ]);
  });

  it("keeps two of many: the last two", () => {
    const laying = new Laying(
      domain({
        dice: { a: 1, b: 4, c: 6 },
        spaces: [
          [0, 1],
          [1, 4],
          [2, 6],
        ],
        keeps: [
          [1, 4],
          [1, 6],
          [4, 6],
        ],
      }),
    );
    laying.put(0, "a");
    expect([laying.complete, laying.waiting]).toEqual([null, ["b", "c"]]);
    laying.put(1, "b");
    expect(laying.places.get("c")).toBe("drop");
    laying.put(2, "c");
    expect([...laying.places]).toEqual([
      ["b", 1],
      ["c", 2],
      ["a", "drop"],
    ]);
  });

  it("keeps a set that adds up: what cannot belong to it any more is dropped", () => {
    const laying = new Laying(
      domain({
        dice: { a: 2, b: 3, c: 5, d: 6 },
        keeps: [
          [3, 5],
          [2, 6],
        ],
      }),
    );
    laying.put("bury", "d");
    expect(laying.complete).toEqual([
      ["a", "bury"],
      ["b", "drop"],
      ["c", "drop"],
      ["d", "bury"],
    ]);
  });

  it("drops what is left where that is allowed", () => {
    const laying = new Laying(domain({ dice: { a: 1, b: 6 }, keeps: [[6], [1, 6]] }));
    expect([laying.waiting, laying.complete]).toEqual([
      ["a"],
      [
        ["a", "drop"],
        ["b", "bury"],
      ],
    ]);
  });

  it("leaves a die alone that can go only one way", () => {
    const laying = run();
    laying.pick("b");
    expect([laying.picked, laying.places.get("b")]).toEqual(["a", "bury"]);
  });
});
