"""What the tests of Suitix share."""

from collections import Counter
from typing import Any

from tablee.games.suitix.rules import GAME, SuitixState
from tablee.kernel.units import Seat
from tablee.pieces.notation import arrange
from tests.table import start

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def place(letter: str) -> int:
    """A lies at place 0, Z at 25; étoiles at 26 to 32, pétards at 33 to 35."""
    return ALPHABET.index(letter)


def at(
    won: str = "",
    *,
    gone: str = "",
    unused: str = "",
    seat: Seat = 0,
    players: int = 3,
    seed: int = 1,
    **options: Any,
) -> SuitixState:
    """It is this seat's turn. `won` and `unused` say who has won what and owns which free étoiles; `gone` letters
    are the last seat's. What nobody has lies in its place."""
    s = start(GAME, players, seed=seed, starter=seat, **options)
    taken = [f"won:{players - 1}=" + " ".join(f"b{letter}" for letter in gone)] if gone else []
    owned = [part.strip() for part in (*taken, *won.split("|"), *unused.split("|")) if part.strip()]
    left = Counter(face for part in owned for face in part.split("=")[1].split())
    laid = []
    for face in [*(f"b{letter}" for letter in ALPHABET), *"★★★★★★★✹✹✹"]:
        laid.append("·" if left[face] else face)
        left[face] -= left[face] > 0
    arrange(s, " | ".join([f"plane={' '.join(laid)}", *owned]))
    s.scores = [len(s.won(i).cards) + len(s.etoiles(i).cards) for i in range(players)]
    s.drain()
    return s
