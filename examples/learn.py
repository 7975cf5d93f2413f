"""Trains a small policy on one of our games, against players by chance, and draws its learning curve.

A linear policy (one weight for each number of the observation and each action) learns by REINFORCE: a game won
makes what was done in it likelier. `pip install tablee[ai]`; a few minutes on one core.
"""

import argparse
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tablee

Floats = NDArray[np.float64]


class Policy:
    """Softmax over the legal actions; an observation is made of a few dozen numbers that are not zero."""

    def __init__(self, observations: int, actions: int, rate: float) -> None:
        self.weights = np.zeros((observations + 1, actions))
        self.rate = rate

    def features(self, seen: Any) -> tuple[NDArray[np.int64], Floats]:
        values = seen["observation"]
        where = np.flatnonzero(values)
        # Large numbers count no more than small ones; the last feature is always there.
        return np.append(where, len(values)), np.append(np.clip(values[where] / 4, -1, 1), 0.5)

    def chances(self, seen: Any) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats, Floats]:
        legal = np.flatnonzero(seen["action_mask"])
        where, values = self.features(seen)
        scores = values @ self.weights[np.ix_(where, legal)]
        odds = np.exp(scores - scores.max())
        return legal, where, values, odds / odds.sum()

    def learn(self, path: list[tuple[Any, ...]], gain: float) -> None:
        for legal, where, values, chances, chosen in path:
            slope = -chances
            slope[chosen] += 1
            self.weights[np.ix_(where, legal)] += self.rate * gain * np.outer(values, slope)


def play(env: Any, policy: Policy, random: Random, seat: int, learning: bool) -> float:
    """One game: the policy in one seat, chance in the others. The reward of the policy."""
    env.reset()
    me = env.possible_agents[seat]
    path: list[tuple[Any, ...]] = []
    for agent in env.agent_iter():
        seen, reward, over, late, _ = env.last()
        if over or late:
            break
        if agent == me:
            legal, where, values, chances = policy.chances(seen)
            mark, chosen = random.random(), 0
            while chosen < len(legal) - 1 and mark >= chances[chosen]:
                mark -= chances[chosen]
                chosen += 1
            if len(legal) > 1 and learning:
                path.append((legal, where, values, chances, chosen))
            env.step(int(legal[chosen]))
        else:
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[int(random.random() * len(legal))]))
    reward = float(env.rewards[me])
    if learning:
        policy.learn(path, reward)
    return reward


def bar(value: float, width: int = 40) -> str:
    """From -1 to 1."""
    full = round((value + 1) / 2 * width)
    return "█" * full + "·" * (width - full)


def train(game: str, players: int, games: int, each: int, rate: float, seed: int) -> list[float]:
    """The mean rewards of `each` games after another."""
    env = tablee.env(game, players)
    env.reset(seed=seed)
    random = Random(seed)
    policy = Policy(env.rules.layout.size, len(env.rules.actions), rate)
    curve: list[float] = []
    rewards: list[float] = []
    print(f"{game}, {players} players: one learns, the others play by chance. Mean reward, 0 is theirs:")
    for number in range(1, games + 1):
        rewards.append(play(env, policy, random, random.randrange(players), True))
        if number % each == 0:
            curve.append(float(np.mean(rewards)))
            rewards.clear()
            print(f"{number:>6} games  {curve[-1]:+.3f}  {bar(curve[-1])}", flush=True)
    return curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="bazardelix")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--each", type=int, default=30, help="games for a point of the curve")
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=0)
    train(**vars(parser.parse_args()))
