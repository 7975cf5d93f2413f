"""Dagobérix: a word lies face down and is turned up from its end; whoever finds it first has found it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec import field, structs

from tablee.kernel.events import Keep
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import Outcome, ranked
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.rng import Rng
from tablee.kernel.units import TIE, Millis, Seat
from tablee.kernel.values import FACE, PLAIN, SAID, SEAT, TERM, Shown
from tablee.phases.decision import Decision
from tablee.phases.screen import ScreenSeatOptions, shares
from tablee.phases.secret_word import KeptWord, SecretOptions, SecretState, Writing, secret_zones
from tablee.phases.show import Show
from tablee.phases.vote import Verdict, Vote, ask, judge
from tablee.phases.window import Press, Window, stretched
from tablee.pieces.toutilix import LETTERS, SYMBOL
from tablee.words.fit import Fit, Word
from tablee.words.flags import KNOWN, foreign

SHORTEST, LONGEST = 2, 20
"""Letters of a word (D2)."""

WRITE_TIME: Millis = 90_000
SCREEN_TIME: Millis = 60_000
"""Behind the handover screen (D18)."""
TURN_TIME: Millis = 15_000
"""For each guesser, where they speak in turn."""
LETTER_READ: Millis = 4_000
WORD_READ: Millis = 2_000
"""A letter and a word have been readable for so long before the next letter is turned (D7)."""
WORD_SHOWN: Millis = 5_000
"""How long the whole word lies there before the next one is set."""


class DagoberixOptions(SecretOptions, frozen=True, kw_only=True):
    rounds: Literal[1, 2, 3] = 1
    order: Literal["free", "in_turn"] = "free"
    guess_s: Literal[15, 30, 60] = 30
    tiebreak: bool = True


class DagoberixState(SecretState, kw_only=True):
    shown: ClassVar[Shown] = {"setter": SEAT, "hides": PLAIN, "tried": SAID, "tongue": TERM}
    done: int = 0
    """How many words were set and found, or lost."""
    second: bool = False
    """The table has refused his first word (D3)."""
    tried: dict[Seat, tuple[str, ...]] = field(default_factory=dict)
    """What each seat has proposed for this word."""
    needed: list[int] = field(default_factory=list)
    """For each seat: the letters that were turned, in all, for the words that it has found (D12)."""
    tongue: str = ""
    """The language of a word that is none of the table's own (D3)."""

    @property
    def hides(self) -> list[int]:
        """1 for whoever has hidden the word: a mark at his place."""
        return [int(seat == self.setter) for seat in self.all_seats]

    @property
    def guessers(self) -> list[Seat]:
        """D10: all but the setter, clockwise from his left."""
        return self.others(self.setter)

    @property
    def in_turn(self) -> bool:
        """D18: at one screen nobody can type unseen."""
        return self.options.order == "in_turn" or any(shares(self, seat) for seat in self.all_seats)

    def reveal(self, word: str, unsure: bool) -> None:
        """R9, R12, D9: the last card that still lies face down is turned up in its place."""
        card = self.hidden[-1]
        self.unveil(card)
        self.tell("letter", letter=FACE(SYMBOL[self.faces[card]]), count=len(self.hidden))
        if not self.hidden:
            self.goto(Done(word=word, unsure=unsure))
            return
        stimulus = self.stimulate()
        if self.in_turn:
            self.goto(Ask(seat=self.guessers[0], word=word, unsure=unsure))
        else:
            self.goto(Guess(stimulus=stimulus, word=word, unsure=unsure))

    def read(self, said: Millis) -> Millis:
        """D7: for how long the letter, and what was said last, must still be readable."""
        return max(self.stimuli[-1] + LETTER_READ, said + WORD_READ) - self.now

    def heard(self, seat: Seat, word: str) -> None:
        """D5: a wrong word, for all to read."""
        self.tried[seat] = (*self.tried.get(seat, ()), word)

    def ended(self) -> Outcome:
        """R15, D12."""
        if not self.options.tiebreak:
            return ranked(self.scores, detail="all_set")
        worth = [LONGEST * self.n * 3 * s - letters for s, letters in zip(self.scores, self.needed, strict=True)]
        return structs.replace(ranked(worth, detail="all_set"), scores=tuple(self.scores))


class Set(Writing[DagoberixState]):
    """R4 to R8, D1 to D4, D14, D15."""

    shortest, longest = SHORTEST, LONGEST

    def limit(self, s: DagoberixState) -> Millis:
        return SCREEN_TIME if shares(s, self.seat) else WRITE_TIME

    def enter(self, s: DagoberixState) -> None:
        super().enter(s)
        s.clear(self.seat)
        s.tried, s.tongue = {}, ""
        s.fresh_votes()
        s.tell("turn", seat=self.seat, number=s.done + 1, total=s.n * s.options.rounds)

    def written(self, s: DagoberixState, word: str, flags: int) -> None:
        count = len(s.row.cards)
        if language := foreign(flags):
            s.tongue = f"word.{language}"
            s.tell("sets_foreign", seat=self.seat, count=count, language=TERM(s.tongue))
        else:
            s.tell("sets", seat=self.seat, count=count)
        s.reveal(word, unsure=not flags & KNOWN)


class Veiled(KeptWord[DagoberixState]):
    """The word is partly hidden, and the guessers propose words: any of them (R10, R11, D8)."""

    if TYPE_CHECKING:
        unsure: bool
        said: Millis

    def proposal(self, s: DagoberixState) -> Word:
        """What the right word is like is no secret: its end and its length (D11)."""
        end = "".join(SYMBOL[s.faces[card]] for card in s.row.cards[len(s.hidden) :])
        return Word(Fit(), Fit(ends=end, least=len(s.row.cards), most=len(s.row.cards)))

    def look(self, s: DagoberixState) -> None:
        """Nobody has found it: the next letter follows."""
        left = s.read(self.said)
        if left > 0:
            s.push(Show(span=left))
        else:
            self.resume(s, None)

    def resume(self, s: DagoberixState, result: Any) -> None:
        s.reveal(self.word, self.unsure)

    def found(self, s: DagoberixState, finders: list[Seat]) -> None:
        s.goto(Done(word=self.word, unsure=self.unsure, finders=finders))


class Guess(Veiled, Window[DagoberixState], kw_only=True):
    """R10, D5 to D7: all guessers at once, one word each; the first right one wins."""

    word: str
    unsure: bool
    """Neither the lexicon nor the table knows the word: it is voted on when all can read it (D3)."""
    said: Millis = 0
    """When the last word was proposed."""
    until: Millis = 0
    over: bool = False
    """The time is over."""
    answered: list[Seat] = field(default_factory=list)
    """Who has proposed a word or declined."""

    def enter(self, s: DagoberixState) -> None:
        """The limit is a rule, not the time for a decision: even a table without limits has one here."""
        self.since = s.now - self.shift
        self.until = self.since + stretched(s, s.options.guess_s * 1_000)

    def active(self, s: DagoberixState) -> Sequence[Seat]:
        return () if self.over else [seat for seat in s.guessers if seat not in self.answered]

    def actors(self, s: DagoberixState) -> Sequence[Seat]:
        return [seat for seat in self.active(s) if not self.has_pressed(seat)]

    def offers(self, s: DagoberixState, seat: Seat) -> Sequence[Offer]:
        if seat not in self.actors(s):
            return ()
        word, closes = {"word": self.proposal(s)}, self.until + self.shift
        propose = Offer("propose", word, self.opens_at(seat), closes, stimulus=self.stimulus, secret=True)
        return (propose, Offer("decline", closes_at=closes))

    def play(self, s: DagoberixState, seat: Seat, move: Move) -> None:
        if move.name == "propose":
            self.press(s, seat, move, move.args["word"])
        else:
            self.answered.append(seat)
            s.tell("declines", keep=Keep.FLEETING, seat=seat)
            self.go_on(s)

    def alarms(self, s: DagoberixState) -> Sequence[Alarm]:
        return (*super().alarms(s), *(() if self.over else (Alarm("limit", self.until, waits=True),)))

    def ring(self, s: DagoberixState, alarm: Alarm) -> None:
        if alarm.key == "limit":
            self.over = True
            self.go_on(s)
        else:
            super().ring(s, alarm)

    def resolve(self, s: DagoberixState, presses: Sequence[Press]) -> None:
        """In order of time: wrong words are shown; the first right one waits for those within 30 ms of it."""
        ordered = sorted(presses, key=lambda p: (p.at, p.seat))
        while ordered and not self.right(ordered[0].what):
            self.tell_wrong(s, ordered.pop(0))
        if not ordered:
            self.go_on(s)
        elif s.now <= ordered[0].at + TIE + s.hold:
            self.presses = ordered
        else:
            self.decide(s, ordered)

    def decide(self, s: DagoberixState, ordered: Sequence[Press]) -> None:
        first = ordered[0].at
        right = [press for press in ordered if self.right(press.what)]
        finders = [press for press in right if press.at - first <= TIE]  # D6
        for press in ordered:
            if press in finders:
                self.tell_press(s, "won", press, SAID(press.what.upper()))
            elif press in right:
                self.tell_press(s, "late", press, SAID(press.what.upper()), behind=press.at - first)
            else:
                self.tell_wrong(s, press)
        self.found(s, [press.seat for press in finders])

    def tell_wrong(self, s: DagoberixState, press: Press) -> None:
        self.answered.append(press.seat)
        self.said = s.now
        s.heard(press.seat, press.what)
        self.tell_press(s, "wrong", press, SAID(press.what.upper()))

    def go_on(self, s: DagoberixState) -> None:
        if not self.presses and not self.active(s):
            self.look(s)

    def reseal(self, s: DagoberixState, seat: Seat, rng: Rng) -> None:
        Window.reseal(self, s, seat, rng)
        super().reseal(s, seat, rng)


class Ask(Veiled, Decision[DagoberixState], kw_only=True):
    """The option `order`, D18: the guessers speak in turn, clockwise from the setter's left."""

    span = TURN_TIME
    word: str
    unsure: bool
    said: Millis = 0

    def offers(self, s: DagoberixState, seat: Seat) -> Sequence[Offer]:
        return (Offer("propose", {"word": self.proposal(s)}), Offer("decline")) if seat == self.seat else ()

    def play(self, s: DagoberixState, seat: Seat, move: Move) -> None:
        if move.name == "decline":
            s.tell("declines", keep=Keep.FLEETING, seat=seat)
        elif self.right(word := move.args["word"]):
            s.tell("wins", seat=seat, shout=SAID(word.upper()))
            self.found(s, [seat])
            return
        else:
            self.said = s.now
            s.heard(seat, word)
            s.tell("wrong", seat=seat, shout=SAID(word.upper()))
        self.following(s)

    def ring(self, s: DagoberixState, alarm: Alarm) -> None:
        s.tell("timeout", seat=self.seat)
        self.following(s)

    def following(self, s: DagoberixState) -> None:
        seat = s.after(self.seat)
        if seat == s.setter:
            self.look(s)
        else:
            s.goto(Ask(seat=seat, word=self.word, unsure=self.unsure, said=self.said))


class Done(Phase[DagoberixState], kw_only=True):
    """R12 to R14, D3, D9: everybody reads the word; it counts, unless the table does not know it."""

    word: str
    unsure: bool
    finders: list[Seat] = field(default_factory=list)
    letters: int = 0
    voting: bool = False

    def actors(self, s: DagoberixState) -> Sequence[Seat]:
        return ()

    def enter(self, s: DagoberixState) -> None:
        self.letters = s.turned
        for card in s.hidden:
            s.unveil(card)
        verdict = judge(s, s.setter, {self.word: 0}) if self.unsure else Verdict.KNOWN
        if verdict is Verdict.VOTE:
            self.voting = True
            ask(s, s.setter, {self.word: 0})
        else:
            self.judged(s, accepted=verdict is Verdict.KNOWN)

    def resume(self, s: DagoberixState, result: Any) -> None:
        if self.voting:
            self.voting = False
            self.judged(s, accepted=bool(result))
        else:
            self.next_word(s)

    def judged(self, s: DagoberixState, *, accepted: bool) -> None:
        word = SAID(self.word.upper())
        if not accepted:  # D3
            s.tell("turn_lost" if s.second else "sets_again", seat=s.setter, word=word)
            if not s.second:
                s.second = True
                s.goto(Set(seat=s.setter))
                return
        elif self.finders:
            for seat in self.finders:
                s.scores[seat] += 1
                s.needed[seat] += self.letters
            s.tell("word", seat=s.setter, word=word, count=self.letters)
        else:
            s.tell("nobody", seat=s.setter, word=word)
        s.push(Show(span=WORD_SHOWN))

    def next_word(self, s: DagoberixState) -> None:
        """R13, R14, D13."""
        s.done += 1
        s.second = False
        if s.done == s.n * s.options.rounds:
            s.end(s.ended())
        else:
            s.goto(Set(seat=s.after(s.setter)))


class Dagoberix(Game[DagoberixState]):
    info = GameInfo(
        key="dagoberix",
        name="Dagobérix",
        version=1,
        players=(2, 4),  # R2
        kinds=("turn", "race"),
        reading=Reading.SOME_LETTERS,
        device=Device.PASSED,
        author="Christine Larquetout",
        words=True,
        minutes=5,
        exercises=(Exercise.VOCABULARY, Exercise.LETTERS, Exercise.SPEED),
        moods=(Mood.THINK, Mood.RUSH),
        age=8,
    )
    phases = (Set, Guess, Ask, Done, Show, Vote)
    options = DagoberixOptions
    seat_options = ScreenSeatOptions

    def setup(self, table: Setup) -> DagoberixState:
        n = len(table.seats)
        s = DagoberixState(
            **table.common(LETTERS),  # R1
            setter=table.starter(),
            needed=[0] * n,
            lost=[0] * n,
            refusals=[0] * n,
        )
        s.zones = secret_zones(len(LETTERS))
        s.goto(Set(seat=s.setter))
        return s

    def bound(self, players: int, options: Any) -> int:
        """D13: each sets so many words, each of them twice at most. For every letter each guesser anticipates and
        proposes once, each proposal is decided, and two clocks ring; at the end the table votes and looks."""
        letter = 3 * players + 2
        rounds: int = options.rounds
        return players * rounds * 2 * (1 + LONGEST * letter + players + 3)


GAME = Dagoberix()
