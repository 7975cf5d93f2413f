"""What the tests of Dagobérix share."""

from typing import Any

from tablee.games.dagoberix.rules import GAME, DagoberixState
from tablee.kernel.events import Event
from tablee.kernel.units import Millis, Seat
from tablee.pieces.toutilix import SYMBOL
from tablee.words.flags import KNOWN
from tests.table import do, start, view, wait


def opened(players: int = 3, *, starter: Seat = 0, **options: Any) -> DagoberixState:
    """The first setter is to write a word."""
    return start(GAME, players, starter=starter, **options)


def write(s: DagoberixState, word: str, flags: int = KNOWN) -> list[Event]:
    return do(s, s.setter, "write", word=word, known={word: flags})


def hidden(word: str, players: int = 3, **options: Any) -> DagoberixState:
    """Seat 0 has written a word; its last letter is turned."""
    s = opened(players, **options)
    write(s, word)
    return s


def send(s: DagoberixState, seat: Seat, word: str, after: Millis = 1_000) -> None:
    """A proposal so long after the letter; it is not yet judged."""
    at = s.stimuli[-1] + after
    do(s, seat, "propose", t=max(s.now, at), at=at, word=word)


def propose(s: DagoberixState, seat: Seat, word: str, after: Millis | None = None) -> list[Event]:
    """A proposal, judged."""
    send(s, seat, word, max(1_000, s.now - s.stimuli[-1]) if after is None else after)
    return wait(s, "guess/close")


def next_letter(s: DagoberixState) -> list[Event]:
    """All who may still propose decline, and the next letter is turned."""
    for seat in list(s.phases[-1].actors(s)):
        do(s, seat, "decline")
    return wait(s, "show/over")


def seen(s: DagoberixState, *seats: Seat) -> str:
    """The word as some seats see it (everybody together, when none is named)."""
    cards = view(s, *seats).zone("word").cards
    return "".join(SYMBOL[card.face] if card and card.face else "_" for card in cards)


def found(s: DagoberixState, seat: Seat, letters: int) -> None:
    """The word of this turn is found by a seat after so many letters, and the next one is to be set."""
    while s.turned < letters:
        next_letter(s)
    propose(s, seat, s.spelled)
    wait(s, "show/over")
