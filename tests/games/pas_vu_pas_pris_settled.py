"""Walks through the hall as the rules settle them, for the page: it shows where a piece would rest while a finger
is still down, and must find the same bits.

`web/tests/settle.test.ts` plays them again. `python -m tests.games.pas_vu_pas_pris_settled` writes the file anew.
"""

import json
from pathlib import Path
from random import Random

from tablee.games.pas_vu_pas_pris.hall import HALLS, PIECES, Ghost, Pose, Rest, Scene, cell_of, place, put
from tablee.kernel.refusal import Refused
from tests.games.pas_vu_pas_pris_fuzz import CARDS, near, wish

FILE = Path(__file__).parents[2] / "web" / "tests" / "cases" / "settled.json"
WALKS, STEPS = 8, 90


def numbers(pose: Pose | None) -> list[int] | None:
    return None if pose is None else [pose.x, pose.y, pose.angle, pose.z, pose.down, pose.edge, pose.lean]


def answer(rest: Rest) -> dict[str, object]:
    return {
        "pose": numbers(rest.pose),
        "others": {name: numbers(pose) for name, pose in rest.others.items()},
        "ghosts": {key: numbers(pose) for key, pose in rest.ghosts.items()},
    }


def step(scene: Scene, rng: Random, *, lies: bool) -> tuple[dict[str, object], Rest | Refused]:
    """A move, and what comes of it."""
    if rng.random() < 0.6:
        piece = rng.choice(PIECES)
        other = rng.choice([*scene.pieces.values(), *(g.pose for g in scene.ghosts.values())])
        pose = near(rng, other) if rng.random() < 0.6 else wish(rng)
        move: dict[str, object] = {"place": piece, "at": numbers(pose)}
        try:
            return move, place(scene, piece, pose)
        except Refused as no:
            return move, no
    card, level = rng.randrange(len(CARDS)), rng.randrange(3)
    seat, size = CARDS[card]
    at = Pose(rng.randrange(601), rng.randrange(601), rng.randrange(360) if lies else 0, 0, int(lies))
    move = {"put": card, "seat": seat, "size": size, "level": level, "at": numbers(at)}
    try:
        return move, put(scene, card, Ghost(seat, size, seat, at), cell_of(at), level)
    except Refused as no:
        return move, no


def walk(number: int) -> dict[str, object]:
    rng = Random(number)
    scene = Scene(list(HALLS.values())[number % len(HALLS)])
    told: list[dict[str, object]] = []
    for _ in range(STEPS):
        move, found = step(scene, rng, lies=number == WALKS - 1)
        if isinstance(found, Refused):
            told.append({**move, "no": found.code, "hits": found.details.get("hits")})
            continue
        levels = {"level": found.level, "levels": found.levels} if "put" in move else {}
        told.append({**move, "rest": {**answer(found), **levels}})
        scene = found.scene
    start = {name: numbers(pose) for name, pose in list(HALLS.values())[number % len(HALLS)].items()}
    return {"pieces": start, "steps": told}


def written() -> str:
    """One line for each walk."""
    lines = (json.dumps(walk(number), separators=(",", ":")) for number in range(WALKS))
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
