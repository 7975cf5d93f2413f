"""Units and ids. Aliases, not wrappers: they are added, compared and indexed millions of times a minute."""

from functools import cache
from typing import TypeAlias

Seat: TypeAlias = int
"""A place at the table, 0 to n - 1, clockwise."""

Seats: TypeAlias = int
"""A set of seats as a bit mask; the spectator is the set of all seats (he sees what everybody sees)."""

Millis: TypeAlias = int
"""Table time in milliseconds; it runs only while the table is live."""

CardId: TypeAlias = int
"""The permanent id of a card, die or tile. Never leaves the kernel: outside there are handles and places."""

EVERYBODY: Seats = -1
"""All seats, however many there are."""
NOBODY: Seats = 0

TABLE: Seat = -1
"""Owner of what belongs to nobody. Parties that are no seats are -2, -3…"""

TIE: Millis = 30
"""Presses this close to one another are a near-tie (C14)."""

ANTICIPATION: Millis = 100
"""A reaction quicker than this is a guess (C14)."""

ABSENT: Millis = 60_000
"""What an absent seat is given where others have no limit (C15)."""

LOCKOUT: Millis = 500
"""An anticipation locks its seat out for this long (C14)."""


def mask(seat: Seat) -> Seats:
    return 1 << seat


@cache
def members(seats: Seats) -> tuple[Seat, ...]:
    return tuple(i for i in range(seats.bit_length()) if seats >> i & 1)
