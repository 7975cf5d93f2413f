"""One's own level: switched on in the settings, moved by a game against bots, looked at and forgotten."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.server import Served
from tests.browser.test_accessible import check_page
from tests.browser.test_deal import turn_all

PHONE = (360, 640)


def test_a_game_against_bots_moves_ones_level(house: House, quick: Served) -> None:
    device = house.open(quick.url, size=PHONE)
    page = device.page
    page.get_by_role("button", name="Réglages").first.click()
    switch = device.dialog.get_by_role("switch", name="Mon niveau")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    device.dialog.get_by_role("button", name="Voir mon niveau").click()
    page.wait_for_url("**/niveau")
    expect(page.get_by_text("Rien encore.")).to_be_visible()
    check_page(page, "level")
    page.get_by_role("button", name="Retour à l’étagère").click()
    device.table("combadix", seats=2)
    turn_all(device)
    expect(device.end).to_be_visible()
    page.wait_for_function("localStorage.getItem('tablee.level') !== null")
    page.goto(f"{quick.url}/niveau")
    expect(page.get_by_role("region", name=re.compile(r"Hasard et adresse.*1\s+partie"))).to_be_visible()
    device.fits()
    check_page(page, "level with a game")
    page.get_by_role("button", name="Oublier mon niveau").press("Enter")
    expect(page.get_by_text("Rien encore.")).to_be_visible()
    assert page.evaluate("localStorage.getItem('tablee.level')") is None
