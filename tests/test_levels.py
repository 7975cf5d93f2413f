"""The fixed points of people's levels are what the tournaments of docs/bots.md have measured."""

import json
import re
from collections import defaultdict
from pathlib import Path
from statistics import median

from tablee.games.registry import games
from tablee.kernel.game import GameInfo

ROOT = Path(__file__).parent.parent
POINTS = ROOT / "web" / "src" / "lib" / "level" / "bots.json"
MEASURED = re.compile(r"^\| ([^|]+) \|.*\| (\d+) / (\d+) / (\d+) \|$", re.MULTILINE)


def family(info: GameInfo) -> str:
    """As `family.ts` has it: by what a game exercises first, which is the colour of its box."""
    main = info.exercises[0].value
    if main == "memory":
        return "memory"
    if main in ("speed", "attention"):
        return "race"
    if main in ("luck", "skill"):
        return "luck"
    return "words" if info.words else "cards"


def test_bots_stand_where_the_median_of_their_familys_tournaments_puts_them() -> None:
    of = {game.info.name: family(game.info) for game in games().values()}
    apart: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for name, strong, normal, beginner in MEASURED.findall((ROOT / "docs" / "bots.md").read_text("utf-8")):
        apart[of[name]].append((int(beginner) - int(normal), int(strong) - int(normal)))
    assert set(apart) == set(of.values()) == set(json.loads(POINTS.read_text("utf-8")))
    found = {
        key: {
            "beginner": round(median(b for b, _ in some)),
            "normal": 0,
            "strong": round(median(s for _, s in some)),
        }
        for key, some in apart.items()
    }
    assert json.loads(POINTS.read_text("utf-8")) == found
