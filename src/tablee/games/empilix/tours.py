"""Empilix: card after card, until one is left who knows them all, or believes so."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec import field

from tablee.games.empilix.recite import LOOK, Reciting, Won, syllable
from tablee.games.empilix.state import WORDS, EmpilixTable
from tablee.kernel.events import Keep
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import NEVER, Alarm
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import SEAT, TERM, Shown, Sight
from tablee.phases.decision import Decision
from tablee.phases.vote import Verdict, judge
from tablee.phases.window import Press, Window, groups, stretched
from tablee.pieces.domains import Syllable
from tablee.pieces.toutilix import ETOILE, PETARD
from tablee.words.fit import Fit, Word
from tablee.words.folding import fold

TURN: Millis = 10_000
"""D20: so long after the pace the table turns the card itself."""
PAUSE: Millis = 5_000
CHOICE: Millis = 15_000
"""D21, D25."""
PROOF: Millis = 10_000
COMMIT: Millis = 6_000


def turn_card(s: EmpilixTable, seat: Seat) -> None:
    """R6 to R8, R25: the card covers the one before completely."""
    pile = s.source(seat)
    card = pile.cards[-1]
    s.move(card, pile, s.middle)
    s.turner, s.halted = seat, 0
    s.halts.clear()
    s.turned += 1
    s.lone += len(s.standing) == 1
    symbol = s.symbol(card)
    if symbol == ETOILE:  # R9
        s.tell("etoile", seat=seat, count=len(s.at_stake))
        s.goto(Won(seat=seat, span=LOOK))
    elif symbol == PETARD:  # R10, R11, D3
        given = s.give(seat)
        s.tell("petard" if given else "poor", seat=seat, count=given)
        s.move(card, s.middle, s.middle, 0)
        s.slipped += 1
        s.go_on(s.after(seat))
    else:
        s.shown_at = s.now
        if s.commits:
            s.goto(Commit(seat=seat))
        else:
            s.go_on(s.after(seat))


class Between(Window[EmpilixTable], kw_only=True):
    """R13, D5, D6: between two cards whoever is not posed may give up. It waits for what is still on the wire, so
    that of the last two the right one is left."""

    shown: ClassVar[Shown] = {"seat": SEAT}
    seat: Seat
    """Whose turn it is."""
    alone: bool = False
    """He was the last one not posed when it began."""
    until: Millis = 0

    def own_offers(self, s: EmpilixTable, seat: Seat) -> Sequence[Offer]:
        """What else a seat may do."""
        raise NotImplementedError

    def own_play(self, s: EmpilixTable, seat: Seat, move: Move) -> None:
        raise NotImplementedError

    def own_ring(self, s: EmpilixTable, alarm: Alarm) -> None:
        """An alarm of the phase itself; whoever is in turn is still there."""
        raise NotImplementedError

    def over(self, s: EmpilixTable) -> bool:
        """Who was in turn has given up, or all the others have."""
        return bool(s.posed >> self.seat & 1) or (len(s.standing) == 1 and not self.alone)

    def left(self, s: EmpilixTable) -> None:
        s.go_on(self.seat)

    def actors(self, s: EmpilixTable) -> Sequence[Seat]:
        return s.standing

    def active(self, s: EmpilixTable) -> Sequence[Seat]:
        return (self.seat,)

    def offers(self, s: EmpilixTable, seat: Seat) -> Sequence[Offer]:
        if s.posed >> seat & 1 or self.has_pressed(seat):
            return ()
        own = self.own_offers(s, seat)
        return (*own, Offer("pose", sign="crossed")) if s.may_pose(seat) else own

    def play(self, s: EmpilixTable, seat: Seat, move: Move) -> None:
        if move.name == "pose":
            self.presses.append(Press(move.at, seat, move.name))
        else:
            self.own_play(s, seat, move)

    def ring(self, s: EmpilixTable, alarm: Alarm) -> None:
        self.settle(s)
        if self.over(s):
            self.left(s)
        elif alarm.key != "close":
            self.own_ring(s, alarm)

    def settle(self, s: EmpilixTable) -> None:
        """Those who have given up so far are posed, near-ties in the order of turns."""
        order, (presses, self.presses) = s.in_order(self.seat), (self.presses, [])
        for near in groups(presses):
            for press in sorted(near, key=lambda p: order.index(p.seat)):
                if s.may_pose(press.seat):
                    s.give_up(press.seat)


class Turn(Between, kw_only=True):
    """R6 to R8, R12, R23, R25: who is in turn turns a card; whoever is not posed may want a second before it."""

    stood: Millis = -1
    """Since when the card waits for a pause, in the phase's own time."""

    def enter(self, s: EmpilixTable) -> None:
        self.until = self.limit_in(s, max(0, self.opens(s) - s.now) + TURN)
        if s.halts:
            self.stood = self.time(s)

    def opens(self, s: EmpilixTable) -> Millis:
        """D18, D20: from when on the card may be turned. The first one of a tour covers nothing."""
        return max([s.shown_at + s.pace if s.so_far else 0, *s.halts.values()])

    def own_offers(self, s: EmpilixTable, seat: Seat) -> Sequence[Offer]:
        turns = seat == self.seat and not s.proof_due
        flip = (Offer("flip", opens_at=self.opens(s), zone=s.source(seat).name),) if turns else ()
        if seat in s.halts:  # it comes first: that is what the table waits for
            return (Offer("ok", sign="thumb"), *flip)
        return (*flip, Offer("pause", sign="palm")) if s.may_pause(seat) else flip

    def own_play(self, s: EmpilixTable, seat: Seat, move: Move) -> None:
        if move.name == "flip":
            self.settle(s)
            turn_card(s, seat)
        elif move.name == "pause":
            if not s.halts:
                self.stood = self.time(s)
            s.halts[seat] = s.now + stretched(s, PAUSE)
            s.halted |= 1 << seat
            s.pauses[seat] += 1
            s.tell("pauses", seat=seat)
        else:
            s.tell("agrees", seat=seat)
            del s.halts[seat]
            self.resumed(s)

    def settle(self, s: EmpilixTable) -> None:
        super().settle(s)
        self.resumed(s)

    def resumed(self, s: EmpilixTable) -> None:
        """Nobody needs a pause any more: the time that was left goes on."""
        if self.stood >= 0 and not s.halts:
            self.until = min(NEVER, self.until + self.time(s) - self.stood)
            self.stood = -1

    def alarms(self, s: EmpilixTable) -> Sequence[Alarm]:
        poses = super().alarms(s)
        if s.halts:
            return (*poses, *(Alarm("go_on", at, seat) for seat, at in s.halts.items()))
        if s.proof_due:
            return (*poses, Alarm("ask", max(self.began, self.opens(s)), shown=False))
        return (*poses, Alarm("auto", self.until, self.seat, waits=True))

    def own_ring(self, s: EmpilixTable, alarm: Alarm) -> None:
        if alarm.key == "go_on":
            s.halts.pop(alarm.seat, None)
            self.resumed(s)
        elif alarm.key == "ask":
            s.goto(Proof(seat=self.seat))
        else:
            s.tell("timeout", seat=self.seat)
            turn_card(s, self.seat)


class Proof(Between, kw_only=True):
    """D26: from the seventh letter on, who wants to turn shows that he still knows what lies there. Nobody else
    learns what he was asked, nor what he has answered."""

    announces = True
    shown: ClassVar[Shown] = {**Between.shown, "asked": Sight.OWNER, "about": TERM}
    asked: list[int | None] = field(default_factory=list)
    """For whoever is asked: the place, counted from 1."""
    about: str = ""

    def enter(self, s: EmpilixTable) -> None:
        self.until = self.limit_in(s, PROOF)
        self.about = "own_word" if s.commits else "syllable" if s.syllabic else "one_letter"
        self.ask(s, s.rng("proof", s.turned, self.seat))
        s.tell("asked", keep=Keep.FLEETING, seat=self.seat)

    def ask(self, s: EmpilixTable, rng: Rng) -> None:
        place = 1 + rng.below(s.askable)
        self.asked = [place if seat == self.seat else None for seat in s.all_seats]

    def reseal(self, s: EmpilixTable, seat: Seat, rng: Rng) -> None:
        super().reseal(s, seat, rng)
        if seat != self.seat:
            self.ask(s, rng)

    def own_offers(self, s: EmpilixTable, seat: Seat) -> Sequence[Offer]:
        if seat != self.seat:
            return ()
        item = Word(Fit()) if s.commits else syllable(2) if s.syllabic else Syllable(1, 1)
        return (Offer("prove", {"item": item}, secret=True),)

    def own_play(self, s: EmpilixTable, seat: Seat, move: Move) -> None:
        self.settle(s)
        right = s.at_place(seat, (self.asked[seat] or 0) - 1)
        if fold(move.args["item"]) == fold(right) != "":
            s.tell("proves", seat=seat)
            turn_card(s, seat)
        else:
            self.lost(s)

    def alarms(self, s: EmpilixTable) -> Sequence[Alarm]:
        return (*super().alarms(s), Alarm("limit", self.until, self.seat, waits=True))

    def own_ring(self, s: EmpilixTable, alarm: Alarm) -> None:
        s.tell("timeout", seat=self.seat)
        self.lost(s)

    def lost(self, s: EmpilixTable) -> None:
        s.tell("loses_thread", seat=self.seat)
        if len(s.standing) == 1:
            s.goto(Reciting(seat=self.seat))
        else:
            s.give_up(self.seat)
            self.left(s)


class Commit(Between, kw_only=True):
    """D24: everybody types the word that he has in mind for the letter just laid. Whoever does not has lost the
    thread."""

    announces = True
    span: ClassVar[Millis] = COMMIT

    def enter(self, s: EmpilixTable) -> None:
        self.until = self.limit_in(s, self.span)

    def missing(self, s: EmpilixTable) -> list[Seat]:
        return [seat for seat in s.in_order(self.seat) if len(s.minds[seat]) < s.so_far]

    def active(self, s: EmpilixTable) -> Sequence[Seat]:
        return self.missing(s)

    def own_offers(self, s: EmpilixTable, seat: Seat) -> Sequence[Offer]:
        if seat not in self.missing(s):
            return ()
        said = tuple(map(fold, s.minds[seat])) if s.manche == WORDS else ()
        word = Word(s.fit(s.letters[-1]), besides=said)
        return (Offer("think", {"word": word}, checkable=True, secret=True),)

    def own_play(self, s: EmpilixTable, seat: Seat, move: Move) -> None:
        """One that nobody knows is voted on when it is recited."""
        if judge(s, seat, move.known) is Verdict.REFUSED:
            raise Refused("unknown_word")
        s.minds[seat] = (*s.minds[seat], move.args["word"])
        self.settle(s)
        if self.over(s):
            self.left(s)

    def over(self, s: EmpilixTable) -> bool:
        return not self.missing(s)

    def left(self, s: EmpilixTable) -> None:
        s.go_on(s.after(self.seat))

    def alarms(self, s: EmpilixTable) -> Sequence[Alarm]:
        return (*super().alarms(s), Alarm("limit", self.until, waits=True))

    def own_ring(self, s: EmpilixTable, alarm: Alarm) -> None:
        for seat in self.missing(s):
            s.tell("loses_thread", seat=seat)
            if len(s.standing) == 1:
                s.goto(Reciting(seat=seat))
                return
            s.give_up(seat)
        self.left(s)


class Alone(Decision[EmpilixTable], kw_only=True):
    """R15, R16, D21: the last one recites, or goes on alone."""

    waits = True

    def limit(self, s: EmpilixTable) -> Millis:
        return max(0, s.shown_at + s.pace - s.now) + CHOICE

    def may(self, s: EmpilixTable) -> Sequence[Offer]:
        return (Offer("recite"), Offer("flip", opens_at=s.shown_at + s.pace, zone=s.source(self.seat).name))

    def play(self, s: EmpilixTable, seat: Seat, move: Move) -> None:
        if move.name == "recite":
            s.goto(Reciting(seat=seat))
        elif s.proof_due:
            s.goto(Proof(seat=seat, alone=True))
        else:
            turn_card(s, seat)

    def silent(self, s: EmpilixTable) -> None:
        s.goto(Reciting(seat=self.seat))


class Exhausted(Decision[EmpilixTable], kw_only=True):
    """D7, D25: no more cards: in turn each one gives up or recites."""

    span = CHOICE
    waits = True

    def may(self, s: EmpilixTable) -> Sequence[Offer]:
        return (Offer("recite"), Offer("pose", sign="crossed"))

    def play(self, s: EmpilixTable, seat: Seat, move: Move) -> None:
        if move.name == "recite":
            s.goto(Reciting(seat=seat))
        else:
            self.silent(s)

    def silent(self, s: EmpilixTable) -> None:
        s.give_up(self.seat)
        following = s.in_order(self.seat)
        s.goto(Exhausted(seat=following[0]) if len(following) > 1 else Reciting(seat=following[0]))
