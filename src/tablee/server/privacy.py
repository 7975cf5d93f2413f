"""What is stored about a person: shown to him, and forgotten when he asks for it.

A person is a device at a table: the hash of its token, and the names that he gave himself there. Of his games the
moves stay, since they are the others' games too, but nothing says any more whose they were.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Protocol

from msgspec import Struct, structs

from tablee.server import lobby as lobbies
from tablee.server.evening import without_guest
from tablee.server.lobby import Lobby, SeatKind, SeatPlan, is_removed, seats_of
from tablee.server.log import GameStarted, LobbySet, LogEntry, Step, read, write
from tablee.server.secrets import hashed, new_token
from tablee.server.store import GameRow, Store

NOBODY = "?"
"""Stands where a name stood."""


class OwnGame(Struct, frozen=True):
    """A finished game that somebody played."""

    id: str
    """Its record: /api/records/{id}."""
    game: str
    ended: float
    """Seconds since the epoch."""
    names: tuple[str, ...]
    """His own ones there."""
    scores: tuple[int, ...]


class OwnTable(Struct, frozen=True):
    """What is stored about a device at one table."""

    code: str
    game: str
    created: float
    changed: float
    """Seconds since the epoch; it is kept for so many days from then."""
    names: tuple[str, ...]
    device: str
    """The hash of the token."""
    host: bool
    muted: bool
    removed: bool
    commands: int
    """Moves and other commands in the log of the table, with their times on the table's clock."""
    games: tuple[OwnGame, ...]


class Aside(Protocol):
    """Takes a table out of memory while its log is written anew."""

    def __call__(self, code: str) -> AbstractAsyncContextManager[None]: ...


def no_server(code: str) -> AbstractAsyncContextManager[None]:
    """Where no server runs, nothing is in memory."""
    return nullcontext()


class Traces(Struct):
    """Where a device occurs in a log."""

    names: list[str]
    games: dict[str, tuple[int, ...]]
    """The seats it had, by the id of the game."""
    commands: int
    lobby: Lobby


def traces(entries: Sequence[LogEntry], device: str) -> Traces | None:
    """None: it was never there."""
    found: Traces | None = None
    text = device.encode()
    for entry in entries:
        if found is None and text not in write(entry):
            continue
        if isinstance(entry, Step):
            assert found is not None
            found.commands += entry.device == device
            continue
        found = found or Traces([], {}, 0, entry.lobby)
        found.lobby = entry.lobby
        mine = seats_of(entry.lobby, device)
        names = [entry.lobby.seats[i].name for i in mine]
        names += [gone.name for gone in entry.lobby.removed if gone.device == device]
        found.names += [name for name in names if name not in found.names]
        if isinstance(entry, GameStarted) and mine:
            found.games[entry.game_id] = mine
        if isinstance(entry, GameStarted | LobbySet):
            found.commands += entry.device == device
    return found


def devices_named(entries: Sequence[LogEntry], name: str) -> list[str]:
    """The devices at which somebody of this name sat; there may have been several."""
    seats = (seat for entry in entries if not isinstance(entry, Step) for seat in entry.lobby.seats)
    return list(dict.fromkeys(seat.device for seat in seats if seat.name == name and seat.device))


def without_name(lobby: Lobby, device: str, names: Sequence[str]) -> Lobby:
    def chair(plan: SeatPlan) -> SeatPlan:
        if plan.kind is SeatKind.PERSON and plan.device == device:
            return structs.replace(plan, name=NOBODY)
        if plan.kind is SeatKind.BOT and plan.name in names:  # it played on for him
            return structs.replace(plan, name="")
        return plan

    removed = (structs.replace(g, name=NOBODY) if g.device == device else g for g in lobby.removed)
    evening = without_guest(lobby.evening, device, NOBODY)
    return structs.replace(lobby, seats=tuple(map(chair, lobby.seats)), removed=tuple(removed), evening=evening)


def forgotten(entries: Sequence[LogEntry], device: str, names: Sequence[str]) -> list[bytes]:
    """The log as if somebody without a name had been there, with a token that nobody has."""
    nobody = hashed(new_token()).encode()

    def cleaned(entry: LogEntry) -> LogEntry:
        if isinstance(entry, Step):
            return entry
        return structs.replace(entry, lobby=without_name(entry.lobby, device, names))

    return [write(cleaned(entry)).replace(device.encode(), nobody) for entry in entries]


async def own_table(store: Store, code: str, device: str) -> OwnTable | None:
    row = await store.table(code)
    found = traces([read(data) for data in await store.log(code)], device) if row is not None else None
    if row is None or found is None:
        return None
    played = [
        OwnGame(
            game.id,
            game.game,
            game.ended,
            tuple(game.names[i] for i in found.games[game.id]),
            tuple(game.scores[i] for i in found.games[game.id]),
        )
        async for game in finished(store, found.games)
    ]
    return OwnTable(
        code,
        row.game,
        row.created,
        row.changed,
        tuple(found.names),
        device,
        found.lobby.host == device,
        device in found.lobby.muted,
        is_removed(found.lobby, device),
        found.commands,
        tuple(played),
    )


async def finished(store: Store, ids: Mapping[str, object]) -> AsyncIterator[GameRow]:
    for game_id in ids:
        kept = await store.game(game_id)
        if kept is not None:
            yield kept[0]


async def forget(store: Store, code: str, device: str, aside: Aside = no_server) -> bool:
    """Whether there was anything to forget. In a game that is being played a bot takes the place after a while."""
    async with aside(code):
        row = await store.table(code)
        entries = [read(data) for data in await store.log(code)] if row is not None else []
        found = traces(entries, device)
        if row is None or found is None:
            return False
        last = found.lobby
        if not last.playing and (seats_of(last, device) or last.host == device):
            entries.append(LobbySet(lobbies.leave(last, device)))
        games = [
            structs.replace(
                game, names=tuple(NOBODY if i in found.games[game.id] else n for i, n in enumerate(game.names))
            )
            async for game in finished(store, found.games)
        ]
        title = "" if row.title in found.names else row.title
        await store.rewrite(structs.replace(row, title=title), forgotten(entries, device, found.names), games)
        return True
