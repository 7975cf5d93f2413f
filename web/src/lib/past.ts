/** The tables this device was at, what was played there, and what they promised about their shuffles. Kept on the
 *  device, and nowhere else. */

export interface PastGame {
  /** Of its record. */
  id: string;
  game: string;
  at: number;
  names: string[];
  /** Who has won. */
  won: string[];
  /** Whether this device is among them; null: it only had several seats, or nobody won. */
  mine: boolean | null;
}

export interface Past {
  code: string;
  game: string;
  at: number;
  /** Who sat there, but for bots. */
  names?: string[];
  /** Newest first. */
  games?: PastGame[];
  /** It was looked for, and is no more. */
  gone?: true;
  /** The hash of the seed, as it was shown while the game was played. */
  promised?: string;
}

const KEY = "tablee.tables";
const DAY = 86_400_000;
/** So long, so many tables and so many games of each are remembered. */
export const KEPT_DAYS = 60;
const TABLES = 24;
const GAMES = 24;

export function pastTables(): Past[] {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Past[];
    return all.filter((t) => typeof t.code === "string" && Date.now() - t.at < KEPT_DAYS * DAY);
  } catch {
    return [];
  }
}

function keep(all: Past[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, TABLES)));
  } catch {
    // A device that keeps nothing only forgets its tables.
  }
}

/** This device sits at a table now. */
export function noteTable(
  code: string,
  game: string,
  promised: string | null | undefined,
  names: readonly string[] = [],
): void {
  const old = pastTables();
  const before = old.find((t) => t.code === code);
  const kept = promised ?? before?.promised;
  const sat = names.length ? [...names] : before?.names;
  keep([
    {
      code,
      game,
      at: Date.now(),
      ...(sat ? { names: sat } : {}),
      ...(before?.games ? { games: before.games } : {}),
      ...(kept ? { promised: kept } : {}),
    },
    ...old.filter((t) => t.code !== code),
  ]);
}

/** A game has ended at a table that is noted. */
export function noteGame(code: string, game: PastGame): void {
  change(code, (past) => {
    const others = (past.games ?? []).filter((g) => g.id !== game.id);
    const before = past.games?.find((g) => g.id === game.id);
    return { ...past, games: [{ ...game, at: before?.at ?? game.at }, ...others].slice(0, GAMES) };
  });
}

/** The table is no more; what was played there can still be watched. */
export function goneTable(code: string): void {
  change(code, (past) => ({ ...past, gone: true }));
}

export function forgetTable(code: string): void {
  keep(pastTables().filter((t) => t.code !== code));
}

export function forgetGame(code: string, id: string): void {
  change(code, (past) => ({ ...past, games: (past.games ?? []).filter((g) => g.id !== id) }));
  // Of a table that is no more nothing is left to remember then.
  keep(pastTables().filter((t) => t.code !== code || !t.gone || t.games?.length));
}

function change(code: string, by: (past: Past) => Past): void {
  keep(pastTables().map((t) => (t.code === code ? by(t) : t)));
}
