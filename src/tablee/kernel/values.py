"""Values of events and facts that say what they are: whoever makes text of them need not guess by a name.

A bare number or flag is a number or a flag; lists and maps of those are for a picture. Everything else is `Told`.
Facts are what a state and its phases declare for views; closed by default: what is not declared is not sent.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Any, Final, TypeAlias

from msgspec import Struct


class What(StrEnum):
    """What a value is."""

    SEAT = "seat"
    """Somebody at the table: a name, or "you"."""
    FACE = "face"
    """What is printed on a card; several with spaces between them."""
    SAID = "said"
    """What somebody said or wrote: never translated."""
    TERM = "term"
    """A term of the game: the texts have a word for it under `values`."""
    PLACE = "place"
    """The name of a zone."""
    SPAN = "span"
    """Milliseconds."""

    def __call__(self, value: Any) -> "Told":
        """Such a value, to be told; in `shown` it says the same of a field."""
        return Told(self, value)


class Told(Struct, frozen=True, rename={"what": "is"}):
    """A value and what it is. Of a fact it may also be a list of such values, or a map."""

    what: What
    value: Any


SEAT, FACE, SAID, TERM, PLACE, SPAN = What
PLAIN: Final = None
"""In `shown`: numbers and flags, which go out as they are."""


def bare(value: Any) -> Any:
    """The value itself, for whoever knows what he reads."""
    return value.value if isinstance(value, Told) else value


class Sight(StrEnum):
    """Where not everybody sees a fact as it is."""

    OWNER = "owner"
    """A list with one entry per seat: to each its own."""
    COUNT = "count"
    """Everybody sees how many there are, and nothing else."""


Declared: TypeAlias = What | Sight | None
Shown: TypeAlias = Mapping[str, Declared]
"""The fields of a state or a phase that views may carry. Whoever says what a field is shows it to all."""


@cache
def declared(kinds: tuple[Any, ...]) -> tuple[tuple[str, int, Declared], ...]:
    """The facts of a state and of the phases on it, given their types in that order: name, which of them has it,
    and what it is. Of one name the last one counts. Scores are a part of views anyway."""
    facts: dict[str, tuple[int, Declared]] = {}
    for place, kind in enumerate(kinds):
        facts.update({name: (place, what) for name, what in kind.shown.items() if name != "scores"})
    return tuple((name, place, what) for name, (place, what) in facts.items())
