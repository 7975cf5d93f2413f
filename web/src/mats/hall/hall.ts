/** Reads the hall off what the table shows: who stands where, whose wall is which, what was seen. */
import type { CardView, Json, Offer, Pose, View } from "../../protocol";
import { bare } from "../../lib/phrases";
import type { Session } from "../../lib/session.svelte";
import { bodies, corners, footprint, within } from "./poses";
import { FAMILIES, type Family } from "./prints/ghosts";
import {
  cellOf,
  depth,
  opposite,
  PIECES,
  SIZES,
  type Piece,
  type Side,
  type Size,
  type V2,
  type V3,
} from "./shapes";

export interface Ghost {
  /** Its face: the same for everybody. */
  id: string;
  handle: string;
  seat: number;
  size: Size;
  family: Family;
  where: "home" | "hall" | "out";
  /** Half millimetres, while it is in the hall. */
  pose: Pose | null;
  /** Its place in the hall's zone. */
  place: number;
  /** It may enter at its size. */
  ready: boolean;
}

export interface Stood {
  piece: Piece;
  handle: string;
  pose: Pose | null;
  place: number;
}

export interface Sighted {
  ghost: Ghost;
  direct: number;
  mirror: number;
}

export interface Hall {
  phase: string;
  ghosts: readonly Ghost[];
  pieces: readonly Stood[];
  store: readonly Stood[];
  round: number;
  die: number;
  keyhole: readonly [Side, number];
  /** The start side of each seat. */
  sides: readonly Side[];
  /** Steps left, by seat. */
  points: readonly number[];
  moved: readonly string[];
  lying: boolean;
  /** Small ones grow by joining: who touches one from outside wants to go there. */
  fusions: boolean;
  chime: string;
  number: number;
  /** Who is asked now, where one at a time is. */
  seat: number;
  /** The piece that is held over the hall. */
  held: string;
  finished: readonly number[];
  rolls: readonly (readonly (readonly [number, number])[])[];
  chooser: number;
  rolled: number;
  /** Nobody, before somebody has looked. */
  seen: readonly Sighted[] | null;
  again: boolean;
  caught: readonly number[];
  closed: readonly number[];
}

export const POINTS_OUT: Record<Size, number> = { small: 1, medium: 3, large: 5 };
export const POINTS_HALL: Record<Size, number> = { small: 0, medium: 1, large: 2 };

const FACE = /^ghost:(\d):(small|medium|large):(\d+)$/;

function ghostOf(card: CardView | null, where: Ghost["where"], place: number): Ghost | null {
  const found = FACE.exec(card?.face ?? "");
  if (!card || !found) return null;
  const seat = Number(found[1]);
  return {
    id: card.face ?? "",
    handle: card.handle ?? "",
    seat,
    size: found[2] as Size,
    family: FAMILIES[seat] ?? "rose",
    where,
    pose: card.pose ?? null,
    place,
    ready: card.mark === "ready",
  };
}

function pieceOf(card: CardView | null, place: number): Stood | null {
  const piece = PIECES.find((p) => p === card?.face);
  return piece && card ? { piece, handle: card.handle ?? "", pose: card.pose ?? null, place } : null;
}

const list = (fact: Json | undefined): readonly Json[] => {
  const value = bare(fact ?? null);
  return Array.isArray(value) ? value.map((v) => bare(v)) : [];
};
const numbers = (fact: Json | undefined): number[] => list(fact).map(Number);
const text = (fact: Json | undefined): string => {
  const value = bare(fact ?? null);
  return typeof value === "string" ? value : "";
};
const number = (fact: Json | undefined, otherwise = 0): number => {
  const value = bare(fact ?? null);
  return typeof value === "number" ? value : otherwise;
};

/** What somebody plans in secret: his ghosts as they would stand, and the steps that this leaves him. */
function plansOf(fact: Json | undefined, seat: number | null): { ghosts: number[][]; left: number } | null {
  const all = bare(fact ?? null);
  if (seat === null || typeof all !== "object" || all === null || Array.isArray(all)) return null;
  const own = (all[String(seat)] ?? null) as { value?: { ghosts?: Json[][]; left?: number } } | null;
  const value = own?.value;
  if (!value) return null;
  return { ghosts: (value.ghosts ?? []).map((row) => row.map(Number)), left: value.left ?? 0 };
}

function planned(ghosts: Ghost[], plans: readonly number[][], seat: number | null): Ghost[] {
  const rows = new Map(plans.map((row) => [row[0], row]));
  return ghosts.map((g) => {
    const row = g.seat === seat ? rows.get(Number(g.id.split(":").at(-1))) : undefined;
    if (!row) return g;
    const [, x = 0, y = 0, z = 0, angle = 0, down = 0] = row;
    return row.length === 1
      ? { ...g, where: "out", pose: null }
      : { ...g, where: "hall", pose: { x, y, z, angle, down } };
  });
}

export function readHall(view: View, reader: number | null): Hall {
  const facts = view.facts;
  const zone = (name: string): readonly (CardView | null)[] =>
    view.zones.find((z) => z.name === name)?.cards ?? [];
  const inside = zone("hall");
  const seats = view.seats.map((_, i) => i);
  const ghosts = [
    ...inside.flatMap((c, i) => ghostOf(c, "hall", i) ?? []),
    ...seats.flatMap((s) => zone(`home:${s}`).flatMap((c, i) => ghostOf(c, "home", i) ?? [])),
    ...seats.flatMap((s) => zone(`out:${s}`).flatMap((c, i) => ghostOf(c, "out", i) ?? [])),
  ];
  const plans = plansOf(facts.plans, reader);
  const keyhole = numbers(facts.keyhole);
  const byPlace = new Map(ghosts.filter((g) => g.where === "hall").map((g) => [g.place, g]));
  const seen = view.phase === "keyhole" && "seen" in facts ? list(facts.seen) : null;
  return {
    phase: view.phase,
    ghosts: planned(ghosts, plans?.ghosts ?? [], reader),
    pieces: inside.flatMap((c, i) => pieceOf(c, i) ?? []),
    store: zone("store").flatMap((c, i) => pieceOf(c, i) ?? []),
    round: number(facts.round),
    die: number(facts.die, -1),
    keyhole: [(keyhole[0] ?? 0) as Side, keyhole[1] ?? 1],
    sides: numbers(facts.sides) as Side[],
    points: numbers(facts.points).map((n, i) => (plans && i === reader ? plans.left : n)),
    moved: list(facts.moved).map(String),
    lying: bare(facts.lying ?? null) === true,
    fusions: bare(facts.fusions ?? null) === true,
    chime: text(facts.chime),
    number: number(facts.number),
    seat: number(facts.seat, -1),
    held: text(facts.held),
    finished: numbers(facts.finished),
    rolls: list(facts.rolls) as unknown as Hall["rolls"],
    chooser: number(facts.chooser, -1),
    rolled: number(facts.rolled),
    seen:
      seen &&
      seen.flatMap((row) => {
        const [place = -1, direct = 0, mirror = 0] = (row as Json[]).map(Number);
        const ghost = byPlace.get(place);
        return ghost ? [{ ghost, direct, mirror }] : [];
      }),
    again: bare(facts.again ?? null) === true,
    caught: numbers(facts.caught),
    closed: numbers(facts.closed),
  };
}

/** The movement card before a seat: its steps, and the pieces that it shows. */
export function cardOf(view: View, seat: number): { value: number; pieces: readonly Piece[] } | null {
  const face = view.zones.find((z) => z.name === `card:${seat}`)?.cards?.at(-1)?.face;
  if (!face) return null;
  const [value, ...pieces] = face.split("-");
  return { value: Number(value), pieces: PIECES.filter((p) => pieces.includes(p)) };
}

export const at = (pose: Pose): V3 => [pose.x / 2, pose.y / 2, (pose.z ?? 0) / 2];
export const cellUnder = (pose: Pose): V2 => cellOf(pose.x / 2, pose.y / 2);
export const bySize = (a: Ghost, b: Ghost): number => SIZES.indexOf(a.size) - SIZES.indexOf(b.size);

/** The wall from which somebody looks on: his own; who only watches sits in the south. */
export const wallOf = (hall: Hall, seat: number | null): Side => (seat === null ? 0 : (hall.sides[seat] ?? 0));

/** What each cell costs a ghost, with the steps that are left; and what leaving costs, if it can. */
export function reach(hall: Hall, g: Ghost): { costs: Map<string, number>; out: number | null } {
  const [left, side] = [hall.points[g.seat] ?? 0, hall.sides[g.seat] ?? 0];
  const costs = new Map<string, number>();
  const from = g.pose && g.where === "hall" ? cellUnder(g.pose) : null;
  for (let c = 0; c < 6; c++)
    for (let r = 0; r < 6; r++) {
      const n = from ? Math.abs(from[0] - c) + Math.abs(from[1] - r) : depth(side, [c, r]);
      if (n <= left) costs.set(`${c},${r}`, n);
    }
  const out = from && 7 - depth(side, from);
  return { costs, out: out !== null && out <= left ? out : null };
}

export const cellKey = ([c, r]: V2): string => `${c},${r}`;

/** The door straight across, by which a ghost leaves. */
export function doorAcross(hall: Hall, g: Ghost): readonly [Side, number] {
  const side = opposite(hall.sides[g.seat] ?? 0);
  const [c, r] = g.pose ? cellUnder(g.pose) : [0, 0];
  return [side, [c + 1, 6 - r, 6 - c, r + 1][side] ?? 1];
}

/** The piece on which, or under which, something stands. */
export function shelter(
  pieces: readonly Stood[],
  [x, y, z]: V3,
): { piece: Piece; how: "on" | "under" | "beside" } | null {
  for (const { piece, pose } of pieces) {
    if (!pose || !within(footprint(piece, pose), [x, y])) continue;
    const tops = bodies(piece, pose)
      .map((b) => corners([b]))
      .filter((all) => Math.abs(Math.max(...all.map((p) => p[2])) - z) < 0.6);
    if (z > 0 && tops.length && !pose.edge) return { piece, how: "on" };
    const above = bodies(piece, pose).some((b) => Math.min(...corners([b]).map((p) => p[2])) > z + 5);
    return { piece, how: above ? "under" : "beside" };
  }
  return null;
}

/** The offer of this name, if it is there. */
export const offered = (offers: readonly Offer[], name: string): Offer | undefined =>
  offers.find((o) => o.name === name);

/** The handles that a parameter of an offer takes. */
export function handlesOf(offer: Offer | undefined, param: string): readonly string[] {
  const domain = offer?.params?.[param];
  return domain?.type === "OneCard" ? domain.cards : [];
}

export const hallOf = (session: Session, reader: number | null): Hall | null => {
  const view = session.sight?.view;
  return view ? readHall(view, reader) : null;
};
