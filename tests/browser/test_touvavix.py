"""Touvavix on phones: cards are laid on a star, the pétard in its middle is tapped, an étoile gives a pile."""

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import House
from tests.browser.pages import Device
from tests.browser.server import Served
from tests.browser.test_accessible import check

PHONE = (360, 640)
CARDS = 80
"""Cards among which there surely are a pair, an étoile, and one that makes neither."""


CALLED = {"★": "étoile", "✹": "pétard"}


class Star:
    """What lies on the table, as one of the devices sees it."""

    def __init__(self, *devices: Device) -> None:
        self.devices = devices

    @property
    def view(self) -> Any:
        return self.devices[0].sight["view"]

    def height(self, at: int) -> int:
        return next(int(z.get("count", 0)) for z in self.view["zones"] if z["name"] == f"star:{at}")

    def tops(self) -> list[str]:
        """The faces that show, place by place; an empty place is an empty word."""
        stacks = [z for z in self.view["zones"] if z["name"].startswith("star:")]
        return [z["cards"][-1]["face"][-1] if z.get("count") else "" for z in stacks]

    def pair(self) -> str:
        letters = [top for top in self.tops() if top.isalpha()]
        return next((letter for letter in letters if letters.count(letter) > 1), "")

    def agreed(self) -> bool:
        """Whether all have been told the same: what somebody has won may reach one device before the other."""
        stars = [[z for z in d.sight["view"]["zones"] if z["name"].startswith("star:")] for d in self.devices]
        return len({tuple(z.get("count", 0) for z in star) for star in stars}) == 1

    def lay(self) -> int:
        """Whoever's turn it is lays a card, on an empty place if there is one; where, once all have seen it."""
        self.devices[0].until(lambda: self.view["phase"] == "lay" and self.agreed())
        seat = self.view["active"][0]
        who = next((d for d in self.devices if len(self.devices) > 1 and d.seat == seat), self.devices[0])
        before, tops = who.sight["stimulus"], self.tops()
        at = tops.index("") if "" in tops else before % 6
        taken = False
        while not taken:  # the table counts the time on the line, so that a press may be a little too early for it
            with who.answered() as answer:
                who.tap(place(who, at, disabled=False))
            taken = answer.done
        for device in self.devices:
            device.until(lambda device=device: device.sight["stimulus"] > before)  # type: ignore[misc]
            top, height = self.tops()[at], self.height(at)
            drawn = CALLED.get(top, top) + (rf".*\b{height} " if height > 1 else "")
            expect(place(device, at)).to_have_accessible_name(re.compile(rf"^Place {at + 1} : {drawn}"))
        return at


def place(device: Device, at: int, **how: bool) -> Locator:
    return device.page.get_by_role("button", name=re.compile(rf"^Place {at + 1} :"), **how)  # type: ignore[arg-type]


def petard(device: Device) -> Locator:
    return device.page.get_by_role("button", name="Pétard", exact=True)


def mine(device: Device, kind: str) -> Any:
    """What came of a press made here."""
    while (told := device.told(kind)["data"])["seat"] != device.seat:
        pass
    return told


def test_pairs_etoiles_and_errors_on_two_phones(house: House, brisk: Served) -> None:
    zoe, nino = house.open(brisk.url, size=PHONE), house.open(brisk.url, size=PHONE)
    zoe.pair(nino, "touvavix")
    star = Star(zoe, nino)
    expect(petard(zoe)).to_be_visible()
    wins = catches = errors = beside = 0
    for _ in range(CARDS):
        laid = star.lay()
        card = star.tops()[laid]
        waits = next(d for d in (zoe, nino) if d.seat not in star.view["active"])
        if card == "★" and not catches:
            zoe.look()
            zoe.tap(petard(zoe))
            mine(zoe, "catches")
            nino.until(lambda: nino.sight["view"]["phase"] == "choose")
            expect(petard(nino)).to_be_disabled()
            full = next(i for i, top in enumerate(star.tops()) if top)
            zoe.tap(place(zoe, full, disabled=False))
            assert mine(zoe, "takes")["count"] >= 1
            catches += 1
        elif star.pair() and not beside:
            aside = (laid + 3) % 6
            waits.look()
            waits.tap(place(waits, aside))
            assert mine(waits, "wrong")["shout"] == f"star:{aside}"
            beside += 1
        elif star.pair() and card != "★" and not wins:
            nino.look()
            nino.page.keyboard.press("Space")
            assert mine(nino, "wins")["count"] >= 2
            expect(nino.page.get_by_role("list", name="Qui a été le plus rapide ?")).to_be_visible()
            wins += 1
        elif not star.pair() and card != "★" and not errors:
            nino.look()
            nino.tap(petard(nino))
            assert mine(nino, "wrong")["shout"] == "petard"
            errors += 1
        if wins and catches and errors and beside:
            break
    assert (wins, catches, errors, beside) == (1, 1, 1, 1)
    zoe.fits()


def test_on_one_screen_each_has_a_buzzer_of_his_own(house: House, brisk: Served) -> None:
    device = house.open(brisk.url, size=PHONE)
    device.one_screen("touvavix")
    device.sit_here("Zoé")
    device.sit_here("Nino")
    device.no_hurry()
    device.start()
    device.until(lambda: bool(device.sight))
    star = Star(device)
    for _ in range(CARDS):
        star.lay()
        if star.pair():
            break
    device.look()
    device.tap(device.button("pétard ! Nino"))
    assert device.told("wins", "catches", "wrong")["data"]["seat"] == 1
    device.fits()
    check(device, "touvavix")
