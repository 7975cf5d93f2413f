"""Zieufermix: the bots."""

from collections import Counter

import pytest

from tablee.bots.bot import Level, Plan, Sighting
from tablee.bots.memory import USUAL, Recall
from tablee.games.zieufermix.bots import ZieufermixBot
from tablee.games.zieufermix.rules import GAME, ZieufermixState
from tablee.kernel.events import Event
from tablee.kernel.zones import HOLE
from tablee.pieces.plane import nearest
from tests.games.zieufermix import LATTICE, at, bot, remembering, share
from tests.matches import never_late, whole_game
from tests.plane import look, told_to, touch, turn
from tests.table import do

# ---- bots ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "keeps"), [("beginner", 0.4), ("normal", 0.75), ("strong", 1.0)])
def test_memory_keeps_a_share_of_what_is_seen(level: str, keeps: float) -> None:
    assert share(USUAL[Level(level)]) == pytest.approx(keeps, abs=0.05)


@pytest.mark.parametrize(("level", "left"), [("beginner", 0.85), ("normal", 0.96), ("strong", 1.0)])
def test_memory_fades_turn_by_turn(level: str, left: float) -> None:
    recall = USUAL[Level(level)]
    memory = remembering(Recall(1.0, recall.forgets, recall.follows))
    for place in range(1_000):
        memory.see(place, "yA")
    memory.pass_turn()
    assert len(memory.where("yA")) / 1_000 == pytest.approx(left, abs=0.04)


@pytest.mark.parametrize(("level", "followed"), [("beginner", 0.5), ("normal", 0.85), ("strong", 1.0)])
def test_memory_follows_exchanges(level: str, followed: float) -> None:
    recall = USUAL[Level(level)]
    memory = remembering(Recall(1.0, 0.0, recall.follows))
    right = 0
    for _ in range(1_000):
        memory.see(3, "yA")
        memory.see(7, "✹")
        memory.swap(3, 7)
        right += (memory.at(7), memory.at(3)) == ("yA", "✹")
        assert (memory.at(3), memory.at(7)) in (("yA", "✹"), ("✹", "yA")), "a belief stays, though it may be false"
    assert right / 1_000 == pytest.approx(followed, abs=0.05)


def test_memory_gives_up_false_beliefs_and_what_is_gone() -> None:
    memory = remembering(Recall(1.0))
    memory.see(3, "yA")
    memory.recall = Recall(0.0)
    memory.see(3, "yA")
    assert memory.at(3) == "yA"
    memory.see(3, "vA")
    assert memory.at(3) is None
    short = remembering(Recall(1.0, span=2))
    for place, face in enumerate(("yA", "vA", "pA")):
        short.see(place, face)
    assert [short.at(p) for p in range(3)] == [None, "vA", "pA"]
    short.keep_only({2})
    assert short.at(1) is None and short.where("pA") == [2]


def show(s: ZieufermixState, mind: ZieufermixBot, events: list[Event]) -> Plan | None:
    return mind.react(Sighting(s, mind.seat, events))


def test_a_strong_bot_takes_the_pair_it_has_seen() -> None:
    s = at(players=2)
    mind = bot(1, "strong")
    show(s, mind, [])
    for events in (turn(s, 0, 0), turn(s, 0, 2)):
        show(s, mind, events)
    show(s, mind, look(s))
    for place in (1, 4):
        show(s, mind, turn(s, 1, place))
    show(s, mind, look(s))
    for place in (2, 5):
        show(s, mind, turn(s, 0, place))
    plan = show(s, mind, look(s))
    assert plan is not None and plan.move.args["place"] in (0, 1, 4, 5)
    first = plan.move.args["place"]
    plan = show(s, mind, turn(s, 1, first))
    assert plan is not None and {first, plan.move.args["place"]} in ({0, 1}, {4, 5})


def test_a_strong_bot_turns_unknown_cards_and_then_a_known_partner() -> None:
    s = at(players=2)
    mind = bot(1, "strong")
    show(s, mind, [])
    show(s, mind, turn(s, 0, 0))
    show(s, mind, turn(s, 0, 2))
    plan = show(s, mind, look(s))
    assert plan is not None and plan.move.args["place"] not in (0, 2)
    plan = show(s, mind, turn(s, 1, 1))
    assert plan is not None and plan.move.args == {"place": 0}


def test_where_bots_hide_a_petard() -> None:
    """Normal: where the opponent has just looked. Strong: on an A of a pair that everybody has seen."""
    for level, expected in (("normal", {2}), ("strong", {0, 1})):
        s = at(players=2)
        mind = bot(0, level)
        mind.memory.recall = Recall(1.0)
        show(s, mind, [])
        for place in (0, 4):
            show(s, mind, turn(s, 0, place))
        show(s, mind, look(s))
        for place in (1, 2):
            show(s, mind, turn(s, 1, place))
        show(s, mind, look(s))
        show(s, mind, turn(s, 0, 13))
        plan = show(s, mind, look(s))
        assert plan is not None and plan.move.name == "swap"
        assert plan.move.args["place"] in expected, level


@pytest.mark.parametrize(("level", "hits"), [("beginner", 0.6), ("normal", 0.8), ("strong", 0.95)])
def test_a_blind_bot_hits_the_card_it_means_or_a_neighbour(level: str, hits: float) -> None:
    """It has seen a yellow A at 0 and finds the other one blind: it aims at place 0 from memory."""
    s = at(players=2, seat=1, level2=(0,))
    before = [[], turn(s, 1, 0), turn(s, 1, 2), look(s)]
    dark = s.copy()
    dark.watched = True
    steps = [turn(dark, 0, 6), look(dark), touch(dark, 0, 1)]
    found: Counter[int] = Counter()
    for seed in range(300):
        mind = bot(0, level, seed)
        mind.memory.recall = Recall(1.0)
        mind._poses = dict(enumerate(LATTICE))
        mind._active = 1
        for events in before:
            mind.memory.notice(told_to(s, events, 0), "plane")
        for events in steps[:2]:
            mind.notice(Sighting(dark, 0, events))
        mind._aim, mind._partner = 1, 0
        plan = show(dark, mind, steps[2])
        assert plan is not None and plan.move.name == "touch"
        point = plan.move.args["point"]
        found[nearest(LATTICE, [0, HOLE, *range(2, 16)], point["x"], point["y"])] += 1
    assert found[0] / 300 == pytest.approx(hits, abs=0.08)
    assert set(found) <= {0, 2, 4, 5}, "of the cards face down, 4 is 90 mm away, 5 is 127, 2 and 8 are 180"


def test_a_bot_that_is_seated_in_the_dark_gropes_anywhere() -> None:
    s = at(players=2, level2=(0,))
    turn(s, 0, 6)
    plan = show(s, bot(0, "normal"), look(s))
    assert plan is not None and plan.move.name == "touch"
    do(s, 0, "touch", **plan.move.args)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("level", Level)
def test_bots_finish_games_that_replay(players: int, level: Level) -> None:
    for blind in (1, 2):
        assert never_late(whole_game(GAME, [level] * players, players, seat_options=[{"level": blind}] * players))
