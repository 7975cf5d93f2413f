"""The log of a table: everything that happened there, in order. A table is what its log says."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec
from msgspec import Struct, structs

from tablee.kernel.draw import SharedDraw
from tablee.kernel.record import Entry
from tablee.server.lobby import Lobby

STARTED, STEP = "started", "step"


class LobbySet(Struct, frozen=True, tag="lobby"):
    """The lobby after a change, whole: it is small."""

    lobby: Lobby
    id: str = ""
    device: str = ""
    before: tuple[tuple[str, str], ...] = ()
    """Commands, by device and id, that were done on the way to it and are not written by themselves."""


class GameStarted(Struct, frozen=True, tag=STARTED):
    """A game begins. Its seed is as secret as this log."""

    game_id: str
    seed: str
    lobby: Lobby
    id: str = ""
    device: str = ""
    version: int = 0
    """Of the game's rules; 0 in logs from before it was noted."""
    draw: SharedDraw | None = None
    """How the seed came about, if devices had a part in it, and the table's own part."""
    part: str = ""


class Step(Struct, frozen=True, tag=STEP, omit_defaults=True):
    """An entry of the game's record, and which command of which device it came from."""

    entry: Entry
    id: str = ""
    device: str = ""


class GameEnded(Struct, frozen=True, tag="ended"):
    game_id: str
    lobby: Lobby
    """As it stands for a rematch."""


LogEntry: TypeAlias = LobbySet | GameStarted | Step | GameEnded


def compacted(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """The same with fewer entries: of lobbies that follow on each other the last one says it all."""
    kept: list[LogEntry] = []
    for entry in entries:
        last = kept[-1] if kept else None
        if isinstance(entry, LobbySet) and isinstance(last, LobbySet) and _alike(last.lobby, entry.lobby):
            done = (*last.before, (last.device, last.id)) if last.id else last.before
            kept[-1] = structs.replace(entry, before=done)
        else:
            kept.append(entry)
    return kept


def _alike(one: Lobby, other: Lobby) -> bool:
    """Whether nothing of a game began or ended between them."""
    return (one.game, one.playing, one.closed) == (other.game, other.playing, other.closed)


class Brief(Struct, frozen=True):
    """What is still wanted of an entry of a game that is long over: what it was, and which commands it did."""

    type: str
    id: str = ""
    device: str = ""
    before: tuple[tuple[str, str], ...] = ()

    @property
    def begins(self) -> bool:
        return self.type == STARTED

    @property
    def has_lobby(self) -> bool:
        return self.type != STEP


def commands_in(entry: LogEntry | Brief) -> Iterator[tuple[str, str]]:
    """The commands that an entry has done, by device and id."""
    if isinstance(entry, LobbySet | Brief):
        yield from entry.before
    if not isinstance(entry, GameEnded) and entry.id:
        yield entry.device, entry.id


_DECODER = msgspec.json.Decoder(LogEntry)
_BRIEFLY = msgspec.json.Decoder(Brief)


def write(entry: LogEntry) -> bytes:
    return msgspec.json.encode(entry)


def read(data: bytes) -> LogEntry:
    entry: LogEntry = _DECODER.decode(data)
    return entry


def read_briefly(data: bytes) -> Brief:
    brief: Brief = _BRIEFLY.decode(data)
    return brief
