"""What waits to be written to a file of tables; what many of them add to their logs is written together."""

import asyncio
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import groupby
from typing import Any, Final

from tablee.server import schema
from tablee.server.schema import Addition, ProvenTable
from tablee.server.store import TableRow

KNOWN: Final = 8_192
"""Rows that are remembered."""


class StoreWrite:
    """Something to write, and who waits for it."""

    def __init__(self, work: Callable[[sqlite3.Connection], Any], whole: bool = False) -> None:
        """`whole`: it takes care by itself that it is done whole or not at all."""
        self.work = work
        self.whole = whole
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


class Append(StoreWrite):
    """Entries for a log. What many tables add at the same moment is written together."""

    def __init__(self, known: dict[str, ProvenTable], seq: int, row: TableRow, entries: Sequence[bytes]) -> None:
        """`known`: rows as they were last written."""
        super().__init__(self._alone, whole=True)
        self.code = row.code
        self._known = known
        self._seq = seq
        self._row = row
        self._entries = entries

    def addition(self) -> Addition | None:
        """What is added to a log whose row is known."""
        before = self._known.get(self.code)
        if before is None or before.entries != self._seq:
            return None
        return Addition(before, self._row, self._entries)

    def wrote(self, after: ProvenTable) -> None:
        self.error = None
        if len(self._known) >= KNOWN:
            self._known.clear()
        self._known[self.code] = after

    def _alone(self, db: sqlite3.Connection) -> None:
        self._known.pop(self.code, None)
        with all_or_nothing(db):
            after = schema.append(db, self._seq, self._row, self._entries)
        self.wrote(after)


def written_together(db: sqlite3.Connection, requests: Sequence[StoreWrite]) -> Collection[StoreWrite]:
    """Writes what tables whose rows are known add to their logs: all of it, or there is an error."""
    additions: dict[str, tuple[Append, Addition]] = {}
    for request in requests:
        addition = request.addition() if isinstance(request, Append) else None
        if isinstance(request, Append) and addition is not None:
            additions.setdefault(request.code, (request, addition))
    afters = schema.append_known(db, [addition for _, addition in additions.values()])
    appends = [append for append, _ in additions.values()]
    for append, after in zip(appends, afters, strict=True):
        append.wrote(after)
    return set(appends)


def answer_all(requests: Sequence[StoreWrite]) -> None:
    for loop, group in groupby(requests, key=lambda request: request.answer.get_loop()):
        waiting = list(group)

        def resolve(waiting: list[StoreWrite] = waiting) -> None:
            for request in waiting:
                request.resolve()

        with suppress(RuntimeError):  # nobody waits in a loop that is closed
            loop.call_soon_threadsafe(resolve)


@contextmanager
def all_or_nothing(db: sqlite3.Connection) -> Iterator[None]:
    """What fails in the middle of a transaction is taken back, and nothing else."""
    db.execute("SAVEPOINT request")
    try:
        yield
    except Exception:
        with suppress(sqlite3.Error):  # a transaction that is gone as a whole
            db.execute("ROLLBACK TO request")
            db.execute("RELEASE request")
        raise
    db.execute("RELEASE request")
