"""The hall on the table: where every ghost and piece is, and what has happened in this round."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from msgspec import field

from tablee.games.pas_vu_pas_pris.hall import PIECES, SMALL, Doorway, Ghost, Scene
from tablee.games.pas_vu_pas_pris.material import (
    FACES,
    POINTS_HALL,
    POINTS_OUT,
    Box,
    MovementCard,
    PasVuPasPrisOptions,
    ghosts_of,
    owner_of,
    read_card,
    size_of,
)
from tablee.games.pas_vu_pas_pris.walk import Walk, hops
from tablee.kernel.outcome import Outcome
from tablee.kernel.places import zone_at
from tablee.kernel.state import State
from tablee.kernel.units import CardId, Seat
from tablee.kernel.values import PLAIN, SEAT, TERM, Shown
from tablee.kernel.zones import HOLE, Pose, Zone
from tablee.phases.screen import shares

HALL, STORE, DRAW, DISCARD, MIDNIGHT_PILE, BELL, ASIDE, PER_SEAT, OWN = 0, 1, 2, 3, 4, 5, 6, 7, 3
"""The zones; each seat has its ghosts at home, those that are out, and its card."""


class HallTable(State, kw_only=True):
    shown: ClassVar[Shown] = {
        "round": PLAIN,
        "die": SEAT,
        "keyhole": PLAIN,
        "sides": PLAIN,
        "points": PLAIN,
        "moved": TERM,
        "lying": PLAIN,
        "chime": TERM,
        "number": PLAIN,
        "chosen": PLAIN,
        "fusions": PLAIN,
        "secret": PLAIN,
        "threshold": PLAIN,
        "glass": PLAIN,
    }
    die: Seat
    """Who has the die before him."""
    keyhole: Doorway
    sides: list[int]
    """Where each seat starts."""
    round: int = 0
    points: list[int] = field(default_factory=list)
    """What is left of each seat's card."""
    moved: list[str] = field(default_factory=list)
    """The pieces moved in this round (R26)."""
    chosen: list[int] = field(default_factory=list)
    """How often each seat has chosen the side (R14)."""
    chime: str = ""
    """The card of midnight of this round."""
    number: int = 0
    """R71: the door that is already known."""
    lying: bool = False
    entered: list[CardId] = field(default_factory=list)
    walked: list[CardId] = field(default_factory=list)
    still: list[CardId] = field(default_factory=list)
    ready: list[CardId] = field(default_factory=list)
    rolls: int = 0
    """Throws of the die so far, for chance."""

    # ---- zones -------------------------------------------------------------------------------------

    def back(self, card: CardId) -> str:
        """The two packs have backs of their own."""
        return "midnight" if card in self.box.midnight else "movement" if card in self.box.movement else ""

    hall = zone_at(HALL)
    store = zone_at(STORE)
    draw = zone_at(DRAW)

    def home(self, seat: Seat) -> Zone:
        return self.zones[PER_SEAT + OWN * seat]

    def out(self, seat: Seat) -> Zone:
        return self.zones[PER_SEAT + OWN * seat + 1]

    def card(self, seat: Seat) -> Zone:
        return self.zones[PER_SEAT + OWN * seat + 2]

    @property
    def table_options(self) -> PasVuPasPrisOptions:
        options: PasVuPasPrisOptions = self.options
        return options

    @property
    def fusions(self) -> bool:
        return self.table_options.fusions

    @property
    def threshold(self) -> int:
        return self.table_options.threshold

    @property
    def glass(self) -> bool:
        return self.table_options.glass

    @property
    def secret(self) -> bool:
        """D53: not where several sit at one screen."""
        return self.table_options.movement == "secret" and not any(shares(self, seat) for seat in self.all_seats)

    @property
    def box(self) -> Box:
        return Box(self.n)

    def piece_card(self, piece: str) -> CardId:
        return self.box.furniture[PIECES.index(piece)]

    def piece_cards(self) -> dict[str, CardId]:
        return dict(zip(PIECES, self.box.furniture, strict=True))

    def movement(self, seat: Seat) -> MovementCard | None:
        """The card that a seat has drawn in this round."""
        cards = self.card(seat).cards
        return read_card(self.faces[cards[-1]]) if cards else None

    def from_die(self) -> list[Seat]:
        """R56: clockwise from the die holder."""
        return [self.die, *self.others(self.die)]

    # ---- chance ------------------------------------------------------------------------------------

    def roll(self) -> int:
        self.rolls += 1
        return self.rng("die", self.rolls).below(FACES) + 1

    # ---- what stands where -------------------------------------------------------------------------

    def lying_there(self) -> dict[CardId, Pose]:
        poses = zip(self.hall.cards, self.hall.poses or (), strict=True)
        return {card: pose for card, pose in poses if card != HOLE}

    def scene(self) -> Scene:
        there = self.lying_there()
        pieces = self.piece_cards()
        return Scene(
            {piece: there[card] for piece, card in pieces.items() if card in there},
            {card: self.figure(card, there[card]) for card in sorted(there) if card < self.box.furniture.start},
        )

    def figure(self, card: CardId, pose: Pose) -> Ghost:
        seat = owner_of(card)
        return Ghost(seat, size_of(card), self.sides[seat], pose)

    def standing(self, seat: Seat) -> list[CardId]:
        """A seat's ghosts in the hall."""
        return sorted(card for card in self.hall.held() if card in ghosts_of(seat))

    def reserve(self, seat: Seat, size: int = SMALL) -> list[CardId]:
        """D40: ghosts of that size on the start side."""
        return sorted(card for card in self.home(seat).cards if size_of(card) == size)

    def come_to(self, scene: Scene, *, walks: Sequence[CardId] = ()) -> None:
        """The hall is now so: what lies otherwise is set anew, ghosts that are no longer there go home. Those that
        walk go from cell to cell."""
        there = self.lying_there()
        for card in sorted(card for card in there if card < self.box.furniture.start):
            if card not in scene.ghosts:
                self.go_home(card)
        for piece, pose in scene.pieces.items():
            card = self.piece_card(piece)
            if card not in there:
                self.set_down(card, self.store, self.hall, pose)
            elif there[card] != pose:
                self.pose(self.hall, card, pose)
        for card, ghost in scene.ghosts.items():
            path = hops(ghost.side, there.get(card), ghost.pose) if card in walks else ()
            if card not in there:
                owner = owner_of(card)
                source = self.home(owner) if card in self.home(owner).cards else self.out(owner)
                self.set_down(card, source, self.hall, ghost.pose, path)
            elif there[card] != ghost.pose:
                self.pose(self.hall, card, ghost.pose, path)

    def go_home(self, card: CardId) -> None:
        self.move(card, self.hall, self.home(owner_of(card)))

    def seen_off(self, cards: Iterable[CardId]) -> None:
        """R17, R52: they go back to their start sides, and may enter again as tall as they are."""
        for card in cards:
            self.go_home(card)
            if size_of(card) != SMALL and self.fusions:
                self.make_ready(card)

    def make_ready(self, card: CardId) -> None:
        self.ready.append(card)
        self.marks[card] = "ready"

    def count(self) -> None:
        """R41: what is out counts."""
        self.scores = [sum(POINTS_OUT[size_of(card)] for card in self.out(seat).cards) for seat in self.all_seats]

    # ---- walks -------------------------------------------------------------------------------------

    def walk(self, seat: Seat) -> Walk:
        mine = ghosts_of(seat)
        return Walk(
            seat=seat,
            side=self.sides[seat],
            points=self.points[seat],
            scene=self.scene(),
            home=tuple(self.home(seat).cards),
            out=tuple(self.out(seat).cards),
            entered=tuple(card for card in self.entered if card in mine),
            walked=tuple(card for card in self.walked if card in mine),
            still=tuple(card for card in self.still if card in mine),
            ready=tuple(card for card in self.ready if card in mine),
            fusions=self.fusions,
            lying=self.lying,
        )

    def go(self, walk: Walk) -> None:
        """Things are as that walk says."""
        seat, mine = walk.seat, ghosts_of(walk.seat)
        there = self.lying_there()
        for card in walk.out:
            if card not in self.out(seat).cards:
                self.move(card, self.hall if card in there else self.home(seat), self.out(seat))
        for card in walk.home:
            if card in self.out(seat).cards:
                self.move(card, self.out(seat), self.home(seat))
        self.come_to(walk.scene, walks=[card for card in walk.scene.ghosts if card in mine])
        self.points[seat] = walk.points
        for name in ("entered", "walked", "still", "ready"):
            others = [card for card in getattr(self, name) if card not in mine]
            setattr(self, name, sorted((*others, *getattr(walk, name))))
        for card in mine:
            self.marks.pop(card, None)
            if card in walk.ready:
                self.marks[card] = "ready"
        self.count()

    # ---- the end -----------------------------------------------------------------------------------

    def finish(self) -> None:
        """R42 to R45, D41."""
        out = [len(self.out(seat).cards) for seat in self.all_seats]
        home = [len(self.home(seat).cards) for seat in self.all_seats]
        for seat in self.all_seats:
            inside = sum(POINTS_HALL[size_of(card)] for card in self.standing(seat))
            self.scores[seat] += inside
            self.tell("counts", seat=seat, points=self.scores[seat], out=out[seat], hall=inside)
        worth = [(self.scores[seat], out[seat], -home[seat]) for seat in self.all_seats]
        ranks = tuple(1 + sum(other > mine for other in worth) for mine in worth)
        self.end(Outcome(ranks, tuple(self.scores), detail="midnight"))
