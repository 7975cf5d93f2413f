"""What the tests of Abcdrix share."""

from collections.abc import Mapping
from typing import Any

import pytest

from tablee.games.abcdrix.rules import GAME, begin
from tablee.games.abcdrix.table import AbcdrixState
from tablee.kernel.events import Event
from tablee.kernel.refusal import Refused
from tablee.kernel.units import CardId, Millis, Seat
from tablee.pieces.notation import arrange
from tablee.pieces.toutilix import DECK, PETARD, SYMBOL
from tests.table import do, faces, start, view

KNOWN = {
    *("chateau", "etat", "grand", "plateforme", "plats", "poker", "papa", "mai", "ami", "tapa", "rat", "art"),
    *("ile", "lait", "clair", "plate", "okapi", "tri", "trio", "as", "zoo", "zest", "an"),
}


def table(
    players: int = 2,
    *,
    rows: Mapping[Seat, str],
    hands: Mapping[Seat, str],
    draw: str | None = None,
    seat: Seat = 0,
    **options: Any,
) -> AbcdrixState:
    """Seat `seat` begins a turn. Rows and hands are symbols, `T/L` is a T on an L; others have an O and nothing in
    hand. What is not named is in the draw pile; with `draw` (from the top) it is out of the game."""
    s = start(GAME, players, starter=seat, **{"contests": False} | options)
    left = list(DECK)

    def face(symbol: str) -> str:
        left.remove(found := next(face for face in left if SYMBOL[face] == symbol))
        return found

    parts = []
    for owner in range(players):
        parts.append(f"hand:{owner}=" + " ".join(map(face, hands.get(owner, "").split())))
        for i, pile in enumerate(rows.get(owner, "O").split()):
            parts.append(f"row:{owner}:{i}=" + " ".join(map(face, reversed(pile.split("/")))))
    if draw is not None:
        parts.append("draw=" + " ".join(map(face, reversed(draw.split()))))
    arrange(s, " | ".join([*parts, "draw=…" if draw is None else "gone=…"]))
    s.order = seat
    begin(s, seat)
    s._settle()
    return s


def spot(owner: Seat, place: str | int) -> str:
    return f"{place}:{owner}" if isinstance(place, str) else f"row:{owner}:{place}"


def held(s: AbcdrixState, seat: Seat, symbol: str) -> CardId:
    return next(c for c in s.hand(seat).cards if SYMBOL[s.faces[c]] == symbol)


def lay(
    s: AbcdrixState,
    symbol: str,
    place: str | int,
    text: str,
    *,
    seat: Seat = 0,
    owner: Seat | None = None,
    name: str = "lay",
    t: Millis | None = None,
    at: Millis | None = None,
) -> list[Event]:
    """A card of a hand, a place in somebody's row (the one's who plays, unless said), and a word."""
    where = spot(view(s).fact("seat") if owner is None else owner, place)
    known = {text: int(text in KNOWN)}
    return do(s, seat, name, t=t, at=at, known=known, card=held(s, seat, symbol), place=where, word=text)


def idea(s: AbcdrixState, symbol: str, place: str | int, text: str, *, seat: Seat = 1, **more: Any) -> list[Event]:
    return lay(s, symbol, place, text, seat=seat, name="idea", **more)


def wrong(s: AbcdrixState, *what: Any, **more: Any) -> str:
    with pytest.raises(Refused) as no:
        lay(s, *what, **more)
    return no.value.code


def bang(s: AbcdrixState, owner: Seat, pile: int, seat: Seat = 0) -> list[Event]:
    return do(s, seat, "explode", card=held(s, seat, PETARD), pile=f"row:{owner}:{pile}")


def row(s: AbcdrixState, seat: Seat = 0) -> str:
    """As the tables of this test write it."""
    piles = s.row(seat).piles
    return " ".join("/".join(SYMBOL[s.faces[c]] for c in reversed(pile.cards)) for pile in piles)


def hand(s: AbcdrixState, seat: Seat = 0) -> int:
    return len(s.hand(seat).cards)


def symbols(s: AbcdrixState, zone: str) -> list[str]:
    return [SYMBOL[face] for face in faces(s, zone)]


def phase(s: AbcdrixState) -> str:
    return view(s).phase


def turn(s: AbcdrixState) -> Seat:
    return int(view(s).fact("seat"))


def places(s: AbcdrixState, seat: Seat = 0, name: str = "lay") -> set[str]:
    offer = next(o for o in s.offers(seat) if o.name == name)
    return set(offer.params["place"].values())


def cards(s: AbcdrixState, seat: Seat, name: str) -> set[str]:
    offer = next(o for o in s.offers(seat) if o.name == name)
    return {SYMBOL[s.faces[c]] for c in offer.params["card"].values()}


def stuck(**more: Any) -> AbcdrixState:
    """Example 9: W and K before seat 0; the next one could cover the W with an O."""
    return table(3, rows={0: "W K"}, hands={0: "X Q V", 1: "O S ✹", 2: "O A R"}, **more)
