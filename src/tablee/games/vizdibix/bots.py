"""Vizdibix bots: how quickly they see what two letters have in common, and how often they are wrong."""

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.heap import HeapBot, HeapStyle
from tablee.bots.reaction import reaction
from tablee.games.vizdibix.rules import CONSONNE, NOTHING, RIGHT, SUITE, VOYELLE
from tablee.kernel.moves import Move, Offer

STYLES = {
    Level.BEGINNER: HeapStyle(2_000, 0.3, 0.04, (400, 1_500)),
    Level.NORMAL: HeapStyle(1_200, 0.1, 0.015, (300, 1_000)),
    Level.STRONG: HeapStyle(750, 0.02, 0.003, (200, 700)),
}
SUITE_TAKES = 1.3
"""The alphabet has to be gone through: a suite is seen later than two vowels or two consonants."""
KINDS = (VOYELLE, CONSONNE, SUITE)


class VizdibixBot(HeapBot):
    styles = STYLES
    calls = ("shout",)
    turns = "turn"

    def turn(self, seen: Sighting, offer: Offer) -> Plan:
        at = max(seen.now, offer.opens_at) + self.between(*STYLES[self.level].lies)
        return Plan(Move("turn", answers=offer.stimulus), at)

    def call(self, seen: Sighting, offer: Offer) -> Plan | None:
        style = STYLES[self.level]
        right = RIGHT.get(tuple(self.laid[-2:]), NOTHING)
        kind = self._wrong(right) if self.chance(style.errs) else self._right(right)
        if kind is None:
            return None
        median = style.reacts * SUITE_TAKES if kind == SUITE else style.reacts
        return self.press(seen, offer, reaction(self.rng, round(median)), {"kind": kind})

    def _wrong(self, right: frozenset[str]) -> str:
        return self.rng.choice([kind for kind in KINDS if kind not in right])

    def _right(self, right: frozenset[str]) -> str | None:
        if not right or self.chance(STYLES[self.level].misses):
            return None
        kinds = [kind for kind in KINDS if kind in right]
        return kinds[0] if self.level is Level.STRONG else self.rng.choice(kinds)


BOT = VizdibixBot
