/** A round table seen from where one sits: a card is pulled back and let go, and slides as the rules say. */
import type { Mat } from "../mat";
import Bar from "./Bar.svelte";
import Middle from "./Middle.svelte";
import Nothing from "./Nothing.svelte";
import { says } from "./disc";

// The flick is aimed on the table; for what is asked there is nothing to draw at my place.
export default { Middle, Bar, says, draws: ["disc"], widgets: { Vector: Nothing } } satisfies Mat;
