"""Méfouillix by clicks and typing, on two phones: words, a vote, and a memory that finds every one of them."""

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import House
from tests.browser.pages import GAME, Device
from tests.browser.server import Served
from tests.browser.writer import MOVES, Writer

PHONE = (360, 640)


class Seeker(Writer):
    """Remembers every card that it has seen on the plane."""

    def __init__(self, device: Device) -> None:
        super().__init__(device, "mefouillix")
        self.letters: dict[int, str] = {}
        self._seen = 0

    def remember(self) -> None:
        for event in self.device.events[self._seen :]:
            if event["kind"] == "round":
                self.letters = {}
            elif event["kind"] == "turn_up":
                self.letters[event["source"][1]] = event["face"][-1]
            elif event["kind"] == "move" and event["source"][0] == "plane":
                self.letters.pop(event["source"][1], None)
        self._seen = len(self.device.events)

    def places(self, name: str) -> list[int]:
        offer = self.offer(name)
        return list(offer["params"]["place"]["places"]) if offer else []

    def card(self, place: int) -> Locator:
        """A card face down, by the number of its place."""
        name = re.compile(rf"^{self.device.words.hidden}\D*{place + 1}$")
        return self.device.page.get_by_role("button", name=name)

    def turn(self, name: str, place: int) -> None:
        assert place in self.places(name)
        with self.device.answered() as answer:
            self.device.tap(self.card(place))
        assert answer.done

    def uncover(self) -> None:
        """One that it does not know. The first one it turns back itself, if it is quick enough."""
        self.remember()
        places = self.places("uncover")
        self.turn("uncover", next((p for p in places if p not in self.letters), places[0]))
        if self.awaits("back", "end_turn") == "back" and len(self.letters) == 0:
            self.do("back")
        self.awaits("end_turn")

    def knows(self) -> str:
        """A word that it may look for and knows all the letters of."""
        self.remember()
        offer = self.offer("attempt")
        known = sorted(self.letters.values())
        for word in offer["params"]["word"]["names"] if offer else ():
            if all(known.count(letter) >= word.count(letter) for letter in word):
                return str(word)
        return ""

    def attempt(self, word: str) -> None:
        with self.device.answered() as answer:
            self.device.tap(self.device.button(word, exact=True))
        assert answer.done
        for number, letter in enumerate(word):
            self.device.until(lambda number=number: len(self.facts.get("spelled", "")) == number)  # type: ignore[misc]
            self.turn("turn", next(p for p in self.places("turn") if self.letters[p] == letter))


def table(house: House, served: Served) -> tuple[Seeker, Seeker]:
    touch: dict[str, Any] = {"has_touch": True, "is_mobile": True}
    host, guest = (house.open(served.url, size=PHONE, **touch) for _ in range(2))
    host.pair(guest, "mefouillix")
    return Seeker(host), Seeker(guest)


def whose(zoe: Seeker, nino: Seeker, *phases: str) -> tuple[Seeker, Seeker]:
    """Who is to do something in one of these phases, as soon as there is one, and the other one."""

    def active() -> list[int]:
        return list(zoe.device.sight["view"]["active"]) if zoe.phase in phases else []

    zoe.device.until(lambda: bool(active()), GAME)
    return (zoe, nino) if zoe.device.seat in active() else (nino, zoe)


def choose_size(zoe: Seeker, nino: Seeker, size: int) -> tuple[Seeker, Seeker]:
    """Who starts the round, and the other one."""
    who, other = whose(zoe, nino, "size")
    who.awaits("size")
    with who.device.answered():
        who.device.tap(who.device.button(str(size), exact=True))
    for seeker in (who, other):
        seeker.awaits("word")
    return who, other


def find_all(zoe: Seeker, nino: Seeker, words: int) -> None:
    """Turn by turn, until so many words are found, each by somebody who knows where its letters lie."""
    for _ in range(MOVES):
        who, _ = whose(zoe, nino, "uncover")
        who.awaits("uncover")
        who.uncover()
        word = who.knows()
        if not word:
            who.press("end_turn")
            continue
        who.attempt(word)
        while who.device.told("finds")["data"]["word"] != word:
            pass
        words -= 1
        if not words:
            return
    raise AssertionError("not all words were found")


def test_a_whole_game_with_a_vote(house: House, quick: Served) -> None:
    zoe, nino = table(house, quick)

    who, other = zoe, nino
    for seeker in (who, other):
        seeker.awaits("word")
    who.type("word", "chat")
    who.box.press("Enter")
    expect(who.refusal("word_too_short")).to_be_visible()
    assert who.say("word", who.unknown("word"))
    assert other.say("word", "livre")
    other.awaits("refuse")
    other.vote(accept=False)
    who.awaits("word")
    who.type("word", "livre")
    who.box.press("Enter")
    expect(who.refusal("word.already_said")).to_be_visible()
    assert who.say("word", "table")
    find_all(zoe, nino, 2)

    who, other = choose_size(zoe, nino, 3)
    assert who.say("word", "nez")
    assert other.say("word", "jus")
    find_all(zoe, nino, 2)
    for seeker in (zoe, nino):
        expect(seeker.device.end).to_be_visible()
    assert sum(zoe.device.sight["view"]["scores"]) == 4


WATCH = """() => {
  const seen = (window.lain = {});
  const look = () => {
    for (const card of document.querySelectorAll('.plan .pl')) {
      const { left, top, width, height } = card.getBoundingClientRect();
      const where = `${Math.round((left + width / 2) / 2)} ${Math.round((top + height / 2) / 2)}`;
      (seen[card.dataset.place] ??= new Set()).add(where);
    }
    requestAnimationFrame(look);
  };
  look();
}"""
MOVED = "() => Object.entries(window.lain).filter(([, where]) => where.size > 2).map(([card]) => card)"
"""Cards that lay at more places than rounding explains."""


def test_no_card_moves_while_words_are_looked_for(house: House, quick: Served) -> None:
    """What one remembers is a place: neither plates, nor letters found, nor words at the seats push it away."""
    zoe, nino = table(house, quick)
    for seeker, word in ((zoe, "livre"), (nino, "table")):
        seeker.awaits("word")
        assert seeker.say("word", word)
    whose(zoe, nino, "uncover")
    for seeker in (zoe, nino):
        seeker.device.page.evaluate(WATCH)
    find_all(zoe, nino, 1)
    for seeker in (zoe, nino):
        assert seeker.device.page.evaluate("Object.keys(window.lain).length") == 10
        assert seeker.device.page.evaluate(MOVED) == []
