"""How a strong player shares its steps: what it is worth to have come so far, with so many rounds to go.

A table by how far the large ghost, both medium ones and the three foremost small ones have come, worked out
backwards from the end: cards come as often as there are of them, a look finds a ghost as often as bots' ghosts are
found (`FOUND`). Points decide, then ghosts that are out, then those in the hall (R43 to R45).
"""

from array import array
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import add
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tablee.games.pas_vu_pas_pris.material import (
    CROSSING,
    FAMILY,
    MOVEMENT,
    POINTS_HALL,
    POINTS_OUT,
    ROUNDS,
    read_card,
)

FOUND = 0.2
"""How likely a look is to find a ghost, in rounds to come."""
OUT, IN_HALL = 0.1, 0.02
"""What ghosts are worth for the ties that they break."""
REGARDED = 6
"""Ghosts of which the table knows."""
PLACES = CROSSING + 1
"""At home, at six depths, out."""

Came: TypeAlias = Sequence[int]
"""How far each ghost of a family has come: 0 at home, 7 out."""
Table: TypeAlias = NDArray[np.float32]


def _along(axis: int, values: Sequence[float]) -> Table:
    shape = [1] * REGARDED
    shape[axis] = PLACES
    return np.array(values, np.float32).reshape(shape)


def _final() -> Table:
    ends = {size: [_at_the_end(size, came) for came in range(PLACES)] for size in set(FAMILY)}
    return reduce(add, (_along(axis, ends[size]) for axis, size in enumerate(FAMILY[:REGARDED])))


def _at_the_end(size: int, came: int) -> float:
    if came == CROSSING:
        return POINTS_OUT[size] + OUT + IN_HALL
    return POINTS_HALL[size] + IN_HALL if came else 0.0


def _before_look(after: Table) -> Table:
    """Whoever is found begins anew."""
    for axis in range(REGARDED):
        there = np.moveaxis(after, axis, 0).copy()
        there[1:CROSSING] = (1 - FOUND) * there[1:CROSSING] + FOUND * there[0]
        after = np.moveaxis(there, 0, axis)
    return after


def _before_steps(after: Table, most: int) -> Table:
    """The best that so many steps make of it, for each number of steps."""
    best = np.repeat(after[None], most + 1, 0)
    for axis in range(1, REGARDED + 1):
        was = np.moveaxis(best, axis, 1)
        now = was.copy()
        for start in range(CROSSING):
            for goal in range(start + 1, PLACES if start else CROSSING):  # R35
                steps = goal - start
                np.maximum(now[steps:, start], was[: most + 1 - steps, goal], out=now[steps:, start])
        best = np.moveaxis(now, 1, axis)
    return best


def _kept(table: Table) -> Sequence[float]:
    """A megabyte; as a list of floats it would be eight."""
    return array("f", table.tobytes())


@lru_cache(1)
def _tables() -> Sequence[Sequence[float]]:
    """What it is worth after the look of each round, from the last to the first."""
    cards = Counter(read_card(face).value for face in MOVEMENT)
    after = _final()
    tables = [_kept(after)]
    for _ in range(ROUNDS - 1):
        best = _before_steps(_before_look(after), max(cards))
        after = reduce(add, (best[value] * np.float32(many / len(MOVEMENT)) for value, many in cards.items()))
        tables.append(_kept(after))
    return tables


def table_after(number: int) -> Sequence[float]:
    """What it is worth after the look of that round."""
    return _tables()[ROUNDS - number]


class Forethought:
    """What it is worth to have come so far, before or after the look of a round."""

    def __init__(self, number: int) -> None:
        self._table = table_after(number)
        self._last = number == ROUNDS

    def worth(self, came: Came) -> float:
        """After the look."""
        *small, hindmost = sorted(came[3:], reverse=True)
        place = 0
        for far in (*came[:3], *small):
            place = PLACES * place + far
        return self._table[place] + self._hindmost(hindmost)

    def _hindmost(self, came: int) -> float:
        """The table does not know of the fourth small ghost."""
        return _at_the_end(FAMILY[-1], came) if self._last or came == CROSSING else IN_HALL * came

    def losses(self, came: Came) -> list[float]:
        """What each ghost is worth: what would be lost if a look found it."""
        whole, found = self.worth(came), []
        for number, far in enumerate(came):
            there = 0 < far < CROSSING
            found.append(whole - self.worth([*came[:number], 0, *came[number + 1 :]]) if there else 0.0)
        return found

    def expected(self, came: Came, dangers: Sequence[float]) -> float:
        """Before the look, each ghost in so much danger."""
        lost = zip(self.losses(came), dangers, strict=True)
        return self.worth(came) - sum(loss * danger for loss, danger in lost)


class Way(Struct, frozen=True):
    """What a ghost can do: at what price, how far it has then come, in how much danger it is there."""

    price: int
    came: int
    danger: float


def best_ways(thought: Forethought, ways: Sequence[Sequence[Way]], left: int) -> tuple[float, list[Way]]:
    """The best that all ghosts of a family can do together with so many steps; those of one size that all stand at
    home come in the order of their numbers."""
    best: tuple[float, list[Way]] = (-1.0, [])
    chosen: list[Way] = []

    def go_on(number: int, left: int) -> None:
        nonlocal best
        if number == len(ways):
            value = thought.expected([way.came for way in chosen], [way.danger for way in chosen])
            if value > best[0] + 1e-9:
                best = (value, chosen[:])
            return
        twins = number > 0 and FAMILY[number] == FAMILY[number - 1] and ways[number] is ways[number - 1]
        most = chosen[-1].came if twins else CROSSING
        for way in ways[number]:
            if way.price <= left and way.came <= most:
                chosen.append(way)
                go_on(number + 1, left - way.price)
                chosen.pop()

    go_on(0, left)
    return best
