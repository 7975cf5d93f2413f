"""Quadrix bots: every level speaks the same French; they differ in how often one comes to mind, and when."""

from collections.abc import Mapping
from typing import Any

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.flipping import flips, in_pile
from tablee.bots.telling import TellingMind, TellingStyle
from tablee.kernel.moves import Offer
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.phases.sentences import grace_for
from tablee.words.fit import Sentence
from tablee.words.lexicon import Lexicon

STYLES: Mapping[Level, TellingStyle] = {
    Level.BEGINNER: TellingStyle((15_000, 35_000), (0.08, 0.15, 0.25), 0.4),
    Level.NORMAL: TellingStyle((8_000, 20_000), (0.04, 0.06, 0.1), 0.7, 0.5, (5_000, 10_000)),
    Level.STRONG: TellingStyle((5_000, 12_000), (0.01, 0.02, 0.03), 0.95, 0.7, few=2),
}
GRACE_S = 10
"""What a table usually leaves to whoever searches; a sentence sealed earlier only waits."""


class QuadrixBot(TellingMind):
    def __init__(self, seat: Seat, level: Level, rng: Rng, lexicon: Lexicon) -> None:
        super().__init__(seat, level, rng, lexicon, STYLES[level])

    def tell(self, seen: Sighting, offer: Offer) -> Mapping[str, Any] | None:
        words = self.make(boxes(offer).fits)
        return None if words is None else {"words": list(words)}

    def length(self, words: int) -> int:
        return min(words - 1, 2)

    def grace(self, offer: Offer) -> Millis:
        return grace_for(GRACE_S, len(boxes(offer).fits))

    def cards(self, seen: Sighting, seat: Seat) -> int:
        """With the one that he has just laid."""
        return in_pile(seen, seat) + 1

    def otherwise(self, seen: Sighting) -> Plan | None:
        return flips(self, seen, fewest=self.level is not Level.BEGINNER)


def boxes(offer: Offer) -> Sentence:
    domain = offer.params["words"]
    assert isinstance(domain, Sentence)
    return domain


BOT = QuadrixBot
