/** Finds the mat that a game names: the one for cards is here, each of the others comes when it is first needed. */
import type { Session } from "../lib/session.svelte";
import cards from "./cards";
import type { Mat } from "./mat";

const OTHERS = import.meta.glob<{ default: Mat }>(["./*/index.ts", "!./cards/index.ts"]);

export const MATS: readonly string[] = [
  "cards",
  ...Object.keys(OTHERS).map((path) => path.split("/")[1] ?? ""),
].sort();

export async function fetchMat(name: string): Promise<Mat> {
  if (name === "cards") return cards;
  const found = OTHERS[`./${name}/index.ts`];
  if (!found) throw new Error(`no mat ${name}`);
  return (await found()).default;
}

/** Lays the table: asks on which mat its game is played, and brings that. */
export async function layMat(session: Session): Promise<void> {
  const game = session.table?.game;
  if (session.mat || game === undefined) return;
  const info = session.info?.key === game ? session.info : await session.learn();
  const mat = await fetchMat(info?.mat ?? "cards");
  if (session.table?.game === game) session.mat = mat;
}
