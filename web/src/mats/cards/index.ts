/** Cards, laid out by the kinds of their zones: the mat of every game that needs no other. */
import type { Mat } from "../mat";
import Bar from "./Bar.svelte";
import Middle from "./Middle.svelte";

export default { Middle, Bar, draws: ["rank", "shown", "drawn", "suite"] } satisfies Mat;
