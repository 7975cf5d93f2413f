"""What every store promises, in a file and in a database: the same tests for both."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from functools import wraps
from itertools import count
from pathlib import Path
from typing import Any, ParamSpec

import pytest
from msgspec.structs import replace

from tablee.server.postgres import PostgresStore
from tablee.server.sqlite import SqliteStore
from tablee.server.store import DealResult, GameRow, SeatResult, SharedDeal, Sitter, Store, StoreFailed, TableRow
from tests.postgres import Postgres

P = ParamSpec("P")


def live(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


class House:
    """Somewhere to keep tables, empty at first."""

    def __init__(self, make: Callable[[], SqliteStore | PostgresStore]) -> None:
        self.store = make

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Store]:
        store = self.store()
        await store.open()
        try:
            yield store
        finally:
            await store.close()


@pytest.fixture(params=["sqlite", "postgres"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    if request.param == "sqlite":
        yield House(lambda: SqliteStore(tmp_path / "tables.db"))
    else:
        server: Postgres = request.getfixturevalue("postgres")
        address = server.fresh()
        yield House(lambda: PostgresStore(address))


def row(code: str, changed: float = 1.0, **more: Any) -> TableRow:
    return replace(TableRow(code, 1.0, changed, "amerix", public=True, open=True), **more)


def game(number: int, ended: float = 1.0, table: str = "A") -> GameRow:
    return GameRow(f"g{number}", table, "amerix", 3, 2, ended, ("Zoé", "Bo"), (12, -3), (0,))


async def reason(call: Awaitable[object]) -> str:
    with pytest.raises(StoreFailed) as failed:
        await call
    return failed.value.reason


async def works(store: Store, code: str = "A") -> None:
    """A table that was created before goes on without a gap."""
    before = await store.log(code)
    await store.append(code, len(before), [b"again"], row(code, 5.0))
    assert await store.log(code) == [*before, b"again"]
    assert await store.healthy()


@live
async def test_a_table_comes_back_as_it_was(house: House) -> None:
    store = house.store()
    await store.open()
    assert await store.log("A") == []
    assert await store.table("A") is None
    assert await store.create(row("A", title="Chez nous"), b"zero")
    assert not await store.create(row("A", title="Another"), b"other")
    await store.append("A", 1, [b"one", b"", bytes(range(256))], row("A", 7.5, finished=2, open=False))
    await store.append("A", 4, [], row("A", 8.5, finished=3, public=False))
    await store.close()
    await store.open()
    await store.claim("A")
    await store.append("A", 4, [], row("A", 8.5, finished=3, public=False))
    assert await store.log("A") == [b"zero", b"one", b"", bytes(range(256))]
    assert await store.table("A") == row("A", 8.5, finished=3, public=False)
    await store.close()


@live
async def test_the_latest_tables_come_first(house: House) -> None:
    async with house.opened() as store:
        for i, (is_open, public) in enumerate([(True, True), (True, False), (False, True), (True, True)]):
            await store.create(row(f"T{i}", float(i), open=is_open, public=public), b"")
        await store.append("T0", 1, [b"x"], row("T0", 9.0))
        assert [t.code for t in await store.tables()] == ["T0", "T3", "T2", "T1"]
        assert [t.code for t in await store.tables(limit=2)] == ["T0", "T3"]
        assert [t.code for t in await store.tables(open_only=True)] == ["T0", "T3", "T1"]
        assert [t.code for t in await store.tables(open_only=True, public_only=True)] == ["T0", "T3"]


@live
async def test_games_are_kept_once(house: House) -> None:
    async with house.opened() as store:
        assert await store.game("g1") is None
        for number, table in enumerate("ABA"):
            await store.keep_game(game(number, float(number), table), b"record %d" % number)
        await store.keep_game(game(1, 99.0), b"other")
        assert await store.game("g1") == (game(1, 1.0, "B"), b"record 1")
        assert [g.id for g in await store.games()] == ["g2", "g1", "g0"]
        assert await store.games(table="A", limit=1) == [game(2, 2.0)]


@live
async def test_a_number_taken_or_left_out_is_an_error(house: House) -> None:
    async with house.opened() as store:
        await store.create(row("A"), b"0")
        for seq in (-1, 0, 2):
            with pytest.raises(ValueError, match="next entry is 1"):
                await store.append("A", seq, [b"x"], row("A", 9.0))
        with pytest.raises(ValueError, match="no table B"):
            await store.append("B", 0, [b"x"], row("B"))
        with pytest.raises(ValueError, match="row of table B"):
            await store.append("A", 1, [b"x"], row("B"))
        assert (await store.log("A"), await store.table("A")) == ([b"0"], row("A"))


@live
async def test_many_appends_to_one_table_at_once_keep_their_order(house: House) -> None:
    async with house.opened() as store:
        await store.create(row("A"), b"0")
        await asyncio.gather(*(store.append("A", i, [b"%d" % i], row("A")) for i in range(1, 1000)))
        assert await store.log("A") == [b"%d" % i for i in range(1000)]


@live
async def test_readers_see_only_whole_appends_in_order(house: House) -> None:
    async with house.opened() as store:
        await store.create(row("A"), b"0")

        async def write() -> None:
            for seq in range(1, 300, 3):
                await store.append("A", seq, [b"%d" % i for i in range(seq, seq + 3)], row("A"))

        async def read() -> None:
            length = 1
            while length < 301:
                log = await store.log("A")
                assert log == [b"%d" % i for i in range(len(log))]
                assert len(log) >= length
                assert len(log) % 3 == 1
                length = len(log)

        await asyncio.gather(write(), *(read() for _ in range(5)))


@live
async def test_a_store_that_is_not_open_says_so(house: House) -> None:
    store = house.store()
    for _ in range(2):
        calls: list[Awaitable[object]] = [
            store.create(row("A"), b""),
            store.append("A", 1, [b""], row("A")),
            store.log("A"),
            store.tables(),
            store.table("A"),
            store.keep_game(game(1), b""),
            store.game("g1"),
            store.games(),
            store.purge(1.0),
            store.claim("A") if isinstance(store, PostgresStore) else store.latest(),
        ]
        assert [await reason(call) for call in calls] == ["closed"] * len(calls)
        assert not await store.healthy()
        await store.open()
        assert await store.healthy()
        await store.close()


@live
async def test_purge_deletes_what_nobody_touched(house: House) -> None:
    async with house.opened() as store:
        old = 35
        for i in range(old):
            await store.create(row(f"T{i}", float(i), open=i % 2 == 0), b"0")
            await store.append(f"T{i}", 1, [b"1"] * 10, row(f"T{i}", float(i), open=i % 2 == 0))
        await store.create(row("new", 100.0), b"0")
        await store.create(row("shut", 100.0, open=False), b"0")
        for number, ended in zip(range(old + 1), count()):
            await store.keep_game(game(number, float(ended)), bytes(5000))
        assert await store.purge(100.0) == (old, old + 1)
        assert await store.purge(100.0) == (0, 0)
        assert {t.code for t in await store.tables()} == {"new", "shut"}
        assert (await store.log("T0"), await store.games()) == ([], [])
        with pytest.raises(ValueError, match="no table T0"):
            await store.append("T0", 11, [b"late"], row("T0"))
        assert await store.create(row("T0"), b"anew")
        await works(store, "T0")


@live
async def test_a_wrong_request_fails_alone_among_others(house: House) -> None:
    async with house.opened() as store:
        await store.create(row("A"), b"0")
        await store.create(row("B"), b"0")
        tasks = [
            asyncio.create_task(store.append("A", 1, [b"1"], row("A"))),
            asyncio.create_task(store.append("A", 1, [b"twice"], row("A"))),
            asyncio.create_task(store.append("A", 3, [b"gap"], row("A"))),
            asyncio.create_task(store.append("B", 1, [b"1"], row("B", title="\ud800"))),
            asyncio.create_task(store.append("B", 1, ["text"], row("B"))),  # type: ignore[list-item]
            asyncio.create_task(store.append("A", 2, [b"2"], row("A"))),
        ]
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        kinds = [type(None), ValueError, ValueError, UnicodeEncodeError, TypeError, type(None)]
        assert [type(answer) for answer in answers] == kinds
        assert await store.log("A") == [b"0", b"1", b"2"]
        assert await store.log("B") == [b"0"]


@live
async def test_one_who_stops_waiting_disturbs_nobody(house: House) -> None:
    async with house.opened() as store:
        await store.create(row("A"), b"0")
        gone = asyncio.create_task(store.append("A", 1, [b"1"], row("A")))
        stays = asyncio.create_task(store.append("A", 2, [b"2"], row("A")))
        await asyncio.sleep(0)
        gone.cancel()
        await stays
        assert await store.log("A") == [b"0", b"1", b"2"]


@live
async def test_what_waits_is_written_before_the_end(house: House) -> None:
    store = house.store()
    await store.open()
    await store.create(row("A"), b"0")
    tasks = [asyncio.create_task(store.append("A", 1 + i, [b"%d" % (1 + i)], row("A"))) for i in range(50)]
    await asyncio.sleep(0)
    await asyncio.gather(store.close(), store.close())
    await asyncio.gather(*tasks)
    await store.close()
    async with house.opened() as again:
        assert await again.log("A") == [b"%d" % i for i in range(51)]


@live
async def test_a_log_can_be_written_anew(house: House) -> None:
    async with house.opened() as store:
        await store.create(row("A", title="Zoé"), b"0")
        await store.append("A", 1, [b"one", b"two"], row("A"))
        await store.keep_game(game(1), b"record")
        await store.rewrite(row("A", 9.0), [b"nobody"], [replace(game(1), names=("?", "Bo"))])
        assert (await store.log("A"), await store.table("A")) == ([b"nobody"], row("A", 9.0))
        found = await store.game("g1")
        assert found == (replace(game(1), names=("?", "Bo")), b"record")
        await works(store)


@live
async def test_tables_that_are_kept_are_not_purged(house: House) -> None:
    async with house.opened() as store:
        for code in "ABCD":
            await store.create(row(code, 1.0), b"0")
        assert await store.purge(5.0, keep=["B"], share=0.5) == (2, 0)
        assert await store.purge(5.0, keep=["B"]) == (1, 0)
        assert [t.code for t in await store.tables()] == ["B"]
        assert await store.latest() == 1.0


def deal(code: str, opened: float = 1.0, **more: Any) -> SharedDeal:
    base = SharedDeal(
        code, opened, "amerix", 3, 2, {"timers": "none"}, "normal", "calm", "5eed", f"hash of {code}", "host"
    )
    return replace(base, **more)


def result(number: int, of: str = "D") -> DealResult:
    chairs = SeatResult(Sitter.PERSON, 12, 1), SeatResult(Sitter.STAND_IN, -3, None)
    return DealResult(f"g{number}", of, False, chairs)


@live
async def test_a_deal_is_kept_changed_and_found_again(house: House) -> None:
    async with house.opened() as store:
        assert await store.open_deal(deal("D")) and await store.open_deal(deal("E", 2.0))
        assert not await store.open_deal(deal("D", 9.0))
        changed = await store.change_deal("D", lambda found: replace(found, tables=found.tables + 1))
        assert changed == deal("D", tables=1)
        assert await store.change_deal("X", lambda found: found) is None
        with pytest.raises(ZeroDivisionError):
            await store.change_deal("D", lambda found: replace(found, tables=1 // 0))
    async with house.opened() as store:
        assert (await store.deal("D"), await store.deal("X")) == (deal("D", tables=1), None)
        assert await store.deals() == [deal("E", 2.0), deal("D", tables=1)]
        assert await store.deals(limit=1) == [deal("E", 2.0)]


@live
async def test_many_who_open_a_table_at_once_are_all_counted(house: House) -> None:
    async with house.opened() as store:
        await store.open_deal(deal("D"))
        one_more = [store.change_deal("D", lambda d: replace(d, tables=d.tables + 1)) for _ in range(20)]
        await asyncio.gather(*one_more)
        found = await store.deal("D")
        assert found is not None and found.tables == 20


@live
async def test_the_results_of_a_deal_come_with_the_names_of_its_games(house: House) -> None:
    async with house.opened() as store:
        await store.open_deal(deal("D"))
        await store.open_deal(deal("E"))
        await store.create(row("A"), b"first")
        await store.keep_game(game(2, 2.0), b"record", result(2))
        await store.keep_game(game(1, 1.0), b"record", result(1))
        await store.keep_game(game(1, 1.0), b"record", result(1))
        await store.keep_game(game(3, 3.0), b"record", result(3, "E"))
        await store.keep_game(game(4, 4.0), b"record")
        await store.keep_game(game(5, 5.0), b"record", result(5, "nowhere"))
        assert await store.results("D") == [(game(1, 1.0), result(1)), (game(2, 2.0), result(2))]
        # Who is forgotten in his game is forgotten in the ranking.
        await store.rewrite(row("A"), [b"first"], [replace(game(1, 1.0), names=("?", "Bo"))])
        assert [found.names for found, _ in await store.results("D")] == [("?", "Bo"), ("Zoé", "Bo")]


@live
async def test_what_is_dealt_from_a_seed_is_sealed_until_the_deal_is_closed(house: House) -> None:
    async with house.opened() as store:
        await store.open_deal(deal("D"))
        assert await store.is_sealed("hash of D") and not await store.is_sealed("hash of E")
        await store.keep_game(game(1), b"record", result(1))
        await store.change_deal("D", lambda found: replace(found, closed=9.0))
        assert not await store.is_sealed("hash of D")
        # What finishes later is a game like any other.
        await store.keep_game(game(2), b"record", result(2))
        assert await store.game("g2") is not None
        assert await store.results("D") == [(game(1), result(1))]


@live
async def test_a_deal_goes_when_it_is_old_and_none_of_its_games_is_kept(house: House) -> None:
    async with house.opened() as store:
        for code, opened in (("D", 1.0), ("E", 1.0), ("F", 50.0)):
            await store.open_deal(deal(code, opened))
        await store.keep_game(game(1, 1.0), b"record", result(1, "D"))
        await store.keep_game(game(2, 60.0), b"record", result(2, "E"))
        assert await store.purge(10.0) == (0, 1)
        await store.purge(10.0)
        assert {found.code for found in await store.deals()} == {"E", "F"}
        assert await store.results("D") == [] and len(await store.results("E")) == 1
