"""A house moved from a file into PostgreSQL and back, and what an operator does with either."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from msgspec import json
from typer.testing import CliRunner

from tablee.cli import app
from tablee.games.registry import game as game_named
from tablee.server import lobby as lobbies
from tablee.server.log import LobbySet, read, write
from tablee.server.moving import Moving, move, reading, summed
from tablee.server.postgres import PostgresStore
from tablee.server.sqlite import SqliteStore
from tablee.server.store import Elsewhere, Store, StoreFailed
from tests.postgres import Postgres
from tests.server.test_stores import deal, game, result, row

RUN = CliRunner()


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.fresh()


async def fill(store: Store) -> None:
    await store.open()
    for i in range(30):
        code = f"T{i:02}"
        await store.create(row(code, float(i), title="Zoé", open=i % 3 > 0), b"zero")
        await store.append(code, 1, [bytes([n]) * n for n in range(i)], row(code, 1.5 * i, finished=i))
        await store.open_deal(deal(f"D{i:02}", float(i)))
        await store.keep_game(game(i, i / 7, code), bytes(range(256)) * i, result(i, f"D{i % 2:02}"))


def total(place: str) -> Moving:
    async def look() -> Moving:
        async with reading(place) as house:
            return await summed(house)

    return asyncio.run(look())


def test_a_house_goes_into_a_database_and_back(tmp_path: Path, address: str) -> None:
    """The first server is still running."""
    old, new = tmp_path / "old.db", tmp_path / "new.db"

    async def story() -> list[Moving]:
        store = SqliteStore(old)
        await fill(store)
        there = await move(str(old), address)
        await store.append("T00", 1, [b"later"], row("T00"))
        await store.close()
        return [there, await move(address, str(new))]

    there, back = asyncio.run(story())
    assert there == back == total(str(new)) == total(address)
    assert (there.tables, there.games) == (30, 30)
    assert there != total(str(old))

    async def goes_on() -> None:
        store = PostgresStore(address)
        await store.open()
        await store.claim("T05")
        await store.append("T05", 6, [b"again"], row("T05"))
        assert (await store.log("T05"))[-2:] == [bytes([4]) * 4, b"again"]
        await store.close()
        again = SqliteStore(new)
        await again.open()
        await again.append("T05", 6, [b"again"], row("T05"))
        assert (await again.deal("D07"), len(await again.deals())) == (deal("D07", 7.0), 30)
        assert [found for _, found in await again.results("D01")] == [result(i, "D01") for i in range(1, 30, 2)]
        await again.close()

    asyncio.run(goes_on())


def test_nothing_is_moved_onto_something(tmp_path: Path, address: str) -> None:
    old = tmp_path / "old.db"

    async def story() -> None:
        store = SqliteStore(old)
        await fill(store)
        await store.close()
        await move(str(old), address)
        for source, target in ((str(old), address), (address, str(old)), (str(tmp_path / "none"), address)):
            with pytest.raises(StoreFailed):
                await move(source, target)

    asyncio.run(story())


def test_a_damaged_house_is_not_moved(tmp_path: Path, address: str) -> None:
    old = tmp_path / "old.db"

    async def story() -> None:
        store = SqliteStore(old)
        await fill(store)
        await store.close()
        with closing(sqlite3.connect(old)) as db:
            db.execute("UPDATE log SET entry = x'00' WHERE code = 'T09' AND seq = 3")
            db.commit()
        with pytest.raises(StoreFailed, match="T09"):
            await move(str(old), address)

    asyncio.run(story())
    assert total(address) == Moving(0, 0, total(address).digest)


def test_a_backup_of_a_running_house_is_restored(postgres: Postgres, address: str) -> None:
    async def story() -> None:
        store = PostgresStore(address)
        await fill(store)
        before = await asyncio.to_thread(total, address)
        dump = await asyncio.to_thread(postgres.dump, address.rpartition("/")[2])
        await store.append("T05", 6, [b"after the backup"], row("T05"))
        other = await asyncio.to_thread(postgres.fresh)
        await asyncio.to_thread(postgres.restore, dump, other.rpartition("/")[2])
        assert await asyncio.to_thread(total, other) == before
        again = PostgresStore(other)
        await again.open()
        async with asyncio.timeout(20):  # in the dump the first server still had some seconds
            while True:
                with suppress(Elsewhere):
                    await again.claim("T05")
                    break
                await asyncio.sleep(0.1)
        await again.append("T05", 6, [b"another way"], row("T05"))
        assert (await again.log("T05"))[-1] == b"another way"
        assert (await store.log("T05"))[-1] == b"after the backup"
        await again.close()
        await store.close()

    asyncio.run(story())


def test_a_copy_of_a_running_file_is_restored(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "house.db")
        await fill(store)
        with (
            closing(sqlite3.connect(tmp_path / "house.db")) as old,
            closing(sqlite3.connect(tmp_path / "copy.db")) as new,
        ):
            old.backup(new)
        await store.append("T05", 6, [b"after the backup"], row("T05"))
        await store.close()
        again = SqliteStore(tmp_path / "copy.db")
        await again.open()
        await again.append("T05", 6, [b"another way"], row("T05"))
        assert (await again.log("T05"))[-1] == b"another way"
        await again.close()

    asyncio.run(story())


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[str]]:
    """The options by which commands find a house with one table, at which Zoé sits."""
    if request.param == "sqlite":
        store: SqliteStore | PostgresStore = SqliteStore(tmp_path / "house.db")
        options = ["--database", str(tmp_path / "house.db")]
    else:
        server: Postgres = request.getfixturevalue("postgres")
        address = server.fresh()
        store, options = PostgresStore(address), ["--store", address]

    async def furnish() -> None:
        await store.open()
        amerix = game_named("amerix")
        lobby = lobbies.sit(lobbies.new_lobby(amerix, 2, "device"), amerix, "device", 0, "Zoé")
        await store.create(row("ABCDEF", title="Zoé"), write(LobbySet(lobby)))
        await store.close()

    asyncio.run(furnish())
    yield options


def said(*args: str, status: int = 0) -> str:
    result = RUN.invoke(app, ["admin", *args])
    assert result.exit_code == status, result.output
    return result.output


def test_an_operator_lists_exports_erases_and_closes(place: list[str]) -> None:
    assert [table["code"] for table in json.decode(said("tables", "--json", *place))] == ["ABCDEF"]
    (found,) = json.decode(said("export", "ABCDEF", "Zoé", *place))
    assert (found["names"], found["host"]) == (["Zoé"], True)
    said("erase", "ABCDEF", "Zoé", *place)
    said("export", "ABCDEF", "Zoé", *place, status=1)
    said("close", "abc def", *place)
    said("close", "ABCDEF", *place, status=1)
    assert json.decode(said("tables", "--open", "--json", *place)) == []
    assert json.decode(said("purge", "--days", "0", "--json", *place)) == {"tables": 1, "games": 0}


def test_a_closed_table_says_so_in_its_log(place: list[str]) -> None:
    said("close", "ABCDEF", *place)

    async def last() -> object:
        store = PostgresStore(place[1]) if place[0] == "--store" else SqliteStore(place[1])
        await store.open()
        entry = read((await store.log("ABCDEF"))[-1])
        await store.close()
        return entry

    entry = asyncio.run(last())
    assert isinstance(entry, LobbySet)
    assert entry.lobby.closed


def test_an_operator_sees_servers_and_stops_one(address: str) -> None:
    async def story() -> None:
        store = PostgresStore(address, reached_at="http://here")
        await store.open()
        stopped = asyncio.Event()
        store.lease.on_order = lambda order: stopped.set() if order.what == "drain" else None
        (node,) = json.decode(await asyncio.to_thread(said, "nodes", "--json", "--store", address))
        assert (node["id"], node["address"]) == (store.lease.id, "http://here")
        await asyncio.to_thread(said, "drain", node["id"], "--store", address)
        await asyncio.to_thread(said, "drain", "nobody", "--store", address, status=1)
        await asyncio.wait_for(stopped.wait(), 10)
        await store.close()

    asyncio.run(story())


def test_a_file_has_no_servers(tmp_path: Path) -> None:
    result = RUN.invoke(app, ["admin", "nodes"], env={"TABLEE_STORE": "", "HOME": str(tmp_path)})
    assert result.exit_code == 2


def test_a_house_is_moved_by_a_command(tmp_path: Path, address: str) -> None:
    async def furnish() -> None:
        store = SqliteStore(tmp_path / "house.db")
        await fill(store)
        await store.close()

    asyncio.run(furnish())
    result = RUN.invoke(app, ["migrate", str(tmp_path / "house.db"), address, "--json"])
    assert result.exit_code == 0, result.output
    assert json.decode(result.output)["tables"] == 30
    again = RUN.invoke(app, ["migrate", str(tmp_path / "house.db"), address])
    assert again.exit_code == 2
