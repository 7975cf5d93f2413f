"""What the tests of Touposix share."""

from typing import Any

import pytest

from tablee.games.touposix.rules import GAME, TouposixState
from tablee.kernel.events import Event
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import CardId, Seat
from tablee.pieces.notation import arrange
from tests.table import start

BOITE = "stack:0=pO | stack:1=pR | hand:0=bO bT pQ pB pI pE | pile:0=pA pC pD pF pG pH | hand:1=bA | aside=…"
"""The booklet's example: O and R on the table, O T Q B I E in hand."""


def table(position: str, players: int = 2, **options: Any) -> TouposixState:
    """A position, in which no word is contested unless the table wants that."""
    s = start(GAME, players, starter=0, **{"contests": False} | options)
    while position.count("stack:") > len(s.stacks):
        s.new_stack()
    arrange(s, position)
    return s


def find(s: TouposixState, seat: Seat, spelled: str) -> list[CardId]:
    """The cards with these faces, in the hand or on top of a pile."""
    near = [*s.hand(seat).cards, *(z.cards[-1] for z in s.stacks)]
    found: list[CardId] = []
    for face in spelled.split():
        found.append(next(c for c in near if s.faces[c] == face and c not in found))
    return found


def spelling(s: TouposixState, seat: Seat, word: str, spelled: str, **more: Any) -> dict[str, Any]:
    return {"word": {"word": word, "cards": find(s, seat, spelled)}, **more}


def write(
    s: TouposixState,
    seat: Seat,
    word: str,
    spelled: str,
    *,
    lay: str | None = None,
    new_pile: bool | None = None,
    known: int = 1,
) -> list[Event]:
    """A word with the faces of its cards in the order of its letters; known to the lexicon unless said."""
    args = spelling(s, seat, word, spelled)
    if lay is not None:
        args["lay"] = find(s, seat, lay)
    if new_pile is not None:
        args["new_pile"] = new_pile
    s.drain()
    apply(s, Played(s.now, seat, Move("write", args, s.now, known={word: known})))
    return s.drain()


def no(s: TouposixState, seat: Seat, word: str, spelled: str, **more: Any) -> str:
    """The code with which a word is refused."""
    with pytest.raises(Refused) as refusal:
        write(s, seat, word, spelled, **more)
    return refusal.value.code


def tops(s: TouposixState) -> list[str]:
    return [s.faces[z.cards[-1]] for z in s.stacks]


PAON = "stack:0=pO | stack:1=pR | hand:0=pP pA ✹ pK pW pX | pile:0=bC bD bF bG | hand:1=bA | aside=…"
