"""Lotolix bots: all is luck. A beginner sometimes reaches for a wrong card first, which does no harm."""

from collections.abc import Mapping

from tablee.bots.bot import Level, Mind, Plan, Sighting
from tablee.kernel.moves import Move
from tablee.kernel.units import Millis
from tablee.pieces.toutilix import SYMBOL

ERRS: Mapping[Level, float] = {Level.BEGINNER: 0.2, Level.NORMAL: 0.0, Level.STRONG: 0.0}
"""How often it tries a wrong card first."""
THINKS: tuple[Millis, Millis] = (1_000, 3_000)


class LotolixBot(Mind):
    _errs = False
    """It will try a wrong card before the right one."""

    def occasion(self, seen: Sighting) -> object:
        """A card to take, or to place; a wrong try leaves fewer to choose from."""
        offer = seen.offers[0]
        return offer.name, offer.count()

    def decide(self, seen: Sighting) -> Plan | None:
        if take := seen.offer("take"):
            self._errs = self.chance(ERRS[self.level])
            return self.soon(seen, Move("take", take.sample(self.rng)), *THINKS)
        return self.soon(seen, Move("place", {"card": self._card(seen)}), *THINKS)

    def _card(self, seen: Sighting) -> str:
        """The twin of the card that lies open in the centre, or a card that is not."""
        taken = next(c.face for c in seen.view.zone("plane").cards if c and c.face)
        faces = {c.handle: c.face for zone in seen.view.zones for c in zone.cards if c and c.face and c.handle}
        cards: list[str] = list(seen.offers[0].params["card"].values())
        twins = [card for card in cards if SYMBOL[faces[card]] == SYMBOL[taken]]
        wrong = [card for card in cards if card not in twins]
        errs, self._errs = self._errs, False
        return self.rng.choice(wrong if errs and wrong else twins)


BOT = LotolixBot
