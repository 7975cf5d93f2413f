/** Table codes as people type them. */

/** What never stands in a code, and what it was probably meant to be. */
const ALIKE: Record<string, string> = {
  "0": "Q",
  O: "Q",
  "1": "J",
  I: "J",
  L: "J",
  U: "V",
  "2": "Z",
  "4": "A",
  "5": "S",
  "6": "G",
  "7": "T",
  "8": "B",
};

export const CODE_LENGTH = 6;

/** Small letters, spaces, dashes, look-alikes and whole links are understood. */
export function readCode(typed: string): string {
  const linked = /\/(?:t|tv|donne)\/([A-Za-z]+)/.exec(typed)?.[1];
  const plain = (linked ?? typed)
    .normalize("NFD")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
  return [...plain]
    .map((c) => ALIKE[c] ?? c)
    .join("")
    .slice(0, CODE_LENGTH);
}

/** Easier to read aloud: two groups of three. */
export function spaced(code: string): string {
  return code.length === CODE_LENGTH ? `${code.slice(0, 3)} ${code.slice(3)}` : code;
}
