"""Formulas: cards laid at once as one card, as runs of one length, or as pairs. A joker is given its letter.

What can be laid is found exactly, by how many cards of each letter there are. Letters are places in an alphabet.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct, structs

from tablee.kernel.domains import CARD_TO_NAME, NAME_TO_CARD, Card, Domain, Value, is_card
from tablee.kernel.rng import Picker
from tablee.pieces.domains import ANY_LETTER

FormulaKind: TypeAlias = Literal["", "single", "runs", "pairs"]
SINGLE: Final = "single"
RUNS: Final = "runs"
PAIRS: Final = "pairs"
PAIR = 2

Counts: TypeAlias = tuple[int, ...]
"""How many cards there are of each letter, the weakest first."""


class Shape(Struct, frozen=True):
    """What a formula is, whatever its letters."""

    kind: FormulaKind
    groups: int
    size: int
    """Cards in each group."""

    @property
    def cards(self) -> int:
        return self.groups * self.size


def shape_of(groups: Sequence[Sequence[int]]) -> Shape | None:
    """What groups of letters are together; None where they are no formula."""
    if not groups or not groups[0] or any(len(group) != len(groups[0]) for group in groups):
        return None
    size = len(groups[0])
    if size == 1:
        return Shape(SINGLE, 1, 1) if len(groups) == 1 else None
    if all(b == a + 1 for group in groups for a, b in pairwise(group)):
        return Shape(RUNS, len(groups), size)
    if size == PAIR and all(a == b for a, b in groups):
        return Shape(PAIRS, len(groups), PAIR)
    return None


# ---- what can be laid -----------------------------------------------------------------------------------


def letters_at(shape: Shape, start: int) -> range | tuple[int, ...]:
    """The letters of a group by its first one."""
    return range(start, start + shape.size) if shape.kind == RUNS else (start,) * shape.size


def without(counts: Counts, jokers: int, shape: Shape, start: int) -> tuple[Counts, int] | None:
    """What is left after a group, letters before jokers; None where it cannot be laid."""
    left = list(counts)
    for letter in letters_at(shape, start):
        if left[letter]:
            left[letter] -= 1
        else:
            jokers -= 1
    return (tuple(left), jokers) if jokers >= 0 else None


def last_start(counts: Counts, shape: Shape) -> int:
    return len(counts) - shape.size if shape.kind == RUNS else len(counts) - 1


@lru_cache(1 << 14)
def fits(counts: Counts, jokers: int, shape: Shape, weakest: int = 0) -> bool:
    """Whether a formula of that shape, with no letter before `weakest`, can be laid."""
    if shape.cards > sum(counts[weakest:]) + jokers:
        return False
    if shape.kind != RUNS:
        full = sum(count // shape.size for count in counts[weakest:])
        odd = sum(count % shape.size for count in counts[weakest:])  # of a pair the half; of one card nothing
        helped = min(odd, jokers) if shape.kind == PAIRS else 0
        return full + helped + (jokers - helped) // shape.size >= shape.groups
    return _runs_fit(counts, jokers, shape.groups, shape.size, weakest)


def _runs_fit(counts: Counts, jokers: int, groups: int, size: int, weakest: int) -> bool:
    """The quick answers first: most of the time one of them will do."""
    found, lacking = _plain_runs(counts, size, weakest)
    if found >= groups:
        return True
    if lacking * groups > jokers:  # each run costs at least as many as the one before it
        return False
    return groups == 1 or (jokers > 0 and _runs_found(counts, jokers, groups, size, weakest))


@lru_cache(1 << 12)
def _plain_runs(counts: Counts, size: int, weakest: int) -> tuple[int, int]:
    """How many runs there are without jokers (each begins as early as it can: no other choice has more), and how
    many jokers the cheapest run of all takes."""
    left, found, lacking = list(counts), 0, len(counts) + 1
    for start in range(weakest, len(counts) - size + 1):
        fresh = min(left[start : start + size])
        if fresh:
            found += fresh
            for letter in range(start, start + size):
                left[letter] -= fresh
        lacking = min(lacking, counts[start : start + size].count(0))
    return found, lacking


def _runs_found(counts: Counts, jokers: int, groups: int, size: int, weakest: int) -> bool:
    """Letter by letter: how many runs begin there, and which of those begun before still go on."""
    last = len(counts) - size
    useful = [*accumulate((min(count, groups) for count in reversed(counts)), initial=jokers)]
    useful.reverse()
    """Cards and jokers that the rest can take at most, from each letter on."""
    failed: dict[tuple[int, tuple[int, ...], int], int] = {}
    """With how few jokers spent there was no way on."""

    def go(letter: int, going: tuple[int, ...], running: int, owed: int, left: int, spent: int) -> bool:
        """`going`: of the runs begun before, how many need one more letter, two more, and so on: together they are
        `running`. `owed`: the cards that are still to be laid."""
        if not owed:
            return True
        if owed > useful[letter] - spent or (left and letter > last):
            return False
        state = letter, going, left
        if failed.get(state, jokers + 1) <= spent:
            return False
        here = counts[letter]
        for fresh in range(min(left, here + jokers - spent - running), -1, -1):
            laid = running + fresh
            after = (*going[1:], fresh), laid - going[0], owed - laid, left - fresh
            if go(letter + 1, *after, spent + max(0, laid - here)):
                return True
        failed[state] = spent
        return False

    return go(weakest, (0,) * (size - 1), 0, groups * size, groups, 0)


@lru_cache(1 << 12)
def starts(counts: Counts, jokers: int, shape: Shape, weakest: int = 0) -> tuple[int, ...]:
    """The first letters of groups that can be among those of such a formula."""
    if not fits(counts, jokers, shape, weakest):
        return ()
    rest = Shape(shape.kind, shape.groups - 1, shape.size)
    found = []
    for start in range(weakest, last_start(counts, shape) + 1):
        left = without(counts, jokers, shape, start)
        if left is not None and (not rest.groups or fits(*left, rest, weakest)):
            found.append(start)
    return tuple(found)


@lru_cache(1 << 12)
def weakest_starts(counts: Counts, jokers: int, shape: Shape, weakest: int = 0) -> tuple[int, ...] | None:
    """The first letters of the groups of the weakest such formula with the fewest jokers; None: there is none."""
    spent = next((n for n in range(jokers + 1) if fits(counts, n, shape, weakest)), None)
    if spent is None:
        return None
    found: list[int] = []
    for groups in range(shape.groups, 0, -1):
        start = starts(counts, spent, Shape(shape.kind, groups, shape.size), weakest)[0]
        left = without(counts, spent, shape, start)
        assert left is not None
        found.append(start)
        counts, spent = left
    return tuple(sorted(found))


@lru_cache(1 << 12)
def shapes(counts: Counts, jokers: int) -> tuple[Shape, ...]:
    """All that could be led."""
    held = sum(counts) + jokers
    found = [Shape(SINGLE, 1, 1)] if held else []
    first = [Shape(PAIRS, 1, PAIR), *(Shape(RUNS, 1, size) for size in range(2, min(held, len(counts)) + 1))]
    for one in first:
        shape = one
        while fits(counts, jokers, shape):
            found.append(shape)
            shape = Shape(shape.kind, shape.groups + 1, shape.size)
    return tuple(found)


# ---- the domain -----------------------------------------------------------------------------------------


class Formula(Domain, frozen=True):
    """One card, runs of one length, or pairs. A value is a list of groups, each a list of pairs: a card, and the
    letter that it stands for."""

    cards: Mapping[Card, str]
    """The cards one may lay, and the letter of each; `""` is any letter."""
    alphabet: str
    kind: FormulaKind = ""
    """What is asked for; empty: whatever one likes."""
    groups: int = 0
    size: int = 0
    """How many groups, and cards in each, where something is asked for."""
    weakest: str = ""
    """No letter stands before this one in the alphabet."""

    @property
    def _asked(self) -> Shape | None:
        return Shape(self.kind, self.groups, self.size) if self.kind else None

    @property
    def _first(self) -> int:
        return self.alphabet.index(self.weakest) if self.weakest else 0

    @property
    def held(self) -> tuple[Counts, int]:
        """How many cards of each letter, and how many jokers."""
        says = list(self.cards.values())
        return tuple(says.count(letter) for letter in self.alphabet), says.count(ANY_LETTER)

    def accepts(self, value: Value) -> bool:
        if not isinstance(value, list) or not all(isinstance(group, list) for group in value):
            return False
        pairs = [pair for group in value for pair in group]
        if not all(map(self._is_said, pairs)) or len({card for card, _ in pairs}) < len(pairs):
            return False
        shape = shape_of([[self.alphabet.index(letter) for _, letter in group] for group in value])
        return shape is not None and self._asked in (None, shape)

    def _is_said(self, pair: Any) -> bool:
        """A card of one's own, with its letter or, for a joker, one of the alphabet that is strong enough."""
        if not isinstance(pair, list) or len(pair) != 2 or not is_card(pair[0]) or type(pair[1]) is not str:
            return False
        card, letter = pair
        return (
            len(letter) == 1
            and letter in self.alphabet
            and self.cards.get(card) in (ANY_LETTER, letter)
            and self.alphabet.index(letter) >= self._first
        )

    def shapes(self) -> Sequence[Shape]:
        """All that can be laid here."""
        asked = self._asked
        if asked is None:
            return shapes(*self.held)
        return (asked,) if fits(*self.held, asked, self._first) else ()

    def possible(self) -> bool:
        return bool(self.shapes())

    def serving(self) -> list[Card]:
        """The cards that are in something that can be laid."""
        asked = self._asked
        if asked is None:
            return list(self.cards)  # each of them alone
        begins = starts(*self.held, asked, self._first)
        able = {self.alphabet[letter] for start in begins for letter in letters_at(asked, start)}
        return [card for card, says in self.cards.items() if (says in able if says else able)]

    def weakest_of(self, shape: Shape) -> Value:
        """The weakest formula of a shape that can be laid, with the fewest jokers."""
        found = weakest_starts(*self.held, shape, self._first)
        assert found is not None, "nothing of that shape can be laid"
        return self.laid(shape, found)

    def laid(self, shape: Shape, begins: Sequence[int]) -> Value:
        """The value that lays these groups: cards that say the letter before jokers."""
        left = {letter: [c for c, says in self.cards.items() if says == letter] for letter in self.alphabet}
        jokers = [card for card, says in self.cards.items() if says == ANY_LETTER]
        value = []
        for start in begins:
            letters = [self.alphabet[letter] for letter in letters_at(shape, start)]
            value.append([[(left[letter] or jokers).pop(0), letter] for letter in letters])
        return value

    def sample(self, pick: Picker) -> Value:
        possible = self.shapes()
        assert possible, "offered though nothing can be laid"
        shape = possible[pick.below(len(possible))]
        return self.laid(shape, list(self._drawn(shape, pick)))

    def _drawn(self, shape: Shape, pick: Picker) -> Iterator[int]:
        """Groups by chance, one after the other."""
        counts, jokers = self.held
        for groups in range(shape.groups, 0, -1):
            able = starts(counts, jokers, Shape(shape.kind, groups, shape.size), self._first)
            start = able[pick.below(len(able))]
            left = without(counts, jokers, shape, start)
            assert left is not None
            counts, jokers = left
            yield start

    # ---- outside -----------------------------------------------------------------------------------

    def outward(self, name: CARD_TO_NAME) -> Domain:
        cards: dict[Card, str] = {name(int(card)): letter for card, letter in self.cards.items()}
        return structs.replace(self, cards=cards)

    def inward(self, value: Value, card: NAME_TO_CARD) -> Value:
        if not isinstance(value, list) or not all(isinstance(group, list) for group in value):
            return None
        if not all(isinstance(pair, list) and len(pair) == 2 for group in value for pair in group):
            return None
        return [[[card(handle), letter] for handle, letter in group] for group in value]

    def named(self, value: Value, name: CARD_TO_NAME) -> Value:
        return [[[name(card), letter] for card, letter in group] for group in value]
