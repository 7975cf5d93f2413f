"""What the tests of Crotdebix share."""

from typing import Any

from tablee.games.crotdebix.rules import GAME
from tablee.games.crotdebix.table import CrotdebixState
from tablee.kernel.events import Event
from tablee.kernel.units import Seat
from tablee.pieces.notation import arrange
from tests.table import card, do, start, told, view, wait

LETTERS = [colour + letter for colour in "pb" for letter in "ABCDEFGHIJKL"]

THREE = ("pC pK bA bB bC bE bF bK", "pA pB pD pG pL bD bG bL", "pE pF pH pI pJ bH bI bJ")
"""Example 7: a run of three and a pair, three pairs, two runs of three."""

NOTHING = "pA pB bD bE pG pH bJ bK"
"""A hand of eight without a combination."""

LOOKED = 3_000


def at(*hands: str, pile: str = "", points: str = "", relays: str = "", **options: Any) -> CrotdebixState:
    """The hands; what they lack is dealt from the letters that nobody has. `pile`: the next cards drawn, the first
    one named first; `points`: what seat 0 has drawn before; `relays`: Béa's column from bottom to top."""
    s = start(GAME, len(hands), **options)
    given = [hand.split() for hand in hands]
    queue = relays.split()
    left = [face for face in LETTERS if face not in queue and not any(face in hand for hand in given)]
    for hand in given:
        while len(hand) < s.size:
            hand.append(left.pop(0))
    rows = [f"hand:{seat}={' '.join(hand)}" for seat, hand in enumerate(given)]
    if s.n == 2:
        queue += left[: 4 - len(queue)]
        rows += [f"relay:0={' '.join(queue)}", f"relay:1={' '.join(x for x in left if x not in queue)}"]
    arrange(s, " | ".join([*rows, f"points:0={points}", f"pile=… {' '.join(reversed(pile.split()))}"]))
    s.sort_hands()
    s.drain()
    return s


def lay(s: CrotdebixState, seat: Seat, face: str, t: int | None = None) -> list[Event]:
    return do(s, seat, "pass_on", t=max(s.now, LOOKED) if t is None else t, card=card(s, face, s.hand(seat)))


def lay_any(s: CrotdebixState, *seats: Seat) -> None:
    """These seats pass their first card."""
    for seat in seats:
        lay(s, seat, s.faces[s.hand(seat).cards[0]])


def exchange(s: CrotdebixState) -> list[Event]:
    """Everybody passes the first card of his hand."""
    lay_any(s, *s.all_seats)
    return wait(s, "choose/close")


def showdown(s: CrotdebixState, caller: Seat = 0) -> list[Event]:
    do(s, caller, "announce", t=max(s.now, LOOKED))
    return wait(s, "choose/close")


def winner(events: list[Event]) -> Seat:
    (won,) = told(events, "wins")
    seat: Seat = won["winner"]
    return seat


def drawers(events: list[Event]) -> list[Seat]:
    """Who draws, in the order in which they do."""
    return [
        e["seat"] for kind in events for e in told([kind], kind.kind) if kind.kind in ("draws", "wind", "breeze")
    ]


def phase(s: CrotdebixState) -> str:
    return view(s).phase
