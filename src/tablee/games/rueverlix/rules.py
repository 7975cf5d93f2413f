"""Ruéverlix: whoever has an idea adds a card first, and then says a word with all the letters in the middle."""

from typing import Any, ClassVar

from tablee.games.rueverlix.rush import BUZZES, Answer, Rush
from tablee.games.rueverlix.state import RueverlixOptions, RueverlixTable
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.units import EVERYBODY, NOBODY, Millis, Seat
from tablee.kernel.values import SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases import flip
from tablee.phases.piles import seat_zones
from tablee.phases.said import Said
from tablee.phases.screen import ScreenSeatOptions
from tablee.phases.show import Show
from tablee.phases.vote import LOST, Sure, Vote
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import DECK, PETARD

FIRST = 3
"""R4, R5: the cards that are turned before the rush."""
FLIP: Millis = 5_000
PAUSE: Millis = 2_000
"""Between two rounds one sees who has won what."""


class RueverlixState(RueverlixTable, kw_only=True):
    def row_over(self, seat: Seat) -> None:
        """R21."""
        self.goto(Between(seat=seat))


class Deal(Phase[RueverlixState]):
    """R1 to R3."""

    def enter(self, s: RueverlixState) -> None:
        s.shuffle(s.aside, "deal")
        s.deal_all(s.starter)
        s.goto(Turn3(seat=s.starter))


class Turn3(flip.Flip[RueverlixState]):
    """R4, R5, D4, D19: three cards, each turned by the next one who has cards."""

    def limit(self, s: RueverlixState) -> Millis:
        return FLIP

    def turn(self, s: RueverlixState) -> None:
        if s.lay(self.seat) == PETARD:
            s.explode(self.seat)
            return
        following = s.next_seat(self.seat)
        if len(s.row.cards) == FIRST or following is None:
            s.goto(Rush())
        else:
            s.goto(Turn3(seat=following))


class Between(Show[RueverlixState], kw_only=True):
    """R21, R22, D15, D16: the next round, as long as everybody has cards."""

    shown: ClassVar[Shown] = {"seat": SEAT}
    span: Millis = PAUSE
    seat: Seat

    def ring(self, s: RueverlixState, alarm: Alarm) -> None:
        s.rows += 1
        if all(s.pile(seat).cards for seat in s.all_seats):
            s.starter = self.seat
            s.goto(Turn3(seat=self.seat))
        else:
            s.finish("no_card_left")


class Rueverlix(Game[RueverlixState]):
    info = GameInfo(
        key="rueverlix",
        name="Ruéverlix",
        version=1,
        players=(2, 8),  # D1
        kinds=("race", "free"),
        reading=Reading.READS_EASILY,
        device=Device.SHARED,
        words=True,
        minutes=10,
        exercises=(Exercise.VOCABULARY, Exercise.SPEED, Exercise.LETTERS),
        moods=(Mood.RUSH, Mood.THINK),
        age=10,
        everyday=("adds", "says", "dries", "last_chance", "lacks", "unheard", "overtaken", "set_aside", "nobody"),
    )
    phases = (Deal, Turn3, Rush, Answer, Between, Said, Vote, Sure)
    options = RueverlixOptions
    seat_options = ScreenSeatOptions

    def first_round(self, s: RueverlixState) -> bool:
        return s.rows == 0

    def setup(self, table: Setup) -> RueverlixState:
        s = RueverlixState(**table.common(DECK), starter=table.starter())
        return s.begin(
            Deal(),
            Zone("row", Kind.ROW, EVERYBODY),
            Zone("aside", Kind.BOX, NOBODY, cards=list(range(len(DECK)))),
            *seat_zones(s.n, [NOBODY] * s.n),
            *(Zone(f"down:{seat}", Kind.LOSSES, NOBODY, seat) for seat in s.all_seats),
        )

    def bound(self, players: int, options: Any) -> int:
        """D20: each card is turned or added once, and after it there is an end of the row at most, a look and a
        lock. Before the next one every seat adds, is too hasty or is dry once, buzzes three times, says a word
        once, and loses three votes, each with a window and a ballot of everybody."""
        vote = 2 * players + 6
        each = 4 + 3 * BUZZES + (LOST + 1) * vote
        return len(DECK) * (players * each + 8)


GAME = Rueverlix()
