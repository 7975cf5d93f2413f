"""Free hands under load: tables of eight phones that act at once, late, twice and in any order.

Told what to do by the command line, it says one line of JSON: how long answers took, and how many phones showed in
the end what the log says, which should be all. The phones are those of `python -m tests.crash`.
"""

import argparse
import asyncio
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from time import process_time
from typing import Any

import aiohttp

from bench.load.players import spread
from tests.phones import PHONES, World, free_games, settled
from tests.truth import Lost

WITHIN = 120.0


def logs(database: Path) -> Mapping[str, list[bytes]]:
    """All logs, from a copy of the files: the server has them open."""
    found: dict[str, list[bytes]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for file in database.parent.glob(f"{database.name}*"):
            shutil.copy(file, folder)
        with closing(sqlite3.connect(Path(folder) / database.name)) as db:
            for code, entry in db.execute("SELECT code, entry FROM log ORDER BY code, seq"):
                found.setdefault(code, []).append(entry)
    return found


async def play(port: int, database: Path, tables: int, rate: float, seconds: float) -> dict[str, Any]:
    """Each phone acts so many times a second, whatever the others do."""
    world = World(seed=4, pause=(0.5 / rate, 1.5 / rate))
    world.base, world.up = f"http://127.0.0.1:{port}", True
    keys = free_games()
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as world.session:
        for i in range(tables):
            await world.open_free(keys[i % len(keys)])
        phones = [asyncio.create_task(player.run()) for player in world.people]
        try:
            async with asyncio.timeout(WITHIN):
                await settled(lambda: all(player.sights for player in world.people))
            world.spans.clear()
            world.answers.clear()
            cpu = process_time()
            await asyncio.sleep(seconds)
            spans, answers, used = world.spans.copy(), dict(world.answers), process_time() - cpu
            await world.hush()
            said = logs(database)
        finally:
            world.up = False
            for phone in phones:
                phone.cancel()
            await asyncio.gather(*phones, return_exceptions=True)
    return {
        "games": keys,
        "tables": tables,
        "phones": tables * PHONES,
        "acts_per_second": len(spans) / seconds,
        **spread(spans),
        "players_cpu": used / seconds,
        "answers": answers,
        "untrue": wrong(world, said),
        "complaints": world.complaints[:5],
    }


def wrong(world: World, said: Mapping[str, list[bytes]]) -> list[str]:
    """The tables at which a phone did not show the truth, or was told what never lasted."""
    found = []
    for site in world.sites:
        try:
            site.check(said[site.code])
            site.check_one_truth()
        except Lost as lost:
            found.append(f"{site.game} {site.code}: {lost}"[:200])
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--database", type=Path, required=True)
    parser.add_argument("--tables", type=int, required=True)
    parser.add_argument("--rate", type=float, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    given = parser.parse_args()
    answer = play(given.port, given.database, given.tables, given.rate, given.seconds)
    print(json.dumps(asyncio.run(answer)), flush=True)
