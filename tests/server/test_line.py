"""One WebSocket: garbage, floods and silence harm only the client that they come from."""

import asyncio
import base64
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from tablee.kernel.refusal import Refused
from tablee.server.clock import Pace
from tablee.server.limits import Bucket, Buckets, Guesses
from tablee.server.protocol import LONGEST_MESSAGE, PROTOCOL
from tablee.server.where import HostNames, network
from tests.server.client import Server, eventually, play_on, start_server


def on_a_server(path: Path, test: Callable[[Server], Awaitable[None]], **more: Any) -> None:
    async def run() -> None:
        async with start_server(path, **more) as server:
            await test(server)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ("", "malformed"),
        ("null", "malformed"),
        ("[[[[", "malformed"),
        ('{"type":"hello"}', "malformed"),
        ('{"type":"sit","id":"1","name":"x"}', "malformed"),
        ('{"type":"hello","protocol":0,"code":"ABCDEF"}', "old_client"),
        ('{"type":"hello","protocol":2,"code":"ABCDEF"}', "unknown_table"),
        ('{"type":"hello","protocol":2,"code":"","token":""}', "unknown_table"),
        ('{"type":"hello","protocol":2,"code":"ABCDEF","more":1}', "malformed"),
    ],
)
def test_who_does_not_say_hello_is_sent_away(first: str, code: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        client = await server.connect()
        await client.say(first)
        assert await client.gone() == {"type": "bye", "code": code}

    on_a_server(tmp_path, test)


def test_hello_in_another_form_or_too_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.socket.HELLO_WITHIN", 0.05)

    async def test(server: Server) -> None:
        late = await server.connect()
        assert await late.gone() == {"type": "bye", "code": "too_late"}
        binary = await server.connect()
        await binary.ws.send_bytes(b'{"type":"hello"}')
        assert await binary.gone() == {"type": "bye", "code": "malformed"}
        long = await server.connect()
        await long.say("x" * (LONGEST_MESSAGE + 1))
        await long.gone()
        assert long.ws.close_code == 1009

    on_a_server(tmp_path, test)


def test_garbage_is_answered_and_too_much_of_it_closes(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea = await server.make("amerix", seats=2)
        await lea.do("sit", name="Léa")
        rude = await server.join(lea.code)
        again = {"type": "hello", "protocol": PROTOCOL, "code": lea.code}
        for nonsense in ("{", "{}", "[]", '{"type":"fly","id":"1"}', '{"type":"sit","id":""}', again):
            await rude.say(nonsense)
            assert await rude.expect("refused") == {"type": "refused", "id": "", "code": "malformed"}
        await rude.say({"type": "alive"})
        await rude.do("sit", name="Tom")
        for _ in range(5):
            await rude.say({"type": "start", "id": "x" * 65})
        assert await rude.gone() == {"type": "bye", "code": "malformed"}
        await lea.do("react", phrase="oups")

    on_a_server(tmp_path, test)


def test_binary_frames_long_messages_and_floods_close(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea = await server.make("amerix", seats=2)
        binary, long, flood = [await server.join(lea.code) for _ in range(3)]
        await binary.ws.send_bytes(b"{}")
        assert await binary.gone() == {"type": "bye", "code": "malformed"}
        await long.say("x" * (LONGEST_MESSAGE + 1))
        await long.gone()
        assert long.ws.close_code == 1009
        for _ in range(200):
            if flood.ws.closed:
                break
            await flood.say({"type": "react", "id": "1", "phrase": "none"})
        assert await flood.gone() == {"type": "bye", "code": "too_fast"}
        await lea.do("sit", name="Léa")
        await lea.until(lambda: lea.table["spectators"] == 0)

    on_a_server(tmp_path, test)


def test_codes_cannot_be_guessed_quickly(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        codes = []
        for _ in range(30):
            guess = await server.connect()
            await guess.say({"type": "hello", "protocol": PROTOCOL, "code": "ABCDEF"})
            bye = await guess.gone()
            codes.append(bye and bye["code"])
        assert codes[0] == "unknown_table"
        assert codes[-1] == "too_fast"

    on_a_server(tmp_path, test)


def frame(message: object) -> bytes:
    """A masked text frame; the mask of zeros leaves the bytes as they are."""
    data = msgspec.json.encode(message)
    assert len(data) < 126
    return bytes((0x81, 0x80 | len(data), 0, 0, 0, 0)) + data


async def deaf(server: Server, code: str) -> socket.socket:
    """A client that says hello and then reads nothing, and answers no ping."""
    where = urlsplit(server.url)
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(raw, (where.hostname, where.port))
    key = base64.b64encode(bytes(16)).decode()
    upgrade = (
        f"GET /ws HTTP/1.1\r\nHost: {where.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
    )
    hello = frame({"type": "hello", "protocol": PROTOCOL, "code": code})
    await loop.sock_sendall(raw, upgrade.encode())
    await loop.sock_sendall(raw, hello)
    return raw


def test_who_stops_reading_is_dropped_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.server.socket.OUTBOX", 16)

    async def test(server: Server) -> None:
        lea = await server.make("amerix", seats=3)
        await lea.do("sit", name="Léa")
        with await deaf(server, lea.code):
            await lea.until(lambda: lea.table["spectators"] == 1)
            await lea.do("start")
            await play_on(lea, Random(1))
            for _ in range(40):
                if lea.table["spectators"] == 0:
                    break
                await lea.do("start")
                await play_on(lea, Random(1))
            assert lea.table["spectators"] == 0
            assert len(server.hub.tables[lea.code].clients) == 1

    on_a_server(tmp_path, test, pace=Pace(rate=400.0), send_buffer=4096)


def test_a_line_on_which_nothing_comes_back_is_dead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.socket.DEAD_AFTER", 0.3)

    async def test(server: Server) -> None:
        lea = await server.make("amerix", seats=2)
        table = server.hub.tables[lea.code]
        with await deaf(server, lea.code):
            await eventually(lambda: len(table.clients) == 2)
            await eventually(lambda: lea.table["spectators"] == 1)
            await eventually(lambda: len(table.clients) == 0)

    monkeypatch.setattr("tablee.server.socket.PING_EVERY", 0.4)
    on_a_server(tmp_path, test)


def test_the_lag_is_measured_and_told(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        lea = await server.make("amerix", seats=2)
        lag = await lea.expect("lag")
        assert set(lag) == {"type", "round_trip", "jitter", "compensated_up_to"}

    on_a_server(tmp_path, test)


def test_a_class_that_comes_back_together_is_no_guesser() -> None:
    """More right tries under way than the limit: they wait for one another and all get in; wrong ones do not."""

    async def come(guesses: Guesses, right: bool) -> str:
        try:
            async with guesses.guess("school"):
                await asyncio.sleep(0.001)
                if not right:
                    raise Refused("unknown_table")
        except Refused as no:
            return no.code
        return "in"

    async def many(right: bool) -> list[str]:
        guesses = Guesses(Buckets(burst=5, per_second=0.0))
        return await asyncio.gather(*(come(guesses, right) for _ in range(30)))

    assert asyncio.run(many(True)) == ["in"] * 30
    wrong = asyncio.run(many(False))
    assert (wrong.count("unknown_table"), wrong.count("too_fast")) == (5, 25)


def test_many_households_guess_no_more_than_the_world_may() -> None:
    """Of addresses that come and go each has a first try; then the world's budget is all there is."""

    async def wrong(guesses: Guesses, who: str) -> str:
        try:
            async with guesses.guess(who):
                raise Refused("unknown_table")
        except Refused as no:
            return no.code

    async def run() -> None:
        endless = Buckets(1e9, 0.0)
        guesses = Guesses(endless, endless, Bucket(burst=10, per_second=0.0))
        seen = [await wrong(guesses, f"192.0.2.{i % 20}") for i in range(60)]
        assert seen.count("unknown_table") == 20, "one for each, ten of them from the budget of all"
        async with guesses.guess("198.51.100.7"):
            pass  # who knows his code comes in all the same
        site = Guesses(endless, Buckets(burst=3, per_second=0.0))
        seen = [await wrong(site, network(f"2001:db8:1:{i:x}::1")) for i in range(9)]
        assert seen.count("unknown_table") == 3, "all networks of one site are one"

    asyncio.run(run())


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:4711", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]:4711", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix:socket", "unix"),
        ("x" * 500, "x" * 64),
    ],
)
def test_a_port_or_a_neighbour_is_no_new_address(said: str, meant: str) -> None:
    assert network(said) == meant


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("localhost:8044", True),
        ("192.168.1.7:8044", True),
        ("[::1]:8044", True),
        ("jeux.example.org", True),
        ("JEUX.example.org.:443", True),
        ("evil.example.org", False),
        ("", False),
        ("localhost.evil.example.org", False),
    ],
)
def test_only_our_names_are_ours(host: str, ours: bool) -> None:
    assert HostNames(["jeux.example.org"]).knows(host) is ours
