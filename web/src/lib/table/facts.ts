/** What the table says of one seat: a fact with a value for each seat, in the words that the game has for it. */
import { bare } from "../phrases";
import type { Session } from "../session.svelte";
import { fill } from "../words";

export interface Said {
  name: string;
  value: string;
  sentence: string;
  /** A word of the game's for a number, which comes and goes; else something that was said. */
  mark?: boolean;
}

export function saidOf(session: Session, seat: number): Said[] {
  return Object.entries(session.sight?.view.facts ?? {}).flatMap(([name, fact]) => {
    const values = bare(fact);
    const { facts, values: words } = session.texts ?? {};
    // A list with an entry for each seat: a mark where the game has a word for it, or one for every number.
    if (Array.isArray(values)) {
      const own = values.length === session.sight?.view.seats.length ? (values[seat] ?? null) : null;
      const each = typeof own === "number" ? words?.[`${name}.each`] : undefined;
      const mark = words?.[`${name}.${String(own)}`] ?? (each && fill(each, { [name]: own }));
      return mark ? [{ name, value: mark, sentence: mark, mark: true }] : [];
    }
    const sentence = facts?.[name];
    if (!sentence || values === null || typeof values !== "object") return [];
    const value = values[String(seat)];
    if (typeof value !== "string" || !value) return [];
    return [{ name, value, sentence: fill(sentence, { [name]: value }) }];
  });
}

/** Whether something that was said may stand at a seat: a fact has a place for a word of each, and words for it. */
export function mayBeSaid(session: Session): boolean {
  return Object.entries(session.sight?.view.facts ?? {}).some(([name, fact]) => {
    const values = bare(fact);
    const spoken = session.texts?.facts[name] !== undefined;
    return spoken && values !== null && typeof values === "object" && !Array.isArray(values);
  });
}

/** Words that were said about what a seat bears: every fact with a list of them for each seat. */
export function wordsFor(session: Session, seat: number): string[] {
  return Object.values(session.sight?.view.facts ?? {}).flatMap((fact) => {
    const values = bare(fact);
    const mine =
      values !== null && typeof values === "object" && !Array.isArray(values) ? values[String(seat)] : null;
    return Array.isArray(mine) ? mine.map(String) : [];
  });
}

/** The word that was said for what lies in a zone: a fact with a word for each of them, by its name. */
export function wordAt(session: Session, zone: string): string {
  for (const fact of Object.values(session.sight?.view.facts ?? {})) {
    const values = bare(fact);
    if (values === null || typeof values !== "object" || Array.isArray(values)) continue;
    const word = values[zone];
    if (typeof word === "string") return word;
  }
  return "";
}
