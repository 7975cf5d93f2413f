"""Whole games, from the shelf to the end, as people play them."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.page_words import EN
from tests.browser.pages import GAMES, NAMES
from tests.browser.server import Served

SHORTER = {"vizdibix": ("1 seconde",)}
"""Options that make a game shorter."""


@pytest.mark.parametrize("game", [game for game in GAMES if game != "bazardelix"])
def test_a_whole_game_by_clicks(house: House, quick: Served, game: str) -> None:
    """Vieubarbix is one of tricks (test_tricks.py)."""
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


def test_gifts_and_a_round_by_clicks(house: House, quick: Served) -> None:
    """The next round begins as the first one did; to its end the game is played over the protocol."""
    device = house.open(quick.url)
    device.table("bazardelix", seats=3)
    taken = 0
    while not device.sight["view"]["facts"]["history"]:
        thing = device.next_thing("bazardelix")
        assert thing is not None
        taken += device.press(thing)
    assert taken > 52 // 3, "a gift and a card for every trick"
    assert sum(device.sight["view"]["scores"]) > 0
    expect(device.page.get_by_role("button", name=device.words.give, exact=True)).to_be_visible()


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


def test_a_whole_game_by_keyboard_alone_and_watched_again(house: House, quick: Served) -> None:
    """No pointer ever touches the page."""
    device = house.open(quick.url, keyboard=True)
    device.table("zieufermix")
    assert device.play_on("zieufermix") >= 2
    expect(device.end).to_be_visible()
    device.tap(device.page.get_by_role("link", name=device.words.replay))
    device.page.wait_for_url("**/replay/*")
    slider = device.page.get_by_role("slider")
    expect(slider).to_have_value("0")
    device.tap(device.button(device.words.step_on))
    expect(slider).to_have_value("1")
