/** A sheet that is folded and passed on in a circle of cards: a box for each card, then the whole text unfolds. */
import type { Mat } from "../mat";
import Badge from "./Badge.svelte";
import Bar from "./Bar.svelte";
import Kept from "./Kept.svelte";
import Middle from "./Middle.svelte";

export default {
  Middle,
  Bar,
  Badge,
  Kept,
  shape: (session) => session.sight?.view.phase ?? "",
  draws: ["row"],
} satisfies Mat;
