"""Fan: a hand held out face down to the next player, who draws one of its cards by place (Vlamonix, Amipourix).

The hands are the first zones of the table, one for each seat. The table's option `arrange` lets the holder put his
fan in order before; without it a place in the fan tells nothing, for chance says which card lies there.
"""

from collections.abc import Sequence
from typing import ClassVar, Generic

from tablee.kernel.domains import Order
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Alarm, Phase, S
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Millis, Seat, mask
from tablee.kernel.values import SEAT, Shown
from tablee.kernel.zones import Zone
from tablee.pieces.domains import FanPlace
from tablee.pieces.kinds import Kind

ARRANGE_TIME: Millis = 5_000
DRAW_TIME: Millis = 15_000
ORDERS = 12
"""How often a fan may be put in order before it is held out: each card that is moved is an order."""
LONGEST_DRAW = ORDERS + 3
"""Records of a draw: the orders, the last word on them, and the card drawn; one to spare."""


def hands(players: int, *, arrange: bool) -> list[Zone]:
    kind = Kind.FAN if arrange else Kind.HAND
    return [Zone(f"hand:{seat}", kind, mask(seat), seat) for seat in range(players)]


def hand(s: State, seat: Seat) -> Zone:
    return s.zones[seat]


def holding(s: State) -> list[Seat]:
    """Who still has cards."""
    return [seat for seat in s.all_seats if s.zones[seat].cards]


def following(s: State, seat: Seat) -> Seat:
    """The next seat clockwise that still has cards; the seat itself where there is no other."""
    return next((other for other in s.others(seat) if s.zones[other].cards), seat)


def whose(s: State, face: str) -> Seat:
    """Who has the card with this face in his hand; -1 where nobody has."""
    return next((seat for seat in s.all_seats if any(s.faces[c] == face for c in s.zones[seat].cards)), -1)


def take_in(s: State, card: CardId, source: Zone, seat: Seat, turn: int, public: str = "") -> None:
    """A card joins a hand at a place that only its owner knows, and nobody else can tell it from the others there;
    but the card with a public face is known by all to be in that hand and in no other."""
    fan = hand(s, seat)
    s.move(card, source, fan, s.rng("place", turn).below(len(fan.cards) + 1))
    s.ledger.mix([c for c in fan.cards if s.faces[c] != public], knowing=mask(seat))


class HoldOut(Phase[S], Generic[S], kw_only=True):
    """The holder may put his fan in order; then it is held out. Without `arrange` it is at once."""

    shown: ClassVar[Shown] = {"holder": SEAT, "drawer": SEAT}
    holder: Seat
    drawer: Seat
    turn: int
    """Which draw of the game it is."""
    orders: int = 0
    until: Millis = 0

    def draw(self, s: S) -> "Draw[S]":
        """The game's own phase that follows."""
        raise NotImplementedError

    def enter(self, s: S) -> None:
        for seat in s.all_seats:
            hand(s, seat).by = [self.drawer] if seat == self.holder else []
        if s.options.arrange and len(hand(s, self.holder).cards) > 1:
            self.until = self.limit_in(s, ARRANGE_TIME)
        else:
            s.goto(self.draw(s))

    def actors(self, s: S) -> Sequence[Seat]:
        return (self.holder,)

    def offers(self, s: S, seat: Seat) -> Sequence[Offer]:
        if seat != self.holder:
            return ()
        ready = Offer("ready")
        if self.orders == ORDERS:
            return (ready,)
        return (Offer("reorder", {"order": Order(hand(s, seat).cards[:])}, secret=True), ready)

    def play(self, s: S, seat: Seat, move: Move) -> None:
        if move.name == "ready":
            s.goto(self.draw(s))
            return
        hand(s, seat).cards = list(move.args["order"])
        self.orders += 1

    def alarms(self, s: S) -> Sequence[Alarm]:
        return (Alarm("limit", self.until, self.holder),)

    def ring(self, s: S, alarm: Alarm) -> None:
        s.goto(self.draw(s))


class Draw(Phase[S], Generic[S], kw_only=True):
    """The drawer takes the card at a place of the fan; where he points meanwhile can be watched (`FanPlace`)."""

    shown: ClassVar[Shown] = {"holder": SEAT, "drawer": SEAT}
    holder: Seat
    drawer: Seat
    turn: int
    until: Millis = 0

    def drawn(self, s: S, card: CardId) -> None:
        """This card was drawn and is still in the fan: where it goes, and what follows."""
        raise NotImplementedError

    def enter(self, s: S) -> None:
        self.until = self.limit_in(s, DRAW_TIME)

    def actors(self, s: S) -> Sequence[Seat]:
        return (self.drawer,)

    def offers(self, s: S, seat: Seat) -> Sequence[Offer]:
        if seat != self.drawer:
            return ()
        fan = hand(s, self.holder)
        return (Offer("draw", {"place": FanPlace(fan.name, tuple(range(len(fan.cards))))}),)

    def play(self, s: S, seat: Seat, move: Move) -> None:
        self._take(s, move.args["place"])

    def alarms(self, s: S) -> Sequence[Alarm]:
        return (Alarm("limit", self.until, self.drawer),)

    def ring(self, s: S, alarm: Alarm) -> None:
        s.tell("timeout", seat=self.drawer)
        self._take(s, s.rng("silent", self.turn).below(len(hand(s, self.holder).cards)))

    def _take(self, s: S, place: int) -> None:
        fan = hand(s, self.holder)
        lying = fan.cards if s.options.arrange else s.rng("fan", self.turn).shuffled(fan.cards)
        self.drawn(s, lying[place])
