"""One WebSocket: what comes in is checked and limited, what goes out is queued, and the lag is measured."""

import asyncio
from contextlib import suppress

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from tablee.kernel.refusal import Refused
from tablee.server import protocol as p
from tablee.server.clock import wall
from tablee.server.hub import Hub
from tablee.server.limits import Bucket, Buckets
from tablee.server.secrets import hashed, new_token
from tablee.server.table import Arrived, Client, Departed, Spoken, Table, device_lag

HELLO_WITHIN = 10.0
OUTBOX = 256
SEND_WITHIN = 20.0
FIRST_PINGS = 5
PING_EVERY = 2.0
LAG_EVERY = 5
MAX_NONSENSE = 10
TOKEN_LENGTH = 128

_DECODER = msgspec.json.Decoder(p.FromClient)


class Outbox:
    """Messages on their way to one client. Who does not read loses the connection, and nobody waits for him."""

    def __init__(self, ws: web.WebSocketResponse) -> None:
        self.ws = ws
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(OUTBOX)
        self.dropped = False

    def post(self, message: bytes) -> None:
        if self.dropped:
            return
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.dropped = True

    async def run(self) -> None:
        while not self.dropped:
            message = await self.queue.get()
            if message is None:
                return
            async with asyncio.timeout(SEND_WITHIN):
                await self.ws.send_str(message.decode())


class Connections:
    """The sockets of a server."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.open: set[web.WebSocketResponse] = set()
        self.guesses = Buckets(burst=20, per_second=0.2)

    async def close(self) -> None:
        await asyncio.gather(
            *(ws.close(code=WSCloseCode.GOING_AWAY, message=b"restart") for ws in list(self.open)),
            return_exceptions=True,
        )

    async def serve(self, request: web.Request, address: str) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(autoping=False, max_msg_size=p.LONGEST_MESSAGE, compress=False)
        await ws.prepare(request)
        self.open.add(ws)
        outbox = Outbox(ws)
        client: Client | None = None
        table: Table | None = None
        tasks: list[asyncio.Task[None]] = []
        try:
            table, client = await self._greet(ws, outbox, address)
            tasks = [asyncio.create_task(outbox.run()), asyncio.create_task(self._measure(ws, client))]
            table.inbox.put_nowait(Arrived(client))
            reading = asyncio.create_task(self._listen(ws, outbox, client, table))
            tasks.append(reading)
            await asyncio.wait((tasks[0], reading), return_when=asyncio.FIRST_COMPLETED)
        except Refused as no:
            with suppress(ConnectionError):
                await ws.send_bytes(msgspec.json.encode(p.Bye(no.code)))
        finally:
            if table is not None and client is not None:
                table.inbox.put_nowait(Departed(client))
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.open.discard(ws)
            with suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(5):
                    await ws.close()
        return ws

    async def _greet(self, ws: web.WebSocketResponse, outbox: Outbox, address: str) -> tuple[Table, Client]:
        """The first message says which table, and who."""
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                first = await ws.receive()
        except TimeoutError:
            raise Refused("too_late") from None
        hello = decode(first.data) if first.type is WSMsgType.TEXT else None
        if not isinstance(hello, p.Hello):
            raise Refused("malformed")
        if hello.protocol != p.PROTOCOL:
            raise Refused("old_client")
        try:
            table = await self.hub.find(hello.code)
        except Refused:
            if not self.guesses.take(address):
                raise Refused("too_fast") from None
            raise
        token = hello.token if hello.token and len(hello.token) <= TOKEN_LENGTH else new_token()
        return table, Client(outbox, token, hashed(token))

    async def _listen(self, ws: web.WebSocketResponse, outbox: Outbox, client: Client, table: Table) -> None:
        bucket = Bucket(burst=60, per_second=20)
        nonsense = 0
        async for message in ws:
            received = wall()
            if message.type is WSMsgType.PONG:
                client.lag.ponged(bytes(message.data), received)
            elif message.type is WSMsgType.PING:
                await ws.pong(message.data)
            elif message.type is not WSMsgType.TEXT:
                return
            elif not bucket.take():
                client.post(p.Bye("too_fast"))
                await asyncio.sleep(0.05)
                return
            else:
                decoded = decode(message.data)
                if decoded is None or isinstance(decoded, p.Hello):
                    nonsense += 1
                    client.post(p.Refusal("", "malformed"))
                    if nonsense > MAX_NONSENSE:
                        return
                elif not isinstance(decoded, p.Alive):
                    table.inbox.put_nowait(Spoken(client, decoded, received))
            if outbox.dropped:
                return

    async def _measure(self, ws: web.WebSocketResponse, client: Client) -> None:
        """Ping frames of our own, which a page's script cannot answer for its browser."""
        count = 0
        while not ws.closed:
            await ws.ping(client.lag.pinged(wall()))
            count += 1
            if count == FIRST_PINGS or (count > FIRST_PINGS and count % LAG_EVERY == 0):
                client.post(device_lag(client))
            await asyncio.sleep(0.1 if count < FIRST_PINGS else PING_EVERY)


def decode(data: str) -> p.FromClient | None:
    try:
        message: p.FromClient = _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if isinstance(message, p.Command) and not 0 < len(message.id) <= 64:
        return None
    return message
