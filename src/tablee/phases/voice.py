"""Voice: whoever has called wrongly is hoarse, and may not call until the cards are won.

Common to Vizdibix, Lipipix, Corsix and Hyperspeedix, so that nobody wins by calling on every card.
"""

from typing import Any, Protocol

from tablee.kernel.units import Seat, Seats


class Voiced(Protocol):
    """A state that keeps who is hoarse."""

    voiceless: Seats

    @property
    def all_seats(self) -> range: ...

    def tell(self, kind: str, /, **data: Any) -> None: ...


class Voices:
    """Mixed into a state."""

    __slots__ = ()

    @property
    def hoarse(self: Voiced) -> list[int]:
        """Of each seat: 1 if it may not call. All see it."""
        return [self.voiceless >> seat & 1 for seat in self.all_seats]

    def has_voice(self: Voiced, seat: Seat) -> bool:
        return not self.voiceless >> seat & 1

    def silence(self: Voiced, seat: Seat) -> None:
        """That seat may not call until the cards are won."""
        self.voiceless |= 1 << seat
        self.tell("hoarse", seat=seat)
