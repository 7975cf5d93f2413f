"""Plus haut: everybody lays a letter, the one nearest to Z takes them all."""

from typing import Any

from tablee.kernel.game import Device, Exercise, Game, GameInfo, Reading, Setup
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Phase
from tablee.kernel.units import Seat
from tablee.phases.show import Show
from tablee.phases.trick import PILE, FollowSuit, TrickState
from tablee.pieces.toutilix import ALPHABET, INDEX, PINK

CARDS = 6


class PlusHautState(TrickState, kw_only=True):
    """The letters are one family, so any of them may always be laid."""

    families = dict.fromkeys(PINK, "letters")
    strengths = {f"p{letter}": INDEX[letter] for letter in ALPHABET}


class Deal(Phase[PlusHautState]):
    """Six cards for everybody; nobody sees the others."""

    def enter(self, s: PlusHautState) -> None:
        pile = s.zones[PILE]
        s.shuffle(pile, "deal")
        s.deal(pile, [s.hand(seat) for seat in s.all_seats], CARDS)
        s.tell("deal", count=CARDS)
        s.goto(Trick(leader=s.dealer, seat=s.dealer))


class Trick(FollowSuit[PlusHautState]):
    """Whoever takes a trick leads the next one. Whoever is silent lays his lowest letter."""

    def silent(self, s: PlusHautState, face: str) -> int:
        return s.strengths[face]

    def taken(self, s: PlusHautState, winner: Seat) -> None:
        s.scores[winner] += 1

    def finish(self, s: PlusHautState) -> None:
        s.end(ranked(s.scores, detail="most"))


class PlusHaut(Game[PlusHautState]):
    info = GameInfo(
        key="plus_haut",
        name="Plus haut",
        version=1,
        players=(2, 4),
        kinds=("turn",),
        reading=Reading.LETTERS,
        device=Device.PASSED,
        minutes=1,
        exercises=(Exercise.STRATEGY,),
    )
    phases = (Deal, Trick, Show)

    def setup(self, table: Setup) -> PlusHautState:
        players = len(table.seats)
        s = PlusHautState(**table.common(PINK), dealer=table.starter(), tricks=[0] * players, voids=[()] * players)
        return s.lay_out(Deal())

    def bound(self, players: int, options: Any) -> int:
        """A record for each card, and one for each look at a trick."""
        return CARDS * players + CARDS


GAME = PlusHaut()
