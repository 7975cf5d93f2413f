"""Bazardelix: tricks in four families of letters; as few points as possible, or all of them."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from tablee.kernel.domains import CardPerSeat
from tablee.kernel.events import Keep
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup, TableOptions
from tablee.kernel.units import CardId, Millis, Seat, mask
from tablee.kernel.values import FACE, PLAIN, TERM, Shown
from tablee.phases.secret_choice import SecretChoice
from tablee.phases.show import Show
from tablee.phases.trick import CountTricks, DealTricks, FollowSuit, TrickState
from tablee.pieces.families import BLUE_AM, BLUE_NZ, CARDS, FAMILY, LETTER_ORDER, PINK_AM, PINK_NZ

GIVE_TIME: Millis = 45_000
ROUND_END_TIME: Millis = 6_000

LEFT_OUT: Mapping[int, frozenset[str]] = {3: frozenset({"pN"}), 4: frozenset(), 5: frozenset({"pN", "bN"})}
"""R3, R4: what stays in the box, so that everybody gets as many cards."""

POINTS = {face: 1 if FAMILY[face] == BLUE_AM else 13 if face == "bX" else 0 for face in CARDS}
ALL_POINTS = 26
OPENING = "pA"

SILENT_ORDER = {face: 100 * POINTS[face] + LETTER_ORDER[face] for face in CARDS}
"""D13: what a seat out of time plays first."""


class BazardelixOptions(TableOptions, frozen=True, kw_only=True):
    target: Literal[100, 50, 150] = 100
    review_last_trick: bool = True


class BazardelixState(TrickState, kw_only=True):
    shown: ClassVar[Shown] = {**TrickState.shown, "history": PLAIN}
    blue_open: bool = False
    """A blue A–M card has been played in this round (R18, D5)."""


class Deal(DealTricks[BazardelixState]):
    """R10, D12."""

    def begin(self, s: BazardelixState) -> None:
        s.blue_open = False
        s.goto(Give())


class Give(SecretChoice[BazardelixState]):
    """R11, D1: everybody gives one card to each opponent, blind and at once."""

    move_name = "give"
    param = "cards"
    chooses_cards = True

    def limit(self, s: BazardelixState) -> Millis:
        return GIVE_TIME

    def domain(self, s: BazardelixState, seat: Seat) -> CardPerSeat:
        return CardPerSeat(s.others(seat), s.hand(seat).cards[:])

    def default(self, s: BazardelixState, seat: Seat) -> dict[str, CardId]:
        """The lowest letters. Whoever gets one learns something of the hand: the engine chose by the faces."""
        lowest = sorted(s.hand(seat).cards, key=lambda c: LETTER_ORDER[s.faces[c]])[: s.n - 1]
        faces = " ".join(s.faces[c] for c in lowest)
        s.tell("silent_gift", to=mask(seat), keep=Keep.FLEETING, discloses=True, faces=FACE(faces))
        return {str(other): card for other, card in zip(s.others(seat), lowest, strict=True)}

    def opened(self, s: BazardelixState, choices: Mapping[Seat, Mapping[str, CardId]]) -> None:
        for giver, gifts in choices.items():
            for other, card in gifts.items():
                taker, face = int(other), s.faces[card]
                both = mask(giver) | mask(taker)
                s.move(card, s.hand(giver), s.hand(taker))
                s.tell("gives", to=both, giver=giver, taker=taker, colour=TERM(face[0]), letter=FACE(face[1]))
        opening = s.faces.index(OPENING)
        leader = next(seat for seat in s.all_seats if opening in s.hand(seat).cards)
        s.tell("leads", discloses=True, leader=leader)
        s.goto(Trick(leader=leader, seat=leader, first=True))


class Trick(FollowSuit[BazardelixState], kw_only=True):
    """R12 to R20."""

    first: bool = False

    def leads(self, s: BazardelixState, hand: list[CardId]) -> list[CardId]:
        if self.first:  # R12
            return [c for c in hand if s.faces[c] == OPENING]
        return hand[:] if s.blue_open else [c for c in hand if FAMILY[s.faces[c]] != BLUE_AM]  # R18, R19

    def laid(self, s: BazardelixState, seat: Seat, family: str) -> None:
        if family == BLUE_AM and not s.blue_open:
            s.blue_open = True
            if not self.asked:  # he has shown that he holds nothing else (R19)
                s.voids[seat] = (PINK_AM, PINK_NZ, BLUE_NZ)

    def silent(self, s: BazardelixState, face: str) -> int:
        return SILENT_ORDER[face]

    def reviews(self, s: BazardelixState) -> bool:
        return bool(s.options.review_last_trick)

    def finish(self, s: BazardelixState) -> None:
        s.goto(RoundEnd())


class RoundEnd(CountTricks[BazardelixState]):
    """R20 to R26: the tricks are shown and counted."""

    span = ROUND_END_TIME

    def points(self, s: BazardelixState) -> list[int]:
        taken = []
        for seat in s.all_seats:
            won = s.won(seat)
            s.show_depth(won, len(won.cards))
            taken.append(sum(POINTS[s.faces[c]] for c in won.cards))
        if ALL_POINTS in taken:  # R24
            s.tell("all_points", winner=taken.index(ALL_POINTS))
            taken = [ALL_POINTS - points for points in taken]
        return taken

    def over(self, s: BazardelixState) -> str:
        return "target" if max(s.scores) >= s.options.target else ""  # R25, D9

    def deal(self, s: BazardelixState) -> Deal:
        return Deal()


class Bazardelix(Game[BazardelixState]):
    info = GameInfo(
        key="bazardelix",
        name="Bazardelix",
        version=1,
        players=(3, 5),
        kinds=("turn", "simultaneous"),
        reading=Reading.LETTERS,
        device=Device.PASSED,
        author="Charles Chevalier",
        minutes=40,
        exercises=(Exercise.GUILE, Exercise.STRATEGY, Exercise.LETTERS),
        moods=(Mood.BLUFF, Mood.THINK),
        age=8,
        everyday=("leads", "counts"),
    )
    phases = (Deal, Give, Trick, RoundEnd, Show)
    options = BazardelixOptions

    def setup(self, table: Setup) -> BazardelixState:
        left_out = LEFT_OUT[len(table.seats)]
        deck = [face for face in CARDS if face not in left_out]
        return BazardelixState(**table.common(deck), dealer=table.starter()).lay_out(Deal())

    def bound(self, players: int, options: Any) -> int:
        """D11: a round adds 26 points or more; it has a choice per seat, a record per card, a show per trick."""
        rounds: int = (options.target - 1) * players // ALL_POINTS + 1
        cards = len(CARDS) - len(LEFT_OUT[players])
        return rounds * (players + cards + cards // players + 1)


GAME = Bazardelix()
