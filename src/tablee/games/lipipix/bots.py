"""Lipipix bots: how quickly they read a syllable, and how often they read one where there is none."""

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.heap import HeapBot, HeapStyle
from tablee.bots.reaction import reaction
from tablee.games.lipipix.rules import is_syllable
from tablee.kernel.moves import Move, Offer
from tablee.kernel.units import Millis


class LipipixStyle(HeapStyle, frozen=True):
    """It errs by two letters the wrong way round, or two that are no syllable."""

    taps: Millis
    """Median of the time that a finger takes to find and touch one of 26 keys (docs/bots.md)."""


STYLES = {
    Level.BEGINNER: LipipixStyle(1_600, 0.25, 0.06, (2_000, 3_500), taps=600),
    Level.NORMAL: LipipixStyle(1_000, 0.08, 0.02, (1_000, 1_800), taps=400),
    Level.STRONG: LipipixStyle(650, 0.02, 0.003, (700, 1_300), taps=275),
}
SPREAD = 0.35
LETTERS = 2


def typed(syllable: str) -> dict[str, str]:
    return {"first": syllable[0], "second": syllable[1]}


class LipipixBot(HeapBot):
    styles = STYLES
    calls = ("claim", "buzz")

    _meant: str = ""
    """What it has buzzed for."""

    def decide(self, seen: Sighting) -> Plan | None:
        answer = seen.offer("say")
        if answer is None:
            return super().decide(seen)
        return Plan(Move("say", typed(self._meant)), seen.now + self._typing())

    def _typing(self) -> Millis:
        return reaction(self.rng, LETTERS * STYLES[self.level].taps)

    def call(self, seen: Sighting, offer: Offer) -> Plan | None:
        style = STYLES[self.level]
        errs, misses = self.chance(style.errs), self.chance(style.misses)
        if len(self.laid) < 2:
            return None
        under, top = self.laid[-2:]
        right = is_syllable(under, top)
        if not errs and (misses or not right):
            return None
        self._meant = top + under if errs and right else under + top
        after = reaction(self.rng, style.reacts, SPREAD)
        if offer.name == "buzz":
            return self.press(seen, offer, after)
        return self.press(seen, offer, after + self._typing(), typed(self._meant))


BOT = LipipixBot
