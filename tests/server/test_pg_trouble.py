"""A database in trouble: full, read-only, away, slow. It is told, nothing is lost, and it goes on."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import asyncpg
import pytest

from tablee.server.postgres import PostgresStore
from tests.postgres import Postgres
from tests.server.client import start_server
from tests.server.test_owners import servers
from tests.server.test_stores import live, reason, row, works


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.fresh()


@pytest.fixture
def disk(postgres: Postgres) -> Iterator[Path]:
    """A small disk of the database's own."""
    folder = postgres.folder / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or not shutil.which("mount") or subprocess.run(command, check=False).returncode != 0:
        pytest.skip("needs the right to mount")
    shutil.chown(folder, "postgres")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@live
async def test_a_full_disk(postgres: Postgres, disk: Path) -> None:
    await asyncio.to_thread(postgres.psql, f"CREATE TABLESPACE small LOCATION '{disk}'")
    await asyncio.to_thread(postgres.psql, "CREATE DATABASE small TABLESPACE small")
    ballast = disk / "ballast"
    async with servers(postgres.address("small"), 1) as (store,):
        await store.create(row("A"), b"0")
        with ballast.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        kept = [b"0"]
        for i in range(200):
            try:
                await store.append("A", len(kept), [os.urandom(20_000)], row("A"))
            except Exception as failed:
                assert getattr(failed, "reason", "") == "full", failed
                break
            kept = await store.log("A")
            assert len(kept) == i + 2
        else:
            pytest.fail("it never was full")
        assert await store.log("A") == kept
        assert not await store.healthy()
        ballast.unlink()
        assert await store.healthy()
        await works(store)
    await asyncio.to_thread(postgres.psql, "DROP DATABASE small WITH (FORCE)")
    await asyncio.to_thread(postgres.psql, "DROP TABLESPACE small")


@live
async def test_a_database_that_may_only_be_read(address: str) -> None:
    async with servers(address, 1) as (store,):
        await store.create(row("A"), b"0")
        other = await asyncpg.connect(address)
        name = address.rpartition("/")[2]
        await other.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tablee %'"
        await other.execute(sql)
        assert await reason(store.append("A", 1, [b"1"], row("A"))) == "readonly"
        assert await store.log("A") == [b"0"]
        await other.execute("SET default_transaction_read_only = off")
        await other.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        await other.execute(sql)
        await other.close()
        async with asyncio.timeout(20):
            while not await store.healthy():
                await asyncio.sleep(0.1)
        await works(store)


@live
async def test_no_database_is_told(postgres: Postgres) -> None:
    for address in ("postgresql://tablee@127.0.0.1:9/none", postgres.address("nowhere"), "postgresql://["):
        assert await reason(PostgresStore(address).open()) == "unavailable"


@live
async def test_a_strangers_database_is_left_alone(address: str) -> None:
    other = await asyncpg.connect(address)
    await other.execute("CREATE TABLE tables (x INTEGER)")
    assert await reason(PostgresStore(address).open()) == "damaged"
    await other.execute("DROP TABLE tables")
    store = PostgresStore(address)
    await store.open()
    await store.close()
    await other.execute("UPDATE house SET version = 99")
    assert await reason(PostgresStore(address).open()) == "newer"
    await other.close()


def test_people_are_told_that_the_database_is_slow_and_lose_nothing(address: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with start_server(tmp_path, store=PostgresStore(address)) as server:
            host = await server.make("amerix", seats=2)
            other = await asyncpg.connect(address)
            held = other.transaction()
            await held.start()
            await other.execute("SELECT 1 FROM tables FOR UPDATE")
            sitting = asyncio.create_task(host.do("sit", name="Zoé", seat=0))
            told = await host.expect("trouble")
            assert told["code"] == "unavailable"
            assert not sitting.done()
            await held.rollback()
            await sitting
            await host.expect("trouble", lambda message: message["code"] is None)
            assert host.table["seats"][0]["name"] == "Zoé"
            await other.close()

    asyncio.run(story())
