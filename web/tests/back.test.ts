import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { covered, overlay, settled, stepBack } from "../src/lib/back";

/** The browser's history, as far as sheets use it. */
let entries: unknown[];
let back: number;

beforeEach(() => {
  entries = [null];
  back = 0;
  vi.stubGlobal("history", {
    get state() {
      return entries.at(-1);
    },
    pushState: (state: unknown) => entries.push(state),
    back: () => {
      back++;
      entries.pop();
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const pressed = (): boolean => {
  entries.pop();
  return stepBack({ state: entries.at(-1) } as PopStateEvent);
};

describe("the back key", () => {
  it("closes what lies on top, and then the page goes back", () => {
    const closed: string[] = [];
    const first = overlay(() => closed.push("first"));
    const second = overlay(() => closed.push("second"));
    expect(pressed()).toBe(true);
    expect(closed).toEqual(["second"]);
    second();
    expect(back).toBe(0);
    expect(pressed()).toBe(true);
    first();
    expect(closed).toEqual(["second", "first"]);
    expect(covered()).toBe(false);
    entries.push(null);
    expect(pressed()).toBe(false);
  });

  it("has nothing left to close once a sheet was closed on the page", () => {
    const away = overlay(() => undefined);
    away();
    expect(back).toBe(1);
    expect(stepBack({ state: null } as PopStateEvent)).toBe(true);
    expect(stepBack({ state: null } as PopStateEvent)).toBe(false);
  });

  it("lets the page go elsewhere only when its own step back is done", () => {
    let gone = 0;
    settled(() => gone++);
    expect(gone).toBe(1);
    const away = overlay(() => undefined);
    away();
    settled(() => gone++);
    expect(gone).toBe(1);
    stepBack({ state: null } as PopStateEvent);
    expect(gone).toBe(2);
  });

  it("does not wait for ever for a step that the browser swallowed", () => {
    vi.useFakeTimers();
    let gone = 0;
    overlay(() => undefined)();
    settled(() => gone++);
    vi.advanceTimersByTime(2_000);
    vi.useRealTimers();
    expect(gone).toBe(1);
  });

  it("goes nowhere if the page has gone elsewhere meanwhile", () => {
    const away = overlay(() => undefined);
    entries.push(null);
    away();
    expect(back).toBe(0);
  });
});
