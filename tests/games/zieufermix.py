"""What the tests of Zieufermix share."""

from typing import Any

from tablee.bots.bot import Level
from tablee.bots.memory import Memory, Recall
from tablee.games.zieufermix.bots import ZieufermixBot
from tablee.games.zieufermix.rules import GAME, ZieufermixState
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.pieces.notation import arrange
from tests.plane import lattice
from tests.table import start

ALL_CARDS = "plane=yA yA vA vA pA bA ★ ★ ★ ★ ★ ★ ★ ✹ ✹ ✹"
"""Places 0, 1 yellow; 2, 3 purple; 4 pink; 5 blue; 6 to 12 étoiles; 13 to 15 pétards."""

ETOILES_LEFT = "plane=· · · · · · ★ ★ ★ ★ ★ ★ ★ ✹ ✹ ✹ | won:0=yA yA vA vA | won:1=pA bA"
"""The three pairs of A are won, 10 cards are left."""

LATTICE = lattice(16, 4)


def at(
    position: str = ALL_CARDS,
    *,
    seat: Seat = 0,
    players: int = 3,
    level2: tuple[Seat, ...] = (),
    sharing: tuple[Seat, ...] = (),
    seed: int = 1,
    **options: Any,
) -> ZieufermixState:
    """A position in which it is this seat's turn; the seats of `level2` play with closed eyes."""
    chairs = [{"level": 2 if i in level2 else 1, "shares": i in sharing} for i in range(players)]
    s = start(GAME, players, seed=seed, seat_options=chairs, starter=seat, **options)
    arrange(s, position)
    s.plane.poses = LATTICE
    s.scores = [len(s.zone(f"won:{i}").cards) for i in range(players)]
    s.drain()
    return s


def remembering(recall: Recall, seed: int = 1) -> Memory:
    return Memory(recall, keyed(seed_from(seed), "memory"))


def share(recall: Recall) -> float:
    """How many of 1000 cards stay in mind."""
    memory = remembering(recall)
    for place in range(1_000):
        memory.see(place, "yA")
    return len(memory.where("yA")) / 1_000


def bot(seat: Seat, level: str, seed: int = 1) -> ZieufermixBot:
    return ZieufermixBot(seat, Level(level), keyed(seed_from(seed), "bot"))
