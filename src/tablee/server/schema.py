"""What a file of tables looks like, and how one can tell that it is whole.

Each table's row has the length of its log and a running hash over it, each row a checksum of all that stands in
it. What a disk has changed behind our back is found when it is read, and before anything is added.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from functools import cache, partial
from hashlib import sha256
from itertools import chain
from typing import Any, Final, TypeVar
from zlib import crc32 as crc32

from msgspec import MsgspecError, Struct, convert, json
from msgspec.structs import astuple

from tablee.server.store import DealResult, GameRow, SharedDeal, StoreFailed, TableRow

T = TypeVar("T")

APPLICATION: Final = int.from_bytes(b"Tabl")

RENEWED: Final = "created, changed, game, public, open, finished, title"
TABLE: Final = f"code, {RENEWED}, entries, chain, crc"
GAME: Final = "id, code, game, version, players, ended, names, scores, winners, crc, proof"
DEAL: Final = "code, opened, open, commitment, data, crc"
RESULT: Final = "game, deal, data, crc"
PAIR: Final = ", ".join([f"g.{name}" for name in GAME.split(", ")] + [f"r.{name}" for name in RESULT.split(", ")])
"""A finished game `g`, and what it says about a deal, `r`."""
OLD_DEALS: Final = "NOT EXISTS (SELECT 1 FROM results r WHERE r.deal = d.code)"
"""Those of which no game is kept any more."""


class ProvenTable(Struct, frozen=True):
    """A table's row, and what its log must be."""

    row: TableRow
    entries: int
    chain: bytes

    @property
    def crc(self) -> int:
        return crc32(json.encode((astuple(self.row), self.entries, self.chain)))

    def fields(self) -> tuple[Any, ...]:
        """In the order of `TABLE`."""
        return (*astuple(self.row), self.entries, self.chain, self.crc)


def beginning(code: str) -> bytes:
    """The running hash of a log in which nothing stands yet."""
    return sha256(code.encode()).digest()


def chained(chain: bytes, entries: Iterable[bytes]) -> bytes:
    """The running hash after these entries."""
    for entry in entries:
        chain = sha256(chain + entry).digest()
    return chain


text = partial(str, encoding="utf-8", errors="surrogateescape")
"""A text that is none any more is damage of its row, not of all that is read with it."""


def damaged(what: str) -> StoreFailed:
    return StoreFailed("damaged", what)


def proven_table(fields: Sequence[Any]) -> ProvenTable:
    """A row as it was written, or an error."""
    *values, entries, chain, crc = fields
    with suppress(MsgspecError, TypeError, ValueError):
        row = convert(dict(zip(TableRow.__struct_fields__, values, strict=True)), TableRow, strict=False)
        proven = ProvenTable(row, entries, chain)
        if proven.crc == crc:
            return proven
    raise damaged(f"the row of table {values[0]}")


def find_table(db: sqlite3.Connection, code: str) -> ProvenTable | None:
    """The row of a table. A log without a row is damage: a table does not vanish by itself."""
    for fields in db.execute(f"SELECT {TABLE} FROM tables WHERE code = ?", (code,)).fetchall():
        found = proven_table(fields)
        if found.row.code == code:
            return found
    if db.execute("SELECT 1 FROM log WHERE code = ? LIMIT 1", (code,)).fetchall():
        raise damaged(f"table {code} has a log and no row")
    return None


def find_log(db: sqlite3.Connection, code: str) -> list[bytes]:
    """The whole log of a table, none if there is no such table."""
    table = find_table(db, code)
    if table is None:
        return []
    rows = db.execute("SELECT seq, crc, entry FROM log WHERE code = ? ORDER BY seq", (code,)).fetchall()
    return whole_log(table, rows)


def whole_log(table: ProvenTable, rows: Sequence[Sequence[Any]]) -> list[bytes]:
    """The entries of a log, if they are exactly those that were written."""
    entries, code = whole_entries(rows), table.row.code
    if len(entries) != len(rows) or len(rows) != table.entries or chained(beginning(code), entries) != table.chain:
        raise damaged(f"the log of table {code}: {len(entries)} entries of {table.entries} are whole")
    return entries


def whole_entries(rows: Sequence[Sequence[Any]]) -> list[bytes]:
    """The entries up to the first one that is missing or not what was written."""
    entries: list[bytes] = []
    for i, (seq, crc, entry) in enumerate(rows):
        if seq != i or not isinstance(entry, bytes) or crc != crc32(entry):
            break
        entries.append(entry)
    return entries


def add_entries(db: sqlite3.Connection, code: str, seq: int, entries: Sequence[bytes]) -> None:
    rows = [(code, seq + i, crc32(entry), entry) for i, entry in enumerate(entries)]
    db.executemany("INSERT INTO log (code, seq, crc, entry) VALUES (?, ?, ?, ?)", rows)


def append(db: sqlite3.Connection, seq: int, row: TableRow, entries: Sequence[bytes]) -> ProvenTable:
    """Adds to a log, after its row has been looked over."""
    code = row.code
    before = find_table(db, code)
    if before is None:
        raise ValueError(f"there is no table {code}")
    ((following,),) = db.execute("SELECT MAX(seq) + 1 FROM log WHERE code = ?", (code,)).fetchall()
    if following != before.entries:
        raise damaged(f"the log of table {code}: {following} entries of {before.entries}")
    if seq != following:
        raise ValueError(f"entry {seq} of table {code}, whose next entry is {following}")
    after = ProvenTable(row, seq + len(entries), chained(before.chain, entries))
    marks = ", ".join("?" * len(after.fields()))
    try:
        add_entries(db, code, seq, entries)
        db.execute(f"UPDATE tables SET ({TABLE}) = ({marks}) WHERE code = ?", (*after.fields(), code))
    except sqlite3.IntegrityError as error:  # an index that has something else than its table
        raise damaged(f"table {code}: {error}") from error
    return after


class Addition(Struct, frozen=True):
    """What is to be added to a log, whose row is thought to be what was last written."""

    before: ProvenTable
    row: TableRow
    entries: Sequence[bytes]

    def after(self) -> ProvenTable:
        before, entries = self.before, self.entries
        return ProvenTable(self.row, before.entries + len(entries), chained(before.chain, entries))


def append_known(db: sqlite3.Connection, additions: Sequence[Addition]) -> list[ProvenTable]:
    """Adds to logs of different tables whose rows are still what was last written. If one of them is not, that is
    an error, and what has been done must be taken back.

    What must be proven before something is added is proven by the statement that adds it, for all at once: a
    writer that goes to the file for each question, or for each table, waits for the interpreter each time.
    """
    afters = [addition.after() for addition in additions]
    renewed = [
        (*after.fields(), *addition.before.fields()[1:]) for addition, after in zip(additions, afters, strict=True)
    ]
    added = [
        (addition.row.code, addition.before.entries + i, crc32(entry), entry)
        for addition in additions
        for i, entry in enumerate(addition.entries)
    ]
    for rows in _in_slices(renewed):
        if db.execute(_renewing(len(rows)), [*chain.from_iterable(rows)]).rowcount != len(rows):
            raise ValueError("a row is not what was last written")
    for rows in _in_slices(added):
        db.execute(_adding(len(rows)), [*chain.from_iterable(rows)])
    return afters


SLICE: Final = 64
"""Rows that one statement writes at most: for each number of them there is a statement that SQLite remembers."""


def _in_slices(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    return (rows[i : i + SLICE] for i in range(0, len(rows), SLICE))


def _values(rows: int, columns: int) -> str:
    one = f"({', '.join('?' * columns)})"
    return f"VALUES {', '.join([one] * rows)}"


@cache
def _adding(rows: int) -> str:
    return f"INSERT INTO log (code, seq, crc, entry) {_values(rows, 4)}"


@cache
def _renewing(rows: int) -> str:
    """Each row that is written has the table's code, its row as it will be, and as it must be."""
    proven = TABLE.split(", ")[1:]
    will = {name: f"new.column{i}" for i, name in enumerate(proven, 2)}
    must = {name: f"new.column{i}" for i, name in enumerate(proven, 2 + len(proven))}
    return f"""
        UPDATE tables SET {", ".join(f"{name} = {new}" for name, new in will.items())}
        FROM ({_values(rows, 1 + 2 * len(proven))}) AS new
        WHERE tables.code = new.column1
        AND {" AND ".join(f"tables.{name} = {old}" for name, old in must.items())}
        AND (SELECT MAX(seq) + 1 FROM log WHERE log.code = new.column1) = {must["entries"]}
    """


def game_fields(row: GameRow, record: bytes) -> tuple[Any, ...]:
    """In the order of `GAME`, and the record."""
    lists = (json.encode(each).decode() for each in (row.names, row.scores, row.winners))
    crc = crc32(record)
    return (*astuple(row)[:6], *lists, crc, _game_proof(row, crc), record)


def _game_proof(row: GameRow, crc: int) -> int:
    return crc32(json.encode((astuple(row), crc)))


def _game(values: Sequence[Any]) -> GameRow:
    parsed = (*values[:6], *map(json.decode, values[6:]))
    return convert(dict(zip(GameRow.__struct_fields__, parsed, strict=True)), GameRow)


def proven_game(fields: Sequence[Any]) -> GameRow:
    """The row of a finished game as it was written, or an error."""
    *values, crc, proof = fields
    with suppress(MsgspecError, TypeError, ValueError):
        row = _game(values)
        if _game_proof(row, crc) == proof:
            return row
    raise damaged(f"the finished game {values[0]}")


def find_game(db: sqlite3.Connection, game_id: str) -> tuple[GameRow, bytes] | None:
    """A finished game and its record."""
    for found in db.execute(f"SELECT {GAME}, record FROM games WHERE id = ?", (game_id,)).fetchall():
        return whole_game(game_id, found)
    return None


def whole_game(game_id: str, found: Sequence[Any]) -> tuple[GameRow, bytes]:
    """A finished game and its record as they were written, or an error."""
    *fields, record = found
    row = proven_game(fields)
    if row.id == game_id and isinstance(record, bytes) and crc32(record) == fields[-2]:
        return row, record
    raise damaged(f"the record of the finished game {game_id}")


def deal_fields(deal: SharedDeal) -> tuple[Any, ...]:
    """In the order of `DEAL`."""
    data = json.encode(deal)
    fields = (deal.code, deal.opened, deal.closed is None, deal.commitment)
    return (*fields, data, _crc(fields, data))


def _crc(fields: tuple[Any, ...], data: bytes) -> int:
    return crc32(json.encode(fields) + data)


def proven_deal(fields: Sequence[Any]) -> SharedDeal:
    """A deal as it was written, or an error."""
    with suppress(MsgspecError, TypeError, ValueError):
        deal = json.decode(fields[4], type=SharedDeal)
        if deal_fields(deal) == (fields[0], fields[1], bool(fields[2]), *fields[3:]):
            return deal
    raise damaged(f"deal {fields[0]}")


def result_fields(result: DealResult) -> tuple[Any, ...]:
    """In the order of `RESULT`."""
    data = json.encode(result)
    return (result.game, result.deal, data, _crc((result.game, result.deal), data))


def proven_result(fields: Sequence[Any]) -> DealResult:
    """What a table has made of a deal, as it was written, or an error."""
    with suppress(MsgspecError, TypeError, ValueError):
        result = json.decode(fields[2], type=DealResult)
        if result_fields(result) == tuple(fields):
            return result
    raise damaged(f"the result of game {fields[0]}")


def proven_pair(fields: Sequence[Any]) -> tuple[GameRow, DealResult]:
    """A finished game and what it says about a deal: the fields of `GAME`, then those of `RESULT`."""
    middle = len(GAME.split(","))
    return proven_game(fields[:middle]), proven_result(fields[middle:])


def rewrite(row: TableRow, entries: Sequence[bytes], games: Sequence[GameRow], db: sqlite3.Connection) -> None:
    """Another log in the place of a table's, other rows for finished games; what stood there is overwritten."""
    if find_table(db, row.code) is None:
        raise ValueError(f"there is no table {row.code}")
    db.execute("PRAGMA secure_delete = ON").fetchall()
    try:
        db.execute("DELETE FROM log WHERE code = ?", (row.code,))
        add_entries(db, row.code, 0, entries)
        proven = ProvenTable(row, len(entries), chained(beginning(row.code), entries)).fields()
        marks = ", ".join("?" * len(proven))
        db.execute(f"UPDATE tables SET ({TABLE}) = ({marks}) WHERE code = ?", (*proven, row.code))
        for game in games:
            found = find_game(db, game.id)
            if found is not None:
                fields = game_fields(game, found[1])[:-1]
                marks = ", ".join("?" * len(fields))
                db.execute(f"UPDATE games SET ({GAME}) = ({marks}) WHERE id = ?", (*fields, game.id))
    finally:
        db.execute("PRAGMA secure_delete = OFF").fetchall()


# ---- versions of the schema -------------------------------------------------------------------------------


def _prove(db: sqlite3.Connection) -> None:
    """Every log and every finished game that is whole is proven; the others never will be."""
    names = TableRow.__struct_fields__
    for values in db.execute(f"SELECT code, {RENEWED} FROM tables").fetchall():
        rows = db.execute("SELECT seq, crc, entry FROM log WHERE code = ? ORDER BY seq", values[:1]).fetchall()
        entries = whole_entries(rows)
        if len(entries) == len(rows) > 0:
            row = convert(dict(zip(names, values, strict=True)), TableRow, strict=False)
            proven = ProvenTable(row, len(rows), chained(beginning(row.code), entries))
            sql = "UPDATE tables SET entries = ?, chain = ?, crc = ? WHERE code = ?"
            db.execute(sql, (*proven.fields()[-3:], row.code))
    for (number,) in db.execute("SELECT rowid FROM games").fetchall():
        select = "SELECT id, code, game, version, players, ended, names, scores, winners, crc FROM games"
        *values, crc = db.execute(f"{select} WHERE rowid = ?", (number,)).fetchone()
        proof = _game_proof(_game(values), crc)
        db.execute("UPDATE games SET proof = ? WHERE rowid = ?", (proof, number))


MIGRATIONS: tuple[tuple[str | Callable[[sqlite3.Connection], None], ...], ...] = (
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
    (
        "ALTER TABLE tables ADD COLUMN entries INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE tables ADD COLUMN chain BLOB NOT NULL DEFAULT x''",
        "ALTER TABLE tables ADD COLUMN crc INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE games ADD COLUMN proof INTEGER NOT NULL DEFAULT 0",
        _prove,
    ),
    (
        """
        CREATE TABLE deals (
            code TEXT PRIMARY KEY,
            opened DOUBLE PRECISION NOT NULL,
            open BOOLEAN NOT NULL,
            commitment TEXT NOT NULL,
            data BLOB NOT NULL,
            crc INTEGER NOT NULL
        )
        """,
        "CREATE INDEX deals_opened ON deals (opened)",
        "CREATE INDEX deals_sealed ON deals (commitment) WHERE open",
        """
        CREATE TABLE results (
            game TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
            deal TEXT NOT NULL,
            data BLOB NOT NULL,
            crc INTEGER NOT NULL
        )
        """,
        "CREATE INDEX results_deal ON results (deal)",
    ),
)
"""What leads from each version of the schema to the next; only ever added to."""


def prepare(db: sqlite3.Connection, *, new: bool) -> None:
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
    _migrate(db, version)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as as_it_should_be:
        _migrate(as_it_should_be, 0)
        if _described(db) != _described(as_it_should_be):
            raise damaged("its description of itself")


def _migrate(db: sqlite3.Connection, version: int) -> None:
    for number, migration in enumerate(MIGRATIONS[version:], version + 1):
        db.execute("BEGIN IMMEDIATE")
        for step in migration:
            if callable(step):
                step(db)
            else:
                db.execute(step)
        db.execute(f"PRAGMA user_version = {number}")
        db.execute("COMMIT")


def _described(db: sqlite3.Connection) -> set[tuple[str, ...]]:
    return set(db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall())
