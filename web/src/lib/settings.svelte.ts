/** What this device prefers; kept on the device, never sent. */
import { WORDS, type Language } from "./words";

type Theme = "auto" | "light" | "dark";
type Face = "usual" | "facile" | "dys";

interface Kept {
  language: Language;
  theme: Theme;
  face: Face;
  name: string;
}

const KEY = "tablee.settings";

function load(): Kept {
  const fallback: Kept = {
    language: navigator.language.startsWith("en") ? "en" : "fr",
    theme: "auto",
    face: "usual",
    name: "",
  };
  try {
    return { ...fallback, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return fallback;
  }
}

class Settings {
  kept = $state<Kept>(load());

  get words() {
    return WORDS[this.kept.language];
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
    const root = document.documentElement;
    root.lang = this.kept.language;
    if (this.kept.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = this.kept.theme;
    if (this.kept.face === "usual") delete root.dataset.face;
    else root.dataset.face = this.kept.face;
  }
}

export const settings = new Settings();
