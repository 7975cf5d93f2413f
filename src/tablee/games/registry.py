"""The registered games: every folder beside this file that has rules. Nothing else knows their names."""

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
    found = (
        import_module(f"tablee.games.{folder.name}.rules").GAME
        for folder in iter_modules(tablee.games.__path__)
        if folder.ispkg and find_spec(f"tablee.games.{folder.name}.rules")
    )
    return {game.info.key: game for game in sorted(found, key=lambda g: str(g.info.key))}


def game(key: str) -> Game[Any]:
    try:
        return games()[key]
    except KeyError:
        raise Refused("unknown_game", game=key) from None
