"""Which points of the hall a door sees past the furniture, in the rough: what bots look for hiding places with.

A lattice at six heights; ghosts and the mirror are left out. It errs towards hidden: `sight.glimpses` decides on
the best few spots.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import ceil, floor

import numpy as np

from tablee.games.pas_vu_pas_pris.hall.scene import Scene
from tablee.games.pas_vu_pas_pris.hall.shapes import (
    HALL,
    HEIGHT,
    INWARD,
    RADIUS,
    RIGHT_HAND,
    Doorway,
    eye,
)
from tablee.games.pas_vu_pas_pris.hall.sight import Flags, Floats, through_keyhole
from tablee.games.pas_vu_pas_pris.hall.solids import solid
from tablee.kernel.zones import Pose

HEIGHTS = (4.0, 12.0, 20.0, 32.0, 46.0, 64.0)
STEP = 20
"""Half millimetres between the points of the lattice."""


class _Cone:
    """The lattice as a door sees it."""

    __slots__ = ("d", "eye", "far", "lit", "places", "right", "up")

    def __init__(self, door: Doorway, step: int) -> None:
        ticks = np.arange(0.0, HALL + 0.1, step / 2)
        z, y, x = np.meshgrid(np.array(HEIGHTS), ticks, ticks, indexing="ij")
        self.eye = eye(door)
        dx, dy, dz = x - self.eye[0], y - self.eye[1], z - self.eye[2]
        (fx, fy), (rx, ry) = INWARD[door[0]], RIGHT_HAND[door[0]]
        far = dx * fx + dy * fy
        right, up = (dx * rx + dy * ry) / far, dz / far
        self.lit: Flags = through_keyhole(right, up)
        """What the keyhole takes in."""
        self.places = np.nonzero(self.lit.ravel())[0]
        self.far, self.right, self.up = (v.ravel()[self.places] for v in (far, right, up))
        self.d: tuple[Floats, Floats, Floats] = (
            dx.ravel()[self.places],
            dy.ravel()[self.places],
            dz.ravel()[self.places],
        )


@lru_cache(64)
def _cone(door: Doorway, step: int) -> _Cone:
    return _Cone(door, step)


def _shadow(piece: str, pose: Pose, door: Doorway, step: int) -> Flags:
    """The points that a piece hides from a door."""
    cone, body = _cone(door, step), solid(piece, pose)
    ex, ey, ez = cone.eye
    (fx, fy), (rx, ry) = INWARD[door[0]], RIGHT_HAND[door[0]]
    dark = np.zeros(cone.lit.size, bool)
    for box, (x0, x1, y0, y1, z0, z1) in zip(body.boxes, body.around, strict=True):
        corners = [(x - ex, y - ey) for x in (x0, x1) for y in (y0, y1)]
        near = max(1.0, min(x * fx + y * fy for x, y in corners))
        across = [(x * rx + y * ry) for x, y in corners]
        beyond = max(near, *(x * fx + y * fy for x, y in corners))
        left = min(a / (near if a < 0 else beyond) for a in across)
        right = max(a / (near if a > 0 else beyond) for a in across)
        low, high = z0 - ez, z1 - ez
        low, high = low / (near if low < 0 else beyond), high / (near if high > 0 else beyond)
        rays = np.nonzero(
            (cone.far > near)
            & (cone.right > left)
            & (cone.right < right)
            & (cone.up > low)
            & (cone.up < high)
            & ~dark[cone.places]
        )[0]
        if not len(rays):
            continue
        enter, leave = np.zeros(len(rays)), np.ones(len(rays))
        dx, dy, dz = (v[rays] for v in cone.d)
        for (ux, uy, uz), half in zip(body.axes, box[3:], strict=True):
            o = (ex - box[0]) * ux + (ey - box[1]) * uy + (ez - box[2]) * uz
            along = dx * ux + dy * uy + dz * uz
            over = 1.0 / np.where(along == 0.0, 1e-300, along)
            one, other = (-half - o) * over, (half - o) * over
            enter = np.maximum(enter, np.minimum(one, other))
            leave = np.minimum(leave, np.maximum(one, other))
        dark[cone.places[rays[enter < leave]]] = True
    return dark


class Shade:
    """What some doors see of the hall past the furniture."""

    def __init__(self, scene: Scene, doors: Sequence[Doorway], step: int = STEP) -> None:
        self.doors, self.step = tuple(doors), step
        self._dark = {piece: self._shadows(piece, pose) for piece, pose in scene.pieces.items()}
        self._bright = self._seen()

    def moved(self, piece: str, pose: Pose) -> "Shade":
        """The same with one piece elsewhere."""
        twin = Shade.__new__(Shade)
        twin.doors, twin.step = self.doors, self.step
        twin._dark = {**self._dark, piece: self._shadows(piece, pose)}
        twin._bright = twin._seen()
        return twin

    def _shadows(self, piece: str, pose: Pose) -> Flags:
        return np.array([_shadow(piece, pose, door, self.step) for door in self.doors])

    def _seen(self) -> Flags:
        bright = np.array([_cone(door, self.step).lit for door in self.doors])
        for dark in self._dark.values():
            bright &= ~dark.reshape(bright.shape)
        return bright

    def seen(self, size: int, x: int, y: int, z: int) -> tuple[bool, ...]:
        """From which doors a ghost there would be seen: any point of the lattice in the square around it."""
        r, spacing = RADIUS[size], self.step / 2
        i0, i1 = max(0, ceil((x / 2 - r) / spacing)), floor((x / 2 + r) / spacing) + 1
        j0, j1 = max(0, ceil((y / 2 - r) / spacing)), floor((y / 2 + r) / spacing) + 1
        low, high = z / 2, z / 2 + HEIGHT[size]
        rows = [k for k, height in enumerate(HEIGHTS) if low <= height <= high]
        if not rows:
            return (False,) * len(self.doors)
        window = self._bright[:, rows[0] : rows[-1] + 1, j0:j1, i0:i1]
        return tuple(bool(door.any()) for door in window)

    def field(self, size: int, weights: Sequence[float]) -> Floats:
        """How likely a ghost on the floor is to be seen at each point of the lattice (y, x), if each door is as
        likely as its weight."""
        rows = [k for k, height in enumerate(HEIGHTS) if height <= HEIGHT[size]]
        lit = np.logical_or.reduce(self._bright[:, rows], axis=1)
        if 2 * RADIUS[size] >= self.step:
            wide = np.pad(lit, ((0, 0), (1, 1), (1, 1)))
            n, m = lit.shape[1:]
            for i, j in product(range(3), repeat=2):
                np.logical_or(lit, wide[:, i : i + n, j : j + m], out=lit)
        chances: Floats = np.tensordot(np.array(weights), lit, 1)
        return chances


@lru_cache(1024)
def filled(piece: str, pose: Pose, step: int) -> Flags:
    """Which points of the lattice (height, y, x) are inside a piece."""
    ticks = np.arange(0.0, HALL + 0.1, step / 2)
    z, y, x = np.meshgrid(np.array(HEIGHTS), ticks, ticks, indexing="ij")
    body = solid(piece, pose)
    inside = np.zeros(x.shape, bool)
    for box in body.boxes:
        within = np.ones(x.shape, bool)
        for (ux, uy, uz), half in zip(body.axes, box[3:], strict=True):
            within &= np.abs((x - box[0]) * ux + (y - box[1]) * uy + (z - box[2]) * uz) <= half
        inside |= within
    return inside
