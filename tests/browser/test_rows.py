"""Abcdrix on phones: a card goes to the end of one's row, with a word; the others see it there."""

from typing import Any

from playwright.sync_api import Locator, expect

from tablee.lexicons import load
from tablee.words.fit import Fit
from tablee.words.flags import DICTIONARY
from tests.browser.conftest import House
from tests.browser.pages import Device, Message
from tests.browser.server import Served
from tests.browser.writer import Writer, whose

PHONE = (390, 844)
FINGER = 44
COMMON = "EAISRNTOLU"
"""A row that begins with one of these goes on with any other letter."""
FRENCH = load("fr").spoken()


def lettered(offer: Message) -> tuple[str, str, str]:
    """A card, an end of the row, and a word that has both."""
    params = offer["params"]
    for card in params["card"]["cards"]:
        for place in (p for p in params["place"]["names"] if not p.startswith("row:")):
            word = params["word"]["table"][card]["table"].get(place)
            if word is not None and "holds" in word["fit"]:
                found = FRENCH.index.find(Fit(holds=word["fit"]["holds"]), limit=1, having=DICTIONARY)
                if found:
                    return card, place, FRENCH.spelled(found[0])
    raise AssertionError("no word for any card")


def row_of(device: Device, seat: int) -> Locator:
    """The row of a seat, wherever it lies on this screen."""
    names = ["Toi" if chair.get("yours") else chair["name"] for chair in device.table_view["seats"]]
    return device.page.get_by_role("group", name=names[seat], exact=True).filter(has=device.page.locator(".ligne"))


def starts(who: Writer) -> None:
    """Chooses a first card in secret."""
    who.awaits("lay_base")
    offer: Any = who.offer("lay_base")
    zone = next(z for z in who.device.sight["view"]["zones"] if z["name"] == f"hand:{who.device.seat}")
    letters = {card["handle"]: card["face"][-1] for card in zone["cards"]}
    card = max(offer["params"]["card"]["cards"], key=lambda handle: letters[handle] in COMMON)
    with who.device.answered() as answer:
        who.device.tap(who.device.hand.locator(f"[data-h='{card}']"))
    assert answer.done


def test_a_card_goes_to_the_end_of_a_row_with_its_word(house: House, steady: Served) -> None:
    host, guest = (house.open(steady.url, size=PHONE, has_touch=True, is_mobile=True) for _ in range(2))
    host.pair(guest, "abcdrix")
    zoe, nino = Writer(host, "abcdrix"), Writer(guest, "abcdrix")
    starts(zoe)
    starts(nino)
    who, other = whose(zoe, nino, "lay")
    lay: Any = who.offer("lay")
    card, place, word = lettered(lay)
    device = who.device
    mine, end = row_of(device, device.seat), 0 if place.startswith("before") else -1
    before = mine.locator(".carte").count()
    device.tap(device.hand.locator(f"[data-h='{card}']"))
    plus = mine.locator("button.bout")
    expect(plus).to_have_count(2)
    for button in plus.all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= FINGER
    device.fits()
    device.tap(plus.nth(end))
    expect(mine.locator(".carte")).to_have_count(before + 1)
    device.page.get_by_role("textbox").fill(word)
    with device.answered() as answer:
        device.page.get_by_role("textbox").press("Enter")
    assert answer.done
    # The other one reads who laid what and why, and sees it in that row.
    told = other.device.told("lays")
    assert (told["data"]["seat"], told["data"]["words"]) == (device.seat, word)
    theirs = row_of(other.device, device.seat)
    expect(theirs.locator(".carte")).to_have_count(before + 1)
    other.device.fits()
