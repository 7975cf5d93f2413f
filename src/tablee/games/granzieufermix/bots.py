"""Granzieufermix bots: how many cards they remember, and how far their hand goes astray in the dark."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from tablee.bots.bot import Level, Sighting
from tablee.bots.memory import Recall
from tablee.bots.plane import GropingMind
from tablee.bots.reaction import normal
from tablee.games.granzieufermix.rules import GRID
from tablee.pieces.plane import CELL
from tablee.pieces.toutilix import COLOUR_MATES, ETOILE, PETARD, SYMBOL

ASTRAY = {Level.BEGINNER: 0.9, Level.NORMAL: 0.5, Level.STRONG: 0.2}
"""By how many cells a hand misses with closed eyes (standard deviation)."""


class GranzieufermixBot(GropingMind):
    recall: ClassVar[Mapping[Level, Recall]] = {
        Level.BEGINNER: Recall(0.6, span=4, follows=0.0, loses=True),
        Level.NORMAL: Recall(0.85, span=12, follows=0.8),
        Level.STRONG: Recall(1.0),
    }
    explores: ClassVar[Collection[Level]] = (Level.STRONG,)
    matches: ClassVar[Collection[Level]] = tuple(Level)
    avoids: ClassVar[Collection[str]] = (ETOILE, PETARD)

    _corse = False

    def notice(self, seen: Sighting) -> None:
        super().notice(seen)
        if not seen.view.dark:
            self._corse = bool(seen.view.fact("corse"))

    def worth(self, one: str, other: str) -> int:
        """Strong ones prefer the same letter, which brings a bonus; in the game *corsé* nothing else is a pair."""
        if COLOUR_MATES.get(one[0]) != other[0]:
            return 0
        if SYMBOL[one] != SYMBOL[other]:
            return 0 if self._corse else 1
        return 2 if self.level is Level.STRONG else 1

    def grope(self, place: int, places: Sequence[int]) -> tuple[int, tuple[int, int]]:
        """The finger is somewhere near the card; the bot believes that it is on it."""
        meant = self._poses[place]
        x, y = (round(at + CELL * ASTRAY[self.level] * normal(self.rng)) for at in (meant.x, meant.y))
        return place, (min(max(x, 0), GRID.width), min(max(y, 0), GRID.height))


BOT = GranzieufermixBot
