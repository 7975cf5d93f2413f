/** How a piece of furniture comes to rest among bodies that keep still: flat, dropped, leaning. As `hall/resting.py`. */
import { HALL, type Piece, type V2 } from "../shapes";
import {
  beyondEdge,
  cos,
  fallen,
  flatBoxesMeet,
  flatOn,
  inside,
  massPoint,
  nearestHalf,
  overlap,
  Post,
  postInPlan,
  sin,
  SLACK,
  Solid,
  solid,
  type BoxAt,
  type Figure,
  type Lie,
} from "./solids";

/** The name of a piece, or the key of a ghost, and its body. */
export type Named = readonly [Piece | number, Figure];

/** A pose that does not hold, and why. */
export class NoRest extends Error {
  constructor(
    readonly code: "sticks_out" | "overlaps" | "falls" | "no_room",
    readonly hits: Piece | number | null = null,
  ) {
    super(code);
  }
}

const MARGIN = 1;
const SKY = 1e9;
const [COARSE, FINE] = [5, 1];
const LYING = 180;

/** The first thing that a body overlaps. */
export function hit(body: Solid, bodies: readonly Named[]): Piece | number | null {
  return bodies.find(([, other]) => overlap(body, other))?.[0] ?? null;
}

// ---- flat -----------------------------------------------------------------------------------------

/** How high it comes to rest, from above or from so high, and the points on which it rests. */
export function drop(piece: Piece, pose: Lie, supports: readonly Named[], top = SKY): [number, V2[]] {
  const body = solid(piece, flatOn(pose));
  const touched: [number, BoxAt, Figure, BoxAt | null][] = [];
  let z = 0;
  for (const [, other] of supports) {
    if (other instanceof Solid && !other.flat) continue;
    const [a, b] = [body.bounds, other.bounds];
    if (a[0] >= b[1] || b[0] >= a[1] || a[2] >= b[3] || b[2] >= a[3]) continue;
    for (const p of body.boxes) {
      const low = p[2] - p[5];
      if (other instanceof Post) {
        const height = other.high - low;
        if (z - SLACK <= height && height <= top && postInPlan(other, body, p)) {
          touched.push([height, p, other, null]);
          z = Math.max(z, height);
        }
        continue;
      }
      for (const q of other.boxes) {
        const height = q[2] + q[5] - low;
        if (z - SLACK <= height && height <= top && flatBoxesMeet(body, p, other, q)) {
          touched.push([height, p, other, q]);
          z = Math.max(z, height);
        }
      }
    }
  }
  if (z <= 0) return [0, []];
  const spots = touched.flatMap(([height, p, other, q]): V2[] => {
    if (height < z - SLACK) return [];
    if (other instanceof Post) return [[other.x, other.y]];
    return q ? shared(rectangle(body, p), rectangle(other, q)) : [];
  });
  return [z, spots];
}

/** Is its weight inside the hull of what it rests on? */
export function stable(piece: Piece, pose: Lie, spots: readonly V2[]): boolean {
  const [x, y] = massPoint(piece, pose);
  const corners = hull(spots);
  if (corners.length < 3) return false;
  return corners.every(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length]!;
    const [ex, ey] = [bx - ax, by - ay];
    return !((ex * (y - ay) - ey * (x - ax)) / Math.sqrt(ex * ex + ey * ey) < MARGIN);
  });
}

/** The plan of a flat box, counter-clockwise. */
function rectangle({ c, s }: Solid, [x, y, , p, q]: BoxAt): V2[] {
  return [
    [x - c * p + s * q, y - s * p - c * q],
    [x + c * p + s * q, y + s * p - c * q],
    [x + c * p - s * q, y + s * p + c * q],
    [x - c * p - s * q, y - s * p + c * q],
  ];
}

/** The corners of what two rectangles share. */
function shared(one: V2[], other: readonly V2[]): V2[] {
  let left = one;
  other.forEach(([ax, ay], k) => {
    const [bx, by] = other[(k + 1) % other.length]!;
    const [ex, ey] = [bx - ax, by - ay];
    const sides = left.map(([x, y]) => ex * (y - ay) - ey * (x - ax));
    const kept: V2[] = [];
    left.forEach(([x, y], i) => {
      const j = (i + 1) % left.length;
      const [here, there] = [sides[i]!, sides[j]!];
      if (here >= 0) kept.push([x, y]);
      if ((here > 0 && 0 > there) || (here < 0 && 0 < there)) {
        const t = here / (here - there);
        const [u, v] = left[j]!;
        kept.push([x + t * (u - x), y + t * (v - y)]);
      }
    });
    left = kept;
  });
  return left;
}

/** The convex hull, counter-clockwise. */
function hull(spots: readonly V2[]): V2[] {
  const all = [...spots].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const ordered = all.filter((p, i) => i === 0 || p[0] !== all[i - 1]![0] || p[1] !== all[i - 1]![1]);
  return [...half(ordered), ...half([...ordered].reverse())];
}

function half(ordered: readonly V2[]): V2[] {
  const kept: V2[] = [];
  for (const [x, y] of ordered) {
    while (kept.length > 1) {
      const [[ax, ay], [bx, by]] = [kept.at(-2)!, kept.at(-1)!];
      if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9) break;
      kept.pop();
    }
    kept.push([x, y]);
  }
  return kept.slice(0, -1);
}

function onFloor(piece: Piece, wish: Lie, bodies: readonly Named[]): Lie {
  const pose = flatOn(wish);
  const body = solid(piece, pose);
  if (!inside(body)) throw new NoRest("sticks_out");
  const hits = hit(body, bodies);
  if (hits !== null) throw new NoRest("overlaps", hits);
  return pose;
}

/** Straight down from above, or from so high, on to what rests itself. */
export function dropped(
  piece: Piece,
  wish: Lie,
  bodies: readonly Named[],
  supports: readonly Named[],
  top = SKY,
): Lie {
  if (!inside(solid(piece, flatOn(wish)))) throw new NoRest("sticks_out");
  const [z, spots] = drop(piece, wish, supports, top);
  const pose = flatOn(wish, nearestHalf(z));
  const hits = hit(solid(piece, pose), bodies);
  if (hits !== null) throw new NoRest("overlaps", hits);
  if (z > 0 && !stable(piece, pose, spots)) throw new NoRest("falls");
  return pose;
}

// ---- leaning --------------------------------------------------------------------------------------

/** Over the same edge by another angle; at a right angle it lies on its next side. */
function tilted(piece: Piece, pose: Lie, lean: number): Lie {
  if (lean >= LYING) return fallen(piece, flatOn(pose), pose.edge);
  return lean > 0 ? { ...pose, z: 0, lean } : flatOn(pose);
}

/** Falls from the angle asked for until it touches something or lies. */
export function leaning(piece: Piece, wish: Lie, bodies: readonly Named[]): Lie {
  const first = tilted(piece, wish, wish.lean);
  const hits = hit(solid(piece, first), bodies);
  if (hits !== null) throw new NoRest("overlaps", hits);
  const goal = beyondEdge(piece, first) ? LYING : 0;
  let [lean, step] = [wish.lean, COARSE];
  while (lean !== goal) {
    const further = goal ? Math.min(lean + step, goal) : Math.max(lean - step, goal);
    if (hit(solid(piece, tilted(piece, wish, further)), bodies) === null) lean = further;
    else if (step === COARSE) step = FINE;
    else break;
  }
  const pose = tilted(piece, wish, lean);
  if (!inside(solid(piece, pose))) throw new NoRest("sticks_out");
  return pose;
}

export function leansStill(piece: Piece, pose: Lie, bodies: readonly Named[]): boolean {
  const further = pose.lean + (beyondEdge(piece, pose) ? FINE : -FINE);
  return hit(solid(piece, tilted(piece, pose, further)), bodies) !== null;
}

/** Where a piece set down so comes to rest among bodies, of which some bear it; thrown out where it does not. */
export function resting(piece: Piece, wish: Lie, bodies: readonly Named[], supports: readonly Named[]): Lie {
  if (wish.lean) return leaning(piece, wish, bodies);
  try {
    return onFloor(piece, wish, bodies);
  } catch (no) {
    if (!(no instanceof NoRest) || no.code !== "overlaps") throw no;
  }
  return dropped(piece, wish, bodies, supports);
}

// ---- the nearest pose -----------------------------------------------------------------------------

export const RING = 2;

/** Sixteen points around one, from east counter-clockwise, in half millimetres. */
export function* ring(x: number, y: number, radius: number): Generator<V2> {
  for (let i = 0; i < 16; i++)
    yield [nearestHalf(x / 2 + radius * cos(45 * i)), nearestHalf(y / 2 + radius * sin(45 * i))];
}

const [RINGS, LATTICE] = [40, 20];

/** The nearest flat pose in which it rests: on the floor, then dropped. */
export function nearest(
  piece: Piece,
  pose: Lie,
  bodies: readonly Named[],
  supports: readonly Named[],
): Lie | null {
  for (const [x, y] of around(pose)) {
    const flat: Lie = { x, y, angle: pose.angle, z: 0, down: pose.down, edge: 0, lean: 0 };
    const body = solid(piece, flat);
    if (!inside(body)) continue;
    if (hit(body, bodies) === null) return flat;
    const [z, spots] = drop(piece, flat, supports);
    const there = flatOn(flat, nearestHalf(z));
    if (z > 0 && stable(piece, there, spots) && hit(solid(piece, there), bodies) === null) return there;
  }
  return null;
}

function* around(pose: Lie): Generator<V2> {
  for (let i = 1; i <= RINGS; i++) yield* ring(pose.x, pose.y, RING * i);
  for (let y = 0; y <= 2 * HALL; y += LATTICE) for (let x = 0; x <= 2 * HALL; x += LATTICE) yield [x, y];
}
