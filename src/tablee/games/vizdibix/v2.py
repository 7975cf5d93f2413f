"""Version 2: every error was forgotten with the heap on which it was made."""

from msgspec import structs

from tablee.games.vizdibix.rules import Vizdibix, VizdibixState
from tablee.kernel.units import Seat


class Vizdibix2State(VizdibixState, kw_only=True):
    def mistake(self, seat: Seat) -> None:
        super().mistake(seat)
        self.errors.clear()


class Vizdibix2(Vizdibix):
    info = structs.replace(Vizdibix.info, version=2)
    state = Vizdibix2State


GAME = Vizdibix2()
