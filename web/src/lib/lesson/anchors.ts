/** Where on the screen a lesson's sentence points, and where its finger does. It goes by what the table's parts say of
 *  themselves: which card, zone, place, seat or offer they are. */
import type { AskedMove, Domain, Json, Offer, Sight } from "../../protocol";
import { lettered } from "../offers/choice.svelte";
import { given, type Args } from "../offers/judge";

const shown = (element: Element): boolean => element.getClientRects().length > 0;

function first(root: ParentNode, ...selectors: string[]): HTMLElement | null {
  for (const selector of selectors)
    for (const element of root.querySelectorAll<HTMLElement>(selector)) if (shown(element)) return element;
  return null;
}

const quoted = (text: string): string => `"${CSS.escape(text)}"`;
const attribute = (name: string, value: string): string => `[${name}=${quoted(value)}]`;

function handlesOf(sight: Sight, face: string): string[] {
  const zones = [...sight.view.zones].sort((a, b) => (b.owner === 0 ? 1 : 0) - (a.owner === 0 ? 1 : 0));
  return zones.flatMap((zone) =>
    (zone.cards ?? []).flatMap((card) => (card?.face === face && card.handle ? [card.handle] : [])),
  );
}

type Find = (root: ParentNode, name: string, sight: Sight) => HTMLElement | null;

const FIND: Record<string, Find> = {
  card: (root, name, sight) => {
    for (const handle of handlesOf(sight, name)) {
      const card = cardOf(root, handle, sight);
      if (card) return card;
    }
    return null;
  },
  zone: (root, name) => first(root, attribute("data-zone", name)),
  place: (root, name) => {
    const [place = "", ...zone] = name.split(":").reverse();
    return first(root, `${attribute("data-zone", zone.reverse().join(":"))} ${attribute("data-place", place)}`);
  },
  offer: (root, name) => offered(root, name),
  seat: (root, name) => first(root, attribute("data-seat", name)),
  fact: (root, name) => first(root, attribute("data-fait", name)),
};

/** What a sentence is about. */
export function anchor(root: ParentNode, at: string, sight: Sight): HTMLElement | null {
  const [kind = "", ...name] = at.split(":");
  return FIND[kind]?.(root, name.join(":"), sight) ?? null;
}

const offered = (root: ParentNode, name: string): HTMLElement | null =>
  first(
    root,
    attribute("data-offer", name),
    ".pied-table .boite-mot input",
    ".pied-table .quelle",
    ".pied-table .outil > *",
    ".pied-table .plaque",
  );

const CHOSEN = ".choisie, [aria-pressed='true']";
/** What is written has a box; it comes before what is touched for it. */
const WRITTEN: readonly Domain["type"][] = ["Word", "Sentence", "Text", "Spelling", "ColumnPlan", "Marks"];

/** A card, or where cards that say the same lie together, the one that is seen of them. */
function cardOf(root: ParentNode, handle: string, sight: Sight): HTMLElement | null {
  const own = first(root, attribute("data-h", handle));
  if (own) return own;
  for (const zone of sight.view.zones) {
    const letter = zone.cards?.find((card) => card?.handle === handle)?.face?.at(-1);
    if (letter === undefined) continue;
    const alike = (zone.cards ?? []).filter((card) => card?.handle && card.face?.at(-1) === letter);
    const seen = first(root, ...alike.map((card) => attribute("data-h", card?.handle ?? "")));
    return seen ?? (zone.cards?.length === 1 ? first(root, attribute("data-zone", zone.name)) : null);
  }
  return null;
}

/** The things a value may be, on the screen. */
function named(root: ParentNode, value: Json, zone: string, sight: Sight): HTMLElement[] {
  if (Array.isArray(value)) return value.flatMap((each) => named(root, each, zone, sight));
  if (value !== null && typeof value === "object")
    return Object.values(value).flatMap((each) => named(root, each, zone, sight));
  if (typeof value === "number") {
    const place = `${attribute("data-zone", zone)} ${attribute("data-place", String(value))}`;
    const number = attribute("data-value", String(value));
    const seat = attribute("data-seat", String(value));
    const found = zone
      ? first(root, place, attribute("data-zone", `${zone}:${value}`))
      : first(root, `.pied-table ${number}`, `.pied-table ${seat}`, seat);
    return found ? [found] : [];
  }
  if (typeof value !== "string") return [];
  const found =
    cardOf(root, value, sight) ??
    first(
      root,
      attribute("data-value", value),
      attribute("data-face", value),
      `[data-holds~=${quoted(value)}]`,
      attribute("data-zone", value),
    );
  return found ? [found] : [];
}

/** Letters typed one after the other: the next one. */
function typed(root: ParentNode, offer: Offer, asked: AskedMove): HTMLElement | null {
  const syllable = Object.entries(offer.params ?? {}).find(([, domain]) => domain.type === "Syllable");
  const spelled = syllable ? [asked.args[syllable[0]]] : lettered(offer) ? Object.values(asked.args) : [];
  const letters = spelled.filter((part) => typeof part === "string").join("");
  if (!letters) return null;
  const next = letters[root.querySelectorAll(".pied-table .plein").length] ?? letters[0] ?? "";
  return first(root, `.pied-table ${attribute("data-value", next)}`);
}

/** The field in which something is still to be written, or what sends it. */
function written(root: ParentNode): HTMLElement | null {
  const fields = [...root.querySelectorAll<HTMLInputElement>(".pied-table .boite-mot input:not([type='range'])")];
  return fields.find((field) => shown(field) && !field.value.trim()) ?? null;
}

/** What the learner touches next: the first thing of the move that he has not chosen yet, then what sends it. */
export function target(
  root: ParentNode,
  asked: AskedMove,
  sight: Sight,
  /** What was touched already, though it does not show it. */
  touched: ReadonlySet<HTMLElement> = new Set(),
): HTMLElement | null {
  const offer = sight.offers["0"]?.find((o) => o.name === asked.move);
  const key = offer && typed(root, offer, asked);
  if (key) return key;
  const args: Args = {};
  const found: HTMLElement[] = [];
  let writes = false;
  for (const [param, value] of Object.entries(asked.args)) {
    const raw = offer?.params?.[param];
    const domain = raw && given(raw, args);
    args[param] = value;
    if (domain && WRITTEN.includes(domain.type)) {
      writes = true;
      const field = written(root);
      if (field && !found.length) return field;
      if (domain.type !== "Marks") continue;
    }
    // What is made in a place of its own is shown by the plate that opens it.
    if (domain?.type === "Vector" || domain?.type === "Suites") continue;
    const zone = domain && "zone" in domain && typeof domain.zone === "string" ? domain.zone : "";
    const things = named(root, value, zone, sight).filter(
      (thing) => !touched.has(thing) && !thing.matches(CHOSEN) && !thing.querySelector(CHOSEN),
    );
    found.push(...things.slice(0, 1));
  }
  // A switch comes before what it is for.
  const switched = found.find((thing) => thing.matches("[aria-pressed]"));
  const sends = writes ? first(root, ".pied-table .boite-mot [type='submit']") : null;
  return switched ?? found[0] ?? sends ?? offered(root, asked.move);
}

/** What can have the focus there: the thing itself, or a button in it. */
export function focusable(thing: HTMLElement): HTMLElement | null {
  const able = "button:not([disabled]), input:not([disabled])";
  return thing.matches(able)
    ? thing
    : (thing.querySelector<HTMLElement>(able) ?? thing.closest<HTMLElement>("button"));
}
