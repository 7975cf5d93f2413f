"""The registered games: every folder that has rules, beside this file or where `TABLEE_GAMES` says. Nothing else
knows their names.

Rules of an earlier version are a module or package `v1`, `v2`… in the game's folder, with a `GAME` of its own:
records kept and games begun under them go on. What differs in a line is a line there.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any

import tablee.games
from tablee.kernel.game import Game
from tablee.kernel.refusal import Refused


@cache
def games() -> dict[str, Game[Any]]:
    """All games by key, in alphabetical order."""
    folders = sorted(
        folder.name
        for place in tablee.games.__path__
        for folder in iter_modules([place])
        if folder.ispkg and find_spec(f"tablee.games.{folder.name}.rules")
    )
    found: dict[str, Game[Any]] = {}
    for key in folders:
        if key in found:
            raise ValueError(f"two folders hold a game {key!r}")
        found[key] = import_module(f"tablee.games.{key}.rules").GAME
        if found[key].info.key != key:
            raise ValueError(f"the folder {key!r} holds a game that calls itself {found[key].info.key!r}")
    return found


def game(key: str, version: int | None = None) -> Game[Any]:
    """A game by its key: as it is played now, or as it was under an earlier version of its rules."""
    try:
        found = games()[key]
    except KeyError:
        raise Refused("unknown_game", game=key) from None
    return found if version in (None, found.info.version) else _earlier(key, int(version or 0))


@cache
def _earlier(key: str, version: int) -> Game[Any]:
    module = f"tablee.games.{key}.v{version}"
    if find_spec(module) is None:
        raise Refused("unknown_version", game=key, version=version)
    earlier: Game[Any] = import_module(module).GAME
    return earlier
