/** The solids of the hall as lists of numbers, before any of them is drawn: boxes with their printed faces, and the
 *  body of a ghost. */
import { canvas, type Pen, type Print } from "../prints/paper";
import type { Faces, Facing } from "../prints/furniture";
import { GHOST, type Extent, type Size, type V3 } from "../shapes";

export interface Mesh {
  /** How many numbers each corner has, and all of them. */
  attributes: Record<string, readonly [number, readonly number[]]>;
  index: readonly number[];
}

export const rgb = (hex: string): V3 => {
  const n = parseInt(hex.slice(1), 16);
  return [(n >> 16) / 255, ((n >> 8) & 255) / 255, (n & 255) / 255];
};

/** The normal of a face, and its corners seen from outside: bottom left, bottom right, top right, top left. */
const FACES: Record<Facing, readonly [V3, (b: Extent) => readonly [V3, V3, V3, V3]]> = {
  t: [
    [0, 0, 1],
    ([x0, x1, y0, y1, , z]) => [
      [x0, y0, z],
      [x1, y0, z],
      [x1, y1, z],
      [x0, y1, z],
    ],
  ],
  b: [
    [0, 0, -1],
    ([x0, x1, y0, y1, z]) => [
      [x0, y1, z],
      [x1, y1, z],
      [x1, y0, z],
      [x0, y0, z],
    ],
  ],
  f: [
    [0, -1, 0],
    ([x0, x1, y, , z0, z1]) => [
      [x0, y, z0],
      [x1, y, z0],
      [x1, y, z1],
      [x0, y, z1],
    ],
  ],
  k: [
    [0, 1, 0],
    ([x0, x1, , y, z0, z1]) => [
      [x1, y, z0],
      [x0, y, z0],
      [x0, y, z1],
      [x1, y, z1],
    ],
  ],
  l: [
    [-1, 0, 0],
    ([x, , y0, y1, z0, z1]) => [
      [x, y1, z0],
      [x, y0, z0],
      [x, y0, z1],
      [x, y1, z1],
    ],
  ],
  r: [
    [1, 0, 0],
    ([, x, y0, y1, z0, z1]) => [
      [x, y0, z0],
      [x, y1, z0],
      [x, y1, z1],
      [x, y0, z1],
    ],
  ],
};

/** All printed faces of the furniture share one sheet of paper. */
export class Sheet {
  readonly canvas: HTMLCanvasElement;
  #pen: Pen;
  #x = 8;
  #y = 8;
  #row = 0;

  constructor(readonly size: number) {
    [this.canvas, this.#pen] = canvas(size, size);
  }

  /** Prints a face of so many millimetres; where it lies on the sheet. */
  add(w: number, h: number, draw: Print, k = 5.2): readonly [number, number, number, number] {
    const [wide, high] = [Math.ceil(w * k), Math.ceil(h * k)];
    if (this.#x + wide + 8 > this.size) {
      this.#x = 8;
      this.#y += this.#row + 8;
      this.#row = 0;
    }
    const [g, x, y] = [this.#pen, this.#x, this.#y];
    g.save();
    g.beginPath();
    g.rect(x, y, wide, high);
    g.clip();
    g.translate(x, y);
    g.scale(k, k);
    draw(g, w, h);
    g.restore();
    this.#x += wide + 8;
    this.#row = Math.max(this.#row, high);
    return [x / this.size, 1 - (y + high) / this.size, (x + wide) / this.size, 1 - y / this.size];
  }
}

const apart = (a: V3, b: V3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

export function boxes(list: readonly Extent[], prints: readonly Faces[], sheet: Sheet | null): Mesh {
  const [position, normal, uv, edge, tint, dir, index]: number[][] = [[], [], [], [], [], [], []];
  list.forEach((b, i) => {
    const print = prints[i] ?? prints[0]!;
    for (const [name, [n, corners]] of Object.entries(FACES) as [Facing, (typeof FACES)["t"]][]) {
      const p = corners(b);
      const [w, h] = [apart(p[0], p[1]), apart(p[0], p[3])];
      const drawn = print[name];
      const on = drawn && sheet ? sheet.add(w, h, drawn) : ([0, 0, 0, 0] as const);
      const first = position!.length / 3;
      p.forEach((q, k) => {
        const [right, top] = [k === 1 || k === 2, k > 1];
        position!.push(...q);
        normal!.push(...n);
        tint!.push(...rgb(print[`${name}c`] ?? print.c));
        uv!.push(right ? on[2] : on[0], top ? on[3] : on[1]);
        edge!.push(right ? w : 0, top ? h : 0, w, h);
        dir!.push(q[0] === b[0] ? -1 : 1, q[1] === b[2] ? -1 : 1, q[2] === b[4] ? -1 : 1);
      });
      index!.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  });
  return {
    attributes: {
      position: [3, position!],
      normal: [3, normal!],
      uv: [2, uv!],
      edge: [4, edge!],
      tint: [3, tint!],
      dir: [3, dir!],
    },
    index: index!,
  };
}

const AROUND = 28;
const WAVES = 7;

/** A sheet over the referee's cylinder and dome, never outside it, with a wavy hem. */
export function ghostBody(size: Size): Mesh {
  const { r, h } = GHOST[size];
  const total = h - r + (Math.PI * r) / 2;
  const profile: [number, number, number][] = [];
  for (let i = 0; i <= 3; i++) {
    const z = (i / 3) * (h - r);
    profile.push([r * (1 - 0.07 * Math.sin(Math.PI * Math.min(1, (i / 3) * 1.15))), z, z / total]);
  }
  for (let i = 1; i <= 6; i++) {
    const a = (i / 6) * (Math.PI / 2);
    profile.push([r * Math.cos(a) + (i === 6 ? 0.001 : 0), h - r + r * Math.sin(a), (h - r + r * a) / total]);
  }
  const [position, normal, uv, index]: number[][] = [[], [], [], []];
  profile.forEach(([radius, z, v], j) => {
    const [after, before] = [profile[Math.min(j + 1, profile.length - 1)]!, profile[Math.max(j - 1, 0)]!];
    const [nz, nr] = [-(after[0] - before[0]), after[1] - before[1]];
    const long = Math.hypot(nz, nr) || 1;
    for (let i = 0; i <= AROUND; i++) {
      const t = (i / AROUND) * 2 * Math.PI;
      const a = t + Math.PI / 2;
      const wave = j === 0 ? (0.5 + 0.5 * Math.cos(t * WAVES)) * r * 0.34 : 0;
      position!.push(radius * Math.cos(a), radius * Math.sin(a), z + wave);
      uv!.push(i / AROUND, v);
      normal!.push((nr / long) * Math.cos(a), (nr / long) * Math.sin(a), nz / long);
    }
  });
  for (let j = 0; j < profile.length - 1; j++)
    for (let i = 0; i < AROUND; i++) {
      const a = j * (AROUND + 1) + i;
      const b = a + AROUND + 1;
      index!.push(a, a + 1, b + 1, a, b + 1, b);
    }
  return { attributes: { position: [3, position!], normal: [3, normal!], uv: [2, uv!] }, index: index! };
}
