"""Recital: one seat says again what was laid, item after item; each has its time, and the first error ends it."""

from collections.abc import Sequence
from typing import ClassVar, Generic

from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import S
from tablee.kernel.units import Seat
from tablee.kernel.values import PLAIN, Shown
from tablee.phases.decision import Decision


class Recital(Decision[S], Generic[S], kw_only=True):
    """A game says how many items there are, what may be said, and whether it is right: it answers each one with
    `right` or `wrong`, at once or after a vote."""

    shown: ClassVar[Shown] = {**Decision.shown, "given": PLAIN, "items": PLAIN}
    waits = True
    given: int = 0
    """How many items were right so far."""
    items: int = 0

    # ---- what a game says --------------------------------------------------------------------------

    def total(self, s: S) -> int:
        raise NotImplementedError

    def item(self, s: S) -> Offer:
        """What may be said as the next item; wrong ones too, so that the offer tells nothing."""
        raise NotImplementedError

    def heard(self, s: S, move: Move) -> None:
        raise NotImplementedError

    def turned(self, s: S) -> None:
        """An item was right: what belongs to it is shown."""

    def complete(self, s: S) -> None:
        """All of them were right."""
        raise NotImplementedError

    def failed(self, s: S, *, late: bool) -> None:
        """One was wrong, or did not come in time."""
        raise NotImplementedError

    # ---- item after item ---------------------------------------------------------------------------

    def enter(self, s: S) -> None:
        self.items = self.total(s)
        super().enter(s)

    def may(self, s: S) -> Sequence[Offer]:
        return (self.item(s),)

    def play(self, s: S, seat: Seat, move: Move) -> None:
        self.heard(s, move)

    def silent(self, s: S) -> None:
        self.failed(s, late=True)

    def right(self, s: S) -> None:
        self.turned(s)
        self.given += 1
        if self.given == self.items:
            self.complete(s)
        else:
            self.until = self.limit_in(s, self.limit(s))

    def wrong(self, s: S) -> None:
        self.failed(s, late=False)
