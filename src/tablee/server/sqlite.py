"""Tables in one SQLite file: one writer that commits in groups, and reads that never wait for it."""

import asyncio
import errno
import os
import sqlite3
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext, suppress
from functools import partial
from logging import getLogger
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Final, TypeVar

from msgspec import json

from tablee.server import schema
from tablee.server.files import SoleHold, frames_written, lost_frames, own_files, own_folder
from tablee.server.schema import (
    SLICE,
    TABLE,
    ProvenTable,
    find_log,
    find_table,
    proven_table,
)
from tablee.server.sqlite_games import SqliteGames, whole
from tablee.server.sqlite_group import Append, StoreWrite, all_or_nothing, answer_all, written_together
from tablee.server.store import Elsewhere, GameRow, Hold, Reason, StoreFailed, TableRow

T = TypeVar("T")

LOG = getLogger("tablee.server")

GROUP: Final = 512
"""Requests in a transaction at most."""
ROOM: Final = 65_536
"""Bytes that must be free before a store in trouble is trusted again."""
STEP: Final = 4
"""Tables, and games, that a purge deletes before it lets others write."""

_REASONS: dict[int, Reason] = {
    sqlite3.SQLITE_FULL: "full",
    # The index of the WAL grows last; that nearly always fails for want of space.
    sqlite3.SQLITE_IOERR_SHMSIZE: "full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_PROTOCOL: "locked",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_PERM: "readonly",
    sqlite3.SQLITE_READONLY: "readonly",
    sqlite3.SQLITE_READONLY_DBMOVED: "unavailable",
}
_ERRNOS: dict[int | None, Reason] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EACCES: "readonly",
    errno.EPERM: "readonly",
    errno.EROFS: "readonly",
}


class _Link:
    """A connection that knows whether its file is still the one under that name."""

    def __init__(self, path: Path, mode: str, patience: float) -> None:
        uri = f"{path.absolute().as_uri()}?mode={mode}"
        self.db = sqlite3.connect(
            uri, uri=True, timeout=patience, isolation_level=None, cached_statements=4 * SLICE
        )
        self.db.text_factory = schema.text
        self._path = path
        self._file = _identity(path)

    def current(self) -> bool:
        return self._file == _identity(self._path)


class _Database:
    """The writing side, all of it in one thread."""

    def __init__(self, path: Path, patience: float) -> None:
        self._path = path
        self._patience = patience
        self._lock: _Link | None = None
        self._sole: SoleHold | None = None
        self._link: _Link | None = None
        self._doubtful = False

    def open(self) -> None:
        try:
            own_folder(self._path)
            self._hold(new=True)
            frames = frames_written(self._path.with_name(f"{self._path.name}-wal"))
            self._link = self._connect(new=True)
            own_files(self._path)
            _look_over(self._link.db, self._path, frames)
        except Exception as error:
            self.close()
            raise _trouble(error, self._path) or error from error

    def close(self) -> None:
        if self._link is not None:
            with suppress(sqlite3.Error):
                self._link.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            self._link.db.close()
            self._link = None
        if self._lock is not None:
            self._lock.db.close()
            self._lock = None
        if self._sole is not None:
            self._sole.let_go()
            self._sole = None

    def serve(self, requests: Sequence[StoreWrite]) -> None:
        """Writes what can be written and notes in each request how it went."""
        try:
            self._transact(requests)
        except Exception as error:
            trouble = _trouble(error, self._path) or StoreFailed("unavailable", repr(error))
            self._doubtful |= trouble.reason in ("damaged", "readonly", "unavailable")
            if len(requests) > 1 and trouble.reason in ("full", "damaged"):  # perhaps not for each of them
                for request in requests:
                    self.serve([request])
            else:
                for request in requests:
                    request.error = StoreFailed(trouble.reason, trouble.detail)

    def _transact(self, requests: Sequence[StoreWrite]) -> None:
        db = self._ready()
        db.execute("BEGIN IMMEDIATE")
        try:
            written = self._written_together(db, requests)
            for request in requests:
                if request in written:
                    continue
                request.error = None
                try:
                    with nullcontext() if request.whole else all_or_nothing(db):
                        request.result = request.work(db)
                except Exception as error:
                    if _trouble(error, self._path):
                        raise
                    request.error = error
            ((number,),) = db.execute("UPDATE beat SET number = number + 1 RETURNING number").fetchall()
        except Exception:
            _rollback(db)
            raise
        try:
            db.execute("COMMIT")
        except sqlite3.Error:
            if not self._landed(db, number):
                raise

    def _written_together(self, db: sqlite3.Connection, requests: Sequence[StoreWrite]) -> Collection[StoreWrite]:
        """The first thing in a transaction. If somebody's part cannot be written, none of it is, and each is
        looked over by itself."""
        try:
            return written_together(db, requests)
        except Exception as error:
            if _trouble(error, self._path):
                raise
            db.execute("ROLLBACK")
            db.execute("BEGIN IMMEDIATE")
            return ()

    def _landed(self, db: sqlite3.Connection, number: int) -> bool:
        """Whether a transaction is there although its commit failed; if not, it can not come back."""
        _rollback(db)
        with suppress(sqlite3.Error):
            if db.execute("SELECT number FROM beat").fetchall() == [(number,)]:
                return True
            # It may stand in the WAL, only not synced: the next one takes its place, so that no recovery finds it.
            db.execute("UPDATE beat SET number = number + 1")
        return False

    def _ready(self) -> sqlite3.Connection:
        if self._link is None or self._doubtful or not self._link.current():
            before = self._sole
            self._hold(new=False)
            # The old one goes last: with it would go the index of the WAL, which knows what was never committed.
            link = self._connect(new=False)
            if self._link is not None:
                self._link.db.close()
            self._link = link
            if before is not None and before is not self._sole:
                before.let_go()
            self._doubtful = False
        return self._link.db

    def _hold(self, *, new: bool) -> None:
        """Takes the sole right to serve this file."""
        # SQLite's locks work on every system, vanish with the process and are not inherited by its children.
        path = self._path.with_name(f"{self._path.name}.lock")
        if self._lock is None or not self._lock.current():
            link = _Link(path, "rwc", 0)
            try:
                link.db.execute("PRAGMA journal_mode = OFF")  # nothing is ever written, not even on a full disk
                link.db.execute("BEGIN EXCLUSIVE")
            except sqlite3.Error as error:
                link.db.close()
                if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                    raise StoreFailed("in use", f"another process serves {self._path.name}") from error
                raise
            if self._lock is not None:
                self._lock.db.close()
            self._lock = link
        # A lock file can be deleted, and a file have several names.
        if self._sole is None or not self._sole.current():
            self._sole = SoleHold(self._path, create=new)

    def _connect(self, *, new: bool) -> _Link:
        """Only a new store may create its file or change the schema: later a missing file is trouble."""
        if _size(self._path) == 0 and _size(self._path.with_name(f"{self._path.name}-wal")) > 0:
            # SQLite would take the file for new and delete the WAL.
            raise StoreFailed("damaged", f"{self._path.name} is empty, its write-ahead log is not")
        if self._path.exists() and not os.access(self._path, os.W_OK):
            # SQLite would open it nevertheless, and leave a WAL that may not be written either.
            raise StoreFailed("readonly", f"{self._path.name} may not be written")
        link = _Link(self._path, "rwc" if new else "rw", self._patience)
        try:
            schema.prepare(link.db, new=new)
        except BaseException:
            link.db.close()
            raise
        return link


class SqliteStore(SqliteGames):
    """Tables in a file; after trouble it goes on by itself as soon as the file can be written again."""

    def __init__(self, path: str | Path, *, patience: float = 0.5) -> None:
        self._path = Path(path)
        self._patience = patience
        self._gate = Lock()
        self._accepting = False
        self._queue: SimpleQueue[StoreWrite | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._reading: ThreadPoolExecutor | None = None
        self._reader: _Link | None = None
        self._probe: asyncio.Future[bool] | None = None
        self._known: dict[str, ProvenTable] = {}
        """Rows as they were last written, for the thread that writes. One that is wrong is only a slower way."""

    async def open(self) -> None:
        if self._accepting:
            return
        await self.close()
        opened = StoreWrite(lambda _: None)
        self._queue = SimpleQueue()
        self._reading = ThreadPoolExecutor(1, "store-reader")
        self._thread = Thread(target=self._run, args=(opened,), name="store-writer", daemon=True)
        self._accepting = True
        self._thread.start()
        await opened.answer

    async def close(self) -> None:
        with self._gate:
            if self._accepting:
                self._accepting = False
                self._queue.put(None)
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    # One process serves a file, so every table is ours as long as we run.
    def holds(self, hold: Hold) -> bool:
        return True

    async def assured(self, hold: Hold) -> None:
        return

    def held(self, code: str) -> Hold:
        return Hold(code)

    async def claim(self, code: str) -> Hold:
        return Hold(code)

    async def ask_for(self, there: Elsewhere) -> None:
        return

    async def release(self, hold: Hold, to: str = "") -> None:
        return

    async def create(self, row: TableRow, first: bytes) -> bool:
        def work(db: sqlite3.Connection) -> bool:
            proven = ProvenTable(row, 1, schema.chained(schema.beginning(row.code), [first]))
            if find_table(db, row.code) is not None:
                return False
            marks = ", ".join("?" * len(proven.fields()))
            db.execute(f"INSERT INTO tables ({TABLE}) VALUES ({marks})", proven.fields())
            schema.add_entries(db, row.code, 0, [first])
            return True

        return await self._write(work)

    async def append(
        self, code: str, seq: int, entries: Sequence[bytes], row: TableRow, hold: Hold | None = None
    ) -> None:
        if row.code != code:
            raise ValueError(f"the row of table {row.code} for table {code}")

        await self._request(Append(self._known, seq, row, entries))

    async def rewrite(self, row: TableRow, entries: Sequence[bytes], games: Sequence[GameRow]) -> None:
        await self._write(partial(schema.rewrite, row, entries, games))

    async def log(self, code: str) -> list[bytes]:
        return await self._read(lambda db: find_log(db, code))

    async def tables(
        self, *, open_only: bool = False, public_only: bool = False, limit: int = 100
    ) -> list[TableRow]:
        sql = f"""
            SELECT {TABLE} FROM tables WHERE (open OR NOT ?) AND (public OR NOT ?)
            ORDER BY CASE WHEN ? THEN created ELSE changed END DESC, code LIMIT ?
        """
        args = (open_only, public_only, public_only, limit)
        rows = await self._read(lambda db: db.execute(sql, args).fetchall())
        return [found.row for found in whole(proven_table, rows)]

    async def table(self, code: str) -> TableRow | None:
        found = await self._read(lambda db: find_table(db, code))
        return None if found is None else found.row

    async def purge(self, before: float, keep: Collection[str] = (), share: float = 1.0) -> tuple[int, int]:
        kept = json.encode(list(keep)).decode()
        left = [max(1, int(n * share)) for n in await self._read(_counted)]
        deleted = [0, 0]
        while True:
            step = await self._write(partial(_purge, before, kept, left[0], left[1]))
            if step == (0, 0):
                return deleted[0], deleted[1]
            for i, number in enumerate(step):
                deleted[i] += number
                left[i] -= number

    async def latest(self) -> float:
        ((table, game),) = await self._read(
            lambda db: db.execute(
                "SELECT (SELECT MAX(changed) FROM tables), (SELECT MAX(ended) FROM games)"
            ).fetchall()
        )
        return max(table or 0.0, game or 0.0)

    async def healthy(self) -> bool:
        """Whoever asks while somebody else is being answered gets the same answer."""
        if self._probe is None or self._probe.done():
            self._probe = asyncio.ensure_future(self._has_room())
        return await asyncio.shield(self._probe)

    async def _has_room(self) -> bool:
        """Writes as much as a batch of moves may need: on a full disk a few bytes often still fit."""
        try:
            await self._write(_fill_room)
            await self._write(_empty_room)
        except StoreFailed:
            return False
        return True

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        result: T = await self._request(StoreWrite(work))
        return result

    async def _request(self, request: StoreWrite) -> Any:
        with self._gate:
            if not self._accepting:
                raise StoreFailed("closed")
            self._queue.put(request)
        return await request.answer

    async def _read(self, look: Callable[[sqlite3.Connection], T]) -> T:
        with self._gate:
            if not self._accepting or self._reading is None:
                raise StoreFailed("closed")
            answer = asyncio.get_running_loop().run_in_executor(self._reading, self._query, look)
        return await answer

    def _query(self, look: Callable[[sqlite3.Connection], T]) -> T:
        """All of it at one moment of the file."""
        try:
            if self._reader is None or not self._reader.current():
                self._forget_reader()
                self._reader = _Link(self._path, "ro", self._patience)
            db = self._reader.db
            db.execute("BEGIN")
            try:
                return look(db)
            finally:
                _rollback(db)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            self._forget_reader()
            raise _trouble(error, self._path) or error from error

    def _forget_reader(self) -> None:
        if self._reader is not None:
            self._reader.db.close()
            self._reader = None

    def _run(self, opened: StoreWrite) -> None:
        """The thread that writes."""
        database = _Database(self._path, self._patience)
        try:
            database.open()
        except Exception as error:
            opened.error = error
            self._stop()
            answer_all([opened])
            return
        answer_all([opened])
        going = True
        while going:
            group, going = self._take()
            if group:
                database.serve(group)
                answer_all(group)
        self._stop()
        database.close()

    def _take(self) -> tuple[list[StoreWrite], bool]:
        """All that waits, and whether more may come."""
        group: list[StoreWrite] = []
        with suppress(Empty):
            request = self._queue.get()
            while request is not None:
                group.append(request)
                if len(group) == GROUP:
                    return group, True
                request = self._queue.get_nowait()
            return group, False
        return group, True

    def _stop(self) -> None:
        """Lets the reads finish and refuses what came too late."""
        with self._gate:
            self._accepting = False
        left: list[StoreWrite] = []
        with suppress(Empty):
            while True:
                request = self._queue.get_nowait()
                if request is not None:
                    request.error = StoreFailed("closed")
                    left.append(request)
        answer_all(left)
        if self._reading is not None:
            self._reading.submit(self._forget_reader)
            self._reading.shutdown()


def _fill_room(db: sqlite3.Connection) -> None:
    db.execute("INSERT INTO room (filler) VALUES (randomblob(?))", (ROOM,))


def _empty_room(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM room")


def _counted(db: sqlite3.Connection) -> list[int]:
    """Tables and finished games."""
    return list(db.execute("SELECT (SELECT COUNT(*) FROM tables), (SELECT COUNT(*) FROM games)").fetchone())


def _purge(before: float, keep: str, tables: int, games: int, db: sqlite3.Connection) -> tuple[int, int]:
    """One step: the oldest first, so many of each at most. `keep` is a list of codes, as JSON."""
    kept = "SELECT value FROM json_each(?)"
    old = f"SELECT code FROM tables WHERE changed < ? AND code NOT IN ({kept}) ORDER BY changed LIMIT ?"
    sql = f"DELETE FROM tables WHERE code IN ({old})"
    gone = db.execute(sql, (before, keep, min(STEP, tables))).rowcount
    old = "SELECT id FROM games WHERE ended < ? ORDER BY ended LIMIT ?"
    finished = db.execute(f"DELETE FROM games WHERE id IN ({old})", (before, min(STEP, games))).rowcount
    old = f"SELECT code FROM deals d WHERE opened < ? AND {schema.OLD_DEALS} LIMIT ?"
    db.execute(f"DELETE FROM deals WHERE code IN ({old})", (before, STEP))
    db.execute("PRAGMA incremental_vacuum(256)").fetchall()
    return gone, finished


def _look_over(db: sqlite3.Connection, path: Path, frames: int) -> None:
    """Says what is damaged. Each table is proven when it is read, so that damage closes that table alone."""
    found = ["what was written last is lost"] if lost_frames(db, frames) else []
    try:
        # A connection of its own: this one would remember the whole file, and not see what happens to it later.
        with closing(_Link(path, "ro", 1.0).db) as other:
            # The quick check does not see an index that leads nowhere; ours are small.
            found += [said for (said,) in other.execute("PRAGMA integrity_check(3)").fetchall() if said != "ok"]
    except (sqlite3.Error, UnicodeDecodeError) as error:
        found.append(str(error))
    if found:
        LOG.error("%s is damaged: %s; what is whole can be saved: tablee salvage", path.name, "; ".join(found))


def _trouble(error: Exception, path: Path) -> StoreFailed | None:
    """What is wrong with the file; None if the error is the caller's."""
    if isinstance(error, StoreFailed):
        return StoreFailed(error.reason, error.detail)
    if isinstance(error, OSError):
        return StoreFailed(_ERRNOS.get(error.errno, "unavailable"), str(error))
    if isinstance(error, UnicodeDecodeError):  # SQLite quotes what it has found in the file
        return StoreFailed("damaged", str(error))
    if isinstance(error, MemoryError):
        return StoreFailed("unavailable", "out of memory")
    if type(error) not in (sqlite3.OperationalError, sqlite3.InternalError, sqlite3.DatabaseError):
        return None
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)  # none: a text that is not UTF-8
    reason = _REASONS.get(code) or _REASONS.get(code & 0xFF, "unavailable")
    if reason == "unavailable" and path.parent.is_dir() and not os.access(path.parent, os.W_OK):
        reason = "readonly"
    return StoreFailed(reason, str(error))


def _rollback(db: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):
        if db.in_transaction:
            db.execute("ROLLBACK")


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
