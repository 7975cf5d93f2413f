/** The shelf of games: what is found by what people ask for. Nothing here knows a game by name. */
import type { Exercise, GameEntry, Mood, Reading } from "../../protocol";

export interface Wanted {
  text: string;
  players: number | null;
  /** How old the youngest is. */
  age: number | null;
  minutes: number | null;
  mood: Mood | null;
  exercise: Exercise | null;
  reading: Reading | null;
}

export const ANYTHING: Wanted = {
  text: "",
  players: null,
  age: null,
  minutes: null,
  mood: null,
  exercise: null,
  reading: null,
};

/** From those who do not read yet to those who read without effort. */
export const READING = ["nothing", "some_letters", "letters", "reads", "reads_easily"] as const;
export const MOODS = ["laugh", "rush", "think", "remember", "invent", "bluff"] as const;

const TINTS: Record<Exercise, string> = {
  speed: "k-r",
  skill: "k-r",
  memory: "k-v",
  attention: "k-v",
  strategy: "k-b",
  letters: "k-b",
  vocabulary: "k-p",
  imagination: "k-p",
  luck: "k-j",
  guile: "k-g",
  cooperation: "k-g",
};

/** The colour of a box says what the game is most about. */
export function tint(entry: GameEntry): string {
  const [first] = entry.info.exercises;
  return first ? TINTS[first] : "k-b";
}

/** Letters only, without accents or capitals. */
export function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/œ/g, "oe")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

export type Asked = Exclude<keyof Wanted, "text">;

/** What of all that is asked for a game does not have. */
export function misses({ info }: GameEntry, wanted: Wanted): Asked[] {
  const { players, age, minutes, mood, exercise, reading } = wanted;
  const not: Record<Asked, boolean> = {
    players: players !== null && !(info.players[0] <= players && players <= info.players[1]),
    // Of a game that says nothing nobody is too young.
    age: age !== null && info.age > age,
    minutes: minutes !== null && info.minutes > minutes,
    mood: mood !== null && !info.moods.includes(mood),
    exercise: exercise !== null && !info.exercises.includes(exercise),
    // Who reads easily may play what asks for less.
    reading: reading !== null && READING.indexOf(info.reading) > READING.indexOf(reading),
  };
  return (Object.keys(not) as Asked[]).filter((key) => not[key]);
}

export function named(wanted: Wanted, spoken: string): boolean {
  return folded(wanted.text)
    .split(" ")
    .every((part) => folded(spoken).includes(part));
}

export function found(entry: GameEntry, wanted: Wanted, spoken: string): boolean {
  return !misses(entry, wanted).length && named(wanted, spoken);
}

/** Whether anything is asked for at all. */
export function asks(wanted: Wanted): boolean {
  return (Object.keys(ANYTHING) as (keyof Wanted)[]).some((key) => wanted[key] !== ANYTHING[key]);
}

export interface Nearly {
  entry: GameEntry;
  but: Asked;
}

/** Boxes that miss what is asked for by one thing, of several: the nearest first. */
export function nearly(
  games: readonly GameEntry[],
  wanted: Wanted,
  spoken: (entry: GameEntry) => string,
): Nearly[] {
  const asked = (Object.keys(ANYTHING) as (keyof Wanted)[]).filter(
    (key) => key !== "text" && wanted[key] !== null,
  );
  if (asked.length < 2) return [];
  return games
    .map((entry) => ({ entry, missed: misses(entry, wanted) }))
    .filter(({ entry, missed }) => missed.length === 1 && named(wanted, spoken(entry)))
    .map(({ entry, missed }) => ({ entry, but: missed[0] as Asked }))
    .sort((a, b) => far(a, wanted) - far(b, wanted))
    .slice(0, 6);
}

/** By how much a game misses, as far as that can be counted. */
function far({ entry: { info }, but }: Nearly, wanted: Wanted): number {
  if (but === "minutes") return info.minutes / (wanted.minutes ?? 1);
  if (but === "age") return info.age - (wanted.age ?? 0);
  if (but === "players") return Math.abs((wanted.players ?? 0) - info.players[1]);
  return 10;
}

export type Order = "reading" | "mood" | "name";
export interface ShelfOf {
  key: string;
  games: GameEntry[];
}

/** The planks: by who reads, by what one feels like, or all in a row. */
export function planks(games: readonly GameEntry[], by: Order): ShelfOf[] {
  const all: ShelfOf[] =
    by === "reading"
      ? READING.map((key) => ({ key, games: games.filter((g) => g.info.reading === key) }))
      : by === "mood"
        ? MOODS.map((key) => ({ key, games: games.filter((g) => g.info.moods[0] === key) }))
        : [{ key: "all", games: [...games].sort((a, b) => a.info.name.localeCompare(b.info.name, "fr")) }];
  const on = new Set(all.flatMap((plank) => plank.games));
  const rest = games.filter((g) => !on.has(g));
  return [...all, { key: "rest", games: rest }].filter((plank) => plank.games.length);
}
