"""What the tests of Bazardelix share."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from tablee.arena.runs import any_deal, play
from tablee.games.bazardelix.bots import BOT
from tablee.games.bazardelix.rules import GAME, BazardelixState, Trick
from tablee.kernel.events import Event
from tablee.kernel.record import apply
from tablee.kernel.units import Seat
from tablee.pieces.notation import arrange
from tests.table import card, do, start
from tests.tricks import choice as bot_choice
from tests.tricks import sit_at

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

PINK_AM, PINK_NZ = [f"p{a}" for a in ALPHABET[:13]], [f"p{a}" for a in ALPHABET[13:]]

BLUE_AM, BLUE_NZ = [f"b{a}" for a in ALPHABET[:13]], [f"b{a}" for a in ALPHABET[13:]]


def at(
    position: str, *, leader: Seat = 0, players: int = 4, first: bool = False, opened: bool = False, **options: Any
) -> BazardelixState:
    """A position in a trick that `leader` leads, or has led."""
    s = start(GAME, players, **options)
    s.blue_open = opened
    sit_at(s, position, Trick, leader, first=first)
    return s


def gifts(position: str, players: int = 3, **options: Any) -> BazardelixState:
    """A position in which everybody may give."""
    s = start(GAME, players, **options)
    arrange(s, position + " | pile=…")
    s.drain()
    return s


def give(s: BazardelixState, giver: Seat, to: Mapping[int, str]) -> list[Event]:
    cards = {str(taker): card(s, face, s.hand(giver)) for taker, face in to.items()}
    return do(s, giver, "give", cards=cards)


BLUE_FIRST_FIVE, BLUE_NEXT_SEVEN = "bA bB bC bD bE", "bF bG bH bI bJ bK bL"


def positions(seed: int, players: int) -> Iterator[BazardelixState]:
    """The states of a random game's first rounds."""
    run = play(any_deal(GAME, players, seed), 150)
    s = run.deal.start()
    for entry in run.entries:
        apply(s, entry)
        s.events.clear()
        assert isinstance(s, BazardelixState)
        yield s


choice = partial(bot_choice, BOT)


def tricks(seed: int, players: int) -> Iterator[tuple[BazardelixState, Seat]]:
    """The positions of a random game's first rounds in which somebody lays a card, and who."""
    for s in positions(seed, players):
        if isinstance(s.phases[-1], Trick) and s.actors():
            yield s, s.actors()[0]
