"""Zieufermix as it was at first: eyes close whoever shares a screen."""

from msgspec import structs

from tablee.games.zieufermix.rules import Zieufermix, ZieufermixState
from tablee.kernel.game import Setup


class Zieufermix1State(ZieufermixState, kw_only=True):
    @property
    def levels(self) -> list[int]:
        return [options.level for options in self.seat_options]


class Zieufermix1(Zieufermix):
    info = structs.replace(Zieufermix.info, version=1)
    state = Zieufermix1State

    def setup(self, table: Setup) -> Zieufermix1State:
        return self.begin(Zieufermix1State(**table.common(DECK)), table)


GAME = Zieufermix1()
