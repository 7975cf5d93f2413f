"""Célébritix in the browser: a bid by one touch, and cards that are marked as a name is typed."""

import re

from playwright.sync_api import expect

from tablee.words.folding import fold
from tests.browser.conftest import House
from tests.browser.server import Served

NAME = "Christophe Colomb"


def test_a_bid_and_a_name_that_marks_its_cards(house: House, brisk: Served) -> None:
    device = house.open(brisk.url)
    device.table("celebritix", seats=2)
    mine = str(device.seat)

    def offered(name: str) -> bool:
        return any(offer["name"] == name for offer in device.sight["offers"].get(mine, []))

    device.until(lambda: offered("ready"))
    device.tap(device.button("Prêt !"))
    device.until(lambda: offered("bid"))
    if device.sight["view"]["phase"] == "announce":  # the bot will hardly outbid all that lies there
        plates = device.page.get_by_role("button", name=re.compile(r"^\d+$"))
    else:
        plates = device.page.locator("button:not([aria-disabled=true])", has_text=re.compile(r"^\d+$"))
    expect(plates.last).to_be_visible()
    device.tap(plates.last)
    device.until(lambda: offered("propose"))
    expect(device.page.get_by_role("status").filter(has_text="Toi")).to_contain_text("6")

    letters = [
        zone["cards"][-1]["face"][-1] for zone in device.sight["view"]["zones"] if zone["name"].startswith("main:")
    ]
    device.write(device.page.get_by_role("textbox", name="Un nom célèbre"), NAME)
    wanted = sum(min(letters.count(letter), fold(NAME).count(letter)) for letter in set(letters))
    expect(device.page.locator(".gerbe .carte.choisie")).to_have_count(wanted)
    expect(device.page.get_by_text(f"vaut {wanted}, il faut 6")).to_be_visible()

    device.tap(device.button("Dire ce nom"))
    expect(device.notice("Choisis le domaine")).to_be_visible()
    device.tap(device.button("Je n'ai pas de nom"))
    device.tap(device.dialog.get_by_role("button").first if device.dialog.count() else device.button("Oui"))
    device.until(lambda: device.sight["view"]["phase"] != "name")
