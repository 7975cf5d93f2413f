/** The same deal at many tables: its page, what the lobby fixes, what the end of a game says. */
import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { readCode } from "../src/lib/codes";
import Deal from "../src/lib/deal/Deal.svelte";
import { keepDeal, ownDeal } from "../src/lib/deal/own";
import { commitment } from "../src/lib/proof";
import { settings } from "../src/lib/settings.svelte";
import { tokens } from "../src/lib/tokens";
import type { ChairResult, DealView } from "../src/protocol";

const SEED = "00112233445566778899aabbccddeeff";

const chair = (more: Partial<ChairResult>): ChairResult => ({
  table: 1,
  seat: 0,
  name: "Léa",
  sitter: "person",
  score: 30,
  rank: 1,
  points: 0,
  most: 2,
  place: null,
  ...more,
});

const EMPTY: DealView = {
  code: "KWZRTN",
  game: "amerix",
  seats: 2,
  options: {},
  bots: "normal",
  speed: "normal",
  opened: 1,
  closed: null,
  commitment: commitment(SEED),
  seed: null,
  tables: 0,
  finished: 0,
  scored: true,
  chairs: [],
  records: [],
};

const PLAYED: DealView = {
  ...EMPTY,
  tables: 3,
  finished: 2,
  chairs: [
    chair({ points: 2, place: 1 }),
    chair({ table: 2, name: "Tom", score: 10, rank: 2, place: 2 }),
    chair({ table: 2, seat: 1, name: "Robot 2", sitter: "bot", points: 2 }),
    chair({ seat: 1, name: "Max", sitter: "stand_in" }),
  ],
};

let said: DealView;
const asked: [string, RequestInit | undefined][] = [];

beforeEach(() => {
  settings.set({ language: "fr" });
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  asked.length = 0;
  said = EMPTY;
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    asked.push([path, init]);
    const body = path.startsWith("/api/games")
      ? []
      : path.includes("/tables")
        ? { code: "ABCDEF", token: "secret" }
        : path.includes("/close")
          ? { ...PLAYED, closed: 2, seed: SEED, records: ["one", "two"] }
          : said;
    return Promise.resolve(new Response(JSON.stringify(body), { status: 200 }));
  });
});

function show(): { onopen: ReturnType<typeof vi.fn> } {
  const onopen = vi.fn();
  render(Deal, { code: "KWZRTN", onleave: () => undefined, onopen });
  return { onopen };
}

describe("the page of a deal", () => {
  it("opens one table for this device, and finds it again", async () => {
    const { onopen } = show();
    await fireEvent.click(await screen.findByRole("button", { name: "Jouer à ma table" }));
    await waitFor(() => expect(onopen).toHaveBeenCalledWith("ABCDEF", "invite"));
    expect(tokens().ABCDEF).toBe("secret");
    expect(ownDeal("KWZRTN").table).toBe("ABCDEF");
  });

  it("takes whoever has a table back to it", async () => {
    keepDeal("KWZRTN", { table: "ABCDEF" });
    const { onopen } = show();
    await fireEvent.click(await screen.findByRole("button", { name: "Revenir à ma table" }));
    expect(onopen).toHaveBeenCalledWith("ABCDEF", "join");
    expect(asked.some(([path]) => path.includes("/tables"))).toBe(false);
  });

  it("says when there is nothing to compare yet", async () => {
    show();
    expect(await screen.findByText("Le classement s’écrira ici, dès qu’une table aura fini.")).toBeTruthy();
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("ranks people, and bots apart", async () => {
    said = PLAYED;
    show();
    const [people, bots] = await screen.findAllByRole("table", { hidden: true });
    const names = (table: HTMLElement | undefined): (string | null)[] =>
      within(table ?? document.body)
        .getAllByRole("rowheader", { hidden: true })
        .map((cell) => cell.querySelector("b")?.textContent ?? null);
    expect(names(people)).toEqual(["Léa", "Tom"]);
    expect(names(bots)).toEqual(["Robot 2", "robot de Max"]);
    expect(within(people ?? document.body).getByText("2 sur 2")).toBeTruthy();
    expect(screen.getByRole("status").textContent).toMatch(/2\s+tables\s+ont\s+fini\s+sur\s+3/);
  });

  it("is closed by whoever opened it, who is told what does not count", async () => {
    said = PLAYED;
    keepDeal("KWZRTN", { token: "closes" });
    show();
    await fireEvent.click(await screen.findByRole("button", { name: "Fermer la donne" }));
    expect(screen.getByText(/1 table n’a pas encore fini : elle ne comptera pas/)).toBeTruthy();
    const sheet = screen.getByRole("dialog");
    await fireEvent.click(within(sheet).getByRole("button", { name: "Fermer la donne" }));
    expect(await screen.findByText(SEED)).toBeTruthy();
    expect(screen.getByText("L’empreinte et la graine vont ensemble.")).toBeTruthy();
    expect(asked.find(([path]) => path.includes("/close"))?.[1]?.body).toBe('{"token":"closes"}');
    expect(screen.getByText("Revoir la table 2").closest("a")?.getAttribute("href")).toBe("/replay/two");
  });

  it("cannot be closed by anybody else", async () => {
    said = PLAYED;
    show();
    await screen.findByText("Léa");
    expect(screen.queryByRole("button", { name: "Fermer la donne" })).toBeNull();
  });
});

it("understands the link of a deal as a code", () => {
  expect(readCode("http://salle.local:8044/donne/kwzrtn")).toBe("KWZRTN");
});
