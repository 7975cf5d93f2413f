"""A hand held out: a finger slides over it and is seen, and whoever holds it may put it in order before."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import House
from tests.browser.pages import Device
from tests.browser.server import Served

PHONE = (390, 844)


def place(device: Device, n: int) -> tuple[float, float]:
    """A point at which the card at a place is seen: its left edge, or nearly."""
    x, y = device.page.evaluate(
        """(n) => {
          const box = document.querySelector(".eventail").getBoundingClientRect();
          const card = document.querySelector(`.eventail [data-place="${n}"]`);
          const { left, right } = card.getBoundingClientRect();
          const y = box.top + box.height / 2;
          for (let x = left; x < right; x += 1)
            if (card.contains(document.elementFromPoint(x, y))) return [x + 2, y];
        }""",
        n,
    )
    return x, y


def points(device: Device, n: int) -> None:
    """Somebody else's finger is over this place, as this device shows it."""
    expect(device.page.locator(".eventail .lame").nth(n)).to_have_class(re.compile("pointe"))


def held(device: Device) -> list[str]:
    """What is in the hand, as it lies."""
    labels: list[str] = device.hand.get_by_role("button").evaluate_all("all => all.map((e) => e.ariaLabel)")
    return [label.split(",")[0] for label in labels]


MOST_TOUCHED = 4
"""The furthest place that is touched here: a hand with fewer cards left after the pairs is dealt anew."""
DEALS = 6


def ready(device: Device) -> Locator:
    return device.page.get_by_role("button", name=re.compile("est bon"))


def active(device: Device) -> list[int]:
    found: list[int] = device.sight["view"]["active"]
    return found


def test_a_fan_is_arranged_held_out_and_drawn_from(house: House, brisk: Served) -> None:
    for _ in range(DEALS):
        host, guest = house.open(brisk.url, size=PHONE), house.open(brisk.url, size=PHONE)
        host.pair(guest, "vlamonix")
        for device in (host, guest):
            device.tap(ready(device))
        host.until(lambda: host.sight["view"]["phase"] == "hold_out")  # noqa: B023
        holder, drawer = (host, guest) if host.seat in active(host) else (guest, host)
        before = held(holder)
        if len(before) > MOST_TOUCHED:
            break
    holder.tap(holder.hand.get_by_role("button").nth(3))
    holder.tap(holder.hand.get_by_role("button").nth(0))
    holder.until(lambda: held(holder) != before)
    assert held(holder) == [before[3], *before[:3], *before[4:]]
    holder.tap(ready(holder))
    drawer.until(lambda: drawer.sight["view"]["phase"] == "draw")
    drawer.fits()
    drawer.page.mouse.move(*place(drawer, 2))
    expect(drawer.page.locator(".eventail .pointe")).to_have_attribute("data-place", "2")
    points(holder, 2)
    drawer.page.locator(".eventail [data-place='0']").focus()
    drawer.page.keyboard.press("ArrowRight")
    points(holder, 1)
    drawer.page.mouse.move(5, 5)
    drawer.page.mouse.move(*place(drawer, 4))
    drawer.page.mouse.down()
    drawer.page.mouse.move(*place(drawer, 1))
    drawer.page.mouse.up()
    holder.until(lambda: len(held(holder)) == len(before) - 1)
    assert held(holder) == [before[3], *before[1:3], *before[4:]]
