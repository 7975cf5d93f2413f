"""`Offer.grave`: a page is told, and random play seldom gives up."""

import pytest
from msgspec import json

from tablee.bots.bot import Level, Sighting
from tablee.bots.random_bot import RandomBot
from tablee.bots.rollout import QuickPicker, random_entry
from tablee.games.spots.rules import GAME
from tablee.games.spots.table import SpotsState
from tablee.kernel.door import Door, encode
from tablee.kernel.moves import Offer
from tablee.kernel.record import Played
from tablee.kernel.rng import keyed
from tests.table import start

DRAWS = 1_280


@pytest.fixture(scope="module")
def choosing() -> SpotsState:
    """A tile is to be chosen, or the game to be given up: two offers, one of them grave."""
    s: SpotsState = start(GAME, 2, starter=0)
    assert [(o.name, o.grave) for o in s.phases[-1].offers(s, 0)] == [("trick", False), ("resign", True)]
    return s


def test_it_leaves_by_the_door_and_is_left_out_where_it_is_not_set(choosing: SpotsState) -> None:
    offers = json.decode(encode(Door(choosing, 1).offers(0)))
    assert [(o["name"], o.get("grave")) for o in offers] == [("trick", None), ("resign", True)]
    assert not Offer("go").grave


def test_the_random_player_seldom_gives_up_and_never_never(choosing: SpotsState) -> None:
    seen = Sighting(choosing, 0, [])
    names = []
    for n in range(DRAWS):
        plan = RandomBot(0, Level.BEGINNER, keyed(b"grave", str(n))).react(seen)
        assert plan is not None
        names.append(plan.move.name)
    assert 0 < names.count("resign") < DRAWS // 16


def test_nor_do_rollouts(choosing: SpotsState) -> None:
    pick = QuickPicker("grave")
    moves = [e.move.name for _ in range(DRAWS) if isinstance(e := random_entry(choosing, pick), Played)]
    assert 0 < moves.count("resign") < len(moves) // 16


def test_where_everything_is_grave_one_of_it_is_done() -> None:
    only = (Offer("resign", grave=True),)
    bot = RandomBot(0, Level.BEGINNER, keyed(b"grave", "only"))
    assert {bot._offer(only).name for _ in range(100)} == {"resign"}
