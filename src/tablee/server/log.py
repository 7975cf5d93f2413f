"""The log of a table: everything that happened there, in order. A table is what its log says."""

from typing import TypeAlias

import msgspec
from msgspec import Struct

from tablee.kernel.record import Entry
from tablee.server.lobby import Lobby


class LobbySet(Struct, frozen=True, tag="lobby"):
    """The lobby after a change, whole: it is small."""

    lobby: Lobby
    id: str = ""
    device: str = ""


class GameStarted(Struct, frozen=True, tag="started"):
    """A game begins. Its seed is as secret as this log."""

    game_id: str
    seed: str
    lobby: Lobby
    id: str = ""
    device: str = ""
    version: int = 0
    """Of the game's rules; 0 in logs from before it was noted."""


class Step(Struct, frozen=True, tag="step", omit_defaults=True):
    """An entry of the game's record, and which command of which device it came from."""

    entry: Entry
    id: str = ""
    device: str = ""


class GameEnded(Struct, frozen=True, tag="ended"):
    game_id: str
    lobby: Lobby
    """As it stands for a rematch."""


LogEntry: TypeAlias = LobbySet | GameStarted | Step | GameEnded

_DECODER = msgspec.json.Decoder(LogEntry)


def write(entry: LogEntry) -> bytes:
    return msgspec.json.encode(entry)


def read(data: bytes) -> LogEntry:
    entry: LogEntry = _DECODER.decode(data)
    return entry
