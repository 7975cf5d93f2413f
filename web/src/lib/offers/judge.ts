/** What a domain says of a value: the one place where the page judges, with the codes of the rules. They have the
 *  last word; tests/cases/domains.json has what they say of the domains of real games. */
import type {
  AssignmentDomain,
  Domain,
  FormulaDomain,
  MarksDomain,
  SpellingDomain,
  SuitesDomain,
  SyllableDomain,
} from "../../protocol";
import { lying } from "./bench";
import { fold, missing } from "./fits";

export type Args = Record<string, unknown>;

/** Too hard to judge here: the page asks the table (`check`). */
export const ASKED: readonly Domain["type"][] = ["ColumnPlan"];

const NO = "not_possible";
const LONGEST = 40;

/** The cards of a word that is spelled with cards. */
const spelledCards = (value: unknown): readonly string[] =>
  (value as { cards?: readonly string[] } | undefined)?.cards ?? [];

/** The domain that holds once the other arguments are known. */
export function given(domain: Domain, args: Args): Domain {
  if (domain.type === "OrderOfSpelled")
    return { type: "WordOrder", cards: spelledCards(args[domain.of]).filter((c) => domain.laid.includes(c)) };
  if (domain.type === "IfSpelled") {
    const used = spelledCards(args[domain.of]);
    return domain.groups.every((group) => group.some((c) => used.includes(c))) ? domain.then : { type: "Absent" };
  }
  if (domain.type !== "ByChoice") return domain;
  const chosen = args[domain.of];
  const found =
    typeof chosen === "string" || typeof chosen === "number" ? domain.table[String(chosen)] : undefined;
  return given(found ?? domain.other, args);
}

/** Whether it may be left out. */
export function optional(domain: Domain): boolean {
  return ["Flag", "Absent", "WordOrder"].includes(domain.type);
}

/** The code with which a value is refused; null when it is accepted. */
export function judge(raw: Domain, value: unknown, args: Args = {}): string | null {
  const domain = given(raw, args);
  switch (domain.type) {
    case "OneCard":
      return unless(isOf(domain.cards, value));
    case "OneFace":
      return isOf(domain.barred, value) ? "barred" : unless(isOf(domain.names, value));
    case "OneOf":
    case "OneEnd":
      return unless(isOf(domain.names, value));
    case "Slot":
    case "FanPlace":
      return unless(isOf(domain.places, value));
    case "OneSeat":
      return unless(isOf(domain.seats, value));
    case "Number":
      return unless(isWithin(value, domain.low, domain.high));
    case "Flag":
      return unless(typeof value === "boolean");
    case "Absent":
      return unless(value === null);
    case "CardPerSeat":
      return unless(
        isObject(value) &&
          sameSet(Object.keys(value), domain.seats.map(String)) &&
          areDifferent(domain.cards, Object.values(value)),
      );
    case "CardSet":
      return unless(
        Array.isArray(value) &&
          isWithin(value.length, domain.least, domain.most) &&
          areDifferent(domain.cards, value),
      );
    case "Order":
    case "WordOrder":
      return unless(
        Array.isArray(value) && value.length === domain.cards.length && areDifferent(domain.cards, value),
      );
    case "Vector":
      return unless(
        isObject(value) &&
          sameSet(Object.keys(value), Object.keys(domain.axes)) &&
          Object.entries(domain.axes).every(([name, axis]) => isWithin(value[name], axis.low, axis.high)),
      );
    case "Text":
      return unless(typeof value === "string" && isWithin(stripped(value).length, 1, domain.most));
    case "Syllable":
      return unless(
        typeof value === "string" &&
          isWithin(value.length, domain.least, domain.most) &&
          [...value].every((letter, i) => isTyped(domain, letter, i === value.length - 1)),
      );
    case "Word":
      if (!isSpelled(value)) return "not_a_word";
      return missing(domain.fit, value) ?? (domain.besides.includes(fold(value)) ? "already_said" : null);
    case "Sentence": {
      if (!Array.isArray(value) || value.length !== domain.fits.length) return "not_a_sentence";
      const codes = domain.fits.map((fit, i) =>
        judge({ type: "Word", fit, wanted: null, besides: [], among: 0, of_length: false }, value[i]),
      );
      return codes.find((code) => code !== null) ?? null;
    }
    case "Spelling":
      return spelling(domain, value);
    case "Marks":
      return marking(domain, value);
    case "Assignment":
      return unless(isAssigned(domain, value));
    case "Formula":
      return unless(isFormula(domain, value));
    case "Suites":
      return suites(domain, value);
    default:
      throw new TypeError(`not to be judged here: ${domain.type}`);
  }
}

const unless = (accepted: boolean): string | null => (accepted ? null : NO);
const isOf = (list: readonly unknown[], value: unknown): boolean => list.includes(value);
const isWithin = (value: unknown, low: number, high: number): boolean =>
  Number.isInteger(value) && (value as number) >= low && (value as number) <= high;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key) => b.includes(key));
const areDifferent = (list: readonly string[], values: readonly unknown[]): boolean =>
  values.every((v) => isOf(list, v)) && new Set(values).size === values.length;
/** Whether a syllable may have this letter, as its last one or before. */
const isTyped = ({ letters, last }: SyllableDomain, letter: string, ends: boolean): boolean =>
  last ? (ends ? last : letters).includes(letter) && last.includes(letter) === ends : letters.includes(letter);
const isSpelled = (value: unknown): value is string =>
  typeof value === "string" && isWithin([...value].length, 1, LONGEST) && fold(value) !== "";

/** What Python takes for a space. */
const isBlank = (c: string): boolean =>
  c !== "\ufeff" && (/\s/.test(c) || (c >= "\x1c" && c <= "\x1f") || c === "\x85");

function stripped(text: string): readonly string[] {
  const letters = [...text];
  const first = letters.findIndex((c) => !isBlank(c));
  return first < 0 ? [] : letters.slice(first, letters.findLastIndex((c) => !isBlank(c)) + 1);
}

function spelling(domain: SpellingDomain, value: unknown): string | null {
  if (!isObject(value) || !sameSet(Object.keys(value), ["word", "cards"])) return "not_a_word";
  const { word, cards } = value;
  if (!isSpelled(word) || !Array.isArray(cards) || cards.length > LONGEST) return "not_a_word";
  if (!cards.every((c) => typeof c === "string" || Number.isInteger(c))) return "not_a_word";
  const own = new Map(Object.entries({ ...domain.table, ...domain.rack }));
  if (!areDifferent([...own.keys()], cards)) return "not_your_cards";
  const letters = fold(word);
  const says = (cards as string[]).map((c) => own.get(c));
  if (says.length !== letters.length || says.some((says, i) => says !== "" && says !== letters[i]))
    return "letters_differ";
  const tops = Object.keys(domain.table);
  if (tops.length && cards.filter((c) => isOf(tops, c)).length !== 1) return "one_of_the_table";
  if (cards.length < domain.least) return "too_short";
  return cards.length > domain.most ? "too_many_cards" : null;
}

function isAssigned(domain: AssignmentDomain, value: unknown): boolean {
  if (!Array.isArray(value) || !value.every((pair): pair is [string, unknown] => isPair(pair))) return false;
  const dice = Object.keys(domain.dice);
  if (
    value.length !== dice.length ||
    !areDifferent(
      dice,
      value.map(([die]) => die),
    )
  )
    return false;
  const places = value.map(([, place]) => place).filter(Number.isInteger);
  if (new Set(places).size !== places.length) return false;
  const fits = ([die, to]: [string, unknown]): boolean =>
    to === "bury" || to === "drop" || domain.spaces.some(([at, wants]) => at === to && wants === domain.dice[die]);
  const kept = value.flatMap(([die, to]) => (to === "drop" ? [] : [domain.dice[die] ?? 0])).sort((a, b) => a - b);
  return value.every(fits) && domain.keeps.some((keep) => keep.join() === kept.join());
}

function marking(domain: MarksDomain, value: unknown): string | null {
  if (!isObject(value) || !sameSet(Object.keys(value), ["name", "cards"])) return "not_a_name";
  const { name, cards } = value;
  if (!isSpelled(name)) return "not_a_name";
  if (!Array.isArray(cards) || !cards.length) return "no_card_marked";
  if (!areDifferent(Object.keys(domain.cards), cards)) return "not_your_cards";
  const letters = (cards as string[]).map((card) => domain.cards[card]);
  const count = (all: readonly (string | undefined)[], letter?: string): number =>
    all.filter((l) => l === letter).length;
  const said = [...fold(name)];
  return letters.every((l) => count(said, l) >= count(letters, l)) ? null : "letters_missing";
}

/** One card, runs of one length, or pairs. */
function isFormula(domain: FormulaDomain, value: unknown): boolean {
  if (!Array.isArray(value) || !value.every((group): group is unknown[] => Array.isArray(group))) return false;
  const [groups, size] = [value.length, value[0]?.length ?? 0];
  if (!size || !value.every((group) => group.length === size)) return false;
  const used = value.flat().map((pair) => (Array.isArray(pair) ? (pair[0] as unknown) : null));
  if (new Set(used).size < used.length) return false;
  const kind =
    size === 1
      ? "single"
      : value.every((group) => isGroup(domain, true, group))
        ? "runs"
        : size === 2 && value.every((group) => isGroup(domain, false, group))
          ? "pairs"
          : null;
  if (kind === "single" && (groups > 1 || !isGroup(domain, true, value[0] ?? []))) return false;
  return (
    kind !== null && (!domain.kind || (kind === domain.kind && groups === domain.groups && size === domain.size))
  );
}

/** One group by itself: letters that follow each other, or all the same. */
function isGroup(domain: FormulaDomain, runs: boolean, group: readonly unknown[]): boolean {
  const { alphabet, cards } = domain;
  const said = (pair: unknown): boolean =>
    Array.isArray(pair) &&
    isPair(pair) &&
    typeof pair[0] === "string" &&
    isLetter(pair[1]) &&
    ["", pair[1]].includes(cards[pair[0]] ?? NO);
  const isLetter = (letter: unknown): letter is string =>
    typeof letter === "string" && letter.length === 1 && alphabet.indexOf(letter) >= first;
  const first = Math.max(0, alphabet.indexOf(domain.weakest));
  if (!group.every(said)) return false;
  const places = (group as [string, string][]).map(([, letter]) => alphabet.indexOf(letter));
  return places.every((place, i) => {
    const before = places[i - 1];
    return before === undefined || place === (runs ? before + 1 : before);
  });
}

/** Rows of letters that follow each other: all of what lies there already, and something new. */
function suites(domain: SuitesDomain, value: unknown): string | null {
  if (!Array.isArray(value) || !value.every((row): row is string[] => Array.isArray(row) && row.length > 0))
    return NO;
  const [used, there] = [value.flat(), domain.rows.flat()];
  if (!areDifferent([...domain.fresh, ...there], used)) return NO;
  if (![...there, ...domain.must].every((card) => used.includes(card))) return "card_missing";
  if (used.filter((card) => domain.fresh.includes(card)).length < domain.least) return "nothing_added";
  if (domain.most && value.length > domain.most) return "too_many_rows";
  const fault = value.map((row) => rowFault(domain, row)).find((code) => code !== null);
  return fault ?? (used.length < domain.total ? "too_few_cards" : null);
}

function rowFault(domain: SuitesDomain, row: readonly string[]): string | null {
  const says = row.map((card) => domain.cards[card] ?? "");
  if (row.length < domain.shortest) return "row_too_short";
  if (says.every((letter) => letter === "")) return "only_jokers";
  const [said = []] = lying(domain, [row]);
  if (!said.every(([, letter], i) => ["", letter].includes(says[i] ?? ""))) return "row_breaks";
  const shut = row.some(
    (card, i) => (i > 0 && isOf(domain.first, card)) || (i < row.length - 1 && isOf(domain.last, card)),
  );
  return shut ? "blocked_end" : null;
}

const isPair = (value: unknown): boolean => Array.isArray(value) && value.length === 2;
