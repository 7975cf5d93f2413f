/** What a word must have, as ticks beside the box. The rules check again; this only helps the one who types, and
 *  judges as they do (tests/cases/fits.json). */
import type { Fit } from "../../protocol";

export interface Tick {
  kind:
    | "letter"
    | "joker"
    | "without"
    | "starts"
    | "ends"
    | "holds"
    | "later"
    | "exactly"
    | "atLeast"
    | "rack"
    | "different";
  text: string;
  done: boolean;
}

/** Any letter, in a beginning, an end or an extract: an étoile laid in a row. */
const ANY = "?";
const LIGATURES: Record<string, string> = { Œ: "OE", Æ: "AE", ẞ: "SS", Ø: "O", Ł: "L" };

/** As the rules compare words: capitals, no accents, ligatures apart, letters only. */
export function fold(word: string): string {
  return word
    .toUpperCase()
    .replace(/[ŒÆẞØŁ]/g, (sign) => LIGATURES[sign] ?? "")
    .normalize("NFD")
    .replace(/[^A-Z]/g, "");
}

function standsAt(folded: string, extract: string, place: number): boolean {
  return (
    place >= 0 &&
    place + extract.length <= folded.length &&
    [...extract].every((c, i) => c === ANY || c === folded[place + i])
  );
}

const holds = (folded: string, extract: string): boolean =>
  [...folded].some((_, place) => standsAt(folded, extract, place));

/** The letters that are not in the stock, each of which serves once. */
function beyond(letters: string, stock: string): string[] {
  const left = [...stock];
  return [...letters].filter((letter) => {
    const at = left.indexOf(letter);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Why a word does not fit, with the code that the rules would give; null when it does. */
export function missing(fit: Fit, word: string): string | null {
  const folded = fold(word);
  const { contains = "", without = "", starts = "", ends = "", rack = "", blanks = 0, least = 0, most = 0 } = fit;
  if (!folded) return "not_a_word";
  if (isAlone(fit, folded)) return null;
  if (folded.length < contains.length + (fit.jokers ?? 0) || beyond(contains, folded).length)
    return "letters_missing";
  if ([...without].some((letter) => folded.includes(letter))) return "letter_forbidden";
  if (!standsAt(folded, starts, 0)) return "start_differs";
  if (!standsAt(folded, ends, folded.length - ends.length)) return "end_differs";
  if (!holds(folded, fit.holds ?? "")) return "extract_missing";
  if ((rack || blanks) && beyond(folded, rack).length > blanks) return "not_in_rack";
  if (folded.length < least) return "word_too_short";
  if (most && folded.length > most) return "word_too_long";
  return fit.distinct && new Set(folded).size > fit.distinct ? "too_many_letters" : null;
}

/** A letter that is a word by itself. */
const isAlone = (fit: Fit, folded: string): boolean => folded.length === 1 && (fit.alone ?? "").includes(folded);

export function fits(fit: Fit, word: string): boolean {
  return missing(fit, word) === null;
}

export function ticks(fit: Fit, word: string): Tick[] {
  const folded = fold(word);
  const left = [...folded];
  const take = (letter: string): boolean => {
    const at = left.indexOf(letter);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  if (isAlone(fit, folded)) return [{ kind: "letter", text: folded, done: true }];
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
  const { starts = "", ends = "", holds: extract = "" } = fit;
  if (starts) rest.push({ kind: "starts", text: starred(starts), done: standsAt(folded, starts, 0) });
  if (extract) {
    // An étoile that only takes the first place: the letter comes later.
    const later = extract.startsWith(ANY) && !extract.slice(1).includes(ANY);
    rest.push({
      kind: later ? "later" : "holds",
      text: later ? extract.slice(1) : starred(extract),
      done: holds(folded, extract),
    });
  }
  if (ends)
    rest.push({ kind: "ends", text: starred(ends), done: standsAt(folded, ends, folded.length - ends.length) });
  if (fit.without)
    rest.push({
      kind: "without",
      text: fit.without,
      done: folded !== "" && ![...folded].some((c) => fit.without?.includes(c)),
    });
  if (fit.rack) {
    const lacking = beyond(folded, fit.rack);
    rest.push({
      kind: "rack",
      text: lacking.slice(fit.blanks ?? 0).join(""),
      done: folded !== "" && lacking.length <= (fit.blanks ?? 0),
    });
  }
  const [least, most] = [fit.least ?? 0, fit.most ?? 0];
  if (least && least === most) rest.push({ kind: "exactly", text: String(least), done: folded.length === least });
  else if (least) rest.push({ kind: "atLeast", text: String(least), done: folded.length >= least });
  if (fit.distinct) {
    const different = new Set(folded).size;
    rest.push({
      kind: "different",
      text: `${different}/${fit.distinct}`,
      done: folded !== "" && different <= fit.distinct,
    });
  }
  return [...letters, ...jokers, ...rest];
}

/** As one reads it: any letter is an étoile. */
const starred = (extract: string): string => extract.replaceAll(ANY, "★");
