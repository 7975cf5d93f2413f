/** What the page can say of a pose at once, while a finger is still down. The table is asked all the same, and its
 *  answer counts; both settle by the same arithmetic. */
import type { Settled } from "../../protocol";
import { reach, type Ghost, type Hall } from "./hall";
import { NoRest, place, put, type Lie, type Rest, type Scene, type Standee } from "./settle";
import { cellIn } from "./settle/standing";
import { PIECES, SIZES, type Piece } from "./shapes";
import type { Pose } from "../../protocol";

/** A code if it would be refused, else what it would come to. */
export interface Foreseen {
  code: string;
  settled: Settled | null;
}

const GHOSTS = 7;
const full = (p: Pose): Lie => ({ z: 0, down: 0, edge: 0, lean: 0, ...p });
const cardOf = (g: Ghost): number => g.seat * GHOSTS + Number(g.id.split(":").at(-1));
const standee = (hall: Hall, g: Ghost, pose: Lie): Standee => ({
  seat: g.seat,
  size: SIZES.indexOf(g.size),
  side: hall.sides[g.seat] ?? 0,
  pose,
});

function sceneOf(hall: Hall): Scene {
  const stood = new Map(hall.pieces.map(({ piece, pose }) => [piece, pose]));
  const standing = hall.ghosts.filter((g) => g.where === "hall" && g.pose);
  return {
    pieces: new Map(
      PIECES.flatMap((piece): [Piece, Lie][] => {
        const pose = stood.get(piece);
        return pose ? [[piece, full(pose)]] : [];
      }),
    ),
    ghosts: new Map(
      standing
        .map((g): [number, Standee] => [cardOf(g), standee(hall, g, full(g.pose!))])
        .sort(([a], [b]) => a - b),
    ),
  };
}

/** What else would lie elsewhere, by handle. */
function others(hall: Hall, rest: Rest): Record<string, Pose | null> {
  return Object.fromEntries([
    ...hall.pieces.flatMap(({ piece, handle }) => {
      const pose = rest.others.get(piece);
      return pose ? [[handle, pose]] : [];
    }),
    ...hall.ghosts.flatMap((g) => {
      const pose = rest.ghosts.get(cardOf(g));
      return pose === undefined ? [] : [[g.handle, pose]];
    }),
  ]) as Record<string, Pose | null>;
}

function refused(no: unknown): Foreseen {
  if (!(no instanceof NoRest)) throw no;
  return { code: no.code, settled: null };
}

/** A piece held so. */
export function foreseePiece(hall: Hall, piece: Piece, pose: Pose): Foreseen {
  try {
    const rest = place(sceneOf(hall), piece, full(pose));
    return { code: "", settled: { pose: rest.pose, others: others(hall, rest) } };
  } catch (no) {
    return refused(no);
  }
}

/** A ghost held over a point; null where only the table can say. */
export function foreseeGhost(
  hall: Hall,
  ghost: Ghost,
  at: { x: number; y: number; yaw: number; level: number },
): Foreseen | null {
  const pose = full({ x: at.x, y: at.y, angle: hall.lying ? at.yaw : 0, down: hall.lying ? 1 : 0 });
  const cell = cellIn(pose);
  const { costs } = reach(hall, ghost);
  const cost = costs.get(cell.join());
  if (cost === undefined) return null;
  try {
    const rest = put(sceneOf(hall), cardOf(ghost), standee(hall, ghost, pose), cell, at.level);
    const left = (hall.points[ghost.seat] ?? 0) - cost;
    const { level, levels } = rest;
    return { code: "", settled: { pose: rest.pose, others: others(hall, rest), level, levels, cost, left } };
  } catch (no) {
    return refused(no);
  }
}
