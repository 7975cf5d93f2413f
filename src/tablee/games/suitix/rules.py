"""Suitix: find from memory letters that follow each other in the alphabet, closely or at a distance."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup, TableOptions
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import Reason, ranked
from tablee.kernel.places import zone_of_seat
from tablee.kernel.units import EVERYBODY, Millis, Seat
from tablee.kernel.values import TERM, Shown
from tablee.kernel.zones import HOLE, Zone
from tablee.phases.decision import Decision
from tablee.phases.plane import IDLE_ROUNDS, Looking, PlaneState, Turning
from tablee.phases.show import Show
from tablee.pieces.kinds import Kind
from tablee.pieces.plane import Grid
from tablee.pieces.toutilix import ALPHABET, BLUE, ETOILE, ETOILES, PETARD, PETARDS, PINK, SYMBOL

ALPHABETS = {"blue": BLUE, "pink": PINK}  # D2
SPECIALS = (*ETOILES, *PETARDS)
SCATTERED, BOARD = Grid(7, 6), Grid(6, 6)

WON = 1
"""The zones after the plane: what each seat has won, then the étoiles with which each may still take a pétard."""

LONGEST_TURN = 4
"""Records: étoile, search, another card, look."""
MOST_GAINS = len(ALPHABET) // 2 + len(SPECIALS)


class SuitixOptions(TableOptions, frozen=True, kw_only=True):
    alphabet: Literal["blue", "pink"] = "blue"
    show_s: Literal[1, 2, 4] = 2
    layout: Literal["scattered", "board"] = "scattered"


class SuitixState(PlaneState, kw_only=True):
    shown: ClassVar[Shown] = {"alphabet": TERM}
    won = zone_of_seat(WON)
    etoiles = zone_of_seat(WON, 1)
    """Won étoiles that have not yet taken a pétard (R17)."""

    def on_table(self) -> list[str]:
        """What lies on the plane, open or not, without colours."""
        return [SYMBOL[self.faces[card]] for card in self.plane.cards if card != HOLE]

    @property
    def alphabet(self) -> str:
        """The help card (R2) in families of four, with a dot for each letter that somebody has won (D10)."""
        left = set(self.on_table())
        letters = "".join(letter if letter in left else "·" for letter in ALPHABET)
        return " ".join(letters[i : i + 4] for i in range(0, len(letters), 4))

    def follow(self, one: str, other: str) -> bool:
        """R7, R11, D3, D4: neighbours among the letters that are left; nothing is before A or after Z."""
        left = sorted(set(self.on_table()) - {ETOILE, PETARD})
        return one in left and other in left and abs(left.index(one) - left.index(other)) == 1

    def look(self, phase: Looking[Any]) -> Show[Any]:
        return Show(span=int(self.options.show_s) * 1_000)  # D12

    def gain(self, seat: Seat) -> None:
        """All that lies open is his: étoiles stay apart until a pétard uses them up (R16, D7, D8)."""
        won, etoiles = self.won(seat), self.etoiles(seat)
        before = self.scores[seat]
        for card in list(self.open):
            face = self.faces[card]
            self.move(card, self.plane, etoiles if face == ETOILE else won)
            if face == PETARD:
                self.move(etoiles.cards[-1], etoiles, won)
                self.tell("etoile_used", seat=seat)
        self.scores[seat] = len(won.cards) + len(etoiles.cards)
        self.tell("wins", seat=seat, count=self.scores[seat] - before, total=self.scores[seat])
        self.idle = -1  # this turn does not count as one in vain (D13)
        if not self.goes_on():
            self.end(ranked(self.scores, detail="all_won"))  # R19

    def goes_on(self) -> bool:
        """Pairs can still be picked up (R18, D11)."""
        left = self.on_table()
        etoiles = left.count(ETOILE)
        free = etoiles + sum(len(self.etoiles(seat).cards) for seat in self.all_seats)
        letters = len(left) - etoiles - left.count(PETARD)
        return letters > 1 or etoiles > 1 or (PETARD in left and free > 0)

    def end_turn(self, seat: Seat) -> None:
        if self.in_vain():  # D13
            self.end(ranked(self.scores, reason=Reason.CAP, detail="idle"))
        else:
            self.goto(First(seat=self.after(seat)))  # R5


class TurningLetters(Turning[SuitixState]):
    span: ClassVar[Millis] = 20_000  # D15


class First(TurningLetters):
    """R6: the kind of the first card decides what follows (D5)."""

    def turned(self, s: SuitixState, place: int, face: str) -> None:
        if face == ETOILE:
            s.goto(Star(seat=self.seat))
        elif face != PETARD:
            s.goto(Second(seat=self.seat))
        elif s.etoiles(self.seat).cards:
            s.goto(Pair(seat=self.seat))  # R16
        else:
            s.goto(Petard(seat=self.seat))


class Star(Decision[SuitixState]):
    """R12, R13: the étoile in the hand, or two in the bush."""

    span: ClassVar[Millis] = 10_000  # D15

    def may(self, s: SuitixState) -> Sequence[Offer]:
        return (Offer("take"), Offer("search"))

    def play(self, s: SuitixState, seat: Seat, move: Move) -> None:
        if move.name == "search":
            s.tell("searches", seat=seat)
            s.goto(Second(seat=seat))
        else:
            self.silent(s)

    def silent(self, s: SuitixState) -> None:
        s.gain(self.seat)
        if s.outcome is None:
            s.end_turn(self.seat)


class Second(TurningLetters):
    """R7, R13: a letter that follows the first one, or another étoile; all else is a miss (D5)."""

    def turned(self, s: SuitixState, place: int, face: str) -> None:
        one, other = (SYMBOL[s.faces[card]] for card in s.open)
        right = s.follow(one, other) or one == other == ETOILE
        s.goto(Pair(seat=self.seat) if right else Miss(seat=self.seat))


class Pair(Looking[SuitixState]):
    """R8, R9, D6, D7: the cards are his and he plays again."""

    def resume(self, s: SuitixState, result: Any) -> None:
        s.gain(self.seat)
        if s.outcome is None:
            s.goto(First(seat=self.seat))


class Miss(Looking[SuitixState]):
    """R10, R14: all is put back in place."""

    line: ClassVar[str] = "misses"

    def resume(self, s: SuitixState, result: Any) -> None:
        s.turn_back()
        s.tell(self.line, seat=self.seat)
        s.end_turn(self.seat)


class Petard(Miss):
    """R15, D9."""

    line: ClassVar[str] = "petard"


class Suitix(Game[SuitixState]):
    info = GameInfo(
        key="suitix",
        name="Suitix",
        version=1,
        players=(2, 6),  # D1
        kinds=("turn", "memory"),
        reading=Reading.LETTERS,
        device=Device.SHARED,
        minutes=5,
        exercises=(Exercise.MEMORY, Exercise.LETTERS),
        moods=(Mood.REMEMBER,),
        age=6,
        everyday=("misses", "starts"),
    )
    phases = (First, Star, Second, Pair, Miss, Petard, Show)
    options = SuitixOptions

    def setup(self, table: Setup) -> SuitixState:
        deck = (*ALPHABETS[table.options.alphabet], *SPECIALS)  # R1
        s = SuitixState(**table.common(deck))
        cards = range(len(deck))
        scattered = table.options.layout == "scattered"
        return s.begin_by(
            First(seat=table.starter()),
            s.spread(SCATTERED, cards) if scattered else s.spread(BOARD, cards, jitter=0, turn=0),
            *(Zone(f"won:{seat}", Kind.WINNINGS, EVERYBODY, seat) for seat in s.all_seats),  # D10
            *(Zone(f"etoiles:{seat}", Kind.TOKENS, EVERYBODY, seat) for seat in s.all_seats),
        )

    def bound(self, players: int, options: Any) -> int:
        """D16: between two gains at most 20 × n turns pass."""
        return (MOST_GAINS + 1) * (IDLE_ROUNDS * players + 1) * LONGEST_TURN


GAME = Suitix()
