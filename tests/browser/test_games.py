"""Whole games, from the shelf to the end, as people play them."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.pages import EN, GAMES, NAMES
from tests.browser.server import Served

SHORTER = {"bazardelix": ("50",), "vizdibix": ("1 seconde",)}
"""Options that make a game shorter."""


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_clicks(house: House, quick: Served, game: str) -> None:
    device = house.open(quick.url)
    device.table(game, seats=3, options=SHORTER.get(game, ()))
    expect(device.heading(NAMES[game])).to_be_visible()
    assert device.play_on(game) >= 5, "hardly a move was ours"
    expect(device.end).to_be_visible()
    rows = device.page.get_by_role("row")
    expect(rows).to_have_count(device.seats)
    for row in rows.all():
        expect(row.get_by_role("cell")).to_have_text(re.compile(r"\d"))
    with device.answered():
        device.button(device.words.again).click()
    expect(device.end).to_have_count(0)


def test_one_click_plays(house: House, quick: Served) -> None:
    """From the shelf straight into a game against bots."""
    device = house.open(quick.url)
    device.choose("zieufermix")
    device.button(device.words.alone).click()
    assert device.play_on("zieufermix", 1) == 1


def test_a_whole_game_in_english_on_a_phone(house: House, quick: Served) -> None:
    device = house.open(quick.url, EN, (360, 640), has_touch=True, is_mobile=True)
    device.fits()
    device.table("amerix", "Zoe", seats=3)
    expect(device.hand).to_be_visible()
    device.fits()
    device.play_on("amerix")
    expect(device.end).to_be_visible()
    device.fits()
    assert not re.search(r"\b(carte|partie|joueur|gagne|tour)\b", device.page.locator("main").inner_text())


def test_a_whole_game_by_keyboard_alone(house: House, quick: Served) -> None:
    """No pointer ever touches the page."""
    device = house.open(quick.url, keyboard=True)
    device.table("zieufermix")
    assert device.play_on("zieufermix") >= 2
    expect(device.end).to_be_visible()


def test_the_game_can_be_watched_again(house: House, quick: Served) -> None:
    device = house.open(quick.url)
    device.table("zieufermix")
    device.play_on("zieufermix")
    device.page.get_by_role("link", name=device.words.replay).click()
    device.page.wait_for_url("**/replay/*")
    slider = device.page.get_by_role("slider")
    expect(slider).to_have_value("0")
    device.button(device.words.step_on).click()
    expect(slider).to_have_value("1")
