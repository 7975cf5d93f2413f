"""Empilix by keys alone, on two devices: letters are laid, one gives up, the other recites."""

from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.pages import GAME, PATIENCE
from tests.browser.server import Served
from tests.browser.test_accessible import check
from tests.browser.writer import Writer, whose

PHONE = (390, 844)


def so_far(writer: Writer) -> int:
    return int(writer.facts.get("so_far") or 0)


def top(writer: Writer) -> str:
    """The letter in sight."""
    return writer.faces("middle")[-1][-1]


def turn(who: Writer, other: Writer, laid: str) -> str:
    """One card more. A letter makes the sequence longer; an étoile wins it, and all look at that for a while."""
    who.press("flip")
    who.device.until(lambda: who.phase == "turn" and not who.offer("flip"), GAME)
    other.device.until(lambda: other.offer("flip") is not None, GAME)
    return laid + top(who) if so_far(who) > len(laid) else laid[: so_far(who)]


def a_syllable(zoe: Writer, nino: Writer) -> str:
    """Cards are turned until a consonant and a vowel lie there; which they are."""
    laid = ""
    while len(laid) < 2:
        laid = turn(*whose(zoe, nino, "flip"), laid)
    return laid


def test_the_last_one_recites_what_was_laid(house: House, brisk: Served) -> None:
    zoe = Writer(house.open(brisk.url, size=PHONE, keyboard=True), "empilix")
    nino = Writer(house.open(brisk.url, keyboard=True), "empilix")
    zoe.device.pair(nino.device, "empilix")
    laid = a_syllable(zoe, nino)
    assert nino.press("pose")
    zoe.awaits("recite")
    # Who has given up waits, and all see it.
    assert zoe.facts["hands_down"][nino.device.seat] == 1
    before = zoe.device.sight["view"]["scores"][zoe.device.seat]
    assert zoe.press("recite")
    zoe.awaits("say")
    check(zoe.device, "reciting")
    zoe.device.page.keyboard.type(laid)
    nino.device.until(lambda: "".join(face[-1] for face in nino.faces("spread") if face) == laid)
    zoe.device.until(lambda: zoe.device.sight["view"]["scores"][zoe.device.seat] >= before + len(laid), GAME)


WENT = """() => {
  window.went = [];
  addEventListener("focusin", (event) => window.went.push(event.target.dataset.offer));
}"""
"""Keeps where the keys have stood."""


def test_who_asked_for_a_second_is_told_and_gives_up_only_on_purpose(house: House, steady: Served) -> None:
    """It was told to turn a card that could not be turned, and then the keys stood on giving up."""
    zoe = Writer(house.open(steady.url, size=PHONE, keyboard=True), "empilix")
    nino = Writer(house.open(steady.url, keyboard=True), "empilix")
    zoe.device.pair(nino.device, "empilix")
    turn(*whose(zoe, nino, "flip"), "")
    who, _ = whose(zoe, nino, "flip")
    assert who.press("pause")
    page = who.device.page
    page.evaluate(WENT)
    expect(who.says("Tout le monde t'attend").filter(visible=True).first).to_be_visible()
    expect(page.locator(":focus")).to_have_text(who.texts.moves["flip"], timeout=PATIENCE)
    assert "pose" not in page.evaluate("window.went")
