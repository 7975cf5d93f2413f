"""What tests of the games with a heap in the middle say in one line (Vizdibix, Lipipix, Corsix)."""

from typing import Any, TypeVar

from tablee.kernel.events import Event
from tablee.kernel.game import Game
from tablee.kernel.moves import Move, Offer
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tablee.phases.heap import HeapState
from tablee.pieces.notation import arrange
from tests import table
from tests.table import do, start, view, wait

H = TypeVar("H", bound=HeapState)


def at(game: Game[H], position: str, *, seat: Seat = 0, players: int = 4, **options: Any) -> H:
    """A position in which this seat may turn its card at once; table time is 0."""
    s = start(game, players, starter=0, **options)
    arrange(s, position + " | aside=…")
    s.count()
    s.turn_of(seat)
    s._settle()
    s.drain()
    return s


def turn(s: HeapState, seat: Seat, t: Millis | None = None) -> list[Event]:
    """A card turned while nobody can call, or after the window that it closes."""
    events = do(s, seat, s.turns, t=t)
    if any(p.name == s.turns for p in getattr(s.phases[-1], "presses", ())):
        return wait(s)
    return events


def late(s: HeapState, seat: Seat, stimulus: int, t: Millis, made: Millis, **args: Any) -> str:
    """A call on a card of the past that arrives now: how it is refused, or nothing."""
    name, _ = s.call()
    try:
        apply(s, Played(t, seat, Move(name, args, made, stimulus)))
    except Refused as no:
        return no.code
    return ""


def offer(s: HeapState, seat: Seat, name: str) -> Offer:
    return next(o for o in s.offers(seat) if o.name == name)


def won(s: HeapState) -> list[int]:
    return [len(s.won(seat).cards) for seat in s.all_seats]


def seen_in_the_middle(s: HeapState, *seats: Seat) -> list[str | None]:
    return [c.face for c in view(s, *seats).zone("middle").cards if c is not None]


ABOUT = ("laid", "why", "vain")
"""What is told of a call beside its place in the race."""


def told(events: list[Event], kind: str) -> list[dict[str, Any]]:
    """The data of all events of a kind, without the cards that a call was about and why it was right or wrong."""
    return [{k: v for k, v in data.items() if k not in ABOUT} for data in table.told(events, kind)]


def about(events: list[Event], kind: str) -> list[tuple[str, ...]]:
    """The cards that calls of that kind were about, and why they were right or wrong."""
    return [tuple(str(data[k]) for k in ABOUT[:2] if k in data) for data in table.told(events, kind)]
