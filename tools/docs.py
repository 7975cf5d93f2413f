"""Writes the tables of games in docs/ anew, from the games' folders: `make docs`.

A table stands between `<!-- made by make docs: its name -->` and `<!-- end -->`; what is around it is written by
hand. `tests/test_docs.py` fails while one is not what this would write.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.peers import HAND, MEMORY, RACE, TRICKS
from tablee.envs.table import rules_of
from tablee.games import registry
from tablee.kernel.game import Game, Reading
from tools.about import about

ROOT = Path(__file__).parents[1]
PAGES = ("docs/games.md", "docs/bots.md", "docs/environments.md")
BLOCK = re.compile(r"(<!-- made by make docs: (.+?) -->\n)(.*?)(\n?<!-- end -->)", re.DOTALL)
NEEDS = {
    Reading.NOTHING: "nothing",
    Reading.SOME_LETTERS: "a few letters",
    Reading.LETTERS: "letters",
    Reading.READS: "reads",
    Reading.READS_EASILY: "reads easily",
}
KINDS = {
    **dict.fromkeys(("UNO", "gin rummy", "dou dizhu", "mahjong"), HAND),
    "bridge": TRICKS,
    "Hanabi": MEMORY,
    "rock paper scissors": RACE,
}
"""Of the other packages' games, by their names in the docs."""
GOOD = 5.0


def ours() -> list[Game[Any]]:
    """The games that come with the program."""
    here = Path(registry.__file__).parent
    return [game for key, game in registry.games().items() if (here / key).is_dir()]


def table(head: str, rows: Sequence[Sequence[str]]) -> str:
    columns = head.split(" | ")
    lines = (columns, ["---"] * len(columns), *rows)
    return "\n".join(re.sub(" +", " ", f"| {' | '.join(line)} |") for line in lines)


def games(_: str) -> str:
    rows = [
        (
            game.info.name,
            players(game, "–"),
            about(game.info.key).kind,
            about(game.info.key).needs or NEEDS[game.info.reading],
            about(game.info.key).state,
        )
        for game in ours()
    ]
    return table("game | players | kind | needs | state", rows)


def players(game: Game[Any], to: str) -> str:
    low, high = game.info.players
    return f"{low}{to}{high}" if low < high else str(low)


def spaces(_: str) -> str:
    rows = []
    for game in ours():
        key, rules = game.info.key, rules_of(game.info.key)
        steps = f"{about(key).measured.steps:,}" if about(key).measured.steps else ""
        sizes = (str(len(rules.actions)), str(rules.layout.size))
        rows.append((f"{game.info.name} `{key}`", players(game, " to "), *sizes, steps))
    return table("game | players | actions | observation | steps/s", rows)


def ratios(block: str) -> str:
    """Ours beside theirs, whose names and speeds stand in the first rows and are kept."""
    head, _, theirs = block.splitlines()[:3]
    names, speeds = ([cell.strip() for cell in line.strip("|").split("|")][2:] for line in (head, theirs))
    kinds = [KINDS.get(name.rpartition(",")[0], "") for name in names]
    rows = []
    for game in sorted(ours(), key=lambda each: -about(each.info.key).measured.steps):
        known = about(game.info.key)
        times = [known.measured.steps / int(speed.replace(",", "")) for speed in speeds]
        cells = [
            f"**{ratio:.1f}**{near}" if round(ratio, 1) >= GOOD else f"{ratio:.1f}{near}"
            for ratio, kind in zip(times, kinds, strict=True)
            for near in (" ·" if kind and kind == known.nearest else "",)
        ]
        if known.measured.steps:
            rows.append((game.info.name, f"{known.measured.steps:,}", *cells))
    return table(head.strip("| "), [["*theirs*", "", *speeds], *rows])


def results(head: str, cells: Callable[[str], Sequence[str]]) -> Callable[[str], str]:
    """What was measured of the games, and the names of those of which it was not."""

    def write(_: str) -> str:
        rows = [(game.info.name, *found) for game in ours() if (found := cells(game.info.key))]
        missing = ", ".join(game.info.name for game in ours() if not cells(game.info.key))
        return table(head, rows) + (f"\n\nNot in the table: {missing}." if missing else "")

    return write


STRENGTH = (
    "game | games each | strong – normal: won | scores | normal – beginner: won | scores | "
    "Elo, strong / normal / beginner"
)
ADAPTIVE = "game | against beginner | skill | against normal | skill | against strong | skill"
WRITERS: Mapping[str, Callable[[str], str]] = {
    "games": games,
    "spaces": spaces,
    "beside RLCard": ratios,
    "beside PettingZoo": ratios,
    "strength": results(STRENGTH, lambda key: about(key).measured.strength),
    "adaptive": results(ADAPTIVE, lambda key: about(key).measured.adaptive),
    "thinks": results("game | seats | beginner | normal | strong", lambda key: about(key).measured.thinks),
}


def made(page: str) -> str:
    """A page with its tables as they should be."""
    return BLOCK.sub(lambda found: found[1] + WRITERS[found[2]](found[3]) + "\n<!-- end -->", page)


def main() -> None:
    for name in PAGES:
        file = ROOT / name
        file.write_text(made(file.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
