/** Furniture in parallel projection with canvas 2D: a small picture of each piece on its button. Every printed face
 *  is drawn by the same functions as on the plan and in the relief. */
import { bodies, dot, type Body } from "./poses";
import { PRINT, type Faces, type Facing } from "./prints/furniture";
import { INK, type Pen } from "./prints/paper";
import type { Piece, V2, V3 } from "./shapes";

/** A face: its own axis and sign, the two axes along the picture, and which way the first of them runs. */
const FACES: readonly (readonly [Facing, 0 | 1 | 2, 1 | -1, 0 | 1 | 2, 0 | 1 | 2, 1 | -1])[] = [
  ["r", 0, 1, 1, 2, 1],
  ["l", 0, -1, 1, 2, -1],
  ["k", 1, 1, 0, 2, -1],
  ["f", 1, -1, 0, 2, 1],
  ["t", 2, 1, 0, 1, 1],
  ["b", 2, -1, 0, 1, 1],
];
const AZIMUTH = (-62 * Math.PI) / 180;
const ELEVATION = (28 * Math.PI) / 180;
const EYE: V3 = [
  Math.cos(ELEVATION) * Math.cos(AZIMUTH),
  Math.cos(ELEVATION) * Math.sin(AZIMUTH),
  Math.sin(ELEVATION),
];
const RIGHT: V3 = [-Math.sin(AZIMUTH), Math.cos(AZIMUTH), 0];
const UP: V3 = [
  -Math.sin(ELEVATION) * Math.cos(AZIMUTH),
  -Math.sin(ELEVATION) * Math.sin(AZIMUTH),
  Math.cos(ELEVATION),
];

const scaled = (v: V3, k: number): V3 => [v[0] * k, v[1] * k, v[2] * k];
const sum = (...all: V3[]): V3 => all.reduce((a, b): V3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]], [0, 0, 0]);

function tone(hex: string, k: number): string {
  const n = parseInt(hex.slice(1), 16);
  return `rgb(${(n >> 16) * k} ${((n >> 8) & 255) * k} ${(n & 255) * k})`;
}

/** Whether b hides a: decided by a plane that separates them. */
function hides(b: Body, a: Body): boolean {
  for (const axis of [...a.a, ...b.a]) {
    const reach = (q: Body): number => [0, 1, 2].reduce((s, i) => s + q.h[i]! * Math.abs(dot(q.a[i]!, axis)), 0);
    const apart = dot(b.p, axis) - dot(a.p, axis);
    const room = reach(a) + reach(b) - 0.3;
    if (apart >= room) return dot(EYE, axis) > 0;
    if (-apart >= room) return dot(EYE, axis) < 0;
  }
  return false;
}

function drawBody(g: Pen, b: Body, print: Faces, to: (p: V3) => V2, k: number): void {
  for (const [name, axis, sign, rx, ux, flip] of FACES) {
    const n = scaled(b.a[axis], sign);
    if (dot(n, EYE) <= 0.01) continue;
    const [w, h] = [2 * b.h[rx], 2 * b.h[ux]];
    const [right, up] = [scaled(b.a[rx], flip), scaled(b.a[ux], name === "b" ? -1 : 1)];
    const corner = sum(b.p, scaled(n, b.h[axis]), scaled(right, -w / 2), scaled(up, h / 2));
    const [o, x, y] = [to(corner), to(sum(corner, right)), to(sum(corner, scaled(up, -1)))];
    const shade = n[2] > 0.6 ? 1 : n[2] < -0.5 ? 0.6 : 0.86 - 0.08 * dot(n, RIGHT);
    g.save();
    g.transform(x[0] - o[0], x[1] - o[1], y[0] - o[0], y[1] - o[1], o[0], o[1]);
    g.fillStyle = tone(print[`${name}c`] ?? print.c, shade);
    g.fillRect(0, 0, w, h);
    const drawn = print[name];
    if (drawn) {
      g.save();
      g.beginPath();
      g.rect(0, 0, w, h);
      g.clip();
      drawn(g, w, h);
      g.fillStyle = `rgb(42 33 27 / ${Math.max(0, 1 - shade)})`;
      g.fillRect(0, 0, w, h);
      g.restore();
    }
    g.restore();
    g.strokeStyle = INK;
    g.lineWidth = Math.max(1.1, k * 0.55);
    g.lineJoin = "round";
    g.beginPath();
    for (const [i, j] of [
      [0, 0],
      [w, 0],
      [w, h],
      [0, h],
    ] as const)
      g.lineTo(o[0] + i * (x[0] - o[0]) + j * (y[0] - o[0]), o[1] + i * (x[1] - o[1]) + j * (y[1] - o[1]));
    g.closePath();
    g.stroke();
  }
}

/** Draws a piece as large as the canvas lets it. */
export function drawThumbnail(canvas: HTMLCanvasElement, piece: Piece): void {
  const g = canvas.getContext("2d");
  if (!g) return;
  const tall = piece === "piano" || piece === "miroir";
  const k = Math.min(canvas.width / 96, canvas.height / 84) * (piece === "miroir" ? 0.86 : 1);
  const [cx, cy] = [canvas.width / 2, canvas.height * (tall ? 0.86 : 0.74)];
  const to = (p: V3): V2 => [cx + k * dot(p, RIGHT), cy - k * dot(p, UP)];
  g.clearRect(0, 0, canvas.width, canvas.height);
  const rest = bodies(piece, { x: 0, y: 0, angle: 0 }).map((b, i) => ({
    b,
    print: PRINT[piece][i] ?? PRINT[piece][0]!,
  }));
  while (rest.length) {
    const free = rest.findIndex((one) => !rest.some((other) => other !== one && hides(one.b, other.b)));
    const [next] = rest.splice(Math.max(0, free), 1);
    if (next) drawBody(g, next.b, next.print, to, k);
  }
}
