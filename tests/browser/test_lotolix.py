"""Lotolix in a real browser: a whole game on a phone, with the invisible player and a wrong card."""

import re

from playwright.sync_api import Locator, expect

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
