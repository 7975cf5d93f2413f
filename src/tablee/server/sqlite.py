"""Tables in one SQLite file: one writer that commits in groups, and reads that never wait for it."""

import asyncio
import errno
import os
import sqlite3
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Final, TypeVar
from zlib import crc32

from msgspec import MsgspecError, convert, json
from msgspec.structs import astuple

from tablee.server.store import GameRow, Reason, StoreFailed, TableRow

T = TypeVar("T")

APPLICATION: Final = int.from_bytes(b"Tabl")
GROUP: Final = 512
"""Requests in a transaction at most."""
ROOM: Final = 65_536
"""Bytes that must be free before a store in trouble is trusted again."""
STEP: Final = 4
"""Tables, and games, that a purge deletes before it lets others write."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        f"PRAGMA application_id = {APPLICATION}",
        """
        CREATE TABLE tables (
            code TEXT PRIMARY KEY,
            created DOUBLE PRECISION NOT NULL,
            changed DOUBLE PRECISION NOT NULL,
            game TEXT NOT NULL,
            public BOOLEAN NOT NULL,
            open BOOLEAN NOT NULL,
            finished INTEGER NOT NULL,
            title TEXT NOT NULL
        )
        """,
        "CREATE INDEX tables_changed ON tables (changed)",
        """
        CREATE TABLE log (
            code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            crc INTEGER NOT NULL,
            entry BLOB NOT NULL,
            PRIMARY KEY (code, seq)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE games (
            id TEXT PRIMARY KEY,
            code TEXT NOT NULL,
            game TEXT NOT NULL,
            version INTEGER NOT NULL,
            players INTEGER NOT NULL,
            ended DOUBLE PRECISION NOT NULL,
            names TEXT NOT NULL,
            scores TEXT NOT NULL,
            winners TEXT NOT NULL,
            crc INTEGER NOT NULL,
            record BLOB NOT NULL
        )
        """,
        "CREATE INDEX games_ended ON games (ended)",
        "CREATE INDEX games_code ON games (code, ended)",
        "CREATE TABLE beat (number INTEGER NOT NULL)",
        "INSERT INTO beat (number) VALUES (0)",
    ),
    ("CREATE TABLE room (filler BLOB NOT NULL)",),
)
"""What leads from each version of the schema to the next; only ever added to."""

_RENEWED = "created, changed, game, public, open, finished, title"
_TABLE = f"code, {_RENEWED}"
_GAME = "id, code, game, version, players, ended, names, scores, winners"

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
        self.db = sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None)
        self._path = path
        self._file = _identity(path)

    def current(self) -> bool:
        return self._file == _identity(self._path)


class _Request:
    """Something to write, and who waits for it."""

    def __init__(self, work: Callable[[sqlite3.Connection], Any]) -> None:
        self.work = work
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.result: Any = None
        self.error: Exception | None = None

    def resolve(self) -> None:
        if self.answer.done():
            return
        if self.error is None:
            self.answer.set_result(self.result)
        else:
            self.answer.set_exception(self.error)


class _Database:
    """The writing side, all of it in one thread."""

    def __init__(self, path: Path, patience: float) -> None:
        self._path = path
        self._patience = patience
        self._lock: _Link | None = None
        self._link: _Link | None = None
        self._doubtful = False

    def open(self) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._hold()
            self._link = self._connect(new=True)
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

    def serve(self, requests: Sequence[_Request]) -> None:
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

    def _transact(self, requests: Sequence[_Request]) -> None:
        db = self._ready()
        db.execute("BEGIN IMMEDIATE")
        try:
            for request in requests:
                request.error = None
                db.execute("SAVEPOINT request")
                try:
                    request.result = request.work(db)
                except Exception as error:
                    if _trouble(error, self._path):
                        raise
                    request.error = error
                    db.execute("ROLLBACK TO request")
                db.execute("RELEASE request")
            ((number,),) = db.execute("UPDATE beat SET number = number + 1 RETURNING number").fetchall()
        except Exception:
            _rollback(db)
            raise
        try:
            db.execute("COMMIT")
        except sqlite3.Error:
            if not self._landed(db, number):
                raise

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
            self._hold()
            # The old one goes last: with it would go the index of the WAL, which knows what was never committed.
            link = self._connect(new=False)
            if self._link is not None:
                self._link.db.close()
            self._link = link
            self._doubtful = False
        return self._link.db

    def _hold(self) -> None:
        """Takes the sole right to serve this file."""
        # SQLite's locks work on every system, vanish with the process and are not inherited by its children.
        path = self._path.with_name(f"{self._path.name}.lock")
        if self._lock is not None and self._lock.current():
            return
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
            _prepare(link.db, new=new)
        except BaseException:
            link.db.close()
            raise
        return link


class SqliteStore:
    """Tables in a file; after trouble it goes on by itself as soon as the file can be written again."""

    def __init__(self, path: str | Path, *, patience: float = 0.5) -> None:
        self._path = Path(path)
        self._patience = patience
        self._gate = Lock()
        self._accepting = False
        self._queue: SimpleQueue[_Request | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._reading: ThreadPoolExecutor | None = None
        self._reader: _Link | None = None
        self._probe: asyncio.Future[bool] | None = None

    async def open(self) -> None:
        if self._accepting:
            return
        await self.close()
        opened = _Request(lambda _: None)
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

    async def create(self, row: TableRow, first: bytes) -> bool:
        def work(db: sqlite3.Connection) -> bool:
            sql = f"INSERT INTO tables ({_TABLE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
            if not db.execute(sql, astuple(row)).rowcount:
                return False
            _insert(db, row.code, 0, [first])
            return True

        return await self._write(work)

    async def append(self, code: str, seq: int, entries: Sequence[bytes], row: TableRow) -> None:
        if row.code != code:
            raise ValueError(f"the row of table {row.code} for table {code}")

        def work(db: sqlite3.Connection) -> None:
            ((following,),) = db.execute("SELECT MAX(seq) + 1 FROM log WHERE code = ?", (code,)).fetchall()
            if following is None:
                raise ValueError(f"there is no table {code}")
            if seq != following:
                raise ValueError(f"entry {seq} of table {code}, whose next entry is {following}")
            _insert(db, code, seq, entries)
            sql = f"UPDATE tables SET ({_RENEWED}) = (?, ?, ?, ?, ?, ?, ?) WHERE code = ?"
            db.execute(sql, (*astuple(row)[1:], code))

        await self._write(work)

    async def log(self, code: str) -> list[bytes]:
        return await self._read("SELECT seq, crc, entry FROM log WHERE code = ? ORDER BY seq", (code,), _log)

    async def tables(
        self, *, open_only: bool = False, public_only: bool = False, limit: int = 100
    ) -> list[TableRow]:
        sql = f"""
            SELECT {_TABLE} FROM tables WHERE (open OR NOT ?) AND (public OR NOT ?)
            ORDER BY changed DESC, code LIMIT ?
        """
        return await self._read(sql, (open_only, public_only, limit), _tables)

    async def table(self, code: str) -> TableRow | None:
        found = await self._read(f"SELECT {_TABLE} FROM tables WHERE code = ?", (code,), _tables)
        return found[0] if found else None

    async def keep_game(self, row: GameRow, record: bytes) -> None:
        lists = (json.encode(each).decode() for each in (row.names, row.scores, row.winners))
        fields = (row.id, row.table, row.game, row.version, row.players, row.ended, *lists, crc32(record), record)

        def work(db: sqlite3.Connection) -> None:
            marks = ", ".join("?" * len(fields))
            db.execute(f"INSERT INTO games ({_GAME}, crc, record) VALUES ({marks}) ON CONFLICT DO NOTHING", fields)

        await self._write(work)

    async def game(self, game_id: str) -> tuple[GameRow, bytes] | None:
        return await self._read(f"SELECT {_GAME}, crc, record FROM games WHERE id = ?", (game_id,), _game)

    async def games(self, *, table: str | None = None, limit: int = 100) -> list[GameRow]:
        where, args = ("", ()) if table is None else ("WHERE code = ?", (table,))
        sql = f"SELECT {_GAME} FROM games {where} ORDER BY ended DESC, id LIMIT ?"
        return await self._read(sql, (*args, limit), _games)

    async def purge(self, before: float, keep: Collection[str] = ()) -> tuple[int, int]:
        tables = games = 0
        kept = json.encode(list(keep)).decode()
        while True:
            deleted = await self._write(partial(_purge, before, kept))
            if deleted == (0, 0):
                return tables, games
            tables, games = tables + deleted[0], games + deleted[1]

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
        request = _Request(work)
        with self._gate:
            if not self._accepting:
                raise StoreFailed("closed")
            self._queue.put(request)
        result: T = await request.answer
        return result

    async def _read(self, sql: str, args: Sequence[Any], make: Callable[[list[Any]], T]) -> T:
        with self._gate:
            if not self._accepting or self._reading is None:
                raise StoreFailed("closed")
            answer = asyncio.get_running_loop().run_in_executor(self._reading, self._query, sql, args, make)
        return await answer

    def _query(self, sql: str, args: Sequence[Any], make: Callable[[list[Any]], T]) -> T:
        try:
            if self._reader is None or not self._reader.current():
                self._forget_reader()
                self._reader = _Link(self._path, "ro", self._patience)
            rows = self._reader.db.execute(sql, args).fetchall()
        except sqlite3.Error as error:
            self._forget_reader()
            raise _trouble(error, self._path) or error from error
        try:
            return make(rows)
        except (MsgspecError, TypeError, ValueError) as error:
            raise StoreFailed("damaged", str(error)) from error

    def _forget_reader(self) -> None:
        if self._reader is not None:
            self._reader.db.close()
            self._reader = None

    def _run(self, opened: _Request) -> None:
        """The thread that writes."""
        database = _Database(self._path, self._patience)
        try:
            database.open()
        except Exception as error:
            opened.error = error
            self._stop()
            _answer([opened])
            return
        _answer([opened])
        going = True
        while going:
            group, going = self._take()
            if group:
                database.serve(group)
                _answer(group)
        self._stop()
        database.close()

    def _take(self) -> tuple[list[_Request], bool]:
        """All that waits, and whether more may come."""
        group: list[_Request] = []
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
        left: list[_Request] = []
        with suppress(Empty):
            while True:
                request = self._queue.get_nowait()
                if request is not None:
                    request.error = StoreFailed("closed")
                    left.append(request)
        _answer(left)
        if self._reading is not None:
            self._reading.submit(self._forget_reader)
            self._reading.shutdown()


def _answer(requests: Sequence[_Request]) -> None:
    for loop, group in groupby(requests, key=lambda request: request.answer.get_loop()):
        waiting = list(group)

        def resolve(waiting: list[_Request] = waiting) -> None:
            for request in waiting:
                request.resolve()

        with suppress(RuntimeError):  # nobody waits in a loop that is closed
            loop.call_soon_threadsafe(resolve)


def _insert(db: sqlite3.Connection, code: str, seq: int, entries: Sequence[bytes]) -> None:
    rows = [(code, seq + i, crc32(entry), entry) for i, entry in enumerate(entries)]
    db.executemany("INSERT INTO log (code, seq, crc, entry) VALUES (?, ?, ?, ?)", rows)


def _fill_room(db: sqlite3.Connection) -> None:
    db.execute("INSERT INTO room (filler) VALUES (randomblob(?))", (ROOM,))


def _empty_room(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM room")


def _purge(before: float, keep: str, db: sqlite3.Connection) -> tuple[int, int]:
    """One step: the oldest first. `keep` is a list of codes, as JSON."""
    kept = "SELECT value FROM json_each(?)"
    old = f"SELECT code FROM tables WHERE changed < ? AND code NOT IN ({kept}) ORDER BY changed LIMIT ?"
    tables = db.execute(f"DELETE FROM tables WHERE code IN ({old})", (before, keep, STEP)).rowcount
    old = "SELECT id FROM games WHERE ended < ? ORDER BY ended LIMIT ?"
    games = db.execute(f"DELETE FROM games WHERE id IN ({old})", (before, STEP)).rowcount
    db.execute("PRAGMA incremental_vacuum(256)").fetchall()
    return tables, games


def _prepare(db: sqlite3.Connection, *, new: bool) -> None:
    """Refuses what is not ours before anything is changed; then settings and migrations."""
    version, application = (
        db.execute(f"PRAGMA {name}").fetchall()[0][0] for name in ("user_version", "application_id")
    )
    empty = not version and not application and not db.execute("SELECT 1 FROM sqlite_master").fetchall()
    if (not empty and application != APPLICATION) or (not new and version < len(MIGRATIONS)):
        raise StoreFailed("damaged", "this is no database of Tablée")
    if version > len(MIGRATIONS):
        raise StoreFailed("newer", f"the database has version {version}, this program knows {len(MIGRATIONS)}")
    if empty:
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")
    if db.execute("PRAGMA journal_mode = WAL").fetchall() != [("wal",)]:
        raise StoreFailed("unavailable", "there can be no write-ahead log here")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    for number, migration in enumerate(MIGRATIONS[version:], version + 1):
        db.execute("BEGIN IMMEDIATE")
        for statement in migration:
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {number}")
        db.execute("COMMIT")


def _trouble(error: Exception, path: Path) -> StoreFailed | None:
    """What is wrong with the file; None if the error is the caller's."""
    if isinstance(error, StoreFailed):
        return StoreFailed(error.reason, error.detail)
    if isinstance(error, OSError):
        return StoreFailed(_ERRNOS.get(error.errno, "unavailable"), str(error))
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


def _tables(rows: list[Any]) -> list[TableRow]:
    names = TableRow.__struct_fields__
    return [convert(dict(zip(names, row, strict=True)), TableRow, strict=False) for row in rows]


def _games(rows: list[Any]) -> list[GameRow]:
    names = GameRow.__struct_fields__
    parsed = ((*row[:6], *map(json.decode, row[6:])) for row in rows)
    return [convert(dict(zip(names, row, strict=True)), GameRow) for row in parsed]


def _game(rows: list[Any]) -> tuple[GameRow, bytes] | None:
    for *fields, crc, record in rows:
        if crc != crc32(record):
            raise ValueError("a record does not match its checksum")
        return _games([fields])[0], record
    return None


def _log(rows: list[Any]) -> list[bytes]:
    if any(seq != i or crc != crc32(entry) for i, (seq, crc, entry) in enumerate(rows)):
        raise ValueError("a log does not match its numbers and checksums")
    return [entry for _, _, entry in rows]
