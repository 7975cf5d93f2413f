"""OpenSpiel's own random simulation, for every game, and one of its algorithms on ours."""

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from bench import hearts
from tablee.envs import spiel
from tablee.games.registry import games
from tablee.kernel.rng import seed_from

GAMES = list(games())
STEPS = 150


@pytest.mark.parametrize("key", GAMES)
def test_random_simulation(key: str) -> None:
    """Long games are joined near their end: the test makes several strings and copies of every state."""
    game = spiel.load(key, deals=20)
    state = game.new_initial_state()
    random = Random(1)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    history = state.history()
    start = game.new_initial_state()
    for action in history[: max(0, len(history) - STEPS)]:
        start.apply_action(action)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False, specific_initial_state=start)


def _late(game: Any, steps: int, seed: int = 0) -> Any:
    state, random = game.new_initial_state(), Random(seed)
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
    return state


def test_chance_draws_the_deal() -> None:
    game = spiel.load("amerix", deals=5)
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert [p for _, p in state.chance_outcomes()] == [0.2] * 5
    hands = set()
    for deal in range(5):
        dealt = state.child(deal)
        hands.add(tuple(dealt.observation_tensor(0)))
    assert len(hands) == 5


def test_information_states_tell_histories_apart_and_nothing_hidden() -> None:
    state = _late(spiel.load("bazardelix", 3), 40)
    player = state.current_player()
    known = state.information_state_string(player)
    assert state.clone().information_state_string(player) == known
    sampled = np.random.default_rng(0)
    twins = [state.resample_from_infostate(player, sampled.random) for _ in range(5)]
    assert {twin.information_state_string(player) for twin in twins} == {known}
    other = (player + 1) % 3
    assert len({twin.observation_string(other) for twin in twins} | {state.observation_string(other)}) > 1
    assert all(twin.legal_actions() == state.legal_actions() for twin in twins)


def test_their_search_plays_ours() -> None:
    """OpenSpiel's ISMCTS over imagined deals finds legal moves."""
    state = _late(spiel.load("amerix", 2), 30)
    while len(state.legal_actions()) < 3:
        state.apply_action(state.legal_actions()[0])
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        uct_c=1.0,
        max_simulations=8,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(0)),
        random_state=np.random.RandomState(0),
    )
    assert bot.step(state) in state.legal_actions()


def test_returns_are_the_rewards() -> None:
    state = _late(spiel.load("bazardelix", 3), 10_000)
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) > 0


def test_their_hearts_is_a_round_of_bazardelix() -> None:
    """The mapping of `bench.hearts`: the same legal cards at every step and the same points, R24 included."""
    for deal in range(30):
        twins, random = hearts.Twins(seed_from(f"twins {deal}")), Random(deal)
        steps = 0
        while not twins.over:
            twins.play(random.choice(twins.legal()))
            steps += 1
        assert steps == 52
        assert sum(twins.points()) in (hearts.ALL, 3 * hearts.ALL)


def test_hearts_gives_both_the_same_time() -> None:
    pace = hearts.Pace()
    points = hearts.play(seed_from("pace"), 0, 20.0, pace)
    assert sum(points) in (hearts.ALL, 3 * hearts.ALL)
    assert len(pace.ours) > 10 < len(pace.theirs)
    behind = hearts.Pace(ours=[1.0, 1.0], theirs=[0.5], rate=1_000)
    assert behind.budget() == 1_500
    assert hearts.Pace(ours=[1.0], theirs=[9.0]).budget() == hearts.SIMULATIONS[0]
    assert hearts.won((3, 5, 3, 15), 0) == 1.0
    assert hearts.won((3, 3, 5, 15), 0) == 0.5
    assert hearts.ahead((0, 13, 5, 8), 0) == 1.0
