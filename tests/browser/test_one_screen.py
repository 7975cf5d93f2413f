"""One screen for several people: where all are asked together it lies open among them, and keeps their secrets."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tablee.pieces.toutilix import PETARD
from tablee.texts import texts
from tests.browser.conftest import House
from tests.browser.pages import GAME, Device
from tests.browser.server import Served

PHONE = (390, 844)
WORDS = ("trampoline", "importance")
"""No letter twice, so that a letter names a card."""


class Screen:
    """A phone that lies between two people, and a game of it."""

    def __init__(self, device: Device, game: str) -> None:
        self.device = device
        self.page = device.page
        self.texts = texts(game, "fr")

    @property
    def curtain(self) -> Locator:
        return self.page.locator(".rideau")

    def take(self) -> None:
        """Whoever is asked for takes the screen, unless he has it."""
        if self.device.sight.get("curtain"):
            self.device.button(self.device.words.mine).click()
            self.device.until(lambda: len(self.device.sight["view"]["you"]) == 1)

    def speak_as(self, seat: int) -> None:
        self.page.locator(".qui-joue button").nth(seat).click()

    def may(self, seat: int, move: str) -> bool:
        return any(o["name"] == move for o in self.device.sight["offers"].get(str(seat), ()))

    def cards(self, zone: str = "plane") -> list[dict[str, Any] | None]:
        found = next(z for z in self.device.sight["view"]["zones"] if z["name"] == zone)
        return list(found.get("cards", ()))

    def face(self, place: int) -> str:
        """What everybody who looks at the screen sees there."""
        card = self.cards()[place]
        return str((card or {}).get("face", " "))[-1]

    def at(self, place: int) -> Locator:
        return self.page.locator(f'[data-zone="plane"] [data-place="{place}"] button')

    def turn(self, place: int) -> None:
        for _ in range(60):
            if self.face(place).strip():
                return
            if self.at(place).count():
                self.at(place).click()
            self.page.wait_for_timeout(200)
        raise AssertionError("the card was not turned")


@pytest.fixture
def screen(house: House, steady: Served) -> Screen:
    """Both have chosen their words behind the curtain."""
    device = house.open(steady.url, size=PHONE, has_touch=True, is_mobile=True)
    device.one_screen("sordelix")
    for name in ("Zoé", "Nino"):
        device.sit_here(name)
    device.fewer_seats(2)
    device.no_hurry()
    with device.answered():
        device.page.get_by_role("radio", name="tout de suite", exact=True).click()
    device.start()
    screen = Screen(device, "sordelix")
    for seat, word in enumerate(WORDS):
        expect(screen.curtain).to_be_visible()
        screen.take()
        device.until(lambda seat=seat: screen.may(seat, "write"))  # type: ignore[misc]
        box = device.page.get_by_role("textbox").first
        box.fill(word)
        with device.answered() as answer:
            box.press("Enter")
        assert answer.done
    device.until(lambda: device.sight["view"]["phase"] == "lay")
    # Who wrote last may be the scribe, and keeps it; otherwise the curtain falls after a moment.
    device.until(
        lambda: device.sight.get("curtain") or device.sight["view"]["you"] == device.sight["view"]["active"]
    )
    screen.take()
    return screen


def test_all_seek_at_one_screen_and_the_scribe_masks_while_they_look_away(screen: Screen) -> None:
    device, page = screen.device, screen.page
    (scribe,) = device.sight["view"]["active"]
    seeker, word = 1 - scribe, WORDS[scribe].upper()
    places = {card["face"][-1]: place for place, card in enumerate(screen.cards()) if card}
    device.button(screen.texts.moves["begin"]).click()

    device.until(lambda: device.sight["view"]["phase"] == "search" and screen.may(seeker, "flip"), GAME)
    expect(screen.curtain).to_have_count(0)
    expect(page.get_by_text(re.compile(word, re.IGNORECASE))).to_have_count(0)
    assert not any((card or {}).get("face") for card in screen.cards())

    letter, petard = places[word[0]], places[PETARD]
    screen.turn(letter)
    screen.turn(petard)
    for _ in range(6):
        device.until(lambda: screen.may(scribe, "look_away"), GAME)
        screen.speak_as(scribe)
        device.button(screen.texts.moves["look_away"]).click()
        device.until(lambda: device.sight["view"]["phase"] == "curtain")
        expect(screen.curtain).to_have_count(0)
        screen.at(letter).click()
        screen.at(petard).click()
        page.wait_for_timeout(300)
        if screen.face(letter) == PETARD:
            break
    assert screen.face(letter) == PETARD
    device.until(lambda: device.sight["view"]["phase"] == "search", GAME)
    expect(screen.curtain).to_have_count(0)

    screen.speak_as(seeker)
    box = page.get_by_role("textbox").first
    box.fill(word.lower())
    box.press("Enter")
    device.until(lambda: device.sight["view"]["scores"][scribe] == 1, GAME)  # one letter was turned


def test_scattered_cards_lie_apart_on_a_phone(screen: Screen) -> None:
    """The pose of the rules, and a width at which a finger meets each card."""
    expect(screen.page.locator('[data-zone="plane"] .pl')).to_have_count(20)
    covering = screen.page.evaluate(
        """() => {
        const cards = [...document.querySelectorAll('[data-zone="plane"] .pl')].map((pl) => {
          const card = pl.querySelector('.carte');
          const box = pl.getBoundingClientRect();
          const turn = (Number(pl.dataset.tilt) * Math.PI) / 180;
          return { x: box.x + box.width / 2, y: box.y + box.height / 2, turn,
                   w: card.offsetWidth, h: card.offsetHeight };
        });
        const covers = (a, b) => ![a.turn, a.turn + Math.PI / 2, b.turn, b.turn + Math.PI / 2].some((axis) => {
          const [nx, ny] = [Math.cos(axis), Math.sin(axis)];
          const part = (c) => c.w * Math.abs(Math.cos(c.turn - axis)) + c.h * Math.abs(Math.sin(c.turn - axis));
          const reach = (c) => part(c) / 2;
          return Math.abs((b.x - a.x) * nx + (b.y - a.y) * ny) >= reach(a) + reach(b) - 1;
        });
        const found = cards.flatMap((a, i) => cards.slice(i + 1).filter((b) => covers(a, b)));
        return { pairs: found.length, least: Math.min(...cards.map((c) => c.w)) };
      }"""
    )
    assert covering["pairs"] == 0
    assert covering["least"] >= 44
