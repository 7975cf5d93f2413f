"""Suites in a real browser, on a phone: laid at the workbench, grown, taken back, laid anew, by touch and keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.conftest import House
from tests.browser.pages import Device
from tests.browser.server import Served
from tests.browser.test_accessible import check

PHONE = (390, 844)
DEAL = 58
"""The first to play holds D E F G H I J, and draws an étoile."""
TOUCH = 44


@pytest.fixture
def dealt(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path / "tablee.sqlite3", seed=DEAL) as server:
        yield server


def bench(device: Device) -> Locator:
    return device.page.locator("dialog.etabli")


def rows(device: Device) -> Locator:
    return bench(device).locator(".juge")


def place(device: Device, *letters: str) -> None:
    hand = bench(device).get_by_role("group", name="À ranger")
    for letter in letters:
        device.tap(hand.get_by_role("button", name=letter, exact=True))


def suites(device: Device) -> list[str]:
    """What lies before whoever plays here, from left to right."""
    zones = device.sight["view"]["zones"]
    mine = [z for z in zones if z["kind"] == "suite" and z["owner"] == device.seat]
    return ["".join(c.get("mark") or c["face"][-1] for c in z["cards"]) for z in mine]


def roomy(buttons: Locator) -> None:
    for button in buttons.all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= TOUCH - 0.5, button.get_attribute("aria-label")


def test_suites_are_laid_grown_taken_back_and_laid_anew(house: House, dealt: Served) -> None:
    zoe = house.open(dealt.url, size=PHONE)
    zoe.table("ramilix", seats=2)
    assert zoe.sight["view"]["active"] == [zoe.seat]
    with zoe.answered():
        zoe.tap(zoe.button("Piocher"))

    # A card that was touched is only chosen: one touch throws nothing away.
    zoe.tap(zoe.hand.get_by_role("button", name="J bleu"))
    expect(zoe.button("Défausser J")).to_be_visible()
    zoe.tap(zoe.button("Annuler"))

    zoe.tap(zoe.button("Poser mes suites"))
    place(zoe, "E", "D", "F", "G")
    expect(rows(zoe).first).to_have_text("DEFG")
    expect(bench(zoe)).to_contain_text("il faut une suite de 5")
    expect(bench(zoe).get_by_role("button", name="Valider")).to_be_disabled()
    place(zoe, "H")
    expect(rows(zoe).first).to_have_text("DEFGH")
    roomy(bench(zoe).get_by_role("button"))
    with zoe.answered():
        zoe.tap(bench(zoe).get_by_role("button", name="Valider"))
    assert suites(zoe) == ["DEFGH"]

    # The end that takes it is marked, and nothing moves for that.
    last = zoe.page.locator("[data-zone='suite:0:0'] .carte").last
    before = last.bounding_box()
    zoe.tap(zoe.hand.get_by_role("button", name="I bleu"))
    end = zoe.page.get_by_role("button", name="Poser après H")
    expect(end).to_be_visible()
    assert last.bounding_box() == before
    check(zoe, "suites")
    zoe.page.set_viewport_size(ViewportSize(width=PHONE[0], height=PHONE[1]))
    with zoe.answered():
        zoe.tap(end)
    assert suites(zoe) == ["DEFGHI"]
    with zoe.answered():
        zoe.tap(zoe.button("Défaire (2)"))
    assert suites(zoe) == ["DEFGH"]
    zoe.fits()

    # By keys: I goes where it fits, then the row is cut.
    zoe.tap(zoe.button("Réorganiser"))
    i = bench(zoe).get_by_role("group", name="À ranger").get_by_role("button", name="I", exact=True)
    i.focus()
    i.press("Enter")
    expect(rows(zoe).first).to_have_text("DEFGHI")
    g = bench(zoe).get_by_role("button", name="G", exact=True)
    g.focus()
    g.press("Enter")
    check(zoe, "bench")
    bench(zoe).get_by_role("button", name="Couper avant G").press("Enter")
    expect(rows(zoe)).to_have_text(["DEF", "GHI", "Nouvelle suite"])
    j = bench(zoe).get_by_role("group", name="À ranger").get_by_role("button", name="J", exact=True)
    j.drag_to(bench(zoe).locator("[data-rang='1']"))
    expect(rows(zoe)).to_have_text(["DEF", "GHIJ", "Nouvelle suite"])
    zoe.tap(bench(zoe).get_by_role("button", name="Défaire"))
    expect(rows(zoe)).to_have_text(["DEF", "GHI", "Nouvelle suite"])
    expect(bench(zoe).locator("[aria-live]")).to_have_text("Suite 2, GHI, c’est bon")
    with zoe.answered():
        bench(zoe).get_by_role("button", name="Valider").press("Enter")
    assert sorted(suites(zoe)) == ["DEF", "GHI"]
    expect(bench(zoe)).to_have_count(0)

    zoe.tap(zoe.hand.get_by_role("button", name="J bleu"))
    with zoe.answered():
        zoe.tap(zoe.button("Défausser J"))
    assert zoe.sight["view"]["active"] != [zoe.seat]
