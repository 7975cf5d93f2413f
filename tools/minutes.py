"""How long games last at the table's own pace: `python -m tools.minutes [game …] [--games 5]`.

Bots of the normal level play whole games on the virtual clock, with the pauses of people and with all the times in
which a table shows something. What people add is a factor, which a game may set in its `about.toml`. The last
number is what `GameInfo.minutes` should say.
"""

import argparse
from collections.abc import Sequence
from statistics import median
from typing import Any

from tablee.arena.match import Match
from tablee.games.registry import game, games
from tablee.kernel.game import Game
from tablee.kernel.rng import seed_from
from tools.about import about

STEPS = (1, 2, 3, 5, 10, 15, 20, 30, 40, 60, 90)
"""Nobody wants to read « 17 min »."""


def usual(of: Game[Any]) -> int:
    return min(about(of.info.key).players, of.info.players[1])


def with_people(of: Game[Any], minutes: float) -> float:
    """How long people take for what takes bots so long."""
    return minutes * about(of.info.key).unhurried


def measured(of: Game[Any], players: int, seeds: Sequence[int]) -> float:
    """Minutes of table time: the median of some games."""

    def one(seed: int) -> float:
        match = Match(of, ["normal"] * players, seed=seed_from(f"minutes {seed}"))
        match.finish()
        return match.state.now / 60_000

    return median(one(seed) for seed in seeds)


def stated(minutes: float) -> int:
    """What the shelf says of a game that takes people so long: the nearest step, by ratio."""
    return min(STEPS, key=lambda step: max(step / minutes, minutes / step))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.minutes", description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=5)
    args = parser.parse_args()
    print(f"{'game':16}{'least':>12}{'usual':>12}{'most':>12}{'says':>6}{'should':>8}")
    for of in [game(key) for key in args.game or games()]:
        counts = of.info.players[0], usual(of), of.info.players[1]
        times = {n: measured(of, n, range(args.games)) for n in sorted(set(counts))}
        row = "".join(f"{f'{times[n]:.1f} ({n})':>12}" for n in counts)
        print(
            f"{of.info.key:16}{row}{of.info.minutes:>6}{stated(with_people(of, times[usual(of)])):>8}", flush=True
        )


if __name__ == "__main__":
    main()
