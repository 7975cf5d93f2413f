import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import Banner from "../src/lib/Banner.svelte";
import Card from "../src/lib/Card.svelte";
import Seg from "../src/lib/Seg.svelte";
import { settings } from "../src/lib/settings.svelte";
import Sheet from "../src/lib/Sheet.svelte";
import Switch from "../src/lib/Switch.svelte";

beforeEach(() => settings.set({ language: "fr" }));

describe("a card", () => {
  it.each([
    [{ face: "bK" }, "K bleu"],
    [{ face: "pA" }, "A rose"],
    [{ face: "★" }, "étoile"],
    [{ face: "★", mark: "R" }, "étoile R"],
    [{ face: "✹" }, "pétard"],
    [{ face: "✹", mark: "T" }, "pétard T"],
    [{}, "carte cachée"],
  ])("%o is called %s", (card, name) => {
    render(Card, { card });
    expect(screen.getByRole("img", { name })).toBeTruthy();
  });

  it("says whether it may be played, and is a button only where it can be touched", async () => {
    const onpick = vi.fn();
    render(Card, { card: { face: "vZ", handle: "h" }, state: "jouable", onpick });
    const card = screen.getByRole("button", { name: "Z violet, jouable" });
    await fireEvent.click(card);
    expect(onpick).toHaveBeenCalledOnce();
  });

  it("that is not playable can still be touched, to be told why", async () => {
    const onpick = vi.fn();
    render(Card, { card: { face: "yB", handle: "h" }, state: "non", onpick });
    const card = screen.getByRole("button", { name: "B jaune, pas jouable" });
    expect(card.getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(card);
    expect(onpick).toHaveBeenCalledOnce();
  });

  it("speaks English to those who chose it", () => {
    settings.set({ language: "en" });
    render(Card, { card: { face: "bK", handle: "h" }, state: "jouable", onpick: () => undefined });
    expect(screen.getByRole("button", { name: "K blue, playable" })).toBeTruthy();
  });

  it("face down has no letter anywhere", () => {
    const { container } = render(Card, { card: { handle: "h" } });
    expect(container.textContent.trim()).toBe("");
  });
});

describe("a touch in a race", () => {
  it("counts when the finger lands, once", async () => {
    const onpick = vi.fn();
    render(Card, { card: { face: "bK", handle: "h" }, down: true, onpick });
    const card = screen.getByRole("button");
    await fireEvent.pointerDown(card, { button: 0 });
    expect(onpick).toHaveBeenCalledOnce();
    await fireEvent.click(card);
    expect(onpick).toHaveBeenCalledOnce();
  });

  it("works by keyboard, which sends a click alone", async () => {
    const onpick = vi.fn();
    render(Card, { card: { face: "bK", handle: "h" }, down: true, onpick });
    await fireEvent.click(screen.getByRole("button"));
    expect(onpick).toHaveBeenCalledOnce();
  });
});

describe("one of a few", () => {
  const choices = [
    ["a", "peu"],
    ["b", "moyen"],
    ["c", "fort"],
  ] as const;

  it("is walked through with the arrows, round the ends", async () => {
    const onpick = vi.fn();
    render(Seg, { label: "Niveau", value: "a", choices, onpick });
    const first = screen.getByRole("radio", { name: "peu" });
    expect(first.getAttribute("aria-checked")).toBe("true");
    await fireEvent.keyDown(first, { key: "ArrowRight" });
    await fireEvent.keyDown(first, { key: "ArrowLeft" });
    expect(onpick.mock.calls).toEqual([["b"], ["c"]]);
  });

  it("has one place for the Tab key", () => {
    render(Seg, { label: "Niveau", value: "b", choices, onpick: () => undefined });
    expect(screen.getAllByRole("radio").map((r) => r.tabIndex)).toEqual([-1, 0, -1]);
  });

  it("does nothing when it is not ours", async () => {
    const onpick = vi.fn();
    render(Seg, { label: "Niveau", value: "a", choices, onpick, disabled: true });
    await fireEvent.keyDown(screen.getByRole("radio", { name: "peu" }), { key: "ArrowRight" });
    expect(onpick).not.toHaveBeenCalled();
  });
});

describe("a switch", () => {
  it("asks for the other side", async () => {
    const onflip = vi.fn();
    render(Switch, { label: "Sons", on: true, onflip });
    const flip = screen.getByRole("switch", { name: "Sons" });
    expect(flip.getAttribute("aria-checked")).toBe("true");
    await fireEvent.click(flip);
    expect(onflip).toHaveBeenCalledWith(false);
  });
});

describe("a sheet", () => {
  const children = createRawSnippet(() => ({ render: () => "<p>dedans</p>" }));

  it("is a dialog with a name, and closes by its cross and by Escape", async () => {
    const onclose = vi.fn();
    render(Sheet, { title: "Aide", onclose, children });
    const box = screen.getByRole("dialog", { name: "Aide" });
    expect(screen.getByText("dedans")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Fermer" }));
    await fireEvent(box, new Event("cancel", { cancelable: true }));
    expect(onclose).toHaveBeenCalledTimes(2);
  });

  it("closes by a touch beside it, not by one inside", async () => {
    const onclose = vi.fn();
    render(Sheet, { title: "Aide", onclose, children });
    await fireEvent.click(screen.getByText("dedans"));
    expect(onclose).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole("dialog"));
    expect(onclose).toHaveBeenCalledOnce();
  });
});

describe("a banner", () => {
  it("is an alert where something was refused, otherwise said in passing", () => {
    render(Banner, { notice: { text: "Pas possible : attends.", kind: "no" } });
    expect(screen.getByRole("alert").textContent).toContain("Pas possible");
    render(Banner, { notice: { text: "Te revoilà !", kind: "ok" } });
    expect(screen.getByRole("status").textContent).toContain("Te revoilà");
  });
});
