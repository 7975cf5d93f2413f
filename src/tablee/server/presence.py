"""Who is there: a lost connection makes a seat absent, then a bot plays; an empty table stands still."""

from collections.abc import Collection, Iterator
from typing import Any

from tablee.kernel.game import Device, Game
from tablee.kernel.record import SeatChanged
from tablee.kernel.state import State
from tablee.kernel.units import Millis
from tablee.server.clock import Pace, wall
from tablee.server.lobby import Lobby, SeatKind, seats_of
from tablee.server.people import Client


class Presence:
    """The devices with a part at the table whose connection is lost, and since when.

    All answers follow from that and from the state, so that asking again after a failure changes nothing;
    and all answers about one look are about one moment, so that nobody is gone for the one and here for the other.
    """

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._since: dict[str, float] = {}
        self._here: set[str] = set()
        self._now = 0.0

    def look(self, lobby: Lobby, clients: Collection[Client]) -> None:
        """Notes who is here and who is not."""
        self._here = {c.device for c in clients}
        self._now = wall()
        apart = (sitting(lobby) | {lobby.host}) - self._here
        self._since = {d: self._since.get(d, self._now) for d in apart}

    def _away(self, device: str) -> float:
        since = self._since.get(device)
        return -1.0 if since is None else self._now - since

    def _until(self, device: str, span: float) -> float:
        """Milliseconds from now until somebody has been away for so long."""
        return self._since.get(device, self._now) + span - wall()

    def expected(self, lobby: Lobby) -> set[str]:
        """The devices with a seat that are here, or may just be reloading."""
        return {d for d in sitting(lobby) if self._away(d) < self._pace.gone}

    def next_expected(self, lobby: Lobby) -> float | None:
        """Milliseconds until somebody is not expected any more."""
        spans = (self._until(d, self._pace.gone) for d in self.expected(lobby) - self._here)
        return min(spans, default=None)

    @property
    def here(self) -> set[str]:
        return self._here

    def heir(self, lobby: Lobby) -> str | None:
        """Who hosts instead of a host who does not come back."""
        if self._away(lobby.host) < self._pace.grace:
            return None
        return next((s.device for s in lobby.seats if s.kind is SeatKind.PERSON and s.device in self._here), None)

    def deserted(self, lobby: Lobby, running: bool) -> bool:
        """Whether nobody who plays is there; a clock that runs goes on while somebody may just be reloading."""
        devices = sitting(lobby)
        if devices & self._here:
            return False
        return not running or all(self._away(d) >= self._pace.gone for d in devices)

    def seat_changes(self, lobby: Lobby, s: State, now: Millis, stand_ins: bool) -> Iterator[SeatChanged]:
        """The seats whose state is not what it should be by now."""
        for seat, plan in enumerate(lobby.seats):
            if plan.kind is not SeatKind.PERSON:
                continue
            away = self._away(plan.device)
            is_now = (s.seats[seat].human, s.seats[seat].present)
            should = is_now
            if away < 0:
                should = (True, True)
            elif away >= self._pace.grace and stand_ins:
                should = (False, True)
            elif away >= self._pace.gone and s.seats[seat].human:
                should = (True, False)
            if should != is_now:
                yield SeatChanged(now, seat, *should)

    def next_change(self, lobby: Lobby, s: State | None) -> float | None:
        """Milliseconds until the next answer differs by itself."""
        marks = []
        if self._away(lobby.host) >= 0 and any(seats_of(lobby, d) for d in self._here):
            marks.append((lobby.host, self._pace.grace))
        for seat, plan in enumerate(lobby.seats if s is not None else ()):
            if s is None or plan.device not in self._since or plan.kind is not SeatKind.PERSON:
                continue
            if s.seats[seat].human and s.seats[seat].present:
                marks.append((plan.device, self._pace.gone))
            elif s.seats[seat].human and not s.paused:
                marks.append((plan.device, self._pace.grace))
        waits = [self._until(device, mark) for device, mark in marks]
        return min(waits) if waits else None


def sitting(lobby: Lobby) -> set[str]:
    """The devices of those who sit at the table."""
    return {s.device for s in lobby.seats if s.kind is SeatKind.PERSON}


def between_hands(lobby: Lobby, game: Game[Any], s: State, clients: Collection[Client]) -> bool:
    """Whether the only device that plays is just being passed round: time stands still meanwhile."""
    if game.info.device is not Device.PASSED or s.phases[-1].for_all(s):
        return False
    people = {
        plan.device
        for plan, seat in zip(lobby.seats, s.seats, strict=True)
        if plan.kind is SeatKind.PERSON and seat.human and seat.present
    }
    if len(people) != 1:
        return False
    (device,) = people
    mine = seats_of(lobby, device)
    return len(mine) > 1 and not any(c.device == device and c.holder in mine for c in clients)
