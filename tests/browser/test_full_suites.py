"""The fullest table of suites on a phone: four seats, nearly all cards laid, ends blocked, a full hand."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Locator, ViewportSize, expect

from tests.browser.conftest import House
from tests.browser.pages import Device
from tests.browser.server import Served
from tests.browser.test_accessible import check
from tests.browser.test_suites import TOUCH, bench, roomy, rows, suites

PHONES = ((390, 844), (360, 640), (844, 390), (640, 360))


@pytest.fixture(scope="module", params=["ramilix", "ramilix-mine"])
def crowded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Nearly everything lies on the table, and most of it before the others, or before whoever plays here."""
    with Served(tmp_path_factory.mktemp("laid") / "tablee.sqlite3", laid=request.param) as server:
        yield server


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path / "tablee.sqlite3", laid="ramilix") as server:
        yield server


def sits_down(house: House, url: str, size: tuple[int, int]) -> Device:
    zoe = house.open(url, size=size, has_touch=True)
    zoe.table("ramilix")
    with zoe.answered():
        zoe.tap(zoe.button("Piocher"))
    return zoe


def box(thing: Locator) -> FloatRect:
    found = thing.bounding_box()
    assert found is not None
    return found


def within(thing: Locator, frame: Locator) -> None:
    """All of it lies in sight inside the other one."""
    a, b = box(thing), box(frame)
    assert a["x"] >= b["x"] - 1, thing
    assert a["y"] >= b["y"] - 1, thing
    assert a["x"] + a["width"] <= b["x"] + b["width"] + 1, thing
    assert a["y"] + a["height"] <= b["y"] + b["height"] + 1, thing


def whole(thing: Locator) -> None:
    """Nothing of its text is cut off, and no word is broken."""
    broken = """e => {
        if (e.scrollWidth > e.clientWidth + 1) return 'cut off';
        const node = [...e.childNodes].find(n => n.nodeType === 3 && n.data.trim());
        let at = 0;
        for (const word of (node?.data ?? '').split(/(\\s+)/)) {
            const range = document.createRange();
            range.setStart(node, at); range.setEnd(node, at += word.length);
            if (word.trim() && range.getClientRects().length > 1) return word;
        }
        return '';
    }"""
    assert thing.evaluate(broken) == "", thing.text_content()


def reachable(zoe: Device, what: Locator, size: tuple[int, int]) -> None:
    """In sight, as large as a finger, and nothing lies over it."""
    for one in what.all():
        here = box(one)
        assert here["height"] >= TOUCH - 0.5
        assert here["y"] >= 0
        assert here["y"] + here["height"] <= size[1] + 0.5
        middle = [here["x"] + here["width"] / 2, here["y"] + here["height"] / 2]
        assert one.evaluate("(e, [x, y]) => e.contains(document.elementFromPoint(x, y))", middle)


@pytest.mark.parametrize("size", PHONES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_fullest_table_of_suites_fits_on_a_phone(house: House, crowded: Served, size: tuple[int, int]) -> None:
    zoe = sits_down(house, crowded.url, size)
    mat = zoe.page.locator(".set")
    cards = zoe.hand.get_by_role("button")
    expect(cards).to_have_count(8)
    zoe.fits()

    # The hand: as wide as a finger with the gaps between.
    lefts = [box(card)["x"] for card in cards.all()]
    assert all(abs(a - b) >= TOUCH - 0.5 for a, b in pairwise(lefts) if b > a)
    reachable(zoe, cards, size)

    # All that lies before me is in sight, and something of the others', with a sign that there is more.
    mine = zoe.page.locator(".chez.moi .suite")
    expect(mine).to_have_count(len(suites(zoe)))
    for suite in mine.all():
        within(suite, mat)
    others = zoe.page.locator(".autres")
    assert box(others)["height"] >= TOUCH - 0.5
    hidden = others.evaluate("e => e.scrollHeight - e.clientHeight > 2")
    expect(zoe.page.locator(".autres.deborde")).to_have_count(1 if hidden else 0)
    assert box(others)["y"] + box(others)["height"] <= box(zoe.page.locator(".mien"))["y"] + 1

    # Whose it is, what there is to do, and the steps of the turn can be read.
    for name in zoe.page.locator(".seat .nm").all():
        whole(name)
    plates = zoe.page.locator(".offres .plaque")
    expect(plates).to_have_count(3)
    reachable(zoe, plates, size)
    for plate in plates.all():
        whole(plate)
    for step in zoe.page.locator(".temps li").all():
        within(step, mat)

    # The bench: every suite says how it stands, and what ends it is in sight.
    zoe.tap(zoe.button("Réorganiser"))
    for row in bench(zoe).locator(".rangee").all():
        row.scroll_into_view_if_needed()
        within(row.locator(".juge"), row)
        within(row.locator(".juge"), bench(zoe).locator(".rangees"))
    reachable(zoe, bench(zoe).locator(".offres .plaque"), size)
    roomy(bench(zoe).get_by_role("button"))
    zoe.fits()


@pytest.mark.parametrize("size", PHONES[:2], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_finger_between_two_ends_is_asked_which_one(house: House, full: Served, size: tuple[int, int]) -> None:
    zoe = sits_down(house, full.url, size)
    before = suites(zoe)
    assert before == ["✹MNOPQR✹", "CDEFGHIJ", "XYZAB", "STUV"]
    where = box(zoe.page.locator("[data-zone='suite:0:3'] .carte").first)
    zoe.tap(zoe.hand.get_by_role("button", name="étoile"))
    ends = zoe.page.locator(".posee.bout")
    expect(ends.first).to_be_visible()
    assert box(zoe.page.locator("[data-zone='suite:0:3'] .carte").first) == pytest.approx(where, abs=0.5)
    check(zoe, f"ends-{size[0]}")
    zoe.page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))

    # Between B, the last of one suite, and S, the first of the next one.
    b = box(zoe.page.locator("[data-zone='suite:0:2'] .carte").last)
    s = box(zoe.page.locator("[data-zone='suite:0:3'] .carte").first)
    assert b["y"] == pytest.approx(s["y"], abs=1)
    assert s["x"] - b["x"] - b["width"] < 2 * 11
    zoe.page.touchscreen.tap((b["x"] + b["width"] + s["x"]) / 2, s["y"] + s["height"] / 2)
    plates = zoe.page.get_by_role("dialog", name="Où veux-tu jouer").locator(".plaque")
    expect(plates).to_have_count(2)
    roomy(plates)
    with zoe.answered():
        zoe.tap(plates.filter(has_text="avant S"))
    assert suites(zoe)[3] == "RSTUV"

    # What was done can be undone in one touch.
    undo = zoe.button("Défaire (1)")
    reachable(zoe, undo, size)
    with zoe.answered():
        zoe.tap(undo)
    assert suites(zoe) == before

    # Beside an end where nothing else lies, a finger need not be exact.
    zoe.tap(zoe.hand.get_by_role("button", name="K rose"))
    j = box(zoe.page.locator("[data-zone='suite:0:1'] .carte").last)
    with zoe.answered():
        zoe.page.touchscreen.tap(j["x"] + j["width"] + 10, j["y"] + j["height"] / 2)
    assert suites(zoe)[1] == "CDEFGHIJK"


def test_what_is_missing_is_seen_at_a_glance(house: House, full: Served) -> None:
    zoe = sits_down(house, full.url, PHONES[1])
    zoe.tap(zoe.button("Réorganiser"))
    expect(rows(zoe)).to_have_text(["CDEFGHIJ", "XYZAB", "STUV", "Nouvelle suite"])
    # Without its T a suite has a hole: the letter that is missing stands in it, and the verdict names it.
    row = bench(zoe).locator("[data-rang='2']")
    zoe.tap(row.get_by_role("button", name="T", exact=True))
    zoe.tap(bench(zoe).get_by_role("button", name="Ranger dans une nouvelle suite"))
    expect(row.locator(".manque")).to_have_text(["T"])
    expect(row.locator(".juge")).to_contain_text("T")
    expect(bench(zoe).get_by_role("button", name="Valider")).to_be_disabled()
    within(row.locator(".manque"), bench(zoe).locator(".rangees"))
    check(zoe, "hole")
