/** The camera: where it stands, what it shows, and how it goes from the table to a door. */
import { Matrix4, Quaternion, Vector3 } from "three";
import { FRONT, WALL } from "../prints/room";
import { doorway, HALL, type Side, type V2, type V3 } from "../shapes";

/** Where the camera is, and where on the canvas its principal point lies: so one glide joins both pictures. */
export interface Shot {
  pos: Vector3;
  at: V3;
  turn: Quaternion;
  /** Pixels of a unit at distance 1. */
  k: number;
  cx: number;
  cy: number;
  near: number;
  /** Which way faces look; left out: to the camera. */
  face?: number;
}

/** x, y, width and height in pixels of the canvas. */
export type Frame = readonly [number, number, number, number];

const AZIMUTH = [-90, 180, 90, 0] as const;
/** The free camera never looks flatter than this: nobody peeps before the look. */
const LOWEST = 20;
const DISTANCE = 1350;
const MIDDLE: V3 = [HALL / 2, HALL / 2, 12];
const facing = (pos: V3, at: V3): Quaternion =>
  new Quaternion().setFromRotationMatrix(
    new Matrix4().lookAt(new Vector3(...pos), new Vector3(...at), new Vector3(0, 0, 1)),
  );

export const azimuth = ({ pos }: Shot): number => Math.atan2(pos.y - HALL / 2, pos.x - HALL / 2);

/** Where a point of the hall is on the canvas. */
export function project(shot: Shot, [x, y, z]: V3): V2 {
  const v = new Vector3(x, y, z).sub(shot.pos).applyQuaternion(shot.turn.clone().invert());
  return [shot.cx + (v.x / -v.z) * shot.k, shot.cy - (v.y / -v.z) * shot.k];
}

/** The point of the floor, or of a plane above it, under a pixel. */
export function floorAt(shot: Shot, px: number, py: number, z = 0): V2 {
  const d = new Vector3((px - shot.cx) / shot.k, (shot.cy - py) / shot.k, -1).applyQuaternion(shot.turn);
  const t = (z - shot.pos.z) / d.z;
  return [shot.pos.x + d.x * t, shot.pos.y + d.y * t];
}

/** The hall from above, fitted into a frame; `turned` degrees around it. */
export function above(view: Side, frame: Frame, elevation: number, turned: number, front: boolean): Shot {
  const a = ((AZIMUTH[view] + turned) * Math.PI) / 180;
  const e = (Math.max(elevation, LOWEST) * Math.PI) / 180;
  const pos: V3 = [
    MIDDLE[0] + DISTANCE * Math.cos(e) * Math.cos(a),
    MIDDLE[1] + DISTANCE * Math.cos(e) * Math.sin(a),
    MIDDLE[2] + DISTANCE * Math.sin(e),
  ];
  const shot: Shot = {
    pos: new Vector3(...pos),
    at: MIDDLE,
    turn: facing(pos, MIDDLE),
    k: 1000,
    cx: 0,
    cy: 0,
    near: 40,
  };
  const d = [Math.cos(a), Math.sin(a)] as const;
  const sign = front ? FRONT.h - 18 : 0;
  const corners: V3[] = [-7, 307].flatMap((x) => [-7, 307].map((y): V3 => [x, y, -9]));
  const far = [0, HALL]
    .flatMap((x) => [0, HALL].map((y): V3 => [x, y, WALL]))
    .filter(([x, y]) => (x - HALL / 2) * d[0] + (y - HALL / 2) * d[1] < 0);
  const top: V3 = [HALL / 2 - (HALL / 2) * d[0], HALL / 2 - (HALL / 2) * d[1], WALL + sign];
  const all = [...corners, ...far, top].map((p) => project(shot, p));
  const [xs, ys] = [all.slice(0, -1).map((p) => p[0]), all.map((p) => p[1])];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const k = Math.min(frame[2] / (x1 - x0), frame[3] / (y1 - y0));
  shot.k *= k;
  shot.cx = frame[0] + frame[2] / 2 - ((x0 + x1) / 2) * k;
  shot.cy = frame[1] + frame[3] / 2 - ((y0 + y1) / 2) * k;
  return shot;
}

/** Through the keyhole: ±0.9 by ±1.1 of the plane at distance 1 fill the frame. */
export function through(side: Side, door: number, frame: Frame): Shot {
  const { e, f } = doorway(side, door);
  const at: V3 = [e[0] + 150 * f[0], e[1] + 150 * f[1], e[2]];
  return {
    pos: new Vector3(...e),
    at,
    turn: facing(e, at),
    k: Math.min(frame[2] / 1.8, frame[3] / 2.2),
    cx: frame[0] + frame[2] / 2,
    cy: frame[1] + frame[3] / 2,
    near: 2,
    face: Math.atan2(-f[1], -f[0]),
  };
}

/** The glide: around the hall, never through it; direction, distance and principal point move together. */
export function between(a: Shot, b: Shot, t: number): Shot {
  const polar = ({ pos, at }: Shot): { az: number; el: number; r: number } => {
    const d = [pos.x - at[0], pos.y - at[1], pos.z - at[2]] as const;
    const r = Math.hypot(...d);
    return { az: Math.atan2(d[1], d[0]), el: Math.asin(d[2] / r), r };
  };
  const mix = (x: number, y: number): number => x + (y - x) * t;
  const [p, q] = [polar(a), polar(b)];
  const turn = ((q.az - p.az + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
  const [az, el] = [p.az + turn * t, mix(p.el, q.el)];
  const r = Math.exp(mix(Math.log(p.r), Math.log(q.r)));
  const at: V3 = [mix(a.at[0], b.at[0]), mix(a.at[1], b.at[1]), mix(a.at[2], b.at[2])];
  const pos: V3 = [
    at[0] + r * Math.cos(el) * Math.cos(az),
    at[1] + r * Math.cos(el) * Math.sin(az),
    at[2] + r * Math.sin(el),
  ];
  return {
    pos: new Vector3(...pos),
    at,
    turn: facing(pos, at),
    k: Math.exp(mix(Math.log(a.k), Math.log(b.k))),
    cx: mix(a.cx, b.cx),
    cy: mix(a.cy, b.cy),
    near: a.near + (b.near - a.near) * Math.min(1, t * 1.4),
    face: t > 0.98 ? b.face : t < 0.02 ? a.face : undefined,
  };
}
