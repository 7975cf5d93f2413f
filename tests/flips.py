"""Flips single bits anywhere in the files of a database, and looks whether anything changes without a word.

`python -m tests.flips --flips 10000 --seed 1`. For each flip the store is opened on a copy of the files, asked for
everything and appended to, or what is whole is salvaged. A flip is *silent* if an answer differs from what was
written and nothing says so.
"""

import argparse
import asyncio
import logging
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from tablee.server.files import FRAME_HEADER, WAL_HEADER, frames_written
from tablee.server.salvage import salvage
from tablee.server.sqlite import SqliteStore
from tablee.server.store import GameRow, StoreFailed, TableRow

DAMAGED = "damaged"
TABLES, ENTRIES, GAMES = 6, 30, 5
NAME = "tables.db"
PAGE = 4_096


def row(code: str) -> TableRow:
    return TableRow(code, 1.0, 2.0, "amerix", public=True, open=True, finished=3, title="Zoé")


class Written:
    """What was written, as a store should tell it."""

    def __init__(self, rng: Random) -> None:
        self.logs = {
            f"T{i}XYZ": [rng.randbytes(rng.randrange(20, 400)) for _ in range(ENTRIES)] for i in range(TABLES)
        }
        self.games = {f"g{i}": rng.randbytes(2_000) for i in range(GAMES)}

    def row(self, game_id: str) -> GameRow:
        return GameRow(game_id, "T0XYZ", "amerix", 3, 2, 5.0, ("Zoé", "Bo"), (12, -3), (0,))

    async def into(self, store: SqliteStore) -> None:
        for code, log in self.logs.items():
            await store.create(row(code), log[0])
            for number, entry in enumerate(log[1:], 1):
                await store.append(code, number, [entry], row(code))
        for game_id, record in self.games.items():
            await store.keep_game(self.row(game_id), record)

    async def wrong(self, store: SqliteStore) -> list[str]:
        """What the store tells otherwise than it was written, without saying that it is damaged."""
        found = []
        for code, log in self.logs.items():
            found += [code] * (await told(store.table, code) not in (row(code), DAMAGED))
            found += [f"log of {code}"] * (await told(store.log, code) not in (log, DAMAGED))
        for game_id, record in self.games.items():
            found += [game_id] * (await told(store.game, game_id) not in ((self.row(game_id), record), DAMAGED))
        return found


async def told(ask: Callable[[str], Awaitable[Any]], name: str) -> Any:
    try:
        return await ask(name)
    except StoreFailed:
        return DAMAGED


class Ear(logging.Handler):
    """Whether anything was said in the server's log."""

    def __init__(self) -> None:
        super().__init__()
        self.heard = False

    def emit(self, record: logging.LogRecord) -> None:
        self.heard = True


async def after_flip(folder: Path, written: Written, ear: Ear) -> str:
    """How it went: `harmless`, `told` or `SILENT` with what was wrong."""
    ear.heard = False
    store = SqliteStore(folder / NAME, patience=0.05)
    try:
        await store.open()
    except StoreFailed:
        return "told"
    try:
        wrong = await written.wrong(store)
        for code, log in written.logs.items():
            later = replace(row(code), changed=3.0)
            try:
                await store.append(code, len(log), [b"one more"], later)
            except StoreFailed:
                ear.heard = True
            except ValueError as error:
                wrong.append(str(error))
            else:
                if await told(store.log, code) not in ([*log, b"one more"], DAMAGED):
                    wrong.append(f"log of {code} after one more")
    finally:
        await store.close()
    if wrong and not ear.heard:
        return f"SILENT: {', '.join(wrong)}"
    return "told" if ear.heard else "harmless"


async def after_salvage(folder: Path, written: Written) -> str:
    """Whether what was saved is what was written."""
    try:
        saved = salvage(folder / NAME)
    except StoreFailed:
        return "nothing saved"
    store = SqliteStore(folder / NAME, patience=0.05)
    await store.open()
    try:
        found = [(code, await told(store.log, code)) for code in written.logs if code not in saved.lost_tables]
        wrong = [code for code, log in found if log != written.logs[code]]
        if saved.end_lost:
            wrong = [code for code, log in found if log != written.logs[code][: len(log)]]
    finally:
        await store.close()
    return f"WRONGLY SAVED: {', '.join(wrong)}" if wrong else "saved"


async def make(folder: Path, written: Written, *, killed: bool) -> None:
    """The files as a server leaves them; killed, it leaves what it wrote last in the write-ahead log."""
    store = SqliteStore(folder / NAME)
    await store.open()
    await written.into(store)
    if killed:
        for end in ("", "-wal"):
            shutil.copyfile(folder / f"{NAME}{end}", folder / f"left{end}")
    await store.close()
    if killed:
        for end in ("", "-wal"):
            (folder / f"left{end}").replace(folder / f"{NAME}{end}")


def flip(folder: Path, rng: Random) -> str:
    # Of a write-ahead log only what was written since it began anew is alive.
    alive = {folder / NAME: (folder / NAME).stat().st_size}
    if (wal := folder / f"{NAME}-wal").exists():
        alive[wal] = WAL_HEADER + frames_written(wal) * (FRAME_HEADER + PAGE)
    file = rng.choices(list(alive), list(alive.values()))[0]
    at, bit = rng.randrange(alive[file]), rng.randrange(8)
    content = bytearray(file.read_bytes())
    content[at] ^= 1 << bit
    file.write_bytes(content)
    return f"{file.name} byte {at} bit {bit}"


def run(flips: int, seed: int, *, salvages: int = 20) -> Counter[str]:
    """Tries so many flips, half of them in the files of a killed server; one in `salvages` is salvaged."""
    rng = Random(seed)
    outcomes: Counter[str] = Counter()
    ear = Ear()
    log = logging.getLogger("tablee.server")
    log.addHandler(ear)
    log.propagate = False
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            written = Written(rng)
            for killed in (False, True):
                whole = folder / f"whole-{killed}"
                whole.mkdir()
                asyncio.run(make(whole, written, killed=killed))
                for number in range(flips // 2):
                    tried = folder / "tried"
                    shutil.rmtree(tried, ignore_errors=True)
                    tried.mkdir()
                    for file in whole.iterdir():
                        if file.name in (NAME, f"{NAME}-wal"):
                            shutil.copyfile(file, tried / file.name)
                    where = flip(tried, rng)
                    if number % salvages == 0:
                        outcome = asyncio.run(after_salvage(tried, written))
                    else:
                        outcome = asyncio.run(after_flip(tried, written, ear))
                    if outcome[0].isupper() and outcome.split(":")[0].isupper():
                        print(f"{where}, killed={killed}: {outcome}", file=sys.stderr)
                    outcomes[outcome.split(":")[0]] += 1
    finally:
        log.removeHandler(ear)
        log.propagate = True
    return outcomes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--flips", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    outcomes = run(args.flips, args.seed)
    print(", ".join(f"{name}: {count}" for name, count in sorted(outcomes.items())))
    if outcomes["SILENT"] or outcomes["WRONGLY SAVED"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
