/** Who runs how: what the facts and zones of the table say of each seat. */
import type { CardView, ZoneView } from "../../protocol";
import { bare } from "../../lib/phrases";
import type { Session } from "../../lib/session.svelte";
import { settings } from "../../lib/settings.svelte";
import { fill } from "../../lib/words";
import { ownerOf } from "../../lib/table/zones";
import { sayLanes } from "./words";

export type Fate = "waits" | "runs" | "stopped" | "whole";

export interface Runner {
  seat: number;
  fate: Fate;
  read: number;
  total: number;
  /** The card that lies there to be read, and the letter beside it. */
  card: CardView | null;
  fixed: CardView | null;
  pile: ZoneView | undefined;
  /** The last syllable typed, and what it should have been, if it was wrong. */
  said: string;
  meant: string;
  forgiven: number;
  /** 1: a finger on a screen, 0: a keyboard, -1: nobody knows. */
  finger: number;
  gained: number;
  bot: boolean;
}

function listed<T>(session: Session, name: string, seat: number, none: T): T {
  const all = bare(session.sight?.view.facts[name]);
  return ((Array.isArray(all) ? all[seat] : undefined) as T | undefined) ?? none;
}

export function runner(session: Session, seat: number): Runner {
  const own = (session.sight?.view.zones ?? []).filter((z) => ownerOf(z) === seat);
  const of = (kind: ZoneView["kind"]) => own.find((z) => z.kind === kind);
  const [pile, turned] = [of("pile"), of("heap")];
  const fate = listed<Fate>(session, "fate", seat, "waits");
  const lies = turned?.count ?? 0;
  const chair = session.table?.seats[seat];
  return {
    seat,
    fate,
    read: fate === "whole" ? lies : Math.max(0, lies - 1),
    total: (pile?.count ?? 0) + lies,
    card: turned?.cards?.at(-1) ?? null,
    fixed: of("row")?.cards?.[0] ?? null,
    pile,
    said: listed(session, "read_out", seat, ""),
    meant: listed(session, "meant", seat, ""),
    forgiven: listed(session, "forgiven", seat, 0),
    finger: listed(session, "fingers", seat, -1),
    gained: listed(session, "gained", seat, 0),
    bot: chair?.kind === "bot" || (chair?.stand_in ?? false),
  };
}

export const runners = (session: Session): Runner[] =>
  (session.sight?.view.seats ?? []).map((_, seat) => runner(session, seat));

/** The time of a seat so far, in milliseconds: what counts, and the card that lies there. */
export function timeOf(session: Session, seat: number): number {
  const since = listed<number>(session, "card_since", seat, -1);
  const on = since < 0 || session.sight?.view.phase !== "sprint" ? 0 : Math.max(0, session.now() - since);
  return listed(session, "spent", seat, 0) + on;
}

/** As a stopwatch shows it. */
export function tenths(ms: number): string {
  const one = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(settings.kept.language, one).format(Math.floor(ms / 100) / 10);
}

export const letter = (card: CardView | null): string => card?.face?.at(-1) ?? "";

/** The two letters in the order in which they are read. */
export function pair<T>(session: Session, turned: T, fixed: T): readonly [T, T] {
  return session.sight?.view.facts.turned_first ? [turned, fixed] : [fixed, turned];
}

/** Who is looked at: whoever reads alone, or I where all run. Nobody, for those who watch all of them. */
export function looked(session: Session, seat: number | null): number | null {
  const facts = session.sight?.view.facts ?? {};
  const readers = bare(facts.readers);
  const alone = bare(facts.reader) ?? (Array.isArray(readers) && readers.length === 1 ? readers[0] : null);
  if (typeof alone === "number") return alone;
  const chooses = session.sight?.view.phase === "choose_timer" ? bare(facts.seat) : null;
  return typeof chooses === "number" ? chooses : seat;
}

export function says(session: Session, seat: number): string[] {
  const t = sayLanes();
  const { fate, total, read } = runner(session, seat);
  return [session.texts?.values[fate] ?? "", fill(t.left, { n: total - read })];
}
