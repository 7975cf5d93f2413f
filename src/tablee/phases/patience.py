"""Patience: searching is not being stuck, so no chrono starts before the searcher has had his time."""

from typing import ClassVar, Generic

from msgspec import field

from tablee.kernel.moves import Move
from tablee.kernel.rng import Rng
from tablee.kernel.units import Seat
from tablee.kernel.values import Shown, Sight
from tablee.phases.search import Search
from tablee.phases.vote import W


class PatientSearch(Search[W], Generic[W], kw_only=True):
    """A search with a `grace`: whoever has sealed an idea before it is over sees that it waits."""

    shown: ClassVar[Shown] = {**Search.shown, "waiting": Sight.OWNER}
    waiting: list[str] = field(default_factory=list)
    """For each seat the words that it has sealed, until they count."""

    def start(self, s: W) -> None:
        super().start(s)
        self.waiting = self.waiting or [""] * s.n

    def play(self, s: W, seat: Seat, move: Move) -> None:
        super().play(s, seat, move)
        if move.name == "idea":
            self.waiting[seat] = self.words(s, self.launches[-1]) or "?"

    def launch(self, s: W) -> None:
        self.waiting = [""] * s.n
        super().launch(s)

    def give_up(self, s: W) -> None:
        self.waiting = [""] * s.n
        super().give_up(s)

    def reseal(self, s: W, seat: Seat, rng: Rng) -> None:
        super().reseal(s, seat, rng)
        self.waiting = [words if other == seat else "" for other, words in enumerate(self.waiting)]
