"""What a bad disk, a second server and a careless copy could do to the file of all tables."""

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from msgspec import json, structs
from typer.testing import CliRunner

from tablee.cli import app
from tablee.server import schema
from tablee.server.salvage import salvage
from tablee.server.sqlite import SqliteStore
from tablee.server.store import GameRow, StoreFailed, TableRow
from tests import flips
from tests.server.client import start_server
from tests.server.test_stores import deal, result

HOLDS = """
import asyncio, sys
from tablee.server.sqlite import SqliteStore
async def main():
    await SqliteStore(sys.argv[1]).open()
    print("open", flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "tables.db"


def row(code: str, changed: float = 1.0) -> TableRow:
    return TableRow(code, 1.0, changed, "amerix", public=True, open=True)


def game(number: int) -> GameRow:
    return GameRow(f"g{number}", "A", "amerix", 3, 2, 1.0, ("Zoé", "Bo"), (12, -3), (0,))


async def fill(path: Path) -> None:
    """Tables A, B and C with ten entries each, and two finished games."""
    store = SqliteStore(path)
    await store.open()
    for code in "ABC":
        await store.create(row(code), b"0")
        for number in range(1, 10):
            await store.append(code, number, [b"%d" % number], row(code))
    for number in (1, 2):
        await store.keep_game(game(number), b"record %d" % number)
    await store.close()


def change(path: Path, sql: str, *args: object) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(sql, args)


async def reason(path: Path, code: str) -> str | list[bytes]:
    """What happens to whoever reads this log."""
    store = SqliteStore(path)
    await store.open()
    try:
        return await store.log(code)
    except StoreFailed as failed:
        return failed.reason
    finally:
        await store.close()


WHOLE = [b"%d" % n for n in range(10)]


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM log WHERE code = 'B' AND seq = 9",
        "DELETE FROM log WHERE code = 'B' AND seq = 4",
        "DELETE FROM log WHERE code = 'B'",
        "DELETE FROM tables WHERE code = 'B'",
        "UPDATE tables SET code = 'X' WHERE code = 'B'",
        "UPDATE tables SET entries = 9 WHERE code = 'B'",
        "UPDATE tables SET chain = x'00' WHERE code = 'B'",
        "UPDATE tables SET open = 0 WHERE code = 'B'",
        "UPDATE tables SET title = CAST(x'ff' AS TEXT) WHERE code = 'B'",
        "UPDATE log SET entry = (SELECT entry FROM log WHERE code = 'B' AND seq = 1), "
        "crc = (SELECT crc FROM log WHERE code = 'B' AND seq = 1) WHERE code = 'B' AND seq = 2",
    ],
)
def test_what_a_disk_has_changed_closes_that_table_alone(path: Path, sql: str) -> None:
    async def run() -> None:
        await fill(path)
        change(path, "PRAGMA foreign_keys = OFF")
        change(path, sql)
        assert await reason(path, "B") == "damaged"
        assert await reason(path, "A") == await reason(path, "C") == WHOLE
        store = SqliteStore(path)
        await store.open()
        await store.append("A", 10, [b"10"], row("A"))
        for number in (9, 10):
            if "UPDATE log" not in sql and "seq = 4" not in sql:  # these are found when it is read
                with pytest.raises(StoreFailed, match="damaged"):
                    await store.append("B", number, [b"x"], row("B"))
        assert await store.create(row("D"), b"0")
        if sql != "DELETE FROM log WHERE code = 'B'":
            with pytest.raises(StoreFailed, match="damaged"):
                await store.log("B")
        await store.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE tables SET finished = finished + 1 WHERE code = 'A'",
        "UPDATE tables SET chain = zeroblob(32) WHERE code = 'A'",
        "DELETE FROM log WHERE code = 'A' AND seq = 9",
    ],
)
def test_what_changes_while_the_server_runs_is_found_before_anything_is_added(path: Path, sql: str) -> None:
    """Though the server knows the row by heart, having written it itself."""

    async def test() -> None:
        await fill(path)
        store = SqliteStore(path)
        await store.open()
        for code in "AB":
            await store.append(code, 10, [b"10"], row(code))
            await store.append(code, 11, [b"11"], row(code))
        change(path, sql.replace("seq = 9", "seq = 11"))
        with pytest.raises(StoreFailed) as failed:
            await store.append("A", 12, [b"12"], row("A"))
        assert failed.value.reason == "damaged"
        await store.append("B", 12, [b"12"], row("B"))
        assert len(await store.log("B")) == 13
        await store.close()

    asyncio.run(test())


@pytest.mark.parametrize("tables", [3, 70])
def test_of_those_who_write_together_only_the_damaged_table_is_closed(path: Path, tables: int) -> None:
    """70 are more than one statement writes."""
    codes = [f"T{number:02}" for number in range(tables)]

    async def run() -> None:
        store = SqliteStore(path)
        await store.open()
        for code in codes:
            await store.create(row(code), b"0")
        await asyncio.gather(*(store.append(code, 1, [b"1", b"2"], row(code)) for code in codes))
        assert [await store.log(code) for code in codes] == [[b"0", b"1", b"2"]] * tables
        change(path, "UPDATE tables SET game = 'Amerix' WHERE code = 'T01'")
        ends = await asyncio.gather(
            *(store.append(code, 3, [b"3"], row(code, 2.0)) for code in codes if code != "T02"),
            store.append("T02", 7, [b"7"], row("T02")),
            return_exceptions=True,
        )
        assert isinstance(ends[1], StoreFailed)
        assert ends[1].reason == "damaged"
        assert isinstance(ends[-1], ValueError), "entry 7 does not follow"
        assert [ends[0], *ends[2:-1]] == [None] * (tables - 2)
        for code in codes:
            if code not in ("T01", "T02"):
                assert await store.log(code) == [b"0", b"1", b"2", b"3"]
        assert await store.log("T02") == [b"0", b"1", b"2"]
        unwritable = structs.replace(row("T02"), title="\ud800")
        two = await asyncio.gather(
            store.append("T00", 4, [b"4"], row("T00")),
            store.append("T02", 3, [b"3"], unwritable),
            return_exceptions=True,
        )
        assert two[0] is None
        assert isinstance(two[1], UnicodeEncodeError)
        await store.append("T02", 3, [b"3"], row("T02"))
        assert await store.log("T00") == [b"0", b"1", b"2", b"3", b"4"]
        assert await store.log("T02") == [b"0", b"1", b"2", b"3"]
        await store.close()

    asyncio.run(run())


def test_people_are_told_that_their_table_is_damaged(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path) as server:
            lea, tom = await server.make("amerix"), await server.make("amerix")
        change(tmp_path / "tablee.sqlite3", "UPDATE log SET entry = x'00' WHERE code = ?", lea.code)
        async with start_server(tmp_path) as server:
            late = await server.connect()
            await late.say({"type": "hello", "protocol": 2, "code": lea.code, "token": lea.token})
            assert await late.gone() == {"type": "bye", "code": "table_damaged"}
            assert (await server.join(tom.code, tom.token)).table["code"] == tom.code

    asyncio.run(run())


def test_flips_anywhere_change_nothing_without_a_word() -> None:
    outcomes = flips.run(60, seed=5, salvages=6)
    assert outcomes["SILENT"] == outcomes["WRONGLY SAVED"] == 0, outcomes
    assert outcomes["told"] > 5
    assert outcomes["saved"] > 5


def test_what_is_lost_of_a_write_ahead_log_is_said(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        await flips.make(path.parent, flips.Written(Random(1)), killed=True)
        wal = path.with_name("tables.db-wal")
        content = bytearray(wal.read_bytes())
        content[100] ^= 1  # in the first frame that is alive: nothing after it counts any more
        wal.write_bytes(content)
        assert await reason(path, "T5XYZ") != ""
        assert "what was written last is lost" in caplog.text

    path.parent.mkdir()
    asyncio.run(run())


# Salvage


def test_salvage_keeps_what_is_whole_and_the_damaged_file(path: Path) -> None:
    asyncio.run(fill(path))
    change(path, "UPDATE log SET entry = x'00' WHERE code = 'B' AND seq = 4")
    change(path, "UPDATE games SET names = '[]' WHERE id = 'g2'")
    before = path.read_bytes()
    answer = CliRunner().invoke(app, ["salvage", "--database", str(path), "--json"])
    assert answer.exit_code == 0
    found = json.decode(answer.stdout)
    assert found == {
        "tables": 2,
        "games": 1,
        "lost_tables": ["B"],
        "lost_games": 1,
        "kept": "tables.db.damaged-1",
        "end_lost": False,
    }
    assert path.with_name("tables.db.damaged-1").read_bytes() == before
    assert asyncio.run(reason(path, "A")) == WHOLE
    assert asyncio.run(reason(path, "B")) == "damaged", "nobody plays on from its first four entries"
    assert salvage(path).kept == "tables.db.damaged-2"


def test_salvage_keeps_deals_and_the_results_of_games_that_are_whole(path: Path) -> None:
    async def fill_deals() -> None:
        await fill(path)
        store = SqliteStore(path)
        await store.open()
        for code in "DEF":
            await store.open_deal(deal(code))
        for number in (3, 4, 5):
            await store.keep_game(game(number), b"record", result(number))
        await store.close()

    asyncio.run(fill_deals())
    change(path, "UPDATE deals SET open = NOT open WHERE code = 'E'")
    change(path, "UPDATE games SET names = '[]' WHERE id = 'g3'")
    change(path, "UPDATE results SET deal = 'F' WHERE game = 'g4'")
    salvage(path)

    async def found() -> None:
        store = SqliteStore(path)
        await store.open()
        assert {kept.code for kept in await store.deals()} == {"D", "F"}
        assert [kept for _, kept in await store.results("D")] == [result(5)]
        assert await store.results("F") == []
        await store.close()

    asyncio.run(found())


def test_salvage_of_a_file_that_is_none(path: Path) -> None:
    answer = CliRunner().invoke(app, ["salvage", "--database", str(path)])
    assert answer.exit_code == 2
    path.parent.mkdir()
    path.write_bytes(b"Dear diary" * 1_000)
    assert CliRunner().invoke(app, ["salvage", "--database", str(path)]).exit_code == 2
    assert path.read_bytes() == b"Dear diary" * 1_000


# Two servers on one file


@pytest.mark.parametrize("trick", ["symbolic link", "hard link", "deleted lock"])
def test_a_second_server_is_refused_by_whichever_name(path: Path, trick: str) -> None:
    asyncio.run(fill(path))
    other = path.with_name("other.db")
    if trick == "symbolic link":
        other.symlink_to(path)
    elif trick == "hard link":
        other.hardlink_to(path)
    else:
        other = path
    with subprocess.Popen([sys.executable, "-c", HOLDS, str(path)], stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "open\n"
        path.with_name("tables.db.lock").unlink()
        store = SqliteStore(other)
        with pytest.raises(StoreFailed, match="in use"):
            asyncio.run(store.open())
        with pytest.raises(StoreFailed, match="in use"):
            salvage(other)
        first.kill()
    if trick != "hard link":
        assert asyncio.run(reason(other, "A")) == WHOLE


# Who may read it


def test_only_its_owner_may_read_the_database(path: Path) -> None:
    async def run() -> None:
        await fill(path)
        shutil.rmtree(path.parent)
        old = os.umask(0)
        try:
            store = SqliteStore(path)
            await store.open()
            await store.create(row("A"), b"0")
            found = {p.name: stat.S_IMODE(p.stat().st_mode) for p in (path.parent, *path.parent.iterdir())}
            assert found.pop("folder") == 0o700
            assert found == dict.fromkeys(("tables.db", "tables.db-wal", "tables.db-shm", "tables.db.lock"), 0o600)
            await store.close()
            path.chmod(0o644)
            await store.open()
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, "also one that was made before"
            await store.close()
        finally:
            os.umask(old)

    asyncio.run(run())


def test_an_index_that_contradicts_its_table_is_told_as_damage(path: Path) -> None:
    """A flip in an index made the row of a table seem to be there twice: nothing may be added to it, and that is
    no fault of ours."""
    asyncio.run(fill(path))
    with closing(sqlite3.connect(path)) as db:
        # What SQLite says when an index refuses a row: by a trigger here, for that one table.
        refused = "SELECT RAISE(ABORT, 'UNIQUE constraint failed: tables.code')"
        db.execute(f"CREATE TRIGGER twice BEFORE UPDATE ON tables WHEN OLD.code = 'A' BEGIN {refused}; END")
        with pytest.raises(StoreFailed) as told:
            schema.append(db, 10, row("A"), [b"10"])
        assert told.value.reason == "damaged"
        assert schema.append(db, 10, row("B"), [b"10"]).entries == 11
