"""The shelf, three questions, the tables of a device, and an evening: by clicks, on a phone, axe clean."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.server import Served
from tests.browser.test_accessible import check_page

PHONE = (360, 640)


def test_a_box_is_found_liked_and_lies_on_the_table(house: House, quick: Served) -> None:
    device = house.open(quick.url, size=PHONE)
    page = device.page
    device.box("amerix").wait_for()
    device.fits()
    search = page.get_by_role("search")
    search.get_by_label("On est…").select_option("8")
    search.get_by_label("Âge").select_option("5")
    search.get_by_label("Envie").select_option("laugh")
    expect(page.get_by_text("à 8, dès 5 ans, pour rire")).to_be_visible()
    expect(page.get_by_role("heading", name="Presque")).to_be_visible()
    device.fits()
    check_page(page, "found")
    page.get_by_role("link", name=re.compile("^Combadix")).click()
    like = device.dialog.get_by_role("button", name="J’aime Combadix")
    like.click()
    expect(like).to_have_attribute("aria-pressed", "true")
    device.close_dialog()
    page.reload()
    table = page.get_by_role("region", name=re.compile("^Sur la table"))
    expect(table.get_by_role("link", name=re.compile("^Combadix.*aimé"))).to_be_visible()


def test_three_questions_give_a_box_by_keyboard(house: House, quick: Served) -> None:
    device = house.open(f"{quick.url}/choisir", size=PHONE)
    page = device.page
    page.get_by_role("button", name="Suite").press("Enter")
    page.get_by_role("button", name="pas encore").press("Enter")
    page.get_by_role("button", name="se souvenir").press("Enter")
    expect(page.get_by_role("heading", name=re.compile("^(Granzieufermix|Zieufermix)$"))).to_be_focused()
    device.fits()
    check_page(page, "choose")
    page.get_by_role("button", name="On y va !").press("Enter")
    expect(device.dialog).to_be_visible()


def test_a_device_knows_its_tables_and_says_which_are_gone(house: House, quick: Served) -> None:
    house.forgive("404")  # a table that is no more: the browser says so too
    device = house.open(quick.url, size=PHONE)
    page = device.page
    code = device.invite("amerix")
    device.sit("Zoé")
    page.evaluate(
        "(old) => localStorage.setItem('tablee.tables', JSON.stringify("
        "[...JSON.parse(localStorage.getItem('tablee.tables')), old]))",
        {"code": "QQQQQQ", "game": "spots", "at": page.evaluate("Date.now()"), "names": ["Zoé"]},
    )
    page.goto(f"{quick.url}/tables")
    expect(page.get_by_text("Cette table n’existe plus.")).to_be_visible()
    expect(page.get_by_text("la table est ouverte")).to_be_visible()
    device.fits()
    check_page(page, "tables")
    page.get_by_role("button", name=re.compile("Oublier cette table Spots")).click()
    page.reload()
    page.get_by_role("button", name=re.compile("^Reprendre Amérix")).click()
    page.wait_for_url(f"**/t/{code}")
    expect(page.get_by_text("Cette table n’existe plus.")).to_have_count(0)


def test_an_evening_has_a_menu_and_its_table_knows_it(house: House, quick: Served) -> None:
    device = house.open(f"{quick.url}/soiree", size=PHONE)
    page = device.page
    dishes = page.locator("ol > li")
    expect(dishes.first).to_be_visible()
    count = dishes.count()
    device.fits()
    check_page(page, "evening")
    page.get_by_role("button", name="À table !").click()
    page.wait_for_url("**/t/*")
    device.until(lambda: len((device.table_view.get("evening") or {}).get("menu", ())) == count - 1)
    device.sit("Zoé")
    device.button("Autre jeu").click()
    device.dialog.get_by_role("button", name=re.compile("^Sur la carte")).click()
    device.until(lambda: len(device.table_view["evening"]["menu"]) == count - 2)
