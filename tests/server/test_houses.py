"""Several servers on one database: any takes anybody, and a table that loses its server goes on at another."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from tablee.server import lease, relay
from tablee.server.asking import CONNECTIONS
from tablee.server.clock import Pace
from tablee.server.hub import Hub
from tablee.server.postgres import PostgresStore
from tablee.server.relay import Peers
from tablee.server.run import join_others
from tablee.server.secrets import hashed
from tablee.server.socket import Outbox
from tablee.server.web import make_app
from tests.postgres import Postgres
from tests.server.client import Client, Server, eventually


@pytest.fixture(autouse=True)
def short_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease, "BEAT", 0.2)
    monkeypatch.setattr(lease, "LEASE", 3.0)
    monkeypatch.setattr(lease, "MARGIN", 0.3)
    monkeypatch.setattr(relay, "SILENCE", 4.0)


class Node(Server):
    """One of several servers."""

    store: PostgresStore
    runner: web.AppRunner
    stop: asyncio.Event

    def freeze(self) -> None:
        assert self.store.lease._beating is not None
        self.store.lease._beating.cancel()

    def wake(self) -> None:
        self.store.lease._beating = asyncio.create_task(self.store.lease._beat_for_ever())

    async def drain(self) -> None:
        await self.hub.close()
        await self.runner.cleanup()


@asynccontextmanager
async def node(address: str) -> AsyncIterator[Node]:
    store = PostgresStore(address)
    hub = Hub(store, pace=Pace(countdown=0, retry=200))
    await hub.open()
    peers = Peers(store)
    app = make_app(hub, peers=peers)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    stop = asyncio.Event()
    join_others(peers, hub, app[CONNECTIONS], stop, url)
    async with aiohttp.ClientSession() as http:
        server = Node(url, hub, http)
        server.store, server.runner, server.stop = store, runner, stop
        try:
            yield server
        finally:
            for client in server.clients:
                with suppress(asyncio.CancelledError):
                    await client.close()
            await runner.cleanup()
            await peers.close()
            await hub.close()


def story(count: int) -> Callable[[Callable[..., Coroutine[Any, Any, None]]], Callable[[Postgres], None]]:
    """A test that is told with so many servers."""

    def around(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[[Postgres], None]:
        def run(postgres: Postgres) -> None:
            async def tell() -> None:
                address = postgres.fresh()
                async with AsyncExitStack() as stack:
                    await test(*[await stack.enter_async_context(node(address)) for _ in range(count)])

            asyncio.run(tell())

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return run

    return around


async def begun(one: Node, two: Node) -> tuple[Client, Client]:
    """Two people who have just started a game, one at each server."""
    host = await one.make("amerix", seats=2, options={"timers": "none"})
    guest = await two.join(host.code)
    await host.do("sit", name="Léa", seat=0)
    await guest.do("sit", name="Max", seat=1)
    await host.do("start")
    await guest.until(lambda: bool(guest.sight) and not guest.sight.get("gated"))
    return host, guest


@story(2)
async def test_any_server_takes_anybody(one: Node, two: Node) -> None:
    host, guest = await begun(one, two)
    assert host.code in one.hub.tables
    assert host.code not in two.hub.tables
    assert len(one.hub.tables[host.code].clients) == 2
    async with two.http.get(f"{two.url}/api/tables/{host.code}") as answer:
        assert (answer.status, (await answer.json())["code"]) == (200, host.code)
    # The line that is measured is that of the person: pings come through.
    client = next(c for c in one.hub.tables[host.code].clients if c.token == guest.token)
    await eventually(lambda: client.lag.rtt > 0)
    assert await guest.refused("pause", on=True) == "host_only"


@story(2)
async def test_public_tables_of_all_servers_are_in_every_list(one: Node, two: Node) -> None:
    made = [await server.make("amerix", seats=2, public=True) for server in (one, two)]

    async def codes(server: Node) -> list[str]:
        async with server.http.get(f"{server.url}/api/tables") as answer:
            return [table["code"] for table in await answer.json()]

    async with asyncio.timeout(10):
        while [await codes(one), await codes(two)] != [[made[1].code, made[0].code]] * 2:
            await asyncio.sleep(0.05)
    await made[0].do("close")
    async with asyncio.timeout(10):
        while await codes(two) != [made[1].code]:
            await asyncio.sleep(0.05)
    late = await two.connect()
    await late.say({"type": "hello", "protocol": 2, "code": made[0].code})
    assert (await late.gone() or {})["code"] == "unknown_table"


@story(2)
async def test_a_server_that_stops_hands_its_tables_over(one: Node, two: Node) -> None:
    host, guest = await begun(one, two)
    before = await one.store.log(host.code)
    await one.drain()
    await host.gone()
    await guest.gone()
    back = await two.join(host.code, host.token)
    assert host.code in two.hub.tables
    assert back.table["playing"]
    assert [seat.get("yours", False) for seat in back.table["seats"]] == [True, False]
    after = await two.store.log(host.code)
    assert after[: len(before)] == before


@story(2)
async def test_who_wakes_up_too_late_tells_nobody_and_sends_people_on(one: Node, two: Node) -> None:
    host, guest = await begun(one, two)
    table = one.hub.tables[host.code]
    one.freeze()
    await guest.close()
    await asyncio.sleep(lease.LEASE)
    back = await two.join(host.code, guest.token)
    assert host.code in two.hub.tables
    assert back.table["playing"]
    log = await two.store.log(host.code)
    heard = len(host.heard)
    await host.send("pause", on=True)
    await asyncio.sleep(0.2)
    assert [m["type"] for m in host.heard[heard:] if m["type"] not in ("lag", "trouble")] == []
    one.wake()
    assert await host.gone() is None
    assert [m["type"] for m in host.heard[heard:] if m["type"] not in ("lag", "trouble")] == []
    assert host.code not in one.hub.tables
    assert table.hold.lost
    again = await one.join(host.code, host.token)  # handed on
    assert again.table["you_host"]
    await again.do("pause", on=True)
    assert len(two.hub.tables[host.code].clients) == 2
    assert (await two.store.log(host.code))[: len(log)] == log


@story(2)
async def test_whoever_is_handed_on_to_a_silent_server_is_let_go(one: Node, two: Node) -> None:
    """It may be frozen, and then its tables will soon be elsewhere."""
    host, guest = await begun(one, two)
    client = next(c for c in one.hub.tables[host.code].clients if c.token == guest.token)
    assert isinstance(client.socket, Outbox)
    client.socket.ping = never  # type: ignore[method-assign]
    assert await guest.gone() is None


def never(payload: bytes) -> None:
    """A frozen server sends nothing."""


@story(2)
async def test_somebody_is_forgotten_at_whichever_server_his_table_is(one: Node, two: Node) -> None:
    host = await one.make("amerix", seats=2)
    await host.do("sit", name="Zoé", seat=0)
    body = {"tokens": {host.code: host.token}}
    async with two.http.post(f"{two.url}/api/person", json=body) as answer:
        assert [table["names"] for table in (await answer.json())["tables"]] == [["Zoé"]]
    async with two.http.post(f"{two.url}/api/person/forget", json=body) as answer:
        assert await answer.json() == {"tables": 1}
    log = b"".join(await two.store.log(host.code))
    assert "Zoé".encode() not in log
    assert hashed(host.token).encode() not in log


@story(2)
async def test_orders_of_the_operator(one: Node, two: Node) -> None:
    host = await one.make("amerix", seats=2)
    await two.store.order(one.store.lease.id, "close", host.code)
    assert (await host.gone() or {})["code"] == "table_closed"
    await two.store.order(one.store.lease.id, "drain")
    async with asyncio.timeout(10):
        await one.stop.wait()


@story(2)
async def test_guesses_count_at_all_servers_together(one: Node, two: Node) -> None:
    async def guess(server: Node) -> int:
        async with server.http.get(f"{server.url}/api/tables/ZZZZZZ") as answer:
            return answer.status

    assert [await guess(one) for _ in range(20)] == [404] * 20
    assert await guess(one) == 429
    async with asyncio.timeout(10):
        while await guess(two) == 404:
            await asyncio.sleep(0.3)
    assert sum([await guess(two) == 404 for _ in range(5)]) <= 1


@story(2)
async def test_only_servers_of_the_house_say_where_somebody_comes_from(one: Node, two: Node) -> None:
    for secret, status in ((one.store.secret, 200), ("0" * 64, 421)):
        headers = {"X-Tablee-Peer": secret, "X-Tablee-Address": "192.0.2.7", "Host": "node1.internal"}
        async with two.http.get(f"{two.url}/api/house", headers=headers) as answer:
            assert answer.status == status
