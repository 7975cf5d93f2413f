"""Heap: cards of unseen piles are turned one on another, and everybody may call on the one that lies on top.

Common to Vizdibix, Lipipix and Corsix. The state of a game says what is called, what is right and how quick the
cards come. A card that is turned while calls are open is a press like them: it goes through the same hold and the
same order, so that a call made before it counts, whenever the two arrive.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from tablee.kernel.domains import Domain
from tablee.kernel.game import SeatOptions, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.units import EVERYBODY, NOBODY, CardId, Millis, Seat, Seats
from tablee.kernel.values import FACE, PLAIN, TERM, Shown
from tablee.kernel.zones import Zone
from tablee.phases.piles import PilesState, seat_zones
from tablee.phases.voice import Voices
from tablee.phases.window import Covering, Press, Window, cut, groups, stretched
from tablee.pieces.kinds import Kind
from tablee.pieces.toutilix import DECK, ETOILE, PETARD, SYMBOL

NO_LOCKS: Mapping[Seat, Millis] = {}


class HeapSeatOptions(SeatOptions, frozen=True, kw_only=True):
    show_previous: bool = False


class HeapPace(Struct, frozen=True):
    """How quick the cards come."""

    gap: Millis
    """How long a card lies at least before the next one, where the table wants no more time."""
    limit: Millis
    """When the table turns a card for somebody who does not."""
    last_chance: Millis
    """How long the last card can be called on, where the table wants no more time."""


class HeapState(Voices, PilesState, kw_only=True):
    shown: ClassVar[Shown] = {"hoarse": PLAIN}
    turns: ClassVar[str] = "turn"
    """The move that turns a card."""
    hasty: ClassVar[bool] = False
    """The next card may come at once where nothing can be called on the last one."""
    spoils: ClassVar[bool] = True
    """After a mistake nobody can win on that card."""

    aided: Seats = 0
    """Who is shown what the top card covers (`show_previous`)."""
    voiceless: Seats = 0
    """Who has called wrongly and may not call until the heap is won."""
    gap: Millis = 0
    limit: Millis = 0
    last_chance: Millis = 0
    """The pace of this table, with the time that it wants."""

    # ---- what a game says --------------------------------------------------------------------------

    def pace(self) -> HeapPace:
        raise NotImplementedError

    def turning(self) -> "type[Turn[Any]]":
        """The phase in which a card is turned."""
        return Turn

    def ending(self) -> "type[LastWindow[Any]]":
        """The phase in which the last card can still be called on."""
        return LastWindow

    def call(self) -> tuple[str, Mapping[str, Domain]]:
        """The move by which one calls, and its parameters."""
        raise NotImplementedError

    def right(self) -> Collection[str]:
        """What is right to call on the card that lies on top."""
        raise NotImplementedError

    def may_call(self, seat: Seat) -> bool:
        """Whether this seat may call on the card that lies on top."""
        return self.has_voice(seat)

    def compared(self) -> Sequence[str]:
        """What a call on the top card is about, from below; pétards are left out."""
        return [x for card in self.middle.cards[-2:] if (x := SYMBOL[self.faces[card]]) != PETARD]

    def reason(self, call: str) -> str:
        """What the cards are, as far as that call is about it: why it is right or wrong, as a word for the log."""
        raise NotImplementedError

    def mistake(self, seat: Seat) -> None:
        """What a wrong call costs."""

    def won_by(self, seat: Seat) -> None:
        """What follows when a call has won the heap."""

    def covered(self) -> Sequence[CardId]:
        """What the aid shows of the cards under the top one."""
        return self.middle.cards[-2:-1]

    # ---- the cards ---------------------------------------------------------------------------------

    def collect(self, seat: Seat) -> int:
        """All the cards laid go to the winnings of a seat, and everybody has a voice again."""
        self.voiceless = 0
        middle, won = self.middle, self.won(seat)
        count = len(middle.cards)
        self.move_all(middle, won)
        self.count()
        return count

    def slip_petard(self, seat: Seat, card: CardId, place: int) -> None:
        """A pétard is slipped into the heap, and whoever turned it gives a card to each of the others: of his
        winnings, or else of his pile, unseen. It joins their winnings."""
        middle = self.middle
        if middle.cards[place] != card:
            self.move(card, middle, middle, place)
        self.tell("petard", seat=seat, count=self.give(seat))

    def fine(self, seat: Seat, *purses: Zone) -> bool:
        """A card under the heap, unseen, from the first purse that has one; False: there is none to pay with."""
        purse = next((zone for zone in purses if zone.cards), None)
        if purse is None:
            return False
        self.move(purse.cards[-1], purse, self.middle, 0)
        self.count()
        self.tell("fine", seat=seat)
        return True

    def show_previous(self) -> None:
        """The aid: what the top card covers, to those who asked for it, and no more."""
        middle = self.middle
        for card in list(self.open):
            self.turn_down(middle, card)
        for card in self.covered():
            self.turn_up(middle, card, self.aided)

    # ---- what follows ------------------------------------------------------------------------------

    def turn_of(
        self, seat: Seat, stimulus: int = -1, opens: Millis = 0, locked: Mapping[Seat, Millis] = NO_LOCKS
    ) -> None:
        """That seat covers the card that lies on top."""
        self.goto(self.turning()(seat=seat, stimulus=stimulus, opens=opens, locked=dict(locked)))

    def last_call(self, stimulus: int, locked: Mapping[Seat, Millis] = NO_LOCKS) -> None:
        self.goto(self.ending()(stimulus=stimulus, locked=dict(locked)))


H = TypeVar("H", bound=HeapState)


def lay_out(kind: type[H], table: Setup, deal: "Deal[H]") -> H:
    """The table before the deal."""
    aided = sum(1 << seat for seat, options in enumerate(table.seat_options) if options.show_previous)
    s = kind(**table.common(DECK), starter=table.starter(), aided=aided)
    pace = s.pace()
    s.gap, s.limit, s.last_chance = stretched(s, pace.gap), pace.limit, stretched(s, pace.last_chance)
    return s.begin(
        deal,
        Zone("middle", Kind.HEAP, EVERYBODY, depth=1),
        Zone("aside", Kind.BOX, NOBODY, cards=list(range(len(DECK)))),
        *seat_zones(s.n, [NOBODY] * s.n),
    )


class Deal(Phase[H], Generic[H]):
    """As many for each as there are; the cards left over stay aside."""

    def enter(self, s: H) -> None:
        deck = s.aside
        s.shuffle(deck, "deal")
        self.set_aside(s, deck, len(deck.cards) % s.n)
        s.deal_out()
        s.turn_of(s.starter)

    def set_aside(self, s: H, deck: Zone, count: int) -> None:
        """The cards at the bottom are left over; a game may put others there."""


class Calling(Window[H], Generic[H]):
    """A card lies on top: everybody may call on it, once. No stimulus, nothing to call on."""

    until: Millis = 0

    def actors(self, s: H) -> Sequence[Seat]:
        return s.all_seats

    def may_call(self, s: H, seat: Seat) -> bool:
        return self.stimulus >= 0 and not self.has_pressed(seat) and s.may_call(seat)

    def call_offer(self, s: H, seat: Seat) -> Offer:
        name, params = s.call()
        return Offer(name, params, self.opens_at(seat), stimulus=self.stimulus, secret=True)

    def offers(self, s: H, seat: Seat) -> Sequence[Offer]:
        return (self.call_offer(s, seat),) if self.may_call(s, seat) else ()

    def play(self, s: H, seat: Seat, move: Move) -> None:
        self.press(s, seat, move, "".join(move.args.values()) or move.name)

    def is_right(self, s: H, call: Press) -> bool:
        return call.what in s.right()

    def judge(self, s: H, calls: Sequence[Press]) -> None:
        """The first call decides, together with those within 30 ms of it; all others are void. Where a mistake
        spoils nothing, each of them stands alone. The cards are told: all have seen them, and it is decided."""
        near, *later = groups(calls)
        right = [p for p in near if self.is_right(s, p)]
        laid = FACE(" ".join(s.compared()))
        if len(right) == 1:
            winner = right[0]
            why = s.reason(winner.what)
            count = s.collect(winner.seat)
            self.tell_press(s, "won", winner, TERM(winner.what), count=count, laid=laid, why=TERM(why))
        else:
            for press in right:
                self.tell_press(s, "tied", press, TERM(press.what), laid=laid)
            wrong = [p for p in (near if right or s.spoils else calls) if p not in right]
            reasons = [s.reason(p.what) for p in wrong]
            for press, why in zip(wrong, reasons, strict=True):
                self.tell_press(s, "wrong", press, TERM(press.what), laid=laid, why=TERM(why), vain=1)
                s.mistake(press.seat)
        if right or s.spoils:
            self.tell_late(s, near[0], later)
            self.stimulus = -1
        if len(right) == 1:
            s.won_by(right[0].seat)

    def stands(self, s: H) -> bool:
        """Whether what was called has left this phase in charge."""
        return s.phases[-1] is self and s.outcome is None

    def tell_late(self, s: H, first: Press, later: Sequence[Sequence[Press]]) -> None:
        for press in (p for group in later for p in group):
            self.tell_press(s, "late", press, TERM(press.what), behind=press.at - first.at)


class Turn(Covering[H], Calling[H], Generic[H], kw_only=True):
    """Until the next player covers it, everybody may call on the card shown."""

    seat: Seat
    opens: Millis = 0

    def enter(self, s: H) -> None:
        self.until = self.limit_in(s, s.limit)

    def offers(self, s: H, seat: Seat) -> Sequence[Offer]:
        if seat != self.seat:
            return super().offers(s, seat)
        zone = s.pile(seat).name
        if self.stimulus < 0:
            return (Offer(s.turns, opens_at=self.opens, zone=zone),)
        if self.has_pressed(seat, s.turns):
            return ()
        opens = max(self.opens, self.opens_at(seat))
        return (Offer(s.turns, opens_at=opens, stimulus=self.stimulus, zone=zone), *super().offers(s, seat))

    def play(self, s: H, seat: Seat, move: Move) -> None:
        if move.name != s.turns:
            super().play(s, seat, move)
        elif self.stimulus >= 0:
            self.press(s, seat, move)
        else:
            self.turn(s)

    def resolve(self, s: H, presses: Sequence[Press]) -> None:
        """A call made after the card was covered is void. What a call changes goes before the next card: it
        stays where it was if its turn is over."""
        calls, turn = cut(presses, (s.turns, "auto"))
        if calls:
            if s.hasty:
                self.opens = min(self.opens, s.now)
            self.judge(s, calls)
        if turn is not None and self.stands(s):
            if turn.name == "auto":
                s.tell("timeout", seat=self.seat)
            self.turn(s)

    def judge(self, s: H, calls: Sequence[Press]) -> None:
        super().judge(s, calls)
        if self.stands(s):
            self.fined(s)

    def fined(self, s: H) -> None:
        """Whose turn it is may have paid his last card for a mistake."""
        if s.pile(self.seat).cards:
            return
        following = s.next_seat(self.seat)
        if following is None:
            s.finish()
        else:
            s.turn_of(following, self.stimulus, self.opens, self.lockouts(s))

    def turn(self, s: H) -> None:
        """The top card of the pile goes to the middle, for all to see."""
        pile = s.pile(self.seat)
        card = pile.cards[-1]
        s.move(card, pile, s.middle)
        self.turned(s, card, SYMBOL[s.faces[card]])

    def turned(self, s: H, card: CardId, symbol: str) -> None:
        """An étoile wins the heap; a pétard is slipped under the top card, which is seen again. On a letter one
        may call, until the next one who has cards covers it."""
        seat, stimulus = self.seat, -1
        if symbol == ETOILE:
            s.tell("etoile", seat=seat, count=s.collect(seat))
        elif symbol == PETARD:
            s.slip_petard(seat, card, max(0, len(s.middle.cards) - 2))
        else:
            stimulus = s.stimulate()
        if s.aided:
            s.show_previous()
        following = s.next_seat(seat)
        if following is not None:
            opens = s.now if s.hasty and stimulus < 0 else s.now + s.gap
            s.turn_of(following, stimulus, opens, self.lockouts(s))
        elif stimulus >= 0:
            s.last_call(stimulus, self.lockouts(s))
        else:
            s.finish()


class LastWindow(Calling[H], Generic[H]):
    """No card will cover this one, but it can still be called on for a moment."""

    def enter(self, s: H) -> None:
        self.until = self.time(s) + s.last_chance

    def alarms(self, s: H) -> Sequence[Alarm]:
        return (*super().alarms(s), Alarm("over", self.until, waits=True))

    def ring(self, s: H, alarm: Alarm) -> None:
        """A mistake that spoils nothing does not end it: a right call made in time may still be on the wire."""
        super().ring(s, alarm)
        if self.stands(s) and (self.stimulus < 0 or alarm.key == "over"):
            self.over(s)

    def resolve(self, s: H, presses: Sequence[Press]) -> None:
        calls = [p for p in presses if p.at - self.shift <= self.until]
        if calls:
            self.judge(s, calls)

    def over(self, s: H) -> None:
        s.finish()
