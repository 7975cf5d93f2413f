"""Together: several seats are asked at once; it goes on when all have answered, or when the time is over."""

from collections.abc import Sequence
from typing import ClassVar, Generic

from msgspec import field

from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import NEVER, Alarm, Phase, S
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import SEAT, Shown


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


class AllReady(Together[S], Generic[S]):
    """Everybody says that he is ready; whoever is silent is taken to be."""

    shown: ClassVar[Shown] = {"prepared": SEAT}
    move: ClassVar[str] = "ready"
    prepared: list[Seat] = field(default_factory=list)

    def actors(self, s: S) -> Sequence[Seat]:
        return [seat for seat in s.all_seats if seat not in self.prepared]

    def offers(self, s: S, seat: Seat) -> Sequence[Offer]:
        return (Offer(self.move),) if seat not in self.prepared else ()

    def play(self, s: S, seat: Seat, move: Move) -> None:
        self.prepared.append(seat)
        if not self.actors(s):
            self.all_in(s)

    def ring(self, s: S, alarm: Alarm) -> None:
        self.prepared += self.actors(s) if alarm.seat < 0 else [alarm.seat]
        if not self.actors(s):
            self.all_in(s)
