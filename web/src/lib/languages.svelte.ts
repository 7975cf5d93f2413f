/** In which language the page speaks. French and English are written here, beside each other; the others are files
 *  of words alone (`src/languages`), fetched when somebody chooses them. What such a file lacks is said in English. */
import { curled, english, foreign, french } from "./typography";

export type Language = "fr" | "en" | "es" | "de" | "it";

/** Each by its own name. */
export const LANGUAGES: Record<Language, string> = {
  fr: "Français",
  en: "English",
  es: "Español",
  de: "Deutsch",
  it: "Italiano",
};

type Sections = Record<string, unknown>;

const FILES = import.meta.glob<Sections>("../languages/*.json", { import: "default" });

const brought = new Map<Language, Sections>();
let chosen = $state<Language>("fr");
/** The words of the language chosen, once they are there. */
let sections = $state.raw<Sections | null>(null);

/** From now on the page speaks this language; the promise is kept when its words are there. */
export async function speak(language: Language): Promise<void> {
  chosen = language;
  sections = brought.get(language) ?? null;
  const file = FILES[`../languages/${language}.json`];
  if (sections || !file) return;
  // Where they cannot be had, the page speaks English.
  const words = await file().catch(() => null);
  if (words) brought.set(language, words);
  if (chosen === language) sections = words;
}

/** What a language says, over what English says. */
function over(english: unknown, own: unknown): unknown {
  if (typeof english === "string" || Array.isArray(english)) return own ?? english;
  const [below, above] = [english, own ?? {}] as Record<string, unknown>[];
  return Object.fromEntries(Object.entries(below ?? {}).map(([key, value]) => [key, over(value, above?.[key])]));
}

/** What every part of the page that has come says in the two languages in which it is written. */
export const written = new Map<string, { fr: unknown; en: unknown }>();

/** The words of one part of the page, in the language chosen: the part's name is the section in a language's file. */
export function spoken<T>(section: string, fr: T, en: T): () => T {
  const [inFrench, inEnglish] = [french(fr), english(en)];
  written.set(section, { fr, en });
  let last: { sections: Sections; words: T } | null = null;
  return () => {
    if (chosen === "fr") return inFrench;
    if (!sections) return inEnglish;
    if (last?.sections !== sections) last = { sections, words: foreign(over(en, sections[section]) as T) };
    return last.words;
  };
}

/** As a text that came from elsewhere is set in that language. */
export const setIn = <T>(language: Language, value: T): T => (language === "fr" ? french(value) : curled(value));
