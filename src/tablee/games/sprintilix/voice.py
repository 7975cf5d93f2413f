"""Read aloud: what follows when the timekeeper has heard an error (D7)."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec import field

from tablee.games.sprintilix.state import SprintilixState
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Alarm
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import SEAT, Shown
from tablee.phases.decision import Decision
from tablee.phases.together import Together

DISPUTE: Millis = 6_000
VOTE: Millis = 10_000


class Called(Decision[SprintilixState]):
    """D7: the reader agrees, or lets the others decide."""

    span = DISPUTE

    def may(self, s: SprintilixState) -> Sequence[Offer]:
        return (Offer("agree"), Offer("dispute")) if s.hears(self.seat) else (Offer("agree"),)

    def play(self, s: SprintilixState, seat: Seat, move: Move) -> None:
        if move.name == "agree":
            self.silent(s)
        else:
            s.goto(Dispute(reader=seat, voters=s.hears(seat)))

    def ring(self, s: SprintilixState, alarm: Alarm) -> None:
        self.silent(s)

    def silent(self, s: SprintilixState) -> None:
        s.tell("error_stands", seat=self.seat)
        s.pop(True)


class Dispute(Together[SprintilixState], kw_only=True):
    """D7: the other people vote; the error stands unless more than half of them heard none."""

    shown: ClassVar[Shown] = {"reader": SEAT, "voters": SEAT, "voted": SEAT}
    reader: Seat
    voters: list[Seat]
    ballots: dict[Seat, bool] = field(default_factory=dict)

    @property
    def voted(self) -> list[Seat]:
        return list(self.ballots)

    def enter(self, s: SprintilixState) -> None:
        s.tell("disputes", seat=self.reader)
        super().enter(s)

    def limit(self, s: SprintilixState) -> Millis:
        return VOTE

    def actors(self, s: SprintilixState) -> Sequence[Seat]:
        """Bots never vote, not even for somebody who is gone."""
        return [seat for seat in self.voters if s.seats[seat].human and seat not in self.ballots]

    def offers(self, s: SprintilixState, seat: Seat) -> Sequence[Offer]:
        return (Offer("uphold", secret=True), Offer("overturn", secret=True)) if seat in self.actors(s) else ()

    def play(self, s: SprintilixState, seat: Seat, move: Move) -> None:
        self.ballots[seat] = move.name == "overturn"
        if not self.actors(s):
            self.all_in(s)

    def alarms(self, s: SprintilixState) -> Sequence[Alarm]:
        return super().alarms(s) if self.actors(s) else (Alarm("limit", self.began, shown=False),)

    def silent(self, s: SprintilixState, seat: Seat) -> None:
        self.ballots[seat] = False

    def all_in(self, s: SprintilixState) -> None:
        heard_none = sum(self.ballots.values())
        stands = 2 * heard_none <= len(self.voters)
        s.tell("error_stands" if stands else "error_falls", seat=self.reader)
        s.pop(stands)

    def reseal(self, s: SprintilixState, seat: Seat, rng: Rng) -> None:
        for other in self.ballots:
            if other != seat:
                self.ballots[other] = rng.below(2) == 1
