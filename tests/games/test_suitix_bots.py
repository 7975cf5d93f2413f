"""Suitix: the bots."""

from itertools import combinations

import pytest

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.memory import USUAL, Recall
from tablee.games.suitix.bots import SuitixBot
from tablee.games.suitix.rules import GAME, SuitixState
from tablee.kernel.events import Event
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tests.games.suitix import at
from tests.matches import never_late, scores_of_two, whole_game
from tests.plane import turn
from tests.table import do

# ---- bots ----------------------------------------------------------------------------------------------


def bot(seat: Seat, level: str, seed: int = 1, *shown: tuple[int, str]) -> SuitixBot:
    """A bot that has seen these cards and forgets none of them."""
    mind = SuitixBot(seat, Level(level), keyed(seed_from(seed), "bot"))
    if shown:
        mind.memory.recall = Recall(1.0)
    for where, face in shown:
        mind.memory.see(where, face)
    return mind


def show(s: SuitixState, mind: SuitixBot, events: list[Event]) -> Plan:
    plan = mind.react(Sighting(s, mind.seat, events))
    assert plan is not None
    return plan


def test_what_bots_remember() -> None:
    assert {level: (r.keeps, r.forgets) for level, r in USUAL.items()} == {
        Level.BEGINNER: (0.4, 0.15),
        Level.NORMAL: (0.75, 0.04),
        Level.STRONG: (1.0, 0.0),
    }
    assert all(bot(0, level).memory.recall == USUAL[level] for level in Level)


@pytest.mark.parametrize("level", ["beginner", "normal", "strong"])
def test_bots_play_a_pair_that_they_know(level: str) -> None:
    """With J gone, I and K are neighbours; C and E are not."""
    s = at(gone="J")
    mind = bot(0, level, 1, (10, "bK"), (8, "bI"), (2, "bC"), (4, "bE"))
    first = show(s, mind, []).move.args["place"]
    assert first in (8, 10)
    assert show(s, mind, turn(s, 0, first)).move.args == {"place": {8: 10, 10: 8}[first]}


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_otherwise_an_unknown_card_and_then_a_known_partner(level: str) -> None:
    for seed in range(10):
        s = at()
        mind = bot(0, level, seed, (10, "bK"), (0, "bA"))
        assert show(s, mind, []).move.args["place"] not in (0, 10)
        assert show(s, mind, turn(s, 0, 11)).move.args == {"place": 10}


def test_a_beginner_turns_two_cards_at_random() -> None:
    second = set()
    for seed in range(20):
        s = at()
        mind = bot(0, "beginner", seed, (10, "bK"), (0, "bA"))
        show(s, mind, [])
        second.add(show(s, mind, turn(s, 0, 11)).move.args["place"])
    assert len(second) > 10


def test_what_bots_do_with_an_etoile() -> None:
    """A beginner takes it; the others look for one that they know, and take it when they know none."""
    for level, knows, does in (
        ("beginner", True, "take"),
        ("normal", True, "search"),
        ("normal", False, "take"),
        ("strong", True, "search"),
        ("strong", False, "take"),
    ):
        s = at()
        mind = bot(0, level, 1, (30, "★") if knows else (0, "bA"))
        show(s, mind, [])
        assert show(s, mind, turn(s, 0, 26)).move.name == does, (level, knows)
        if does == "search":
            assert show(s, mind, do(s, 0, "search")).move.args == {"place": 30}


def test_a_strong_bot_uses_its_etoile_for_a_petard_that_it_knows() -> None:
    shown = ((33, "✹"), (10, "bK"), (11, "bL"))
    assert show(at(unused="etoiles:0=★"), bot(0, "strong", 1, *shown), []).move.args == {"place": 33}
    assert show(at(), bot(0, "strong", 1, *shown), []).move.args["place"] in (10, 11)


def test_a_strong_bot_fetches_an_etoile_for_a_petard_that_it_knows() -> None:
    for seed in range(5):
        mind = bot(0, "strong", seed, (33, "✹"), (30, "★"), (0, "bA"))
        assert show(at(), mind, []).move.args == {"place": 30}
        mind = bot(0, "strong", seed, (30, "★"), (0, "bA"))
        assert show(at(), mind, []).move.args["place"] not in (0, 30)


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("level", Level)
def test_bots_finish_games_that_replay(players: int, level: Level) -> None:
    assert never_late(whole_game(GAME, [level] * players, players))


@pytest.mark.parametrize(("weaker", "better"), list(combinations(Level, 2)))
def test_a_better_bot_wins_more_cards(weaker: Level, better: Level) -> None:
    """Of 36 cards in each of six games."""
    more, fewer = scores_of_two(GAME, better, weaker, 6)
    assert more > fewer + 6 * 4
