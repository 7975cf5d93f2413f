"""Where tables are kept. The log of a table is the truth; everything else can be made again from it."""

from collections.abc import Callable, Collection, Sequence
from enum import StrEnum
from typing import Any, Literal, Protocol

from msgspec import Struct

Reason = Literal["full", "locked", "damaged", "readonly", "unavailable", "in use", "newer", "closed"]
"""Why a store fails: the last three are said when it is opened elsewhere, by an older program, or not at all."""


class StoreFailed(Exception):
    """Nothing was written: the disk is full, the database locked, damaged or gone. Try again later."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason: Reason = reason
        self.detail = detail

    @property
    def code(self) -> str:
        """The refusal that people are told."""
        return "table_damaged" if self.reason == "damaged" else "store_trouble"


class Moved(Exception):
    """This table is no longer ours: another server has it, or this one was declared dead. Nothing was written."""

    def __init__(self, code: str = "") -> None:
        super().__init__(f"table {code} has moved")
        self.code = code


class Elsewhere(Exception):
    """Another server has this table, and lives."""

    def __init__(self, code: str, node: str, address: str) -> None:
        super().__init__(f"table {code} is with {node}")
        self.code = code
        self.node = node
        self.address = address
        """Where that server can be reached by this one; empty if it cannot."""


class Hold:
    """The right to write a table's log, for one table in memory: who loses it never gets this one back."""

    __slots__ = ("chain", "code", "entries", "epoch", "lost", "owner")

    def __init__(self, code: str, owner: str = "", epoch: int = 1, entries: int = 0, chain: bytes = b"") -> None:
        self.code = code
        self.owner = owner
        self.epoch = epoch
        """It rises whenever somebody takes the table; what is written with an older one fails."""
        self.entries = entries
        self.chain = chain
        """The running hash of the log: what is appended must follow on it."""
        self.lost = False


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


class SharedDeal(Struct, frozen=True):
    """The same deal at many tables: one seed, and all that has to be alike for results to be compared."""

    code: str
    opened: float
    """Seconds since the epoch."""
    game: str
    version: int
    """Of the rules: whoever would play by others plays another deal."""
    seats: int
    options: dict[str, Any]
    bots: str
    speed: str
    seed: str
    """Told to nobody before it is closed."""
    commitment: str
    """The hash of the seed, shown from the beginning."""
    host: str
    """The hash of the token of whoever may close it."""
    closed: float | None = None
    tables: int = 0
    """Opened for it."""


class Sitter(StrEnum):
    """Who brought a game to its end in a seat."""

    PERSON = "person"
    BOT = "bot"
    STAND_IN = "stand_in"
    """A bot, for a person who was gone or had left."""


class SeatResult(Struct, frozen=True):
    sitter: Sitter
    score: int
    rank: int | None
    """At its own table; None where nobody is ranked."""


class DealResult(Struct, frozen=True):
    """How one table has played a deal. Names are in the row of its game, and nowhere else."""

    game: str
    """The finished game."""
    deal: str
    together: bool
    """All won or lost together."""
    seats: tuple[SeatResult, ...]


class Store(Protocol):
    """Durable when a call returns; a call that raises `StoreFailed` or `Moved` has written nothing."""

    def holds(self, hold: Hold) -> bool:
        """Whether a table is surely still ours, so that people may be told about it."""
        ...

    async def assured(self, hold: Hold) -> None:
        """Waits until that is known; raises `Moved` if it is not ours any more."""
        ...

    async def open(self) -> None:
        """Creates or migrates the database, or says clearly why it cannot."""
        ...

    async def close(self) -> None: ...

    async def create(self, row: TableRow, first: bytes) -> bool:
        """A new table, ours, with the first entry of its log, number 0; False if the code is taken."""
        ...

    async def claim(self, code: str) -> Hold:
        """The sole right to write a log, from before it is read. Raises `Elsewhere` if somebody alive has it."""
        ...

    async def ask_for(self, there: Elsewhere) -> None:
        """Asks whoever has a table to let us have it soon."""
        ...

    async def release(self, hold: Hold, to: str = "") -> None:
        """Anybody may have the table now, or one server alone."""
        ...

    async def append(
        self, code: str, seq: int, entries: Sequence[bytes], row: TableRow, hold: Hold | None = None
    ) -> None:
        """Adds entries number seq, seq + 1, … to a log and renews the table's row; seq must be the next number.

        Without a `hold` the last one that this store took or got by `create`."""
        ...

    def held(self, code: str) -> Hold | None:
        """The last hold that this store took of a table."""
        ...

    async def rewrite(self, row: TableRow, entries: Sequence[bytes], games: Sequence[GameRow]) -> None:
        """Puts another log in the place of a table's, and other rows in that of finished games: somebody wants to
        be forgotten. What stood there is overwritten. Nobody else may write to that table meanwhile."""
        ...

    async def log(self, code: str) -> list[bytes]:
        """The whole log of a table, in order; empty if there is none."""
        ...

    async def tables(
        self, *, open_only: bool = False, public_only: bool = False, limit: int = 100
    ) -> list[TableRow]:
        """The latest tables first; of public ones those made last, since that something changes is not public."""
        ...

    async def table(self, code: str) -> TableRow | None: ...

    async def keep_game(self, row: GameRow, record: bytes, result: DealResult | None = None) -> None:
        """Keeps a finished game; keeping it twice is harmless. What it says about a deal that many tables play
        is kept with it, as long as that deal is not closed."""
        ...

    async def game(self, game_id: str) -> tuple[GameRow, bytes] | None: ...

    async def games(self, *, table: str | None = None, limit: int = 100) -> list[GameRow]: ...

    async def open_deal(self, deal: SharedDeal) -> bool:
        """A new deal for many tables; False if its code is taken."""
        ...

    async def deal(self, code: str) -> SharedDeal | None: ...

    async def deals(self, limit: int = 100) -> list[SharedDeal]:
        """Those opened last first."""
        ...

    async def change_deal(self, code: str, change: Callable[[SharedDeal], SharedDeal]) -> SharedDeal | None:
        """Reads, changes and writes a deal with nobody in between; what `change` raises leaves it as it was."""
        ...

    async def is_sealed(self, commitment: str) -> bool:
        """Whether what was dealt from the seed with this hash is still to be dealt elsewhere."""
        ...

    async def results(self, deal: str) -> list[tuple[GameRow, DealResult]]:
        """What tables have made of a deal, in the order in which they finished."""
        ...

    async def purge(self, before: float, keep: Collection[str] = (), share: float = 1.0) -> tuple[int, int]:
        """Deletes tables (but those to keep) and finished games that were not touched since; how many of each.
        A deal goes when it is as old and none of its games is kept.

        At most that share of each, the oldest first, but one always. It goes in small steps, so that others can
        write; a failure undoes only the last of them.
        """
        ...

    async def latest(self) -> float:
        """When anything here was last touched; 0 if there is nothing."""
        ...

    async def healthy(self) -> bool:
        """Whether a write would succeed now."""
        ...
