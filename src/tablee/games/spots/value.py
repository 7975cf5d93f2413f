"""What a position is worth at the end of a turn: in dogs, by a plain formula, or as a chance of winning."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import exp
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from tablee.games.spots.data import DOGS_TO_WIN, PACK_LIMIT, SIDES, SLOTS

Kennel: TypeAlias = tuple[int, ...]
"""Dogs as bits: the numbers printed, shifted, and the numbers still empty; sorted."""
SHIFT = SIDES
ALL_OPEN = (1 << SHIFT) - 1


def bits(numbers: Sequence[int]) -> int:
    return sum(1 << (v - 1) for v in numbers)


def kennel_dog(printed: Sequence[int], empty: Sequence[int]) -> int:
    return bits(printed) << SHIFT | bits(empty)


class Spot(NamedTuple):
    """A position of one player in the middle of a turn. A tuple, because millions are made and hashed."""

    dogs: Kennel
    total: int
    treats: int
    done: int
    drawn: int = 0
    """Dogs drawn since the search began: the first was seen."""


def emptied(dogs: Kennel) -> Kennel:
    return tuple(sorted(dog & ~ALL_OPEN | dog >> SHIFT for dog in dogs))


def bare(spot: Spot) -> Spot:
    """The same player after a bust."""
    return spot._replace(dogs=emptied(spot.dogs), total=0)


Judge: TypeAlias = Callable[[Spot], float]
"""What the end of a turn is worth, on a scale of its own."""

# ---- in dogs -----------------------------------------------------------------------------------------

DONE, PART, EASE, TREAT = 0.85, 0.55, 0.12, 0.08
RISK = (0.0, 0.02, 0.04, 0.07, 0.11, 0.17, 0.25, 0.35)
"""What a full yard endangers, by the spots buried."""
WON = 10.0
TREATS_WORTH = 6


@lru_cache(200_000)
def kennel_worth(dogs: Kennel) -> float:
    worth = 0.0
    for dog in dogs:
        size, empty = (dog >> SHIFT).bit_count(), (dog & ALL_OPEN).bit_count()
        worth += (PART * (size - empty) / size if empty else DONE) + EASE * (3 - empty) / 3
    return worth


def worth(spot: Spot) -> float:
    """In dogs: what lies there now, and nothing about the way still to go."""
    if spot.done >= DOGS_TO_WIN:
        return WON
    treats = TREAT * min(spot.treats, TREATS_WORTH)
    return spot.done + (1 - RISK[spot.total]) * kennel_worth(spot.dogs) + treats


# ---- as a chance -------------------------------------------------------------------------------------

# Log odds, fitted by temporal differences over 11,000 games of self-play with random tiles (docs/bots.md). Two
# things weigh more than one would think: to draw a dog, which takes dice that would be buried otherwise, brings as
# much as to validate one; and treats.
AT_DONE = (-0.52, -0.43, -0.17, 0.12, 0.46, 0.89)
"""By dogs validated."""
AT_CARDS = (0.0, 0.0, -1.03, -0.44, 0.0, 0.43, 0.95)
"""By dogs drawn so far, validated or not."""
AT_OPEN = (0.33, 0.0, -0.17, -0.27, -0.41)
"""For each dog, by its empty spaces."""
AT_WANTED = (0.0, -0.11, -0.1, -0.07, 0.01, 0.13, 0.31)
"""By how many different numbers find a space."""
AT_TREATS = (-0.38, -0.22, -0.01, 0.14, 0.22, 0.32, 0.41, 0.47, 0.59)
PER_DIE = (0.03, 0.024, 0.014, -0.004, 0.002, -0.008, -0.024, -0.02)
"""For each die on a dog, by the spots buried: it may be lost."""
AT_LAST = (0.0, 0.67, 0.29, 0.12, 0.02)
"""By the empty spaces of all dogs, when no more will be drawn."""
LEFT: Mapping[str, float] = dict(zip(SLOTS, (0.07, 0.01, 0.03, 0.06, 0.04, 0.04), strict=True))
"""A tile that is left to whoever plays next."""
LEFT_TREAT = 0.03
TOUTOU_DONE = (-2.2, -1.55, -0.75, 0.15, 1.05, 2.65)
TOUTOU_TREAT = 0.43


@lru_cache(200_000)
def kennel_strength(dogs: Kennel) -> tuple[float, int, int]:
    """What its spaces are worth; its empty spaces, its dice."""
    value, wanted, empty, dice = 0.0, 0, 0, 0
    for dog in dogs:
        opened = (dog & ALL_OPEN).bit_count()
        value += AT_OPEN[opened]
        wanted |= dog & ALL_OPEN
        empty += opened
        dice += (dog >> SHIFT).bit_count() - opened
    return value + AT_WANTED[wanted.bit_count()], empty, dice


def strength(spot: Spot) -> float:
    """In log odds: how far on the way to six dogs somebody is who is not there yet."""
    value, empty, dice = kennel_strength(spot.dogs)
    cards = spot.done + len(spot.dogs)
    if cards >= PACK_LIMIT and empty < len(AT_LAST):
        value += AT_LAST[empty]
    return (
        value
        + AT_DONE[spot.done]
        + AT_CARDS[cards]
        + AT_TREATS[min(spot.treats, len(AT_TREATS) - 1)]
        + PER_DIE[spot.total] * dice
    )


def toutou_strength(done: int, treats: int) -> float:
    return TOUTOU_DONE[min(done, DOGS_TO_WIN - 1)] + TOUTOU_TREAT * treats


def tiles_left(free: Mapping[str, int]) -> float:
    """What the tiles that are left give to whoever plays next: by their slot, with the treats on each. The last
    one gets a treat, and all others are turned (R65, R66)."""
    if len(free) == 1:
        free = {slot: free[slot] + 1 if slot in free else 0 for slot in SLOTS}
    return sum(LEFT[slot] + LEFT_TREAT * treats for slot, treats in free.items())


class Winning(Struct, frozen=True):
    """The chance of winning. It makes bold when others are ahead, and careful when they are not."""

    against: float
    """The sum of the odds of the others."""

    @staticmethod
    def over(others: Sequence[float]) -> "Winning":
        return Winning(sum(map(exp, others)))

    def __call__(self, spot: Spot) -> float:
        if spot.done >= DOGS_TO_WIN:
            return 1.0
        return 1.0 / (1.0 + self.against * exp(-strength(spot)))
