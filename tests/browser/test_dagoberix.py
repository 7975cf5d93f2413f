"""Dagobérix on two phones: a word of eleven letters is in sight as a whole, and below it what was proposed."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.pages import GAME
from tests.browser.server import Served
from tests.browser.writer import Writer

PHONE = (360, 640)
WORD = "bibliothèque"


def test_a_word_is_hidden_and_found(house: House, brisk: Served) -> None:
    touch: dict[str, Any] = {"has_touch": True, "is_mobile": True}
    host, guest = (house.open(brisk.url, size=PHONE, **touch) for _ in range(2))
    host.pair(guest, "dagoberix")
    zoe, nino = Writer(host, "dagoberix"), Writer(guest, "dagoberix")
    host.until(lambda: bool(zoe.offer("write") or nino.offer("write")), GAME)
    setter, guesser = (zoe, nino) if zoe.offer("write") else (nino, zoe)

    # A rare word is told so while it is typed, and is not taken.
    setter.box.fill("zythum")
    expect(setter.says(setter.texts.refusals["uncommon_word"]).first).to_be_visible()
    setter.box.fill(WORD)
    with setter.device.answered() as answer:
        setter.box.press("Enter")
    assert answer.done

    guesser.awaits("propose")
    page = guesser.device.page
    cards = page.locator('[data-zone="word"] .carte')
    expect(cards).to_have_count(12)
    edges = [box for card in cards.all() if (box := card.bounding_box())]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= PHONE[0] for box in edges)
    assert [face[-1] for face in guesser.faces("word")] == ["E"]  # the others lie face down
    assert "".join(face[-1] for face in setter.faces("word")) == "BIBLIOTHEQUE"

    for word in ("plage", WORD):
        guesser.awaits("propose")
        guesser.look("propose")
        guesser.box.fill(word)
        with guesser.device.answered() as answer:
            guesser.box.press("Enter")
        assert answer.done
        if word != WORD:
            for writer in (setter, guesser):
                expect(writer.device.page.get_by_role("listitem").filter(has_text=word).first).to_be_visible()
    guesser.device.until(lambda: sum(guesser.device.sight["view"]["scores"]) == 1, GAME)
