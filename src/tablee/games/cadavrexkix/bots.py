"""Cadavrexkix bots: they go on from the given word with the grammar behind all sentences of bots.

A beginner takes the cards as they lie and the first text that comes to mind; a normal one moves them until its
text ends on a word from which the next player can go on; a strong one thinks of many, and takes rare words.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.bots.sentences import MadeText, SentenceMaker, speaks
from tablee.games.cadavrexkix.sheet import BOXES
from tablee.kernel.domains import Card, Order
from tablee.kernel.moves import Move, Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.words.fit import FillIns, Fit, Word
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon


class CadavrexkixStyle(Struct, frozen=True):
    letters: str
    """Those that it gives to a pétard."""
    moves_cards: bool
    texts: int
    """So many come to its mind for each order of the cards."""
    ends_well: bool
    """It looks for a text that ends on a word with a meaning."""
    rare: bool
    """Of those it takes the one with the most rare words."""
    forgets: float
    """How often it no longer knows one of its words."""


COMMON, UNCOMMON = "ESAITNRULO", "DCPMVGFBQH"
STYLES: Mapping[Level, CadavrexkixStyle] = {
    Level.BEGINNER: CadavrexkixStyle(COMMON, False, 1, False, False, 0.1),
    Level.NORMAL: CadavrexkixStyle(COMMON, True, 2, True, False, 0.04),
    Level.STRONG: CadavrexkixStyle(UNCOMMON, True, 4, True, True, 0.0),
}
COMPOSES: tuple[Millis, Millis] = (8_000, 25_000)
TYPES: tuple[Millis, Millis] = (200, 700)
ANSWERS: tuple[Millis, Millis] = (1_500, 4_000)
SAYS: tuple[Millis, Millis] = (1_200, 3_000)
LOVES: tuple[Millis, Millis] = (800, 2_500)
LONG = 5
"""A word of so many letters says more than an article."""


class CardsAndWords(Struct, frozen=True):
    """What a bot is about to write: its cards in this order, and a word for each of its boxes."""

    order: tuple[Card, ...]
    words: Mapping[str, str]


class CadavrexkixBot(Mind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng)
        self.style = STYLES[level]
        self.lexicon = lexicon
        self.sentences = SentenceMaker(lexicon, rng, level) if speaks(lexicon.language) else None
        self.idea: CardsAndWords | None = None
        self.about: object = None
        self.ready_at: Millis = 0
        self.own: dict[int, str] = {}
        """The words that it has written in this circle, by their place in the text."""

    def occasion(self, seen: Sighting) -> object:
        """What it has written changes no offer, but what is left to do."""
        drafts = seen.view.fact("drafts")
        return super().occasion(seen), drafts and drafts[self.seat], seen.view.fact("read_words")

    def decide(self, seen: Sighting) -> Plan | None:
        if offer := seen.offer("choose_group"):
            return self.soon(seen, Move("choose_group", offer.sample(self.rng)), *ANSWERS)
        if offer := seen.offer("name_letter"):
            card = next(offer.params["card"].values())
            letter = self.rng.choice(self.style.letters)
            return self.soon(seen, Move("name_letter", {"card": card, "letter": letter}), *ANSWERS)
        if seen.offer("word") and self.seat in seen.view.active:
            return self.compose(seen)
        if seen.offer("say"):
            return self.soon(seen, self.remembered(seen), *SAYS)
        if offer := seen.offer("heart"):
            return self.soon(seen, Move("heart", {"word": self.loved(seen, offer)}), *LOVES)
        for name in ("ready", "enough"):
            if seen.offer(name):
                return self.soon(seen, Move(name), *ANSWERS)
        return None

    # ---- composing ---------------------------------------------------------------------------------

    def compose(self, seen: Sighting) -> Plan:
        """The idea takes its time; then it is written down, and the sheet is folded."""
        view = seen.view
        about = view.fact("circle_number"), view.fact("folds")
        if about != self.about or self.idea is None:
            low, high = COMPOSES
            self.about, self.ready_at = about, seen.now + low + self.rng.below(high - low + 1)
            self.idea = self.think(seen)
        order = cards_of(seen)
        if tuple(order) != self.idea.order:
            return self.soon(seen, Move("arrange", {"cards": list(self.idea.order)}), *TYPES)
        drafts: Sequence[str] = view.fact("drafts")[self.seat]
        for box, word in self.idea.words.items():
            if drafts[int(box) - 1] != word:
                return self.soon(seen, Move("word", {"box": box, "text": word}), *TYPES)
        plan = self.soon(seen, Move("fold"), *TYPES)
        return Plan(plan.move, max(plan.at, self.ready_at))

    def think(self, seen: Sighting) -> CardsAndWords:
        offer = seen.offer("word")
        assert offer is not None
        boxes: list[str] = list(offer.params["box"].values())
        fits = {box: fit_of(offer, box) for box in boxes}
        cards = cards_of(seen)
        table = {card: fits[str(k)] for k, card in enumerate(cards, 2)}
        first = None if len(boxes) == BOXES else seen.view.fact("hinge_words")[-1]
        heard = frozenset(map(fold, (*seen.view.fact("hinge_words"), *self._own(seen).values()))) - {
            fold(first or "")
        }
        best: tuple[tuple[Card, ...], MadeText] | None = None
        orders = list(permutations(cards)) if self.style.moves_cards else [tuple(cards)]
        for order in orders if self.sentences is not None else ():
            wanted = [*([fits["1"]] if first is None else []), *(table[card] for card in order), fits[str(BOXES)]]
            for text in self.texts(first, wanted, heard):
                if best is None or self.better(text, best[1]):
                    best = order, text
            if best is not None and not self.style.rare and (best[1].lands or not self.style.ends_well):
                break
        if best is not None:
            order, words = best[0], list(best[1].words)
        else:  # D12: the commonest words that fit
            order, fills = tuple(cards), FillIns(tuple(fits.values()), tuple(sorted(heard)))
            words = fills.placed(fills.found(self.lexicon))
            words = [word or fit.make(self.rng).lower() for word, fit in zip(words, fits.values(), strict=True)]
        start = seen.view.fact("folds") * (BOXES - 1)
        self._own(seen).update({start + int(box) - 1: word for box, word in zip(boxes, words, strict=True)})
        return CardsAndWords(order, dict(zip(boxes, words, strict=True)))

    def texts(self, first: str | None, fits: Sequence[Fit], heard: frozenset[str]) -> Sequence[MadeText]:
        assert self.sentences is not None
        return self.sentences.texts(first, fits, many=self.style.texts, avoid=heard)

    def better(self, text: MadeText, than: MadeText) -> bool:
        if text.lands != than.lands:
            return self.style.ends_well and text.lands
        return self.style.rare and text.rare > than.rare

    def _own(self, seen: Sighting) -> dict[int, str]:
        """A new circle begins with an empty sheet."""
        if not seen.view.fact("hinge_words") and seen.view.fact("folds") == 0:
            self.own.clear()
        return self.own

    # ---- the reading -------------------------------------------------------------------------------

    def remembered(self, seen: Sighting) -> Move:
        word = self.own.get(len(seen.view.fact("read_words")))
        if word is None or self.chance(self.style.forgets):
            return Move("forgot")
        return Move("say", {"word": word})

    def loved(self, seen: Sighting, offer: Offer) -> str:
        """A word of a person, if there is one, and rather one with a meaning."""
        places: list[str] = list(offer.params["word"].values())
        words, authors = seen.view.fact("read_words"), seen.view.fact("read_by")
        of_people = [p for p in places if seen.view.seats[authors[int(p) - 1]].human]
        some = of_people or places
        long = [p for p in some if len(words[int(p) - 1]) >= LONG]
        return self.rng.choice(long or some)


def cards_of(seen: Sighting) -> Sequence[Card]:
    offer = seen.offer("arrange")
    assert offer is not None
    order = offer.params["cards"]
    assert isinstance(order, Order)
    return order.cards


def fit_of(offer: Offer, box: str) -> Fit:
    """What the word of a box must contain; nothing that bots say is too long."""
    domain = offer.params["text"].given({"box": box})
    assert isinstance(domain, Word)
    return Fit(contains=domain.fit.contains)


BOT = CadavrexkixBot
