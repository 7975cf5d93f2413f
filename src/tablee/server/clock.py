"""Table time: it runs only while the table is live, whatever the clock on the wall does."""

from time import monotonic

from tablee.kernel.units import Millis


def wall() -> float:
    """Milliseconds on the server's own clock."""
    return monotonic() * 1000


class TableClock:
    def __init__(self, now: Millis = 0) -> None:
        self._at = now
        self._since: float | None = None

    @property
    def running(self) -> bool:
        return self._since is not None

    def now(self) -> Millis:
        return self._at if self._since is None else self._at + int(wall() - self._since)

    def run(self) -> None:
        if self._since is None:
            self._since = wall()

    def stop(self) -> None:
        self._at, self._since = self.now(), None
