/** Dogs with spaces for dice, tiles that say what to roll for, treats: whoever plays has the large pack. */
import type { Session } from "../../lib/session.svelte";
import Bar from "../cards/Bar.svelte";
import type { Mat } from "../mat";
import AssignBox from "./AssignBox.svelte";
import Holdings from "./Holdings.svelte";
import Kennel from "./Kennel.svelte";

export default {
  Middle: Kennel,
  Bar,
  Badge: Holdings,
  /** The mat changes with the turn anyway. */
  shape: (session: Session) =>
    String(session.mine.some((seat) => session.sight?.view.active.includes(seat) ?? false)),
  pieces: ["dice", "spaces", "tokens", "tile", "pack"],
  draws: ["dice"],
  widgets: { Assignment: AssignBox },
} satisfies Mat;
