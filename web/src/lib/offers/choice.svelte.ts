/** A move that is being said: which offer, and its arguments so far. It knows domains, and no game. */
import type { Domain, Offer, ZoneView } from "../../protocol";
import type { Session } from "../session.svelte";
import { settings } from "../settings.svelte";
import { ticker } from "../table/ticker.svelte";
import { isHand, lineOf, ownerOf } from "../table/zones";
import { fill } from "../words";
import { given, judge, optional, type Args } from "./judge";
import { anywhere, placedWord, suiting, type PlacedWord } from "./placed";

export interface Step {
  param: string;
  domain: Domain;
}

export interface Draft {
  offer: Offer;
  args: Args;
}

/** The cards that a domain names. */
export function cardsOf(domain: Domain): readonly string[] {
  if (domain.type === "Spelling") return [...Object.keys(domain.rack), ...Object.keys(domain.table)];
  // Suites are touched in a place of their own.
  if (!("cards" in domain) || domain.type === "Suites") return [];
  return Array.isArray(domain.cards) ? domain.cards : Object.keys(domain.cards);
}

/** The first parameter that still needs a value. */
export function step(offer: Offer, args: Args): Step | null {
  for (const [param, raw] of Object.entries(offer.params ?? {})) {
    const domain = given(raw, args);
    if (!(param in args) && !optional(domain)) return { param, domain };
  }
  return null;
}

/** A press in a race that needs at most one word from a list: it has plates of its own. */
export function shouted(offer: Offer): (Step & { names: readonly string[] }) | null {
  const first = offer.stimulus == null ? null : step(offer, {});
  if (!first || first.domain.type !== "OneOf") return null;
  const names = first.domain.names;
  return step(offer, { [first.param]: names[0] }) ? null : { ...first, names };
}

/** Letters typed one after the other: how many, and what they say once they are there. */
export interface Lettered {
  least: number;
  most: number;
  /** The letters that there are, and those of them that end it. */
  letters: string;
  last: string;
  args: (typed: string) => Args;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A syllable, or parameters that are a letter each: they have keys of their own. */
export function lettered(offer: Offer): Lettered | null {
  const params = Object.entries(offer.params ?? {});
  const [only] = params;
  if (only?.[1].type === "Syllable" && params.length === 1) {
    const [param, { least, most, letters, last }] = [only[0], only[1]];
    return { least, most, letters, last, args: (typed) => ({ [param]: typed }) };
  }
  const letter = ([, d]: [string, Domain]) => d.type === "OneOf" && d.names.every((n) => /^[A-Z]$/.test(n));
  if (params.length < 2 || !params.every(letter)) return null;
  const args = (typed: string) => Object.fromEntries(params.map(([param], i) => [param, typed[i]]));
  return { least: params.length, most: params.length, letters: ALPHABET, last: "", args };
}

/** Domains that a touch on the table answers; the others have a widget. */
export const TOUCHED: readonly Domain["type"][] = ["OneCard", "Slot", "FanPlace", "OneSeat"];
/** Domains that gather several cards before they are complete. */
const GATHERED: readonly Domain["type"][] = ["CardPerSeat", "CardSet"];

/** Words, formulas and orders: a widget takes the touches. */
const LAID: readonly Domain["type"][] = ["Spelling", "ColumnPlan", "Assignment", "Formula", "Marks", "Order"];

export class Choice {
  #session: Session;
  #seat: () => number | null;
  #offers: () => readonly Offer[];

  #draft = $state.raw<{ name: string; args: Args } | null>(null);
  /** A whole move that waits for a yes, since it cannot be taken back. */
  #sure = $state.raw<{ name: string; args: Args } | null>(null);
  /** Several offers that one touch may mean. */
  forks = $state.raw<readonly Draft[]>([]);
  /** Cards gathered so far, in order. */
  picked = $state.raw<readonly string[]>([]);
  flags = $state.raw<Record<string, boolean>>({});
  /** The word in the box, where it belongs to a place; and whether it has been said before one was chosen. */
  typed = $state("");
  aloud = $state(false);
  /** The end of a line that was touched, and for which stimulus. */
  #aimed = $state.raw<{ end: string; of: number | null | undefined }>({ end: "", of: null });
  /** A word that was taken back: it stands in the box again. */
  again = "";
  /** What is written in the boxes of a sentence: it stands there again when the same is asked once more. */
  written: { about: string; words: readonly string[] } = { about: "", words: [] };
  /** What a widget of the mat is making: a draft of this page. It brings plates of its own. */
  own = $state.raw<object | null>(null);
  /** What a widget has made, for a plate among the others: without arguments it is not whole yet. */
  made = $state.raw<{ offer: Offer; text: string; args: Args | undefined } | null>(null);
  /** What is said of it, instead of what is asked for. */
  note = $state("");
  /** What a touched card does while a word is laid with cards. */
  laying: ((handle: string) => void) | null = null;
  /** Columns as they would lie after the steps so far: while a word is taken from them. */
  columns = $state.raw<readonly ZoneView[] | null>(null);

  constructor(session: Session, seat: () => number | null, offers: () => readonly Offer[]) {
    this.#session = session;
    this.#seat = seat;
    this.#offers = offers;
  }

  /** The word with which a box begins. */
  takeAgain(): string {
    const word = this.again;
    this.again = "";
    return word;
  }

  /** What the box says of a word that is in no dictionary: what would come of it. */
  get unknown(): "notInDictionary" | "confirmUnknown" {
    const seats = this.#session.sight?.view.seats ?? [];
    const others = seats.some((s, i) => i !== this.seat && s.human && s.present);
    return others ? "notInDictionary" : "confirmUnknown";
  }

  get session(): Session {
    return this.#session;
  }
  get seat(): number | null {
    return this.#seat();
  }
  get offers(): readonly Offer[] {
    return this.#offers();
  }

  /** What was begun, as long as it is still offered. */
  get draft(): Draft | null {
    const begun = this.#draft;
    const offer = begun && this.offers.find((o) => o.name === begun.name);
    if (!begun || !offer) return null;
    for (const [param, value] of Object.entries(begun.args)) {
      const domain = offer.params?.[param];
      if (domain?.type === "OneCard" && judge(domain, value)) return null;
    }
    return { offer, args: begun.args };
  }

  /** What is to be confirmed, as long as it is still offered. */
  get sure(): Draft | null {
    const begun = this.#sure;
    const offer = begun && this.offers.find((o) => o.name === begun.name);
    return begun && offer ? { offer, args: begun.args } : null;
  }

  /** Whether a move is asked once more before it counts. A press in a race never is. */
  careful(offer: Offer): boolean {
    return offer.stimulus == null && ((offer.grave ?? false) || offer.name in (this.#session.texts?.sure ?? {}));
  }

  /** What is asked before it counts. */
  get question(): string {
    const sure = this.sure;
    if (!sure) return "";
    const texts = this.#session.texts;
    const cards = Object.values(sure.args).find((v) => Array.isArray(v)) as readonly unknown[] | undefined;
    const asked = texts?.sure[sure.offer.name] ?? `${texts?.moves[sure.offer.name] ?? sure.offer.name} ?`;
    return fill(asked, { n: cards?.length ?? 0 });
  }

  confirm(): void {
    const sure = this.sure;
    if (sure) this.play(sure.offer, sure.args, true);
  }

  /** Not meant after all: what was chosen stays chosen. */
  back(): void {
    this.#sure = null;
  }

  /** The word for a card that something may be done with which needs no more choice: the card just drawn. */
  marked(handle: string): string {
    const offer = this.offers.find((o) => o.hint?.includes(handle) && !step(o, {}));
    return (offer && this.#session.texts?.values[`${offer.name}.hint`]) ?? "";
  }

  /** The arguments, and the ends of lines that are meant as long as nobody touches another: the rest depends on
   *  them. */
  #aiming(offer: Offer, args: Args): Args {
    const said = { ...args };
    for (const [param, domain] of Object.entries(offer.params ?? {}).slice(0, -1)) {
      if (domain.type !== "OneEnd" || param in said) continue;
      const touched = this.#aimed.of === offer.stimulus && domain.names.includes(this.#aimed.end);
      said[param] = touched ? this.#aimed.end : domain.names[0];
    }
    return said;
  }

  /** The end of a line that is meant now, and all that may be. */
  get aim(): { end: string; ends: readonly string[] } | null {
    const asks = this.asks;
    for (const [param, domain] of Object.entries(asks?.offer.params ?? {}))
      if (domain.type === "OneEnd") return { end: String(asks?.args[param] ?? ""), ends: domain.names };
    return null;
  }

  /** What a card that was chosen may still mean on the table: an end of a suite, or a card in one. */
  get #forked(): (Draft & Step)[] {
    return this.forks.flatMap((fork) => {
      const next = step(fork.offer, fork.args);
      return next && this.lyingSuites(next.domain) ? [{ ...fork, ...next }] : [];
    });
  }

  /** Whether all that is asked for lies in suites on the table. */
  lyingSuites(domain: Domain): boolean {
    const suites = (this.#session.sight?.view.zones ?? []).filter((z) => z.kind === "suite");
    if (domain.type === "OneEnd") return domain.names.every((end) => suites.some((z) => z.name === lineOf(end)));
    return (
      domain.type === "OneCard" &&
      domain.cards.every((card) => suites.some((z) => z.cards?.some((c) => c?.handle === card)))
    );
  }

  /** Offers of the card that was chosen that the table does not show. */
  get forksBeside(): readonly Draft[] {
    const shown = this.#forked.map(({ offer }) => offer);
    return this.forks.filter(({ offer }) => !shown.includes(offer));
  }

  /** What is to be touched next, where it lies in suites. */
  get pointing(): (Draft & Step) | null {
    const asks = this.asks;
    return asks && this.lyingSuites(asks.domain) ? asks : (this.#forked[0] ?? null);
  }

  /** Whether a card may go to this end of a suite now. */
  endOpen(end: string): boolean {
    const asks = this.asks;
    return [...(asks ? [asks] : []), ...this.#forked].some(
      ({ domain: d }) => d.type === "OneEnd" && d.names.includes(end),
    );
  }

  touchEnd(end: string): void {
    const fork = this.#forked.find(({ domain: d }) => d.type === "OneEnd" && d.names.includes(end));
    if (fork) return this.settle(fork.offer, { ...fork.args, [fork.param]: end });
    const asks = this.asks;
    if (asks?.domain.type === "OneEnd") this.settle(asks.offer, { ...asks.args, [asks.param]: end });
    else if (asks) this.#aimed = { end, of: asks.offer.stimulus };
  }

  /** What is asked for now: the next step of the draft, or of the one offer that asks by itself. */
  get asks(): (Draft & Step) | null {
    const draft = this.draft;
    if (draft) {
      const args = this.#aiming(draft.offer, draft.args);
      const next = step(draft.offer, args);
      return next && { ...draft, args, ...next };
    }
    const placed = this.placed;
    if (placed) return { offer: placed.offer, args: {}, param: placed.to.word, domain: anywhere(placed.to) };
    const asking = this.offers.flatMap((offer) => {
      const args = this.#aiming(offer, {});
      const next = shouted(offer) || lettered(offer) ? null : step(offer, args);
      return next && next.domain.type !== "Suites" && !this.touched(next.domain) ? [{ offer, args, ...next }] : [];
    });
    // Among several, a word laid with cards comes first: its cards can be touched at once.
    const laid = asking.filter((a) => LAID.includes(a.domain.type));
    if (laid.length === 1) return laid[0] ?? null;
    // Among several words, the one that is offered first: its box is open at once, the others have plates.
    return asking.length === 1 || asking.every((a) => a.domain.type === "Word") ? (asking[0] ?? null) : null;
  }

  /** The offer of a word that belongs to a place, if it is the only one of words. */
  get placed(): { offer: Offer; to: PlacedWord } | null {
    const found = this.offers.flatMap((offer) => {
      const to = placedWord(offer);
      return to ? [{ offer, to }] : [];
    });
    return found.length === 1 ? (found[0] ?? null) : null;
  }

  /** Where the word in the box would do. */
  suits(zone: string): readonly number[] {
    const to = this.placed?.to;
    return to?.zone === zone && this.typed.trim() ? suiting(to, this.typed) : [];
  }

  /** Whether a touch on the table answers it: with closed eyes also a point, but nothing in a fan held out by
   *  somebody else, which does not lie there. */
  touched(domain: Domain): boolean {
    const view = this.#session.sight?.view;
    if (domain.type === "Vector") return view?.dark ?? false;
    const fans = (view?.zones ?? []).filter((z) => isHand(z) && ownerOf(z) !== this.seat);
    if (domain.type === "Slot" && fans.some((z) => z.name === domain.zone)) return false;
    return TOUCHED.includes(domain.type);
  }

  /** Offers whose first step is of these types. */
  starting(...types: Domain["type"][]): (Draft & Step)[] {
    return this.offers.flatMap((offer) => {
      const next = step(offer, {});
      return next && types.includes(next.domain.type) ? [{ offer, args: {}, ...next }] : [];
    });
  }

  /** The steps that a touch could answer now. */
  get #open(): (Draft & Step)[] {
    const asks = this.asks;
    if (!asks) return [...this.#forked, ...this.starting(...TOUCHED)];
    // Until its word is said, another place may be chosen.
    if (asks.offer === this.placed?.offer) return [asks, ...this.starting(...TOUCHED)];
    return this.draft ? [asks] : [asks, ...this.starting(...TOUCHED).filter((s) => s.offer !== asks.offer)];
  }

  /** The free ends of the columns. */
  get ends(): readonly string[] {
    const zones = this.columns ?? (this.#session.sight?.view.zones ?? []).filter((z) => z.kind === "column");
    return zones.flatMap((z) => z.cards?.at(-1)?.handle ?? []);
  }

  accepts(handle: string): boolean {
    return this.#open.some(({ domain: d }) =>
      d.type === "ColumnPlan" ? this.ends.includes(handle) : cardsOf(d).includes(handle),
    );
  }

  glows(handle: string): boolean {
    return this.#open.some(
      ({ domain: d, offer }) =>
        (d.type === "ColumnPlan" ? this.ends : cardsOf(d)).includes(handle) &&
        (offer.hint?.includes(handle) ?? true) &&
        this.opened(offer),
    );
  }

  /** Whether cards are asked for at all, so that the others lie flat. */
  get wantsCards(): boolean {
    return this.#open.some(({ domain: d }) => cardsOf(d).length > 0);
  }

  /** Whether whoever chooses cards is told that this one is right; others may be chosen as well. */
  hinted(handle: string): boolean {
    return this.starting("CardSet").some(({ offer }) => offer.hint?.includes(handle) ?? false);
  }

  /** The word for such a card. */
  get hintWord(): string {
    const offer = this.starting("CardSet").find((s) => s.offer.hint)?.offer;
    return (offer && this.#session.texts?.values[`${offer.name}.hint`]) ?? "";
  }

  /** Whether cards are being gathered. */
  get gathering(): boolean {
    const asks = this.asks;
    return asks !== null && [...GATHERED, ...LAID].includes(asks.domain.type);
  }

  /** Whether what is gathered are whole cards, not a word. */
  get picking(): boolean {
    const asks = this.asks;
    return asks !== null && GATHERED.includes(asks.domain.type);
  }

  chosen(handle: string): boolean {
    if (this.gathering && this.picked.includes(handle)) return true;
    if (Object.values(this.draft?.args ?? {}).includes(handle)) return true;
    return this.forks.some((f) => Object.values(f.args).includes(handle));
  }

  places(zone: string): readonly number[] {
    return this.#open.flatMap(({ domain: d }) => ("places" in d && d.zone === zone ? d.places : []));
  }

  seats(): readonly number[] {
    return this.#open.flatMap(({ domain: d }) => (d.type === "OneSeat" ? d.seats : []));
  }

  /** Whether this zone is one of the names that are asked for. */
  named(zone: string): boolean {
    const domain = this.asks?.domain;
    return domain?.type === "OneOf" && domain.names.includes(zone);
  }

  touchName(zone: string): void {
    const asks = this.asks;
    if (asks && this.named(zone)) this.settle(asks.offer, { ...asks.args, [asks.param]: zone });
  }

  /** Which parameter a place among the piles answers: the one that is asked for, or one that was answered before and
   *  may still be changed. */
  placing(place: string): (Draft & { param: string }) | null {
    const takes = (d: Domain) => d.type === "OneOf" && d.names.includes(place);
    const asks = this.asks;
    if (asks && takes(asks.domain)) return asks;
    const draft = this.draft;
    const params = Object.entries(draft?.offer.params ?? {});
    const at = params.findIndex(([param, d]) => takes(d) && param in (draft?.args ?? {}));
    const param = params[at]?.[0];
    if (!draft || param === undefined) return null;
    const before = params.slice(0, at).map(([name]): [string, unknown] => [name, draft.args[name]]);
    return { offer: draft.offer, args: Object.fromEntries(before), param };
  }

  touchPile(place: string): void {
    const meant = this.placing(place);
    if (meant) this.settle(meant.offer, { ...meant.args, [meant.param]: place });
  }

  /** A card of the draft that has its place already, while the rest is still asked for. */
  get laid(): { card: string; place: string } | null {
    const draft = this.draft;
    const values = Object.entries(draft?.offer.params ?? {}).map(([param, d]) => ({
      d,
      value: draft?.args[param],
    }));
    const card = values.find(({ d, value }) => d.type === "OneCard" && value !== undefined)?.value;
    const place = values.find(({ d, value }) => d.type === "OneOf" && value !== undefined)?.value;
    return typeof card === "string" && typeof place === "string" ? { card, place } : null;
  }

  /** In a race: the press that touching this zone is. */
  pressed(zone: string): Draft | null {
    for (const offer of this.offers) {
      const said = shouted(offer);
      if (said?.names.includes(zone)) return { offer, args: { [said.param]: zone } };
    }
    return null;
  }

  /** Whether all that can be pressed by this offer lies on the table, to be touched there. */
  lies(offer: Offer): boolean {
    const zones = this.#session.sight?.view.zones ?? [];
    return shouted(offer)?.names.every((name) => zones.some((z) => z.name === name)) ?? false;
  }

  /** The plain offer that touching this zone makes. */
  byZone(zone: string): Offer | undefined {
    return this.offers.find((o) => o.zone === zone && !step(o, {}));
  }

  /** Table time has come for it. What comes in is never ahead of the table's clock, so what is open here is open
   *  there when it arrives. */
  opened(offer: Offer): boolean {
    void ticker.beat;
    return (offer.opens_at ?? 0) <= this.#session.now();
  }

  touchCard(handle: string): void {
    const asks = this.asks;
    const beside = asks?.domain.type === "Formula" && !cardsOf(asks.domain).includes(handle);
    if (asks && LAID.includes(asks.domain.type) && this.accepts(handle) && !beside) return this.laying?.(handle);
    if (asks && GATHERED.includes(asks.domain.type)) return this.#gather(asks, handle);
    if (!this.draft && this.forks.length && this.chosen(handle)) return this.cancel();
    if (this.draft && this.chosen(handle)) return this.cancel();
    const meant = this.#answer((d) => d.type === "OneCard" && d.cards.includes(handle), handle);
    if (!meant) this.#deny(handle);
  }

  touchPlace(zone: string, place: number): void {
    const placed = this.placed;
    if (placed && this.aloud && this.suits(zone).includes(place))
      return this.play(placed.offer, { [placed.to.place]: place, [placed.to.word]: this.typed.trim() });
    this.#answer((d) => "places" in d && d.zone === zone && d.places.includes(place), place);
  }

  touchSeat(seat: number): void {
    this.#answer((d) => d.type === "OneSeat" && d.seats.includes(seat), seat);
  }

  /** Takes a touch as the answer to every open step that it fits. */
  #answer(fits: (domain: Domain) => boolean, value: unknown): boolean {
    let meant = this.#open.filter((s) => fits(s.domain));
    if (!meant.length && this.draft) {
      this.cancel();
      meant = this.#open.filter((s) => fits(s.domain));
    }
    const drafts = meant.map(({ offer, args, param }) => ({ offer, args: { ...args, [param]: value } }));
    const [only] = drafts;
    const chosen = only && !this.draft && this.isStep(only.offer) && !step(only.offer, only.args);
    if (drafts.length > 1 || chosen) {
      this.#draft = null;
      this.forks = drafts;
    } else if (drafts[0]) this.settle(drafts[0].offer, drafts[0].args, settings.kept.confirm);
    return drafts.length > 0;
  }

  /** A move that is a step of the turn by itself: one touch is not enough for it. */
  isStep(offer: Offer): boolean {
    return offer.name in (this.#session.texts?.steps ?? {}) && Object.keys(offer.params ?? {}).length > 0;
  }

  #gather(asks: Draft & Step, handle: string): void {
    const domain = asks.domain;
    if (!cardsOf(domain).includes(handle)) return this.#deny(handle);
    const most = domain.type === "CardSet" ? domain.most : "seats" in domain ? domain.seats.length : 0;
    if (this.picked.includes(handle)) this.picked = this.picked.filter((h) => h !== handle);
    else if (this.picked.length < most) this.picked = [...this.picked, handle];
    else this.picked = [...this.picked.slice(0, -1), handle];
  }

  /** The gathered cards as a value, once there are enough. */
  gathered(domain: Domain): unknown {
    const value =
      domain.type === "CardPerSeat"
        ? Object.fromEntries(this.picked.map((card, i) => [String(domain.seats[i]), card]))
        : [...this.picked];
    return judge(domain, value) === null ? value : null;
  }

  /** An argument has its value: play, or ask for the next one. */
  settle(offer: Offer, args: Args, confirm = false): void {
    this.forks = [];
    if (confirm || step(offer, args)) this.#draft = { name: offer.name, args };
    else this.play(offer, args);
  }

  /** Something else is begun. */
  begin(offer: Offer): void {
    this.#sure = null;
    this.picked = [];
    this.settle(offer, {});
  }

  cancel(): void {
    this.#draft = null;
    this.#sure = null;
    this.forks = [];
    this.picked = [];
    this.columns = null;
    this.aloud = false;
  }

  play(offer: Offer, args: Args = {}, meant = false): void {
    const seat = this.seat;
    if (seat === null) return;
    if (!meant && this.careful(offer)) {
      this.#sure = { name: offer.name, args };
      return;
    }
    if (!this.opened(offer)) {
      if (this.#session.twice) return;
      this.#session.say(this.#session.why(offer.name, "", "too_early"), "no");
      this.#session.deny();
      return;
    }
    const said = { ...args };
    for (const [param, raw] of Object.entries(offer.params ?? {})) {
      const domain = given(raw, said);
      const chosen = this.flags[param];
      if (domain.type === "Flag" && chosen !== undefined && chosen !== (domain.ticked ?? false))
        said[param] = chosen;
    }
    this.cancel();
    this.flags = {};
    this.#session.play(seat, offer, said);
  }

  /** Whether a switch is on: as it was set, or as it is at first. */
  switched(param: string): boolean {
    const domain = this.offers.map((o) => o.params?.[param]).find((d) => d?.type === "Flag");
    return this.flags[param] ?? (domain?.type === "Flag" && (domain.ticked ?? false));
  }

  /** Switches that go with what may be done now. */
  get switches(): readonly string[] {
    const offers = this.draft ? [this.draft.offer] : this.offers;
    return [
      ...new Set(
        offers.flatMap((o) =>
          Object.entries(o.params ?? {})
            .filter(([, d]) => d.type === "Flag")
            .map(([p]) => p),
        ),
      ),
    ];
  }

  #deny(handle: string): void {
    if (this.#session.twice) return;
    const meant = this.#open.find(({ domain: d }) => "cards" in d);
    if (meant) this.#session.say(this.#session.why(meant.offer.name, meant.param), "no");
    else if (this.offers.length === 0) this.#session.say(this.#session.why("", "", "not_your_turn"), "no");
    else this.#session.say(this.#session.why("", "", "not_offered"), "no");
    this.#session.deny(handle);
  }
}

/** For whoever only looks on: nothing is offered. */
export const onlooker = (session: Session): Choice =>
  new Choice(
    session,
    () => null,
    () => [],
  );
