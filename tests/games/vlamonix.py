"""What the tests of Vlamonix share."""

from typing import Any

from tablee.games.vlamonix.rules import GAME, VlamonixState
from tablee.kernel.events import Event
from tablee.kernel.outcome import Result
from tablee.kernel.units import Seat
from tablee.phases.fan import hand
from tablee.pieces.notation import arrange
from tests.table import card, do, start, view, wait

LETTERS: dict[str, Any] = {"same_letter": "on"}


def dealt(*hands: str, starter: Seat = 0, **options: Any) -> VlamonixState:
    """The cards are dealt and nobody has thrown a pair yet; what nobody has was thrown."""
    s = start(GAME, len(hands), starter=starter, **options)
    arrange(s, " | ".join(f"hand:{seat}={row}" for seat, row in enumerate(hands)) + " | thrown=…")
    s.drain()
    return s


def at(*hands: str, holder: Seat = 0, **options: Any) -> VlamonixState:
    """This seat holds its hand out, as it lies; the pairs of the start are thrown."""
    s = dealt(*hands, starter=holder, **options)
    for seat in s.all_seats:
        do(s, seat, "ready")
    wait(s, "thrown/over")
    if s.outcome is None:
        held_out(s)
    s.drain()
    return s


def held_out(s: VlamonixState) -> None:
    if view(s).phase == "hold_out":
        do(s, who(s)[0], "ready")


def draw(s: VlamonixState, face: str) -> list[Event]:
    """The drawer takes this card; up to the next draw, or the end."""
    phase: Any = s.phases[-1]
    fan = hand(s, phase.holder)
    events = do(s, phase.drawer, "draw", place=fan.cards.index(card(s, face, fan)))
    while s.outcome is None and view(s).phase in ("drawn", "thrown"):
        events += wait(s)
    if s.outcome is None:
        held_out(s)
    return events


def who(s: VlamonixState) -> tuple[Seat, Seat]:
    """Who holds out to whom."""
    shown = view(s)
    return shown.fact("holder"), shown.fact("drawer")


def loser(s: VlamonixState) -> Seat:
    outcome = s.outcome
    assert outcome is not None and outcome.ranks is not None and outcome.result is Result.ONE_LOSER
    (last,) = [seat for seat, rank in enumerate(outcome.ranks) if rank > 1]
    return last


def holding_out(s: VlamonixState) -> VlamonixState:
    """As `at`, but the holder may still arrange his fan."""
    for seat in s.all_seats:
        do(s, seat, "ready")
    wait(s, "thrown/over")
    s.drain()
    return s
