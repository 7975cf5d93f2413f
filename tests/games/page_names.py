"""What games call themselves, their moves and their facts: names that the page must not know outside their mats.

`web/tests/mats.test.ts` looks for them there. After a change, `python -m tests.games.page_names` writes the file
anew.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tablee.games.registry import games
from tablee.kernel.phase import Phase
from tablee.kernel.state import State
from tablee.texts import texts

FILE = Path(__file__).parents[2] / "web" / "tests" / "cases" / "names.json"
SHARED = "tablee.phases."
"""What lives here belongs to no game: the page has one component for each, and may know its facts."""


def names() -> dict[str, list[str]]:
    return {
        "games": sorted({name for g in games().values() for name in (g.info.key, g.info.name)}),
        "mats": sorted({g.info.mat for g in games().values()}),
        "moves": sorted(_moves()),
        "facts": sorted(_facts()),
    }


def _moves() -> set[str]:
    """The moves that games have words for, without those that all games have words for."""
    count = Counter(move for key in games() for move in texts(key, "fr").moves)
    return {move for move, times in count.items() if times < len(games())}


def _facts() -> set[str]:
    """The facts that a game itself declares."""
    kinds: set[type] = {kind for game in games().values() for kind in (game.state, *game.phases)}
    shared = {kind for kind in (*_below(State), *_below(Phase)) if kind.__module__.startswith(SHARED)}
    return _shown(kinds) - _shown(shared)


def _shown(kinds: Iterable[type]) -> set[str]:
    return {name for kind in kinds for name in getattr(kind, "shown", ())}


def _below(base: type) -> Iterator[type]:
    kinds: list[type] = base.__subclasses__()
    for kind in kinds:
        yield kind
        yield from _below(kind)


def written() -> str:
    """One line for each list, so that a change can be read."""
    lines = (f'"{what}": {json.dumps(found, ensure_ascii=False)}' for what, found in names().items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
