"""Tables in PostgreSQL, for several servers: each table has one owner at a time, and only he writes its log.

A table's row has its owner and an `epoch` that rises whenever somebody takes the table. The statement that appends
asks for both, for the length and the running hash that the owner knows, and for the owner's row among the living.
So whoever was frozen, cut off or declared dead writes nothing, whenever he wakes up.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from logging import getLogger
from typing import Any, Final, TypeVar

import asyncpg

from tablee.server import pg_schema, schema
from tablee.server.clock import steady
from tablee.server.lease import ANSWER_WITHIN, Lease, NodeRow, nodes, process_name
from tablee.server.lease import listed as listed_by_nodes
from tablee.server.pg_games import PostgresGames
from tablee.server.pg_rows import TROUBLE, find_game, find_log, find_table, marks, trouble, whole
from tablee.server.pg_schema import Connection
from tablee.server.pg_writer import LogWriter
from tablee.server.schema import GAME, TABLE, ProvenTable, proven_table
from tablee.server.store import Elsewhere, GameRow, Hold, Moved, StoreFailed, TableRow

T = TypeVar("T")

LOG = getLogger("tablee.server")

READERS: Final = 4
"""Connections beside that of the writer and that of the heartbeat."""
CONNECT_WITHIN: Final = 5.0
READ_WITHIN: Final = 30.0
ROOM: Final = 65_536
WELL_FOR: Final = 5.0
"""Seconds for which it is believed that there is room to write."""
STEP: Final = 16
"""Tables, and games, that a purge deletes before it lets others write."""
TRIES: Final = 8


class PostgresStore(PostgresGames):
    """Tables in a database; after trouble it goes on by itself as soon as the database does."""

    def __init__(self, address: str, *, reached_at: str = "") -> None:
        """`reached_at`: the address at which other servers reach this one."""
        self._address = address
        self._process = process_name()
        self.lease = Lease(self._connect, self._process, reached_at)
        self.secret = ""
        """What servers of this house know each other by."""
        self.on_death: Callable[[], None] = lambda: None
        self._holds: dict[str, Hold] = {}
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None
        self._writer = LogWriter(self._connect, lambda: self.lease.id, self._fence)
        self._probe: asyncio.Future[bool] | None = None
        self._well_until = 0.0
        self._accepting = False

    # ---- life --------------------------------------------------------------------------------------

    async def open(self) -> None:
        if self._accepting:
            return
        try:
            db = await self._connect()
            try:
                await pg_schema.prepare(db)
                self.secret = await db.fetchval("SELECT secret FROM house")
            finally:
                await db.close()
            self._pool = await asyncpg.create_pool(
                self._address, min_size=0, max_size=READERS, timeout=CONNECT_WITHIN, command_timeout=READ_WITHIN,
                server_settings=self._settings(),
            )  # fmt: skip
            self.lease.on_death = self._died
            await self.lease.join()
        except TROUBLE as wrong:
            await self.close()
            raise trouble(wrong) or wrong from wrong
        except ValueError as wrong:  # no address at all
            raise StoreFailed("unavailable", str(wrong)) from wrong
        self._accepting = True
        self._writer.start()

    def _settings(self) -> dict[str, str]:
        return {"application_name": f"tablee {self._process}", "default_transaction_isolation": "read committed"}

    async def _connect(self) -> Connection:
        async with asyncio.timeout(CONNECT_WITHIN):
            db: Connection = await asyncpg.connect(self._address, server_settings=self._settings())
        if await db.fetchval("SHOW synchronous_commit") == "off":
            await db.execute("SET synchronous_commit = on")  # what is acknowledged is on disk
        return db

    async def close(self) -> None:
        """Writes what waits, and hands every table over."""
        self._accepting, self._well_until = False, 0.0
        await self._writer.stop()
        await self.lease.leave()
        for hold in self._holds.values():
            hold.lost = True
        self._holds.clear()
        if self._pool is not None:
            self._pool.terminate()
            self._pool = None

    def _died(self) -> None:
        for hold in self._holds.values():
            hold.lost = True
        self._holds.clear()
        self.on_death()

    def holds(self, hold: Hold) -> bool:
        return self.lease.sure and not hold.lost and hold.owner == self.lease.id

    async def assured(self, hold: Hold) -> None:
        await self.lease.assured()
        if not self.holds(hold):
            raise Moved(hold.code)

    # ---- owners ------------------------------------------------------------------------------------

    async def _ready(self) -> None:
        if not self._accepting:
            raise StoreFailed("closed")
        await self.lease.assured()

    def held(self, code: str) -> Hold | None:
        return self._holds.get(code)

    async def claim(self, code: str) -> Hold:
        """Takes a table that nobody alive has. What the owner before has written is there when this returns, and
        he can write no more."""
        await self._ready()
        for _ in range(TRIES):
            hold = await self._read(lambda db: self._try_to_claim(db, code))
            if hold is not None:
                before = self._holds.get(code)
                if before is not None:
                    before.lost = True
                self._holds[code] = hold
                return hold
            await asyncio.sleep(0.01)
        raise StoreFailed("locked", f"table {code} goes from hand to hand")

    async def _try_to_claim(self, db: Connection, code: str) -> Hold | None:
        me = self.lease.id
        sql = """
            SELECT t.owner, t.epoch, n.id, n.address, n.expires < clock_timestamp()
            FROM tables t LEFT JOIN nodes n ON n.id = t.owner WHERE t.code = $1
        """
        found = await db.fetchrow(sql, code)
        if found is None:
            return Hold(code, me, 0)  # nobody's, and nothing can be appended to it
        owner, epoch, alive, address, late = found
        if alive is not None and owner != me:
            # Whoever is late may just be renewing: then his row stays, and so do his tables.
            over = "DELETE FROM nodes WHERE id = $1 AND expires < clock_timestamp() RETURNING id"
            if not late or await db.fetchval(over, owner) is None:
                raise Elsewhere(code, owner, address)
            LOG.warning("server %s is late and was declared dead", owner)
        # The dead do not come back, so that nothing but the epoch can have changed since we looked.
        sql = f"""
            UPDATE tables SET owner = $2, epoch = epoch + 1
            WHERE code = $1 AND epoch = $3 AND EXISTS (SELECT 1 FROM nodes WHERE id = $2)
            RETURNING epoch, {TABLE}
        """
        taken = await db.fetchrow(sql, code, me, epoch)
        if taken is None:
            return None
        proven = proven_table(tuple(taken)[1:])
        return Hold(code, me, taken[0], proven.entries, proven.chain)

    async def release(self, hold: Hold, to: str = "") -> None:
        if self._holds.get(hold.code) is hold:
            del self._holds[hold.code]
        if hold.lost:
            return
        hold.lost = True
        sql = "UPDATE tables SET owner = $4, epoch = epoch + 1 WHERE code = $1 AND owner = $2 AND epoch = $3"
        args = hold.code, hold.owner, hold.epoch, to
        with suppress(StoreFailed):  # it stays ours, and goes when we go
            await self._read(lambda db: db.execute(sql, *args))

    async def suspect(self, node: str) -> bool:
        """Declares a server dead before its time is over, if nobody answered at its address and it has no
        connection to the database either; whether it was."""
        sql = """
            DELETE FROM nodes WHERE id = $1 AND NOT EXISTS (
                SELECT 1 FROM pg_stat_activity WHERE application_name = 'tablee ' || split_part($1, '.', 1)
            ) RETURNING id
        """
        return await self._read(lambda db: db.fetchval(sql, node)) is not None

    async def nodes(self) -> list[NodeRow]:
        return await self._read(nodes)

    async def listed(self) -> list[dict[str, Any]]:
        """The public tables of all servers."""
        return await self._read(listed_by_nodes)

    async def ask_for(self, there: Elsewhere) -> None:
        await self.order(there.node, "release", f"{there.code} {self.lease.id}")

    async def order(self, node: str, what: str, code: str = "") -> None:
        sql = "INSERT INTO orders (node, what, code) VALUES ($1, $2, $3)"
        await self._read(lambda db: db.execute(sql, node, what, code))

    async def owner(self, code: str) -> str:
        """The server that has a table, if one that lives does."""
        sql = "SELECT owner FROM tables t WHERE code = $1 AND EXISTS (SELECT 1 FROM nodes WHERE id = t.owner)"
        return str(await self._read(lambda db: db.fetchval(sql, code)) or "")

    # ---- what is written ---------------------------------------------------------------------------

    async def create(self, row: TableRow, first: bytes) -> bool:
        proven = ProvenTable(row, 1, schema.chained(schema.beginning(row.code), [first]))
        fields = proven.fields()
        sql = f"""
            WITH made AS (
                INSERT INTO tables ({TABLE}, owner, epoch)
                SELECT {marks(len(fields))}, ${len(fields) + 1}, 1
                WHERE EXISTS (SELECT 1 FROM nodes WHERE id = ${len(fields) + 1})
                ON CONFLICT DO NOTHING RETURNING code
            ), added AS (
                INSERT INTO log (code, seq, crc, entry)
                SELECT code, 0, ${len(fields) + 2}, ${len(fields) + 3} FROM made
            )
            SELECT code FROM made
        """
        await self._ready()
        me = self.lease.id
        more = (me, schema.crc32(first), first)
        made = await self._read(lambda db: db.fetchval(sql, *fields, *more), again=False)
        if made is not None:
            self._holds[row.code] = Hold(row.code, me, 1, 1, proven.chain)
        return made is not None

    async def append(
        self, code: str, seq: int, entries: Sequence[bytes], row: TableRow, hold: Hold | None = None
    ) -> None:
        if row.code != code:
            raise ValueError(f"the row of table {row.code} for table {code}")
        if not self._accepting:
            raise StoreFailed("closed")
        own = hold or self._holds.get(code)
        if own is None:
            if await self.table(code) is None:
                raise ValueError(f"there is no table {code}")
            raise Moved(code)
        try:
            await self._writer.append(own, seq, entries, row)
        except StoreFailed:
            self._well_until = 0.0
            raise

    async def _fence(self, codes: Sequence[str]) -> dict[str, tuple[int, bytes]]:
        """Raises the epochs of tables that are ours, so that nothing sent before is written any more; epoch and
        running hash of each."""
        sql = """
            UPDATE tables SET epoch = epoch + 1
            WHERE code = ANY($1) AND owner = $2 AND EXISTS (SELECT 1 FROM nodes WHERE id = $2)
            RETURNING code, epoch, chain
        """
        rows = await self._read(lambda db: db.fetch(sql, list(codes), self.lease.id))
        return {code: (epoch, chain) for code, epoch, chain in rows}

    async def rewrite(self, row: TableRow, entries: Sequence[bytes], games: Sequence[GameRow]) -> None:
        hold = self._holds.get(row.code)
        if hold is None:
            if await self.table(row.code) is None:
                raise ValueError(f"there is no table {row.code}")
            raise Moved(row.code)
        after = ProvenTable(row, len(entries), schema.chained(schema.beginning(row.code), entries))

        async def work(db: Connection) -> None:
            async with db.transaction():
                fields = after.fields()
                me, epoch = f"${len(fields) + 1}", f"${len(fields) + 2}"
                sql = f"""
                    UPDATE tables SET ({TABLE}) = ({marks(len(fields))})
                    WHERE code = $1 AND owner = {me} AND epoch = {epoch}
                        AND EXISTS (SELECT 1 FROM nodes WHERE id = {me}) RETURNING 1
                """
                if await db.fetchval(sql, *fields, hold.owner, hold.epoch) is None:
                    raise Moved(row.code)
                await db.execute("DELETE FROM log WHERE code = $1", row.code)
                await db.copy_records_to_table(
                    "log",
                    records=[(row.code, i, schema.crc32(entry), entry) for i, entry in enumerate(entries)],
                    columns=["code", "seq", "crc", "entry"],
                )
                for game in games:
                    kept = await find_game(db, game.id)
                    if kept is not None:
                        new = schema.game_fields(game, kept[1])[:-1]
                        await db.execute(f"UPDATE games SET ({GAME}) = ({marks(len(new))}) WHERE id = $1", *new)

        await self._read(work, again=False)
        hold.entries, hold.chain = after.entries, after.chain

    async def purge(self, before: float, keep: Collection[str] = (), share: float = 1.0) -> tuple[int, int]:
        """Tables that another server has in memory are kept too."""
        counts = "SELECT (SELECT COUNT(*) FROM tables), (SELECT COUNT(*) FROM games)"
        found = await self._read(lambda db: db.fetchrow(counts))
        assert found is not None
        left = [max(1, int(n * share)) for n in found]
        kept, me = list(keep), self.lease.id
        tables = """
            DELETE FROM tables WHERE code IN (
                SELECT code FROM tables t WHERE changed < $1 AND code <> ALL($2)
                    AND (owner = $3 OR NOT EXISTS (SELECT 1 FROM nodes WHERE id = t.owner))
                ORDER BY changed LIMIT $4
            )
        """
        games = "DELETE FROM games WHERE id IN (SELECT id FROM games WHERE ended < $1 ORDER BY ended LIMIT $2)"
        deals = f"""
            DELETE FROM deals WHERE code IN (
                SELECT code FROM deals d WHERE opened < $1 AND {schema.OLD_DEALS} LIMIT $2
            )
        """
        deleted = [0, 0]
        while True:
            most = [min(STEP, n) for n in left]
            gone = await self._read(partial(_do, tables, before, kept, me, most[0]))
            finished = await self._read(partial(_do, games, before, most[1]))
            await self._read(partial(_do, deals, before, STEP))
            step = [int(said.split()[1]) for said in (gone, finished)]
            if step == [0, 0]:
                return deleted[0], deleted[1]
            deleted = [a + b for a, b in zip(deleted, step, strict=True)]
            left = [a - b for a, b in zip(left, step, strict=True)]

    async def healthy(self) -> bool:
        """Whoever asks while somebody else is being answered gets the same answer; so does who asks soon after,
        since a heart that beats has just written, and proxies ask every second."""
        if steady() < self._well_until:
            return self.lease.sure
        if self._probe is None or self._probe.done():
            self._probe = asyncio.ensure_future(self._has_room())
        well = await asyncio.shield(self._probe)
        self._well_until = steady() + WELL_FOR if well else 0.0
        return well

    async def _has_room(self) -> bool:
        """Writes as much as a batch of moves may need: on a full disk a few bytes often still fit."""
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                filler = os.urandom(ROOM)
                await self._read(lambda db: db.execute("INSERT INTO room (filler) VALUES ($1)", filler))
                await self._read(lambda db: db.execute("DELETE FROM room"))
        except (StoreFailed, TimeoutError):
            return False
        return self.lease.sure

    # ---- what is read ------------------------------------------------------------------------------

    async def log(self, code: str) -> list[bytes]:
        async def look(db: Connection) -> list[bytes]:
            async with db.transaction(isolation="repeatable_read", readonly=True):
                return await find_log(db, code)

        return await self._read(look)

    async def tables(
        self, *, open_only: bool = False, public_only: bool = False, limit: int = 100
    ) -> list[TableRow]:
        wanted = " AND ".join(("open",) * open_only + ("public",) * public_only) or "TRUE"
        order = "created" if public_only else "changed"
        sql = f"SELECT {TABLE} FROM tables WHERE {wanted} ORDER BY {order} DESC, code LIMIT $1"
        rows = await self._read(lambda db: db.fetch(sql, limit))
        return [found.row for found in whole(proven_table, rows)]

    async def table(self, code: str) -> TableRow | None:
        found = await self._read(lambda db: find_table(db, code))
        return None if found is None else found.row

    async def latest(self) -> float:
        sql = "SELECT GREATEST((SELECT MAX(changed) FROM tables), (SELECT MAX(ended) FROM games), 0)"
        return float(await self._read(lambda db: db.fetchval(sql)))

    async def _read(self, work: Callable[[Connection], Awaitable[T]], *, again: bool = True) -> T:
        """On a connection of the pool. What may be done twice is tried again where the line had broken before."""
        if self._pool is None:
            raise StoreFailed("closed")
        try:
            async with self._pool.acquire(timeout=CONNECT_WITHIN) as db:
                return await work(db)  # type: ignore[arg-type]
        except (Elsewhere, Moved, StoreFailed):
            raise
        except Exception as wrong:
            found = trouble(wrong)
            if found is not None and again and found.reason == "unavailable":
                return await self._read(work, again=False)
            if found is None:
                raise
            raise found from wrong


async def _do(sql: str, *args: Any) -> str:
    *given, db = args
    said: str = await db.execute(sql, *given)
    return said
