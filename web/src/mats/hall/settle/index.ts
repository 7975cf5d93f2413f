/** Moves in the hall, and what settles after them, found in the page while a finger is still down. The rules decide:
 *  they settle every move again. Cases written by them (`tests/cases/settled.json`) prove that both find the same
 *  bits. As `hall/settling.py`. */
import { PIECES, type Piece, type V2 } from "../shapes";
import { drop, dropped, leaning, leansStill, nearest, NoRest, resting, stable, type Named } from "./resting";
import { cos, flatOn, sin, SLACK, solid, type Lie } from "./solids";
import { bodiesOf, house, where, type Scene, type Stand, type Standee } from "./standing";

export { NoRest } from "./resting";
export type { Lie } from "./solids";
export type { Scene, Standee } from "./standing";

const PASSES = 20;

export interface Rest {
  scene: Scene;
  pose: Lie | null;
  others: ReadonlyMap<Piece, Lie>;
  /** Null: back at its start side. */
  ghosts: ReadonlyMap<number, Lie | null>;
}

const same = (a: Lie, b: Lie | undefined): boolean =>
  !!b &&
  a.x === b.x &&
  a.y === b.y &&
  a.angle === b.angle &&
  a.z === b.z &&
  a.down === b.down &&
  a.edge === b.edge &&
  a.lean === b.lean;

const without = (scene: Scene, keys: readonly number[]): Scene => ({
  pieces: scene.pieces,
  ghosts: new Map([...scene.ghosts].filter(([key]) => !keys.includes(key))),
});
const withoutPiece = (scene: Scene, piece: Piece): Scene => ({
  pieces: new Map([...scene.pieces].filter(([name]) => name !== piece)),
  ghosts: scene.ghosts,
});
const withPiece = (scene: Scene, piece: Piece, pose: Lie): Scene => ({
  pieces: new Map(scene.pieces).set(piece, pose),
  ghosts: scene.ghosts,
});
const withGhost = (scene: Scene, key: number, ghost: Standee): Scene => ({
  pieces: scene.pieces,
  ghosts: new Map(scene.ghosts).set(key, ghost),
});

// ---- moves ----------------------------------------------------------------------------------------

/** A piece of furniture set down so: where it comes to rest, and what that does to the others. */
export function place(scene: Scene, piece: Piece, wish: Lie): Rest {
  const lifted = carried(scene, piece);
  const others = withoutPiece(scene, piece);
  const pose = resting(piece, wish, bodiesOf(others, lifted), supportsOf(without(others, lifted)));
  return atRest(scene, withPiece(others, piece, pose), lifted, piece, -1);
}

/** A ghost set down in a cell, at the point of its pose or the nearest one. */
export function put(scene: Scene, key: number, ghost: Standee, cell: V2, level: number): Rest & Stand {
  const stand = where(scene, key, ghost, cell, level);
  const rest = atRest(scene, withGhost(scene, key, { ...ghost, pose: stand.pose }), [], null, key);
  return { ...stand, ...rest, pose: rest.pose ?? stand.pose };
}

// ---- settling -------------------------------------------------------------------------------------

/** The ghosts that stand on a piece or in it. */
function carried(scene: Scene, piece: Piece): number[] {
  const pose = scene.pieces.get(piece);
  if (!pose || !scene.ghosts.size) return [];
  const body = solid(piece, pose);
  const [c, s] = [cos(2 * pose.angle), sin(2 * pose.angle)];
  const [[ax, ay], [bx, by], [cx, cy]] = body.axes;
  const sides = (
    [
      [c, s],
      [-s, c],
    ] as const
  ).map(([u, v]) => {
    const [p, q, r] = [Math.abs(ax * u + ay * v), Math.abs(bx * u + by * v), Math.abs(cx * u + cy * v)];
    const middles = body.boxes.map(([x, y, , a, b, d]): V2 => [x * u + y * v, a * p + b * q + d * r]);
    return {
      u,
      v,
      near: Math.min(...middles.map(([m, e]) => m - e)),
      far: Math.max(...middles.map(([m, e]) => m + e)),
    };
  });
  const [low, high] = [body.bounds[4] - SLACK, body.bounds[5] + SLACK];
  return [...scene.ghosts].flatMap(([key, { pose: at }]) => {
    const within = sides.every(({ u, v, near, far }) => {
      const along = (at.x / 2) * u + (at.y / 2) * v;
      return near <= along && along <= far;
    });
    return low <= at.z / 2 && at.z / 2 <= high && within ? [key] : [];
  });
}

/** Does it keep its pose among bodies, of which some bear it? */
function rests(piece: Piece, pose: Lie, bodies: readonly Named[], supports: readonly Named[]): boolean {
  if (pose.lean) return leansStill(piece, pose, bodies);
  if (pose.z === 0) return true;
  const [z, spots] = drop(piece, pose, supports, pose.z / 2 + SLACK);
  return Math.abs(z - pose.z / 2) <= SLACK && stable(piece, pose, spots);
}

/** The pieces that rest, by way of others that do, on the floor. */
function firm(scene: Scene): Set<Piece> {
  const known = new Set([...scene.pieces].filter(([, p]) => p.z === 0 && !p.lean).map(([name]) => name));
  const loose = [...scene.pieces].filter(([name]) => !known.has(name));
  for (;;) {
    const bearing = supportsAmong(scene, known);
    const more = loose.filter(([n, p]) => !known.has(n) && rests(n, p, bodiesOf(scene, [], n), bearing));
    if (!more.length) return known;
    for (const [name] of more) known.add(name);
  }
}

/** These pieces, and the ghosts on the floor or on them. */
function supportsAmong(scene: Scene, pieces: ReadonlySet<Piece>): Named[] {
  const up = new Set([...pieces].flatMap((piece) => carried(scene, piece)));
  const afloat = [...scene.ghosts].filter(([key, g]) => g.pose.z > 0 && !up.has(key)).map(([key]) => key);
  return bodiesOf(scene, afloat).filter(([name]) => typeof name === "number" || pieces.has(name));
}

const supportsOf = (scene: Scene): Named[] => supportsAmong(scene, firm(scene));

/** It falls on, or drops straight down; else the nearest flat pose; at last it stays. */
function resettled(piece: Piece, pose: Lie, bodies: readonly Named[], supports: readonly Named[]): Lie {
  try {
    if (pose.lean) return leaning(piece, pose, bodies);
    return dropped(piece, pose, bodies, supports, pose.z / 2 + SLACK);
  } catch (no) {
    if (!(no instanceof NoRest)) throw no;
    return nearest(piece, flatOn(pose), bodies, supports) ?? pose;
  }
}

function settled(first: Scene, held: Map<number, Standee>): Scene {
  let scene = first;
  for (let pass = 0; pass < PASSES; pass++) {
    const before = scene.pieces;
    let known = firm(scene);
    if (known.size === before.size) break;
    const order = [...before].sort(([a, p], [b, q]) => p.z - q.z || PIECES.indexOf(a) - PIECES.indexOf(b));
    for (const [piece] of order) {
      if (known.has(piece)) continue;
      const [pose, lifted] = [scene.pieces.get(piece)!, carried(scene, piece)];
      const others = without(withoutPiece(scene, piece), lifted);
      const there = resettled(piece, pose, bodiesOf(others), supportsAmong(others, known));
      if (same(there, pose)) continue;
      for (const key of lifted) held.set(key, scene.ghosts.get(key)!);
      scene = withPiece(without(scene, lifted), piece, there);
      known = firm(scene);
    }
    if ([...scene.pieces].every(([name, pose]) => same(pose, before.get(name)))) break;
  }
  return scene;
}

/** After a move: pieces settle while a hand holds the ghosts that stood on them, then these are put down. */
function atRest(was: Scene, now: Scene, lifted: readonly number[], piece: Piece | null, key: number): Rest {
  const held = new Map(lifted.map((k) => [k, now.ghosts.get(k)!]));
  let scene = settled(without(now, lifted), held);
  const order = [...held].sort(([i, a], [j, b]) => a.seat - b.seat || b.size - a.size || i - j);
  for (const [k, ghost] of order) {
    const pose = house(ghost, bodiesOf(scene));
    if (pose) scene = withGhost(scene, k, { ...ghost, pose });
  }
  if (held.size) {
    const stand = scene.ghosts;
    const kept = [...now.ghosts.keys()].filter((k) => stand.has(k));
    scene = { pieces: scene.pieces, ghosts: new Map(kept.map((k) => [k, stand.get(k)!])) };
  }
  const { pieces, ghosts } = scene;
  return {
    scene,
    pose: (piece ? pieces.get(piece) : ghosts.get(key)?.pose) ?? null,
    others: new Map([...pieces].filter(([name, pose]) => name !== piece && !same(pose, was.pieces.get(name)))),
    ghosts: new Map(
      [...was.ghosts].flatMap(([k, { pose }]): [number, Lie | null][] => {
        const there = ghosts.get(k)?.pose;
        if (k === key || (there && same(there, pose))) return [];
        return [[k, there ?? null]];
      }),
    ),
  };
}
