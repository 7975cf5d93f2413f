"""Values of events and facts that say what they are: whoever makes text of them need not guess by a name.

A bare number or flag is a number or a flag; lists and maps of those are for a picture. Everything else is `Told`.
"""

from enum import StrEnum
from typing import Any, Final

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
