"""Tablée: an open table for French parlour games."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablee.envs.petting import Env, Together


def env(game: str, players: int | None = None, **how: Any) -> "Env":
    """A game as a PettingZoo environment, one agent at a time (docs/environments.md). Needs `tablee[ai]`."""
    from tablee.envs import petting  # noqa: PLC0415 - the extra may not be installed

    return petting.env(game, players, **how)


def parallel_env(game: str, players: int | None = None, **how: Any) -> "Together":
    """The same, all agents at once."""
    from tablee.envs import petting  # noqa: PLC0415 - the extra may not be installed

    return petting.parallel_env(game, players, **how)
