import type { GameEntry, MadeTable, NewTable, Problem, TableView, Texts } from "../protocol";

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(path, init);
  const body = (await response.json()) as T | Problem;
  if (!response.ok) throw new Error((body as Problem).sentence);
  return body as T;
}

export const api = {
  games: () => ask<GameEntry[]>("/api/games"),
  texts: (game: string, language: string) => ask<Texts>(`/api/games/${game}/texts?lang=${language}`),
  table: (code: string) => ask<TableView>(`/api/tables/${encodeURIComponent(code)}`),
  make: (table: NewTable) =>
    ask<MadeTable>("/api/tables", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(table),
    }),
};
