"""Our games, played at random without views or records. As a script: measures one of them."""

from importlib.metadata import version
from itertools import count

from bench.timing import Table, work
from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.registry import game
from tablee.kernel.rng import seed_from

HEADLINE = ("bazardelix", "amerix")
"""The games that the ratios are given for, where there are many."""
PLAYERS = 4
"""At the table, or as near as the game allows."""


def lay(key: str) -> Table:
    chosen = game(key)
    low, high = chosen.info.players
    players = min(max(PLAYERS, low), high)
    picker = QuickPicker(0)
    seeds = count()

    def play() -> int:
        state = chosen.start(players, seed=seed_from(next(seeds)))
        moves = rollout(state, picker)
        if state.outcome is None:
            raise RuntimeError("a game came to no end")
        return moves

    return Table(play, players, version("tablee"))


if __name__ == "__main__":
    work(lay)
