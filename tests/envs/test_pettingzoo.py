"""PettingZoo's own tests, unchanged, for every game; and what they do not ask."""

import json
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import tablee
from tablee.envs.actions import WAIT
from tablee.envs.petting import Env
from tablee.envs.table import rules_of
from tablee.games.registry import games
from tablee.kernel.refusal import Refused

# The scope puts all tests of a game one after the other: its spaces are worked out once.
EVERY_GAME = pytest.mark.parametrize("key", list(games()), scope="module")


def play(env: Env, random: Random, steps: int = 100_000) -> int:
    """Random play to the end; the number of steps."""
    made = 0
    while not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]) and made < steps:
        seen = env.observe(env.agent_selection)
        env.step(int(random.choice(seen["action_mask"].nonzero()[0])))
        made += 1
    return made


@pytest.mark.filterwarnings("ignore")
@EVERY_GAME
class TestTheirs:
    def test_api(self, key: str) -> None:
        api_test(tablee.env(key), num_cycles=200)

    def test_seed(self, key: str) -> None:
        seed_test(lambda: tablee.env(key), num_cycles=50)

    def test_seed_of_json(self, key: str) -> None:
        seed_test(lambda: tablee.env(key, observation="json"), num_cycles=10)

    def test_render(self, key: str) -> None:
        render_test(lambda render_mode=None: tablee.env(key, render_mode=render_mode))

    def test_parallel_api(self, key: str) -> None:
        parallel_api_test(tablee.parallel_env(key), num_cycles=150)

    def test_parallel_seed(self, key: str) -> None:
        parallel_seed_test(lambda: tablee.parallel_env(key), num_cycles=50)


@EVERY_GAME
def test_least_and_most_players(key: str) -> None:
    """As far as the others do not play with so many."""
    for players in set(games()[key].info.players) - {rules_of(key).players}:
        env = tablee.env(key, players)
        env.reset(seed=7)
        play(env, Random(7), 150)
        assert len(env.possible_agents) == players


@EVERY_GAME
def test_observations_fit_their_spaces(key: str) -> None:
    for form in ("vector", "json"):
        env = tablee.env(key, observation=form)
        env.reset(seed=1)
        random = Random(1)
        for _ in range(8):
            play(env, random, 5)
            for agent in env.possible_agents:
                assert env.observation_space(agent).contains(env.observe(agent))


def test_json_is_what_a_person_is_sent() -> None:
    env = tablee.env("amerix", 3, observation="json")
    env.reset(seed=3)
    play(env, Random(3), 20)
    seen = env.observe(env.agent_selection)
    told = json.loads(seen["observation"])
    seat = int(env.agent_selection[-1])
    assert told["view"]["you"] == [seat]
    assert {offer["name"] for offer in told["offers"]} == {o.name for o in env.table.s.offers(seat)}
    assert [int(a) for a in told["actions"]] == seen["action_mask"].nonzero()[0].tolist()
    hands = {zone["name"]: zone for zone in told["view"]["zones"]}
    assert all("face" in card for card in hands[f"hand:{seat}"]["cards"])
    assert "cards" not in hands[f"hand:{(seat + 1) % 3}"]


def test_rewards_come_with_the_ranks() -> None:
    env = tablee.env("bazardelix", 4)
    env.reset(seed=5)
    play(env, Random(5))
    outcome = env.table.s.outcome
    assert outcome is not None and outcome.ranks is not None
    ranks = outcome.ranks
    by_rank = sorted(env.possible_agents, key=lambda agent: ranks[int(agent[-1])])
    given = [env.rewards[agent] for agent in by_rank]
    assert given == sorted(given, reverse=True) and given[0] > 0 > given[-1]
    assert sum(given) == pytest.approx(0)
    assert all(env.terminations.values()) and not any(env.truncations.values())


def test_an_illegal_action_is_refused() -> None:
    env = tablee.env("amerix", 2)
    env.reset(seed=0)
    illegal = int((1 - env.observe(env.agent_selection)["action_mask"]).nonzero()[0][0])
    with pytest.raises(ValueError, match="not legal"):
        env.step(illegal)


def test_seeds_and_games() -> None:
    def first(env: Env) -> Any:
        return env.observe("player_0")["observation"].tolist()

    a, b = tablee.env("amerix", 2), tablee.env("amerix", 2)
    a.reset(seed=1)
    b.reset(seed=1)
    assert first(a) == first(b)
    was = first(a)
    a.reset()
    assert first(a) != was
    b.reset()
    assert first(a) == first(b)
    b.reset(seed=2)
    assert first(b) != was


def test_options_reach_the_game() -> None:
    env = tablee.env("amerix", 2, timers="double")
    assert env.rules.options.timers == "double"
    with pytest.raises(Refused):
        tablee.env("amerix", 2, no_such_option=1)
    with pytest.raises(Refused):
        tablee.env("amerix", 99)
    with pytest.raises(Refused):
        tablee.env("no_such_game")


def test_too_long_is_truncated() -> None:
    env = tablee.env("amerix", 2, max_steps=5)
    env.reset(seed=0)
    play(env, Random(0))
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert env.table.steps == 5


def test_in_parallel_those_who_have_nothing_to_do_wait() -> None:
    env = tablee.parallel_env("amerix", 3)
    seen, _ = env.reset(seed=0)
    busy = {f"player_{seat}" for seat in env.table.asked}
    for agent, what in seen.items():
        assert (np.flatnonzero(what["action_mask"]).tolist() == [WAIT]) == (agent not in busy)
