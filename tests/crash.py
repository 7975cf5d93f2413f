"""Kills a real server again and again while tables play over sockets, and checks that nothing is lost.

`python -m tests.crash --kills 200 --tables 5 --free 3 --seed 1`. After each kill the log is read from a copy of
the files and played again beside the server: whatever any client was told must stand in it, in order. At the end
all phones of a table show the same, which is what the log says.
"""

import argparse
import asyncio
import os
import shutil
import signal
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Final

import aiohttp
import msgspec
from msgspec import Struct

from tablee.games.registry import game as game_named
from tablee.kernel.record import loads, replay
from tablee.server.clock import Pace
from tablee.server.run import serve
from tests.phones import PATIENCE, World, free_games, settled
from tests.truth import Lost

HOST: Final = "127.0.0.1"
GAMES: Final = (("amerix", 2, 0), ("vizdibix", 3, 0), ("amerix", 3, 1), ("vizdibix", 2, 1), ("amerix", 4, 0))
"""What is played: the game, how many people, how many bots."""


class Mortal(World):
    """A server that is killed."""

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__(seed)
        self.folder = folder
        self.database = folder / "tables.sqlite3"
        self.errors = folder / "errors.txt"
        self.process: asyncio.subprocess.Process | None = None
        self.environment: dict[str, str] = {}
        """What the server is told besides."""

    async def start(self, patience: float = PATIENCE) -> bool:
        """Starts the server; False if it was not there in time."""
        with self.errors.open("ab") as errors:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.crash", "--serve", str(self.database),
                stdout=asyncio.subprocess.PIPE, stderr=errors, env={**os.environ, **self.environment},
            )  # fmt: skip
        assert self.process.stdout is not None
        try:
            async with asyncio.timeout(patience):
                line = await self.process.stdout.readline()
        except TimeoutError:
            return False
        if not line:
            raise Lost(f"the server does not start: {self.errors.read_text()[-2_000:]}")
        self.base = f"http://{HOST}:{int(line)}"
        self.up = True
        return True

    async def end(self, number: signal.Signals) -> int:
        assert self.process is not None
        self.lives += 1
        self.up = False
        if self.process.returncode is not None:
            raise Lost(
                f"the server ended by itself ({self.process.returncode}): {self.errors.read_text()[-3_000:]}"
            )
        self.process.send_signal(number)
        async with asyncio.timeout(PATIENCE):
            code = await self.process.wait()
            await settled(lambda: not any(player.online for player in self.people))
        return code

    def check(self) -> None:
        """Reads a copy of the files, so that the recovery is left to the server itself."""
        if self.complaints:
            raise Lost("; ".join(self.complaints[:5]))
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            for file in self.folder.glob(f"{self.database.name}*"):
                shutil.copy(file, name)
            with closing(sqlite3.connect(Path(name) / self.database.name)) as db:
                for site in self.sites:
                    sql = "SELECT seq, entry FROM log WHERE code = ? ORDER BY seq"
                    rows = db.execute(sql, (site.code,)).fetchall()
                    if [seq for seq, _ in rows] != list(range(len(rows))) or not rows:
                        raise Lost(f"the log of {site.code} has gaps")
                    site.check([entry for _, entry in rows])
        text = self.errors.read_text()
        if "Traceback" in text or "rror" in text:
            raise Lost(f"the server complains: {text[-4_000:]}")

    async def check_records(self) -> int:
        """Every finished game can be downloaded and verified."""
        checked = 0
        for site in self.sites:
            for game_id in site.mirror.ended | site.ended:
                async with self.session.get(f"{self.base}/api/records/{game_id}") as response:
                    if response.status != 200:
                        raise Lost(f"the record of {game_id} at {site.code} is gone")
                    replay(game_named(site.game), loads(await response.read()))
                    checked += 1
        return checked


class Report(Struct):
    kills: int
    tables: int
    acknowledged: int
    entries: int
    finished: int
    answers: dict[str, int]


async def crash(
    folder: Path, *, kills: int, tables: int, free: int, seed: int, finish: float = 0, loud: bool = False
) -> Report:
    """Plays, kills, checks; at the end everybody shows the same, and a clean stop. `free`: so many tables more at
    which eight phones act at once. `finish`: seconds that the last games may take to end."""
    world = Mortal(folder, seed)
    rng = world.rng
    async with (
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session,
        asyncio.TaskGroup() as group,
    ):
        world.session = session
        playing: list[asyncio.Task[None]] = []
        if not await world.start():
            raise Lost("the server was not there in time")
        try:
            for i in range(tables):
                await world.open_table(*GAMES[i % len(GAMES)])
            for game in free_games()[:free]:
                await world.open_free(game)
            playing += [group.create_task(player.run()) for player in world.people]
            for number in range(kills):
                # Mostly in the middle of play, sometimes while all come back.
                await asyncio.sleep(rng.uniform(0.0, 0.3) if rng.random() < 0.3 else rng.uniform(0.3, 1.2))
                await world.end(signal.SIGKILL)
                world.check()
                if rng.random() < 0.1 and await world.start(rng.uniform(0.1, 0.8)) is False:
                    await world.end(signal.SIGKILL)
                    world.check()
                if not world.up:
                    await world.start()
                if loud and number % 10 == 9:
                    print(f"{number + 1} kills, {sum(len(s.mirror.log) for s in world.sites)} entries", flush=True)
            world.closing = True
            await settle(world, finish)
            await world.hush()
            finished = await world.check_records()
            code = await world.end(signal.SIGTERM)
            if code != 0:
                raise Lost(f"a clean stop ends with {code}")
            world.check()
            for site in world.sites:
                site.check_one_truth()
        finally:
            for task in playing:
                task.cancel()
            if world.process is not None and world.process.returncode is None:
                world.process.kill()
                await world.process.wait()
    return Report(
        kills,
        len(world.sites),
        sum(len(player.acknowledged) for player in world.people),
        sum(len(site.mirror.log) for site in world.sites),
        finished,
        dict(world.answers),
    )


async def settle(world: Mortal, finish: float) -> None:
    """The games go on after the last kill: each table acknowledges another move, and may finish its game."""
    before = {site.code: sum(len(p.acknowledged) for p in site.players) for site in world.sites}
    async with asyncio.timeout(PATIENCE):
        while any(
            before[site.code] == sum(len(p.acknowledged) for p in site.players)
            and any(p.view.get("playing", True) for p in site.players)
            for site in world.sites
        ):
            await asyncio.sleep(0.05)

    def unfinished() -> list[str]:
        # Some games of free hands last longer than anybody wants to wait here.
        short = [site for site in world.sites if site.game in {game for game, _, _ in GAMES}]
        return [site.game for site in short if any(p.view.get("playing", True) for p in site.players)]

    until = monotonic() + finish
    while monotonic() < until and unfinished():
        await asyncio.sleep(0.1)
    if finish and unfinished():
        raise Lost(f"a game does not come to its end: {unfinished()}")


async def serve_for_tests(database: Path) -> None:
    pace = Pace(countdown=20)
    await serve(HOST, 0, database, ready=lambda port: print(port, flush=True), limits=False, pace=pace)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument(
        "--free", type=int, default=len(free_games()), help="tables of eight at which all act at once"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--finish", type=float, default=600.0, help="seconds for the last games to end")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve is not None:
        asyncio.run(serve_for_tests(given.serve))
        return
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(
            crash(
                Path(folder),
                kills=given.kills,
                tables=given.tables,
                free=given.free,
                seed=given.seed,
                finish=given.finish,
                loud=True,
            )
        )
    print(msgspec.json.format(msgspec.json.encode(report), indent=1).decode())


if __name__ == "__main__":
    main()
