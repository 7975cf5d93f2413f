"""Présidix on a phone, one person among bots: cards are touched or chosen by keys, read as a formula, and laid."""

from typing import Any

import pytest
from msgspec import convert
from playwright.sync_api import expect

from tablee.pieces.formulas import Formula
from tests.browser.conftest import House
from tests.browser.pages import GAME, Device
from tests.browser.server import Served

PHONE = (390, 844)
TURNS = 40
"""Turns in which one may have to pass before one can lay something."""


def lay_offer(device: Device) -> Any:
    offers = device.sight.get("offers", {}).get(str(device.seat), ())
    return next((offer for offer in offers if offer["name"] == "lay_cards"), None)


def weakest(device: Device) -> list[tuple[str, str]]:
    """The weakest formula that may be laid now: cards, and the letters that they stand for."""
    formula = convert(lay_offer(device)["params"]["groups"], Formula)
    shape = max(formula.shapes(), key=lambda shape: shape.groups * shape.size)
    return [(str(card), letter) for group in formula.weakest_of(shape) for card, letter in group]


@pytest.mark.parametrize("keys", [False, True])
def test_what_one_touches_is_read_as_a_formula_and_laid(house: House, brisk: Served, keys: bool) -> None:
    zoe = house.open(brisk.url, size=PHONE, keyboard=keys, has_touch=not keys, is_mobile=not keys)
    zoe.table("presidix", seats=4)
    for _ in range(TURNS):
        zoe.until(lambda: bool({"lay_cards", "pass"} & set(zoe.offers)), GAME)
        if lay_offer(zoe):
            break
        with zoe.answered():
            zoe.tap(zoe.button("Passer"))
    pairs = weakest(zoe)
    seen = zoe.sight["number"]
    plate = zoe.button("Poser")
    expect(plate).to_have_count(0)
    for card, _ in pairs:
        zoe.tap(zoe.hand.locator(f"[data-h='{card}']"))
    expect(zoe.hand.get_by_role("button", pressed=True)).to_have_count(len(pairs))
    expect(plate).to_have_count(1)
    zoe.fits()
    with zoe.answered() as answer:
        zoe.tap(plate)
    assert answer.done
    assert zoe.sight["number"] > seen
    for card, _ in pairs:
        expect(zoe.hand.locator(f"[data-h='{card}']")).to_have_count(0)
    told = [event for event in zoe.events if event["kind"] == "lays" and event["data"]["seat"] == zoe.seat]
    assert told, "the table tells what was laid"
