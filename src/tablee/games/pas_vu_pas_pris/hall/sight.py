"""Who is seen through a keyhole: 96 points of each ghost, directly and in the mirror (D14 to D17, D51).

Whole arrays at once, number by number: sums, products, quotients and roots, never a reduction whose order is not
written here. So every machine finds the same bits. `tests/games/pas_vu_pas_pris_sight.py` is the same in exact
fractions, ray by ray.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tablee.games.pas_vu_pas_pris.hall.scene import Scene
from tablee.games.pas_vu_pas_pris.hall.shapes import (
    COS,
    DISC,
    DISC_UP,
    FACE_X,
    FACE_Y,
    FACE_Z,
    HEIGHT,
    INWARD,
    LAID,
    MIRROR,
    RADIUS,
    RIGHT_HAND,
    SIN,
    SIZES,
    SKIRT_GROWS,
    SKIRT_HIGH,
    SKIRT_LONG,
    SKIRT_LOW,
    SKIRT_NARROW,
    Doorway,
    Point,
    eye,
)
from tablee.games.pas_vu_pas_pris.hall.solids import Bearing, solid
from tablee.kernel.zones import Pose

Floats: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]
Ints: TypeAlias = NDArray[np.intp]
Vectors: TypeAlias = tuple[Floats, Floats, Floats]

SHORTER = 0.2
"""A line of sight is shortened by this at both ends."""
POINTS = 96
NOBODY = -1
_AROUND, _RINGS, _DOME = 12, 5, (20, 45, 70)
_PARALLEL = 1e-300


class Sighted(NamedTuple):
    """How many points of a ghost are seen: directly, and of the others in the mirror."""

    direct: int
    mirror: int

    @property
    def points(self) -> int:
        return self.direct + self.mirror


def look(scene: Scene, door: Doorway, *, glass: bool = False) -> dict[int, Sighted]:
    """What of each ghost is seen from a door. With `glass` ghosts hide nobody."""
    keys = list(scene.ghosts)
    return dict(zip(keys, glimpses(scene, [(key, door) for key in keys], glass=glass), strict=True))


def glimpses(scene: Scene, asked: Sequence[tuple[int, Doorway]], *, glass: bool = False) -> list[Sighted]:
    """The same for any pairs of a ghost and a door, in one go."""
    if not asked:
        return []
    keys = list(scene.ghosts)
    number = {key: i for i, key in enumerate(keys)}
    own = np.array([number[key] for key, _ in asked])
    surfaces = [_surface(scene.ghosts[key].size, scene.ghosts[key].pose) for key in keys]
    points, normals = _gathered(own, [s[0] for s in surfaces]), _gathered(own, [s[1] for s in surfaces])
    view = _View(asked)
    scenery = _Scenery(scene, glass)
    eyes = view.eyes

    toward = tuple(e - p for e, p in zip(eyes, points, strict=True))
    facing = normals[0] * toward[0] + normals[1] * toward[1] + normals[2] * toward[2] > 0.0
    view_no, point_no = np.nonzero(facing & view.within(points))
    direct = np.zeros((len(asked), POINTS), bool)
    if len(view_no):
        ends = _picked(points, view_no, point_no)
        starts = _picked(eyes, view_no, np.zeros_like(point_no))
        direct[view_no, point_no] = scenery.free(starts, ends, own[view_no])
    mirror = _reflected(scene, view, scenery, own, points, normals, direct)
    return [
        Sighted(int(d), int(m))
        for d, m in zip(np.count_nonzero(direct, axis=1), np.count_nonzero(mirror, axis=1), strict=True)
    ]


def _gathered(own: Ints, parts: list[Vectors]) -> Vectors:
    x, y, z = (np.array([part[axis] for part in parts])[own] for axis in range(3))
    return x, y, z


def _picked(vectors: Vectors, rows: Ints, columns: Ints) -> Vectors:
    x, y, z = vectors
    return x[rows, columns], y[rows, columns], z[rows, columns]


# ---- ghosts ---------------------------------------------------------------------------------------------


def _sheet(size: int) -> tuple[Vectors, Vectors]:
    """The 96 points of a ghost that stands at the origin, and their normals (D14)."""
    r, h = RADIUS[size], HEIGHT[size]
    points, normals = [], []
    for j in range(_RINGS + len(_DOME)):
        for m in range(_AROUND):
            turn = 60 * m + 30 * (j % 2)
            c, s = COS[turn], SIN[turn]
            if j < _RINGS:
                normals.append((c, s, 0.0))
                points.append((r * c, r * s, (j + 0.5) / 5.0 * (h - r)))
            else:
                up = 2 * _DOME[j - _RINGS]
                normals.append((COS[up] * c, COS[up] * s, SIN[up]))
                points.append((r * (COS[up] * c), r * (COS[up] * s), h - r + r * SIN[up]))
    p, n = np.array(points), np.array(normals)
    return (p[:, 0], p[:, 1], p[:, 2]), (n[:, 0], n[:, 1], n[:, 2])


_SHEETS = tuple(_sheet(size) for size in range(len(SIZES)))


@lru_cache(1024)
def _surface(size: int, pose: Pose) -> tuple[Vectors, Vectors]:
    (px, py, pz), normals = _SHEETS[size]
    x, y, z = pose.x / 2, pose.y / 2, pose.z / 2
    if not pose.down:
        return (x + px, y + py, z + pz), normals
    nx, ny, nz = normals
    c, s = COS[2 * pose.angle], SIN[2 * pose.angle]
    along = pz - HEIGHT[size] / 2
    return (
        (x + (c * along - s * py), y + (s * along + c * py), z + (RADIUS[size] - px)),
        (c * nz - s * ny, s * nz + c * ny, -nx),
    )


# ---- the keyhole ----------------------------------------------------------------------------------------


class _View:
    """The eyes of those who look, a row for each."""

    def __init__(self, asked: Sequence[tuple[int, Doorway]]) -> None:
        eyes = np.array([eye(door) for _, door in asked])
        self.eyes: Vectors = (eyes[:, 0:1], eyes[:, 1:2], eyes[:, 2:3])
        forward = np.array([INWARD[door[0]] for _, door in asked], float)
        right = np.array([RIGHT_HAND[door[0]] for _, door in asked], float)
        self._forward = forward[:, 0:1], forward[:, 1:2]
        self._right = right[:, 0:1], right[:, 1:2]

    def within(self, points: Vectors) -> Flags:
        """Are they inside the keyhole?"""
        dx, dy, dz = (p - e for p, e in zip(points, self.eyes, strict=True))
        ahead = dx * self._forward[0] + dy * self._forward[1]
        before = ahead > 1.0
        ahead = np.where(before, ahead, 1.0)
        taken_in = through_keyhole((dx * self._right[0] + dy * self._right[1]) / ahead, dz / ahead)
        both: Flags = taken_in & before
        return both


def through_keyhole(u: Floats, w: Floats) -> Flags:
    """The hole in the plane before the eye: a disc and a skirt."""
    up = w - DISC_UP
    disc = u * u + up * up <= DISC * DISC
    half = SKIRT_NARROW + SKIRT_GROWS * (SKIRT_HIGH - w) / SKIRT_LONG
    inside: Flags = disc | ((w >= SKIRT_LOW) & (w <= SKIRT_HIGH) & (np.abs(u) <= half))
    return inside


# ---- what stands in the way -----------------------------------------------------------------------------


class _Obstacle(NamedTuple):
    """A piece in its own directions around its middle."""

    middle: Point
    reach: float
    """The radius of the sphere around it."""
    axes: tuple[Point, Point, Point]
    low: Floats
    high: Floats
    """Of each box, along each axis."""


@lru_cache(2048)
def _obstacle(piece: str, pose: Pose) -> _Obstacle:
    body = solid(piece, pose)
    x0, x1, y0, y1, z0, z1 = body.bounds
    mx, my, mz = middle = ((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2)
    low, high, far = [], [], 0.0
    for x, y, z, *half in body.boxes:
        at = [ax * (x - mx) + ay * (y - my) + az * (z - mz) for ax, ay, az in body.axes]
        low.append([a - h for a, h in zip(at, half, strict=True)])
        high.append([a + h for a, h in zip(at, half, strict=True)])
        corner = [max(abs(a - h), abs(a + h)) for a, h in zip(at, half, strict=True)]
        far = max(far, corner[0] * corner[0] + corner[1] * corner[1] + corner[2] * corner[2])
    return _Obstacle(middle, float(np.sqrt(far)) + 0.01, body.axes, np.array(low), np.array(high))


class _Scenery:
    """All that can stand between an eye and a point."""

    def __init__(self, scene: Scene, glass: bool) -> None:
        self._pieces = [_obstacle(piece, pose) for piece, pose in scene.pieces.items()]
        ghosts = [] if glass else list(enumerate(scene.ghosts.values()))
        self._lying = [(i, g.size, g.pose) for i, g in ghosts if g.pose.down]
        upright = [(i, g) for i, g in ghosts if not g.pose.down]
        self._who = np.array([i for i, _ in upright], np.intp)
        self._x = np.array([g.pose.x / 2 for _, g in upright])
        self._y = np.array([g.pose.y / 2 for _, g in upright])
        self._z = np.array([g.pose.z / 2 for _, g in upright])
        self._r = np.array([RADIUS[g.size] for _, g in upright])
        self._neck = np.array([HEIGHT[g.size] - RADIUS[g.size] for _, g in upright])

    def free(self, a: Vectors, b: Vectors, but: Ints) -> Flags:
        """Which segments meet no furniture, and no ghost but the one named (`NOBODY`: none at all)."""
        d = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
        square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
        end = SHORTER / np.sqrt(np.maximum(square, _PARALLEL))
        segment = _Segments(a, d, square, end, 1.0 - end)
        clear = np.ones(len(square), bool)
        for piece in self._pieces:
            _behind(piece, segment, clear)
        if len(self._who):
            self._behind_ghosts(segment, clear, but)
        for who, size, pose in self._lying:
            rays = np.nonzero(clear & (but != who))[0]
            clear[rays] = ~_meets_lying(size, pose, segment.take(rays))
        return clear

    def _behind_ghosts(self, segment: "_Segments", clear: Flags, but: Ints) -> None:
        rays = np.nonzero(clear)[0]
        s = segment.take(rays)
        dx, dy = s.d[0][:, None], s.d[1][:, None]
        ox, oy = s.a[0][:, None] - self._x, s.a[1][:, None] - self._y
        across = ox * dy - oy * dx
        near = across * across < self._r * self._r * (dx * dx + dy * dy)
        near &= self._who != but[rays][:, None]
        ray, ghost = np.nonzero(near)
        if not len(ray):
            return
        s = s.take(ray)
        relative = (s.a[0] - self._x[ghost], s.a[1] - self._y[ghost], s.a[2] - self._z[ghost])
        hit = _meets_sheet(relative, s, self._r[ghost], self._neck[ghost])
        clear[rays[ray[hit]]] = False


class _Segments(NamedTuple):
    a: Vectors
    d: Vectors
    square: Floats
    """Their length, squared."""
    begin: Floats
    end: Floats
    """The part that counts, of their length."""

    def take(self, rays: Ints) -> "_Segments":
        (ax, ay, az), (dx, dy, dz) = self.a, self.d
        return _Segments(
            (ax[rays], ay[rays], az[rays]),
            (dx[rays], dy[rays], dz[rays]),
            self.square[rays],
            self.begin[rays],
            self.end[rays],
        )


def _behind(piece: _Obstacle, segment: _Segments, clear: Flags) -> None:
    """Segments that meet a box of the piece are no longer clear."""
    (mx, my, mz), (ax, ay, az), (dx, dy, dz) = piece.middle, segment.a, segment.d
    ox, oy, oz = ax - mx, ay - my, az - mz
    # The nearest point of the segment to the middle of the piece.
    t = np.clip(-(ox * dx + oy * dy + oz * dz) / np.maximum(segment.square, _PARALLEL), 0.0, 1.0)
    nx, ny, nz = ox + t * dx, oy + t * dy, oz + t * dz
    rays = np.nonzero(clear & (nx * nx + ny * ny + nz * nz < piece.reach * piece.reach))[0]
    if not len(rays):
        return
    enter, leave = segment.begin[rays][:, None], segment.end[rays][:, None]
    ox, oy, oz, dx, dy, dz = (v[rays] for v in (ox, oy, oz, dx, dy, dz))
    for axis, (ux, uy, uz) in enumerate(piece.axes):
        o = (ox * ux + oy * uy + oz * uz)[:, None]
        along = dx * ux + dy * uy + dz * uz
        over = (1.0 / np.where(along == 0.0, _PARALLEL, along))[:, None]
        one, other = (piece.low[:, axis] - o) * over, (piece.high[:, axis] - o) * over
        enter = np.maximum(enter, np.minimum(one, other))
        leave = np.minimum(leave, np.maximum(one, other))
    clear[rays] = ~(enter < leave).any(axis=1)


def _meets_sheet(o: Vectors, s: _Segments, r: Floats | float, neck: Floats | float) -> Flags:
    """A ghost blocks as a cylinder up to its neck and a sphere around it; `o` is seen from its foot."""
    (ox, oy, oz), (dx, dy, dz) = o, s.d
    plan = dx * dx + dy * dy
    across = ox * dy - oy * dx
    room = r * r * plan - across * across
    root = np.sqrt(np.maximum(room, 0.0))
    plan = np.maximum(plan, _PARALLEL)
    toward = ox * dx + oy * dy
    enter = np.maximum(s.begin, (-toward - root) / plan)
    leave = np.minimum(s.end, (root - toward) / plan)
    one, other = oz + enter * dz, oz + leave * dz
    body = (room > 0.0) & (enter < leave) & (np.maximum(one, other) > 0.0) & (np.minimum(one, other) < neck)
    up = oz - neck
    toward = toward + up * dz
    room = toward * toward - s.square * (ox * ox + oy * oy + up * up - r * r)
    root = np.sqrt(np.maximum(room, 0.0))
    enter = np.maximum(s.begin, (-toward - root) / s.square)
    leave = np.minimum(s.end, (root - toward) / s.square)
    meets: Flags = body | ((room > 0.0) & (enter < leave))
    return meets


def _meets_lying(size: int, pose: Pose, s: _Segments) -> Flags:
    """Turned with the body: what was up is where its head is."""
    r, h, c, sine = RADIUS[size], HEIGHT[size], COS[2 * pose.angle], SIN[2 * pose.angle]
    x, y, z = s.a[0] - pose.x / 2, s.a[1] - pose.y / 2, s.a[2] - (pose.z / 2 + r)
    dx, dy, dz = s.d
    turned = s._replace(d=(-dz, c * dy - sine * dx, c * dx + sine * dy))
    return _meets_sheet((-z, c * y - sine * x, c * x + sine * y + h / 2), turned, r, h - r)


# ---- the mirror -----------------------------------------------------------------------------------------


def mirror_frame(pose: Pose) -> tuple[Point, tuple[Point, Point, Point]]:
    """The origin and the axes of the mirror's own frame, in the hall."""
    laid, frame = LAID[MIRROR][pose.down], Bearing(MIRROR, pose)
    a, b, c = frame.axes
    axes = [
        tuple(laid.turn[0][i] * a[k] + laid.turn[1][i] * b[k] + laid.turn[2][i] * c[k] for k in range(3))
        for i in range(3)
    ]
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = axes
    return frame.point(laid.shift), ((xx, xy, xz), (yx, yy, yz), (zx, zy, zz))


def _reflected(
    scene: Scene, view: _View, scenery: _Scenery, own: Ints, points: Vectors, normals: Vectors, direct: Flags
) -> Flags:
    """The points that are seen in the mirror, and not directly (D15)."""
    seen = np.zeros_like(direct)
    if MIRROR not in scene.pieces:
        return seen
    (x, y, z), axes = mirror_frame(scene.pieces[MIRROR])

    def local(p: Vectors) -> list[Floats]:
        u, v, w = p[0] - x, p[1] - y, p[2] - z
        return [u * ax + v * ay + w * az for ax, ay, az in axes]

    (ex, ey, ez), (px, py, pz) = local(view.eyes), local(points)
    ahead = (ey < FACE_Y) & (py < FACE_Y) & ~direct
    if not ahead.any():
        return seen
    part = (FACE_Y - ey) / np.where(ahead, 2.0 * FACE_Y - py - ey, 1.0)
    mx, mz = ex + part * (px - ex), ez + part * (pz - ez)
    ahead &= (mx >= FACE_X[0]) & (mx <= FACE_X[1]) & (mz >= FACE_Z[0]) & (mz <= FACE_Z[1])
    if not ahead.any():
        return seen
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = axes
    spot = (
        x + (mx * ax + FACE_Y * bx + mz * cx),
        y + (mx * ay + FACE_Y * by + mz * cy),
        z + (mx * az + FACE_Y * bz + mz * cz),
    )
    toward = tuple(m - p for m, p in zip(spot, points, strict=True))
    ahead &= normals[0] * toward[0] + normals[1] * toward[1] + normals[2] * toward[2] > 0.0
    ahead &= view.within(spot)
    view_no, point_no = np.nonzero(ahead)
    if len(view_no):
        starts = _picked(view.eyes, view_no, np.zeros_like(point_no))
        clear = scenery.free(starts, _picked(spot, view_no, point_no), np.full(len(view_no), NOBODY))
        view_no, point_no = view_no[clear], point_no[clear]
        spots, ends = _picked(spot, view_no, point_no), _picked(points, view_no, point_no)
        seen[view_no, point_no] = scenery.free(spots, ends, own[view_no])
    return seen
