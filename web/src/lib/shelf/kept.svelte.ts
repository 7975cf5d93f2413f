/** Which boxes this device likes, and which it has played. Kept here, and nowhere else. */
import { untrack } from "svelte";
import type { GameEntry } from "../../protocol";

const KEY = "tablee.shelf";
/** So many lie on the table. */
export const MOST = 8;

interface Kept {
  liked: string[];
  /** When a game was last played, by game. */
  played: Record<string, number>;
}

function load(): Kept {
  try {
    const { liked, played } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    return {
      liked: Array.isArray(liked) ? liked.filter((g) => typeof g === "string") : [],
      played: Object.fromEntries(Object.entries(played ?? {}).filter(([, at]) => typeof at === "number")),
    };
  } catch {
    return { liked: [], played: {} };
  }
}

class ShelfMemory {
  private kept = $state.raw<Kept>(load());

  private keep(kept: Kept): void {
    this.kept = kept;
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }

  likes(game: string): boolean {
    return this.kept.liked.includes(game);
  }

  flip(game: string): void {
    const others = this.kept.liked.filter((g) => g !== game);
    this.keep({ ...this.kept, liked: this.likes(game) ? others : [game, ...others] });
  }

  played(game: string): number {
    return this.kept.played[game] ?? 0;
  }

  note(game: string, at = Date.now()): void {
    // Whoever notes something does not want to hear of it again.
    const kept = untrack(() => this.kept);
    this.keep({ ...kept, played: { ...kept.played, [game]: at } });
  }

  /** What lies on the table: liked ones first, then the last played, newest first. */
  onTable(games: readonly GameEntry[]): GameEntry[] {
    const { liked, played } = this.kept;
    const weight = ({ info }: GameEntry): number => (liked.includes(info.key) ? 1e15 : 0) + this.played(info.key);
    return games
      .filter(({ info }) => liked.includes(info.key) || info.key in played)
      .sort((a, b) => weight(b) - weight(a))
      .slice(0, MOST);
  }

  /** As it stands in the browser: for tests, and after another page has written it. */
  reload(): void {
    this.kept = load();
  }
}

export const memory = new ShelfMemory();
