"""Choices: a value made part by part, each part with a key that means the same throughout a game.

Environments number the keys. A domain lists its own (`Domain.choices`), so that nobody else must know its kind.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeAlias

from tablee.kernel.rng import Picker
from tablee.kernel.units import Seat

GRID = 16
"""Steps that a long range of numbers, or an axis of a point, is divided into."""
SHORT = 64
"""Ranges and enumerations up to this size are told apart value by value."""
WORDS = 32
"""So many of the commonest words that fit can be chosen."""
SAMPLES = 8
"""Values drawn from a domain that has no better encoding."""

ENOUGH = "enough"
NONE = "none"

Key: TypeAlias = tuple[Any, ...]
"""What a choice means: ("face", "P", 0), ("seat", 2), ("word", 17)…"""
Choice: TypeAlias = tuple[Key, Any]
"""A key and the part of the value that it stands for."""

WORD_KEYS: tuple[Key, ...] = tuple(("word", rank) for rank in range(WORDS))
MADE_UP: Key = ("made up",)


class Lister(Protocol):
    """Who lists the choices of a seat: it knows what the seat sees, and which words there are."""

    def cards(self, cards: Sequence[Any]) -> Iterator[Choice]:
        """By face where the seat sees it, else by place."""
        ...

    def distance(self, seat: Seat) -> int:
        """How far a seat sits from the one that chooses."""
        ...

    def picker(self) -> Picker:
        """Luck that is the same whenever the same is asked."""
        ...

    def words(self, domain: Any) -> Sequence[str]:
        """The words that a domain accepts, the commonest first."""
        ...

    def find(self, fit: Any) -> Sequence[str]:
        """The words that fit, the commonest first."""
        ...

    def refused(self, word: str) -> bool:
        """The table has voted against this word."""
        ...

    def made_up(self, domain: Any) -> Iterator[Choice]:
        """A word that nobody knows, where one may be said."""
        ...


class Pieces(Protocol):
    """What a table is made of."""

    @property
    def faces(self) -> Sequence[str]: ...

    @property
    def n(self) -> int: ...


def steps(low: int, high: int) -> Iterator[Choice]:
    """Each number of a short range, the middle of each step of a long one."""
    if high - low < SHORT:
        for number in range(low, high + 1):
            yield ("number", number), number
    else:
        for step in range(GRID):
            yield ("step", step), low + (high - low) * (2 * step + 1) // (2 * GRID)


def every_face(table: Pieces) -> set[Key]:
    """The keys of all cards; several with one face are numbered."""
    return {("face", face, i) for face, copies in Counter(table.faces).items() for i in range(copies)}
