/** What people at the table have said, in the game's words: facts of a table where they talk. */
import type { Json } from "../../protocol";
import { bare, type Part } from "../phrases";
import type { Session } from "../session.svelte";

export interface Bubble {
  seat: number;
  parts: Part[];
}

interface Spoken {
  seat: number;
  line: string;
  told: Record<string, Json>;
}

export function spoken(session: Session, said: unknown): Bubble[] {
  return ((bare(said) ?? []) as unknown as Spoken[]).map(({ seat, line, told }) => ({
    seat,
    parts: session.phrase(session.texts?.facts[`talk.${line}`] ?? "", told),
  }));
}

/** What whoever reads this screen may read again, the newest first. */
export function recalled(session: Session): Bubble[] {
  const lists = bare(session.sight?.view.facts.recalled) as Json[] | null;
  const mine = session.reader === null ? null : lists?.[session.reader];
  return spoken(session, mine).reverse();
}
