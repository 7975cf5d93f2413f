"""Lipipix, Corsix and Vizdibix on phones: cards are turned on a heap, syllables typed, formulas called, what two
letters are shouted."""

from collections.abc import Callable, Sequence

from playwright.sync_api import expect

from tablee.games.corsix.rules import formulas
from tablee.games.lipipix.rules import is_syllable
from tablee.games.vizdibix.rules import right_shouts
from tests.browser.conftest import House
from tests.browser.pages import Device
from tests.browser.server import Served

PHONE = (360, 640)
CARDS = 90
"""Cards after which there surely was something to call."""


def piles(device: Device) -> int:
    """How many cards there are still to turn."""
    return sum(z.get("count", 0) for z in device.sight["view"]["zones"] if z["name"].startswith("pile:"))


class Heap:
    """What lies in the middle, as everybody saw it come."""

    def __init__(self, *devices: Device) -> None:
        self.devices = devices

    def turn(self) -> None:
        """Whoever's turn it is turns a card, and all see it."""
        first = self.devices[0]
        first.until(lambda: len(first.sight["view"]["active"]) == 1)
        seat = first.sight["view"]["active"][0]
        who = next((d for d in self.devices[1:] if d.seat == seat), first)
        before = piles(who)
        who.tap(who.button(who.words.turn))
        for device in self.devices:
            device.until(lambda device=device: piles(device) < before)  # type: ignore[misc]

    @property
    def laid(self) -> list[str]:
        """The cards on one another since the heap was last won, without pétards."""
        cards: list[str] = []
        for event in self.devices[0].events:
            if event["kind"] != "move" or event["source"][0] == event["target"][0]:
                continue
            if event["source"][0] == "middle":
                cards = []
            elif event["target"][0] == "middle" and event.get("face", "✹") != "✹":
                cards.append(event["face"][-1])
        return cards

    def until(self, found: Callable[[Sequence[str]], bool]) -> list[str]:
        """Cards are turned until there is something on top that has just come; what lies there."""
        for _ in range(CARDS):
            before = self.laid
            self.turn()
            if len(laid := self.laid) > len(before) * (laid[:1] == before[:1]) and found(laid):
                return laid
        raise AssertionError("nothing came")


def syllable(laid: Sequence[str]) -> bool:
    return len(laid) > 1 and is_syllable(*laid[-2:])


def key(device: Device, letter: str) -> None:
    device.tap(device.button(letter, exact=True))


def test_lipipix_syllables_are_typed_on_keys(house: House, brisk: Served) -> None:
    zoe, nino = house.open(brisk.url, size=PHONE), house.open(brisk.url, size=PHONE)
    zoe.pair(nino, "lipipix")
    heap = Heap(zoe, nino)

    heap.until(lambda laid: len(laid) == 1)
    zoe.look()
    zoe.page.keyboard.type("no")
    assert [device.told("wrong")["data"]["shout"] for device in (zoe, nino)] == ["NO", "NO"]
    for device in (zoe, nino):
        expect(device.page.get_by_role("button", name="P", exact=True)).to_be_disabled()

    under, top = heap.until(syllable)[-2:]
    nino.look()
    key(nino, "Z")
    nino.tap(nino.page.get_by_role("button", name="Effacer Z"))
    key(nino, under)
    key(nino, top)
    assert [device.told("wins")["data"]["shout"] for device in (zoe, nino)] == [under + top] * 2
    assert zoe.sight["view"]["scores"][nino.seat] >= 2
    expect(nino.page.get_by_text(f"{under}{top}").first).to_be_attached()
    nino.fits()


PADS = """() => Object.fromEntries([...document.querySelectorAll('.pupitre')].map((e) => {
  const boxes = [e, e.querySelector('button')].map((b) => b.getBoundingClientRect());
  return [e.dataset.seat, boxes.map((r) => [r.x, r.y, r.width, r.height].map(Math.round))];
}))"""
"""Where everybody's pad lies at one screen, and what he presses on it."""
COVERED = """() => [...document.querySelectorAll('.places-haut .seat')].filter((seat) => {
  const bubble = seat.querySelector('.crie')?.getBoundingClientRect();
  const marks = seat.querySelector('.marques')?.getBoundingClientRect();
  if (!bubble || !marks || bubble.top > marks.bottom - 1) return false;
  return bubble.right > marks.left && bubble.left < marks.right;
}).length"""
"""Seats whose bubble lies on what is told at their edge."""


def one_screen(house: House, server: Served, game: str) -> Device:
    """Zoé and Nino at one phone."""
    device = house.open(server.url, size=PHONE)
    device.one_screen(game)
    device.sit_here("Zoé")
    device.sit_here("Nino")
    device.no_hurry()
    device.start()
    device.until(lambda: bool(device.sight))
    return device


def test_lipipix_on_one_screen_one_presses_and_then_types(house: House, brisk: Served) -> None:
    device = one_screen(house, brisk, "lipipix")
    said = Heap(device).until(syllable)[-2:]
    device.look()
    device.tap(device.button("J'ai trouvé ! Nino"))
    device.told("buzz")
    for letter in said:
        key(device, letter)
    assert device.told("wins")["data"]["shout"] == "".join(said)
    device.fits()


def test_corsix_formulas_are_called_and_wrong_calls_paid(house: House, brisk: Served) -> None:
    device = one_screen(house, brisk, "corsix")
    heap = Heap(device)

    def open_to_calls() -> bool:
        """A pile that is about to be collected may be gone before anybody has pressed."""
        return device.sight["view"]["phase"] in ("turn", "debt")

    heap.until(lambda laid: not formulas(laid) and open_to_calls())
    device.look()
    before, pads = piles(device), device.page.evaluate(PADS)
    device.tap(device.button("Toutilix ! Nino"))
    assert device.told("fine")["data"]["seat"] == 1
    assert piles(device) == before - 1
    expect(device.page.locator(".pupitre[data-seat='1']").get_by_text("sans voix")).to_be_visible()
    assert device.page.evaluate(PADS) == pads, "pads stay where hands have learnt them"

    heap.until(lambda laid: bool(formulas(laid)) and open_to_calls())
    device.look()
    device.tap(device.button("Toutilix ! Zoé"))
    won = device.told("wins")["data"]
    assert (won["seat"], won["count"] >= 2) == (0, True)
    device.until(lambda: device.sight["view"]["active"] == [0])
    assert device.page.evaluate(PADS) == pads
    device.fits()


def order(device: Device) -> str:
    """The letters on the keys, in their order."""
    return "".join(text for text in device.page.locator(".lettres .touche").all_inner_texts() if len(text) == 1)


def test_lipipix_keys_are_there_before_the_first_card_and_nothing_moves_when_it_comes(
    house: House, brisk: Served
) -> None:
    zoe, nino = house.open(brisk.url, size=PHONE), house.open(brisk.url, size=PHONE)
    zoe.pair(nino, "lipipix")

    def where() -> list[object]:
        return [device.page.locator(".lettres").bounding_box() for device in (zoe, nino)]

    expect(zoe.button("Ranger les lettres")).to_be_visible()
    expect(nino.button("Ranger les lettres")).to_be_visible()
    before = where()
    Heap(zoe, nino).until(lambda laid: len(laid) == 1)
    for device in (zoe, nino):
        device.look()
    assert where() == before


def test_lipipix_keys_lie_as_one_likes_and_do_not_move_while_a_card_is_open(house: House, brisk: Served) -> None:
    zoe, nino = house.open(brisk.url, size=PHONE), house.open(brisk.url, size=PHONE)
    zoe.pair(nino, "lipipix")
    heap = Heap(zoe, nino)
    heap.until(lambda laid: len(laid) == 1)
    zoe.look()
    alphabet = order(zoe)
    assert alphabet == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    zoe.tap(zoe.button("Ranger les lettres : AZERTY"))
    zoe.look()
    assert order(zoe) == alphabet, "a card is open"
    zoe.page.keyboard.type("no")
    zoe.told("wrong")
    expect(zoe.page.locator(".lettres[data-keys=azerty]")).to_be_visible()
    assert order(zoe) == "AZERTYUIOPQSDFGHJKLMWXCVBN"
    assert order(nino) == alphabet, "it is kept on the device"
    zoe.fits()

    for who in (nino, zoe):  # she is hoarse until the heap is won
        under, top = heap.until(syllable)[-2:]
        who.look()
        key(who, under)
        key(who, top)
        won = zoe.told("wins")["data"]
        assert (won["seat"], won["shout"]) == (who.seat, under + top)
    zoe.tap(zoe.button("Ranger les lettres : alphabet"))
    expect(zoe.page.locator(".lettres[data-keys=abc]")).to_be_visible()


SLOW_FRAMES = """
const frame = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (then) => frame(() => setTimeout(() => frame(then), 250));
"""
"""A screen that draws a quarter of a second late."""


def test_on_a_slow_screen_cards_can_be_turned_as_soon_as_the_plate_is_open(house: House, brisk: Served) -> None:
    """The card was drawn late, so that the reaction to it is short; but the plate opened by the table's clock."""
    zoe, nino = house.open(brisk.url, size=PHONE), house.open(brisk.url, size=PHONE)
    for device in (zoe, nino):
        device.page.add_init_script(SLOW_FRAMES)
        device.page.reload()
    zoe.pair(nino, "lipipix")
    heap = Heap(zoe, nino)
    while len(zoe.reactions) < 2 or len(nino.reactions) < 2:  # the others covered nothing that could be called
        heap.turn()
    for device in (zoe, nino):
        expect(device.notice("Attends un peu")).to_have_count(0)


def test_vizdibix_a_wrong_shout_says_why_and_costs_the_voice(house: House, brisk: Served) -> None:
    zoe, nino = house.open(brisk.url, size=PHONE), house.open(brisk.url, size=PHONE)
    zoe.pair(nino, "vizdibix")
    heap = Heap(zoe, nino)

    def nothing(laid: Sequence[str]) -> bool:
        return len(laid) > 1 and not right_shouts(*laid[-2:])

    under, top = heap.until(nothing)[-2:]
    zoe.look()
    zoe.tap(zoe.shout("consonne"))
    wrong = zoe.told("wrong")["data"]
    assert (wrong["laid"], wrong["why"]) == (f"{under} {top}", "one_of_each")
    expect(zoe.notice("une voyelle et une consonne")).to_be_visible()
    expect(nino.page.locator(f".seat[data-seat='{zoe.seat}']").get_by_text("sans voix").first).to_be_visible()
    expect(zoe.page.locator(".moi-ligne").get_by_text("sans voix")).to_be_visible()
    expect(nino.page.locator(".course .lettrine")).to_have_text([under, top])
    expect(nino.page.locator(f".seat[data-seat='{zoe.seat}'] .crie")).to_have_text("consonne !")
    assert nino.page.evaluate(COVERED) == 0
    for device in (zoe, nino):
        device.fits()

    under, top = heap.until(lambda laid: len(laid) > 1 and "consonne" in right_shouts(*laid[-2:]))[-2:]
    nino.look()
    if zoe.sight["view"]["facts"]["hoarse"][zoe.seat]:  # unless an étoile has won the heap meanwhile
        expect(zoe.shout("consonne")).to_have_count(0)
    nino.tap(nino.shout("consonne"))
    nino.told("wins")
    for device in (zoe, nino):  # the pair is gone from the heap: it is shown beside the shout that has won it
        expect(device.page.locator(".couloir.gagne .lettrine")).to_have_text([under, top])
    expect(nino.page.get_by_text("sans voix")).to_have_count(0)
