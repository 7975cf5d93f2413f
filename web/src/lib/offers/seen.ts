/** The cards that can be seen, by handle: a widget draws those that its domain names. */
import type { CardView } from "../../protocol";
import type { Session } from "../session.svelte";

export function seen(session: Session): Map<string, CardView> {
  const zones = session.sight?.view.zones ?? [];
  return new Map(
    zones.flatMap((z) => (z.cards ?? []).flatMap((c): [string, CardView][] => (c?.handle ? [[c.handle, c]] : []))),
  );
}
