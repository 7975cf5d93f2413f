"""Corsix bots: how quickly they see a formula, and how often they see one where there is none."""

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.heap import HeapBot, HeapStyle
from tablee.bots.reaction import reaction
from tablee.games.corsix.rules import SANDWICH, formulas
from tablee.kernel.moves import Offer
from tablee.pieces.toutilix import PETARD


class CorsixStyle(HeapStyle, frozen=True):
    """A card lies so long that others of its level have time to see a formula."""

    blind: frozenset[str] = frozenset()
    """The formulas that it never sees."""


STYLES = {
    Level.BEGINNER: CorsixStyle(1_600, 0.4, 0.03, (1_800, 3_000), frozenset({SANDWICH})),
    Level.NORMAL: CorsixStyle(900, 0.15, 0.01, (1_000, 1_800)),
    Level.STRONG: CorsixStyle(550, 0.03, 0.002, (500, 1_000)),
}


class CorsixBot(HeapBot):
    styles = STYLES
    calls = ("toutilix",)

    _petards: int = 0
    """So many have just been turned in a row."""
    _missed: bool = False
    """A formula is showing that it was too slow to call: others may still."""

    def see(self, symbol: str) -> None:
        self._petards = self._petards + 1 if symbol == PETARD else 0
        if symbol != PETARD:
            self.laid.append(symbol)

    def forget(self) -> None:
        super().forget()
        self._petards = 0

    def call(self, seen: Sighting, offer: Offer) -> Plan | None:
        style = STYLES[self.level]
        laid = [PETARD] * self._petards if self._petards else self.laid
        showing = formulas(laid) & set(seen.view.fact("formulas").split())
        sees = bool(showing - style.blind) and not self.chance(style.misses)
        self._missed = bool(showing) and not sees
        if not sees and (showing or not self.chance(style.errs)):
            return None
        return self.press(seen, offer, reaction(self.rng, style.reacts))

    def turn(self, seen: Sighting, offer: Offer) -> Plan:
        """A strong one covers what it has missed, before the others see it."""
        span = self.between(*STYLES[self.level].lies)
        return self.lay(seen, offer, 0 if self._missed and self.level is Level.STRONG else span)


BOT = CorsixBot
