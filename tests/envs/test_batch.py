"""Batches: the games of the rules, step by step, and what a batch refuses."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

import tablee
from tablee.envs import petting
from tablee.envs.batch.batch import batch_env, batches, written
from tablee.envs.batch.jit import sources_of
from tablee.envs.batch.shake import below, draws, label, order
from tablee.games.registry import game as registered
from tablee.games.registry import games
from tablee.kernel.rng import keyed, seed_from
from tests.side_by_side import TABLES, compare, own_tests, simple

EXAMPLE = Path(__file__).resolve().parent.parent.parent / "examples" / "batch.py"
ONE_THREAD = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
FEW = 2


@pytest.fixture(name="simple")
def simple_game() -> str:
    return simple()


@pytest.mark.parametrize("key", written())
def test_batch_plays_the_games_of_the_rules(key: str) -> None:
    """One test for a game, so that it is compiled once: the fewest and the most players, and every set of options
    with a number in between. Two games at least, those of the quickest tables; the others are still under way."""
    low, high = registered(key).info.players
    plain, *others = own_tests(key).BATCHES
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


def test_compiled_rules_of_another_version_are_refused_and_only_they(
    simple: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch_env(simple, 1)
    late = next(key for key in batches() if key != simple)
    game = games()[late]
    version = game.info.version
    monkeypatch.setattr(type(game), "info", structs.replace(game.info, version=version + 1))
    refusal = f"no batch of {late}: its rules have version {version + 1}, its compiled rules {version}"
    with pytest.raises(ValueError, match=refusal):
        batch_env(late, 1)
    with pytest.raises(ValueError, match=refusal):
        compare(late, registered(late).info.players[0], {}, 1)
    assert set(written()) - set(batches()) == {late}
    assert batch_env(simple, 2, 3).reset(1).action_mask.any(1).all(), "another game has its batch"
    table = petting.env(late)
    table.reset(seed=1)
    assert table.observe(table.agent_selection)["action_mask"].any(), "the game itself is played"


def test_no_rules_and_no_bot_need_what_batches_need() -> None:
    """Whoever installs no extra plays all games, against the strongest bots."""
    program = """
import sys
from importlib import import_module
from importlib.abc import MetaPathFinder

class Without(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        assert name != "numba" and not (name.startswith("tablee.") and name.endswith(".compiled")), name

sys.meta_path.insert(0, Without())
from tablee.arena.match import Match
from tablee.games.registry import games
for key in games():
    import_module(f"tablee.games.{key}.bots")
match = Match(games()["bazardelix"], ["strong"] * 3, seed=b"0" * 16)
for _ in range(10):
    match.step()
assert not any(name.startswith("tablee.envs") for name in sys.modules)
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_what_is_compiled_is_kept_until_its_own_sources_change() -> None:
    """Not when another game changes, or a bot."""
    batch_env("vieubarbix", 1)
    sources = sources_of("tablee.envs.batch.batch", "tablee.games.vieubarbix.compiled").keys()
    assert sources > {"tablee.games.vieubarbix.rules", "tablee.phases.trick", "tablee.envs.batch.tricks"}
    assert sources > {"tablee.envs.batch.table", "tablee.kernel.state", "tablee.pieces.families"}
    games_among = {name for name in sources if name.startswith("tablee.games.")}
    assert games_among == {f"tablee.games.{of}" for of in ("registry", "vieubarbix.rules", "vieubarbix.compiled")}
    assert not sources & {"tablee.envs.batch.heap", "tablee.games.vieubarbix.bots", "tablee.bots.bot"}


def test_an_illegal_action_changes_nothing(simple: str) -> None:
    batch = batch_env(simple, 2, 3)
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


def test_samples_are_legal_and_even(simple: str) -> None:
    batch = tablee.batch_env(simple, 64, 3)
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
    for none in (min(games().keys() - set(written())), "nothing"):
        with pytest.raises(ValueError, match=f"batches of {', '.join(batches())}, not of '{none}'"):
            batch_env(none)
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
