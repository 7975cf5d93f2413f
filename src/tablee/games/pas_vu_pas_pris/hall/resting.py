"""How a piece of furniture comes to rest among bodies that keep still: flat, dropped, leaning (D5, D6, D46)."""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Literal, TypeAlias

from tablee.games.pas_vu_pas_pris.hall.shapes import COS, HALL, SIN, SLACK, nearest_half
from tablee.games.pas_vu_pas_pris.hall.solids import (
    BoxAt,
    Figure,
    Post,
    Solid,
    beyond_edge,
    fallen,
    flat_boxes_meet,
    flat_on,
    inside,
    mass_point,
    overlap,
    post_in_plan,
    solid,
)
from tablee.kernel.refusal import Refused
from tablee.kernel.zones import Pose

Mode: TypeAlias = Literal["auto", "floor", "drop"]
Named: TypeAlias = tuple[str | int, Figure]
"""A body with the name of its piece, or the card of its ghost."""
Spot: TypeAlias = tuple[float, float]

MARGIN = 1.0
"""So far inside its hull a piece must have its weight."""
SKY = 1e9
COARSE, FINE = 5, 1
"""Steps of a fall, in half degrees."""
LYING = 180
"""A right angle in half degrees."""


def hit(body: Solid, bodies: Sequence[Named]) -> str | int | None:
    """The first thing that a body overlaps."""
    return next((name for name, other in bodies if overlap(body, other)), None)


# ---- flat -----------------------------------------------------------------------------------------------


def drop(piece: str, pose: Pose, supports: Sequence[Named], top: float = SKY) -> tuple[float, list[Spot]]:
    """How high it comes to rest, from above or from so high, and the points on which it rests; none on the floor
    (D5)."""
    body = solid(piece, flat_on(pose))
    touched: list[tuple[float, Solid, BoxAt, Figure, BoxAt | None]] = []
    z = 0.0
    for _, other in supports:
        if isinstance(other, Solid) and not other.flat:
            continue
        a, b = body.bounds, other.bounds
        if a[0] >= b[1] or b[0] >= a[1] or a[2] >= b[3] or b[2] >= a[3]:
            continue
        for p in body.boxes:
            low = p[2] - p[5]
            if isinstance(other, Post):
                height = other.high - low
                if z - SLACK <= height <= top and post_in_plan(other, body, p):
                    touched.append((height, body, p, other, None))
                    z = max(z, height)
                continue
            for q in other.boxes:
                height = q[2] + q[5] - low
                if z - SLACK <= height <= top and flat_boxes_meet(body, p, other, q):
                    touched.append((height, body, p, other, q))
                    z = max(z, height)
    if z <= 0.0:
        return 0.0, []
    return z, [
        spot
        for height, own, p, other, q in touched
        if height >= z - SLACK
        for spot in (
            shared(rectangle(own, p), rectangle(other, q)) if isinstance(other, Solid) and q else [_axis(other)]
        )
    ]


def _axis(ghost: Figure) -> Spot:
    assert isinstance(ghost, Post)
    return ghost.x, ghost.y


def stable(piece: str, pose: Pose, spots: Sequence[Spot]) -> bool:
    """Is its weight inside the hull of what it rests on?"""
    x, y, _ = mass_point(piece, pose)
    corners = hull(spots)
    if len(corners) < 3:
        return False
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        ex, ey = bx - ax, by - ay
        if (ex * (y - ay) - ey * (x - ax)) / sqrt(ex * ex + ey * ey) < MARGIN:
            return False
    return True


def rectangle(body: Solid, box: BoxAt) -> list[Spot]:
    """The plan of a flat box, counter-clockwise."""
    x, y, _, p, q, _ = box
    c, s = body.c, body.s
    return [
        (x - c * p + s * q, y - s * p - c * q),
        (x + c * p + s * q, y + s * p - c * q),
        (x + c * p - s * q, y + s * p + c * q),
        (x - c * p - s * q, y - s * p + c * q),
    ]


def shared(one: list[Spot], other: list[Spot]) -> list[Spot]:
    """The corners of what two rectangles share."""
    for (ax, ay), (bx, by) in zip(other, (*other[1:], other[0]), strict=True):
        ex, ey = bx - ax, by - ay
        sides = [ex * (y - ay) - ey * (x - ax) for x, y in one]
        kept: list[Spot] = []
        for i, (x, y) in enumerate(one):
            j = i + 1 if i + 1 < len(one) else 0
            here, there = sides[i], sides[j]
            if here >= 0.0:
                kept.append((x, y))
            if (here > 0.0 > there) or (here < 0.0 < there):
                t = here / (here - there)
                kept.append((x + t * (one[j][0] - x), y + t * (one[j][1] - y)))
        one = kept
    return one


def hull(spots: Sequence[Spot]) -> list[Spot]:
    """The convex hull, counter-clockwise."""
    ordered = sorted(set(spots))
    return [*_half(ordered), *_half(ordered[::-1])]


def _half(ordered: Sequence[Spot]) -> list[Spot]:
    kept: list[Spot] = []
    for x, y in ordered:
        while len(kept) > 1:
            (ax, ay), (bx, by) = kept[-2:]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9:
                break
            kept.pop()
        kept.append((x, y))
    return kept[:-1]


def on_floor(piece: str, wish: Pose, bodies: Sequence[Named]) -> Pose:
    pose = flat_on(wish)
    body = solid(piece, pose)
    if not inside(body):
        raise Refused("sticks_out")
    if (hits := hit(body, bodies)) is not None:
        raise Refused("overlaps", hits=hits)
    return pose


def dropped(piece: str, wish: Pose, bodies: Sequence[Named], supports: Sequence[Named], top: float = SKY) -> Pose:
    """Straight down from above, or from so high, on to what rests itself."""
    if not inside(solid(piece, flat_on(wish))):
        raise Refused("sticks_out")
    z, spots = drop(piece, wish, supports, top)
    pose = flat_on(wish, nearest_half(z))
    if (hits := hit(solid(piece, pose), bodies)) is not None:
        raise Refused("overlaps", hits=hits)
    if z > 0.0 and not stable(piece, pose, spots):
        raise Refused("falls")
    return pose


# ---- leaning --------------------------------------------------------------------------------------------


def tilted(piece: str, pose: Pose, lean: int) -> Pose:
    """Over the same edge by another angle; at a right angle it lies on its next side."""
    if lean >= LYING:
        return fallen(piece, flat_on(pose), pose.edge)
    return Pose(pose.x, pose.y, pose.angle, 0, pose.down, pose.edge, lean) if lean > 0 else flat_on(pose)


def leaning(piece: str, wish: Pose, bodies: Sequence[Named]) -> Pose:
    """Falls from the angle asked for until it touches something or lies (D6)."""
    pose = tilted(piece, wish, wish.lean)
    if (hits := hit(solid(piece, pose), bodies)) is not None:
        raise Refused("overlaps", hits=hits)
    goal = LYING if beyond_edge(piece, pose) else 0
    lean, step = wish.lean, COARSE
    while lean != goal:
        further = min(lean + step, goal) if goal else max(lean - step, goal)
        if hit(solid(piece, tilted(piece, wish, further)), bodies) is None:
            lean = further
        elif step == COARSE:
            step = FINE
        else:
            break
    pose = tilted(piece, wish, lean)
    if not inside(solid(piece, pose)):
        raise Refused("sticks_out")
    return pose


def leans_still(piece: str, pose: Pose, bodies: Sequence[Named]) -> bool:
    further = pose.lean + (FINE if beyond_edge(piece, pose) else -FINE)
    return hit(solid(piece, tilted(piece, pose, further)), bodies) is not None


def resting(
    piece: str, wish: Pose, bodies: Sequence[Named], supports: Sequence[Named], mode: Mode = "auto"
) -> Pose:
    """Where a piece set down so comes to rest among bodies, of which some bear it; refused where it does not."""
    if wish.lean:
        return leaning(piece, wish, bodies)
    if mode == "drop":
        return dropped(piece, wish, bodies, supports)
    try:
        return on_floor(piece, wish, bodies)
    except Refused as refused:
        if mode == "floor" or refused.code != "overlaps":
            raise
    return dropped(piece, wish, bodies, supports)


# ---- the nearest pose -----------------------------------------------------------------------------------

RING, DIRECTIONS = 2.0, 16


def ring(x: int, y: int, radius: float) -> Iterator[tuple[int, int]]:
    """Sixteen points around one, from east counter-clockwise, in half millimetres."""
    for i in range(DIRECTIONS):
        yield nearest_half(x / 2 + radius * COS[45 * i]), nearest_half(y / 2 + radius * SIN[45 * i])


RINGS, LATTICE = 40, 20


def nearest(piece: str, pose: Pose, bodies: Sequence[Named], supports: Sequence[Named]) -> Pose | None:
    """The nearest flat pose in which it rests: on the floor, then dropped (D46)."""
    for x, y in _around(pose):
        there = Pose(x, y, pose.angle, 0, pose.down)
        body = solid(piece, there)
        if not inside(body):
            continue
        if hit(body, bodies) is None:
            return there
        z, spots = drop(piece, there, supports)
        there = flat_on(there, nearest_half(z))
        if z > 0.0 and stable(piece, there, spots) and hit(solid(piece, there), bodies) is None:
            return there
    return None


def _around(pose: Pose) -> Iterator[tuple[int, int]]:
    for i in range(1, RINGS + 1):
        yield from ring(pose.x, pose.y, RING * i)
    for y in range(0, int(2 * HALL) + 1, LATTICE):
        for x in range(0, int(2 * HALL) + 1, LATTICE):
            yield x, y
