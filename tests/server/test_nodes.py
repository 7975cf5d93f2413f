"""Servers that are killed while phones play, in small; `python -m tests.nodes` does it at length."""

import argparse
import asyncio
from pathlib import Path

from tests.nodes import run
from tests.postgres import Postgres


def test_a_killed_server_takes_no_game_with_it(postgres: Postgres, tmp_path: Path) -> None:
    given = argparse.Namespace(what="kill", times=2, nodes=2, tables=4, seed=3, pause=0.1)
    report = asyncio.run(run(tmp_path, postgres, given))
    assert report.counted > 0
    assert report.acknowledged > 20
