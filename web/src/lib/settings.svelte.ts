/** What this device prefers; kept on the device, never sent. */
import type { BotLevel, Speed } from "../protocol";
import { ROWS, type Keys } from "./offers/keyboards";
import { LANGUAGES, speak, type Language } from "./languages.svelte";
import { pageWords } from "./words";

export type Theme = "auto" | "light" | "dark";
export type Face = "usual" | "facile" | "dys";
export type Size = "usual" | "large" | "huge";
export type Motion = "auto" | "less" | "full";
export type Contrast = "auto" | "more";

/** How a finger says that it is the other hand, in games for two hands. */
export type ReachBy = "pad" | "slide" | "hold";

export interface Kept {
  language: Language;
  theme: Theme;
  face: Face;
  size: Size;
  contrast: Contrast;
  motion: Motion;
  /** Sounds of the table. */
  sound: boolean;
  /** Short vibrations, where the device can. */
  haptics: boolean;
  /** The main action lies under the left thumb. */
  left: boolean;
  /** A card is chosen first and played by a second touch. */
  confirm: boolean;
  /** The colour is written on each card. */
  colourNames: boolean;
  /** In games for two hands: a thumb on a pad, a slide, or a long press is the other hand. */
  reach: ReachBy;
  /** There, the right button of the mouse is the chosen hand. */
  swapButtons: boolean;
  /** Where letters are typed on keys of the page: in which order these lie. */
  keys: Keys;
  /** Tables are played by words alone. */
  text: boolean;
  name: string;
  /** The bots one last chose; nobody yet: whoever plays alone starts with beginners. */
  level: BotLevel | null;
  speed: Speed;
  /** Games move one's own level, which is kept on this device. */
  rated: boolean;
}

const KEY = "tablee.settings";

/** What the browser speaks, where the page does too. */
function liked(): Language {
  const own = navigator.language.slice(0, 2);
  return own in LANGUAGES ? (own as Language) : "fr";
}

function load(): Kept {
  const fallback: Kept = {
    language: liked(),
    theme: "auto",
    face: "usual",
    size: "usual",
    contrast: "auto",
    motion: "auto",
    sound: true,
    haptics: true,
    left: false,
    confirm: false,
    colourNames: false,
    reach: "pad",
    swapButtons: false,
    keys: "abc",
    text: false,
    name: "",
    level: null,
    speed: "normal",
    rated: false,
  };
  try {
    const kept = { ...fallback, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
    if (!(kept.keys in ROWS)) kept.keys = "abc";
    if (!(kept.language in LANGUAGES)) kept.language = liked();
    return kept;
  } catch {
    return fallback;
  }
}

class Settings {
  kept = $state<Kept>(load());

  get words() {
    return pageWords();
  }

  /** Whether things should stand rather than fly: asked of the player first, of his device otherwise. */
  get still(): boolean {
    if (this.kept.motion !== "auto") return this.kept.motion === "less";
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  set(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // A device that keeps nothing still plays.
    }
    this.apply();
  }

  apply(): void {
    const { language, theme, face, size, contrast, motion, left } = this.kept;
    const root = document.documentElement;
    root.lang = language;
    void speak(language);
    const marks = {
      theme: theme === "auto" ? "" : theme,
      face: face === "usual" ? "" : face,
      size: size === "usual" ? "" : size,
      contrast: contrast === "auto" ? "" : contrast,
      motion: motion === "auto" ? "" : motion,
      hand: left ? "left" : "",
    };
    for (const [name, value] of Object.entries(marks))
      if (value) root.dataset[name] = value;
      else delete root.dataset[name];
    const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", dark ? "#2b2520" : "#b3332b");
  }
}

export const settings = new Settings();
