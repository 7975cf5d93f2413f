import type {
  DealView,
  GameEntry,
  House,
  MadeDeal,
  MadeTable,
  Moments,
  NewDeal,
  NewTable,
  OpenTable,
  Person,
  Problem,
  Replay,
  Stored,
  TableView,
  Texts,
} from "../protocol";
import { setIn, type Language } from "./languages.svelte";
import { curled, french } from "./typography";

/** A refusal of the server in a sentence; `status` is 0 where there was no network. */
export class Failed extends Error {
  constructor(
    sentence: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Failed("", 0);
  }
  const body = (await response.json().catch(() => null)) as T | Problem | null;
  if (!response.ok || body === null) throw new Failed((body as Problem | null)?.sentence ?? "", response.status);
  return body as T;
}

function post<T>(path: string, body: object): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return ask<T>(path, { method: "POST", headers, body: JSON.stringify(body) });
}

let shelf: Promise<GameEntry[]> | null = null;

export const api = {
  /** All games; asked once, and again after a failure. */
  games: (): Promise<GameEntry[]> => {
    shelf ??= ask<GameEntry[]>("/api/games")
      .then((all) => all.map((g) => ({ ...g, tagline: { ...curled(g.tagline), fr: french(g.tagline.fr ?? "") } })))
      .catch((wrong: unknown) => {
        shelf = null;
        throw wrong;
      });
    return shelf;
  },
  texts: async (game: string, language: Language): Promise<Texts> => {
    const texts = await ask<Texts>(`/api/games/${encodeURIComponent(game)}/texts?lang=${language}`);
    return setIn(language, texts);
  },
  table: (code: string, language = "fr") =>
    ask<TableView>(`/api/tables/${encodeURIComponent(code)}?lang=${language}`),
  house: () => ask<House>("/api/house"),
  tables: () => ask<OpenTable[]>("/api/tables"),
  replay: (id: string, seat: number | null, from: number, language: string) =>
    ask<Replay>(
      `/api/records/${encodeURIComponent(id)}/replay?from=${from}&lang=${language}${seat === null ? "" : `&seat=${seat}`}`,
    ),
  moments: (id: string) => ask<Moments>(`/api/records/${encodeURIComponent(id)}/moments`),
  make: (table: NewTable, language = "fr") => post<MadeTable>(`/api/tables?lang=${language}`, table),
  deal: (code: string, language = "fr") =>
    ask<DealView>(`/api/deals/${encodeURIComponent(code)}?lang=${language}`),
  openDeal: (deal: NewDeal, language = "fr") => post<MadeDeal>(`/api/deals?lang=${language}`, deal),
  dealTable: (code: string, language = "fr") => post<MadeTable>(`/api/deals/${code}/tables?lang=${language}`, {}),
  closeDeal: (code: string, token: string, language = "fr") =>
    post<DealView>(`/api/deals/${code}/close?lang=${language}`, { token }),
  stored: (tokens: Person["tokens"]) => post<Stored>("/api/person", { tokens }),
  forget: (tokens: Person["tokens"]) => post<{ tables: number }>("/api/person/forget", { tokens }),
};
