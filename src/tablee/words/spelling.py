"""Words laid with cards: which card stands for which letter, in the order of the word.

The letters come out as fits, for the index and the feedback on the page, and card by card, for the check.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from tablee.kernel.choices import MADE_UP, NONE, WORD_KEYS, WORDS, Choice, Key, Lister, Pieces, every_face
from tablee.kernel.domains import CARD_TO_NAME, NAME_TO_CARD, Absent, Args, Card, Domain, Order, Value, is_card
from tablee.kernel.rng import Picker
from tablee.words.fit import ALPHABET, LONGEST, Fit
from tablee.words.folding import fold

ANY_LETTER = ""
"""What a card says that stands for any letter: an étoile, a pétard."""


def spelled(value: Value) -> tuple[str, Sequence[Card]] | None:
    """The word and the cards of a value; None when it is no spelling at all."""
    if not isinstance(value, dict) or value.keys() != {"word", "cards"}:
        return None
    word, cards = value["word"], value["cards"]
    if type(word) is not str or len(word) > LONGEST or not fold(word) or not isinstance(cards, list):
        return None
    return (word, cards) if len(cards) <= LONGEST and all(map(is_card, cards)) else None


def spell(word: str, own: Mapping[Card, str], must: Card | None = None) -> list[Card] | None:
    """Cards that spell a word, letters before jokers, `must` among them; None when they do not reach."""
    letters = fold(word)
    used: dict[int, Card] = {}
    left = list(own)
    if must is not None:
        place = letters.find(own[must]) if own[must] else 0
        if place < 0 or not letters:
            return None
        used[place] = must
        left.remove(must)
    for joker in (False, True):
        for place, letter in enumerate(letters):
            card = next((c for c in left if own[c] == (ANY_LETTER if joker else letter)), None)
            if place not in used and card is not None:
                used[place] = card
                left.remove(card)
    return [used[place] for place in range(len(letters))] if len(used) == len(letters) else None


class Written(Domain, frozen=True):
    """A word that is laid with cards. The same value finds words in an index and lays a word that was found."""

    sent: ClassVar[bool] = False

    def fits(self) -> tuple[Fit, ...]:
        """What the words that can be laid satisfy; one of them is enough."""
        raise NotImplementedError

    def laid(self, word: str) -> Value | None:
        """The word with cards for its letters; None when it cannot be laid."""
        raise NotImplementedError

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        rank = 0
        for fit in self.fits():
            for word in by.find(fit)[: WORDS // 2]:
                if rank == WORDS:
                    return
                laid = None if by.refused(word) else self.laid(word)
                if laid is not None:
                    yield WORD_KEYS[rank], laid
                    rank += 1
        yield from by.made_up(self)

    def keys(self, table: Pieces) -> set[Key]:
        return {*WORD_KEYS, MADE_UP}

    def reach(self) -> object:
        return None


class Spelling(Written, frozen=True):
    """`{"word": "boîte", "cards": [B, O, I, T, E]}`: a card for every letter, jokers named by where they stand."""

    sent: ClassVar[bool] = True
    rack: Mapping[Card, str]
    """The cards one has, and the letter of each; `""` is any letter."""
    table: Mapping[Card, str]
    """Exactly one of these must be among the letters too; empty: none is asked for."""
    least: int
    most: int
    """How many cards, the one of the table included."""

    def letter(self, card: Card) -> str | None:
        return self.rack.get(card, self.table.get(card))

    def laid(self, word: str) -> Value | None:
        """With the fewest jokers."""
        best: list[Card] | None = None
        for top in self.table or (None,):
            cards = spell(word, {**self.rack, **({top: self.table[top]} if top is not None else {})}, top)
            if cards and (best is None or self._jokers(cards) < self._jokers(best)):
                best = cards
        value = {"word": word, "cards": best}
        return value if best and self.accepts(value) else None

    def _jokers(self, cards: Sequence[Card]) -> int:
        return sum(self.letter(c) == ANY_LETTER for c in cards)

    def fits(self) -> tuple[Fit, ...]:
        """One fit for each letter on the table."""
        own = "".join(sorted(self.rack.values()))
        blanks = sum(letter == ANY_LETTER for letter in self.rack.values())
        if not self.table:
            return (Fit(rack=own, blanks=blanks, least=self.least, most=self.most),)
        letters = sorted(set(self.table.values()))
        return tuple(
            Fit(contains=a, rack=own + a, blanks=blanks, least=self.least, most=self.most) for a in letters
        )

    def accepts(self, value: Value) -> bool:
        return self._missing(value) is None

    def why_not(self, value: Value) -> str:
        return self._missing(value) or "not_possible"

    def _missing(self, value: Value) -> str | None:
        parts = spelled(value)
        if parts is None:
            return "not_a_word"
        word, cards = parts
        letters = fold(word)
        if any(self.letter(c) is None for c in cards) or len(set(cards)) != len(cards):
            return "not_your_cards"
        if len(cards) != len(letters) or any(
            self.letter(c) not in (ANY_LETTER, a) for c, a in zip(cards, letters, strict=True)
        ):
            return "letters_differ"
        if self.table and sum(c in self.table for c in cards) != 1:
            return "one_of_the_table"
        if len(cards) < self.least:
            return "too_short"
        return "too_many_cards" if len(cards) > self.most else None

    def words(self, value: Value) -> Sequence[str]:
        parts = spelled(value)
        return (parts[0],) if parts else ()

    def sample(self, pick: Picker) -> Value:
        own = list(self.rack)
        size = self.least + pick.below(min(self.most, len(own) + bool(self.table)) - self.least + 1)
        cards: list[Card] = []
        if self.table:
            tops = list(self.table)
            cards.append(tops[pick.below(len(tops))])
        while len(cards) < size:
            cards.insert(pick.below(len(cards) + 1), own.pop(pick.below(len(own))))
        return {"word": "".join(self.letter(c) or ALPHABET[pick.below(26)] for c in cards), "cards": cards}

    def outward(self, name: CARD_TO_NAME) -> Domain:
        rack: dict[Card, str] = {name(int(c)): letter for c, letter in self.rack.items()}
        table: dict[Card, str] = {name(int(c)): letter for c, letter in self.table.items()}
        return Spelling(rack, table, self.least, self.most)

    def inward(self, value: Value, card: NAME_TO_CARD) -> Value:
        parts = spelled(value)
        return {"word": parts[0], "cards": [card(str(c)) for c in parts[1]]} if parts else None

    def named(self, value: Value, name: CARD_TO_NAME) -> Value:
        return {**value, "cards": [name(c) for c in value["cards"]]}


def used_cards(args: Args, of: str) -> Sequence[Card]:
    parts = spelled(args.get(of))
    return parts[1] if parts else ()


class OrderOfSpelled(Domain, frozen=True):
    """In which order the cards of a spelling are laid; those that stay where they are do not count.
    Left out, it is the order of the word."""

    optional: ClassVar[bool] = True

    of: str
    laid: Sequence[Card]
    """The cards that may be laid."""

    def given(self, args: Args) -> Domain:
        return WordOrder([c for c in used_cards(args, self.of) if c in self.laid])

    def accepts(self, value: Value) -> bool:
        return False

    def outward(self, name: CARD_TO_NAME) -> Domain:
        return OrderOfSpelled(self.of, [name(int(c)) for c in self.laid])

    def keys(self, table: Pieces) -> set[Key]:
        return every_face(table) | {(NONE,)}

    def reach(self) -> object:
        return None


class WordOrder(Order, frozen=True):
    """An order that may be left out."""

    optional: ClassVar[bool] = True

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        yield (NONE,), NONE
        yield from super().choices(by, parts)

    def keys(self, table: Pieces) -> set[Key]:
        return every_face(table) | {(NONE,)}


class IfSpelled(Domain, frozen=True):
    """A domain that holds when a spelling uses a card of each of these groups; otherwise nothing may be given."""

    optional: ClassVar[bool] = True

    of: str
    groups: Sequence[Sequence[Card]]
    then: Domain

    def given(self, args: Args) -> Domain:
        cards = used_cards(args, self.of)
        return self.then if all(any(c in group for c in cards) for group in self.groups) else Absent()

    def accepts(self, value: Value) -> bool:
        return False

    def outward(self, name: CARD_TO_NAME) -> Domain:
        groups = [[name(int(c)) for c in group] for group in self.groups]
        return IfSpelled(self.of, groups, self.then.outward(name))

    def kinds(self) -> Iterator[Domain]:
        return self.then.kinds()
