"""Sordelix on two phones: a letter is masked in silence, then all are lined up on a rack that both see.

By keys alone; in test_one_screen.py cards are touched.
"""

import re

from playwright.sync_api import Locator, expect

from tablee.pieces.toutilix import PETARD
from tests.browser.conftest import House
from tests.browser.pages import GAME, SOON
from tests.browser.server import Served
from tests.browser.writer import Writer

PHONE = (390, 844)
WORDS = ("trampoline", "importance")
"""No letter twice, so that a letter names a card."""


def place_of(writer: Writer, symbol: str, zone: str = "plane", *, veiled: bool | None = None) -> int:
    """Where such a card lies, as this player sees it; of those that the others do not see yet, or do."""
    cards = next(z for z in writer.device.sight["view"]["zones"] if z["name"] == zone)["cards"]
    found = (
        i
        for i, card in enumerate(cards)
        if card and card.get("face", " ")[-1] == symbol and veiled in (None, "mark" in card)
    )
    return next(found, -1)


def face_at(writer: Writer, place: int) -> str:
    """What lies there, as this player sees it."""
    cards = next(z for z in writer.device.sight["view"]["zones"] if z["name"] == "plane")["cards"]
    card = cards[place] if place < len(cards) else None
    return str((card or {}).get("face", " "))[-1]


def at(writer: Writer, zone: str, place: int) -> Locator:
    return writer.device.page.locator(f'[data-zone="{zone}"] [data-place="{place}"] button')


def turn(scribe: Writer, seeker: Writer, symbol: str) -> int:
    """The seeker turns a card of which the scribe knows what it is."""
    place = place_of(scribe, symbol, veiled=True)
    seeker.device.until(lambda: bool(seeker.offer("flip")), GAME)
    spot = at(seeker, "plane", place)

    def is_turned() -> bool:
        return face_at(seeker, place) == symbol

    for _ in range(80):
        if is_turned():
            break
        if spot.count():
            seeker.device.tap(spot, SOON)
        seeker.device.page.wait_for_timeout(150)
    seeker.device.until(is_turned, GAME)
    return place


def begun(host_writer: Writer, guest_writer: Writer) -> tuple[Writer, Writer]:
    """Both have chosen their words; the scribe's cards lie there."""
    for writer, word in zip((host_writer, guest_writer), WORDS, strict=True):
        writer.awaits("write")
        writer.device.write(writer.box, word)
        with writer.device.answered() as answer:
            writer.box.press("Enter")
        assert answer.done
    host_writer.device.until(lambda: bool(host_writer.offer("begin") or guest_writer.offer("begin")), GAME)
    first = bool(host_writer.offer("begin"))
    scribe, seeker = (host_writer, guest_writer) if first else (guest_writer, host_writer)
    scribe.device.tap(scribe.device.button(scribe.texts.moves["begin"]))
    return scribe, seeker


def test_a_letter_is_masked_and_letters_are_lined_up(house: House, brisk: Served) -> None:
    host, guest = (house.open(brisk.url, size=PHONE, keyboard=True) for _ in range(2))
    host.pair(guest, "sordelix", options=("tout de suite",))
    scribe, seeker = begun(Writer(host, "sordelix"), Writer(guest, "sordelix"))
    word = scribe.facts["own_word"][scribe.device.seat].upper()
    page = seeker.device.page

    letter = turn(scribe, seeker, word[0])
    turn(scribe, seeker, PETARD)
    # A word that is being typed stays where it is, whatever happens.
    seeker.device.write(seeker.box, "tromp")
    lines = page.locator('[data-zone="plane"] .pl').count()
    petard = place_of(scribe, PETARD, veiled=False)
    heard = len(seeker.device.events)
    scribe.device.tap(at(scribe, "plane", letter))
    with scribe.device.answered() as answer:
        scribe.device.tap(at(scribe, "plane", petard))
    assert answer.done
    there = page.locator(f'[data-zone="plane"] [data-place="{letter}"] .carte')
    expect(there).to_have_class(re.compile("petard"))
    assert page.locator(".vol").count() == 0  # nothing flies
    assert len(seeker.device.events) == heard
    assert page.locator('[data-zone="plane"] .pl').count() == lines - 1
    expect(seeker.box).to_have_value("tromp")

    for symbol in word[1:]:
        turn(scribe, seeker, symbol)
    seeker.device.until(lambda: bool(seeker.offer("arrange")), GAME)
    slots = page.locator('[data-zone="rack"] .case')
    expect(slots).to_have_count(10)
    # A card of the plane goes to the first free place; the masked one too.
    for symbol in (word[1], PETARD):
        place = letter if symbol == PETARD else place_of(seeker, symbol)
        seeker.device.tap(at(seeker, "plane", place))
        seeker.device.until(lambda symbol=symbol: place_of(seeker, symbol, "rack") >= 0, GAME)  # type: ignore[misc]
    # On the rack one touches a card and then where it goes: they change places.
    seeker.device.tap(at(seeker, "rack", 0))
    seeker.device.tap(at(seeker, "rack", 1))
    seeker.device.until(lambda: place_of(seeker, PETARD, "rack") == 0, GAME)
    expect(seeker.box).to_have_value("tromp")
    scribe.device.until(lambda: place_of(scribe, PETARD, "rack") == 0, GAME)

    for said in ("rat", word.lower()):
        seeker.device.write(seeker.box, said)
        with seeker.device.answered() as answer:
            seeker.box.press("Enter")
        assert answer.done
        if said == "rat":
            for writer in (scribe, seeker):
                expect(writer.device.page.locator(".voix li").first).to_contain_text("rat")
            page.wait_for_timeout(300)
    seeker.device.until(lambda: sum(seeker.device.sight["view"]["scores"]) >= 10, GAME)
