/** How sentences are set: the apostrophes, spaces and quotes of each language. */

/** Every sentence in a value. */
export function each<T>(value: T, set: (sentence: string) => string): T {
  if (typeof value === "string") return set(value) as T;
  if (Array.isArray(value)) return value.map((part: unknown) => each(part, set)) as T;
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, each(part, set)])) as T;
  return value;
}

/** Apostrophes as a printer sets them. */
export const curled = <T>(value: T): T => each(value, (s) => s.replace(/([\p{L}}])'/gu, "$1’"));

/** French also puts a narrow space, never broken, before its high signs and inside its quotes. */
export const french = <T>(value: T): T =>
  each(curled(value), (s) => s.replace(/ (?=[?!:;»])/g, "\u202f").replace(/« /g, "«\u202f"));

/** Where two forms are given, French says the singular for none and other languages the plural. */
const none = (sentence: string): string => sentence.replace(/\{(\w+)\|([^|{}]*)\|([^|{}]*)\}/g, "{$1|$3|$2|$3}");

export const english = <T>(value: T): T => each(curled(value), none);

/** In other languages *de* and *que* keep their e before a name: a space that is never broken tells it to whoever fills in names. */
export const foreign = <T>(value: T): T =>
  each(english(value), (s) => s.replace(/\b([dD]|[qQ]u)e \{/g, "$1e\u00a0{"));

/** Where the first part of a sentence ends that says what happened, and what follows; what somebody said in quotes
 *  is not cut. */
export function cause(text: string): [string, string] {
  const cut = /^((?:[^«“]|«[^»]*»|“[^”]*”)+?[.!?…:])\s+(.+)$/u.exec(text);
  return [cut?.[1] ?? text, cut?.[2] ?? ""];
}
