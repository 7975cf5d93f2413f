"""The command `python -m bench.geometry`: how long the exact geometry takes, in milliseconds of the processor:
median, 99th percentile and most. It fails where a median is above its goal."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from time import process_time
from typing import Any

from bench.engines import has, pushes, rays
from tablee.arena.tournament import percentiles
from tablee.games.pas_vu_pas_pris import hall
from tablee.kernel.refusal import Refused
from tablee.kernel.zones import Pose
from tablee.pieces.shot import heading_of
from tablee.pieces.slide import CENTRE, slide

WARM_UP = 20
"""Cases that do not count: caches of shapes fill, as in a process that has served a game."""
DOORS = [(side, k) for side in (0, 1, 2) for k in range(1, 7)]
"""Those that a bot fears: all but the keyhole's present side."""


@dataclass(frozen=True)
class Measure:
    name: str
    goal: float | None
    """Milliseconds; None: told only."""
    cases: Callable[[Random], Iterator[Callable[[], Any]]]
    """Each a new one, made outside of what is measured."""


def crowded(rng: Random, ghosts: int = 28) -> hall.Scene:
    """A preset hall with ghosts where they find room, four of the pieces as they stand, two set down at random."""
    scene = hall.Scene(rng.choice(list(hall.HALLS.values())))
    for piece in rng.sample(hall.PIECES, 2):
        with suppress(Refused):
            scene = hall.place(scene, piece, wish(rng)).scene
    for key in range(ghosts):
        size = (0, 0, 0, 0, 1, 1, 2)[key % 7]
        while key not in scene.ghosts:
            at = Pose(rng.randrange(601), rng.randrange(601), 0)
            with suppress(Refused):
                scene = hall.put(scene, key, hall.Ghost(key // 7, size, key // 7, at), hall.cell_of(at), 2).scene
    return scene


def wish(rng: Random) -> Pose:
    edge = rng.choice((0, 0, 1, 2, 3, 4))
    lean = rng.randrange(1, 180) if edge else 0
    return Pose(
        rng.randrange(50, 551), rng.randrange(50, 551), rng.randrange(360), 0, rng.randrange(6), edge, lean
    )


def looks(rng: Random) -> Iterator[Callable[[], Any]]:
    while True:
        scene = crowded(rng)
        for side in range(4):
            door = (side, rng.randrange(1, 7))
            yield lambda scene=scene, door=door: hall.look(scene, door)  # type: ignore[misc]


def doors(rng: Random) -> Iterator[Callable[[], Any]]:
    while True:
        scene = crowded(rng)
        for key in rng.sample(sorted(scene.ghosts), 5):
            asked = [(key, door) for door in DOORS]
            yield lambda scene=scene, asked=asked: hall.glimpses(scene, asked)  # type: ignore[misc]


def settled(rng: Random) -> Iterator[Callable[[], Any]]:
    def attempt(scene: hall.Scene, piece: str, pose: Pose) -> None:
        with suppress(Refused):
            hall.place(scene, piece, pose)

    while True:
        scene = crowded(rng)
        for _ in range(20):
            piece, pose = rng.choice(hall.PIECES), wish(rng)
            yield lambda scene=scene, piece=piece, pose=pose: attempt(scene, piece, pose)  # type: ignore[misc]


def stood(rng: Random) -> Iterator[Callable[[], Any]]:
    def attempt(scene: hall.Scene, key: int, at: Pose) -> None:
        with suppress(Refused):
            hall.put(scene, key, scene.ghosts[key].at(at), hall.cell_of(at))

    while True:
        scene = crowded(rng)
        for _ in range(20):
            key, at = rng.choice(sorted(scene.ghosts)), Pose(rng.randrange(601), rng.randrange(601), 0)
            yield lambda scene=scene, key=key, at=at: attempt(scene, key, at)  # type: ignore[misc]


def shades(rng: Random) -> Iterator[Callable[[], Any]]:
    while True:
        scene = crowded(rng, 0)
        yield lambda scene=scene: hall.Shade(scene, DOORS)  # type: ignore[misc]


def shaded_anew(rng: Random) -> Iterator[Callable[[], Any]]:
    while True:
        scene = crowded(rng, 0)
        shade = hall.Shade(scene, DOORS)
        for _ in range(10):
            piece, pose = rng.choice(hall.PIECES), wish(rng)
            yield lambda shade=shade, piece=piece, pose=pose: shade.moved(piece, pose)  # type: ignore[misc]


def slides(rng: Random) -> Iterator[Callable[[], Any]]:
    while True:
        rim, aim, tilt = rng.randrange(3_600), rng.randrange(-600, 601), rng.randrange(-90, 91)
        power, spin, heading = rng.random(), rng.uniform(-1, 1), heading_of(rim, aim)
        yield partial(slide, rim * 10, heading, tilt * 100, power, spin, CENTRE)


MEASURES = (
    Measure("a card flicked among four", 10.0, slides),
    Measure("the verdict of a keyhole over 28 ghosts", 5.0, looks),
    Measure("a piece settled among 28 ghosts", 5.0, settled),
    Measure("a ghost set down among 28", 5.0, stood),
    Measure("one ghost from 18 doors", None, doors),
    Measure("the shade of 18 doors", None, shades),
    Measure("the shade with one piece elsewhere", None, shaded_anew),
)


def timed(measure: Measure, seconds: float) -> list[float]:
    spent: list[float] = []
    began = process_time()
    for number, case in enumerate(measure.cases(Random(0))):
        before = process_time()
        case()
        after = process_time()
        if number >= WARM_UP:
            spent.append(1_000 * (after - before))
        if after - began > seconds and spent:
            break
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.geometry", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each (%(default)s)")
    args = parser.parse_args()
    print("| | goal | median | 99th percentile | most | times |\n| --- | --- | --- | --- | --- | --- |")
    late = []
    beside = [
        *([Measure("MuJoCo: 2,688 rays in that hall", None, rays(crowded))] if has("mujoco") else []),
        *([Measure("pymunk: a card pushed among four", None, pushes)] if has("pymunk") else []),
    ]
    for measure in (*MEASURES, *beside):
        spent = timed(measure, args.seconds)
        median, slow, most = percentiles(spent)
        goal = "" if measure.goal is None else f"{measure.goal:g}"
        print(f"| {measure.name} | {goal} | {median:.2f} | {slow:.2f} | {most:.2f} | {len(spent)} |", flush=True)
        if measure.goal is not None and median > measure.goal:
            late.append(measure.name)
    if late:
        raise SystemExit(f"above the goal: {', '.join(late)}")


if __name__ == "__main__":
    main()
