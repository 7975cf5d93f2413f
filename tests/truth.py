"""A table as its log says, played again beside the server: whatever a client was told must stand in it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tablee.games.registry import game as game_named
from tablee.kernel.door import Common, Door
from tablee.kernel.events import Keep
from tablee.kernel.record import apply
from tablee.kernel.state import SeatState, State
from tablee.kernel.units import Seat, Seats, mask
from tablee.server.lobby import Lobby, SeatKind
from tablee.server.log import GameEnded, GameStarted, LobbySet, Step, commands_in, read

if TYPE_CHECKING:
    from tests.phones import Player


class Lost(AssertionError):
    """The server broke a promise."""


class Told(NamedTuple):
    """Something that a client heard, in the order in which it heard it."""

    kind: str
    command: str = ""
    data: bytes = b""


class Mirror:
    """A table as its log says, played along beside the server."""

    def __init__(self) -> None:
        self.log: list[bytes] = []
        self.lobby: Lobby | None = None
        self.state: State | None = None
        self.lines: list[list[tuple[Seats, tuple[str, Any]]]] = []
        """The lasting events of each game, with those who may know."""
        self.at: dict[tuple[str, str], int] = {}
        """Where in the log each command is."""
        self.ended: set[str] = set()
        self.views: list[set[bytes]] = []
        """All views after each entry since the last look, and before them the one it left."""
        self.first = 0

    def advance(self, log: Sequence[bytes]) -> None:
        known = len(self.log)
        if list(log[:known]) != self.log:
            raise Lost("what was in the log is gone")
        self.views = self.views[-1:]
        self.first = known - len(self.views)
        for number, data in enumerate(log[known:], known):
            self.log.append(data)
            self.take(number, data)
            self.views.append(self.seen())

    def take(self, number: int, data: bytes) -> None:
        entry = read(data)
        if isinstance(entry, LobbySet | GameStarted | GameEnded):
            self.lobby = entry.lobby
        if isinstance(entry, GameStarted):
            self.state = game_named(entry.lobby.game).start(
                len(entry.lobby.seats),
                seed=bytes.fromhex(entry.seed),
                options=entry.lobby.options,
                seat_options=[s.options for s in entry.lobby.seats],
                seats=[SeatState(human=s.kind is SeatKind.PERSON) for s in entry.lobby.seats],
                watched=True,
            )
            self.lines.append([])
        if isinstance(entry, GameEnded):
            self.ended.add(entry.game_id)
        for device, command in commands_in(entry):
            if (device, command) in self.at:
                raise Lost(f"{command} was done twice")
            self.at[device, command] = number
        if isinstance(entry, Step):
            if self.state is None:
                raise Lost("a step without a game")
            apply(self.state, entry.entry)
        if self.state is not None:
            for event in self.state.drain():
                if event.keep is Keep.LASTING:
                    self.lines[-1].append((event.to, (event.kind, event.data)))

    def seen(self) -> set[bytes]:
        s = self.state
        if s is None:
            return set()
        viewers = [*(mask(seat) for seat in s.all_seats), s.everyone]
        common = Common(s)
        return {msgspec.json.encode(Door(s, seats, common).view()) for seats in viewers}

    def shows(self, seat: Seat | None) -> bytes:
        """What is to be seen now from a seat, or by whoever has none."""
        assert self.state is not None
        return msgspec.json.encode(Door(self.state, self.state.everyone if seat is None else mask(seat)).view())

    def knows(self, lines: bytes) -> bool:
        """Whether somebody could have been told these lines on coming back."""
        told = msgspec.json.decode(lines)
        seats = len(self.lobby.seats) if self.lobby is not None else 0
        viewers = [*(mask(seat) for seat in range(seats)), (1 << seats) - 1]
        for game in self.lines:
            for viewer in viewers:
                lasting = [line for to, line in game if to & viewer == viewer]
                if msgspec.json.decode(msgspec.json.encode(lasting))[: len(told)] == told:
                    return True
        return not told

    def where(self, view: bytes, start: int) -> int | None:
        """The first entry from there on after which this is the view."""
        for i in range(max(0, start - self.first), len(self.views)):
            if view in self.views[i]:
                return self.first + i
        return None


class Site:
    """A table that is played at."""

    def __init__(self, game: str, code: str, free: bool = False) -> None:
        self.game = game
        self.code = code
        self.free = free
        """Its people act at once, late, twice and in any order."""
        self.players: list[Player] = []
        self.mirror = Mirror()
        self.ended: set[str] = set()

    def check(self, log: Sequence[bytes]) -> None:
        self.mirror.advance(log)
        for player in self.players:
            self.check_player(player)
        if not self.ended <= self.mirror.ended:
            raise Lost("a game had ended, but not in the log")

    def check_player(self, player: "Player") -> None:
        at = {command: i for (device, command), i in self.mirror.at.items() if device == player.device}
        if missing := player.acknowledged - at.keys():
            raise Lost(f"acknowledged, but not in the log: {missing}")
        if wrong := player.refused & at.keys():
            raise Lost(f"refused, but in the log: {wrong}")
        if strange := at.keys() - player.acknowledged - player.waiting.keys():
            raise Lost(f"in the log, but never said: {strange}")
        reached = self.mirror.first
        for told in player.told:
            if told.kind == "done":
                reached = max(reached, at[told.command])
            elif told.kind == "sight":
                found = self.mirror.where(told.data, reached)
                if found is None:
                    raise Lost(f"{player.name} was shown what never lasted: {told.data!r}")
                reached = found
            elif told.kind == "lines" and not self.mirror.knows(told.data):
                raise Lost(f"{player.name} was told what never lasted: {told.data!r}")
        player.told.clear()

    def check_one_truth(self) -> None:
        """When all is quiet: every phone shows the same, which is what the log says."""
        if self.mirror.state is None:
            raise Lost(f"nothing was played at {self.code}")
        for player in self.players:
            if player.shown != self.mirror.shows(player.seat):
                raise Lost(f"{player.name} shows {player.shown!r}, which is not what the log says")
