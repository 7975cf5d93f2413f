"""What a database of tables looks like in PostgreSQL. How a row is proven is as in `schema`."""

from secrets import token_hex
from typing import Final, TypeAlias

import asyncpg

from tablee.server.store import StoreFailed

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

LOCK: Final = 0x5461626C
"""Held for as long as a migration takes: two servers that start together do it once."""

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        # A table's row changes with every move: room beside it, and no index on what changes, spare its indices.
        """
        CREATE TABLE tables (
            code TEXT PRIMARY KEY,
            created DOUBLE PRECISION NOT NULL,
            changed DOUBLE PRECISION NOT NULL,
            game TEXT NOT NULL,
            public BOOLEAN NOT NULL,
            open BOOLEAN NOT NULL,
            finished INTEGER NOT NULL,
            title TEXT NOT NULL,
            entries INTEGER NOT NULL,
            chain BYTEA NOT NULL,
            crc BIGINT NOT NULL,
            owner TEXT NOT NULL DEFAULT '',
            epoch BIGINT NOT NULL DEFAULT 0
        ) WITH (fillfactor = 50)
        """,
        "CREATE INDEX tables_public ON tables (created DESC) WHERE public AND open",
        """
        CREATE TABLE log (
            code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            crc BIGINT NOT NULL,
            entry BYTEA NOT NULL,
            PRIMARY KEY (code, seq)
        )
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
            crc BIGINT NOT NULL,
            proof BIGINT NOT NULL,
            record BYTEA NOT NULL
        )
        """,
        "CREATE INDEX games_ended ON games (ended)",
        "CREATE INDEX games_code ON games (code, ended)",
        "CREATE TABLE room (filler BYTEA NOT NULL)",
        # A server is alive as long as its row is here. It may be deleted when its time is over, by anybody, and
        # then that server is dead for ever: none comes back under the same name.
        """
        CREATE TABLE nodes (
            id TEXT PRIMARY KEY,
            address TEXT NOT NULL,
            started TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
            expires TIMESTAMPTZ NOT NULL,
            tables INTEGER NOT NULL DEFAULT 0,
            sockets INTEGER NOT NULL DEFAULT 0,
            listed TEXT NOT NULL DEFAULT '[]'
        )
        """,
        """
        CREATE TABLE orders (
            number BIGSERIAL PRIMARY KEY,
            node TEXT NOT NULL,
            what TEXT NOT NULL,
            code TEXT NOT NULL
        )
        """,
        # What addresses have guessed wrong, for a minute, under names that only this house can make.
        """
        CREATE UNLOGGED TABLE misses (
            number BIGSERIAL PRIMARY KEY,
            node TEXT NOT NULL,
            kind TEXT NOT NULL,
            who TEXT NOT NULL,
            count INTEGER NOT NULL,
            noted TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
        )
        """,
        "CREATE TABLE house (version INTEGER NOT NULL, secret TEXT NOT NULL)",
        "INSERT INTO house (version, secret) VALUES (0, '{secret}')",
    ),
    (
        """
        CREATE TABLE deals (
            code TEXT PRIMARY KEY,
            opened DOUBLE PRECISION NOT NULL,
            open BOOLEAN NOT NULL,
            commitment TEXT NOT NULL,
            data BYTEA NOT NULL,
            crc BIGINT NOT NULL
        )
        """,
        "CREATE INDEX deals_opened ON deals (opened)",
        "CREATE INDEX deals_sealed ON deals (commitment) WHERE open",
        """
        CREATE TABLE results (
            game TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
            deal TEXT NOT NULL,
            data BYTEA NOT NULL,
            crc BIGINT NOT NULL
        )
        """,
        "CREATE INDEX results_deal ON results (deal)",
    ),
)
"""What leads from each version of the schema to the next; only ever added to."""


async def prepare(db: Connection) -> None:
    """Refuses what is not ours before anything is changed; then migrations."""
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        version = await _version(db)
        if version > len(MIGRATIONS):
            raise StoreFailed("newer", f"the database has version {version}, this program knows {len(MIGRATIONS)}")
        for number, migration in enumerate(MIGRATIONS[version:], version + 1):
            for step in migration:
                await db.execute(step.replace("{secret}", token_hex(32)))
            await db.execute("UPDATE house SET version = $1", number)


async def _version(db: Connection) -> int:
    found = [
        str(name)
        for (name,) in await db.fetch(
            "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"
        )
    ]
    if not found:
        return 0
    if "house" not in found or "tables" not in found:
        raise StoreFailed("damaged", "this is no database of Tablée")
    return int(await db.fetchval("SELECT version FROM house"))
