"""Who may come in, and how much he may say: counted in connections and bytes, before anything is understood of it.

Limits on messages are of no use against what is no message: pongs, empty frames, half requests. Whatever it is, it
comes in bytes, and each connection and each address has only so many a second. More is not read until it is due.
"""

import asyncio
from collections import Counter
from contextlib import suppress
from typing import cast

from aiohttp import web

from tablee.server.clock import wall
from tablee.server.where import network

CONNECTIONS = 320
"""Of one address at once: sockets, and requests beside them."""
SPARE = 128
"""Descriptors that are not for connections: the database, files of the page, the machine's own."""
OF_CONNECTION = (131_072, 16_384)
"""Bytes at once, and a second. A page sends some hundred a second at most."""
OF_ADDRESS = (1_048_576, 131_072)
IN_A_MOMENT = (16_384, 524_288)
"""What an address may say, and be heard, without a pause: the tables of others come in between. A megabyte of the
smallest frames takes a quarter of a second to be understood."""
PIECE = 4_096
"""So much at a time is handed on."""
IDLE = 15.0
"""Seconds without a whole request after which a connection that is no socket is closed."""

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]


def raise_descriptors(most: int = 65_536) -> int:
    """Lets this process hold as many connections as the system allows; how many files it may open now."""
    if resource is None:
        return most
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
    if soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return soft


class Flow:
    """So many bytes at once, and so many a second; who has taken more owes the time."""

    __slots__ = ("_at", "_left", "burst", "per_second")

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self._left = burst
        self._at = wall()

    def spend(self, count: int) -> float:
        """The seconds to wait before the next one."""
        self.queue(count, wall())
        return max(0.0, -self._left / self.per_second)

    def queue(self, count: int, now: float) -> float:
        """The seconds until what was spent before is paid, and this is due."""
        left = self._left + (now - self._at) / 1000 * self.per_second
        left = min(left, self.burst)
        self._left = left - count
        self._at = now
        return -left / self.per_second if left < 0 else 0.0


class Doorkeeper:
    """What all connections of a server share. Behind a proxy all come from one address: each counts for itself."""

    def __init__(self, most: int, *, proxied: bool = False) -> None:
        self.most = max(1, most - SPARE)
        self.proxied = proxied
        self.open = 0
        self._of: Counter[str] = Counter()
        self._flows: dict[str, tuple[Flow, Flow]] = {}

    def comes(self, address: str) -> bool:
        """Whether there is room for one more."""
        if self.open >= self.most or (not self.proxied and self._of[address] >= CONNECTIONS):
            return False
        self.open += 1
        self._of[address] += 1
        return True

    def goes(self, address: str) -> None:
        self.open -= 1
        self._of[address] -= 1
        if not self._of[address]:
            del self._of[address]
            self._flows.pop(address, None)

    def flows(self, address: str) -> tuple[Flow, ...]:
        """What one more connection of this address must keep to."""
        if self.proxied:
            return (Flow(*IN_A_MOMENT),)
        if address not in self._flows:
            self._flows[address] = Flow(*OF_ADDRESS), Flow(*IN_A_MOMENT)
        return self._flows[address]


class GuardedProtocol(asyncio.Protocol):
    """One connection, between the system and what understands it."""

    def __init__(self, inner: asyncio.Protocol, keeper: Doorkeeper) -> None:
        self._inner = inner
        self._keeper = keeper
        self._flows: tuple[Flow, ...] = ()
        self._address = ""
        self._transport: asyncio.Transport | None = None
        self._unheard = b""
        """What has been read, and must wait."""
        self._later: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        line = cast(asyncio.Transport, transport)  # the quick loop has a class of its own
        peer = line.get_extra_info("peername")
        address = network(peer[0] if isinstance(peer, tuple) else "nowhere")
        if not self._keeper.comes(address):
            line.abort()
            return
        self._address, self._transport = address, line
        self._flows = Flow(*OF_CONNECTION), *self._keeper.flows(address)
        self._inner.connection_made(line)

    def data_received(self, data: bytes) -> None:
        if self._transport is not None:
            self._unheard = self._unheard + data if self._unheard else data
            if self._later is None:
                self._hand_on()

    def _hand_on(self) -> None:
        """Hands on what is due. The rest waits, and no more is read meanwhile."""
        while self._unheard and self._transport is not None and not self._transport.is_closing():
            piece, self._unheard = self._unheard[:PIECE], self._unheard[PIECE:]
            now, wait = wall(), 0.0
            for flow in self._flows:
                wait = max(wait, flow.queue(len(piece), now))
            if wait:
                self._transport.pause_reading()
                self._later = asyncio.get_running_loop().call_later(wait, self._is_due, piece)
                return
            self._inner.data_received(piece)

    def _is_due(self, piece: bytes) -> None:
        self._later = None
        if self._transport is not None and not self._transport.is_closing():
            self._inner.data_received(piece)
            self._hand_on()
            if self._later is None:
                self._transport.resume_reading()

    def eof_received(self) -> bool | None:
        return self._inner.eof_received() if self._transport is not None else None

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._later is not None:
            self._later.cancel()
        if self._transport is not None:
            self._transport = None
            self._keeper.goes(self._address)
            self._inner.connection_lost(exc)


class GuardedSite(web.TCPSite):
    """Listens, with a doorkeeper before every connection."""

    def __init__(self, runner: web.AppRunner, host: str, port: int, keeper: Doorkeeper, *, backlog: int) -> None:
        super().__init__(runner, host, port, backlog=backlog)
        self._keeper = keeper
        self._where = host, port, backlog

    async def start(self) -> None:
        await web.BaseSite.start(self)
        inner = self._runner.server
        assert inner is not None
        host, port, backlog = self._where
        self._server = await asyncio.get_running_loop().create_server(
            lambda: GuardedProtocol(inner(), self._keeper), host, port, backlog=backlog
        )
