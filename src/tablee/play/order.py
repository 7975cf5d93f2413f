"""Which of two things comes first, and a clock that jumps there."""

from collections.abc import Mapping
from typing import Protocol

from tablee.kernel.moves import LexiconLike
from tablee.kernel.state import Due, State
from tablee.kernel.units import Millis, Seat


class Intended(Protocol):
    """What a seat means to do at a time."""

    @property
    def at(self) -> Millis: ...


def coming(s: State, plans: Mapping[Seat, Intended], turn: Seat = 0) -> Due | Seat | None:
    """What comes next by itself: an alarm, or the seat that moves next; None if nothing will.

    A plan comes before an alarm of the same time: it was in time. Of seats with plans for the same time the lowest
    comes first, counted from `turn`.
    """
    due = s.next_alarm()
    if not plans:
        return due
    n = s.n
    at, _, seat = min([(plan.at, (seat - turn) % n, seat) for seat, plan in plans.items()])
    return due if due is not None and due.at < at else seat


def ring(s: State, due: Due, lexicon: LexiconLike | None = None) -> None:
    """Time jumps to an alarm (or is there already: it never runs backwards), and it rings."""
    s.now = max(s.now, due.at)
    s.ring(due, s.proposed(due, lexicon) if lexicon is not None else None)


def ring_next(s: State) -> bool:
    """Nobody moves, so the next alarm rings; False if there is none."""
    due = s.next_alarm()
    if due is None:
        return False
    ring(s, due)
    return True
