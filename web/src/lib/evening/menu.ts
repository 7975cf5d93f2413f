/** The chef's choice: a menu for so many people, for the youngest of them, and for that much time. Nothing here knows
 *  a game by name. */
import type { GameEntry, Mood, Reading } from "../../protocol";
import { misses, tint, type Wanted } from "../shelf/find";

export interface Order {
  people: number;
  age: number | null;
  reading: Reading | null;
  /** How long the evening is. */
  minutes: number;
  mood: Mood | null;
  /** Several people at one screen: what needs a device each is out. */
  together: boolean;
  /** What was played last. */
  not: readonly string[];
}

export const MOST = 8;
/** How much longer or shorter than wanted a menu may be. */
export const SLACK = 0.15;
/** What warms people up is short. */
const SHORT = 12;

export function fitting(games: readonly GameEntry[], order: Order): GameEntry[] {
  const must: Wanted = {
    text: "",
    players: order.people,
    age: order.age,
    reading: order.reading,
    minutes: null,
    mood: null,
    exercise: null,
  };
  return games.filter((g) => !misses(g, must).length && !(order.together && g.info.device === "own"));
}

export function length(menu: readonly GameEntry[]): number {
  return menu.reduce((sum, g) => sum + g.info.minutes, 0);
}

const TRIES = 12;

/** First something short that asks for little reading, then the longest, and something to laugh at the end; no two of
 *  a colour in a row as far as possible, and nothing twice. Of several tries the one that is long enough. */
export function compose(
  games: readonly GameEntry[],
  order: Order,
  chance: () => number = Math.random,
): GameEntry[] {
  let best: GameEntry[] = [];
  for (let i = 0; i < TRIES && length(best) < order.minutes * (1 - SLACK); i++) {
    const next = attempt(games, order, chance);
    if (length(next) > length(best)) best = next;
  }
  return served(best);
}

function attempt(games: readonly GameEntry[], order: Order, chance: () => number): GameEntry[] {
  const fresh = fitting(games, order).filter((g) => !order.not.includes(g.info.key));
  const pool = (fresh.length >= 3 ? fresh : fitting(games, order)).map((game) => ({
    game,
    weight: chance() + (order.mood !== null && game.info.moods.includes(order.mood) ? 0.6 : 0),
  }));
  pool.sort((a, b) => b.weight - a.weight);
  const budget = order.minutes * (1 + SLACK);
  const menu: GameEntry[] = [];
  const take = (fits: (g: GameEntry) => boolean): void => {
    const last = menu.at(-1);
    const can = pool
      .map(({ game }) => game)
      .filter((g) => !menu.includes(g) && length(menu) + g.info.minutes <= budget && fits(g));
    const next = can.find((g) => !last || tint(g) !== tint(last)) ?? can[0];
    if (next && menu.length < MOST) menu.push(next);
  };
  const least = order.minutes * (1 - SLACK);
  take((g) => g.info.minutes <= SHORT && ["nothing", "some_letters", "letters"].includes(g.info.reading));
  if (!menu.length) take(() => true);
  while (length(menu) < least && menu.length < MOST) {
    const before = menu.length;
    // The rest should be worth a table, so that an evening is not a dozen crumbs.
    const left = (budget - length(menu)) / Math.max(1, MOST - menu.length);
    take((g) => g.info.minutes >= Math.min(10, left));
    if (menu.length === before) take(() => true);
    if (menu.length === before) break;
  }
  return menu;
}

/** The longest second, something to laugh last. */
export function served(menu: readonly GameEntry[]): GameEntry[] {
  const [first, ...rest] = menu;
  if (!first || rest.length < 2) return [...menu];
  const main = rest.reduce((a, b) => (b.info.minutes > a.info.minutes ? b : a));
  const others = rest.filter((g) => g !== main);
  const light = others.findLast((g) => g.info.moods.includes("laugh") || g.info.exercises.includes("cooperation"));
  return [first, main, ...others.filter((g) => g !== light), ...(light ? [light] : [])];
}

/** Another dish in the same place. */
export function swapped(
  menu: readonly GameEntry[],
  at: number,
  games: readonly GameEntry[],
  order: Order,
  chance: () => number = Math.random,
): GameEntry[] {
  const old = menu[at];
  const others = fitting(games, order).filter((g) => !menu.includes(g));
  if (!old || !others.length) return [...menu];
  const near = others
    .map((game) => ({ game, far: Math.abs(game.info.minutes - old.info.minutes) + 4 * chance() }))
    .sort((a, b) => a.far - b.far)[0];
  return menu.map((g, i) => (i === at && near ? near.game : g));
}

export function moved(menu: readonly GameEntry[], at: number, by: 1 | -1): GameEntry[] {
  const to = at + by;
  const copy = [...menu];
  const [a, b] = [copy[at], copy[to]];
  if (a && b) [copy[at], copy[to]] = [b, a];
  return copy;
}
