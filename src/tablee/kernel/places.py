"""By which names the rules find the zones of a state, as attributes of its class: `pile = zone_at(0)`."""

from collections.abc import Callable
from typing import Protocol, TypeAlias, cast

from tablee.kernel.state import State
from tablee.kernel.units import Seat
from tablee.kernel.zones import Zone


class ZoneAt(Protocol):
    """Read on a state, it is the zone."""

    def __get__(self, s: State, kind: type[State], /) -> Zone: ...


ZoneOf: TypeAlias = Callable[[State, Seat], Zone]
"""Called on a state with a seat, it is that seat's zone."""


def zone_at(place: int) -> ZoneAt:
    return cast(ZoneAt, property(lambda s: s.zones[place]))


def zone_of_seat(first: int, row: int = 0) -> ZoneOf:
    """From `first` on the zones lie in rows, in each of them one for every seat. Without a first one, a negative
    row counts from the end: -1 is the last."""
    if not row:  # most are asked for there, and often
        return lambda s, seat: s.zones[first + seat]
    return lambda s, seat: s.zones[first + row * len(s.seats) + seat]


def own_zone(first: int, each: int, which: int) -> ZoneOf:
    """From `first` on each seat has so many zones, one beside the other."""
    return lambda s, seat: s.zones[first + each * seat + which]
