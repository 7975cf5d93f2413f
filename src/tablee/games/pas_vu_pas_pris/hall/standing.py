"""Where a ghost can stand: the heights at a point, and the nearest free spot (D8 to D10, D29, D45, D46)."""

from collections.abc import Iterator, Sequence

from tablee.games.pas_vu_pas_pris.hall.resting import RING, Named, ring
from tablee.games.pas_vu_pas_pris.hall.scene import CELL_HALVES, Ghost, Scene
from tablee.games.pas_vu_pas_pris.hall.shapes import (
    CELL,
    CELLS,
    COS,
    HEIGHT,
    INWARD,
    RADIUS,
    SIN,
    SLACK,
    Cell,
)
from tablee.games.pas_vu_pas_pris.hall.solids import BoxAt, Solid, figure, overlap, solid
from tablee.kernel.refusal import Refused
from tablee.kernel.zones import Pose

RIM, ENOUGH = 0.8, 5
"""Of eight points so far out, so many must stand on something."""
TINY = 1e-9
RINGS, LATTICE = 18, 8


def bodies_of(scene: Scene, *, but_piece: str = "", but: Sequence[int] = ()) -> list[Named]:
    """All that stands in the hall: furniture, then ghosts."""
    bodies: list[Named] = [(name, solid(name, pose)) for name, pose in scene.pieces.items() if name != but_piece]
    bodies += [(key, figure(g.size, g.pose)) for key, g in scene.ghosts.items() if key not in but]
    return bodies


def _feet(size: int, pose: Pose) -> list[tuple[float, float]]:
    """The middle, and eight points towards the rim."""
    x, y, r = pose.x / 2, pose.y / 2, RADIUS[size]
    if not pose.down:
        out = RIM * r
        return [(x, y), *((x + out * COS[90 * i], y + out * SIN[90 * i]) for i in range(8))]
    c, s = COS[2 * pose.angle], SIN[2 * pose.angle]
    long, wide = RIM * (HEIGHT[size] / 2), RIM * r
    return [
        (x, y),
        *(
            (x + c * long * u - s * wide * v, y + s * long * u + c * wide * v)
            for u in (-1, 0, 1)
            for v in (-1, 0, 1)
            if u or v
        ),
    ]


def in_cell(size: int, pose: Pose, cell: Cell) -> bool:
    """It does not stick out of its cell (R36)."""
    x, y, r = pose.x / 2 - CELL * cell[0], pose.y / 2 - CELL * cell[1], RADIUS[size]
    wide = deep = r
    if pose.down:
        c, s = abs(COS[2 * pose.angle]), abs(SIN[2 * pose.angle])
        wide, deep = c * (HEIGHT[size] / 2) + s * r - TINY, s * (HEIGHT[size] / 2) + c * r - TINY
    return x >= wide and x + wide <= CELL and y >= deep and y + deep <= CELL


def heights(size: int, pose: Pose, bodies: Sequence[Named]) -> list[int]:
    """The heights at which a ghost can stand, or lie, at that point, in half millimetres (D8)."""
    feet = _feet(size, pose)
    x, y = feet[0]
    reach = HEIGHT[size]
    near = [
        body
        for _, body in bodies
        if body.bounds[0] < x + reach
        and body.bounds[1] > x - reach
        and body.bounds[2] < y + reach
        and body.bounds[3] > y - reach
    ]
    tops = [
        (around[5], body, box)
        for name, body in bodies
        if isinstance(name, str) and isinstance(body, Solid) and body.flat
        for box, around in zip(body.boxes, body.around, strict=True)
    ]
    under = sorted({0.0, *(top for top, body, box in tops if top > SLACK and on_top(body, box, x, y))})
    found = []
    for z in under:
        if z > 0.0:
            level = [(body, box) for top, body, box in tops if abs(top - z) <= SLACK]
            if sum(any(on_top(body, box, u, v) for body, box in level) for u, v in feet[1:]) < ENOUGH:
                continue
        high = round(2 * z)
        own = figure(size, Pose(pose.x, pose.y, pose.angle, high, pose.down))
        if not any(overlap(own, other) for other in near):
            found.append(high)
    return found


def on_top(body: Solid, box: BoxAt, x: float, y: float) -> bool:
    """Is a point within the plan of a flat box?"""
    x, y = x - box[0], y - box[1]
    return abs(body.c * x + body.s * y) <= box[3] + TINY and abs(body.c * y - body.s * x) <= box[4] + TINY


def nearest_free(ghost: Ghost, cell: Cell, bodies: Sequence[Named]) -> Pose | None:
    """The nearest free spot of a cell, around the point where the ghost is or was to stand (D46)."""
    size, pose = ghost.size, ghost.pose
    for x, y in _around(pose, cell):
        there = Pose(x, y, pose.angle, 0, pose.down)
        if in_cell(size, there, cell) and (free := heights(size, there, bodies)):
            return Pose(x, y, pose.angle, free[0], pose.down)
    return None


def _around(pose: Pose, cell: Cell) -> Iterator[tuple[int, int]]:
    for i in range(1, RINGS + 1):
        yield from ring(pose.x, pose.y, RING * i)
    x0, y0 = CELL_HALVES * cell[0], CELL_HALVES * cell[1]
    for y in range(y0, y0 + CELL_HALVES + 1, LATTICE):
        for x in range(x0, x0 + CELL_HALVES + 1, LATTICE):
            yield x, y


def where(scene: Scene, key: int, ghost: Ghost, cell: Cell, level: int = 0) -> tuple[Pose, int, int]:
    """Where a ghost comes to stand that was meant for a point of a cell; which of how many levels (D45)."""
    bodies = bodies_of(scene, but=(key,))
    size, pose = ghost.size, ghost.pose
    free = heights(size, pose, bodies) if in_cell(size, pose, cell) else []
    if free:
        level = max(0, min(level, len(free) - 1))
        return Pose(pose.x, pose.y, pose.angle, free[level], pose.down), level, len(free)
    there = nearest_free(ghost, cell, bodies)
    if there is None:
        raise Refused("no_room")
    return there, 0, len(heights(size, there, bodies))


def levels(scene: Scene, key: int, ghost: Ghost, x: int, y: int) -> list[int]:
    """The heights of a point, the lowest first."""
    pose = Pose(x, y, ghost.pose.angle, 0, ghost.pose.down)
    return heights(ghost.size, pose, bodies_of(scene, but=(key,)))


def house(ghost: Ghost, cell: Cell, bodies: Sequence[Named]) -> Pose | None:
    """A lifted ghost set down again: level 0 where it was, the nearest spot of its cell, of the next cell towards
    its start side, and so on; None: back it goes (D12, D46)."""
    (fx, fy), pose = INWARD[ghost.side], ghost.pose
    while 0 <= cell[0] < CELLS and 0 <= cell[1] < CELLS:
        if in_cell(ghost.size, pose, cell) and (free := heights(ghost.size, pose, bodies)):
            return Pose(pose.x, pose.y, pose.angle, free[0], pose.down)
        if found := nearest_free(ghost.at(pose), cell, bodies):
            return found
        cell = (cell[0] - fx, cell[1] - fy)
        pose = Pose(pose.x - CELL_HALVES * fx, pose.y - CELL_HALVES * fy, pose.angle, 0, pose.down)
    return None
