import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { NoRest, place, put, type Lie, type Rest, type Scene } from "../src/mats/hall/settle";
import { cellIn } from "../src/mats/hall/settle/standing";
import { PIECES, type Piece } from "../src/mats/hall/shapes";

type Numbers = [number, number, number, number, number, number, number];
interface Step {
  place?: Piece;
  put?: number;
  seat?: number;
  size?: number;
  level?: number;
  at: Numbers;
  no?: string;
  hits?: string | number | null;
  rest?: {
    pose: Numbers;
    others: Record<string, Numbers>;
    ghosts: Record<string, Numbers | null>;
    level?: number;
    levels?: number;
  };
}

const lie = ([x, y, angle, z, down, edge, lean]: Numbers): Lie => ({ x, y, angle, z, down, edge, lean });
const numbers = (p: Lie | null): Numbers | null => p && [p.x, p.y, p.angle, p.z, p.down, p.edge, p.lean];
const told = (all: ReadonlyMap<string | number, Lie | null>): Record<string, Numbers | null> =>
  Object.fromEntries([...all].map(([key, pose]) => [key, numbers(pose)]));

/** Written by the rules (`python -m tests.games.pas_vu_pas_pris_settled`). */
const walks = JSON.parse(readFileSync("tests/cases/settled.json", "utf-8")) as {
  pieces: Record<Piece, Numbers>;
  steps: Step[];
}[];

function made(scene: Scene, step: Step): Rest & { level?: number; levels?: number } {
  if (step.place) return place(scene, step.place, lie(step.at));
  const { put: key = 0, seat = 0, size = 0, level = 0 } = step;
  const pose = lie(step.at);
  return put(scene, key, { seat, size, side: seat, pose }, cellIn(pose), level);
}

describe("settling", () => {
  it.each(walks.map((walk, i) => [i, walk] as const))("finds the same bits as the rules: walk %i", (_, walk) => {
    let scene: Scene = {
      pieces: new Map(PIECES.map((piece) => [piece, lie(walk.pieces[piece])])),
      ghosts: new Map(),
    };
    walk.steps.forEach((step, i) => {
      const { place: _piece, put: _key, no, hits, rest, ...asked } = step;
      const what = `step ${i}: ${JSON.stringify({ ...asked, piece: step.place, ghost: step.put })}`;
      let found: ReturnType<typeof made>;
      try {
        found = made(scene, step);
      } catch (refused) {
        if (!(refused instanceof NoRest)) throw refused;
        expect([refused.code, refused.hits], what).toEqual([no, hits]);
        return;
      }
      expect(no, what).toBeUndefined();
      expect(numbers(found.pose), what).toEqual(rest?.pose);
      expect(told(found.others), what).toEqual(rest?.others);
      expect(told(found.ghosts), what).toEqual(rest?.ghosts);
      expect([found.level, found.levels], what).toEqual([rest?.level, rest?.levels]);
      // The rules keep ghosts by their cards, in the order in which they came.
      scene = found.scene;
    });
    expect(scene.pieces.size).toBe(PIECES.length);
  });
});
