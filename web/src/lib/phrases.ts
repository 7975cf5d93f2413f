/** The one place where values become text. Sentences come in parts: names, letters that become tiles, and the words
 *  between them. */
import type { Json, Told } from "../protocol";
import { fill, NAME } from "./words";

export interface Part {
  text: string;
  kind: "words" | "name" | "letter";
}

/** What a value says it is. A bare one is a number or a flag, or drawn rather than told. */
export function told(value: unknown): Told | null {
  return typeof value === "object" && value !== null && "is" in value ? (value as Told) : null;
}

/** The value itself, for whoever knows what he reads. */
export function bare(value: unknown): Json {
  const said = told(value);
  return said ? said.value : ((value ?? null) as Json);
}

/** Whether it is that seat. */
export const isSeat = (value: unknown, seat: number | null): boolean =>
  seat !== null && told(value)?.is === "seat" && bare(value) === seat;

/** The key of the sentence for whoever reads it: "kind.role" where the reader has that role; all his roles first. */
export function form(
  sentences: Readonly<Record<string, string>>,
  kind: string,
  data: Readonly<Record<string, unknown>>,
  reader: number | null,
): string {
  const roles = Object.keys(data).filter((role) => isSeat(data[role], reader));
  return [roles.join("."), ...roles].map((role) => `${kind}.${role}`).find((key) => key in sentences) ?? kind;
}

/** A sentence without its names and tiles: of a card that has a colour, its letter. */
export const plain = (parts: readonly Part[]): string =>
  parts.map(({ kind, text }) => (kind === "letter" ? (text.at(-1) ?? "") : text)).join("");

const tiles = (faces: string): string => faces.replace(/\S+/g, "\u0001l$&\u0002");

/** A value as it stands in a sentence; names and tiles are marked. */
function worded(said: Told, values: Record<string, string>, called: (seat: number) => string): unknown {
  const { is, value } = said;
  if (is === "seat" && typeof value === "number") return `${NAME}${called(value)}\u0002`;
  if (typeof value !== "string") return value;
  if (is === "face") return values[value] ?? tiles(value);
  return is === "said" ? value : (values[value] ?? value);
}

/** A sentence filled in. `{reference.fits}` is what the game says of that value; of a face, it tells faces. */
export function phrase(
  text: string,
  given: Record<string, unknown>,
  values: Record<string, string>,
  called: (seat: number) => string,
): Part[] {
  const data: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const said = told(value);
    data[key] = said ? worded(said, values, called) : value;
  }
  const sentence = text.replace(/\{(\w+)\.(\w+)\}/g, (_, key: string, what: string) => {
    const says = values[`${String(bare(given[key]))}.${what}`] ?? "";
    data[`${key}_${what}`] = told(given[key])?.is === "face" ? tiles(says) : says;
    return `{${key}_${what}}`;
  });
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
