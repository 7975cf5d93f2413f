"""axe-core finds nothing serious on any screen, small or large, by day or by night."""

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import hatch_build
from tablee.games.registry import games
from tests.browser.conftest import House, under_way
from tests.browser.kennel import Kennel
from tests.browser.pages import GAME, GAMES, THEMES, WORD_GAMES, Device
from tests.browser.server import Served
from tests.browser.writer import Writer, scenes

AXE = (hatch_build.WEB / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.flatMap((v) => v.nodes.map((n) => ({
    impact: n.impact ?? v.impact, rule: v.id, where: n.target.join(" "), html: n.html.slice(0, 160),
    why: n.any.concat(n.all, n.none).map((c) => c.message)[0],
  })));
}"""
GRAVE = ("serious", "critical")
UNDER_WAY = (
    "cadavrexkix",
    "celebritix",
    "crotdebix",
    "empilix",
    "familix",
    "paflemix",
    "pavrailix",
    "presidix",
    "ramilix",
    "rueverlix",
    "sordelix",
    "sprintilix",
)
"""For which nobody here has a plan."""
SIZES = ((360, 640), (1440, 900))


def grave(page: Page) -> dict[tuple[str, str], str]:
    """Faults by rule and place."""
    found: list[dict[str, Any]] = page.evaluate(RUN)
    return {
        (f["rule"], f["where"]): f"{f['rule']} at {f['where']}: {f['why']} {f['html']}"
        for f in found
        if f["impact"] in GRAVE
    }


def check(device: Device, name: str) -> None:
    check_page(device.page, name)


def check_page(page: Page, name: str) -> None:
    """The screen as it is now, in both sizes and both lights."""
    wrong: list[str] = []
    for wide, high in SIZES:
        page.set_viewport_size(ViewportSize(width=wide, height=high))
        for theme in THEMES:
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
            # Fades end before colours are measured.
            page.evaluate("Promise.allSettled(document.getAnimations().map((a) => a.finished)).then(() => 0)")
            if not page.evaluate("'axe' in window"):
                page.evaluate(AXE)
            found = grave(page)
            if found:  # once more: others play on, and what was just changing is no fault
                found = {key: fault for key, fault in grave(page).items() if key in found}
            wrong += [f"{name} {wide} {theme}: {fault}" for fault in found.values()]
    assert wrong == [], "\n".join(wrong)


def test_home(house: House, steady: Served) -> None:
    device = house.open(steady.url)
    expect(device.box("amerix")).to_be_visible()
    check(device, "home")
    device.page.get_by_role("searchbox").fill("zzzz")
    expect(device.box("amerix")).to_have_count(0)
    check(device, "nothing found")
    device.page.get_by_role("searchbox").fill("")
    device.choose("amerix")
    check(device, "the sheet of a game")
    device.close_dialog()
    device.tap(device.button(device.words.settings))
    expect(device.dialog).to_be_visible()
    check(device, "settings")


def test_lobby(house: House, steady: Served) -> None:
    host = house.open(steady.url)
    code = host.invite("zieufermix")
    expect(host.page.get_by_role("textbox", name=host.words.name)).to_be_visible()
    check(host, "a new table")
    host.sit("Zoé")
    host.add_bots(1)
    guest = house.open(f"{steady.url}/t/{code}")
    expect(guest.page.get_by_role("textbox", name=guest.words.name)).to_be_visible()
    check(guest, "joining")
    guest.sit("Nino")
    check(host, "the host's lobby")
    check(guest, "a guest's lobby")
    host.tap(host.button(host.words.help))
    expect(host.dialog).to_be_visible()
    check(host, "help")
    screen = house.open(f"{steady.url}/tv/{code}")
    expect(screen.page.get_by_text(code).first).to_be_visible()
    check(screen, "television, waiting")


def test_no_such_table(house: House, steady: Served) -> None:
    device = house.open(f"{steady.url}/t/QQQQQQ")
    expect(device.page.get_by_role("alert")).to_be_visible()
    check(device, "no such table")


@pytest.mark.parametrize("game", GAMES)
def test_tables(house: House, brisk: Served, game: str) -> None:
    device = house.open(brisk.url)
    code = device.table(game)
    device.play_on(game, 1)
    device.until(lambda: device.seat in device.sight["view"]["active"], GAME)
    device.next_thing(game)
    check(device, game)
    screen = house.open(f"{brisk.url}/tv/{code}")
    expect(screen.heading(device.page.get_by_role("heading").first.inner_text())).to_be_visible()
    check(screen, f"television, {game}")
    device.page.set_viewport_size(ViewportSize(width=360, height=640))
    device.tap(device.button(device.words.scores))
    expect(device.dialog).to_be_visible()
    check(device, f"scores of {game}")


@pytest.mark.parametrize("game", WORD_GAMES)
def test_tables_of_words(house: House, steady: Served, game: str) -> None:
    """While somebody looks for a word, while a chrono runs, while the table votes."""
    device, guest = house.open(steady.url), house.open(steady.url)
    code = device.pair(guest, game)
    seen = set()
    for who, what in scenes(Writer(device, game), Writer(guest, game)):
        seen.add(what)
        check(who.device, f"{game}, {what}")
    assert {"word", "vote"} <= seen
    screen = house.open(f"{steady.url}/tv/{code}")
    expect(screen.heading(device.page.get_by_role("heading").first.inner_text())).to_be_visible()
    check(screen, f"television, {game}")


@pytest.mark.parametrize("game", UNDER_WAY)
def test_full_tables_under_way(house: House, led: Served, game: str) -> None:
    """The most seats, when somebody has to do something in the middle of a game."""
    device = house.open(led.url)
    device.table(game, seats=games()[game].info.players[1])
    under_way(device, game)
    check(device, game)


def test_the_curtain(house: House, steady: Served) -> None:
    device = house.open(steady.url)
    device.one_screen("amerix")
    for name in ("Zoé", "Nino"):
        device.sit_here(name)
    device.start()
    expect(device.button(device.words.mine)).to_be_visible()
    check(device, "curtain")


def test_the_end_and_the_replay(house: House, quick: Served) -> None:
    device = house.open(quick.url)
    device.table("zieufermix")
    device.play_on("zieufermix")
    check(device, "end")
    device.page.get_by_role("link", name=device.words.replay).click()
    expect(device.page.get_by_role("slider")).to_be_visible()
    check(device, "replay")


def test_dice(house: House, quick: Served) -> None:
    device = house.open(quick.url)
    device.table("spots", seats=2)
    kennel = Kennel(device)
    expect(kennel.tiles.first).to_be_visible()
    check(device, "dogs and tiles")
    kennel.until_dice()
    check(device, "dice rolled")
