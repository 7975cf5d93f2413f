/** What a mat is: how one game, or many, are laid out. README.md here says how to add one. */
import type { Component, Snippet } from "svelte";
import type { Choice, Draft, Step } from "../lib/offers/choice.svelte";
import type { Session } from "../lib/session.svelte";
import type { Domain, Kind, ZoneView } from "../protocol";

export interface MiddleProps {
  session: Session;
  /** What may be done here; left out by those who only look on. */
  choice?: Choice;
  /** Somebody wants to know what the line has to do with a race. */
  onlag?: () => void;
}

export interface BarProps {
  choice: Choice;
  /** Whether what is asked lies on the mat, to be touched there. */
  lies: (asks: Step) => boolean;
  /** A phone on its side. */
  short?: boolean;
  /** Several people share this screen: who is meant is said by name. */
  shared?: boolean;
  /** Each of them has a pad for what is urgent. */
  pads?: boolean;
}

export interface BadgeProps {
  session: Session;
  seat: number;
  /** It stands alone, not beside somebody's name. */
  named?: boolean;
}

export interface Mat {
  /** What lies between the seats. */
  Middle: Component<MiddleProps>;
  /** My place below it: what I hold, and what I can do now. */
  Bar: Component<BarProps>;
  /** What is kept of a game that is over. */
  Kept?: Component<{ session: Session }>;
  /** What a seat has, instead of its cards, winnings and points. */
  Badge?: Component<BadgeProps>;
  /** What else a screen reader hears of a seat. */
  says?: (session: Session, seat: number) => readonly string[];
  /** Whoever shares a screen has a place of his own on this mat: no pads, and nobody to choose. */
  places?: boolean;
  /** What makes another height of my place natural, besides the window and the like. */
  shape?: (session: Session) => string;
  /** Zones of a seat that only this mat can draw, for whoever looks at that seat. */
  zones?: Partial<Record<Kind, Component<{ session: Session; zone: ZoneView }>>>;
  /** Kinds of zones that hold no cards: what moves there glides by itself, and nobody has it lying before him. */
  pieces?: readonly Kind[];
  /** Kinds of zones that are drawn on the mat, whosever they are. */
  draws?: readonly Kind[];
  /** Widgets for domains that only games on this mat have. */
  widgets?: Partial<Record<Domain["type"], Component<{ choice: Choice; asks: Draft & Step }>>>;
}

/** For mats that lie on that of cards. */
export interface OverCards {
  /** Something large in the middle, which tells the outcome of races itself. */
  centre?: Snippet<[Choice]>;
}
