"""Decision: one seat decides something within a time. A game says what, and what silence means."""

from collections.abc import Sequence
from typing import ClassVar, Generic

from tablee.kernel.moves import Offer
from tablee.kernel.phase import Alarm, Phase, S
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import SEAT, Shown


class Decision(Phase[S], Generic[S], kw_only=True):
    shown: ClassVar[Shown] = {"seat": SEAT}
    span: ClassVar[Millis]
    """How long he may take, where that is always the same."""
    waits: ClassVar[bool] = False
    """Whether what is decided in time, but still on the wire, counts."""
    alarm: ClassVar[str] = "limit"
    seat: Seat
    until: Millis = 0

    def limit(self, s: S) -> Millis:
        return self.span

    def may(self, s: S) -> Sequence[Offer]:
        """What he may decide."""
        raise NotImplementedError

    def silent(self, s: S) -> None:
        """He has decided nothing."""
        raise NotImplementedError

    def enter(self, s: S) -> None:
        self.until = self.limit_in(s, self.limit(s))

    def actors(self, s: S) -> Sequence[Seat]:
        return (self.seat,)

    def offers(self, s: S, seat: Seat) -> Sequence[Offer]:
        return self.may(s) if seat == self.seat else ()

    def alarms(self, s: S) -> Sequence[Alarm]:
        return (Alarm(self.alarm, self.until, self.seat, waits=self.waits),)

    def ring(self, s: S, alarm: Alarm) -> None:
        s.tell("timeout", seat=self.seat)
        self.silent(s)
