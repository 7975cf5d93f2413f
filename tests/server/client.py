"""A server in the test's own process on a free port, and clients that talk to it over real sockets."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from socket import AF_INET, SO_SNDBUF, SOCK_STREAM, SOL_SOCKET, socket
from typing import Any

import aiohttp
import msgspec
from aiohttp import WSMsgType, web
from msgspec import structs

from tablee.kernel.rng import Rng
from tablee.server.clock import Pace
from tablee.server.hub import Hub
from tablee.server.protocol import PROTOCOL
from tablee.server.sqlite import SqliteStore
from tablee.server.store import Store
from tablee.server.web import make_app
from tablee.words.fit import Fit

PATIENCE = 20.0
"""Seconds of silence in which a test waits for something that ought to come at once."""
LONGEST = 10 * PATIENCE
"""Seconds that a whole game may take on a busy machine, as long as it goes on."""

Message = dict[str, Any]
IDS = count(1)
"""Of commands: no two alike, also from two tabs of one device."""
QUICK = Pace(rate=100.0)
"""Table time runs a hundred times faster than the clock on the wall."""


class Server:
    """A running server, and what a test may want to look at inside."""

    def __init__(self, url: str, hub: Hub, http: aiohttp.ClientSession) -> None:
        self.url = url
        self.hub = hub
        self.http = http
        self.clients: list[Client] = []

    async def connect(self, *, eager: bool = True) -> "Client":
        """A socket that has not said hello yet."""
        client = Client(await self.http.ws_connect(f"{self.url}/ws", max_msg_size=0), eager=eager)
        self.clients.append(client)
        return client

    async def join(self, code: str, token: str | None = None, *, eager: bool = True) -> "Client":
        """A device that looks at a table."""
        client = await self.connect(eager=eager)
        await client.hello(code, token)
        return client

    async def make(self, game: str, *, eager: bool = True, **wanted: Any) -> "Client":
        """A new table, and its host on it, not yet seated."""
        async with self.http.post(f"{self.url}/api/tables", json={"game": game, **wanted}) as answer:
            made = await answer.json()
            assert answer.status == 201, made
        return await self.join(made["code"], made["token"], eager=eager)


@asynccontextmanager
async def start_server(
    path: Path,
    *,
    pace: Pace | None = None,
    store: Store | None = None,
    send_buffer: int | None = None,
    proxied: bool = False,
    keep_days: int | None = None,
    countdown: float = 0.0,
) -> AsyncIterator[Server]:
    """A server whose database lies in `path`; start it again on the same path and it is the same server."""
    pace = structs.replace(pace or Pace(), countdown=countdown)
    hub = Hub(store or SqliteStore(path / "tablee.sqlite3"), pace=pace, keep_days=keep_days)
    await hub.open()
    runner = web.AppRunner(make_app(hub, proxied=proxied), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    with socket(AF_INET, SOCK_STREAM) as listening:
        if send_buffer is not None:
            listening.setsockopt(SOL_SOCKET, SO_SNDBUF, send_buffer)
        listening.bind(("127.0.0.1", 0))
        await web.SockSite(runner, listening).start()
        port = listening.getsockname()[1]
        try:
            async with aiohttp.ClientSession() as http:
                server = Server(f"http://127.0.0.1:{port}", hub, http)
                try:
                    yield server
                finally:
                    for client in server.clients:
                        await client.close()
        finally:
            await runner.cleanup()
            await hub.close()


class Client:
    """One device at a table. Everything that comes is kept in `heard`; `sight` and `table` are the newest."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse, *, eager: bool = True) -> None:
        self.ws = ws
        self.eager = eager
        """Ready whenever a start waits for it."""
        self.code = ""
        self.token = ""
        self.table: Message = {}
        self.sight: Message = {}
        self.heard: list[Message] = []
        self.raw: list[str] = []
        self.closed = False
        self._told_at = 0.0
        """When something other than the measure of the line came last."""
        self._read = 0
        """How much of `heard` has been expected already."""
        self._news = asyncio.Condition()
        self._pump = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for frame in self.ws:
            if frame.type is not WSMsgType.TEXT:
                continue
            message: Message = msgspec.json.decode(frame.data)
            async with self._news:
                self.raw.append(frame.data)
                self.heard.append(message)
                if message["type"] != "lag":
                    self._told_at = asyncio.get_running_loop().time()
                if message["type"] in ("welcome", "lobby"):
                    self.table = message["table"]
                    if self.eager and self._asked:
                        with suppress(ConnectionError):
                            await self.send("ready")
                elif message["type"] == "sight":
                    self.sight = message
                self._news.notify_all()
        async with self._news:
            self.closed = True
            self._news.notify_all()

    @property
    def _asked(self) -> bool:
        """Whether the table waits for this device."""
        gate, seats = self.table.get("gate"), enumerate(self.table["seats"])
        return gate is not None and any(s.get("yours") and i not in gate["ready"] for i, s in seats)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until something that has been heard makes this true."""

        began = asyncio.get_running_loop().time()
        try:
            async with self._news:
                while not (condition() or self.closed):
                    silent = max(began, self._told_at) + PATIENCE
                    async with asyncio.timeout_at(min(silent, began + LONGEST)):
                        await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"in vain; last heard: {self.heard[-3:]}") from None
        assert condition(), f"the socket is closed; last heard: {self.heard[-3:]}"

    async def expect(self, kind: str, where: Callable[[Message], bool] = lambda message: True) -> Message:
        """The next message of this type; what comes before it counts as read. Who is eager overlooks a gate."""
        at = self._read

        def found() -> bool:
            nonlocal at
            while at < len(self.heard):
                waits = self.eager and self.heard[at].get("gated")
                if self.heard[at]["type"] == kind and not waits and where(self.heard[at]):
                    return True
                at += 1
            return False

        await self.until(found)
        self._read = at + 1
        return self.heard[at]

    async def hello(self, code: str, token: str | None = None, **other: Any) -> Message:
        await self.say({"type": "hello", "protocol": PROTOCOL, "code": code, "token": token, **other})
        welcome = await self.expect("welcome")
        self.code, self.token = code, welcome["token"]
        return welcome

    async def say(self, message: Any) -> None:
        """Sends anything; a string goes as it is."""
        await self.ws.send_str(message if isinstance(message, str) else msgspec.json.encode(message).decode())

    async def send(self, kind: str, **fields: Any) -> str:
        """Sends a command; its id."""
        command = fields.pop("id", None) or f"c{next(IDS)}"
        await self.say({"type": kind, "id": command, **fields})
        return str(command)

    async def ask(self, kind: str, **fields: Any) -> Message:
        """Sends a command and waits for `done` or `refused`."""
        start = len(self.heard)
        command = await self.send(kind, **fields)

        def reply() -> Message | None:
            answers = (m for m in self.heard[start:] if m["type"] in ("done", "refused"))
            return next((m for m in answers if m["id"] == command), None)

        await self.until(lambda: reply() is not None)
        answer = reply()
        assert answer is not None
        return answer

    async def do(self, kind: str, **fields: Any) -> Message:
        """Sends a command that must be done."""
        start = len(self.heard)
        answer = await self.ask(kind, **fields)
        assert answer["type"] == "done", answer
        if kind == "start" and self.eager:
            tables = (m["table"] for m in self.heard[start:] if m["type"] == "lobby")
            await self.until(lambda: any(t["playing"] and not t["gate"] for t in (*tables, self.table)))
        return answer

    async def refused(self, kind: str, **fields: Any) -> str:
        """Sends a command that must be refused; the code."""
        answer = await self.ask(kind, **fields)
        assert answer["type"] == "refused", answer
        return str(answer["code"])

    async def gone(self) -> Message | None:
        """Waits until the server has closed the socket; its last word, if that was `bye`."""

        async def wait() -> None:
            async with self._news:
                await self._news.wait_for(lambda: self.closed)

        await asyncio.wait_for(wait(), PATIENCE)
        last = self.heard[-1] if self.heard else None
        return last if last is not None and last["type"] == "bye" else None

    async def close(self) -> None:
        """Goes away without a word, as a closed tab does."""
        await self.ws.close()
        await self._pump


def some_value(domain: Message, args: Message, rng: Random) -> Any:
    """A value of a domain as it is on the wire; None leaves the parameter out."""
    match domain:
        case {"type": "ByChoice", "of": of, "table": table, "other": other}:
            return some_value(table.get(args.get(of), other), args, rng)
        case {"type": "CardPerSeat", "seats": seats, "cards": cards}:
            return dict(zip(map(str, seats), rng.sample(cards, len(seats)), strict=True))
        case {"type": "CardSet", "cards": cards, "least": least}:
            return rng.sample(cards, least)
        case {"type": "Vector", "axes": axes}:
            return {name: rng.randint(axis["low"], axis["high"]) for name, axis in axes.items()}
        case {"type": "Word", "wanted": dict(fit)} | {"type": "Word", "fit": dict(fit)}:
            return msgspec.convert(fit, Fit).make(Rng(rng.randbytes(16))).lower()
        case {"cards": values} | {"places": values} | {"seats": values} | {"names": values}:
            return rng.choice(values)
    return None


def some_move(sight: Message, rng: Random, seat: int | None = None) -> Message | None:
    """One of the moves offered, as the fields of `play`."""
    offers = [(int(s), o) for s, some in sight.get("offers", {}).items() for o in some if seat in (None, int(s))]
    if not offers:
        return None
    mine, offer = rng.choice(offers)
    args: Message = {}
    for name, domain in offer.get("params", {}).items():
        value = some_value(domain, args, rng)
        if value is not None:
            args[name] = value
    return {"seat": mine, "move": offer["name"], "args": args, "answers": offer.get("stimulus")}


async def play_on(client: Client, rng: Random, until: Callable[[], bool] = lambda: False) -> None:
    """Plays by chance whatever is offered until the game has ended, or `until` says so."""
    start = len(client.heard)
    tried: Message = {}

    def over() -> bool:
        return until() or any(m["type"] == "ended" for m in client.heard[start:])

    def news() -> bool:
        return over() or client.sight is not tried

    while True:
        await client.until(news)
        if over():
            return
        tried = client.sight
        move = some_move(tried, rng)
        if move is not None:
            answer = await client.ask("play", **move)
            if answer.get("code") in ("store_trouble", "too_early"):
                await asyncio.sleep(0.01)
                tried = {}


async def eventually(condition: Callable[[], bool]) -> None:
    """Waits until something inside the server is so."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)
