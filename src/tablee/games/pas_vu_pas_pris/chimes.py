"""The cards of midnight: from the second round on, before the movement cards (R54 to R72, D28 to D37)."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec import field

from tablee.games.pas_vu_pas_pris.furniture import told
from tablee.games.pas_vu_pas_pris.hall import (
    EDGES,
    LARGE,
    SIZES,
    SMALL,
    Ghost,
    Pose,
    Rest,
    Scene,
    before_mirror,
    cell_of,
    dance,
    depth,
    lie_down,
    mirror_up,
    put,
    tip,
)
from tablee.games.pas_vu_pas_pris.hall.scene import CELL_HALVES
from tablee.games.pas_vu_pas_pris.hall.settling import at_rest
from tablee.games.pas_vu_pas_pris.hall.shapes import INWARD
from tablee.games.pas_vu_pas_pris.hall.standing import bodies_of, house
from tablee.games.pas_vu_pas_pris.material import (
    BOULE_DE_CRISTAL,
    CROSSING,
    GRAND_FRERE,
    GRIMACES,
    PISTE_DE_DANSE,
    POINTS_OUT,
    SOLEIL,
    SUREXCITE,
    TOUCHE,
    TOURNIS,
    TOUS_AUX_ABRIS,
    size_of,
)
from tablee.games.pas_vu_pas_pris.poses import StandingSpot, at_axes
from tablee.games.pas_vu_pas_pris.table import BELL, MIDNIGHT_PILE, HallTable
from tablee.games.pas_vu_pas_pris.walk import ALL_CELLS
from tablee.kernel.domains import ByChoice, Card, Domain, OneCard, OneOf, Vector
from tablee.kernel.moves import Move, Offer, Settled
from tablee.kernel.phase import Alarm
from tablee.kernel.refusal import Refused
from tablee.kernel.units import CardId, Millis, Seat
from tablee.kernel.values import SEAT, TERM, Shown
from tablee.phases.decision import Decision
from tablee.phases.show import Show

READ: Millis = 4_000
CHOICE: Millis = 30_000
TAG_DEPTH = 3
"""R64."""


class Midnight(Show[HallTable], kw_only=True):
    """R54, R55: the die holder draws a card and reads it out; then it applies."""

    span: Millis = READ

    def enter(self, s: HallTable) -> None:
        super().enter(s)
        pile, bell = s.zones[MIDNIGHT_PILE], s.zones[BELL]
        s.move(pile.cards[-1], pile, bell)
        s.chime = s.faces[bell.cards[-1]]
        s.tell("chimes", seat=s.die, card=TERM(s.chime))

    def ring(self, s: HallTable, alarm: Alarm) -> None:
        match s.chime:
            case card if card == TOUS_AUX_ABRIS:
                s.lying = True
                s.come_to(lie_down(s.scene()).scene)
                Posing.of_next(s, s.from_die())
            case card if card == SUREXCITE:
                s.goto(Tipping(seat=s.die))
            case card if card == GRIMACES:
                self.pull_faces(s)
                s.pop()
            case card if card == TOUCHE:
                before = [card for seat in s.all_seats for card in s.standing(seat) if size_of(card) == SMALL]
                Tagging.of_next(s, s.from_die(), before)
            case card if card == PISTE_DE_DANSE:
                s.come_to(dance(s.scene()).scene)
                s.pop()
            case card if card == GRAND_FRERE:
                Growing.of_next(s, s.from_die())
            case card if card == TOURNIS:  # D36
                s.sides = [(side - 1) % 4 for side in s.sides]
                s.pop()
            case card if card == BOULE_DE_CRISTAL:  # R71
                s.number = s.roll()
                s.tell("crystal", number=s.number)
                s.pop()
            case card if card == SOLEIL:
                Posing.of_next(s, s.from_die(), forward=True)
            case _:  # what comes at the end of the round
                s.pop()

    def pull_faces(self, s: HallTable) -> None:
        """R60 to R62, D31."""
        s.come_to(mirror_up(s.scene()).scene)
        for seat in s.from_die():
            for card in s.reserve(seat)[:1]:
                try:
                    rest = before_mirror(s.scene(), card, s.figure(card, Pose(0, 0, 0)))
                except Refused:
                    continue
                s.tell("pulls_faces", seat=seat)
                s.come_to(rest.scene)
                s.still.append(card)


class Tipping(Decision[HallTable], kw_only=True):
    """R59, D30: in turn each tips a piece over, until all six lie on another side."""

    span = CHOICE
    tipped: list[str] = field(default_factory=list)

    def left(self, s: HallTable) -> list[str]:
        return [piece for piece in s.scene().pieces if piece not in self.tipped]

    def may(self, s: HallTable) -> Sequence[Offer]:
        pieces = OneCard([s.piece_card(piece) for piece in self.left(s)])
        return (Offer("tip", {"piece": pieces, "edge": OneOf(EDGES[1:])}, checkable=True),)

    def settled(self, s: HallTable, seat: Seat, move: Move) -> Settled:
        return told(s, self.rest(s, s.faces[move.args["piece"]], move.args["edge"]))

    def rest(self, s: HallTable, piece: str, edge: str) -> Rest:
        return tip(s.scene(), piece, EDGES.index(edge))

    def play(self, s: HallTable, seat: Seat, move: Move) -> None:
        self.falls(s, s.faces[move.args["piece"]], move.args["edge"])

    def silent(self, s: HallTable) -> None:
        rng = s.rng("tip", s.round, len(self.tipped))
        self.falls(s, rng.choice(self.left(s)), rng.choice(EDGES[1:]))

    def falls(self, s: HallTable, piece: str, edge: str) -> None:
        s.tell("tips", seat=self.seat, piece=TERM(piece))
        s.come_to(self.rest(s, piece, edge).scene)
        tipped = [*self.tipped, piece]
        if len(tipped) < len(s.scene().pieces):
            s.goto(Tipping(seat=s.after(self.seat), tipped=tipped))
        else:
            s.pop()


class Tagging(Decision[HallTable], kw_only=True):
    """R63, R64, D32."""

    span = CHOICE
    then: list[Seat]
    before: list[CardId]
    """The small ghosts that were in the hall before this card, and have not been replaced."""

    @staticmethod
    def of_next(s: HallTable, seats: Sequence[Seat], before: Sequence[CardId]) -> None:
        """The next player who can do anything."""
        for i, seat in enumerate(seats):
            if s.reserve(seat):
                s.goto(Tagging(seat=seat, then=list(seats[i + 1 :]), before=list(before)))
                return
        s.pop()

    def prey(self, s: HallTable) -> list[CardId]:
        """The small ghosts of the neighbour on the right."""
        neighbour = s.after(self.seat, -1)
        return [card for card in s.standing(neighbour) if card in self.before]

    def spot(self, s: HallTable) -> StandingSpot:
        card = s.reserve(self.seat)[0]
        cells = [cell for cell in ALL_CELLS if depth(s.sides[self.seat], cell) == TAG_DEPTH]
        return StandingSpot(at_axes(False), s.scene(), card, s.figure(card, Pose(0, 0, 0)), cells)

    def may(self, s: HallTable) -> Sequence[Offer]:
        if prey := self.prey(s):
            return (Offer("swap", {"ghost": OneCard(prey)}),)
        return (Offer("put", {"at": self.spot(s)}, checkable=True),)

    def settled(self, s: HallTable, seat: Seat, move: Move) -> Settled | None:
        return told(s, self.spot(s).settled(move.args["at"])) if move.name == "put" else None

    def play(self, s: HallTable, seat: Seat, move: Move) -> None:
        if move.name == "swap":
            self.swap(s, move.args["ghost"])
        else:
            self.put(s, self.spot(s).settled(move.args["at"]))

    def silent(self, s: HallTable) -> None:
        rng = s.rng("tag", s.round, self.seat)
        if prey := self.prey(s):
            self.swap(s, rng.choice(prey))
            return
        spot = self.spot(s)
        self.put(s, spot.settled(spot.sample(rng)))

    def swap(self, s: HallTable, prey: CardId) -> None:
        """The newcomer takes the exact place."""
        scene, card = s.scene(), s.reserve(self.seat)[0]
        pose = scene.ghosts[prey].pose
        s.tell("tags", taker=self.seat, giver=scene.ghosts[prey].seat)
        s.come_to(scene.without(prey))
        s.come_to(_in_order(scene.without(prey).with_ghost(card, s.figure(card, pose))))
        self.go_on(s, [other for other in self.before if other != prey])

    def put(self, s: HallTable, rest: Rest) -> None:
        s.tell("slips_in", seat=self.seat)
        s.come_to(rest.scene)
        self.go_on(s, self.before)

    def go_on(self, s: HallTable, before: Sequence[CardId]) -> None:
        Tagging.of_next(s, self.then, before)


class Growing(Decision[HallTable], kw_only=True):
    """R68, D35."""

    span = CHOICE
    then: list[Seat]

    @staticmethod
    def of_next(s: HallTable, seats: Sequence[Seat]) -> None:
        for i, seat in enumerate(seats):
            growing = Growing(seat=seat, then=list(seats[i + 1 :]))
            if growing.larger(s):
                s.goto(growing)
                return
        s.pop()

    def larger(self, s: HallTable) -> dict[CardId, dict[int, Rest]]:
        """What could stand in the place of each ghost, by size."""
        scene = s.scene()
        found: dict[CardId, dict[int, Rest]] = {}
        for card in s.standing(self.seat):
            ghost = scene.ghosts[card]
            for size in range(ghost.size + 1, LARGE + 1):
                for new in s.reserve(self.seat, size)[:1]:
                    figure = Ghost(ghost.seat, size, ghost.side, ghost.pose)
                    rest = _instead(scene, card, new, figure)
                    if rest is not None:
                        found.setdefault(card, {})[size] = rest
        return found

    def may(self, s: HallTable) -> Sequence[Offer]:
        larger = self.larger(s)
        sizes: dict[Card, Domain] = {
            card: OneOf([SIZES[size] for size in grown]) for card, grown in larger.items()
        }
        size = ByChoice("ghost", sizes, OneOf(SIZES[1:]))
        return (Offer("grow", {"ghost": OneCard(list(larger)), "size": size}, checkable=True),)

    def settled(self, s: HallTable, seat: Seat, move: Move) -> Settled:
        return told(s, self.larger(s)[move.args["ghost"]][SIZES.index(move.args["size"])])

    def play(self, s: HallTable, seat: Seat, move: Move) -> None:
        self.grow(s, move.args["ghost"], SIZES.index(move.args["size"]))

    def silent(self, s: HallTable) -> None:
        rng, larger = s.rng("grow", s.round, self.seat), self.larger(s)
        card = rng.choice(list(larger))
        self.grow(s, card, rng.choice(list(larger[card])))

    def grow(self, s: HallTable, card: CardId, size: int) -> None:
        rest = self.larger(s)[card][size]
        s.tell("grows", seat=self.seat, size=TERM(SIZES[size]))
        new = next(key for key in rest.scene.ghosts if key not in s.hall.cards)
        s.ready = [other for other in s.ready if other != new]
        s.marks.pop(new, None)
        s.come_to(rest.scene)
        Growing.of_next(s, self.then)


class Posing(Decision[HallTable], kw_only=True):
    """D29, D37: in turn each poses ghosts anew within their cells, having gone a cell forward or lain down."""

    shown: ClassVar[Shown] = {"seat": SEAT}
    span = CHOICE
    then: list[Seat]
    forward: bool
    cards: list[CardId]
    """Those that may still be posed."""

    @staticmethod
    def of_next(s: HallTable, seats: Sequence[Seat], forward: bool = False) -> None:
        for i, seat in enumerate(seats):
            cards = step_forward(s, seat) if forward else s.standing(seat)
            if cards:
                s.goto(Posing(seat=seat, then=list(seats[i + 1 :]), forward=forward, cards=cards))
                return
        s.pop()

    def spot(self, s: HallTable, scene: Scene, card: CardId) -> StandingSpot:
        ghost = scene.ghosts[card]
        return StandingSpot(at_axes(s.lying), scene, card, ghost, [cell_of(ghost.pose)])

    def may(self, s: HallTable) -> Sequence[Offer]:
        scene = s.scene()
        spots: dict[Card, Domain] = {card: self.spot(s, scene, card) for card in self.cards}
        at = ByChoice("ghost", spots, Vector(at_axes(s.lying)))
        return Offer("pose", {"ghost": OneCard(self.cards), "at": at}, checkable=True), Offer("done")

    def settled(self, s: HallTable, seat: Seat, move: Move) -> Settled:
        return told(s, self.spot(s, s.scene(), move.args["ghost"]).settled(move.args["at"]))

    def play(self, s: HallTable, seat: Seat, move: Move) -> None:
        if move.name == "done":
            self.silent(s)
            return
        card = move.args["ghost"]
        s.come_to(self.spot(s, s.scene(), card).settled(move.args["at"]).scene)
        self.cards = [other for other in self.cards if other != card and other in s.hall.cards]
        if not self.cards:
            self.silent(s)

    def silent(self, s: HallTable) -> None:
        Posing.of_next(s, self.then, self.forward)


def step_forward(s: HallTable, seat: Seat) -> list[CardId]:
    """R72, D37: a cell towards the exit, the farthest first; those that stay in the hall."""
    side = s.sides[seat]
    fx, fy = INWARD[side]
    for card in sorted(s.standing(seat), key=lambda c: (-depth(side, cell_of(s.lying_there()[c])), c)):
        scene = s.scene()
        pose = scene.ghosts[card].pose
        if depth(side, cell_of(pose)) == CROSSING - 1:
            s.tell("escapes", seat=seat, size=TERM(SIZES[size_of(card)]), gain=POINTS_OUT[size_of(card)])
            s.move(card, s.hall, s.out(seat))
            s.come_to(at_rest(scene, scene.without(card)).scene)
            continue
        wish = Pose(pose.x + CELL_HALVES * fx, pose.y + CELL_HALVES * fy, pose.angle)
        ghost = scene.ghosts[card].at(wish)
        housed = house(ghost, cell_of(wish), bodies_of(scene, but=(card,)))
        if housed is not None:
            s.come_to(at_rest(scene, scene.with_ghost(card, ghost.at(housed)), key=card).scene, walks=[card])
    s.count()
    return s.standing(seat)


def _in_order(scene: Scene) -> Scene:
    return Scene(scene.pieces, {card: scene.ghosts[card] for card in sorted(scene.ghosts)})


def _instead(scene: Scene, card: CardId, new: CardId, ghost: Ghost) -> Rest | None:
    """Another ghost at the place of one, or at the nearest spot of its cell."""
    without = scene.without(card)
    try:
        rest = put(without, new, ghost, cell_of(ghost.pose))
    except Refused:
        return None
    return rest
