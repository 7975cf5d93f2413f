"""Step 1: a movement card for each, and one piece of furniture moved (R11, R23 to R30, D7, D42)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tablee.games.pas_vu_pas_pris.hall import HALLS, PIECES, Rest, nearest, place
from tablee.games.pas_vu_pas_pris.poses import POSE, Placement
from tablee.games.pas_vu_pas_pris.table import HallTable
from tablee.kernel.domains import ByChoice, Card, Domain, OneCard, Vector
from tablee.kernel.moves import Move, Offer, Settled
from tablee.kernel.refusal import Refused
from tablee.kernel.units import CardId, Millis, Seat
from tablee.kernel.values import SEAT, TERM, Shown
from tablee.kernel.zones import Pose
from tablee.phases.decision import Decision
from tablee.phases.show import Show

A_PIECE: Millis = 60_000
SHOWN: Millis = 3_000
USUAL_HALL = "symetrique"


def placement(s: HallTable, piece: str) -> Placement:
    return Placement(POSE, s.scene(), piece, s.piece_cards())


def told(s: HallTable, rest: Rest) -> Settled:
    """D50: the pose, and whatever would lie or stand elsewhere."""
    others: dict[CardId, Pose | None] = {s.piece_card(piece): pose for piece, pose in rest.others.items()}
    return Settled(rest.pose, {**others, **rest.ghosts}, rest.levels, level=rest.level)


class Furnish(Decision[HallTable], kw_only=True):
    """D42: the players furnish the hall, one piece each in turn."""

    span = A_PIECE

    def may(self, s: HallTable) -> Sequence[Offer]:
        left = s.store.cards
        poses: dict[Card, Domain] = {card: placement(s, s.faces[card]) for card in left}
        pose = ByChoice("piece", poses, Vector(POSE))
        return (Offer("place", {"piece": OneCard(left), "pose": pose}, checkable=True),)

    def settled(self, s: HallTable, seat: Seat, move: Move) -> Settled:
        return told(s, self.rest(s, move.args))

    def rest(self, s: HallTable, args: Mapping[str, Any]) -> Rest:
        return placement(s, s.faces[args["piece"]]).settled(args["pose"])

    def play(self, s: HallTable, seat: Seat, move: Move) -> None:
        self.stands(s, s.faces[move.args["piece"]], self.rest(s, move.args))

    def silent(self, s: HallTable) -> None:
        piece = next(piece for piece in PIECES if s.piece_card(piece) in s.store.cards)
        scene, wish = s.scene(), HALLS[USUAL_HALL][piece]
        try:
            rest = place(scene, piece, wish)
        except Refused:
            rest = place(scene, piece, nearest(scene, piece, wish) or wish)
        self.stands(s, piece, rest)

    def stands(self, s: HallTable, piece: str, rest: Rest) -> None:
        s.tell("places", seat=self.seat, piece=TERM(piece))
        s.come_to(rest.scene)
        if s.store.cards:
            s.goto(Furnish(seat=s.after(self.seat)))
        else:
            s.pop()


class Cards(Decision[HallTable], kw_only=True):
    """R11: a card is drawn; one of its pieces may be moved."""

    shown: ClassVar[Shown] = {"seat": SEAT, "held": TERM}
    span = A_PIECE
    held: str = ""
    """R28: who has taken hold of a piece keeps to it."""

    def enter(self, s: HallTable) -> None:
        super().enter(s)
        s.move(s.draw.cards[-1], s.draw, s.card(self.seat))
        card = s.movement(self.seat)
        assert card is not None
        s.points[self.seat] = card.value
        if not card.pieces:
            s.tell("draws_plain", seat=self.seat, value=card.value)
        else:
            first, second = map(TERM, card.pieces)
            s.tell("draws", seat=self.seat, value=card.value, first=first, second=second)
        if not self.pieces(s):
            s.goto(Plain(seat=self.seat, span=SHOWN))

    def pieces(self, s: HallTable) -> list[str]:
        """R23, R26, R27."""
        card = s.movement(self.seat)
        if card is None or not card.pieces:
            return []
        left = [piece for piece in card.pieces if piece not in s.moved]
        return left or [piece for piece in PIECES if piece not in s.moved]

    def may(self, s: HallTable) -> Sequence[Offer]:
        if not self.held:
            pieces = OneCard([s.piece_card(piece) for piece in self.pieces(s)])
            return Offer("take", {"piece": pieces}), Offer("pass")
        return Offer("place", {"pose": placement(s, self.held)}, checkable=True), Offer("put_back")

    def settled(self, s: HallTable, seat: Seat, move: Move) -> Settled:
        return told(s, placement(s, self.held).settled(move.args["pose"]))

    def play(self, s: HallTable, seat: Seat, move: Move) -> None:
        if move.name == "take":
            self.held = s.faces[move.args["piece"]]
            s.moved.append(self.held)
            s.tell("takes", seat=seat, piece=TERM(self.held))
        elif move.name == "place":
            rest = placement(s, self.held).settled(move.args["pose"])
            s.tell("places", seat=seat, piece=TERM(self.held))
            s.come_to(rest.scene)
            s.pop()
        else:
            self.silent(s)

    def silent(self, s: HallTable) -> None:
        """D7: a piece that was taken goes back to where it was, and counts as moved."""
        if self.held:
            s.tell("puts_back", seat=self.seat, piece=TERM(self.held))
        else:
            s.tell("leaves_furniture", seat=self.seat)
        s.pop()


class Plain(Show[HallTable], kw_only=True):
    """A card that moves nothing is shown for a moment."""

    shown: ClassVar[Shown] = {"seat": SEAT}
    seat: Seat
