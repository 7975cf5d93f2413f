"""What a PostgreSQL keeps of finished games, and of deals that many tables play."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from tablee.server import schema
from tablee.server.pg_rows import find_game, marks, whole
from tablee.server.pg_schema import Connection
from tablee.server.schema import DEAL, GAME, PAIR, RESULT, proven_deal, proven_game, proven_pair
from tablee.server.store import DealResult, GameRow, SharedDeal

T = TypeVar("T")


class PostgresGames:
    """A part of `PostgresStore`: it has the lines to the database, and this says what goes over them."""

    async def _read(self, work: Callable[[Connection], Awaitable[T]], *, again: bool = True) -> T:
        raise NotImplementedError

    async def keep_game(self, row: GameRow, record: bytes, result: DealResult | None = None) -> None:
        fields = schema.game_fields(row, record)
        kept = f"INSERT INTO games ({GAME}, record) VALUES ({marks(len(fields))}) ON CONFLICT DO NOTHING"

        async def work(db: Connection) -> None:
            async with db.transaction():
                await db.execute(kept, *fields)
                if result is not None:
                    # Whoever closes the deal waits for this one, or this one for him.
                    values = schema.result_fields(result)
                    still = "SELECT 1 FROM deals WHERE code = $1 AND open FOR SHARE"
                    if await db.fetchval(still, result.deal) is not None:
                        sql = (
                            f"INSERT INTO results ({RESULT}) VALUES ({marks(len(values))}) ON CONFLICT DO NOTHING"
                        )
                        await db.execute(sql, *values)

        await self._read(work)

    async def game(self, game_id: str) -> tuple[GameRow, bytes] | None:
        return await self._read(lambda db: find_game(db, game_id))

    async def games(self, *, table: str | None = None, limit: int = 100) -> list[GameRow]:
        sql = f"""
            SELECT {GAME} FROM games WHERE $1::text IS NULL OR code = $1 ORDER BY ended DESC, id LIMIT $2
        """
        return whole(proven_game, await self._read(lambda db: db.fetch(sql, table, limit)))

    async def open_deal(self, deal: SharedDeal) -> bool:
        fields = schema.deal_fields(deal)
        sql = f"INSERT INTO deals ({DEAL}) VALUES ({marks(len(fields))}) ON CONFLICT DO NOTHING RETURNING code"
        return await self._read(lambda db: db.fetchval(sql, *fields), again=False) is not None

    async def deal(self, code: str) -> SharedDeal | None:
        sql = f"SELECT {DEAL} FROM deals WHERE code = $1"
        found: Any = await self._read(lambda db: db.fetchrow(sql, code))
        return None if found is None else proven_deal(tuple(found))

    async def deals(self, limit: int = 100) -> list[SharedDeal]:
        sql = f"SELECT {DEAL} FROM deals ORDER BY opened DESC, code LIMIT $1"
        return whole(proven_deal, await self._read(lambda db: db.fetch(sql, limit)))

    async def change_deal(self, code: str, change: Callable[[SharedDeal], SharedDeal]) -> SharedDeal | None:
        async def work(db: Connection) -> SharedDeal | None:
            async with db.transaction():
                found = await db.fetchrow(f"SELECT {DEAL} FROM deals WHERE code = $1 FOR UPDATE", code)
                if found is None:
                    return None
                changed = change(proven_deal(tuple(found)))
                fields = schema.deal_fields(changed)
                await db.execute(f"UPDATE deals SET ({DEAL}) = ({marks(len(fields))}) WHERE code = $1", *fields)
                return changed

        return await self._read(work, again=False)

    async def is_sealed(self, commitment: str) -> bool:
        sql = "SELECT 1 FROM deals WHERE commitment = $1 AND open LIMIT 1"
        return await self._read(lambda db: db.fetchval(sql, commitment)) is not None

    async def results(self, deal: str) -> list[tuple[GameRow, DealResult]]:
        sql = (
            f"SELECT {PAIR} FROM results r JOIN games g ON g.id = r.game WHERE r.deal = $1 ORDER BY g.ended, g.id"
        )
        return whole(proven_pair, await self._read(lambda db: db.fetch(sql, deal)))
