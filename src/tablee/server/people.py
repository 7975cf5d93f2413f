"""The connections at a table, and what comes in from them."""

from collections.abc import Mapping
from secrets import token_bytes
from typing import Protocol

import msgspec
from msgspec import Struct

from tablee.kernel.units import Seat
from tablee.play.plan import Plan
from tablee.server import protocol as p
from tablee.server.clock import wall
from tablee.server.desk import Judgement, No, Understood
from tablee.server.doorkeeper import Flow
from tablee.server.fairness import LagTracker, Sent
from tablee.server.live import Live
from tablee.texts import Language

NOW_AND_THEN = 500
"""Milliseconds."""


class Socket(Protocol):
    """What a table needs of a connection."""

    def post(self, message: bytes) -> None:
        """Queues a message; a client that does not read is dropped, and nobody waits for it."""
        ...

    def hold(self, message: bytes) -> None:
        """Keeps a message to send it together with the next one."""
        ...

    def flush(self) -> None:
        """Sends what is held, if nothing came after it."""
        ...

    def close(self) -> None:
        """Ends the connection when everything queued has been sent."""
        ...


class Client:
    """One connection of a device to this table."""

    def __init__(
        self, socket: Socket, token: str, device: str, address: str = "", lag: LagTracker | None = None
    ) -> None:
        """`lag` is that of the device, which may have other connections, and had some before."""
        self.socket = socket
        self.token = token
        self.device = device
        self.address = address or device
        """Where it comes from: what it asks of workers and writes to disk counts there."""
        self.purse: Flow | None = None
        """What its address may still write; None: as much as it likes."""
        self.lag = lag or LagTracker(token_bytes)
        self.number = 0
        self.holder: Seat | None = None
        """On a device that is passed round: who has it now."""
        self.language: Language | None = None
        """It is told in words too, in this language."""
        self.sent = Sent()
        self.game_id = ""
        """The game that `sent` and `shown` are about."""
        self.shown = b""
        """What it was last shown, as a hash."""

    def post(self, message: p.FromServer) -> None:
        self.socket.post(msgspec.json.encode(message))

    def lag_view(self) -> p.Lag:
        """What a client is told about its own line."""
        return p.Lag(round(self.lag.rtt), round(self.lag.jitter), round(self.lag.most))

    def drew(self, stimulus: int, received: float) -> None:
        """The page says that it has drawn this stimulus."""
        span = self.sent.drew(stimulus, received)
        if span is not None:
            self.lag.drew(span)


class Crowd:
    """Those who only look on: that one more does so, or one less, the others are told now and then."""

    def __init__(self) -> None:
        self._told = 0.0
        self._changed = False

    def changed(self) -> None:
        self._changed = True

    def told(self) -> None:
        self._told, self._changed = wall(), False

    @property
    def until_told(self) -> float | None:
        """Milliseconds."""
        return max(0.0, self._told + NOW_AND_THEN - wall()) if self._changed else None

    @property
    def due(self) -> bool:
        return self.until_told == 0


class Arrived(Struct, frozen=True):
    client: Client


class Departed(Struct, frozen=True):
    client: Client


class Spoken(Struct, frozen=True):
    client: Client
    message: p.FromClient
    received: float


class Thought(Struct, frozen=True):
    """The bots have made up their minds, if they could."""

    live: Live | None = None
    bots: frozenset[Seat] = frozenset()
    upto: int = 0
    plans: Mapping[Seat, Plan | None] = {}


class Judged(Struct, frozen=True):
    """What a worker says of a move that somebody asks about, or wants to make."""

    spoken: Spoken
    command: p.Check | p.Play | p.Answer
    live: Live
    verdict: Judgement | No | Understood


class Shut(Struct, frozen=True):
    """The operator closes the table."""


class Stop(Struct, frozen=True):
    pass


Item = Arrived | Departed | Spoken | Judged | Thought | Shut | Stop
