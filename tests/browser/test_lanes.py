"""Lanes on a phone: everybody runs at once, and syllables are typed on the keys of the manche."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.server import Served
from tests.browser.test_accessible import check

PHONE = (360, 640)


def test_syllables_are_typed_by_keyboard_and_by_finger_and_an_error_stops_the_sprint(
    house: House, steady: Served
) -> None:
    me = house.open(steady.url, size=PHONE, keyboard=True)
    me.table("sprintilix", seats=2)

    def zone(name: str) -> Any:
        return next(z for z in me.sight["view"]["zones"] if z["name"] == f"{name}:{me.seat}")

    def card() -> str:
        return str(zone("turned")["cards"][-1]["face"][-1])

    def fact(name: str) -> Any:
        return me.sight["view"]["facts"][name][me.seat]

    def reads(type_it: Callable[[str], None]) -> None:
        me.look()
        before = fact("card_since")
        type_it(card())
        me.until(lambda: fact("card_since") != before)

    def keyboard(letter: str) -> None:
        """A wrong consonant first, which is erased; keys that are none of the manche do nothing."""
        for key in ("e", "1", "z", "Backspace", letter.lower(), "a"):
            me.page.keyboard.press(key)

    def finger(letter: str) -> None:
        for key in (letter, "A"):
            me.page.get_by_role("button", name=key, exact=True).click()

    expect(me.page.get_by_role("list", name="Les couloirs").get_by_role("listitem")).to_have_count(2)
    check(me, "before a sprint")
    me.tap(me.button("Prêt !", exact=True))
    me.until(lambda: me.sight["view"]["phase"] == "sprint")
    reads(keyboard)
    assert (zone("turned")["count"], fact("fate"), fact("fingers")) == (2, "runs", 0)
    assert fact("spent") >= 250, "from the drawing of the card to its vowel, as the page has measured it"
    reads(finger)
    assert (zone("turned")["count"], fact("fate")) == (3, "runs")
    check(me, "a sprint")
    wrong, right = "B" if card() != "B" else "D", card() + "A"
    me.look()
    me.page.keyboard.type(f"{wrong}A".lower())
    expect(me.page.get_by_role("status").filter(has_text=f"« {right} »").first).to_be_visible()
    assert fact("fate") == "stopped"
    expect(me.page.get_by_text("temps accéléré")).to_be_visible()
    assert me.sight["rate"] > 2
    me.fits()
