"""The telling (R15 to R18): card by card the story is told again, and whoever remembers it better says no."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec import field

from tablee.games.paflemix.state import PaflemixState, Recalled, told_story
from tablee.kernel.domains import Domain
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Alarm
from tablee.kernel.rng import Rng
from tablee.kernel.units import ANTICIPATION, TABLE, Millis, Seat
from tablee.kernel.values import PLAIN, SAID, SEAT, Shown
from tablee.phases.decision import Decision
from tablee.phases.talk import Bubble
from tablee.phases.together import AllReady, Together
from tablee.phases.window import Press, groups
from tablee.pieces.toutilix import ETOILE, PETARD
from tablee.words.fit import Fit, Word
from tablee.words.folding import fold

PROPOSE: Millis = 10_000
READ: Millis = 20_000
"""How long the story is there to be read when all of it is told, at most."""
SIGNS_SAID = {"say_point": ETOILE, "say_petard": PETARD}
"""The buttons for what was laid without a word."""


def recalled(s: PaflemixState, seat: Seat, move: Move) -> Recalled:
    if move.name in SIGNS_SAID:
        return Recalled(seat, s.sign(SIGNS_SAID[move.name]))
    return Recalled(seat, move.args.get("word", ""), move.known)


def may_say(s: PaflemixState, name: str, *, but: str = "", secret: bool = False) -> list[Offer]:
    """D13: a word, or the button for a card without one; no other may say again what the teller said."""
    said = (fold(but),) if but else ()
    words: Mapping[str, Domain] = {"word": Word(Fit(), besides=said)}
    buttons = [button for button, sign in SIGNS_SAID.items() if fold(s.sign(sign)) not in said]
    return [Offer(name, words, secret=secret), *(Offer(button, secret=secret) for button in buttons)]


class Tell(Decision[PaflemixState], kw_only=True):
    """R15, D15: the teller gives the word of the next card, before it is turned."""

    shown: ClassVar[Shown] = {"seat": SEAT, "which": PLAIN, "many": PLAIN, "talk": PLAIN}
    waits = True
    which: int = 1
    many: int
    talk: tuple[Bubble, ...] = ()
    """What was said about the card before."""

    def limit(self, s: PaflemixState) -> Millis:
        return int(s.options.tell_s) * 1_000

    def may(self, s: PaflemixState) -> Sequence[Offer]:
        return (*may_say(s, "recite"), Offer("forgotten"))

    def play(self, s: PaflemixState, seat: Seat, move: Move) -> None:
        self.says(s, recalled(s, seat, move))

    def silent(self, s: PaflemixState) -> None:
        self.says(s, Recalled(self.seat))

    def says(self, s: PaflemixState, told: Recalled) -> None:
        s.right_word, s.card_winner = "", None
        s.goto(Challenge(told=told, which=self.which, many=self.many))


class Contested(Together[PaflemixState], kw_only=True):
    """What the teller has said stands before the table; the card is still face down."""

    shown: ClassVar[Shown] = {"teller": SEAT, "which": PLAIN, "many": PLAIN, "talk": PLAIN}
    told: Recalled
    which: int
    many: int
    pressed: list[Press] = field(default_factory=list)

    @property
    def teller(self) -> Seat:
        return self.told.seat

    @property
    def _before(self) -> tuple[Bubble, ...]:
        """D15: presses are public as they come."""
        return (says(self.told), *(Bubble(press.seat, "no", {}) for press in self.pressed))

    @property
    def talk(self) -> tuple[Bubble, ...]:
        return self._before


def says(told: Recalled) -> Bubble:
    if not told.word:
        return Bubble(told.seat, "forgotten", {})
    return Bubble(told.seat, "tells", {"word": SAID(told.word)})


class Challenge(Contested, kw_only=True):
    """R16, D15: the others say no, or agree. It closes early when all have."""

    shown: ClassVar[Shown] = {**Contested.shown, "agreed": SEAT}
    stimulus: int = -1
    agreed: list[Seat] = field(default_factory=list)

    def limit(self, s: PaflemixState) -> Millis:
        return int(s.options.contest_s) * 1_000

    def enter(self, s: PaflemixState) -> None:
        super().enter(s)
        self.stimulus = s.stimulate()
        self.agreed, s.barred = [seat for seat in s.barred if seat != self.teller], []
        self.close_if_all(s)

    def actors(self, s: PaflemixState) -> Sequence[Seat]:
        answered = [self.teller, *self.agreed, *(press.seat for press in self.pressed)]
        return [seat for seat in s.all_seats if seat not in answered]

    def offers(self, s: PaflemixState, seat: Seat) -> Sequence[Offer]:
        if seat not in self.actors(s):
            return ()
        opens = s.stimuli[self.stimulus] + ANTICIPATION
        return (Offer("objection", opens_at=opens, stimulus=self.stimulus), Offer("agree"))

    def play(self, s: PaflemixState, seat: Seat, move: Move) -> None:
        if move.name == "objection":
            self.pressed.append(Press(move.at, seat, move.name))
        else:
            self.agreed.append(seat)
        self.close_if_all(s)

    def ring(self, s: PaflemixState, alarm: Alarm) -> None:
        """Whoever is silent agrees."""
        self.agreed += self.missing(s) if alarm.seat < 0 else [alarm.seat]
        self.close_if_all(s)

    def close_if_all(self, s: PaflemixState) -> None:
        if self.missing(s):
            return
        if not self.pressed:
            turn(s, self, ())
            return
        aloud = s.on_one_screen(*(press.seat for press in self.pressed))
        s.goto(Propose(told=self.told, which=self.which, many=self.many, pressed=self.pressed, aloud=aloud))


class Propose(Contested, kw_only=True):
    """D15: who has said no types another word, all at the same time and unseen; where several share a screen one
    after the other, in the order of the presses, until one is right (D25)."""

    aloud: bool = False
    proposed: list[Recalled] = field(default_factory=list)

    def limit(self, s: PaflemixState) -> Millis:
        return PROPOSE

    @property
    def talk(self) -> tuple[Bubble, ...]:
        heard = self.proposed if self.aloud else ()
        return (*self._before, *(says(proposal) for proposal in heard if proposal.word))

    def actors(self, s: PaflemixState) -> Sequence[Seat]:
        answered = [proposal.seat for proposal in self.proposed]
        waiting = [seat for seat in in_order(s, self.teller, self.pressed) if seat not in answered]
        if not self.aloud:
            return waiting
        return [] if any(s.is_right(proposal) for proposal in self.proposed) else waiting[:1]

    def offers(self, s: PaflemixState, seat: Seat) -> Sequence[Offer]:
        if seat not in self.actors(s):
            return ()
        return may_say(s, "propose", but=self.told.word, secret=not self.aloud)

    def play(self, s: PaflemixState, seat: Seat, move: Move) -> None:
        self.proposed.append(recalled(s, seat, move))
        self.next_one(s)

    def ring(self, s: PaflemixState, alarm: Alarm) -> None:
        late = self.missing(s) if alarm.seat < 0 else (alarm.seat,)
        for seat in late:
            s.tell("timeout", seat=seat)
            self.proposed.append(Recalled(seat))
        self.next_one(s)

    def next_one(self, s: PaflemixState) -> None:
        if not self.missing(s):
            turn(s, self, self.proposed)
        elif self.aloud:
            self.enter(s)

    def reseal(self, s: PaflemixState, seat: Seat, rng: Rng) -> None:
        self.proposed = [
            proposal if proposal.seat == seat or self.aloud else Recalled(proposal.seat, Fit().make(rng))
            for proposal in self.proposed
        ]


def in_order(s: PaflemixState, teller: Seat, presses: Sequence[Press]) -> list[Seat]:
    """D15: who pressed first; within 30 ms who sits nearest, clockwise after the teller."""
    clockwise = s.others(teller)
    return [
        press.seat
        for group in groups(presses)
        for press in sorted(group, key=lambda press: clockwise.index(press.seat))
    ]


def turn(s: PaflemixState, contest: Contested, proposed: Sequence[Recalled]) -> None:
    """R17, R18, D15: the card is turned, and goes to the teller, or to who was right and pressed first."""
    told = contest.told
    if s.is_right(told):
        winner = told.seat
    else:
        right = [proposal.seat for proposal in proposed if s.is_right(proposal)]
        order = in_order(s, told.seat, [press for press in contest.pressed if press.seat in right])
        winner = order[0] if order else TABLE
    s.barred = [proposal.seat for proposal in proposed if not proposal.word]
    s.turn_card(winner)
    if s.pile.cards:
        talk = (says(told), *(says(proposal) for proposal in proposed if proposal.word))
        s.goto(Tell(seat=told.seat, which=contest.which + 1, many=contest.many, talk=talk))
    else:
        s.goto(Told(teller=told.seat, many=contest.many))


class Told(AllReady[PaflemixState], kw_only=True):
    """The story is told to its end, and may be read at last."""

    shown: ClassVar[Shown] = {**AllReady.shown, "teller": SEAT, "tale": SAID}
    teller: Seat
    many: int
    tale: str = ""

    def limit(self, s: PaflemixState) -> Millis:
        return READ

    def enter(self, s: PaflemixState) -> None:
        super().enter(s)
        self.tale = told_story(s.tale)
        s.silent = False  # D24
        right = s.found[self.teller]
        s.tell("recited", seat=self.teller, right=right, count=self.many, others=sum(s.found) - right)

    def all_in(self, s: PaflemixState) -> None:
        s.pop(self.teller)
