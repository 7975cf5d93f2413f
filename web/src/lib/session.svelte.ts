/** One table as this device sees it: the socket, what came last, and what was said. It decides nothing. */
import {
  PROTOCOL,
  type Ended,
  type FromClient,
  type FromServer,
  type LogLine,
  type Offer,
  type Sight,
  type TableView,
  type Texts,
} from "../protocol";
import { api } from "./api";
import { settings } from "./settings.svelte";
import { fill } from "./words";

type Command = FromClient extends infer M ? (M extends { id: string } ? Omit<M, "id"> : never) : never;

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

export class Session {
  code: string;
  table = $state.raw<TableView | null>(null);
  sight = $state.raw<Sight | null>(null);
  texts = $state.raw<Texts | null>(null);
  lines = $state.raw<LogLine[]>([]);
  ended = $state.raw<Ended | null>(null);
  connected = $state(false);
  notice = $state<{ text: string; kind: "no" | "lost" | "ok" } | null>(null);
  gone = $state<string | null>(null);
  flash = $state.raw<{ face: string; ms: number } | null>(null);

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

  constructor(code: string) {
    this.code = code.toUpperCase();
    this.#token = tokens()[this.code];
    this.#connect();
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
        keepToken(this.code, message.token);
        this.lines = message.lines;
        this.#setTable(message.table);
        break;
      case "lobby":
        this.#setTable(message.table);
        break;
      case "sight":
        this.#see(message);
        break;
      case "refused":
        this.say(this.#refusal(message.code, message.details ?? {}, this.#moves.get(message.id) ?? ""), "no");
        break;
      case "ended":
        this.ended = message;
        break;
      case "spoke":
        this.say(`${message.name} : ${message.text || message.phrase}`, "ok");
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
    if (first) void api.texts(table.game, settings.kept.language).then((texts) => (this.texts = texts));
  }

  #see(sight: Sight): void {
    this.#offset = sight.now - performance.now();
    const stimulus = sight.stimulus ?? null;
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
    const seen = (sight.events ?? []).find((e) => e.kind === "flash");
    if (seen?.face) {
      const ms = Number(seen.data.ms ?? 500);
      this.flash = { face: seen.face, ms };
      setTimeout(() => (this.flash = null), ms);
    }
    this.sight = sight;
  }

  #refusal(code: string, details: Record<string, string | number>, move: string): string {
    const sentences = this.texts?.refusals ?? {};
    const keys = [`${move}.${details.parameter ?? ""}`, `${move}.${code}`, code, "not_possible"];
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

  send(command: Command): void {
    const id = `${this.#run}${++this.#count}`;
    if ("move" in command) this.#moves.set(id, command.move);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ ...command, id }));
    else this.notice = { text: settings.words.lost, kind: "lost" };
  }

  /** Makes a move that was offered; in a race with the time since the stimulus was drawn. */
  play(seat: number, offer: Offer, args: Record<string, unknown> = {}): void {
    const timed = offer.stimulus ?? null;
    this.send({
      type: "play",
      seat,
      move: offer.name,
      args: args as never,
      answers: timed,
      reaction: timed !== null && timed === this.#stimulus ? performance.now() - this.#drawn : null,
    });
  }

  name(seat: number): string {
    const chair = this.table?.seats[seat];
    if (!chair) return "";
    return chair.yours && this.mine.length === 1 ? settings.words.you : chair.name || `${settings.words.bot} ${seat + 1}`;
  }

  get mine(): number[] {
    return (this.table?.seats ?? []).flatMap((s, i) => (s.yours ? [i] : []));
  }

  line(line: LogLine): string | null {
    const sentence = this.texts?.events[line.kind];
    if (!sentence) return null;
    const data: Record<string, unknown> = { ...line.data };
    for (const key of ["seat", "owner", "starter", "winner", "leader", "giver", "taker"])
      if (typeof data[key] === "number") data[key] = this.name(data[key]);
    for (const [key, value] of Object.entries(data))
      if (typeof value === "string") data[key] = this.texts?.values[value] ?? value;
    return fill(sentence, data);
  }
}
