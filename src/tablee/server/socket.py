"""One WebSocket: what comes in is checked and limited, what goes out is queued, and the lag is measured."""

import asyncio
from collections import Counter
from contextlib import suppress

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from tablee.kernel.refusal import Refused
from tablee.server import protocol as p
from tablee.server.clock import wall
from tablee.server.hub import Hub
from tablee.server.limits import Bucket, Buckets
from tablee.server.lobby import seats_of
from tablee.server.people import Arrived, Client, Departed, Spoken
from tablee.server.secrets import hashed, new_token, own_token
from tablee.server.store import StoreFailed
from tablee.server.table import Table

HELLO_WITHIN = 10.0
OUTBOX = 256
SEND_WITHIN = 20.0
FIRST_PINGS = 5
PING_EVERY = 3.0
LAG_EVERY = 5
PER_ADDRESS = 256
"""Sockets: a school may come from one."""
PER_TABLE = 200
"""Sockets; who has a seat there always gets in."""
MAX_NONSENSE = 10
DEAD_AFTER = 15.0
LAST_WORDS_WITHIN = 1.0

_DECODER = msgspec.json.Decoder(p.FromClient)


class Outbox:
    """Messages on their way to one client. Who does not read loses the connection, and nobody waits for him."""

    def __init__(self, ws: web.WebSocketResponse, transport: asyncio.Transport | None) -> None:
        self.ws = ws
        self.transport = transport
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(OUTBOX)
        self.behind = False
        """Messages are queued or being written by the task; what follows must wait behind them."""
        self.closing = False
        self.dropped = False

    def post(self, message: bytes) -> None:
        if self.closing or self.dropped:
            return
        transport = self.transport
        # Nearly always nothing waits; then a whole frame goes out at once, and no task has to wake for it.
        if transport is not None and not self.behind and not transport.get_write_buffer_size():
            if not transport.is_closing():
                transport.write(text_frame(message))
            return
        try:
            self.queue.put_nowait(message)
            self.behind = True
        except asyncio.QueueFull:
            self.drop()

    def close(self) -> None:
        if self.closing:
            return
        self.closing = True
        try:
            self.queue.put_nowait(None)
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """Ends the connection at once, whatever still waits."""
        self.dropped = True
        if self.transport is not None:
            self.transport.abort()

    async def run(self) -> None:
        while not self.dropped:
            message = await self.queue.get()
            if message is None:
                return
            async with asyncio.timeout(SEND_WITHIN):
                await self.ws.send_frame(message, WSMsgType.TEXT)
            self.behind = not self.queue.empty()


def text_frame(message: bytes) -> bytes:
    """An unmasked text frame, as a server sends it."""
    length = len(message)
    if length < 126:
        return bytes((0x81, length)) + message
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2) + message
    return b"\x81\x7f" + length.to_bytes(8) + message


class Connections:
    """The sockets of a server."""

    def __init__(self, hub: Hub, limits: bool = True) -> None:
        self.hub = hub
        self.limits = limits
        self.open: set[web.WebSocketResponse] = set()
        self.of_address: Counter[str] = Counter()
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
        self.of_address[address] += 1
        outbox = Outbox(ws, request.transport)
        client: Client | None = None
        table: Table | None = None
        tasks: list[asyncio.Task[None]] = []
        try:
            if self.limits and self.of_address[address] > PER_ADDRESS:
                raise Refused("too_many")
            table, client = await self._greet(ws, outbox, address)
            table.inbox.put_nowait(Arrived(client))
            line = Connection(ws, outbox, client, table)
            writing, reading = asyncio.create_task(outbox.run()), asyncio.create_task(line.listen())
            tasks = [writing, reading, asyncio.create_task(line.measure())]
            await asyncio.wait((writing, reading), return_when=asyncio.FIRST_COMPLETED)
            outbox.close()
            await asyncio.wait((writing,), timeout=LAST_WORDS_WITHIN)
        except (Refused, StoreFailed) as no:
            code = no.code if isinstance(no, Refused) else "store_trouble"
            with suppress(ConnectionError):
                await ws.send_str(msgspec.json.encode(p.Bye(code)).decode())
        finally:
            if table is not None and client is not None:
                table.inbox.put_nowait(Departed(client))
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.open.discard(ws)
            self.of_address[address] -= 1
            if not self.of_address[address]:
                del self.of_address[address]
            with suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(5):
                    await ws.close()
        return ws

    async def _greet(self, ws: web.WebSocketResponse, outbox: Outbox, address: str) -> tuple[Table, Client]:
        """The first message says which table, and who."""
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                first = await ws.receive()
                while first.type in (WSMsgType.PING, WSMsgType.PONG):
                    first = await ws.receive()
        except TimeoutError:
            raise Refused("too_late") from None
        hello = decode(first.data) if first.type is WSMsgType.TEXT else None
        if not isinstance(hello, p.Hello):
            raise Refused("malformed")
        if hello.protocol != p.PROTOCOL:
            raise Refused("old_client")
        async with self.guesses.guess(address):
            table = await self.hub.find(hello.code)
        token = own_token(hello.token)
        if hashed(token) in table.lobby.left:
            token = new_token()
        if len(table.clients) >= PER_TABLE and not seats_of(table.lobby, hashed(token)):
            raise Refused("too_many")
        return table, Client(outbox, token, hashed(token))


class Connection:
    """A connection that has said hello."""

    def __init__(self, ws: web.WebSocketResponse, outbox: Outbox, client: Client, table: Table) -> None:
        self.ws = ws
        self.outbox = outbox
        self.client = client
        self.table = table
        self._heard = wall()
        self._bucket = Bucket(burst=60, per_second=20 * table.pace.rate)
        self._nonsense = 0

    async def listen(self) -> None:
        async for message in self.ws:
            self._heard = received = wall()
            if message.type is WSMsgType.PONG:
                self.client.lag.ponged(bytes(message.data), received)
            elif message.type is not WSMsgType.PING and message.type is not WSMsgType.TEXT:
                self._end("malformed")
            elif not self._bucket.take():
                self._end("too_fast")
            elif message.type is WSMsgType.PING:
                await self.ws.pong(message.data)
            else:
                self._hear(decode(message.data), received)
            if self.outbox.closing or self.outbox.dropped:
                return

    def _end(self, code: str) -> None:
        self.client.post(p.Bye(code))
        self.outbox.close()

    def _hear(self, message: p.FromClient | None, received: float) -> None:
        """Hands a message on to the table; after too much nonsense it is over."""
        if isinstance(message, p.Command):
            self.table.inbox.put_nowait(Spoken(self.client, message, received))
        elif not isinstance(message, p.Alive):
            self._nonsense += 1
            self.client.post(p.Refusal("", "malformed"))
            if self._nonsense > MAX_NONSENSE:
                self._end("malformed")

    async def measure(self) -> None:
        """Ping frames of our own, which a page's script cannot answer for its browser.

        A line on which nothing comes back is dead, though nobody has said so: a phone out of reach.
        """
        count = 0
        while not self.ws.closed:
            if wall() - self._heard > DEAD_AFTER * 1000:
                self.outbox.drop()
                return
            await self.ws.ping(self.client.lag.pinged(wall()))
            count += 1
            if count == FIRST_PINGS or (count > FIRST_PINGS and count % LAG_EVERY == 0):
                self.client.post(self.client.lag_view())
            await asyncio.sleep(0.1 if count < FIRST_PINGS else PING_EVERY)


def decode(data: str) -> p.FromClient | None:
    try:
        message: p.FromClient = _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if isinstance(message, p.Command) and not 0 < len(message.id) <= 64:
        return None
    return message
