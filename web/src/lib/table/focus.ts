/** The keyboard stays where the person was: when what had the focus is gone, its place, its neighbour or the next
 *  thing to do has it. */

interface Spot {
  handle: string;
  zone: string;
  place: string;
  /** What kind of thing it was, where it lay in no zone. */
  kind: string;
  x: number;
  y: number;
}

const ABLE = "button:not([disabled]), input:not([disabled])";

const middle = (element: Element): { x: number; y: number } => {
  const r = element.getBoundingClientRect();
  return { x: r.left + r.width / 2, y: r.top + r.height / 2 };
};

const spotOf = (element: HTMLElement): Spot => ({
  handle: element.dataset.h ?? "",
  zone: element.closest<HTMLElement>("[data-zone]")?.dataset.zone ?? "",
  place: element.closest<HTMLElement>("[data-place]")?.dataset.place ?? "",
  kind: element.classList[0] ?? "",
  ...middle(element),
});

/** A field would call up the keyboard of a phone unasked; what ends one's turn for good is only gone to on purpose. */
const able = (element: Element): element is HTMLElement =>
  element.matches(ABLE) &&
  !element.matches("[data-final]") &&
  element.getClientRects().length > 0 &&
  (element.tagName !== "INPUT" || matchMedia("(pointer: fine)").matches);

function nearest(spot: Spot, among: Iterable<Element>): HTMLElement | null {
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const other of among) {
    if (!able(other)) continue;
    const { x, y } = middle(other);
    const far = Math.hypot(x - spot.x, y - spot.y);
    if (far < least) [least, best] = [far, other];
  }
  return best;
}

/** The same card, its place, or another one of its zone; of what lay in no zone, the nearest of its kind. */
function same(root: HTMLElement, spot: Spot): HTMLElement | null {
  const within = (selector: string): Element[] => {
    const found = [...root.querySelectorAll(selector)];
    return found.flatMap((element) => [element, ...element.querySelectorAll(ABLE)]);
  };
  if (!spot.zone) return spot.kind ? nearest(spot, within(`.${CSS.escape(spot.kind)}`)) : null;
  const zone = `[data-zone="${CSS.escape(spot.zone)}"]`;
  const card = spot.handle ? nearest(spot, within(`[data-h="${CSS.escape(spot.handle)}"]`)) : null;
  const place = spot.place ? nearest(spot, within(`${zone} [data-place="${CSS.escape(spot.place)}"]`)) : null;
  return card ?? place ?? nearest(spot, within(zone));
}

/** `rests` finds where the focus waits while there is nothing to do. */
export function keepsFocus(root: HTMLElement, rests: () => HTMLElement | null) {
  let had: { element: HTMLElement; spot: Spot } | null = null;
  let waits = false;

  const came = (event: FocusEvent): void => {
    const element = event.target as HTMLElement;
    if (element === rests()) return;
    had = { element, spot: spotOf(element) };
    waits = false;
  };
  // Where it lies is known before it goes: the last thing that happens to it is a key or a finger.
  const used = (event: Event): void => {
    if (event.type === "pointerdown" && !(event.target as Element).closest(ABLE)) had = null;
    else if (had?.element.isConnected) had = { ...had, spot: spotOf(had.element) };
  };
  const changed = (): void => {
    const active = document.activeElement;
    if (!had || document.querySelector("dialog[open]")) return;
    const lost = !had.element.isConnected && (active === document.body || active === null);
    if (!lost && !(waits && active === rests())) return;
    const next = waits ? null : nearest(had.spot, root.querySelectorAll(".pied-table button, .pied-table input"));
    const back = same(root, had.spot) ?? next;
    if (back) back.focus({ preventScroll: true });
    else if (lost) {
      waits = true;
      rests()?.focus({ preventScroll: true });
    }
  };
  const watch = new MutationObserver(changed);
  root.addEventListener("focusin", came);
  root.addEventListener("keydown", used, { capture: true });
  addEventListener("pointerdown", used, { capture: true });
  watch.observe(document.body, { childList: true, subtree: true });
  return {
    destroy() {
      watch.disconnect();
      root.removeEventListener("focusin", came);
      root.removeEventListener("keydown", used, { capture: true });
      removeEventListener("pointerdown", used, { capture: true });
    },
  };
}
