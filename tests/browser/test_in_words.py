"""A table by words alone, in a browser: read, answer by number, by name or with one key, to the end of a game."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.pages import GAME, Device
from tests.browser.server import Served
from tests.browser.test_accessible import check_page


def in_words(device: Device) -> None:
    """From the drawn table, as whoever goes by the keyboard finds it."""
    device.page.get_by_role("button", name="Jouer en texte").focus()
    device.page.keyboard.press("Enter")
    expect(device.page).to_have_url(re.compile("/texte$"))
    expect(device.page.get_by_role("heading", name="Ce que je vois")).to_be_visible()


@pytest.mark.parametrize(("game", "seats"), [("vieubarbix", 3), ("zieufermix", 2), ("spots", 2)])
def test_a_game_goes_on_by_what_is_typed(house: House, quick: Served, game: str, seats: int) -> None:
    """The first of the choices by its number, by Enter, again and again: cards, places, dice."""
    zoe = house.open(quick.url, size=(390, 844))
    zoe.table(game, seats=seats)
    in_words(zoe)
    line = zoe.page.get_by_role("textbox", name="Ton ordre")
    first = zoe.page.locator(".choix").first
    played = 0
    while played < 6:
        zoe.until(lambda: bool(zoe.offers) or "outcome" in zoe.sight["view"])
        if "outcome" in zoe.sight["view"]:
            break
        expect(first).to_be_visible()
        before = zoe.sight["number"]
        line.fill("1")
        line.press("Enter")
        zoe.page.wait_for_timeout(150)
        played += zoe.sight["number"] != before
    expect(zoe.page.locator(".ticket li").first).to_be_visible()
    zoe.fits()


def test_a_name_a_question_back_and_the_drawn_table_again(house: House, brisk: Served) -> None:
    zoe = house.open(brisk.url, size=(390, 844))
    code = zoe.table("amerix", seats=2)
    in_words(zoe)
    zoe.until(lambda: "draw" in zoe.offers)
    line = zoe.page.get_by_role("textbox", name="Ton ordre")
    line.fill("chanter")
    line.press("Enter")
    expect(zoe.page.get_by_role("alert").filter(has_text="Je n’ai pas compris")).to_be_visible()
    check_page(zoe.page, "amerix in words")
    line.fill("t")
    line.press("Enter")
    expect(zoe.page.locator(".ticket")).to_contain_text("Rien ne presse.")
    held = len(zoe.sight["view"]["zones"])
    assert held
    line.fill("pioche")
    with zoe.answered() as answer:
        line.press("Enter")
    assert answer.done
    expect(zoe.page.locator(".ticket")).to_contain_text("Tu pioches 1 carte.")
    zoe.page.get_by_role("button", name="Voir la table").click()
    expect(zoe.page).to_have_url(re.compile(f"/t/{code}$"))
    expect(zoe.hand).to_be_visible()


def test_whoever_plays_in_words_reads_how_much_time_is_left(house: House, steady: Served) -> None:
    """As the table counts it down: on the sight's own clock, and asked for by a letter."""
    zoe = house.open(steady.url, size=(390, 844))
    zoe.invite("amerix")
    zoe.sit("Zoé")
    zoe.fewer_seats(2)
    zoe.add_bots()
    zoe.start()
    in_words(zoe)
    zoe.until(lambda: bool(zoe.offers) and bool(zoe.sight["view"].get("clocks")), GAME)
    left = zoe.page.get_by_text(re.compile(r"^Il te reste \d+ secondes?\.$")).first
    expect(left).to_be_visible()
    said = left.inner_text()
    expect(left).not_to_have_text(said)
    line = zoe.page.get_by_role("textbox", name="Ton ordre")
    line.fill("t")
    line.press("Enter")
    expect(zoe.page.locator(".ticket li").last).to_contain_text(re.compile(r"Il te reste \d+ secondes?\."))


def test_whoever_plays_in_words_is_told_how_there_is_more_time(house: House, quick: Served) -> None:
    """Before a race how everybody gets more of it, and after a game, to whoever hosts, the calm pace itself."""
    zoe = house.open(quick.url, size=(390, 844), eager=False)
    zoe.invite("combadix")
    zoe.sit("Zoé")
    zoe.fewer_seats(2)
    zoe.add_bots()
    zoe.start()
    in_words(zoe)
    zoe.until(lambda: zoe.over, GAME)  # the table turns her cards
    calmer = zoe.page.get_by_role("button", name="rythme tranquille")
    with zoe.answered():
        calmer.click()
    zoe.until(lambda: zoe.table_view["speed"] == "calm")
    expect(calmer).to_have_count(0)
    expect(zoe.page.locator(".ticket")).to_contain_text("La prochaine partie sera tranquille.")

    nino = house.open(quick.url, size=(390, 844), eager=False)
    nino.invite("vizdibix")
    nino.sit("Nino")
    nino.fewer_seats(2)
    nino.add_bots()
    nino.start()
    nino.until(lambda: bool(nino.table_view["gate"]))
    nino.page.goto(f"{nino.page.url}/texte")
    expect(nino.page.get_by_text("peut choisir le rythme tranquille")).to_be_visible()
    check_page(nino.page, "before a race in words")
