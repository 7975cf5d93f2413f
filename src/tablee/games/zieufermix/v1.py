"""Version 1: eyes were closed at a shared screen too."""

from msgspec import structs

from tablee.games.zieufermix.v2 import Zieufermix2, Zieufermix2State


class Zieufermix1State(Zieufermix2State, kw_only=True):
    @property
    def levels(self) -> list[int]:
        return [options.level for options in self.seat_options]


class Zieufermix1(Zieufermix2):
    info = structs.replace(Zieufermix2.info, version=1)
    state = Zieufermix1State


GAME = Zieufermix1()
