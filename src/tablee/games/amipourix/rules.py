"""Amipourix: draw a letter from your neighbour's fan, find a word with one of yours, and beware of the pétard."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from msgspec import structs

from tablee.kernel.domains import ByChoice, Card, Domain, OneCard
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, SeatOptions, Setup, TableOptions
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import Outcome, Reason, one_loser
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.refusal import Refused
from tablee.kernel.units import EVERYBODY, NOBODY, CardId, Millis, Seat
from tablee.kernel.values import FACE, PLAIN, SAID, SEAT, SPAN, TERM, Shown
from tablee.kernel.zones import Zone
from tablee.phases import fan
from tablee.phases.decision import Decision
from tablee.phases.fan import LONGEST_DRAW, following, hand, hands, holding, take_in
from tablee.phases.said import Said, word_said
from tablee.phases.search import Hearing, Idea, SearchOptions, said_by
from tablee.phases.show import Show
from tablee.phases.vote import LOST, Sure, Verdict, Vote, WordState, judge
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import BLUE, PETARD, PINK, SYMBOL
from tablee.words.fit import Fit, Word

LETTERS = PINK + BLUE
DECK = (*LETTERS, PETARD)  # R1
CARDS = 10
DROP_TIME: Millis = 15_000
SHOWN_TIME: Millis = 2_000
"""How long what happened stays before the next fan is held out (D17)."""
IDLE_ROUNDS = 3
"""After so many rounds without a discard it is over (D15)."""
NOTHING = Word(Fit())


def fit_for(level: int, petard: bool, drawn: str, own: str) -> Fit:
    """R10, R11, R15, R16, D1 to D3: each of the two cards has a letter of its own in the word."""
    both = drawn + own
    if level == 1:
        return Fit(contains=both) if petard else Fit(contains=both, starts=drawn)
    return Fit(contains=both, starts=drawn, ends="" if petard else own)


class AmipourixOptions(SearchOptions, frozen=True, kw_only=True):
    grace_s: Literal[0, 10, 20] = 10
    arrange: bool = False
    contests: bool = True


class AmipourixSeatOptions(SeatOptions, frozen=True, kw_only=True):
    level: Literal[1, 2] = 1


class AmipourixState(WordState, kw_only=True):
    shown: ClassVar[Shown] = {"levels": PLAIN, "bearer": SEAT}
    starter: Seat
    levels: list[int]
    bearer: Seat
    """Who has the pétard in his hand: everybody sees where it goes."""
    turn: int = 0
    """Draws so far."""
    idle: int = 0
    """Those since the last discard."""

    @property
    def pile(self) -> Zone:
        """The letters before they are dealt, and those that are put out of the game (R5)."""
        return self.zones[self.n]

    @property
    def drawn(self) -> Zone:
        """What was drawn lies face up before its drawer (R8)."""
        return self.zones[self.n + 1]

    @property
    def discard(self) -> Zone:
        return self.zones[self.n + 2]

    def letters(self, seat: Seat) -> list[CardId]:
        return [c for c in hand(self, seat).cards if self.faces[c] != PETARD]

    def receive(self, card: CardId, source: Zone, seat: Seat) -> None:
        take_in(self, card, source, seat, self.turn, public=PETARD)

    def pass_petard(self, giver: Seat, taker: Seat) -> None:
        """R17: given for all to see."""
        source = hand(self, giver)
        card = next(c for c in source.cards if self.faces[c] == PETARD)
        self.move(card, source, self.drawn)
        self.bearer = taker
        self.receive(card, self.drawn, taker)
        self.tell("gives_petard", giver=giver, taker=taker)

    def throw(self, card: CardId, source: Zone) -> None:
        """R12, R21."""
        self.move(card, source, self.discard)
        self.idle = 0

    def over(self, drawer: Seat | None = None) -> bool:
        """R23, D14: the only one who still has cards has the pétard among them."""
        seats = {*holding(self), *(() if drawer is None else (drawer,))}
        if len(seats) > 1:
            return False
        self.finish(seats.pop(), "last")
        return True

    def finish(self, loser: Seat, detail: str, reason: Reason = Reason.RULE) -> None:
        """R22 to R24, D16."""
        self.tell("loses", seat=loser)
        self.end(one_loser(loser, self.n, reason=reason, detail=detail))

    def show(self, seat: Seat, word: str = "") -> None:
        """A draw has been dealt with: what came of it is seen before the next one."""
        if not self.over():
            if not hand(self, seat).cards:
                self.tell("out", seat=seat)
            self.goto(Result(span=SHOWN_TIME, seat=seat, word=word))

    def go_on(self, seat: Seat) -> None:
        """R14, D7 to D10, D15: this seat holds out its hand, or if it has none the next one."""
        if self.idle >= IDLE_ROUNDS * len(holding(self)):
            self.finish(self.bearer, "idle", Reason.CAP)
            return
        self.fresh_votes()
        holder = seat if hand(self, seat).cards else following(self, seat)
        self.goto(HoldOut(holder=holder, drawer=following(self, holder), turn=self.turn))


class Deal(Phase[AmipourixState]):
    """R4 to R6."""

    def enter(self, s: AmipourixState) -> None:
        pile, seats = s.pile, (s.starter, *s.others(s.starter))
        petard = s.faces.index(PETARD)
        s.move(petard, pile, s.drawn)
        s.shuffle(pile, "deal")
        s.tell("deal", count=CARDS, starter=s.starter)
        s.deal(pile, [hand(s, seat) for seat in seats], CARDS)
        s.receive(petard, s.drawn, s.starter)
        s.go_on(s.starter)


class HoldOut(fan.HoldOut[AmipourixState]):
    """R7, D6."""

    def draw(self, s: AmipourixState) -> "Draw":
        return Draw(holder=self.holder, drawer=self.drawer, turn=self.turn)


class Draw(fan.Draw[AmipourixState]):
    """R7, R8, R19, D11 to D13."""

    def drawn(self, s: AmipourixState, card: CardId) -> None:
        holder, seat, face = self.holder, self.drawer, s.faces[card]
        hand(s, holder).by = []
        s.move(card, hand(s, holder), s.drawn)
        s.turn += 1
        s.idle += 1
        if face == PETARD:
            s.bearer = seat
            s.tell("draws_petard", seat=seat, owner=holder)
        else:
            s.tell("draws", seat=seat, owner=holder, card=FACE(face))
        if s.bearer == holder and len(hand(s, holder).cards) == 1:  # R22
            s.finish(holder, "alone")
            return
        if not hand(s, holder).cards:
            s.tell("out", seat=holder)
        if s.over(seat):
            return
        if face == PETARD:  # R20
            s.receive(card, s.drawn, seat)
            s.goto(Drop(seat=seat))
        elif not s.letters(seat):  # D12
            s.receive(card, s.drawn, seat)
            s.tell("joins", seat=seat, card=FACE(face))
            s.show(seat)
        else:
            s.goto(Search(seat=seat))


class Drop(Decision[AmipourixState]):
    """R21: whoever has drawn the pétard gets rid of a letter of his choice."""

    span: ClassVar[Millis] = DROP_TIME

    def offers(self, s: AmipourixState, seat: Seat) -> Sequence[Offer]:
        return (Offer("discard", {"card": OneCard(s.letters(seat))}),) if seat == self.seat else ()

    def play(self, s: AmipourixState, seat: Seat, move: Move) -> None:
        self.drop(s, move.args["card"])

    def ring(self, s: AmipourixState, alarm: Alarm) -> None:
        s.tell("timeout", seat=self.seat)
        letters = s.letters(self.seat)
        self.drop(s, letters[s.rng("drop", s.turn).below(len(letters))])

    def drop(self, s: AmipourixState, card: CardId) -> None:
        s.throw(card, hand(s, self.seat))
        s.tell("drops", seat=self.seat, card=FACE(s.faces[card]))
        s.show(self.seat)


class Search(Hearing[AmipourixState], kw_only=True):
    """R9, D4, D5, D18: a word with the drawn letter and one of his own, before the chrono comes to zero."""

    shown: ClassVar[Shown] = {"seat": SEAT, "asked": TERM, "drawn_letter": FACE, "span": SPAN}
    seat: Seat
    asked: str = ""
    """What the word must be like, by his level and by whether he has the pétard."""
    drawn_letter: str = ""
    span: Millis = 0
    """Until zero, from the draw on."""
    counting: bool = False
    until: Millis = 0

    def asker(self, s: AmipourixState) -> "Search":
        return self

    def window(self, s: AmipourixState, idea: Idea) -> Phase[Any] | None:
        return word_said(s, idea.seat, idea.args["word"])

    def enter(self, s: AmipourixState) -> None:
        self.drawn_letter = SYMBOL[s.faces[s.drawn.cards[-1]]]
        self.asked = ("petard" if s.bearer == self.seat else "level") + str(s.levels[self.seat])
        grace, chrono = int(s.options.grace_s) * 1_000, int(s.options.chrono) * 1_000
        self.span = grace + chrono
        if grace:
            self.until = self.limit_in(s, grace)
        else:
            self.count(s)

    def count(self, s: AmipourixState) -> None:
        self.counting = True
        self.since = self.time(s)
        self.until = self.since + int(s.options.chrono) * 1_000

    def actors(self, s: AmipourixState) -> Sequence[Seat]:
        return (self.seat,)

    def offers(self, s: AmipourixState, seat: Seat) -> Sequence[Offer]:
        if seat != self.seat:
            return ()
        level, petard = s.levels[seat], s.bearer == seat
        cards = s.letters(seat)
        fits: dict[Card, Domain] = {
            card: Word(fit_for(level, petard, self.drawn_letter, SYMBOL[s.faces[card]])) for card in cards
        }
        params = {"card": OneCard(cards), "word": ByChoice("card", fits, NOTHING)}
        closes_at = self.until + self.shift if self.counting else None
        return (Offer("say", params, closes_at=closes_at), Offer("give_up"))

    def play(self, s: AmipourixState, seat: Seat, move: Move) -> None:
        if move.name == "give_up":
            self.fail(s)
            return
        if judge(s, seat, move.known) is Verdict.REFUSED:
            raise Refused("unknown_word")
        self.hear(s, said_by(seat, move))

    def alarms(self, s: AmipourixState) -> Sequence[Alarm]:
        return (Alarm("zero" if self.counting else "grace", self.until, self.seat, waits=self.counting),)

    def ring(self, s: AmipourixState, alarm: Alarm) -> None:
        if alarm.key == "grace":
            s.tell("starts", seat=self.seat, seconds=int(s.options.chrono))
            self.count(s)
        else:
            self.fail(s)

    def denied(self, s: AmipourixState, idea: Idea) -> None:
        """The search goes on with the time that was left."""

    def accepted(self, s: AmipourixState, idea: Idea) -> None:
        """R12, R17, R18, D8, D9."""
        seat, own = self.seat, idea.args["card"]
        drawn = s.drawn.cards[-1]
        pair = s.faces[drawn], s.faces[own]
        s.throw(drawn, s.drawn)
        s.throw(own, hand(s, seat))
        s.tell("finds", seat=seat, words=SAID(idea.args["word"]), pair=FACE(" ".join(pair)))
        if s.bearer == seat and pair[0][0] != pair[1][0]:
            s.pass_petard(seat, following(s, seat))
        elif s.bearer == seat:
            s.tell("keeps_petard", seat=seat)
        s.show(seat, idea.args["word"])

    def fail(self, s: AmipourixState) -> None:
        """R13."""
        card = s.drawn.cards[-1]
        s.receive(card, s.drawn, self.seat)
        s.tell("fails", seat=self.seat, card=FACE(s.faces[card]))
        s.show(self.seat)


class Result(Show[AmipourixState], kw_only=True):
    """D17: all see what came of it; then the next fan is held out."""

    shown: ClassVar[Shown] = {"word": SAID}
    seat: Seat
    word: str = ""

    def ring(self, s: AmipourixState, alarm: Alarm) -> None:
        s.go_on(self.seat)


class Amipourix(Game[AmipourixState]):
    info = GameInfo(
        key="amipourix",
        name="Amipourix",
        version=1,
        players=(2, 5),  # R2
        kinds=("turn", "vote"),
        reading=Reading.READS,
        device=Device.PASSED,
        author="Cyril Blondel",
        words=True,
        minutes=10,
        exercises=(Exercise.VOCABULARY, Exercise.LETTERS, Exercise.LUCK),
        moods=(Mood.THINK, Mood.LAUGH),
        age=7,
    )
    phases = (Deal, HoldOut, Draw, Drop, Search, Result, Said, Vote, Sure)
    options = AmipourixOptions
    seat_options = AmipourixSeatOptions

    def setup(self, table: Setup) -> AmipourixState:
        n, starter = len(table.seats), table.starter()
        levels = [options.level for options in table.seat_options]  # R3
        s = AmipourixState(
            **table.common(DECK), starter=starter, bearer=starter, levels=levels, lost=[0] * n, refusals=[0] * n
        )
        s.scores = []  # nothing is counted
        return s.begin(
            Deal(),
            *hands(n, arrange=table.options.arrange),
            Zone("aside", Kind.BOX, NOBODY, cards=list(range(len(DECK)))),
            Zone("drawn", Kind.ROW, EVERYBODY),
            Zone("discard", Kind.HEAP, EVERYBODY),
        )

    def bot_options(self, level: str) -> Mapping[str, Any]:
        return {"level": 2} if level == "strong" else {}

    def next_options(
        self, outcome: Outcome, options: TableOptions, seat_options: tuple[SeatOptions, ...]
    ) -> tuple[TableOptions, tuple[SeatOptions, ...]]:
        """D16: the loser receives the pétard and begins the next game."""
        loser = next(seat for seat in range(len(seat_options)) if seat not in outcome.winners)
        return structs.replace(options, starter=loser), seat_options

    def bound(self, players: int, options: Any) -> int:
        """D15: a discard takes a letter, and between two of them there are at most three rounds of draws. Each has
        its orders, the grace, words with their votes and contests, the end of the search and a look."""
        vote = 2 * players + 5
        draw = LONGEST_DRAW + 1 + (LOST + 1) * vote + 3
        return (CARDS * players + 1) * IDLE_ROUNDS * players * draw


GAME = Amipourix()
