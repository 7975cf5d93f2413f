import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { anchor, focusable, target } from "../src/lib/lesson/anchors";
import Bubble from "../src/lib/lesson/Bubble.svelte";
import { forgetLessons, isLearned, noteLearned } from "../src/lib/lesson/done";
import Door from "../src/lib/lesson/Door.svelte";
import Learned from "../src/lib/lesson/Learned.svelte";
import LessonBar from "../src/lib/lesson/LessonBar.svelte";
import { way } from "../src/lib/place.svelte";
import { settings } from "../src/lib/settings.svelte";
import type { AskedMove, LessonView, Offer, Sight } from "../src/protocol";

const at = (over: Partial<LessonView>): LessonView => ({
  type: "lesson",
  step: 1,
  steps: 4,
  learned: [],
  ...over,
});

function sight(offers: readonly object[] = []): Sight {
  const zones = [
    { name: "discard", kind: "pile", owner: -1, count: 1, cards: [{ handle: "d", face: "pN" }] },
    {
      name: "hand:0",
      kind: "hand",
      owner: 0,
      count: 2,
      cards: [
        { handle: "m", face: "vM" },
        { handle: "n", face: "pN" },
      ],
    },
  ];
  return {
    type: "sight",
    number: 1,
    now: 0,
    view: { zones },
    offers: { "0": offers as Offer[] },
  } as unknown as Sight;
}

/** Everything is drawn somewhere: happy-dom lays nothing out. */
function table(html: string): HTMLElement {
  const root = document.createElement("div");
  root.innerHTML = html;
  document.body.append(root);
  for (const element of root.querySelectorAll("*"))
    element.getClientRects = () => [new DOMRect(0, 0, 10, 10)] as unknown as DOMRectList;
  return root;
}

beforeEach(() => settings.set({ language: "fr" }));
afterEach(() => {
  cleanup();
  document.body.innerHTML = "";
  localStorage.clear();
});

describe("what a sentence is about", () => {
  const HTML = `<i data-zone="discard"><b data-h="d"></b></i><u data-seat="2"></u>
    <div class="pied-table"><b data-h="m"></b><b data-h="n"></b><button data-offer="draw"></button>
    <span data-zone="plane"><b data-place="3"></b></span></div>`;

  test.each([
    ["card:vM", '[data-h="m"]'],
    ["card:pN", '[data-h="n"]'],
    ["zone:discard", "i"],
    ["place:plane:3", '[data-place="3"]'],
    ["offer:draw", "button"],
    ["seat:2", "u"],
  ])("%s is found; one's own card before another of the same face", (what, where) => {
    const root = table(HTML);
    expect(anchor(root, what, sight())).toBe(root.querySelector(where));
  });

  test.each(["card:bZ", "zone:attic", "seat:7", "clock", ""])("%s is nowhere", (what) => {
    expect(anchor(table(HTML), what, sight())).toBeNull();
  });
});

describe("what the finger shows", () => {
  const asked = (move: string, args: AskedMove["args"]): AskedMove => ({ move, args, free: [] });

  test("a card, then what else is to be chosen, then what sends it", () => {
    const offers = [
      {
        name: "lay",
        params: { card: { type: "OneCard", cards: ["m"] }, letter: { type: "OneOf", names: ["A"] } },
      },
    ];
    const lay = asked("lay", { card: "m", letter: "A" });
    const html = (chosen: string): string =>
      `<div class="pied-table"><b data-h="m" class="${chosen}"></b><button data-value="A"></button></div>`;
    const before = table(html(""));
    expect(target(before, lay, sight(offers))).toBe(before.querySelector("[data-h]"));
    const after = table(html("choisie"));
    expect(target(after, lay, sight(offers))).toBe(after.querySelector("[data-value]"));
  });

  test("a place on the mat", () => {
    const offers = [{ name: "turn", params: { place: { type: "Slot", zone: "plane", places: [3] } } }];
    const root = table(`<div data-zone="plane"><b data-place="3"></b></div>`);
    expect(target(root, asked("turn", { place: 3 }), sight(offers))).toBe(root.querySelector("b"));
  });

  test("letters one after the other", () => {
    const one = { type: "OneOf", names: [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"] };
    const offers = [{ name: "claim", params: { first: one, second: one }, stimulus: 1 }];
    const keys = `<div class="pied-table"><b data-value="L"></b><b data-value="A"></b>`;
    const claim = asked("claim", { first: "L", second: "A" });
    const none = table(`${keys}</div>`);
    expect(target(none, claim, sight(offers))).toBe(none.querySelector('[data-value="L"]'));
    const typed = table(`${keys}<i class="plein"></i></div>`);
    expect(target(typed, claim, sight(offers))).toBe(typed.querySelector('[data-value="A"]'));
  });

  test("the field in which a word is written, then its button", () => {
    const offers = [{ name: "say", params: { word: { type: "Word", fit: {} } } }];
    const box = (value: string): HTMLElement =>
      table(
        `<div class="pied-table"><form class="boite-mot"><input value="${value}" /><button type="submit"></button></form></div>`,
      );
    const empty = box("");
    expect(target(empty, asked("say", { word: "mot" }), sight(offers))).toBe(empty.querySelector("input"));
    const full = box("mot");
    expect(target(full, asked("say", { word: "mot" }), sight(offers))).toBe(full.querySelector("button"));
  });

  test("the focus goes to a button in it", () => {
    const root = table("<p><button></button></p>");
    expect(focusable(root.querySelector("p") as HTMLElement)).toBe(root.querySelector("button"));
  });
});

describe("Gaston's bubble", () => {
  test("is read once, and goes on where one only looks", async () => {
    const onnext = vi.fn();
    render(Bubble, { lesson: at({ say: "On joue sur un K." }), point: null, onnext });
    expect(screen.getByRole("status").textContent).toContain("On joue sur un K.");
    await fireEvent.click(screen.getByRole("button", { name: "Suite" }));
    expect(onnext).toHaveBeenCalledOnce();
  });

  test("has no way on where something is to be done", () => {
    render(Bubble, {
      lesson: at({ say: "Pose L !", do: { move: "lay", args: {}, free: [] } }),
      point: null,
      onnext: vi.fn(),
    });
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByText(/À toi/)).toBeTruthy();
  });

  test("keeps its room while the others play", () => {
    render(Bubble, { lesson: at({ busy: true }), point: null, onnext: vi.fn() });
    expect(screen.getByText("Regarde")).toBeTruthy();
    expect(screen.getByRole("status").textContent.trim()).toBe("");
  });
});

test("the bar says where one is, shows this step again, and goes straight to the end", async () => {
  const [onagain, onskip, onleave] = [vi.fn(), vi.fn(), vi.fn()];
  render(LessonBar, { name: "Amérix", lesson: at({}), waiting: false, onleave, onagain, onskip });
  expect(screen.getByRole("img", { name: "étape 2 sur 4" })).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: /^Encore/ }));
  await fireEvent.click(screen.getByRole("button", { name: "Passer" }));
  await fireEvent.click(screen.getByRole("button", { name: "Quitter la leçon" }));
  for (const called of [onagain, onskip, onleave]) expect(called).toHaveBeenCalledOnce();
});

test("whoever waits at a table goes back to it", () => {
  render(LessonBar, { name: "Amérix", lesson: at({}), waiting: true, onleave: vi.fn(), onagain: vi.fn() });
  expect(screen.getByRole("button", { name: "Retour à la table" })).toBeTruthy();
});

test("the end lists what one can do now, and three ways on", async () => {
  const [onplay, ononce, onother] = [vi.fn(), vi.fn(), vi.fn()];
  render(Learned, { learned: ["Voyelle sur voyelle."], busy: false, onplay, ononce, onother });
  expect(document.activeElement?.textContent).toMatch(/Tu sais jouer/);
  expect(screen.getByText("Voyelle sur voyelle.")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Jouer pour de vrai" }));
  await fireEvent.click(screen.getByRole("button", { name: "Encore une fois" }));
  await fireEvent.click(screen.getByRole("button", { name: "Un autre jeu" }));
  for (const called of [onplay, ononce, onother]) expect(called).toHaveBeenCalledOnce();
});

test("the door says how long it takes, and leads to the lesson", async () => {
  const go = vi.spyOn(way, "go").mockImplementation(() => undefined);
  render(Door, { game: "nain", seconds: 95, how: "Gaston te montre.", phase: "turn" });
  const door = screen.getByRole("link", { name: /Apprendre en jouant · 2 min/ });
  await fireEvent.click(door);
  expect(go).toHaveBeenCalledWith("/learn/nain?phase=turn");
});

test("what was learned is kept on this device, and can be forgotten", () => {
  expect(isLearned("nain")).toBe(false);
  noteLearned("nain");
  expect(localStorage.getItem("lesson:nain")).toBe("done");
  expect(isLearned("nain")).toBe(true);
  forgetLessons();
  expect(isLearned("nain")).toBe(false);
});
