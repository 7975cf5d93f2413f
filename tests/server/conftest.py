"""No test over sockets hangs on luck: its games are the same ones each time."""

from collections.abc import Iterator
from itertools import count

import pytest

from tablee.kernel.rng import seed_from
from tests.postgres import Postgres, started


@pytest.fixture(autouse=True)
def known_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one for each game, the same ones in each run: with some deals a game left to its clocks takes twice
    as long as with others."""
    numbers = count(1)
    monkeypatch.setattr("tablee.server.logic.new_seed", lambda: seed_from(next(numbers)))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One for all tests of a process; each takes a database of its own there."""
    server = started()
    yield server
    server.remove()
