"""Reading rows of PostgreSQL, and what its errors mean."""

import errno
from collections.abc import Callable, Sequence
from logging import getLogger
from typing import Any, Final, TypeVar

import asyncpg

from tablee.server import schema
from tablee.server.pg_schema import Connection
from tablee.server.schema import GAME, TABLE, ProvenTable, proven_table
from tablee.server.store import GameRow, Reason, StoreFailed

T = TypeVar("T")

LOG = getLogger("tablee.server")

TROUBLE = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)
"""What may go wrong between here and there."""
_STATES: dict[str, Reason] = {
    "53100": "full",
    "25006": "readonly",
    "42501": "readonly",
    "55P03": "locked",
    "40001": "locked",
    "40P01": "locked",
    "57014": "locked",
    "XX001": "damaged",
    "XX002": "damaged",
}
_OURS: Final = ("22", "23", "42")
"""Classes of errors that are the fault of whoever asked."""


def marks(count: int) -> str:
    return ", ".join(f"${i + 1}" for i in range(count))


def trouble(error: Exception) -> StoreFailed | None:
    """What is wrong with the database; None if the error is the caller's."""
    if isinstance(error, StoreFailed):
        return error
    if isinstance(error, asyncpg.PostgresError) and error.sqlstate:
        reason = _STATES.get(error.sqlstate)
        if reason is None and error.sqlstate.startswith(_OURS):
            return None
        return StoreFailed(reason or "unavailable", str(error))
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return StoreFailed("full", str(error))
    if isinstance(error, TROUBLE):
        return StoreFailed("unavailable", str(error) or type(error).__name__)
    return None


def in_doubt(error: Exception, db: Connection) -> bool:
    """Whether something may have been written although it failed: the line broke before it was said."""
    if isinstance(error, TimeoutError):
        return True
    if (
        isinstance(error, asyncpg.PostgresError)
        and error.sqlstate
        and not error.sqlstate.startswith(("08", "57P"))
    ):
        return False
    return isinstance(error, TROUBLE) and (db.is_closed() or not isinstance(error, asyncpg.InterfaceError))


async def find_table(db: Connection, code: str) -> ProvenTable | None:
    found = await db.fetchrow(f"SELECT {TABLE} FROM tables WHERE code = $1", code)
    return None if found is None else proven_table(tuple(found))


async def find_log(db: Connection, code: str) -> list[bytes]:
    """The whole log of a table, none if there is no such table."""
    table = await find_table(db, code)
    if table is None:
        return []
    rows = await db.fetch("SELECT seq, crc, entry FROM log WHERE code = $1 ORDER BY seq", code)
    return schema.whole_log(table, [tuple(row) for row in rows])


async def find_game(db: Connection, game_id: str) -> tuple[GameRow, bytes] | None:
    found = await db.fetchrow(f"SELECT {GAME}, record FROM games WHERE id = $1", game_id)
    return None if found is None else schema.whole_game(game_id, tuple(found))


def whole(prove: Callable[[Sequence[Any]], T], rows: Sequence[Any]) -> list[T]:
    """What is as it was written: a list is not lost for one of its rows."""
    found = []
    for row in rows:
        try:
            found.append(prove(tuple(row)))
        except StoreFailed as damage:
            LOG.error("%s", damage)
    return found
