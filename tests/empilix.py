"""What Empilix tests share: tables given by hand, and what is done at them."""

from collections.abc import Callable
from typing import Any

from tablee.games.empilix.rules import GAME, EmpilixState
from tablee.kernel.events import Event
from tablee.kernel.moves import Offer
from tablee.kernel.units import Seat
from tablee.pieces.notation import arrange
from tablee.words.flags import KNOWN, NOUN, VERB
from tests.table import do, start, view, wait

NOUNS, VERBS = KNOWN | NOUN, KNOWN | VERB
POZIBINECA = "bP vO pZ yI bB pI vN vE pC yA"
"""The booklet's example."""
SPARE = "consonants=bL bM | vowels=bU bY"
"""What may lie in the draw piles under the cards that matter."""


def at(position: str, seat: Seat = 0, players: int = 4, manche: str = "syllables", **options: Any) -> EmpilixState:
    """A position of a manche in which this seat is in turn; the last letter was laid just now, at 0."""
    s = start(GAME, players, starter=0, rounds=manche, **options)
    arrange(s, position + " | aside=…")
    s.count()
    s.turner = s.after(seat, s.n - 1)
    s.next_tour()
    s._settle()
    s.drain()
    return s


def offer(s: EmpilixState, seat: Seat, name: str) -> Offer:
    return next(o for o in s.offers(seat) if o.name == name)


def flip(s: EmpilixState, seat: Seat) -> list[Event]:
    """As soon as it may be done."""
    return do(s, seat, "flip", t=max(s.now, offer(s, seat, "flip").opens_at))


def pose(s: EmpilixState, *seats: Seat) -> None:
    for seat in seats:
        do(s, seat, "pose")
        wait(s)


def say(s: EmpilixState, *items: str, kinds: int = NOUNS, **by_word: int) -> list[Event]:
    """The reciter says these, each known to the lexicon."""
    events = []
    for item in items:
        known = {} if s.syllabic else {item: by_word.get(item, kinds)}
        events += do(s, view(s, 0).active[0], "say", item=item, known=known)
    return events


def look(s: EmpilixState) -> list[Event]:
    """All have looked at what ends the tour."""
    assert phase(s) in ("won", "shared", "spoilt")
    return wait(s)


def phase(s: EmpilixState) -> str:
    return view(s, 0).phase


def active(s: EmpilixState) -> tuple[Seat, ...]:
    return view(s, 0).active


def won(s: EmpilixState) -> list[int]:
    return [len(s.won(seat).cards) for seat in s.all_seats]


def asked(s: EmpilixState, seat: Seat) -> int:
    """Which place, counted from 1."""
    return int(view(s, seat).fact("asked")[seat])


def past(manche: int) -> Callable[[Any], bool]:
    """That manche is over."""
    return lambda s: bool(s.number > manche)
