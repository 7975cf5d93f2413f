"""Settlements at random: `python -m tests.games.pas_vu_pas_pris_fuzz --settlements 100000`.

Two processes play the same walk through the hall, each with its own hashing of strings, and must agree bit by bit;
after every move nothing overlaps, nothing sticks out, everything rests. `--looks` compares the keyhole's verdict
with the slow reference as well.
"""

import argparse
import hashlib
import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from random import Random

from tablee.games.pas_vu_pas_pris.hall import (
    HALLS,
    PIECES,
    Doorway,
    Ghost,
    Pose,
    Rest,
    Scene,
    Sighted,
    back_home,
    before_mirror,
    cell_of,
    dance,
    glimpses,
    lie_down,
    look,
    mirror_up,
    place,
    put,
    settle,
    stand_up,
    tip,
)
from tablee.games.pas_vu_pas_pris.hall.settling import firm
from tablee.games.pas_vu_pas_pris.hall.solids import inside, overlap, solid
from tablee.games.pas_vu_pas_pris.hall.standing import bodies_of, in_cell, on_top
from tablee.kernel.refusal import Refused
from tests.games.pas_vu_pas_pris_sight import Slow, bounds

ROOT = Path(__file__).parents[2]
CARDS = [(seat, size) for seat in range(4) for size in (0, 0, 0, 0, 1, 1, 2)]
LOOKS = 10
"""Compared on each scene."""
RESTART = 200
"""A new hall after so many moves."""
TOLD = 25
"""After so many walks it says how far it is."""


def wish(rng: Random) -> Pose:
    down = rng.choice((0, 0, 0, 1, 2, 3, 4, 5))
    edge = rng.randrange(1, 5) if rng.random() < 0.4 else 0
    return Pose(
        rng.randrange(601), rng.randrange(601), rng.randrange(360), 0, down, edge, edge and rng.randrange(1, 180)
    )


def near(rng: Random, pose: Pose) -> Pose:
    """On top of a thing, or close to it, or leaning there."""
    x, y = (min(600, max(0, v + rng.randrange(-120, 121))) for v in (pose.x, pose.y))
    yaw, down = rng.choice((pose.angle, rng.randrange(360))), rng.choice((0, 0, rng.randrange(6)))
    edge = rng.randrange(5)
    return Pose(x, y, yaw, 0, down, edge, edge and rng.randrange(20, 120))


def step(scene: Scene, rng: Random) -> Rest:
    """One move of any kind."""
    kind = rng.random()
    if kind < 0.5:
        piece = rng.choice(PIECES)
        other = rng.choice([*scene.pieces.values(), *(g.pose for g in scene.ghosts.values())])
        pose = near(rng, other) if rng.random() < 0.5 else wish(rng)
        return place(scene, piece, pose, rng.choice(("auto", "auto", "drop", "floor")))
    if kind < 0.9:
        card = rng.randrange(len(CARDS))
        seat, size = CARDS[card]
        lies = any(ghost.pose.down for ghost in scene.ghosts.values())
        at = Pose(rng.randrange(601), rng.randrange(601), rng.randrange(360) if lies else 0, 0, int(lies))
        return put(scene, card, Ghost(seat, size, seat, at), cell_of(at), rng.randrange(3))
    if kind < 0.92 and scene.ghosts:
        return back_home(scene, rng.sample(sorted(scene.ghosts), rng.randrange(1, len(scene.ghosts) // 3 + 2)))
    if kind < 0.96:
        return tip(scene, rng.choice(PIECES), rng.randrange(1, 5))
    if kind < 0.97:
        return mirror_up(scene)
    if kind < 0.975:
        return dance(scene)
    if kind < 0.985:
        card = rng.randrange(0, len(CARDS), 7)
        return before_mirror(scene, card, Ghost(CARDS[card][0], 0, CARDS[card][0], Pose(0, 0, 0)))
    return stand_up(scene) if any(g.pose.down for g in scene.ghosts.values()) else lie_down(scene)


def check(scene: Scene) -> None:
    bodies = bodies_of(scene)
    clash = [(a, b) for (a, one), (b, other) in combinations(bodies, 2) if overlap(one, other)]
    assert not clash, f"{clash} overlap in {scene}"
    for piece, pose in scene.pieces.items():
        assert inside(solid(piece, pose)), f"{piece} sticks out in {scene}"
    assert firm(scene) == set(scene.pieces), f"something does not rest in {scene}"
    for ghost in scene.ghosts.values():
        assert in_cell(ghost.size, ghost.pose, cell_of(ghost.pose)), f"{ghost} sticks out of its cell"
        assert ghost.pose.z == 0 or borne(scene, ghost.pose), f"{ghost} floats in {scene}"


def borne(scene: Scene, pose: Pose) -> bool:
    """Is there furniture under the middle of a ghost?"""
    return any(
        around[5] == pose.z / 2 and on_top(body, box, pose.x / 2, pose.y / 2)
        for body in (solid(piece, at) for piece, at in scene.pieces.items())
        if body.flat
        for box, around in zip(body.boxes, body.around, strict=True)
    )


def walk(seed: int, settlements: int, *, checked: bool = True) -> tuple[str, dict[str, int]]:
    """A digest of all that happened, and how often it was what."""
    rng, counts = Random(seed), dict.fromkeys(("settled", "refused", "others", "ghosts", "home"), 0)
    digest = hashlib.sha256()
    scene = Scene()
    for number in range(settlements):
        if number % RESTART == 0:
            scene = Scene(rng.choice(list(HALLS.values())))
        try:
            rest = step(scene, rng)
        except Refused as refused:
            counts["refused"] += 1
            digest.update(f"{refused!r}\n".encode())
            continue
        counts["settled"] += 1
        counts["others"] += len(rest.others)
        counts["ghosts"] += len(rest.ghosts)
        counts["home"] += sum(pose is None for pose in rest.ghosts.values())
        digest.update(f"{rest!r}\n".encode())
        scene = rest.scene
        if checked:
            check(scene)
            assert settle(scene).scene == scene
        if number % 10 == 0:
            seen = look(scene, (rng.randrange(4), rng.randrange(1, 7)))
            digest.update(f"{seen!r}\n".encode())
    return digest.hexdigest(), counts


# ---- looks ----------------------------------------------------------------------------------------------


def slow(scene: Scene) -> Slow:
    return Slow(dict(scene.pieces), {key: (ghost.size, ghost.pose) for key, ghost in scene.ghosts.items()})


def agree(scene: Scene, key: int, door: Doorway) -> Sighted:
    """The quick count lies between the fewest and the most that the exact one allows."""
    quick = glimpses(scene, [(key, door)])[0]
    least, most = bounds(slow(scene), key, door)
    assert least[0] <= quick.direct <= most[0], (scene, key, door)
    assert least[1] <= quick.points <= most[1], (scene, key, door)
    return quick


def wandered(rng: Random, moves: int = 80) -> Scene:
    """A hall after some moves."""
    scene = Scene(rng.choice(list(HALLS.values())))
    for _ in range(moves):
        try:
            scene = step(scene, rng).scene
        except Refused:
            continue
    return scene


def agreed(seed: int, looks: int) -> None:
    """The quick look and the reference agree on a scene."""
    rng = Random(seed)
    scene = wandered(rng)
    for _ in range(looks):
        agree(scene, rng.choice(list(scene.ghosts)), (rng.randrange(4), rng.randrange(1, 7)))


# ---- the command ----------------------------------------------------------------------------------------


class Twin:
    """Another process, with its own hashing of strings, that plays the same walks, unchecked, at the same time."""

    def __init__(self, first: int, walks: int, length: int) -> None:
        command = [sys.executable, "-m", "tests.games.pas_vu_pas_pris_fuzz"]
        command += ["--twin", str(first), str(walks), str(length)]
        env = {**os.environ, "PYTHONHASHSEED": str(first % 1000 + 1)}
        self._process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)

    def digest(self) -> str:
        """That of its next walk."""
        assert self._process.stdout
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


def told(total: dict[str, int], moves: int) -> str:
    return f"{moves} moves: " + ", ".join(f"{name} {count}" for name, count in total.items())


def compared(first: int, walks: int, length: int) -> dict[str, int]:
    """Walks that two processes play at once and agree upon; how often it was what."""
    total: dict[str, int] = {}
    twin = Twin(first, walks, length)
    try:
        for number in range(walks):
            digest, counts = walk(first + number, length)
            if digest != twin.digest():
                raise SystemExit(f"seed {first + number}: two processes disagree")
            total = {name: total.get(name, 0) + count for name, count in counts.items()}
            if number % TOLD == TOLD - 1 and number < walks - 1:
                print(told(total, (number + 1) * length), "so far", flush=True)
    finally:
        twin.close()
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--settlements", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--walk", type=int, default=2_000, help="settlements that are compared at a time (%(default)s)"
    )
    parser.add_argument("--looks", type=int, default=0, help="compared with the reference, slowly (%(default)s)")
    parser.add_argument("--twin", nargs=3, type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.twin:
        first, walks, length = args.twin
        for seed in range(first, first + walks):
            print(walk(seed, length, checked=False)[0], flush=True)
        return
    walks = -(-args.settlements // args.walk)
    total = compared(args.seed, walks, args.walk)
    for seed in range(args.seed, args.seed + -(-args.looks // LOOKS)):
        agreed(seed, LOOKS)
    print(told(total, walks * args.walk))


if __name__ == "__main__":
    main()
