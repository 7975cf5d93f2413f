/** Everybody runs at once, each in a lane: above how far all have come, below my card beside its letter, and the keys. */
import type { Mat } from "../mat";
import Bar from "./Bar.svelte";
import { says } from "./lanes";
import Middle from "./Middle.svelte";

export default {
  Middle,
  Bar,
  says,
  shape: (session) => `${session.sight?.view.phase ?? ""} ${String(session.sight?.view.facts.manche ?? "")}`,
  draws: ["pile", "heap", "row"],
  pieces: ["pile", "heap", "row", "box"],
} satisfies Mat;
