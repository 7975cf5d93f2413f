/** One table as this device sees it: the socket, what came last, and what was said. It decides nothing. */
import { tick, untrack } from "svelte";
import {
  PROTOCOL,
  type Drafted,
  type Ended,
  type FromClient,
  type FromLearner,
  type FromServer,
  type GameInfo,
  type HalfMove,
  type Json,
  type Lag,
  type LessonView,
  type Language,
  type LogLine,
  type Meant,
  type Offer,
  type Settled,
  type Sight,
  type TableView,
  type Texts,
  type Worded,
} from "../protocol";
import type { Mat } from "../mats/mat";
import { api } from "./api";
import { commonWords } from "./commonWords";
import { feast } from "./feast";
import { Chance } from "./people/chance";
import { hushed } from "./people/hushed.svelte";
import { peopleWords } from "./people/words";
import { bare, form, isSeat, phrase, plain, told, type Part } from "./phrases";
import { settings } from "./settings.svelte";
import { tableNews } from "./start/news";
import { startWords } from "./start/words";
import { Landing } from "./table/landing.svelte";
import { afterFrame, touchedAt } from "./table/moments";
import type { Stage } from "./table/motion";
import { buzz, play } from "./table/sounds";
import { keepToken, tokens } from "./tokens";
import { setIn } from "./languages.svelte";
import { fill } from "./words";

type Command = FromClient | FromLearner extends infer M
  ? M extends { id: string }
    ? Omit<M, "id">
    : never
  : never;

/** One runner of a race that is decided. */
export interface Lane {
  seat: number;
  ms: number;
  /** What came of it, as the protocol says: won, tied, wrong or late. */
  race: string;
  what: string;
  count: number | null;
  /** The cards that it was about, where they lay on one another: their symbols, from below. */
  laid: readonly string[];
}

/** So long a command that was not answered is worth saying again; then a bot has played on. */
const FRESH = 30_000;

interface Unanswered {
  text: string;
  /** The same for what is meant to be the same. */
  meant: string;
  at: number;
}

/** Milliseconds that the last cards lie there before the end is told. */
const LAST = 900;
/** Milliseconds within which a second tap belongs to the first one. */
const TWICE = 700;

/** The table's answer to a move that is not made yet. */
export interface Checked {
  /** Why it would be refused; null: it would not. */
  why: string | null;
  known: boolean;
  /** The refusal by its code, empty if there is none. */
  code: string;
  /** Where a piece would come to rest, and what that costs. */
  settled: Settled | null;
}

export class Session {
  code: string;
  table = $state.raw<TableView | null>(null);
  sight = $state.raw<Sight | null>(null);
  /** The same in words, if this screen has asked for it. */
  worded = $state.raw<Worded | null>(null);
  texts = $state.raw<Texts | null>(null);
  /** What is known of the game before anything happens. */
  info = $state.raw<GameInfo | null>(null);
  /** How it is laid out, once that part of the page is here. */
  mat = $state.raw<Mat | null>(null);
  lines = $state.raw<LogLine[]>([]);
  ended = $state.raw<Ended | null>(null);
  /** What somebody else is about to do, until the table changes. */
  watched = $state.raw<Drafted | null>(null);
  connected = $state(false);
  notice = $state.raw<{ text: string; kind: "no" | "lost" | "ok" } | null>(null);
  gone = $state<string | null>(null);
  flash = $state.raw<{ face: string; ms: number } | null>(null);
  /** What people just said, by seat (-1: somebody who watches). */
  bubbles = $state.raw<Record<number, { text: string; loud: boolean }>>({});
  /** Who laid the last card of each common zone, and which one it was. */
  laid = $state.raw<Record<string, { seat: number; handle: string }>>({});
  /** The last race, as far as its events tell times. */
  race = $state.raw<readonly Lane[]>([]);
  /** Where a lesson is, and what is said there. */
  lesson = $state.raw<LessonView | null>(null);
  lag = $state.raw<Lag | null>(null);
  compensated = $state(0);
  /** The card that was refused, for a shake. */
  refused = $state.raw<{ handle: string } | null>(null);
  /** Moves cards on the screen; set by the table while it is shown. */
  stage: Stage | null = null;
  readonly landing = new Landing();
  /** This device's part in the seeds of its games. */
  readonly chance = new Chance();
  /** The points as they were before the cards that still fly. */
  #before = $state.raw<readonly (number | null)[] | null>(null);

  #socket: WebSocket | null = null;
  #token: string | undefined;
  #count = 0;
  #run = Math.random().toString(36).slice(2, 8);
  #seen = 0;
  #unanswered = new Map<string, Unanswered>();
  #drafts = new Set<string>();
  #breaths = 0;
  #breathing = false;
  #stimulus: number | null = null;
  /** When each stimulus that can be answered was drawn: every seat may have one of its own. */
  #drawn = new Map<number, number>();
  #closed = false;
  #retry = 0;
  #moves = new Map<string, string>();
  #held = new Map<string, string>();
  #timed = new Set<string>();
  #asked = new Map<string, (answer: Checked) => void>();
  #typed = new Map<string, (meant: Meant | null) => void>();
  #inWords: Language | null = null;
  /** Which line of a kind was said last. */
  #uttered = new Map<string, number>();
  #raceOver = 0;
  /** Counts the greetings: after one, what was to be told before it is known already. */
  #life = 0;
  /** Moves on their way: a second tap on the same thing means nothing more. */
  #sent = new Map<string, { key: string; id: string; done: boolean }>();
  #lastPlay = -Infinity;

  /** `watch` looks on without this device's seats (a TV); `still` shows what it is given (a replay); `lesson` is at
   *  the table of a lesson, and `code` its game. */
  constructor(
    code: string,
    readonly mode: "seat" | "watch" | "still" | "lesson" = "seat",
    /** Where in its rules a lesson begins. */
    readonly phase = "",
  ) {
    this.code = mode === "lesson" ? code : code.toUpperCase();
    if (mode === "seat") this.#token = tokens()[this.code];
    if (mode !== "still") this.#connect();
  }

  /** Table time now. */
  now(): number {
    const sight = this.sight;
    if (!sight) return performance.now();
    if (sight.paused || sight.gated || this.mode === "still") return sight.now;
    return sight.now + (performance.now() - this.#seen) * this.rate;
  }

  /** Table time that passes in a millisecond of ours. */
  get rate(): number {
    return this.sight?.rate ?? 1;
  }

  /** When the gate changes by itself, on the clock of this page. */
  gateAt = $state(0);

  /** Somebody here has yet to say that he is ready, or plays again. */
  get asked(): boolean {
    const gate = this.table?.gate;
    return !!gate && this.mine.some((s) => !gate.ready.includes(s));
  }

  /** People who are there and whom a start waits for. */
  get missing(): number[] {
    const gate = this.table?.gate;
    const away = (s: { kind: string; here?: boolean }): boolean => s.kind !== "person" || s.here === false;
    return (this.table?.seats ?? []).flatMap((s, i) => (!gate || away(s) || gate.ready.includes(i) ? [] : [i]));
  }

  /** Whoever is alone with bots may read in peace: the clock stands until all that was opened is closed. */
  breathe(): () => void {
    // Whatever opens is an effect: it must not run again because the clock stands.
    untrack(() => {
      if (++this.#breaths === 1) this.#stand(true);
    });
    let closed = false;
    return () => {
      if (closed) return;
      closed = true;
      if (--this.#breaths === 0) this.#stand(false);
    };
  }

  #stand(on: boolean): void {
    const table = this.table;
    if (this.mode === "lesson") return;
    const alone = this.mine.length === 1 && table?.seats.filter((s) => s.kind === "person").length === 1;
    const runs = alone && table.playing && !table.gate && !this.sight?.paused;
    if (on && !runs) return;
    if (!on && !this.#breathing) return;
    this.#breathing = on;
    if (table?.playing) this.send({ type: "pause", on });
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const learns = this.mode === "lesson";
    const asked = `?lang=${settings.kept.language}&phase=${encodeURIComponent(this.phase)}`;
    const path = learns ? `/learn/${encodeURIComponent(this.code)}${asked}` : "";
    const socket = new WebSocket(`${scheme}://${location.host}/ws${path}`);
    this.#socket = socket;
    if (!learns)
      socket.onopen = () =>
        socket.send(
          JSON.stringify({ type: "hello", protocol: PROTOCOL, code: this.code, token: this.#token ?? null }),
        );
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = () => {
      this.connected = false;
      if (this.#closed || this.gone) return;
      this.notice = { text: settings.words.lost, kind: "lost" };
      this.#retry = Math.min(8, this.#retry + 1);
      setTimeout(() => this.#connect(), 400 * this.#retry);
    };
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        if (this.#retry) this.say(settings.words.back, "ok");
        this.#retry = 0;
        this.connected = true;
        this.#token = message.token;
        if (this.mode === "seat") keepToken(this.code, message.token);
        this.#life += 1;
        this.#before = null;
        this.#sent.clear();
        this.lines = message.lines;
        this.#setTable(message.table, true);
        if (this.#inWords) this.send({ type: "in_words", language: this.#inWords });
        this.#sayAgain();
        break;
      case "worded":
        this.landing.after(() => (this.worded = message));
        break;
      case "log":
        this.lines = message.lines;
        break;
      case "lobby":
        this.landing.after(() => this.#setTable(message.table));
        break;
      case "sight":
        this.see(message);
        break;
      case "done":
        this.#drafts.delete(message.id);
        this.#unanswered.delete(message.id);
        this.#asked.get(message.id)?.({
          why: null,
          known: message.known !== false,
          code: "",
          settled: message.settled ?? null,
        });
        this.#asked.delete(message.id);
        this.#typed.get(message.id)?.(message.meant ?? null);
        this.#typed.delete(message.id);
        if (message.compensated) this.compensated = message.compensated;
        this.#arrived(message.id, true);
        break;
      case "lag":
        this.lag = message;
        break;
      case "lesson":
        this.landing.after(() => {
          this.lesson = {
            ...message,
            ...setIn(settings.kept.language, { say: message.say ?? "", learned: message.learned }),
          };
        });
        break;
      case "refused": {
        // What one was about to do, when it was over already: nobody meant to be told.
        if (this.#drafts.delete(message.id)) break;
        this.#unanswered.delete(message.id);
        this.#typed.get(message.id)?.(null);
        this.#typed.delete(message.id);
        // A press that came after the decision is late, whatever is offered by now.
        const late = this.#timed.has(message.id) && ["not_your_turn", "not_offered"].includes(message.code);
        const code = late ? "too_late" : message.code;
        const sentence = this.#refusal(code, message.details ?? {}, this.#moves.get(message.id) ?? "");
        const asked = this.#asked.get(message.id);
        this.#asked.delete(message.id);
        if (asked) {
          asked({ why: sentence, known: code !== "unknown_word", code, settled: null });
          break;
        }
        this.#arrived(message.id, false);
        // Why something is not what a lesson asks for follows, in words of its own.
        if (this.mode !== "lesson" || code !== "lesson_else") this.say(sentence, "no");
        this.deny(this.#held.get(message.id));
        break;
      }
      case "ended":
        this.#rest(LAST);
        this.landing.after(() => {
          this.ended = message;
          if (feast(message.outcome, this.table?.seats ?? [])) play("win", 300);
        });
        break;
      case "drawing": {
        const part = this.chance.open(message);
        if (part) this.send({ type: "open_part", part });
        break;
      }
      case "drafted":
        this.watched = message;
        break;
      case "spoke":
        this.bubble(
          message.seat ?? -1,
          message.text || commonWords().phrases[message.phrase] || message.phrase,
          false,
        );
        break;
      case "trouble":
        if (message.code) {
          const why = message.code === "damaged" ? "table_damaged" : "store_trouble";
          this.notice = { text: this.#refusal(why, {}, ""), kind: "lost" };
        } else this.notice = null;
        break;
      case "bye":
        this.gone = message.code;
        break;
    }
  }

  #setTable(table: TableView, greeted = false): void {
    if (table.playing && !this.table?.playing) {
      if (this.chance.leftOut(table.draw)) this.say(peopleWords().partLeftOut, "no");
      this.ended = null;
      this.lines = this.table ? [] : this.lines;
    }
    const before = this.table;
    const first = before?.game !== table.game;
    if (before && first) this.#forget();
    this.table = table;
    const promise = this.chance.promise(table, this.mine.length > 0, greeted);
    if (promise && this.mode !== "lesson") this.send({ type: "promise", promise });
    const left = table.gate?.opens ?? table.gate?.waits ?? 0;
    this.gateAt = performance.now() + Math.max(0, left - (this.lag?.round_trip ?? 0) / 2);
    if (before && this.mode === "seat") void this.#announce(before, table);
    if (first) void this.learn().catch(() => undefined);
    if (first) void api.texts(table.game, settings.kept.language).then((texts) => (this.texts = texts));
  }

  /** Asks what is known of the game that is on the table. */
  async learn(): Promise<GameInfo | null> {
    const game = this.table?.game;
    const found = (await api.games()).find((g) => g.info.key === game)?.info ?? null;
    if (game === this.table?.game) this.info = found;
    return found;
  }

  /** Another game: nothing of the last one is on the table any more. */
  #forget(): void {
    this.ended = null;
    this.sight = null;
    this.texts = null;
    this.info = null;
    this.mat = null;
    this.lines = [];
    this.laid = {};
    this.race = [];
    this.#stimulus = null;
  }

  async #announce(before: TableView, now: TableView): Promise<void> {
    const games = before.game === now.game ? [] : await api.games().catch(() => []);
    const name = games.find((g) => g.info.key === now.game)?.info.name ?? "";
    const news = tableNews(before, now, startWords(), name);
    if (news) this.say(news, "ok");
  }

  /** Draws what came: first where things are now, then the new view, then how they got there. */
  see(sight: Sight): void {
    this.watched = null;
    const rate = this.rate;
    this.#seen = performance.now();
    const stimulus = sight.stimulus ?? null;
    const urgent = stimulus !== null && stimulus !== this.#stimulus;
    this.#stimulus = stimulus;
    this.#draw(sight);
    const seen = (sight.events ?? []).find((e) => e.kind === "flash");
    if (seen?.face) {
      // At a calm table one sees longer.
      const ms = Number(bare(seen.data.ms) ?? 500) / Math.min(1, sight.rate ?? 1);
      this.flash = { face: seen.face, ms };
      setTimeout(() => (this.flash = null), ms);
    }
    const old = this.sight?.view;
    const show = this.stage?.prepare(old, sight, urgent);
    const told = show && this.mode !== "still" ? this.#life : null;
    if (show && told !== null) {
      this.#before ??= old?.scores ?? null;
      this.landing.hold(tick().then(show));
    } else if (show) void tick().then(show);
    this.#note(sight, rate);
    this.#call(old?.active ?? [], sight);
    this.sight = sight;
    for (const sent of this.#sent.values()) if (sent.done) this.#sent.delete(sent.key);
    if (told === null) this.#tell(sight);
    else this.landing.after(() => this.#life === told && this.#tell(sight));
  }

  /** The clock of a reaction starts when the stimulus is drawn, which the table is told at once: it knows then how
   *  slow this screen is. */
  #draw(sight: Sight): void {
    const offers = Object.values(sight.offers).flat();
    const shown = [sight.stimulus, ...offers.map((o) => o.stimulus)].filter((n) => n != null);
    const fresh = shown.filter((n) => !this.#drawn.has(n));
    this.#drawn = new Map(shown.map((n) => [n, this.#drawn.get(n) ?? performance.now()]));
    if (fresh.length)
      afterFrame(() => {
        const now = performance.now();
        for (const n of fresh) if (this.#drawn.has(n)) this.#drawn.set(n, now);
        const heard = this.mode === "seat" && this.connected && this.#socket?.readyState === WebSocket.OPEN;
        if (heard) this.#socket?.send(JSON.stringify({ type: "drew", stimulus: Math.max(...fresh) }));
      });
  }

  /** The points that may be shown. */
  get scores(): readonly (number | null)[] {
    return this.#before ?? this.sight?.view.scores ?? [];
  }

  /** What was just laid is looked at for a moment. */
  #rest(ms: number): void {
    if (this.stage && !settings.still) this.landing.hold(new Promise((over) => setTimeout(over, ms)));
  }

  /** What came of it: the log, the points, what was in vain. */
  #tell(sight: Sight): void {
    this.#before = null;
    const lasting = (sight.events ?? []).filter((e) => e.keep === "lasting");
    this.lines = [
      ...this.lines,
      ...lasting.map((e, i) => ({ number: this.lines.length + i, kind: e.kind, data: e.data })),
    ];
    const vain = lasting.find((e) => e.data.vain === 1 && this.mine.some((seat) => isSeat(e.data.seat, seat)));
    const foreign = (sight.events ?? []).find((e) => e.kind === "foreign");
    if (foreign) this.say(this.line({ number: 0, kind: foreign.kind, data: foreign.data }) ?? "", "ok");
    if (!vain) return;
    this.say(this.line({ number: 0, kind: vain.kind, data: vain.data }) ?? "", "no");
    this.deny([...this.#held.values()].at(-1));
  }

  /** Who laid what, and the times of a race. */
  #note(sight: Sight, rate: number): void {
    const zones = new Map([...(this.sight?.view.zones ?? []), ...sight.view.zones].map((z) => [z.name, z]));
    const laid = { ...this.laid };
    for (const event of sight.events ?? []) {
      if (event.kind !== "move" || !event.source || !event.target) continue;
      const [from, to] = [zones.get(event.source[0]), zones.get(event.target[0])];
      if (!to || (to.owner ?? -1) >= 0) continue;
      if (event.handle && (from?.owner ?? -1) >= 0)
        laid[to.name] = { seat: from?.owner ?? -1, handle: event.handle };
      else if (from !== to) delete laid[to.name];
    }
    this.laid = laid;
    this.#banter(sight);
    const lanes = (sight.events ?? []).flatMap((e): Lane[] => {
      const [race, seat, ms] = [bare(e.data.race), bare(e.data.seat), bare(e.data.ms)];
      if (typeof race !== "string" || typeof seat !== "number" || typeof ms !== "number") return [];
      const { shout, count, laid } = e.data;
      const what = shout === undefined ? "" : plain(this.phrase("{shout}", { shout }));
      // To touch a stack is no shout.
      if (told(shout)?.is !== "place") this.bubble(seat, what ? `${what} !` : "!", true);
      const cards = String(bare(laid) ?? "")
        .split(" ")
        .filter(Boolean);
      const many = typeof count === "number" ? count : null;
      return [{ seat, ms: Math.round(ms / rate), race, what, count: many, laid: cards }];
    });
    if (!lanes.length) return;
    if (!lanes.some((l) => this.mine.includes(l.seat))) play("shout");
    // A shout is heard at once; how quick it was is read when the cards are there.
    this.landing.after(() => {
      this.race = lanes.sort((a, b) => a.ms - b.ms);
      clearTimeout(this.#raceOver);
      this.#raceOver = window.setTimeout(() => (this.race = []), 6000);
    });
  }

  /** Bots have something to say of what happens; the next line each time. */
  #banter(sight: Sight): void {
    const said = (this.texts as Partial<Texts> | null)?.bubbles ?? {};
    for (const event of sight.events ?? [])
      for (const [role, value] of Object.entries(event.data)) {
        const key = role === "seat" ? event.kind : `${event.kind}.${role}`;
        const [lines, seat] = [said[key] ?? [], bare(value)];
        const chair = typeof seat === "number" ? this.table?.seats[seat] : undefined;
        if (!lines.length || typeof seat !== "number" || (chair?.kind !== "bot" && !chair?.stand_in)) continue;
        const at = (this.#uttered.get(key) ?? Math.floor(Math.random() * lines.length)) + 1;
        this.#uttered.set(key, at);
        this.bubble(seat, plain(this.phrase(lines[at % lines.length] ?? "", event.data)), false);
      }
  }

  /** Two taps of a spoon when the turn comes to somebody here. */
  #call(before: readonly number[], sight: Sight): void {
    const mine = this.mine;
    const now = sight.view.active.filter((s) => mine.includes(s) && (sight.offers[String(s)]?.length ?? 0) > 0);
    if (!now.some((s) => !before.includes(s))) return;
    play("turnYou", 250);
    buzz(20);
  }

  /** Something was refused: one shake of the card, a low knock. */
  deny(handle?: string): void {
    play("refused");
    buzz([15, 60, 15]);
    const shaken = handle ? { handle } : null;
    this.refused = shaken;
    setTimeout(() => {
      if (this.refused === shaken) this.refused = null;
    }, 450);
  }

  bubble(seat: number, text: string, loud: boolean): void {
    if (!loud && hushed.has(this.code, this.table?.seats[seat]?.name)) return;
    const said = { text, loud };
    this.bubbles = { ...this.bubbles, [seat]: said };
    setTimeout(() => {
      if (this.bubbles[seat] !== said) return;
      const { [seat]: _, ...rest } = this.bubbles;
      this.bubbles = rest;
    }, 3500);
  }

  /** Why a move would not do, as near to the reason as there is a sentence. */
  why(move: string, parameter: string, code = "not_possible"): string {
    return this.#refusal(code, { parameter }, move);
  }

  #refusal(code: string, details: Record<string, string | number>, move: string): string {
    const sentences = this.texts?.refusals ?? {};
    const parameter = `${move}.${details.parameter ?? ""}`;
    // What is wrong with a word is nearer to the reason than which argument it was.
    const vague = code === "not_possible" || code === "malformed";
    const keys = vague
      ? [parameter, `${move}.${code}`, code, "not_possible"]
      : [`${move}.${code}`, code, parameter, "not_possible"];
    const key = keys.find((k) => k in sentences);
    if (!key) return code;
    return plain(this.phrase(sentences[key] ?? code, { ...this.sight?.view.facts, ...details }));
  }

  say(text: string, kind: "no" | "ok"): void {
    if (this.lesson && kind === "no") {
      this.lesson = { ...this.lesson, say: text, wrong: true };
      return;
    }
    const notice = { text, kind };
    this.notice = notice;
    setTimeout(() => {
      if (this.notice === notice || this.notice?.text === text) this.notice = null;
    }, 4000);
  }

  send(command: Command): string {
    const meant = JSON.stringify({ ...command, reaction: null });
    const online = this.connected && this.#socket?.readyState === WebSocket.OPEN;
    // Who presses twice while the line is broken means it once.
    const same = online ? undefined : [...this.#unanswered].find(([, u]) => u.meant === meant)?.[0];
    const id = same ?? `${this.#run}${++this.#count}`;
    const text = JSON.stringify({ ...command, id });
    if ("move" in command) this.#moves.set(id, command.move);
    // What the page says by itself: nobody needs to be told that it came too late, and it is said anew, not again.
    if (["draft", "promise", "open_part"].includes(command.type)) this.#drafts.add(id);
    else this.#unanswered.set(id, { text, meant, at: Date.now() });
    if (online) this.#socket?.send(text);
    else this.notice = { text: settings.words.lost, kind: "lost" };
    return id;
  }

  /** What was on its way when the line broke: the same ids, so that nothing is done twice. */
  #sayAgain(): void {
    for (const [id, { text, at }] of this.#unanswered)
      if (Date.now() - at < FRESH) this.#socket?.send(text);
      else this.#unanswered.delete(id);
  }

  /** Would this be accepted, and are its words in the dictionary? */
  check(seat: number, offer: Offer, args: Record<string, unknown>): Promise<Checked> {
    return new Promise((resolve) => {
      const id = this.send({ type: "check", seat, move: offer.name, args: args as Record<string, Json> });
      this.#asked.set(id, resolve);
    });
  }

  /** Asks to be told in words as well; nothing: no longer. */
  readInWords(language: Language | null): void {
    this.#inWords = language;
    if (!language) this.worded = null;
    if (this.connected) this.send({ type: "in_words", language });
  }

  /** What somebody means who plays in words; null: it could not be asked just now. */
  answer(seat: number, line: string, said: HalfMove | null): Promise<Meant | null> {
    return new Promise((resolve) => {
      this.#typed.set(this.send({ type: "answer", seat, line, said }), resolve);
    });
  }

  /** Makes a move that was offered; in a race with the time since the stimulus was drawn. What is `several` may be on
   *  its way more than once, with other arguments each time. */
  play(
    seat: number,
    offer: Offer,
    args: Record<string, unknown> = {},
    when = touchedAt(),
    several = offer.stimulus !== null && offer.stimulus !== undefined,
  ): void {
    const timed = offer.stimulus ?? null;
    const drawn = timed === null ? undefined : this.#drawn.get(timed);
    const key = `${seat}/${offer.name}/${several ? JSON.stringify(args) : ""}`;
    if (this.#sent.has(key)) return;
    this.#lastPlay = performance.now();
    play(offer.secret && timed !== null ? "shout" : "press");
    buzz(10);
    const id = this.send({
      type: "play",
      seat,
      move: offer.name,
      args: args as never,
      answers: timed,
      reaction: drawn === undefined ? null : Math.max(0, when - drawn),
    });
    this.#sent.set(key, { key, id, done: false });
    setTimeout(() => this.#sent.get(key)?.id === id && this.#sent.delete(key), TWICE * 2);
    if (timed !== null) this.#timed.add(id);
    const card = Object.values(args).find((v) => typeof v === "string");
    if (typeof card === "string") this.#held.set(id, card);
  }

  /** The table has answered: refused, it may be tried again; taken, the sight that follows says what may be done. */
  #arrived(id: string, done: boolean): void {
    for (const sent of this.#sent.values())
      if (sent.id === id) {
        if (done) sent.done = true;
        else this.#sent.delete(sent.key);
      }
  }

  /** Whether something was played a moment ago: a finger that still taps does not ask for anything. */
  get twice(): boolean {
    return performance.now() - this.#lastPlay < TWICE;
  }

  name(seat: number): string {
    const chair = this.table?.seats[seat];
    if (!chair) return "";
    if (chair.kind === "bot" && chair.stand_in) return fill(startWords().botOf, { name: chair.name });
    return seat === this.reader
      ? settings.words.you
      : chair.name || this.ended?.names[seat] || `${settings.words.bot} ${seat + 1}`;
  }

  /** A sentence about a seat: to whoever reads it, of the others by name. */
  told(seat: number, they: string, you: string): string {
    return seat === this.reader ? you : fill(they, { name: this.name(seat) });
  }

  /** The seat of whoever reads this screen alone: it is spoken to, the others are spoken of. */
  get reader(): number | null {
    const mine = this.mine;
    return mine.length === 1 ? (mine[0] ?? null) : null;
  }

  get mine(): number[] {
    return (this.table?.seats ?? []).flatMap((s, i) => (s.yours ? [i] : []));
  }

  /** A line of the log in parts: names, letters, and the words between them. */
  parts(line: LogLine): Part[] | null {
    const sentences = this.texts?.events ?? {};
    const sentence = sentences[form(sentences, line.kind, line.data, this.reader)];
    return sentence ? this.phrase(sentence, line.data) : null;
  }

  /** What to do now, or what the others do, with what the table shows filled in. */
  prompt(yours: boolean): Part[] {
    const view = this.sight?.view;
    // While the table looks, what it looks at says more.
    const shown = view?.phase === "show" ? (view.interrupted?.at(-1) ?? "show") : (view?.phase ?? "");
    const offered = Object.values(this.sight?.offers ?? {}).filter((offers) => offers.length);
    const first = offered.length === 1 ? offered[0]?.[0]?.name : undefined;
    const prompt = this.texts?.phases[`${shown}.${first ?? ""}`] ?? this.texts?.phases[shown];
    // Of a list with an entry for each seat, one's own is meant.
    const seat = this.reader ?? -1;
    const facts = Object.entries(view?.facts ?? {}).map(([name, fact]): [string, unknown] => [
      name,
      Array.isArray(fact) && fact.length === view?.seats.length ? (fact[seat] ?? fact) : fact,
    ]);
    return this.phrase((yours ? prompt?.you : prompt?.others) ?? "", Object.fromEntries(facts));
  }

  /** A seat by its name, whoever reads it; a bot that stands in for somebody is told apart. */
  #called(seat: number): string {
    const chair = this.table?.seats[seat];
    return (chair?.stand_in ? "" : chair?.name) || this.name(seat);
  }

  /** A sentence filled in, as `phrase` says. */
  phrase(text: string, given: Record<string, unknown>): Part[] {
    return phrase(text, given, this.texts?.values ?? {}, (seat) => this.#called(seat));
  }

  line(line: LogLine): string | null {
    const parts = this.parts(line);
    return parts && plain(parts);
  }
}
