/** The round table as numbers: where things lie on it, and where they are on the screen. Millimetres, degrees
 *  counter-clockwise, y up, as in the rules; it never works out where a card would slide. */
import type { Pose, Waypoint } from "../../protocol";
import type { Session } from "../../lib/session.svelte";
import { fill } from "../../lib/words";
import { saySlide } from "./words";

export const RADIUS = 500;
export const BORDER = 480;
/** How far from the middle a card is set on the edge. */
export const START = 476.5;
/** How far ahead the heading is shown. */
export const AHEAD = 100;

export interface Lie {
  x: number;
  y: number;
  /** Degrees. */
  turn: number;
}

export const lieOf = (pose: Pose): Lie => ({ x: pose.x / 100, y: pose.y / 100, turn: pose.angle / 100 });

const rad = (degrees: number): number => (degrees * Math.PI) / 180;

/** A card on the edge, as it would set out. All in degrees. */
export function startOf(rim: number, aim: number, tilt: number): Lie {
  return { x: START * Math.cos(rad(rim)), y: START * Math.sin(rad(rim)), turn: rim + 90 + aim + tilt };
}

/** Where a card is on its way, so long after it set out. */
export function along(path: readonly Waypoint[], at: number): Lie {
  const next = path.findIndex((p) => p.after >= at);
  const to = path[next < 0 ? path.length - 1 : next];
  const from = path[Math.max(0, (next < 0 ? path.length : next) - 1)];
  if (!to || !from) return { x: 0, y: 0, turn: 0 };
  const share = to.after > from.after ? Math.min(1, (at - from.after) / (to.after - from.after)) : 1;
  const [a, b] = [lieOf(from.pose), lieOf(to.pose)];
  const round = ((b.turn - a.turn + 540) % 360) - 180;
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, turn: a.turn + round * share };
}

/** How the table is looked at: one plane, one perspective, the same numbers for the drawing and for the finger. */
export interface Look {
  /** How far the eye is, and how much the plane leans. */
  far: number;
  lean: number;
  scale: number;
  /** Where the middle of the table is on the screen. */
  left: number;
  top: number;
  /** So much the table is turned, clockwise, so that my place is below. */
  round: number;
}

const FAR = 1100;

/** So that the far edge and a card that sticks out at the near one fit; the sides may be cut. */
export function lookOf(wide: number, high: number, rim: number): Look {
  const broad = wide > 700;
  // Where many sit around it there is more width than height: the plane leans more, and its cards are larger.
  const flat = wide > 1.25 * high;
  const look = { far: FAR, lean: broad ? 46 : flat ? 52 : 38, scale: 1, left: wide / 2, top: 0, round: rim - 270 };
  const [above, below] = [10, broad ? 26 : 30];
  let [low, up] = [0.1, 2];
  for (let i = 0; i < 24; i++) {
    look.scale = (low + up) / 2;
    const span = onScreen({ ...look, round: 0 }, 0, -526)[1] - onScreen({ ...look, round: 0 }, 0, 510)[1];
    if (span > high - above - below || look.scale * 1030 > wide * 1.5) up = look.scale;
    else low = look.scale;
  }
  const [first, last] = [510, -526].map((y) => onScreen({ ...look, round: 0 }, 0, y)[1]);
  look.top = (high - below + above) / 2 - ((first ?? 0) + (last ?? 0)) / 2;
  return look;
}

/** After the shot the view comes so much closer. */
const CLOSER = 1.4;

/** The same table from closer by, with this point of it well in sight. */
export function closer(look: Look, x: number, y: number, wide: number, high: number): Look {
  const near = { ...look, scale: look.scale * CLOSER };
  const [was, is] = [onScreen(look, x, y), onScreen(near, x, y)];
  const within = (at: number, room: number): number => Math.min(0.7 * room, Math.max(0.3 * room, at));
  return {
    ...near,
    left: near.left + within(was[0], wide) - is[0],
    top: near.top + within(was[1], high) - is[1],
  };
}

export const styled = (l: Look): string =>
  `translate(${l.left}px,${l.top}px) perspective(${l.far}px) rotateX(${l.lean}deg) scale(${l.scale}) rotate(${l.round}deg)`;

/** A point of the table on the screen, and how large things are there. */
export function onScreen(l: Look, x: number, y: number): [number, number, number] {
  const a = rad(-l.round);
  const across = (x * Math.cos(a) - y * Math.sin(a)) * l.scale;
  const down = -(x * Math.sin(a) + y * Math.cos(a)) * l.scale;
  const near = l.far / (l.far - down * Math.sin(rad(l.lean)));
  return [l.left + across * near, l.top + down * Math.cos(rad(l.lean)) * near, near * l.scale];
}

/** A point of the screen on the table as I see it: my place is at the bottom, however the table is turned. */
export function beneath(l: Look, px: number, py: number): [number, number] {
  const [u, v] = [px - l.left, py - l.top];
  const [c, s] = [Math.cos(rad(l.lean)), Math.sin(rad(l.lean))];
  const down = (v * l.far) / (l.far * c + v * s);
  const near = l.far / (l.far - down * s);
  return [u / near / l.scale, -down / l.scale];
}

/** Where somebody sits, in degrees. */
export const homeOf = (seat: number, seats: number): number => (270 + (360 * seat) / Math.max(1, seats)) % 360;

/** In which direction something lies from my place: degrees, positive to the left; and how far. */
export function seenFrom(rim: number, lie: Lie): { aim: number; far: number } {
  const [dx, dy] = [lie.x - START * Math.cos(rad(rim)), lie.y - START * Math.sin(rad(rim))];
  const heading = (Math.atan2(dy, dx) * 180) / Math.PI;
  return { aim: ((heading - rim - 180 + 900) % 360) - 180, far: Math.hypot(dx, dy) };
}

/** A direction in words. */
export function wayOf(aim: number): string {
  const n = Math.round(Math.abs(aim));
  const w = saySlide();
  return n === 0 ? w.ahead : fill(aim > 0 ? w.toLeft : w.toRight, { n });
}

/** What else is heard of a seat: its level. */
export function says(session: Session, seat: number): readonly string[] {
  const levels = session.sight?.view.facts.levels;
  return Array.isArray(levels) ? [fill(saySlide().level, { n: Number(levels[seat] ?? 0) })] : [];
}
