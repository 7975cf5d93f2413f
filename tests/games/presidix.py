"""What the tests of Présidix share."""

from collections import Counter
from typing import Any

from tablee.games.presidix.rules import GAME, Lead
from tablee.games.presidix.table import PresidixState
from tablee.kernel.events import Event
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Seat
from tablee.pieces.notation import arrange
from tests.table import do, faces, start, view, wait

LETTERS = "BCDEFGHIJKLMNOPQRSTUVWXYZ"

DECK = [c + a for c in "pb" for a in LETTERS] + ["★"] * 7 + ["✹"] * 3


def at(*hands: str, leader: Seat = 0, rest: str = "aside", **options: Any) -> PresidixState:
    """Hands in letters, ★ and ✹ (`"EFMN★"`), and who leads; everything else has been played. A dot is a letter
    that is of no use: the lowest that is left."""
    s = start(GAME, len(hands), **options)
    left = Counter(DECK)
    faces_of: dict[tuple[Seat, int], str] = {}

    def deal(symbols: str) -> None:
        for seat, hand in enumerate(hands):
            for place, symbol in enumerate(hand):
                if symbol in symbols:
                    wanted = LETTERS if symbol == "." else symbol
                    face = next(f for a in wanted for f in ("p" + a, "b" + a, a) if left[f] > 0)
                    left[face] -= 1
                    faces_of[seat, place] = face

    deal(LETTERS + "★✹")
    deal(".")
    position = [
        f"hand:{seat}={' '.join(faces_of[seat, place] for place in range(len(hand)))}"
        for seat, hand in enumerate(hands)
    ]
    arrange(s, " | ".join([*position, f"{rest}=…"]))
    s.goto(Lead(seat=leader))
    s._settle()
    s.drain()
    return s


def groups(s: PresidixState, seat: Seat, said: str) -> list[list[list[Any]]]:
    """`"EF + Mn"`: the cards of a hand that say so; a small letter is an étoile that stands for it."""
    left = list(s.hand(seat).cards)

    def take(letter: str) -> list[Any]:
        symbol = "★" if letter.islower() else letter
        card = next(c for c in left if s.faces[c][-1] == symbol)
        left.remove(card)
        return [card, letter.upper()]

    return [[take(letter) for letter in group] for group in said.split(" + ")]


def lay(s: PresidixState, seat: Seat, said: str) -> list[Event]:
    return go(s, seat, "lay_cards", groups=groups(s, seat, said))


def bang(s: PresidixState, seat: Seat) -> list[Event]:
    return go(s, seat, "bang", card=next(c for c in s.hand(seat).cards if s.faces[c] == "✹"))


def skip(s: PresidixState, seat: Seat) -> list[Event]:
    return go(s, seat, "pass")


def go(s: PresidixState, seat: Seat, move: str, **args: Any) -> list[Event]:
    """A move as soon as it is open; a trick that is won is set aside first."""
    offer = next((o for o in s.offers(seat) if o.name == move), None)
    return do(s, seat, move, t=max(s.now, offer.opens_at if offer else 0), **args)


def no(s: PresidixState, seat: Seat, said: str) -> bool:
    """Whether laying this is refused."""
    try:
        lay(s.copy(), seat, said)
    except Refused:
        return True
    return False


def turn(s: PresidixState) -> tuple[Seat, ...]:
    return tuple(view(s).active)


def won(s: PresidixState) -> Seat:
    """Who leads once the trick has been looked at."""
    assert view(s).phase == "show"
    wait(s, "show/over")
    assert faces(s, "formula") == []
    return turn(s)[0]


def second_deal(seed: int = 1, players: int = 3) -> PresidixState:
    """Seat 0 was Dubolix, the last seat Padbolix."""
    s = at(*"CDEF"[: players - 1], "KK", seed=seed, starter=0)
    for seat in range(players - 1):
        lay(s, seat, "CDEF"[seat])
    assert s.titles[0] == "dubolix"
    assert s.titles[-1] == "padbolix"
    wait(s, "show/over")
    assert view(s).phase == "show"
    return s
