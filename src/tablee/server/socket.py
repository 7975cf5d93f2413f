"""One WebSocket: what comes in is checked and limited, what goes out is queued, and the lag is measured."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from tablee.kernel.refusal import Refused
from tablee.server import protocol as p
from tablee.server.clock import wall
from tablee.server.hub import Hub
from tablee.server.lesson import LessonTable
from tablee.server.limits import Bucket, Guesses
from tablee.server.line import KnownLine
from tablee.server.lobby import is_removed, seats_of
from tablee.server.people import Arrived, Client, Departed, Spoken
from tablee.server.quota import Purses
from tablee.server.relay import Peers
from tablee.server.secrets import hashed, new_token, own_token
from tablee.server.store import Elsewhere, StoreFailed
from tablee.server.table import Table

HELLO_WITHIN = 10.0
OUTBOX = 256
SEND_WITHIN = 20.0
FIRST_PINGS = 5
PING_EVERY = 3.0
LAG_EVERY = 5
PER_ADDRESS = 256
FRAMES_BEFORE_HELLO = 8
"""Sockets: a school may come from one."""
PER_TABLE = 200
"""Sockets; who has a seat there always gets in."""
MAX_NONSENSE = 10
DEAD_AFTER = 15.0
LAST_WORDS_WITHIN = 1.0
SILENT_LEARNER = 1_800.0
"""Seconds after which a lesson in which nothing is done is over."""

FIND_WITHIN = 15.0
"""So long a table is looked for that another server has, or whose store does not answer,"""
FIND_AGAIN = 0.1
"""so often,"""
PASSING = ("unavailable", "locked", "closed")
"""if it is for one of these reasons."""

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
        self._with_next: list[bytes] = []

    def post(self, message: bytes) -> None:
        if self.closing or self.dropped:
            return
        transport = self.transport
        # Nearly always nothing waits; then a whole frame goes out at once, and no task has to wake for it.
        if transport is not None and not self.behind and not transport.get_write_buffer_size():
            if not transport.is_closing():
                frame = text_frame(message)
                if self._with_next:
                    frame = b"".join((*map(text_frame, self._with_next), frame))
                    self._with_next.clear()
                transport.write(frame)
            return
        messages, self._with_next = (*self._with_next, message), []
        try:
            for each in messages:
                self.queue.put_nowait(each)
                self.behind = True
        except asyncio.QueueFull:
            self.drop()

    def hold(self, message: bytes) -> None:
        self._with_next.append(message)

    def flush(self) -> None:
        if self._with_next:
            self.post(self._with_next.pop())

    def ping(self, payload: bytes) -> None:
        """A control frame may go between any two others."""
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(bytes((0x89, len(payload))) + payload)

    def close(self) -> None:
        self.flush()
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

    def __init__(
        self,
        hub: Hub,
        limits: bool = True,
        proxied: bool = False,
        told: bool = False,
        peers: Peers | None = None,
        guesses: Guesses | None = None,
    ) -> None:
        """`proxied` by a proxy of ours, by which the round trips of its lines may be `told`; `peers`: the other
        servers of this house."""
        self.hub = hub
        self.peers = peers
        self.limits = limits
        self.proxied = proxied
        self.told = told
        self.open: set[web.WebSocketResponse] = set()
        self.of_address: Counter[str] = Counter()
        self.guesses = guesses or Guesses()
        self.purses = Purses()

    def handed_on(self, request: web.Request) -> str | None:
        """Where somebody comes from whom another server of this house hands on."""
        return None if self.peers is None else self.peers.told_by(request)

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
            handed_on = self.handed_on(request) is not None
            known = KnownLine(request, self.proxied or handed_on, self.told or handed_on)
            hello = await self._hello(ws)
            found = await self._find(ws, hello, outbox, address, known, handed_on)
            if found is None:  # its people look for it again
                return ws
            table, client = found
            table.inbox.put_nowait(Arrived(client))
            line = Connection(ws, outbox, client, table, known)
            writing, reading = asyncio.create_task(outbox.run()), asyncio.create_task(line.listen())
            tasks = [writing, reading, asyncio.create_task(line.measure())]
            await asyncio.wait((writing, reading), return_when=asyncio.FIRST_COMPLETED)
            outbox.close()
            await asyncio.wait((writing,), timeout=LAST_WORDS_WITHIN)
        except (Refused, StoreFailed) as no:
            with suppress(ConnectionError):
                await ws.send_str(msgspec.json.encode(p.Bye(no.code)).decode())
        finally:
            if table is not None and client is not None:
                table.inbox.put_nowait(Departed(client))
            await self._end(ws, address, tasks)
        return ws

    async def learn(
        self, request: web.Request, address: str, begin: Callable[[Outbox], LessonTable]
    ) -> web.WebSocketResponse:
        """A lesson: a table of one, that nobody else sees and nothing is kept of."""
        ws = web.WebSocketResponse(heartbeat=DEAD_AFTER, max_msg_size=p.LONGEST_MESSAGE, compress=False)
        await ws.prepare(request)
        self.open.add(ws)
        self.of_address[address] += 1
        outbox = Outbox(ws, request.transport)
        tasks: list[asyncio.Task[None]] = []
        try:
            if self.limits and self.of_address[address] > PER_ADDRESS:
                raise Refused("too_many")
            lesson = begin(outbox)
            lesson.welcome()
            writing, reading = asyncio.create_task(outbox.run()), asyncio.create_task(attend(ws, lesson))
            tasks = [writing, reading, asyncio.create_task(lesson.others())]
            await asyncio.wait((writing, reading), return_when=asyncio.FIRST_COMPLETED)
            if reading.done():
                reading.result()
        except Refused as no:
            with suppress(ConnectionError):
                await ws.send_str(msgspec.json.encode(p.Bye(no.code)).decode())
        finally:
            await self._end(ws, address, tasks)
        return ws

    async def _end(self, ws: web.WebSocketResponse, address: str, tasks: Sequence[asyncio.Task[None]]) -> None:
        """Whatever a socket was for, nothing of it stays."""
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

    async def _find(
        self,
        ws: web.WebSocketResponse,
        hello: p.Hello,
        outbox: Outbox,
        address: str,
        line: KnownLine,
        handed_on: bool,
    ) -> tuple[Table, Client] | None:
        """The table here; None if another server has had it, or nobody can have it for now."""
        until = wall() + FIND_WITHIN * 1000
        while True:
            try:
                return await self._greet(hello, outbox, address)
            except Elsewhere as there:
                if self.peers is None or handed_on:
                    return None
                said = msgspec.json.encode(hello).decode()
                if await self.peers.relay(ws, there, said, address, line) or wall() > until:
                    return None
            except StoreFailed as failed:
                if self.peers is None or failed.reason not in PASSING:
                    raise
                if failed.reason == "closed" or wall() > until:
                    return None
            await asyncio.sleep(FIND_AGAIN)

    async def _hello(self, ws: web.WebSocketResponse) -> p.Hello:
        """The first message says which table, and who."""
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                first = await ws.receive()
                for _ in range(FRAMES_BEFORE_HELLO):
                    if first.type not in (WSMsgType.PING, WSMsgType.PONG):
                        break
                    first = await ws.receive()
        except TimeoutError:
            raise Refused("too_late") from None
        hello = decode(first.data) if first.type is WSMsgType.TEXT else None
        if not isinstance(hello, p.Hello):
            raise Refused("malformed")
        if hello.protocol != p.PROTOCOL:
            raise Refused("old_client")
        return hello

    async def _greet(self, hello: p.Hello, outbox: Outbox, address: str) -> tuple[Table, Client]:
        async with self.guesses.guess(address):
            table = await self.hub.find(hello.code)
        token = own_token(hello.token)
        if is_removed(table.lobby, hashed(token)):
            raise Refused("removed")
        if hashed(token) in table.lobby.left:
            token = new_token()
        if len(table.clients) >= PER_TABLE and not seats_of(table.lobby, hashed(token)):
            raise Refused("too_many")
        client = Client(outbox, token, hashed(token), address, table.lines.of(hashed(token)))
        client.purse = self.purses.of(address) if self.limits else None
        return table, client


async def attend(ws: web.WebSocketResponse, lesson: LessonTable) -> None:
    """What a learner does, until he goes or has been silent for long."""
    while True:
        try:
            message = await ws.receive(timeout=SILENT_LEARNER)
        except TimeoutError:
            raise Refused("silence") from None
        if message.type is not WSMsgType.TEXT:
            return
        lesson.hear(message.data)


class Connection:
    """A connection that has said hello."""

    def __init__(
        self, ws: web.WebSocketResponse, outbox: Outbox, client: Client, table: Table, line: KnownLine
    ) -> None:
        self.ws = ws
        self.line = line
        self.outbox = outbox
        self.client = client
        self.table = table
        self._heard = wall()
        self._bucket = Bucket(burst=60, per_second=20 * table.pace.rate)
        self._pongs = Bucket(burst=30, per_second=5)
        """Far more than the pings that are sent."""
        self._nonsense = 0
        self._next_ping: asyncio.TimerHandle | None = None

    async def listen(self) -> None:
        async for message in self.ws:
            self._heard = received = wall()
            if message.type is WSMsgType.PONG:
                if self._pongs.take():
                    self.client.lag.ponged(bytes(message.data), received)
                    self._prove()
                else:
                    self._end("too_fast")
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

    def _prove(self) -> None:
        proof = self.line.proof()
        if proof is not None:
            self.client.lag.proved(proof)

    def _end(self, code: str) -> None:
        self.client.post(p.Bye(code))
        self.outbox.close()

    def _hear(self, message: p.FromClient | None, received: float) -> None:
        """Hands a message on to the table; after too much nonsense it is over."""
        if isinstance(message, p.Command):
            self.table.inbox.put_nowait(Spoken(self.client, message, received))
        elif isinstance(message, p.Drew):
            self.client.drew(message.stimulus, received)
        elif not isinstance(message, p.Alive):
            self._nonsense += 1
            self.client.post(p.Refusal("", "malformed"))
            if self._nonsense > MAX_NONSENSE:
                self._end("malformed")

    async def measure(self) -> None:
        """Ping frames of our own, which a page's script cannot answer for its browser.

        A line on which nothing comes back is dead, though nobody has said so: a phone out of reach.
        """
        self._prove()
        self._ping(1)
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            if self._next_ping is not None:
                self._next_ping.cancel()

    def _ping(self, count: int) -> None:
        """By a timer: a task that wakes for each ping of thousands of lines costs more than the ping."""
        self._next_ping = None
        if self.ws.closed:
            return
        if wall() - self._heard > DEAD_AFTER * 1000:
            self.outbox.drop()
            return
        self.outbox.ping(self.client.lag.pinged(wall()))
        if count == FIRST_PINGS or (count > FIRST_PINGS and count % LAG_EVERY == 0):
            self.client.post(self.client.lag_view())
        wait = 0.1 if count < FIRST_PINGS else PING_EVERY
        self._next_ping = asyncio.get_running_loop().call_later(wait, self._ping, count + 1)


def decode(data: str) -> p.FromClient | None:
    try:
        message: p.FromClient = _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if isinstance(message, p.Command) and not 0 < len(message.id) <= 64:
        return None
    return message
