"""What the tests of Vizdibix share."""

from typing import Any

from tablee.games.vizdibix.rules import GAME, VizdibixState
from tablee.kernel.events import Event
from tablee.kernel.units import Millis, Seat
from tests import heap
from tests.table import do, wait

KINDS = ("voyelle", "consonne", "suite")


def at(position: str, **options: Any) -> VizdibixState:
    return heap.at(GAME, position, **options)


def laid(under: str, top: str, **options: Any) -> VizdibixState:
    """Seat 0 has just covered one letter with the other, at table time 0; seat 1 is next."""
    s = at(f"middle=p{under} | pile:0=vT b{top} | pile:1=vS | pile:2=vE | pile:3=vR", **options)
    do(s, 0, "turn")
    return s


def shout(s: VizdibixState, seat: Seat, kind: str, t: Millis, at: Millis | None = None) -> list[Event]:
    return do(s, seat, "shout", t=t, at=at, kind=kind)


def decide(s: VizdibixState, *shouts: tuple[Seat, str, Millis]) -> list[Event]:
    """These shouts, then what comes of them."""
    for seat, kind, t in shouts:
        shout(s, seat, kind, t)
    return wait(s, "turn/close")


def last_card(**options: Any) -> VizdibixState:
    """The last card of all has been turned, at table time 0: E, then O."""
    s = at("middle=pE | pile:0=bO | won:0=yA | won:1=yE yI | won:2=yO yU", players=3, **options)
    do(s, 0, "turn")
    return s
