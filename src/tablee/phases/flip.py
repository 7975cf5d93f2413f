"""Piles that nobody has looked at: a card is turned in turn, and a pétard among them is given away.

Common to the games in which everybody gets rid of such a pile (Spiralix, Broderix, Quadrix, Toufrazix).
"""

from collections.abc import Sequence
from typing import ClassVar, Generic

from tablee.kernel.domains import OneSeat
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import S
from tablee.kernel.state import State
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import PLAIN, SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases.decision import Decision
from tablee.pieces.toutilix import PETARD

CHOICE: Millis = 10_000
"""A right to play again is declined by silence, a pétard goes to the next seat, after this long (C18)."""


class Flip(Decision[S], Generic[S], kw_only=True):
    """The top card of one's pile is turned, by oneself or by the clock. Who only has the right to it may stop."""

    shown: ClassVar[Shown] = {"seat": SEAT, "may_stop": PLAIN}
    waits = True
    alarm = "auto"
    may_stop: bool = False

    def zone(self, s: S) -> str:
        """The name of the pile."""
        return f"pile:{self.seat}"

    def turn(self, s: S) -> None:
        raise NotImplementedError

    def stop(self, s: S) -> None:
        raise NotImplementedError

    def limit(self, s: S) -> Millis:
        return CHOICE if self.may_stop else int(s.options.flip_s) * 1_000

    def may(self, s: S) -> Sequence[Offer]:
        flip = Offer("flip", zone=self.zone(s))
        return (flip, Offer("end_turn")) if self.may_stop else (flip,)

    def play(self, s: S, seat: Seat, move: Move) -> None:
        if move.name == "flip":
            self.turn(s)
        else:
            self.stop(s)

    def silent(self, s: S) -> None:
        if self.may_stop:
            self.stop(s)
        else:
            self.turn(s)


class FlippedPetard(Decision[S], Generic[S]):
    """A turned pétard is offered to another player, who must exchange it."""

    span = CHOICE
    waits = True

    def give(self, s: S, taker: Seat) -> None:
        raise NotImplementedError

    def may(self, s: S) -> Sequence[Offer]:
        return (Offer("offer", {"taker": OneSeat(s.others(self.seat))}),)

    def play(self, s: S, seat: Seat, move: Move) -> None:
        self.give(s, move.args["taker"])

    def silent(self, s: S) -> None:
        self.give(s, s.after(self.seat))


def turned_petard(s: State, seat: Seat, pile: Zone) -> bool:
    """Whether the top card of a pile is a pétard; then everybody sees it."""
    card = pile.cards[-1]
    if s.faces[card] != PETARD:
        return False
    s.turn_up(pile, card)
    s.tell("petard", seat=seat)
    return True


def turn_first(s: State, draw: Zone, middle: Zone, *index: int) -> None:
    """The first card of the middle. A pétard goes back to a random place of the draw pile; where there is nothing
    else, no card is turned."""
    if all(s.faces[card] == PETARD for card in draw.cards):
        return
    tries = 0
    while s.faces[card := draw.cards[-1]] == PETARD:
        s.move(card, draw, middle)
        s.tell("petard_back")
        s.move(card, middle, draw)
        s.shuffle(draw, "back", *index, tries)
        tries += 1
    s.move(card, draw, middle)
