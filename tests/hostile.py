"""The command `python -m tests.hostile`: does a hostile address harm other tables?

A server as `tablee serve` runs it. From one address honest phones play, two moves a second at each table; the time
from a move to the last view of it is measured, first in peace. Then 256 sockets of another address do anything at
all, legal or not: they flood, toggle settings, ask what takes a search, seat strong bots at many tables, crowd a
table, come and go, send garbage and half requests, and ask for replays. The attackers have the lowest priority, as
if they were on a machine of their own. On a machine that is busy otherwise they would get nothing done then: so
what they do is counted, and `--nice` gives them more. Peace and attack take turns (`--rounds`), so that both are
measured on the same load of the machine.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from math import inf
from pathlib import Path
from time import monotonic, time
from typing import Any

import aiohttp

from tablee.arena.match import Match
from tablee.games.registry import game as game_named
from tablee.kernel.record import dumps
from tablee.kernel.rng import seed_from
from tablee.server.protocol import PROTOCOL
from tablee.server.run import run, serve
from tablee.server.sqlite import SqliteStore
from tablee.server.store import GameRow
from tests.server.client import some_move

HOST, HONEST, HOSTILE = "127.0.0.1", "127.0.0.2", "127.0.0.3"
RECORD = "hostile-record"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
PING, PONG, TEXT = b"\x89\x80mask", b"\x8a\x80mask", b"\x81\x80mask"
"""Frames with nothing in them."""
PAUSE = 0.5
RATE = 18.0
"""Commands a second of a socket: just below what closes it."""
BOTTED = ("bazardelix", "spots", "solitix", "jackpotix", "amerix")
EFFORT: Counter[str] = Counter()
"""What this process has done so far: commands, frames and requests."""
HARD = ("rrrrrrraaaa", "aeioueaoeu", "tresserait", "abcdefgh", "eeeeeeee", "intersection")


class Phone:
    """One socket that has said hello."""

    def __init__(self, http: aiohttp.ClientSession, base: str) -> None:
        self.http, self.base = http, base
        self.sight: dict[str, Any] = {}
        self.number, self.sent = 0, 0
        self.token = ""
        self.refused = 0
        self.seated = False
        self.news = asyncio.Condition()

    async def join(self, code: str, token: str | None = None) -> None:
        self.ws = await self.http.ws_connect(f"{self.base}/ws", max_msg_size=0)
        await self.ws.send_json({"type": "hello", "protocol": PROTOCOL, "code": code, "token": token})
        welcome = await self.ws.receive_json(timeout=10)
        self.token = welcome.get("token", "")

    async def say(self, kind: str, **fields: Any) -> None:
        self.sent += 1
        EFFORT["done"] += 1
        await self.ws.send_json({"type": kind, "id": f"c{self.sent}-{id(self)}", **fields})

    async def listen(self) -> None:
        async for frame in self.ws:
            if frame.type is not aiohttp.WSMsgType.TEXT:
                continue
            message = json.loads(frame.data)
            async with self.news:
                if message["type"] == "sight":
                    self.sight, self.number = message, self.number + 1
                if message["type"] == "lobby":
                    self.seated = any(seat.get("yours") for seat in message["table"]["seats"])
                    if message["table"].get("gate"):
                        await self.say("ready")
                self.refused += message["type"] == "refused"
                self.news.notify_all()


async def make(http: aiohttp.ClientSession, base: str, game: str, **wanted: Any) -> tuple[str, str]:
    async with http.post(f"{base}/api/tables", json={"game": game, **wanted}) as answer:
        made = await answer.json()
        if answer.status != 201:
            raise ConnectionError(made)
        return made["code"], made["token"]


def session(address: str) -> aiohttp.ClientSession:
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0, local_addr=(address, 0)))


# ---- honest people ------------------------------------------------------------------------------------------


async def honest_table(http: aiohttp.ClientSession, base: str, spans: list[float], seed: int) -> None:
    """Two people play Amérix, one game after another."""
    rng = random.Random(seed)
    code, token = await make(http, base, "amerix", seats=2)
    phones = [Phone(http, base), Phone(http, base)]
    for phone, mine in zip(phones, (token, None), strict=True):
        await phone.join(code, mine)
    listening = [asyncio.create_task(phone.listen()) for phone in phones]
    for phone, name in zip(phones, ("Léa", "Tom"), strict=True):
        await phone.say("sit", name=name)
        async with phone.news, asyncio.timeout(20):
            await phone.news.wait_for(lambda phone=phone: phone.seated)  # type: ignore[misc]
    await phones[0].say("start", now=True)
    try:
        while True:
            await asyncio.sleep(PAUSE * rng.uniform(0.5, 1.5))
            if phones[0].sight.get("view", {}).get("outcome"):
                await phones[0].say("start", now=True)
                continue
            for phone in phones:
                move = some_move(phone.sight, rng) if phone.sight else None
                if move is None:
                    continue
                before, refused, began = [p.number for p in phones], phone.refused, monotonic()
                await phone.say("play", **move)
                for other, number in zip(phones, before, strict=True):
                    async with other.news:
                        async with asyncio.timeout(20):
                            while other.number == number and phone.refused == refused:
                                await other.news.wait()
                if phone.refused == refused:
                    spans.append((monotonic() - began) * 1000)
                break
    finally:
        for task in listening:
            task.cancel()


# ---- hostile ones -------------------------------------------------------------------------------------------


class Villain:
    def __init__(self, http: aiohttp.ClientSession, base: str, number: int, crowded: str) -> None:
        self.http, self.base = http, base
        self.rng = random.Random(number)
        self.crowded = crowded
        """A table of theirs at which many look on."""

    async def host(self, game: str, **wanted: Any) -> Phone:
        code, token = await make(self.http, self.base, game, **wanted)
        phone = Phone(self.http, self.base)
        await phone.join(code, token)
        await phone.say("sit", name="V")
        return phone

    async def often(self, do: Callable[[], Awaitable[None]], phone: Phone, rate: float = RATE) -> None:
        """Again and again, until the socket is closed."""
        listening = asyncio.create_task(phone.listen())
        try:
            while not listening.done():
                await do()
                await asyncio.sleep(1 / rate)
        finally:
            listening.cancel()
            await phone.ws.close()

    async def toggles(self) -> None:
        phone = await self.host("amerix")

        async def do() -> None:
            await phone.say("configure", chat=bool(phone.sent % 2))

        await self.often(do, phone)

    async def asks(self) -> None:
        """Words that take a search, asked about and laid."""
        phone = await self.host("solitix", seats=1)
        await phone.say("start")
        await phone.say("play", seat=0, move="cover_all", args={})

        async def do() -> None:
            kind = self.rng.choice(("check", "play", "play"))
            move = "hint" if kind == "play" and self.rng.random() < 0.2 else "write"
            word = "".join(self.rng.sample(self.rng.choice(HARD), 7))
            await phone.say(kind, seat=0, move=move, args={"word": {"word": word}} if move == "write" else {})

        await self.often(do, phone)

    async def seats_bots(self) -> None:
        phone = await self.host(self.rng.choice(BOTTED), bots="strong", speed="brisk")
        await phone.say("start")

        async def do() -> None:
            move = some_move(phone.sight, self.rng) if phone.sight else None
            if move is not None:
                await phone.say("play", **move)
            await phone.say("start", now=True)

        await self.often(do, phone, 4)

    async def crowds(self) -> None:
        phone = Phone(self.http, self.base)
        await phone.join(self.crowded)

        async def do() -> None:
            kind = self.rng.randrange(4)
            if kind == 0:
                await phone.say("sit", name=f"N{self.rng.random()}"[:12])
            elif kind == 1:
                await phone.say("stand", seat=self.rng.randrange(4))
            elif kind == 2:
                await phone.say("react", phrase=self.rng.choice(("bravo", "merci")))
            else:
                await phone.say("chat", text="x" * 100)

        await self.often(do, phone)

    async def comes_and_goes(self) -> None:
        while True:
            phone = Phone(self.http, self.base)
            await phone.join(self.crowded)
            await phone.ws.close()
            await asyncio.sleep(0.05)

    async def garbage(self) -> None:
        phone = Phone(self.http, self.base)
        await phone.join(self.crowded)

        async def do() -> None:
            kind = self.rng.randrange(5)
            EFFORT["done"] += kind != 3
            if kind == 0:
                await phone.ws.send_str("[" * 4_000)
            elif kind == 1:
                await phone.ws.ping(os.urandom(100))
            elif kind == 2:
                await phone.ws.pong(os.urandom(100))
            elif kind == 3:
                await phone.say("play", seat=0, move="lay", args={"card": "x" * 3_000})
            else:
                await phone.ws.send_bytes(os.urandom(2_000))

        await self.often(do, phone, 200)

    async def raw(self) -> asyncio.StreamWriter:
        host, port = self.base.removeprefix("http://").split(":")
        _, writer = await asyncio.open_connection(host, int(port), local_addr=(HOSTILE, 0))
        return writer

    async def heaps(self) -> None:
        """As much as fits into a connection at once: requests, or the smallest frames."""
        writer = await self.raw()
        try:
            if self.rng.random() < 0.5:
                writer.write(b"GET /x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 3_000)
            else:
                writer.write(UPGRADE + self.rng.choice((PING, PONG, TEXT)) * 20_000)
            EFFORT["done"] += 1
            await asyncio.sleep(1)
        finally:
            writer.close()

    async def half_requests(self) -> None:
        writer = await self.raw()
        try:
            for byte in b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"y" * 1_000:
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(0.02)
        finally:
            writer.close()

    async def http_asks(self) -> None:
        paths = (
            f"/api/records/{RECORD}/replay",
            f"/api/records/{RECORD}/replay",
            f"/api/records/{RECORD}",
            "/api/games",
            "/api/tables",
            f"/api/tables/{self.crowded}/qr.svg",
            "/openapi.json",
            "/api/tables/QQQQQQ",
        )
        while True:
            EFFORT["done"] += 1
            async with self.http.get(self.base + self.rng.choice(paths)) as answer:
                await answer.read()
            await asyncio.sleep(0.1)


KINDS = {
    "toggles": 40,
    "asks": 40,
    "seats_bots": 40,
    "crowds": 80,
    "comes_and_goes": 10,
    "garbage": 16,
    "half_requests": 6,
    "heaps": 4,
    "http_asks": 20,
}
"""How many of the 256 do what."""


async def attack(base: str, kind: str) -> None:
    """Until it is ended. What the server closes comes back."""
    async with session(HOSTILE) as http:
        crowded = ""
        while not crowded:
            try:
                crowded, _ = await make(http, base, "amerix", public=True)
            except ConnectionError:  # too many tables in the round before
                await asyncio.sleep(1)

        async def again(number: int, name: str) -> None:
            while True:
                villain = Villain(http, base, number, crowded)
                with suppress(Exception):
                    await getattr(villain, name)()
                await asyncio.sleep(0.3)

        chosen = {kind: 256} if kind else KINDS
        names = [name for name, count in chosen.items() for _ in range(count)]
        await asyncio.gather(tell_effort(), *(again(number, name) for number, name in enumerate(names)))


# ---- the measurement ----------------------------------------------------------------------------------------


def quantile(spans: list[float], share: float) -> float:
    return sorted(spans)[min(len(spans) - 1, int(len(spans) * share))] if spans else float("nan")


def processor(pid: int) -> float:
    """Seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def prepare(database: Path) -> None:
    """A long finished game, to be asked for again and again."""
    game = game_named("amerix")
    match = Match(game, ["normal"] * 6, seed=seed_from(1))
    outcome = match.finish().outcome
    assert outcome is not None
    names = tuple("ABCDEF")
    row = GameRow(RECORD, "AAAAAA", "amerix", game.info.version, 6, time(), names, outcome.scores, outcome.winners)
    store = SqliteStore(database)
    await store.open()
    await store.keep_game(row, dumps(match.record))
    await store.close()


async def child(*args: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.hostile", *args, stdout=asyncio.subprocess.PIPE
    )


async def tell_effort() -> None:
    """What the attackers have got done, once a second."""
    while True:
        await asyncio.sleep(1)
        print(EFFORT["done"], flush=True)


async def end(process: asyncio.subprocess.Process | None) -> None:
    if process is not None and process.returncode is None:
        process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(15):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


async def phase(server: int, folder: Path, spans: list[float], seconds: float) -> dict[str, float]:
    """What honest people see for so long, and what the server needs for it."""
    spans.clear()
    used, began, size = processor(server), monotonic(), sizes(folder)
    await asyncio.sleep(seconds)
    return {
        "moves": len(spans),
        "p50": quantile(spans, 0.5),
        "p99": quantile(spans, 0.99),
        "longest": max(spans, default=0.0),
        "server": (processor(server) - used) / (monotonic() - began),
        "load": os.getloadavg()[0],
        "kilobytes": (sizes(folder) - size) / 1_000,
    }


def sizes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir())


async def measure(given: argparse.Namespace) -> list[dict[str, dict[str, float]]]:
    found: list[dict[str, dict[str, float]]] = []
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tablee.sqlite3"
        await prepare(database)
        server = await child("--serve", str(database))
        assert server.stdout is not None
        villains = None
        base = f"http://{HOST}:{int(await server.stdout.readline())}"
        try:
            async with session(HONEST) as http:
                spans: list[float] = []
                playing = [asyncio.create_task(honest_table(http, base, spans, n)) for n in range(given.tables)]
                await asyncio.sleep(3)
                for _ in range(given.rounds):
                    await asyncio.sleep(2)
                    peace = await phase(server.pid, Path(folder), spans, given.seconds)
                    villains = await child("--attack", base, "--kind", given.kind, "--nice", str(given.nice))
                    assert villains.stdout is not None
                    attack = await phase(server.pid, Path(folder), spans, given.seconds)
                    await end(villains)
                    told = [int(n) for n in (await villains.stdout.read()).split()] or [0]
                    attack["hostile_acts_a_second"] = (told[-1] - told[0]) / max(1, len(told) - 1)
                    found.append({"peace": peace, "attack": attack})
                    for name, numbers in found[-1].items():
                        line = " ".join(f"{key} {value:.1f}" for key, value in numbers.items())
                        print(f"{name:6} {line}", flush=True)
                    broken = [task.exception() for task in playing if task.done()]
                    if broken:
                        raise SystemExit(f"an honest table broke: {broken[0]!r}")
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
        finally:
            await end(villains)
            await end(server)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0, help="of each phase")
    parser.add_argument("--rounds", type=int, default=1, help="of peace and attack; the best one counts")
    parser.add_argument("--nice", type=int, default=19, help="of the attackers")
    parser.add_argument("--tables", type=int, default=20, help="honest ones, of two")
    parser.add_argument("--kind", default="", choices=["", *KINDS], help="all 256 do this alone")
    parser.add_argument("--limit", type=float, default=0.0, help="fail if p99 is above so many milliseconds")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve is not None:
        run(serve(HOST, 0, given.serve, ready=lambda port: print(port, flush=True)))
    elif given.attack is not None:
        os.nice(given.nice)
        asyncio.run(attack(given.attack, given.kind))
    else:
        best = min((found["attack"]["p99"] for found in asyncio.run(measure(given))), default=inf)
        if given.limit and not best < given.limit:
            raise SystemExit(1)


if __name__ == "__main__":
    main()
