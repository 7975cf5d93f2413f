"""Domains of letter cards: a card named by its face, one drawn from a fan, the letters of a syllable."""

from collections.abc import Iterator, Sequence
from itertools import product

from tablee.kernel.choices import ENOUGH, Choice, Key, Lister, Pieces
from tablee.kernel.domains import ALPHABET, Domain, OneOf, Slot, Value
from tablee.kernel.rng import Picker

ANY_LETTER = ""
"""What a card says that stands for any letter."""


class OneFace(OneOf, frozen=True):
    """A card named by its face, not pointed at: one may ask for what one does not see."""

    groups: Sequence[Sequence[str]] = ()
    """The faces as they belong together: first one of these is chosen, then a card of it."""
    barred: Sequence[str] = ()
    """Those that may not be named just now."""

    def why_not(self, value: Value) -> str:
        return "barred" if type(value) is str and value in self.barred else super().why_not(value)

    def keys(self, table: Pieces) -> set[Key]:
        """Which may be named changes from turn to turn."""
        return {("name", face) for face in (*table.faces, *self.names)}

    def reach(self) -> object:
        return None


class FanPlace(Slot, frozen=True):
    """A place of a fan that somebody holds out. The finger that wanders over it is seen."""

    def sketch(self, value: Value) -> Value | None:
        return value if self.accepts(value) else None


LEFT, RIGHT = "left", "right"


class OneEnd(OneOf, frozen=True):
    """An end of a line where one more card goes: the name of the line's zone and a side, `line:0/left`. The first
    one is meant unless another is chosen."""


def end_of(zone: str, side: str) -> str:
    return f"{zone}/{side}"


def line_and_side(end: str) -> tuple[str, str]:
    """The name of the zone, and the side."""
    zone, _, side = end.rpartition("/")
    return zone, side


class Syllable(Domain, frozen=True):
    """From `least` to `most` capital letters. They are typed where all can watch."""

    least: int
    most: int
    letters: str = ALPHABET
    """The letters that it may have, in the order of their keys."""
    last: str = ""
    """Those with which it ends: one of them comes last, and nowhere else. None: it may end with any."""

    @property
    def _inner(self) -> str:
        """The letters that may stand before the last one."""
        return "".join(letter for letter in self.letters if letter not in self.last)

    @property
    def _ends(self) -> str:
        return self.last or self.letters

    def accepts(self, value: Value) -> bool:
        return (
            type(value) is str
            and self.least <= len(value) <= self.most
            and all(letter in self._inner for letter in value[:-1])
            and value[-1:] in self._ends
        )

    def sample(self, pick: Picker) -> Value:
        inner, ends = self._inner, self._ends
        size = self.least + pick.below(self.most - self.least + 1)
        return "".join(inner[pick.below(len(inner))] for _ in range(size - 1)) + ends[pick.below(len(ends))]

    def count(self) -> int:
        inner, ends = len(self._inner), len(self._ends)
        return sum(inner ** (size - 1) * ends for size in range(self.least, self.most + 1))

    def values(self) -> Iterator[Value]:
        for size in range(self.least, self.most + 1):
            yield from map("".join, product(*[self._inner] * (size - 1), self._ends))

    def sketch(self, value: Value) -> Value | None:
        fits = type(value) is str and len(value) <= self.most and all(letter in self.letters for letter in value)
        return value if fits else None

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        if not self.last and len(parts) >= self.least:
            yield (ENOUGH,), ENOUGH
        for letter in self.letters:
            ends = letter in self.last
            if not self.last or (len(parts) + 1 >= self.least if ends else len(parts) + 1 < self.most):
                yield ("letter", letter), letter

    def complete(self, parts: Sequence[Value]) -> bool:
        return parts[-1] in self.last if self.last and parts else len(parts) == self.most

    def joined(self, parts: Sequence[Value]) -> Value:
        return "".join(parts)

    def keys(self, table: Pieces) -> set[Key]:
        return {(ENOUGH,), *(("letter", letter) for letter in ALPHABET)}

    def reach(self) -> object:
        return None
