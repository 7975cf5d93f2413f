/** The levels of whoever uses this device, in this browser and nowhere else. */
import type { Ended, GameInfo, SeatView } from "../../protocol";
import { botRating, FAMILIES, family, type Family } from "./family";
import { NEW, rated, type Rating } from "./openskill";

export interface Level extends Rating {
  /** That counted. */
  games: number;
}

interface Kept {
  levels: Partial<Record<Family, Level>>;
  /** The last games, so that none counts twice. */
  seen: string[];
}

const KEY = "tablee.level";
const SEEN = 64;

function sound(level: unknown): level is Level {
  const { mu, sigma, games } = (level ?? {}) as Record<string, unknown>;
  return Number.isFinite(mu) && Number.isFinite(sigma) && Number.isFinite(games);
}

function load(): Kept {
  try {
    const { levels, seen } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    const whole = FAMILIES.filter((of) => sound(levels?.[of])).map((of) => [of, levels?.[of]] as const);
    return { levels: Object.fromEntries(whole), seen: Array.isArray(seen) ? seen : [] };
  } catch {
    return { levels: {}, seen: [] };
  }
}

export const levels = (): Kept["levels"] => load().levels;

export function forgetLevels(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // There was nothing to forget.
  }
}

/** Those who were compared, this device first; null: the game does not count. `seats` are as they were while it
 *  was played, `mine` those of this device. */
export function compared(
  of: Family,
  own: Rating,
  ended: Pick<Ended, "outcome" | "stand_ins">,
  seats: readonly Pick<SeatView, "kind" | "level">[],
  mine: readonly number[],
): { ratings: Rating[]; ranks: number[] } | null {
  const { ranks, result } = ended.outcome;
  const [me] = mine;
  // Where all win or lose together, or nobody does, nobody is ahead of anybody.
  if (!ranks || (result !== "winners" && result !== "one_loser") || me === undefined || mine.length > 1)
    return null;
  if (ended.stand_ins.includes(me) || seats[me]?.kind !== "person" || seats.length !== ranks.length) return null;
  const ratings = [own];
  const found = [ranks[me] ?? 0];
  seats.forEach((seat, i) => {
    // A bot that ended a game for somebody is neither of them.
    if (i === me || ended.stand_ins.includes(i)) return;
    const other = seat.kind === "person" ? NEW : seat.level ? botRating(of, seat.level) : null;
    if (!other) return;
    ratings.push(other);
    found.push(ranks[i] ?? 0);
  });
  return ratings.length > 1 ? { ratings, ranks: found } : null;
}

/** A game has ended; whether it counted. */
export function noteLevel(
  info: GameInfo,
  ended: Ended,
  seats: readonly SeatView[],
  mine: readonly number[],
): boolean {
  const kept = load();
  const of = family(info);
  const before = kept.levels[of] ?? { ...NEW, games: 0 };
  const game = compared(of, before, ended, seats, mine);
  if (!game || kept.seen.includes(ended.game_id)) return false;
  const [after] = rated(game.ratings, game.ranks);
  if (!after) return false;
  const next: Kept = {
    levels: { ...kept.levels, [of]: { ...after, games: before.games + 1 } },
    seen: [...kept.seen, ended.game_id].slice(-SEEN),
  };
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A device that keeps nothing has no level.
  }
  return true;
}
