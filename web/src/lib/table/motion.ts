/** Cards glide from where they were to where they are. Only what was sent is drawn: a hidden face stays a back. */
import { mount, unmount } from "svelte";
import type { CardView, EventView, Kind, Sight, View, ZoneView } from "../../protocol";
import Card from "../Card.svelte";
import { settings } from "../settings.svelte";
import { play, type Sound } from "./sounds";

const GLIDE = 260;
const TURN = 280;
const APART = 70;
const DEAL = 1_500;
const LOOK = 420;
const MOST = 120;
/** However much flies, nobody waits longer than this to be told. */
const BOUND = 2_500;
const LAID = "cubic-bezier(.2,.8,.25,1)";
const RATIO = 1.4;

interface Box {
  x: number;
  y: number;
  w: number;
  tilt: number;
}

interface Flight {
  from: Box | null;
  to: Box | null;
  shows: string | null;
  ends: string | null;
  mark: string | null;
  at: number;
  lands: HTMLElement | null;
  covers: CardView | null;
}

/** Whether a face can be drawn on a card: a letter or a sign, not the key of something printed elsewhere. */
const drawable = (face: string | null | undefined): boolean => !face || [...face].length <= 2;

const zoneOf = (view: View | undefined, name: string): ZoneView | undefined =>
  view?.zones.find((z) => z.name === name);

/** The card at a place; zones of which only the top is seen leave out the places below. */
function cardAt(zone: ZoneView | undefined, place: number): CardView | null {
  const cards = zone?.cards ?? [];
  const hidden = cards.some((c) => c === null || c.pose) ? 0 : (zone?.count ?? 0) - cards.length;
  return cards[place - hidden] ?? null;
}

export class Stage {
  #root: HTMLElement;
  #layer: HTMLElement;
  #running = new Set<Animation>();
  #skip = () => this.skip();

  /** `pieces` are the kinds of zones that hold no cards: what moves there glides by itself when its element does. */
  constructor(
    root: HTMLElement,
    layer: HTMLElement,
    readonly pieces: () => readonly Kind[],
  ) {
    this.#root = root;
    this.#layer = layer;
    addEventListener("pointerdown", this.#skip, { capture: true });
  }

  close(): void {
    removeEventListener("pointerdown", this.#skip, { capture: true });
    this.skip();
  }

  /** A tap ends what is under way. */
  skip(): void {
    for (const animation of [...this.#running]) animation.finish();
  }

  /** Measures before the new view is drawn; what it returns is to be called once it is, and ends when all has
   *  landed. Null where nothing moves. */
  prepare(old: View | undefined, sight: Sight, urgent = false): (() => Promise<void>) | null {
    const kinds = this.pieces();
    const pieces = new Set(
      [...(old?.zones ?? []), ...sight.view.zones].filter((z) => kinds.includes(z.kind)).map((z) => z.name),
    );
    const events = (sight.events ?? [])
      .filter(
        (e) =>
          (e.source || e.target) &&
          !pieces.has(e.source?.[0] ?? "") &&
          !pieces.has(e.target?.[0] ?? "") &&
          // What has a way of its own is moved along it by its mat.
          !e.path?.length &&
          drawable(e.face),
      )
      .slice(0, MOST);
    if (!old || document.hidden) return null;
    const starts = events.map((e) => (e.source ? this.#box(old, e.source[0], e.source[1]) : null));
    const places = new Map<string, DOMRect>();
    for (const card of this.#root.querySelectorAll<HTMLElement>("[data-h]"))
      places.set(card.dataset.h ?? "", card.getBoundingClientRect());
    return () => this.#show(old, sight.view, events, starts, places, urgent);
  }

  /** Resolves when these have ended, were skipped, or have taken too long. */
  async #landing(flights: readonly Animation[]): Promise<void> {
    if (!flights.length) return;
    await Promise.race([
      Promise.allSettled(flights.map((flight) => flight.finished)),
      new Promise((late) => setTimeout(late, BOUND)),
    ]);
  }

  #show(
    old: View,
    view: View,
    events: EventView[],
    starts: (Box | null)[],
    places: Map<string, DOMRect>,
    urgent: boolean,
  ): Promise<void> {
    if (settings.still) {
      for (const event of events) {
        const card = event.handle ? this.#card(event.handle) : null;
        if (card) this.#run(card.animate({ opacity: [0, 1] }, { duration: 200 }));
      }
      this.#sound(
        view,
        events.map((event) => ({ event, at: 0 })),
      );
      return Promise.resolve();
    }
    const flights: Flight[] = [];
    const heard: { event: EventView; at: number }[] = [];
    const moves = events.filter((e) => e.kind === "move").length;
    const apart = Math.min(APART, DEAL / Math.max(1, moves));
    let at = 0;
    const left = new Map<string, number>();
    const flown = new Set<string>();
    const there: HTMLElement[] = [];
    events.forEach((event, i) => {
      if (!event.source || !event.target) return;
      const [source, place] = event.source;
      const [target, spot] = event.target;
      const arrived = left.get(source);
      if (i > 0) at += apart;
      // What has just come here and goes on is looked at for a moment.
      if (arrived !== undefined && event.kind === "move") at = Math.max(at, arrived + LOOK);
      const lands = event.handle ? this.#card(event.handle) : null;
      const to = lands ? boxOf(lands) : this.#box(view, target, spot);
      const before = cardAt(zoneOf(old, source), place);
      const common = (zoneOf(view, target)?.owner ?? -1) < 0;
      const shown = event.face ?? null;
      const flight = (over: Partial<Flight>): Flight => ({
        from: starts[i] ?? null,
        to,
        shows: null,
        ends: null,
        mark: null,
        at,
        lands,
        covers: null,
        ...over,
      });
      // In a race everybody sees the card at once: it does not fly, it is there.
      if (urgent && common && lands) {
        there.push(lands);
        if (event.handle) flown.add(event.handle);
      } else if (event.kind === "move") {
        const here = arrived !== undefined ? shown : (before?.face ?? null);
        const seen = event.handle || common ? shown : null;
        const covers = common && place !== spot ? (zoneOf(old, target)?.cards?.at(-1) ?? null) : null;
        flights.push(flight({ shows: here, ends: seen, mark: before?.mark ?? null, covers }));
        left.set(target, at + GLIDE);
        if (event.handle) flown.add(event.handle);
      } else if (event.kind === "turn_up") flights.push(flight({ from: to, ends: shown }));
      else if (event.kind === "turn_down")
        flights.push(flight({ from: starts[i] ?? to, shows: before?.face ?? null }));
      else if (event.kind === "swap") {
        flights.push(flight({}));
        flights.push(flight({ from: to, to: starts[i] ?? null }));
      } else return;
      heard.push({ event, at });
    });
    const gaps = this.#gaps(places, flown);
    // All is measured: from here on only written, so that the page is laid out once.
    for (const card of there) this.#run(card.animate({ scale: [1.07, 1] }, { duration: 160, easing: LAID }));
    const flying = flights.flatMap((flight) => this.#fly(flight) ?? []);
    for (const { card, dx, dy } of gaps)
      this.#run(card.animate({ translate: [`${dx}px ${dy}px`, "0 0"] }, { duration: GLIDE, easing: LAID }));
    this.#sound(view, heard);
    return this.#landing(flying);
  }

  /** Cards that stay close the gap: which ones, and how far they have to go. */
  #gaps(places: Map<string, DOMRect>, flown: Set<string>): { card: HTMLElement; dx: number; dy: number }[] {
    return [...this.#root.querySelectorAll<HTMLElement>("[data-h]")].flatMap((card) => {
      const was = places.get(card.dataset.h ?? "");
      if (!was || flown.has(card.dataset.h ?? "")) return [];
      const is = card.getBoundingClientRect();
      const [dx, dy] = [was.left - is.left, was.top - is.top];
      return Math.abs(dx) + Math.abs(dy) < 3 ? [] : [{ card, dx, dy }];
    });
  }

  #fly(flight: Flight): Animation | null {
    const { from, to, at } = flight;
    if (!from || !to) return null;
    const turns = (flight.shows === null) !== (flight.ends === null);
    const duration = turns ? Math.max(TURN, GLIDE) : GLIDE;
    if (flight.lands) this.#run(flight.lands.animate({ opacity: [0, 0] }, { duration: at + duration }));
    if (flight.covers?.face) this.#rest(flight.covers, to, at + duration);
    const face = flight.ends ?? flight.shows;
    const { ghost, inner, drop } = this.#ghost(to.w, face, flight.mark, true);
    const place = (b: Box) =>
      `translate(${b.x - to.w / 2}px, ${b.y - (to.w * RATIO) / 2}px) rotate(${b.tilt}deg) scale(${b.w / to.w})`;
    ghost.style.transform = place(from);
    const glide = ghost.animate(
      { transform: [place(from), place(to)] },
      { duration, delay: at, easing: LAID, fill: "both" },
    );
    const front = (seen: string | null) => (seen === null ? "rotateY(180deg)" : "rotateY(0deg)");
    inner.style.transform = front(flight.shows);
    if (turns)
      this.#run(
        inner.animate(
          { transform: [front(flight.shows), front(flight.ends)] },
          { duration, delay: at, easing: "ease-in-out", fill: "both" },
        ),
      );
    this.#run(glide, drop);
    return glide;
  }

  /** The card that is about to be covered stays until then. */
  #rest(card: CardView, box: Box, span: number): void {
    const { ghost, drop } = this.#ghost(box.w, card.face ?? null, card.mark ?? null, false);
    ghost.style.transform = `translate(${box.x - box.w / 2}px, ${box.y - (box.w * RATIO) / 2}px) rotate(${box.tilt}deg)`;
    this.#run(ghost.animate({ opacity: [1, 1] }, { duration: span }), drop);
  }

  #ghost(width: number, face: string | null, mark: string | null, flies: boolean) {
    const ghost = document.createElement("div");
    const inner = document.createElement("div");
    ghost.className = flies ? "vol" : "vol repos";
    inner.className = "vol-in";
    // A back alone lies on its front's place: without a size of its own, it would turn and grow around a corner.
    ghost.style.width = `${width}px`;
    ghost.style.height = `${width * RATIO}px`;
    ghost.append(inner);
    const sides = [face === null ? null : { face, mark }, flies || face === null ? {} : null];
    const mounted = sides.map((card, side) => {
      if (!card) return null;
      const half = document.createElement("div");
      half.className = side ? "vol-face dessous" : "vol-face";
      inner.append(half);
      return mount(Card, { target: half, props: { card, size: `${width}px` } });
    });
    this.#layer.append(ghost);
    const drop = () => {
      for (const card of mounted) if (card) void unmount(card);
      ghost.remove();
    };
    return { ghost, inner, drop };
  }

  #run(animation: Animation, done?: () => void): void {
    this.#running.add(animation);
    animation.finished
      .catch(() => undefined)
      .finally(() => {
        this.#running.delete(animation);
        done?.();
      });
  }

  #card(handle: string): HTMLElement | null {
    return this.#root.querySelector<HTMLElement>(`[data-h="${CSS.escape(handle)}"]`);
  }

  /** Where a place lies on the screen: the place itself, its zone, or the seat whose zone it is. */
  #box(view: View, name: string, place: number): Box | null {
    const zone = this.#root.querySelector<HTMLElement>(`[data-zone="${CSS.escape(name)}"]`);
    if (zone) {
      const spot = place >= 0 ? zone.querySelector<HTMLElement>(`[data-place="${place}"]`) : null;
      const cards = (spot ?? zone).querySelectorAll<HTMLElement>(".carte");
      return boxOf(spot?.classList.contains("carte") ? spot : (cards[cards.length - 1] ?? spot ?? zone));
    }
    const owner = zoneOf(view, name)?.owner ?? -1;
    const seat = owner >= 0 ? this.#root.querySelector<HTMLElement>(`[data-seat="${owner}"] .av`) : null;
    return seat ? { ...boxOf(seat), w: 30 } : null;
  }

  /** A card that only this viewer sees must not be heard by the whole room. */
  #sound(view: View, heard: { event: EventView; at: number }[]): void {
    let last = -Infinity;
    for (const { event, at } of heard) {
      if (at - last < 45) continue;
      last = at;
      const open = (zoneOf(view, event.target?.[0] ?? "")?.owner ?? -1) < 0;
      const face = open ? event.face : null;
      const sound: Sound =
        face === "★" ? "etoile" : face === "✹" ? "petard" : event.kind !== "move" ? "turn" : face ? "lay" : "draw";
      play(sound, at + (sound === "draw" ? 0 : GLIDE * 0.7));
    }
  }
}

function boxOf(element: HTMLElement): Box {
  const r = element.getBoundingClientRect();
  const tilted = element.closest<HTMLElement>("[data-tilt]");
  const wide = element.classList.contains("carte") ? element.offsetWidth : Math.min(60, r.width);
  return {
    x: r.left + r.width / 2,
    y: r.top + r.height / 2,
    w: Math.max(20, wide),
    tilt: Number(tilted?.dataset.tilt ?? 0),
  };
}
