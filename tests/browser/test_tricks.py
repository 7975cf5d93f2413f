"""Vieubarbix and Combadix on a phone: cards that follow, cards that fight, and who wins them."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.pages import GAME, Device
from tests.browser.server import Served

PHONE = (360, 640)
PASSED = ["flip", "battle", "quiz", "take"]


def phase(device: Device) -> str:
    return "end" if device.over else str(device.sight["view"]["phase"])


def asked(device: Device) -> bool:
    """Whether the table waits for this phone, or has nothing to wait for any more."""
    return device.over or device.seat in device.sight["view"]["active"]


def table(device: Device, game: str, seats: int, switch: str) -> None:
    """A table with so many seats, one option on, and no limit of time."""
    device.invite(game)
    device.sit("Zoé")
    device.fewer_seats(seats)
    device.more_seats(seats)
    device.add_bots()
    device.no_hurry()
    with device.answered():
        device.tap(device.page.get_by_role("switch", name=switch))
    device.start()
    device.until(lambda: bool(device.sight))


def test_vieubarbix_to_the_end(house: House, quick: Served) -> None:
    """One manche in which everything counts: only what follows can be played, and the points add up."""
    device = house.open(quick.url, size=PHONE, has_touch=True, is_mobile=True)
    table(device, "vieubarbix", 5, "Partie courte")
    expect(device.page.get_by_text("À éviter : tout !")).to_be_visible()
    device.fits()
    played = 0
    while True:
        device.until(lambda: asked(device), GAME)
        if device.over:
            break
        offer = device.sight["offers"][str(device.seat)][0]
        expect(device.playable).to_have_count(len(offer["params"]["card"]["cards"]))
        played += device.press(device.playable)
    assert played == 10
    expect(device.end).to_be_visible()
    assert sum(device.sight["view"]["scores"]) == 340
    counted = [event["data"]["points"] for event in device.events if event["kind"] == "counts"]
    assert sum(counted) == 340


def test_combadix_to_the_end(house: House, quick: Served) -> None:
    """Eight turn up together, equal cards fight by themselves, and a learner touches the card that wins."""
    device = house.open(quick.url, size=PHONE, has_touch=True, is_mobile=True)
    table(device, "combadix", 8, "Qui gagne ?")
    seen = set()
    while not device.over:
        device.until(lambda: asked(device) or device.over, GAME)
        seen.add(phase(device))
        if phase(device) == "flip":
            with device.answered():
                device.tap(device.button("Retourner"))
            device.until(lambda: phase(device) != "flip", GAME)
        elif phase(device) == "quiz":
            device.fits()
            cards = device.sight["view"]["zones"][0]["cards"]
            best = max(range(len(cards)), key=lambda i: "✹ABCDEFGHIJKLMNOPQRSTUVWXYZ★".index(cards[i]["face"][-1]))
            turned = device.page.get_by_role("button", name=re.compile(device.words.playable))
            expect(turned).to_have_count(len(cards))
            with device.answered():
                device.tap(turned.nth(best))
            assert device.told("guessed", "mistaken")["kind"] == "guessed"
        device.until(lambda: phase(device) in PASSED or device.over, GAME)
    assert {"flip", "quiz"} <= seen
    assert any(event["kind"] == "battle" for event in device.events), "among eight somebody always fights"
    expect(device.end).to_be_visible()
