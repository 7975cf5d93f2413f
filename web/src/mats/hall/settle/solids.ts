/** Bodies in millimetres, and whether two of them penetrate: the rules' own arithmetic, in the same order, so that the
 *  page finds the same bits. `hall/solids.py` says why each step is as it is. */
import { BOXES, HALL, type Extent, type Piece, type V2, type V3 } from "../shapes";

/** A pose with nothing left out: half millimetres, degrees, half degrees of lean. */
export interface Lie {
  x: number;
  y: number;
  angle: number;
  z: number;
  down: number;
  edge: number;
  lean: number;
}

export const SLACK = 0.5;
const SHORT = 1e-3;
const SLIM = 0.92;
/** By size: small, medium, large. */
export const RADIUS: readonly number[] = [7, 10, 13];
export const HEIGHT: readonly number[] = [18, 28, 38];

/** Nine decimals: whatever a browser's cosine does with the last bits, all have the same table. */
const table = (of: (turn: number) => number): readonly number[] =>
  Array.from({ length: 720 }, (_, half) => Number(of(((half / 2) * Math.PI) / 180).toFixed(9)) + 0);
const COSINES = table(Math.cos);
const SINES = table(Math.sin);
export const cos = (half: number): number => COSINES[half]!;
export const sin = (half: number): number => SINES[half]!;
export const nearestHalf = (v: number): number => Math.floor(2 * v + 0.5);

type Six = readonly [number, number, number, number, number, number];
/** The middle, and half the sides along the axes of the body. */
export type BoxAt = Six;
type Axes = readonly [V3, V3, V3];

// ---- pieces with one side down --------------------------------------------------------------------

const TURNS: readonly Axes[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [1, 0, 0],
    [0, -1, 0],
    [0, 0, -1],
  ],
  [
    [1, 0, 0],
    [0, 0, -1],
    [0, 1, 0],
  ],
  [
    [1, 0, 0],
    [0, 0, 1],
    [0, -1, 0],
  ],
  [
    [0, 0, -1],
    [0, 1, 0],
    [1, 0, 0],
  ],
  [
    [0, 0, 1],
    [0, 1, 0],
    [-1, 0, 0],
  ],
];
const OUTWARD: readonly V2[] = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];
/** The next side down, and what is added to the yaw, by side and edge. */
const NEXT_DOWN: readonly (readonly V2[])[] = [
  [
    [5, 0],
    [4, 0],
    [3, 0],
    [2, 0],
  ],
  [
    [5, 180],
    [4, 180],
    [2, 0],
    [3, 0],
  ],
  [
    [5, 270],
    [4, 90],
    [0, 0],
    [1, 0],
  ],
  [
    [5, 90],
    [4, 270],
    [1, 0],
    [0, 0],
  ],
  [
    [0, 0],
    [1, 180],
    [3, 90],
    [2, 270],
  ],
  [
    [1, 180],
    [0, 0],
    [3, 270],
    [2, 90],
  ],
];

interface Laid {
  boxes: readonly { middle: V3; half: V3 }[];
  halfX: number;
  halfY: number;
  height: number;
  mass: V3;
}

const turned = (turn: Axes, p: V3): V3 => {
  const [x, y, z] = turn.map((row) => row[0] * p[0] + row[1] * p[1] + row[2] * p[2]);
  return [x!, y!, z!];
};

function turnedBox(turn: Axes, b: Extent): Extent {
  const [p, q] = [turned(turn, [b[0], b[2], b[4]]), turned(turn, [b[1], b[3], b[5]])];
  const [x, y, z] = [0, 1, 2].map((i) => [Math.min(p[i]!, q[i]!), Math.max(p[i]!, q[i]!)]);
  return [x![0]!, x![1]!, y![0]!, y![1]!, z![0]!, z![1]!];
}

/** Of the union: where boxes share room, it counts once. */
function middleOfMass(boxes: readonly Extent[]): V3 {
  const cuts = [0, 1, 2].map((i) =>
    [...new Set(boxes.flatMap((b) => [b[2 * i]!, b[2 * i + 1]!]))].sort((a, b) => a - b),
  );
  const spans = cuts.map((cut) => cut.slice(1).map((to, i): V2 => [cut[i]!, to]));
  const sums = [0, 0, 0];
  let mass = 0;
  for (const [x0, x1] of spans[0]!)
    for (const [y0, y1] of spans[1]!)
      for (const [z0, z1] of spans[2]!) {
        if (!boxes.some((b) => b[0] <= x0 && x0 < b[1] && b[2] <= y0 && y0 < b[3] && b[4] <= z0 && z0 < b[5]))
          continue;
        const volume = (x1 - x0) * (y1 - y0) * (z1 - z0);
        mass += volume;
        [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2].forEach((middle, i) => (sums[i]! += volume * middle));
      }
  return [sums[0]! / mass, sums[1]! / mass, sums[2]! / mass];
}

function laidDown(piece: Piece, down: number): Laid {
  const turn = TURNS[down]!;
  const all = BOXES[piece].map((box) => turnedBox(turn, box));
  const low = [0, 1, 2].map((i) => Math.min(...all.map((b) => b[2 * i]!)));
  const high = [0, 1, 2].map((i) => Math.max(...all.map((b) => b[2 * i + 1]!)));
  const [sx, sy, sz] = [-(low[0]! + high[0]!) / 2, -(low[1]! + high[1]!) / 2, -low[2]!];
  const mass = turned(turn, middleOfMass(BOXES[piece]));
  return {
    boxes: all.map(([x0, x1, y0, y1, z0, z1]) => ({
      middle: [(x0 + x1) / 2 + sx, (y0 + y1) / 2 + sy, (z0 + z1) / 2 + sz],
      half: [(x1 - x0) / 2, (y1 - y0) / 2, (z1 - z0) / 2],
    })),
    halfX: (high[0]! - low[0]!) / 2,
    halfY: (high[1]! - low[1]!) / 2,
    height: high[2]! - low[2]!,
    mass: [mass[0] + sx, mass[1] + sy, mass[2] + sz],
  };
}

const known = new Map<string, Laid>();
function laid(piece: Piece, down: number): Laid {
  const key = `${piece}${down}`;
  let found = known.get(key);
  if (!found) known.set(key, (found = laidDown(piece, down)));
  return found;
}

// ---- bodies ---------------------------------------------------------------------------------------

/** Boxes with the same axes: a piece of furniture, or a ghost that lies. */
export class Solid {
  readonly c: number;
  readonly s: number;
  readonly around: readonly Extent[];
  readonly bounds: Extent;
  constructor(
    readonly boxes: readonly BoxAt[],
    readonly axes: Axes,
    readonly flat: boolean,
  ) {
    this.c = axes[0][0];
    this.s = axes[0][1];
    const [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = axes;
    const around = boxes.map(([x, y, z, p, q, r]): Extent => {
      const w = p * Math.abs(ax) + q * Math.abs(bx) + r * Math.abs(cx);
      const d = p * Math.abs(ay) + q * Math.abs(by) + r * Math.abs(cy);
      const h = p * Math.abs(az) + q * Math.abs(bz) + r * Math.abs(cz);
      return [x - w, x + w, y - d, y + d, z - h, z + h];
    });
    this.around = around;
    const least = (i: number): number => Math.min(...around.map((b) => b[i]!));
    const most = (i: number): number => Math.max(...around.map((b) => b[i]!));
    this.bounds = [least(0), most(1), least(2), most(3), least(4), most(5)];
  }
}

/** A ghost that stands: an upright cylinder. */
export class Post {
  readonly bounds: Extent;
  constructor(
    readonly x: number,
    readonly y: number,
    readonly low: number,
    readonly high: number,
    readonly r: number,
  ) {
    this.bounds = [x - r, x + r, y - r, y + r, low, high];
  }
}

export type Figure = Solid | Post;

function leaned(edge: number, lean: number): Axes {
  const [c, s] = [cos(lean), sin(lean)];
  const [x, y, z]: [V3, V3, V3] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  if (edge === 1) return [[c, 0, -s], y, [s, 0, c]];
  if (edge === 2) return [[c, 0, s], y, [-s, 0, c]];
  if (edge === 3) return [x, [0, c, -s], [0, s, c]];
  if (edge === 4) return [x, [0, c, s], [0, -s, c]];
  return [x, y, z];
}

/** From the frame of a footprint into the hall. */
class Bearing {
  readonly pivotX: number;
  readonly pivotY: number;
  readonly lean: Axes;
  readonly c: number;
  readonly s: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly axes: Axes;
  constructor(piece: Piece, pose: Lie) {
    const down = laid(piece, pose.down);
    const [outX, outY] = OUTWARD[pose.edge]!;
    [this.pivotX, this.pivotY] = [outX * down.halfX, outY * down.halfY];
    this.lean = leaned(pose.edge, pose.lean);
    [this.c, this.s] = [cos(2 * pose.angle), sin(2 * pose.angle)];
    [this.x, this.y, this.z] = [pose.x / 2, pose.y / 2, pose.z / 2];
    const [a, b, c] = this.lean.map(([x, y, z]): V3 => [...this.yawed(x, y), z]);
    this.axes = [a!, b!, c!];
  }

  yawed(x: number, y: number): [number, number] {
    return [this.c * x - this.s * y, this.s * x + this.c * y];
  }

  point(p: V3): V3 {
    const [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = this.lean;
    const [x, y, z] = [p[0] - this.pivotX, p[1] - this.pivotY, p[2]];
    const u = ax * x + bx * y + cx * z + this.pivotX;
    const v = ay * x + by * y + cy * z + this.pivotY;
    const w = az * x + bz * y + cz * z;
    const [i, j] = this.yawed(u, v);
    return [i + this.x, j + this.y, w + this.z];
  }
}

export function solid(piece: Piece, pose: Lie): Solid {
  const frame = new Bearing(piece, pose);
  const boxes = laid(piece, pose.down).boxes.map(({ middle, half }): BoxAt => [...frame.point(middle), ...half]);
  return new Solid(boxes, frame.axes, !pose.lean);
}

/** A ghost as it stands or lies. */
export function figure(size: number, pose: Lie): Figure {
  const [r, h, x, y, z] = [RADIUS[size]!, HEIGHT[size]!, pose.x / 2, pose.y / 2, pose.z / 2];
  if (!pose.down) return new Post(x, y, z, z + h, r);
  const [c, s] = [cos(2 * pose.angle), sin(2 * pose.angle)];
  return new Solid(
    [[x, y, z + r, h / 2, r, r]],
    [
      [c, s, 0],
      [-s, c, 0],
      [0, 0, 1],
    ],
    true,
  );
}

export const massPoint = (piece: Piece, pose: Lie): V3 =>
  new Bearing(piece, pose).point(laid(piece, pose.down).mass);

/** Does a leaning piece fall on, rather than back? */
export function beyondEdge(piece: Piece, pose: Lie): boolean {
  const frame = new Bearing(piece, pose);
  const at = frame.point(laid(piece, pose.down).mass);
  const [x, y] = [at[0] - frame.x, at[1] - frame.y];
  const [u, v] = [frame.c * x + frame.s * y, frame.c * y - frame.s * x];
  const [outX, outY] = OUTWARD[pose.edge]!;
  return u * outX + v * outY > Math.abs(frame.pivotX) + Math.abs(frame.pivotY);
}

export const flatOn = (pose: Lie, z = 0): Lie => ({ ...pose, z, edge: 0, lean: 0 });

/** On its next side, having fallen over an edge. */
export function fallen(piece: Piece, pose: Lie, edge: number): Lie {
  const down = laid(piece, pose.down);
  const [outX, outY] = OUTWARD[edge]!;
  const far = Math.abs(outX) * down.halfX + Math.abs(outY) * down.halfY + down.height / 2;
  const [c, s] = [cos(2 * pose.angle), sin(2 * pose.angle)];
  const [next, turn] = NEXT_DOWN[pose.down]![edge - 1]!;
  const x = pose.x / 2 + far * (c * outX - s * outY);
  const y = pose.y / 2 + far * (s * outX + c * outY);
  return {
    x: nearestHalf(x),
    y: nearestHalf(y),
    angle: (pose.angle + turn) % 360,
    z: pose.z,
    down: next,
    edge: 0,
    lean: 0,
  };
}

export function inside({ bounds: [x0, x1, y0, y1] }: Solid): boolean {
  return x0 >= -SLACK && x1 <= HALL + SLACK && y0 >= -SLACK && y1 <= HALL + SLACK;
}

// ---- penetration ----------------------------------------------------------------------------------

const apart = (a: Extent, b: Extent): boolean =>
  a[0] >= b[1] || b[0] >= a[1] || a[2] >= b[3] || b[2] >= a[3] || a[4] >= b[5] || b[4] >= a[5];

/** Do they penetrate by more than half a millimetre? */
export function overlap(a: Figure, b: Figure): boolean {
  if (apart(a.bounds, b.bounds)) return false;
  if (a instanceof Post) return b instanceof Post ? posts(a, b) : postInSolid(a, b);
  return b instanceof Post ? postInSolid(b, a) : solids(a, b);
}

function posts(a: Post, b: Post): boolean {
  if (Math.min(a.high, b.high) - Math.max(a.low, b.low) <= SLACK) return false;
  const [x, y] = [a.x - b.x, a.y - b.y];
  return a.r + b.r - Math.sqrt(x * x + y * y) > SLACK;
}

/** A circle and the rectangle of a flat box. */
export function postInPlan(post: Post, body: Solid, box: BoxAt): boolean {
  const [x, y] = [post.x - box[0], post.y - box[1]];
  const u = Math.abs(body.c * x + body.s * y) - box[3];
  const v = Math.abs(body.c * y - body.s * x) - box[4];
  if (u <= 0 && v <= 0) return post.r - Math.max(u, v) > SLACK;
  const [p, q] = [Math.max(u, 0), Math.max(v, 0)];
  return post.r - Math.sqrt(p * p + q * q) > SLACK;
}

function postInSolid(post: Post, body: Solid): boolean {
  if (!body.flat) return slim(post).some((one) => solids(one, body));
  return body.boxes.some((box, i) => {
    const around = body.around[i]!;
    const [high, low] = [Math.min(post.high, around[5]), Math.max(post.low, around[4])];
    return high - low > SLACK && !apart(post.bounds, around) && postInPlan(post, body, box);
  });
}

function slim(post: Post): Solid[] {
  const [half, h] = [SLIM * post.r, (post.high - post.low) / 2];
  const box: BoxAt = [post.x, post.y, post.low + h, half, half, h];
  const c = cos(90);
  const up: V3 = [0, 0, 1];
  return [new Solid([box], [[1, 0, 0], [0, 1, 0], up], true), new Solid([box], [[c, c, 0], [-c, c, 0], up], true)];
}

/** A unit vector, and how long the axes of the one and of the other body are along it. */
function separators(a: Solid, b: Solid): number[][] {
  const vectors: V3[] = [...a.axes, ...b.axes];
  for (const [ux, uy, uz] of a.axes)
    for (const [vx, vy, vz] of b.axes) {
      const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      const long = Math.sqrt(x * x + y * y + z * z);
      if (long >= SHORT) vectors.push([x / long, y / long, z / long]);
    }
  return vectors.map(([x, y, z]) => [
    x,
    y,
    z,
    ...[...a.axes, ...b.axes].map((axis) => Math.abs(axis[0] * x + axis[1] * y + axis[2] * z)),
  ]);
}

function solids(a: Solid, b: Solid): boolean {
  const bothFlat = a.flat && b.flat;
  let along: number[][] = [];
  for (const [i, p] of a.boxes.entries()) {
    const around = a.around[i]!;
    if (apart(around, b.bounds)) continue;
    for (const [j, q] of b.boxes.entries()) {
      const about = b.around[j]!;
      if (apart(around, about)) continue;
      if (bothFlat) {
        const deep = Math.min(around[5], about[5]) - Math.max(around[4], about[4]);
        if (deep > SLACK && flatBoxesMeet(a, p, b, q)) return true;
        continue;
      }
      if (!along.length) along = separators(a, b);
      const [dx, dy, dz] = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
      const free = along.some((v) => {
        const [x, y, z, pa, pb, pc, qa, qb, qc] = v as [
          number,
          number,
          number,
          number,
          number,
          number,
          number,
          number,
          number,
        ];
        const reach = p[3] * pa + p[4] * pb + p[5] * pc + q[3] * qa + q[4] * qb + q[5] * qc;
        return reach - Math.abs(dx * x + dy * y + dz * z) <= SLACK;
      });
      if (!free) return true;
    }
  }
  return false;
}

/** Two flat boxes seen from above. */
export function flatBoxesMeet(a: Solid, p: BoxAt, b: Solid, q: BoxAt): boolean {
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  const [c, s] = [Math.abs(a.c * b.c + a.s * b.s), Math.abs(a.c * b.s - a.s * b.c)];
  if (p[3] + (q[3] * c + q[4] * s) - Math.abs(dx * a.c + dy * a.s) <= SLACK) return false;
  if (p[4] + (q[3] * s + q[4] * c) - Math.abs(dy * a.c - dx * a.s) <= SLACK) return false;
  if (q[3] + (p[3] * c + p[4] * s) - Math.abs(dx * b.c + dy * b.s) <= SLACK) return false;
  return q[4] + (p[3] * s + p[4] * c) - Math.abs(dy * b.c - dx * b.s) > SLACK;
}
