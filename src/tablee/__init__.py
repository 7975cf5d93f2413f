"""Tablée: an open table for French parlour games."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablee.envs.batch.batch import Batch
    from tablee.envs.petting import Env, ParallelEnvironment


def env(game: str, players: int | None = None, **how: Any) -> "Env":
    """A game as a PettingZoo environment, one agent at a time (docs/environments.md). Needs `tablee[ai]`."""
    from tablee.envs import petting  # noqa: PLC0415 - the extra may not be installed

    return petting.env(game, players, **how)


def parallel_env(game: str, players: int | None = None, **how: Any) -> "ParallelEnvironment":
    """The same, all agents at once."""
    from tablee.envs import petting  # noqa: PLC0415 - the extra may not be installed

    return petting.parallel_env(game, players, **how)


def batch_env(game: str, tables: int = 1024, players: int | None = None, **options: Any) -> "Batch":
    """Many tables of a game at once, compiled: for training, where steps per second count."""
    from tablee.envs.batch import batch  # noqa: PLC0415 - the extra may not be installed

    return batch.batch_env(game, tables, players, **options)
