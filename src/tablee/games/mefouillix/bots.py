"""Méfouillix players: words that they know, and three memories of where letters lie."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.memory import Recall
from tablee.bots.plane import PlaneMind
from tablee.bots.words import USUAL, Vocabulary
from tablee.kernel.moves import Move
from tablee.kernel.rng import Rng
from tablee.kernel.units import Seat
from tablee.pieces.toutilix import SYMBOL
from tablee.words.fit import Word
from tablee.words.lexicon import Lexicon

FREQUENT = frozenset("AEINRST")
"""Other words have them too, so more cards fit."""
GAPS: Mapping[Level, int] = {Level.BEGINNER: 1, Level.NORMAL: 0, Level.STRONG: 0}
"""So many letters of a word may be missing from memory when it tries."""


class MefouillixBot(PlaneMind):
    recall: ClassVar[Mapping[Level, Recall]] = {
        Level.BEGINNER: Recall(0.6, span=5),
        Level.NORMAL: Recall(0.85, span=15),
        Level.STRONG: Recall(1.0),
    }
    avoids: ClassVar[Collection[str]] = ()

    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng)
        self._vocabulary = Vocabulary(lexicon, USUAL[level], rng)
        self._words: dict[Seat, str] = {}
        """The words that are hidden, as they were told or are listed."""
        self._chosen = ""
        """The word that it means to choose."""
        self._ideas = 0

    def notice(self, seen: Sighting) -> None:
        super().notice(seen)
        for event in seen.events:
            match event.kind:
                case "round":
                    self._words = {}
                case "chooses":
                    self._words[event.told("seat")] = event.told("word")
                case "finds":
                    self._words.pop(event.told("owner"), None)
        self._words |= {int(owner): word for owner, word in seen.view.fact("listed").items()}

    def occasion(self, seen: Sighting) -> object:
        """An idea is good until somebody else takes its letters."""
        offer = seen.offer("word")
        if offer and not offer.params["word"].accepts(self._chosen):
            self._ideas += 1
        return super().occasion(seen), seen.view.fact("round"), self._ideas

    def decide(self, seen: Sighting) -> Plan | None:
        match seen.view.phase:
            case "size":
                return self.after_a_while(seen, Move("size", {"letters": seen.view.fact("size")}))
            case "choose":
                return self._choose(seen)
            case "uncover":
                return self.after_a_while(seen, Move("uncover", {"place": self.unknown(self._places(seen))}))
            case "ready":
                return self.after_a_while(seen, self._ready(seen))
            case "attempt":
                return self.after_a_while(seen, Move("turn", {"place": self._next(seen)}))
        return None  # everybody may look at a card as long as it lies open

    def _choose(self, seen: Sighting) -> Plan | None:
        offer = seen.offer("word")
        domain = offer.params["word"] if offer else None
        assert isinstance(domain, Word)
        best = self._frequent if self.level is Level.STRONG else None
        found = self._vocabulary.find(domain.fit, best=best, avoid=frozenset(domain.besides))
        self._chosen = found.word if found else ""
        if found is None:
            return None
        return self.soon(seen, Move("word", {"word": found.word}), found.after, found.after)

    def _frequent(self, word: str) -> float:
        return sum(letter in FREQUENT for letter in word) + self.rng.uniform()

    # ---- where letters lie -------------------------------------------------------------------------

    def _places(self, seen: Sighting) -> Sequence[int]:
        return list(seen.offers[0].params["place"].values())

    def _where(self, letter: str, places: Collection[int]) -> list[int]:
        return [p for p in places if (face := self.memory.at(p)) and SYMBOL[face] == letter]

    def _missing(self, word: str, places: Collection[int]) -> int:
        """How many letters of a word it could not find."""
        return sum(max(0, word.count(a) - len(self._where(a, places))) for a in set(word))

    def _ready(self, seen: Sighting) -> Move:
        """The word it knows best, if it knows it well enough; who sat down later may not know the words at all."""
        places = [place for place, card in enumerate(seen.view.zone("plane").cards) if card]
        own = {self.seat: self._words[self.seat]} if self.seat in self._words else self._words
        best = min(((self._missing(word, places), owner) for owner, word in own.items()), default=None)
        if best is None or best[0] > GAPS[self.level]:
            return Move("end_turn")
        owner = best[1]
        return Move("attempt", {"word": own[owner]} if seen.view.fact("listed") else {"seat": owner})

    def _next(self, seen: Sighting) -> int:
        """A place of the next letter; where it knows none, one it knows nothing of."""
        places, view = self._places(seen), seen.view
        letter = self._words.get(view.fact("owner"), "")[len(view.fact("spelled")) :][:1]
        unknown = [place for place in places if self.memory.at(place) is None]
        return self.rng.choice(self._where(letter, places) or unknown or places)


BOT = MefouillixBot
