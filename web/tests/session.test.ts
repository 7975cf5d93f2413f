import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { promiseOf } from "../src/lib/people/chance";
import { hushed } from "../src/lib/people/hushed.svelte";
import { Session } from "../src/lib/session.svelte";
import { settings } from "../src/lib/settings.svelte";
import type { Stage } from "../src/lib/table/motion";
import type { Offer, Sight, TableView, Texts } from "../src/protocol";

/** A socket whose other end is the test. */
class Line {
  static readonly OPEN = 1;
  static all: Line[] = [];
  readyState = 1;
  said: Record<string, unknown>[] = [];
  /** What the page says by itself: its part in chance. */
  chance: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    Line.all.push(this);
  }
  send(text: string): void {
    const message = JSON.parse(text) as Record<string, unknown>;
    (["promise", "open_part"].includes(String(message.type)) ? this.chance : this.said).push(message);
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const WHO = { is: "seat", value: 1 } as const;
const K = { is: "face", value: "K" } as const;

const TEXTS = {
  name: "Amérix",
  moves: { lay: "Poser" },
  bubbles: {},
  events: { lays: "{seat} pose {symbol}." },
  refusals: {
    "lay.card": "Cette carte ne va pas.",
    "lay.too_early": "Un instant !",
    not_possible: "Pas possible.",
  },
  values: {},
  phases: {},
  zones: {},
  options: {},
  endings: {},
} as unknown as Texts;

const table = (over: Partial<TableView> = {}) =>
  ({
    code: "ABCDEF",
    game: "amerix",
    seats: [
      { kind: "person", name: "Zoé", yours: true, host: true },
      { kind: "bot", name: "" },
    ],
    options: {},
    public: false,
    chat: false,
    friends: false,
    playing: false,
    played: 0,
    you_host: true,
    spectators: 0,
    ...over,
  }) as TableView;

const sight = (over: Partial<Sight> = {}): Sight =>
  ({
    type: "sight",
    number: 1,
    now: 1000,
    view: { zones: [], active: [], scores: [], you: [0], seats: [{}, {}], phase: "turn", facts: {} },
    offers: {},
    ...over,
  }) as unknown as Sight;

function line(): Line {
  const last = Line.all.at(-1);
  if (!last) throw new Error("no socket");
  return last;
}

async function seated(): Promise<Session> {
  const session = new Session("abcdef");
  line().onopen?.();
  line().hear({ type: "welcome", protocol: 2, token: "secret", table: table(), lines: [] });
  await vi.waitFor(() => {
    expect(session.texts).not.toBeNull();
  });
  return session;
}

beforeEach(() => {
  Line.all = [];
  settings.set({ language: "fr", sound: false });
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(TEXTS))));
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a session", () => {
  it("says hello with the code in capitals, and keeps the token for next time", async () => {
    await seated();
    expect(line().said[0]).toMatchObject({ type: "hello", code: "ABCDEF", token: null });
    new Session("ABCDEF");
    line().onopen?.();
    expect(line().said[0]).toMatchObject({ token: "secret" });
  });

  it("of a big screen takes nobody's seat", async () => {
    await seated();
    new Session("ABCDEF", "watch");
    line().onopen?.();
    expect(line().said[0]).toMatchObject({ token: null });
  });

  it("knows which chairs are ours, and calls the only one of them “toi”", async () => {
    const session = await seated();
    expect(session.mine).toEqual([0]);
    expect(session.name(0)).toBe("Toi");
    expect(session.name(1)).toContain("2");
  });

  it("promises a part in chance, opens it when all have promised, and says if it was left out", async () => {
    const session = await seated();
    const promise = String(line().chance[0]?.promise);
    line().hear({ type: "drawing", promise: "00", promises: [promise] });
    const part = String(line().chance[1]?.part);
    expect(promiseOf(part)).toBe(promise);
    const parts = [{ promise, part: null, seats: [0] }];
    line().hear({ type: "lobby", table: table({ playing: true, draw: { promise: "00", parts } }) });
    expect(session.notice?.text).toContain("n’a pas été comptée");
    line().hear({ type: "lobby", table: table() });
    expect(line().chance[2]).toMatchObject({ type: "promise" });
    expect(line().chance[2]?.promise).not.toBe(promise);
  });

  it("does not show what somebody says whom this device does not want to hear", async () => {
    const session = await seated();
    const seats = [...table().seats, { kind: "person" as const, name: "Max" }];
    line().hear({ type: "lobby", table: table({ seats }) });
    hushed.set("ABCDEF", "Max", true);
    line().hear({ type: "spoke", seat: 2, name: "Max", phrase: "bravo", text: "" });
    expect(session.bubbles).toEqual({});
    hushed.set("ABCDEF", "Max", false);
    line().hear({ type: "spoke", seat: 2, name: "Max", phrase: "bravo", text: "" });
    expect(session.bubbles[2]?.text).toContain("Bravo");
  });

  it("numbers its commands so that none is done twice", async () => {
    const session = await seated();
    session.send({ type: "start" });
    session.send({ type: "start" });
    const ids = line()
      .said.slice(1)
      .map((m) => m.id);
    expect(new Set(ids).size).toBe(2);
  });

  it("says that the line is lost, comes back by itself, and says so", async () => {
    const session = await seated();
    vi.useFakeTimers();
    line().close();
    expect(session.connected).toBe(false);
    expect(session.notice?.kind).toBe("lost");
    vi.advanceTimersByTime(10_000);
    expect(Line.all).toHaveLength(2);
    line().onopen?.();
    expect(line().said[0]).toMatchObject({ type: "hello", token: "secret" });
    line().hear({ type: "welcome", protocol: 2, token: "secret", table: table(), lines: [] });
    expect(session.connected).toBe(true);
    expect(session.notice?.kind).toBe("ok");
    vi.advanceTimersByTime(10_000);
    expect(session.notice).toBeNull();
  });

  it("does not come back once it was closed, or was sent away", async () => {
    const session = await seated();
    vi.useFakeTimers();
    line().hear({ type: "bye", code: "left" });
    line().close();
    vi.advanceTimersByTime(60_000);
    expect(Line.all).toHaveLength(1);
    expect(session.gone).toBe("left");
  });

  it("sends nothing into a broken line, and says so", async () => {
    const session = await seated();
    line().readyState = 3;
    session.send({ type: "start" });
    expect(line().said).toHaveLength(1);
    expect(session.notice?.kind).toBe("lost");
  });

  it("finds the nearest sentence for a refusal", async () => {
    const session = await seated();
    const refused = (code: string, details: object) => {
      session.play(0, { name: "lay" }, {});
      line().hear({ type: "refused", id: line().said.at(-1)?.id, code, details });
      return session.notice?.text;
    };
    expect(refused("not_possible", { parameter: "card" })).toBe("Cette carte ne va pas.");
    expect(refused("too_early", {})).toContain("Un instant");
    expect(refused("whatever", {})).toBe("Pas possible.");
  });

  it("adds lasting events to the log, with names for seats, and forgets passing ones", async () => {
    const session = await seated();
    line().hear(
      sight({
        events: [
          { kind: "lays", keep: "lasting", data: { seat: WHO, symbol: K } },
          { kind: "move", keep: "passing", data: {} },
        ] as never,
      }),
    );
    expect(session.lines).toHaveLength(1);
    expect(session.line({ number: 0, kind: "lays", data: { seat: WHO, symbol: K } })).toMatch(/2 pose K\./);
    expect(session.line({ number: 0, kind: "unheard_of", data: {} })).toBeNull();
  });

  it("tells the reaction in a race from the drawing of what it answers, and only then", async () => {
    const session = await seated();
    const race = { name: "shout", stimulus: 4 } as Offer;
    line().hear(sight({ stimulus: 4 }));
    session.play(0, race, { kind: "suite" });
    const timed = line().said.at(-1);
    expect(timed).toMatchObject({ type: "play", answers: 4, args: { kind: "suite" } });
    expect(timed?.reaction).toBeGreaterThanOrEqual(0);
    session.play(0, { name: "shout", stimulus: 3 });
    expect(line().said.at(-1)).toMatchObject({ answers: 3, reaction: null });
    session.play(0, { name: "lay" });
    expect(line().said.at(-1)).toMatchObject({ answers: null, reaction: null });
  });

  it("says that a stimulus is drawn, once, after the frame", async () => {
    const session = await seated();
    const drew = () => line().said.filter((m) => m.type === "drew");
    line().hear(sight({ stimulus: 4 }));
    expect(drew()).toEqual([]);
    await vi.waitFor(() => expect(drew()).toEqual([{ type: "drew", stimulus: 4 }]));
    line().hear(sight({ stimulus: 4 }));
    line().hear(sight({ stimulus: 6, offers: { "0": [{ name: "shout", stimulus: 5 }] } }));
    await vi.waitFor(() => expect(drew()).toHaveLength(2));
    expect(drew()[1]).toEqual({ type: "drew", stimulus: 6 });
    session.play(0, { name: "shout", stimulus: 6 });
    expect(line().said.at(-1)?.reaction).toBeLessThan(1000);
  });

  it("counts a press from the touch, not from its handling", async () => {
    const session = await seated();
    line().hear(sight({ stimulus: 4 }));
    await vi.waitFor(() => expect(line().said.some((m) => m.type === "drew")).toBe(true));
    const late = new Event("pointerdown");
    Object.defineProperty(late, "timeStamp", { value: performance.now() + 5000 });
    const press = () => session.play(0, { name: "shout", stimulus: 4 });
    addEventListener("pointerdown", press, { once: true });
    dispatchEvent(late);
    expect(line().said.at(-1)?.reaction).toBeGreaterThan(4000);
  });

  it("runs table time on from what it was last told", async () => {
    const session = await seated();
    line().hear(sight({ now: 50_000 }));
    const then = session.now();
    expect(then).toBeGreaterThanOrEqual(50_000);
    expect(then).toBeLessThan(51_000);
  });

  it("shows the end until the next game starts", async () => {
    const session = await seated();
    line().hear({ type: "lobby", table: table({ playing: true }) });
    line().hear({
      type: "ended",
      game_id: "x",
      outcome: { ranks: [1, 2], scores: [3, 1], detail: "", result: "winners" },
      seed: "00",
      commitment: "",
    });
    line().hear({ type: "lobby", table: table() });
    expect(session.ended?.game_id).toBe("x");
    line().hear({ type: "lobby", table: table({ playing: true }) });
    expect(session.ended).toBeNull();
    expect(session.lines).toEqual([]);
  });

  it("asks whether a move would do", async () => {
    const session = await seated();
    const good = session.check(0, { name: "lay" }, {});
    line().hear({ type: "done", id: line().said.at(-1)?.id });
    await expect(good).resolves.toEqual({ why: null, known: true, code: "", settled: null });
    const strange = session.check(0, { name: "lay" }, {});
    line().hear({ type: "done", id: line().said.at(-1)?.id, known: false });
    await expect(strange).resolves.toEqual({ why: null, known: false, code: "", settled: null });
    const bad = session.check(0, { name: "lay" }, {});
    line().hear({
      type: "refused",
      id: line().said.at(-1)?.id,
      code: "not_possible",
      details: { parameter: "card" },
    });
    await expect(bad).resolves.toEqual({
      why: "Cette carte ne va pas.",
      known: true,
      code: "not_possible",
      settled: null,
    });
  });

  /** Cards that fly until the test lets them land. */
  function flying(session: Session): () => Promise<void> {
    let land = (): void => undefined;
    const landed = new Promise<void>((done) => (land = done));
    session.stage = { prepare: () => () => landed } as unknown as Stage;
    return async () => {
      land();
      await vi.waitFor(() => {
        expect(session.landing.flying).toBe(false);
      });
    };
  }
  const scored = (scores: number[]): Partial<Sight> => ({
    view: { zones: [], active: [], scores, you: [0], seats: [{}, {}], phase: "turn", facts: {} } as never,
  });

  it("tells what came of a move once its cards have landed", async () => {
    const session = await seated();
    line().hear(sight(scored([0, 0])));
    const land = flying(session);
    const events = [
      {
        kind: "lays",
        keep: "lasting",
        data: { seat: WHO, symbol: K, race: { is: "term", value: "won" }, ms: { is: "span", value: 900 } },
      },
    ] as never;
    line().hear(sight({ ...scored([0, 5]), events }));
    const outcome = { ranks: [2, 1], scores: [0, 5], result: "winners", reason: "rule", detail: "" };
    line().hear({ type: "ended", game_id: "x", outcome, seed: "00", commitment: "", stand_ins: [], names: [] });
    line().hear({ type: "lobby", table: table({ public: true }) });
    expect(session.sight?.view.scores).toEqual([0, 5]);
    expect(session.scores).toEqual([0, 0]);
    expect(session.lines).toHaveLength(0);
    expect(session.race).toHaveLength(0);
    expect(session.ended).toBeNull();
    await land();
    expect(session.scores).toEqual([0, 5]);
    expect(session.lines).toHaveLength(1);
    expect(session.race).toHaveLength(1);
    expect(session.ended).not.toBeNull();
    expect(session.table?.public).toBe(true);
  });

  it("does not tell twice what a greeting has told already", async () => {
    const session = await seated();
    line().hear(sight());
    const land = flying(session);
    const lays = { kind: "lays", keep: "lasting", data: { seat: WHO, symbol: K } };
    line().hear(sight({ events: [lays] as never }));
    const told = [{ number: 0, kind: "lays", data: lays.data }];
    line().hear({ type: "welcome", protocol: 2, token: "secret", table: table(), lines: told });
    await land();
    expect(session.lines).toHaveLength(1);
  });

  it("takes a second tap on the same thing for the first one", async () => {
    const session = await seated();
    const offer = { name: "lay" } as Offer;
    const played = () => line().said.filter((m) => m.type === "play");
    session.play(0, offer, { card: "a" });
    session.play(0, offer, { card: "a" });
    expect(played()).toHaveLength(1);
    expect(session.twice).toBe(true);
    line().hear({ type: "done", id: played()[0]?.id });
    session.play(0, offer, { card: "a" });
    expect(played()).toHaveLength(1);
    line().hear(sight());
    session.play(0, offer, { card: "b" });
    expect(played()).toHaveLength(2);
    line().hear({ type: "refused", id: played()[1]?.id, code: "not_possible", details: {} });
    session.play(0, offer, { card: "b" });
    expect(played()).toHaveLength(3);
  });

  it("lets different shouts of a race through", async () => {
    const session = await seated();
    const offer = { name: "shout", stimulus: 4 } as Offer;
    session.play(0, offer, { kind: "suite" });
    session.play(0, offer, { kind: "suite" });
    session.play(0, offer, { kind: "voyelle" });
    expect(line().said.filter((m) => m.type === "play")).toHaveLength(2);
  });

  it("says again what was not answered, with the same id, and what was is not", async () => {
    const session = await seated();
    session.send({ type: "pause", on: true });
    session.send({ type: "ready" });
    const [first, second] = line().said.slice(1);
    line().hear({ type: "done", id: first?.id });
    vi.useFakeTimers();
    line().close();
    session.send({ type: "react", phrase: "bravo" });
    session.send({ type: "react", phrase: "bravo" });
    vi.advanceTimersByTime(5_000);
    line().onopen?.();
    expect(line().said).toHaveLength(1);
    line().hear({ type: "welcome", protocol: 2, token: "secret", table: table(), lines: [] });
    const again = line().said.slice(1);
    expect(again).toHaveLength(2);
    expect(again[0]).toEqual(second);
    expect(again[1]).toMatchObject({ type: "react", phrase: "bravo" });
  });

  it("does not say again what is too old to be meant still", async () => {
    const session = await seated();
    vi.useFakeTimers();
    line().close();
    session.play(0, { name: "lay" });
    vi.advanceTimersByTime(40_000);
    line().onopen?.();
    line().hear({ type: "welcome", protocol: 2, token: "secret", table: table(), lines: [] });
    expect(line().said).toHaveLength(1);
  });

  it("runs table time at the rate of the table, and not at all while it stands", async () => {
    const session = await seated();
    let now = 1_000;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
    line().hear(sight({ now: 50_000, rate: 0.5 }));
    now += 400;
    expect(session.now()).toBe(50_200);
    for (const standing of [{ gated: true }, { paused: true }]) {
      line().hear(sight({ now: 60_000, rate: 0.5, ...standing }));
      now += 400;
      expect(session.now()).toBe(60_000);
    }
    clock.mockRestore();
  });

  it("tells times of races as people live them", async () => {
    const session = await seated();
    line().hear(sight({ rate: 0.5 }));
    const told = {
      kind: "wins",
      keep: "fleeting",
      data: {
        race: { is: "term", value: "won" },
        seat: WHO,
        ms: { is: "span", value: 450 },
        shout: { is: "term", value: "suite" },
      },
    };
    // The first round is over with this race: it was still run at the old rate.
    line().hear(sight({ rate: 1, events: [told] as never }));
    expect(session.race[0]?.ms).toBe(900);
  });

  it("stops the clock while somebody alone reads, once for all that is open", async () => {
    const session = await seated();
    line().hear({ type: "lobby", table: table({ playing: true }) });
    line().hear(sight());
    const before = line().said.length;
    const close = [session.breathe(), session.breathe()];
    close[0]?.();
    close[0]?.();
    close[1]?.();
    expect(line().said.slice(before)).toMatchObject([
      { type: "pause", on: true },
      { type: "pause", on: false },
    ]);
  });

  it("stops it for nobody else, nor at a gate, nor where it stands already", async () => {
    const session = await seated();
    const both = [
      { kind: "person", name: "Zoé", yours: true },
      { kind: "person", name: "Nino" },
    ] as TableView["seats"];
    const gate = { again: false, ready: [], waits: null, opens: null };
    const tables = [table({ playing: true, seats: both }), table({ playing: true, gate }), table()];
    for (const seen of tables) {
      line().hear({ type: "lobby", table: seen });
      const before = line().said.length;
      session.breathe()();
      expect(line().said).toHaveLength(before);
    }
  });

  it("tells who left, who hosts, and that a bot plays in another's name", async () => {
    const session = await seated();
    const seats = (first: object) =>
      [
        first,
        { kind: "person", name: "Zoé", yours: true },
        { kind: "person", name: "Mamie" },
      ] as TableView["seats"];
    const papy = { kind: "person", name: "Papy", host: true };
    line().hear({ type: "lobby", table: table({ playing: true, you_host: false, seats: seats(papy) }) });
    const left = seats({ kind: "bot", name: "Papy", stand_in: true });
    left[2] = { kind: "person", name: "Mamie", host: true };
    line().hear({ type: "lobby", table: table({ playing: true, you_host: false, seats: left }) });
    await vi.waitFor(() => {
      expect(session.notice?.text).toBe(
        "Papy a quitté la table. Un robot joue à sa place. C’est maintenant Mamie qui lance les parties.",
      );
    });
    expect(session.name(0)).toBe("le robot de Papy");
  });

  it("forgets the last game when another one is proposed", async () => {
    const session = await seated();
    line().hear(sight());
    line().hear({ type: "lobby", table: table({ game: "corsix" }) });
    expect(session.sight).toBeNull();
    expect(session.ended).toBeNull();
  });
});
