"""Tables of people and bots for an hour, one game after the other: what a server takes must not grow.

`python -m tests.soak --minutes 60 --tables 20`. Looks at memory (of the server and of its workers), at open files
and at the database: the first minutes fill caches, so the last half of the rest is compared with the one before
it. Ends with 1 where one of them grows.

Each process begins with its caches full (`tests/filled.py`): what they take in the end is there from the start,
and what still grows is something else.

Memory is what the processes have written. What they have only read of files, the lexicons above all, is told
beside it: it can be no more than those files, the kernel takes it back when it likes, and other programs on the
machine that read the same files make anybody's share of it smaller.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from time import monotonic
from typing import Final

import aiohttp
import msgspec
from msgspec import Struct

from tests.crash import GAMES, Mortal
from tests.phones import free_games

GROWS: Final = 0.08
"""A larger share than this, between the two halves that are compared, is growth."""
MORE_FILES: Final = 8
WARM_UP: Final = 0.3
"""The share of the time that caches may take to fill."""


class Level(Struct, frozen=True):
    """What a server takes at a moment."""

    second: float
    memory: int
    """Bytes that it has written, with its workers,"""
    mapped: int
    """and of files that they have read."""
    files: int
    database: int
    moves: int
    finished: int


class Soaked(Struct, frozen=True):
    minutes: float
    tables: int
    finished: int
    memory: tuple[int, int]
    """Bytes, mean of the two halves."""
    mapped: tuple[int, int]
    files: tuple[int, int]
    database_per_move: tuple[int, int]
    grows: tuple[str, ...]


def family(pid: int) -> list[int]:
    """A process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(member for child in children for member in family(int(child)))]


def memory(pid: int) -> tuple[int, int]:
    """Bytes that it has written (its share, where a fork has them too), and those of files that it has read."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    kilobytes = {name: int(rest.split()[0]) for name, rest in (line.split(":") for line in lines)}
    return 1024 * kilobytes["Pss_Anon"], 1024 * (kilobytes["Rss"] - kilobytes["Anonymous"])


def level(world: Mortal, second: float) -> Level:
    assert world.process is not None
    pids = family(world.process.pid)
    written, mapped = zip(*map(memory, pids), strict=True)
    return Level(
        second,
        sum(written),
        sum(mapped),
        len(list(Path(f"/proc/{pids[0]}/fd").iterdir())),
        sum(file.stat().st_size for file in world.folder.glob(f"{world.database.name}*")),
        sum(len(player.acknowledged) for player in world.people),
        sum(max((p.view.get("played", 0) for p in site.players), default=0) for site in world.sites),
    )


def compared(levels: Sequence[Level], minutes: float, tables: int) -> Soaked:
    warm = [x for x in levels if x.second >= WARM_UP * minutes * 60]
    middle = len(warm) // 2
    before, after = warm[: middle + 1], warm[middle:]

    def per_move(part: Sequence[Level]) -> int:
        return (part[-1].database - part[0].database) // max(1, part[-1].moves - part[0].moves)

    def means(name: str) -> tuple[int, int]:
        return (
            round(mean(getattr(x, name) for x in before)),
            round(mean(getattr(x, name) for x in after)),
        )

    taken, mapped, files = means("memory"), means("mapped"), means("files")
    database = (per_move(before), per_move(after))
    grows = [name for name, (a, b) in (("memory", taken), ("database", database)) if b > a * (1 + GROWS) + 1024]
    if files[1] > files[0] + MORE_FILES:
        grows.append("files")
    return Soaked(minutes, tables, levels[-1].finished, taken, mapped, files, database, tuple(grows))


def begin_filled(world: Mortal) -> None:
    """Python runs this in whatever the server starts too."""
    hook = world.folder / "filled"
    hook.mkdir()
    (hook / "sitecustomize.py").write_text("import tests.filled\n")
    world.environment["PYTHONPATH"] = os.pathsep.join(map(str, (hook, *filter(None, sys.path))))


async def soak(folder: Path, *, minutes: float, tables: int, seed: int, loud: bool = False) -> Soaked:
    world = Mortal(folder, seed)
    begin_filled(world)
    levels: list[Level] = []
    free = free_games()
    async with (
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session,
        asyncio.TaskGroup() as group,
    ):
        world.session = session
        playing: list[asyncio.Task[None]] = []
        await world.start()
        try:
            for i in range(tables):
                if i % 3 == 2:
                    await world.open_table(free[i // 3 % len(free)], 2, 1, free=True)
                else:
                    await world.open_table(*GAMES[i % len(GAMES)])
            playing += [group.create_task(player.run()) for player in world.people]
            begin = monotonic()
            while (second := monotonic() - begin) < minutes * 60:
                await asyncio.sleep(min(10.0, minutes * 1.5))
                levels.append(level(world, second))
                if loud and len(levels) % 6 == 0:
                    print(msgspec.json.encode(levels[-1]).decode(), file=sys.stderr, flush=True)
        finally:
            for task in playing:
                task.cancel()
            if world.process is not None and world.process.returncode is None:
                world.process.terminate()
                await world.process.wait()
    return compared(levels, minutes, tables)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(
            soak(Path(folder), minutes=given.minutes, tables=given.tables, seed=given.seed, loud=True)
        )
    print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
    sys.exit(1 if found.grows else 0)


if __name__ == "__main__":
    main()
