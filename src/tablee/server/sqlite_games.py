"""What an SQLite file keeps of finished games, and of deals that many tables play."""

import sqlite3
from collections.abc import Callable, Sequence
from logging import getLogger
from typing import Any, TypeVar

from tablee.server import schema
from tablee.server.schema import DEAL, GAME, PAIR, RESULT, find_game, proven_deal, proven_game, proven_pair
from tablee.server.store import DealResult, GameRow, SharedDeal, StoreFailed

T = TypeVar("T")

LOG = getLogger("tablee.server")


class SqliteGames:
    """A part of `SqliteStore`: it writes and reads, and this says what."""

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        raise NotImplementedError

    async def _read(self, look: Callable[[sqlite3.Connection], T]) -> T:
        raise NotImplementedError

    async def keep_game(self, row: GameRow, record: bytes, result: DealResult | None = None) -> None:
        fields = schema.game_fields(row, record)

        def work(db: sqlite3.Connection) -> None:
            db.execute(
                f"INSERT INTO games ({GAME}, record) VALUES ({marks(fields)}) ON CONFLICT DO NOTHING", fields
            )
            if result is not None:
                values = schema.result_fields(result)
                still = "EXISTS (SELECT 1 FROM deals WHERE code = ? AND open)"
                sql = f"INSERT INTO results ({RESULT}) SELECT {marks(values)} WHERE {still} ON CONFLICT DO NOTHING"
                db.execute(sql, (*values, result.deal))

        await self._write(work)

    async def game(self, game_id: str) -> tuple[GameRow, bytes] | None:
        return await self._read(lambda db: find_game(db, game_id))

    async def games(self, *, table: str | None = None, limit: int = 100) -> list[GameRow]:
        where, args = ("", ()) if table is None else ("WHERE code = ?", (table,))
        sql = f"SELECT {GAME} FROM games {where} ORDER BY ended DESC, id LIMIT ?"
        rows = await self._read(lambda db: db.execute(sql, (*args, limit)).fetchall())
        return whole(proven_game, rows)

    async def open_deal(self, deal: SharedDeal) -> bool:
        fields = schema.deal_fields(deal)
        sql = f"INSERT INTO deals ({DEAL}) VALUES ({marks(fields)}) ON CONFLICT DO NOTHING"
        return await self._write(lambda db: db.execute(sql, fields).rowcount == 1)

    async def deal(self, code: str) -> SharedDeal | None:
        return await self._read(lambda db: _find_deal(db, code))

    async def deals(self, limit: int = 100) -> list[SharedDeal]:
        sql = f"SELECT {DEAL} FROM deals ORDER BY opened DESC, code LIMIT ?"
        return whole(proven_deal, await self._read(lambda db: db.execute(sql, (limit,)).fetchall()))

    async def change_deal(self, code: str, change: Callable[[SharedDeal], SharedDeal]) -> SharedDeal | None:
        def work(db: sqlite3.Connection) -> SharedDeal | None:
            found = _find_deal(db, code)
            if found is None:
                return None
            changed = change(found)
            fields = schema.deal_fields(changed)
            db.execute(f"UPDATE deals SET ({DEAL}) = ({marks(fields)}) WHERE code = ?", (*fields, code))
            return changed

        return await self._write(work)

    async def is_sealed(self, commitment: str) -> bool:
        sql = "SELECT 1 FROM deals WHERE commitment = ? AND open"
        return bool(await self._read(lambda db: db.execute(sql, (commitment,)).fetchall()))

    async def results(self, deal: str) -> list[tuple[GameRow, DealResult]]:
        sql = f"SELECT {PAIR} FROM results r JOIN games g ON g.id = r.game WHERE r.deal = ? ORDER BY g.ended, g.id"
        return whole(proven_pair, await self._read(lambda db: db.execute(sql, (deal,)).fetchall()))


def _find_deal(db: sqlite3.Connection, code: str) -> SharedDeal | None:
    found = db.execute(f"SELECT {DEAL} FROM deals WHERE code = ?", (code,)).fetchall()
    return proven_deal(found[0]) if found else None


def marks(fields: Sequence[Any]) -> str:
    return ", ".join("?" * len(fields))


def whole(prove: Callable[[Sequence[Any]], T], rows: Sequence[Sequence[Any]]) -> list[T]:
    """What is as it was written: a list is not lost for one of its rows."""
    found = []
    for row in rows:
        try:
            found.append(prove(row))
        except StoreFailed as damage:
            LOG.error("%s; what is whole can be saved: tablee salvage", damage)
    return found
