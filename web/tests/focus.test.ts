import { afterEach, describe, expect, it, vi } from "vitest";
import { keepsFocus } from "../src/lib/table/focus";

const CARD = (place: number): string => `<button class="carte" data-h="c${place}" data-place="${place}"></button>`;

function laid(inside: string): HTMLElement {
  document.body.innerHTML = `<div id="root">${inside}<div class="pied-table"><section tabindex="-1"></section></div></div>`;
  const root = document.getElementById("root");
  if (!root) throw new Error("no root");
  // Nothing is laid out in a test: everything is somewhere.
  for (const e of root.querySelectorAll("button")) seen(e);
  return root;
}
const seen = (e: Element): void => {
  e.getClientRects = () => [{}] as never;
};
const focus = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();
const now = (): HTMLElement => document.activeElement as HTMLElement;

describe("the focus", () => {
  afterEach(() => (document.body.innerHTML = ""));

  it("goes to a neighbour when its card is gone", async () => {
    const root = laid(`<div data-zone="hand:0">${[0, 1, 2].map(CARD).join("")}</div>`);
    keepsFocus(root, () => root.querySelector("section"));
    focus("[data-h=c1]");
    root.querySelector("[data-h=c1]")?.remove();
    await vi.waitFor(() => {
      expect(now().closest("[data-zone]")).not.toBeNull();
    });
  });

  it("waits below while nothing can be done, and comes back to its place", async () => {
    const root = laid(`<div data-zone="plane">${[0, 1, 2].map(CARD).join("")}</div>`);
    keepsFocus(root, () => root.querySelector("section"));
    focus("[data-h=c1]");
    const zone = root.querySelector("[data-zone]");
    if (!zone) throw new Error("no zone");
    zone.innerHTML = "";
    await vi.waitFor(() => {
      expect(now().tagName).toBe("SECTION");
    });
    zone.innerHTML = [0, 1, 2].map(CARD).join("");
    for (const e of zone.children) seen(e);
    await vi.waitFor(() => {
      expect(now().dataset.place).toBe("1");
    });
  });

  it("is not taken from somebody who has gone elsewhere", async () => {
    const root = laid(`<div data-zone="plane">${CARD(0)}</div><button id="other"></button>`);
    keepsFocus(root, () => root.querySelector("section"));
    focus("[data-h=c0]");
    focus("#other");
    root.querySelector("[data-h=c0]")?.remove();
    await Promise.resolve();
    expect(now().id).toBe("other");
  });

  it("never goes by itself to what ends one's turn for good", async () => {
    const root = laid(`<button class="signe" id="wait"></button>`);
    keepsFocus(root, () => root.querySelector("section"));
    const foot = root.querySelector("section");
    if (!foot) throw new Error("no foot");
    foot.innerHTML = `<button class="signe" data-final></button>`;
    for (const e of foot.children) seen(e);
    focus("#wait");
    root.querySelector("#wait")?.remove();
    await vi.waitFor(() => {
      expect(now().tagName).toBe("SECTION");
    });
  });
});
