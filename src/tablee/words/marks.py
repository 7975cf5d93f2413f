"""A name that takes cards: each card marked stands for a letter of its own in it; its other letters are free."""

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.kernel.domains import ALPHABET, CARD_TO_NAME, NAME_TO_CARD, Card, Domain, Value, is_card
from tablee.kernel.rng import Picker
from tablee.words.fit import LONGEST
from tablee.words.folding import fold

LETTERS_EACH = 2
"""A made-up name has so many letters for each card."""


class Marks(Domain, frozen=True):
    """`{"name": "Jules César", "cards": [L, S, C, R]}`: what is said, and the cards that it takes."""

    cards: Mapping[Card, str]
    """The cards one may take, and the letter of each."""
    worth: Mapping[Card, int]
    """What each is worth."""
    need: int
    """What those marked should be worth together; fewer may be marked, at a price."""
    shunned: Sequence[Card] = ()
    """Cards that one would rather leave, if the others reach."""

    def accepts(self, value: Value) -> bool:
        return self._missing(value) is None

    def why_not(self, value: Value) -> str:
        return self._missing(value) or "not_possible"

    def _missing(self, value: Value) -> str | None:
        if not isinstance(value, dict) or value.keys() != {"name", "cards"}:
            return "not_a_name"
        name, cards = value["name"], value["cards"]
        if type(name) is not str or len(name) > LONGEST or not fold(name):
            return "not_a_name"
        if not isinstance(cards, list) or not cards:
            return "no_card_marked"
        if not all(is_card(c) and c in self.cards for c in cards) or len(set(cards)) != len(cards):
            return "not_your_cards"
        return None if self.covers(name, cards) else "letters_missing"

    def covers(self, name: str, cards: Sequence[Card]) -> bool:
        """Whether each of these cards has a letter of its own in the name."""
        letters = [self.cards[card] for card in cards]
        return all(fold(name).count(letter) >= letters.count(letter) for letter in letters)

    def worth_of(self, cards: Sequence[Card]) -> int:
        return sum(self.worth[card] for card in cards)

    def best(self, name: str) -> list[Card]:
        """The cards of greatest worth that a name can take; without the shunned ones, if the others reach."""
        for shunned in (self.shunned, ()):
            folded, chosen = fold(name), list[Card]()
            for letter in sorted(set(folded)):
                alike = [c for c, own in self.cards.items() if own == letter and c not in shunned]
                alike.sort(key=lambda c: -self.worth[c])
                chosen += alike[: folded.count(letter)]
            if self.worth_of(chosen) >= self.need or not shunned:
                break
        return [card for card in self.cards if card in chosen]

    def look_up(self, value: Value, lexicon: Any) -> Mapping[str, int]:
        """No lexicon knows who is meant: a game has a list of its own, and asks that."""
        name = value.get("name") if isinstance(value, dict) else None
        return {name: 0} if type(name) is str else {}

    def sample(self, pick: Picker) -> Value:
        """Letters in some order, twice as many as cards."""
        left = list(self.cards)
        cards = [left.pop(pick.below(len(left))) for _ in range(1 + pick.below(len(left)))]
        letters = [self.cards[card] for card in cards]
        letters += [ALPHABET[pick.below(len(ALPHABET))] for _ in range(len(cards) * (LETTERS_EACH - 1) + 1)]
        return {
            "name": "".join(letters.pop(pick.below(len(letters))) for _ in range(len(letters))),
            "cards": cards,
        }

    def outward(self, name: CARD_TO_NAME) -> Domain:
        cards: dict[Card, str] = {name(int(card)): letter for card, letter in self.cards.items()}
        worth: dict[Card, int] = {name(int(card)): worth for card, worth in self.worth.items()}
        return Marks(cards, worth, self.need, [name(int(card)) for card in self.shunned])

    def inward(self, value: Value, card: NAME_TO_CARD) -> Value:
        if not isinstance(value, dict) or not isinstance(value.get("cards"), list):
            return None
        return {**value, "cards": [card(c) for c in value["cards"]]}

    def named(self, value: Value, name: CARD_TO_NAME) -> Value:
        return {**value, "cards": [name(c) for c in value["cards"]]}

    def reach(self) -> object:
        return None
