"""Zieufermix bots: which pairs they look for, and how well they grope in the dark."""

from collections.abc import Sequence

from tablee.bots.bot import Level, Sighting
from tablee.bots.plane import GropingMind
from tablee.games.zieufermix.rules import PARTNER
from tablee.pieces.toutilix import ETOILE

HITS = {Level.BEGINNER: 0.6, Level.NORMAL: 0.8, Level.STRONG: 0.95}
"""How often a hand finds the card it means, with closed eyes."""

NEIGHBOURS = 3
"""A hand that misses finds one of so many cards around the one it meant."""


class ZieufermixBot(GropingMind):
    _part = 1

    def notice(self, seen: Sighting) -> None:
        super().notice(seen)
        if not seen.view.dark:
            self._part = int(seen.view.fact("part"))

    def worth(self, one: str, other: str) -> int:
        """Only pairs of the present part count."""
        return int(PARTNER.get(one) == other and (one == ETOILE) == (self._part == 2))

    def grope(self, place: int, places: Sequence[int]) -> tuple[int, tuple[int, int]]:
        meant = self._poses[place]

        def distance(other: int) -> int:
            pose = self._poses[other]
            return (pose.x - meant.x) ** 2 + (pose.y - meant.y) ** 2

        others = [p for p in places if p != place]
        if others and not self.chance(HITS[self.level]):
            place = self.rng.choice(sorted(others, key=distance)[:NEIGHBOURS])
        found = self._poses[place]
        return place, (found.x, found.y)


BOT = ZieufermixBot
