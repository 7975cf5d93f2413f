"""Sentences on a grid of stacks: a word under each card, boxes that open with the last sentence, a contest."""

import re
from typing import Any

from msgspec import convert
from playwright.sync_api import Locator, expect

from tablee.bots.sentences import SentenceMaker
from tablee.kernel.rng import keyed, seed_from
from tablee.lexicons import load
from tablee.words.fit import Fit
from tests.browser.conftest import House
from tests.browser.pages import Device
from tests.browser.server import Served
from tests.browser.writer import Writer, searching

MAKER = SentenceMaker(load("fr").spoken(), keyed(seed_from(1), "test"))


def boxes(device: Device) -> Locator:
    return device.page.locator(".case input")


def under(device: Device) -> list[str]:
    """The words under the cards, as they are read."""
    return [re.sub(r"[\s:]", "", text) for text in device.page.locator(".place .mot").all_inner_texts()]


def sentence(who: Writer) -> list[str]:
    offer: Any = who.offer("say")
    fits = [convert(fit, Fit) for fit in offer["params"]["words"]["fits"]]
    return next(words for words in iter(lambda: MAKER.make(fits), object()) if words)


def says(who: Writer, words: list[str]) -> None:
    expect(boxes(who.device)).to_have_count(len(words))
    for box, word in zip(boxes(who.device).all(), words, strict=True):
        box.fill(word)
    who.device.tap(who.device.button("Dire", exact=True))


def test_a_sentence_lies_under_its_cards_and_the_boxes_open_with_it(house: House, steady: Served) -> None:
    host = house.open(steady.url)
    guest = house.open(steady.url, size=(360, 640), has_touch=True, is_mobile=True)
    host.pair(guest, "quadrix")
    zoe, nino = Writer(host, "quadrix"), Writer(guest, "quadrix")

    who, other = searching(zoe, nino)
    first = sentence(who)
    says(who, first)
    other.awaits("contest")
    assert [word for word in under(other.device) if word] == first
    assert other.press("contest")
    who.awaits("say")
    # What the table did not want is still in the boxes, and no longer under the cards.
    expect(boxes(who.device).first).to_have_value(first[0])
    expect(who.device.page.locator(".mot.attendu")).to_have_count(1)
    second = next(words for words in iter(lambda: sentence(who), object()) if words != first)
    says(who, second)
    who.device.until(lambda: who.phase == "spoken_sentence")

    who, other = searching(zoe, nino)
    offer: Any = who.offer("say")
    expect(boxes(who.device)).to_have_count(len(second) + 1)
    assert offer["params"]["words"]["opens_with"] == [*second, ""]
    assert [box.input_value() for box in boxes(who.device).all()] == [*second, ""]
    says(who, third := sentence(who))
    who.device.told("says")
    other.device.until(lambda: other.phase == "spoken_sentence")
    expect(other.device.page.locator(".mot")).to_have_count(4)
    assert under(other.device)[: len(third)] == third
    for device in (host, guest):
        device.fits()
