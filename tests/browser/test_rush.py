"""Ruéverlix on two devices: a card is laid in the race, a word is owed, said, and picks the row up."""

from playwright.sync_api import FloatRect, expect

from tests.browser.conftest import House
from tests.browser.pages import GAME, Device
from tests.browser.server import Served
from tests.browser.test_accessible import check
from tests.browser.writer import Writer

PHONE = (390, 844)
ROWS = 12
"""Among so many rows there surely is one with a word to be found."""


def lettered_row(zoe: Writer, nino: Writer) -> None:
    """Cards are turned until the race is open."""
    while not (zoe.phase == "rush" and zoe.facts["stage"] == "free"):
        zoe.device.until(
            lambda: (
                bool(zoe.offer("flip") or nino.offer("flip"))
                or (zoe.phase == "rush" and zoe.facts["stage"] == "free")
            ),
            GAME,
        )
        for writer in (zoe, nino):
            if writer.offer("flip"):
                writer.do("flip")


def mat(device: Device) -> FloatRect | None:
    return device.page.locator(".set").first.bounding_box()


def test_who_has_an_idea_lays_a_card_and_says_a_word(house: House, brisk: Served) -> None:
    zoe = Writer(house.open(brisk.url, keyboard=True), "rueverlix")
    nino = Writer(house.open(brisk.url, size=PHONE, has_touch=True, is_mobile=True), "rueverlix")
    zoe.device.pair(nino.device, "rueverlix")
    for _ in range(ROWS):
        lettered_row(zoe, nino)
        nino.device.until(lambda: nino.offer("add") is not None, GAME)
        before = mat(nino.device)
        assert zoe.press("add")
        zoe.device.until(lambda: bool(zoe.offer("say")) or zoe.phase != "rush", GAME)
        if zoe.phase != "rush":  # a pétard
            continue
        # The other one sees who owes a word, and nothing on his mat has moved for it.
        expect(nino.device.page.locator(f'[data-seat="{zoe.device.seat}"] .marques')).to_be_visible()
        assert mat(nino.device) == before
        word = next(zoe.words("say"), "")
        if word:
            break
        for writer in (nino, zoe):
            writer.device.until(lambda writer=writer: writer.offer("dry") is not None, GAME)  # type: ignore[misc]
            writer.press("dry")
    check(nino.device, "a word is owed")
    scores = zoe.device.sight["view"]["scores"][zoe.device.seat]
    assert zoe.say("say", word)
    for writer in (zoe, nino):
        told = writer.device.told("picks_up")
        assert told["data"]["words"] == word
    zoe.device.until(lambda: zoe.device.sight["view"]["scores"][zoe.device.seat] > scores, GAME)
