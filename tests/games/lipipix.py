"""What the tests of Lipipix share."""

from typing import Any

from tablee.games.lipipix.rules import GAME, LipipixState
from tablee.kernel.events import Event
from tablee.kernel.units import Millis, Seat
from tests import heap
from tests.table import do, wait

Said = tuple[Seat, str, Millis]


def at(position: str, **options: Any) -> LipipixState:
    return heap.at(GAME, position, **options)


def laid(under: str, top: str, **options: Any) -> LipipixState:
    """Seat 0 has just covered one letter with the other, at table time 0; seat 1 is next."""
    s = at(f"middle=p{under} | pile:0=vT b{top} | pile:1=vS | pile:2=vE | pile:3=vR", **options)
    do(s, 0, "flip")
    return s


def claim(s: LipipixState, seat: Seat, syllable: str, t: Millis, at: Millis | None = None) -> list[Event]:
    return do(s, seat, "claim", t=t, at=at, first=syllable[0], second=syllable[1])


def decide(s: LipipixState, *claims: Said) -> list[Event]:
    """These claims, then what comes of them."""
    for seat, syllable, t in claims:
        claim(s, seat, syllable, t)
    return wait(s, "lay/close")
