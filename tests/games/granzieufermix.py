"""What the tests of Granzieufermix share."""

from typing import Any

from tablee.bots.memory import Memory
from tablee.games.granzieufermix.rules import GAME, GranzieufermixState
from tablee.kernel.events import Event
from tablee.kernel.units import Seat
from tablee.pieces.notation import arrange
from tests.plane import lattice, turn
from tests.table import do, start

YELLOW = "yA yA yE yE yI yI yO yO yU yU"

PURPLE = "vA vA vE vE vO vO"

PINK = "pA pE pI pO pU pY"

BLUE = "bA bE bI bO bU bY"

SPECIAL = "★ ★ ★ ★ ★ ★ ★ ✹ ✹ ✹"

ALL_CARDS = f"plane={YELLOW} {PURPLE} {PINK} {BLUE} {SPECIAL}"
"""0 to 9 yellow; 10 to 15 purple; 16 to 21 pink, 22 to 27 blue; 28 to 34 étoiles; 35 to 37 pétards."""

LATTICE = lattice(38, 8)


def at(
    position: str = ALL_CARDS,
    *,
    seat: Seat = 0,
    players: int = 3,
    level2: tuple[Seat, ...] = (),
    sharing: tuple[Seat, ...] = (),
    seed: int = 1,
    **options: Any,
) -> GranzieufermixState:
    """A position in which it is this seat's turn; the seats of `level2` play with closed eyes."""
    chairs = [{"level": 2 if i in level2 else 1, "shares": i in sharing} for i in range(players)]
    s = start(GAME, players, seed=seed, seat_options=chairs, starter=seat, **options)
    arrange(s, position)
    s.plane.poses = LATTICE
    s.scores = [len(s.zone(f"won:{i}").cards) + len(s.zone(f"bonus:{i}").cards) for i in range(players)]
    s.drain()
    return s


def miss(s: GranzieufermixState, seat: Seat) -> list[Event]:
    """A yellow and a purple A; the player has seen enough."""
    turn(s, seat, 0, 10)
    return enough(s, seat)


def enough(s: GranzieufermixState, seat: Seat) -> list[Event]:
    """The player says that all have seen the cards, as soon as he may."""
    return do(s, seat, "ok", t=s.now + 1_500)


def share(memory: Memory, places: range) -> float:
    return sum(memory.at(place) is not None for place in places) / len(places)
