"""Broderix on phones: a card goes onto the carpet with a word, named before or after its place."""

import re
from typing import Any

from msgspec import convert
from playwright.sync_api import Locator, expect

from tablee.lexicons import load
from tablee.words.fit import Fit
from tablee.words.flags import DICTIONARY
from tests.browser.conftest import House
from tests.browser.pages import GAME, Device
from tests.browser.server import Served
from tests.browser.writer import Writer, whose

PHONE = (360, 640)
FINGER = 44
FRENCH = load("fr").spoken()


def place(device: Device, number: int) -> Locator:
    return device.page.locator(f"[data-zone='carpet:{number}']")


def found(who: Writer) -> tuple[int, str]:
    """A place of the carpet, and a word with its letter and the one that is laid."""
    lay: Any = who.offer("lay")
    for pile, word in lay["params"]["word"]["table"].items():
        known = FRENCH.index.find(convert(word["fit"], Fit), limit=1, having=DICTIONARY)
        if known:
            return int(pile), FRENCH.spelled(known[0])
    raise AssertionError("no word for any place")


def to_lay(zoe: Writer, nino: Writer) -> tuple[Writer, Writer]:
    """Turns cards until one is to be laid; who lays it, and the other one."""
    for _ in range(20):
        who, other = whose(zoe, nino, "flip", "lay", "take_petard")
        if who.offer("lay"):
            return who, other
        before = len(who.device.events)
        who.press("flip")
        who.device.until(lambda who=who, before=before: len(who.device.events) > before, GAME)  # type: ignore[misc]
    raise AssertionError("no card to lay")


def heard(device: Device, word: str) -> None:
    """Everybody hears the word, in its turn."""
    while device.told("says")["data"]["words"] != word:
        pass


def test_a_word_and_its_place_on_the_carpet_in_either_order(house: House, brisk: Served) -> None:
    host, guest = (house.open(brisk.url, size=PHONE, has_touch=True, is_mobile=True) for _ in range(2))
    host.pair(guest, "broderix")
    zoe, nino = Writer(host, "broderix"), Writer(guest, "broderix")

    who, other = to_lay(zoe, nino)
    pile, word = found(who)
    box = place(who.device, pile).bounding_box()
    assert box is not None and min(box["width"], box["height"]) >= FINGER
    # First the place, then the word.
    place(who.device, pile).tap()
    expect(place(who.device, pile)).to_have_class(re.compile("choisie"))
    who.box.fill(word)
    with who.device.answered() as answer:
        who.box.press("Enter")
    assert answer.done
    heard(other.device, word)
    who.device.fits()

    who, other = to_lay(zoe, nino)
    pile, word = found(who)
    # First the word, then the place.
    who.box.fill(word)
    who.box.press("Enter")
    with who.device.answered() as answer:
        place(who.device, pile).tap()
    assert answer.done
    heard(other.device, word)
