"""Any server takes anybody: who asks for a table that another one has is handed on, frame by frame.

Pings and pongs pass too, so that the owner of the table measures the line of the person, not that between servers.
"""

import asyncio
import hmac
from contextlib import suppress
from errno import ECONNREFUSED
from typing import TYPE_CHECKING, Any, Final

import aiohttp
from aiohttp import ClientWebSocketResponse, WSMsgType, web

from tablee.server.clock import steady
from tablee.server.line import ROUND_TRIP, KnownLine
from tablee.server.sharing import Sharing
from tablee.server.store import Elsewhere, StoreFailed

if TYPE_CHECKING:  # PostgreSQL is an extra
    from tablee.server.postgres import PostgresStore

PEER: Final = "X-Tablee-Peer"
"""What only servers of this house know."""
ADDRESS: Final = "X-Tablee-Address"
"""Where somebody comes from, by the word of the server that he has reached."""
CONNECT_WITHIN: Final = 1.0
ANSWER_WITHIN: Final = 5.0
LISTED: Final = 100
LIST_FOR: Final = 0.5
"""Seconds."""
SILENCE: float = 7.0
"""Seconds. A server that is well pings everybody every three."""


class Peers:
    """The other servers of this house, as this one reaches them."""

    def __init__(self, store: "PostgresStore") -> None:
        """The store is open."""
        self.store = store
        self.sharing = Sharing(store.lease, store.secret)
        self._http: aiohttp.ClientSession | None = None
        self.relayed = 0
        self._listed: list[dict[str, Any]] = []
        self._listed_until = 0.0

    def told_by(self, request: web.Request) -> str | None:
        """Where somebody comes from whom another server hands on; None if no server does."""
        said, secret = request.headers.get(PEER), self.store.secret
        if not said or not hmac.compare_digest(said.encode(errors="surrogateescape"), secret.encode()):
            return None
        return request.headers.get(ADDRESS, "nowhere")[:64]

    @property
    def http(self) -> aiohttp.ClientSession:
        if self._http is None:
            timeout = aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_WITHIN)
            self._http = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=timeout)
        return self._http

    async def close(self) -> None:
        if self._http is not None:
            await self._http.close()

    def _headers(self, address: str) -> dict[str, str]:
        return {PEER: self.store.secret, ADDRESS: address}

    async def _gone(self, there: Elsewhere, wrong: Exception) -> None:
        """Nobody listens at that address: perhaps the server has died, and need not be waited for."""
        if isinstance(wrong, aiohttp.ClientConnectorError) and wrong.os_error.errno == ECONNREFUSED:
            with suppress(StoreFailed):
                await self.store.suspect(there.node)

    async def relay(
        self, ws: web.WebSocketResponse, there: Elsewhere, hello: str, address: str, line: KnownLine
    ) -> bool:
        """Joins a socket with the table's server until one of them ends; False if that could not be reached."""
        if not there.address:
            return False
        headers, proof = self._headers(address), line.proof()
        if proof is not None:
            headers[ROUND_TRIP] = str(max(1, round(proof.usual * 1000)))
        try:
            async with asyncio.timeout(CONNECT_WITHIN):
                other = await self.http.ws_connect(
                    f"{there.address}/ws", headers=headers, autoping=False, max_msg_size=0, compress=0
                )
        except (aiohttp.ClientError, OSError, TimeoutError) as wrong:
            await self._gone(there, wrong)
            return False
        self.relayed += 1
        try:
            await other.send_str(hello)
            ways = [asyncio.create_task(carry(ws, other)), asyncio.create_task(carry(other, ws, SILENCE))]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        except (aiohttp.ClientError, OSError):
            pass
        finally:
            self.relayed -= 1
            with suppress(aiohttp.ClientError, OSError, TimeoutError):
                async with asyncio.timeout(CONNECT_WITHIN):
                    await other.close()
        return True

    async def listed(self) -> list[dict[str, Any]]:
        """The public tables of all servers, those made last first."""
        if steady() >= self._listed_until:
            found = sorted(await self.store.listed(), key=lambda table: (-table["created"], table["code"]))
            self._listed = [{n: v for n, v in table.items() if n != "created"} for table in found[:LISTED]]
            self._listed_until = steady() + LIST_FOR
        return self._listed

    async def fetch(self, there: Elsewhere, path: str, address: str) -> tuple[int, bytes] | None:
        """What the table's server answers; None if it could not be reached."""
        if not there.address:
            return None
        try:
            async with (
                asyncio.timeout(ANSWER_WITHIN),
                self.http.get(f"{there.address}{path}", headers=self._headers(address)) as response,
            ):
                return response.status, await response.read()
        except (aiohttp.ClientError, OSError, TimeoutError) as wrong:
            await self._gone(there, wrong)
            return None


Line = web.WebSocketResponse | ClientWebSocketResponse


async def carry(source: Line, target: Line, patience: float | None = None) -> None:
    """All that comes, until one of them ends, or nothing has come for so long."""
    while True:
        async with asyncio.timeout(patience):
            message = await source.receive()
        if message.type is WSMsgType.TEXT:
            await target.send_str(message.data)
        elif message.type is WSMsgType.PING:
            await target.ping(message.data)
        elif message.type is WSMsgType.PONG:
            await target.pong(message.data)
        else:
            return
