"""Lotolix in a real browser: a whole game on a phone, with the invisible player and a wrong card."""

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.conftest import House
from tests.browser.pages import GAME, Device
from tests.browser.server import Served

SYMBOLS = {"★": "étoile", "✹": "pétard"}


def taken(device: Device) -> str:
    """What the card says that lies open in the centre."""
    zones = device.sight["view"]["zones"]
    plane = next(zone for zone in zones if zone["name"] == "plane")
    faces: list[str] = [card["face"] for card in plane["cards"] if card and card.get("face")]
    return SYMBOLS.get(faces[0], faces[0][-1])


def may(device: Device, move: str) -> bool:
    return any(offer["name"] == move for offer in device.sight.get("offers", {}).get(str(device.seat), ()))


def take(device: Device) -> bool:
    """Takes a card when it is our turn; False at the end of the game."""
    device.until(lambda: device.over or may(device, "take"), GAME)
    if device.over:
        return False
    with device.answered():
        device.tap(device.hidden)
    return True


def card(device: Device, name: str) -> Locator:
    """An open card that can be touched. To a browser é is no letter, so R alone would find Réagir."""
    return device.page.get_by_role("button", name=re.compile(rf"^{name}(?=[ ,]|$)"))


def place(device: Device, name: str) -> None:
    with device.answered():
        device.tap(card(device, name))


SCROLLS = """() => [...document.querySelectorAll('main *')].filter((e) => {
  const s = getComputedStyle(e), may = (v) => v === 'auto' || v === 'scroll';
  const down = may(s.overflowY) && e.scrollHeight > e.clientHeight + 1;
  return down || (may(s.overflowX) && e.scrollWidth > e.clientWidth + 1);
}).map((e) => `${e.className} ${e.scrollHeight}/${e.clientHeight} ${e.scrollWidth}/${e.clientWidth}`)"""
OUT = """() => [...document.querySelectorAll('main .carte')].filter((e) => {
  const r = e.getBoundingClientRect();
  return r.width && (r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight);
}).length"""


def size(page: Page, wide: int, high: int) -> None:
    page.set_viewport_size(ViewportSize(width=wide, height=high))
    # Three frames: the page measures, draws what it has measured, and rows take their share of it.
    frame = "new Promise((drawn) => requestAnimationFrame(drawn))"
    for _ in range(3):
        page.evaluate(frame)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_no_card_is_hidden_in_a_scroll(house: House, brisk: Served, seats: int) -> None:
    """One's own cards went on below the edge, and nothing said so."""
    device = house.open(brisk.url, size=(360, 640), has_touch=True, is_mobile=True)
    device.table("lotolix", seats=seats)
    device.until(lambda: may(device, "take"), GAME)
    for wide, high in ((360, 640), (390, 844), (844, 390)):
        size(device.page, wide, high)
        assert device.page.evaluate(SCROLLS) == []
        assert device.page.evaluate(OUT) == 0


def test_a_whole_game_on_a_phone(house: House, quick: Served) -> None:
    device = house.open(quick.url, size=(360, 640))
    device.table("lotolix", seats=3)
    device.until(lambda: bool(device.sight))
    expect(device.page.get_by_text("Joueur invisible").first).to_be_visible()
    assert take(device)
    other = next(
        letter
        for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        if letter != taken(device) and card(device, letter).count()
    )
    place(device, other)
    expect(device.notice("Cherche encore")).to_be_visible()
    device.fits()
    place(device, taken(device))
    turns = 1
    while take(device):
        place(device, taken(device))
        turns += 1
    assert turns >= 3, "hardly a card was ours"
    expect(device.end).to_be_visible()
    told = {event["kind"] for event in device.events}
    assert {"wrong_twin", "gives", "complete", "invisible_complete", "end"} <= told
