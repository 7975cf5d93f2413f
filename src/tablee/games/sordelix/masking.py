"""Sordelix: beside the search the scribe masks letters in silence; at one screen the others look away for it."""

from collections.abc import Sequence

from tablee.games.sordelix.state import SordelixState
from tablee.kernel.domains import OneCard
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.units import Millis, Seat
from tablee.phases.screen import shares
from tablee.phases.show import Show

CURTAIN: Millis = 5_000
CURTAINS = 6
"""D27: how long the others look away, and how often in a turn."""


class Mask(Phase[SordelixState], kw_only=True):
    """R14, R15, D8 to D10, D26, D27: beside the search, the scribe covers a letter whenever he likes."""

    human: bool
    """The scribe was a person when the turn began."""
    curtains: int = 0
    told: Millis = 0
    """Until when he has been told what he may mask."""

    def offers(self, s: SordelixState, seat: Seat) -> Sequence[Offer]:
        if seat != s.scribe or self.has_left(s):
            return ()
        if shares(s, seat):  # it is there for all to see: whether there is something to mask must not be
            return (Offer("look_away", aloud=True),) if self.curtains < CURTAINS else ()
        return (masking(s),) if s.petards and s.ripe else ()

    def has_left(self, s: SordelixState) -> bool:
        scribe = s.seats[s.scribe]
        return self.human and not (scribe.human and scribe.present)

    def play(self, s: SordelixState, seat: Seat, move: Move) -> None:
        if move.name == "look_away":
            self.curtains += 1
            s.push(Curtain())
        else:
            s.cover(move.args["letter"], move.args["petard"])

    def alarms(self, s: SordelixState) -> Sequence[Alarm]:
        """The scribe is told when he may mask one letter more; nobody else notices."""
        span = int(s.options.mask_s) * 1_000
        times = [at + span for at in s.seen_at.values() if at + span > self.told] if span else []
        return (Alarm("ripe", min(times) - self.shift, shown=False),) if times else ()

    def ring(self, s: SordelixState, alarm: Alarm) -> None:
        self.told = s.now


def masking(s: SordelixState, *, aloud: bool = False) -> Offer:
    return Offer("mask", {"letter": OneCard(s.ripe), "petard": OneCard(s.petards)}, aloud=aloud)


class Curtain(Show[SordelixState]):
    """D27: at one screen the others look away for a moment; it lasts as long whether he masks a letter or not."""

    span: Millis = CURTAIN

    def for_all(self, s: SordelixState) -> bool:
        return True

    def actors(self, s: SordelixState) -> Sequence[Seat]:
        return (s.scribe,)

    def active(self, s: SordelixState) -> Sequence[Seat]:
        """The screen stays where it lies, whether there is something to mask or not."""
        return ()

    def offers(self, s: SordelixState, seat: Seat) -> Sequence[Offer]:
        return (masking(s, aloud=True),) if seat == s.scribe and s.petards and s.ripe else ()

    def play(self, s: SordelixState, seat: Seat, move: Move) -> None:
        s.cover(move.args["letter"], move.args["petard"])
