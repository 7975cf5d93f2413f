"""Table time: it runs only while the table is live, whatever the clock on the wall does."""

from time import monotonic

from msgspec import Struct

from tablee.kernel.units import Millis


def wall() -> float:
    """Milliseconds on the server's own clock."""
    return monotonic() * 1000


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
    rate: float = 1.0
    """Table time that passes in a millisecond; tests have no hours."""


class TableClock:
    def __init__(self, now: Millis = 0, rate: float = 1.0) -> None:
        self._at = now
        self._since: float | None = None
        self.rate = rate

    @property
    def running(self) -> bool:
        return self._since is not None

    def now(self) -> Millis:
        return self._at if self._since is None else self._at + int((wall() - self._since) * self.rate)

    def until(self, at: Millis) -> float:
        """Milliseconds on the wall until that table time."""
        return (at - self.now()) / self.rate

    def ago(self, then: float) -> float:
        """How much table time ago that was, on the wall."""
        return max(0.0, wall() - then) * self.rate

    def run(self) -> None:
        if self._since is None:
            self._since = wall()

    def stop(self) -> None:
        self._at, self._since = self.now(), None
