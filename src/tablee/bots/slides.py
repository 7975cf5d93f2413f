"""Slides tried out in the mind: many flicks at once, on arrays. The physics of `pieces.slide` in coarser steps:
what bots imagine need not be exact to the bit."""

from collections.abc import Sequence
from math import atan2, degrees, hypot, sqrt
from typing import Any

import numpy as np
from msgspec import Struct

from tablee.pieces.slide import (
    BORDER,
    CALM,
    FASTEST,
    GRAVITY,
    HALF_HEIGHT,
    HALF_WIDTH,
    INERTIA,
    LEVER,
    RADIUS,
    SLOWEST,
    START,
    Lie,
    Surface,
    start_of,
)

STEP = 0.008
STEPS = 250
_POINTS = np.array([(px, py) for py in (-34.8, -17.4, 0.0, 17.4, 34.8) for px in (-19.0, 0.0, 19.0)])
_CORNERS = np.array([(p, r) for p in (-HALF_WIDTH, HALF_WIDTH) for r in (-HALF_HEIGHT, HALF_HEIGHT)])


class Aimed(Struct, frozen=True):
    """A flick in degrees and shares, as the mind has it."""

    rim: float
    tilt: float
    aim: float
    power: float
    spin: float = 0.0
    way: float = 0.0
    """How far it is meant to slide."""


def power_for(way: float, surface: Surface) -> float:
    """What it takes to slide so far over the bare table."""
    return min(1.0, max(0.0, (sqrt(2 * surface.table * GRAVITY * max(way, 0.0)) - SLOWEST) / FASTEST))


def aim_at(rim: float, x: float, y: float, beyond: float, surface: Surface, tilt: float = 0.0) -> Aimed:
    """From a place on the edge through a point, and so far beyond it."""
    sx, sy, _, _ = start_of(round(rim * 100), 0, 0)
    aim = (degrees(atan2(y - sy, x - sx)) - rim - 180 + 180) % 360 - 180
    way = hypot(x - sx, y - sy) + beyond
    return Aimed(rim, tilt, aim, power_for(way, surface), 0.0, way)


def try_out(shots: Sequence[Aimed], lying: Sequence[Lie], surface: Surface) -> tuple[Any, Any]:
    """For each flick which cards it touches (one row each), and whether it ends well: neither fallen nor too close
    to the edge."""
    rim, tilt, aim, power, spin = np.array([(s.rim, s.tilt, s.aim, s.power, s.spin) for s in shots]).T
    heading = np.radians(rim + 180 + aim)
    turn = heading + np.radians(tilt - 90)
    x, y = START * np.cos(np.radians(rim)), START * np.sin(np.radians(rim))
    v0 = SLOWEST + FASTEST * power
    vx, vy, w = v0 * np.cos(heading), v0 * np.sin(heading), v0 * LEVER * spin / INERTIA
    cards = np.array(lying, dtype=float).reshape(-1, 4)
    touched = np.zeros((len(shots), len(cards)), dtype=bool)
    slides = np.ones(len(shots), dtype=bool)
    fallen = np.zeros(len(shots), dtype=bool)
    for _ in range(STEPS):
        i = np.flatnonzero(slides)
        if not len(i):
            break
        c, s = np.cos(turn[i]), np.sin(turn[i])
        rx = c[:, None] * _POINTS[:, 0] - s[:, None] * _POINTS[:, 1]
        ry = s[:, None] * _POINTS[:, 0] + c[:, None] * _POINTS[:, 1]
        qx, qy = x[i, None] + rx, y[i, None] + ry
        carries = qx * qx + qy * qy <= RADIUS * RADIUS
        ux, uy = vx[i, None] - w[i, None] * ry, vy[i, None] + w[i, None] * rx
        grip = np.where(_on_cards(qx, qy, cards), surface.card, surface.table)
        share = GRAVITY / np.maximum(carries.sum(axis=1), 1)[:, None]
        f = np.where(carries, grip * share / np.maximum(np.hypot(ux, uy), CALM), 0.0)
        fx, fy = -f * ux, -f * uy
        vx[i] += fx.sum(axis=1) * STEP
        vy[i] += fy.sum(axis=1) * STEP
        w[i] += ((rx * fy - ry * fx).sum(axis=1) / INERTIA) * STEP
        x[i] += vx[i] * STEP
        y[i] += vy[i] * STEP
        turn[i] += w[i] * STEP
        touched[i] |= _met(x[i], y[i], turn[i], cards)
        fallen[i] = x[i] * x[i] + y[i] * y[i] > RADIUS * RADIUS
        still = (vx[i] ** 2 + vy[i] ** 2 < 9) & (np.abs(w[i]) < 0.1)
        slides[i] = ~(fallen[i] | still)
    c, s = np.cos(turn)[:, None], np.sin(turn)[:, None]
    kx = x[:, None] + c * _CORNERS[:, 0] - s * _CORNERS[:, 1]
    ky = y[:, None] + s * _CORNERS[:, 0] + c * _CORNERS[:, 1]
    return touched, ~fallen & (np.hypot(kx, ky).max(axis=1) <= BORDER)


def _on_cards(qx: Any, qy: Any, cards: Any) -> Any:
    on = np.zeros(qx.shape, dtype=bool)
    for cx, cy, c, s in cards:
        dx, dy = qx - cx, qy - cy
        on |= (np.abs(c * dx + s * dy) <= HALF_WIDTH) & (np.abs(c * dy - s * dx) <= HALF_HEIGHT)
    return on


def _met(x: Any, y: Any, turn: Any, cards: Any) -> Any:
    c, s = np.cos(turn)[:, None], np.sin(turn)[:, None]
    dx, dy = cards[:, 0] - x[:, None], cards[:, 1] - y[:, None]
    c2, s2 = cards[:, 2], cards[:, 3]
    cc, ss = np.abs(c * c2 + s * s2), np.abs(c * s2 - s * c2)
    across = HALF_WIDTH + HALF_WIDTH * cc + HALF_HEIGHT * ss
    along = HALF_HEIGHT + HALF_HEIGHT * cc + HALF_WIDTH * ss
    return (
        (np.abs(c * dx + s * dy) <= across)
        & (np.abs(c * dy - s * dx) <= along)
        & (np.abs(c2 * dx + s2 * dy) <= across)
        & (np.abs(c2 * dy - s2 * dx) <= along)
    )
