"""Dice as multisets: how likely each roll is, which of its dice may be kept, and how likely a bust is."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

from tablee.games.spots.data import BURY_LIMIT, SIDES, TOTAL, Keep

Roll = tuple[int, ...]
"""The numbers of a roll, the lowest first."""
Free = tuple[int, ...]
"""How many empty spaces there are of each number, from 1 on."""


@lru_cache
def rolls(n: int) -> tuple[tuple[Roll, int], ...]:
    """Every roll of n dice, and in how many of the 6ⁿ ways it comes."""
    return tuple(
        (roll, factorial(n) // prod(factorial(k) for k in Counter(roll).values()))
        for roll in combinations_with_replacement(range(1, SIDES + 1), n)
    )


@lru_cache(8192)
def parts(roll: Roll) -> tuple[Roll, ...]:
    """All that may be taken of a roll, from nothing to the whole."""
    amounts = Counter(roll)
    numbers = sorted(amounts)
    return tuple(
        tuple(v for v, k in zip(numbers, taken, strict=True) for _ in range(k))
        for taken in product(*(range(amounts[v] + 1) for v in numbers))
    )


@lru_cache(65536)
def keeps(rule: Keep, roll: Roll, named: int, total: int) -> tuple[Roll, ...]:
    """What of a roll may be kept: each of these is placed or buried, the rest is discarded."""
    match rule:
        case "all":
            return (roll,)
        case "one_number":  # R39
            return tuple((v,) * k for v, k in sorted(Counter(roll).items()))
        case "up_to_named":  # R40
            return (tuple(v for v in roll if v <= named),)
        case "two":  # R41, D14
            return tuple(part for part in parts(roll) if len(part) == min(2, len(roll)))
        case "total_8":  # R42, D13
            return tuple(part for part in parts(roll) if sum(part) == TOTAL) or ((),)
        case "low_may_go":  # R43, D12
            high = tuple(v for v in roll if v >= total)
            return tuple(low + high for low in parts(tuple(v for v in roll if v < total)))


def left_over(kept: Sequence[int], free: Free) -> int:
    """The spots of the dice that find no space."""
    return sum(v * max(0, kept.count(v) - free[v - 1]) for v in set(kept))


@lru_cache(8192)
def bust_chance(
    n: int, rule: Keep, free: Free, buried: int, named: int = 0, yardstick: int | None = None
) -> float:
    """How likely a roll busts whose dice are kept and placed so that as little as possible is buried."""
    room = BURY_LIMIT - buried
    total = buried if yardstick is None else yardstick
    bad = sum(
        ways
        for roll, ways in rolls(n)
        if min(left_over(kept, free) for kept in keeps(rule, roll, named, total)) > room
    )
    return float(bad / SIDES**n)
