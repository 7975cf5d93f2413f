/** What stands in the hall, in millimetres: x east, y north, z up. The same figures as the rules have. */

export const CELLS = 6;
export const CELL = 50;
export const HALL = 300;

export type V2 = readonly [number, number];
export type V3 = readonly [number, number, number];
/** x0, x1, y0, y1, z0, z1 */
export type Extent = readonly [number, number, number, number, number, number];

export const SIZES = ["small", "medium", "large"] as const;
export type Size = (typeof SIZES)[number];
export const GHOST: Record<Size, { r: number; h: number }> = {
  small: { r: 7, h: 18 },
  medium: { r: 10, h: 28 },
  large: { r: 13, h: 38 },
};

export const PIECES = ["table", "fauteuil", "bureau", "piano", "chariot", "miroir"] as const;
export type Piece = (typeof PIECES)[number];
/** Which one reflects. */
export const GLASS: Piece = "miroir";
export const BOXES: Record<Piece, readonly Extent[]> = {
  table: [
    [-23, 23, -23, 23, 30, 34],
    [-23, -19, -23, -19, 0, 30],
    [19, 23, -23, -19, 0, 30],
    [-23, -19, 19, 23, 0, 30],
    [19, 23, 19, 23, 0, 30],
  ],
  fauteuil: [
    [-24, 24, -22, 22, 0, 12],
    [-24, 24, 14, 22, 12, 34],
    [-24, -18, -22, 14, 12, 22],
    [18, 24, -22, 14, 12, 22],
  ],
  bureau: [
    [-40, 40, -18, 18, 30, 34],
    [-40, 40, -18, -14, 0, 30],
    [-40, -36, -14, 18, 0, 30],
    [36, 40, -14, 18, 0, 30],
  ],
  piano: [
    [-36, 36, 0, 16, 0, 58],
    [-36, 36, -16, 0, 24, 32],
    [-36, -32, -16, -12, 0, 24],
    [32, 36, -16, -12, 0, 24],
  ],
  chariot: [
    [-28, 28, -17, 17, 4, 7],
    [-28, 28, -17, 17, 38, 41],
    [-28, -25, -17, -14, 0, 42],
    [25, 28, -17, -14, 0, 42],
    [-28, -25, 14, 17, 0, 42],
    [25, 28, 14, 17, 0, 42],
    [-25, 25, 15, 17, 7, 38],
  ],
  miroir: [
    [-22, 22, -12, 12, 0, 4],
    [-22, 22, -2, 2, 4, 76],
  ],
};
/** The mirror's face in its own frame; it reflects towards -y. */
export const FACE = { x0: -18, x1: 18, z0: 10, z1: 70, y: -2 };

export type Side = 0 | 1 | 2 | 3;
export const SIDES: readonly Side[] = [0, 1, 2, 3];
export const DOORS: readonly number[] = [1, 2, 3, 4, 5, 6];

/** Where somebody at each side (south, west, north, east) looks to, and has the right hand. */
const INWARD: readonly V2[] = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
];
const RIGHT_HAND: readonly V2[] = [
  [1, 0],
  [0, -1],
  [-1, 0],
  [0, 1],
];
const EYE_BACK = 15;
const EYE_HEIGHT = 26;

export interface Doorway {
  /** A point behind the middle of the door. */
  e: V3;
  /** Into the hall. */
  f: V2;
  /** To the right of whoever looks in. */
  u: V2;
}

/** Door k (1 to 6) of a side; `back` millimetres outside it, `height` above the floor: by default the eye. */
export function doorway(side: number, k: number, back = EYE_BACK, height = EYE_HEIGHT): Doorway {
  const a = CELL / 2 + CELL * (k - 1);
  const [x, y] = (
    [
      [a, 0],
      [0, HALL - a],
      [HALL - a, HALL],
      [HALL, a],
    ] as const
  )[side as Side];
  const f = INWARD[side] ?? [0, 1];
  return { e: [x - back * f[0], y - back * f[1], height], f, u: RIGHT_HAND[side] ?? [1, 0] };
}

/** The cell behind a door. */
export function cellAt(side: number, k: number): V2 {
  const { e, f } = doorway(side, k, 0);
  return [Math.floor((e[0] + f[0] * 5) / CELL), Math.floor((e[1] + f[1] * 5) / CELL)];
}

/** The keyhole in the plane at distance 1: a disc and a skirt. One formula for the referee, the mask and the light. */
export const KEYHOLE = { up: 0.1, r: 0.9, top: -0.45, bottom: -1.1, narrow: 0.35, wide: 0.6 };

/** Half the width of the skirt at this height. */
export function skirt(w: number): number {
  const k = KEYHOLE;
  return k.narrow + ((k.wide - k.narrow) * (k.top - w)) / (k.top - k.bottom);
}

export function inKeyhole(u: number, w: number): boolean {
  const k = KEYHOLE;
  if (u * u + (w - k.up) ** 2 <= k.r * k.r) return true;
  return w >= k.bottom && w <= k.top && Math.abs(u) <= skirt(w);
}

/** How many cells from a side, 1 to 6. */
export function depth(side: number, [c, r]: V2): number {
  return [r + 1, c + 1, CELLS - r, CELLS - c][side] ?? 1;
}

export const cellOf = (x: number, y: number): V2 => [
  Math.max(0, Math.min(CELLS - 1, Math.floor(x / CELL))),
  Math.max(0, Math.min(CELLS - 1, Math.floor(y / CELL))),
];

export const opposite = (side: number): Side => ((side + 2) % 4) as Side;

/** The largest lean that can be asked for, in half degrees. */
export const OUT_OF_REACH = 179;
