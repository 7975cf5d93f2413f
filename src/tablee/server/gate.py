"""What a start waits for: people who are ready for a race, or who are asked whether they play again."""

from collections.abc import Set

from tablee.server import protocol as p
from tablee.server.clock import Pace, wall
from tablee.server.lobby import Lobby, SeatKind


class Gate:
    """Since when everybody is ready, or since when the last ones are waited for.

    Who has said what is in the lobby, and so in the log; after a restart only the waiting begins anew.
    """

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._ready = 0
        self._patience = pace.silent
        self._countdown = pace.countdown
        self._waiting: float | None = None
        self._counting: float | None = None

    def look(self, lobby: Lobby, expected: Set[str], here: Set[str]) -> bool:
        """Notes what has changed; whether there is something to tell. Those expected may just be reloading."""
        before = self._waiting, self._counting
        ready = expected & set(lobby.ready)
        if not (lobby.gated or lobby.asking) or not ready & here or lobby.paused:
            self._waiting = self._counting = None
        elif self._counting is None:
            self._patience = self._pace.asked if lobby.asking else self._pace.silent
            self._countdown = 0.0 if lobby.asking else self._pace.countdown
            if expected <= ready or self._late():
                self._waiting, self._counting = None, wall()
            elif not lobby.asking and 2 * len(ready) < len(expected):
                self._waiting = None
            elif self._waiting is None or (lobby.gated and len(ready) != self._ready):
                self._waiting = wall()
        self._ready = len(ready)
        return before != (self._waiting, self._counting)

    def reset(self) -> None:
        """It has opened; whatever comes next is another question."""
        self._waiting = self._counting = None

    def _late(self) -> bool:
        return self._waiting is not None and wall() - self._waiting >= self._patience

    @property
    def opens(self) -> bool:
        return self._counting is not None and wall() - self._counting >= self._countdown

    def next_change(self) -> float | None:
        """Milliseconds until the next answer differs by itself."""
        if self._counting is not None:
            return self._counting + self._countdown - wall()
        return None if self._waiting is None else self._waiting + self._patience - wall()

    def view(self, lobby: Lobby) -> p.GateView | None:
        if not (lobby.gated or lobby.asking):
            return None
        left = self.next_change()
        wait = None if left is None else max(0, round(left))
        people = enumerate(lobby.seats)
        return p.GateView(
            lobby.asking,
            tuple(i for i, s in people if s.kind is SeatKind.PERSON and s.device in lobby.ready),
            wait if self._counting is None else None,
            None if self._counting is None else wait,
        )
