"""The dice of a roll, each to its place."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from math import comb, prod
from typing import Any

from tablee.kernel.domains import CARD_TO_NAME, NAME_TO_CARD, Card, Domain, Value, is_card, is_int
from tablee.kernel.rng import Picker

BURY, DROP = "bury", "drop"


class Assignment(Domain, frozen=True):
    """Every die once: on a free space of its number, buried, or dropped. What is not dropped is one of `keeps`.

    A value is a list of pairs, a die and where it goes: a place of the zone, "bury" or "drop".
    """

    dice: Mapping[Card, int]
    zone: str
    spaces: Sequence[tuple[int, int]]
    """The free places of the zone, each with its number."""
    keeps: Sequence[Sequence[int]]
    """The numbers that may be kept, the lowest first."""
    buried: int
    """The spots that lie buried already."""
    limit: int

    def accepts(self, value: Value) -> bool:
        if not isinstance(value, list) or len(value) != len(self.dice):
            return False
        if not all(isinstance(pair, list | tuple) and len(pair) == 2 and is_card(pair[0]) for pair in value):
            return False
        if {die for die, _ in value} != set(self.dice):
            return False
        used = [place for _, place in value if is_int(place)]
        if len(set(used)) != len(used):
            return False
        for die, place in value:
            if place in (BURY, DROP):
                continue
            if not is_int(place) or (place, self.dice[die]) not in self.spaces:
                return False
        return self.kept(value) in [tuple(k) for k in self.keeps]

    def kept(self, value: Value) -> tuple[int, ...]:
        return tuple(sorted(self.dice[die] for die, place in value if place != DROP))

    def sample(self, pick: Picker) -> Value:
        keep = Counter(self.keeps[pick.below(len(self.keeps))])
        left = dict(self.spaces)
        value: list[list[Any]] = []
        for die, number in self.dice.items():
            if not keep[number]:
                value.append([die, DROP])
                continue
            keep[number] -= 1
            fits = [place for place, wants in left.items() if wants == number]
            chosen = pick.below(len(fits) + 1)
            value.append([die, fits[chosen] if chosen < len(fits) else BURY])
            if chosen < len(fits):
                del left[fits[chosen]]
        return value

    def count(self) -> int:
        free = Counter(number for _, number in self.spaces)
        return sum(
            prod(sum(comb(free[v], j) for j in range(k + 1)) for v, k in Counter(keep).items())
            for keep in self.keeps
        )

    def values(self) -> Iterator[Value]:
        """Dice that show the same number are as good as each other: only one way round is listed."""
        for keep in self.keeps:
            amounts = Counter(keep)
            numbers = sorted(amounts)
            choices = []
            for number in numbers:
                fits = [place for place, wants in self.spaces if wants == number]
                choices.append([taken for j in range(amounts[number] + 1) for taken in combinations(fits, j)])
            for taken in product(*choices):
                yield self.laid(keep, dict(zip(numbers, taken, strict=True)))

    def laid(self, keep: Sequence[int], places: Mapping[int, Sequence[int]]) -> Value:
        """The dice of `keep` on these places by their number, the rest of them buried, all others dropped."""
        amounts, left = Counter(keep), {number: list(p) for number, p in places.items()}
        value: list[list[Any]] = []
        for die, number in self.dice.items():
            if not amounts[number]:
                value.append([die, DROP])
                continue
            amounts[number] -= 1
            free = left.get(number)
            value.append([die, free.pop(0) if free else BURY])
        return value

    def tidiest(self) -> Value:
        """As little as possible buried, then as much as possible placed: what is done for whoever does nothing."""

        def worth(value: Value) -> tuple[int, int]:
            buried = sum(self.dice[die] for die, place in value if place == BURY)
            return buried, -sum(is_int(place) for _, place in value)

        return min(self.values(), key=worth)

    def outward(self, name: CARD_TO_NAME) -> Domain:
        dice: dict[Card, int] = {name(int(die)): number for die, number in self.dice.items()}
        return Assignment(dice, self.zone, self.spaces, self.keeps, self.buried, self.limit)

    def inward(self, value: Value, card: NAME_TO_CARD) -> Value:
        if not isinstance(value, list) or not all(isinstance(p, list | tuple) and len(p) == 2 for p in value):
            return None
        return [[card(die), place] for die, place in value]

    def named(self, value: Value, name: CARD_TO_NAME) -> Value:
        return [[name(die), place] for die, place in value]
