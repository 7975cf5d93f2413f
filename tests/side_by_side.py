"""Batches and the environments that run the rules, step by step.

`python -m tests.side_by_side amerix --games 300` plays as many games as one has time for, with every number of
players and every set of options; the unit tests play a few.
"""

import argparse
from importlib import import_module
from random import Random
from typing import Any

import numpy as np

from tablee.envs import petting
from tablee.envs.actions import WAIT
from tablee.envs.batch.batch import batch_env, batches, written
from tablee.games.registry import game as registered

TABLES = 4


def own_tests(key: str) -> Any:
    """What a game's tests say of its compiled rules: `BATCHES`, sets of options that change them, and where chance
    would not get on, `batch_choice`."""
    return import_module(f"tests.games.test_{key}")


def simple() -> str:
    """A game with a batch, for tests of what all batches do; one that is soon compiled."""
    return next(key for key in ("vieubarbix", *batches()) if key in batches())


def compare(key: str, players: int, options: dict[str, Any], games: int, seed: int = 0) -> int:
    """Plays both until so many games have ended; fails where they part. Returns the steps that were compared."""
    batch = batch_env(key, TABLES, players, **options)
    theirs = [petting.env(key, players, **options) for _ in range(TABLES)]
    for i, env in enumerate(theirs):
        env.reset(seed=seed + i)
    step = batch.reset(seed)
    random = Random(f"{key} {players} {options} {seed}")
    ended = steps = 0
    while ended < games:
        actions = np.zeros(TABLES, np.int64)
        for i, env in enumerate(theirs):
            seat = env.table.asked[0]
            seen = env.observe(env.possible_agents[seat])
            if (
                step.seat[i] != seat
                or not np.array_equal(step.action_mask[i], seen["action_mask"])
                or not np.array_equal(step.observation[i], seen["observation"])
            ):
                raise AssertionError(f"{key}, {players} players, {options}: {difference(env, step, i, seen)}")
            actions[i] = chosen(env, seat, np.flatnonzero(seen["action_mask"]), random, patient=i % 2 == 0)
            env.step(int(actions[i]))
        step = batch.step(actions)
        steps += TABLES
        for i, env in enumerate(theirs):
            assert step.over[i] == env._over
            assert np.allclose(step.reward[i], list(env.rewards.values()))
            if env._over:
                ended += 1
                env.reset()
    return steps


def chosen(env: petting.Env, seat: int, legal: Any, random: Random, patient: bool) -> Any:
    """At random, and at every other table rarely to wait; where a game would never get on so, its test knows."""
    choice = getattr(own_tests(env.rules.game.info.key), "batch_choice", None)
    named = {env.action_name(action): int(action) for action in legal} if choice else {}
    if choice and (action := choice(env.table.s, seat, named, random)) is not None:
        return action
    if not patient and len(legal) > 1 and legal[0] == WAIT and random.random() < 0.9:
        legal = legal[1:]
    return random.choice(legal)


def difference(env: petting.Env, step: Any, i: int, seen: Any) -> str:
    """What is not the same."""
    layout = env.rules.layout
    found = [f"seat {step.seat[i]} instead of {env.table.asked[0]}"] if step.seat[i] != env.table.asked[0] else []
    ours, theirs = step.action_mask[i], seen["action_mask"]
    found += [
        f"{env.action_name(int(a))}: {ours[a]} instead of {theirs[a]}" for a in np.flatnonzero(ours != theirs)
    ]
    ours, theirs = step.observation[i], seen["observation"]
    for at in np.flatnonzero(ours != theirs):
        part, start = next((n, a) for n, (a, size) in layout.sections.items() if a <= at < a + size)
        what = layout.fact_names[at - start] if part == "facts" else str(at - start)
        found.append(f"{part} {what}: {ours[at]} instead of {theirs[at]}")
    return ", ".join(found)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.side_by_side", description=__doc__)
    parser.add_argument("game", nargs="*", choices=[*written(), []])
    parser.add_argument("--games", type=int, default=100, help="for each number of players and set of options")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for key in args.game or written():
        low, high = registered(key).info.players
        for players in range(low, high + 1):
            for options in own_tests(key).BATCHES:
                steps = compare(key, players, options, args.games, args.seed)
                print(
                    f"{key}, {players} players, {options}: {args.games} games and {steps:,} steps agree",
                    flush=True,
                )


if __name__ == "__main__":
    main()
