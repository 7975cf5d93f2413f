"""People at a table: the host sends somebody away, everybody has a part in chance, and may be forgotten."""

import re
from typing import Final

from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.page_words import EN
from tests.browser.server import Served

PHONE: Final = (390, 844)


def test_the_host_sends_somebody_away_during_a_game_by_keyboard(house: House, pooled: Served) -> None:
    zoe = house.open(pooled.url, size=PHONE, keyboard=True)
    nino = house.open(pooled.url, size=PHONE)
    zoe.pair(nino, "amerix", seats=3)
    parts = zoe.table_view["draw"]["parts"]
    assert sorted(part["seats"] for part in parts) == [[0], [1]]
    assert all(part["part"] for part in parts), "both devices have opened what they had promised"

    zoe.tap(zoe.page.locator('[data-seat="1"]').first)
    dialog = zoe.dialog
    expect(dialog.get_by_role("button", name=re.compile("Ne plus entendre Nino"))).to_be_visible()
    zoe.tap(dialog.get_by_role("button", name=re.compile("Couper la parole à Nino")))
    nino.until(lambda: nino.table_view["seats"][1].get("muted", False))
    zoe.tap(dialog.get_by_role("button", name="Renvoyer Nino de la table"))
    zoe.fits()
    zoe.tap(dialog.get_by_role("button", name="Oui, renvoyer"))
    expect(nino.page.get_by_role("alert")).to_contain_text("Tu ne peux plus venir à cette table")
    zoe.until(lambda: zoe.table_view["seats"][1]["kind"] == "bot")
    assert zoe.table_view["playing"], "a bot plays on"
    nino.page.reload()
    expect(nino.page.get_by_role("alert")).to_contain_text("Tu ne peux plus venir à cette table")


def test_somebody_reads_what_is_stored_and_deletes_it(house: House, quick: Served) -> None:
    device = house.open(quick.url, size=PHONE)
    device.invite("amerix")
    device.sit("Zoé")
    code = device.table_view["code"]
    device.button(device.words.settings).click()
    device.button("Ce qui est gardé sur toi").click()
    expect(device.page.get_by_text(re.compile(f"Table {code}.*Zoé"))).to_be_visible()
    device.fits()
    with device.page.expect_download() as download:
        device.button("Télécharger mes données").click()
    assert "Zoé" in download.value.path().read_text("utf-8")
    device.button("Tout effacer", exact=True).click()
    device.button("Oui, tout effacer").click()
    device.page.wait_for_url(re.compile(r"/$"))
    assert device.page.evaluate("Object.keys(localStorage).filter((k) => k === 'tablee.tokens').length") == 0
    assert "Zoé" not in device.page.evaluate(f"fetch('/api/tables/{code}').then((r) => r.text())")


def test_what_is_stored_has_an_address_and_is_found_from_the_shelf(house: House, quick: Served) -> None:
    device = house.open(quick.url, size=PHONE)
    device.page.get_by_role("link", name="Ce qui est gardé sur toi").click()
    device.page.wait_for_url(re.compile(r"/donnees$"))
    expect(device.dialog.get_by_text(re.compile("Pas de compte"))).to_be_visible()
    expect(device.dialog.get_by_text("effacée après 365 jours")).to_be_visible()
    device.fits()
    device.page.keyboard.press("Escape")
    device.page.wait_for_url(re.compile(r":\d+/$"))
    expect(device.dialog).to_have_count(0)

    guest = house.open(f"{quick.url}/donnees", words=EN, size=PHONE)
    expect(guest.dialog.get_by_text(re.compile("No account"))).to_be_visible()
