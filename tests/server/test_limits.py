"""What one address, one table and one disk can bear; and what a server does by itself so that it stays so."""

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random
from time import time

import pytest
from msgspec import structs

from tablee.server.clock import Pace
from tablee.server.hub import PURGE
from tablee.server.protocol import PROTOCOL
from tablee.server.store import TableRow
from tests.server.client import Server, eventually, play_on, start_server

CALM = Pace(rate=0.001)


def test_an_address_has_only_so_many_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.socket.PER_ADDRESS", 3)

    async def run() -> None:
        async with start_server(tmp_path, pace=CALM) as server:
            lea = await server.make("amerix")
            others = [await server.join(lea.code) for _ in range(2)]
            one_more = await server.connect()
            assert await one_more.gone() == {"type": "bye", "code": "too_many"}
            await others[0].close()
            await eventually(lambda: _opened(server, lea.code) == 2)
            await server.join(lea.code)
            await lea.do("sit", name="Léa")

    asyncio.run(run())


def _opened(server: Server, code: str) -> int:
    return len(server.hub.tables[code].clients)


def test_a_table_has_only_so_many_spectators_but_room_for_who_sits_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.server.socket.PER_TABLE", 2)

    async def run() -> None:
        async with start_server(tmp_path, pace=CALM) as server:
            lea = await server.make("amerix")
            await lea.do("sit", name="Léa")
            await server.join(lea.code)
            stranger = await server.connect()
            await stranger.say({"type": "hello", "protocol": PROTOCOL, "code": lea.code})
            assert await stranger.gone() == {"type": "bye", "code": "too_many"}
            again = await server.join(lea.code, lea.token)
            assert again.table["seats"][0]["yours"]

    asyncio.run(run())


def test_behind_a_proxy_everybody_has_an_address_of_his_own(tmp_path: Path) -> None:
    async def wrong_codes(server: Server, said: str) -> list[int]:
        statuses = []
        for _ in range(25):
            headers = {"X-Forwarded-For": said}
            async with server.http.get(f"{server.url}/api/tables/ABCDEF", headers=headers) as answer:
                statuses.append(answer.status)
        return statuses

    async def run() -> None:
        async with start_server(tmp_path, proxied=True) as server:
            assert 429 in await wrong_codes(server, "203.0.113.1")
            assert (await wrong_codes(server, "203.0.113.2"))[0] == 404
            forged = await wrong_codes(server, "198.51.100.9, 203.0.113.1")
            assert forged[0] == 429, "only the proxy's own word counts"
        async with start_server(tmp_path) as server:
            assert 429 in await wrong_codes(server, "203.0.113.1")
            assert 404 not in await wrong_codes(server, "203.0.113.2"), "without a proxy anybody may have said it"

    asyncio.run(run())


def test_the_host_closes_the_table(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=CALM) as server:
            lea = await server.make("amerix", public=True)
            await lea.do("sit", name="Léa")
            tom = await server.join(lea.code)
            await tom.do("sit", name="Tom")
            await lea.do("start")
            assert await tom.refused("close") == "host_only"
            await lea.do("close")
            assert await lea.gone() == await tom.gone() == {"type": "bye", "code": "table_closed"}
            assert server.hub.tables[lea.code].next_wait() is None
            async with server.http.get(f"{server.url}/api/tables") as answer:
                assert await answer.json() == []
        async with start_server(tmp_path, pace=CALM) as server:
            late = await server.connect()
            await late.say({"type": "hello", "protocol": PROTOCOL, "code": lea.code, "token": lea.token})
            assert await late.gone() == {"type": "bye", "code": "unknown_table"}

    asyncio.run(run())


def test_old_tables_are_deleted_unless_somebody_is_there(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, keep_days=30) as server:
            old, looked_at, fresh = [await server.make("amerix") for _ in range(3)]
            for client in (old, looked_at):
                row = structs.replace(server.hub.tables[client.code].row(), changed=time() - 31 * 86_400)
                table = server.hub.tables[client.code]
                await server.hub.store.append(client.code, table.length, [], row)
            await old.close()
            await server.hub.tables.pop(old.code).stop()
            await server.hub.sweep()
            assert len(await server.hub.store.tables()) == 3, "it was looked over when the server started"
            an_hour_later(server)
            await server.hub.sweep()
            left = {row.code for row in await server.hub.store.tables()}
            assert left == {looked_at.code, fresh.code}
            await looked_at.do("sit", name="Léa")

    asyncio.run(run())


def an_hour_later(server: Server) -> None:
    server.hub._purged -= PURGE + 1


async def with_old_tables(server: Server, number: int) -> None:
    for i in range(number):
        row = TableRow(f"OLD{i:03}", 1.0, 2.0 + i, "amerix", public=False, open=True)
        await server.hub.store.create(row, b"")


def test_a_sweep_deletes_a_twentieth_at_most_and_the_oldest_first(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, keep_days=30) as server:
            await with_old_tables(server, 59)
            await server.make("amerix")
            for gone in (3, 5, 7):  # of 60, 57 and 55
                an_hour_later(server)
                await server.hub.sweep()
                left = {row.code for row in await server.hub.store.tables()}
                assert {f"OLD{i:03}" for i in range(59)} - left == {f"OLD{i:03}" for i in range(gone)}

    asyncio.run(run())


def test_a_calendar_that_has_jumped_deletes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with start_server(tmp_path, keep_days=30) as server:
            await server.make("amerix")
            await server.make("amerix")
            for days in (400, -400):
                monkeypatch.setattr("tablee.server.hub.time", lambda days=days: time() + days * 86_400)
                await server.hub.sweep()
                assert len(await server.hub.store.tables()) == 2

    asyncio.run(run())


def test_nothing_is_deleted_if_by_the_calendar_all_is_old(tmp_path: Path) -> None:
    """A machine that starts in the wrong year would otherwise delete everything."""

    async def run() -> None:
        async with start_server(tmp_path, keep_days=30) as server:
            await with_old_tables(server, 3)
            an_hour_later(server)
            await server.hub.sweep()
            assert len(await server.hub.store.tables()) == 3

    asyncio.run(run())


def test_moves_are_still_counted_when_their_table_has_left_memory(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(rate=200, idle=0)) as server:
            lea = await server.make("vizdibix", seats=2)
            await lea.do("sit", name="Léa")
            await lea.do("start")
            with suppress(TimeoutError):
                async with asyncio.timeout(2):
                    await play_on(lea, Random(1))
            moves = server.hub.moves
            assert moves > 0
            await lea.close()
            await eventually(lambda: server.hub.tables[lea.code].idle)
            await server.hub.sweep()
            assert not server.hub.tables
            assert server.hub.moves == moves

    asyncio.run(run())


def test_a_device_that_changes_hands_gets_the_log_of_whoever_takes_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=CALM) as server:
            lea = await server.make("bazardelix", seats=3)
            await lea.do("sit", name="Léa")
            await lea.do("sit", name="Tom")
            await lea.do("start")
            await lea.do("hand", seat=0)
            first = await lea.expect("log")
            assert [line["number"] for line in first["lines"]] == list(range(len(first["lines"])))
            assert first["lines"][0]["kind"] == "deal"

    asyncio.run(run())
