"""Rows of stacks: a line of piles before each seat. Only the tops are seen, and how high the piles are."""

from collections.abc import Sequence

from tablee.kernel.units import EVERYBODY, CardId, Seat
from tablee.kernel.zones import Zone
from tablee.pieces.kinds import Kind

BEFORE, AFTER = "before", "after"


def row_of_stacks(seat: Seat, most: int) -> list[Zone]:
    """The zones of a seat's row, from left to right; those that are used come first."""
    return [Zone(f"row:{seat}:{i}", Kind.RANK, EVERYBODY, seat, depth=1) for i in range(most)]


def owner_of(place: str) -> Seat:
    """In whose row a place is."""
    return int(place.split(":")[1])


class StackRow:
    """The row of one seat. A place is `before:0` or `after:0` (seat 0's row), or a pile's own name (`row:0:2`)."""

    __slots__ = ("seat", "zones")

    def __init__(self, seat: Seat, zones: Sequence[Zone]) -> None:
        self.seat = seat
        self.zones = zones

    @property
    def piles(self) -> list[Zone]:
        return [zone for zone in self.zones if zone.cards]

    @property
    def tops(self) -> list[CardId]:
        return [zone.cards[-1] for zone in self.zones if zone.cards]

    def __len__(self) -> int:
        return len(self.piles)

    def places(self) -> list[str]:
        """Where a card may be laid: before, on any pile, after; a full row only grows in height."""
        on = [zone.name for zone in self.piles]
        if not on:
            return [f"{AFTER}:{self.seat}"]
        return on if len(on) == len(self.zones) else [f"{BEFORE}:{self.seat}", *on, f"{AFTER}:{self.seat}"]

    def laid(self, place: str, symbols: Sequence[str], symbol: str) -> list[str]:
        """What the row (`symbols`) will show with one more there."""
        if place.startswith(BEFORE):
            return [symbol, *symbols]
        if place.startswith(AFTER):
            return [*symbols, symbol]
        shown = list(symbols)
        shown[int(place.rsplit(":", 1)[1])] = symbol
        return shown

    def pile(self, place: str) -> Zone:
        """The pile to lay on; at an end it is a new one, and the others make room for it."""
        if place.startswith(BEFORE):
            for i in range(len(self), 0, -1):
                self.zones[i].cards, self.zones[i - 1].cards = self.zones[i - 1].cards, self.zones[i].cards
            return self.zones[0]
        if place.startswith(AFTER):
            return self.zones[len(self)]
        return self.zones[int(place.rsplit(":", 1)[1])]

    def close_up(self) -> None:
        """A gap is closed: the piles stand side by side again."""
        held = [zone.cards for zone in self.zones if zone.cards]
        for i, zone in enumerate(self.zones):
            zone.cards = held[i] if i < len(held) else []
