/** What somebody is about to do in the hall: the ghost he has picked, the piece he holds over it, and what the table
 *  says would come of it. */
import type { Offer, Pose, Settled } from "../../protocol";
import type { Choice } from "../../lib/offers/choice.svelte";
import type { Checked, Session } from "../../lib/session.svelte";
import { foreseeGhost, foreseePiece, type Foreseen } from "./foresight";
import { hallOf, handlesOf, offered, type Ghost, type Hall, type Stood } from "./hall";
import { pushedIn } from "./poses";
import { HALL, OUT_OF_REACH, type Piece } from "./shapes";

/** Milliseconds after the last change before the table is asked, and between two questions. */
const PAUSE = 120;
const BETWEEN = 180;
/** So long an answer is waited for: then the line is broken, and the next question goes out. */
const LOST = 3_000;

/** Asks the table: at most one question on its way, and of those that wait only the newest. */
class Asker {
  #busy = false;
  #next: { run: () => Promise<Checked>; then: (answer: Checked) => void } | null = null;
  #timer = 0;
  #last = -Infinity;

  ask(run: () => Promise<Checked>, then: (answer: Checked) => void, pause = PAUSE): void {
    this.#next = { run, then };
    this.#soon(pause);
  }

  forget(): void {
    this.#next = null;
    clearTimeout(this.#timer);
  }

  #soon(pause: number): void {
    clearTimeout(this.#timer);
    if (this.#busy) return;
    const wait = Math.max(pause, this.#last + BETWEEN - performance.now());
    this.#timer = window.setTimeout(() => this.#send(), wait);
  }

  #send(): void {
    const next = this.#next;
    if (!next) return;
    this.#next = null;
    this.#busy = true;
    this.#last = performance.now();
    const free = (): void => {
      this.#busy = false;
      if (this.#next) this.#soon(0);
    };
    const lost = window.setTimeout(free, LOST);
    void next.run().then((answer) => {
      clearTimeout(lost);
      free();
      next.then(answer);
    });
  }
}

/** A pose or a spot that was asked about, and the answer. */
export interface Answer {
  of: string;
  /** Why not; null: it would do. */
  why: string | null;
  code: string;
  settled: Settled | null;
}

/** A ghost held over the hall, in half millimetres. Without an id it is one that is put in from the reserve. */
export interface Spot {
  id: string | null;
  x: number;
  y: number;
  yaw: number;
  level: number;
}

export interface Want {
  piece: Piece;
  handle: string;
  pose: Pose;
}

const key = (value: unknown): string => JSON.stringify(value);
/** The six sides and four edges in the order in which one goes round them. */
const ROUND_SIDES = [0, 3, 4, 2, 5, 1];
const ROUND_EDGES = [0, 3, 1, 4, 2];
/** The side that goes down next. */
export const nextSide = (down: number): number => ROUND_SIDES[(ROUND_SIDES.indexOf(down) + 1) % 6] ?? 0;
/** Half degrees with which a piece begins to lean. */
const LEAN = 48;

const clamp = (v: number): number => Math.max(0, Math.min(2 * HALL, Math.round(v)));

export class Playing {
  /** The hall from above, by choice or because nothing else can be drawn; null: nobody has chosen. */
  flat = $state<boolean | null>(null);
  /** There is no picture in relief here. */
  plain = $state(false);
  picked = $state<string | null>(null);
  spot = $state.raw<Spot | null>(null);
  want = $state.raw<Want | null>(null);
  /** A piece that is chosen before it is known what is done with it. */
  chosen = $state<Piece | null>(null);
  answer = $state.raw<Answer | null>(null);
  /** The heights at which the picked ghost may stand where it is, lowest first. */
  heights = $state.raw<{ of: string; poses: readonly Pose[] } | null>(null);
  /** Steps that would be spent, while a finger is down. */
  planned = $state(0);
  #asker = new Asker();

  constructor(readonly session: Session) {}

  hall(seat: number | null): Hall | null {
    return hallOf(this.session, seat);
  }

  /** What was picked, as long as it may still be moved. */
  ghost(hall: Hall): Ghost | null {
    return hall.ghosts.find((g) => g.id === this.picked) ?? null;
  }

  /** Whether this ghost of mine may do something now. */
  movable(choice: Choice, g: Ghost): boolean {
    return ["move", "out", "pose", "fuse"].some((name) => {
      const offer = offered(choice.offers, name);
      return handlesOf(offer, name === "fuse" ? "a" : "ghost").includes(g.handle);
    });
  }

  pick(id: string | null): void {
    this.picked = this.picked === id ? null : id;
    this.drop();
  }

  /** Nothing is held any more. */
  drop(): void {
    this.spot = null;
    this.answer = null;
    this.planned = 0;
    this.#asker.forget();
  }

  // ---- ghosts -----------------------------------------------------------------------------------

  /** The offer that a spot answers, with its arguments. */
  #stand(choice: Choice, hall: Hall, spot: Spot): { offer: Offer; args: Record<string, unknown> } | null {
    const at = { x: spot.x, y: spot.y, yaw: spot.yaw, level: spot.level };
    if (spot.id === null) {
      const put = offered(choice.offers, "put");
      return put ? { offer: put, args: { at } } : null;
    }
    const ghost = hall.ghosts.find((g) => g.id === spot.id);
    for (const name of ["move", "pose"]) {
      const offer = offered(choice.offers, name);
      if (ghost && offer && handlesOf(offer, "ghost").includes(ghost.handle))
        return { offer, args: { ghost: ghost.handle, at } };
    }
    return null;
  }

  /** Holds the picked ghost over a point, and asks where it would stand. */
  hover(choice: Choice, hall: Hall, to: Partial<Spot>): void {
    const ghost = this.ghost(hall);
    const from = this.spot ?? {
      id: ghost?.id ?? null,
      x: ghost?.pose?.x ?? HALL,
      y: ghost?.pose?.y ?? HALL,
      yaw: ghost?.pose?.angle ?? 0,
      level: 0,
    };
    const spot = { ...from, ...to };
    this.spot = { ...spot, x: clamp(spot.x), y: clamp(spot.y), yaw: (spot.yaw + 360) % 360 };
    const made = this.#stand(choice, hall, this.spot);
    if (made && ghost) this.#foresee(made.offer, key(this.spot), foreseeGhost(hall, ghost, this.spot));
    this.#judge(choice, made, key(this.spot));
  }

  /** Stands it there: the table finds the nearest free place in that cell. */
  stand(choice: Choice, hall: Hall, to: Partial<Spot> = {}): boolean {
    const ghost = this.ghost(hall);
    const spot = {
      id: ghost?.id ?? null,
      yaw: ghost?.pose?.angle ?? 0,
      level: 0,
      x: 0,
      y: 0,
      ...this.spot,
      ...to,
    };
    const made = this.#stand(choice, hall, { ...spot, x: clamp(spot.x), y: clamp(spot.y) });
    this.drop();
    if (made) choice.play(made.offer, made.args);
    return made !== null;
  }

  /** Asks at which heights the picked ghost may stand where it is. */
  askHeights(choice: Choice, hall: Hall): void {
    const g = this.ghost(hall);
    const of = g?.pose && g.where === "hall" && g.seat === choice.seat ? `${g.id}${key(g.pose)}` : "";
    if (!g?.pose || !of || this.heights?.of === of || this.spot) return;
    const seat = choice.seat;
    const spot = { id: g.id, x: g.pose.x, y: g.pose.y, yaw: g.pose.angle };
    const poses: Pose[] = [];
    const next = (): void => {
      const made = this.#stand(choice, hall, { ...spot, level: poses.length });
      if (!made?.offer.checkable || seat === null) return;
      this.#asker.ask(
        () => this.session.check(seat, made.offer, made.args),
        ({ settled }) => {
          if (!settled?.pose) return;
          poses.push(settled.pose);
          if (poses.length < (settled.levels ?? 1)) next();
          else this.heights = { of, poses };
        },
        0,
      );
    };
    next();
  }

  // ---- furniture --------------------------------------------------------------------------------

  /** Takes a piece in hand: it hangs where it stands, or over the middle. */
  hold(choice: Choice, stood: Stood): void {
    const pose = stood.pose ?? { x: HALL, y: HALL, angle: 0 };
    this.want = { piece: stood.piece, handle: stood.handle, pose: { ...pose, z: 0 } };
    this.#judgePiece(choice);
  }

  letGo(): void {
    this.want = null;
    this.drop();
  }

  shift(choice: Choice, x: number, y: number): void {
    this.#change(choice, (p) => ({ ...p, x: clamp(x), y: clamp(y) }));
  }

  turn(choice: Choice, degrees: number): void {
    this.#change(choice, (p) => ({ ...p, angle: (((p.angle + degrees) % 360) + 360) % 360 }));
  }

  turnTo(choice: Choice, degrees: number): void {
    this.#change(choice, (p) => ({ ...p, angle: ((Math.round(degrees) % 360) + 360) % 360 }));
  }

  /** Another side goes down. */
  lay(choice: Choice): void {
    this.#change(
      choice,
      (p) => {
        return { ...p, down: nextSide(p.down ?? 0), edge: 0, lean: 0 };
      },
      true,
    );
  }

  /** It leans over the next edge, and after the last it stands straight again. */
  lean(choice: Choice): void {
    this.#change(
      choice,
      (p) => {
        const edge = ROUND_EDGES[(ROUND_EDGES.indexOf(p.edge ?? 0) + 1) % 5] ?? 0;
        return { ...p, edge, lean: edge ? LEAN : 0 };
      },
      true,
    );
  }

  #change(choice: Choice, change: (pose: Pose) => Pose, inside = false): void {
    const want = this.want;
    if (!want) return;
    const pose = change(want.pose);
    this.want = { ...want, pose: inside ? pushedIn(want.piece, pose) : pose };
    this.#judgePiece(choice);
  }

  placing(choice: Choice): { offer: Offer; args: Record<string, unknown> } | null {
    const [want, offer] = [this.want, offered(choice.offers, "place")];
    if (!want || !offer) return null;
    const { x, y, angle, down = 0, edge = 0, lean = 0 } = want.pose;
    const pose = { x, y, yaw: angle, down, edge, lean: Math.min(lean, OUT_OF_REACH), mode: 0 };
    return { offer, args: { ...(offer.params?.piece ? { piece: want.handle } : {}), pose } };
  }

  put(choice: Choice): void {
    const made = this.placing(choice);
    if (made) choice.play(made.offer, made.args);
  }

  #judgePiece(choice: Choice): void {
    const [want, made, hall] = [this.want, this.placing(choice), this.hall(choice.seat)];
    if (want && made && hall) this.#foresee(made.offer, key(want.pose), foreseePiece(hall, want.piece, want.pose));
    this.#judge(choice, made, key(want?.pose));
  }

  /** What is shown until the table has answered. */
  #foresee(offer: Offer, of: string, found: Foreseen | null): void {
    if (!found) return;
    const parameter = Object.keys(offer.params ?? {}).at(-1) ?? "";
    const why = found.code ? this.session.why(offer.name, parameter, found.code) : null;
    this.answer = { of, why, ...found };
  }

  /** What the table has said of the pose that is wanted now. */
  get verdict(): Answer | null {
    const of = this.want ? key(this.want.pose) : key(this.spot);
    return this.answer?.of === of ? this.answer : null;
  }

  // ---- tipping ----------------------------------------------------------------------------------

  tipping(choice: Choice, handle: string, edge: string): void {
    const offer = offered(choice.offers, "tip");
    if (offer) this.#judge(choice, { offer, args: { piece: handle, edge } }, `${handle} ${edge}`);
  }

  #judge(choice: Choice, made: { offer: Offer; args: Record<string, unknown> } | null, of: string): void {
    const seat = choice.seat;
    if (!made?.offer.checkable || seat === null) return;
    this.#asker.ask(
      () => this.session.check(seat, made.offer, made.args),
      ({ why, code, settled }) => (this.answer = { of, why, code, settled }),
    );
  }
}

const all = new WeakMap<Session, Playing>();

/** One for each table: the hall lies on the mat, the plates at my place. */
export function playingOf(session: Session): Playing {
  let playing = all.get(session);
  if (!playing) all.set(session, (playing = new Playing(session)));
  return playing;
}
