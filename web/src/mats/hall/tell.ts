/** The hall in words: what stands in a cell, where a piece lies, who is who. */
import { fill } from "../../lib/words";
import type { Session } from "../../lib/session.svelte";
import { FAMILIES } from "./prints/ghosts";
import { at, cellUnder, readHall, shelter, type Ghost, type Hall, type Stood } from "./hall";
import { underPlan } from "./fromAbove";
import { footprint, within } from "./poses";
import { CELL, CELLS, depth, doorway, HALL, type Piece, type Side, type V2 } from "./shapes";
import { sayHall } from "./words";

type Words = ReturnType<typeof sayHall>;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Column from the left and row from the near wall, as whoever sits at that wall counts them. */
export function seenFrom(view: Side, [c, r]: V2): V2 {
  const { u } = doorway(view, 1);
  const [x, y] = [c * CELL + CELL / 2 - HALL / 2, r * CELL + CELL / 2 - HALL / 2];
  return [Math.floor((x * u[0] + y * u[1] + HALL / 2) / CELL) + 1, depth(view, [c, r])];
}

/** The cells as they are read from a wall: the far row first, each from the left. */
export const grid = (view: Side): { cell: V2; seen: V2 }[][] =>
  Array.from({ length: CELLS }, (_, i) =>
    Array.from({ length: CELLS }, (_, j) => {
      const [x, y] = underPlan(view, (j + 0.5) / CELLS, (i + 0.5) / CELLS);
      const cell: V2 = [Math.floor(x / CELL), Math.floor(y / CELL)];
      return { cell, seen: seenFrom(view, cell) };
    }),
  );

/** "petit à pois" */
export const ghostKind = (w: Words, g: Ghost): string => `${w[g.size]} ${w[g.family]}`;

/** Whose it is, and what stands over or under it. */
export function ghostTold(session: Session, hall: Hall, g: Ghost, mine: boolean): string {
  const w = sayHall();
  const ghost = ghostKind(w, g);
  const name = session.table?.seats[g.seat]?.name || session.name(g.seat);
  const roof = g.pose && shelter(hall.pieces, at(g.pose));
  return [
    mine ? fill(w.mine, { ghost }) : fill(w.theirs, { ghost, name }),
    g.pose?.down ? w.lyingGhost : "",
    roof ? fill(w[roof.how], { piece: w[roof.piece] }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

const samples: readonly number[] = [6, CELL / 2, CELL - 6];

/** The pieces that lie over a cell. */
export const piecesOver = (hall: Hall, [c, r]: V2): Piece[] =>
  hall.pieces.flatMap(({ piece, pose }) => {
    if (!pose) return [];
    const outline = footprint(piece, pose);
    const covers = samples.some((x) => samples.some((y) => within(outline, [c * CELL + x, r * CELL + y])));
    return covers ? [piece] : [];
  });

export function cellTold(
  session: Session,
  hall: Hall,
  view: Side,
  seat: number | null,
  cell: V2,
  cost: number | null | undefined,
): string {
  const w = sayHall();
  const [c, r] = seenFrom(view, cell);
  const there = hall.ghosts.filter((g) => {
    const [x, y] = g.pose && g.where === "hall" ? cellUnder(g.pose) : [-1, -1];
    return x === cell[0] && y === cell[1];
  });
  const who = [
    ...piecesOver(hall, cell).map((piece) => w[piece]),
    ...there.map((g) => ghostTold(session, hall, g, g.seat === seat)),
  ];
  const price =
    cost === undefined ? "" : cost === null ? w.tooFar : cost === 0 ? w.here : fill(w.steps, { n: cost });
  return [`${fill(w.cell, { c, r })} : ${who.join(", ") || w.free}`, price].filter(Boolean).join(". ");
}

export function pieceTold(view: Side, { piece, pose }: Stood): string {
  const w = sayHall();
  if (!pose) return capital(w[piece]);
  const [c, r] = seenFrom(view, cellUnder(pose));
  return [
    fill(w.pieceTold, { piece: capital(w[piece]), c, r }),
    (pose.z ?? 0) > 0 ? w.atop : "",
    pose.down ? w.onSide : "",
    pose.edge ? w.leaning : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** Whose wall a side is. */
export function wallTold(session: Session, hall: Hall, side: Side, seat: number | null): string {
  const w = sayHall();
  const owner = hall.sides.indexOf(side);
  if (owner < 0) return fill(w.emptyWall, { side: [w.south, w.west, w.north, w.east][side] });
  if (owner === seat) return w.yourWall;
  return fill(w.wall, { name: session.table?.seats[owner]?.name || session.name(owner) });
}

/** What else is heard of somebody at the table: his ghosts, and how many are out or in the hall. */
export function says(session: Session, seat: number): readonly string[] {
  const view = session.sight?.view;
  if (!view) return [];
  const w = sayHall();
  const hall = readHall(view, null);
  const own = hall.ghosts.filter((g) => g.seat === seat);
  const count = (where: Ghost["where"]): number => own.filter((g) => g.where === where).length;
  return [
    w[FAMILIES[seat] ?? "rose"],
    fill(w.outs, { n: count("out") }),
    fill(w.halls, { n: count("hall") }),
    ...(hall.finished.includes(seat) ? [w.finished] : []),
  ];
}
