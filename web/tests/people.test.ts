import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import Chair from "../src/lib/Chair.svelte";
import { Chance, holds, promiseOf } from "../src/lib/people/chance";
import { hushed } from "../src/lib/people/hushed.svelte";
import Manage from "../src/lib/people/Manage.svelte";
import SentAway from "../src/lib/people/SentAway.svelte";
import Stored from "../src/lib/people/Stored.svelte";
import { hashOf } from "../src/lib/proof";
import type { Session } from "../src/lib/session.svelte";
import { settings } from "../src/lib/settings.svelte";
import type { SharedDraw, TableView } from "../src/protocol";

const { forget } = vi.hoisted(() => ({ forget: vi.fn(() => Promise.resolve({ tables: 1 })) }));
vi.mock("../src/lib/api", () => ({
  api: {
    stored: () =>
      Promise.resolve({ keep_days: 30, tables: [{ code: "ABCDEF", names: ["Léa"], games: [{}, {}] }] }),
    forget,
  },
}));

const OWN = "53".repeat(16);
const [LEA, TOM] = ["4c".repeat(16), "54".repeat(16)].sort((a, b) => (promiseOf(a) < promiseOf(b) ? -1 : 1)) as [
  string,
  string,
];
const lobby = (over: Partial<TableView> = {}): TableView => ({ playing: false, ...over }) as TableView;
const drawOf = (...parts: (string | null)[]): SharedDraw => ({
  promise: promiseOf(OWN),
  parts: [LEA, TOM].map((part, i) => ({ promise: promiseOf(part), part: parts[i] ?? null, seats: [i] })),
});
const seedOf = (...parts: string[]): string => hashOf("tablee draw ", OWN + parts.join("")).slice(0, 32);

describe("a seed that nobody controls", () => {
  it("is hashed as the server does it", () => {
    // sha256(b"tablee part " + b"S" * 16), worked out in Python.
    expect(promiseOf(OWN)).toBe("bcf004dfbd976611ec65d4c5f26ae18ac3ea0ef3b7b8a404d66ed438c4cb78cc");
  });

  it("holds if every part was promised and the seed is made of those that were opened", () => {
    expect(holds(drawOf(LEA, TOM), OWN, seedOf(LEA, TOM))).toBe(true);
    expect(holds(drawOf(null, TOM), OWN, seedOf(TOM))).toBe(true);
    expect(holds(drawOf(null, TOM), OWN, seedOf(LEA, TOM))).toBe(false);
    expect(holds(drawOf(TOM, TOM), OWN, seedOf(TOM, TOM))).toBe(false);
    expect(holds(drawOf(LEA, TOM), LEA, seedOf(LEA, TOM))).toBe(false);
    const swapped = { ...drawOf(LEA, TOM), parts: [...drawOf(LEA, TOM).parts].reverse() };
    expect(holds(swapped, OWN, seedOf(TOM, LEA))).toBe(false);
  });

  it("asks this device once for each game, and only for what it has promised", () => {
    const chance = new Chance();
    expect(chance.promise(lobby(), false, false)).toBeNull();
    expect(chance.promise(lobby({ playing: true }), true, false)).toBeNull();
    const promise = chance.promise(lobby(), true, false) ?? "";
    expect(promise).toMatch(/^[0-9a-f]{64}$/);
    expect(chance.promise(lobby(), true, false)).toBeNull();
    expect(chance.promise(lobby(), true, true)).toBe(promise);
    expect(chance.open({ type: "drawing", promise: promiseOf(OWN), promises: [promiseOf(TOM)] })).toBeNull();
    const told = { type: "drawing", promise: promiseOf(OWN), promises: [promise] } as const;
    const part = chance.open({ ...told, promises: [...told.promises] }) ?? "";
    expect(promiseOf(part)).toBe(promise);
    expect(chance.open({ ...told, promises: [...told.promises] })).toBe(part);
    const counted = { promise: promiseOf(OWN), parts: [{ promise, part, seats: [0] }] };
    expect(chance.leftOut(counted)).toBe(false);
    expect(chance.leftOut({ ...counted, parts: [{ promise, part: null, seats: [0] }] })).toBe(true);
    expect(chance.leftOut({ ...counted, promise: promiseOf(TOM) })).toBe(true);
    expect(chance.leftOut(null)).toBe(true);
    expect(chance.promise(lobby(), true, false)).not.toBe(promise);
  });
});

function seated(host: boolean, more: object = {}): { session: Session; send: ReturnType<typeof vi.fn> } {
  const send = vi.fn();
  const seats = [
    { kind: "person", name: "Léa", yours: true, host },
    { kind: "person", name: "Tom" },
  ];
  const table = { seats, you_host: host, playing: false, removed: [{ number: 3, name: "Max" }], ...more };
  return { session: { code: "ABCDEF", table, mine: [0], send } as unknown as Session, send };
}

describe("the host", () => {
  beforeEach(() => settings.set({ language: "fr" }));

  it("sends somebody away after one question, during a game too", async () => {
    const { session, send } = seated(true, { playing: true });
    render(Manage, { session, seat: 1, ondone: () => undefined });
    await fireEvent.click(screen.getByRole("button", { name: "Renvoyer Tom de la table" }));
    expect(send).not.toHaveBeenCalled();
    expect(screen.getByText(/Un robot joue à sa place/)).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Oui, renvoyer" }));
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "remove", seat: 1 });
  });

  it("mutes for all, frees a seat, and lets somebody come back", async () => {
    const { session, send } = seated(true);
    render(Manage, { session, seat: 1, ondone: () => undefined });
    await fireEvent.click(screen.getByRole("button", { name: /Couper la parole à Tom/ }));
    expect(send).toHaveBeenLastCalledWith({ type: "mute", seat: 1, on: true });
    await fireEvent.click(screen.getByRole("button", { name: /Libérer sa place/ }));
    expect(send).toHaveBeenLastCalledWith({ type: "stand", seat: 1 });
    render(SentAway, { session });
    await fireEvent.click(screen.getByRole("button", { name: "Laisser revenir Max" }));
    expect(send).toHaveBeenLastCalledWith({ type: "let_in", number: 3 });
  });
});

describe("a guest", () => {
  it.each([
    ["fr", /Tom\s:\sparole et place/, "Ne plus entendre Tom", "Entendre Tom de nouveau", "tu ne l’entends plus"],
    ["en", /Tom: voice and seat/, "Stop hearing Tom", "Hear Tom again", "you do not hear them"],
  ] as const)(
    "need not hear somebody, and cannot send him away (%s)",
    async (language, about, hush, again, tag) => {
      settings.set({ language });
      const { session, send } = seated(false);
      const chair = { kind: "person", name: "Tom" } as const;
      render(Chair, { session, chair, seat: 1, entry: null, here: false, onhere: () => undefined });
      await fireEvent.click(screen.getByRole("button", { name: about }));
      expect(screen.getAllByRole("button").filter((b) => /Renvoyer|Send/.test(b.textContent))).toEqual([]);
      await fireEvent.click(screen.getByRole("button", { name: new RegExp(hush) }));
      expect(hushed.has("ABCDEF", "Tom")).toBe(true);
      expect(screen.getByText(tag)).toBeTruthy();
      await fireEvent.click(screen.getByRole("button", { name: again }));
      expect(hushed.has("ABCDEF", "Tom")).toBe(false);
      expect(send).not.toHaveBeenCalled();
    },
  );
});

describe("what is stored", () => {
  it("is said with for how long, and deleted after a question", async () => {
    settings.set({ language: "fr" });
    localStorage.setItem("tablee.tokens", JSON.stringify({ ABCDEF: "secret" }));
    render(Stored, { onclose: () => undefined });
    expect(await screen.findByText(/effacée après 30 jours/)).toBeTruthy();
    expect(screen.getByText(/Table ABCDEF/).textContent).toContain("Léa. 2 parties finies");
    await fireEvent.click(screen.getByRole("button", { name: "Tout effacer" }));
    expect(forget).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole("button", { name: "Oui, tout effacer" }));
    expect(forget).toHaveBeenCalledExactlyOnceWith({ ABCDEF: "secret" });
    expect(await screen.findByText("C’est effacé.")).toBeTruthy();
    expect(localStorage.getItem("tablee.tokens")).toBeNull();
  });
});
