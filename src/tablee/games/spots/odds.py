"""The chance of a bust, for those who want to see it."""

from collections.abc import Iterable, Sequence

from msgspec import Struct, structs

from tablee.games.spots.chance import bust_chance
from tablee.games.spots.data import BURY_LIMIT, DOG, PACK_LIMIT, SIDES, Dog, TileStep
from tablee.games.spots.table import SpotsState
from tablee.kernel.units import Seat


class Chances(Struct, frozen=True):
    """How likely the next roll of a trick busts when all before and after it is done as well as possible, without
    a treat. Exact: all rolls are counted."""

    free: tuple[int, ...]
    yard: tuple[int, ...]
    placed: tuple[int, ...]
    paws: int
    open_dogs: int
    dogs: int
    top: Dog
    supply: int

    @property
    def total(self) -> int:
        return sum(self.yard)

    def more(self, number: int, by: int = 1) -> "Chances":
        free = tuple(n + by * (v == number) for v, n in enumerate(self.free, 1))
        return structs.replace(self, free=free)

    def buried(self, total: int) -> "Chances":
        return structs.replace(self, yard=(total,) if total else ())

    def of(self, steps: Sequence[TileStep], again: int = 0, named: int = 0) -> float | None:
        """None where nothing will be rolled."""
        if not steps:
            return None
        step, rest = steps[0], steps[1:]
        match step.op:
            case "draw_dog":
                if self.dogs >= PACK_LIMIT:
                    return self.of(rest)
                free = tuple(n + (v in self.top.spaces) for v, n in enumerate(self.free, 1))
                return structs.replace(self, free=free).of(rest)
            case "dig":
                return self.buried(max(0, self.total - self.paws)).of(rest)
            case "move_die":
                moved = [
                    self.more(source).more(target, -1)
                    for source in self.placed
                    for target, n in enumerate(self.free, 1)
                    if n
                ]
                return _least(one.of(rest) for one in (self, *moved))
            case "set_die":
                placed = [self.more(v, -1) for v in self.top.spaces if self.free[v - 1]]
                buried = [self.buried(self.total + v) for v in self.top.spaces if self.total + v <= BURY_LIMIT]
                left = [structs.replace(one, supply=self.supply - 1).of(rest) for one in (*placed, *buried)]
                return _least(left) if left else 1.0
            case "name":
                return _least(self.of(rest, named=n) for n in range(1, SIDES + 1))
            case "set_aside":
                return self.of(rest)
            case "roll" | "one_by_one":
                return self.roll(step, rest, again, named)
            case _:
                return self.of(rest)

    def roll(self, step: TileStep, rest: Sequence[TileStep], again: int, named: int) -> float | None:
        if step.n == "yard":
            if not self.yard:
                return self.of(rest)
            return bust_chance(len(self.yard), "all", self.free, 0)
        n = min(self.supply, self.dice(step, again))
        if not step.own:
            return bust_chance(n, step.keep, self.free, self.total, named) if n else None
        without = [self.buried(self.total - v) for v in self.yard] + [self.more(v) for v in self.placed]
        return (
            _least(bust_chance(n + 1, step.keep, one.free, one.total) for one in without)
            if without
            else (bust_chance(n, step.keep, self.free, self.total))
        )

    def dice(self, step: TileStep, again: int) -> int:
        match step.n:
            case "growing":
                return again + 1
            case "open_dogs":
                return self.open_dogs
            case "2+paws":
                return 2 + self.paws
            case int(n):
                return n
            case _:
                return 0


def _least(chances: Iterable[float | None]) -> float | None:
    return min((c for c in chances if c is not None), default=None)


def per_mille(chance: float | None) -> int:
    return round(1000 * (chance or 0.0))


def chances(s: SpotsState, seat: Seat) -> Chances:
    """The position of a seat."""
    free = s.free(seat).values()
    return Chances(
        free=tuple(sum(number == v for number in free) for v in range(1, SIDES + 1)),
        yard=tuple(sorted(s.value(die) for die in s.yard(seat).cards)),
        placed=tuple(sorted({s.value(die) for die in s.spaces(seat).held()})),
        paws=s.paws(seat),
        open_dogs=len(s.open_dogs(seat)),
        dogs=s.cards(seat),
        top=DOG[s.faces[s.deck.cards[-1]]],
        supply=len(s.supply.cards),
    )
