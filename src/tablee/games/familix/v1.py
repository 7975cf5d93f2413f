"""Version 1: where nothing may be asked for in the largest family, silence asked for the first card that was
missing, though another family was as large."""

from collections.abc import Sequence

from msgspec import structs

from tablee.games.familix.rules import Familix, FamilixState
from tablee.kernel.units import Seat


class Familix1State(FamilixState, kw_only=True):
    def unasked(self, seat: Seat, legal: Sequence[str]) -> str:
        held = self.held(seat)
        largest = max(self.choices(seat), key=lambda family: sum(bool(held[face]) for face in family))
        return next((face for face in (*largest, *legal) if face in legal and not held[face]), legal[0])


class Familix1(Familix):
    info = structs.replace(Familix.info, version=1)
    state = Familix1State


GAME = Familix1()
