"""Corsix: étoile, Z and A make the next player pay with cards; the first to see a formula wins the pile."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Literal

from tablee.kernel.domains import Domain
from tablee.kernel.game import Device, Exercise, Game, GameInfo, Mood, Reading, Setup, TableOptions
from tablee.kernel.units import CardId, Millis, Seat, Seats
from tablee.kernel.values import PLAIN, SEAT, TERM, Shown
from tablee.kernel.zones import Zone
from tablee.phases import heap
from tablee.phases.heap import NO_LOCKS, HeapPace, HeapSeatOptions, HeapState, LastWindow, lay_out
from tablee.pieces.toutilix import DECK, ETOILE, INDEX, PETARD, SYMBOL

OWED: Mapping[str, int] = {ETOILE: 4, "Z": 3, "A": 2}
"""R10 to R12: how many cards the next player then turns."""
KEPT = frozenset((*OWED, PETARD))
"""R4: what may not be left over."""

PAIRE, SUITE, SANDWICH, NONE = "paire", "suite", "sandwich", "none"
FORMULAS = (PAIRE, SUITE, SANDWICH)
TOUTILIX = "toutilix"

AUTO: Millis = 5_000
COLLECT: Millis = 1_500


def formulas(laid: Sequence[str]) -> frozenset[str]:
    """R18 to R20, D10: what the last of these cards makes with those before it; they are in the order turned."""
    found = set()
    first, second, third = ("", "", "", *laid)[-3:]
    if second == third:
        found.add(PAIRE)
    if second in INDEX and third in INDEX and abs(INDEX[second] - INDEX[third]) == 1:
        found.add(SUITE)
    if first == third and first in INDEX and second in INDEX:
        found.add(SANDWICH)
    return frozenset(found)


class CorsixOptions(TableOptions, frozen=True, kw_only=True):
    """R17: each formula is played or not, whatever the others are."""

    paire: bool = True
    suite: bool = True
    sandwich: bool = True
    wrong_call: Literal["hoarse", "card", "nothing"] = "hoarse"
    pace_ms: Literal[700, 1200, 1800, 2500] = 1200


def played(options: Any) -> tuple[str, ...]:
    return tuple(formula for formula in FORMULAS if getattr(options, formula))


class CorsixState(HeapState, kw_only=True):
    shown: ClassVar[Shown] = {**HeapState.shown, "formulas": TERM}
    turns = "flip"
    spoils = False
    slipped: int = 0
    """So many cards lie under the pile, apart from those laid on one another: pétards and fines."""
    petards: int = 0
    """So many pétards have just been turned in a row."""
    called: Seats = 0
    """Who has called wrongly on the last card."""

    def pace(self) -> HeapPace:
        """D14, D20."""
        return HeapPace(self.options.pace_ms, AUTO, COLLECT)

    def turning(self) -> type[heap.Turn[Any]]:
        return Turn

    # ---- formulas ----------------------------------------------------------------------------------

    @property
    def formulas(self) -> str:
        """R17: those that are played."""
        return " ".join(played(self.options)) or NONE

    def call(self) -> tuple[str, Mapping[str, Domain]]:
        return TOUTILIX, {}

    def may_call(self, seat: Seat) -> bool:
        return not self.called >> seat & 1 and super().may_call(seat)

    def right(self) -> Collection[str]:
        return (TOUTILIX,) if self.showing() else ()

    def showing(self) -> str:
        """The simplest formula that is played and made by the top card; empty: none is."""
        found = formulas(self.turned())
        return next((formula for formula in played(self.options) if formula in found), "")

    def turned(self) -> Sequence[str]:
        """D9: the last cards as they were turned. A pétard covers what was there before it, and makes a pair with
        the one turned just before (D11)."""
        if self.petards:
            return [PETARD] * self.petards
        return [SYMBOL[self.faces[card]] for card in self.middle.cards[self.slipped :][-3:]]

    def compared(self) -> Sequence[str]:
        """As many as the formula has, or as one would have had that is played."""
        formula = self.showing()
        three = formula == SANDWICH if formula else self.options.sandwich
        return self.turned()[-3 if three else -2 :]

    def reason(self, call: str) -> str:
        return self.showing() or "no_formula"

    def mistake(self, seat: Seat) -> None:
        """D13: a card under the pile, of one's own or else of one's winnings. Who has none may not call until the
        pile is won; nor may anybody, unless the table wants only the card."""
        self.called |= 1 << seat
        if self.options.wrong_call == "nothing":
            return
        paid = self.fine(seat, self.pile(seat), self.won(seat))
        self.slipped += paid
        if not paid or self.options.wrong_call == "hoarse":
            self.silence(seat)

    def covered(self) -> Sequence[CardId]:
        return self.middle.cards[self.slipped :][-3:-1]

    # ---- what follows ------------------------------------------------------------------------------

    def collect(self, seat: Seat) -> int:
        self.slipped = self.petards = 0
        return super().collect(seat)

    def finish(self, detail: str = "no_two_left") -> None:
        super().finish(detail)

    def two_left(self) -> bool:
        return sum(1 for seat in self.all_seats if self.pile(seat).cards) > 1

    def won_by(self, seat: Seat) -> None:
        """R23, D15: whoever has called turns a card, and no debt is left."""
        self.go_on(seat, opens=self.stimuli[-1] + self.gap)

    def go_on(
        self, seat: Seat, stimulus: int = -1, opens: Millis = 0, locked: Mapping[Seat, Millis] = NO_LOCKS
    ) -> None:
        """R26, D5, D16: that seat turns a card, or the next one that has any, as long as two have some. The last
        card can still be called on (D17)."""
        if self.two_left():
            following = seat if self.pile(seat).cards else self.next_seat(seat)
            assert following is not None
            self.turn_of(following, stimulus, opens, locked)
        elif stimulus >= 0:
            self.last_call(stimulus, locked)
        else:
            self.finish()


class Deal(heap.Deal[CorsixState]):
    """R3, R5, D1."""

    def set_aside(self, s: CorsixState, deck: Zone, count: int) -> None:
        """R4: the first ordinary letters of the mixed cards are left over."""
        aside = [card for card in deck.cards if SYMBOL[s.faces[card]] not in KEPT][:count]
        deck.cards = aside + [card for card in deck.cards if card not in aside]


class Turn(heap.Turn[CorsixState]):
    """R6: one card, on the one before; then it is the next player's turn."""

    def fined(self, s: CorsixState) -> None:
        """Somebody may have paid his last card for a wrong call; it has shown that nothing can be called here."""
        if not (s.two_left() and s.pile(self.seat).cards):
            s.go_on(self.seat, opens=self.opens, locked=self.lockouts(s))

    def turned(self, s: CorsixState, card: CardId, symbol: str) -> None:
        s.called = 0
        s.petards = s.petards + 1 if symbol == PETARD else 0
        stimulus = s.stimulate() if played(s.options) else -1
        if symbol == PETARD:  # R7 to R9, D2
            s.slip_petard(self.seat, card, 0)
            s.slipped += 1
        if s.aided:
            s.show_previous()
        owed, debtor = OWED.get(symbol, 0), s.next_seat(self.seat)
        if not owed:
            self.paid(s, symbol, stimulus)
        elif debtor is None or debtor == self.seat:  # D7
            s.tell("takes", seat=self.seat, count=s.collect(self.seat))
            s.finish()
        else:  # R10 to R12, R14, R16
            s.tell("owes", seat=debtor, count=owed, owner=self.seat)
            self.owe(s, debtor, self.seat, owed, stimulus, s.now + s.gap)

    def paid(self, s: CorsixState, symbol: str, stimulus: int) -> None:
        """D4: after a pétard, too, the next one turns."""
        s.go_on(s.after(self.seat), stimulus, s.now + s.gap, self.lockouts(s))

    def owe(self, s: CorsixState, debtor: Seat, creditor: Seat, left: int, stimulus: int, opens: Millis) -> None:
        """D6: who has no card left has paid what he could."""
        locked = self.lockouts(s)
        if left and s.pile(debtor).cards:
            s.goto(Debt(seat=debtor, creditor=creditor, left=left, stimulus=stimulus, opens=opens, locked=locked))
        else:
            s.goto(Collect(creditor=creditor, stimulus=stimulus, opens=opens, locked=locked))


class Debt(Turn, kw_only=True):
    """R13 to R15: cards that are owed are turned one after the other."""

    shown: ClassVar[Shown] = {**Turn.shown, "creditor": SEAT, "left": PLAIN}
    creditor: Seat
    left: int

    def fined(self, s: CorsixState) -> None:
        if not s.pile(self.seat).cards:
            self.owe(s, self.seat, self.creditor, self.left, self.stimulus, self.opens)

    def paid(self, s: CorsixState, symbol: str, stimulus: int) -> None:
        """D3: a pétard does not count."""
        left = self.left - (symbol != PETARD)
        self.owe(s, self.seat, self.creditor, left, stimulus, s.now + s.gap)


class Collect(LastWindow[CorsixState], kw_only=True):
    """R13, D14: the debt is paid; the pile goes to whoever was owed it, unless somebody calls on its last card."""

    shown: ClassVar[Shown] = {"creditor": SEAT}
    creditor: Seat
    opens: Millis
    """When the next card may be turned at the earliest."""

    def over(self, s: CorsixState) -> None:
        s.tell("takes", seat=self.creditor, count=s.collect(self.creditor))
        s.go_on(self.creditor, opens=self.opens)


class Corsix(Game[CorsixState]):
    info = GameInfo(
        key="corsix",
        name="Corsix",
        version=2,
        players=(2, 8),  # R2
        kinds=("turn", "race"),
        reading=Reading.SOME_LETTERS,
        device=Device.SHARED,
        author="Christine Larquetout",
        minutes=5,
        exercises=(Exercise.SPEED, Exercise.ATTENTION, Exercise.LUCK),
        moods=(Mood.RUSH, Mood.LAUGH),
        age=6,
    )
    phases = (Deal, Turn, Debt, Collect, LastWindow)
    options = CorsixOptions
    seat_options = HeapSeatOptions

    def setup(self, table: Setup) -> CorsixState:
        return lay_out(CorsixState, table, Deal())

    def bound(self, players: int, options: Any) -> int:
        """D19: each card is turned once at most. On it every seat anticipates, calls and has its call decided once
        at most; then the next card is turned, or the pile collected."""
        return len(DECK) * (3 * players + 3)


GAME = Corsix()
