/** One table as this device sees it: the socket, what came last, and what was said. It decides nothing. */
import { tick } from "svelte";
import {
  PROTOCOL,
  type Drafted,
  type Ended,
  type FromClient,
  type FromServer,
  type GameInfo,
  type Json,
  type Lag,
  type LogLine,
  type Offer,
  type Sight,
  type TableView,
  type Texts,
} from "../protocol";
import { api } from "./api";
import { settings } from "./settings.svelte";
import type { Stage } from "./table/motion";
import { buzz, play } from "./table/sounds";
import { say as tableWords } from "./table/words";
import { fill } from "./words";

type Command = FromClient extends infer M ? (M extends { id: string } ? Omit<M, "id"> : never) : never;

/** What a player said is never translated. */
const SAID = ["word", "words", "sentence"];
/** Fields of events that hold a seat. */
const SEATED = ["seat", "owner", "starter", "winner", "leader", "giver", "taker"];

export interface Part {
  text: string;
  kind: "words" | "name" | "letter";
}

/** One runner of a race that is decided. */
export interface Lane {
  seat: number;
  ms: number;
  /** What came of it, as the protocol says: won, tied, wrong or late. */
  race: string;
  what: string;
  count: number | null;
}

const TOKENS = "tablee.tokens";

function tokens(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(TOKENS) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export function keepToken(code: string, token: string): void {
  const all = { ...tokens(), [code]: token };
  const latest = Object.fromEntries(Object.entries(all).slice(-20));
  try {
    localStorage.setItem(TOKENS, JSON.stringify(latest));
  } catch {
    // Without storage the seat lasts as long as the page.
  }
}

/** The table's answer to a move that is not made yet. */
export interface Checked {
  /** Why it would be refused; null: it would not. */
  why: string | null;
  known: boolean;
}

export class Session {
  code: string;
  table = $state.raw<TableView | null>(null);
  sight = $state.raw<Sight | null>(null);
  texts = $state.raw<Texts | null>(null);
  /** What is known of the game before anything happens. */
  info = $state.raw<GameInfo | null>(null);
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
  lag = $state.raw<Lag | null>(null);
  compensated = $state(0);
  /** The card that was refused, for a shake. */
  refused = $state.raw<{ handle: string } | null>(null);
  /** Moves cards on the screen; set by the table while it is shown. */
  stage: Stage | null = null;

  #socket: WebSocket | null = null;
  #token: string | undefined;
  #count = 0;
  #run = Math.random().toString(36).slice(2, 8);
  #offset = 0;
  #stimulus: number | null = null;
  #drawn = 0;
  #closed = false;
  #retry = 0;
  #moves = new Map<string, string>();
  #held = new Map<string, string>();
  #timed = new Set<string>();
  #asked = new Map<string, (answer: Checked) => void>();
  #raceOver = 0;

  /** `watch` looks on without this device's seats (a TV); `still` shows what it is given (a replay). */
  constructor(
    code: string,
    readonly mode: "seat" | "watch" | "still" = "seat",
  ) {
    this.code = code.toUpperCase();
    if (mode === "seat") this.#token = tokens()[this.code];
    if (mode !== "still") this.#connect();
  }

  /** Table time now. */
  now(): number {
    return performance.now() + this.#offset;
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket = socket;
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
        this.lines = message.lines;
        this.#setTable(message.table);
        break;
      case "log":
        this.lines = message.lines;
        break;
      case "lobby":
        this.#setTable(message.table);
        break;
      case "sight":
        this.see(message);
        break;
      case "done":
        this.#asked.get(message.id)?.({ why: null, known: message.known !== false });
        this.#asked.delete(message.id);
        if (message.compensated) this.compensated = message.compensated;
        break;
      case "lag":
        this.lag = message;
        break;
      case "refused": {
        // A press that came after the decision is late, whatever is offered by now.
        const late = this.#timed.has(message.id) && ["not_your_turn", "not_offered"].includes(message.code);
        const code = late ? "too_late" : message.code;
        const sentence = this.#refusal(code, message.details ?? {}, this.#moves.get(message.id) ?? "");
        const asked = this.#asked.get(message.id);
        this.#asked.delete(message.id);
        if (asked) {
          asked({ why: sentence, known: code !== "unknown_word" });
          break;
        }
        this.say(sentence, "no");
        this.deny(this.#held.get(message.id));
        break;
      }
      case "ended":
        this.ended = message;
        play("win", 300);
        break;
      case "drafted":
        this.watched = message;
        break;
      case "spoke":
        this.bubble(
          message.seat ?? -1,
          message.text || tableWords().phrases[message.phrase] || message.phrase,
          false,
        );
        break;
      case "trouble":
        if (message.code) this.notice = { text: this.#refusal("store_trouble", {}, ""), kind: "lost" };
        else this.notice = null;
        break;
      case "bye":
        this.gone = message.code;
        break;
    }
  }

  #setTable(table: TableView): void {
    if (table.playing && !this.table?.playing) {
      this.ended = null;
      this.lines = this.table ? [] : this.lines;
    }
    const first = this.table?.game !== table.game;
    this.table = table;
    if (first && this.mode === "seat")
      void api.games().then(
        (games) => (this.info = games.find((g) => g.info.key === table.game)?.info ?? null),
        () => undefined,
      );
    if (first) void api.texts(table.game, settings.kept.language).then((texts) => (this.texts = texts));
  }

  /** Draws what came: first where things are now, then the new view, then how they got there. */
  see(sight: Sight): void {
    this.watched = null;
    this.#offset = sight.now - performance.now();
    const stimulus = sight.stimulus ?? null;
    const urgent = stimulus !== null && stimulus !== this.#stimulus;
    if (stimulus !== this.#stimulus) {
      this.#stimulus = stimulus;
      this.#drawn = performance.now();
      // The clock of a reaction starts with the frame that draws the stimulus.
      requestAnimationFrame(() => {
        if (this.#stimulus === stimulus) this.#drawn = performance.now();
      });
    }
    const lasting = (sight.events ?? []).filter((e) => e.keep === "lasting");
    this.lines = [
      ...this.lines,
      ...lasting.map((e, i) => ({ number: this.lines.length + i, kind: e.kind, data: e.data })),
    ];
    const vain = lasting.find((e) => e.data.vain === 1 && this.mine.includes(Number(e.data.seat)));
    if (vain) {
      this.say(this.line({ number: 0, kind: vain.kind, data: vain.data }) ?? "", "no");
      this.deny([...this.#held.values()].at(-1));
    }
    const foreign = (sight.events ?? []).find((e) => e.kind === "foreign");
    if (foreign) this.say(this.line({ number: 0, kind: foreign.kind, data: foreign.data }) ?? "", "ok");
    const seen = (sight.events ?? []).find((e) => e.kind === "flash");
    if (seen?.face) {
      const ms = Number(seen.data.ms ?? 500);
      this.flash = { face: seen.face, ms };
      setTimeout(() => (this.flash = null), ms);
    }
    const old = this.sight?.view;
    const show = this.stage?.prepare(old, sight, urgent);
    this.#note(sight);
    this.#call(old?.active ?? [], sight);
    this.sight = sight;
    if (show) void tick().then(show);
  }

  /** Who laid what, and the times of a race. */
  #note(sight: Sight): void {
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
    const lanes = (sight.events ?? []).flatMap((e): Lane[] => {
      const { race, seat, ms, shout, count } = e.data;
      if (typeof race !== "string" || typeof seat !== "number" || typeof ms !== "number") return [];
      const what = String(shout ?? "");
      // To touch a stack is no shout.
      if (!what.includes(":")) this.bubble(seat, what ? `${this.texts?.values[what] ?? what} !` : "!", true);
      return [{ seat, ms, race, what, count: typeof count === "number" ? count : null }];
    });
    if (!lanes.length) return;
    this.race = lanes.sort((a, b) => a.ms - b.ms);
    if (!lanes.some((l) => this.mine.includes(l.seat))) play("shout");
    clearTimeout(this.#raceOver);
    this.#raceOver = window.setTimeout(() => (this.race = []), 6000);
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
    return key ? fill(sentences[key] ?? code, details) : code;
  }

  say(text: string, kind: "no" | "ok"): void {
    const notice = { text, kind };
    this.notice = notice;
    setTimeout(() => {
      if (this.notice === notice || this.notice?.text === text) this.notice = null;
    }, 4000);
  }

  send(command: Command): string {
    const id = `${this.#run}${++this.#count}`;
    if ("move" in command) this.#moves.set(id, command.move);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ ...command, id }));
    else this.notice = { text: settings.words.lost, kind: "lost" };
    return id;
  }

  /** Would this be accepted, and are its words in the dictionary? */
  check(seat: number, offer: Offer, args: Record<string, unknown>): Promise<Checked> {
    return new Promise((resolve) => {
      const id = this.send({ type: "check", seat, move: offer.name, args: args as Record<string, Json> });
      this.#asked.set(id, resolve);
    });
  }

  /** Makes a move that was offered; in a race with the time since the stimulus was drawn. */
  play(seat: number, offer: Offer, args: Record<string, unknown> = {}, when = performance.now()): void {
    const timed = offer.stimulus ?? null;
    play(offer.secret && timed !== null ? "shout" : "press");
    buzz(10);
    const id = this.send({
      type: "play",
      seat,
      move: offer.name,
      args: args as never,
      answers: timed,
      reaction: timed !== null && timed === this.#stimulus ? Math.max(0, when - this.#drawn) : null,
    });
    if (timed !== null) this.#timed.add(id);
    const card = Object.values(args).find((v) => typeof v === "string");
    if (typeof card === "string") this.#held.set(id, card);
  }

  name(seat: number): string {
    const chair = this.table?.seats[seat];
    if (!chair) return "";
    return chair.yours && this.mine.length === 1
      ? settings.words.you
      : chair.name || this.ended?.names[seat] || `${settings.words.bot} ${seat + 1}`;
  }

  get mine(): number[] {
    return (this.table?.seats ?? []).flatMap((s, i) => (s.yours ? [i] : []));
  }

  /** A line of the log in parts: names, letters, and the words between them. */
  parts(line: LogLine): Part[] | null {
    const sentence = this.texts?.events[line.kind];
    return sentence ? this.phrase(sentence, line.data) : null;
  }

  /** A sentence filled in; seats become names and single letters become tiles. */
  phrase(sentence: string, given: Record<string, unknown>): Part[] {
    const data: Record<string, unknown> = { ...given };
    for (const [key, value] of Object.entries(data)) {
      if (typeof value === "number" && SEATED.includes(key))
        data[key] = `\u0001n${this.table?.seats[value]?.name || this.name(value)}\u0002`;
      else if (typeof value === "string" && /^[pbvy]?[A-Z]$/.test(value)) data[key] = `\u0001l${value}\u0002`;
      else if (typeof value === "string" && !SAID.includes(key)) data[key] = this.texts?.values[value] ?? value;
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

  line(line: LogLine): string | null {
    return (
      this.parts(line)
        ?.map((part) => part.text)
        .join("") ?? null
    );
  }
}
