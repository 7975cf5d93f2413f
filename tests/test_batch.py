"""Batches against the environments that run the rules: the same games, step by step."""

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import tablee
from tablee.envs import petting
from tablee.envs.batch.batch import GAMES, batch_env
from tablee.envs.batch.shake import below, draws, label, order
from tablee.games.lipipix.rules import LipipixState
from tablee.games.pas_touche.rules import PasToucheState, Race
from tablee.games.registry import game as registered
from tablee.kernel.rng import keyed, seed_from

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "batch.py"
ONE_THREAD = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
TABLES = 3
STEPS = 2_400
"""Enough for a game of any length, and for several of most."""

VARIANTS: dict[str, list[dict[str, Any]]] = {
    "amerix": [
        {},
        {"wrong_call": "draw", "turn_time": 5, "starter": 1},
        {"forced_play": True, "timers": "double"},
    ],
    "bazardelix": [{}, {"target": 50, "review_last_trick": False, "timers": "double"}],
    "corsix": [
        {},
        {"formulas": "suite", "wrong_call": "nothing", "pace_ms": 500},
        {"formulas": "none", "starter": 1},
    ],
    "lipipix": [{}, {"answer": "buzz", "tempo_s": 2}, {"min_gap_ms": 500, "tempo_s": 5, "timers": "longer"}],
    "pas_touche": [
        {},
        {"penalties": False, "call_needed": False, "timers": "double"},
        {"constraints": False, "round_s": 8, "call_ms": 2500, "adaptive": True},
    ],
    "suitix": [{}, {"alphabet": "pink", "layout": "board", "show_s": 4, "starter": 1}],
    "touvavix": [{}, {"gap_ms": 2000, "elsewhere": False, "auto_lay_s": 10, "starter": 1, "timers": "longer"}],
    "vieubarbix": [{}, {"show_points": True, "starter": 1}, {"short": True}],
    "vizdibix": [{}, {"gap_ms": 1000, "auto_turn_s": 10, "timers": "double"}],
}
"""Options that change the rules."""


def sizes(key: str) -> list[int]:
    low, high = registered(key).info.players
    return sorted({low, (low + high + 1) // 2, high})


@pytest.mark.parametrize(
    ("key", "players", "options"),
    [(key, players, options) for key in GAMES for players in sizes(key) for options in VARIANTS[key]],
)
def test_batch_plays_the_games_of_the_rules(key: str, players: int, options: dict[str, Any]) -> None:
    seed = 7 * players
    batch = batch_env(key, TABLES, players, **options)
    theirs = [petting.env(key, players, **options) for _ in range(TABLES)]
    for i, env in enumerate(theirs):
        env.reset(seed=seed + i)
    step = batch.reset(seed)
    random = Random(f"{key} {players}")
    ended = 0
    for _ in range(STEPS):
        actions = np.zeros(TABLES, np.int64)
        for i, env in enumerate(theirs):
            seat = env.table.asked[0]
            seen = env.observe(env.possible_agents[seat])
            assert step.seat[i] == seat
            assert np.array_equal(step.action_mask[i], seen["action_mask"])
            if not np.array_equal(step.observation[i], seen["observation"]):
                raise AssertionError(difference(env, step.observation[i], seen["observation"]))
            actions[i] = chosen(env, seat, np.flatnonzero(seen["action_mask"]), random)
            env.step(int(actions[i]))
        step = batch.step(actions)
        for i, env in enumerate(theirs):
            assert step.over[i] == env._over
            assert step.reward[i].tolist() == pytest.approx(list(env.rewards.values()))
            if env._over:
                ended += 1
                env.reset()
    assert ended >= 1


def chosen(env: petting.Env, seat: int, legal: Any, random: Random) -> Any:
    """At random; but in Pas Touche ! mostly the right card with the right hand, or no cube would ever get home;
    in Lipipix often the right letters, or nobody would ever say a syllable."""
    s = env.table.s
    if isinstance(s, LipipixState) and s.right() and random.random() < 0.5:
        syllable = next(iter(s.right()))
        for action in legal:
            if env.action_name(action).endswith((f" first name {syllable[0]}", f" second name {syllable[1]}")):
                return action
    if isinstance(s, PasToucheState) and isinstance(s.phases[-1], Race) and random.random() < 0.8:
        hand = "other" if s.forbids(seat, s.right()) else "chosen"
        for action in legal:
            if env.action_name(action) in (f"touch card face {s.faces[s.right()]} 0", f"touch hand name {hand}"):
                return action
    return random.choice(legal)


def difference(env: petting.Env, ours: Any, theirs: Any) -> str:
    """Which parts of an observation are not the same."""
    layout = env.rules.layout
    found = []
    for at in np.flatnonzero(ours != theirs):
        part, start = next((n, a) for n, (a, size) in layout.sections.items() if a <= at < a + size)
        what = layout.fact_names[at - start] if part == "facts" else str(at - start)
        found.append(f"{part} {what}: {ours[at]} instead of {theirs[at]}")
    return ", ".join(found)


def test_draws_are_those_of_the_rules() -> None:
    for i in range(20):
        seed = seed_from(i)
        raw = np.frombuffer(seed, np.uint8)
        assert order(raw, label("deal"), i, 100).tolist() == keyed(seed, "deal", i).shuffled(range(100))
        assert order(raw, label("deal"), -1, 9).tolist() == keyed(seed, "deal").shuffled(range(9))
        assert below(raw, label("starter"), -1, i + 1) == keyed(seed, "starter").below(i + 1)
        stream = keyed(seed, "roll", i)
        assert draws(raw, label("roll"), i, 6, 20).tolist() == [stream.below(6) for _ in range(20)]


def test_an_illegal_action_changes_nothing() -> None:
    batch = batch_env("vieubarbix", 2, 3)
    with pytest.raises(ValueError, match="reset"):
        batch.step(np.zeros(2, np.int64))
    before = [part.copy() for part in batch.reset(1)]
    legal = batch.reset(1).action_mask.argmax(1)
    for wrong in (0, -1, batch.actions):
        with pytest.raises(ValueError, match="not legal at table 1"):
            batch.step(np.array([legal[0], wrong]))
    with pytest.raises(ValueError, match="2 actions"):
        batch.step(np.zeros(3, np.int64))
    step = batch.step(legal)
    assert not np.array_equal(step.observation, before[0])


def test_samples_are_legal_and_even() -> None:
    batch = tablee.batch_env("vieubarbix", 64, 3)
    random = np.random.default_rng(0)
    step = batch.reset(3)
    counts = np.zeros(batch.actions, int)
    legal = np.flatnonzero(step.action_mask[0])
    for _ in range(500):
        actions = batch.sample(random)
        assert step.action_mask[np.arange(64), actions].all()
        counts[actions[0]] += 1
    assert set(np.flatnonzero(counts)) == set(legal)
    assert counts.max() < 3 * counts[legal].min()


def test_games_without_a_batch_are_refused() -> None:
    with pytest.raises(ValueError, match="bazardelix"):
        batch_env("spots")
    with pytest.raises(ValueError, match="table"):
        batch_env("bazardelix", 0)
    for game, options in (("bazardelix", {"timers": "none"}), ("pas_touche", {"round_s": 0})):
        with pytest.raises(ValueError, match="timers"):
            batch_env(game, **options)


def test_the_example_learns() -> None:
    """A policy that begins by chance, at 0, soon beats chance."""
    few = ["--games", "1500", "--each", "500", "--tables", "128", "--rate", "0.004"]
    done = subprocess.run(
        [sys.executable, EXAMPLE, *few], env=ONE_THREAD, capture_output=True, text=True, check=True
    )
    curve = [float(points) for points in re.findall(r"games  ([+-]\S+)", done.stdout)]
    assert len(curve) == 3
    assert curve[-1] > 0.3
