/** A grid of cards to touch with one of two hands, and for each seat a track that forbids some of them. */
import type { Mat } from "../mat";
import Badge from "./Badge.svelte";
import Middle from "./Middle.svelte";
import { says } from "./twoHands.svelte";
import ReachBar from "./ReachBar.svelte";
import TrackZone from "./TrackZone.svelte";

export default {
  Middle,
  Bar: ReachBar,
  Badge,
  says,
  places: true,
  zones: { track: TrackZone },
  pieces: ["dice", "track", "grid"],
} satisfies Mat;
