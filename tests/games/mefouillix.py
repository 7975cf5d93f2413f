"""What the tests of Méfouillix share."""

from collections import Counter
from typing import Any

from tablee.games.mefouillix.rules import GAME, MefouillixState
from tablee.kernel.events import Event
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import SYMBOL
from tests.table import do, faces, start, view, wait


def opened(players: int = 2, *, size: int = 5, starter: Seat = 0, **options: Any) -> MefouillixState:
    """A round in which the words have so many letters and everybody is to choose one."""
    return start(GAME, players, starter=starter, letters=size, **options)


def send(s: MefouillixState, seat: Seat, word: str, *, known: int = 1, at: Millis | None = None) -> None:
    """A word that the lexicon knows, unless said; it is not yet certain to be had."""
    t = s.now if at is None else max(s.now, at)
    do(s, seat, "word", t=t, at=at, word=word, known={word: known})


def choose(s: MefouillixState, seat: Seat, word: str, *, known: int = 1) -> list[Event]:
    send(s, seat, word, known=known)
    return wait(s, "choose/close")


def hidden(*words: str, starter: Seat = 0, laid: str = "", **options: Any) -> MefouillixState:
    """Each seat has chosen a word, and the cards lie face down: as they are `laid`, or one word after the other,
    that of seat 0 first."""
    s = opened(len(words), size=len(words[0]), starter=starter, **options)
    for seat, word in enumerate(words):
        choose(s, seat, word)
    wait(s, "show/over")
    lay(s, laid or "".join(words))
    return s


def lay(s: MefouillixState, letters: str) -> None:
    """The card at each place of the plane gets this letter."""
    left = list(s.plane.cards)
    assert Counter(letters) == Counter(SYMBOL[s.faces[card]] for card in left)
    for place, letter in enumerate(letters):
        s.plane.cards[place] = next(card for card in left if SYMBOL[s.faces[card]] == letter)
        left.remove(s.plane.cards[place])


def uncover(s: MefouillixState, seat: Seat, place: int) -> None:
    """Uncovers a card and turns it back as soon as that may be."""
    do(s, seat, "uncover", place=place)
    do(s, seat, "back", t=s.now + 1_000)


def rest(s: MefouillixState, seat: Seat, place: int = 0) -> None:
    """A turn without an attempt."""
    uncover(s, seat, place)
    do(s, seat, "end_turn")


def attempt(s: MefouillixState, seat: Seat, word: str, *places: int) -> list[Event]:
    """Uncovers the first of these places, then tries to find a word there."""
    uncover(s, seat, places[0])
    do(s, seat, "attempt", word=word)
    return [event for place in places for event in do(s, seat, "turn", place=place)]


def find(s: MefouillixState, seat: Seat, word: str, *places: int) -> list[Event]:
    attempt(s, seat, word, *places)
    return wait(s, "show/over")


def phase(s: MefouillixState) -> str:
    return view(s).phase


def turned_up(s: MefouillixState, seat: Seat = 0) -> dict[int, str]:
    """The letters that a seat sees on the plane, by place."""
    cards = view(s, seat).zone("plane").cards
    return {place: c.face[-1] for place, c in enumerate(cards) if c is not None and c.face}


def letters(s: MefouillixState, zone: str) -> str:
    return "".join(face[-1] for face in faces(s, zone))


def whose(s: MefouillixState) -> tuple[Seat, ...]:
    return view(s).active
