"""Cadavrexkix: the sheet is unfolded and read, word by word; hearts, and whether there is another circle."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec import field

from tablee.games.cadavrexkix.sheet import (
    FILLED,
    FORGOTTEN,
    LONGEST,
    MOST_CIRCLES,
    WORD,
    CadavrexkixSheet,
    SheetWord,
)
from tablee.kernel.domains import OneOf
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import Reason
from tablee.kernel.phase import NEVER, Alarm, Phase
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import PLAIN, SAID, SEAT, Shown
from tablee.phases.decision import Decision
from tablee.phases.show import Show
from tablee.phases.together import AllReady
from tablee.words.fit import Fit, Word
from tablee.words.flags import KNOWN
from tablee.words.folding import fold

RECALL: Millis = 30_000
SAY: Millis = 15_000
PAUSE: Millis = 2_500
"""Before the first word of the reading, and after the last."""
AGAIN: Millis = 30_000
APPLAUSE: Millis = 3_000
"""The table looks at the whole text for so long before anybody votes."""


class Recall(AllReady[CadavrexkixSheet]):
    """R23: everybody looks at his words, or thinks of them (D10)."""

    def for_all(self, s: CadavrexkixSheet) -> bool:
        return True

    def limit(self, s: CadavrexkixSheet) -> Millis:
        return RECALL

    def offers(self, s: CadavrexkixSheet, seat: Seat) -> Sequence[Offer]:
        return (Offer(self.move, aloud=True),) if seat not in self.prepared else ()

    def all_in(self, s: CadavrexkixSheet) -> None:
        s.goto(Say(seat=s.author(0)) if s.options.memory else ReadOut(span=PAUSE))


class ReadOut(Show[CadavrexkixSheet]):
    """R24: the words come one by one, slowly, so that they can be read aloud."""

    def for_all(self, s: CadavrexkixSheet) -> bool:
        return True

    def alarms(self, s: CadavrexkixSheet) -> Sequence[Alarm]:
        return (Alarm("word", self.until, shown=False),)

    def ring(self, s: CadavrexkixSheet, alarm: Alarm) -> None:
        if len(s.text) == len(s.sheet):
            s.goto(Again())
            return
        s.read(s.sheet[len(s.text)])
        self.until += PAUSE if len(s.text) == len(s.sheet) else s.options.read_s * 1_000


class Say(Decision[CadavrexkixSheet], kw_only=True):
    """R24, D10, D16: who has written the next word says it again from memory."""

    span = SAY
    waits = True

    def for_all(self, s: CadavrexkixSheet) -> bool:
        return True

    def may(self, s: CadavrexkixSheet) -> Sequence[Offer]:
        return (Offer("say", {"word": Word(Fit(most=LONGEST))}, aloud=True), Offer("forgot", aloud=True))

    def play(self, s: CadavrexkixSheet, seat: Seat, move: Move) -> None:
        if move.name == "forgot":
            self.silent(s)
            return
        said, meant = move.args["word"].strip(), s.sheet[len(s.text)]
        if not WORD.fullmatch(said) or len(said) > LONGEST:
            raise Refused("not_one_word")
        if fold(said) == fold(meant.text):
            s.read(meant)
        else:
            known = bool(move.known.get(move.args["word"], 0) & KNOWN)
            s.read(SheetWord(said, known), meant.text)
        self.go_on(s)

    def silent(self, s: CadavrexkixSheet) -> None:
        s.read(s.sheet[len(s.text)], marks=FORGOTTEN)
        self.go_on(s)

    def go_on(self, s: CadavrexkixSheet) -> None:
        done = len(s.text) == len(s.sheet)
        s.goto(Again() if done else Say(seat=s.author(len(s.text))))


class Reread(Show[CadavrexkixSheet], kw_only=True):
    """R25: the same words once more, one by one."""

    shown: ClassVar[Shown] = {"heard": PLAIN}
    heard: int = 0
    """How many of them have been heard again."""

    def for_all(self, s: CadavrexkixSheet) -> bool:
        return True

    def alarms(self, s: CadavrexkixSheet) -> Sequence[Alarm]:
        return (Alarm("word", self.until, shown=False),)

    def ring(self, s: CadavrexkixSheet, alarm: Alarm) -> None:
        if self.heard == len(s.text):
            s.pop()
            return
        self.heard += 1
        self.until += PAUSE if self.heard == len(s.text) else s.options.read_s * 1_000


class Again(Phase[CadavrexkixSheet]):
    """R25 to R27, D13, D14, D16: hearts, a second reading, and whether there is another circle."""

    shown: ClassVar[Shown] = {"for_more": SEAT, "for_end": SEAT}
    for_more: list[Seat] = field(default_factory=list)
    for_end: list[Seat] = field(default_factory=list)
    reread: bool = False
    until: Millis = 0

    def enter(self, s: CadavrexkixSheet) -> None:
        self.until = self.limit_in(s, AGAIN)

    def votes(self, s: CadavrexkixSheet) -> bool:
        return s.options.circles == 0 and s.circle_number < MOST_CIRCLES

    def awaited(self, s: CadavrexkixSheet) -> list[Seat]:
        """Bots do not vote."""
        answered = (*self.for_more, *self.for_end)
        return [i for i in s.all_seats if s.seats[i].human and s.seats[i].present and i not in answered]

    def active(self, s: CadavrexkixSheet) -> Sequence[Seat]:
        return self.awaited(s)

    def for_all(self, s: CadavrexkixSheet) -> bool:
        return True

    def loved(self, s: CadavrexkixSheet, seat: Seat) -> list[str]:
        """D14: the words of others, by their place from 1; nobody wrote what the table filled in."""
        lost = FILLED | FORGOTTEN
        return [str(i) for i, word in enumerate(s.text, 1) if word.author != seat and not word.marks & lost]

    def offers(self, s: CadavrexkixSheet, seat: Seat) -> Sequence[Offer]:
        offers = []
        if s.options.hearts and s.hearts[seat] < 0 and (words := self.loved(s, seat)):
            offers.append(Offer("heart", {"word": OneOf(words)}, aloud=True))
        if not self.reread:
            offers.append(Offer("reread", aloud=True))
        if seat in self.awaited(s):
            opens = self.began + self.shift + APPLAUSE
            names = ("one_more", "enough") if self.votes(s) else ("ready",)
            offers += [Offer(name, opens_at=opens, aloud=True) for name in names]
        return offers

    def play(self, s: CadavrexkixSheet, seat: Seat, move: Move) -> None:
        match move.name:
            case "heart":
                place = int(move.args["word"]) - 1
                s.hearts[seat] = place
                s.applause += 1
                loved = s.text[place]
                s.tell("gives_heart", seat=seat, owner=loved.author, word=SAID(loved.text))
            case "reread":
                self.reread = True
                s.push(Reread(span=PAUSE))
            case name:
                (self.for_end if name == "enough" else self.for_more).append(seat)

    def alarms(self, s: CadavrexkixSheet) -> Sequence[Alarm]:
        awaited = self.awaited(s)
        if not awaited:
            return (Alarm("limit", self.began + APPLAUSE, shown=False),)
        if self.until < NEVER:
            return (Alarm("limit", self.until, waits=True),)
        return [Alarm("limit", NEVER, seat) for seat in awaited]

    def ring(self, s: CadavrexkixSheet, alarm: Alarm) -> None:
        """A tie stops, and so does silence."""
        more = len(self.for_more) > len(self.for_end) if self.votes(s) else s.circle_number < s.options.circles
        if more:
            s.next_circle()
        else:
            s.finish(Reason.CAP if s.circle_number == MOST_CIRCLES and not s.options.circles else Reason.RULE)
