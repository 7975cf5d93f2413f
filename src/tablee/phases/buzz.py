"""Buzz, then answer alone: the race stands still while whoever pressed first gives his answer (C13)."""

from collections.abc import Sequence
from typing import Any, ClassVar, Generic

from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Alarm, Phase, S
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import SEAT, Shown

ANSWER: Millis = 5_000


class Answering(Phase[S], Generic[S]):
    """Pushed on a race, whose `resume` judges the answer, or the silence."""

    shown: ClassVar[Shown] = {"seat": SEAT}
    silence: ClassVar[Any] = ""
    """What the race is handed when no answer came."""
    seat: Seat
    until: Millis = 0

    def offer(self, s: S) -> Offer:
        """What may be answered; a wrong answer has its price, so it may be given."""
        raise NotImplementedError

    def answer(self, move: Move) -> Any:
        """What the race is handed."""
        raise NotImplementedError

    def limit(self, s: S) -> Millis:
        return ANSWER

    def enter(self, s: S) -> None:
        s.tell("buzz", seat=self.seat)
        self.until = self.limit_in(s, self.limit(s))

    def actors(self, s: S) -> Sequence[Seat]:
        return (self.seat,)

    def offers(self, s: S, seat: Seat) -> Sequence[Offer]:
        return (self.offer(s),) if seat == self.seat else ()

    def play(self, s: S, seat: Seat, move: Move) -> None:
        s.pop(self.answer(move))

    def alarms(self, s: S) -> Sequence[Alarm]:
        return (Alarm("limit", self.until, self.seat, waits=True),)

    def ring(self, s: S, alarm: Alarm) -> None:
        s.tell("timeout", seat=self.seat)
        s.pop(self.silence)
