"""Solitix: a patience, alone or all together: clear seven columns of half-covered cards by writing words."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from msgspec import field

from tablee.kernel.domains import OneOf
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import Outcome, Reason, Result
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.refusal import Refused
from tablee.kernel.units import EVERYBODY, NOBODY, Millis, Seat
from tablee.kernel.values import PLAIN, SAID, SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases.vote import LOST, Sure, Verdict, Vote, WordOptions, WordState, ask, judge, tell_foreign
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import BLUE, ETOILE, ETOILES, PETARD, PETARDS, PURPLE, SYMBOL, YELLOW
from tablee.words.columns import Column, ColumnPlan, Hint, takes_etoile
from tablee.words.fit import Fit, Word
from tablee.words.spelling import ANY_LETTER

CARDS = (*BLUE, *PURPLE, *YELLOW, *ETOILES, *PETARDS)
"""R1: the deck without the pink alphabet."""
COLUMNS = 7
LEAST = 4
"""Cards of a word, and cards without which the game is over."""
PEN: Millis = 60_000
REST: Millis = 5_000
PENS = 100
"""The pen may be taken so often for one word; then the table has given up."""
SUGGESTIONS = 10
"""What each player may call out for one word."""

PILE, PETARD_ROW, PACKETS, OPEN_PACKETS, FIRST = 0, 1, 2, 3, 4
"""Packets lie face down, those with an étoile face up (R12)."""
NAMES = tuple(f"column:{i}" for i in range(COLUMNS))
PILE_NAME = "pile"


def grade(left: int, petards: int, words: int) -> int:
    """D12 as one number: fewer cards left, then fewer pétards, then fewer words (18 at most)."""
    return 100 * (len(CARDS) - len(PETARDS) - left) - 25 * petards - words


class SolitixOptions(WordOptions, frozen=True, kw_only=True):
    hint: bool = False
    covering: Literal["hand", "auto"] = "hand"


class SolitixState(WordState, kw_only=True):
    shown: ClassVar[Shown] = {
        **WordState.shown,
        "written": SAID,
        "starred": PLAIN,
        "left": PLAIN,
        "resigned": SEAT,
        "hint": SAID,
    }
    written: list[str] = field(default_factory=list)
    """The words so far."""
    starred: list[int] = field(default_factory=list)
    """Which of them contain an étoile."""
    resigned: list[Seat] = field(default_factory=list)
    """Who would give up, since the pen was last taken."""
    suggested: list[int] = field(default_factory=list)
    """How often each seat has called out a word, before the next word."""
    answer: str = ""
    """The word that the hint spells out letter by letter."""
    opened: int = 0
    """How often the hint was pressed for this word."""
    pens: int = 0
    """How often the pen was taken since the last word."""

    # ---- the table ---------------------------------------------------------------------------------

    @property
    def columns(self) -> list[Zone]:
        return self.zones[FIRST:]

    @property
    def left(self) -> int:
        """Cards still to be used; pétards never count (R18, R28)."""
        return len(self.zones[PILE].cards) + sum(len(column.cards) for column in self.columns)

    @property
    def petards_used(self) -> int:
        return len(PETARDS) - len(self.zones[PETARD_ROW].cards)

    @property
    def hint(self) -> str:
        """The letters that the hint has opened, and a dot for each of the others."""
        return self.answer[: self.opened] + "·" * (len(self.answer) - self.opened)

    def letters(self, column: Zone) -> Column:
        faces = (self.faces[card] for card in column.cards)
        return tuple(ANY_LETTER if face == ETOILE else SYMBOL[face] for face in faces)

    def plan(self) -> ColumnPlan:
        """R10, R19 to R27 as one domain."""
        columns = tuple(self.letters(column) for column in self.columns)
        return ColumnPlan(columns, len(self.zones[PETARD_ROW].cards), self.left, LEAST)

    def to_cover(self) -> list[str]:
        """R6, R16, D5: the columns that end neither blue nor with an étoile, as long as there is a pile."""
        if not self.zones[PILE].cards:
            return []
        ends = [(column.name, self.faces[column.cards[-1]]) for column in self.columns if column.cards]
        return [name for name, face in ends if face != ETOILE and face not in BLUE]

    def empty(self) -> list[str]:
        return [column.name for column in self.columns if not column.cards]

    def sources(self) -> list[str]:
        """R14, D6: a refill comes from a column that keeps a card."""
        return [column.name for column in self.columns if len(column.cards) > 1]

    def from_pile(self, column: Zone) -> None:
        pile = self.zones[PILE]
        self.move(pile.cards[-1], pile, column)

    # ---- who plays ---------------------------------------------------------------------------------

    @property
    def pen(self) -> "Pen | None":
        return self.beside[0] if self.beside else None  # type: ignore[return-value]

    def hands(self) -> Sequence[Seat]:
        """D15: who may touch the cards: whoever has the pen, or anybody while it is free."""
        pen = self.pen
        return self.all_seats if pen is None or pen.holder < 0 else (pen.holder,)

    def touched(self) -> None:
        """Who has the pen has done something: its time begins anew."""
        if self.pen is not None:
            self.pen.wind(self)

    def deciders(self) -> list[Seat]:
        """D16: who may give up for all: the people present, or the bots where nobody is."""
        people = [i for i, seat in enumerate(self.seats) if seat.human and seat.present]
        return people or list(self.all_seats)

    # ---- the end -----------------------------------------------------------------------------------

    def finish(self, *, gave_up: bool = False, reason: Reason = Reason.RULE) -> None:
        """R28, R29, D1, D12: everybody wins or loses together."""
        left, petards, words = self.left, self.petards_used, len(self.written)
        if left:
            detail = "given_up" if gave_up else "failed"
        else:
            detail = f"reussite_{petards}" if petards else "reussite"
        self.scores = [grade(left, petards, words)] * self.n
        ranks = (1,) * self.n if detail == "reussite" else None
        self.tell("result", left=left, petards=petards, words=words)
        self.end(Outcome(ranks, tuple(self.scores), Result.TOGETHER, reason, detail))


class Pen(Phase[SolitixState], kw_only=True):
    """D15, beside the other phases of a game of several: who writes."""

    shown: ClassVar[Shown] = {"holder": SEAT}
    holder: Seat = -1
    until: Millis = 0
    rested: list[Millis] = field(default_factory=list)
    """When each seat may take the pen again."""

    def offers(self, s: SolitixState, seat: Seat) -> Sequence[Offer]:
        if self.holder < 0:
            return (Offer("take_pen", opens_at=self.rested[seat]),)
        return (Offer("release"),) if seat == self.holder else ()

    def play(self, s: SolitixState, seat: Seat, move: Move) -> None:
        if move.name == "release":
            self.lay_down(s)
            return
        s.pens += 1
        if s.pens > PENS:
            s.finish(gave_up=True, reason=Reason.CAP)
            return
        self.holder = seat
        s.resigned = []  # somebody still has an idea
        self.wind(s)
        s.tell("takes_pen", seat=seat)

    def wind(self, s: SolitixState) -> None:
        if self.holder >= 0:
            self.until = self.limit_in(s, PEN)

    def lay_down(self, s: SolitixState) -> None:
        if self.holder >= 0:
            s.tell("lays_pen_down", seat=self.holder)
            self.rested[self.holder] = s.now + REST
            self.holder = -1

    def alarms(self, s: SolitixState) -> Sequence[Alarm]:
        return (Alarm("limit", self.until, self.holder),) if self.holder >= 0 else ()

    def ring(self, s: SolitixState, alarm: Alarm) -> None:
        s.tell("timeout", seat=self.holder)
        self.lay_down(s)


class Layout(Phase[SolitixState]):
    """R4 to R9, D2: the pétards beside, seven bases, the rest a pile."""

    def enter(self, s: SolitixState) -> None:
        pile, petards = s.zones[PILE], s.zones[PETARD_ROW]
        for card in [card for card in pile.cards if s.faces[card] == PETARD]:
            s.move(card, pile, petards)
        s.shuffle(pile, "deal")
        for column in s.columns:
            s.from_pile(column)
        if s.n > 1:
            s.lay_beside(Pen(rested=[0] * s.n))
        s.goto(Cover())


class Touching(Phase[SolitixState]):
    """What covering and refilling have in common: whoever may touch the cards does it."""

    def active(self, s: SolitixState) -> Sequence[Seat]:
        return s.hands()


class Cover(Touching):
    """R6 to R8, R16, D5: one card on each column that needs one, in an order of the player's choice."""

    def enter(self, s: SolitixState) -> None:
        if s.options.covering == "auto":
            self._cover_all(s)
        if not s.to_cover():
            s.goto(Writing())

    def offers(self, s: SolitixState, seat: Seat) -> Sequence[Offer]:
        if seat not in s.hands():
            return ()
        return (Offer("cover", {"column": OneOf(s.to_cover())}), Offer("cover_all", zone=PILE_NAME))

    def play(self, s: SolitixState, seat: Seat, move: Move) -> None:
        s.touched()
        if move.name == "cover_all":
            self._cover_all(s)
        else:
            s.from_pile(s.zone(move.args["column"]))
        if not s.to_cover():
            s.goto(Writing())

    def _cover_all(self, s: SolitixState) -> None:
        """From left to right, again and again, until all are done."""
        while names := s.to_cover():
            for name in names:
                if s.zones[PILE].cards:
                    s.from_pile(s.zone(name))


class Writing(Phase[SolitixState]):
    """R10 to R12, R17, D8 to D11: a word, laid as a whole with all its steps."""

    waiting: Move | None = None
    """The word that the table votes on."""
    author: Seat = -1

    def enter(self, s: SolitixState) -> None:
        s.fresh_votes()
        s.resigned, s.suggested = [], [0] * s.n
        s.answer, s.opened, s.pens = "", 0, 0

    def active(self, s: SolitixState) -> Sequence[Seat]:
        return s.hands()

    def offers(self, s: SolitixState, seat: Seat) -> Sequence[Offer]:
        offers = []
        pen = s.pen
        if pen is None or pen.holder == seat:
            plan = s.plan()
            if plan.possible():
                offers.append(Offer("write", {"word": plan}, checkable=True))
        elif s.suggested[seat] < SUGGESTIONS:
            offers.append(Offer("suggest", {"word": Word(Fit(least=LEAST))}))
        if s.options.hint and seat in s.hands():
            if not s.opened:
                offers.append(Offer("hint", asks=Hint(s.plan(), s.options.rude)))
            elif s.opened < len(s.answer):
                offers.append(Offer("hint"))
        if seat in s.hands() and seat in s.deciders():
            if seat not in s.resigned:
                offers.append(Offer("give_up"))
            elif s.n == 1:
                offers.append(Offer("confirm"))
        return offers

    def play(self, s: SolitixState, seat: Seat, move: Move) -> None:
        match move.name:
            case "write":
                self.write(s, seat, move)
            case "suggest":
                s.suggested[seat] += 1
                s.tell("suggests", seat=seat, word=SAID(move.args["word"]))
            case "hint":
                self.open_hint(s, move)
            case _:
                self.give_up(s, seat)

    def write(self, s: SolitixState, seat: Seat, move: Move) -> None:
        """D14, C19: of an unknown word the player is asked whether he is sure, where nobody else is there to vote.
        The pen is free again (D15), unless he takes the word back."""
        verdict = judge(s, seat, move.known)
        if verdict is Verdict.REFUSED:
            raise Refused("unknown_word")
        self.author = seat
        if verdict is not Verdict.SURE:
            self._free_pen(s)
        if verdict is Verdict.KNOWN:
            self.lay(s, move)
        else:
            self.waiting = move
            ask(s, seat, move.known)

    def _free_pen(self, s: SolitixState) -> None:
        if s.pen is not None:
            s.pen.lay_down(s)

    def resume(self, s: SolitixState, result: Any) -> None:
        move, self.waiting = self.waiting, None
        assert move is not None
        if result:
            self._free_pen(s)
            self.lay(s, move)

    def lay(self, s: SolitixState, move: Move) -> None:
        """The packet goes aside, face up if it has an étoile (R11, R12, D9)."""
        plan, word = s.plan(), move.args["word"]["word"]
        steps = plan.steps(move.args["word"])
        columns, petards = s.columns, s.zones[PETARD_ROW]
        starred = takes_etoile(plan.columns, steps)
        packet = s.zones[OPEN_PACKETS if starred else PACKETS]
        cards = len(packet.cards)
        for step in steps:
            source = petards if step[0] == "petard" else columns[step[1]]
            s.move(source.cards[-1], source, columns[step[2]] if step[0] == "shift" else packet)
        if starred:
            s.starred.append(len(s.written))
        s.written.append(word)
        s.tell("writes", seat=self.author, word=SAID(word), count=len(packet.cards) - cards, left=s.left)
        tell_foreign(s, move.known)
        if s.left < LEAST:  # R18
            s.finish()
        else:
            s.goto(Refill())

    def open_hint(self, s: SolitixState, move: Move) -> None:
        """The lexicon's word came with the move and stands in the record, so the rules ask nobody and the game
        replays without a lexicon. Each press opens one letter more: a help, not the answer."""
        s.touched()
        if not s.opened:
            s.answer = next(iter(move.known), "")
        s.opened += 1
        if s.answer:
            s.tell("hint", word=SAID(s.hint))
        else:
            s.tell("no_hint")

    def give_up(self, s: SolitixState, seat: Seat) -> None:
        """D12, D16: alone when one means it, together when more than half of the people want it."""
        sure = seat in s.resigned
        if not sure:
            s.resigned.append(seat)
        deciders = s.deciders()
        wanting = [who for who in s.resigned if who in deciders]
        if s.n > 1:
            s.tell("would_give_up", seat=seat, count=len(wanting), of=len(deciders))
            sure = 2 * len(wanting) > len(deciders)
        if sure:
            s.finish(gave_up=True, reason=Reason.RESIGNATION)


class Refill(Touching):
    """R13 to R15, D6: a card into every empty column, from the end of another one as long as that is possible."""

    def enter(self, s: SolitixState) -> None:
        self._go_on(s)

    def offers(self, s: SolitixState, seat: Seat) -> Sequence[Offer]:
        if seat not in s.hands():
            return ()
        return (Offer("fill", {"column": OneOf(s.empty()), "source": OneOf(s.sources())}),)

    def play(self, s: SolitixState, seat: Seat, move: Move) -> None:
        s.touched()
        source = s.zone(move.args["source"])
        s.move(source.cards[-1], source, s.zone(move.args["column"]))
        self._go_on(s)

    def _go_on(self, s: SolitixState) -> None:
        """From the pile there is nothing to choose: its cards are unknown and empty columns all alike, so the
        engine turns them."""
        if s.sources() and s.empty():
            return
        for name in s.empty():
            if s.zones[PILE].cards:
                s.from_pile(s.zone(name))
        s.goto(Cover())


class Solitix(Game[SolitixState]):
    info = GameInfo(
        key="solitix",
        name="Solitix",
        version=2,
        players=(1, 8),
        kinds=("solo", "coop", "words"),
        reading=Reading.READS,
        device=Device.SHARED,
        words=True,
        minutes=15,
        exercises=(Exercise.VOCABULARY, Exercise.STRATEGY, Exercise.COOPERATION),
        moods=(Mood.THINK,),
        age=8,
    )
    phases = (Layout, Cover, Writing, Refill, Pen, Vote, Sure)
    options = SolitixOptions

    def setup(self, table: Setup) -> SolitixState:
        n = len(table.seats)
        s = SolitixState(**table.common(CARDS), lost=[0] * n, refusals=[0] * n, suggested=[0] * n)
        return s.begin(
            Layout(),
            Zone(PILE_NAME, Kind.PILE, NOBODY, cards=list(range(len(CARDS)))),
            Zone("petards", Kind.HEAP, EVERYBODY),
            Zone("packets", Kind.BOX, NOBODY),
            Zone("open_packets", Kind.BOX, EVERYBODY),
            *(Zone(name, Kind.COLUMN, EVERYBODY) for name in NAMES),
        )

    def bound(self, players: int, options: Any) -> int:
        """D16: 18 words at most, for each of them so many pens, votes, calls, letters of a hint and refills; and
        every card is laid on a column once."""
        votes = (LOST * players + 1) * (players + 2)
        per_word = 3 * PENS + votes + SUGGESTIONS * players + players + 40 + COLUMNS
        return 18 * per_word + len(CARDS)


GAME = Solitix()
