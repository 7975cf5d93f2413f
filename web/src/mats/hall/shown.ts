/** What both pictures of the hall draw: the plan and the relief. */
import type { Pose } from "../../protocol";
import type { Choice } from "../../lib/offers/choice.svelte";
import type { Session } from "../../lib/session.svelte";
import { bounce, lightOf, type Standing } from "./fromAbove";
import { at, type Ghost, type Hall } from "./hall";
import type { Look } from "./look.svelte";
import type { Playing } from "./playing.svelte";
import type { Mood } from "./prints/ghosts";
import { GLASS, type Side, type V2, type V3 } from "./shapes";

export interface PictureProps {
  session: Session;
  choice?: Choice;
  hall: Hall;
  playing: Playing;
  look: Look;
  seat: number | null;
  /** The wall at the bottom. */
  view: Side;
}

/** A piece that hangs over the hall: as it would rest, as it is wanted, or refused. */
function held(playing: Playing): Standing | null {
  const want = playing.want;
  if (!want) return null;
  const verdict = playing.verdict;
  if (verdict?.why) return { piece: want.piece, pose: want.pose, held: "refused" };
  const rests = verdict?.settled?.pose;
  return { piece: want.piece, pose: rests ?? want.pose, held: rests ? "rests" : "asked" };
}

/** Everything by handle that would come to lie elsewhere with it. */
function elsewhere(playing: Playing): Record<string, Pose | null> {
  const verdict = playing.verdict;
  return verdict && !verdict.why ? (verdict.settled?.others ?? {}) : {};
}

/** The furniture as it is drawn: with the piece in hand where it would rest, and what that moves. */
export function furniture(hall: Hall, playing: Playing): Standing[] {
  const [mine, others] = [held(playing), elsewhere(playing)];
  const rest = hall.pieces.flatMap(({ piece, pose, handle }): Standing[] => {
    const now = others[handle] ?? pose;
    return now && piece !== mine?.piece ? [{ piece, pose: now }] : [];
  });
  return mine ? [...rest, mine] : rest;
}

export interface Figure {
  ghost: Ghost;
  pose: Pose;
  mood: Mood;
  /** Marked as seen. */
  seen: boolean;
  /** Only in the mirror. */
  glass: boolean;
}

/** The ghosts in the hall as they are drawn. */
export function figures(hall: Hall, playing: Playing, look: Look): Figure[] {
  const others = elsewhere(playing);
  const marked = new Map((hall.seen ?? []).slice(0, look.shown).map((s) => [s.ghost.id, s]));
  const caught = new Set(hall.caught);
  return hall.ghosts.flatMap((ghost): Figure[] => {
    const pose = others[ghost.handle] === undefined ? ghost.pose : others[ghost.handle];
    if (ghost.where !== "hall" || !pose) return [];
    const found = marked.get(ghost.id);
    const seen = found !== undefined || caught.has(ghost.place);
    return [
      {
        ghost,
        pose,
        mood: seen ? "peur" : look.told ? "dodo" : "calme",
        seen,
        glass: !!found && found.direct === 0 && found.mirror > 0,
      },
    ];
  });
}

/** The light of the keyhole, once it may be known; and how some were seen in the mirror. */
export function lit(hall: Hall, look: Look): { light: V2[]; rays: V3[][] } | null {
  if (!hall.seen || !look.told) return null;
  const [side, k] = hall.keyhole;
  const glass = hall.pieces.find((p) => p.piece === GLASS)?.pose;
  const pieces = furniture(hall, { want: null, verdict: null } as Playing);
  return {
    light: lightOf(pieces, side, k),
    rays: hall.seen.flatMap(({ ghost, direct, mirror }) =>
      glass && ghost.pose && direct === 0 && mirror > 0
        ? [bounce(glass, side, k, { size: ghost.size, at: at(ghost.pose) })]
        : [],
    ),
  };
}
