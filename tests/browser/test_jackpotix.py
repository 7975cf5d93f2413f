"""Lines that grow at both ends, by touch: a card, an end, a word; what was said stands beside the line."""

import re

from playwright.sync_api import expect

from tablee.lexicons import load
from tablee.words.fit import Fit
from tablee.words.flags import DICTIONARY
from tests.browser.conftest import House
from tests.browser.pages import Device, Message
from tests.browser.server import Served

FRENCH = load("fr").spoken()
LAST = re.compile(r"droite$|^(au|tout)[^,]*$")
"""The right end of a line, or a line that is free."""


def offered(device: Device, name: str) -> Message | None:
    offers = device.sight["offers"].get(str(device.seat), ()) if device.sight else ()
    return next((offer for offer in offers if offer["name"] == name), None)


def chosen(lay: Message) -> tuple[str, str, str]:
    """A card for the last place, and a word that is longer than its line."""
    params = lay["params"]
    place = params["place"]["names"][-1]
    for card in params["card"]["cards"]:
        extract = params["word"]["table"][card]["table"][place]["fit"]["holds"]
        words = FRENCH.index.find(Fit(holds=extract, least=len(extract) + 1), limit=1, having=DICTIONARY)
        if words:
            return card, place, FRENCH.spelled(words[0])
    raise AssertionError("no word for any card")


def test_a_card_goes_to_the_end_of_a_line_that_was_touched(house: House, brisk: Served) -> None:
    """On a phone: the card lies at its end before the word is typed, and nothing sticks out."""
    zoe = house.open(brisk.url, size=(390, 844))
    zoe.table("jackpotix", seats=2)
    for _ in range(2):
        zoe.until(lambda: offered(zoe, "lay") is not None)
        lay = offered(zoe, "lay")
        assert lay is not None
        card, place, word = chosen(lay)
        zone = ":".join(place.split(":")[:2])
        line = zoe.page.locator(f"[data-zone='{zone}']")
        before = line.locator(".carte").count()
        zoe.tap(zoe.hand.locator(f"[data-h='{card}']"))
        end = line.get_by_role("button", name=LAST).last
        expect(end).to_be_visible()
        size = end.bounding_box()
        assert size is not None
        assert min(size["width"], size["height"]) >= 44
        zoe.fits()
        zoe.tap(end)
        expect(line.locator(".carte")).to_have_count(before + 1)
        zoe.page.get_by_role("textbox").fill(word)
        with zoe.answered() as answer:
            zoe.page.get_by_role("textbox").press("Enter")
        assert answer.done
        expect(line.locator(".mot")).to_be_visible()
