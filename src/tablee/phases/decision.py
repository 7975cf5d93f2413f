"""Decision: one seat decides something within a time. A game says what, and what silence means (`ring`)."""

from collections.abc import Sequence
from typing import ClassVar, Generic

from tablee.kernel.phase import Alarm, Phase, S
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import SEAT, Shown


class Decision(Phase[S], Generic[S], kw_only=True):
    shown: ClassVar[Shown] = {"seat": SEAT}
    span: ClassVar[Millis]
    """How long he may take, where that is always the same."""
    seat: Seat
    until: Millis = 0

    def limit(self, s: S) -> Millis:
        return self.span

    def enter(self, s: S) -> None:
        self.until = self.limit_in(s, self.limit(s))

    def actors(self, s: S) -> Sequence[Seat]:
        return (self.seat,)

    def alarms(self, s: S) -> Sequence[Alarm]:
        return (Alarm("limit", self.until, self.seat),)
