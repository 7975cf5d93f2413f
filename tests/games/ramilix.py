"""What the tests of Ramilix share."""

from typing import Any

from tablee.games.ramilix.rules import GAME, Draw, Lay
from tablee.games.ramilix.table import RamilixState
from tablee.kernel.events import Event
from tablee.kernel.game import Game
from tablee.kernel.moves import Offer
from tablee.kernel.units import CardId, Millis, Seat
from tablee.pieces.notation import arrange
from tests.table import card, faces, refused, start
from tests.table import do as at_time

LAID = "suite:0:0=pM pN pO | suite:0:1=pT pU pV"
"""What seat 0 has laid where it does not matter."""


def at(
    position: str, seat: Seat = 0, players: int = 2, *, drawn: str = "", picked: bool = False, **options: Any
) -> RamilixState:
    """This seat has drawn and may lay; `drawn` is the card that it drew. What is not named lies in the pile."""
    s = before(position, seat, players, **options)
    turn = s.phases[-1]
    assert isinstance(turn, Draw)
    mine = s.hand(seat)
    own = card(s, drawn, mine) if drawn else (mine.cards or [-1])[0]
    s.phases[-1] = Lay(seat=seat, drawn=own, picked=picked, until=turn.until, since=turn.since)
    return s


def before(
    position: str, seat: Seat = 0, players: int = 2, *, rules: Game[RamilixState] = GAME, **options: Any
) -> RamilixState:
    """This seat is about to draw."""
    s = start(rules, players, starter=seat, **options)
    arrange(s, position if "…" in position else f"{position} | pile=…")
    s.settle()
    s.drain()
    return s


def do(s: RamilixState, seat: Seat, name: str, /, *, t: Millis | None = None, **args: Any) -> list[Event]:
    """At a time, or as soon as one may (D26)."""
    _, offer = s.find(seat, name)
    return at_time(s, seat, name, t=max(s.now, offer.opens_at) if t is None else t, **args)


def held(s: RamilixState, row: str, seat: Seat = 0) -> list[CardId]:
    """Cards of a hand by their faces, each once."""
    left = s.hand(seat).cards[:]
    found = []
    for face in row.split():
        found.append(next(c for c in left if s.faces[c] == face))
        left.remove(found[-1])
    return found


def rows(s: RamilixState, *suites: str, seat: Seat = 0) -> list[list[CardId]]:
    """Rows of this seat's cards: what lies there, then what is in the hand."""
    left = [c for zone in (*s.place(seat), s.hand(seat)) for c in zone.cards]
    found: list[list[CardId]] = []
    for row in suites:
        found.append([])
        for face in row.split():
            found[-1].append(next(c for c in left if s.faces[c] == face))
            left.remove(found[-1][-1])
    return found


def opens(s: RamilixState, *suites: str, seat: Seat = 0) -> list[Event]:
    return do(s, seat, "open_suites", suites=rows(s, *suites, seat=seat))


def lays(s: RamilixState, suite: str, seat: Seat = 0) -> list[Event]:
    return do(s, seat, "new_suite", suites=rows(s, suite, seat=seat))


def rearranges(s: RamilixState, *suites: str, seat: Seat = 0) -> list[Event]:
    return do(s, seat, "rearrange", suites=rows(s, *suites, seat=seat))


def adds(s: RamilixState, face: str, end: str, seat: Seat = 0, move: str = "add_card") -> list[Event]:
    return do(s, seat, move, card=held(s, face, seat)[0], end=end)


def cannot(s: RamilixState, move: str, face: str = "", seat: Seat = 0, **args: Any) -> str:
    """How a move with a card of the hand is refused."""
    if face:
        args["card"] = held(s, face, seat)[0]
    return refused(s, seat, move, **args)


def discard(s: RamilixState, face: str, seat: Seat = 0) -> list[Event]:
    return do(s, seat, "discard", card=held(s, face, seat)[0])


def star(s: RamilixState, zone: str) -> CardId:
    return card(s, "★", s.zone(zone))


def table(s: RamilixState, seat: Seat) -> list[str]:
    """The suites before a seat, pétards and all: `M★NO✹` has an étoile for N."""
    return [
        "".join(
            s.faces[c] if s.faces[c] == "✹" else ("★" if s.faces[c] == "★" else "") + s.letter(c) for c in z.cards
        )
        for z in s.place(seat)
    ]


def hand(s: RamilixState, seat: Seat = 0) -> list[str]:
    return faces(s, s.hand(seat))


def offer(s: RamilixState, name: str, seat: Seat = 0) -> Offer:
    return next(o for o in s.offers(seat) if o.name == name)
