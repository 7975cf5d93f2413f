/** What a touch in the hall means, wherever it was made: on the plan, in the relief, or with the keyboard. */
import type { Choice } from "../../lib/offers/choice.svelte";
import { cellKey, cellUnder, handlesOf, offered, reach, type Ghost, type Hall, type Stood } from "./hall";
import { footprint, within } from "./poses";
import type { Playing } from "./playing.svelte";
import { CELL, cellOf, GHOST, type V2 } from "./shapes";
import { sayHall } from "./words";

/** Millimetres around a ghost that still mean it. */
const NEAR = 5;

/** The ghosts that may be touched for the one thing that is asked of ghosts now. */
export function wanted(choice: Choice, hall: Hall): readonly Ghost[] {
  for (const name of ["swap", "grow", "tap"]) {
    const handles = handlesOf(offered(choice.offers, name), "ghost");
    if (handles.length) return hall.ghosts.filter((g) => handles.includes(g.handle) && g.where === "hall");
  }
  return [];
}

/** The pieces that may be taken, tipped or placed. */
export function pieces(choice: Choice, hall: Hall): readonly Stood[] {
  for (const [name, from] of [
    ["take", hall.pieces],
    ["tip", hall.pieces],
    ["place", hall.store],
  ] as const) {
    const handles = handlesOf(offered(choice.offers, name), "piece");
    if (handles.length) return from.filter((p) => handles.includes(p.handle));
  }
  return [];
}

const far = (g: Ghost, [x, y]: V2): number => (g.pose ? Math.hypot(g.pose.x / 2 - x, g.pose.y / 2 - y) : Infinity);
const nearest = (ghosts: readonly Ghost[], point: V2): Ghost | undefined =>
  [...ghosts].sort((a, b) => far(a, point) - far(b, point))[0];
const inCell = (ghosts: readonly Ghost[], cell: V2): Ghost[] =>
  ghosts.filter((g) => g.where === "hall" && g.pose && cellKey(cellUnder(g.pose)) === cellKey(cell));

/** The cells where what is picked may go, and what each costs. */
export function costs(playing: Playing, choice: Choice, hall: Hall): Map<string, number> | null {
  const seat = choice.seat ?? 0;
  const put = offered(choice.offers, "put");
  if (put) {
    const side = hall.sides[seat] ?? 0;
    const third = [0, 1, 2, 3, 4, 5].map(
      (i) =>
        (
          [
            [i, 2],
            [2, i],
            [i, 3],
            [3, i],
          ] as const
        )[side],
    );
    return new Map(third.map((cell) => [cellKey(cell), 0]));
  }
  const g = playing.ghost(hall);
  if (!g || !playing.movable(choice, g)) return null;
  if (offered(choice.offers, "pose") && g.pose) return new Map([[cellKey(cellUnder(g.pose)), 0]]);
  return reach(hall, g).costs;
}

/** What leaving costs the ghost that is picked; null: it cannot. */
export function leaving(playing: Playing, choice: Choice, hall: Hall): number | null {
  const g = playing.ghost(hall);
  if (!g || !handlesOf(offered(choice.offers, "out"), "ghost").includes(g.handle)) return null;
  return reach(hall, g).out;
}

export function leave(playing: Playing, choice: Choice, hall: Hall): void {
  const [g, out] = [playing.ghost(hall), offered(choice.offers, "out")];
  if (!g || !out || leaving(playing, choice, hall) === null) return;
  playing.pick(null);
  choice.play(out, { ghost: g.handle });
}

/** A touch on the hall, in millimetres; `exact` where somebody pointed, false where a whole cell is meant. */
export function touch(playing: Playing, choice: Choice, hall: Hall, point: V2, exact: boolean): void {
  const cell = cellOf(...point);
  const half = { x: Math.round(point[0] * 2), y: Math.round(point[1] * 2) };
  if (playing.want) return playing.shift(choice, half.x, half.y);
  const asked = wanted(choice, hall);
  if (asked.length) {
    const here = exact ? asked.filter((g) => far(g, point) < GHOST[g.size].r + NEAR) : inCell(asked, cell);
    const g = nearest(here.length ? here : inCell(asked, cell), point);
    if (g) act(playing, choice, g);
    return;
  }
  const movable = pieces(choice, hall);
  if (movable.length) {
    const over = movable.filter((p) => p.pose && within(footprint(p.piece, p.pose), point));
    const hit =
      over[0] ?? (exact ? undefined : movable.find((p) => p.pose && cellKey(cellUnder(p.pose)) === cellKey(cell)));
    if (hit) playing.chosen = hit.piece;
    return;
  }
  if (offered(choice.offers, "put")) {
    if (costs(playing, choice, hall)?.has(cellKey(cell))) playing.stand(choice, hall, { id: null, ...half });
    return;
  }
  const own = hall.ghosts.filter(
    (g) => g.seat === choice.seat && g.where === "hall" && playing.movable(choice, g),
  );
  const picked = playing.ghost(hall);
  const pointed = exact ? own.filter((g) => far(g, point) < GHOST[g.size].r + NEAR) : [];
  const other = nearest(
    pointed.filter((g) => g !== picked),
    point,
  );
  const joins = hall.fusions && picked?.where === "home" && costs(playing, choice, hall)?.has(cellKey(cell));
  if (other && !joins && (!picked || far(other, point) < far(picked, point) || pointed.includes(picked)))
    return playing.pick(other.id);
  if (!picked || !playing.movable(choice, picked)) {
    const g = nearest(inCell(own, cell), point);
    if (g) playing.pick(g.id);
    return;
  }
  if (exact && pointed.includes(picked)) return playing.pick(null);
  if (costs(playing, choice, hall)?.has(cellKey(cell))) {
    playing.stand(choice, hall, half);
    return;
  }
  playing.session.say(sayHall().tooFar, "no");
  playing.session.deny();
}

/** What is done with a ghost that was asked for. */
export function act(playing: Playing, choice: Choice, g: Ghost): void {
  const grow = offered(choice.offers, "grow");
  if (grow) {
    const sizes = growths(choice, g);
    if (sizes.length === 1) choice.play(grow, { ghost: g.handle, size: sizes[0] });
    else playing.picked = g.id;
    return;
  }
  const offer = offered(choice.offers, "swap") ?? offered(choice.offers, "tap");
  if (offer) choice.play(offer, { ghost: g.handle });
}

/** The sizes to which a ghost may grow. */
export function growths(choice: Choice, g: Ghost): readonly string[] {
  const domain = offered(choice.offers, "grow")?.params?.size;
  const mine = domain?.type === "ByChoice" ? (domain.table[g.handle] ?? domain.other) : domain;
  return mine?.type === "OneOf" ? mine.names : [];
}

/** The ghosts with which the one that is picked may be fused. */
export function partners(playing: Playing, choice: Choice, hall: Hall): readonly Ghost[] {
  const [g, fuse] = [playing.ghost(hall), offered(choice.offers, "fuse")];
  if (!g || !handlesOf(fuse, "a").includes(g.handle)) return [];
  const domain = fuse?.params?.b;
  const mine = domain?.type === "ByChoice" ? (domain.table[g.handle] ?? domain.other) : domain;
  return mine?.type === "OneCard" ? hall.ghosts.filter((q) => mine.cards.includes(q.handle)) : [];
}

/** The middle of a cell. */
export const middle = ([c, r]: V2): V2 => [c * CELL + CELL / 2, r * CELL + CELL / 2];
