"""Granzieufermix: the bots."""

from itertools import combinations

import pytest

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.memory import Recall
from tablee.games.granzieufermix.bots import GranzieufermixBot
from tablee.games.granzieufermix.rules import GAME, GranzieufermixState
from tablee.kernel.events import Event
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tests.games.granzieufermix import BLUE, LATTICE, PINK, at, share
from tests.matches import never_late, scores_of_two, whole_game
from tests.plane import turn
from tests.table import names

# ---- bots ----------------------------------------------------------------------------------------------


def bot(seat: Seat, level: str, seed: int = 1) -> GranzieufermixBot:
    return GranzieufermixBot(seat, Level(level), keyed(seed_from(seed), "bot"))


def show(s: GranzieufermixState, mind: GranzieufermixBot, events: list[Event]) -> Plan | None:
    return mind.react(Sighting(s, mind.seat, events))


def seen_by(mind: GranzieufermixBot, *shown: tuple[int, str]) -> None:
    """It has seen these cards and forgets none of them."""
    mind.memory.recall = Recall(1.0)
    for place, face in shown:
        mind.memory.see(place, face)


@pytest.mark.parametrize(("level", "span", "keeps"), [("beginner", 4, 0.6), ("normal", 12, 0.85)])
def test_how_many_cards_bots_remember_and_how_well(level: str, span: int, keeps: float) -> None:
    memory = bot(0, level).memory
    for place in range(38):
        memory.see(place, "yA")
    assert share(memory, range(38)) * 38 == pytest.approx(span)
    kept = 0
    for seed in range(500):
        memory = bot(0, level, seed).memory
        memory.see(0, "yA")
        kept += memory.at(0) == "yA"
    assert kept / 500 == pytest.approx(keeps, abs=0.06)


def test_a_strong_bot_remembers_all() -> None:
    memory = bot(0, "strong").memory
    for place in range(38):
        memory.see(place, "yA")
    assert share(memory, range(38)) == 1


@pytest.mark.parametrize(("level", "followed"), [("beginner", 0.0), ("normal", 0.8), ("strong", 1.0)])
def test_how_bots_follow_exchanges(level: str, followed: float) -> None:
    """A beginner loses both places, a normal one may go on believing what was."""
    right = 0
    for seed in range(400):
        memory = bot(0, level, seed).memory
        recall, memory.recall = memory.recall, Recall(1.0)
        memory.see(3, "yA")
        memory.see(7, "✹")
        memory.recall = recall
        memory.swap(3, 7)
        right += (memory.at(3), memory.at(7)) == ("✹", "yA")
        if level == "beginner":
            assert memory.at(3) is None and memory.at(7) is None
    assert right / 400 == pytest.approx(followed, abs=0.06)


@pytest.mark.parametrize("level", ["beginner", "normal", "strong"])
def test_bots_play_a_pair_that_they_know(level: str) -> None:
    s = at()
    mind = bot(0, level)
    seen_by(mind, (4, "yI"), (12, "vE"), (8, "yU"), (16, "pA"), (17, "pE"))
    plan = show(s, mind, [])
    assert plan is not None and plan.move.args["place"] in (4, 8)
    other = {4: 8, 8: 4}[plan.move.args["place"]]
    plan = show(s, mind, turn(s, 0, plan.move.args["place"]))
    assert plan is not None and plan.move.args["place"] == other


def test_a_strong_bot_prefers_the_same_letter() -> None:
    for seed in range(10):
        mind = bot(0, "strong", seed)
        seen_by(mind, (0, "yA"), (4, "yI"), (5, "yI"), (16, "pA"), (23, "bE"))
        plan = show(at(), mind, [])
        assert plan is not None and plan.move.args["place"] in (4, 5)


def test_a_strong_bot_turns_unknown_cards_and_avoids_the_special_ones() -> None:
    for seed in range(10):
        mind = bot(0, "strong", seed)
        seen_by(mind, *((p, "★") for p in range(28, 35)), (35, "✹"), (0, "yA"), (10, "vA"))
        plan = show(at(), mind, [])
        assert plan is not None and plan.move.args["place"] not in (0, 10, *range(28, 36))
    few = "plane=yA yE · · · · · · · · vA vE · · · · · · · · · · · · · · · · ★ ★ ★ ★ ★ ★ ★ ✹ ✹ ✹"
    rest = f"won:1=yA yE yI yI yO yO yU yU vA vE vO vO {PINK} {BLUE}"
    mind = bot(0, "strong")
    seen_by(mind, (0, "yA"), (11, "vE"), *((p, "★") for p in range(28, 35)), *((p, "✹") for p in (35, 36, 37)))
    plan = show(at(f"{few} | {rest}", players=2), mind, [])
    assert plan is not None and plan.move.args["place"] in (1, 10)


def test_in_the_hard_game_bots_know_what_a_pair_is() -> None:
    s = at(corse=True)
    mind = bot(0, "strong")
    show(s, mind, [])
    assert mind.worth("yA", "yE") == 0 == mind.worth("pA", "bE")
    assert mind.worth("yA", "yA") == mind.worth("pA", "bA") == 2


@pytest.mark.parametrize(("level", "cells"), [("beginner", 0.9), ("normal", 0.5), ("strong", 0.2)])
def test_how_far_a_blind_hand_goes_astray(level: str, cells: float) -> None:
    """From the middle of place 20, far from every edge: the spread along each axis, in cells of 90 mm."""
    off: list[float] = []
    for seed in range(300):
        mind = bot(0, level, seed)
        mind._poses = dict(enumerate(LATTICE))
        found, (x, y) = mind.grope(20, range(38))
        assert found == 20 and 0 <= x <= 720 and 0 <= y <= 450
        off += [(x - LATTICE[20].x) / 90, (y - LATTICE[20].y) / 90]
    assert (sum(d * d for d in off) / len(off)) ** 0.5 == pytest.approx(cells, rel=0.12)


def test_a_bot_leaves_everybody_the_time_to_look() -> None:
    s = at()
    mind = bot(0, "strong")
    show(s, mind, turn(s, 0, 0))
    assert show(s, mind, turn(s, 0, 10)) is None and names(s, 0) == {"ok"}


@pytest.mark.parametrize("level", Level)
def test_bots_finish_games_that_replay(level: Level) -> None:
    for blind in (1, 2):
        assert never_late(whole_game(GAME, [level] * 3, blind, seat_options=[{"level": blind}] * 3))


@pytest.mark.parametrize(("weaker", "better"), list(combinations(Level, 2)))
def test_a_better_bot_wins_more_cards(weaker: Level, better: Level) -> None:
    """A game has 28 cards and some bonuses."""
    more, fewer = scores_of_two(GAME, better, weaker, 6)
    assert more > fewer + 6 * 4
