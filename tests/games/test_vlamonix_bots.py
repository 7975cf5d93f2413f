"""Vlamonix: the bots, and players who do not try."""

from typing import Any

import pytest

from tablee.bots.bot import Level, Sighting
from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.vlamonix.bots import BOT, LEFT, MIDDLE, RIGHT, third
from tablee.games.vlamonix.rules import GAME, HoldOut, VlamonixState
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.pieces.notation import arrange
from tests.games.vlamonix import LETTERS, at, dealt, holding_out, loser
from tests.lazy import first, nothing, played
from tests.matches import never_late, whole_game
from tests.table import do, view, wait

# ---- bots ----------------------------------------------------------------------------------------------


def drawn_by(level: Level, s: VlamonixState, seat: Seat, seed: int, mind: Any = None) -> int:
    mind = mind or BOT(seat, level, keyed(seed_from(seed), "bot", seat))
    plan = mind.react(Sighting(s, seat, []))
    assert plan is not None
    place: int = plan.move.args["place"]
    return place


def arranged_by(mind: Any, s: VlamonixState, seat: Seat) -> list[str]:
    plan = mind.react(Sighting(s, seat, []))
    assert plan is not None and plan.move.name == "reorder"
    shown = {c.handle: c.face for c in view(s, seat).zone(f"hand:{seat}").cards if c}
    return [shown[handle] or "" for handle in plan.move.args["order"]]


def test_a_normal_bot_puts_the_petard_in_the_middle() -> None:
    s = holding_out(dealt("✹ yO vA yE bA", "vE ★", **LETTERS))
    for seed in range(5):
        mind = BOT(0, Level.NORMAL, keyed(seed_from(seed), "bot"))
        assert arranged_by(mind, s, 0)[2] == "✹"
    plan = BOT(0, Level.BEGINNER, keyed(seed_from(1), "bot")).react(Sighting(s, 0, []))
    assert plan is not None
    assert plan.move.name == "ready"


def test_a_strong_bot_holds_the_petard_where_the_other_likes_to_draw() -> None:
    s = at("yO vA yE bA ★ ✹", "vE pI", **LETTERS)
    mind = BOT(0, Level.STRONG, keyed(seed_from(1), "bot"))
    events = do(s, 1, "draw", place=5)
    mind.react(Sighting(s, 0, events))
    wait(s, "drawn/over")
    s.goto(HoldOut(holder=0, drawer=1, turn=9))
    assert third(5, 6) == RIGHT
    arrange(s, "hand:0=yO vA yE bA ★ ✹ | hand:1=vE pI | thrown=…")
    order = arranged_by(mind, s, 0)
    assert third(order.index("✹"), 6) == RIGHT


def test_a_strong_bot_leaves_the_usual_place_alone() -> None:
    """Between two, whoever does not hold the pétard knows who does; most people put it in the middle."""
    s = at("yO vA ✹ yE bA bE", "vE ★", **LETTERS)
    strong = {third(drawn_by(Level.STRONG, s, 1, seed), 6) for seed in range(20)}
    assert strong == {LEFT, RIGHT}
    normal = {third(drawn_by(Level.NORMAL, s, 1, seed), 6) for seed in range(20)}
    assert normal == {LEFT, MIDDLE, RIGHT}
    three = at("yO vA ✹ yE bA bE", "vE ★", "vO", **LETTERS)
    assert {third(drawn_by(Level.STRONG, three, 1, seed), 6) for seed in range(20)} == {LEFT, MIDDLE, RIGHT}


def test_bots_let_their_finger_wander() -> None:
    s = at("yO vA ✹ yE bA bE", "vE ★", **LETTERS)
    for level in Level:
        plan = BOT(1, level, keyed(seed_from(3), "bot")).react(Sighting(s, 1, []))
        assert plan is not None
        assert 2_000 <= plan.at - s.now <= 5_000
        times = [shown.at for shown in plan.before]
        assert times == sorted(times)
        assert s.now <= times[0]
        assert times[-1] < plan.at
        assert plan.before[-1].args == plan.move.args


def test_bots_are_never_late() -> None:
    for seed in range(3):
        match = whole_game(GAME, ("beginner", "normal", "strong"), seed)
        assert never_late(match)


@pytest.mark.parametrize("habit", [nothing, first("ready", "draw")], ids=["nothing", "always the first card"])
def test_who_does_not_try_has_no_advantage(habit: Any) -> None:
    """Cards are hidden, so luck decides: against normal bots he loses about every second game of two."""
    lost = 0
    for seed in range(40):
        lazy = seed % 2
        lost += loser(played(GAME, habit, lazy, 2, seed).state) == lazy  # type: ignore[arg-type]
    assert lost >= 12


def test_random_games_end_with_one_loser() -> None:
    for players in (2, 5, 8):
        for seed in range(4):
            s = GAME.start(players, seed=seed_from(seed))
            rollout(s, QuickPicker(f"{seed}"))
            assert loser(s) in s.all_seats
