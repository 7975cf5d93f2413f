"""Where something may be put, as parameters of a move: a piece of furniture, a ghost in one of some cells.

They carry the scene, and judge by it; players are sent the plain numbers and may ask the table (`check`).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import ClassVar

from tablee.games.pas_vu_pas_pris.hall import (
    HALLS,
    Cell,
    Ghost,
    Mode,
    Pose,
    Rest,
    Scene,
    cell_of,
    nearest,
    place,
    put,
)
from tablee.games.pas_vu_pas_pris.hall.scene import CELL_HALVES
from tablee.games.pas_vu_pas_pris.hall.shapes import CELLS, DOWNS, EDGES
from tablee.kernel.choices import Choice, Key, Lister, Pieces
from tablee.kernel.domains import CARD_TO_NAME, Axis, Card, Domain, OneCard, Value, Vector
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Picker
from tablee.kernel.units import CardId

SIDE = CELL_HALVES * CELLS
MODES: tuple[Mode, ...] = ("auto", "floor", "drop")
POSE: Mapping[str, Axis] = {
    "x": Axis(0, SIDE),
    "y": Axis(0, SIDE),
    "yaw": Axis(0, 359),
    "down": Axis(0, len(DOWNS) - 1),
    "edge": Axis(0, len(EDGES) - 1),
    "lean": Axis(0, 179),
    "mode": Axis(0, len(MODES) - 1),
}
"""D1, D2: half millimetres, degrees, half degrees."""
LEVELS = 10
TRIES = 60
YAWS, LEAN = 8, 60
GRID = 5
"""Environments choose among so many points of a cell, by row and by column."""
TO_LIE = 4
"""Directions of a ghost that lies, in environments."""


def pose_of(value: Mapping[str, int]) -> Pose:
    """Without an edge or without an angle it lies flat."""
    leans = value["edge"] and value["lean"]
    edge, lean = (value["edge"], value["lean"]) if leans else (0, 0)
    return Pose(value["x"], value["y"], value["yaw"], 0, value["down"], edge, lean)


def value_of(pose: Pose, mode: int = 0) -> dict[str, int]:
    return {
        "x": pose.x,
        "y": pose.y,
        "yaw": pose.angle % 360,
        "down": pose.down,
        "edge": pose.edge,
        "lean": pose.lean,
        "mode": mode,
    }


class Placement(Vector, frozen=True):
    """A pose in which a piece comes to rest."""

    sent: ClassVar[bool] = False
    scene: Scene = Scene()
    piece: str = ""
    cards: Mapping[str, CardId] = {}
    """The cards of the pieces, to say which one is in the way."""

    def settled(self, value: Mapping[str, int]) -> Rest:
        return place(self.scene, self.piece, pose_of(value), MODES[value["mode"]])

    def _refusal(self, value: Value) -> Refused | None:
        if not super().accepts(value):
            return Refused("not_possible")
        try:
            self.settled(value)
        except Refused as no:
            return no
        return None

    def accepts(self, value: Value) -> bool:
        return self._refusal(value) is None

    def why_not(self, value: Value) -> str:
        no = self._refusal(value)
        return no.code if no else super().why_not(value)

    def in_the_way(self, value: Value) -> CardId:
        no = self._refusal(value)
        hits = no.details.get("hits", -1) if no else -1
        return self.cards[hits] if isinstance(hits, str) else hits

    def sample(self, pick: Picker) -> Value:
        for _ in range(TRIES):
            value = {name: axis.low + pick.below(axis.high + 1) for name, axis in self.axes.items()}
            if pick.below(3):
                value |= {"edge": 0, "down": 0 if pick.below(2) else value["down"]}
            if self.accepts(value):
                return value
        return self._near(value)

    def _near(self, value: dict[str, int]) -> Value:
        """That pose if it holds, else the nearest one that does, else how it lies now."""
        if self.accepts(value):
            return value
        flat = {**value, "edge": 0, "lean": 0, "mode": 0}
        there = nearest(self.scene, self.piece, pose_of(flat))
        return value_of(there or self.scene.pieces.get(self.piece) or HALLS["symetrique"][self.piece])

    # ---- for environments: a cell, a direction, a side or an edge to lean over ----------------------

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        name, count = (("cell", CELLS * CELLS), ("turn", YAWS), ("stance", _STANCES))[len(parts)]
        for i in range(count):
            yield (name, i), i

    def complete(self, parts: Sequence[Value]) -> bool:
        return len(parts) == 3

    def joined(self, parts: Sequence[Value]) -> Value:
        cell, turn, stance = parts
        row, column = divmod(cell, CELLS)
        leans = max(0, stance - len(DOWNS) + 1)
        half = CELL_HALVES // 2
        wish = Pose(
            CELL_HALVES * column + half,
            CELL_HALVES * row + half,
            turn * 360 // YAWS,
            0,
            0 if leans else stance,
            leans,
            LEAN if leans else 0,
        )
        return self._near(value_of(wish))

    def keys(self, table: Pieces) -> set[Key]:
        counts = (("cell", CELLS * CELLS), ("turn", YAWS), ("stance", _STANCES))
        return {(name, i) for name, count in counts for i in range(count)}

    def outward(self, name: CARD_TO_NAME) -> Domain:
        return Vector(self.axes)


_STANCES = len(DOWNS) + len(EDGES) - 1
"""A side down, or leaning over an edge."""


def at_axes(lies: bool) -> Mapping[str, Axis]:
    """Where a ghost is to stand; one that lies has a direction."""
    return {
        "x": Axis(0, SIDE),
        "y": Axis(0, SIDE),
        "yaw": Axis(0, 359 if lies else 0),
        "level": Axis(0, LEVELS - 1),
    }


class StandingSpot(Vector, frozen=True):
    """A point in one of some cells, at or near which a ghost can stand (D45)."""

    sent: ClassVar[bool] = False
    scene: Scene = Scene()
    card: CardId = -1
    ghost: Ghost = Ghost(0, 0, 0, Pose(0, 0, 0))
    cells: Collection[Cell] = ()
    why: str = "too_far"
    """What is said of the other cells."""

    def settled(self, value: Mapping[str, int]) -> Rest:
        pose = Pose(value["x"], value["y"], value["yaw"], 0, self.ghost.pose.down)
        if cell_of(pose) not in self.cells:
            raise Refused(self.why)
        return put(self.scene, self.card, self.ghost.at(pose), cell_of(pose), value["level"])

    def accepts(self, value: Value) -> bool:
        return super().accepts(value) and self._refusal(value) == ""

    def _refusal(self, value: Mapping[str, int]) -> str:
        try:
            self.settled(value)
        except Refused as no:
            return no.code
        return ""

    def why_not(self, value: Value) -> str:
        return self._refusal(value) if super().accepts(value) else super().why_not(value)

    def _in(self, cell: Cell, x: int, y: int, yaw: int = 0, level: int = 0) -> dict[str, int]:
        turn = self.axes["yaw"].high + 1
        return {"x": CELL_HALVES * cell[0] + x, "y": CELL_HALVES * cell[1] + y, "yaw": yaw % turn, "level": level}

    def sample(self, pick: Picker) -> Value:
        cells = sorted(self.cells)
        for _ in range(TRIES):
            cell = cells[pick.below(len(cells))]
            value = self._in(
                cell, pick.below(CELL_HALVES), pick.below(CELL_HALVES), pick.below(360), pick.below(LEVELS // 2)
            )
            if self.accepts(value):
                return value
        left = [self._middle(cell) for cell in cells]
        return next((value for value in (*left, self._as_it_is()) if self.accepts(value)), value)

    def _as_it_is(self) -> dict[str, int]:
        """Where it lies in a narrow place, there may be room for nothing else."""
        pose = self.ghost.pose
        return {"x": pose.x, "y": pose.y, "yaw": pose.angle % (self.axes["yaw"].high + 1), "level": 0}

    def _middle(self, cell: Cell) -> dict[str, int]:
        return self._in(cell, CELL_HALVES // 2, CELL_HALVES // 2)

    # ---- for environments: a cell, a point in it, a height, a direction -----------------------------

    def choices(self, by: Lister, parts: Sequence[Value]) -> Iterator[Choice]:
        match len(parts):
            case 0:
                for cell in sorted(self.cells):
                    if self.accepts(self._middle(cell)):
                        yield ("cell", cell[0] + CELLS * cell[1]), cell
            case 1:
                for i in range(GRID * GRID):
                    yield ("point", i), i
            case 2:
                for i in range(3):
                    yield ("level", i), i
            case _:
                for i in range(TO_LIE):
                    yield ("head", i), i

    def complete(self, parts: Sequence[Value]) -> bool:
        return len(parts) == (4 if self.ghost.pose.down else 3)

    def joined(self, parts: Sequence[Value]) -> Value:
        cell, point, level, *head = parts
        row, column = divmod(point, GRID)
        step = CELL_HALVES // (GRID + 1)
        yaw = head[0] * 360 // TO_LIE if head else 0
        value = self._in(cell, step * (column + 1), step * (row + 1), yaw, level)
        return value if self.accepts(value) else self._middle(cell)

    def keys(self, table: Pieces) -> set[Key]:
        counts = (("cell", CELLS * CELLS), ("point", GRID * GRID), ("level", 3), ("head", TO_LIE))
        return {(name, i) for name, count in counts for i in range(count)}

    def reach(self) -> object:
        return None

    def outward(self, name: CARD_TO_NAME) -> Domain:
        return Vector(self.axes)


class OneGhost(OneCard, frozen=True):
    """One of these ghosts; of some others it is said why not."""

    sent: ClassVar[bool] = False
    barred: Mapping[Card, str] = {}

    def why_not(self, value: Value) -> str:
        return self.barred.get(value, super().why_not(value)) if type(value) is int else super().why_not(value)

    def outward(self, name: CARD_TO_NAME) -> Domain:
        return OneCard([name(int(card)) for card in self.cards])
