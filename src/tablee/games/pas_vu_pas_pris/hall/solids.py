"""Bodies in millimetres, and whether two of them penetrate (D2, D3, D47).

Only + - x / and square roots of 64-bit floats, in the order written: every machine finds the same bits. What
cannot matter is left out by bounding boxes; the verdicts are the same (D49).
"""

from functools import lru_cache
from math import sqrt
from typing import TypeAlias

from tablee.games.pas_vu_pas_pris.hall.shapes import (
    COS,
    HALL,
    HEIGHT,
    LAID,
    NEXT_DOWN,
    OUTWARD,
    RADIUS,
    SIN,
    SLACK,
    X_MINUS,
    X_PLUS,
    Y_MINUS,
    Y_PLUS,
    Extent,
    Point,
    nearest_half,
)
from tablee.kernel.zones import Pose

SHORT = 1e-3
"""Cross products shorter than this say nothing."""
SLIM = 0.92
"""A ghost beside a leaning box is two upright boxes, half as wide as this part of its radius."""

BoxAt: TypeAlias = tuple[float, float, float, float, float, float]
"""The middle, and half the sides along the axes of the body."""
Axes: TypeAlias = tuple[Point, Point, Point]


class Solid:
    """Boxes with the same axes: a piece of furniture, or a ghost that lies."""

    __slots__ = ("around", "axes", "bounds", "boxes", "c", "flat", "s")

    def __init__(self, boxes: tuple[BoxAt, ...], axes: Axes, flat: bool) -> None:
        self.boxes, self.axes, self.flat = boxes, axes, flat
        self.c, self.s = axes[0][0], axes[0][1]
        """Of a flat one: how it is turned."""
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = axes
        around = []
        for x, y, z, p, q, r in boxes:
            w = p * abs(ax) + q * abs(bx) + r * abs(cx)
            d = p * abs(ay) + q * abs(by) + r * abs(cy)
            h = p * abs(az) + q * abs(bz) + r * abs(cz)
            around.append((x - w, x + w, y - d, y + d, z - h, z + h))
        self.around = tuple(around)
        """The bounds of each box."""
        self.bounds: Extent = (
            min(b[0] for b in around),
            max(b[1] for b in around),
            min(b[2] for b in around),
            max(b[3] for b in around),
            min(b[4] for b in around),
            max(b[5] for b in around),
        )


class Post:
    """A ghost that stands: an upright cylinder."""

    __slots__ = ("bounds", "high", "low", "r", "x", "y")

    def __init__(self, x: float, y: float, low: float, high: float, r: float) -> None:
        self.x, self.y, self.low, self.high, self.r = x, y, low, high, r
        self.bounds: Extent = (x - r, x + r, y - r, y + r, low, high)


Figure: TypeAlias = Solid | Post


# ---- poses ----------------------------------------------------------------------------------------------


def leaned(edge: int, lean: int) -> Axes:
    """Where the axes of a footprint go when it leans over an edge."""
    c, s = COS[lean], SIN[lean]
    if edge == X_PLUS:
        return (c, 0.0, -s), (0.0, 1.0, 0.0), (s, 0.0, c)
    if edge == X_MINUS:
        return (c, 0.0, s), (0.0, 1.0, 0.0), (-s, 0.0, c)
    if edge == Y_PLUS:
        return (1.0, 0.0, 0.0), (0.0, c, -s), (0.0, s, c)
    if edge == Y_MINUS:
        return (1.0, 0.0, 0.0), (0.0, c, s), (0.0, -s, c)
    return (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


class Bearing:
    """From the frame of a footprint into the hall."""

    __slots__ = ("axes", "c", "lean", "pivot_x", "pivot_y", "s", "x", "y", "z")

    def __init__(self, piece: str, pose: Pose) -> None:
        laid = LAID[piece][pose.down]
        out_x, out_y = OUTWARD[pose.edge]
        self.pivot_x, self.pivot_y = out_x * laid.half_x, out_y * laid.half_y
        self.lean = leaned(pose.edge, pose.lean)
        self.c, self.s = COS[2 * pose.angle], SIN[2 * pose.angle]
        self.x, self.y, self.z = pose.x / 2, pose.y / 2, pose.z / 2
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = self.lean
        self.axes: Axes = ((*self.yawed(ax, ay), az), (*self.yawed(bx, by), bz), (*self.yawed(cx, cy), cz))

    def yawed(self, x: float, y: float) -> tuple[float, float]:
        return self.c * x - self.s * y, self.s * x + self.c * y

    def point(self, p: Point) -> Point:
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = self.lean
        x, y, z = p[0] - self.pivot_x, p[1] - self.pivot_y, p[2]
        u = ax * x + bx * y + cx * z + self.pivot_x
        v = ay * x + by * y + cy * z + self.pivot_y
        w = az * x + bz * y + cz * z
        u, v = self.yawed(u, v)
        return u + self.x, v + self.y, w + self.z


@lru_cache(8192)
def solid(piece: str, pose: Pose) -> Solid:
    """A piece of furniture as it lies (D2)."""
    frame = Bearing(piece, pose)
    boxes = tuple((*frame.point(middle), *half) for middle, half in LAID[piece][pose.down].boxes)
    return Solid(boxes, frame.axes, not pose.lean)


@lru_cache(4096)
def figure(size: int, pose: Pose) -> Figure:
    """A ghost as it stands or lies (D3, D29)."""
    r, h, x, y, z = RADIUS[size], HEIGHT[size], pose.x / 2, pose.y / 2, pose.z / 2
    if not pose.down:
        return Post(x, y, z, z + h, r)
    c, s = COS[2 * pose.angle], SIN[2 * pose.angle]
    return Solid(((x, y, z + r, h / 2, r, r),), ((c, s, 0.0), (-s, c, 0.0), (0.0, 0.0, 1.0)), True)


def mass_point(piece: str, pose: Pose) -> Point:
    return Bearing(piece, pose).point(LAID[piece][pose.down].mass)


def beyond_edge(piece: str, pose: Pose) -> bool:
    """Does a leaning piece fall on, rather than back (D6)?"""
    laid, frame = LAID[piece][pose.down], Bearing(piece, pose)
    x, y, _ = frame.point(laid.mass)
    x, y = x - frame.x, y - frame.y
    u, v = frame.c * x + frame.s * y, frame.c * y - frame.s * x
    out_x, out_y = OUTWARD[pose.edge]
    return u * out_x + v * out_y > abs(frame.pivot_x) + abs(frame.pivot_y)


def flat_on(pose: Pose, z: int = 0) -> Pose:
    """The flat pose from which it leans, or in which it lies."""
    return Pose(pose.x, pose.y, pose.angle, z, pose.down)


def fallen(piece: str, pose: Pose, edge: int) -> Pose:
    """On its next side, having fallen over an edge (D48)."""
    laid = LAID[piece][pose.down]
    out_x, out_y = OUTWARD[edge]
    far = abs(out_x) * laid.half_x + abs(out_y) * laid.half_y + laid.height / 2
    c, s = COS[2 * pose.angle], SIN[2 * pose.angle]
    down, turn = NEXT_DOWN[pose.down, edge]
    x = pose.x / 2 + far * (c * out_x - s * out_y)
    y = pose.y / 2 + far * (s * out_x + c * out_y)
    return Pose(nearest_half(x), nearest_half(y), (pose.angle + turn) % 360, pose.z, down)


def inside(body: Solid) -> bool:
    """In the hall, whatever its height (D4)."""
    x0, x1, y0, y1, _, _ = body.bounds
    return x0 >= -SLACK and x1 <= HALL + SLACK and y0 >= -SLACK and y1 <= HALL + SLACK


# ---- penetration ----------------------------------------------------------------------------------------


def apart(a: Extent, b: Extent) -> bool:
    return a[0] >= b[1] or b[0] >= a[1] or a[2] >= b[3] or b[2] >= a[3] or a[4] >= b[5] or b[4] >= a[5]


def overlap(a: Figure, b: Figure) -> bool:
    """Do they penetrate by more than half a millimetre?"""
    if apart(a.bounds, b.bounds):
        return False
    if isinstance(a, Post):
        return _posts(a, b) if isinstance(b, Post) else _post_in_solid(a, b)
    if isinstance(b, Post):
        return _post_in_solid(b, a)
    return _solids(a, b)


def _posts(a: Post, b: Post) -> bool:
    if min(a.high, b.high) - max(a.low, b.low) <= SLACK:
        return False
    x, y = a.x - b.x, a.y - b.y
    return a.r + b.r - sqrt(x * x + y * y) > SLACK


def post_in_plan(post: Post, body: Solid, box: BoxAt) -> bool:
    """A circle and the rectangle of a flat box."""
    x, y = post.x - box[0], post.y - box[1]
    u = abs(body.c * x + body.s * y) - box[3]
    v = abs(body.c * y - body.s * x) - box[4]
    if u <= 0.0 and v <= 0.0:
        return post.r - max(u, v) > SLACK
    u, v = max(u, 0.0), max(v, 0.0)
    return post.r - sqrt(u * u + v * v) > SLACK


def _post_in_solid(post: Post, body: Solid) -> bool:
    if not body.flat:
        return any(_solids(slim, body) for slim in _slim(post))
    for box, around in zip(body.boxes, body.around, strict=True):
        high, low = min(post.high, around[5]), max(post.low, around[4])
        if high - low > SLACK and not apart(post.bounds, around) and post_in_plan(post, body, box):
            return True
    return False


def _slim(post: Post) -> tuple[Solid, Solid]:
    half, h = SLIM * post.r, (post.high - post.low) / 2
    box = ((post.x, post.y, post.low + h, half, half, h),)
    c = COS[90]
    upright = (0.0, 0.0, 1.0)
    return (
        Solid(box, ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), upright), True),
        Solid(box, ((c, c, 0.0), (-c, c, 0.0), upright), True),
    )


Separator: TypeAlias = tuple[float, float, float, float, float, float, float, float, float]
"""A unit vector, and how long the axes of the one and of the other body are along it."""


def _separators(a: Solid, b: Solid) -> list[Separator]:
    vectors = [*a.axes, *b.axes]
    for ux, uy, uz in a.axes:
        for vx, vy, vz in b.axes:
            x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
            long = sqrt(x * x + y * y + z * z)
            if long >= SHORT:
                vectors.append((x / long, y / long, z / long))
    (a0, a1, a2), (b0, b1, b2) = a.axes, b.axes
    return [
        (
            x,
            y,
            z,
            abs(a0[0] * x + a0[1] * y + a0[2] * z),
            abs(a1[0] * x + a1[1] * y + a1[2] * z),
            abs(a2[0] * x + a2[1] * y + a2[2] * z),
            abs(b0[0] * x + b0[1] * y + b0[2] * z),
            abs(b1[0] * x + b1[1] * y + b1[2] * z),
            abs(b2[0] * x + b2[1] * y + b2[2] * z),
        )
        for x, y, z in vectors
    ]


def _solids(a: Solid, b: Solid) -> bool:
    both_flat = a.flat and b.flat
    separators: list[Separator] = []
    for p, around in zip(a.boxes, a.around, strict=True):
        if apart(around, b.bounds):
            continue
        for q, about in zip(b.boxes, b.around, strict=True):
            if apart(around, about):
                continue
            if both_flat:
                if min(around[5], about[5]) - max(around[4], about[4]) > SLACK and flat_boxes_meet(a, p, b, q):
                    return True
                continue
            separators = separators or _separators(a, b)
            dx, dy, dz = q[0] - p[0], q[1] - p[1], q[2] - p[2]
            for x, y, z, pa, pb, pc, qa, qb, qc in separators:
                reach = p[3] * pa + p[4] * pb + p[5] * pc + q[3] * qa + q[4] * qb + q[5] * qc
                if reach - abs(dx * x + dy * y + dz * z) <= SLACK:
                    break
            else:
                return True
    return False


def flat_boxes_meet(a: Solid, p: BoxAt, b: Solid, q: BoxAt) -> bool:
    """Two flat boxes seen from above: all cross products are upright, or one of these axes."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    # How the axes of one lie along those of the other.
    c, s = abs(a.c * b.c + a.s * b.s), abs(a.c * b.s - a.s * b.c)
    if p[3] + (q[3] * c + q[4] * s) - abs(dx * a.c + dy * a.s) <= SLACK:
        return False
    if p[4] + (q[3] * s + q[4] * c) - abs(dy * a.c - dx * a.s) <= SLACK:
        return False
    if q[3] + (p[3] * c + p[4] * s) - abs(dx * b.c + dy * b.s) <= SLACK:
        return False
    return q[4] + (p[3] * s + p[4] * c) - abs(dy * b.c - dx * b.s) > SLACK
