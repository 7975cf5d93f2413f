"""Pairs on a plane, with closed eyes as soon as an étoile turns up: what Zieufermix and Granzieufermix share.

A turn goes First, Second, then Pair or Miss. An étoile turns all back and starts it again, a pétard changes
places with another card and ends it. What a pair is and what it brings, a game says in its state.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar

from tablee.kernel.domains import Slot, point
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import Reason, ranked
from tablee.kernel.phase import Alarm
from tablee.kernel.units import NOBODY, CardId, Millis, Seat
from tablee.kernel.values import PLAIN, SEAT, Shown
from tablee.kernel.zones import HOLE, Zone
from tablee.phases.decision import Decision
from tablee.phases.plane import Looking, PlaneState, Turning
from tablee.phases.screen import ScreenSeatOptions, shares
from tablee.phases.show import Show
from tablee.pieces.kinds import Kind
from tablee.pieces.plane import nearest
from tablee.pieces.toutilix import ETOILE, ETOILES, PETARD

MOST_ETOILES = len(ETOILES)
"""At so many étoiles a turn is over: the same one could be turned for ever."""
LOOK_TIME: Millis = 1_500
"""How long a pair, an étoile or a pétard stays in sight; two cards that are no pair may stay longer."""
WON = 1
"""The first of the zones of won cards, one for each seat."""


class EyesSeatOptions(ScreenSeatOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    level: Literal[1, 2] = 1
    """1 with open eyes, 2 with eyes that close at an étoile."""


class EyesState(PlaneState, kw_only=True):
    """Each seat's options are `EyesSeatOptions`."""

    shown: ClassVar[Shown] = {"levels": PLAIN}
    open_time: ClassVar[Millis]
    closed_time: ClassVar[Millis]
    exchange_time: ClassVar[Millis]

    # ---- what a game says --------------------------------------------------------------------------

    @property
    def flash_span(self) -> Millis:
        """How long closed eyes see a card that they turn."""
        raise NotImplementedError

    def is_pair(self, one: str, other: str) -> bool:
        raise NotImplementedError

    def wants_etoiles(self) -> bool:
        """Étoiles now make pairs, and start no turn again."""
        return False

    def won(self, seat: Seat, pair: Sequence[CardId]) -> None:
        """The pair lies with its winner and all eyes are open: the score, what is told, perhaps the end."""
        raise NotImplementedError

    # ---- cards and eyes ----------------------------------------------------------------------------

    @property
    def levels(self) -> list[int]:
        """As they are played: whoever sits at the same screen would be blind too, so there it is level 1 (C13)."""
        return [1 if shares(self, seat) else self.seat_options[seat].level for seat in self.all_seats]

    def winnings(self) -> list[Zone]:
        """Where won pairs lie, face down."""
        return [Zone(f"won:{seat}", Kind.WINNINGS, NOBODY, seat) for seat in self.all_seats]

    def choices(self, name: str, but: int = -1) -> Sequence[Offer]:
        """A card that lies face down: pointed at, or found by a hand that gropes for it."""
        if not self.blind:
            return (Offer(name, {"place": Slot("plane", self.places(but))}),)
        assert self.plane.area is not None
        return (Offer("touch", {"point": point(*self.plane.area)}),)

    def touched(self, move: Move, but: int = -1) -> int:
        """The place that was meant; a groping hand finds the nearest card that lies face down."""
        if move.name != "touch":
            place: int = move.args["place"]
            return place
        plane, at = self.plane, move.args["point"]
        down = [HOLE if card in self.open else card for card in plane.cards]
        return nearest(plane.poses or (), down, at["x"], at["y"], but=but)

    def see_etoile(self, seat: Seat) -> None:
        """Level 2 closes its eyes at once, while the others still see the étoile."""
        if self.levels[seat] == 2 and not self.blind:
            self.tell("closes_eyes", seat=seat)
            self.blind |= 1 << seat
        else:
            self.tell("etoile", seat=seat)

    def open_eyes(self, seat: Seat) -> None:
        if self.blind:
            self.blind &= ~(1 << seat)
            self.tell("opens_eyes", seat=seat)

    def end_turn(self, seat: Seat, *lines: str) -> None:
        """A turn that has won nothing is over; what happened is told when all eyes are open again."""
        self.turn_back()
        self.open_eyes(seat)
        for line in lines:
            self.tell(line, seat=seat)
        if self.in_vain():
            self.end(ranked(self.scores, reason=Reason.CAP, detail="idle"))
        else:
            self.goto(First(seat=self.after(seat)))


E = TypeVar("E", bound=EyesState)


class TurningBlind(Turning[E], Generic[E], kw_only=True):
    """The player turns a card, the one he points at or the one his hand finds in the dark."""

    shown: ClassVar[Shown] = {"seat": SEAT, "etoiles": PLAIN}
    etoiles: int = 0
    """How many étoiles this turn has met."""

    def limit(self, s: E) -> Millis:
        return s.closed_time if s.blind else s.open_time

    def offers(self, s: E, seat: Seat) -> Sequence[Offer]:
        return s.choices(self.move) if seat == self.seat else ()

    def play(self, s: E, seat: Seat, move: Move) -> None:
        self.turn(s, s.touched(move))

    def ring(self, s: E, alarm: Alarm) -> None:
        if s.blind:
            s.end_turn(self.seat, "timeout")
        else:
            super().ring(s, alarm)

    def turned(self, s: E, place: int, face: str) -> None:
        if s.blind:
            s.flash(self.seat, s.plane.cards[place], s.flash_span)
        if face == ETOILE:
            s.see_etoile(self.seat)
        if face == PETARD:
            s.goto(Petard(seat=self.seat, place=place))
        elif face == ETOILE and not s.wants_etoiles():
            s.goto(Etoile(seat=self.seat, etoiles=self.etoiles + 1))
        else:
            self.paired(s)

    def paired(self, s: E) -> None:
        """A card that may belong to a pair now lies open."""
        raise NotImplementedError


class First(TurningBlind[E], Generic[E]):
    def paired(self, s: E) -> None:
        s.goto(Second(seat=self.seat, etoiles=self.etoiles))


class Second(TurningBlind[E], Generic[E]):
    def paired(self, s: E) -> None:
        one, other = (s.faces[card] for card in s.open)
        s.goto(Pair(seat=self.seat) if s.is_pair(one, other) else Miss(seat=self.seat))


class Miss(Looking[E], Generic[E]):
    def resume(self, s: E, result: Any) -> None:
        s.end_turn(self.seat, "misses")


class Pair(Looking[E], Generic[E]):
    def resume(self, s: E, result: Any) -> None:
        pair = list(s.open)
        for card in pair:
            s.move(card, s.plane, s.zones[WON + self.seat])
        s.idle = 0
        s.open_eyes(self.seat)
        s.won(self.seat, pair)
        if s.outcome is None:
            s.goto(First(seat=s.after(self.seat)))


class Etoile(Looking[E], Generic[E], kw_only=True):
    """All is turned back and the turn starts again, with open or closed eyes."""

    etoiles: int

    def resume(self, s: E, result: Any) -> None:
        if self.etoiles == MOST_ETOILES:
            s.end_turn(self.seat, "seven_etoiles")
        else:
            s.turn_back()
            s.goto(First(seat=self.seat, etoiles=self.etoiles))


class Petard(Looking[E], Generic[E], kw_only=True):
    place: int

    def resume(self, s: E, result: Any) -> None:
        s.turn_back()
        s.goto(Exchange(seat=self.seat, place=self.place))


class Exchange(Decision[E], Generic[E], kw_only=True):
    """The pétard changes places with another card; then the turn is over."""

    place: int

    def limit(self, s: E) -> Millis:
        return s.exchange_time

    def may(self, s: E) -> Sequence[Offer]:
        return s.choices("swap", self.place)

    def play(self, s: E, seat: Seat, move: Move) -> None:
        self._swap(s, s.touched(move, self.place))

    def ring(self, s: E, alarm: Alarm) -> None:
        if s.blind:
            # He did not see where the pétard went: it may be any of the cards he knew.
            s.ledger.mix(s.plane.held(), knowing=s.everyone & ~s.blind)
        self._swap(s, s.by_chance(self.place), "timeout")

    def _swap(self, s: E, place: int, *lines: str) -> None:
        s.swap(s.plane, self.place, place)
        s.end_turn(self.seat, *lines, "exchanges")


PHASES = (First, Second, Miss, Pair, Etoile, Petard, Exchange, Show)
"""What a game with closed eyes is made of."""

LONGEST_TURN = 3 * (MOST_ETOILES - 1) + 4
"""Records of the longest turn: letter, étoile, look, six times over, then letter, pétard, look, exchange."""
