"""Over real sockets: what is compensated belongs to a device, is bounded by its kernel, and cannot be forged."""

import asyncio
import socket as sockets
from pathlib import Path
from typing import Any, Self
from unittest.mock import Mock

import pytest
from aiohttp import WSMsgType
from aiohttp.test_utils import make_mocked_request

from tablee.server.fairness import FRIENDS, PASSED, STRICT, UNPROVEN, LagTracker, LineProof
from tablee.server.line import ROUND_TRIP, TCP_INFO, KnownLine, kernel_proof, microseconds
from tablee.server.protocol import PROTOCOL
from tablee.server.secrets import hashed
from tests.server.client import Server, eventually
from tests.server.test_line import on_a_server

LATE = 0.15
"""Seconds by which a forger keeps his pongs back."""
linux_only = pytest.mark.skipif(TCP_INFO is None, reason="this kernel says nothing of its round trips")


class Forger:
    """The host of a table, with a client that answers pings when it likes, or never."""

    def __init__(self, server: Server, late: float | None = LATE, code: str = "", token: str = "") -> None:
        self.server, self.late, self.code, self.token = server, late, code, token
        self.headers: dict[str, str] = {}
        self.pinged = 0

    async def __aenter__(self) -> Self:
        http, url = self.server.http, self.server.url
        if not self.code:
            async with http.post(f"{url}/api/tables", json={"game": "vizdibix", "seats": 2}) as answer:
                made = await answer.json()
                self.code, self.token = made["code"], made["token"]
        self._ws = await http.ws_connect(f"{url}/ws", autoping=False, headers=self.headers)
        await self._ws.send_json({"type": "hello", "protocol": PROTOCOL, "code": self.code, "token": self.token})
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *why: object) -> None:
        self._reading.cancel()
        await self._ws.close()

    async def _read(self) -> None:
        waiting = set()
        async for message in self._ws:
            if message.type is WSMsgType.PING:
                self.pinged += 1
                if self.late is not None:
                    waiting.add(asyncio.create_task(self._answer(message.data, self.late)))

    async def _answer(self, payload: bytes, late: float) -> None:
        await asyncio.sleep(late)
        await self._ws.pong(payload)

    async def say(self, **message: Any) -> None:
        await self._ws.send_json(message)

    def again(self) -> "Forger":
        """Another connection of the same device."""
        return Forger(self.server, self.late, self.code, self.token)

    @property
    def lag(self) -> LagTracker:
        return self.server.hub.tables[self.code].lines.of(hashed(self.token))

    async def measured(self) -> None:
        await eventually(lambda: not self.lag.silent)


@linux_only
def test_late_pongs_gain_nothing_on_a_direct_line(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        async with Forger(server) as forger:
            await forger.measured()
            assert forger.lag.rtt < 100
            forger.lag.trust = FRIENDS
            assert forger.lag.rtt >= 1000 * LATE

    on_a_server(tmp_path, test)


@linux_only
def test_a_reconnect_and_a_second_socket_are_the_same_device(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        async with Forger(server, late=0.0) as forger:
            await forger.measured()
            lag, most = forger.lag, forger.lag.most
            async with forger.again() as second:
                second.late = LATE
                assert second.lag is lag
                await eventually(lambda: second.pinged >= 5)
        async with forger.again() as back:
            back.late = LATE
            await eventually(lambda: back.pinged >= 5)
            assert back.lag is lag
            assert lag.most <= most + 60

    on_a_server(tmp_path, test)


def test_who_answers_no_pings_is_compensated_nothing(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        async with Forger(server, late=None) as forger:
            await eventually(lambda: forger.pinged >= 5)
            assert (forger.lag.most, forger.lag.cap(200)) == (0, 0)

    on_a_server(tmp_path, test)


def test_behind_a_proxy_that_says_nothing_little_is_believed(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        forger = Forger(server)
        forger.headers = {ROUND_TRIP: "390000"}  # his own word, which the proxy lets through
        async with forger:
            await forger.measured()
            assert forger.lag.most == UNPROVEN + STRICT.allowance

    on_a_server(tmp_path, test, proxied=True)


def test_a_drawing_is_heard_and_nonsense_about_it_is_not(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        async with Forger(server, late=0.0) as forger:
            await forger.measured()
            (client,) = server.hub.tables[forger.code].clients
            client.sent.wrote(3, 0.0)
            for stimulus in (-1, 4, 2**70, 3):
                await forger.say(type="drew", stimulus=stimulus)
            await eventually(lambda: client.sent.shown(3) is not None)
            assert [client.sent.shown(n) for n in (-1, 2, 4)] == [None, None, None]
            assert client.lag.drawing > 0

    on_a_server(tmp_path, test)


# ---- whose word counts ----------------------------------------------------------------------------------


@linux_only
def test_the_kernel_knows_a_line() -> None:
    with (
        sockets.create_server(("127.0.0.1", 0)) as server,
        sockets.create_connection(server.getsockname()) as line,
    ):
        proof = kernel_proof(line)
    assert proof is not None
    assert 0 < proof.least <= proof.usual < 1_000


def test_where_the_kernel_says_nothing_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    assert kernel_proof(None) is None
    with sockets.socket() as closed:
        closed.close()
        assert kernel_proof(closed) is None
    monkeypatch.setattr("tablee.server.line.TCP_INFO", None)
    with sockets.socket() as line:
        assert kernel_proof(line) is None


@pytest.mark.parametrize(
    ("proxied", "told", "remote", "headers", "least"),
    [
        (False, False, "192.0.2.7", {}, 3),
        (False, False, "192.0.2.7", {"X-Forwarded-For": "192.0.2.9"}, 3),  # anybody may say so
        (False, False, "127.0.0.1", {}, 3),
        (False, False, "127.0.0.1", {"X-Forwarded-For": "192.0.2.9"}, None),  # a proxy nobody told us of
        (False, True, "192.0.2.7", {ROUND_TRIP: "90000"}, 3),
        (True, False, "192.0.2.7", {ROUND_TRIP: "90000"}, None),
        (True, True, "192.0.2.7", {}, None),
        (True, True, "192.0.2.7", {ROUND_TRIP: "90000"}, 90 + 4),
        (True, True, "192.0.2.7", {ROUND_TRIP: "390000, 90000"}, 90 + 4),
    ],
)
def test_the_kernel_counts_on_a_direct_line_and_the_proxys_word_where_it_is_trusted(
    monkeypatch: pytest.MonkeyPatch,
    proxied: bool,
    told: bool,
    remote: str,
    headers: dict[str, str],
    least: float | None,
) -> None:
    monkeypatch.setattr("tablee.server.line.kernel_proof", lambda _: LineProof(3, 4, 2))
    transport = Mock()
    transport.is_closing.return_value = False
    request = make_mocked_request("GET", "/ws", headers=headers, transport=transport).clone(remote=remote)
    line = KnownLine(request, proxied, told)
    proof = line.proof()
    assert (None if proof is None else proof.least) == least
    transport.is_closing.return_value = True
    assert line.proof() is None, "its number may be another's by now"


@pytest.mark.parametrize("said", ["", "-1", "0", "1e9", "nan", "٣", "99999999", "1" * 5_000])
def test_a_word_that_is_none_is_not_believed(said: str) -> None:
    assert microseconds([said]) is None


def test_a_proxys_word_bounds_late_pongs() -> None:
    lag = LagTracker(bytes)
    lag.proved(LineProof(40))
    for _ in range(16):
        lag.ponged(lag.pinged(0), 350)
    assert lag.most == 40 + PASSED + STRICT.allowance
