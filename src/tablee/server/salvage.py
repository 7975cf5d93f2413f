"""What is whole in a damaged file, brought into a new one; the old one stays beside it."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from tablee.server import schema
from tablee.server.files import SoleHold, frames_written, lost_frames, own_files
from tablee.server.schema import DEAL, GAME, RESULT, TABLE, ProvenTable
from tablee.server.store import StoreFailed, TableRow

UNREADABLE = (StoreFailed, sqlite3.Error, UnicodeDecodeError)
UNPROVEN = -1
"""The length of a log that nobody knows."""


class Salvaged(Struct, frozen=True):
    """What was saved, and the codes of the tables and the ids of the games that were not."""

    tables: int
    games: int
    lost_tables: tuple[str, ...]
    lost_games: int
    kept: str
    """Where the damaged file is now."""
    end_lost: bool
    """What was written last is lost: tables that are whole may be as they were a little before."""


def salvage(path: Path) -> Salvaged:
    """Puts a file in the place of this one that has all that is whole in it.

    A table whose log is not whole keeps its code and what is left of its log, and stays closed: nobody plays on
    from a past that was not theirs.
    """
    if not path.exists():
        raise StoreFailed("unavailable", f"there is no file {path.name}")
    hold = SoleHold(path, create=False)
    try:
        with TemporaryDirectory(dir=path.parent, prefix=".salvage-") as folder:
            copy, new = Path(folder) / "copy", Path(folder) / path.name
            for end in ("", "-wal"):
                with suppress(FileNotFoundError):
                    shutil.copyfile(path.with_name(path.name + end), copy.with_name(copy.name + end))
            frames = frames_written(copy.with_name("copy-wal"))
            with closing(_open(copy)) as old, closing(_open(new)) as db:
                end_lost = lost_frames(old, frames)
                found = _bring_over(old, db)
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                db.execute("PRAGMA journal_mode = DELETE").fetchall()
            own_files(new)
            kept = _free_name(path)
            for end in ("-wal", "-shm", ""):
                with suppress(FileNotFoundError):
                    path.with_name(path.name + end).rename(kept.with_name(kept.name + end))
            new.rename(path)
    finally:
        hold.let_go()
    return Salvaged(*found, kept=kept.name, end_lost=end_lost)


def _free_name(path: Path) -> Path:
    number = 1
    while (kept := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return kept


def _open(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    db.text_factory = schema.text
    try:
        schema.prepare(db, new=True)
    except UNREADABLE as error:
        db.close()
        raise schema.damaged(f"nothing of it can be read: {error}") from error
    return db


def _bring_over(old: sqlite3.Connection, new: sqlite3.Connection) -> tuple[int, int, tuple[str, ...], int]:
    tables, lost = 0, []
    new.execute("BEGIN")
    for code in sorted(set(_codes(old))):
        proven, entries = _table(old, code)
        if proven.entries == len(entries):
            tables += 1
        else:
            lost.append(code)
        fields = proven.fields()
        new.execute(f"INSERT INTO tables ({TABLE}) VALUES ({', '.join('?' * len(fields))})", fields)
        schema.add_entries(new, code, 0, entries)
    games = lost_games = 0
    for game_id in sorted(set(_ids(old))):
        try:
            found = schema.find_game(old, game_id)
        except UNREADABLE:
            found = None
        if found is None:
            lost_games += 1
            continue
        games += 1
        fields = schema.game_fields(*found)
        new.execute(f"INSERT INTO games ({GAME}, record) VALUES ({', '.join('?' * len(fields))})", fields)
    _bring_deals_over(old, new)
    new.execute("COMMIT")
    return tables, games, tuple(lost), lost_games


def _bring_deals_over(old: sqlite3.Connection, new: sqlite3.Connection) -> None:
    """Deals that many tables play, and results of games that were saved; without one only a ranking is lost."""
    for row in _until_damage(old, f"SELECT {DEAL} FROM deals NOT INDEXED"):
        with suppress(StoreFailed):
            fields = schema.deal_fields(schema.proven_deal(row))
            new.execute(f"INSERT INTO deals ({DEAL}) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", fields)
    for row in _until_damage(old, f"SELECT {RESULT} FROM results NOT INDEXED"):
        with suppress(StoreFailed):
            values = schema.result_fields(schema.proven_result(row))
            saved = "EXISTS (SELECT 1 FROM games WHERE id = ?)"
            sql = f"INSERT INTO results ({RESULT}) SELECT ?, ?, ?, ? WHERE {saved} ON CONFLICT DO NOTHING"
            new.execute(sql, (*values, values[0]))


def _table(old: sqlite3.Connection, code: str) -> tuple[ProvenTable, list[bytes]]:
    """A table with its whole log; or with what is left of it and a length that it does not have."""
    proven = ProvenTable(TableRow(code, 0.0, 0.0, "", public=False, open=True), UNPROVEN, b"")
    with suppress(*UNREADABLE):
        proven = schema.find_table(old, code) or proven
    with suppress(*UNREADABLE):
        return proven, schema.find_log(old, code)
    rows = _until_damage(old, "SELECT seq, crc, entry FROM log WHERE code = ? ORDER BY seq", code)
    entries = schema.whole_entries(list(rows))
    if len(entries) == proven.entries:  # each is whole, but they are not those that were written
        entries = entries[:-1]
    return proven, entries


def _codes(old: sqlite3.Connection) -> Iterator[str]:
    """All codes that can be read anywhere, from the front and from the back."""
    for order in ("ASC", "DESC"):
        rows = _until_damage(old, f"SELECT {TABLE} FROM tables NOT INDEXED ORDER BY rowid {order}")
        for row in rows:
            with suppress(StoreFailed):
                yield schema.proven_table(row).row.code
        for (code,) in _until_damage(old, f"SELECT DISTINCT code FROM log ORDER BY code {order}"):
            if isinstance(code, str) and code.isprintable():
                yield code


def _ids(old: sqlite3.Connection) -> Iterator[str]:
    for order in ("ASC", "DESC"):
        for (game_id,) in _until_damage(old, f"SELECT id FROM games NOT INDEXED ORDER BY rowid {order}"):
            if isinstance(game_id, str):
                yield game_id


def _until_damage(db: sqlite3.Connection, sql: str, *args: Any) -> Iterator[Any]:
    with suppress(*UNREADABLE):
        yield from db.execute(sql, args)
