"""A card is flicked over the round table: pulled back with the mouse, then aimed with the space bar alone."""

from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.server import Served
from tests.browser.test_accessible import check

PHONE = (390, 844)

MEET = """([these, those]) => {
  const boxes = (of) => [...document.querySelectorAll(of)].map((e) => e.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const [some, others] = [boxes(these), boxes(those)];
  if (!some.length || !others.length) return "not there";
  return some.filter((a) => others.some((b) => meet(a, b))).length;
}"""
"""How many of these lie on any of those."""


def test_a_card_is_pulled_back_or_aimed_by_keys(house: House, brisk: Served) -> None:
    me = house.open(brisk.url, size=PHONE)
    me.table("pitchix", seats=2)

    def phase() -> str:
        return str(me.sight["view"]["phase"])

    def mine() -> bool:
        return me.seat in me.sight["view"]["active"]

    def my_flick() -> None:
        for _ in range(6):
            me.until(lambda: mine() and phase() in ("flick", "score"))
            if phase() == "flick":
                return
            me.tap(me.button("Garder", exact=True))
            me.until(lambda: phase() != "score")

    my_flick()
    check(me, "aiming")
    expect(me.page.locator(".main [aria-pressed=true]")).to_be_visible()
    me.page.wait_for_function(f"({MEET})(['.tir button', '.main [data-h]']) === 0")
    hold = me.page.locator(".prise")
    expect(hold).to_be_visible()
    box = hold.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    me.page.mouse.move(x, y)
    me.page.mouse.down()
    me.page.mouse.move(x, y + 4)
    me.page.mouse.up()
    assert phase() == "flick", "let go on the card, nothing happens"
    me.page.mouse.move(x, y)
    me.page.mouse.down()
    me.page.mouse.move(x + 6, y + 40)
    me.page.mouse.move(x + 12, y + 84)
    me.page.mouse.up()
    me.until(lambda: mine() and phase() == "score")
    me.page.set_viewport_size({"width": 1440, "height": 900})
    expect(me.button("Garder", exact=True)).to_be_visible()
    for beside in (".moi-ligne", ".main [data-h]"):
        me.page.wait_for_function(f"({MEET})(['.bas > .offres .plaque', '{beside}']) === 0")
    me.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    my_flick()
    me.button("Viser").focus()
    for _ in range(3):
        me.page.keyboard.press(" ")
        me.page.wait_for_timeout(300)
    me.until(lambda: phase() != "flick" or not mine())
