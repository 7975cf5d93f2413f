import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import Lobby from "../src/lib/Lobby.svelte";
import type { Session } from "../src/lib/session.svelte";
import { settings } from "../src/lib/settings.svelte";
import type { BotLevel } from "../src/protocol";

vi.mock("../src/lib/api", () => ({ api: { games: () => Promise.resolve([]) } }));

function lobby(level: BotLevel, host: boolean, send = vi.fn()): ReturnType<typeof vi.fn> {
  const seats = [
    { kind: "person", name: "Léa", yours: host, host: true },
    { kind: "bot", name: "Robot 2", level },
  ];
  const table = { game: "amerix", seats, options: {}, you_host: host, spectators: 0 };
  const texts = { name: "Amérix", options: {} };
  const session = { code: "ABCDEF", table, texts, mine: host ? [0] : [], send } as unknown as Session;
  render(Lobby, { session, onleave: () => undefined, onsettings: () => undefined });
  return send;
}

describe("the level of a bot", () => {
  beforeEach(() => settings.set({ language: "fr" }));

  it("is one of three, or one that adapts", async () => {
    const send = lobby("normal", true);
    const group = screen.getByRole("radiogroup", { name: "Niveau de Robot 2" });
    expect([...group.children].map((c) => c.textContent)).toEqual(["facile", "moyen", "fort", "s’adapte"]);
    expect(screen.queryByText(/Chacun a sa chance/)).toBeNull();
    await fireEvent.click(screen.getByRole("radio", { name: "s’adapte" }));
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "bot", seat: 1, level: "adaptive" });
  });

  it.each([
    ["fr", "s’adapte", /après une partie gagnée, un peu moins bien/],
    ["en", "adapts", /after a game it wins, a little worse/],
  ] as const)("says what adapting means, also to guests (%s)", (language, word, how) => {
    settings.set({ language });
    lobby("adaptive", false);
    expect(screen.getByText(word)).toBeTruthy();
    expect(screen.getByText(how)).toBeTruthy();
    expect(screen.queryByRole("radio", { name: word })).toBeNull();
  });
});
