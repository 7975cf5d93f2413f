"""What the tests of Amérix share."""

from typing import Any

from tablee.games.amerix.rules import GAME, AmerixState, Turn
from tablee.kernel.units import Seat
from tablee.pieces.notation import arrange
from tablee.pieces.toutilix import SYMBOL
from tests.table import card, do, faces, start


def at(position: str, *, seat: Seat = 0, players: int = 2, starter: Seat = 0, **options: Any) -> AmerixState:
    """A position in which it is this seat's turn; play goes on from the last letter of the discard."""
    s = start(GAME, players, starter=starter, **options)
    s.beside.clear()
    arrange(s, position if "…" in position else position + " | aside=…")
    discard = s.zone("discard")
    letters = [i for i, c in enumerate(discard.cards) if s.faces[c] != "✹"]
    s.show_depth(discard, len(discard.cards) - letters[-1])
    s.reference = SYMBOL[s.faces[discard.cards[letters[-1]]]]
    s.goto(Turn(seat=seat))
    s._settle()
    s.drain()
    return s


def lay(s: AmerixState, seat: Seat, face: str, **args: Any) -> list[Any]:
    return do(s, seat, "lay", card=card(s, face, s.hand(seat)), **args)


def playable(s: AmerixState, seat: Seat) -> set[str]:
    offer = next((o for o in s.offers(seat) if o.name == "lay"), None)
    return {SYMBOL[s.faces[c]] for c in offer.params["card"].values()} if offer else set()


def ordinary_start(players: int, **options: Any) -> AmerixState:
    """A deal whose first card is an ordinary letter."""
    for seed in range(100):
        s = start(GAME, players, seed=seed, **options)
        if faces(s, "discard")[-1] not in "★✹" and len(s.zone("discard").cards) == 1:
            return s
    raise AssertionError


def fallen(*, players: int = 4, called: bool = False, **options: Any) -> AmerixState:
    """Seat 2 has just laid its last card but one; seat 3 is next."""
    s = at(
        "hand:0=bA bB bC | hand:1=pA pB pC | hand:2=pK bM | hand:3=pL bZ pZ | discard=vL | pile=pQ pR pS pT pU",
        seat=2,
        players=players,
        **options,
    )
    lay(s, 2, "pK", **({"toutilix": True} if called else {}))
    return s
