"""Zieufermix: find pairs of cards from memory, and with your eyes closed as soon as an étoile turns up."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup, TableOptions
from tablee.kernel.outcome import ranked
from tablee.kernel.units import CardId, Millis, Seat
from tablee.kernel.values import PLAIN, Shown
from tablee.phases.eyes import LONGEST_TURN, LOOK_TIME, PHASES, WON, EyesSeatOptions, EyesState, First, Miss
from tablee.phases.plane import IDLE_ROUNDS, Looking
from tablee.phases.show import Show
from tablee.pieces.plane import Grid
from tablee.pieces.toutilix import ETOILE, ETOILES, PETARDS

DECK = ("pA", "bA", "yA", "yA", "vA", "vA", *ETOILES, *PETARDS)  # R1
PARTNER: Mapping[str, str] = {"yA": "yA", "vA": "vA", "pA": "bA", "bA": "pA", ETOILE: ETOILE}
"""R8, R17."""

GRID = Grid(5, 4)
LETTERS_WON, ALL_WON = 10, 4
"""So many cards are left when the three pairs of A are won, and when those of étoiles are too (R17, R19)."""


class ZieufermixOptions(TableOptions, frozen=True, kw_only=True):
    flash_ms: Literal[300, 500, 1000] = 500
    miss_ms: Literal[1500, 2500, 4000] = 2500


class ZieufermixState(EyesState, kw_only=True):
    """R7 to R16: see `tablee.phases.eyes`."""

    shown: ClassVar[Shown] = {"part": PLAIN, "levels": PLAIN}
    open_time: ClassVar[Millis] = 20_000  # D14
    closed_time: ClassVar[Millis] = 15_000  # D8
    exchange_time: ClassVar[Millis] = 10_000  # D14

    @property
    def part(self) -> int:
        """In the first part A are won, in the second étoiles (R17, D10)."""
        return 1 if len(self.plane.held()) > LETTERS_WON else 2

    def wants_etoiles(self) -> bool:
        return self.part == 2  # D5

    @property
    def flash_span(self) -> Millis:
        return int(self.options.flash_ms)  # D6

    def look(self, phase: Looking[Any]) -> Show[Any]:
        return Show(span=self.options.miss_ms if isinstance(phase, Miss) else LOOK_TIME)  # D1

    def is_pair(self, one: str, other: str) -> bool:
        return PARTNER[one] == other

    def won(self, seat: Seat, pair: Sequence[CardId]) -> None:
        """R9, R18."""
        self.scores[seat] = len(self.zones[WON + seat].cards)
        self.tell("wins", seat=seat, count=self.scores[seat])
        left = len(self.plane.held())
        if left == ALL_WON:
            self.end(ranked(self.scores, detail="all_won"))  # R20
        elif left == LETTERS_WON:
            self.tell("second_part")


class Zieufermix(Game[ZieufermixState]):
    info = GameInfo(
        key="zieufermix",
        name="Zieufermix",
        version=3,
        players=(2, 5),
        kinds=("turn", "memory"),
        reading=Reading.NOTHING,
        device=Device.SHARED,
        author="Christine Larquetout",
        minutes=3,
        exercises=(Exercise.MEMORY, Exercise.ATTENTION),
        moods=(Mood.REMEMBER,),
        age=4,
        everyday=("starts",),
    )
    phases = PHASES
    options: ClassVar[type[TableOptions]] = ZieufermixOptions
    seat_options = EyesSeatOptions  # R2

    def setup(self, table: Setup) -> ZieufermixState:
        s = self.state(**table.common(DECK))
        return s.begin_by(First(seat=table.starter()), s.spread(GRID, range(len(DECK))), *s.winnings())

    def bound(self, players: int, options: Any) -> int:
        """D15: six pairs, three in each part, each within 20 × n turns. In the second part the longest is étoile,
        pétard, look, exchange."""
        return 3 * IDLE_ROUNDS * players * (LONGEST_TURN + 4)


GAME = Zieufermix()
