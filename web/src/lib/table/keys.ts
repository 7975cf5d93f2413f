/** Arrow keys among the things that can be touched in a hand, a row, a plane or a keypad; touch-down for races. */

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Moves the focus to the nearest button in that direction. */
function arrows(event: KeyboardEvent): void {
  const way = ARROWS[event.key];
  const from = event.target as HTMLElement;
  if (!way || from.tagName !== "BUTTON") return;
  const box = (e: Element) => {
    const r = e.getBoundingClientRect();
    return [r.left + r.width / 2, r.top + r.height / 2] as const;
  };
  const [x, y] = box(from);
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const other of (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>(
    "button:not([disabled])",
  )) {
    if (other === from) continue;
    const [ox, oy] = box(other);
    const ahead = (ox - x) * way[0] + (oy - y) * way[1];
    const aside = Math.abs((ox - x) * way[1]) + Math.abs((oy - y) * way[0]);
    if (ahead < 4 || aside > ahead * 2.5 + 4) continue;
    const far = ahead + 2 * aside;
    if (far < least) [least, best] = [far, other];
  }
  if (best) {
    event.preventDefault();
    best.focus();
  }
}

/** Arrow keys walk among the buttons inside. */
export function steers(node: HTMLElement) {
  node.addEventListener("keydown", arrows);
  return { destroy: () => node.removeEventListener("keydown", arrows) };
}

/** Pixels from the middle of a small card to a finger that still means it. */
const REACH = 44;

/** Small things that lie close together: a finger means the one whose middle is nearest, also where another one lies
 *  on top of it there. */
export function reaches(node: HTMLElement) {
  let meant: HTMLElement | null = null;
  const onClick = (event: MouseEvent) => {
    // A keyboard or a screen reader means what it says; and so does the click that is made here.
    if (event.detail === 0 || event.target === meant) return;
    const r = (e: Element) => e.getBoundingClientRect();
    let least = REACH;
    for (const button of node.querySelectorAll<HTMLElement>("button:not([disabled])")) {
      const { left, top, width, height } = r(button);
      const far = Math.hypot(event.clientX - left - width / 2, event.clientY - top - height / 2);
      if (far < least) [least, meant] = [far, button];
    }
    if (!meant || meant.contains(event.target as Node)) return void (meant = null);
    event.stopPropagation();
    event.preventDefault();
    meant.click();
    meant = null;
  };
  node.addEventListener("click", onClick, { capture: true });
  return { destroy: () => node.removeEventListener("click", onClick, { capture: true }) };
}

/** In a race the finger's landing counts; a keyboard or a screen reader sends a click without one. */
export function presses(node: HTMLElement, options: { down: boolean; act: () => void }) {
  let { down, act } = options;
  let landed = -Infinity;
  const onDown = (event: PointerEvent) => {
    if (!down || event.button !== 0) return;
    landed = event.timeStamp;
    act();
  };
  const onClick = (event: MouseEvent) => {
    if (event.timeStamp - landed < 1200) landed = -Infinity;
    else act();
  };
  node.addEventListener("pointerdown", onDown);
  node.addEventListener("click", onClick);
  return {
    update(next: typeof options) {
      ({ down, act } = next);
    },
    destroy() {
      node.removeEventListener("pointerdown", onDown);
      node.removeEventListener("click", onClick);
    },
  };
}
