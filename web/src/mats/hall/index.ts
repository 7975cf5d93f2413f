/** The hall of an old hotel, from above or in relief: ghosts hide behind furniture, and somebody looks through a keyhole. */
import type { Mat } from "../mat";
import Badge from "./Badge.svelte";
import Bar from "./Bar.svelte";
import Middle from "./Middle.svelte";
import Nothing from "./Nothing.svelte";
import { says } from "./tell";

// What is asked is answered in the hall, or by plates of the mat's own.
const nothing = { Vector: Nothing, OneOf: Nothing, OneCard: Nothing };

export default {
  Middle,
  Bar,
  Badge,
  says,
  shape: (session) => session.sight?.view.phase ?? "",
  draws: ["hall", "stock", "winnings", "drawn", "turned"],
  pieces: ["hall", "stock", "winnings"],
  widgets: nothing,
} satisfies Mat;
