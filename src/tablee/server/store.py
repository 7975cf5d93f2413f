"""Where tables are kept. The log of a table is the truth; everything else can be made again from it."""

from collections.abc import Collection, Sequence
from typing import Literal, Protocol

from msgspec import Struct

Reason = Literal["full", "locked", "damaged", "readonly", "unavailable", "in use", "newer", "closed"]
"""Why a store fails: the last three are said when it is opened elsewhere, by an older program, or not at all."""


class StoreFailed(Exception):
    """Nothing was written: the disk is full, the database locked, damaged or gone. Try again later."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason: Reason = reason
        self.detail = detail


class TableRow(Struct, frozen=True):
    """What the list of tables needs to know without reading a log."""

    code: str
    created: float
    """Seconds since the epoch."""
    changed: float
    game: str
    public: bool
    open: bool
    """Not closed by its host or by age: it can still be joined and played at."""
    finished: int = 0
    """Games played to their end at this table."""
    title: str = ""


class GameRow(Struct, frozen=True):
    """A finished game."""

    id: str
    table: str
    game: str
    version: int
    players: int
    ended: float
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Store(Protocol):
    """Durable when a call returns; a call that raises `StoreFailed` has written nothing."""

    async def open(self) -> None:
        """Creates or migrates the database, or says clearly why it cannot."""
        ...

    async def close(self) -> None: ...

    async def create(self, row: TableRow, first: bytes) -> bool:
        """A new table with the first entry of its log, number 0; False if the code is taken."""
        ...

    async def append(self, code: str, seq: int, entries: Sequence[bytes], row: TableRow) -> None:
        """Adds entries number seq, seq + 1, … to a log and renews the table's row; seq must be the next number."""
        ...

    async def log(self, code: str) -> list[bytes]:
        """The whole log of a table, in order; empty if there is none."""
        ...

    async def tables(
        self, *, open_only: bool = False, public_only: bool = False, limit: int = 100
    ) -> list[TableRow]:
        """The latest tables first."""
        ...

    async def table(self, code: str) -> TableRow | None: ...

    async def keep_game(self, row: GameRow, record: bytes) -> None:
        """Keeps a finished game; keeping it twice is harmless."""
        ...

    async def game(self, game_id: str) -> tuple[GameRow, bytes] | None: ...

    async def games(self, *, table: str | None = None, limit: int = 100) -> list[GameRow]: ...

    async def purge(self, before: float, keep: Collection[str] = ()) -> tuple[int, int]:
        """Deletes tables (but those to keep) and finished games that were not touched since; how many of each.

        It goes in small steps, so that others can write; a failure undoes only the last of them.
        """
        ...

    async def healthy(self) -> bool:
        """Whether a write would succeed now."""
        ...
