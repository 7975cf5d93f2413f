"""A hand held out: a finger slides over it and is seen, and whoever holds it may put it in order before."""

import re

from playwright.sync_api import Locator

from tests.browser.conftest import House
from tests.browser.pages import Device
from tests.browser.server import Served

PHONE = (390, 844)


def place(device: Device, n: int) -> tuple[float, float]:
    """Where the edge of the card at a place lies."""
    box = device.page.locator(f".eventail [data-place='{n}']").bounding_box()
    assert box is not None
    return box["x"] + 12, box["y"] + box["height"] / 2


def raised(device: Device) -> list[int]:
    """The places that a finger is over, as this device shows them."""
    found: list[int] = device.page.evaluate(
        "[...document.querySelectorAll('.eventail .lame')].flatMap((e, i) => e.matches('.pointe') ? [i] : [])"
    )
    return found


def held(device: Device) -> list[str]:
    """What is in the hand, as it lies."""
    labels = [card.get_attribute("aria-label") or "" for card in device.hand.get_by_role("button").all()]
    return [label.split(",")[0] for label in labels]


def ready(device: Device) -> Locator:
    return device.page.get_by_role("button", name=re.compile("est bon"))


def active(device: Device) -> list[int]:
    found: list[int] = device.sight["view"]["active"]
    return found


def test_a_fan_is_arranged_held_out_and_drawn_from(house: House, brisk: Served) -> None:
    host, guest = house.open(brisk.url, size=PHONE), house.open(brisk.url, size=PHONE)
    host.pair(guest, "vlamonix")
    for device in (host, guest):
        device.tap(ready(device))
    host.until(lambda: host.sight["view"]["phase"] == "hold_out")
    holder, drawer = (host, guest) if host.seat in active(host) else (guest, host)
    before = held(holder)
    assert len(before) > 7, "also a large hand lies as its owner has put it"
    holder.tap(holder.hand.get_by_role("button").nth(3))
    holder.tap(holder.hand.get_by_role("button").nth(0))
    holder.until(lambda: held(holder) != before)
    assert held(holder) == [before[3], *before[:3], *before[4:]]
    holder.tap(ready(holder))
    drawer.until(lambda: drawer.sight["view"]["phase"] == "draw")
    drawer.fits()
    drawer.page.mouse.move(*place(drawer, 2))
    drawer.until(lambda: raised(drawer) == [2])
    holder.until(lambda: raised(holder) == [2])
    drawer.page.locator(".eventail [data-place='0']").focus()
    drawer.page.keyboard.press("ArrowRight")
    holder.until(lambda: raised(holder) == [1])
    drawer.page.mouse.move(5, 5)
    x, y = place(drawer, 4)
    drawer.page.mouse.move(x, y)
    drawer.page.mouse.down()
    drawer.page.mouse.move(*place(drawer, 1))
    drawer.page.mouse.up()
    holder.until(lambda: len(held(holder)) == len(before) - 1)
    assert held(holder) == [before[3], *before[1:3], *before[4:]]
