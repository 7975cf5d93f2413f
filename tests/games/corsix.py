"""What the tests of Corsix share."""

from collections.abc import Collection
from typing import Any

from tablee.games.corsix.rules import GAME, CorsixState
from tablee.kernel.events import Event
from tablee.kernel.units import Millis, Seat
from tests import heap
from tests.heap import offer, turn
from tests.table import do, view, wait

SPARE = "vL vN vR vS"
"""Cards under the ones that matter, so that a pile does not run out."""


def at(position: str, **options: Any) -> CorsixState:
    return heap.at(GAME, position, **options)


def flip(s: CorsixState, seat: Seat) -> list[Event]:
    """That seat turns a card as soon as it may."""
    return turn(s, seat, max(s.now, offer(s, seat, "flip").opens_at))


def pile(s: CorsixState, *seats: Seat) -> None:
    """These seats turn a card each, one after the other."""
    for seat in seats:
        flip(s, seat)


def shown(s: CorsixState) -> tuple[str, tuple[Seat, ...], Any]:
    """The phase, whom the table waits for, and how many cards are still owed."""
    seen = view(s, 0)
    return seen.phase, seen.active, seen.fact("left")


def call(s: CorsixState, *calls: tuple[Seat, Millis]) -> list[Event]:
    """« toutilix ! » so long after the last card, then what comes of it."""
    base = s.stimuli[-1]
    for seat, after in calls:
        do(s, seat, "toutilix", t=base + after)
    return wait(s, f"{view(s, 0).phase}/close")


def on(*cards: str, **options: Any) -> CorsixState:
    """Seat 1 of three has just laid the last of these cards on the others; all have cards left."""
    *before, last = cards
    s = at(
        f"middle={' '.join(before)} | pile:0={SPARE} | pile:1=vR {last} | pile:2=vT vT",
        seat=1,
        players=3,
        **options,
    )
    do(s, 1, "flip")
    return s


PAIRE, SUITE, SANDWICH = "paire", "suite", "sandwich"


def playing(formulas: Collection[str]) -> dict[str, bool]:
    """The options of a table that plays these and no others."""
    return {formula: formula in formulas for formula in (PAIRE, SUITE, SANDWICH)}


def paid(**options: Any) -> CorsixState:
    """A by seat 0; seat 1 has turned M and N, and the pile is about to be collected."""
    s = at("pile:0=vS pA | pile:1=vT pN pM | pile:2=vN vL", players=3, **options)
    pile(s, 0, 1, 1)
    return s


def last(top: str, **options: Any) -> CorsixState:
    """Seat 0 has just turned its last card on an M; only seat 1 has cards."""
    s = at(f"middle=pM | pile:0={top} | pile:1=vT vT | won:1=yA | won:2=yE", players=3, **options)
    do(s, 0, "flip")
    return s
