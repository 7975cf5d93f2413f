"""Vieubarbix: tricks in four families of letters, and in each manche other cards that nobody wants."""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import field

from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup, TableOptions
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import PLAIN, TERM, Shown, Sight
from tablee.phases.show import Show
from tablee.phases.trick import CountTricks, DealTricks, FollowSuit, TrickState
from tablee.pieces.families import CARDS, LETTER_ORDER
from tablee.pieces.toutilix import VOWELS

MANCHE_END_TIME: Millis = 8_000

LEFT_OUT: Mapping[int, frozenset[str]] = {3: frozenset({"pZ"}), 4: frozenset(), 5: frozenset({"pZ", "bZ"})}
"""R2, R3: what stays in the box, so that everybody gets as many cards."""

TRICKS, VOWEL_CARDS, M_AND_N, BLUE_H, EVERYTHING = MANCHES = range(1, 6)
"""R6, R17 to R21: what counts in each manche."""

TRICK_POINTS = {TRICKS: 5, VOWEL_CARDS: 0, M_AND_N: 0, BLUE_H: 0, EVERYTHING: 5}


def card_points(manche: int, face: str) -> int:
    """R17 to R21, D6: no card is in two of these kinds."""
    if manche in (VOWEL_CARDS, EVERYTHING) and face[1] in VOWELS:
        return 10
    if manche in (M_AND_N, EVERYTHING) and face[1] in "MN":
        return 20
    return 90 if manche in (BLUE_H, EVERYTHING) and face == "bH" else 0


POINTS = {manche: {face: card_points(manche, face) for face in CARDS} for manche in MANCHES}
FALLING = {manche: sum(map(bool, POINTS[manche].values())) for manche in (VOWEL_CARDS, M_AND_N, BLUE_H)}
"""R22, D7: with so many cards taken the points of a manche have fallen; where tricks count, all are played."""
SILENT_ORDER = {
    manche: {face: 100 * POINTS[manche][face] + LETTER_ORDER[face] for face in CARDS} for manche in MANCHES
}
"""D11: what a seat out of time plays first."""


class VieubarbixOptions(TableOptions, frozen=True, kw_only=True):
    show_points: bool = False
    short: bool = False


class VieubarbixState(TrickState, kw_only=True):
    shown: ClassVar[Shown] = {**TrickState.shown, "manche": PLAIN, "points": Sight.OWNER, "history": PLAIN}
    manche: int
    points: list[int] = field(default_factory=list)
    """What each seat has taken in this manche; the others may count for themselves."""
    fallen: int = 0
    """How many of the cards to avoid have been taken in this manche."""


class Deal(DealTricks[VieubarbixState]):
    """R10, D2, D5."""

    def begin(self, s: VieubarbixState) -> None:
        s.points = [0] * s.n
        s.fallen = 0
        leader = s.after(s.dealer)
        s.tell("manche", what=TERM(f"manche.{s.manche}"), leader=leader)
        s.goto(Trick(leader=leader, seat=leader))


class Trick(FollowSuit[VieubarbixState]):
    """R12 to R16, D3, D4: any card may be led."""

    def silent(self, s: VieubarbixState, face: str) -> int:
        return SILENT_ORDER[s.manche][face]

    def taken(self, s: VieubarbixState, winner: Seat) -> None:
        """R17 to R21."""
        values = POINTS[s.manche]
        costs = [points for c in s.won(winner).cards[-s.n :] if (points := values[s.faces[c]])]
        points = TRICK_POINTS[s.manche] + sum(costs)
        s.points[winner] += points
        s.fallen += len(costs)
        if s.options.show_points:
            s.scores[winner] += points

    def over(self, s: VieubarbixState) -> bool:
        """R22, D7."""
        return s.fallen == FALLING.get(s.manche) or super().over(s)

    def finish(self, s: VieubarbixState) -> None:
        s.goto(MancheEnd())


class MancheEnd(CountTricks[VieubarbixState]):
    """The hands are shown and the points written down; after the fifth manche the fewest win."""

    span = MANCHE_END_TIME

    def points(self, s: VieubarbixState) -> list[int]:
        return s.points

    def write(self, s: VieubarbixState, seat: Seat, points: int) -> None:
        for card in s.hand(seat).cards:  # D7
            s.turn_up(s.hand(seat), card)
        if not s.options.show_points:
            s.scores[seat] += points

    def over(self, s: VieubarbixState) -> str:
        """R23, D9, D10."""
        return "" if s.manche < EVERYTHING else "short" if s.options.short else "fewest"

    def deal(self, s: VieubarbixState) -> Deal:
        s.manche += 1
        return Deal()


class Vieubarbix(Game[VieubarbixState]):
    info = GameInfo(
        key="vieubarbix",
        name="Vieubarbix",
        version=1,
        players=(3, 5),
        kinds=("turn",),
        reading=Reading.LETTERS,
        device=Device.PASSED,
        minutes=15,
        exercises=(Exercise.STRATEGY, Exercise.GUILE, Exercise.LETTERS),
        moods=(Mood.THINK, Mood.BLUFF),
        age=8,
        everyday=("counts",),
    )
    phases = (Deal, Trick, MancheEnd, Show)
    options = VieubarbixOptions

    def setup(self, table: Setup) -> VieubarbixState:
        players = len(table.seats)
        deck = [face for face in CARDS if face not in LEFT_OUT[players]]
        dealer = (table.starter() - 1) % players  # R11: the seat after the dealer leads
        first = EVERYTHING if table.options.short else TRICKS
        return VieubarbixState(**table.common(deck), dealer=dealer, manche=first).lay_out(Deal())

    def bound(self, players: int, options: Any) -> int:
        """D12: a record per card, a show per trick and one per manche."""
        cards = len(CARDS) - len(LEFT_OUT[players])
        return (1 if options.short else len(MANCHES)) * (cards + cards // players + 1)


GAME = Vieubarbix()
