"""Domains of letter cards: a card named by its face, one drawn from a fan, the letters of a syllable, groups."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from msgspec import structs

from tablee.kernel.choices import ENOUGH, Choice, Key, Lister, Pieces
from tablee.kernel.domains import ALPHABET, CARD_TO_NAME, NAME_TO_CARD, Card, Domain, OneOf, Slot, Value, is_card
from tablee.kernel.rng import Picker

ANY_LETTER = ""
"""What a card says that stands for any letter."""
EFFORT = 4_000
"""Groups that a search for something to lay may look at."""


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


class Groups(Domain, frozen=True):
    """Cards in groups, each of letters that follow each other or of one letter; a joker is given its letter.

    A value is a list of groups, each a list of pairs: a card, and the letter that it stands for.
    """

    cards: Mapping[Card, str]
    """The cards one may lay, and the letter of each; `""` is any letter."""
    least: int
    most: int
    """How many groups."""
    shortest: int
    longest: int
    """How many cards in each."""
    runs: bool = True
    """Letters that follow each other, in this order; otherwise all the same."""
    alphabet: str = ALPHABET
    circle: bool = False
    """After the last letter comes the first."""
    level: bool = False
    """All groups have the same length."""
    weakest: str = ""
    """No letter stands before this one in the alphabet."""
    must: Sequence[Card] = ()
    """Cards that are among them."""
    total: int = 0
    """Cards that there are at least, in all groups."""

    def accepts(self, value: Value) -> bool:
        if not isinstance(value, list) or not self.least <= len(value) <= self.most:
            return False
        if not all(isinstance(group, list) and self._is_group(group) for group in value):
            return False
        used = [card for group in value for card, _ in group]
        return (
            len(set(used)) == len(used) >= self.total
            and set(self.must) <= set(used)
            and (not self.level or len({len(group) for group in value}) == 1)
        )

    def _is_group(self, group: Sequence[Any]) -> bool:
        """One group by itself."""
        return (
            self.shortest <= len(group) <= self.longest
            and all(map(self._is_said, group))
            and self._goes_on([self.alphabet.index(letter) for _, letter in group])
        )

    def _is_said(self, pair: Any) -> bool:
        return is_said(pair, self.cards, self.alphabet, self._first)

    @property
    def _first(self) -> int:
        return self.alphabet.index(self.weakest) if self.weakest else 0

    def _goes_on(self, places: Sequence[int]) -> bool:
        size = len(self.alphabet)
        following = [(place + self.runs) % size if self.circle else place + self.runs for place in places]
        return list(places[1:]) == following[:-1]

    # ---- something that can be laid ----------------------------------------------------------------

    def possible(self) -> bool:
        """Whether anything can be laid."""
        return self._search(_First()) is not None

    def sample(self, pick: Picker) -> Value:
        found = self._search(pick)
        assert found is not None, "offered though nothing can be laid"
        return found

    def _search(self, pick: Picker) -> Value | None:
        """Group after group, with what must be laid first; None: there is nothing, or it is too hard to find."""
        left = EFFORT

        def search(done: list[Any], free: Mapping[Card, str]) -> Value | None:
            nonlocal left
            owed = [card for card in self.must if card in free]
            enough = not owed and len(done) >= self.least and len(self.cards) - len(free) >= self.total
            if len(done) == self.most or (enough and pick.below(2) == 0):
                return done if enough else None
            for group in self._groups(free, owed, len(done[0]) if self.level and done else 0, pick):
                left -= 1
                if left < 0:
                    break
                used = [card for card, _ in group]
                found = search([*done, group], {card: says for card, says in free.items() if card not in used})
                if found is not None:
                    return found
            return done if enough else None

        return search([], self.cards)

    def _groups(self, free: Mapping[Card, str], owed: Sequence[Card], size: int, pick: Picker) -> Iterator[Any]:
        """Groups of free cards, in an order of chance; the first card owed is in each of them."""
        sizes = (size,) if size else range(self.shortest, self.longest + 1)
        places = range(self._first, len(self.alphabet))
        ways = [(length, start) for length in sizes for start in places]
        while ways:
            length, start = ways.pop(pick.below(len(ways)))
            letters = self._letters(start, length)
            if letters is None:
                continue
            if not owed:
                group = self._served(letters, free, None, owed)
                if group is not None:
                    yield group
                continue
            for at, letter in enumerate(letters):
                if free[owed[0]] in (ANY_LETTER, letter):
                    group = self._served(letters, free, at, owed)
                    if group is not None:
                        yield group

    def _letters(self, start: int, length: int) -> str | None:
        if not self.runs:
            return self.alphabet[start] * length
        if self.circle:
            doubled = self.alphabet * 2
            letters = doubled[start : start + length]
        else:
            letters = self.alphabet[start : start + length]
        return letters if len(letters) == length and self._is_strong(letters) else None

    def _is_strong(self, letters: str) -> bool:
        return all(self.alphabet.index(letter) >= self._first for letter in letters)

    def _served(
        self, letters: str, free: Mapping[Card, str], at: int | None, owed: Sequence[Card]
    ) -> list[list[Any]] | None:
        """A card for each letter, those owed first, jokers last; at one place the first that is owed."""
        ready = {**dict.fromkeys(owed, ""), **free}
        group: list[list[Any]] = []
        if at is not None:
            ready.pop(owed[0])
        for place, letter in enumerate(letters):
            if place == at:
                group.append([owed[0], letter])
                continue
            card = next((c for c, says in ready.items() if says == letter), None)
            if card is None:
                card = next((c for c, says in ready.items() if says == ANY_LETTER), None)
            if card is None:
                return None
            del ready[card]
            group.append([card, letter])
        return group

    # ---- outside -----------------------------------------------------------------------------------

    def outward(self, name: CARD_TO_NAME) -> Domain:
        cards: dict[Card, str] = {name(int(card)): letter for card, letter in self.cards.items()}
        must = [name(int(card)) for card in self.must]
        return structs.replace(self, cards=cards, must=must)

    def inward(self, value: Value, card: NAME_TO_CARD) -> Value:
        return inward_groups(value, card)

    def named(self, value: Value, name: CARD_TO_NAME) -> Value:
        return named_groups(value, name)


def is_said(pair: Any, cards: Mapping[Card, str], alphabet: str, first: int) -> bool:
    """A card of one's own, with its letter or, for a joker, one of the alphabet from its `first` on."""
    if not isinstance(pair, list) or len(pair) != 2 or not is_card(pair[0]) or type(pair[1]) is not str:
        return False
    card, letter = pair
    return (
        len(letter) == 1
        and letter in alphabet
        and cards.get(card) in (ANY_LETTER, letter)
        and alphabet.index(letter) >= first
    )


def inward_groups(value: Value, card: NAME_TO_CARD) -> Value:
    """Groups of cards and letters from outside; None for what are none."""
    if not isinstance(value, list) or not all(isinstance(group, list) for group in value):
        return None
    if not all(isinstance(pair, list) and len(pair) == 2 for group in value for pair in group):
        return None
    return [[[card(handle), letter] for handle, letter in group] for group in value]


def named_groups(value: Value, name: CARD_TO_NAME) -> Value:
    return [[[name(card), letter] for card, letter in group] for group in value]


class _First:
    """Luck that takes the first of everything."""

    def below(self, n: int) -> int:
        return 0
