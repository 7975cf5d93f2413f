"""Lipipix: a consonant covered by a vowel is a syllable, and the first to say it wins the cards laid."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Literal

from msgspec import structs

from tablee.kernel.domains import Domain, letters
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup, TableOptions
from tablee.kernel.moves import Move, Offer
from tablee.kernel.units import Seat
from tablee.phases import heap
from tablee.phases.buzz import Answering
from tablee.phases.heap import Calling, Deal, HeapPace, HeapState, Turn, lay_out
from tablee.phases.race import on_screens
from tablee.phases.screen import ScreenSeatOptions
from tablee.phases.window import Press, groups
from tablee.pieces.toutilix import ALPHABET, DECK, VOWELS

SYLLABLE: Mapping[str, Domain] = {"first": letters(), "second": letters()}
"""D11: two letters, any two: a mistake may be said."""
BUZZ = "buzz"
CONSONANTS = frozenset(ALPHABET) - VOWELS


def is_syllable(under: str, top: str) -> bool:
    """R7, R8, D1: a consonant covered by a vowel."""
    return under in CONSONANTS and top in VOWELS


class LipipixOptions(TableOptions, frozen=True, kw_only=True):
    tempo_s: Literal[2, 3, 5] = 3
    min_gap_ms: Literal[500, 1000, 1500] = 1000
    answer: Literal["type", "buzz"] = "type"
    """Type against one another, or say that one has seen it and then type alone (C13)."""
    wrong_claim: Literal["hoarse", "free"] = "hoarse"
    """A mistake costs one's voice until the heap is won, as in Vizdibix, or nothing more (R12)."""


class LipipixSeatOptions(ScreenSeatOptions, frozen=True, kw_only=True):
    show_previous: bool = False


class LipipixState(HeapState, kw_only=True):
    """R3 to R6, R13 to R16, D2 to D6: the cards come, and étoiles and pétards do, as in `heap`."""

    turns = "flip"
    buzz: Press | None = None
    """Whose syllable the table waits for."""

    def pace(self) -> HeapPace:
        """D12, D13."""
        tempo = self.options.tempo_s * 1_000
        return HeapPace(self.options.min_gap_ms, tempo, tempo)

    def call(self) -> tuple[str, Mapping[str, Domain]]:
        return ("claim", SYLLABLE) if self.options.answer == "type" else (BUZZ, {})

    def right(self) -> Collection[str]:
        """The syllable of the two top cards, if they are one; never with a pétard that began the heap (D5)."""
        pair = self.compared()
        return {"".join(pair)} if len(pair) == 2 and is_syllable(*pair) else ()

    def reason(self, call: str) -> str:
        pair = self.compared()
        if len(pair) < 2:
            return "alone"
        under, top = (letter in VOWELS for letter in pair)
        if under == top:
            return "two_vowels" if top else "two_consonants"
        return "syllable" if top else "vowel_first"

    def mistake(self, seat: Seat) -> None:
        if self.options.wrong_claim == "hoarse":
            self.silence(seat)

    def turning(self) -> type[Turn[Any]]:
        return Lay

    def ending(self) -> type[heap.LastWindow[Any]]:
        return LastWindow


class Claiming(Calling[LipipixState]):
    """R9 to R12, D7 to D10: everybody may say the syllable. Where it is not typed at once, whoever alone was first
    to buzz types it, while the table waits; two who buzzed at the same time have tied."""

    def is_right(self, s: LipipixState, call: Press) -> bool:
        return bool(s.right()) if call.what == BUZZ else super().is_right(s, call)

    def judge(self, s: LipipixState, calls: Sequence[Press]) -> None:
        first, *near = (order := groups(calls))[0]
        if first.what == BUZZ and not near and self.is_right(s, first):
            self.tell_late(s, first, order[1:])
            s.buzz = first
            s.push(Answer(seat=first.seat))
        else:
            super().judge(s, calls)

    def resume(self, s: LipipixState, result: str) -> None:
        assert s.buzz is not None
        claim, s.buzz = structs.replace(s.buzz, what=result), None
        super().judge(s, [claim])


class Answer(Answering[LipipixState]):
    silence: ClassVar[str] = "…"

    def offer(self, s: LipipixState) -> Offer:
        return Offer("say", SYLLABLE)

    def answer(self, move: Move) -> str:
        return str(move.args["first"] + move.args["second"])


class Lay(Turn[LipipixState], Claiming):
    """The next card comes when its player turns it, or when `tempo` is over."""


class LastWindow(heap.LastWindow[LipipixState], Claiming):
    """R16, D13: no card is left to turn."""

    def resume(self, s: LipipixState, result: str) -> None:
        super().resume(s, result)
        self.over(s)


class Lipipix(Game[LipipixState]):
    info = GameInfo(
        key="lipipix",
        name="Lipipix",
        version=2,
        players=(2, 4),  # R1
        kinds=("race", "turn"),
        reading=Reading.READS,
        device=Device.SHARED,
        author="Christine Larquetout",
        minutes=5,
        exercises=(Exercise.SPEED, Exercise.LETTERS, Exercise.MEMORY),
        moods=(Mood.RUSH,),
        age=7,
        presses=(Offer("claim", SYLLABLE, stimulus=0),),
    )
    phases = (Deal, Lay, LastWindow, Answer)
    options = LipipixOptions
    seat_options = LipipixSeatOptions

    def setup(self, table: Setup) -> LipipixState:
        table.options = on_screens(table)
        return lay_out(LipipixState, table, Deal())

    def bound(self, players: int, options: Any) -> int:
        """D15: each card is turned once. On it every seat anticipates and claims once at most; the claims are
        decided, with a syllable to type after a buzz, and the next card is turned, once in vain if somebody had
        buzzed."""
        return len(DECK) * (2 * players + 5)


GAME = Lipipix()
