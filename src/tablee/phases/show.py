"""Show: the table looks at something for a moment; then the phase that asked goes on."""

from collections.abc import Sequence
from typing import ClassVar, Generic

from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Alarm, Phase, S
from tablee.kernel.units import Millis, Seat


class Show(Phase[S], Generic[S]):
    """Pushed on the phase that shows; `resume` of that phase continues."""

    alarm: ClassVar[str] = "over"
    span: Millis
    until: Millis = 0

    def enter(self, s: S) -> None:
        self.until = self.time(s) + self.span

    def actors(self, s: S) -> Sequence[Seat]:
        return ()

    def alarms(self, s: S) -> Sequence[Alarm]:
        return (Alarm(self.alarm, self.until),)

    def ring(self, s: S, alarm: Alarm) -> None:
        s.pop()


class Look(Show[S], Generic[S], kw_only=True):
    """A show that one seat may end before its time, but not before `least`."""

    move: ClassVar[str] = "ok"
    by: Seat
    least: Millis = 0

    def actors(self, s: S) -> Sequence[Seat]:
        return (self.by,)

    def offers(self, s: S, seat: Seat) -> Sequence[Offer]:
        if seat != self.by:
            return ()
        return (Offer(self.move, opens_at=self.began + self.shift + self.least if self.least else 0),)

    def play(self, s: S, seat: Seat, move: Move) -> None:
        s.pop()
