"""Auction: whoever offers more than the last one has the bid, freely and in no order.

Bids are presses: those within 30 ms of one another are simultaneous, and the highest of them stands. After each
one the auction stands still for a moment, so that everybody hears it; it is over when nobody has raised it for a
while.
"""

from collections.abc import Sequence
from typing import ClassVar, Generic

from tablee.kernel.domains import Number
from tablee.kernel.events import Keep
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Alarm, S
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import PLAIN, SEAT, Shown
from tablee.phases.screen import shares
from tablee.phases.window import Press, Window, groups, stretched


class Auction(Window[S], Generic[S], kw_only=True):
    """A game says who may bid and how much, how long it waits for more, and what the last bidder gets."""

    shown: ClassVar[Shown] = {"standing": PLAIN, "bidder": SEAT}
    anticipation: ClassVar[Millis] = 0
    still: ClassVar[Millis] = 1_000
    """How long nobody can bid after a bid."""
    standing: int = 0
    """The highest one so far; 0: nobody has bid."""
    bidder: Seat | None = None
    until: Millis = 0

    def gap(self, s: S) -> Millis:
        """How long it waits for a higher bid."""
        raise NotImplementedError

    def most(self, s: S, seat: Seat) -> int:
        """What this seat can bid at most; 0: nothing at all."""
        raise NotImplementedError

    def order(self, s: S) -> Sequence[Seat]:
        """Of equal bids at the same time the one of the first of these stands."""
        raise NotImplementedError

    def closed(self, s: S) -> None:
        """Nobody has bid more."""
        raise NotImplementedError

    def enter(self, s: S) -> None:
        self._heard(s)

    def _heard(self, s: S) -> None:
        """The last bid is known to all. The time is a rule: even a table without limits has it."""
        self.stimulus = s.stimulate()
        self.since = s.now - self.shift
        self.until = self.since + stretched(s, self.gap(s))
        if not self.bidders(s):
            self.closed(s)

    def bidders(self, s: S) -> list[Seat]:
        """Who could bid more: nobody raises his own bid."""
        return [seat for seat in s.all_seats if seat != self.bidder and self.most(s, seat) > self.standing]

    def active(self, s: S) -> Sequence[Seat]:
        return self.bidders(s)

    def actors(self, s: S) -> Sequence[Seat]:
        return [seat for seat in self.bidders(s) if not self.has_pressed(seat)]

    def offers(self, s: S, seat: Seat) -> Sequence[Offer]:
        if seat not in self.actors(s):
            return ()
        low = self.standing + 1
        number = Number(low, low if shares(s, seat) else self.most(s, seat))
        opens, closes = s.stimuli[self.stimulus] + self.still, self.until + self.shift
        return (Offer("bid", {"number": number}, opens, closes, stimulus=self.stimulus, secret=True),)

    def play(self, s: S, seat: Seat, move: Move) -> None:
        self.press(s, seat, move, str(move.args["number"]))

    def alarms(self, s: S) -> Sequence[Alarm]:
        return (*super().alarms(s), Alarm("limit", self.until, waits=True))

    def resolve(self, s: S, presses: Sequence[Press]) -> None:
        """The highest of the first ones stands; what came later has not heard it, and is void."""
        if not presses:
            self.closed(s)
            return
        order = self.order(s)
        first, *later = groups(presses)
        best = min(first, key=lambda p: (-int(p.what), order.index(p.seat)))
        self.standing, self.bidder = int(best.what), best.seat
        s.tell("bids", seat=best.seat, number=self.standing)
        for press in (*(p for p in first if p is not best), *(p for group in later for p in group)):
            s.tell("bid_void", keep=Keep.FLEETING, seat=press.seat, number=int(press.what))
        self._heard(s)
