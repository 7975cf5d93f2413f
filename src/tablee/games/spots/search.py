"""What a trick is worth: all rolls as multisets, all sensible assignments, the better of going on and stopping."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb

from msgspec import Struct

from tablee.games.spots.chance import Roll, keeps, rolls
from tablee.games.spots.data import (
    ASIDE_LEAST,
    ASIDE_MOST,
    BURY_LIMIT,
    DOGS_TO_WIN,
    PACK_LIMIT,
    SIDES,
    Dog,
    Tile,
    TileStep,
)
from tablee.games.spots.value import ALL_OPEN, SHIFT, Judge, Kennel, Spot, bare, kennel_dog, kennel_strength, worth

IN_ORDER = 4
"""So many dice rolled one by one are looked at in their order."""
UNKNOWN = kennel_dog((3, 4), (3, 4))
"""A dog still to be drawn."""


@lru_cache(200_000)
def layings(dogs: Kennel, kept: Roll) -> tuple[tuple[Kennel, int], ...]:
    """The dogs after placing all that finds a space, with the spots left over: one for each choice of dogs."""
    found = {(dogs, 0)}
    for number in set(kept):
        bit, dice = 1 << (number - 1), kept.count(number)
        following = set()
        for before, over in found:
            fits = [i for i, dog in enumerate(before) if dog & bit]
            extra = number * max(0, dice - len(fits))
            for chosen in combinations(fits, min(dice, len(fits))):
                after = tuple(sorted(dog & ~bit if i in chosen else dog for i, dog in enumerate(before)))
                following.add((after, over + extra))
        found = following
    return tuple(found)


@lru_cache(200_000)
def best_laying(dogs: Kennel, kept: Roll) -> tuple[tuple[Kennel, int], ...]:
    """The strongest of them. They differ in nothing but the dogs: each number has the same spaces in all."""
    return (max(layings(dogs, kept), key=lambda way: kennel_strength(way[0])[0]),)


class Rival(Struct, frozen=True):
    """Somebody whose yard may be dug in."""

    dice: tuple[int, ...]
    gain: float
    """What his bust is worth."""

    @property
    def raises(self) -> int | None:
        """How many raises drive his dogs mad; None where no raises can."""
        room = sum(SIDES - v for v in self.dice)
        need = BURY_LIMIT + 1 - sum(self.dice)
        return need if need <= room else None


class Limits(Struct, frozen=True):
    """How far a mind looks."""

    depth: tuple[int, int, int] = (4, 3, 2)
    """How often a repeated step of one, of two, and of more dice is looked through."""
    thrift: float = 0.0
    """A treat is spent only for more than this."""
    treats: tuple[int, int] = (3, 2)
    """How many treats are thought of as spent before the next look; the second for dice rolled one by one."""
    at_once: bool = False
    """Of the ways to lay a roll, only the one that is best for the moment is looked into, and of many dice rolled
    one by one only how they lie in the end. With many dogs the rest is too much, and hardly ever better."""


THOROUGH = Limits()


class TrickSearch:
    """One trick from one position on; good until the table changes."""

    def __init__(
        self,
        tile: Tile,
        top: Dog,
        supply: int,
        treat_supply: int,
        grey: int = 0,
        *,
        limits: Limits = THOROUGH,
        rivals: Sequence[Rival] = (),
        yard: Sequence[int] = (),
        base: int = 0,
        treats: int = 0,
        judge: Judge = worth,
    ) -> None:
        self.steps = tile.steps
        self.top = top
        self.supply = supply
        self.treat_supply = treat_supply
        self.grey = grey
        self.limits = limits
        self.rivals = rivals
        self.yard = tuple(yard)
        """The dice in the yard, one by one, where a step looks at them."""
        self.base = base
        """Repeats of the present step that were made before the search."""
        self.leaf = judge
        single = any(step.op == "one_by_one" for step in tile.steps)
        self.thrifty = max(0, treats - limits.treats[single])
        """Treats that no reroll will touch."""
        self._pays_buried = any(step.n == "buried" for step in tile.steps)
        self._bust: dict[object, float] = {}
        self._rest: dict[object, float] = {}
        self._roll: dict[object, float] = {}

    # ---- the end of a turn ---------------------------------------------------------------------

    def bust(self, spot: Spot) -> float:
        key = (spot.dogs, spot.treats, spot.done)
        value = self._bust.get(key)
        if value is None:
            value = self._bust[key] = self.leaf(bare(spot))
        return value

    def drawing(self, dogs: Kennel, drawn: int, count: int) -> Kennel:
        new = [kennel_dog(self.top.spaces, self.top.spaces) if drawn + i == 0 else UNKNOWN for i in range(count)]
        return tuple(sorted((*dogs, *new)))

    def validated(self, spot: Spot) -> Spot:
        """All complete dogs turned over, and new ones drawn."""
        left = tuple(dog for dog in spot.dogs if dog & ALL_OPEN)
        done = spot.done + len(spot.dogs) - len(left)
        count = max(0, min(len(spot.dogs) - len(left), PACK_LIMIT - done - len(left)))
        return Spot(self.drawing(left, spot.drawn, count), spot.total, spot.treats, done, spot.drawn + count)

    # ---- steps ---------------------------------------------------------------------------------

    def rest(self, at: int, spot: Spot, again: int = 0, named: int = 0, buried: int = 0) -> float:
        """What is still to come is worth, from before step `at`; for dice set aside, `named` is their number."""
        if at == len(self.steps) or spot.done >= DOGS_TO_WIN:
            return self.leaf(spot)
        key = (at, spot, again, named, buried)
        value = self._rest.get(key)
        if value is None:
            value = self._rest[key] = self._step(at, spot, again, named, buried)
        return value

    def _step(self, at: int, spot: Spot, again: int, named: int, buried: int) -> float:
        step = self.steps[at]
        match step.op:
            case "draw_dog":
                return self.rest(at + 1, self.with_dog(spot))
            case "take":
                n = self.amount(step, spot, again, buried)
                return self.rest(at + 1, self.treated(spot, min(n, self.treat_supply)))
            case "give_back":
                n = self.amount(step, spot, again, buried)
                return self.rest(at + 1, self.treated(spot, -min(n, spot.treats)))
            case "dig":
                return max(self.rest(at + 1, after) + gain for after, gain, _ in self.digs(spot, again))
            case "move_die":
                return max(self.rest(at + 1, after) for after in (spot, *self.moved(spot)))
            case "set_die":
                if not self.supply:
                    return self.rest(at + 1, spot)
                return max(self.set_to(at, spot, v) for v in self.top.spaces)
            case "name":
                return max(self.rest(at + 1, spot, 0, n) for n in range(1, SIDES + 1))
            case "set_aside":
                return self.best_aside(at, spot)[0]
            case "one_by_one":
                return self._one_by_one(at, spot, again, named)
            case _:
                return self._rolling(at, spot, again, named)

    def _rolling(self, at: int, spot: Spot, again: int, named: int) -> float:
        step = self.steps[at]
        n = self.amount(step, spot, again)
        optional = step.may or (step.repeat and again > 0)
        if step.n == "yard":
            n = len(self.yard)
        elif not self.supply:
            n = 0
        if not n:
            return self.rest(at + 1, spot)
        if not optional:
            return self.go(at, spot, again, named)
        stop = self.rest(at + 1, spot)
        depth = 1 if step.own else self.limits.depth[min(n, 3) - 1]
        if step.repeat and again - self.base >= depth:
            return stop
        return max(stop, self.go(at, spot, again, named))

    def _one_by_one(self, at: int, spot: Spot, again: int, named: int) -> float:
        left = named - again
        if left <= 0:
            return self.rest(at + 1, spot)
        if left > IN_ORDER and self.limits.at_once:
            return self.together(spot, left)
        going = self.go(at, spot, again, named)
        may_stop = again > 0 and left <= paws(spot.dogs)
        return max(going, self.rest(at + 1, spot)) if may_stop else going

    def together(self, spot: Spot, n: int) -> float:
        """So many dice one by one, without a treat: as if they fell at once, for what is buried stays buried."""
        reached = value = 0.0

        def fall(number: int, left: int, dogs: Kennel, total: int, chance: float) -> None:
            nonlocal reached, value
            if number > SIDES:
                after = Spot(dogs, total, spot.treats, spot.done, spot.drawn)
                done = not any(dog & ALL_OPEN for dog in dogs)
                reached += chance
                value += chance * self.leaf(self.validated(after) if done else after)
                return
            one = 1 / (SIDES + 1 - number)
            for k in range(left if number == SIDES else 0, left + 1):
                laid, over = best_laying(dogs, (number,) * k)[0]
                if total + over > BURY_LIMIT:
                    break
                fall(
                    number + 1,
                    left - k,
                    laid,
                    total + over,
                    chance * comb(left, k) * one**k * (1 - one) ** (left - k),
                )

        fall(1, n, spot.dogs, spot.total, 1.0)
        return value + (1 - reached) * self.bust(spot)

    def go(self, at: int, spot: Spot, again: int, named: int) -> float:
        """The step's roll."""
        step = self.steps[at]
        if step.n == "yard":
            bare = Spot(spot.dogs, 0, spot.treats, spot.done, spot.drawn)
            return self.rolled(at, bare, len(self.yard), again, named)
        n = min(self.amount(step, spot, again), self.supply)
        if step.own and again == self.base:
            return max(
                (self.rolled(at, without, n + 1, again, named) for without in self.without_one(spot)),
                default=self.rolled(at, spot, n, again, named),
            )
        return self.rolled(at, spot, n, again, named)

    # ---- rolls ---------------------------------------------------------------------------------

    def rolled(self, at: int, spot: Spot, n: int, again: int, named: int) -> float:
        """The mean over all rolls of the better of keeping and rerolling (R58)."""
        key = (at, spot, n, again, named)
        found = self._roll.get(key)
        if found is not None:
            return found
        step = self.steps[at]
        again_value = self.rerolled(at, spot, n, again, named)
        whole = float(SIDES**n)
        value = 0.0
        laid: dict[Roll, float] = {}
        for roll, ways in rolls(n):
            best = -1.0
            for kept in keeps(step.keep, roll, named, spot.total):
                one = laid.get(kept)
                if one is None:
                    one = laid[kept] = self.kept(at, spot, kept, again, named)
                best = max(best, one)
            if again_value is not None and again_value > best + self.limits.thrift:
                best = again_value
            elif step.part:
                best = self.shown(at, spot, roll, again, named)
            value += ways * best
        value /= whole
        self._roll[key] = value
        return value

    def rerolled(self, at: int, spot: Spot, n: int, again: int, named: int) -> float | None:
        """All dice once more, for a treat."""
        if spot.treats <= self.thrifty or self.steps[at].part:
            return None
        return self.rolled(at, self.treated(spot, -1), n, again, named)

    def shown(self, at: int, spot: Spot, roll: Roll, again: int, named: int) -> float:
        """A roll of which some dice may be rolled again: laid, or once more (D7)."""
        key = ("shown", at, spot, roll, again)
        value = self._roll.get(key)
        if value is None:
            value = self.kept(at, spot, roll, again, named)
            if spot.treats > self.thrifty:
                other, _ = self.partly(at, spot, roll, again, named)
                value = other if other > value + self.limits.thrift else value
            self._roll[key] = value
        return value

    def partly(self, at: int, spot: Spot, roll: Roll, again: int, named: int) -> tuple[float, Roll]:
        """R33: the best dice to leave while the others are rolled again for a treat."""
        poorer = self.treated(spot, -1)
        stays = {stay for size in range(len(roll)) for stay in combinations(roll, size)}
        return max((self._beside(at, poorer, stay, len(roll) - len(stay), again, named), stay) for stay in stays)

    def _beside(self, at: int, spot: Spot, stay: Roll, n: int, again: int, named: int) -> float:
        key = ("beside", at, spot, stay, n, again)
        value = self._roll.get(key)
        if value is None:
            value = 0.0
            for new, ways in rolls(n):
                value += ways * self.shown(at, spot, tuple(sorted((*stay, *new))), again, named)
            value /= float(SIDES**n)
            self._roll[key] = value
        return value

    def kept(self, at: int, spot: Spot, kept: Roll, again: int, named: int) -> float:
        """The best way to lay these dice."""
        best = self.bust(spot) if spot.total + sum(kept) > BURY_LIMIT else -1.0  # D2
        for dogs, over in (best_laying if self.limits.at_once else layings)(spot.dogs, kept):
            best = max(best, self.laid(at, spot, dogs, over, again, named))
        if self._pays_buried:
            best = max(best, self.laid(at, spot, spot.dogs, sum(kept), again, named))
        return best

    def laid(self, at: int, spot: Spot, dogs: Kennel, over: int, again: int, named: int) -> float:
        """After an assignment: the bust, the express validation, then the rest of the trick."""
        total = spot.total + over
        if total > BURY_LIMIT:
            return self.bust(spot)
        after = Spot(dogs, total, spot.treats, spot.done, spot.drawn)
        if dogs and not any(dog & ALL_OPEN for dog in dogs):
            after = self.validated(after)
        step = self.steps[at]
        if step.op == "one_by_one":  # only how many are left matters, and that one was rolled
            return self.rest(at, after, 1, named - again)
        if step.repeat:
            return self.rest(at, after, again + 1, named)
        return self.rest(at + 1, after, 0, named, over if self._pays_buried else 0)

    # ---- single things -------------------------------------------------------------------------

    def with_dog(self, spot: Spot) -> Spot:
        if len(spot.dogs) + spot.done >= PACK_LIMIT:
            return spot
        dogs = self.drawing(spot.dogs, spot.drawn, 1)
        return Spot(dogs, spot.total, spot.treats, spot.done, spot.drawn + 1)

    def treated(self, spot: Spot, by: int) -> Spot:
        return Spot(spot.dogs, spot.total, spot.treats + by, spot.done, spot.drawn)

    def amount(self, step: TileStep, spot: Spot, again: int, buried: int = 0) -> int:
        """How many dice or treats a step asks for; dice of the yard are counted elsewhere."""
        match step.n:
            case int(n):
                return n
            case "paws":
                return paws(spot.dogs)
            case "2+paws":
                return 2 + paws(spot.dogs)
            case "growing":
                return again + 1
            case "open_dogs":
                return sum(dog & ALL_OPEN > 0 for dog in spot.dogs)
            case "treats":
                return spot.treats
            case "grey_tiles":
                return self.grey
            case "highest_open":
                return max(((dog & ALL_OPEN).bit_length() for dog in spot.dogs), default=0)
            case "buried":
                return buried
            case _:
                return 0

    def digs(self, spot: Spot, again: int) -> Iterator[tuple[Spot, float, int]]:
        """The ways to dig, with what they cost rivals and which of them: -1 for the own yard only."""
        left = max(0, paws(spot.dogs) - again)

        def lowered(by: int) -> Spot:
            return Spot(spot.dogs, max(0, spot.total - by), spot.treats, spot.done, spot.drawn)

        yield lowered(left), 0.0, -1
        for i, rival in enumerate(self.rivals):
            need = rival.raises
            if need is not None and rival.dice and need <= left:
                yield lowered(left - need), rival.gain, i

    def moves(self, spot: Spot) -> Iterator[tuple[int, int, int, int]]:
        """Dice that may be moved (R31): dog and number it leaves, dog and number it goes to."""
        for i, source in enumerate(spot.dogs):
            for j, target in enumerate(spot.dogs):
                for v in range(1, SIDES + 1):
                    if source >> SHIFT & ~source & 1 << (v - 1):
                        yield from ((i, v, j, u) for u in range(1, SIDES + 1) if target & ALL_OPEN & 1 << (u - 1))

    def move(self, spot: Spot, way: tuple[int, int, int, int]) -> Spot:
        i, v, j, u = way
        dogs = list(spot.dogs)
        dogs[i] |= 1 << (v - 1)
        dogs[j] &= ~(1 << (u - 1))
        return Spot(tuple(sorted(dogs)), spot.total, spot.treats, spot.done, spot.drawn)

    def moved(self, spot: Spot) -> set[Spot]:
        return {self.move(spot, way) for way in self.moves(spot)}

    def set_to(self, at: int, spot: Spot, value: int) -> float:
        """R32: placed on the best dog, or buried."""
        options = [self.laid(at, spot, dogs, over, 0, 0) for dogs, over in layings(spot.dogs, (value,))]
        return max(*options, self.laid(at, spot, spot.dogs, value, 0, 0))

    def best_aside(self, at: int, spot: Spot) -> tuple[float, int]:
        """The best number of dice to set aside, and its worth. Beyond the best it only gets worse: two
        worse ones in a row are enough to know."""
        if self.supply < ASIDE_LEAST:
            return self.rest(at + 1, spot, 0, self.supply), self.supply
        best, worse = (-1.0, ASIDE_LEAST), 0
        for n in range(ASIDE_LEAST, min(ASIDE_MOST, self.supply) + 1):
            value = self.rest(at + 1, spot, 0, n)
            worse = worse + 1 if value <= best[0] else 0
            best = max(best, (value, n))
            if worse == 2:
                break
        return best

    def without_one(self, spot: Spot) -> set[Spot]:
        """R38: one own die taken from the yard or from a dog."""
        found = {Spot(spot.dogs, spot.total - v, spot.treats, spot.done, spot.drawn) for v in set(self.yard)}
        for i, dog in enumerate(spot.dogs):
            for v in range(1, SIDES + 1):
                if dog >> SHIFT & ~dog & 1 << (v - 1):
                    dogs = tuple(sorted(d | 1 << (v - 1) if j == i else d for j, d in enumerate(spot.dogs)))
                    found.add(Spot(dogs, spot.total, spot.treats, spot.done, spot.drawn))
        return found


@lru_cache(100_000)
def paws(dogs: Kennel) -> int:
    return sum(max(0, (dog >> SHIFT).bit_count() - 2) for dog in dogs)
