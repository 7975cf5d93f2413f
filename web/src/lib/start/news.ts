/** What changed around the table, in sentences: who went, who hosts now, what is played next. */
import type { SeatView, TableView } from "../../protocol";
import { fill } from "../words";
import type { StartWords } from "./words";

const people = (table: TableView): SeatView[] => table.seats.filter((s) => s.kind === "person");
const host = (table: TableView): SeatView | undefined => table.seats.find((s) => s.host);

export function tableNews(before: TableView, now: TableView, t: StartWords, game: string): string {
  const said: string[] = [];
  const here = people(now).map((s) => s.name);
  const gone = people(before).filter((s) => !s.yours && !here.includes(s.name));
  if (before.game !== now.game) {
    const name = host(now)?.name ?? "";
    if (!now.you_host) said.push(fill(name ? t.proposes : t.nowPlays, { name, game }));
    if (before.seats.some((s) => s.yours) && !now.seats.some((s) => s.yours))
      said.push(fill(t.youLookOn, { game }));
    else if (gone.length)
      said.push(fill(t.othersLookOn, { names: gone.map((s) => s.name).join(", "), n: gone.length }));
    return said.join(" ");
  }
  for (const { name } of gone) said.push(fill(now.playing ? t.leftGame : t.leftSeat, { name }));
  const [old, next] = [host(before), host(now)];
  if (now.you_host && !before.you_host) said.push(t.youHostNow);
  else if (old && next && old.name !== next.name && !now.you_host)
    said.push(fill(t.hostsNow, { name: next.name }));
  return said.join(" ");
}
