"""The CROTDEBIX card: what can be made with the letters A to L in two colours, and the best that a hand holds.

A formula is named by its parts, the longest run first: `4+2+2` is a run of four and two pairs (D1).
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import repeat
from operator import attrgetter
from typing import Final

from msgspec import Struct

LETTERS: Final = "ABCDEFGHIJKL"
COLOURS: Final = "pb"
FACES: Final = tuple(colour + letter for colour in COLOURS for letter in LETTERS)
BIT: Final[Mapping[str, int]] = {face: 1 << i for i, face in enumerate(FACES)}
"""A hand is a mask: the pink letters, then the blue ones."""

PAIR: Final = 2
SHORTEST: Final = 3
_ONE_COLOUR: Final = (1 << len(LETTERS)) - 1

FORMULAS: Final[Mapping[int, Sequence[str]]] = {
    8: (
        *("2", "3", "2+2", "3+2", "4", "2+2+2", "3+3", "4+2", "5", "3+2+2", "4+3", "6", "5+2", "3+3+2"),
        *("4+2+2", "2+2+2+2", "5+3", "7", "4+4", "6+2", "8"),
    ),
    6: ("2", "3", "2+2", "3+2", "4", "5", "2+2+2", "3+3", "4+2", "6"),
}
"""D4, D5: the card for each size of hands, the weakest first."""
BEST: Final[Mapping[int, Sequence[int]]] = {
    8: (
        *(70_620, 205_140, 106_140, 159_824, 73_960, 41_248, 27_952, 12_896, 9_588, 9_300, 10_748, 2_932, 1_270),
        *(1_488, 820, 504, 486, 200, 160, 101, 84, 10),
    ),
    6: (47_810, 53_152, 16_364, 11_322, 2_480, 2_714, 244, 210, 142, 144, 14),
}
"""D4, D5: how many of all the hands have each rank at best; rank 0 is nothing."""
NOTHING: Final = ""
SINGLE: Final = "1"
"""D22: a card alone, when nobody has a combination."""


class Combination(Struct, frozen=True):
    formula: str
    rank: int
    """Its place on the card; 0: not on it."""
    strength: tuple[int, ...]
    """R25: whichever is greater wins."""
    parts: tuple[tuple[str, ...], ...] = ()
    """The faces of its runs, then of its pairs."""

    @property
    def faces(self) -> list[str]:
        return [face for part in self.parts for face in part]


EMPTY: Final = Combination(NOTHING, 0, (0,))


class _Way(Struct, frozen=True):
    """Runs taken out of one colour."""

    used: int
    lasts: tuple[int, ...]
    """The last letter of each,"""
    lengths: tuple[int, ...]
    """and how long it is."""


@cache
def _ways(letters: int) -> tuple[_Way, ...]:
    """R23: all ways to take runs out of the letters of one colour, none at all included."""
    found = [_Way(0, (), ())]
    for first in range(len(LETTERS) - SHORTEST + 1):
        for length in range(SHORTEST, len(LETTERS) - first + 1):
            run = (1 << length) - 1 << first
            if run & ~letters:
                break
            after = first + length
            found += [
                _Way(run | way.used, (after - 1, *way.lasts), (length, *way.lengths))
                for way in _ways(letters >> after << after)
            ]
    return tuple(found)


@cache
def _rank(size: int, pink: tuple[int, ...], blue: tuple[int, ...], pairs: int) -> int:
    """R24: the place on the card of runs in both colours and so many pairs; 0: not on it."""
    formula = "+".join(map(str, sorted((*pink, *blue, *(PAIR,) * pairs), reverse=True)))
    return FORMULAS[size].index(formula) + 1 if formula in FORMULAS[size] else 0


def mask_of(faces: Iterable[str]) -> int:
    return sum(BIT[face] for face in faces)


@lru_cache(1 << 15)
def best(hand: int, size: int) -> Combination:
    """R9, D2, D10: the strongest combination of a hand, by the card for hands of that size."""
    pink, blue = hand & _ONE_COLOUR, hand >> len(LETTERS)
    rank, found = 0, list[tuple[_Way, _Way]]()
    for rose in _ways(pink):
        for bleu in _ways(blue):
            both = pink & ~rose.used & blue & ~bleu.used
            # D3: one pair more is always stronger.
            reached = _rank(size, rose.lengths, bleu.lengths, both.bit_count())
            if reached > rank:
                rank, found = reached, [(rose, bleu)]
            elif reached and reached == rank:
                found.append((rose, bleu))
    if not rank:
        return EMPTY
    formula = FORMULAS[size][rank - 1]
    return max((_combination(formula, rank, pink, blue, *ways) for ways in found), key=attrgetter("strength"))


def _combination(formula: str, rank: int, pink: int, blue: int, rose: _Way, bleu: _Way) -> Combination:
    """D7 to D9."""
    runs = [*zip(rose.lengths, rose.lasts, repeat(1)), *zip(bleu.lengths, bleu.lasts, repeat(0))]
    runs.sort(reverse=True)  # the longest and then the furthest first
    pairs = _letters(pink & ~rose.used & blue & ~bleu.used)
    lengths = dict.fromkeys(n for n, _, _ in runs)
    colours = (sum(is_pink for n, _, is_pink in runs if n == length) for length in lengths)
    places = (*(last for _, last, _ in runs), *pairs)
    strength = (rank, *colours, *places, *(is_pink for _, _, is_pink in runs))
    parts = [tuple(_face(1 - is_pink, i) for i in range(last - n + 1, last + 1)) for n, last, is_pink in runs]
    parts += [(_face(0, i), _face(1, i)) for i in pairs]
    return Combination(formula, rank, strength, tuple(parts))


def single(hand: int) -> Combination:
    """D22: the best card alone, pink before blue, then the furthest letter."""
    pink, blue = hand & _ONE_COLOUR, hand >> len(LETTERS)
    last = (pink or blue).bit_length() - 1
    return Combination(SINGLE, 0, (0, int(pink > 0), last), ((_face(int(not pink), last),),))


def _letters(letters: int) -> list[int]:
    """The furthest first."""
    return [i for i in reversed(range(len(LETTERS))) if letters >> i & 1]


def _face(colour: int, letter: int) -> str:
    return FACES[colour * len(LETTERS) + letter]
