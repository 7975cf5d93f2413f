"""A game small enough to see through, and the same game with one fault at a time.

Everybody seals a bid, then lays three cards one by one; whoever laid the highest sum plus bid wins.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tablee.kernel.domains import Domain, Number, OneCard
from tablee.kernel.game import Device, Game, GameInfo, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Alarm, Phase
from tablee.kernel.refusal import Refused
from tablee.kernel.state import State
from tablee.kernel.units import EVERYBODY, NOBODY, Millis, Seat, mask
from tablee.kernel.values import FACE, PLAIN, Shown
from tablee.kernel.zones import Zone
from tablee.phases.secret_choice import SecretChoice
from tablee.pieces.kinds import Kind

FACES = [str(n) for n in range(1, 16)]
PILE, TABLE, HANDS = 0, 1, 2
CARDS = 3


class ToyState(State, kw_only=True):
    shown: ClassVar[Shown] = {"turn": PLAIN, "gossip": PLAIN}
    turn: int = 0
    gossip: str = ""


class Bid(SecretChoice[ToyState]):
    move_name = "bid"
    param = "amount"

    def limit(self, s: ToyState) -> Millis:
        return 10_000

    def domain(self, s: ToyState, seat: Seat) -> Domain:
        return Number(0, 5)

    def default(self, s: ToyState, seat: Seat) -> int:
        return 0

    def opened(self, s: ToyState, choices: Mapping[Seat, Any]) -> None:
        for seat, bid in choices.items():
            s.scores[seat] += bid
            s.tell("bids", seat=seat, amount=bid)
        s.goto(Lay())


class Lay(Phase[ToyState]):
    def actors(self, s: ToyState) -> Sequence[Seat]:
        return (s.turn % s.n,)

    def offers(self, s: ToyState, seat: Seat) -> Sequence[Offer]:
        return (Offer("lay", {"card": OneCard(s.zones[HANDS + seat].cards)}),) if seat == s.turn % s.n else ()

    def play(self, s: ToyState, seat: Seat, move: Move) -> None:
        card = move.args["card"]
        s.move(card, s.zones[HANDS + seat], s.zones[TABLE])
        s.scores[seat] += int(s.faces[card])
        s.tell("lays", seat=seat)
        self.after(s)

    def after(self, s: ToyState) -> None:
        s.turn += 1
        if s.turn == CARDS * s.n:
            s.end(ranked(s.scores))

    def alarms(self, s: ToyState) -> Sequence[Alarm]:
        return (Alarm("limit", 1_000_000 + s.turn * 10_000, s.turn % s.n),)

    def ring(self, s: ToyState, alarm: Alarm) -> None:
        seat = s.turn % s.n
        self.play(s, seat, Move("lay", {"card": s.zones[HANDS + seat].cards[0]}))


class Toy(Game[ToyState]):
    info = GameInfo(
        key="toy",
        name="Toy",
        version=1,
        players=(2, 3),
        kinds=("turn",),
        reading=Reading.NOTHING,
        device=Device.PASSED,
    )
    state = ToyState
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (Bid, Lay)
    first: ClassVar[type[Phase[Any]]] = Bid

    def setup(self, table: Setup) -> ToyState:
        s = ToyState(**table.common(FACES))
        s.zones = [
            Zone("pile", Kind.PILE, NOBODY, cards=list(range(len(FACES)))),
            Zone("table", Kind.ROW, EVERYBODY),
            *(Zone(f"hand:{seat}", Kind.HAND, mask(seat), seat) for seat in s.all_seats),
        ]
        s.shuffle(s.zones[PILE], "deal")
        for seat in s.all_seats:
            for _ in range(CARDS):
                s.move(s.zones[PILE].cards[-1], s.zones[PILE], s.zones[HANDS + seat])
        s.goto(self.first())
        return s

    def bound(self, players: int, options: Any) -> int:
        return players + CARDS * players + 1


# ---- one fault each ---------------------------------------------------------------------------------


class GossipingLay(Lay):
    """Tells everybody the next card of the pile."""

    def after(self, s: ToyState) -> None:
        s.gossip = s.faces[s.zones[PILE].cards[-1]]
        super().after(s)


class HintingLay(Lay):
    """Offers tell something about the others' hands."""

    def offers(self, s: ToyState, seat: Seat) -> Sequence[Offer]:
        highest = max((int(s.faces[c]) for c in s.zones[HANDS + s.after(seat)].cards), default=0)
        return [Offer(o.name, o.params, opens_at=highest) for o in super().offers(s, seat)]


class ShoutingLay(Lay):
    """An event names a card that goes into hiding."""

    def after(self, s: ToyState) -> None:
        s.tell("secret", face=FACE(s.faces[s.zones[HANDS + s.n - 1].cards[0]] if s.turn == 0 else ""))
        super().after(s)


class OpenBid(Bid):
    """Shows the bids as they are made."""

    def play(self, s: ToyState, seat: Seat, move: Move) -> None:
        s.gossip += str(move.args["amount"])
        super().play(s, seat, move)

    def opened(self, s: ToyState, choices: Mapping[Seat, Any]) -> None:
        s.gossip = ""
        super().opened(s, choices)


class LosingLay(Lay):
    """Loses a card now and then."""

    def after(self, s: ToyState) -> None:
        if s.turn == 2:
            s.zones[PILE].cards.pop()
        super().after(s)


class CloningLay(Lay):
    """A card is in two places."""

    def after(self, s: ToyState) -> None:
        if s.turn == 2:
            s.zones[PILE].cards.append(s.zones[TABLE].cards[0])
        super().after(s)


class EndlessLay(Lay):
    """Gives the card back and never ends."""

    def after(self, s: ToyState) -> None:
        if s.turn == 3:
            s.move(s.zones[TABLE].cards[-1], s.zones[TABLE], s.zones[HANDS + s.turn % s.n])
            s.turn -= 1
        super().after(s)


class StuckLay(Lay):
    """Nobody can go on."""

    def offers(self, s: ToyState, seat: Seat) -> Sequence[Offer]:
        return () if s.turn == 4 else super().offers(s, seat)

    def alarms(self, s: ToyState) -> Sequence[Alarm]:
        return ()


class DirtyLay(Lay):
    """Refuses what it offers, and not before it has changed something."""

    def play(self, s: ToyState, seat: Seat, move: Move) -> None:
        if s.turn == 3:
            s.scores[seat] += 1
            raise Refused("not_possible")
        super().play(s, seat, move)


class RandomLay(Lay):
    """Remembers something outside the state."""

    count: ClassVar[list[int]] = []

    def after(self, s: ToyState) -> None:
        RandomLay.count.append(1)
        s.scores[0] += len(RandomLay.count) % 7
        super().after(s)


# ---- the same secret choice again and again -----------------------------------------------------------


class Passing(Bid):
    """Twice everybody passes a card on, all at once: who gives it and who gets it know which."""

    move_name = "pass_on"
    param = "card"

    def domain(self, s: ToyState, seat: Seat) -> Domain:
        return OneCard(s.zones[HANDS + seat].cards[:])

    def default(self, s: ToyState, seat: Seat) -> int:
        return s.zones[HANDS + seat].cards[0]

    def opened(self, s: ToyState, choices: Mapping[Seat, Any]) -> None:
        for giver, card in choices.items():
            s.move(card, s.zones[HANDS + giver], s.zones[HANDS + s.after(giver)])
        s.gossip += "."
        s.goto(type(self)() if len(s.gossip) == 1 else Lay())


class GossipingPassing(Passing):
    """When the cards have moved, everybody is told what the first seat has passed."""

    def opened(self, s: ToyState, choices: Mapping[Seat, Any]) -> None:
        super().opened(s, choices)
        s.tell("secret", face=FACE(s.faces[choices[0]]))


def passing(begin: type[Passing]) -> Game[ToyState]:
    class PassingToy(Toy):
        phases = (begin, Lay)
        first = begin

        def bound(self, players: int, options: Any) -> int:
            return super().bound(players, options) + players

    return PassingToy()


def faulty(first: type[Phase[Any]]) -> Game[ToyState]:
    """The toy game with another phase in it."""
    lay = first if issubclass(first, Lay) else Lay

    class FaultyBid(first if issubclass(first, Bid) else Bid):  # type: ignore[misc]
        def opened(self, s: ToyState, choices: Mapping[Seat, Any]) -> None:
            super().opened(s, choices)
            s.goto(lay())

    class FaultyToy(Toy):
        phases = (FaultyBid, lay)
        first = FaultyBid

    return FaultyToy()
