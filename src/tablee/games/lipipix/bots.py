"""Lipipix bots: how quickly they read a syllable, and how often they read one where there is none."""

from msgspec import Struct

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.heap import HeapBot
from tablee.bots.reaction import reaction
from tablee.games.lipipix.rules import is_syllable
from tablee.kernel.moves import Move, Offer
from tablee.kernel.units import Millis


class Style(Struct, frozen=True):
    reacts: Millis
    """Median of its reaction times."""
    misses: float
    """How often it does not see a syllable."""
    errs: float
    """How often it says two letters the wrong way round, or two that are no syllable."""


STYLES = {
    Level.BEGINNER: Style(1_600, 0.25, 0.06),
    Level.NORMAL: Style(1_000, 0.08, 0.02),
    Level.STRONG: Style(650, 0.02, 0.003),
}
SPREAD = 0.35
TYPING: Millis = 150
LIES: tuple[Millis, Millis] = (700, 1_700)
"""How long it lets a card lie that it may cover: the others have letters to find on a keyboard."""
SPARE: Millis = 100
"""It turns its card so long before the table would."""


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
        return Plan(Move("say", typed(self._meant)), seen.now + TYPING)

    def turn(self, seen: Sighting, offer: Offer) -> Plan:
        low, high = LIES
        at = offer.opens_at + low + self.rng.below(high - low + 1)
        due = next((clock.at for clock in seen.view.clocks if clock.seat == self.seat), at + SPARE)
        return self.after(seen, offer, min(at, due - SPARE) - seen.now)

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
        return self.after(seen, offer, after + TYPING, typed(self._meant))


BOT = LipipixBot
