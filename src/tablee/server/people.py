"""The connections at a table, and what comes in from them."""

from secrets import token_bytes
from typing import Protocol

import msgspec
from msgspec import Struct

from tablee.kernel.units import Seat
from tablee.server import protocol as p
from tablee.server.fairness import LagTracker, Sent


class Socket(Protocol):
    """What a table needs of a connection."""

    def post(self, message: bytes) -> None:
        """Queues a message; a client that does not read is dropped, and nobody waits for it."""
        ...

    def close(self) -> None:
        """Ends the connection when everything queued has been sent."""
        ...


class Client:
    """One connection of a device to this table."""

    def __init__(self, socket: Socket, token: str, device: str) -> None:
        self.socket = socket
        self.token = token
        self.device = device
        self.lag = LagTracker(token_bytes)
        self.number = 0
        self.holder: Seat | None = None
        """On a device that is passed round: who has it now."""
        self.sent = Sent()
        self.game_id = ""
        """The game that `sent` and `shown` are about."""
        self.shown = b""
        """What it was last shown, as a hash."""

    def post(self, message: p.FromServer) -> None:
        self.socket.post(msgspec.json.encode(message))

    def lag_view(self) -> p.Lag:
        """What a client is told about its own line."""
        return p.Lag(round(self.lag.rtt), round(self.lag.jitter), round(self.lag.cap))


class Arrived(Struct, frozen=True):
    client: Client


class Departed(Struct, frozen=True):
    client: Client


class Spoken(Struct, frozen=True):
    client: Client
    message: p.FromClient
    received: float


class Thought(Struct, frozen=True):
    """The bots have made up their minds."""


class Stop(Struct, frozen=True):
    pass


Item = Arrived | Departed | Spoken | Thought | Stop
