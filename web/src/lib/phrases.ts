/** Sentences in parts: names, letters that become tiles, and the words between them. */
import { fill, SEATED } from "./words";

/** What a player said is never translated. */
const SAID = ["word", "words", "sentence"];

export interface Part {
  text: string;
  kind: "words" | "name" | "letter";
}

/** A sentence without its names and tiles. */
export const plain = (parts: readonly Part[]): string => parts.map((part) => part.text).join("");

/** A sentence filled in; seats become names and single letters become tiles. `{reference.fits}` is what the game says
 *  of the value of that fact. */
export function phrase(
  text: string,
  given: Record<string, unknown>,
  values: Record<string, string>,
  called: (seat: number) => string,
): Part[] {
  const data: Record<string, unknown> = { ...given };
  const sentence = text.replace(/\{(\w+)\.(\w+)\}/g, (_, key: string, what: string) => {
    data[`${key}_${what}`] = values[`${String(given[key])}.${what}`] ?? "";
    return `{${key}_${what}}`;
  });
  for (const [key, value] of Object.entries(data)) {
    if (typeof value === "number" && SEATED.includes(key)) data[key] = `\u0001n${called(value)}\u0002`;
    else if (typeof value === "string" && (key === "laid" || /^[pbvy]?[A-Z]( [A-Z])*$/.test(value)))
      data[key] = value.replace(/\S+/g, "\u0001l$&\u0002");
    else if (typeof value === "string" && !SAID.includes(key)) data[key] = values[value] ?? value;
  }
  return (
    fill(sentence, data)
      // eslint-disable-next-line no-control-regex -- signs that no name can hold
      .split(/\u0001([nl][^\u0002]*)\u0002/)
      .map((text, i): Part =>
        i % 2 ? { text: text.slice(1), kind: text[0] === "n" ? "name" : "letter" } : { text, kind: "words" },
      )
      .filter((part) => part.text)
  );
}
