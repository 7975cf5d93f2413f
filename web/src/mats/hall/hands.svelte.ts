/** Fingers and keys over the hall, the same on the plan and in relief: dragging, tapping, arrows. */
import type { Choice } from "../../lib/offers/choice.svelte";
import type { Hall } from "./hall";
import type { Playing } from "./playing.svelte";
import { CELLS, doorway, GHOST, type Side, type V2 } from "./shapes";
import { middle, touch } from "./touch";

/** Pixels that a finger may tremble. */
const TREMBLE = 8;
/** Millimetres beside a ghost where it can still be dragged. */
const BESIDE = 8;
/** Millimetres that an arrow moves a piece; with Shift; and a ghost. */
const FAR = 10;
const FINE = 1;
const NUDGE = 2;
/** A finger hides what it holds: the piece stays so far ahead of it. */
const AHEAD = 26;

const WAYS: Record<string, V2> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export interface Over {
  choice: Choice | undefined;
  hall: Hall;
  playing: Playing;
  view: Side;
  box: HTMLElement | undefined;
  /** The point of the hall, in millimetres, under a pixel of the screen. */
  point: (event: { clientX: number; clientY: number }) => V2;
}

export class Hands {
  /** The cell that the keyboard is on, as seen from my wall. */
  focus = $state<V2>([1, 1]);
  #drag: { x: number; y: number; by: V2; what: "piece" | "ghost" | null; moved: boolean } | null = null;
  #swallowed = false;

  constructor(readonly over: () => Over) {}

  down = (event: PointerEvent): void => {
    const { choice, hall, playing, view, point } = this.over();
    if (!choice || !event.isPrimary || event.button !== 0) return;
    const [x, y] = point(event);
    this.#swallowed = false;
    this.#drag = { x: event.clientX, y: event.clientY, by: [0, 0], what: null, moved: false };
    const [want, g] = [playing.want, playing.ghost(hall)];
    if (want) {
      const { f } = doorway(view, 1);
      const ahead = event.pointerType === "touch" ? AHEAD : 0;
      this.#drag.what = "piece";
      this.#drag.by = [want.pose.x / 2 - x + f[0] * ahead, want.pose.y / 2 - y + f[1] * ahead];
    } else if (g?.pose && g.where === "hall" && playing.movable(choice, g)) {
      const far = Math.hypot(g.pose.x / 2 - x, g.pose.y / 2 - y);
      if (far < GHOST[g.size].r + BESIDE) this.#drag.what = "ghost";
    }
  };

  move = (event: PointerEvent): void => {
    const { choice, hall, playing, box, point } = this.over();
    const drag = this.#drag;
    if (!choice || !drag || !event.isPrimary) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < TREMBLE) return;
    if (!drag.moved && drag.what) box?.setPointerCapture(event.pointerId);
    drag.moved = true;
    const [x, y] = point(event);
    if (drag.what === "piece") playing.shift(choice, (x + drag.by[0]) * 2, (y + drag.by[1]) * 2);
    else if (drag.what === "ghost") playing.hover(choice, hall, { x: x * 2, y: y * 2 });
  };

  up = (event: PointerEvent): void => {
    const { choice, hall, playing } = this.over();
    const was = this.#drag;
    this.#drag = null;
    if (!choice || !was?.moved || !was.what) return;
    this.#swallowed = true;
    if (was.what === "ghost" && event.type === "pointerup") playing.stand(choice, hall);
    else if (was.what === "ghost") playing.drop();
  };

  /** A cell is pressed: by a finger at a point of it, or as a whole. */
  press = (event: MouseEvent, cell: V2): void => {
    const { choice, hall, playing, point } = this.over();
    if (this.#swallowed) return void (this.#swallowed = false);
    if (!choice) return;
    const exact = event.detail > 0;
    touch(playing, choice, hall, exact ? point(event) : middle(cell), exact);
  };

  keyed = (event: KeyboardEvent): void => {
    const { choice, hall, playing, view, box } = this.over();
    const way = WAYS[event.key];
    if (event.key === "Escape" && (playing.spot || playing.picked)) {
      if (playing.spot) playing.drop();
      else playing.pick(null);
      event.preventDefault();
      return;
    }
    if (event.key === "Enter" && playing.spot && choice) {
      event.preventDefault();
      playing.stand(choice, hall);
      return;
    }
    if (!way) return;
    event.preventDefault();
    const { f, u } = doorway(view, 1);
    const by = (mm: number): V2 => [
      (way[0] * u[0] + way[1] * f[0]) * 2 * mm,
      (way[0] * u[1] + way[1] * f[1]) * 2 * mm,
    ];
    const picked = playing.ghost(hall);
    if (choice && playing.want) {
      const [dx, dy] = by(event.shiftKey ? FINE : FAR);
      playing.shift(choice, playing.want.pose.x + dx, playing.want.pose.y + dy);
    } else if (choice && event.shiftKey && picked?.pose && playing.movable(choice, picked)) {
      const from = playing.spot ?? picked.pose;
      const [dx, dy] = by(NUDGE);
      playing.hover(choice, hall, { x: from.x + dx, y: from.y + dy });
    } else {
      const go = (v: number, step: number): number => Math.max(1, Math.min(CELLS, v + step));
      this.focus = [go(this.focus[0], way[0]), go(this.focus[1], way[1])];
      box?.querySelector<HTMLElement>(`[data-seen="${this.focus.join()}"]`)?.focus();
    }
  };
}
