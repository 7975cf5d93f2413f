"""What stands in the hall, in millimetres: sizes, boxes, doors, and the table of cosines that all turning uses."""

from itertools import pairwise, product
from math import cos, floor, radians, sin
from typing import TypeAlias

from tablee.kernel.zones import Pose

CELLS, CELL, HALL = 6, 50.0, 300.0
SLACK = 0.5
"""So far may things stick out or into one another (D3, D4)."""

Cell: TypeAlias = tuple[int, int]
"""Column and row, from the south-west corner."""
Doorway: TypeAlias = tuple[int, int]
"""A side (south, west, north, east) and a door from 1 to 6."""

SIZES = ("small", "medium", "large")
SMALL, MEDIUM, LARGE = range(3)
RADIUS = (7.0, 10.0, 13.0)
HEIGHT = (18.0, 28.0, 38.0)

DOWNS = ("bottom", "top", "front", "back", "left", "right")
BOTTOM, TOP, FRONT, BACK, LEFT, RIGHT = range(6)
EDGES = ("", "x+", "x-", "y+", "y-")
X_PLUS, X_MINUS, Y_PLUS, Y_MINUS = range(1, 5)
OUTWARD = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
"""Which way each edge lies from the middle of the footprint, before it is turned."""

COS = tuple(round(cos(radians(half / 2)), 9) + 0.0 for half in range(720))
SIN = tuple(round(sin(radians(half / 2)), 9) + 0.0 for half in range(720))
"""By half degrees, to nine decimals (D1)."""


def nearest_half(v: float) -> int:
    """A computed position in half millimetres (D1)."""
    return floor(2.0 * v + 0.5)


# ---- furniture ------------------------------------------------------------------------------------------

Extent: TypeAlias = tuple[float, float, float, float, float, float]
"""x0, x1, y0, y1, z0, z1."""

_BOXES: dict[str, list[Extent]] = {
    "table": [
        (-23, 23, -23, 23, 30, 34),
        (-23, -19, -23, -19, 0, 30),
        (19, 23, -23, -19, 0, 30),
        (-23, -19, 19, 23, 0, 30),
        (19, 23, 19, 23, 0, 30),
    ],
    "fauteuil": [
        (-24, 24, -22, 22, 0, 12),
        (-24, 24, 14, 22, 12, 34),
        (-24, -18, -22, 14, 12, 22),
        (18, 24, -22, 14, 12, 22),
    ],
    "bureau": [
        (-40, 40, -18, 18, 30, 34),
        (-40, 40, -18, -14, 0, 30),
        (-40, -36, -14, 18, 0, 30),
        (36, 40, -14, 18, 0, 30),
    ],
    "piano": [
        (-36, 36, 0, 16, 0, 58),
        (-36, 36, -16, 0, 24, 32),
        (-36, -32, -16, -12, 0, 24),
        (32, 36, -16, -12, 0, 24),
    ],
    "chariot": [
        (-28, 28, -17, 17, 4, 7),
        (-28, 28, -17, 17, 38, 41),
        (-28, -25, -17, -14, 0, 42),
        (25, 28, -17, -14, 0, 42),
        (-28, -25, 14, 17, 0, 42),
        (25, 28, 14, 17, 0, 42),
        (-25, 25, 15, 17, 7, 38),
    ],
    "miroir": [(-22, 22, -12, 12, 0, 4), (-22, 22, -2, 2, 4, 76)],
}
PIECES = tuple(_BOXES)
MIRROR = "miroir"
FACE_Y, FACE_X, FACE_Z = -2.0, (-18.0, 18.0), (10.0, 70.0)
"""The mirror's face in its own frame; it reflects towards -y."""

Turned: TypeAlias = tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]
"""A rotation by right angles: rows of a matrix."""

TURNS: tuple[Turned, ...] = (
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((1, 0, 0), (0, -1, 0), (0, 0, -1)),
    ((1, 0, 0), (0, 0, -1), (0, 1, 0)),
    ((1, 0, 0), (0, 0, 1), (0, -1, 0)),
    ((0, 0, -1), (0, 1, 0), (1, 0, 0)),
    ((0, 0, 1), (0, 1, 0), (-1, 0, 0)),
)
"""What brings each side down (D2)."""

Point: TypeAlias = tuple[float, float, float]


def _turned(turn: Turned, p: Point) -> Point:
    x, y, z = (row[0] * p[0] + row[1] * p[1] + row[2] * p[2] for row in turn)
    return x, y, z


def _turned_box(turn: Turned, box: Extent) -> Extent:
    a = _turned(turn, (box[0], box[2], box[4]))
    b = _turned(turn, (box[1], box[3], box[5]))
    (x0, x1), (y0, y1), (z0, z1) = (sorted(ends) for ends in zip(a, b, strict=True))
    return x0, x1, y0, y1, z0, z1


def _middle_of_mass(boxes: list[Extent]) -> Point:
    """Of the union: where boxes share room, it counts once."""
    cuts = [sorted({end for box in boxes for end in box[2 * i : 2 * i + 2]}) for i in range(3)]
    mass, sums = 0.0, [0.0, 0.0, 0.0]
    for (x0, x1), (y0, y1), (z0, z1) in product(*(list(pairwise(cut)) for cut in cuts)):
        if any(b[0] <= x0 < b[1] and b[2] <= y0 < b[3] and b[4] <= z0 < b[5] for b in boxes):
            volume = (x1 - x0) * (y1 - y0) * (z1 - z0)
            mass += volume
            for i, middle in enumerate(((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2)):
                sums[i] += volume * middle
    return sums[0] / mass, sums[1] / mass, sums[2] / mass


class Laid:
    """A piece with one side down, its footprint centred on the origin, its lowest point on the floor."""

    __slots__ = ("boxes", "half_x", "half_y", "height", "mass", "shift", "turn")

    def __init__(self, piece: str, down: int) -> None:
        self.turn = TURNS[down]
        turned = [_turned_box(self.turn, box) for box in _BOXES[piece]]
        low = [min(box[2 * i] for box in turned) for i in range(3)]
        high = [max(box[2 * i + 1] for box in turned) for i in range(3)]
        self.half_x, self.half_y, self.height = (high[0] - low[0]) / 2, (high[1] - low[1]) / 2, high[2] - low[2]
        sx, sy, sz = self.shift = (-(low[0] + high[0]) / 2, -(low[1] + high[1]) / 2, -float(low[2]))
        self.boxes = tuple(
            (
                ((x0 + x1) / 2 + sx, (y0 + y1) / 2 + sy, (z0 + z1) / 2 + sz),
                ((x1 - x0) / 2, (y1 - y0) / 2, (z1 - z0) / 2),
            )
            for x0, x1, y0, y1, z0, z1 in turned
        )
        """The middle and half the sides of each box."""
        mx, my, mz = _turned(self.turn, _middle_of_mass(_BOXES[piece]))
        self.mass = (mx + sx, my + sy, mz + sz)


LAID = {piece: tuple(Laid(piece, down) for down in range(6)) for piece in PIECES}

NEXT_DOWN: dict[tuple[int, int], tuple[int, int]] = {
    (down, edge): fallen
    for down, row in {
        BOTTOM: ((RIGHT, 0), (LEFT, 0), (BACK, 0), (FRONT, 0)),
        TOP: ((RIGHT, 180), (LEFT, 180), (FRONT, 0), (BACK, 0)),
        FRONT: ((RIGHT, 270), (LEFT, 90), (BOTTOM, 0), (TOP, 0)),
        BACK: ((RIGHT, 90), (LEFT, 270), (TOP, 0), (BOTTOM, 0)),
        LEFT: ((BOTTOM, 0), (TOP, 180), (BACK, 90), (FRONT, 270)),
        RIGHT: ((TOP, 180), (BOTTOM, 0), (BACK, 270), (FRONT, 90)),
    }.items()
    for edge, fallen in zip(range(1, 5), row, strict=True)
}
"""The side on which a piece lies when it has fallen over an edge, and what is added to its yaw (D48)."""


def _preset(**pieces: tuple[int, int, int]) -> dict[str, Pose]:
    return {piece: Pose(2 * x, 2 * y, yaw) for piece in PIECES for x, y, yaw in (pieces[piece],)}


HALLS = {
    "symetrique": _preset(
        piano=(150, 250, 180),
        bureau=(140, 50, 0),
        fauteuil=(65, 150, 90),
        table=(240, 150, 0),
        chariot=(250, 75, 90),
        miroir=(65, 240, 45),
    ),
    "salon": _preset(
        piano=(75, 75, 315),
        bureau=(225, 240, 180),
        fauteuil=(175, 85, 20),
        table=(140, 150, 45),
        chariot=(60, 225, 90),
        miroir=(255, 140, 270),
    ),
    "couloir": _preset(
        piano=(210, 190, 270),
        bureau=(90, 100, 90),
        fauteuil=(150, 50, 180),
        table=(150, 250, 0),
        chariot=(75, 210, 0),
        miroir=(240, 85, 300),
    ),
    "en_vrac": _preset(
        piano=(150, 150, 30),
        bureau=(75, 250, 200),
        fauteuil=(240, 240, 225),
        table=(60, 75, 15),
        chariot=(240, 75, 120),
        miroir=(150, 55, 180),
    ),
}

# ---- doors ----------------------------------------------------------------------------------------------

INWARD = ((0, 1), (1, 0), (0, -1), (-1, 0))
RIGHT_HAND = ((1, 0), (0, -1), (-1, 0), (0, 1))
"""Where somebody at each side looks to, and has the right hand."""
EYE_BACK, EYE_HEIGHT = 15.0, 26.0


def door_middle(side: int, k: int) -> tuple[float, float]:
    a = 25.0 + 50.0 * (k - 1)
    return ((a, 0.0), (0.0, HALL - a), (HALL - a, HALL), (HALL, a))[side]


def eye(door: Doorway) -> Point:
    (x, y), (fx, fy) = door_middle(*door), INWARD[door[0]]
    return x - EYE_BACK * fx, y - EYE_BACK * fy, EYE_HEIGHT


DISC, DISC_UP = 0.90, 0.10
SKIRT_LOW, SKIRT_HIGH = -1.10, -0.45
SKIRT_NARROW, SKIRT_GROWS, SKIRT_LONG = 0.35, 0.25, 0.65
"""The keyhole in the plane one millimetre before the eye: a disc, and a skirt below it."""
