"""Mats in a real browser: each comes when a game needs it, and where it does not come, that is said."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.kennel import Kennel
from tests.browser.server import Served

RELOADED = "sessionStorage.setItem('tablee.reload', String(Date.now()))"
"""A page that has just been loaded again for a missing part is not loaded once more."""


def test_a_mat_comes_with_the_first_game_that_needs_it(house: House, quick: Served) -> None:
    device = house.open(quick.url)
    fetched: list[str] = []
    device.page.on("request", lambda r: fetched.extend(re.findall(r"/(kennel|reach|star)-[^/]*\.js$", r.url)))
    device.table("amerix", seats=2)
    expect(device.page.locator(".table .set")).to_be_visible()
    assert fetched == []

    device.page.goto(quick.url)
    with device.page.expect_request(re.compile(r"/kennel-[^/]*\.js$")):
        device.invite("spots")
    expect(device.button(device.words.start)).to_be_visible()  # nobody plays yet, and the mat is on its way
    assert fetched == ["kennel"]


def test_a_mat_that_does_not_come_is_told_and_asked_for_again(house: House, quick: Served) -> None:
    device = house.open(quick.url, service_workers="block")
    house.forgive("Failed to load resource|Service Worker registration blocked")
    device.page.add_init_script(RELOADED)
    device.page.reload()
    missing = re.compile(r"/assets/kennel-")
    device.page.route(missing, lambda route: route.abort())
    device.table("spots", seats=2)
    expect(device.page.get_by_role("alert")).to_contain_text("n’a pas pu être chargé")
    expect(device.button(device.words.leave)).to_be_visible()
    again = device.button("Réessayer")
    device.tap(again)
    expect(again).to_be_visible()  # still not

    device.page.unroute(missing)
    device.tap(again)
    expect(Kennel(device).tiles.first).to_be_visible()


def test_whoever_watches_on_a_big_screen_has_the_mat_too(house: House, quick: Served) -> None:
    device = house.open(quick.url)
    code = device.table("pas_touche", seats=2)
    screen = house.open(f"{quick.url}/tv/{code}")
    expect(screen.page.get_by_role("group", name="Grille", exact=True)).to_be_visible()
