/** How furniture lies, for drawing: from a pose as the table tells it to boxes in the hall. It decides nothing. */
import type { Pose } from "../../protocol";
import { BOXES, FACE, GLASS, HALL, type Extent, type Piece, type V2, type V3 } from "./shapes";

export type Matrix = readonly [V3, V3, V3];

/** A box in the hall: its middle, its three directions, half its sides. */
export interface Body {
  p: V3;
  a: Matrix;
  h: V3;
}

/** What brings each side down: bottom, top, front, back, left, right. */
const TURNS: readonly Matrix[] = [
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
const STRAIGHT = TURNS[0]!;
/** Which way each edge lies from the middle of the footprint: none, x+, x−, y+, y−. */
export const OUTWARD: readonly V2[] = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];

export const dot = (a: V3, b: V3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const apply = (m: Matrix, p: V3): V3 => [dot(m[0], p), dot(m[1], p), dot(m[2], p)];
export const plus = (a: V3, b: V3): V3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: V3, b: V3): V3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const column = (m: Matrix, j: 0 | 1 | 2): V3 => [m[0][j], m[1][j], m[2][j]];
const times = (a: Matrix, b: Matrix): Matrix => {
  const row = (r: V3): V3 => [dot(r, column(b, 0)), dot(r, column(b, 1)), dot(r, column(b, 2))];
  return [row(a[0]), row(a[1]), row(a[2])];
};
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function yawed(degrees: number): Matrix {
  const [c, s] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))];
  return [
    [c, -s, 0],
    [s, c, 0],
    [0, 0, 1],
  ];
}

const ends = (b: Extent): V3[] =>
  [b[0], b[1]].flatMap((x) => [b[2], b[3]].flatMap((y) => [b[4], b[5]].map((z): V3 => [x, y, z])));

/** A piece with one side down: how it is turned and shifted, and half its footprint. */
function laid(piece: Piece, down: number): { turn: Matrix; shift: V3; half: V2; high: number } {
  const turn = TURNS[down] ?? STRAIGHT;
  const all = BOXES[piece].flatMap(ends).map((p) => apply(turn, p));
  const low = [0, 1, 2].map((i) => Math.min(...all.map((p) => p[i]!))) as unknown as V3;
  const high = [0, 1, 2].map((i) => Math.max(...all.map((p) => p[i]!))) as unknown as V3;
  return {
    turn,
    shift: [-(low[0] + high[0]) / 2, -(low[1] + high[1]) / 2, -low[2]],
    half: [(high[0] - low[0]) / 2, (high[1] - low[1]) / 2],
    high: high[2] - low[2],
  };
}

/** The rotation and the shift that take a point of the piece's own frame into the hall. Poses are in half millimetres,
 *  their lean in half degrees. */
export function placed(piece: Piece, pose: Pose): { m: Matrix; t: V3 } {
  const { turn, shift, half } = laid(piece, pose.down ?? 0);
  const edge = pose.edge ?? 0;
  const [ox, oy] = OUTWARD[edge] ?? [0, 0];
  const deg = edge ? (pose.lean ?? 0) / 2 : 0;
  const [c, s] = [Math.cos(radians(deg)), Math.sin(radians(deg))];
  const tilt: Matrix = ox
    ? [
        [c, 0, ox * s],
        [0, 1, 0],
        [-ox * s, 0, c],
      ]
    : [
        [1, 0, 0],
        [0, c, oy * s],
        [0, -oy * s, c],
      ];
  const pivot: V3 = [ox * half[0], oy * half[1], 0];
  const yaw = yawed(pose.angle);
  const t = apply(yaw, plus(apply(tilt, minus(shift, pivot)), pivot));
  return {
    m: times(yaw, times(tilt, turn)),
    t: [t[0] + pose.x / 2, t[1] + pose.y / 2, t[2] + (pose.z ?? 0) / 2],
  };
}

export function bodies(piece: Piece, pose: Pose): Body[] {
  const { m, t } = placed(piece, pose);
  const a: Matrix = [column(m, 0), column(m, 1), column(m, 2)];
  return BOXES[piece].map((b) => ({
    p: plus(apply(m, [(b[0] + b[1]) / 2, (b[2] + b[3]) / 2, (b[4] + b[5]) / 2]), t),
    a,
    h: [(b[1] - b[0]) / 2, (b[3] - b[2]) / 2, (b[5] - b[4]) / 2],
  }));
}

export function corners(all: readonly Body[]): V3[] {
  const signs = [-1, 1];
  return all.flatMap(({ p, a, h }) =>
    signs.flatMap((i) =>
      signs.flatMap((j) =>
        signs.map((k): V3 => {
          const [x, y, z] = [i * h[0], j * h[1], k * h[2]];
          return [
            p[0] + x * a[0][0] + y * a[1][0] + z * a[2][0],
            p[1] + x * a[0][1] + y * a[1][1] + z * a[2][1],
            p[2] + x * a[0][2] + y * a[1][2] + z * a[2][2],
          ];
        }),
      ),
    ),
  );
}

/** The convex outline of points in plan. */
export function hull(points: readonly V2[]): V2[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly V2[]): V2[] => {
    const out: V2[] = [];
    for (const p of list) {
      while (out.length > 1) {
        const [a, b] = [out[out.length - 2]!, out[out.length - 1]!];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        out.pop();
      }
      out.push(p);
    }
    return out.slice(0, -1);
  };
  return [...half(sorted), ...half([...sorted].reverse())];
}

/** What a piece covers of the floor. */
export const footprint = (piece: Piece, pose: Pose): V2[] =>
  hull(corners(bodies(piece, pose)).map((p): V2 => [p[0], p[1]]));

/** How high it reaches. */
export const topOf = (piece: Piece, pose: Pose): number =>
  Math.max(...corners(bodies(piece, pose)).map((p) => p[2]));

export const within = (outline: readonly V2[], [x, y]: V2): boolean =>
  outline.length > 2 &&
  outline.every((a, i) => {
    const b = outline[(i + 1) % outline.length]!;
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0;
  });

/** So far does a piece stick out of the hall, if it does: it is pushed back before anybody is asked. */
export function pushedIn(piece: Piece, pose: Pose): Pose {
  const all = footprint(piece, pose);
  const back = (i: 0 | 1): number => {
    const low = Math.min(...all.map((p) => p[i]));
    const high = Math.max(...all.map((p) => p[i]));
    return low < 0 ? -low : high > HALL ? HALL - high : 0;
  };
  return { ...pose, x: pose.x + Math.round(back(0) * 2), y: pose.y + Math.round(back(1) * 2) };
}

/** A point behind the glass: where whoever looks into the mirror sees it. */
export function mirrored(glass: Pose, p: V3): V3 {
  const { m, t } = placed(GLASS, glass);
  const n = column(m, 1);
  const far = dot(minus(p, t), n) - FACE.y;
  return [p[0] - 2 * far * n[0], p[1] - 2 * far * n[1], p[2] - 2 * far * n[2]];
}
