import { beforeEach, describe, expect, it, vi } from "vitest";

/** Settings are read when the page starts. */
async function start() {
  vi.resetModules();
  return (await import("../src/lib/settings.svelte")).settings;
}

describe("settings", () => {
  beforeEach(() => localStorage.clear());

  it("speak to a browser in its own language, or French", async () => {
    vi.stubGlobal("navigator", { language: "en-GB" });
    expect((await start()).kept.language).toBe("en");
    vi.stubGlobal("navigator", { language: "de-DE" });
    expect((await start()).kept.language).toBe("de");
    vi.stubGlobal("navigator", { language: "nl-BE" });
    expect((await start()).kept.language).toBe("fr");
    vi.unstubAllGlobals();
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
  });

  it("are kept on the device and applied to the page", async () => {
    (await start()).set({ theme: "dark", face: "dys", left: true, language: "en" });
    const root = document.documentElement;
    expect([root.lang, root.dataset.theme, root.dataset.face, root.dataset.hand]).toEqual([
      "en",
      "dark",
      "dys",
      "left",
    ]);
    const again = await start();
    expect(again.kept).toMatchObject({ theme: "dark", face: "dys", left: true, language: "en" });
    again.set({ theme: "auto", face: "usual", left: false });
    expect([root.dataset.theme, root.dataset.face, root.dataset.hand]).toEqual([undefined, undefined, undefined]);
  });

  it("forgive nonsense in the storage, and a device that keeps nothing", async () => {
    localStorage.setItem("tablee.settings", "{nonsense");
    const settings = await start();
    expect(settings.kept.theme).toBe("auto");
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("full");
    });
    settings.set({ theme: "dark" });
    expect(settings.kept.theme).toBe("dark");
    full.mockRestore();
  });

  it("ask the player about movements first, the device otherwise", async () => {
    const settings = await start();
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    settings.set({ motion: "auto" });
    expect(settings.still).toBe(true);
    settings.set({ motion: "full" });
    expect(settings.still).toBe(false);
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    settings.set({ motion: "less" });
    expect(settings.still).toBe(true);
  });
});
