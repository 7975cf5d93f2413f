"""Poses of the hall as the rules build them, for the page: it draws every piece where the rules have it.

`web/tests/hall.test.ts` reads them. `python -m tests.games.pas_vu_pas_pris_page` writes the file anew.
"""

import json
from pathlib import Path

from tablee.games.pas_vu_pas_pris.hall.shapes import PIECES
from tablee.games.pas_vu_pas_pris.hall.solids import solid
from tablee.kernel.zones import Pose

FILE = Path(__file__).parents[2] / "web" / "tests" / "cases" / "hall.json"
DIGITS = 6


def poses() -> list[Pose]:
    """Each side down, turned; and leaning over each edge."""
    flat = [Pose(200 + 37 * down, 400 - 21 * down, 53 * down % 360, 8 * down, down) for down in range(6)]
    leaning = [
        Pose(300 - 11 * edge, 280 + 13 * edge, 77 * edge % 360, 0, down, edge, 30 + 20 * edge)
        for edge in range(1, 5)
        for down in (0, edge)
    ]
    return [*flat, *leaning]


def cases() -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for piece in PIECES:
        for pose in poses():
            body = solid(piece, pose)
            found.append(
                {
                    "piece": piece,
                    "pose": [pose.x, pose.y, pose.angle, pose.z, pose.down, pose.edge, pose.lean],
                    "around": [[round(v, DIGITS) + 0.0 for v in box] for box in body.around],
                }
            )
    return found


def written() -> str:
    """One line for each case, so that a change can be read."""
    return "[\n" + ",\n".join(json.dumps(case) for case in cases()) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
