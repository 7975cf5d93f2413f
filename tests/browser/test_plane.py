"""Suitix, Granzieufermix and Zieufermix by clicks on a phone: pairs from memory, étoiles taken or risked, eyes
that close, and eyes that stay open because two look at one screen."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.conftest import House
from tests.browser.pages import SOON, Device, Message
from tests.browser.server import Served
from tests.browser.writer import Writer

PHONE = (360, 640)


class Finder(Writer):
    """Remembers every card that it has seen on the plane, and turns those that go together."""

    def __init__(self, device: Device, game: str, goes_with: Callable[[str, str], bool]) -> None:
        super().__init__(device, game)
        self.known: dict[int, str] = {}
        self.goes_with = goes_with
        self._seen = 0

    def remember(self) -> None:
        for event in self.device.events[self._seen :]:
            source, place = event.get("source") or ("", -1)
            if source == "plane" and event["kind"] == "turn_up" and event.get("face"):
                self.known[place] = event["face"]
            elif source == "plane" and event["kind"] in ("move", "swap"):
                self.known.pop(place, None)
                self.known.pop(event["target"][1] if event["kind"] == "swap" else place, None)
        self._seen = len(self.device.events)

    def told(self, kind: str) -> int:
        """How often this has happened to its own seat."""
        return sum(e["kind"] == kind and e["data"].get("seat") == self.device.seat for e in self.device.events)

    def card(self, place: int) -> Locator:
        """A card face down, by the number of its place."""
        name = re.compile(rf"^{self.device.words.hidden}\D*{place + 1}$")
        return self.device.page.get_by_role("button", name=name)

    def turn(self, name: str = "turn", wish: str = "") -> None:
        """The card that it wishes for, if it knows one; otherwise one of a pair, or one that it does not know."""
        self.remember()
        offer = self.offer(name)
        assert offer is not None
        places: list[int] = offer["params"]["place"]["places"]
        known = {p: f for p, f in self.known.items() if p in places}
        lying = [f for p, f in self.known.items() if p not in places][-1:] or list(known.values())
        wanted = [p for p, f in known.items() if f == wish]
        wanted += [p for p, f in known.items() if any(g != f and self.goes_with(f, g) for g in lying)]
        place = next(iter(wanted), next((p for p in places if p not in known), places[0]))
        self.tapped(self.card(place))

    def tapped(self, target: Locator) -> bool:
        """Whether the table took it; what is there no longer may have been an old picture."""
        try:
            with self.device.answered() as answer:
                self.device.tap(target, SOON)
            return answer.done
        except TooLate:
            return False

    def my_turn(self) -> None:
        """Waits until there is something to do; where the other has won it all too soon, they play again."""
        while not self.offers:
            self.device.until(lambda: bool(self.offers) or self.phase == "end")
            if self.phase == "end":
                self.device.end.wait_for()
                with self.device.answered():
                    self.device.tap(self.device.button(self.device.words.again))
                self.device.until(lambda: self.phase != "end")
                self.remember()
                self.known = {}


def test_suitix_on_a_phone(house: House, quick: Served) -> None:
    """Letters that follow each other are won; one étoile is taken, another one risked."""

    def follows(one: str, other: str) -> bool:
        return one[-1].isalpha() and other[-1].isalpha() and abs(ord(one[-1]) - ord(other[-1])) == 1

    device = house.open(quick.url, size=PHONE, has_touch=True, is_mobile=True)
    device.table("suitix", seats=2)
    device.fits()
    zoe = Finder(device, "suitix", follows)
    # A dot for each letter that is won: the other one may have begun.
    expect(device.page.get_by_text(re.compile("^[A-D·]{4} [E-H·]{4} "))).to_be_visible()
    took = searched = False
    while not (took and searched):
        zoe.my_turn()
        if zoe.offer("turn"):
            zoe.turn(wish="★")
        elif took:
            searched = zoe.tapped(zoe.plate("search"))
        else:
            took = zoe.tapped(zoe.plate("take"))
    device.until(lambda: zoe.told("searches") > 0)
    assert zoe.told("wins") > 0
    device.fits()


def test_granzieufermix_on_a_phone(house: House, brisk: Served) -> None:
    """A miss is put away by hand, an étoile closes the eyes, a groping finger turns a card that only flashes."""
    colours = {"y": "y", "v": "v", "p": "b", "b": "p"}
    device = house.open(brisk.url, size=PHONE, has_touch=True, is_mobile=True)
    device.invite("granzieufermix")
    device.sit("Zoé")
    device.fewer_seats(2)
    device.add_bots()
    device.no_hurry()
    with device.answered():
        device.page.get_by_role("group", name="Zoé").get_by_role("radio", name="yeux fermés").click()
    with device.answered():
        device.page.get_by_role("radio", name="8 secondes").click()
    device.start()
    device.fits()
    zoe = Finder(device, "granzieufermix", lambda one, other: colours.get(one[0]) == other[0])
    said = blind = False
    while not (said and blind):
        zoe.my_turn()
        if zoe.offer("touch"):
            assert not device.sight["view"]["zones"], "nothing of the table is there"
            blind = zoe.tapped(device.night) or blind
        elif zoe.offer("ok"):
            said = zoe.tapped(zoe.plate("ok")) or said
        else:
            zoe.turn("turn" if zoe.offer("turn") else "swap", "" if blind else "★")
    assert any(e["kind"] == "flash" and e["face"] for e in device.events)
    assert zoe.told("closes_eyes") and (zoe.told("misses") or zoe.told("opens_eyes"))
    device.fits()


class Both(Finder):
    """Two people at one device: whoever is on turn plays."""

    @property
    def offers(self) -> list[Message]:
        found: dict[str, list[Message]] = self.device.sight.get("offers", {})
        return [offer for offers in found.values() for offer in offers]

    def who_met(self, kind: str) -> set[int]:
        """The seats to which this has happened."""
        return {e["data"]["seat"] for e in self.device.events if e["kind"] == kind}


@pytest.mark.parametrize("game", ["zieufermix", "granzieufermix"])
def test_eyes_stay_open_on_one_screen(house: House, brisk: Served, game: str) -> None:
    """C13: both have chosen closed eyes, both meet an étoile, and the table stays there for both."""
    device = house.open(brisk.url, size=PHONE, has_touch=True, is_mobile=True)
    device.one_screen(game)
    for name in ("Zoé", "Nino"):
        device.sit_here(name)
        with device.answered():
            device.page.get_by_role("group", name=name).get_by_role("radio", name="yeux fermés").click()
    device.no_hurry()
    device.start()
    both = Both(device, game, lambda one, other: False)
    while len(both.who_met("etoile")) < 2:
        both.my_turn()
        assert not both.offer("touch") and device.sight["view"]["zones"]
        if both.offer("ok"):
            both.tapped(both.plate("ok"))
        else:
            both.turn("turn" if both.offer("turn") else "swap", "★" if both.offer("turn") else "")
    both.my_turn()
    assert both.who_met("closes_eyes") == set() and both.offer("touch") is None
    expect(device.night).to_have_count(0)
    expect(both.card(both.offers[0]["params"]["place"]["places"][0])).to_be_visible()
    device.fits()
