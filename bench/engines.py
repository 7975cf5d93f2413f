"""What physics engines take for work of the same kind, beside `bench.geometry`: MuJoCo's rays against the bodies
of the same hall, and a card that slides among four on pymunk's plane. Neither settles furniture exactly, nor finds
the same bits everywhere: a measure of speed, not of rules. Left out where they are not installed
(`pip install mujoco pymunk`)."""

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from math import cos, pi, sin
from random import Random
from typing import Any

import numpy as np

from tablee.games.pas_vu_pas_pris import hall
from tablee.games.pas_vu_pas_pris.hall.shapes import eye
from tablee.games.pas_vu_pas_pris.hall.solids import Post, Solid
from tablee.games.pas_vu_pas_pris.hall.standing import bodies_of

POINTS = 96
"""Of each ghost, as the rules look at them."""
STEP = 0.001
"""Seconds: as fine as our own slides are told."""
CARD = (63.0, 63.0)
FRICTION = 2_450.0
"""Millimetres a second, each second."""

Cases = Callable[[Random], Iterator[Callable[[], Any]]]


def has(module: str) -> bool:
    return find_spec(module) is not None


def hall_of(scene: hall.Scene) -> str:
    """A scene in MuJoCo's own words: boxes, and a cylinder for each ghost."""
    geoms = []
    for _, body in bodies_of(scene):
        if isinstance(body, Post):
            middle, half = (body.low + body.high) / 2, (body.high - body.low) / 2
            geoms.append(f'<geom type="cylinder" pos="{body.x} {body.y} {middle}" size="{body.r} {half}"/>')
        elif isinstance(body, Solid):
            axes = " ".join(str(v) for axis in body.axes[:2] for v in axis)
            for x, y, z, p, q, r in body.boxes:
                geoms.append(f'<geom type="box" pos="{x} {y} {z}" size="{p} {q} {r}" xyaxes="{axes}"/>')
    return f"<mujoco><worldbody>{''.join(geoms)}</worldbody></mujoco>"


def rays(crowded: Callable[[Random], hall.Scene]) -> Cases:
    """As many rays from a keyhole as 28 ghosts have points: no keyhole, no mirror, no verdict."""

    def cases(rng: Random) -> Iterator[Callable[[], Any]]:
        mujoco: Any = import_module("mujoco")

        while True:
            scene = crowded(rng)
            model = mujoco.MjModel.from_xml_string(hall_of(scene))
            data = mujoco.MjData(model)
            mujoco.mj_forward(model, data)
            start = np.array(eye((rng.randrange(4), rng.randrange(1, 7))))
            ends = np.array([(g.pose.x / 2, g.pose.y / 2, g.pose.z / 2 + 9) for g in scene.ghosts.values()])
            aims = np.repeat(ends - start, POINTS, axis=0)
            count = len(aims)
            hit, far = np.zeros(count, np.int32), np.zeros(count)
            vectors = (aims / np.linalg.norm(aims, axis=1)[:, None]).ravel()
            sight = (model, data, start, vectors, None, 1, -1, hit, far, None, count, mujoco.mjMAXVAL)
            yield partial(mujoco.mj_multiRay, *sight)

    return cases


def pushes(rng: Random) -> Iterator[Callable[[], Any]]:
    """A card pushed on to a plane where four lie, until it rests."""
    pymunk: Any = import_module("pymunk")

    while True:
        space = pymunk.Space()
        for x, y in ((-60, -60), (60, -60), (-60, 60), (60, 60)):
            other = pymunk.Body(body_type=pymunk.Body.STATIC)
            other.position = (x, y)
            shape = pymunk.Poly.create_box(other, CARD)
            shape.sensor = True
            space.add(other, shape)
        card = pymunk.Body(1, pymunk.moment_for_box(1, CARD))
        space.add(card, pymunk.Poly.create_box(card, CARD))
        way, fast = rng.uniform(0, 2 * pi), 300 + 2_200 * rng.random()
        card.position = (-476 * cos(way), -476 * sin(way))
        card.velocity = (fast * cos(way), fast * sin(way))
        yield partial(_until_it_rests, space, card)


def _until_it_rests(space: Any, card: Any) -> None:
    while (speed := card.velocity.length) > 0:
        card.velocity *= max(0.0, 1 - FRICTION * STEP / speed)
        space.step(STEP)
