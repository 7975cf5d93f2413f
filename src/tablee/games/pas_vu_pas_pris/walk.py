"""Step 2 for one player: how far each ghost may go, what it costs, what comes of it (R31 to R38, R46 to R53).

Values: a walk answers with the walk after a step. So a plan that nobody sees is the same as steps in the open.
"""

from collections.abc import Iterator, Mapping
from itertools import permutations

from msgspec import Struct, structs

from tablee.games.pas_vu_pas_pris.hall import (
    CELLS,
    LARGE,
    MEDIUM,
    SMALL,
    Cell,
    Ghost,
    Pose,
    Rest,
    Scene,
    back_home,
    cell_of,
    depth,
    put,
)
from tablee.games.pas_vu_pas_pris.hall.midnight import EXIT_YAW
from tablee.games.pas_vu_pas_pris.hall.scene import CELL_HALVES
from tablee.games.pas_vu_pas_pris.hall.settling import at_rest
from tablee.games.pas_vu_pas_pris.hall.shapes import INWARD
from tablee.games.pas_vu_pas_pris.hall.standing import bodies_of, house
from tablee.games.pas_vu_pas_pris.material import CROSSING, size_of
from tablee.games.pas_vu_pas_pris.poses import StandingSpot, at_axes
from tablee.kernel.domains import Card
from tablee.kernel.refusal import Refused
from tablee.kernel.units import CardId, Millis, Seat
from tablee.kernel.zones import Waypoint

ALL_CELLS: tuple[Cell, ...] = tuple((c, r) for r in range(CELLS) for c in range(CELLS))
HOP: Millis = 130
"""How long a ghost takes from one cell to the next."""


class Walk(Struct, frozen=True):
    """A player's ghosts, and what is left of the card."""

    seat: Seat
    side: int
    points: int
    scene: Scene
    home: tuple[CardId, ...]
    out: tuple[CardId, ...]
    entered: tuple[CardId, ...] = ()
    """Came into the hall in this round (R35)."""
    walked: tuple[CardId, ...] = ()
    """Moved in this round."""
    still: tuple[CardId, ...] = ()
    """May not move in this round (R51, R62)."""
    ready: tuple[CardId, ...] = ()
    """D38: medium and large ones that may enter."""
    fusions: bool = False
    lying: bool = False

    # ---- where ghosts may go -----------------------------------------------------------------------

    def standing(self) -> list[CardId]:
        """The player's ghosts in the hall."""
        return [card for card, ghost in self.scene.ghosts.items() if ghost.seat == self.seat]

    def figure(self, card: CardId) -> Ghost:
        """The ghost as it would stand, or lie."""
        if card in self.scene.ghosts:
            return self.scene.ghosts[card]
        pose = Pose(0, 0, EXIT_YAW[self.side], 0, 1) if self.lying else Pose(0, 0, 0)
        return Ghost(self.seat, size_of(card), self.side, pose)

    def cost(self, card: CardId, cell: Cell) -> int:
        """D20: ghosts pass everything, only distance counts."""
        if card not in self.scene.ghosts:
            return depth(self.side, cell)
        c, r = cell_of(self.scene.ghosts[card].pose)
        return abs(cell[0] - c) + abs(cell[1] - r)

    def way_out(self, card: CardId) -> int:
        return CROSSING - depth(self.side, cell_of(self.scene.ghosts[card].pose))

    def barred(self) -> dict[Card, str]:
        """The ghosts that may not move, and why."""
        no: dict[Card, str] = {card: "not_ready" for card in self.home if not self.may_enter(card)}
        no |= {card: "too_far" for card in self.home if card not in no and not self.points}
        return no | dict.fromkeys(self.still, "stays")

    def may_enter(self, card: CardId) -> bool:
        """R46, R52."""
        return not self.fusions or size_of(card) == SMALL or card in self.ready

    def movable(self) -> list[CardId]:
        barred = self.barred()
        return [card for card in sorted((*self.home, *self.standing())) if card not in barred]

    def spot(self, card: CardId) -> StandingSpot:
        """Where it may go."""
        cells = [cell for cell in ALL_CELLS if self.cost(card, cell) <= self.points]
        return StandingSpot(at_axes(self.lying), self.scene, card, self.figure(card), cells)

    def kept_in(self) -> dict[Card, str]:
        """The ghosts in the hall that may not leave it, and why (R35, R62)."""
        no: dict[Card, str] = {card: "too_far" for card in self.standing() if self.way_out(card) > self.points}
        no |= {card: "entered_this_round" for card in self.standing() if card in self.entered}
        return no | dict.fromkeys(self.still, "stays")

    def leaving(self) -> list[CardId]:
        kept_in = self.kept_in()
        return [card for card in sorted(self.standing()) if card not in kept_in]

    # ---- steps -------------------------------------------------------------------------------------

    def moved(self, card: CardId, at: Mapping[str, int]) -> tuple["Walk", Rest]:
        """A ghost goes to a point, or as near to it as it can in its cell (D45)."""
        rest = self.spot(card).settled(at)
        return self._after(card, rest), rest

    def made_way(self, card: CardId, at: Mapping[str, int]) -> "Walk":
        """The same at the end of secret plans: where others have come first, as near as may be (D22)."""
        try:
            return self.moved(card, at)[0]
        except Refused:
            ghost = self.figure(card)
            wish = Pose(at["x"], at["y"], at["yaw"], 0, ghost.pose.down)
            pose = house(ghost.at(wish), cell_of(wish), bodies_of(self.scene, but=(card,)))
            if pose is None:
                return self
            return self._after(
                card, at_rest(self.scene, self.scene.with_ghost(card, ghost.at(pose)), key=card), cell_of(wish)
            )

    def _after(self, card: CardId, rest: Rest, cell: Cell | None = None) -> "Walk":
        pose = rest.scene.ghosts[card].pose
        return structs.replace(
            self,
            points=self.points - self.cost(card, cell or cell_of(pose)),
            scene=rest.scene,
            home=tuple(c for c in self.home if c != card),
            entered=(*self.entered, card) if card in self.home else self.entered,
            walked=(*self.walked, card) if card not in self.walked else self.walked,
            ready=tuple(c for c in self.ready if c != card),
        )

    def left(self, card: CardId) -> "Walk":
        """R32, R34: through a door of the other side."""
        return structs.replace(
            self,
            points=self.points - self.way_out(card),
            scene=back_home(self.scene, [card]).scene,
            out=(*self.out, card),
        )

    # ---- fusions -----------------------------------------------------------------------------------

    def grown(self, a: CardId, b: CardId) -> CardId | None:
        """R47, R48, D38: the ghost that two of one cell become; none where there is none of the next size."""
        one, other = self.scene.ghosts[a], self.scene.ghosts[b]
        sizes = sorted((one.size, other.size))
        if sizes[0] != SMALL or sizes[1] == LARGE or cell_of(one.pose) != cell_of(other.pose):
            return None
        if (a not in self.walked and b not in self.walked) or a in self.still or b in self.still:
            return None
        size = MEDIUM if sizes[1] == SMALL else LARGE
        return next((card for card in sorted(self.home) if size_of(card) == size), None)

    def pairs(self) -> Iterator[tuple[CardId, CardId]]:
        """Those that may fuse, if there is room; the first says where."""
        if self.fusions:
            for a, b in permutations(sorted(self.standing()), 2):
                if self.grown(a, b) is not None:
                    yield a, b

    def fused(self, a: CardId, b: CardId) -> tuple["Walk", Rest, CardId]:
        """R49 to R51: it stands where the first stood, or at the nearest free spot of the cell."""
        new = self.grown(a, b)
        if new is None:
            raise Refused("not_possible")
        pose = self.scene.ghosts[a].pose
        without = self.scene.without(a, b)
        ghost = Ghost(self.seat, size_of(new), self.side, pose)
        rest = put(without, new, ghost, cell_of(pose))
        home = tuple(card for card in self.home if card != new)
        walk = structs.replace(
            self,
            scene=rest.scene,
            home=(*home, a, b),
            still=(*self.still, new),
            ready=tuple(c for c in self.ready if c != new),
            walked=tuple(c for c in self.walked if c not in (a, b)),
            entered=tuple(c for c in self.entered if c not in (a, b)),
        )
        return walk, rest, new

    def recallable(self) -> list[CardId]:
        """R53, D39."""
        if not self.fusions or any(size_of(card) == SMALL for card in self.home):
            return []
        return [card for card in sorted(self.out) if size_of(card) == SMALL]

    def recalled(self, card: CardId) -> "Walk":
        return structs.replace(self, out=tuple(c for c in self.out if c != card), home=(*self.home, card))


def hops(side: int, was: Pose | None, pose: Pose) -> tuple[Waypoint, ...]:
    """The way of a ghost from cell to cell: to its row first, then across. Without a place it comes by a door."""
    half = CELL_HALVES // 2
    (fx, fy), end = INWARD[side], cell_of(pose)
    if was is None:
        cell = tuple(e - f * depth(side, end) for e, f in zip(end, (fx, fy), strict=True))
        way = [Waypoint(0, Pose(CELL_HALVES * cell[0] + half, CELL_HALVES * cell[1] + half, pose.angle))]
    else:
        cell, way = cell_of(was), [Waypoint(0, was)]
    for ahead in (True, False):
        for axis in range(2):
            if ((fx, fy)[axis] != 0) is not ahead:
                continue
            while cell[axis] != end[axis]:
                step = 1 if end[axis] > cell[axis] else -1
                cell = (cell[0] + step, cell[1]) if axis == 0 else (cell[0], cell[1] + step)
                middle = Pose(CELL_HALVES * cell[0] + half, CELL_HALVES * cell[1] + half, pose.angle)
                way.append(Waypoint(HOP * len(way), middle))
    last = Waypoint(HOP * max(1, len(way) - 1), pose)
    return (*way[:-1], last) if len(way) > 1 else (*way, last)
