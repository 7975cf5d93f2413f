"""A scene: how the furniture lies and the ghosts stand. Values: functions answer with new ones."""

from collections.abc import Iterable, Mapping

from msgspec import Struct, field

from tablee.games.pas_vu_pas_pris.hall.shapes import CELLS, Cell
from tablee.kernel.zones import Pose

CELL_HALVES = 100
"""The side of a cell in half millimetres."""


class Ghost(Struct, frozen=True):
    """A ghost in the hall, or about to be."""

    seat: int
    size: int
    side: int
    """Where it starts: towards there it is put where its cell has no room."""
    pose: Pose
    """Half millimetres; `down` 1: it lies, its head towards `angle`."""

    def at(self, pose: Pose) -> "Ghost":
        return Ghost(self.seat, self.size, self.side, pose)


class Scene(Struct, frozen=True):
    """All that stands in the hall."""

    pieces: Mapping[str, Pose] = field(default_factory=dict)
    """Half millimetres, degrees, half degrees of lean."""
    ghosts: Mapping[int, Ghost] = field(default_factory=dict)
    """By card."""

    def with_piece(self, piece: str, pose: Pose) -> "Scene":
        return Scene({**self.pieces, piece: pose}, self.ghosts)

    def without_piece(self, piece: str) -> "Scene":
        return Scene({name: pose for name, pose in self.pieces.items() if name != piece}, self.ghosts)

    def with_ghost(self, key: int, ghost: Ghost) -> "Scene":
        return Scene(self.pieces, {**self.ghosts, key: ghost})

    def without(self, *keys: int) -> "Scene":
        return Scene(self.pieces, {key: ghost for key, ghost in self.ghosts.items() if key not in keys})


class Rest(Struct, frozen=True):
    """What a move comes to, once everything rests."""

    scene: Scene
    pose: Pose | None = None
    """Of what was moved."""
    others: Mapping[str, Pose] = {}
    """The other pieces that lie otherwise now."""
    ghosts: Mapping[int, Pose | None] = {}
    """The other ghosts that stand elsewhere now; None: back at its start side."""
    level: int = 0
    levels: int = 0
    """Of a ghost: which of how many heights at that point it stands on."""


def cell_of(pose: Pose) -> Cell:
    """The cell in which a ghost stands."""
    return min(pose.x // CELL_HALVES, CELLS - 1), min(pose.y // CELL_HALVES, CELLS - 1)


def depth(side: int, cell: Cell) -> int:
    """How many cells from a side, 1 to 6 (D20)."""
    c, r = cell
    return (r + 1, c + 1, CELLS - r, CELLS - c)[side]


def put_down_order(ghosts: Mapping[int, Ghost], keys: Iterable[int]) -> list[int]:
    """By seat, then large, medium, small (D12)."""
    return sorted(keys, key=lambda key: (ghosts[key].seat, -ghosts[key].size, key))
