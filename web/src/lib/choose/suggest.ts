/** One box out of all, by three answers. Nothing here knows a game by name. */
import type { GameEntry, Mood, Reading } from "../../protocol";
import { misses, type Wanted } from "../shelf/find";

export interface Answers {
  players: number | null;
  reading: Reading | null;
  mood: Mood | null;
  minutes: number | null;
}

export const NO_ANSWER: Answers = { players: null, reading: null, mood: null, minutes: null };

export interface Known {
  liked: (game: string) => boolean;
  /** When it was last played; 0: never. */
  played: (game: string) => number;
}

const DAY = 86_400_000;

/** All boxes that can be played with these answers, the best first. What fits nobody's mood comes after what does;
 *  what was played today comes last of its kind. `chance` makes that two evenings do not get the same box. */
export function suggest(
  games: readonly GameEntry[],
  answers: Answers,
  known: Known,
  now = Date.now(),
  chance: () => number = Math.random,
): GameEntry[] {
  const must: Wanted = {
    text: "",
    age: null,
    exercise: null,
    mood: null,
    players: answers.players,
    reading: answers.reading,
    minutes: answers.minutes,
  };
  const weigh = ({ info }: GameEntry): number => {
    const place = answers.mood === null ? 0 : info.moods.indexOf(answers.mood);
    const mood = place < 0 ? 0 : 30 - 8 * place;
    const stale = now - known.played(info.key) < DAY ? -6 : 0;
    return mood + stale + (known.liked(info.key) ? 3 : 0) + 5 * chance();
  };
  return games
    .filter((entry) => !misses(entry, must).length)
    .map((entry) => ({ entry, weight: weigh(entry) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ entry }) => entry);
}
