"""How bots come to words: those they know by frequency, those they find by chance, and the time it takes.

A level is a few numbers. Everything is drawn from the bot's own rng: the same seed finds the same words.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from msgspec import Struct

from tablee.bots.bot import Level, Mind, Sighting
from tablee.bots.reaction import reaction
from tablee.kernel.door import EventView
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.words.fit import Fit
from tablee.words.flags import DICTIONARY
from tablee.words.folding import fold
from tablee.words.index import Index
from tablee.words.lexicon import Lexicon

LONG = 7
"""Letters from which on a word is harder to find."""
CONSIDERED = 120
"""So many of the commonest words that fit may come to mind at all."""
PLENTY, FEW = 20, 5
"""With fewer words that fit, the search takes longer, and again with fewer."""


class Skill(Struct, frozen=True):
    """How good somebody is with words."""

    words_known: int | None
    """So many of the commonest words; None: all."""
    find: float
    """The chance that a word that fits comes to mind."""
    long: float
    """That chance is multiplied by this for words of seven letters and more."""
    soonest: Millis
    latest: Millis
    """Finding takes a time between these."""
    per_letter: Millis
    """Typing: the median for one letter."""


USUAL: Mapping[Level, Skill] = {
    Level.BEGINNER: Skill(2_000, 0.3, 0.1, 4_000, 12_000, 380),
    Level.NORMAL: Skill(10_000, 0.7, 0.4, 2_000, 7_000, 240),
    Level.STRONG: Skill(40_000, 1.0, 1.0, 1_000, 4_000, 150),
}


class FoundWord(Struct, frozen=True):
    """A word as it is written, and how long it took to find and to type it."""

    word: str
    after: Millis


def refused_words(events: Iterable[EventView]) -> frozenset[str]:
    """The folded words that the table has just refused: whoever says them again is refused at once (C16)."""
    return frozenset(fold(w) for e in events if e.kind == "vote_refused" for w in e.told("words").split())


def _asked(
    index: Index, fit: Fit, limit: int | None, min_length: int, words_known: int | None, having: int
) -> Sequence[str]:
    return index.find(fit, limit=limit, min_length=min_length, most_common=words_known, having=having)


@lru_cache(1 << 11)
def _asked_before(
    index: Index, fit: Fit, limit: int, min_length: int, words_known: int | None, having: int, hides: int
) -> Sequence[str]:
    """What lies on a table changes card by card: bots ask for the same words turn after turn."""
    return _asked(index, fit, limit, min_length, words_known, having)


class Vocabulary:
    """One bot's words."""

    refused: frozenset[str] = frozenset()
    """Those that this table does not want to hear."""

    def __init__(self, lexicon: Lexicon, skill: Skill, rng: Rng) -> None:
        self.lexicon = lexicon
        self.skill = skill
        self.rng = rng
        # Bots speak the language; names and words of no dictionary are for people. A bare word list tells nothing.
        self._having = DICTIONARY if lexicon.tells_verbs else 0

    def known(self, fit: Fit, *, limit: int | None = CONSIDERED, min_length: int = 0) -> list[str]:
        """The words that fit and that this bot knows, folded, the commonest first."""
        index = self.lexicon.index
        question = fit, limit, min_length, self.skill.words_known, self._having
        found = _asked_before(index, *question, index.hides) if limit is not None else _asked(index, *question)
        return [word for word in found if word not in self.refused]

    def comes_to_mind(self, folded: str) -> bool:
        """Whether a word that fits is found; one draw."""
        chance = self.skill.find * (self.skill.long if len(folded) >= LONG else 1.0)
        return self.rng.uniform() < chance

    def found(self, fit: Fit, *, limit: int | None = CONSIDERED, min_length: int = 0) -> list[str]:
        """The words that come to mind, folded, the commonest first."""
        return [word for word in self.known(fit, limit=limit, min_length=min_length) if self.comes_to_mind(word)]

    def find(
        self, fit: Fit, *, best: Callable[[str], float] | None = None, avoid: frozenset[str] = frozenset()
    ) -> FoundWord | None:
        """One word that fits: any of those found, or the best of them. None: the bot is stuck.

        `best` values a folded word; `avoid` has folded words that will not do (already said, refused).
        """
        found = [word for word in self.found(fit) if word not in avoid]
        if not found:
            return None
        chosen = max(found, key=best) if best is not None else self.rng.choice(found)
        return FoundWord(self.spelled(chosen), self.thinking(len(found)) + self.typing(chosen))

    def spelled(self, folded: str) -> str:
        """A word as it is written."""
        return self.lexicon.spelled(folded, self._having)

    def thinking(self, choice: int = PLENTY) -> Millis:
        """How long it takes to find one of so many words: the fewer, the later."""
        draws = 1 + (choice < PLENTY) + (choice < FEW)
        share = max(self.rng.uniform() for _ in range(draws))
        return self.skill.soonest + round((self.skill.latest - self.skill.soonest) * share)

    def typing(self, word: str) -> Millis:
        """How long it takes to type a word."""
        return reaction(self.rng, self.skill.per_letter * max(1, len(fold(word))), 0.2)


class WordMind(Mind):
    """A bot that looks for words, and for none that its table has refused."""

    skills: ClassVar[Mapping[Level, Skill]] = USUAL

    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng)
        self.words = Vocabulary(lexicon, self.skills[level], rng)

    def notice(self, seen: Sighting) -> None:
        self.words.refused |= refused_words(seen.events)
