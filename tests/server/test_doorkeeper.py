"""Bytes and connections are counted before anything is understood of them."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tablee.server import doorkeeper
from tablee.server.doorkeeper import (
    CONNECTIONS,
    IN_A_MOMENT,
    OF_CONNECTION,
    PIECE,
    SPARE,
    Doorkeeper,
    Flow,
    GuardedProtocol,
)
from tests.server.client import start_server


class Wire(asyncio.Transport):
    """A connection of which one sees whether it is read."""

    def __init__(self, peer: str = "192.0.2.1") -> None:
        super().__init__({"peername": (peer, 4711)})
        self.reading = True
        self.aborted = False
        self.closing = False

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return self.closing

    def abort(self) -> None:
        self.aborted = True


class Inner(asyncio.Protocol):
    def __init__(self) -> None:
        self.told: list[str] = []
        self.heard = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.told.append("made")

    def data_received(self, data: bytes) -> None:
        self.heard += len(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.told.append("lost")


class Hour:
    """A clock that a test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(doorkeeper, "wall", lambda: self.now)


@pytest.fixture
def hour(monkeypatch: pytest.MonkeyPatch) -> Hour:
    return Hour(monkeypatch)


def test_who_takes_more_owes_the_time(hour: Hour) -> None:
    flow = Flow(100, 10)
    assert flow.spend(100) == 0
    assert flow.spend(20) == 2.0
    hour.now = 1_000
    assert flow.spend(0) == 1.0
    hour.now = 1_000_000
    assert flow.spend(100) == 0, "never more than the burst comes together"
    assert flow.spend(1) == 0.1


class Alarms:
    """What a loop was asked to do later, done when a test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, hour: Hour) -> None:
        self.hour = hour
        self.set: list[tuple[float, Callable[..., None], tuple[Any, ...]]] = []
        monkeypatch.setattr(asyncio, "get_running_loop", lambda: self)

    def call_later(self, wait: float, do: Callable[..., None], *args: Any) -> object:
        self.set.append((self.hour.now + wait * 1_000, do, args))
        return object()

    def pass_time(self, seconds: float) -> None:
        """In small steps; whatever has become due is done."""
        end = self.hour.now + seconds * 1_000
        while self.set and min(at for at, _, _ in self.set) <= end:
            due = min(self.set, key=lambda alarm: alarm[0])
            self.set.remove(due)
            self.hour.now = max(self.hour.now, due[0])
            due[1](*due[2])
        self.hour.now = end


@pytest.fixture
def alarms(monkeypatch: pytest.MonkeyPatch, hour: Hour) -> Alarms:
    return Alarms(monkeypatch, hour)


def test_a_connection_that_says_too_much_is_not_heard_for_a_while(alarms: Alarms) -> None:
    inner, wire = Inner(), Wire()
    protocol = GuardedProtocol(inner, Doorkeeper(1_000, proxied=True))
    protocol.connection_made(wire)
    burst, per_second = OF_CONNECTION
    said = burst + per_second * 3
    protocol.data_received(bytes(said))
    assert not wire.reading
    alarms.pass_time(1)
    assert burst <= inner.heard <= burst + per_second + PIECE
    assert not wire.reading
    alarms.pass_time(5)
    assert inner.heard == said, "nothing is lost"
    assert wire.reading


def test_in_one_moment_an_address_is_heard_a_little_on_all_its_lines_together(alarms: Alarms) -> None:
    """Others come in between: a megabyte of the smallest frames takes a quarter of a second to be understood."""
    keeper = Doorkeeper(1_000)
    inners = [Inner() for _ in range(64)]
    for inner in inners:
        protocol = GuardedProtocol(inner, keeper)
        protocol.connection_made(Wire())
        protocol.data_received(bytes(16_384))

    def heard() -> int:
        return sum(inner.heard for inner in inners)

    at_once, per_second = IN_A_MOMENT
    assert heard() <= at_once + PIECE
    for _ in range(10):
        before = heard()
        alarms.pass_time(0.01)
        assert heard() - before <= per_second * 0.01 + PIECE
    alarms.pass_time(20)
    assert heard() == 64 * 16_384


def test_what_is_left_of_a_line_that_closes_is_not_heard(alarms: Alarms) -> None:
    inner, wire = Inner(), Wire()
    protocol = GuardedProtocol(inner, Doorkeeper(1_000))
    protocol.connection_made(wire)
    protocol.data_received(bytes(IN_A_MOMENT[0] * 2))
    heard = inner.heard
    wire.closing = True
    alarms.pass_time(10)
    assert inner.heard == heard < IN_A_MOMENT[0] * 2


def test_many_connections_of_one_address_share_what_it_may_say(alarms: Alarms) -> None:
    keeper = Doorkeeper(1_000)
    wires = [Wire(f"2001:db8::{i:x}") for i in range(1, 65)]
    for wire in wires:
        protocol = GuardedProtocol(Inner(), keeper)
        protocol.connection_made(wire)
        protocol.data_received(bytes(PIECE))
    assert wires[0].reading
    assert not wires[-1].reading
    other = GuardedProtocol(Inner(), keeper)
    far = Wire("2001:db8:1::1")
    other.connection_made(far)
    other.data_received(bytes(1_000))
    assert far.reading


def test_an_address_has_only_so_many_connections_and_the_server_too() -> None:
    keeper = Doorkeeper(CONNECTIONS + SPARE + 1)
    assert all(keeper.comes("a") for _ in range(CONNECTIONS))
    assert not keeper.comes("a")
    assert keeper.comes("b")
    assert not keeper.comes("c"), "the last descriptors are for the database"
    keeper.goes("a")
    assert keeper.comes("c")


def test_behind_a_proxy_all_come_from_one_address() -> None:
    keeper = Doorkeeper(10_000, proxied=True)
    assert all(keeper.comes("proxy") for _ in range(CONNECTIONS * 2))
    assert not set(keeper.flows("proxy")) & set(keeper.flows("proxy")), "each counts for itself"


def test_one_too_many_is_cut_off_unheard() -> None:
    keeper = Doorkeeper(SPARE + 1)
    inners = [Inner(), Inner()]
    wires = [Wire(), Wire()]
    protocols = [GuardedProtocol(inner, keeper) for inner in inners]
    for protocol, wire in zip(protocols, wires, strict=True):
        protocol.connection_made(wire)
    assert [wire.aborted for wire in wires] == [False, True]
    protocols[1].data_received(b"GET / HTTP/1.1")
    protocols[1].connection_lost(None)
    assert inners[1].told == []
    assert keeper.open == 1


def test_a_flood_of_pongs_ends_the_connection(tmp_path: Any) -> None:
    async def run() -> None:
        async with start_server(tmp_path) as server:
            lea = await server.make("amerix")
            for _ in range(200):
                await lea.ws.pong(b"x")
            assert await lea.gone() == {"type": "bye", "code": "too_fast"}
            hanging = await server.http.ws_connect(f"{server.url}/ws")
            for _ in range(20):
                await hanging.pong(b"x")
            assert "malformed" in (await hanging.receive()).data

    asyncio.run(run())
