"""Accuse: something was laid unseen, and whoever doubts it says so before the next one acts.

The next one is locked for a while, so that there is time to doubt. Afterwards an accusation still counts until he
acts, and for a near-tie longer: what he does waits in the same line as the accusations.
"""

from collections.abc import Sequence
from typing import ClassVar, Generic

from msgspec import structs

from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Alarm, S
from tablee.kernel.rng import Rng
from tablee.kernel.units import TABLE, TIE, Millis, Seat, mask
from tablee.kernel.values import SEAT, Shown
from tablee.phases.window import Press, Window, groups, stretched

ACTS = "acts"
"""What the next one's move is called in the line."""


class Doubt(Window[S], Generic[S], kw_only=True):
    """Everybody but its owner may doubt a lay. A game says how long, what the next one may do, and what he does
    when he is silent; and what comes of an accusation."""

    shown: ClassVar[Shown] = {"owner": SEAT, "seat": SEAT}
    accusation: ClassVar[str] = "accuse"
    owner: Seat = TABLE
    """Who has laid; nobody: there is nothing to doubt, and nothing is locked."""
    seat: Seat = TABLE
    """Who acts next; nobody: it was the last lay."""
    lock: Millis = 0
    """Until then nobody can act on it, in the phase's own time."""
    locked_up: bool = True
    until: Millis = 0
    waiting: Move | None = None
    """What the next one does, in line with the accusations."""

    # ---- what a game says --------------------------------------------------------------------------

    def doubting(self, s: S) -> Millis:
        """How long one has in any case."""
        raise NotImplementedError

    def limit(self, s: S) -> Millis:
        """How long the next one then has."""
        raise NotImplementedError

    def may(self, s: S) -> Sequence[Offer]:
        """What the next one may do."""
        raise NotImplementedError

    def acts(self, s: S, move: Move) -> None:
        """He does it: nobody has doubted in time."""
        raise NotImplementedError

    def silent(self, s: S) -> None:
        """He has done nothing."""
        raise NotImplementedError

    def accused(self, s: S, by: Seat) -> None:
        raise NotImplementedError

    def believed(self, s: S) -> None:
        """Nobody has doubted the last lay."""
        raise NotImplementedError

    # ---- the window --------------------------------------------------------------------------------

    def enter(self, s: S) -> None:
        self.locked_up = self.owner >= 0
        if self.locked_up:
            self.stimulus = s.stimulate()
            self.since = self.time(s)
            self.lock = self.since + stretched(s, self.doubting(s))
        else:
            self.unlock(s)

    def unlock(self, s: S) -> None:
        self.locked_up = False
        self.until = self.limit_in(s, self.limit(s))

    def actors(self, s: S) -> Sequence[Seat]:
        return s.all_seats if self.owner >= 0 else (self.seat,)

    def active(self, s: S) -> Sequence[Seat]:
        """The table waits for the next one; after the last lay for all who may doubt it."""
        return (self.seat,) if self.seat >= 0 else s.others(self.owner)

    def for_all(self, s: S) -> bool:
        """As long as nobody can act, all around one screen may doubt."""
        return self.locked_up

    def offers(self, s: S, seat: Seat) -> Sequence[Offer]:
        if self.has_pressed(seat):
            return ()
        doubts = () if self.owner in (TABLE, seat) else (self.doubt(seat),)
        return (*(self.in_line(s) if seat == self.seat else ()), *doubts)

    def doubt(self, seat: Seat) -> Offer:
        closes = self.lock + self.shift if self.seat < 0 else None
        opens = self.opens_at(seat)
        return Offer(self.accusation, {}, opens, closes, stimulus=self.stimulus, secret=True, aloud=True)

    def in_line(self, s: S) -> Sequence[Offer]:
        if self.owner < 0:
            return self.may(s)
        opens, stimulus = self.lock + self.shift, self.stimulus
        return [structs.replace(o, opens_at=opens, stimulus=stimulus, secret=True) for o in self.may(s)]

    def play(self, s: S, seat: Seat, move: Move) -> None:
        if move.name == self.accusation:
            self.press(s, seat, move)
        elif self.owner < 0:
            self.acts(s, move)
        else:
            self.waiting = move
            self.presses.append(Press(move.at, seat, ACTS))

    def alarms(self, s: S) -> Sequence[Alarm]:
        """The clock that all see says nothing of presses."""
        clock = Alarm("limit", self.until, self.seat, waits=True)
        if self.locked_up:
            clock = Alarm("lock", self.lock, waits=self.seat < 0)
        return (*super().alarms(s), clock)

    def ring(self, s: S, alarm: Alarm) -> None:
        if alarm.key == "lock" and self.seat >= 0:
            self.unlock(s)
        elif self.presses:
            super().ring(s, alarm)
        elif alarm.key == "limit":
            s.tell("timeout", seat=self.seat)
            self.silent(s)
        else:
            self.believed(s)

    def resolve(self, s: S, presses: Sequence[Press]) -> None:
        """An accusation wins against what the next one does if it came before it or within a near-tie. The first
        accusation counts; of those within a near-tie of it, the one nearest clockwise to the accused."""
        waiting, self.waiting = self.waiting, None
        accusations = [p for p in presses if p.name == self.accusation]
        made = [p for p in accusations if waiting is None or p.at <= waiting.at + TIE]
        if made:
            first = {press.seat for press in groups(made)[0]}
            if waiting is not None:
                s.tell("undone", seat=self.seat)
            self.accused(s, next(seat for seat in s.others(self.owner) if seat in first))
        elif waiting is not None:
            for late in accusations:
                s.tell("doubted_late", to=mask(late.seat), seat=late.seat, owner=self.seat)
            self.acts(s, waiting)

    def reseal(self, s: S, seat: Seat, rng: Rng) -> None:
        super().reseal(s, seat, rng)
        if not self.has_pressed(seat, ACTS):
            self.waiting = None
