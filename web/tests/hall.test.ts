import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import type { Choice } from "../src/lib/offers/choice.svelte";
import type { Checked, Session } from "../src/lib/session.svelte";
import type { Offer, Pose, View } from "../src/protocol";
import { bounce, lightOf, onPlan, underPlan } from "../src/mats/hall/fromAbove";
import { foreseeGhost } from "../src/mats/hall/foresight";
import { cardOf, doorAcross, reach, readHall, shelter, type Ghost } from "../src/mats/hall/hall";
import { holePath } from "../src/mats/hall/hole";
import { sceneAt, timeline } from "../src/mats/hall/look.svelte";
import { Playing } from "../src/mats/hall/playing.svelte";
import { bodies, corners, footprint, mirrored, pushedIn } from "../src/mats/hall/poses";
import { cellAt, depth, doorway, inKeyhole, SIDES, type Piece, type V3 } from "../src/mats/hall/shapes";
import { grid, seenFrom } from "../src/mats/hall/tell";
import { costs, leaving, touch } from "../src/mats/hall/touch";

const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-5;

describe("poses", () => {
  /** Written by the rules (`python -m tests.games.pas_vu_pas_pris_page`). */
  const cases = JSON.parse(readFileSync("tests/cases/hall.json", "utf-8")) as {
    piece: Piece;
    pose: [number, number, number, number, number, number, number];
    around: number[][];
  }[];

  it("are drawn where the rules have them, flat and leaning", () => {
    expect(cases.length).toBeGreaterThan(80);
    for (const { piece, pose, around } of cases) {
      const [x, y, angle, z, down, edge, lean] = pose;
      const found = bodies(piece, { x, y, angle, z, down, edge, lean }).map((b) => {
        const all = corners([b]);
        return [0, 1, 2].flatMap((i) => [Math.min(...all.map((p) => p[i]!)), Math.max(...all.map((p) => p[i]!))]);
      });
      // Boxes may come in any order once they are turned.
      for (const box of around)
        expect(
          found.some((f) => f.every((v, i) => near(v, box[i]!))),
          `${piece} ${pose.join()}`,
        ).toBe(true);
    }
  });

  it("are pushed into the hall by the least shift", () => {
    expect(pushedIn("bureau", { x: 60, y: 300, angle: 0 })).toMatchObject({ x: 80, y: 300 });
    expect(pushedIn("bureau", { x: 300, y: 590, angle: 0 })).toMatchObject({ x: 300, y: 564 });
  });

  it("have a footprint, and a mirror has an image behind it", () => {
    const outline = footprint("bureau", { x: 300, y: 300, angle: 90 });
    expect(Math.max(...outline.map((p) => p[0]))).toBeCloseTo(168);
    expect(Math.max(...outline.map((p) => p[1]))).toBeCloseTo(190);
    // Its face is 2 mm before its middle and looks to the south.
    const image = mirrored({ x: 300, y: 300, angle: 0 }, [150, 100, 20]);
    expect(image.map((v) => Math.round(v))).toEqual([150, 196, 20]);
  });
});

describe("doors", () => {
  it("lie as somebody outside counts them, and look inwards", () => {
    expect(doorway(0, 3)).toEqual({ e: [125, -15, 26], f: [0, 1], u: [1, 0] });
    expect(doorway(1, 1).e).toEqual([-15, 275, 26]);
    expect(doorway(2, 2).e).toEqual([225, 315, 26]);
    expect(doorway(3, 6).e).toEqual([315, 275, 26]);
    expect([cellAt(0, 1), cellAt(1, 1), cellAt(2, 1), cellAt(3, 1)]).toEqual([
      [0, 0],
      [0, 5],
      [5, 5],
      [5, 0],
    ]);
    expect(SIDES.map((side) => depth(side, [5, 2]))).toEqual([3, 6, 4, 1]);
  });

  it("have a keyhole of a disc and a skirt, and its mask is the same", () => {
    expect(inKeyhole(0, 0.99)).toBe(true);
    expect(inKeyhole(0.91, 0.1)).toBe(false);
    expect(inKeyhole(0.59, -1.09)).toBe(true);
    expect(inKeyhole(0.62, -1.09)).toBe(false);
    expect(inKeyhole(0, -1.11)).toBe(false);
    const path = holePath(0, 0, 100);
    expect(path).toContain("A90 90");
    expect(path).toContain("L-60 110");
    const [, x, y] = /^M([\d.]+) ([\d.]+)A/.exec(path) ?? [];
    expect(Math.hypot(Number(x) / 100, -Number(y) / 100 - 0.1)).toBeCloseTo(0.9, 6);
  });
});

describe("the plan", () => {
  it("has my wall at the bottom, whichever it is", () => {
    for (const side of SIDES) {
      const { e } = doorway(side, 1, 0);
      const [across, down] = onPlan(side, e[0], e[1]);
      expect([across, down].map((v) => Math.round(v * 1000))).toEqual([83, 1000]);
      expect(underPlan(side, across, down).map((v) => Math.round(v))).toEqual([e[0], e[1]]);
      const rows = grid(side);
      expect(rows[5]?.map(({ seen }) => seen)).toEqual([1, 2, 3, 4, 5, 6].map((c) => [c, 1]));
      expect(rows[0]?.every(({ cell }) => depth(side, cell) === 6)).toBe(true);
    }
    expect(seenFrom(2, [5, 5])).toEqual([1, 1]);
  });

  it("shows light that ends at furniture, and how a mirror was looked into", () => {
    const wide = lightOf([], 0, 3);
    expect(wide.some(([, y]) => y > 299)).toBe(true);
    const piano = { piece: "piano" as const, pose: { x: 250, y: 60, angle: 0 } };
    const shut = lightOf([piano], 0, 3).slice(1);
    expect(shut.filter(([x, y]) => Math.abs(x - 125) < 20 && y > 60)).toEqual([]);
    const glass: Pose = { x: 450, y: 350, angle: 315 };
    const [eye, at, ghost] = bounce(glass, 0, 5, { size: "small", at: [125, 175, 0] }) as [V3, V3, V3];
    expect(eye).toEqual([225, -15, 26]);
    expect(ghost).toEqual([125, 175, 9]);
    // The angle in is the angle out: the glass looks to the south-west.
    const [inward, outward] = [at.map((v, i) => v - eye[i]!), ghost.map((v, i) => v - at[i]!)];
    const along = (v: number[]): number => (v[0]! - v[1]!) / Math.hypot(...v);
    expect(along(inward)).toBeCloseTo(along(outward), 6);
  });
});

const ghost = (seat: number, size: string, n: number, pose?: Pose) => ({
  handle: `h${seat}${n}`,
  face: `ghost:${seat}:${size}:${n}`,
  pose: pose ?? null,
});

const view = (facts: Record<string, unknown> = {}): View =>
  ({
    you: [0],
    phase: "ghosts",
    active: [0, 1],
    seats: [{}, {}],
    scores: [0, 0],
    zones: [
      {
        name: "hall",
        kind: "hall",
        cards: [
          { handle: "p1", face: "table", pose: { x: 250, y: 250, angle: 0 } },
          null,
          ghost(0, "medium", 1, { x: 250, y: 450, angle: 0 }),
          ghost(1, "small", 3, { x: 250, y: 250, angle: 0, z: 68 }),
        ],
      },
      { name: "home:0", kind: "stock", owner: 0, cards: [ghost(0, "large", 0), ghost(0, "small", 3)] },
      { name: "out:0", kind: "winnings", owner: 0, cards: [ghost(0, "small", 4)] },
      { name: "card:0", kind: "drawn", owner: 0, cards: [{ handle: "c", face: "8-table-piano" }] },
    ],
    facts: {
      round: 2,
      die: { is: "seat", value: 1 },
      keyhole: [2, 4],
      sides: [0, 2],
      points: [5, 7],
      moved: { is: "term", value: ["piano"] },
      finished: { is: "seat", value: [1] },
      ...facts,
    },
  }) as unknown as View;

const one = (hall: ReturnType<typeof readHall>, id: string): Ghost => hall.ghosts.find((g) => g.id === id)!;

describe("the hall as it is read", () => {
  it("knows who stands where, and whose wall is which", () => {
    const hall = readHall(view(), 0);
    expect(hall.ghosts.map((g) => `${g.id} ${g.where}`)).toEqual([
      "ghost:0:medium:1 hall",
      "ghost:1:small:3 hall",
      "ghost:0:large:0 home",
      "ghost:0:small:3 home",
      "ghost:0:small:4 out",
    ]);
    expect(hall).toMatchObject({
      round: 2,
      die: 1,
      keyhole: [2, 4],
      sides: [0, 2],
      moved: ["piano"],
      finished: [1],
    });
    expect(hall.seen).toBeNull();
    expect(cardOf(view(), 0)).toEqual({ value: 8, pieces: ["table", "piano"] });
    expect(shelter(hall.pieces, [125, 125, 34])).toEqual({ piece: "table", how: "on" });
    expect(shelter(hall.pieces, [125, 125, 0])).toEqual({ piece: "table", how: "under" });
  });

  it("is told who was seen only in the look", () => {
    const seen = { seen: [[3, 0, 41]] };
    expect(readHall(view(seen), 0).seen).toBeNull();
    const looked = readHall({ ...view(seen), phase: "keyhole" }, 0);
    expect(looked.seen).toMatchObject([{ ghost: { id: "ghost:1:small:3" }, direct: 0, mirror: 41 }]);
  });

  it("shows what I plan in secret to me alone", () => {
    const plans = { plans: { "0": { sealed: true, value: { ghosts: [[3, 150, 50, 0, 0, 0], [1]], left: 2 } } } };
    const mine = readHall(view(plans), 0);
    expect(one(mine, "ghost:0:small:3")).toMatchObject({ where: "hall", pose: { x: 150, y: 50 } });
    expect(one(mine, "ghost:0:medium:1").where).toBe("out");
    expect(mine.points).toEqual([2, 7]);
    expect(one(readHall(view(plans), 1), "ghost:0:small:3").where).toBe("home");
  });

  it("counts steps as the rules do", () => {
    const hall = readHall(view(), 0);
    // From cell (2, 4) with five steps: its own cell is free, the far corner is too far; leaving from depth 5 costs 2.
    const inside = reach(hall, one(hall, "ghost:0:medium:1"));
    expect([inside.costs.get("2,4"), inside.costs.get("0,1"), inside.costs.get("5,1"), inside.out]).toEqual([
      0,
      5,
      undefined,
      2,
    ]);
    const fresh = reach(hall, one(hall, "ghost:0:small:3"));
    expect([fresh.costs.get("0,0"), fresh.costs.get("5,4"), fresh.costs.get("5,5"), fresh.out]).toEqual([
      1,
      5,
      undefined,
      null,
    ]);
    expect(doorAcross(hall, one(hall, "ghost:0:medium:1"))).toEqual([2, 4]);
  });
});

describe("a touch", () => {
  const MOVE: Offer = {
    name: "move",
    params: { ghost: { type: "OneCard", cards: ["h01", "h03"] } },
    checkable: true,
  };
  const OUT: Offer = { name: "out", params: { ghost: { type: "OneCard", cards: ["h01"] } } };

  function set(offers: Offer[] = [MOVE, OUT]) {
    const played: [string, unknown][] = [];
    const [say, check] = [vi.fn(), vi.fn()];
    const session = { say, check, deny: vi.fn() } as unknown as Session;
    const choice = {
      seat: 0,
      offers,
      session,
      play: (offer: Offer, args: unknown) => played.push([offer.name, args]),
    } as unknown as Choice;
    return { played, say, check, choice, playing: new Playing(session), hall: readHall(view(), 0) };
  }

  it("picks a ghost, then stands it where the finger pointed", () => {
    const { played, choice, playing, hall } = set();
    touch(playing, choice, hall, [126, 224], true);
    expect(playing.picked).toBe("ghost:0:medium:1");
    touch(playing, choice, hall, [180, 230], true);
    expect(played).toEqual([["move", { ghost: "h01", at: { x: 360, y: 460, yaw: 0, level: 0 } }]]);
  });

  it("of a whole cell means its middle, and too far is said", () => {
    const { played, say, choice, playing, hall } = set();
    playing.pick("ghost:0:small:3");
    touch(playing, choice, hall, [275, 275], false);
    expect(played).toEqual([]);
    expect(say).toHaveBeenCalledOnce();
    touch(playing, choice, hall, [275, 25], false);
    expect(played).toEqual([["move", { ghost: "h03", at: { x: 550, y: 50, yaw: 0, level: 0 } }]]);
  });

  it("knows who can leave, and that nobody moves who may not", () => {
    const { choice, playing, hall } = set();
    playing.pick("ghost:0:medium:1");
    expect(leaving(playing, choice, hall)).toBe(2);
    playing.pick("ghost:0:small:3");
    expect(leaving(playing, choice, hall)).toBeNull();
    playing.pick("ghost:0:large:0");
    expect(costs(playing, choice, hall)).toBeNull();
  });

  it("moves the piece in hand, and the table is asked once, with the newest pose", async () => {
    vi.useFakeTimers();
    const PLACE: Offer = { name: "place", params: { pose: { type: "Vector", axes: {} } }, checkable: true };
    const { check, choice, playing, hall, played } = set([PLACE]);
    const answers: ((c: Checked) => void)[] = [];
    check.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    playing.hold(choice, hall.pieces[0]!);
    playing.turn(choice, 15);
    playing.shift(choice, 300, 280);
    expect(playing.verdict).toBeNull();
    await vi.advanceTimersByTimeAsync(500);
    expect(check.mock.calls).toEqual([
      [0, PLACE, { pose: { x: 300, y: 280, yaw: 15, down: 0, edge: 0, lean: 0, mode: 0 } }],
    ]);
    answers[0]?.({ why: null, known: true, code: "", settled: { pose: { x: 300, y: 280, angle: 15 } } });
    await vi.advanceTimersByTimeAsync(0);
    expect(playing.verdict).toMatchObject({ why: null, settled: { pose: { angle: 15 } } });
    playing.lay(choice);
    expect(playing.verdict, "another pose has no answer yet").toBeNull();
    playing.put(choice);
    expect(played.at(-1)?.[1]).toMatchObject({ pose: { down: 3 } });
    vi.useRealTimers();
  });
});

describe("before the table answers", () => {
  const PLACE: Offer = { name: "place", params: { pose: { type: "Vector", axes: {} } }, checkable: true };
  const session = {
    sight: { view: view() },
    check: vi.fn(() => new Promise(() => undefined)),
    why: (_move: string, _parameter: string, code: string) => `why ${code}`,
  } as unknown as Session;
  const choice = { seat: 0, offers: [PLACE], session } as unknown as Choice;

  it("a piece is shown where it will rest, or why it will not", () => {
    const playing = new Playing(session);
    playing.hold(choice, readHall(view(), 0).pieces[0]!);
    playing.shift(choice, 300, 300);
    expect(playing.verdict).toMatchObject({ why: null, settled: { pose: { x: 300, y: 300, z: 0 } } });
    playing.shift(choice, 600, 300);
    expect(playing.verdict).toMatchObject({ why: "why sticks_out", code: "sticks_out", settled: null });
  });

  it("a ghost that is dragged stands where there is room", () => {
    const hall = readHall(view(), 0);
    const ghost = hall.ghosts.find((g) => g.id === "ghost:0:medium:1")!;
    const at = { yaw: 0, level: 0 };
    expect(foreseeGhost(hall, ghost, { ...at, x: 250, y: 450 })?.settled).toMatchObject({
      pose: { x: 250, y: 450 },
      cost: 0,
      levels: expect.any(Number) as number,
    });
    const pushed = foreseeGhost(hall, ghost, { ...at, x: 205, y: 405 })?.settled?.pose;
    expect(pushed && pushed.x >= 220 && pushed.y >= 420, "into its cell").toBe(true);
    expect(foreseeGhost(hall, ghost, { ...at, x: 590, y: 10 }), "too far: the table says so").toBeNull();
  });
});

describe("the look in time", () => {
  it("marks nobody before everybody has searched, then one by one, then lights up", () => {
    expect(sceneAt(3, 0)).toEqual({ scene: "glide", shown: 0 });
    expect(sceneAt(3, 3_100)).toEqual({ scene: "hush", shown: 0 });
    expect(sceneAt(3, 3_250)).toEqual({ scene: "count", shown: 1 });
    expect(sceneAt(3, 3_900).shown).toBe(2);
    expect(sceneAt(3, 5_500).scene).toBe("relief");
    expect(sceneAt(3, 7_000)).toEqual({ scene: "light", shown: 3 });
  });

  it("fits into its eight seconds, however many are seen", () => {
    for (let n = 0; n <= 12; n++) expect(timeline(n).light, String(n)).toBeLessThan(7_900);
    expect(timeline(9).shown[1]! - timeline(9).shown[0]!).toBe(300);
  });
});
