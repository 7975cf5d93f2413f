"""Moinzix in a real browser: two people on phones call, answer right and wrong, and remember."""

from string import ascii_uppercase

from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.pages import Device
from tests.browser.server import Served

PHONE = (360, 640)


def laid(device: Device) -> set[str]:
    """The letters on the table, as a person reads them."""
    cards = device.page.get_by_role("group", name="Lettres posées").get_by_role("img")
    return {(card.get_attribute("aria-label") or "?")[0] for card in cards.all()}


def phase(*devices: Device, name: str) -> None:
    for device in devices:
        device.until(lambda device=device: device.sight["view"]["phase"] == name)  # type: ignore[misc]


def lay(zoe: Device, nino: Device, way: str) -> None:
    """Whoever draws in this round says how the letters are laid."""
    phase(zoe, nino, name="layout")
    drawer = next(d for d in (zoe, nino) if d.sight["view"]["active"] == [d.seat])
    with drawer.answered():
        drawer.tap(drawer.button(way))
    phase(zoe, nino, name="race")


LETTERS = """() => [...document.querySelectorAll('.plan .carte')].map((e) => {
  return [e.offsetWidth, parseFloat(getComputedStyle(e.querySelector('.L')).fontSize)];
})"""
"""How wide the cards are, and how large their letters."""


def call(device: Device, letter: str) -> None:
    device.look()
    device.tap(device.button("Moinzix"))
    with device.answered():
        device.tap(device.letters.filter(has_text=letter))


def test_two_phones_find_the_missing_letter(house: House, quick: Served) -> None:
    zoe, nino = house.open(quick.url, size=PHONE), house.open(quick.url, size=PHONE)
    zoe.pair(nino, "moinzix")

    lay(zoe, nino, "en vrac")
    expect(nino.page.get_by_role("group", name="Lettres posées").get_by_role("img")).to_have_count(25)
    assert laid(zoe) == laid(nino)
    [missing] = set(ascii_uppercase) - laid(nino)
    zoe.fits()
    zoe.look()  # all of them as soon as one may call, and large enough to be read at arm's length
    letters = zoe.page.evaluate(LETTERS)
    assert len(letters) == 25
    assert min(wide for wide, _ in letters) >= 34
    assert min(high for _, high in letters) >= 18
    call(nino, missing)
    assert zoe.told("found")["data"]["seat"] == nino.seat

    lay(zoe, nino, "en lignes de 5")
    expect(zoe.page.get_by_role("group", name="Lettres posées").get_by_role("img")).to_have_count(24)
    assert missing not in laid(zoe), "what was won looks missing too"
    call(zoe, missing)
    assert nino.told("mistaken")["data"] == {"seat": zoe.seat, "count": 1}

    lay(zoe, nino, "en vrac")
    expect(nino.page.get_by_role("group", name="Lettres posées").get_by_role("img")).to_have_count(23)
    assert nino.sight["view"]["scores"][nino.seat] == 2
    zoe.fits()
