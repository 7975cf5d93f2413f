"""Spots in a real browser: whole games by clicks, by keyboard and by drag, on a desk and on a phone."""

import re
from itertools import pairwise

from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.kennel import Kennel
from tests.browser.page_words import EN
from tests.browser.pages import SOON
from tests.browser.server import Served


def test_a_whole_game_of_spots_by_clicks(house: House, quick: Served) -> None:
    device = house.open(quick.url)
    device.table("spots", seats=2, options=("10",))
    kennel = Kennel(device)
    expect(kennel.tiles.first).to_be_visible()
    assert kennel.play() >= 10
    expect(device.end).to_be_visible()


def test_spots_on_a_phone_in_english(house: House, quick: Served) -> None:
    device = house.open(quick.url, EN, (360, 640), has_touch=True, is_mobile=True)
    device.table("spots", "Zoe", seats=2)
    kennel = Kennel(device)
    dogs = device.page.locator(".ch-meute:not(.ch-petite) .ch-chien").filter(visible=True)
    widths = []
    for _ in range(6):
        kennel.play(1)
        device.fits()
        if dogs.count() and (box := dogs.first.bounding_box()):
            widths.append(box["width"])
    # They may become smaller, where a pack has more of them; they never grow and shrink with what is below.
    assert all(after <= before + 1 for before, after in pairwise(widths)), widths
    assert not re.search(r"\b(nonos|toutou|enterrer|niche)\b", device.page.locator("main").inner_text())


def test_spots_by_keyboard_alone(house: House, quick: Served) -> None:
    device = house.open(quick.url, keyboard=True)
    device.table("spots", seats=2)
    assert Kennel(device).play(4) == 4


def test_dice_can_be_dragged_and_taken_back_before_they_are_sent(house: House, quick: Served) -> None:
    device = house.open(quick.url)
    device.table("spots", seats=2)
    kennel = Kennel(device)
    kennel.until_dice()
    before = kennel.dice.count()
    die = kennel.dice.first.bounding_box()
    yard = kennel.page.get_by_role("button", name=re.compile("^Enterrer")).bounding_box(timeout=SOON)
    assert die is not None
    assert yard is not None
    mouse = kennel.page.mouse
    mouse.move(die["x"] + die["width"] / 2, die["y"] + die["height"] / 2)
    mouse.down()
    mouse.move(yard["x"] + 40, yard["y"] + 30, steps=6)
    mouse.up()
    expect(kennel.dice).to_have_count(before - 1)
    kennel.button("Reprendre", "").click()
    expect(kennel.dice).to_have_count(before)


def test_solo_against_t0ut0u(house: House, quick: Served) -> None:
    device = house.open(quick.url)
    device.invite("spots")
    device.sit("Zoé")
    device.fewer_seats(1)
    device.start()
    kennel = Kennel(device)
    expect(device.page.get_by_text("T0ut0u").first).to_be_visible()
    row = device.page.get_by_role("row").filter(has_text="T0ut0u")
    expect(row.get_by_role("cell")).to_have_text(re.compile(r"^\d$"))
    assert kennel.play(3) == 3
