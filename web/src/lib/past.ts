/** The tables this device was at, and what they promised about their shuffles. Kept on the device. */

export interface Past {
  code: string;
  game: string;
  at: number;
  /** The hash of the seed, as it was shown while the game was played. */
  promised?: string;
}

const KEY = "tablee.tables";
const DAY = 86_400_000;

export function pastTables(): Past[] {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Past[];
    return all.filter((t) => typeof t.code === "string" && Date.now() - t.at < 7 * DAY);
  } catch {
    return [];
  }
}

function keep(all: Past[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, 8)));
  } catch {
    // A device that keeps nothing only forgets its tables.
  }
}

export function noteTable(code: string, game: string, promised: string | null | undefined): void {
  const old = pastTables();
  const before = old.find((t) => t.code === code);
  const kept = promised ?? before?.promised;
  keep([
    { code, game, at: Date.now(), ...(kept ? { promised: kept } : {}) },
    ...old.filter((t) => t.code !== code),
  ]);
}

export function forgetTable(code: string): void {
  keep(pastTables().filter((t) => t.code !== code));
}
