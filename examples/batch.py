"""Trains a small policy as `learn.py` does, at hundreds of tables at once, and draws its learning curve.

The games are compiled and cost next to nothing here: ten thousand of them take a minute or two on one core.
`pip install tablee[ai]`.
"""

import argparse
import time

import numpy as np
from learn import bar
from numpy.typing import NDArray

import tablee

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


class Policy:
    """Softmax over the legal actions; one weight for each number of the observation and each action."""

    def __init__(self, observations: int, actions: int, rate: float) -> None:
        self.weights = np.zeros((observations + 1, actions), np.float32)
        self.rate = rate

    @staticmethod
    def features(seen: NDArray[np.int16]) -> Floats:
        """Large numbers count no more than small ones; the last feature is always there."""
        values = np.full((len(seen), seen.shape[1] + 1), 0.5, np.float32)
        np.clip(seen / np.float32(4), -1, 1, out=values[:, :-1])
        return values

    def chances(self, values: Floats, masks: NDArray[np.int8]) -> Floats:
        scores = values @ self.weights
        scores[masks == 0] = -np.inf
        odds = np.exp(scores - scores.max(1, keepdims=True))
        chances: Floats = odds / odds.sum(1, keepdims=True)
        return chances

    def learn(self, values: Floats, slopes: Floats) -> None:
        self.weights += self.rate * (values.T @ slopes)


class Path:
    """What the policy saw and did at each table since its game began."""

    def __init__(self, tables: int, observations: int, actions: int, longest: int = 16) -> None:
        self.length = np.zeros(tables, np.int64)
        self.values = np.zeros((tables, longest, observations + 1), np.float16)
        self.slopes = np.zeros((tables, longest, actions), np.float16)

    def add(self, where: Ints, values: Floats, slopes: Floats) -> None:
        if self.length[where].max(initial=0) == self.values.shape[1]:
            self.values, self.slopes = (
                np.concatenate((a, np.zeros_like(a)), 1) for a in (self.values, self.slopes)
            )
        at = self.length[where]
        self.values[where, at], self.slopes[where, at] = values, slopes
        self.length[where] += 1

    def end(self, where: Ints, gains: Floats) -> tuple[Floats, Floats]:
        """All that was done at these tables, each slope times what its game has brought."""
        done = np.arange(self.values.shape[1]) < self.length[where, None]
        slopes = self.slopes[where] * gains[:, None, None]
        found = self.values[where][done].astype(np.float32), slopes[done].astype(np.float32)
        self.length[where] = 0
        return found


def train(game: str, players: int, tables: int, games: int, each: int, rate: float, seed: int) -> list[float]:
    """The mean rewards of `each` games after another."""
    batch = tablee.batch_env(game, tables, players)
    policy = Policy(batch.size, batch.actions, rate)
    path = Path(tables, batch.size, batch.actions)
    random = np.random.default_rng(seed)
    me = np.arange(tables) % players
    curve: list[float] = []
    rewards: list[float] = []
    print(f"{game}, {players} players: one learns, the others play by chance. Mean reward, 0 is theirs:")
    began, steps, played = time.perf_counter(), 0, 0
    step = batch.reset(seed)
    while played < games:
        actions = batch.sample(random)
        where = np.flatnonzero(step.seat == me)
        values = policy.features(step.observation[where])
        chances = policy.chances(values, step.action_mask[where])
        mark = random.random((len(where), 1)) * chances.sum(1, keepdims=True)
        actions[where] = (chances.cumsum(1) > mark).argmax(1)
        slopes = -chances
        slopes[np.arange(len(where)), actions[where]] += 1
        path.add(where, values, slopes)
        step = batch.step(actions)
        steps += tables
        ended = np.flatnonzero(step.over)
        if len(ended):
            gains = step.reward[ended, me[ended]]
            policy.learn(*path.end(ended, gains))
            rewards += gains.tolist()
            played += len(ended)
        while len(rewards) >= each:
            curve.append(float(np.mean(rewards[:each])))
            del rewards[:each]
            print(f"{each * len(curve):>7} games  {curve[-1]:+.3f}  {bar(curve[-1])}", flush=True)
    seconds = time.perf_counter() - began
    print(f"{steps / seconds:,.0f} steps and {played / seconds:,.0f} games a second, learning included")
    return curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="bazardelix")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--each", type=int, default=1_000, help="games for a point of the curve")
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--seed", type=int, default=0)
    train(**vars(parser.parse_args()))
