/** Stacks in a ring around something to strike. All is touched where it lies. */
import type { Mat } from "../mat";
import Bar from "./Bar.svelte";
import Middle from "./Middle.svelte";

export default { Middle, Bar } satisfies Mat;
