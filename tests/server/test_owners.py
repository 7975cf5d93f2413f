"""One owner for each table: whoever was late, frozen or cut off writes nothing, and nothing is written twice."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import asyncpg
import pytest

from tablee.server import lease
from tablee.server.postgres import PostgresStore
from tablee.server.store import Elsewhere, Hold, Moved, StoreFailed
from tests.postgres import Postgres
from tests.server.test_stores import live, row

WAITS = "wait_event_type = 'Lock' AND datname = current_database()"


@pytest.fixture(autouse=True)
def short_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease, "BEAT", 0.2)
    monkeypatch.setattr(lease, "LEASE", 2.5)
    monkeypatch.setattr(lease, "MARGIN", 0.3)


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.fresh()


@asynccontextmanager
async def servers(address: str, count: int) -> AsyncIterator[list[PostgresStore]]:
    async with AsyncExitStack() as stack:
        stores = []
        for i in range(count):
            store = PostgresStore(address, reached_at=f"http://node{i}")
            await store.open()
            stack.push_async_callback(store.close)
            stores.append(store)
        yield stores


def freeze(store: PostgresStore) -> None:
    """Its heart stops, as that of a process does which the system has stopped."""
    assert store.lease._beating is not None
    store.lease._beating.cancel()


def wake(store: PostgresStore) -> None:
    store.lease._beating = asyncio.create_task(store.lease._beat_for_ever())


async def claimed(store: PostgresStore, code: str) -> Hold:
    async with asyncio.timeout(20):
        while True:
            try:
                return await store.claim(code)
            except Elsewhere:
                await asyncio.sleep(0.02)


@live
async def test_a_table_is_with_whoever_made_it_until_he_goes(address: str) -> None:
    async with servers(address, 2) as (one, two):
        await one.create(row("A"), b"0")
        with pytest.raises(Elsewhere) as there:
            await two.claim("A")
        assert (there.value.node, there.value.address) == (one.lease.id, "http://node0")
        await one.append("A", 1, [b"1"], row("A"))
        with pytest.raises(Moved):
            await two.append("A", 2, [b"2"], row("A"))
        await one.close()
        hold = await two.claim("A")
        assert hold.epoch == 2
        await two.append("A", 2, [b"2"], row("A"), hold)
        assert await two.log("A") == [b"0", b"1", b"2"]


@live
async def test_a_table_that_is_let_go_can_be_taken(address: str) -> None:
    async with servers(address, 2) as (one, two):
        await one.create(row("A"), b"0")
        old = one.held("A")
        assert old is not None
        await one.release(old)
        new = await two.claim("A")
        with pytest.raises(Moved):
            await one.append("A", 1, [b"1"], row("A"), old)
        await two.append("A", 1, [b"one"], row("A"), new)
        assert await one.log("A") == [b"0", b"one"]
        await two.release(new, one.lease.id)
        with pytest.raises(Elsewhere):
            await two.claim("A")
        await one.append("A", 2, [b"two"], row("A"), await one.claim("A"))


@live
async def test_who_is_frozen_is_not_sure_before_anybody_takes_his_tables(address: str) -> None:
    async with servers(address, 2) as (one, two):
        await one.create(row("A"), b"0")
        hold = one.held("A")
        assert hold is not None
        assert one.holds(hold)
        freeze(one)
        taken = await claimed(two, "A")
        assert not one.holds(hold)
        with pytest.raises(Moved):
            await one.append("A", 1, [b"stale"], row("A"), hold)
        await two.append("A", 1, [b"1"], row("A"), taken)
        died: list[bool] = []
        one.on_death = lambda: died.append(one.holds(hold))
        before = one.lease.id
        wake(one)
        with pytest.raises(Moved):
            await one.assured(hold)
        assert died == [False]
        assert one.lease.id != before
        assert await two.log("A") == [b"0", b"1"]
        await one.create(row("B"), b"0")
        await one.append("B", 1, [b"1"], row("B"))


@live
async def test_who_is_late_and_was_not_missed_goes_on(address: str) -> None:
    async with servers(address, 1) as (one,):
        await one.create(row("A"), b"0")
        hold = one.held("A")
        assert hold is not None
        freeze(one)
        await asyncio.sleep(lease.LEASE + 0.3)
        assert not one.holds(hold)
        wake(one)
        await one.assured(hold)
        await one.append("A", 1, [b"1"], row("A"), hold)
        assert await one.log("A") == [b"0", b"1"]


@live
async def test_of_many_who_want_a_table_one_gets_it(address: str) -> None:
    async with servers(address, 4) as (gone, *others):
        codes = [f"T{i}" for i in range(20)]
        for code in codes:
            await gone.create(row(code), b"0")
        await gone.close()
        tries = [store.claim(code) for code in codes for store in others]
        found = await asyncio.gather(*tries, return_exceptions=True)
        for i, _ in enumerate(codes):
            answers = found[3 * i : 3 * i + 3]
            assert sum(isinstance(answer, Hold) for answer in answers) == 1
            assert sum(isinstance(answer, Elsewhere | StoreFailed) for answer in answers) == 2


@live
async def test_an_append_and_a_claim_at_the_same_moment_do_not_both_count(address: str) -> None:
    """The owner's time is over while his append waits for the row: it comes before the claim, or not at all."""
    async with servers(address, 2) as (one, two):
        for number in range(20):
            code = f"T{number}"
            await one.create(row(code), b"0")
            hold = one.held(code)
            assert hold is not None
            appending = asyncio.create_task(one.append(code, 1, [b"old"], row(code), hold))
            if number % 2:
                await asyncio.sleep(0)
            releasing = asyncio.create_task(one.release(hold))
            taken = await claimed(two, code)
            log = await two.log(code)
            await two.append(code, len(log), [b"new"], row(code), taken)
            (result, _) = await asyncio.gather(appending, releasing, return_exceptions=True)
            assert log == ([b"0"] if isinstance(result, Moved) else [b"0", b"old"])
            assert await two.log(code) == [*log, b"new"]


@live
async def test_a_line_that_breaks_while_writing_leaves_no_doubt(address: str) -> None:
    """The statement waits for a lock; its client goes away, the statement does not. Then the lock is gone."""
    async with servers(address, 1) as (one,):
        await one.create(row("A"), b"0")
        other, looks = await asyncpg.connect(address), await asyncpg.connect(address)
        for number in range(1, 6):
            held = other.transaction()
            await held.start()
            await other.execute("SELECT 1 FROM tables WHERE code = 'A' FOR UPDATE")
            writing = asyncio.create_task(one.append("A", number, [b"%d" % number], row("A")))
            async with asyncio.timeout(20):
                while not await looks.fetchval(f"SELECT COUNT(*) FROM pg_stat_activity WHERE {WAITS}"):
                    await asyncio.sleep(0.02)
            assert one._writer._db is not None
            if number % 2:
                one._writer._db.terminate()
            else:
                await looks.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {WAITS}")
            await asyncio.sleep(0.1)
            assert not writing.done()
            await held.rollback()
            await writing
            assert await one.log("A") == [b"%d" % i for i in range(number + 1)]
        await other.close()
        await looks.close()


@live
async def test_a_database_that_restarts_loses_nothing(postgres: Postgres, address: str) -> None:
    async with servers(address, 1) as (one,):
        codes = [f"T{i}" for i in range(8)]
        written = {code: [b"0"] for code in codes}
        for code in codes:
            await one.create(row(code), b"0")
        going = True

        async def write(code: str) -> None:
            while going:
                entry = b"%d" % len(written[code])
                try:
                    await one.append(code, len(written[code]), [entry], row(code))
                    written[code].append(entry)
                except StoreFailed:
                    await asyncio.sleep(0.02)

        writing = [asyncio.create_task(write(code)) for code in codes]
        for mode in ("fast", "immediate"):
            await asyncio.sleep(0.2)
            await asyncio.to_thread(postgres.stop, mode)
            await asyncio.sleep(0.1)
            await asyncio.to_thread(postgres.start)
        lengths = {code: len(entries) for code, entries in written.items()}
        async with asyncio.timeout(20):
            while any(len(written[code]) < lengths[code] + 3 for code in codes):
                await asyncio.sleep(0.02)
        going = False
        await asyncio.gather(*writing)
        for code in codes:
            assert await one.log(code) == written[code]


@live
async def test_only_who_is_gone_is_suspected(address: str) -> None:
    async with servers(address, 2) as (one, two):
        await one.create(row("A"), b"0")
        assert not await two.suspect(one.lease.id)
        freeze(one)
        await one._writer.stop()
        assert one._pool is not None
        one._pool.terminate()
        one.lease._hang_up()
        async with asyncio.timeout(5):
            while not await two.suspect(one.lease.id):
                await asyncio.sleep(0.02)
        await two.claim("A")


@live
async def test_what_another_server_has_is_not_purged(address: str) -> None:
    async with servers(address, 2) as (one, two):
        await one.create(row("A", 1.0), b"0")
        await two.create(row("B", 1.0), b"0")
        assert await two.purge(5.0) == (1, 0)
        assert [table.code for table in await two.tables()] == ["A"]


@live
async def test_servers_see_each_other_and_take_orders(address: str) -> None:
    async with servers(address, 2) as (one, two):
        orders: list[lease.NodeOrder] = []
        one.lease.on_order = orders.append
        one.lease.load = lambda: lease.Load(3, 7, b'[{"code":"A"}]')
        await two.order(one.lease.id, "close", "A")
        async with asyncio.timeout(5):
            while not orders or not await two.listed():
                await asyncio.sleep(0.02)
        assert orders == [lease.NodeOrder("close", "A")]
        assert await two.listed() == [{"code": "A"}]
        found = {node.id: node for node in await two.nodes()}
        assert (found[one.lease.id].tables, found[one.lease.id].sockets) == (3, 7)
        assert all(node.left > 0 for node in found.values())
