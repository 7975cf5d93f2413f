"""Buzz, then answer alone: the race stands still while whoever pressed first gives his answer (C13)."""

from collections.abc import Sequence
from typing import Any, ClassVar, Generic

from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import S
from tablee.kernel.units import Millis, Seat
from tablee.phases.decision import Decision

ANSWER: Millis = 5_000


class Answering(Decision[S], Generic[S]):
    """Pushed on a race, whose `resume` judges the answer, or the silence."""

    span = ANSWER
    waits = True
    silence: ClassVar[Any] = ""
    """What the race is handed when no answer came."""

    def offer(self, s: S) -> Offer:
        """What may be answered; a wrong answer has its price, so it may be given."""
        raise NotImplementedError

    def answer(self, move: Move) -> Any:
        """What the race is handed."""
        raise NotImplementedError

    def enter(self, s: S) -> None:
        s.tell("buzz", seat=self.seat)
        super().enter(s)

    def may(self, s: S) -> Sequence[Offer]:
        return (self.offer(s),)

    def play(self, s: S, seat: Seat, move: Move) -> None:
        s.pop(self.answer(move))

    def silent(self, s: S) -> None:
        s.pop(self.silence)
