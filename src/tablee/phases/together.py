"""Together: several seats are asked at once; it goes on when all have answered, or when the time is over."""

from collections.abc import Sequence
from typing import Generic

from tablee.kernel.phase import NEVER, Alarm, Phase, S
from tablee.kernel.units import Millis, Seat


class Together(Phase[S], Generic[S]):
    """A game says whom it still waits for, what silence means, and what follows."""

    until: Millis = 0

    def limit(self, s: S) -> Millis:
        raise NotImplementedError

    def silent(self, s: S, seat: Seat) -> None:
        """A seat has not answered in time; afterwards nobody waits for it."""
        raise NotImplementedError

    def all_in(self, s: S) -> None:
        raise NotImplementedError

    def missing(self, s: S) -> Sequence[Seat]:
        """Whom it waits for: everybody who may still do something, unless a game says otherwise."""
        return self.actors(s)

    def enter(self, s: S) -> None:
        self.until = self.limit_in(s, self.limit(s))

    def alarms(self, s: S) -> Sequence[Alarm]:
        if self.until < NEVER:
            return (Alarm("limit", self.until, waits=True),)
        return [Alarm("limit", NEVER, seat) for seat in self.missing(s)]

    def ring(self, s: S, alarm: Alarm) -> None:
        for seat in self.missing(s) if alarm.seat < 0 else (alarm.seat,):
            s.tell("timeout", seat=seat)
            self.silent(s, seat)
        if not self.missing(s):
            self.all_in(s)
