"""The parts that devices add to the seed of a game that is about to start."""

from collections.abc import Mapping

from msgspec import Struct, field, structs

from tablee.kernel.draw import DrawPart, SharedDraw, pooled, promised, read_part
from tablee.kernel.refusal import Refused
from tablee.server import protocol as p
from tablee.server.clock import wall
from tablee.server.lobby import Lobby, seats_of

OPENING = 2_000
"""Milliseconds that a start waits for devices to open what they have promised."""
PROMISE_LENGTH = 64


class Drawn(Struct, frozen=True):
    """How a seed came about, and the table's own part, which stays hidden until the end."""

    draw: SharedDraw
    part: bytes


class Pool(Struct, frozen=True):
    own: bytes
    promises: Mapping[str, str]
    """By device."""
    ready: frozenset[str]
    """Devices that need not be asked again before a race."""
    since: float = field(default_factory=wall)
    opened: Mapping[str, bytes] = {}

    def opening(self, device: str, text: str) -> "Pool":
        """With one part more. What was not asked for does nothing."""
        if device not in self.promises:
            return self
        part = read_part(text, self.promises[device])
        return structs.replace(self, opened={**self.opened, device: part})

    @property
    def complete(self) -> bool:
        return self.opened.keys() == self.promises.keys()

    @property
    def left(self) -> float:
        """Milliseconds until it starts without the others."""
        return self.since + OPENING - wall()

    @property
    def _order(self) -> list[str]:
        """Devices by their promises: nobody can choose an order once he knows the parts."""
        return sorted(self.promises, key=self.promises.__getitem__)

    @property
    def seed(self) -> bytes:
        return pooled(self.own, (self.opened[d] for d in self._order if d in self.opened))

    def told(self) -> p.Drawing:
        return p.Drawing(promised(self.own), tuple(self.promises[d] for d in self._order))

    def drawn(self, lobby: Lobby) -> Drawn:
        parts = (
            DrawPart(
                self.promises[d], self.opened[d].hex() if d in self.opened else None, tuple(seats_of(lobby, d))
            )
            for d in self._order
        )
        return Drawn(SharedDraw(promised(self.own), tuple(parts)), self.own)


def promising(promises: dict[str, str], lobby: Lobby, device: str, promise: str) -> dict[str, str]:
    """The promises with one more. Only who plays has a part."""
    if not seats_of(lobby, device):
        raise Refused("not_your_seat")
    if len(promise) != PROMISE_LENGTH or set(promise) - set("0123456789abcdef"):
        raise Refused("malformed", parameter="promise")
    here = {seat.device for seat in lobby.seats}
    return {d: said for d, said in promises.items() if d in here} | {device: promise}
