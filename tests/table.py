"""What tests of games say in one line: a position, a move, an alarm, and what is told."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from tablee.kernel.door import Door, View
from tablee.kernel.events import Event
from tablee.kernel.game import Game, Setup
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, Rang, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Millis, Seat
from tablee.kernel.values import bare
from tablee.kernel.zones import HOLE, Zone

S = TypeVar("S", bound=State)


def start(
    game: Game[S],
    players: int,
    *,
    seed: int = 1,
    seat_options: list[dict[str, Any]] | None = None,
    deck: Mapping[CardId, str] | None = None,
    **options: Any,
) -> S:
    """A new game. `deck` gives some cards a face of the test's choice (see `shuffled`)."""
    return game.start(
        players,
        seed=seed_from(seed),
        options=options,
        seat_options=seat_options,
        watched=True,
        setup=_stacked(deck or {}),
    )


def _stacked(wanted: Mapping[CardId, str]) -> type[Setup]:
    class Stacked(Setup):
        def deck(self, faces: Sequence[str]) -> list[str]:
            left = list(faces)
            for face in wanted.values():
                left.remove(face)
            return [wanted[i] if i in wanted else left.pop() for i in range(len(faces))]

    return Stacked


def shuffled(cards: int, label: str, *index: int, seed: int = 1) -> list[CardId]:
    """The order, bottom to top, in which a deck comes out of that shuffle: whom to give which face."""
    return keyed(seed_from(seed), label, *index).shuffled(range(cards))


def card(s: State, face: str, zone: Zone) -> CardId:
    """The first card with this face in a zone."""
    return next(c for c in zone.cards if c != HOLE and s.faces[c] == face)


def faces(s: State, zone: Zone | str) -> list[str]:
    """What lies in a zone, bottom to top; a hole is `·`."""
    where = s.zone(zone) if isinstance(zone, str) else zone
    return ["·" if c == HOLE else s.faces[c] for c in where.cards]


def do(
    s: State,
    seat: Seat,
    name: str,
    /,
    *,
    t: Millis | None = None,
    at: Millis | None = None,
    answers: int | None = None,
    known: Mapping[str, int] | None = None,
    **args: Any,
) -> list[Event]:
    """A move by a seat at table time t (now, unless said), its corrected time `at`; returns what happened.

    In a race it answers the stimulus of the offer, unless another is named. `known` is what the lexicon says.
    An alarm that is due before must have rung: no table would let it be jumped over.
    """
    t = s.now if t is None else t
    due = s.next_alarm()
    assert due is None or s.paused or due.at >= t, f"{due.name} is due at {due.at}, before {t}: `wait` first"
    s.drain()
    offer = next((o for o in s.offers(seat) if o.name == name), None)
    stimulus = offer.stimulus if offer and answers is None else answers
    move = Move(name, args, t if at is None else at, stimulus, known=known or {})
    apply(s, Played(t, seat, move))
    return s.drain()


def refused(s: State, seat: Seat, name: str, /, *, t: Millis | None = None, **args: Any) -> str:
    """The code with which a move is refused."""
    try:
        do(s, seat, name, t=t, **args)
    except Refused as no:
        return no.code
    raise AssertionError(f"{name} {args} was not refused")


def wait(s: State, name: str | None = None) -> list[Event]:
    """Lets the next alarm ring (which must be the one named)."""
    due = s.next_alarm()
    assert due is not None, "no alarm is set"
    assert name is None or due.name == name, f"{due.name} rings first, not {name}"
    s.drain()
    apply(s, Rang(max(s.now, due.at), due.name))
    return s.drain()


def wait_until(s: State, phase: str) -> None:
    """Lets alarms ring until a phase of that name is on top."""
    for _ in range(1_000):
        if Door(s, 1).view().phase == phase:
            return
        wait(s)
    raise AssertionError(f"{phase} never came")


def told(events: list[Event], kind: str) -> list[dict[str, Any]]:
    """The data of all events of a kind."""
    return [{name: bare(value) for name, value in e.data.items()} for e in events if e.kind == kind]


def names(s: State, seat: Seat) -> set[str]:
    """The names of the moves that a seat is offered."""
    return {o.name for o in s.offers(seat)}


def view(s: State, *seats: Seat) -> View:
    """What these seats see together; everybody's common view when none is named."""
    return Door(s, sum(1 << seat for seat in seats) or s.everyone).view()
