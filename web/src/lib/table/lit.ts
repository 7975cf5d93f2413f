import { fold } from "../offers/fits";

/** A word in three parts, the letter of its card in the middle: the first one, whatever accent it has. */
export function lit(word: string, face: string | null | undefined): readonly [string, string, string] {
  const letter = fold(face?.at(-1) ?? "");
  const at = letter ? [...word].findIndex((c) => fold(c).includes(letter)) : -1;
  return at < 0 ? [word, "", ""] : [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)];
}
