"""What the tests of Touvavix share."""

from typing import Any

from tablee.games.touvavix.rules import GAME, STAR, Lay, TouvavixState
from tablee.kernel.events import Event
from tablee.kernel.moves import Offer
from tablee.kernel.units import Millis, Seat
from tablee.pieces.notation import arrange
from tablee.pieces.toutilix import SYMBOL
from tests.table import do, start, wait

CEROSL = "pC pE pR pS pO pL"
"""The star of the examples."""

PILES = "pile:0=vA vA vA | pile:1=yA yA yI | pile:2=yE yE yI | pile:3=yO yO yU"
"""Three cards before each of four, of which no two make a pair with the star but the E's."""


def at(piles: str, star: str = CEROSL, *, seat: Seat = 0, players: int = 4, **options: Any) -> TouvavixState:
    """A position in which this seat may lay at once; table time is 0. Places are separated by spaces, the cards of
    a pile by commas from bottom to top, and `-` is an empty place."""
    s = start(GAME, players, starter=0, **options)
    stacks = [cards.replace(",", " ").replace("-", "") for cards in star.split()]
    ring = " | ".join(f"{name}={cards}" for name, cards in zip(STAR, stacks, strict=True))
    arrange(s, f"petard=✹ | {ring} | {piles} | aside=…")
    s.count()
    s.goto(Lay(seat=seat, stimulus=0, opens=0))
    s._settle()
    s.drain()
    return s


def lay(s: TouvavixState, seat: Seat, place: int, t: Millis | None = None) -> list[Event]:
    """A card is laid: it is seen as soon as nothing earlier can arrive."""
    do(s, seat, "lay", t=t, place=place)
    return wait(s)


def tap(
    s: TouvavixState,
    seat: Seat,
    t: Millis,
    target: str = "petard",
    at: Millis | None = None,
    card: int | None = None,
) -> list[Event]:
    return do(s, seat, "tap", t=t, at=at, answers=card, target=target)


def decide(s: TouvavixState, *taps: tuple[Seat, Millis]) -> list[Event]:
    """These taps on the pétard, then what comes of them."""
    for seat, t in taps:
        tap(s, seat, t)
    return wait(s)


def offer(s: TouvavixState, seat: Seat, name: str) -> Offer:
    return next(o for o in s.offers(seat) if o.name == name)


def tops(s: TouvavixState) -> str:
    """The letters that show, place by place."""
    return "".join(SYMBOL[s.faces[zone.cards[-1]]] if zone.cards else "-" for zone in s.star)


def heights(s: TouvavixState) -> list[int]:
    return [len(zone.cards) for zone in s.star]


def won(s: TouvavixState) -> list[int]:
    return [len(s.won(seat).cards) for seat in s.all_seats]


def pair(**options: Any) -> TouvavixState:
    """Example 1: seat 0 has laid bR on place 0, seen from 31 ms on; seat 1 is next."""
    s = at("pile:0=vA bR | pile:1=vT yI | pile:2=yA | pile:3=yU", **options)
    lay(s, 0, 0)
    assert tops(s) == "RERSOL"
    return s


def etoile(star: str = "pC,bC,bD,bE pE pR pS pO pL", **options: Any) -> TouvavixState:
    """Example 4: seat 0 has laid an étoile on place 5; four cards lie on place 0."""
    s = at("pile:0=vA ★ | pile:1=vT yI | pile:2=yA | pile:3=yU", star, **options)
    lay(s, 0, 5)
    return s
