"""A card asked for by its family: family, card, somebody; the request and its answer stay in bubbles."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.server import Served

PHONE = (390, 844)


def test_a_card_is_asked_for_and_answered_in_bubbles(house: House, brisk: Served) -> None:
    device = house.open(brisk.url, size=PHONE)
    device.table("familix", seats=3)
    page = device.page
    families = page.get_by_role("group", name=re.compile("Quelle famille"))
    expect(families).to_be_visible(timeout=60_000)
    hand = page.locator(".main").bounding_box()
    device.tap(families.get_by_role("button").first)
    cards = page.get_by_role("group", name=re.compile("Quelle carte"))
    expect(cards.locator(".ordre").first).to_have_text("à toi")
    device.tap(cards.locator(".carte.jouable").first)
    assert page.locator(".main").bounding_box() == hand  # nothing jumps
    somebody = page.locator(".offres.noms").get_by_role("button").first
    device.tap(somebody)
    said = page.locator(".parole")
    expect(said.first).to_contain_text("Dans la famille")
    expect(said.nth(1)).to_be_visible()
    device.fits()
