"""Sentences on staves in a real browser: where the card goes is touched, and the boxes go with it."""

from msgspec import convert
from playwright.sync_api import Locator, expect

from tablee.bots.sentences import SentenceMaker
from tablee.kernel.rng import keyed, seed_from
from tablee.lexicons import load
from tablee.words.fit import Fit
from tests.browser.conftest import House
from tests.browser.pages import Device, Message
from tests.browser.server import Served

PHONE = (390, 844)


def phase(*devices: Device, name: str) -> None:
    for device in devices:
        device.until(lambda device=device: device.sight["view"]["phase"] == name)  # type: ignore[misc]


def offered(device: Device, name: str) -> Message:
    offers: list[Message] = device.sight["offers"][str(device.seat)]
    return next(offer for offer in offers if offer["name"] == name)


def boxes(device: Device) -> Locator:
    return device.page.get_by_role("textbox")


def test_a_card_is_laid_where_one_touches_with_a_word_for_each(house: House, brisk: Served) -> None:
    """The first card is in the middle: the next one goes to its left."""
    zoe, nino = house.open(brisk.url, size=PHONE), house.open(brisk.url, size=PHONE)
    zoe.pair(nino, "toufrazix")
    phase(zoe, nino, name="flip")
    player, other = (zoe, nino) if zoe.sight["view"]["active"] == [zoe.seat] else (nino, zoe)
    while player.sight["view"]["phase"] != "search":  # a pétard comes first, now and then
        with player.answered():
            player.tap(player.button("Retourner"))
        if player.sight["view"]["phase"] == "petard":
            with player.answered():
                player.tap(player.page.get_by_role("button", name="Offrir").first)
    phase(other, name="search")

    stave = player.page.locator(".portee").first
    expect(boxes(player)).to_have_count(2)
    expect(stave.get_by_role("button", name="Poser à droite")).to_have_count(0)
    player.tap(stave.get_by_role("button", name="Poser à gauche"))
    expect(stave.get_by_role("button", name="Poser à droite")).to_be_visible()
    fits = offered(player, "say")["params"]["words"]["table"]["line:0/left"]["fits"]
    maker = SentenceMaker(load("fr").spoken(), keyed(seed_from("staves"), "words"))
    words = maker.make([convert(fit, Fit) for fit in fits])
    assert words is not None
    player.tap(boxes(player).first)
    player.page.keyboard.type(" ".join(words))
    player.page.keyboard.press("Enter")

    phase(player, other, name="spoken_sentence")
    for device in (player, other):
        expect(device.page.locator(".portee").first.locator(".mot")).to_have_text(words)
        device.fits()
    author = other.page.locator(".portee").first.locator(".aut")
    expect(author).to_have_text("Zoé" if player is zoe else "Nino")
    expect(other.button("Contester")).to_be_visible()
    phase(player, other, name="flip")
    assert len(player.sight["view"]["zones"][3]["cards"]) == 2
