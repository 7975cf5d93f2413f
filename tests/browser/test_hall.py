"""The hall of ghosts, played by two people at one screen: from above with the mouse, and by keys alone."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.pages import Device
from tests.browser.server import Served
from tests.browser.test_accessible import check

PHONE = (390, 844)
SIZES = (PHONE, (820, 1180), (1440, 900))
GAME = "pas_vu_pas_pris"
LONG = 60_000
"""Milliseconds: the first question of a table wakes a worker."""


class Hall:
    """One device with two people, and what the table says."""

    def __init__(self, house: House, served: Served, option: str = "", **wishes: Any) -> None:
        """`option`: what else the table chooses, as it is written on it."""
        self.me = me = house.open(served.url, size=PHONE, **wishes)
        me.one_screen(GAME)
        for name in ("Zoé", "Nino"):
            me.sit_here(name)
        me.fewer_seats(2)
        me.no_hurry()
        if option:
            wanted = me.page.get_by_role("radio", name=option).or_(me.page.get_by_role("switch", name=option))
            with me.answered():
                wanted.first.click()
        me.start()

    @property
    def phase(self) -> str:
        return str(self.me.sight["view"]["phase"])

    @property
    def offered(self) -> set[str]:
        return {o["name"] for offers in self.me.sight["offers"].values() for o in offers}

    def past_furniture(self) -> None:
        """Everybody passes; a card without furniture goes by itself."""
        self.me.until(lambda: bool(self.offered & {"pass", "move"}), LONG)
        while "move" not in self.offered:
            now = self.me.sight["number"]
            if "pass" in self.offered:
                self.me.tap(self.me.button("Passer", exact=True))
            self.me.until(lambda now=now: self.me.sight["number"] != now, LONG)  # type: ignore[misc]

    @property
    def in_hall(self) -> list[dict[str, Any]]:
        (zone,) = (z for z in self.me.sight["view"]["zones"] if z["name"] == "hall")
        return [c for c in zone["cards"] if c and c["face"].startswith("ghost")]


def from_above(me: Device) -> None:
    plan = me.page.get_by_role("button", name="Vue du dessus")
    if plan.count():
        me.tap(plan)
    expect(me.page.locator(".plan")).to_be_visible()


def test_a_round_from_above_with_the_mouse(house: House, steady: Served) -> None:
    hall = Hall(house, steady)
    me = hall.me
    from_above(me)
    hall.past_furniture()
    check(me, "ghosts from above")
    me.tap(me.page.locator(".pion.jouable").first)
    expect(me.page.locator(".cel .n").first).to_be_visible()
    me.page.locator('.cel[data-seen="3,2"]').click()
    me.until(lambda: len(hall.in_hall) == 1, LONG)
    pose = hall.in_hall[0]["pose"]
    assert (pose["x"] // 100, pose["y"] // 100) in ((2, 1), (3, 4)), "where it was pointed at, from either wall"
    me.tap(me.button("Annuler"))
    me.until(lambda: not hall.in_hall, LONG)
    me.tap(me.button("Fini", exact=True))
    me.until(lambda: "done" in hall.offered, LONG)
    me.tap(me.button("Fini", exact=True))
    me.until(lambda: "side" in hall.offered, LONG)
    expect(me.page.locator(".mur")).to_have_count(4)
    check(me, "choosing a wall")
    me.tap(me.page.locator(".mur:not([disabled])").first)
    me.until(lambda: hall.phase == "keyhole", LONG)
    expect(me.page.get_by_role("heading", name=re.compile("^Cachés"))).to_be_visible()


def test_furniture_and_ghosts_by_keys_alone(house: House, brisk: Served) -> None:
    hall = Hall(house, brisk, reduced_motion="reduce")
    me, keys = hall.me, hall.me.page.keyboard
    expect(me.page.locator(".plan")).to_be_visible()
    me.until(lambda: bool(hall.offered & {"take", "move"}), LONG)
    if "take" in hall.offered:
        me.page.locator(".objet:not([disabled])").first.focus()
        keys.press("Enter")
        me.until(lambda: "place" in hall.offered, LONG)
        me.page.locator('.cel[tabindex="0"]').focus()
        keys.press("Shift+ArrowUp")
        me.page.get_by_role("slider", name="Tourner le meuble").focus()
        keys.press("ArrowLeft")
        expect(me.page.get_by_role("slider", name="Tourner le meuble")).to_have_attribute(
            "aria-valuenow", re.compile(r"^\d+$")
        )
        me.button("Laisser").focus()
        keys.press("Enter")
        me.until(lambda: "place" not in hall.offered, LONG)
    hall.past_furniture()
    me.page.locator(".pion.jouable").nth(1).focus()
    keys.press("Enter")
    me.page.locator('.cel[tabindex="0"]').focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "Enter"):
        keys.press(key)
    me.until(lambda: len(hall.in_hall) == 1, LONG)
    before = hall.in_hall[0]["pose"]
    for _ in range(3):
        keys.press("Shift+ArrowRight")
    keys.press("Enter")
    me.until(lambda: hall.in_hall[0]["pose"] != before, LONG)
    after = hall.in_hall[0]["pose"]
    assert before["x"] // 100 == after["x"] // 100, "it was only adjusted in its cell"
    label = me.page.locator('[data-seen="3,2"]').get_attribute("aria-label") or ""
    assert label.startswith("Colonne 3, rang 2"), label
    assert "petit" in label, label


def test_without_relief_the_plan_shows_by_itself(house: House, brisk: Served) -> None:
    hall = Hall(house, brisk, reduced_motion="no-preference")
    me = hall.me
    house.forgive("GPU stall due to ReadPixels")  # a driver's remark: here the processor draws
    drawn = me.page.evaluate("!!document.createElement('canvas').getContext('webgl2')")
    if drawn:
        stage = me.page.locator(".relief canvas")
        expect(stage.or_(me.page.locator(".plan"))).to_be_visible()
        last = me.page.locator(".case").nth(35)
        expect(last.or_(me.page.locator(".plan")).first).to_be_visible(timeout=LONG)
    else:
        expect(me.page.locator(".plan")).to_be_visible()
        expect(me.page.get_by_role("button", name="Vue en relief")).to_have_count(0)


def test_a_piece_in_hand_shows_at_once_whether_it_holds(house: House, steady: Served) -> None:
    """The page settles it itself: the table is asked too, but nobody waits for it."""
    hall = Hall(house, steady, option="meublé par les joueurs")
    me = hall.me
    from_above(me)
    me.until(lambda: "place" in hall.offered, LONG)
    me.tap(me.page.locator(".objet:not([disabled])"))
    said = me.page.locator(".bulle")
    expect(said).to_have_class(re.compile("oui"))
    corner = me.page.locator('.cel[data-seen="1,1"]').bounding_box()
    assert corner is not None
    me.page.mouse.click(corner["x"] + 4, corner["y"] + corner["height"] - 4)
    expect(said).to_have_text(re.compile("dépasse"))
    expect(me.page.get_by_role("button", name="Poser ici")).to_be_disabled()
    me.page.locator('.cel[data-seen="3,3"]').click()
    expect(said).to_have_class(re.compile("oui"))
    lay = me.page.locator(".geste").nth(2)
    names = []
    for _ in range(6):
        lay.click()
        names.append(lay.inner_text().strip())
    assert names == [*(["Autre côté"] * 4), "Relever", "Coucher"], "round all six sides, and upright again"
    me.tap(me.button("Poser ici"))
    me.until(lambda: any(z["name"] == "hall" and any(z.get("cards", ())) for z in me.sight["view"]["zones"]), LONG)


def test_two_small_ones_become_one(house: House, steady: Served) -> None:
    """With fusions, whoever touches his ghost in the hall comes to it from outside, and they may be joined."""
    hall = Hall(house, steady, option="Fusions")
    me = hall.me
    from_above(me)
    hall.past_furniture()
    for number in (1, 2):
        me.tap(me.page.locator(".pion.home"))
        me.page.locator('.cel[data-seen="4,1"]').click()
        me.until(lambda number=number: len(hall.in_hall) == number, LONG)  # type: ignore[misc]
    me.tap(me.button("Fusionner"))
    me.until(lambda: len(hall.in_hall) == 1, LONG)
    assert ":medium:" in hall.in_hall[0]["face"]


APART = """() => {
  const boxes = (of) => [...document.querySelectorAll(of)].map((e) => e.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const [said, doors] = [boxes(".outils > *"), boxes(".po")];
  const scene = document.querySelector(".boite").getBoundingClientRect();
  const within = (b) => b.left >= scene.left && b.right <= scene.right && b.bottom <= scene.bottom;
  return {
    said: said.length,
    covered: doors.filter((d) => [...said, ...boxes(".outil")].some((s) => meet(s, d))).length,
    inside: [...said, ...doors].every(within),
    side: Math.round(document.querySelector(".plan").clientWidth),
  };
}"""
"""What is said over the hall seen from above, and what it covers; how wide the hall is."""


def test_what_midnight_says_covers_no_door(house: House, brisk: Served) -> None:
    """Its card is read beside the hall or above it, and the hall stays as large as a finger needs it."""
    hall = Hall(house, brisk, option="Minuit sonne", reduced_motion="reduce")
    me = hall.me
    hall.past_furniture()
    for _ in range(2):
        me.tap(me.button("Fini", exact=True))
        me.until(lambda now=me.sight["number"]: me.sight["number"] != now, LONG)  # type: ignore[misc]
    me.until(lambda: "side" in hall.offered or hall.phase == "keyhole", LONG)
    if "side" in hall.offered:
        me.tap(me.page.locator(".mur:not([disabled])").first)
    expect(me.page.locator(".minuit")).to_be_visible(timeout=LONG)
    me.until(lambda: bool(hall.offered), LONG)
    for (wide, high), least in zip(SIZES, (264, 500, 320), strict=True):
        me.page.set_viewport_size({"width": wide, "height": high})
        expect(me.page.locator(".plan")).to_be_visible()
        me.page.wait_for_function(f"({APART})().covered === 0")
        found = me.page.evaluate(APART)
        assert found["said"] == 1, found
        assert found["inside"], f"at {wide} pixels something is cut: {found}"
        assert found["side"] >= least, f"at {wide} pixels the hall is small: {found}"
