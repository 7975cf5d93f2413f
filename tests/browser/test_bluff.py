"""Cards laid face down and doubted, a call and what everybody shows: one person among bots."""

import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.pages import Device
from tests.browser.server import Served

PHONE = (390, 844)
FINGER = 44
LONG = 60_000


def offers(device: Device) -> list[str]:
    return [offer["name"] for offer in device.sight["offers"].get(str(device.seat), [])]


def pavrailix_tables(house: House, server: Served) -> Iterator[Device]:
    """One after the other, each until one may act: after somebody has laid a card one may doubt it."""
    for _ in range(12):
        device = house.open(server.url, size=PHONE)
        device.table("pavrailix", seats=4)
        device.until(partial(may_act, device), LONG)
        yield device


def may_act(device: Device) -> bool:
    return bool({"open", "lay", "accuse"} & set(offers(device)))


def test_what_was_laid_face_down_can_be_doubted(house: House, brisk: Served) -> None:
    device = next(device for device in pavrailix_tables(house, brisk) if "accuse" in offers(device))
    expect(device.page.get_by_text("Le tas", exact=False).first).to_be_visible()
    accuse = device.page.get_by_role("button", name="Tu mens !", exact=True)
    box = accuse.bounding_box()
    assert box and min(box["width"], box["height"]) >= FINGER
    device.fits()
    for _ in range(20):
        if any(event["kind"] == "accuses" for event in device.events):
            break
        if accuse.count():
            with suppress(TooLate):  # somebody was quicker
                accuse.first.click(timeout=1_000)
        device.page.wait_for_timeout(300)
    assert device.told("liar", "honest"), "what lay there was looked at"


def test_after_a_call_everybody_shows_what_he_has(house: House, brisk: Served) -> None:
    """By keys alone."""
    device = house.open(brisk.url, size=PHONE, keyboard=True)
    device.table("crotdebix", seats=4)
    page = device.page
    expect(page.locator(".echelle").get_by_text("suite de 6")).to_be_visible(timeout=LONG)
    device.fits()
    call = page.get_by_role("button", name="Crotdebix !", exact=True)
    shown = page.locator(".compare > li")

    end = time.monotonic() + 2 * LONG / 1_000
    while shown.count() < 4:
        assert time.monotonic() < end, "nobody called, and nobody showed"
        with suppress(TooLate):  # the round went on under the finger
            if call.count() and call.is_enabled(timeout=1_000):
                device.tap(call, 1_000)
            elif "pass_on" in offers(device):
                device.tap(device.playable, 1_000)
        page.wait_for_timeout(100)
    device.fits()
