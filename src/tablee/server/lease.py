"""A server's place among others on one database: it lives as long as its row there does.

Its time is the database's. It says every second that it lives, and has four seconds from then. When they are over,
anybody who wants one of its tables may delete its row, and it is dead for ever: whatever it still tries to write
fails in the very statement that writes. It knows from its own clock, which it started before it asked, when it can
no longer be sure; from then on it tells nobody anything until the database has said that it still lives.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from logging import getLogger
from secrets import token_hex
from typing import Any, Final

import asyncpg
from msgspec import Struct, json

from tablee.server.clock import steady
from tablee.server.pg_rows import TROUBLE
from tablee.server.pg_schema import Connection

LOG = getLogger("tablee.server")

BEAT: Final = 1.0
LEASE: Final = 4.0
"""Seconds, in the database's time."""
MARGIN: Final = 0.5
"""So much earlier a server stops being sure: clocks do not run alike."""
ANSWER_WITHIN: Final = 1.5
BURIED_AFTER: Final = 60.0
MISSES_FOR: Final = 60.0


class NodeRow(Struct, frozen=True):
    """A server as the others see it."""

    id: str
    address: str
    started: float
    """Seconds since the epoch."""
    left: float
    """Seconds until its time is over; below 0 it may be declared dead."""
    tables: int
    sockets: int


class NodeOrder(Struct, frozen=True):
    """What an operator, or another server, wants of this one."""

    what: str
    """`release` a table, `close` it, `drain` the whole server."""
    code: str = ""
    """Of the table; to `release` it, with the server that wants it after a space."""


class Load(Struct, frozen=True):
    """What a server says of itself with every beat."""

    tables: int = 0
    sockets: int = 0
    listed: bytes = b"[]"
    """Its public tables, as the list of all servers shows them."""


class UsedUp(Struct, frozen=True):
    """Something that an address has used up at another server."""

    kind: str
    who: str
    count: int


class Lease:
    def __init__(self, connect: Callable[[], Awaitable[Connection]], process: str, address: str) -> None:
        self._connect = connect
        self._process = process
        self._lives = 0
        self.address = address
        self.id = ""
        self.load: Callable[[], Load] = Load
        self.on_death: Callable[[], None] = lambda: None
        """Called before this server comes back under another name."""
        self.on_order: Callable[[NodeOrder], None] = lambda order: None
        self.on_miss: Callable[[UsedUp], None] = lambda miss: None
        self.missed: dict[tuple[str, str], int] = {}
        """What addresses have used up here since the last beat."""
        self._heard = 0
        """The last of the misses that this server knows."""
        self._until = 0.0
        self._db: Connection | None = None
        self._listed = b""
        self._beating: asyncio.Task[None] | None = None
        self._hurried = asyncio.Event()

    @property
    def deaths(self) -> int:
        return max(0, self._lives - 1)

    @property
    def sure(self) -> bool:
        return steady() < self._until

    def hurry(self) -> None:
        """There is something that others should know at once."""
        self._hurried.set()

    async def assured(self) -> None:
        while not self.sure:
            await asyncio.sleep(0.02)

    async def join(self) -> None:
        await self._enter()
        self._beating = asyncio.create_task(self._beat_for_ever(), name="heartbeat")

    async def leave(self) -> None:
        """Hands everything over at once: who has no row has no tables."""
        if self._beating is not None:
            self._beating.cancel()
            with suppress(asyncio.CancelledError):
                await self._beating
            self._beating = None
        self._until = 0.0
        with suppress(*TROUBLE):
            async with asyncio.timeout(ANSWER_WITHIN):
                db = await self._line()
                await db.execute("DELETE FROM nodes WHERE id = $1", self.id)
        self._hang_up()

    async def _line(self) -> Connection:
        if self._db is None or self._db.is_closed():
            self._db = await self._connect()
        return self._db

    def _hang_up(self) -> None:
        if self._db is not None:
            self._db.terminate()
            self._db = None

    async def _enter(self) -> None:
        """A new name: the one before, if there was one, is dead."""
        began, self._lives = steady(), self._lives + 1
        name = f"{self._process}.{self._lives}"
        db = await self._line()
        self._heard = await db.fetchval("SELECT COALESCE(MAX(number), 0) FROM misses")
        sql = """
            INSERT INTO nodes (id, address, expires)
            VALUES ($1, $2, clock_timestamp() + $3::float8 * '1 s'::interval)
        """
        await db.execute(sql, name, self.address, LEASE)
        self.id, self._listed = name, b""
        self._until = began + LEASE - MARGIN

    async def _beat_for_ever(self) -> None:
        while True:
            began = steady()
            try:
                async with asyncio.timeout(ANSWER_WITHIN):
                    await self._beat()
            except TROUBLE as wrong:
                LOG.warning("the database does not hear that this server lives: %r", wrong)
                self._hang_up()
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.05, BEAT - (steady() - began))):
                    await self._hurried.wait()
            self._hurried.clear()

    async def _beat(self) -> None:
        began, db, load = steady(), await self._line(), self.load()
        sql = """
            UPDATE nodes SET expires = clock_timestamp() + $2::float8 * '1 s'::interval, tables = $3, sockets = $4,
                address = $5
            WHERE id = $1 RETURNING 1
        """
        alive = await db.fetchval(sql, self.id, LEASE, load.tables, load.sockets, self.address)
        if alive is None:
            LOG.warning("this server was taken for dead: its tables are elsewhere")
            self._until = 0.0
            self.on_death()
            await self._enter()
            return
        self._until = began + LEASE - MARGIN
        if load.listed != self._listed:
            await db.execute("UPDATE nodes SET listed = $2 WHERE id = $1", self.id, load.listed.decode())
            self._listed = load.listed
        for what, code in await db.fetch("DELETE FROM orders WHERE node = $1 RETURNING what, code", self.id):
            self.on_order(NodeOrder(what, code))
        await self._share_misses(db)
        await db.execute(
            "DELETE FROM nodes WHERE expires < clock_timestamp() - $1::float8 * '1 s'::interval", BURIED_AFTER
        )

    async def _share_misses(self, db: Connection) -> None:
        if self.missed:
            mine, self.missed = self.missed, {}
            rows = [(self.id, kind, who, count) for (kind, who), count in mine.items()]
            await db.executemany("INSERT INTO misses (node, kind, who, count) VALUES ($1, $2, $3, $4)", rows)
            sql = "DELETE FROM misses WHERE noted < clock_timestamp() - $1::float8 * '1 s'::interval"
            await db.execute(sql, MISSES_FOR)
        sql = "SELECT number, kind, who, count FROM misses WHERE number > $1 AND node <> $2"
        for number, kind, who, count in await db.fetch(sql, self._heard, self.id):
            self._heard = max(self._heard, number)
            self.on_miss(UsedUp(kind, who, count))


async def nodes(db: Connection) -> list[NodeRow]:
    """All servers that have not been declared dead."""
    sql = """
        SELECT id, address, EXTRACT(EPOCH FROM started)::float8,
            EXTRACT(EPOCH FROM expires - clock_timestamp())::float8, tables, sockets
        FROM nodes ORDER BY started, id
    """
    return [NodeRow(*row) for row in await db.fetch(sql)]


async def listed(db: Connection) -> list[dict[str, Any]]:
    """The public tables of all servers that live."""
    rows: Iterable[asyncpg.Record] = await db.fetch("SELECT listed FROM nodes WHERE expires > clock_timestamp()")
    return [table for (text,) in rows for table in json.decode(text)]


def process_name() -> str:
    return token_hex(6)
