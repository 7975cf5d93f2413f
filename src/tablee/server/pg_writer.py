"""The one writer of a server: what all its tables want to append goes into one statement and one commit."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from logging import getLogger
from typing import Final

from tablee.server import schema
from tablee.server.clock import steady
from tablee.server.pg_rows import TROUBLE, in_doubt, trouble
from tablee.server.pg_schema import Connection
from tablee.server.schema import ProvenTable
from tablee.server.store import Hold, Moved, StoreFailed, TableRow

LOG = getLogger("tablee.server")

GROUP: Final = 256
"""Appends in a statement at most, each to another table."""
WRITE_WITHIN: Final = 10.0
"""Seconds after which a write is in doubt."""

APPEND: Final = """
    WITH wanted AS (
        SELECT * FROM unnest(
            $2::text[], $3::float8[], $4::float8[], $5::text[], $6::bool[], $7::bool[], $8::int[], $9::text[],
            $10::int[], $11::bytea[], $12::bigint[], $13::bigint[], $14::int[], $15::bytea[]
        ) AS w (
            code, created, changed, game, public, open, finished, title, entries, chain, crc, epoch, seq, tail
        )
    ), kept AS (
        UPDATE tables t SET created = w.created, changed = w.changed, game = w.game, public = w.public,
            open = w.open, finished = w.finished, title = w.title,
            entries = w.entries, chain = w.chain, crc = w.crc
        FROM wanted w
        WHERE t.code = w.code AND t.owner = $1 AND t.epoch = w.epoch AND t.entries = w.seq AND t.chain = w.tail
            AND EXISTS (SELECT 1 FROM nodes WHERE id = $1)
        RETURNING t.code
    ), added AS (
        INSERT INTO log (code, seq, crc, entry)
        SELECT e.code, e.seq, e.crc, e.entry
        FROM unnest($16::text[], $17::int[], $18::bigint[], $19::bytea[]) AS e (code, seq, crc, entry)
        JOIN kept USING (code)
    )
    SELECT code FROM kept
"""


class _Append:
    """A batch of one table that waits to be written."""

    def __init__(self, hold: Hold, seq: int, entries: Sequence[bytes], row: TableRow) -> None:
        self.hold = hold
        self.seq = seq
        self.entries = entries
        self.row = row
        self.settled = False
        self.answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def after(self) -> ProvenTable:
        return ProvenTable(self.row, self.seq + len(self.entries), schema.chained(self.hold.chain, self.entries))

    def done(self, after: ProvenTable) -> None:
        self.settled = True
        self.hold.entries, self.hold.chain = after.entries, after.chain
        if not self.answer.done():
            self.answer.set_result(None)

    def fail(self, error: Exception) -> None:
        self.settled = True
        if not self.answer.done():
            self.answer.set_exception(error)


class LogWriter:
    def __init__(
        self,
        connect: Callable[[], Awaitable[Connection]],
        node: Callable[[], str],
        fence: Callable[[Sequence[str]], Awaitable[dict[str, tuple[int, bytes]]]],
    ) -> None:
        """`node`: the name of this server now; `fence`: raises the epochs of tables that are ours."""
        self._connect = connect
        self._node = node
        self._fence = fence
        self._db: Connection | None = None
        self._queue: deque[_Append] = deque()
        self._wanted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._unsettled: set[_Append] = set()
        self._settling: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._task = asyncio.create_task(self._write_for_ever(), name="writer")

    async def stop(self) -> None:
        """When all that waits is written, or has failed, or takes too long."""
        until = steady() + WRITE_WITHIN
        while self._task is not None and steady() < until and not all(r.settled for r in self._unsettled):
            await asyncio.sleep(0.005)
        for task in self._settling:
            task.cancel()
        for request in self._unsettled:
            request.fail(StoreFailed("closed"))
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None
        if self._db is not None:
            self._db.terminate()
            self._db = None

    async def append(self, hold: Hold, seq: int, entries: Sequence[bytes], row: TableRow) -> None:
        request = _Append(hold, seq, entries, row)
        self._queue.append(request)
        self._unsettled.add(request)
        self._wanted.set()
        await request.answer

    async def _write_for_ever(self) -> None:
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            while self._queue:
                group = self._take()
                if group:
                    await self._serve(group)
                self._unsettled = {request for request in self._unsettled if not request.settled}

    def _take(self) -> list[_Append]:
        """What waits, one batch of each table: two of one follow on each other."""
        group: dict[str, _Append] = {}
        later: deque[_Append] = deque()
        while self._queue and len(group) < GROUP:
            request = self._queue.popleft()
            if request.hold.code in group:
                later.append(request)
                continue
            try:
                self._must_follow(request)
            except (ValueError, Moved) as wrong:
                request.fail(wrong)
            else:
                group[request.hold.code] = request
        self._queue.extendleft(reversed(later))
        return list(group.values())

    def _must_follow(self, request: _Append) -> None:
        hold = request.hold
        if hold.lost or hold.owner != self._node():
            raise Moved(hold.code)
        if request.seq != hold.entries:
            raise ValueError(f"entry {request.seq} of table {hold.code}, whose next entry is {hold.entries}")

    async def _serve(self, group: Sequence[_Append]) -> None:
        try:
            if self._db is None or self._db.is_closed():
                self._db = await self._connect()
        except TROUBLE as wrong:  # nothing was sent
            for request in group:
                request.fail(trouble(wrong) or wrong)
            return
        db = self._db
        try:
            async with asyncio.timeout(WRITE_WITHIN):
                await self._write(db, group)
        except Exception as wrong:
            if in_doubt(wrong, db):
                db.terminate()
                self._db = None
                task = asyncio.create_task(self._settle(group, wrong))
                self._settling.add(task)
                task.add_done_callback(self._settling.discard)
            elif len(group) > 1:  # perhaps not the fault of all of them
                for request in group:
                    await self._serve([request])
            else:
                group[0].fail(trouble(wrong) or wrong)

    async def _write(self, db: Connection, group: Sequence[_Append]) -> None:
        afters = [request.after() for request in group]
        rows = [
            (*after.fields(), request.hold.epoch, request.seq, request.hold.chain)
            for request, after in zip(group, afters, strict=True)
        ]
        entries = [
            (request.hold.code, request.seq + i, schema.crc32(entry), entry)
            for request in group
            for i, entry in enumerate(request.entries)
        ]
        columns = [list(column) for column in zip(*rows, strict=True)]
        lines = [list(column) for column in zip(*entries, strict=True)] or [[], [], [], []]
        written = {code for (code,) in await db.fetch(APPEND, self._node(), *columns, *lines)}
        for request, after in zip(group, afters, strict=True):
            if request.hold.code in written:
                request.done(after)
            else:
                request.fail(await self._why_not(db, request))

    async def _why_not(self, db: Connection, request: _Append) -> Exception:
        """Why nothing was appended; whose the table is now."""
        code, hold = request.hold.code, request.hold
        sql = (
            "SELECT owner, epoch, entries, EXISTS (SELECT 1 FROM nodes WHERE id = $2) FROM tables WHERE code = $1"
        )
        found = await db.fetchrow(sql, code, self._node())
        if found is None:
            return ValueError(f"there is no table {code}")
        if (found[0], found[1], found[3]) == (self._node(), hold.epoch, True):
            return schema.damaged(f"the log of table {code}: {found[2]} entries of {hold.entries}")
        hold.lost = True
        return Moved(code)

    async def _settle(self, group: Sequence[_Append], wrong: Exception) -> None:
        """The line broke while something was written. Whether it was is asked with a higher epoch: what may still
        be under way on the old line then fails, and what was not written is written now."""
        LOG.warning("a write is in doubt: %r", wrong)
        left = [request for request in group if not request.settled]
        wait = 0.05
        while left:
            try:
                async with asyncio.timeout(WRITE_WITHIN):
                    found = await self._fence([request.hold.code for request in left])
            except (StoreFailed, *TROUBLE):
                await asyncio.sleep(wait)
                wait = min(1.0, 2 * wait)
                continue
            for request in left:
                self._decide(request, found.get(request.hold.code))
            return

    def _decide(self, request: _Append, found: tuple[int, bytes] | None) -> None:
        hold, after = request.hold, request.after()
        if found is None or hold.lost or hold.owner != self._node():
            hold.lost = True
            request.fail(Moved(hold.code))
            return
        hold.epoch, chain = found
        if chain == after.chain:
            request.done(after)
        elif chain == hold.chain:
            self._queue.appendleft(request)
            self._wanted.set()
        else:
            request.fail(schema.damaged(f"the log of table {hold.code} is another one"))
