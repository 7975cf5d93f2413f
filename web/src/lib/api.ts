import type { GameEntry, MadeTable, NewTable, OpenTable, Problem, Replay, TableView, Texts } from "../protocol";
import { curled, french } from "./words";

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
  texts: async (game: string, language: string): Promise<Texts> => {
    const texts = await ask<Texts>(`/api/games/${encodeURIComponent(game)}/texts?lang=${language}`);
    return language === "fr" ? french(texts) : curled(texts);
  },
  table: (code: string, language = "fr") =>
    ask<TableView>(`/api/tables/${encodeURIComponent(code)}?lang=${language}`),
  tables: () => ask<OpenTable[]>("/api/tables"),
  replay: (id: string, seat: number | null, from: number, language: string) =>
    ask<Replay>(
      `/api/records/${encodeURIComponent(id)}/replay?from=${from}&lang=${language}${seat === null ? "" : `&seat=${seat}`}`,
    ),
  make: (table: NewTable, language = "fr") =>
    ask<MadeTable>(`/api/tables?lang=${language}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(table),
    }),
};
