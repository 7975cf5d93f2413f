/** Where a ghost can stand: the heights at a point, and the nearest free spot. As `hall/standing.py`. */
import { CELL, CELLS, doorway, type Piece, type V2 } from "../shapes";
import { NoRest, RING, ring, type Named } from "./resting";
import { cos, figure, HEIGHT, overlap, RADIUS, sin, SLACK, Solid, solid, type BoxAt, type Lie } from "./solids";

export interface Standee {
  seat: number;
  /** 0, 1, 2: small, medium, large. */
  size: number;
  /** Where it starts. */
  side: number;
  pose: Lie;
}

/** How the furniture lies and the ghosts stand, in the order of the rules. */
export interface Scene {
  pieces: ReadonlyMap<Piece, Lie>;
  ghosts: ReadonlyMap<number, Standee>;
}

const [RIM, ENOUGH] = [0.8, 5];
const TINY = 1e-9;
const [RINGS, LATTICE] = [18, 8];
const HALVES = 2 * CELL;

export const cellIn = (pose: Lie): V2 => [
  Math.min(Math.floor(pose.x / HALVES), CELLS - 1),
  Math.min(Math.floor(pose.y / HALVES), CELLS - 1),
];

/** All that stands in the hall: furniture, then ghosts. */
export function bodiesOf(scene: Scene, but: readonly number[] = [], butPiece: Piece | null = null): Named[] {
  return [
    ...[...scene.pieces].filter(([name]) => name !== butPiece).map(([n, pose]): Named => [n, solid(n, pose)]),
    ...[...scene.ghosts].filter(([k]) => !but.includes(k)).map(([k, g]): Named => [k, figure(g.size, g.pose)]),
  ];
}

/** The middle, and eight points towards the rim. */
function feet(size: number, pose: Lie): V2[] {
  const [x, y, r] = [pose.x / 2, pose.y / 2, RADIUS[size]!];
  if (!pose.down) {
    const out = RIM * r;
    return [[x, y], ...Array.from({ length: 8 }, (_, i): V2 => [x + out * cos(90 * i), y + out * sin(90 * i)])];
  }
  const [c, s] = [cos(2 * pose.angle), sin(2 * pose.angle)];
  const [long, wide] = [RIM * (HEIGHT[size]! / 2), RIM * r];
  const found: V2[] = [[x, y]];
  for (const u of [-1, 0, 1])
    for (const v of [-1, 0, 1])
      if (u || v) found.push([x + c * long * u - s * wide * v, y + s * long * u + c * wide * v]);
  return found;
}

/** It does not stick out of its cell. */
function inCell(size: number, pose: Lie, cell: V2): boolean {
  const [x, y, r] = [pose.x / 2 - CELL * cell[0], pose.y / 2 - CELL * cell[1], RADIUS[size]!];
  let [wide, deep] = [r, r];
  if (pose.down) {
    const [c, s] = [Math.abs(cos(2 * pose.angle)), Math.abs(sin(2 * pose.angle))];
    wide = c * (HEIGHT[size]! / 2) + s * r - TINY;
    deep = s * (HEIGHT[size]! / 2) + c * r - TINY;
  }
  return x >= wide && x + wide <= CELL && y >= deep && y + deep <= CELL;
}

/** Is a point within the plan of a flat box? */
function onTop(body: Solid, box: BoxAt, px: number, py: number): boolean {
  const [x, y] = [px - box[0], py - box[1]];
  return Math.abs(body.c * x + body.s * y) <= box[3] + TINY && Math.abs(body.c * y - body.s * x) <= box[4] + TINY;
}

/** The heights at which a ghost can stand, or lie, at that point, in half millimetres. */
export function heights(size: number, pose: Lie, bodies: readonly Named[]): number[] {
  const [[x, y] = [0, 0], ...rim] = feet(size, pose);
  const reach = HEIGHT[size]!;
  const near = bodies.filter(
    ([, { bounds: b }]) => b[0] < x + reach && b[1] > x - reach && b[2] < y + reach && b[3] > y - reach,
  );
  const tops = bodies.flatMap(([name, body]) =>
    typeof name === "string" && body instanceof Solid && body.flat
      ? body.boxes.map((box, i) => ({ top: body.around[i]![5], body, box }))
      : [],
  );
  const under = tops.filter(({ top, body, box }) => top > SLACK && onTop(body, box, x, y)).map(({ top }) => top);
  const found: number[] = [];
  for (const z of [...new Set([0, ...under])].sort((a, b) => a - b)) {
    if (z > 0) {
      const level = tops.filter(({ top }) => Math.abs(top - z) <= SLACK);
      const borne = rim.filter(([u, v]) => level.some(({ body, box }) => onTop(body, box, u, v)));
      if (borne.length < ENOUGH) continue;
    }
    const high = Math.round(2 * z);
    const own = figure(size, { ...pose, z: high });
    if (!near.some(([, other]) => overlap(own, other))) found.push(high);
  }
  return found;
}

/** The nearest free spot of a cell, around the point where the ghost is or was to stand. */
function nearestFree(size: number, pose: Lie, cell: V2, bodies: readonly Named[]): Lie | null {
  for (const [x, y] of around(pose, cell)) {
    const there = { ...pose, x, y, z: 0 };
    if (!inCell(size, there, cell)) continue;
    const [lowest] = heights(size, there, bodies);
    if (lowest !== undefined) return { ...there, z: lowest };
  }
  return null;
}

function* around(pose: Lie, cell: V2): Generator<V2> {
  for (let i = 1; i <= RINGS; i++) yield* ring(pose.x, pose.y, RING * i);
  const [x0, y0] = [HALVES * cell[0], HALVES * cell[1]];
  for (let y = y0; y <= y0 + HALVES; y += LATTICE) for (let x = x0; x <= x0 + HALVES; x += LATTICE) yield [x, y];
}

export interface Stand {
  pose: Lie;
  /** Which of how many heights at that point it stands on. */
  level: number;
  levels: number;
}

/** Where a ghost comes to stand that was meant for a point of a cell. */
export function where(scene: Scene, key: number, ghost: Standee, cell: V2, level: number): Stand {
  const bodies = bodiesOf(scene, [key]);
  const { size, pose } = ghost;
  const free = inCell(size, pose, cell) ? heights(size, pose, bodies) : [];
  if (free.length) {
    const on = Math.max(0, Math.min(level, free.length - 1));
    return { pose: { ...pose, z: free[on]! }, level: on, levels: free.length };
  }
  const there = nearestFree(size, pose, cell, bodies);
  if (!there) throw new NoRest("no_room");
  return { pose: there, level: 0, levels: heights(size, there, bodies).length };
}

/** A lifted ghost set down again, farther towards its start side where there is no room; null: back it goes. */
export function house(ghost: Standee, bodies: readonly Named[]): Lie | null {
  const [fx, fy] = doorway(ghost.side, 1).f;
  let [cell, pose] = [cellIn(ghost.pose), ghost.pose];
  while (cell[0] >= 0 && cell[0] < CELLS && cell[1] >= 0 && cell[1] < CELLS) {
    if (inCell(ghost.size, pose, cell)) {
      const [lowest] = heights(ghost.size, pose, bodies);
      if (lowest !== undefined) return { ...pose, z: lowest };
    }
    const found = nearestFree(ghost.size, pose, cell, bodies);
    if (found) return found;
    cell = [cell[0] - fx, cell[1] - fy];
    pose = { ...pose, x: pose.x - HALVES * fx, y: pose.y - HALVES * fy, z: 0 };
  }
  return null;
}
