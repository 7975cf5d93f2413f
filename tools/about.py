"""What the pages for developers say of a game: `about.toml` in its folder, which may be missing."""

from functools import cache
from importlib.resources import files
from tomllib import loads

from msgspec import Struct, convert


class Measured(Struct, frozen=True, forbid_unknown_fields=True):
    """Results as the tables of the docs have them; each says in `about.toml` which command measured it."""

    steps: int = 0
    strength: tuple[str, ...] = ()
    adaptive: tuple[str, ...] = ()
    thinks: tuple[str, ...] = ()


class About(Struct, frozen=True, forbid_unknown_fields=True):
    kind: str = ""
    state: str = "new"
    needs: str = ""
    """Where `GameInfo.reading` does not say what a player must know."""
    nearest: str = ""
    """The kind of games in other packages that it is measured beside (`bench.peers`); nobody has some kinds."""
    players: int = 4
    """So many usually sit at its table, where it allows it."""
    unhurried: float = 1.5
    """So many times as long as bots people take, who read, talk, look away and ponder."""
    measured: Measured = Measured()


@cache
def about(key: str) -> About:
    file = files(f"tablee.games.{key}") / "about.toml"
    return convert(loads(file.read_text("utf-8")), About) if file.is_file() else About()
