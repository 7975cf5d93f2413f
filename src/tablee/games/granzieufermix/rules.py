"""Granzieufermix: Zieufermix with all the vowels. Pairs go by colour; a pair of the same letter brings a bonus."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup, TableOptions
from tablee.kernel.outcome import ranked
from tablee.kernel.units import EVERYBODY, NOBODY, CardId, Millis, Seat
from tablee.kernel.values import PLAIN, Shown
from tablee.kernel.zones import Zone
from tablee.phases.eyes import LONGEST_TURN, LOOK_TIME, PHASES, WON, EyesSeatOptions, EyesState, First, Miss
from tablee.phases.plane import IDLE_ROUNDS, Looking
from tablee.phases.show import Look, Show
from tablee.pieces.kinds import Kind
from tablee.pieces.plane import Grid
from tablee.pieces.toutilix import COLOUR_MATES, ETOILES, LETTERS, PETARDS, SYMBOL, VOWEL_CARDS, VOWELS

TABLE_DECK = (*VOWEL_CARDS, *ETOILES, *PETARDS)  # R2, R3
CONSONANTS = tuple(face for face in LETTERS if SYMBOL[face] not in VOWELS)
"""The box of R4."""

GRID, TURN = Grid(8, 5), 40  # D15
ALL_WON = len(ETOILES) + len(PETARDS)
"""So many cards are left at the end (R25)."""
PAIRS = len(VOWEL_CARDS) // 2


class GranzieufermixOptions(TableOptions, frozen=True, kw_only=True):
    corse: bool = False
    show_s: Literal[2, 4, 8] = 4
    glimpse_ms: Literal[400, 700, 1200] = 700


class GranzieufermixState(EyesState, kw_only=True):
    """R10, R13, R15 to R23: see `tablee.phases.eyes`."""

    shown: ClassVar[Shown] = {"corse": PLAIN, "levels": PLAIN}
    open_time: ClassVar[Millis] = 30_000
    closed_time: ClassVar[Millis] = 30_000  # D16
    exchange_time: ClassVar[Millis] = 20_000

    def back(self, card: CardId) -> str:
        """The consonants of the box are never on the table."""
        return "box" if self.faces[card] in CONSONANTS else ""

    @property
    def corse(self) -> bool:
        return bool(self.options.corse)

    @property
    def flash_span(self) -> Millis:
        return int(self.options.glimpse_ms)  # D6

    def look(self, phase: Looking[Any]) -> Show[Any]:
        if isinstance(phase, Miss):
            return Look(span=int(self.options.show_s) * 1_000, by=phase.seat, least=LOOK_TIME)  # D13
        return Show(span=LOOK_TIME)

    def is_pair(self, one: str, other: str) -> bool:
        """R11, R12, and R24 in the game *corsé*."""
        return COLOUR_MATES[one[0]] == other[0] and (not self.corse or SYMBOL[one] == SYMBOL[other])

    def won(self, seat: Seat, pair: Sequence[CardId]) -> None:
        won, bonus = self.zones[WON + seat], self.zones[WON + self.n + seat]
        one, other = (SYMBOL[self.faces[card]] for card in pair)
        if one == other and not self.corse:  # R14
            box = self.zones[-1]
            self.move(box.cards[-1], box, bonus)
            self.tell("bonus", seat=seat)
        self.scores[seat] = len(won.cards) + len(bonus.cards)
        self.tell("wins", seat=seat, count=self.scores[seat])
        if len(self.plane.held()) == ALL_WON:
            self.end(ranked(self.scores, detail="all_won"))  # R26


class Granzieufermix(Game[GranzieufermixState]):
    info = GameInfo(
        key="granzieufermix",
        name="Granzieufermix",
        version=2,
        players=(2, 8),
        kinds=("turn", "memory"),
        reading=Reading.NOTHING,
        device=Device.SHARED,
        author="Christine Larquetout",
        minutes=10,
        exercises=(Exercise.MEMORY, Exercise.ATTENTION),
        moods=(Mood.REMEMBER,),
        age=5,
        everyday=("starts",),
    )
    phases = (*PHASES, Look)
    options = GranzieufermixOptions
    seat_options = EyesSeatOptions  # R5

    def setup(self, table: Setup) -> GranzieufermixState:
        s = GranzieufermixState(**table.common((*TABLE_DECK, *CONSONANTS)))
        spread: list[CardId] = []
        box = Zone("box", Kind.BOX, NOBODY, hidden=True)  # R4
        for card, face in enumerate(s.faces):
            (box.cards if face in CONSONANTS else spread).append(card)
        s.shuffle(box, "box")  # D5
        return s.begin_by(
            First(seat=table.starter()),
            s.spread(GRID, spread, turn=TURN),
            *s.winnings(),
            *(Zone(f"bonus:{seat}", Kind.WINNINGS, EVERYBODY, seat) for seat in s.all_seats),
            box,
        )

    def bound(self, players: int, options: Any) -> int:
        """D11: 14 pairs, each within 20 × n turns."""
        return PAIRS * IDLE_ROUNDS * players * LONGEST_TURN


GAME = Granzieufermix()
