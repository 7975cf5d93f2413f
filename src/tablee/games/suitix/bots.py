"""Suitix bots: which letters they know to follow each other, and what they do with étoiles and pétards."""

from collections.abc import Sequence

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.plane import PlaneMind
from tablee.kernel.moves import Move
from tablee.pieces.toutilix import ALPHABET, ETOILE, PETARD, SYMBOL


class SuitixBot(PlaneMind):
    _left: Sequence[str] = ALPHABET
    """The letters that nobody has won, in order."""
    _free = 0
    """Its étoiles that may still take a pétard."""

    def notice(self, seen: Sighting) -> None:
        super().notice(seen)
        self._left = [letter for letter in seen.view.fact("alphabet") if letter in ALPHABET]
        self._free = seen.view.zone(f"etoiles:{self.seat}").count

    def worth(self, one: str, other: str) -> int:
        if ETOILE in (one, other):  # a beginner takes the first étoile and never looks for another
            return int(one == other and self.level is not Level.BEGINNER)
        places = [self._left.index(SYMBOL[face]) for face in (one, other) if SYMBOL[face] in self._left]
        return int(len(places) == 2 and abs(places[0] - places[1]) == 1)

    def first(self, places: Sequence[int]) -> int:
        """A strong one turns pétards that it can take, and fetches an étoile for one that it cannot take yet."""
        if self.level is Level.STRONG and (petards := self._known(PETARD, places)):
            if self._free:
                return petards[0]
            etoiles = self._known(ETOILE, places)
            if etoiles and not self.known_pairs(places):
                return etoiles[0]
        return super().first(places)

    def _known(self, face: str, places: Sequence[int]) -> list[int]:
        return [p for p in self.memory.where(face) if p in places]

    def decide(self, seen: Sighting) -> Plan | None:
        turn = seen.offer("turn")
        if turn is None:
            hidden = [p for p in self.memory.where(ETOILE) if p != self.last[0]]
            wants = hidden and self.level is not Level.BEGINNER
            return self.after_a_while(seen, Move("search" if wants else "take"))
        places = list(turn.params["place"].values())
        place = self.first(places) if seen.view.phase == "first" else self.second(places)
        return self.after_a_while(seen, Move("turn", {"place": place}))


BOT = SuitixBot
