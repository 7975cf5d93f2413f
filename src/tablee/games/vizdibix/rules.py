"""Vizdibix: cards are turned one on another; the first to shout what the two top letters have in common wins."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from tablee.kernel.domains import Domain, OneOf
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Reading, SeatOptions, Setup, TableOptions
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.sight import Sight
from tablee.kernel.state import State
from tablee.kernel.units import Millis, Seat, Seats
from tablee.kernel.zones import Kind, Zone
from tablee.phases.gift import give_each
from tablee.phases.window import Press, Window, cut, groups
from tablee.pieces.toutilix import ALPHABET, DECK, ETOILE, INDEX, PETARD, SYMBOL, VOWELS

VOYELLE, CONSONNE, SUITE = "voyelle", "consonne", "suite"
LAST_WINDOW: Millis = 5_000

MIDDLE, ASIDE, PILES = 0, 1, 2


def right_shouts(under: str, top: str) -> frozenset[str]:
    """R9 to R11, D4, D5: Y is a vowel, a suite goes either way, and A does not follow Z."""
    right = set()
    if under in VOWELS and top in VOWELS:
        right.add(VOYELLE)
    if under not in VOWELS and top not in VOWELS:
        right.add(CONSONNE)
    if abs(INDEX[under] - INDEX[top]) == 1:
        right.add(SUITE)
    return frozenset(right)


RIGHT: Mapping[tuple[str, str], frozenset[str]] = {
    (under, top): right_shouts(under, top) for under in ALPHABET for top in ALPHABET
}
NOTHING: frozenset[str] = frozenset()

KINDS: Mapping[str, Domain] = {"kind": OneOf((VOYELLE, CONSONNE, SUITE))}


class VizdibixOptions(TableOptions, frozen=True, kw_only=True):
    gap_ms: Literal[1000, 1500, 2500] = 1500
    auto_turn_s: Literal[5, 10] = 5


class VizdibixSeatOptions(SeatOptions, frozen=True, kw_only=True):
    show_previous: bool = False


class VizdibixState(State, kw_only=True):
    starter: Seat
    aided: Seats = 0
    """Who is shown the covered card (`show_previous`)."""

    @property
    def middle(self) -> Zone:
        return self.zones[MIDDLE]

    def pile(self, seat: Seat) -> Zone:
        return self.zones[PILES + seat]

    def won(self, seat: Seat) -> Zone:
        return self.zones[PILES + len(self.seats) + seat]

    def right(self) -> frozenset[str]:
        """What is right to shout on the two top cards (D3); a pétard or nothing below allows nothing (D13)."""
        cards = self.middle.cards
        if len(cards) < 2:
            return NOTHING
        return RIGHT.get((SYMBOL[self.faces[cards[-2]]], SYMBOL[self.faces[cards[-1]]]), NOTHING)

    def next_seat(self, seat: Seat) -> Seat | None:
        """The next one who has cards to turn (D14)."""
        n = len(self.seats)
        return next((x for i in range(1, n + 1) if self.pile(x := (seat + i) % n).cards), None)

    def collect(self, seat: Seat) -> int:
        """All the cards laid go to the winnings of a seat."""
        middle, won = self.middle, self.won(seat)
        count = len(middle.cards)
        self.move_all(middle, won)
        self.count()
        return count

    def count(self) -> None:
        self.scores = [len(self.won(seat).cards) for seat in self.all_seats]

    def show_previous(self) -> None:
        """The aid: the card just under the top one, to those who asked for it, and no other."""
        middle = self.middle
        for card in list(self.open):
            self.turn_down(middle, card)
        if len(middle.cards) > 1:
            self.turn_up(middle, middle.cards[-2], self.aided)

    def finish(self) -> None:
        """R15, D16, D17: what lies in the middle is nobody's."""
        self.end(ranked(self.scores, detail="last_card"))


class Deal(Phase[VizdibixState]):
    """R2, R3, D2: as many for each as there are; the cards left over stay aside."""

    def enter(self, s: VizdibixState) -> None:
        deck = s.zones[ASIDE]
        s.shuffle(deck, "deal")
        each = len(deck.cards) // s.n
        s.tell("deal", count=each, starter=s.starter)
        s.deal(deck, [s.pile(s.after(s.starter, i)) for i in s.all_seats], each)
        s.goto(Turn(seat=s.starter))


class Shouting(Window[VizdibixState]):
    """A letter has been laid: everybody may shout on it, once. No stimulus, nothing to shout on."""

    until: Millis = 0

    def actors(self, s: VizdibixState) -> Sequence[Seat]:
        return s.all_seats

    def may_shout(self, seat: Seat) -> bool:
        return self.stimulus >= 0 and not self.has_pressed(seat)

    def shout_offer(self, seat: Seat) -> Offer:
        return Offer("shout", KINDS, self.opens_at(seat), stimulus=self.stimulus, secret=True)

    def judge(self, s: VizdibixState, shouts: Sequence[Press]) -> None:
        """D7, D8: the first shout decides, together with those within 30 ms of it; all others are void."""
        near, *later = groups(shouts)
        allowed = s.right()
        right = [p for p in near if p.what in allowed]
        if len(right) == 1:
            winner = right[0]
            count = s.collect(winner.seat)
            self.tell_press(s, "won", winner, winner.what, count=count)
        elif right:
            for press in right:
                self.tell_press(s, "tied", press, press.what)
        else:
            for press in near:
                self.tell_press(s, "wrong", press, press.what)
        for press in (p for group in later for p in group):
            self.tell_press(s, "late", press, press.what, behind=press.at - near[0].at)
        self.stimulus = -1


class Turn(Shouting, kw_only=True):
    """R5, R9 to R13: until the next player covers it, everybody may shout on the card shown."""

    shown: ClassVar[Mapping[str, Sight]] = {"seat": Sight.ALL}
    seat: Seat
    opens: Millis = 0

    def enter(self, s: VizdibixState) -> None:
        """D15."""
        self.opens = s.now + (s.options.gap_ms if self.stimulus >= 0 else 0)
        self.until = self.limit_in(s, s.options.auto_turn_s * 1_000)

    def actors(self, s: VizdibixState) -> Sequence[Seat]:
        return s.all_seats if self.stimulus >= 0 else (self.seat,)

    def active(self, s: VizdibixState) -> Sequence[Seat]:
        return (self.seat,)

    def offers(self, s: VizdibixState, seat: Seat) -> Sequence[Offer]:
        if seat != self.seat:
            return (self.shout_offer(seat),) if self.may_shout(seat) else ()
        if self.stimulus < 0:
            return (Offer("turn", opens_at=self.opens, zone=s.pile(seat).name),)
        if self.has_pressed(seat, "turn"):
            return ()
        turn = Offer("turn", opens_at=self.opens, stimulus=self.stimulus, zone=s.pile(seat).name)
        return (turn, self.shout_offer(seat)) if self.may_shout(seat) else (turn,)

    def play(self, s: VizdibixState, seat: Seat, move: Move) -> None:
        if move.name == "shout":
            self.press(s, seat, move, move.args["kind"])
        elif self.stimulus >= 0:
            self.press(s, seat, move)
        else:
            self.turn(s)

    def alarms(self, s: VizdibixState) -> Sequence[Alarm]:
        return (*super().alarms(s), Alarm("auto", self.until, self.seat, waits=True))

    def ring(self, s: VizdibixState, alarm: Alarm) -> None:
        if alarm.key == "auto":
            self.presses.append(Press(self.until + self.shift, self.seat, "auto"))
        super().ring(s, alarm)

    def resolve(self, s: VizdibixState, presses: Sequence[Press]) -> None:
        """D10: a shout made after the card was covered is void, whenever the two arrived."""
        shouts, turn = cut(presses, ("turn", "auto"))
        if shouts:
            self.judge(s, shouts)
            self.opens = min(self.opens, s.now)
        if turn is not None:
            if turn.name == "auto":
                s.tell("timeout", seat=self.seat)
            self.turn(s)

    def turn(self, s: VizdibixState) -> None:
        """R4, R5: the top card of the pile goes to the middle, for all to see."""
        seat, pile, middle = self.seat, s.pile(self.seat), s.middle
        card = pile.cards[-1]
        symbol = SYMBOL[s.faces[card]]
        s.move(card, pile, middle)
        stimulus = -1
        if symbol == ETOILE:  # R6
            s.tell("etoile", seat=seat, count=s.collect(seat))
        elif symbol == PETARD:  # R7, R8, D12, D13
            if len(middle.cards) > 1:
                s.move(card, middle, middle, len(middle.cards) - 2)
            takers = give_each(s, seat, (s.won(seat), pile), s.won)
            s.count()
            s.tell("petard", seat=seat, count=len(takers))
        else:
            stimulus = s.stimulate()
        if s.aided:
            s.show_previous()
        following, locked = s.next_seat(seat), self.lockouts(s)
        if following is not None:
            s.goto(Turn(seat=following, stimulus=stimulus, locked=locked))
        elif stimulus >= 0:
            s.goto(LastWindow(stimulus=stimulus, locked=locked))
        else:
            s.finish()


class LastWindow(Shouting):
    """R14, D16: no card is left to turn, but the last one can still be shouted on."""

    def enter(self, s: VizdibixState) -> None:
        self.until = self.time(s) + LAST_WINDOW

    def offers(self, s: VizdibixState, seat: Seat) -> Sequence[Offer]:
        return (self.shout_offer(seat),) if self.may_shout(seat) else ()

    def play(self, s: VizdibixState, seat: Seat, move: Move) -> None:
        self.press(s, seat, move, move.args["kind"])

    def alarms(self, s: VizdibixState) -> Sequence[Alarm]:
        return (*super().alarms(s), Alarm("over", self.until, waits=True))

    def resolve(self, s: VizdibixState, presses: Sequence[Press]) -> None:
        shouts = [p for p in presses if p.at - self.shift <= self.until]
        if shouts:
            self.judge(s, shouts)
        s.finish()


class Vizdibix(Game[VizdibixState]):
    info = GameInfo(
        key="vizdibix",
        name="Vizdibix",
        version=1,
        players=(2, 8),
        kinds=("turn", "race"),
        reading=Reading.LETTERS,
        device=Device.SHARED,
        minutes=10,
        exercises=(Exercise.SPEED, Exercise.ATTENTION, Exercise.LETTERS),
    )
    state = VizdibixState
    phases = (Deal, Turn, LastWindow)
    options = VizdibixOptions
    seat_options = VizdibixSeatOptions

    def setup(self, table: Setup) -> VizdibixState:
        aided = sum(1 << seat for seat, options in enumerate(table.seat_options) if options.show_previous)
        s = VizdibixState(**table.common(DECK), starter=table.starter(), aided=aided)
        s.zones = [
            Zone("middle", Kind.HEAP, Sight.TOP),
            Zone("aside", Kind.BOX, Sight.COUNT, cards=list(range(len(DECK)))),
            *(Zone(f"pile:{seat}", Kind.PILE, Sight.COUNT, seat) for seat in s.all_seats),
            *(Zone(f"won:{seat}", Kind.WINNINGS, Sight.COUNT, seat) for seat in s.all_seats),
        ]
        s.goto(Deal())
        return s

    def bound(self, players: int, options: Any) -> int:
        """D18: each card is turned once. On it every seat anticipates and shouts once at most; then the shouts
        are decided and the next card is turned, by a move or by the clock."""
        return len(DECK) // players * players * (2 * players + 2)


GAME = Vizdibix()
