/** What the facts and zones of the table say of the circle, of my boxes and of the text. */
import type { CardView, Fit, Offer, ZoneView } from "../../protocol";
import { bare } from "../../lib/phrases";
import type { Session } from "../../lib/session.svelte";

export interface Circle {
  groups: readonly ZoneView[];
  /** The group with which it began; -1: nobody has chosen. */
  first: number;
  /** Steps that are over. */
  folds: number;
  /** Who began. */
  opener: number;
  seats: number;
  /** The words announced so far. */
  announced: readonly string[];
}

const list = <T>(fact: unknown): T[] => {
  const value = bare(fact);
  return Array.isArray(value) ? (value as T[]) : [];
};
const number = (fact: unknown): number => {
  const value = bare(fact);
  return typeof value === "number" ? value : -1;
};

export function circle(session: Session): Circle {
  const view = session.sight?.view;
  const facts = view?.facts ?? {};
  return {
    groups: (view?.zones ?? []).filter((z) => z.kind === "row"),
    first: number(facts.first_group),
    folds: Math.max(0, number(facts.folds)),
    opener: number(facts.opener),
    seats: view?.seats.length ?? 0,
    announced: list<string>(facts.hinge_words),
  };
}

export const composer = (c: Circle, step: number): number => (c.opener + step) % Math.max(1, c.seats);
export const groupAt = (c: Circle, step: number): ZoneView | undefined =>
  c.groups[(Math.max(0, c.first) + step) % Math.max(1, c.groups.length)];
export const hingeOf = (group: ZoneView | undefined): CardView | null => group?.cards?.[0] ?? null;
export const loose = (group: ZoneView | undefined): CardView[] =>
  (group?.cards ?? []).slice(1).flatMap((card) => (card ? [card] : []));

/** The step that a seat composes or prepares, as it alone is told; -1: none. */
export function ownStep(session: Session, seat: number | null): number {
  const steps = list<number | null>(session.sight?.view.facts.sheet_step);
  return seat === null ? -1 : (steps[seat] ?? -1);
}

/** What the table has of a seat's five boxes. */
export function drafts(session: Session, seat: number | null): string[] {
  const all = list<string[] | null>(session.sight?.view.facts.drafts);
  return seat === null ? [] : (all[seat] ?? []);
}

/** What a seat has written in this circle, line by line. */
export function ownLines(session: Session, seat: number | null): string[] {
  const all = list<string[] | null>(session.sight?.view.facts.own_lines);
  return seat === null ? [] : (all[seat] ?? []);
}

export interface Writing {
  word: Offer | undefined;
  arrange: Offer | undefined;
  fold: Offer | undefined;
}

export function writing(offers: readonly Offer[]): Writing {
  const named = (name: string) => offers.find((o) => o.name === name);
  return { word: named("word"), arrange: named("arrange"), fold: named("fold") };
}

/** The boxes that may be written, with what each must have. */
export function boxes(offer: Offer | undefined): { box: string; fit: Fit }[] {
  const which = offer?.params?.box;
  const text = offer?.params?.text;
  if (which?.type !== "OneOf" || text?.type !== "ByChoice") return [];
  return which.names.flatMap((box) => {
    const domain = text.table[box];
    return domain?.type === "Word" ? [{ box, fit: domain.fit }] : [];
  });
}

/** My five cards, the three on the table in the order that I alone have given them. */
export function fiveCards(c: Circle, step: number, arrange: Offer | undefined): (CardView | null)[] {
  const group = groupAt(c, step);
  const lying = loose(group);
  const order = arrange?.params?.cards;
  const mine =
    order?.type === "Order"
      ? order.cards.flatMap((handle) => lying.find((card) => card.handle === handle) ?? [])
      : lying;
  return [hingeOf(group), ...mine, hingeOf(groupAt(c, step + 1))];
}

export const FILLED = 1;
export const UNKNOWN = 2;
export const FORGOTTEN = 4;

export interface ReadWord {
  /** From 1. */
  place: number;
  text: string;
  author: number;
  marks: number;
  /** What had been written, where something else was said. */
  meant: string;
  hearts: number;
  /** Whether the next word stands close by: an apostrophe. */
  leans: boolean;
}

/** The text as far as it has been read. */
export function readWords(session: Session): ReadWord[] {
  const facts = session.sight?.view.facts ?? {};
  const authors = list<number>(facts.read_by);
  const marks = list<number>(facts.read_marks);
  const meant = list<string>(facts.meant_words);
  const hearts = list<number>(facts.hearts);
  return list<string>(facts.read_words).map((text, i) => ({
    place: i + 1,
    text,
    author: authors[i] ?? 0,
    marks: marks[i] ?? 0,
    meant: meant[i] ?? "",
    hearts: hearts.filter((place) => place === i).length,
    leans: /['’]$/.test(text),
  }));
}

/** How many of them are heard again just now; all, unless the text is being read once more. */
export function heard(session: Session): number {
  const again = number(session.sight?.view.facts.heard);
  return session.sight?.view.phase === "reread" ? again : Infinity;
}

/** The lines of the text, one for each step, each with who wrote it. */
export function lines(words: readonly ReadWord[]): { author: number; words: ReadWord[] }[] {
  const found: { author: number; words: ReadWord[] }[] = [];
  for (const word of words) {
    const last = found.at(-1);
    if (!last || (word.place > 5 && (word.place - 2) % 4 === 0))
      found.push({ author: word.author, words: [word] });
    else last.words.push(word);
  }
  return found;
}

export const plainText = (words: readonly ReadWord[]): string =>
  words
    .map((word) => (word.leans ? word.text : `${word.text} `))
    .join("")
    .trim();
