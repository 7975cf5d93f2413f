"""The store in SQLite: nothing acknowledged is lost, nothing refused is written, and no trouble is for ever."""

import asyncio
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

import pytest
from msgspec.structs import replace

from tablee.server import schema
from tablee.server.schema import MIGRATIONS
from tablee.server.sqlite import GROUP, SqliteStore
from tablee.server.store import GameRow, StoreFailed, TableRow

P = ParamSpec("P")


def live(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "tables.db"


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(path, patience=0.05)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def held(store: SqliteStore) -> AsyncIterator[None]:
    """Keeps the writer busy, so that requests pile up behind it."""
    busy, go = threading.Event(), threading.Event()

    def work(db: sqlite3.Connection) -> None:
        busy.set()
        go.wait()

    blocker = asyncio.create_task(store._write(work))
    await asyncio.to_thread(busy.wait)
    try:
        yield
    finally:
        go.set()
        await blocker


@contextmanager
def outside(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        yield db


def commits(path: Path) -> int:
    with outside(path) as db:
        return int(db.execute("SELECT number FROM beat").fetchone()[0])


def row(code: str, changed: float = 1.0, **more: Any) -> TableRow:
    return replace(TableRow(code, 1.0, changed, "amerix", public=True, open=True), **more)


def game(number: int, ended: float = 1.0, table: str = "A") -> GameRow:
    return GameRow(f"g{number}", table, "amerix", 3, 2, ended, ("Zoé", "Bo"), (12, -3), (0,))


async def reason(call: Awaitable[object]) -> str:
    with pytest.raises(StoreFailed) as failed:
        await call
    return failed.value.reason


async def works(store: SqliteStore, code: str = "A") -> None:
    """A table that was created before goes on without a gap."""
    before = await store.log(code)
    await store.append(code, len(before), [b"again"], row(code, 5.0))
    assert await store.log(code) == [*before, b"again"]
    assert await store.healthy()


# Groups


@live
async def test_requests_that_wait_are_committed_together(path: Path) -> None:
    async with opened(path) as store:
        codes = [f"T{i}" for i in range(200)]
        async with held(store):
            creating = [asyncio.create_task(store.create(row(code), b"0")) for code in codes]
            await asyncio.sleep(0)
        await asyncio.gather(*creating)
        before = commits(path)
        async with held(store):
            tasks = [asyncio.create_task(store.append(code, 1, [b"1"], row(code))) for code in codes]
            await asyncio.sleep(0)
            assert not any(task.done() for task in tasks)
        await asyncio.gather(*tasks)
        assert commits(path) - before == 2  # the one that was held, and all the others
        before = commits(path)
        async with held(store):
            tasks = [asyncio.create_task(store.append("T0", 2 + i, [b"x"], row("T0"))) for i in range(2 * GROUP)]
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        assert commits(path) - before == 3


@live
async def test_a_wrong_request_fails_alone(path: Path) -> None:
    async with opened(path) as store:
        await store.create(row("A"), b"0")
        await store.create(row("B"), b"0")
        async with held(store):
            tasks = [
                asyncio.create_task(store.append("A", 1, [b"1"], row("A"))),
                asyncio.create_task(store.append("A", 1, [b"twice"], row("A"))),
                asyncio.create_task(store.append("A", 3, [b"gap"], row("A"))),
                # Found only after the entry is inserted.
                asyncio.create_task(store.append("B", 1, [b"1"], row("B", title="\ud800"))),
                asyncio.create_task(store.append("B", 1, ["text"], row("B"))),  # type: ignore[list-item]
                asyncio.create_task(store.append("A", 2, [b"2"], row("A"))),
            ]
            await asyncio.sleep(0)
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        kinds = [type(None), ValueError, ValueError, UnicodeEncodeError, TypeError, type(None)]
        assert [type(answer) for answer in answers] == kinds
        assert await store.log("A") == [b"0", b"1", b"2"]
        assert await store.log("B") == [b"0"]


@live
async def test_one_who_no_longer_waits_disturbs_nobody(path: Path) -> None:
    async with opened(path) as store:
        await store.create(row("A"), b"0")
        async with held(store):
            gone = asyncio.create_task(store.append("A", 1, [b"1"], row("A")))
            stays = asyncio.create_task(store.append("A", 2, [b"2"], row("A")))
            await asyncio.sleep(0)
            gone.cancel()
        await stays
        assert await store.log("A") == [b"0", b"1", b"2"]


# Reads


@live
async def test_reads_do_not_wait_for_the_writer(path: Path) -> None:
    async with opened(path) as store:
        await store.create(row("A"), b"0")
        async with held(store):
            pending = asyncio.create_task(store.append("A", 1, [b"1"], row("A")))
            assert await asyncio.gather(*(store.log("A") for _ in range(50))) == [[b"0"]] * 50
            assert await store.tables() == [row("A")]
            assert not pending.done()
        await pending


# Sudden death

APPENDS = """
import asyncio, sys
from tablee.server.sqlite import SqliteStore
from tablee.server.store import TableRow

async def table(store, code):
    row = TableRow(code, 1.0, 1.0, "amerix", True, True)
    if await store.create(row, b"0"):
        print(code, 0, flush=True)
    seq = len(await store.log(code))
    while True:
        entries = [b"%d" % (seq + i) for i in range(1 + seq % 3)]
        await store.append(code, seq, entries, row)
        seq += len(entries)
        print(code, seq - 1, flush=True)

async def main():
    store = SqliteStore(sys.argv[1])
    await store.open()
    await asyncio.gather(*(table(store, code) for code in "ABCD"))

asyncio.run(main())
"""

HOLDS = """
import asyncio, os, signal, sys
from tablee.server.sqlite import SqliteStore

async def main():
    await SqliteStore(sys.argv[1]).open()
    if "fork" not in sys.argv:
        print(0, flush=True)
    elif os.fork() == 0:
        print(os.getpid(), flush=True)  # itself: only then it is there, and has let go of what it was born with
        signal.pause()
    await asyncio.sleep(600)

asyncio.run(main())
"""


@contextmanager
def process(code: str, path: Path, *args: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", code, str(path), *args]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | environment)
    try:
        yield child
    finally:
        child.kill()
        child.wait()
        if child.stdout is not None:
            child.stdout.close()


def line(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    return child.stdout.readline()


@live
async def test_what_was_acknowledged_survives_kill_9(path: Path) -> None:
    rng = random.Random()
    acknowledged = dict.fromkeys("ABCD", -1)
    for _ in range(15):
        with process(APPENDS, path) as child:
            for _ in range(rng.randint(1, 150)):
                code, seq = line(child).split()
                acknowledged[code] = int(seq)
            await asyncio.sleep(rng.random() / 100)
            child.kill()
            while (said := line(child)).endswith("\n"):
                acknowledged[said[0]] = int(said[1:])
        async with opened(path) as store:
            for code, last in acknowledged.items():
                log = await store.log(code)
                assert len(log) > last
                assert log == [b"%d" % i for i in range(len(log))]
    with outside(path) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@live
async def test_only_one_process_serves_a_database(path: Path) -> None:
    with process(HOLDS, path) as child:
        assert line(child)
        store = SqliteStore(path)
        assert await reason(store.open()) == "in use"
        assert await reason(store.open()) == "in use"
        child.kill()
        child.wait()
        await store.open()
        assert await reason(SqliteStore(path).open()) == "in use"
        assert await store.create(row("A"), b"0")
        await store.close()
    async with opened(path) as other:
        await works(other)


@live
async def test_a_child_left_behind_does_not_hold_the_database(path: Path) -> None:
    with process(HOLDS, path, "fork") as parent:
        child = int(line(parent))
        try:
            parent.kill()
            parent.wait()
            async with opened(path) as store:
                assert await store.healthy()
        finally:
            os.kill(child, signal.SIGKILL)


# Trouble, and the end of it


@live
async def test_a_full_database(path: Path) -> None:
    async with opened(path) as store:
        await store.create(row("A"), b"0")
        await store.create(row("B"), b"0")
        await store._write(lambda db: db.execute("PRAGMA max_page_count = 1").fetchall())
        big = bytes(100_000)
        async with held(store):
            tasks = [
                asyncio.create_task(store.append("A", 1, [b"small"], row("A"))),
                asyncio.create_task(store.append("A", 2, [b"x", big], row("A", 9.0))),
                asyncio.create_task(store.append("B", 1, [b"small"], row("B"))),
                asyncio.create_task(store.create(row("C"), big)),
                asyncio.create_task(store.keep_game(game(1), big)),
            ]
            await asyncio.sleep(0)
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        reasons = [answer.reason if isinstance(answer, StoreFailed) else answer for answer in answers]
        assert reasons == [None, "full", None, "full", "full"]
        assert (await store.log("A"), await store.table("A")) == ([b"0", b"small"], row("A"))
        assert (await store.table("C"), await store.game("g1")) == (None, None)
        await store._write(lambda db: db.execute("PRAGMA max_page_count = 100000").fetchall())
        await store.append("A", 2, [b"x", big], row("A"))
        assert await store.log("A") == [b"0", b"small", b"x", big]


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or not shutil.which("mount") or subprocess.run(command, check=False).returncode != 0:
        pytest.skip("needs the right to mount")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@live
async def test_a_full_disk(mounted: Path) -> None:
    ballast = mounted / "ballast"
    ballast.write_bytes(bytes(1_200_000))
    path = mounted / "tables.db"
    kept = [b"0"]
    async with opened(path) as store:
        await store.create(row("A"), b"0")
        for i in range(1000):
            try:
                await store.append("A", len(kept), [b"%06d" % i * 500], row("A"))
            except StoreFailed as failed:
                assert failed.reason == "full"
                break
            kept.append(b"%06d" % i * 500)
        else:
            pytest.fail("it never was full")
        assert await store.log("A") == kept
        for _ in range(3):
            assert await reason(store.append("A", len(kept), [bytes(50_000)], row("A"))) == "full"
        assert await store.log("A") == kept
        ballast.unlink()
        await works(store)
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    assert await reason(store.open()) == "full"
    ballast.unlink()
    await store.open()
    assert await store.log("A") == [*kept, b"again"]
    await store.close()


@live
async def test_a_locked_database(path: Path) -> None:
    async with opened(path) as store:
        await store.create(row("A"), b"0")
        with outside(path) as other:
            other.execute("BEGIN EXCLUSIVE")
            calls = [store.append("A", 1, [b"x"], row("A")), store.create(row("B"), b""), store.purge(9.0)]
            assert await asyncio.gather(*map(reason, calls)) == ["locked"] * 3
            assert not await store.healthy()
            assert await store.log("A") == [b"0"]
            other.execute("ROLLBACK")
        await works(store)


@live
async def test_a_locked_database_cannot_be_opened(path: Path) -> None:
    async with opened(path):
        pass
    with outside(path) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        store = SqliteStore(path, patience=0.05)
        assert await reason(store.open()) == "locked"
    await store.open()
    assert await store.healthy()
    await store.close()


@live
async def test_an_error_of_the_disk(path: Path) -> None:
    async with opened(path) as store:
        await store.create(row("A"), b"0")
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.with_name("tables.db-wal").stat().st_size, hard))
        try:
            assert await reason(store.append("A", 1, [b"x"], row("A"))) == "unavailable"
            assert await reason(store.append("A", 1, [b"y"], row("A"))) == "unavailable"
            assert await store.log("A") == [b"0"]
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        await works(store)


@live
async def test_a_folder_that_is_gone_for_a_while(path: Path) -> None:
    away = path.parent.with_name("away")
    async with opened(path) as store:
        await store.create(row("A"), b"0")
        path.parent.rename(away)
        assert await reason(store.append("A", 1, [b"x"], row("A"))) == "unavailable"
        assert await reason(store.log("A")) == "unavailable"
        assert not path.parent.exists()
        away.rename(path.parent)
        await works(store)
        path.parent.rename(away)
        path.parent.mkdir()
        assert await reason(store.append("A", 2, [b"x"], row("A"))) == "unavailable"
        assert not path.exists()
        path.parent.joinpath("tables.db.lock").unlink()
        path.parent.rmdir()
        subprocess.run(["cp", "-r", str(away), str(path.parent)], check=True)
        await works(store)
        assert await reason(SqliteStore(path).open()) == "in use"


@live
async def test_a_folder_that_may_only_be_read(mounted: Path) -> None:
    folder = mounted / "folder"
    async with opened(folder / "tables.db") as store:
        await store.create(row("A"), b"0")
    subprocess.run(["mount", "-o", "remount,ro", str(mounted)], check=True)
    for path in (folder / "tables.db", folder / "new.db", mounted / "other" / "new.db"):
        assert await reason(SqliteStore(path).open()) == "readonly"
    assert await reason(store.open()) == "readonly"
    subprocess.run(["mount", "-o", "remount,rw", str(mounted)], check=True)
    await store.open()
    await works(store)
    await store.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
@live
async def test_a_folder_and_a_file_without_the_right_to_write(path: Path) -> None:
    async with opened(path) as store:
        await store.create(row("A"), b"0")
    path.parent.chmod(0o500)
    assert await reason(SqliteStore(path.with_name("new.db")).open()) == "readonly"
    assert await reason(store.open()) == "readonly"
    path.parent.chmod(0o700)
    path.chmod(0o400)
    assert await reason(store.open()) == "readonly"
    path.chmod(0o600)
    await store.open()
    await works(store)
    await store.close()


@live
async def test_a_connection_that_may_only_read_is_replaced(path: Path) -> None:
    async with opened(path) as store:
        await store.create(row("A"), b"0")
        assert await reason(store._write(lambda db: db.execute("PRAGMA query_only = 1"))) == "readonly"
        await works(store)


@live
async def test_a_path_that_cannot_be(tmp_path: Path) -> None:
    tmp_path.joinpath("file").write_bytes(b"")
    tmp_path.joinpath("folder").mkdir()
    for path in (tmp_path / "file" / "tables.db", tmp_path / "folder"):
        store = SqliteStore(path)
        calls = [store.open(), store.create(row("A"), b"too early")]
        assert await asyncio.gather(*map(reason, calls)) == ["unavailable", "closed"]
        assert await reason(store.log("A")) == "closed"


# Errors at the last moment


class Fickle(sqlite3.Connection):
    """A connection whose commits fail, before or after they are done."""

    fails: str | None = None

    def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
        if sql != "COMMIT" or Fickle.fails is None:
            return super().execute(sql, *args)
        if Fickle.fails == "after":
            super().execute(sql)
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
        raise error


@pytest.mark.parametrize("when", ["before", "after"])
@live
async def test_an_error_at_commit_leaves_no_doubt(path: Path, monkeypatch: pytest.MonkeyPatch, when: str) -> None:
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **more: connect(*args, factory=Fickle, **more))
    async with opened(path) as store:
        await store.create(row("A"), b"0")
        monkeypatch.setattr(Fickle, "fails", when)
        if when == "before":
            assert await reason(store.append("A", 1, [b"1"], row("A"))) == "unavailable"
            assert await store.log("A") == [b"0"]
        else:
            await store.append("A", 1, [b"1"], row("A"))
            assert await store.log("A") == [b"0", b"1"]
        monkeypatch.setattr(Fickle, "fails", None)
        await works(store)


UNSYNCED = """
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
static int sync_or_fail(int fd) {
    if (access(getenv("BROKEN"), F_OK)) return syscall(SYS_fdatasync, fd);
    errno = EIO;
    return -1;
}
int fsync(int fd) { return sync_or_fail(fd); }
int fdatasync(int fd) { return sync_or_fail(fd); }
"""

FAILS = """
import asyncio, os, sys
from tablee.server.sqlite import SqliteStore
from tablee.server.store import StoreFailed, TableRow

async def main():
    row = TableRow("A", 1.0, 1.0, "amerix", True, True)
    store = SqliteStore(sys.argv[1])
    await store.open()
    await store.create(row, b"0")
    open(os.environ["BROKEN"], "w").close()
    for _ in range(int(sys.argv[2])):
        try:
            await store.append("A", 1, [b"refused"] * 20, row)
            print("written", flush=True)
        except StoreFailed as failed:
            print(failed.reason, flush=True)
    if "repaired" in sys.argv:
        os.unlink(os.environ["BROKEN"])
        await store.append("A", 1, [b"1"], row)
    print("done", flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.mark.parametrize(("times", "repaired"), [(1, False), (2, False), (2, True)])
@live
async def test_what_could_not_be_synced_does_not_come_back(
    path: Path, tmp_path: Path, times: int, repaired: bool
) -> None:
    source, library = tmp_path / "unsynced.c", tmp_path / "unsynced.so"
    source.write_text(UNSYNCED)
    compiler = shutil.which("cc")
    if sys.platform != "linux" or compiler is None:
        pytest.skip("needs a C compiler")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    environment = {"LD_PRELOAD": str(library), "BROKEN": str(tmp_path / "broken")}
    with process(FAILS, path, str(times), *["repaired"] * repaired, **environment) as child:
        assert [line(child).strip() for _ in range(times + 1)] == ["unavailable"] * times + ["done"]
        child.kill()
        child.wait()
    async with opened(path) as store:
        assert await store.log("A") == [b"0", b"1"][: 1 + repaired]
        await works(store)


# Damage


@live
async def test_a_file_that_is_no_database_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    foreign = path.with_name("foreign.db")
    with outside(foreign) as db:
        db.execute("CREATE TABLE things (name TEXT)")
    for content in (b"Dear diary, " * 1000, b"short", foreign.read_bytes()):
        path.write_bytes(content)
        assert await reason(SqliteStore(path).open()) == "damaged"
        assert path.read_bytes() == content
    path.unlink()
    async with opened(path) as store:
        assert await store.healthy()


@live
async def test_a_file_cut_short_is_left_alone(path: Path) -> None:
    async with opened(path) as store:
        await store.create(row("A"), b"0" * 100_000)
    content = path.read_bytes()
    for length in (50, 4096, len(content) // 2, len(content) - 5000):
        path.write_bytes(content[:length])
        assert await reason(store.open()) == "damaged"
        assert path.read_bytes() == content[:length]
    path.write_bytes(content[:-4000])
    await store.open()
    assert await reason(store.log("A")) == "damaged"
    await store.close()
    path.write_bytes(content)
    await store.open()
    await works(store)
    await store.close()


@live
async def test_a_log_without_its_file_is_left_alone(path: Path) -> None:
    with process(APPENDS, path) as child:
        assert line(child)
    wal = path.with_name("tables.db-wal")
    content, written = path.read_bytes(), wal.read_bytes()
    assert written
    path.write_bytes(b"")
    assert await reason(SqliteStore(path).open()) == "damaged"
    path.unlink()
    assert await reason(SqliteStore(path).open()) == "damaged"
    assert wal.read_bytes() == written
    path.write_bytes(content)
    async with opened(path) as store:
        await works(store)


OVERWRITE = """
import os, sys
file = os.open(sys.argv[1], os.O_RDWR)
content = open(sys.argv[2], "rb").read()
os.pwrite(file, content, int(sys.argv[3]))
"""


def overwrite(path: Path, content: bytes, at: int) -> None:
    """From another process: one that closes a database file gives up all its locks on it."""
    source = path.with_name("content")
    source.write_bytes(content)
    subprocess.run([sys.executable, "-c", OVERWRITE, str(path), str(source), str(at)], check=True)


@live
async def test_garbage_in_the_middle(path: Path) -> None:
    codes = [f"T{i}" for i in range(30)]
    log = [b"%d" % i * 100 for i in range(20)]
    async with opened(path) as store:
        for code in codes:
            await store.create(row(code), log[0])
            await store.append(code, 1, log[1:], row(code))
    content = path.read_bytes()
    at = len(content) // 2
    async with opened(path) as store:
        overwrite(path, b"\xa5" * (len(content) - at), at)
        found = await asyncio.gather(*(store.log(code) for code in codes), return_exceptions=True)
        lost = [code for code, it in zip(codes, found, strict=True) if isinstance(it, StoreFailed)]
        assert len(lost) > 5
        assert {await reason(store.log(code)) for code in lost} == {"damaged"}
        assert [it for it in found if it != log and not isinstance(it, StoreFailed)] == []
        assert await reason(store.append(lost[-1], 20, [b"x"], row(lost[-1]))) == "damaged"
        overwrite(path, content[at:], at)
        for code in codes:
            assert await store.log(code) == log
            await works(store, code)


@live
async def test_an_entry_that_has_changed_is_not_believed(path: Path) -> None:
    async with opened(path) as store:
        await store.create(row("A"), b"the first entry")
        await store.create(row("B"), b"0")
        await store.keep_game(game(1), b"the record of a game")
    content = path.read_bytes()
    assert content.count(b"the first entry") == content.count(b"the record of a game") == 1
    path.write_bytes(content.replace(b"first entry", b"worst entry").replace(b"of a game", b"of a goat"))
    async with opened(path) as store:
        assert await reason(store.log("A")) == "damaged"
        assert await reason(store.game("g1")) == "damaged"
        assert await store.log("B") == [b"0"]
    with outside(path) as db:
        db.execute("UPDATE tables SET game = CAST(x'ff' AS TEXT), finished = x'00'")
        db.execute("UPDATE games SET names = '[1'")
    async with opened(path) as store:
        assert await store.tables() == []
        assert await reason(store.table("B")) == await reason(store.log("B")) == "damaged"
        assert await store.games() == []
        assert await reason(store.game("g1")) == "damaged"


# Versions


@live
async def test_an_older_database_is_migrated(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(path) as store:
        await store.create(row("A"), b"0")
    notes = ("ALTER TABLE tables ADD COLUMN note TEXT", "UPDATE tables SET note = 'old'")
    monkeypatch.setattr(schema, "MIGRATIONS", (*MIGRATIONS, notes, ("CREATE TABLE extra (x)", "no such thing")))
    with pytest.raises(StoreFailed, match="syntax error"):
        await store.open()
    with outside(path) as db:
        assert db.execute("PRAGMA user_version").fetchall() == [(len(MIGRATIONS) + 1,)]
        assert db.execute("SELECT name FROM sqlite_master WHERE name = 'extra'").fetchall() == []
    monkeypatch.setattr(schema, "MIGRATIONS", (*MIGRATIONS, notes, ("CREATE TABLE extra (x)",)))
    await store.open()
    await works(store)
    await store.close()
    with outside(path) as db:
        assert db.execute("PRAGMA user_version").fetchall() == [(len(MIGRATIONS) + 2,)]
        assert db.execute("SELECT note FROM tables").fetchall() == [("old",)]


@live
async def test_a_newer_database_is_refused(path: Path) -> None:
    async with opened(path) as store:
        await store.create(row("A"), b"0")
    with outside(path) as db:
        db.execute("PRAGMA user_version = 99")
    content = path.read_bytes()
    with pytest.raises(
        StoreFailed, match=f"newer: the database has version 99, this program knows {len(MIGRATIONS)}"
    ):
        await store.open()
    assert path.read_bytes() == content


# The end


@live
async def test_close_writes_what_is_queued(path: Path) -> None:
    store = SqliteStore(path)
    await store.close()
    before = set(threading.enumerate())
    await store.open()
    await store.create(row("A"), b"0")
    tasks = [asyncio.create_task(store.append("A", 1 + i, [b"%d" % (1 + i)], row("A"))) for i in range(50)]
    reading = asyncio.create_task(store.log("A"))
    await asyncio.sleep(0)
    await asyncio.gather(store.close(), store.close())
    await asyncio.gather(*tasks, reading)
    await store.close()
    assert sorted(file.name for file in path.parent.iterdir()) == ["tables.db", "tables.db.lock"]
    assert not [thread for thread in {*threading.enumerate()} - before if thread.name.startswith("store-")]
    async with opened(path) as again:
        assert await again.log("A") == [b"%d" % i for i in range(51)]


@live
async def test_close_empties_the_wal_even_if_somebody_looks_on(path: Path) -> None:
    store = SqliteStore(path)
    await store.open()
    with outside(path) as other:
        assert other.execute("SELECT number FROM beat").fetchall() == [(0,)]
        await store.create(row("A"), b"0")
        await store.close()
        assert path.with_name("tables.db-wal").stat().st_size == 0


@live
async def test_what_cannot_be_written_before_the_end_is_refused(path: Path) -> None:
    store = SqliteStore(path, patience=0.05)
    await store.open()
    await store.create(row("A"), b"0")
    with outside(path) as other:
        other.execute("BEGIN EXCLUSIVE")
        pending = asyncio.create_task(reason(store.append("A", 1, [b"1"], row("A"))))
        await asyncio.sleep(0)
        await store.close()
        assert await pending == "locked"
    async with opened(path) as again:
        await works(again)
