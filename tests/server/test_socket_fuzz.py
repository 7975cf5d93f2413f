"""Whatever clients send, in whatever order: no fault in the server, no table dies, nobody else notices."""

import asyncio
import base64
import logging
import os
import socket
import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

import aiohttp
import msgspec
import pytest

from tablee.server import protocol as p
from tablee.server.socket import OUTBOX, Outbox
from tests.phones import arguments
from tests.server.client import QUICK, Client, Server, start_server
from tests.truth import Mirror

ROUNDS = 12
BURST = 40
GAMES = ("amerix", "bazardelix", "vizdibix", "zieufermix")
KINDS: tuple[type[msgspec.Struct], ...] = get_args(p.FromClient)
STAYING = tuple(kind for kind in KINDS if kind is not p.Leave)

NUMBERS = (-(10**30), -1, 0, 0, 1, 1, 2, 3, 7, 8, 255, 2**31, 2**63, 10**30)
STRINGS = (
    "", " ", "a", "Léa", "b" * 300, "\u202e\u0000\x07", "👏", "bravo", "<script>", "{0}{seat}", "../..", "A" * 64,
    "lay", "draw", "turn", "shout", "easy", "normal", "card", "e\u0301" * 40, "\ufffe",
)  # fmt: skip
KEYS = ("starter", "timers", "turn_time", "show_previous", "card", "letter", "kind", "x", "", "type", "__class__")
NONSENSE = (
    "", "null", "[]", "{}", "0", '"hello"', "{", '{"type":', '{"type":"nothing"}', '{"type":"play"}', "\x00",
    '{"type":"sit","id":"","name":"x"}', '{"type":"sit","id":1,"name":"x"}',
    '{"type":"sit","id":"x","name":"\\ud800"}', '{"type":"react","id":"x","phrase":"bravo","more":1}',
    '{"type":"chat","id":"x","text":"' + "x" * 9_000 + '"}',
    '{"type":"play","id":"x","seat":0,"move":"lay","reaction":1e999}', "[" * 5_000, '{"a":' * 2_000,
    '{"type":"hello","protocol":1,"code":"ABCDEF"}', '{"type":"alive","id":"x"}', '{"type":["sit"]}',
)  # fmt: skip


def value(kind: Any, rng: Random, depth: int = 0) -> Any:
    """Something of a type, seldom something sensible."""
    options = get_args(kind)
    if get_origin(kind) is UnionType or (options and NoneType in options):
        return value(rng.choice(options), rng, depth)
    if kind is NoneType:
        return None
    if kind is bool:
        return rng.random() < 0.5
    if kind is int:
        return rng.choice(NUMBERS)
    if kind is float:
        return rng.choice((-1.0, 0.0, 0.5, 200.0, 1e300, -1e300))
    if kind is str:
        return rng.choice(STRINGS)
    if kind is Any:
        return anything(rng, depth + 1)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return {field.encode_name: value(field.type, rng, depth + 1) for field in msgspec.structs.fields(kind)}
    if get_origin(kind) in (dict, Mapping):
        return {rng.choice(KEYS): anything(rng, depth + 1) for _ in range(rng.randrange(3))}
    if get_origin(kind) is tuple:
        return [value(options[0], rng, depth + 1) for _ in range(rng.choice((0, 1, 3, 40)))]
    return rng.choice(list(kind)).value


def anything(rng: Random, depth: int = 0) -> Any:
    if depth > 3 or rng.random() < 0.6:
        return value(rng.choice((int, str, bool, float, NoneType)), rng)
    if rng.random() < 0.5:
        return [anything(rng, depth + 1) for _ in range(rng.randrange(3))]
    return {rng.choice(KEYS): anything(rng, depth + 1) for _ in range(rng.randrange(3))}


def typed(rng: Random) -> dict[str, Any]:
    """A message of a right form."""
    kind = rng.choice(KINDS if rng.random() < 0.1 else STAYING)
    message = {"type": kind.__struct_config__.tag}
    message |= {field.encode_name: value(field.type, rng) for field in msgspec.structs.fields(kind)}
    if "id" in message:
        message["id"] = str(rng.randrange(200))
    return message


def sensible(client: Client, rng: Random) -> dict[str, Any]:
    """A move that is offered, or nearly."""
    offers = [(seat, o) for seat, many in client.sight.get("offers", {}).items() for o in many]
    if not offers and client.table.get("playing"):
        return {"type": "react", "id": f"r{rng.random()}", "phrase": rng.choice(p.PHRASES)}
    if not offers:
        name = f"N{rng.randrange(100)}"
        return {"type": "sit", "id": name, "name": name}
    seat, offer = rng.choice(offers)
    args = arguments(offer, rng)
    if rng.random() < 0.3:
        args[rng.choice([*args, *KEYS])] = anything(rng)
    kind = rng.choice(("play", "play", "check"))
    play: dict[str, Any] = {"type": kind, "id": f"m{rng.random()}", "seat": int(seat)}
    play |= {"move": offer["name"], "args": args}
    if kind == "play" and "stimulus" in offer:
        play |= {"answers": offer["stimulus"] + rng.choice((0, 0, 0, 1)), "reaction": rng.choice((1, 300.5, -4))}
    return play


async def rage(server: Server, code: str, rng: Random) -> None:
    """One client of bad manners, who comes back under the same token or another."""
    token = None
    for _ in range(ROUNDS):
        client = await server.connect()
        if rng.random() < 0.1:
            await client.say(rng.choice(NONSENSE))
            await client.gone()
            continue
        await client.hello(code, token if rng.random() < 0.9 else rng.choice(STRINGS))
        token = client.token
        if not client.table["playing"]:
            await client.ask("sit", name=f"N{rng.randrange(100)}")
        with_nonsense = rng.random() < 0.3
        for i in range(rng.randrange(BURST)):
            if client.closed:
                break
            kind = rng.random()
            try:
                if with_nonsense and kind < 0.3:
                    await client.say(rng.choice(NONSENSE))
                elif with_nonsense and kind < 0.33:
                    await client.ws.send_bytes(os.urandom(rng.randrange(20)))
                elif with_nonsense and kind < 0.35:
                    await client.say("x" * (p.LONGEST_MESSAGE + 1))
                elif kind < 0.4:
                    await client.ws.ping(b"a ping")
                    await client.ws.pong(os.urandom(16))
                elif kind < 0.8:
                    await client.say(sensible(client, rng))
                else:
                    await client.say(typed(rng))
            except (ConnectionError, aiohttp.ClientError):
                break
            if i % 3 == 0:
                await asyncio.sleep(0.003)
        if rng.random() < 0.5:
            await client.close()


async def honest(host: Client, until: asyncio.Event) -> int:
    """Somebody at the same table who plays as he should, and always gets an answer."""
    rng, answers = Random(0), 0
    await host.do("sit", name="Hôte", seat=0)
    while not until.is_set():
        if host.table["playing"]:
            answer = await host.ask(**{"kind": "hand", "seat": None} | honest_move(host, rng))
        elif sum(seat["kind"] == "person" for seat in host.table["seats"]) > 2 or rng.random() < 0.02:
            answer = await host.ask("start")
        else:
            answer = await host.ask("configure", chat=rng.random() < 0.5)
        assert answer["type"] == "done" or answer["code"] not in ("malformed", "store_trouble"), answer
        answers += 1
        await asyncio.sleep(0.005)
    assert not host.closed
    return answers


def honest_move(host: Client, rng: Random) -> dict[str, Any]:
    offers = host.sight.get("offers", {}).get("0", [])
    if not offers or 0 not in host.sight["view"]["active"]:
        return {}
    offer = rng.choice(offers)
    stimulus = {"answers": offer["stimulus"]} if "stimulus" in offer else {}
    return {"kind": "play", "seat": 0, "move": offer["name"], "args": arguments(offer, rng), **stimulus}


@pytest.mark.parametrize("seed", [1, 2])
def test_garbage_harms_nobody_else(tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)

    async def story() -> None:
        async with start_server(tmp_path, pace=QUICK) as server:
            over = asyncio.Event()
            hosts = [await server.make(game, seats=4) for game in GAMES]
            playing = [asyncio.create_task(honest(host, over)) for host in hosts]
            raging = [
                asyncio.create_task(rage(server, host.code, Random(f"{seed} {game} {i}")))
                for game, host in zip(GAMES, hosts, strict=True)
                for i in range(2)
            ]
            await asyncio.gather(*raging)
            over.set()
            assert min(await asyncio.gather(*playing)) > 3
            for table in server.hub.tables.values():
                assert table._task is not None
                assert not table._task.done()
                assert table.trouble is None
                for client in table.clients:
                    assert isinstance(client.socket, Outbox)
                    assert client.socket.queue.qsize() <= OUTBOX
            assert {host.code for host in hosts} == server.hub.tables.keys()

    asyncio.run(story())
    assert [record.getMessage() for record in caplog.records] == []
    with closing(sqlite3.connect(tmp_path / "tablee.sqlite3")) as db:
        for (code,) in db.execute("SELECT code FROM tables").fetchall():
            rows = db.execute("SELECT entry FROM log WHERE code = ? ORDER BY seq", (code,)).fetchall()
            Mirror().advance([entry for (entry,) in rows])


class Deaf:
    """A client that talks and never reads."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.writer = writer

    @classmethod
    async def connect(cls, url: str) -> "Deaf":
        host, port = url.removeprefix("http://").split(":")
        small = socket.socket()
        small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
        small.connect((host, int(port)))
        reader, writer = await asyncio.open_connection(sock=small, limit=256)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        return cls(writer)

    async def say(self, message: Any) -> None:
        data = msgspec.json.encode(message)
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self.writer.write(b"\x81" + size + bytes(4) + data)
        await self.writer.drain()


def test_who_does_not_read_is_let_go(tmp_path: Path) -> None:
    async def story() -> None:
        async with start_server(tmp_path, pace=QUICK, send_buffer=4_096) as server:
            host = await server.make("amerix", seats=2)
            await host.do("sit", name="Léa")
            deaf = await Deaf.connect(server.url)
            await deaf.say({"type": "hello", "protocol": p.PROTOCOL, "code": host.code})
            await host.until(lambda: host.table["spectators"] == 1)
            table = server.hub.tables[host.code]
            (outbox,) = [c.socket for c in table.clients if c.token != host.token]
            assert isinstance(outbox, Outbox)
            for i in range(5_000):
                with suppress(ConnectionError):
                    await deaf.say({"type": "check", "id": f"{i:064}", "seat": 0, "move": ""})
                assert outbox.queue.qsize() <= OUTBOX
                if outbox.dropped:
                    break
                if i % 10 == 0:
                    await asyncio.sleep(0.015)
            assert outbox.dropped
            await host.until(lambda: host.table["spectators"] == 0)
            await host.do("stand", seat=0)
            deaf.writer.close()

    asyncio.run(story())
