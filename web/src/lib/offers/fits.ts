/** What a word must have, as ticks beside the box. The rules check again; this only helps the one who types. */
import type { Fit } from "../../protocol";

export interface Tick {
  kind: "letter" | "joker" | "without" | "starts" | "ends" | "holds" | "exactly" | "atLeast" | "rack";
  text: string;
  done: boolean;
}

/** As the rules compare words: capitals, no accents, ligatures apart, letters only. */
export function fold(word: string): string {
  return word
    .replace(/œ/gi, "oe")
    .replace(/æ/gi, "ae")
    .replace(/ß/g, "ss")
    .normalize("NFD")
    .toUpperCase()
    .replace(/[^A-Z]/g, "");
}

export function ticks(fit: Fit, word: string): Tick[] {
  const folded = fold(word);
  const left = [...folded];
  const take = (letter: string): boolean => {
    const at = left.indexOf(letter);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const letters = [...(fit.contains ?? "")].map((letter): Tick => ({
    kind: "letter",
    text: letter,
    done: take(letter),
  }));
  const jokers = Array.from({ length: fit.jokers ?? 0 }, (_, i): Tick => ({
    kind: "joker",
    text: "★",
    done: left.length > i,
  }));
  const rest: Tick[] = [];
  if (fit.starts) rest.push({ kind: "starts", text: fit.starts, done: folded.startsWith(fit.starts) });
  if (fit.holds) rest.push({ kind: "holds", text: fit.holds, done: folded.includes(fit.holds) });
  if (fit.ends) rest.push({ kind: "ends", text: fit.ends, done: folded.endsWith(fit.ends) });
  if (fit.without)
    rest.push({
      kind: "without",
      text: fit.without,
      done: folded !== "" && ![...folded].some((c) => fit.without?.includes(c)),
    });
  if (fit.rack) {
    const stock = [...fit.rack];
    const lacking = [...folded].filter((letter) => {
      const at = stock.indexOf(letter);
      if (at >= 0) stock.splice(at, 1);
      return at < 0;
    });
    rest.push({
      kind: "rack",
      text: lacking.slice(fit.blanks ?? 0).join(""),
      done: folded !== "" && lacking.length <= (fit.blanks ?? 0),
    });
  }
  const [least, most] = [fit.least ?? 0, fit.most ?? 0];
  if (least && least === most) rest.push({ kind: "exactly", text: String(least), done: folded.length === least });
  else if (least) rest.push({ kind: "atLeast", text: String(least), done: folded.length >= least });
  return [...letters, ...jokers, ...rest];
}

export function fits(fit: Fit, word: string): boolean {
  return fold(word) !== "" && ticks(fit, word).every((tick) => tick.done);
}
