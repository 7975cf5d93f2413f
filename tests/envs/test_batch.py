"""Batches: the games of the rules, step by step, and what a batch refuses."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tablee
from tablee.envs.batch.batch import GAMES, batch_env
from tablee.envs.batch.shake import below, draws, label, order
from tablee.games.registry import game as registered
from tablee.kernel.rng import keyed, seed_from
from tests.side_by_side import TABLES, VARIANTS, compare

EXAMPLE = Path(__file__).resolve().parent.parent.parent / "examples" / "batch.py"
ONE_THREAD = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
FEW = 2


@pytest.mark.parametrize("key", GAMES)
def test_batch_plays_the_games_of_the_rules(key: str) -> None:
    """One test for a game, so that it is compiled once: the fewest and the most players, and every set of options
    with a number in between. Two games at least, those of the quickest tables; the others are still under way."""
    low, high = registered(key).info.players
    plain, *others = VARIANTS[key]
    for players in (low, high):
        assert compare(key, players, plain, FEW) > TABLES
    for options in others:
        compare(key, (low + high + 1) // 2, options, FEW)


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
    step = batch.reset(1)
    seen, masks = step.observation.copy(), step.action_mask.copy()
    legal = masks.argmax(1)
    for wrong in (0, -1, batch.actions):
        with pytest.raises(ValueError, match="not legal at table 1"):
            batch.step(np.array([legal[0], wrong]))
    for shapeless in (np.zeros(3, np.int64), legal.astype(float), [[1, 2]], 5):
        with pytest.raises(ValueError, match="2 whole numbers"):
            batch.step(shapeless)  # type: ignore[arg-type]
    assert np.array_equal(step.observation, seen)
    assert np.array_equal(step.action_mask, masks)
    step = batch.step(legal.tolist())
    assert not np.array_equal(step.observation, seen)


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
