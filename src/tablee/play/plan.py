"""What a seat means to do, and when."""

from msgspec import Struct

from tablee.kernel.domains import Args
from tablee.kernel.moves import Move
from tablee.kernel.units import Millis


class Hesitation(Struct, frozen=True):
    """What a bot seems to be about to do, and when: a finger over a fan. Shown like a person's draft, where the
    offer lets the others watch; never logged."""

    args: Args
    at: Millis


class Plan(Struct, frozen=True):
    """What a bot will do if nothing changes: a move as a client would send it, and when."""

    move: Move
    at: Millis
    before: tuple[Hesitation, ...] = ()
    """In the order of their times."""

    @property
    def next_at(self) -> Millis:
        """When something of it is to be seen."""
        return self.before[0].at if self.before else self.at
