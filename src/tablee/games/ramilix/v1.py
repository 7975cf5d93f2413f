"""Version 1: of several cards that are equally dear, silence threw the first of the alphabet."""

from collections.abc import Sequence

from msgspec import structs

from tablee.games.ramilix.rules import Ramilix
from tablee.games.ramilix.table import POINTS, RamilixState
from tablee.kernel.units import CardId
from tablee.pieces.toutilix import SYMBOL


class Ramilix1State(RamilixState, kw_only=True):
    def dearest(self, cards: Sequence[CardId]) -> CardId:
        return max(cards, key=lambda card: POINTS[SYMBOL[self.faces[card]]])


class Ramilix1(Ramilix):
    info = structs.replace(Ramilix.info, version=1)
    state = Ramilix1State


GAME = Ramilix1()
