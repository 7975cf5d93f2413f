/** The hall from straight above, drawn with canvas 2D: always with the viewer's own wall at the bottom. */
import type { Pose } from "../../protocol";
import { bodies, corners, footprint, mirrored, type Body } from "./poses";
import { floorCanvas } from "./prints/floor";
import { PRINT, type Facing } from "./prints/furniture";
import { INK, type Pen } from "./prints/paper";
import { doorway, FACE, GHOST, GLASS, HALL, type Piece, type Side, type Size, type V2, type V3 } from "./shapes";

/** Where a point of the hall is on the plan, from 0 to 1: to the right, and down. */
export function onPlan(view: Side, x: number, y: number): V2 {
  const { f, u } = doorway(view, 1);
  const [dx, dy] = [x - HALL / 2, y - HALL / 2];
  return [(dx * u[0] + dy * u[1]) / HALL + 0.5, 0.5 - (dx * f[0] + dy * f[1]) / HALL];
}

/** And back. */
export function underPlan(view: Side, across: number, down: number): V2 {
  const { f, u } = doorway(view, 1);
  const [right, ahead] = [(across - 0.5) * HALL, (0.5 - down) * HALL];
  return [HALL / 2 + right * u[0] + ahead * f[0], HALL / 2 + right * u[1] + ahead * f[1]];
}

export interface Standing {
  piece: Piece;
  pose: Pose;
  /** Held over the hall: where it would come to rest, or why not. */
  held?: "rests" | "refused" | "asked";
}

export interface Picture {
  view: Side;
  pieces: readonly Standing[];
  /** What the keyhole's light reaches, once somebody has looked. */
  light?: readonly V2[];
  /** How ghosts were seen in the mirror. */
  rays?: readonly (readonly V3[])[];
}

const UP: readonly (readonly [Facing, Facing])[] = [
  ["r", "l"],
  ["k", "f"],
  ["t", "b"],
];
/** What lies under a piece in hand: green where it rests, red where it cannot, and the blue of what is chosen. */
export const UNDER = {
  rests: { fill: "rgb(29 117 84 / .5)", line: "#0f5a3d" },
  refused: { fill: "rgb(179 51 43 / .45)", line: "#8f1f19" },
  asked: { fill: "rgb(42 98 166 / .25)", line: "#2a62a6" },
};
let floor: HTMLCanvasElement | null = null;

const trace = (g: Pen, points: readonly (V2 | V3)[]): void => {
  g.beginPath();
  for (const [x, y] of points) g.lineTo(x, y);
};

/** The face of a box that looks up, with what is printed on it. */
function drawBox(g: Pen, piece: Piece, i: number, b: Body): void {
  const axis = ([0, 1, 2] as const).reduce((m, n) => (Math.abs(b.a[n][2]) > Math.abs(b.a[m][2]) ? n : m));
  const up = b.a[axis][2] > 0 ? 1 : -1;
  const facing = UP[axis]![up > 0 ? 0 : 1];
  const [m, n] = ([0, 1, 2] as const).filter((q) => q !== axis) as [0 | 1 | 2, 0 | 1 | 2];
  const print = PRINT[piece][i] ?? PRINT[piece][0]!;
  const [w, h] = [2 * b.h[m], 2 * b.h[n]];
  g.save();
  g.transform(b.a[m][0] * up, b.a[m][1] * up, b.a[n][0], b.a[n][1], b.p[0], b.p[1]);
  g.fillStyle = print[`${facing}c`] ?? print.c;
  g.fillRect(-w / 2, -h / 2, w, h);
  const drawn = print[facing];
  if (drawn) {
    g.save();
    g.beginPath();
    g.rect(-w / 2, -h / 2, w, h);
    g.clip();
    g.translate(-w / 2, h / 2);
    g.scale(1, -1);
    drawn(g, w, h);
    g.restore();
  }
  g.strokeStyle = INK;
  g.lineWidth = 1.3;
  g.strokeRect(-w / 2, -h / 2, w, h);
  g.restore();
}

/** Which way the mirror looks: its glass, as a pale band before its foot. */
function drawGlass(g: Pen, pose: Pose): void {
  if (pose.down || pose.edge) return;
  g.save();
  g.translate(pose.x / 2, pose.y / 2);
  g.rotate((pose.angle * Math.PI) / 180);
  g.fillStyle = "#bfe3f2";
  g.strokeStyle = INK;
  g.lineWidth = 1.3;
  g.fillRect(FACE.x0, FACE.y - 2.5, FACE.x1 - FACE.x0, 3.2);
  g.strokeRect(FACE.x0, FACE.y - 2.5, FACE.x1 - FACE.x0, 3.2);
  g.restore();
}

const heightOf = (b: Body): number => Math.max(...corners([b]).map((p) => p[2]));

export function drawPlan(g: Pen, px: number, picture: Picture): void {
  const { f, u } = doorway(picture.view, 1);
  g.save();
  g.clearRect(0, 0, px, px);
  const k = px / HALL;
  // The hall's y looks away from the viewer, the canvas's down.
  const [left, down] = [(HALL / 2) * (1 - u[0] - u[1]), (HALL / 2) * (1 + f[0] + f[1])];
  g.transform(k * u[0], -k * f[0], k * u[1], -k * f[1], k * left, k * down);
  floor ??= floorCanvas(0, false);
  g.drawImage(floor, 0, 0, HALL, HALL);
  if (picture.light) {
    g.fillStyle = "rgb(38 32 60 / .62)";
    g.fillRect(0, 0, HALL, HALL);
    trace(g, picture.light);
    g.fillStyle = "rgb(255 226 120 / .78)";
    g.fill();
    g.strokeStyle = "#8a6400";
    g.lineWidth = 1;
    g.stroke();
  }
  for (const { piece, pose, held } of picture.pieces)
    if (held) {
      trace(g, footprint(piece, pose));
      g.closePath();
      g.fillStyle = UNDER[held].fill;
      g.strokeStyle = UNDER[held].line;
      g.lineWidth = 7;
      g.setLineDash(held === "refused" ? [9, 6] : []);
      g.stroke();
      g.setLineDash([]);
      g.fill();
    }
  const boxes = picture.pieces
    .flatMap(({ piece, pose, held }) => bodies(piece, pose).map((b, i) => ({ piece, pose, held, b, i })))
    .sort((a, b) => heightOf(a.b) - heightOf(b.b));
  for (const { piece, b, i, held } of boxes) {
    g.globalAlpha = held === "refused" ? 0.55 : 1;
    drawBox(g, piece, i, b);
  }
  g.globalAlpha = 1;
  for (const { piece, pose } of picture.pieces) if (piece === GLASS) drawGlass(g, pose);
  for (const ray of picture.rays ?? [])
    for (const [colour, width, dash] of [
      [INK, 3.4, []],
      ["#ffe27a", 2, [5, 4]],
    ] as const) {
      g.strokeStyle = colour;
      g.lineWidth = width;
      g.setLineDash([...dash]);
      trace(g, ray);
      g.stroke();
    }
  g.restore();
}

/** How far a ray from o in direction d goes before it meets a box, at most `most`. */
function meets(o: V3, d: V3, b: Body, most: number): number {
  const from: V3 = [o[0] - b.p[0], o[1] - b.p[1], o[2] - b.p[2]];
  let [enter, leave] = [0, most];
  for (const i of [0, 1, 2] as const) {
    const a = b.a[i];
    const along = d[0] * a[0] + d[1] * a[1] + d[2] * a[2];
    const at = from[0] * a[0] + from[1] * a[1] + from[2] * a[2];
    if (Math.abs(along) < 1e-9) {
      if (Math.abs(at) > b.h[i]) return most;
      continue;
    }
    const [one, other] = [(-b.h[i] - at) / along, (b.h[i] - at) / along];
    enter = Math.max(enter, Math.min(one, other));
    leave = Math.min(leave, Math.max(one, other));
    if (enter > leave) return most;
  }
  return enter;
}

const RAYS = 240;
/** At the height of a small ghost's middle. */
const LOW = 12;

/** What the eye sees of the floor, as an outline: an explanation after the verdict, never the referee. */
export function lightOf(pieces: readonly Standing[], side: Side, k: number): V2[] {
  const { e, f, u } = doorway(side, k);
  const all = pieces.flatMap(({ piece, pose }) => bodies(piece, pose));
  const out: V2[] = [[e[0] + 15 * f[0], e[1] + 15 * f[1]]];
  for (let i = 0; i <= RAYS; i++) {
    const across = -0.9 + (1.8 * i) / RAYS;
    const d: V3 = [f[0] + across * u[0], f[1] + across * u[1], 0];
    let far = 2 * HALL;
    for (const a of [0, 1] as const)
      if (Math.abs(d[a]) > 1e-9) far = Math.min(far, ((d[a] > 0 ? HALL : 0) - e[a]) / d[a]);
    for (const b of all) far = Math.min(far, meets([e[0], e[1], LOW], d, b, far));
    out.push([e[0] + d[0] * far, e[1] + d[1] * far]);
  }
  return out;
}

/** Eye, point of the glass, ghost: how somebody was seen in the mirror. */
export function bounce(glass: Pose, side: Side, k: number, ghost: { size: Size; at: V3 }): V3[] {
  const { e } = doorway(side, k);
  const p: V3 = [ghost.at[0], ghost.at[1], ghost.at[2] + GHOST[ghost.size].h / 2];
  const [q, eye] = [mirrored(glass, p), mirrored(glass, e)];
  const far = (a: V3, b: V3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  const t = far(e, eye) / (far(e, eye) + far(p, q));
  return [e, [e[0] + (q[0] - e[0]) * t, e[1] + (q[1] - e[1]) * t, e[2] + (q[2] - e[2]) * t], p];
}
