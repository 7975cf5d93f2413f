/** In which order the keys lie on which letters are typed. */
import type { Language } from "../languages.svelte";

export type Keys = "abc" | "azerty" | "qwerty";

/** The alphabet flows into as many columns as there is room for; keyboards have their rows. */
export const ROWS: Record<Keys, readonly string[]> = {
  abc: ["ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
  azerty: ["AZERTYUIOP", "QSDFGHJKLM", "WXCVBN"],
  qwerty: ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"],
};

/** What a touch of the switch changes to: the alphabet, or the keyboard that people of this language know. */
export function other(keys: Keys, language: Language): Keys {
  if (keys !== "abc") return "abc";
  return language === "fr" ? "azerty" : "qwerty";
}

export interface Key {
  letter: string;
  /** Half keys that are left free before it. */
  after: number;
}

/** The keys in order; a row shorter than the first one stands a little to the right, as on a keyboard. */
export function keysOf(keys: Keys): Key[] {
  const rows = ROWS[keys];
  return rows.flatMap((row, i) => {
    const short = i > 0 && row.length < (rows[0]?.length ?? 0) && i < rows.length - 1;
    return [...row].map((letter, at) => ({ letter, after: short && at === 0 ? 1 : 0 }));
  });
}
