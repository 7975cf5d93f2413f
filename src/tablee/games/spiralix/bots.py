"""Spiralix bots: how many words they know, how quickly one comes to mind, and when they hurry somebody."""

from collections.abc import Mapping

from msgspec import Struct

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.flipping import flips, in_pile
from tablee.bots.searching import BotIdea, SearchingMind
from tablee.bots.words import Skill, Vocabulary
from tablee.kernel.moves import Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.words.fit import Word
from tablee.words.lexicon import Lexicon


class SpiralixStyle(Struct, frozen=True):
    skill: Skill
    launches: float
    """How often it starts a chrono when it has an idea."""
    patience: Millis
    """How long it lets somebody search before."""
    few: int
    """Somebody who has no more cards than this is hurried at once, always."""
    gives: bool
    """A pétard goes to whoever has the fewest cards."""


STYLES: Mapping[Level, SpiralixStyle] = {
    Level.BEGINNER: SpiralixStyle(Skill(2_000, 0.03, 0.01, 4_000, 12_000, 380), 0.3, 0, 0, False),
    Level.NORMAL: SpiralixStyle(Skill(15_000, 0.06, 0.03, 2_000, 6_000, 240), 0.7, 3_000, 0, True),
    Level.STRONG: SpiralixStyle(Skill(None, 0.6, 0.6, 800, 3_000, 150), 0.9, 2_000, 3, True),
}
LONGER = 2
"""Nothing has come to mind after so many times the longest search: it is dry."""


class SpiralixBot(SearchingMind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng)
        self._style = STYLES[level]
        self._words = Vocabulary(lexicon, self._style.skill, rng)
        self._bold = False

    def think(self, seen: Sighting, offer: Offer) -> BotIdea:
        domain = offer.params["word"]
        assert isinstance(domain, Word)
        found = self._words.find(domain.fit, avoid=self.refused)
        self._bold = self.chance(self._style.launches)
        if found is None:
            return BotIdea(None, seen.now + LONGER * self._style.skill.latest)
        return BotIdea({"word": found.word}, seen.now + found.after)

    def patience(self, seen: Sighting) -> Millis | None:
        if in_pile(seen, seen.view.active[0]) <= self._style.few:
            return 0
        return self._style.patience if self._bold else None

    def otherwise(self, seen: Sighting) -> Plan | None:
        return flips(self, seen, fewest=self._style.gives)


BOT = SpiralixBot
