"""A card flicked over a round table: where it slides, what it touches, how it comes to rest.

Millimetres, seconds; angles in whole hundredths of a degree, counter-clockwise, x to the right, y up. Only + - * /
and square roots on doubles, from left to right, and sines rounded to nine decimals: the same bits everywhere.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import cos, radians, sin, sqrt
from typing import TypeAlias

from msgspec import Struct

from tablee.kernel.units import Millis
from tablee.kernel.zones import Pose, Waypoint

Lie: TypeAlias = tuple[float, float, float, float]
"""How a card lies: its centre, and cosine and sine of its turn; upright is (1, 0)."""

RADIUS = 500.0
START = 476.5
"""How far from the middle a card is set on the edge: pointing to the middle it sticks out by 20."""
BORDER = 480.0
"""A card at rest with a corner beyond this is too close to the edge."""
HALF_WIDTH, HALF_HEIGHT = 28.5, 43.5
INERTIA = 901.5
"""(57² + 87²) / 12, of a card of mass 1."""
GRAVITY = 9810.0
STEP = 0.004
STEP_MS: Millis = 4
STEPS = 1_000
"""No slide lasts longer."""
KEPT = 4
"""Every fourth step is a part of the path."""
CALM = 25.0
"""Below this speed friction falls with it, so that a card comes to rest instead of trembling."""
SLOWEST, FASTEST = 300.0, 2_200.0
"""The speed without any power, and what full power adds."""
LEVER = 10.0
"""How far off its middle a card is tapped for a full spin."""
FULL_TURN = 36_000

CENTRE: Sequence[Lie] = (
    (-78.5, 93.5, 1.0, 0.0),
    (78.5, 93.5, 1.0, 0.0),
    (-78.5, -93.5, 1.0, 0.0),
    (78.5, -93.5, 1.0, 0.0),
)
"""Four cards in the middle, upright, 100 between facing edges: north-west, north-east, south-west, south-east."""

_COS = [round(cos(radians(h / 100)), 9) for h in range(FULL_TURN)]
_SIN = [round(sin(radians(h / 100)), 9) for h in range(FULL_TURN)]
_RISING = _SIN[:4_501]
"""Sines up to 45 degrees, for the way back."""
_POINTS = [(px, py) for py in (-34.8, -17.4, 0.0, 17.4, 34.8) for px in (-19.0, 0.0, 19.0)]
"""What a card stands on."""
_CORNERS = [(p, r) for p in (-HALF_WIDTH, HALF_WIDTH) for r in (-HALF_HEIGHT, HALF_HEIGHT)]
_EDGE = RADIUS * RADIUS
_WHOLE = 445.0 * 445.0
"""Nearer to the middle than this a card is on the table with all its points."""
_NEAR = 105.0 * 105.0
"""Cards whose centres are farther apart than this have nothing to do with one another."""


class Surface(Struct, frozen=True):
    """How rough a table is, and a card on it."""

    table: float
    card: float


WOOD, GLASS, CLOTH = Surface(0.22, 0.396), Surface(0.15, 0.27), Surface(0.32, 0.576)
SURFACES: Mapping[str, Surface] = {"wood": WOOD, "glass": GLASS, "cloth": CLOTH}


class SlideEnd(StrEnum):
    """What came of a slide."""

    TOUCHED = "touched"
    MISSED = "missed"
    CLOSE = "close"
    """At rest, but too close to the edge."""
    FALLEN = "fallen"


class Slide(Struct, frozen=True):
    rest: SlideEnd
    steps: int
    lie: Lie
    """Where it ended."""
    touched: tuple[tuple[int, int], ...]
    """Which of the lying cards, and at which step, in this order."""
    path: tuple[Waypoint, ...]
    """From the edge to where it ended, in hundredths of a millimetre and of a degree."""


def start_of(rim: int, heading: int, tilt: int) -> Lie:
    """A card on the edge, its long side along heading and tilt."""
    turn = (heading + tilt - 9_000) % FULL_TURN
    return START * _COS[rim % FULL_TURN], START * _SIN[rim % FULL_TURN], _COS[turn], _SIN[turn]


def meets(a: Lie, b: Lie) -> bool:
    """Whether two cards touch: no line along a side of either keeps them apart."""
    x, y, c, s = a
    x2, y2, c2, s2 = b
    dx, dy = x2 - x, y2 - y
    cc, ss = abs(c * c2 + s * s2), abs(c * s2 - s * c2)
    across = HALF_WIDTH + HALF_WIDTH * cc + HALF_HEIGHT * ss
    along = HALF_HEIGHT + HALF_HEIGHT * cc + HALF_WIDTH * ss
    return (
        abs(c * dx + s * dy) <= across
        and abs(c * dy - s * dx) <= along
        and abs(c2 * dx + s2 * dy) <= across
        and abs(c2 * dy - s2 * dx) <= along
    )


def corners(lie: Lie) -> list[tuple[float, float]]:
    x, y, c, s = lie
    return [(x + c * p - s * r, y + s * p + c * r) for p, r in _CORNERS]


def too_close(lie: Lie) -> bool:
    """Whether a corner is nearer to the edge than it may be, or over it."""
    return any(x * x + y * y > BORDER * BORDER for x, y in corners(lie))


def turned(c: float, s: float) -> int:
    """The turn in hundredths of a degree, from 0 to 35,999: looked up, so that every machine finds the same."""
    small, large = abs(s), abs(c)
    angle = _nearest(small) if small <= large else 9_000 - _nearest(large)
    if c < 0:
        angle = 18_000 - angle
    return (-angle if s < 0 else angle) % FULL_TURN


def _nearest(sine: float) -> int:
    above = min(bisect_left(_RISING, sine), len(_RISING) - 1)
    return above - 1 if above and sine - _RISING[above - 1] < _RISING[above] - sine else above


def pose_of(lie: Lie) -> Pose:
    """For those who look: hundredths of a millimetre and of a degree."""
    x, y, c, s = lie
    return Pose(round(x * 100), round(y * 100), turned(c, s))


def lie_of(pose: Pose) -> Lie:
    """The way back, as exactly as a pose says it."""
    return pose.x / 100, pose.y / 100, _COS[pose.angle % FULL_TURN], _SIN[pose.angle % FULL_TURN]


def slide(
    rim: int,
    heading: int,
    tilt: int,
    power: float,
    spin: float,
    lying: Sequence[Lie],
    surface: Surface = WOOD,
) -> Slide:
    """A flick from the edge. Cards that lie there do not move; what the sliding one meets, it has touched."""
    x, y, c, s = start_of(rim, heading, tilt)
    v0 = SLOWEST + FASTEST * power
    vx, vy = v0 * _COS[heading % FULL_TURN], v0 * _SIN[heading % FULL_TURN]
    w = v0 * LEVER * spin / INERTIA
    touched: dict[int, int] = {}
    path = [Waypoint(0, pose_of((x, y, c, s)))]
    t = 0
    fallen = False
    while t < STEPS:
        t += 1
        near = [lie for lie in lying if _close(x, y, lie)]
        ax, ay, al = _friction(x, y, c, s, vx, vy, w, near, surface)
        vx += ax * STEP
        vy += ay * STEP
        w += al * STEP
        x += vx * STEP
        y += vy * STEP
        c, s = c - s * w * STEP, s + c * w * STEP
        length = sqrt(c * c + s * s)
        c, s = c / length, s / length
        for i, lie in enumerate(lying):
            if i not in touched and _close(x, y, lie) and meets((x, y, c, s), lie):
                touched[i] = t
        if t % KEPT == 0:
            path.append(Waypoint(t * STEP_MS, pose_of((x, y, c, s))))
        if x * x + y * y > _EDGE:
            fallen = True
            break
        if vx * vx + vy * vy < 9 and abs(w) < 0.1:
            break
    lie = (x, y, c, s)
    if t % KEPT:
        path.append(Waypoint(t * STEP_MS, pose_of(lie)))
    if fallen:
        rest = SlideEnd.FALLEN
    elif too_close(lie):
        rest = SlideEnd.CLOSE
    else:
        rest = SlideEnd.TOUCHED if touched else SlideEnd.MISSED
    return Slide(rest, t, lie, tuple(touched.items()), tuple(path))


def _close(x: float, y: float, lie: Lie) -> bool:
    dx, dy = lie[0] - x, lie[1] - y
    return dx * dx + dy * dy <= _NEAR


def _friction(
    x: float,
    y: float,
    c: float,
    s: float,
    vx: float,
    vy: float,
    w: float,
    near: Sequence[Lie],
    surface: Surface,
) -> tuple[float, float, float]:
    """How the points on which the card stands brake it; those beyond the edge carry nothing."""
    points = [(c * px - s * py, s * px + c * py) for px, py in _POINTS]
    if x * x + y * y > _WHOLE:
        points = [(rx, ry) for rx, ry in points if (x + rx) * (x + rx) + (y + ry) * (y + ry) <= _EDGE]
    count = len(points)
    smooth, rough = surface.table * GRAVITY / count, surface.card * GRAVITY / count
    ax = ay = al = 0.0
    for rx, ry in points:
        ux, uy = vx - w * ry, vy + w * rx
        speed = sqrt(ux * ux + uy * uy)
        f = (rough if near and _on_a_card(x + rx, y + ry, near) else smooth) / (speed if speed > CALM else CALM)
        fx, fy = -f * ux, -f * uy
        ax += fx
        ay += fy
        al += (rx * fy - ry * fx) / INERTIA
    return ax, ay, al


def _on_a_card(x: float, y: float, near: Sequence[Lie]) -> bool:
    for cx, cy, c, s in near:
        dx, dy = x - cx, y - cy
        if abs(c * dx + s * dy) <= HALF_WIDTH and abs(c * dy - s * dx) <= HALF_HEIGHT:
            return True
    return False
