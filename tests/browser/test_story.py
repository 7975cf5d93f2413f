"""Paflémix by keys alone, on two devices: a story is opened, goes on card by card, and is heard by both."""

from tablee.words.fit import Fit
from tests.browser.conftest import House
from tests.browser.pages import GAME
from tests.browser.server import Served
from tests.browser.writer import Writer, whose


def go_on(who: Writer) -> None:
    """Chooses a card of the hand, and writes a word that begins with it."""
    who.device.until(lambda: who.phase == "story" and who.offer("lay") is not None, GAME)
    offer = who.offer("lay")
    assert offer is not None
    handle = offer["params"]["card"]["cards"][0]
    hand = next(z for z in who.device.sight["view"]["zones"] if z["name"] == f"hand:{who.device.seat}")
    letter = next(card["face"][-1] for card in hand["cards"] if card["handle"] == handle)
    word = who.lexicon.spelled(next(iter(who.lexicon.index.find(Fit(starts=letter), limit=1, min_length=4))))
    who.touch(handle)
    who.box.wait_for()
    who.device.write(who.box, word)
    who.look("lay")
    with who.device.answered() as answer:
        who.device.page.keyboard.press("Enter")
    assert answer.done


def held_by(seat: int, seen: Writer) -> int:
    """How many cards somebody has, as this player sees it."""
    hand = next(z for z in seen.device.sight["view"]["zones"] if z["name"] == f"hand:{seat}")
    return int(hand.get("count") or 0)


def test_a_story_goes_on_by_keys(house: House, steady: Served) -> None:
    zoe, nino = (Writer(house.open(steady.url, keyboard=True), "paflemix") for _ in range(2))
    zoe.device.pair(nino.device, "paflemix")
    first, second = whose(zoe, nino, "open_story")
    assert first.say("open_story")
    seat, before = second.device.seat, held_by(second.device.seat, first)
    go_on(second)
    first.device.until(lambda: held_by(seat, first) == before - 1, GAME)
    assert second.press("draw")
    first.device.until(lambda: held_by(seat, first) == before, GAME)
