"""Several servers on one PostgreSQL, while phones play: killed, frozen, stopped in turn, or their database hurt.

`python -m tests.nodes kill --times 200 --nodes 3 --tables 300`, and likewise `freeze`, `roll` and `database`.
Before and after each blow every log is read, proven and played again beside the servers: whatever any phone was
told must stand in it, in order, and nothing may be written twice. Phones choose a server by chance, as behind a
proxy.
"""

import argparse
import asyncio
import os
import shutil
import signal
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import Any, Final

import aiohttp
import asyncpg
import msgspec
from msgspec import Struct

from tablee.server import schema
from tablee.server.clock import Pace
from tablee.server.lease import LEASE
from tablee.server.pg_rows import find_table
from tablee.server.run import serve
from tests.phones import PATIENCE, Player, World
from tests.postgres import Postgres
from tests.truth import Lost, Mirror, Site, Told

HOST: Final = "127.0.0.1"
GAMES: Final = (("amerix", 2, 0), ("vizdibix", 3, 0), ("amerix", 3, 1), ("vizdibix", 2, 1), ("amerix", 4, 0))
SILENCE: Final = 5.0
"""Seconds without a ping after which a phone looks for another server."""
START_WITHIN: Final = 240.0
"""Seconds: on a busy machine a server takes its time."""
HARMLESS: Final = ("lag", "trouble")
"""What a server may say that is not sure of its tables."""


class Chronicle(Mirror):
    """A table as its log says, with a trace of every view since the beginning."""

    def advance(self, log: Sequence[bytes]) -> None:
        known = len(self.log)
        if list(log[:known]) != self.log:
            raise Lost("what was in the log is gone")
        for number, data in enumerate(log[known:], known):
            self.log.append(data)
            self.take(number, data)
            self.views.append({trace(view) for view in self.seen()})

    def where(self, view: bytes, start: int) -> int | None:
        wanted = trace(view)
        return next((i for i in range(max(0, start), len(self.views)) if wanted in self.views[i]), None)


def trace(view: bytes) -> bytes:
    return blake2b(view, digest_size=8).digest()


class Node:
    """One server, as a process."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.process: asyncio.subprocess.Process | None = None
        self.base = ""
        self.up = False

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid


class Session:
    """Chooses a server for each request, and does not wait for ever for one that says nothing."""

    def __init__(self, http: aiohttp.ClientSession) -> None:
        self._http = http
        self.post = http.post
        self.get = http.get

    def ws_connect(self, url: str) -> Any:
        return self._http.ws_connect(url, timeout=aiohttp.ClientWSTimeout(ws_receive=SILENCE))


class Houses(World):
    """Several servers, and the phones that play there."""

    def __init__(
        self, folder: Path, database: Postgres, nodes: int, seed: int, pause: tuple[float, float]
    ) -> None:
        super().__init__(seed, pause)
        self.folder = folder
        self.postgres = database
        self.address = database.fresh()
        self.nodes = [Node(i) for i in range(nodes)]
        self.up = True
        self.forgiven: tuple[str, ...] = ("was thrown out",)
        self.welcomes: dict[str, float] = {}
        """When each table last greeted somebody,"""
        self.dones: dict[str, float] = {}
        """and when it last did what somebody asked for."""
        self.reached: dict[str, int] = {}
        self.pauses: list[float] = []
        """Seconds that each phone was without a table."""
        self.db: asyncpg.Connection[asyncpg.Record]

    @property
    def base(self) -> str:
        up = [node.base for node in self.nodes if node.up]
        return self.rng.choice(up) if up else "http://127.0.0.1:9"

    @base.setter
    def base(self, value: str) -> None:
        pass

    def complain(self, what: str) -> None:
        if not any(word in what for word in self.forgiven):
            super().complain(what)

    async def start(self, node: Node) -> None:
        with (self.folder / f"errors-{node.number}.txt").open("ab") as errors:
            node.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.nodes", "serve", "--address", self.address,
                stdout=asyncio.subprocess.PIPE, stderr=errors,
            )  # fmt: skip
        assert node.process.stdout is not None
        async with asyncio.timeout(START_WITHIN):
            line = await node.process.stdout.readline()
        if not line:
            raise Lost(f"a server does not start: {self.complained()}")
        node.base, node.up = f"http://{HOST}:{int(line)}", True

    async def end(self, node: Node, number: signal.Signals) -> None:
        assert node.process is not None
        node.process.send_signal(number)
        async with asyncio.timeout(PATIENCE):
            await node.process.wait()
        node.up = False

    def complained(self) -> str:
        return "".join(path.read_text()[-2_000:] for path in sorted(self.folder.glob("errors-*.txt")))

    async def owners(self) -> dict[str, str]:
        """The address of the server that has each table."""
        sql = "SELECT t.code, n.address FROM tables t JOIN nodes n ON n.id = t.owner"
        return {code: address for code, address in await self.db.fetch(sql)}  # noqa: C416 - records are no pairs

    async def epochs(self) -> dict[str, int]:
        rows = await self.db.fetch("SELECT code, epoch FROM tables")
        return {code: epoch for code, epoch in rows}  # noqa: C416

    async def check(self, sites: Sequence[Site] | None = None) -> None:
        """Every log is whole, nothing is in it twice, and all that anybody was told before is in it."""
        if self.complaints:
            raise Lost("; ".join(self.complaints[:5]) + self.complained())
        for site in self.sites if sites is None else sites:
            before = [(p, set(p.acknowledged), set(p.refused), list(p.told)) for p in site.players]
            async with self.db.transaction(isolation="repeatable_read", readonly=True):
                row = await find_table(self.db, site.code)
                sql = "SELECT seq, crc, entry FROM log WHERE code = $1 ORDER BY seq"
                found = [tuple(entry) for entry in await self.db.fetch(sql, site.code)]
            if row is None:
                raise Lost(f"table {site.code} is gone")
            site.mirror.advance(schema.whole_log(row, found))
            for player, acknowledged, refused, told in before:
                self.check_player(site, player, acknowledged, refused, told)
            await asyncio.sleep(0)

    def check_player(
        self, site: Site, player: Player, acknowledged: set[str], refused: set[str], told: Sequence[Told]
    ) -> None:
        at = {command: i for (device, command), i in site.mirror.at.items() if device == player.device}
        # Whoever says that he is ready when nobody waits for it any more is answered, and nothing has changed.
        idle = {message["id"] for message in player.said if message["type"] == "ready"}
        if missing := acknowledged - at.keys() - idle:
            what = [message for message in player.said if message["id"] in missing]
            raise Lost(f"acknowledged, but not in the log: {missing} {what}")
        if wrong := refused & at.keys():
            raise Lost(f"refused, but in the log: {wrong}")
        if strange := at.keys() - player.acknowledged - player.waiting.keys():
            raise Lost(f"in the log, but never said: {strange}")
        reached = self.reached.get(player.name, 0)
        for heard in told:
            if heard.kind == "done":
                reached = max(reached, at.get(heard.command, 0))
            elif heard.kind == "sight":
                found = site.mirror.where(heard.data, reached)
                if found is None:
                    raise Lost(f"{player.name} was shown what never lasted, or what was over: {heard.data!r}")
                reached = found
            elif heard.kind == "lines" and not site.mirror.knows(heard.data):
                raise Lost(f"{player.name} was told what never lasted: {heard.data!r}")
        self.reached[player.name] = reached
        del player.told[: len(told)]

    async def open_table(self, *args: Any, **more: Any) -> Site:
        site = await super().open_table(*args, **more)
        site.mirror = Chronicle()
        for player in site.players:
            self._watch(site, player)
        return site

    def _watch(self, site: Site, player: Player) -> None:
        hear, connect, left = player.hear, player.connect, 0.0

        def heard(data: str) -> None:
            nonlocal left
            kind = msgspec.json.decode(data)["type"]
            if kind == "welcome":
                self.welcomes[site.code] = monotonic()
                if left:
                    self.pauses.append(monotonic() - left)
            elif kind == "done":
                self.dones[site.code] = monotonic()
            hear(data)

        async def connected() -> None:
            nonlocal left
            try:
                await connect()
            except TimeoutError:
                pass
            finally:
                if player.view and (not left or left < self.welcomes.get(site.code, 0.0)):
                    left = monotonic()

        player.hear, player.connect = heard, connected  # type: ignore[method-assign]


class Report(Struct):
    what: str
    times: int
    nodes: int
    tables: int
    people: int
    acknowledged: int
    entries: int
    seconds: dict[str, float]
    """Median, 99th percentile and longest, of what the blow cost."""
    counted: int


def spread(spans: Sequence[float]) -> dict[str, float]:
    if not spans:
        return {}
    found = sorted(spans)
    rare = found[min(len(found) - 1, int(0.99 * len(found)))]
    return {"p50": round(statistics.median(found), 3), "p99": round(rare, 3), "max": round(found[-1], 3)}


async def playable(world: Houses, codes: Sequence[str], since: float) -> list[float]:
    """Seconds until each of these tables has greeted somebody and done something again."""
    spans: dict[str, float] = {}
    async with asyncio.timeout(2 * PATIENCE):
        while len(spans) < len(codes):
            for code in codes:
                back = world.welcomes.get(code, 0.0)
                if code not in spans and back > since:
                    spans[code] = back - since
            await asyncio.sleep(0.01)
    return list(spans.values())


async def kill(world: Houses, times: int, _: Any) -> list[float]:
    spans: list[float] = []
    for number in range(times):
        await asyncio.sleep(world.rng.uniform(0.2, 1.5))
        node = world.rng.choice(world.nodes)
        theirs = [code for code, base in (await world.owners()).items() if base == node.base]
        began = monotonic()
        await world.end(node, signal.SIGKILL)
        spans += await playable(world, theirs, began)
        await world.check()
        await world.start(node)
        print(f"kill {number + 1}: {len(theirs)} tables, {spread(spans)}", flush=True)
    return spans


class Lurker:
    """Looks on at one server, and does not go away by itself."""

    def __init__(self) -> None:
        self.heard: list[tuple[float, str]] = []
        self.gone = asyncio.Event()
        self.here = asyncio.Event()

    async def run(self, session: aiohttp.ClientSession, base: str, code: str) -> None:
        async with session.ws_connect(f"{base}/ws") as ws:
            await ws.send_json({"type": "hello", "protocol": 2, "code": code})
            async for frame in ws:
                if frame.type is aiohttp.WSMsgType.TEXT:
                    self.heard.append((monotonic(), msgspec.json.decode(frame.data)["type"]))
                    self.here.set()
        self.gone.set()


async def freeze(world: Houses, times: int, given: argparse.Namespace) -> list[float]:
    spans: list[float] = []
    async with aiohttp.ClientSession() as session:
        for number in range(times):
            await asyncio.sleep(world.rng.uniform(0.5, 2.0))
            node = world.rng.choice(world.nodes)
            theirs = [code for code, base in (await world.owners()).items() if base == node.base]
            if not theirs:
                continue
            lurker = Lurker()
            looking = asyncio.create_task(lurker.run(session, node.base, world.rng.choice(theirs)))
            await asyncio.wait_for(lurker.here.wait(), PATIENCE)
            before = await world.epochs()
            began = monotonic()
            os.kill(node.pid, signal.SIGSTOP)
            node.up = False
            span = world.rng.uniform(given.least, given.most)
            try:
                spans += await playable(world, theirs, began)
                await asyncio.sleep(max(0.0, span - (monotonic() - began)))
            finally:
                os.kill(node.pid, signal.SIGCONT)
            await asyncio.wait_for(lurker.gone.wait(), PATIENCE)
            await looking
            late = [kind for at, kind in lurker.heard if at > began + 0.5 and kind not in HARMLESS]
            if late:
                raise Lost(f"a frozen server has told: {late}")
            after = await world.epochs()
            if any(after[code] <= before[code] for code in theirs):
                raise Lost("a table has not moved")
            node.up = True
            await world.check()
            print(f"freeze {number + 1}: {span:.1f} s, {len(theirs)} tables, {spread(spans)}", flush=True)
    return spans


async def roll(world: Houses, times: int, _: Any) -> list[float]:
    """All servers in turn, so many rounds; the pauses are those of every phone."""
    world.pauses.clear()
    for number in range(times):
        for node in world.nodes:
            theirs = [code for code, base in (await world.owners()).items() if base == node.base]
            began = monotonic()
            node.up = False  # as a proxy does that hears it from the health check
            await world.end(node, signal.SIGTERM)
            if node.process is None or node.process.returncode != 0:
                raise Lost(f"a clean stop fails: {world.complained()}")
            await playable(world, theirs, began)
            await world.start(node)
            await asyncio.sleep(1.0)
        await world.check()
        print(f"round {number + 1}: {spread(world.pauses)}", flush=True)
    return world.pauses


async def database(world: Houses, times: int, _: Any) -> list[float]:
    """Restarted, killed, stopped for a while, no connection to spare: tables say so, lose nothing, go on."""
    world.forgiven = ("was thrown out", "trouble", "gets no answer")
    spans: list[float] = []
    ways: list[tuple[str, Callable[[Houses], Any]]] = [
        ("restarted", restarted), ("killed", killed), ("slow", slow), ("stopped", stopped), ("full up", full_up),
    ]  # fmt: skip
    for number in range(times):
        name, way = ways[number % len(ways)]
        await asyncio.sleep(1.0)
        began = monotonic()
        await way(world)
        over = monotonic()
        before = dict(world.dones)
        async with asyncio.timeout(2 * PATIENCE):
            while any(world.dones.get(s.code, 0.0) <= max(over, before.get(s.code, 0.0)) for s in world.sites):
                await asyncio.sleep(0.02)
        spans.append(monotonic() - over)
        await world.check()
        print(f"{name} for {over - began:.1f} s: all play again after {spans[-1]:.1f} s", flush=True)
    return spans


async def reconnect(world: Houses) -> None:
    with suppress(Exception):
        world.db.terminate()
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(asyncpg.PostgresError, OSError):
                world.db = await asyncpg.connect(world.address)
                return
            await asyncio.sleep(0.1)


async def restarted(world: Houses) -> None:
    await asyncio.to_thread(world.postgres.stop, "fast")
    await asyncio.to_thread(world.postgres.start)
    await reconnect(world)


async def killed(world: Houses) -> None:
    await asyncio.to_thread(world.postgres.stop, "immediate")
    await asyncio.sleep(world.rng.uniform(0.0, 2.0))
    await asyncio.to_thread(world.postgres.start)
    await reconnect(world)


def postgres_processes(world: Houses) -> list[int]:
    """The server itself, and all its children."""
    main = int((world.postgres.data / "postmaster.pid").read_text().splitlines()[0])
    children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
    return [main, *map(int, children)]


async def slow(world: Houses, least: float = 1.0, most: float = 3.0) -> None:
    processes = postgres_processes(world)
    for pid in processes:
        os.kill(pid, signal.SIGSTOP)
    await asyncio.sleep(world.rng.uniform(least, most))
    for pid in processes:
        os.kill(pid, signal.SIGCONT)


async def stopped(world: Houses) -> None:
    """For longer than any server's time."""
    await slow(world, LEASE + 1, LEASE + 4)


async def full_up(world: Houses) -> None:
    """Somebody takes every connection, and the servers lose theirs."""
    greedy: list[Any] = []
    sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tablee %'"
    await world.db.execute(sql)
    with suppress(asyncpg.PostgresError):
        while True:
            greedy.append(await asyncpg.connect(world.address))
    await asyncio.sleep(3.0)
    for each in greedy:
        each.terminate()


WAYS: Final = {"kill": kill, "freeze": freeze, "roll": roll, "database": database}


async def run(folder: Path, postgres: Postgres, given: argparse.Namespace) -> Report:
    world = Houses(folder, postgres, given.nodes, given.seed, (given.pause, 3 * given.pause))
    async with (
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session,
        asyncio.TaskGroup() as group,
    ):
        world.session = Session(session)  # type: ignore[assignment]
        playing: list[asyncio.Task[None]] = []
        try:
            await asyncio.gather(*(world.start(node) for node in world.nodes))
            world.db = await asyncpg.connect(world.address)
            for i in range(given.tables):
                await world.open_table(*GAMES[i % len(GAMES)])
            playing += [group.create_task(player.run()) for player in world.people]
            async with asyncio.timeout(START_WITHIN + given.tables):
                while len(world.dones) < len(world.sites):
                    await asyncio.sleep(0.05)
            await asyncio.sleep(2.0)
            await world.check()
            spans = await WAYS[given.what](world, given.times, given)
            await asyncio.sleep(2.0)
            await world.check()
        finally:
            for task in playing:
                task.cancel()
            for node in world.nodes:
                if node.process is not None and node.process.returncode is None:
                    with suppress(ProcessLookupError):
                        os.kill(node.pid, signal.SIGCONT)
                        node.process.kill()
                    await node.process.wait()
    text = world.complained()
    if "Traceback" in text:
        print(text[-6_000:])
        raise Lost("a server complains")
    return Report(
        given.what,
        given.times,
        given.nodes,
        len(world.sites),
        len(world.people),
        sum(len(player.acknowledged) for player in world.people),
        sum(len(site.mirror.log) for site in world.sites),
        spread(spans),
        len(spans),
    )


async def serve_for_tests(address: str) -> None:
    def tell(port: int) -> None:
        print(port, flush=True)

    await serve(HOST, 0, Path(), store=address, ready=tell, limits=False, pace=Pace(countdown=20))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=(*WAYS, "serve"))
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--pause", type=float, default=0.3, help="seconds between two acts of a phone, at least")
    parser.add_argument("--least", type=float, default=10.0, help="seconds for which a server is frozen, at least")
    parser.add_argument("--most", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--address", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.what == "serve":
        asyncio.run(serve_for_tests(given.address))
        return
    folder = Path(tempfile.mkdtemp())
    postgres = Postgres({"max_connections": str(20 + 8 * given.nodes)})
    try:
        report = asyncio.run(run(folder, postgres, given))
    finally:
        postgres.remove()
        shutil.rmtree(folder, ignore_errors=True)
    print(msgspec.json.format(msgspec.json.encode(report), indent=1).decode())


if __name__ == "__main__":
    main()
