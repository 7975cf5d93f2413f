"""Méfouillix: everybody hides a word in a jumble of cards face down; find its letters from memory, in order."""

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import field

from tablee.games.mefouillix.table import LONGEST, SHORTEST, MefouillixOptions, MefouillixTable, grid
from tablee.kernel.domains import Domain, Number, OneOf, OneSeat
from tablee.kernel.events import Keep
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import NEVER, Alarm, Phase
from tablee.kernel.refusal import Refused
from tablee.kernel.units import EVERYBODY, NOBODY, Millis, Seat
from tablee.kernel.values import FACE, PLAIN, SAID, SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.phases import show
from tablee.phases.decision import Decision
from tablee.phases.plane import IDLE_ROUNDS, Looking, Turning
from tablee.phases.screen import ScreenSeatOptions, shares
from tablee.phases.show import Show
from tablee.phases.vote import LOST, Sure, Verdict, Vote, ask, judge, tell_foreign
from tablee.phases.window import Press, Window, groups
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import LETTERS, SYMBOL
from tablee.words.fit import Fit, Suggestion, Word
from tablee.words.folding import fold
from tablee.words.spelling import spell

TURN = 40
"""Degrees by which a card may lie askew (D13)."""

CHOOSE_TIME: Millis = 60_000
UNCOVER_TIME: Millis = 30_000
AGAIN_TIME: Millis = 10_000
BACK: Millis = 1_000
"""A card is not turned back sooner."""
DONE: Millis = 1_500
"""How long a word that was found lies there before it is picked up."""


class MefouillixState(MefouillixTable, kw_only=True):
    def look(self, phase: Looking[Any]) -> Show[Any]:
        return Show(span=DONE if isinstance(phase, Found) else self.options.look_s * 1_000)

    def next_turn(self, seat: Seat, *, again: bool) -> None:
        """R9. A right to play again is beyond the turns that count (D12)."""
        if not again and self.in_vain():
            self.tell("stall", count=len(self.targets))
            self.next_round()
        else:
            self.goto(Uncover(seat=self.after(seat)))

    def next_round(self) -> None:
        """R14, R15, R16, D10, D11."""
        if self.round == self.n:
            self.end(ranked(self.scores, detail="rounds"))
        else:
            self.starter = self.after(self.starter)
            self.goto(Round())


class Round(Phase[MefouillixState]):
    def enter(self, s: MefouillixState) -> None:
        s.round += 1
        s.idle = 0
        s.targets = {}
        s.fresh_votes()
        s.gather()
        s.tell("round", number=s.round, rounds=s.n, starter=s.starter)
        s.goto(Size(seat=s.starter) if s.round > 1 else Choose())


class Size(Decision[MefouillixState]):
    """R14, D10: from the second round on its starter says how long the words are; silent, as long as before."""

    span = 15_000

    def may(self, s: MefouillixState) -> Sequence[Offer]:
        return (Offer("size", {"letters": Number(SHORTEST, LONGEST)}),)

    def play(self, s: MefouillixState, seat: Seat, move: Move) -> None:
        s.size = move.args["letters"]
        self.silent(s)

    def silent(self, s: MefouillixState) -> None:
        s.tell("size", seat=self.seat, count=s.size)
        s.goto(Choose())


class Choose(Window[MefouillixState]):
    """R4, D1: all choose words at once and take their letters from the heap, first come first served."""

    until: Millis = 0
    unsure: dict[Seat, str] = field(default_factory=dict)
    """Words that neither the lexicon nor the table knows: they are voted on when all have chosen (D3)."""
    voting: list[Seat] = field(default_factory=list)
    """Whose words are still to be voted on."""

    def enter(self, s: MefouillixState) -> None:
        self.until = self.limit_in(s, CHOOSE_TIME)

    def active(self, s: MefouillixState) -> Sequence[Seat]:
        """Those without a word; of those who share a screen one after the other."""
        waiting = [seat for seat in s.clockwise if seat not in s.targets]
        sharing = [seat for seat in waiting if shares(s, seat)]
        return [seat for seat in waiting if seat not in sharing[1:]]

    def actors(self, s: MefouillixState) -> Sequence[Seat]:
        return [seat for seat in self.active(s) if not self.has_pressed(seat)]

    def offers(self, s: MefouillixState, seat: Seat) -> Sequence[Offer]:
        return (Offer("word", {"word": self.domain(s)}, checkable=True),) if seat in self.actors(s) else ()

    def domain(self, s: MefouillixState) -> Word:
        """D1, D2: what the heap can write, and nobody has chosen."""
        heap = "".join(SYMBOL[s.faces[card]] for card in s.heap.cards)
        return Word(Fit(rack=heap, least=s.size, most=s.size), besides=tuple(s.targets.values()))

    def play(self, s: MefouillixState, seat: Seat, move: Move) -> None:
        if judge(s, seat, move.known) is Verdict.REFUSED:
            raise Refused("unknown_word")
        word = move.args["word"]
        self.presses.append(Press(move.at, seat, move.name, word, move.known.get(word, 0)))

    def alarms(self, s: MefouillixState) -> Sequence[Alarm]:
        if self.until < NEVER:
            return (*super().alarms(s), Alarm("limit", self.until, waits=True))
        return (*super().alarms(s), *(Alarm("limit", NEVER, seat) for seat in self.active(s)))

    def asks(self, s: MefouillixState, alarm: Alarm) -> Suggestion | None:
        """A common word for whoever is silent."""
        if self.presses:
            return None
        allowed, refused = self.domain(s), tuple(word for word, accepted in s.words.items() if not accepted)
        draw = s.rng("suggestion", s.round, self.silent(s, alarm)).below(1 << 16)
        return Suggestion(allowed.fit, draw, (*allowed.besides, *refused), s.options.rude)

    def silent(self, s: MefouillixState, alarm: Alarm) -> Seat:
        return alarm.seat if alarm.seat >= 0 else self.active(s)[0]

    def ring(self, s: MefouillixState, alarm: Alarm) -> None:
        if self.presses:
            super().ring(s, alarm)
            return
        seat, allowed = self.silent(s, alarm), self.domain(s)
        s.tell("timeout", seat=seat)
        word = next(iter(alarm.known or ()), "")
        if not allowed.accepts(word):  # no lexicon, or no word: letters by chance (C15)
            word = allowed.sample(s.rng("letters", s.round, seat))
        self.take(s, seat, word)
        self.go_on(s)

    def resolve(self, s: MefouillixState, presses: Sequence[Press]) -> None:
        """D1: in order of time; within 30 ms clockwise from the starter."""
        for group in groups(presses):
            for press in sorted(group, key=lambda p: s.clockwise.index(p.seat)):
                if not self.domain(s).accepts(press.what):
                    s.tell("too_slow", seat=press.seat, word=SAID(fold(press.what)))
                    continue
                self.take(s, press.seat, press.what)
                tell_foreign(s, {press.what: press.flags}, self.keep(s))
                if judge(s, press.seat, {press.what: press.flags}) is not Verdict.KNOWN:
                    self.unsure[press.seat] = press.what
        self.go_on(s)

    def take(self, s: MefouillixState, seat: Seat, word: str) -> None:
        """R4: the letters are his from now on."""
        s.targets[seat] = fold(word)
        for card in spell(word, {card: SYMBOL[s.faces[card]] for card in s.heap.cards}) or ():
            s.move(int(card), s.heap, s.row(seat))
        s.tell("chooses", keep=self.keep(s), seat=seat, word=SAID(fold(word)))
        if shares(s, seat):
            self.until = self.limit_in(s, CHOOSE_TIME)  # the next one at the screen has as much time

    def keep(self, s: MefouillixState) -> Keep:
        """D8."""
        return Keep.LASTING if s.options.show_words else Keep.FLEETING

    def go_on(self, s: MefouillixState) -> None:
        """D3: when all have chosen, the table votes on what it does not know, one word after the other."""
        if len(s.targets) == s.n:
            self.voting = [seat for seat in s.clockwise if seat in self.unsure]
            self.vote(s)

    def vote(self, s: MefouillixState) -> None:
        while self.voting:
            seat = self.voting[0]
            verdict = judge(s, seat, {self.unsure[seat]: 0})
            if verdict.asks:
                ask(s, seat, {self.unsure[seat]: 0})
                return
            self.judged(s, accepted=verdict is Verdict.KNOWN)
        if len(s.targets) == s.n:
            s.goto(Words(seat=s.starter))
        else:
            self.until = self.limit_in(s, CHOOSE_TIME)

    def resume(self, s: MefouillixState, result: bool | None) -> None:
        self.judged(s, accepted=bool(result))
        self.vote(s)

    def judged(self, s: MefouillixState, *, accepted: bool) -> None:
        """A refused word gives its letters back."""
        seat = self.voting.pop(0)
        del self.unsure[seat]
        if not accepted:
            del s.targets[seat]
            s.move_all(s.row(seat), s.heap)
            s.sort_heap()


class Words(Looking[MefouillixState]):
    """R5 to R7: everybody sees all the words; then they are mixed and scattered, and the rest is set aside."""

    def resume(self, s: MefouillixState, result: Any) -> None:
        s.move_all(s.heap, s.aside)
        rows = [s.row(seat) for seat in s.all_seats]
        cards = [card for row in rows for card in row.cards]
        for row in rows:
            row.cards = []
        spread = s.spread(grid(len(cards)), cards, s.round, turn=TURN)  # D13
        s.plane.cards, s.plane.poses, s.plane.area = spread.cards, spread.poses, spread.area
        s.tell("scatter", count=len(cards), starter=self.seat)
        s.goto(Uncover(seat=self.seat))


class Uncover(Turning[MefouillixState], kw_only=True):
    """R8, R9: a card of one's choice, for all to see."""

    shown: ClassVar[Shown] = {"seat": SEAT, "again": PLAIN}
    move: ClassVar[str] = "uncover"
    again: bool = False
    """He has found a word and may play again, or not (R12, D7)."""

    def limit(self, s: MefouillixState) -> Millis:
        return AGAIN_TIME if self.again else UNCOVER_TIME

    def offers(self, s: MefouillixState, seat: Seat) -> Sequence[Offer]:
        offers = super().offers(s, seat)
        return (*offers, Offer("end_turn")) if offers and self.again else offers

    def play(self, s: MefouillixState, seat: Seat, move: Move) -> None:
        if move.name == "end_turn":
            s.next_turn(seat, again=True)
        else:
            super().play(s, seat, move)

    def ring(self, s: MefouillixState, alarm: Alarm) -> None:
        if self.again:  # C18
            s.tell("timeout", seat=self.seat)
            s.next_turn(self.seat, again=True)
        else:
            super().ring(s, alarm)

    def turned(self, s: MefouillixState, place: int, face: str) -> None:
        s.push(Look(span=s.options.look_s * 1_000, by=self.seat, least=BACK))

    def resume(self, s: MefouillixState, result: Any) -> None:
        s.turn_back()
        s.goto(Ready(seat=self.seat, again=self.again))


class Look(show.Look[MefouillixState]):
    """R8: time for everybody to memorise the card; its player turns it back."""

    move = "back"


class Ready(Decision[MefouillixState], kw_only=True):
    """R10, D9: now he may try to find a word."""

    span = 15_000
    again: bool

    def may(self, s: MefouillixState) -> Sequence[Offer]:
        owners = [self.seat] if self.seat in s.targets else list(s.targets)  # D6
        words = OneOf([s.targets[owner] for owner in owners])
        # Where the list is hidden, one must know what the word was (D8).
        which: dict[str, Domain] = {"word": words} if s.options.show_words else {"seat": OneSeat(owners)}
        return (Offer("attempt", which), Offer("end_turn"))

    def play(self, s: MefouillixState, seat: Seat, move: Move) -> None:
        if move.name == "end_turn":
            s.next_turn(seat, again=self.again)
            return
        word, owner = move.args.get("word"), move.args.get("seat")
        if owner is None:
            owner = next(o for o, target in s.targets.items() if target == word)
        s.tell("attempts_own" if owner == seat else "attempts", seat=seat, owner=owner)
        s.goto(Attempt(seat=seat, owner=owner, again=self.again))

    def ring(self, s: MefouillixState, alarm: Alarm) -> None:
        s.next_turn(self.seat, again=self.again)


class Attempt(Turning[MefouillixState], kw_only=True):
    """R10, D4, D5: card by card, in order; any card with the right letter is right."""

    shown: ClassVar[Shown] = {"seat": SEAT, "owner": SEAT, "spelled": SAID}
    span = 20_000
    owner: Seat
    again: bool
    spelled: str = ""
    """What lies open."""

    def ring(self, s: MefouillixState, alarm: Alarm) -> None:
        s.tell("timeout", seat=self.seat)
        s.turn_back()
        s.next_turn(self.seat, again=self.again)

    def turned(self, s: MefouillixState, place: int, face: str) -> None:
        word = s.targets[self.owner]
        self.spelled += SYMBOL[face]
        if self.spelled == word:
            s.goto(Found(seat=self.seat, owner=self.owner))
        elif word.startswith(self.spelled):
            self.enter(s)
        else:
            s.tell("misses", seat=self.seat, letter=FACE(SYMBOL[face]))
            s.goto(Wrong(seat=self.seat, again=self.again))


class Wrong(Looking[MefouillixState], kw_only=True):
    """D5: everybody sees the wrong card too; then all are turned back."""

    again: bool

    def resume(self, s: MefouillixState, result: Any) -> None:
        s.turn_back()
        s.next_turn(self.seat, again=self.again)


class Found(Looking[MefouillixState], kw_only=True):
    """R11, R12, R13: he picks the word up and may play again, as long as there are words."""

    owner: Seat

    def resume(self, s: MefouillixState, result: Any) -> None:
        word = s.targets.pop(self.owner)
        for card in list(s.open):
            s.move(card, s.plane, s.won(self.seat))
        s.scores[self.seat] += 1
        s.idle = 0
        s.tell("finds", seat=self.seat, owner=self.owner, word=SAID(word), count=s.scores[self.seat])
        if s.targets:
            s.goto(Uncover(seat=self.seat, again=True))
        else:
            s.tell("all_found")
            s.next_round()


class Mefouillix(Game[MefouillixState]):
    info = GameInfo(
        key="mefouillix",
        name="Méfouillix",
        version=2,
        players=(2, 5),
        kinds=("turn", "memory"),
        reading=Reading.SOME_LETTERS,
        device=Device.SHARED,
        author="Christine Larquetout",
        words=True,
        minutes=20,
        exercises=(Exercise.MEMORY, Exercise.ATTENTION, Exercise.LETTERS),
        moods=(Mood.REMEMBER,),
        age=6,
        everyday=("misses",),
    )
    phases = (Round, Size, Choose, Words, Uncover, Look, Ready, Attempt, Wrong, Found, Show, Vote, Sure)
    options = MefouillixOptions
    seat_options = ScreenSeatOptions

    def setup(self, table: Setup) -> MefouillixState:
        n = len(table.seats)
        s = MefouillixState(
            **table.common(LETTERS),
            starter=table.starter(),
            size=table.options.letters,
            lost=[0] * n,
            refusals=[0] * n,
        )
        s.zones = [
            s.spread(grid(0), ()),
            Zone("heap", Kind.STOCK, EVERYBODY),
            Zone("aside", Kind.BOX, NOBODY, cards=list(range(len(LETTERS)))),
        ]
        for seat in s.all_seats:
            s.zones += [
                Zone(f"word:{seat}", Kind.LAID, EVERYBODY, seat),
                Zone(f"won:{seat}", Kind.BOX, EVERYBODY, seat),
            ]
        s.goto(Round())
        return s

    def bound(self, players: int, options: Any) -> int:
        """D12, for each round. Each word taken may make those of all others too slow, and each of them is a press
        and its end; each may be voted on, by everybody and the clock. The longest turn is to uncover, look, be
        ready, turn all the cards of a word and look."""
        taken = players * (LOST + 1)
        choosing = taken * players * 2 + taken * (players + 1) + players
        turns = IDLE_ROUNDS * players * players + players
        return players * (2 + choosing + turns * (4 + LONGEST))


GAME = Mefouillix()
