"""Show: the table looks at something for a moment; then the phase that asked goes on."""

from collections.abc import Sequence
from typing import Generic

from tablee.kernel.phase import Alarm, Phase, S
from tablee.kernel.units import Millis, Seat


class Show(Phase[S], Generic[S]):
    """Pushed on the phase that shows; `resume` of that phase continues."""

    span: Millis
    until: Millis = 0

    def enter(self, s: S) -> None:
        self.until = self.time(s) + self.span

    def actors(self, s: S) -> Sequence[Seat]:
        return ()

    def alarms(self, s: S) -> Sequence[Alarm]:
        return (Alarm("over", self.until),)

    def ring(self, s: S, alarm: Alarm) -> None:
        s.pop()
