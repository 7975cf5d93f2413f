"""A plane of cards in no order: fixed places that do not overlap, and which of them a finger meets.

All in whole millimetres and degrees, so that every machine lays out the same table.
"""

from collections.abc import Iterable, Sequence
from math import cos, radians, sin

from msgspec import Struct

from tablee.kernel.rng import Rng
from tablee.kernel.units import CardId
from tablee.kernel.zones import HOLE, Pose

CARD_WIDTH, CARD_HEIGHT = 50, 70
"""Five to seven, as the page draws a card."""
CELL = 90
GAP = 2
"""At least this much shows between two cards."""
TRIES = 12

_UNIT = 1_000
_COS = [round(_UNIT * cos(radians(d))) for d in range(360)]
_SIN = [round(_UNIT * sin(radians(d))) for d in range(360)]
_HALF_WIDTH, _HALF_HEIGHT = (CARD_WIDTH + GAP) // 2, (CARD_HEIGHT + GAP) // 2
_UPRIGHT_AND_ACROSS = ((_HALF_WIDTH, _HALF_HEIGHT), (_HALF_HEIGHT, _HALF_WIDTH))
"""The page turns the plane a quarter on upright screens and keeps the cards upright: both must fit."""
_REACH = 4 * (_HALF_WIDTH**2 + _HALF_HEIGHT**2)


class Grid(Struct, frozen=True):
    """The cells over which cards are scattered, at most one card to a cell."""

    columns: int
    rows: int

    @property
    def width(self) -> int:
        return self.columns * CELL

    @property
    def height(self) -> int:
        return self.rows * CELL

    def centre(self, cell: int) -> Pose:
        row, column = divmod(cell, self.columns)
        return Pose(column * CELL + CELL // 2, row * CELL + CELL // 2, 0)


def scatter(grid: Grid, count: int, rng: Rng, *, jitter: int = 25, turn: int = 20) -> tuple[Pose, ...]:
    """Places for so many cards, numbered at random; a chess-board with neither jitter nor turn.

    `jitter` is in hundredths of a cell, `turn` in degrees, both to either side. Every card starts straight in the
    middle of its cell, then each is shaken in turn and stays where it overlaps no other: so they never do.
    """
    poses = [grid.centre(cell) for cell in rng.shuffled(range(grid.columns * grid.rows))[:count]]
    reach = CELL * jitter // 100
    for place, middle in enumerate(poses if reach or turn else ()):
        others = poses[:place] + poses[place + 1 :]
        for _ in range(TRIES):
            shaken = Pose(
                middle.x + rng.below(2 * reach + 1) - reach,
                middle.y + rng.below(2 * reach + 1) - reach,
                rng.below(2 * turn + 1) - turn,
            )
            if inside(grid, shaken) and not any(overlap(shaken, other) for other in others):
                poses[place] = shaken
                break
    return tuple(poses)


def inside(grid: Grid, pose: Pose) -> bool:
    """Whether the whole card lies on the plane."""
    c, s = abs(_COS[pose.angle % 360]), abs(_SIN[pose.angle % 360])
    for width, height in _UPRIGHT_AND_ACROSS:
        across, down = width * c + height * s, width * s + height * c
        if not across <= pose.x * _UNIT <= grid.width * _UNIT - across:
            return False
        if not down <= pose.y * _UNIT <= grid.height * _UNIT - down:
            return False
    return True


def overlap(a: Pose, b: Pose) -> bool:
    """Whether two cards touch: no line along a side of either keeps them apart."""
    dx, dy = b.x - a.x, b.y - a.y
    if dx * dx + dy * dy > _REACH:
        return False
    sides = [(_COS[p.angle % 360], _SIN[p.angle % 360]) for p in (a, b)]
    return not all(
        any(
            abs(dx * nx + dy * ny) * _UNIT
            > sum(width * abs(c * nx + s * ny) + height * abs(c * ny - s * nx) for c, s in sides)
            for c0, s0 in sides
            for nx, ny in ((c0, s0), (-s0, c0))
        )
        for width, height in _UPRIGHT_AND_ACROSS
    )


def nearest(poses: Sequence[Pose], cards: Iterable[CardId], x: int, y: int, *, but: int = -1) -> int:
    """The occupied place nearest to a point, `but` excepted; of equally near ones the lowest number."""
    found = -1
    least = 0
    for place, card in enumerate(cards):
        if card != HOLE and place != but:
            pose = poses[place]
            distance = (pose.x - x) ** 2 + (pose.y - y) ** 2
            if found < 0 or distance < least:
                found, least = place, distance
    return found
