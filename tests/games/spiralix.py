"""What the tests of Spiralix share."""

from collections.abc import Sequence
from typing import Any

import pytest

from tablee.games.spiralix.rules import GAME, SpiralixState
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tablee.pieces.notation import arrange
from tests.table import start, view, wait

KNOWN = {
    "mario",
    "farce",
    "effort",
    "eleve",
    "as",
    "rat",
    "tri",
    "porte",
    "toto",
    "ane",
    "ete",
    "ile",
    "os",
    "yeti",
    "une",
}


def table(
    position: str, players: int = 3, *, seat: Seat = 0, levels: Sequence[int] = (), **options: Any
) -> SpiralixState:
    """Seat `seat` is about to turn a card; whatever the position does not name is in the draw pile. No word is
    contested, unless the table wants that."""
    s = start(
        GAME,
        players,
        starter=seat,
        seat_options=[{"level": level} for level in levels or [2] * players],
        **{"contests": False} | options,
    )
    arrange(s, position if "…" in position else f"{position} | draw=…")
    return s


def plain(position: str = "pile:0=pT pR", **more: Any) -> SpiralixState:
    """E lies in the spiral; the others have cards that do not matter."""
    return table(f"spiral=pE | {position} | pile:1=pK bK | pile:2=pW bW", **more)


def word(
    s: SpiralixState, seat: Seat, text: str, name: str = "say", t: Millis | None = None, at: Millis | None = None
) -> list[Event]:
    """A word as it comes in, with what the dictionary of this test knows."""
    t = s.now if t is None else t
    s.drain()
    offer = next((o for o in s.offers(seat) if o.name == name), None)
    stimulus = offer.stimulus if offer else None
    move = Move(name, {"word": text}, t if at is None else at, stimulus, known={text: int(text in KNOWN)})
    apply(s, Played(t, seat, move))
    return s.drain()


def wrong(s: SpiralixState, seat: Seat, text: str, name: str = "say") -> str:
    with pytest.raises(Refused) as no:
        word(s, seat, text, name)
    return no.value.code


def phase(s: SpiralixState) -> str:
    return view(s).phase


def turn(s: SpiralixState) -> Seat:
    return view(s).active[0]


def counts(s: SpiralixState) -> list[int]:
    return [len(s.pile(seat).cards) for seat in s.all_seats]


def rescue(s: SpiralixState, author: Seat, text: str) -> list[Event]:
    """A chrono that runs down to zero."""
    word(s, author, text, "idea")
    wait(s, "search/close")
    return wait(s, "countdown/zero")
