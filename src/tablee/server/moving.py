"""A whole house moved from a file into PostgreSQL, or back: copied at one moment, read again, and compared."""

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from tablee.server import schema
from tablee.server.files import own_files, own_folder
from tablee.server.pg_rows import TROUBLE, find_game, find_log, find_table, marks, trouble
from tablee.server.pg_schema import Connection, prepare
from tablee.server.schema import DEAL, GAME, RESULT, TABLE, ProvenTable, proven_deal, proven_result
from tablee.server.store import DealResult, GameRow, SharedDeal, StoreFailed


class Moving(Struct, frozen=True):
    """What was copied, and what it adds up to on both sides."""

    tables: int
    games: int
    digest: str


class OldHouse(Protocol):
    """A house as it was at one moment."""

    async def codes(self) -> list[str]: ...
    async def table(self, code: str) -> tuple[ProvenTable, list[bytes]]: ...
    async def ids(self) -> list[str]: ...
    async def game(self, game_id: str) -> tuple[GameRow, bytes]: ...
    async def deals(self) -> tuple[list[SharedDeal], list[DealResult]]: ...


class NewHouse(Protocol):
    """A house in which nothing stands yet."""

    async def put_table(self, table: ProvenTable, entries: Sequence[bytes]) -> None: ...
    async def put_game(self, row: GameRow, record: bytes) -> None: ...
    async def put_deals(self, deals: Sequence[SharedDeal], results: Sequence[DealResult]) -> None: ...


def found_or_damaged(found: Any, what: str) -> Any:
    if found is None:
        raise schema.damaged(what)
    return found


class _File:
    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    async def codes(self) -> list[str]:
        return [code for (code,) in self._db.execute("SELECT code FROM tables ORDER BY code")]

    async def table(self, code: str) -> tuple[ProvenTable, list[bytes]]:
        table: ProvenTable = found_or_damaged(schema.find_table(self._db, code), f"table {code}")
        return table, schema.find_log(self._db, code)

    async def ids(self) -> list[str]:
        return [game_id for (game_id,) in self._db.execute("SELECT id FROM games ORDER BY id")]

    async def game(self, game_id: str) -> tuple[GameRow, bytes]:
        found: tuple[GameRow, bytes] = found_or_damaged(schema.find_game(self._db, game_id), f"game {game_id}")
        return found

    async def put_table(self, table: ProvenTable, entries: Sequence[bytes]) -> None:
        fields = table.fields()
        self._db.execute(f"INSERT INTO tables ({TABLE}) VALUES ({', '.join('?' * len(fields))})", fields)
        schema.add_entries(self._db, table.row.code, 0, entries)

    async def put_game(self, row: GameRow, record: bytes) -> None:
        fields = schema.game_fields(row, record)
        self._db.execute(f"INSERT INTO games ({GAME}, record) VALUES ({', '.join('?' * len(fields))})", fields)

    async def deals(self) -> tuple[list[SharedDeal], list[DealResult]]:
        return all_deals(self._db)

    async def put_deals(self, deals: Sequence[SharedDeal], results: Sequence[DealResult]) -> None:
        for deal in deals:
            self._db.execute(f"INSERT INTO deals ({DEAL}) VALUES (?, ?, ?, ?, ?, ?)", schema.deal_fields(deal))
        for result in results:
            self._db.execute(f"INSERT INTO results ({RESULT}) VALUES (?, ?, ?, ?)", schema.result_fields(result))


def all_deals(db: sqlite3.Connection) -> tuple[list[SharedDeal], list[DealResult]]:
    """All deals that many tables play, and what was made of them."""
    return (
        [proven_deal(row) for row in db.execute(f"SELECT {DEAL} FROM deals ORDER BY code")],
        [proven_result(row) for row in db.execute(f"SELECT {RESULT} FROM results ORDER BY game")],
    )


class _Database:
    def __init__(self, db: Connection) -> None:
        self._db = db

    async def codes(self) -> list[str]:
        return [code for (code,) in await self._db.fetch('SELECT code FROM tables ORDER BY code COLLATE "C"')]

    async def table(self, code: str) -> tuple[ProvenTable, list[bytes]]:
        table: ProvenTable = found_or_damaged(await find_table(self._db, code), f"table {code}")
        return table, await find_log(self._db, code)

    async def ids(self) -> list[str]:
        return [game_id for (game_id,) in await self._db.fetch('SELECT id FROM games ORDER BY id COLLATE "C"')]

    async def game(self, game_id: str) -> tuple[GameRow, bytes]:
        found: tuple[GameRow, bytes] = found_or_damaged(await find_game(self._db, game_id), f"game {game_id}")
        return found

    async def put_table(self, table: ProvenTable, entries: Sequence[bytes]) -> None:
        fields = table.fields()
        await self._db.execute(f"INSERT INTO tables ({TABLE}) VALUES ({marks(len(fields))})", *fields)
        await self._db.copy_records_to_table(
            "log",
            records=[(table.row.code, i, schema.crc32(entry), entry) for i, entry in enumerate(entries)],
            columns=["code", "seq", "crc", "entry"],
        )

    async def put_game(self, row: GameRow, record: bytes) -> None:
        fields = schema.game_fields(row, record)
        await self._db.execute(f"INSERT INTO games ({GAME}, record) VALUES ({marks(len(fields))})", *fields)

    async def deals(self) -> tuple[list[SharedDeal], list[DealResult]]:
        deals = await self._db.fetch(f'SELECT {DEAL} FROM deals ORDER BY code COLLATE "C"')
        results = await self._db.fetch(f'SELECT {RESULT} FROM results ORDER BY game COLLATE "C"')
        return [proven_deal(tuple(row)) for row in deals], [proven_result(tuple(row)) for row in results]

    async def put_deals(self, deals: Sequence[SharedDeal], results: Sequence[DealResult]) -> None:
        for deal in deals:
            sql = f"INSERT INTO deals ({DEAL}) VALUES ({marks(6)})"
            await self._db.execute(sql, *schema.deal_fields(deal))
        for result in results:
            sql = f"INSERT INTO results ({RESULT}) VALUES ({marks(4)})"
            await self._db.execute(sql, *schema.result_fields(result))


@asynccontextmanager
async def reading(place: str) -> AsyncIterator[OldHouse]:
    """A server may go on meanwhile: what it writes from now on is not seen."""
    if in_a_database(place):
        async with _connected(place) as db, db.transaction(isolation="repeatable_read", readonly=True):
            yield _Database(db)
        return
    path = Path(place)
    if not path.exists():
        raise StoreFailed("unavailable", f"there is no file {path.name}")
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)) as file:
        file.text_factory = schema.text
        if file.execute("PRAGMA user_version").fetchone() != (len(schema.MIGRATIONS),):
            raise StoreFailed("newer", "the file has another version: start this version of the server on it once")
        file.execute("BEGIN")
        yield _File(file)


@asynccontextmanager
async def writing(place: str) -> AsyncIterator[NewHouse]:
    """All of it, or nothing."""
    if in_a_database(place):
        async with _connected(place) as db:
            await prepare(db)
            async with db.transaction():
                await db.execute("LOCK TABLE tables, games, deals IN ACCESS EXCLUSIVE MODE")
                for table in ("tables", "games", "deals"):
                    if await db.fetchval(f"SELECT 1 FROM {table} LIMIT 1"):
                        raise StoreFailed("in use", "there are tables, games or deals in that database already")
                yield _Database(db)
        return
    path = Path(place)
    if path.exists():
        raise StoreFailed("in use", f"there is a file {path.name} already")
    own_folder(path)
    draft = path.with_name(f".{path.name}.moving")
    draft.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(draft, isolation_level=None)) as file:
            schema.prepare(file, new=True)
            file.execute("BEGIN")
            yield _File(file)
            file.execute("COMMIT")
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            file.execute("PRAGMA journal_mode = DELETE").fetchall()
        own_files(draft)
        draft.rename(path)
    finally:
        for end in ("", "-wal", "-shm"):
            draft.with_name(draft.name + end).unlink(missing_ok=True)


def in_a_database(place: str) -> bool:
    return place.startswith(("postgresql://", "postgres://"))


@asynccontextmanager
async def _connected(place: str) -> AsyncIterator[Connection]:
    import asyncpg  # noqa: PLC0415 - an extra

    try:
        db: Connection = await asyncpg.connect(place, timeout=10)
        try:
            yield db
        finally:
            await db.close()
    except TROUBLE as wrong:
        raise trouble(wrong) or wrong from wrong


async def summed(house: OldHouse) -> Moving:
    """Everything that is kept, proven row by row, as one number."""
    digest = sha256()
    codes, ids = await house.codes(), await house.ids()
    for code in codes:
        table, entries = await house.table(code)
        digest.update(repr((table.row, table.entries, table.chain)).encode())
        digest.update(schema.chained(schema.beginning(code), entries))
    for game_id in ids:
        row, record = await house.game(game_id)
        digest.update(repr(row).encode() + sha256(record).digest())
    for kept in await house.deals():
        digest.update(repr(kept).encode())
    return Moving(len(codes), len(ids), digest.hexdigest())


async def move(source: str, target: str) -> Moving:
    """Copies a house. What arrives is read again, and must be what was there."""
    async with reading(source) as old:
        async with writing(target) as new:
            for code in await old.codes():
                await new.put_table(*await old.table(code))
            for game_id in await old.ids():
                await new.put_game(*await old.game(game_id))
            await new.put_deals(*await old.deals())
        there = await summed(old)
    async with reading(target) as copy:
        here = await summed(copy)
    if here != there:
        raise schema.damaged(f"the copy differs: {here.digest} instead of {there.digest}")
    return here
