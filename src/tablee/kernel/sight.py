"""Facts: what a state and its phases declare for views. Closed by default: what is not declared is not sent."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Any, TypeAlias

from tablee.kernel.values import What


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
