"""A finished game shown again, step by step. Its hands are open now; what nobody could see stays hidden."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from tablee.games.registry import game as game_named
from tablee.kernel.door import Common, Door, EventView, View, ZoneView
from tablee.kernel.events import Event
from tablee.kernel.outcome import Outcome
from tablee.kernel.record import dumps, for_strangers, loads, replay
from tablee.kernel.refusal import Refused
from tablee.kernel.state import State
from tablee.kernel.units import Millis, Seat, mask
from tablee.server.store import GameRow

LONGEST_RECORD = 4_000_000
LONGEST_ANSWER = 2_000_000
"""Bytes of steps in one answer, before they are packed; `next` says where to go on."""


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """One moment of the game at which something could be seen."""

    now: Millis
    view: View
    events: tuple[EventView, ...] = ()


class Replay(Struct, frozen=True):
    """A finished game, or a part of it. It is only given if the whole record was verified."""

    game: str
    names: tuple[str, ...]
    bots: tuple[bool, ...]
    """Who was a bot at the start."""
    options: dict[str, Any]
    seed: str
    commitment: str
    outcome: Outcome | None
    verified: bool
    """Seed, every move, outcome and final state are what the record says."""
    total: int
    """Steps of the whole game."""
    first: int
    """The number of the first step given here."""
    steps: tuple[ReplayStep, ...]
    next: int | None = None
    """Where to go on, if there is more."""


class Watch:
    """Looks over a seat's shoulder, or into all hands at once."""

    def __init__(self, seat: Seat | None) -> None:
        self._seat = seat
        self._last: View | None = None
        self.steps: list[bytes] = []

    def __call__(self, s: State) -> None:
        events = s.drain()
        view, told = self._through(s, events)
        if told or view != self._last:
            self._last = view
            self.steps.append(msgspec.json.encode(ReplayStep(s.now, view, told)))

    def _through(self, s: State, events: Sequence[Event]) -> tuple[View, tuple[EventView, ...]]:
        if self._seat is not None:
            door = Door(s, mask(self._seat))
            return door.view(), door.events(events)
        # Eyes that are closed would make it dark for everybody.
        common = Common(s)
        table = Door(s, (s.everyone & ~s.blind) or s.everyone, common)
        own = {seat: Door(s, mask(seat), common) for seat in s.all_seats}
        hands = {seat: {z.name: z for z in door.view().zones} for seat, door in own.items()}
        view = table.view()

        def opened(zone: ZoneView) -> ZoneView:
            return hands[zone.owner].get(zone.name, zone) if zone.owner >= 0 else zone

        doors = (table, *own.values())
        told = (next(seen for door in doors if (seen := door.events([e]))) for e in events if e.to)
        return structs.replace(view, zones=tuple(opened(z) for z in view.zones)), tuple(t for (t,) in told)


def given_away(row: GameRow, data: bytes) -> bytes:
    """A record as anybody may have it. Too slow for the event loop."""
    if not game_named(row.game).info.words:
        return data
    record = loads(data)
    return dumps(for_strangers(game_named(row.game, record.header.version), record))


def watched(row: GameRow, data: bytes, seat: Seat | None, first: int) -> bytes:
    """The steps of a record from `first` on, as many as fit into one answer. Too slow for the event loop."""
    if len(data) > LONGEST_RECORD:
        raise Refused("too_long")
    record = loads(data)
    if seat is not None and seat >= record.header.players:
        raise Refused("unknown_seat")
    game = game_named(record.header.game, record.header.version)
    watch = Watch(seat)
    end = replay(game, for_strangers(game, record), watch)
    given: list[msgspec.Raw] = []
    size = 0
    for step in watch.steps[first:]:
        size += len(step)
        if given and size > LONGEST_ANSWER:
            break
        given.append(msgspec.Raw(step))
    reached = first + len(given)
    answer = Replay(
        row.game,
        row.names,
        tuple(not chair.human for chair in record.header.seats),
        record.header.options,
        end.seed.hex(),
        record.header.commitment,
        end.outcome,
        True,
        len(watch.steps),
        first,
        (),
        reached if given and reached < len(watch.steps) else None,
    )
    return msgspec.json.encode(msgspec.to_builtins(answer) | {"steps": given})
