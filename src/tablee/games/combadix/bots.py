"""Combadix bots: there is nothing to decide, only a card to turn up."""

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.bots.reaction import reaction
from tablee.games.combadix.rules import STRENGTH
from tablee.kernel.moves import Move
from tablee.kernel.units import Millis
from tablee.pieces.toutilix import SYMBOL

TURNS: dict[Level, Millis] = {Level.BEGINNER: 1_500, Level.NORMAL: 1_000, Level.STRONG: 500}
"""How long they usually take."""


class CombadixBot(Mind):
    def decide(self, seen: Sighting) -> Plan | None:
        move = Move("flip") if seen.offer("flip") else self._guess(seen)
        return Plan(move, seen.now + reaction(self.rng, TURNS[self.level], 0.2))

    def _guess(self, seen: Sighting) -> Move:
        """It stands in for somebody who was asked who wins."""
        trick = seen.view.zone("trick")
        strengths = [STRENGTH[SYMBOL[c.face]] if c is not None and c.face else -1 for c in trick.cards]
        return Move("guess", {"winner": trick.by[strengths.index(max(strengths))]})


BOT = CombadixBot
