"""The same deal at many tables: opened from a table's settings, played on two phones, ranked and closed."""

import re
from urllib.request import urlopen

import msgspec
from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.pages import GAME, Device
from tests.browser.server import Served
from tests.browser.test_accessible import check_page

PHONE = (360, 640)
BIG = (1440, 900)


def turn_all(device: Device) -> None:
    """Turns one's own cards until the game is over; nobody waits for a clock."""
    turn = device.button("Retourner")
    while True:
        device.end.or_(turn).first.wait_for(timeout=GAME)
        if device.end.count():
            return
        device.press(turn)


def asked(url: str) -> dict[str, object]:
    with urlopen(url) as answer:
        found: dict[str, object] = msgspec.json.decode(answer.read())
        return found


def test_two_tables_play_the_same_deal(house: House, quick: Served) -> None:
    house.forgive("404")  # the code is not that of a table: the browser says so too
    host = house.open(quick.url, size=PHONE)
    host.invite("combadix")
    host.until(lambda: bool(host.table_view))
    host.fewer_seats(2)
    host.button("Ouvrir une donne").click()
    host.page.wait_for_url("**/donne/*")
    code = host.page.url.rsplit("/", 1)[1]
    expect(host.page.get_by_text("Le classement s’écrira ici")).to_be_visible()
    host.fits()
    check_page(host.page, "deal")
    dealt = []
    for name in ("Zoé", "Max"):
        phone = house.open(quick.url, size=PHONE)
        phone.page.get_by_placeholder("ABC DEF").fill(code)
        phone.page.get_by_placeholder("ABC DEF").press("Enter")
        phone.page.wait_for_url(f"**/donne/{code}")
        phone.button("Jouer à ma table").press("Enter")
        phone.page.wait_for_url("**/t/*")
        phone.sit(name)
        expect(phone.page.get_by_text("la même donne qu’à d’autres tables")).to_be_visible()
        expect(phone.page.get_by_role("button", name="Une place de plus")).to_have_count(0)
        phone.start()
        dealt.append(phone.table_view["commitment"])
        turn_all(phone)
        expect(phone.end).to_be_visible()
        phone.page.get_by_role("link", name="Voir le classement").click()
        phone.page.wait_for_url(f"**/donne/{code}")
        expect(phone.page.get_by_text(name, exact=True)).to_be_visible()
    assert dealt[0] == dealt[1] == asked(f"{quick.url}/api/deals/{code}")["commitment"]
    screen = house.open(f"{quick.url}/donne/{code}", size=BIG)
    expect(screen.page.get_by_text(re.compile(r"2\s+tables ont fini sur\s+2"))).to_be_visible()
    expect(screen.page.get_by_role("rowheader")).not_to_have_count(0)
    screen.fits()
    check_page(screen.page, "deal ranked")
    host.button("Fermer la donne").press("Enter")
    host.dialog.get_by_role("button", name="Fermer la donne").press("Enter")
    expect(host.page.get_by_text("La donne est close.")).to_be_visible()
    host.page.get_by_text("Revoir les parties").click()
    host.page.get_by_role("link", name="Revoir la table 1").click()
    host.page.wait_for_url("**/replay/*")
