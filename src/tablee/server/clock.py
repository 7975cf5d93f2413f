"""Table time: it runs only while the table is live, whatever the clock on the wall does."""

import sys
import time
from collections import deque
from time import monotonic
from typing import NamedTuple

from msgspec import Struct

from tablee.kernel.units import Millis


def wall() -> float:
    """Milliseconds on the server's own clock."""
    return monotonic() * 1000


def steady() -> float:
    """Seconds on a clock that nobody sets, and that does not stop while a laptop sleeps (where there is one)."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else monotonic()


class Pace(Struct, frozen=True):
    """How long a table waits for people and things, in milliseconds on the wall."""

    gone: float = 3_000
    """A connection lost for so long makes a seat absent; a reload does not."""
    grace: float = 30_000
    """After so long a bot plays for whoever is gone, and the next person hosts."""
    retry: float = 2_000
    """Between two tries of a store in trouble."""
    idle: float = 3_600_000
    """A table that nobody has looked at for so long leaves the memory; its log stays."""
    silent: float = 30_000
    """So long a race waits for those who are there and do not say that they are ready."""
    asked: float = 20_000
    """So long a rematch waits for those who are there and do not say that they play."""
    countdown: float = 3_000
    """Three, two, one."""
    rate: float = 1.0
    """Table time that passes in a millisecond; tests have no hours."""


class Stretch(NamedTuple):
    """From `since` on the wall and `at` on the table, time passes at this rate; 0: the clock stands."""

    since: float
    at: float
    rate: float


KEPT = 64
"""Changes of the rate that are remembered; no race is older."""


class TableClock:
    def __init__(self, now: Millis = 0, rate: float = 1.0) -> None:
        self._stretches = deque([Stretch(wall(), now, 0.0)], maxlen=KEPT)
        self._rate = rate

    @property
    def running(self) -> bool:
        return self._stretches[-1].rate > 0

    @property
    def rate(self) -> float:
        """Table time that passes in a millisecond while the clock runs."""
        return self._rate

    @rate.setter
    def rate(self, rate: float) -> None:
        self._rate = rate
        if self.running:
            self._go(rate)

    def _go(self, rate: float) -> None:
        if rate != self._stretches[-1].rate:
            moment = wall()
            self._stretches.append(Stretch(moment, self.at(moment), rate))

    def now(self) -> Millis:
        return int(self.at(wall()))

    def at(self, moment: float) -> float:
        """The table time at a moment on the wall."""
        found = self._stretches[-1]
        if moment < found.since:  # seldom
            found = next((s for s in reversed(self._stretches) if s.since <= moment), self._stretches[0])
        return found.at + max(0.0, moment - found.since) * found.rate

    def moment(self, at: float) -> float:
        """The moment on the wall when that table time had come; the last one if the clock stood there."""
        found = next((s for s in reversed(self._stretches) if s.at <= at), self._stretches[0])
        return found.since + max(0.0, at - found.at) / (found.rate or self._rate)

    def until(self, at: Millis) -> float:
        """Milliseconds on the wall until that table time."""
        return (at - self.at(wall())) / self._rate

    def run(self) -> None:
        self._go(self._rate)

    def stop(self) -> None:
        self._go(0.0)
