"""Lipipix bots: how quickly they read a syllable, and how often they read one where there is none."""

from msgspec import Struct

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.heap import HeapBot
from tablee.bots.reaction import reaction
from tablee.games.lipipix.rules import is_syllable
from tablee.kernel.moves import Move, Offer
from tablee.kernel.units import Millis


class LipipixStyle(Struct, frozen=True):
    reacts: Millis
    """Median of the times in which it sees a syllable: after so long it would shout, or press."""
    taps: Millis
    """Median of the time that a finger takes to find and touch one of 26 keys (docs/bots.md)."""
    misses: float
    """How often it does not see a syllable."""
    errs: float
    """How often it says two letters the wrong way round, or two that are no syllable."""
    lies: tuple[Millis, Millis]
    """How long it lets a card lie that it may cover: the others have letters to find on a keyboard."""


STYLES = {
    Level.BEGINNER: LipipixStyle(1_600, 600, 0.25, 0.06, (2_000, 3_500)),
    Level.NORMAL: LipipixStyle(1_000, 400, 0.08, 0.02, (1_000, 1_800)),
    Level.STRONG: LipipixStyle(650, 275, 0.02, 0.003, (700, 1_300)),
}
SPREAD = 0.35
LETTERS = 2


def typed(syllable: str) -> dict[str, str]:
    return {"first": syllable[0], "second": syllable[1]}


class LipipixBot(HeapBot):
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

    def turn(self, seen: Sighting, offer: Offer) -> Plan:
        low, high = STYLES[self.level].lies
        return self.lay(seen, offer, low + self.rng.below(high - low + 1))

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
            return self.after(seen, offer, after)
        return self.after(seen, offer, after + self._typing(), typed(self._meant))


BOT = LipipixBot
