"""The command `python -m bench.minds`: how long bots think. For every game and level, time of the processor for a
decision: median, 99th percentile and most, as the table of docs/bots.md; one core, all seats of that level."""

import argparse
from itertools import count
from time import process_time
from typing import Any

from tablee.arena.match import Match, make_bot
from tablee.arena.tournament import Timed, percentiles
from tablee.bots.bot import Bot, Level
from tablee.games.registry import game, games
from tablee.kernel.rng import seed_from

PLAYERS = 4
"""At the table, or as near as the game allows."""
LIMITS = {Level.BEGINNER: 1_000.0, Level.NORMAL: 1_000.0, Level.STRONG: 3_000.0}
"""Milliseconds that 99 of 100 answers keep within."""


def thoughts(key: str, level: Level, players: int, seconds: float, seed: str) -> list[float]:
    """Milliseconds of each decision, for about so many seconds of play."""
    found: list[float] = []

    def timed(*given: Any) -> Bot:
        return Timed(make_bot(*given), found)

    began = process_time()
    for number in count():
        match = Match(game(key), [level] * players, seed=seed_from(f"{seed} {number}"), make=timed)
        while not match.over:
            match.step()
            if process_time() - began > seconds:
                return found
    raise AssertionError


def row(key: str, seconds: float, seed: str) -> tuple[str, bool]:
    """A line of the table, and whether all levels keep within their limits."""
    low, high = game(key).info.players
    players = min(max(PLAYERS, low), high)
    cells, good = [], True
    for level in Level:
        spent = thoughts(key, level, players, seconds, seed)
        if not spent:
            cells.append("–")
            continue
        median, late, most = percentiles(spent)
        good = good and late <= LIMITS[level]
        cells.append(f"{median:.1f} / {late:.1f} / {most:.1f} ({len(spent)})")
    return f"| {game(key).info.name} | {players} | {' | '.join(cells)} |", good


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.minds", description=__doc__)
    parser.add_argument("games", nargs="*", help="only these")
    parser.add_argument("--seconds", type=float, default=20.0, help="for each game and level (%(default)s)")
    parser.add_argument("--seed", default="minds")
    args = parser.parse_args()
    print("| game | seats | " + " | ".join(Level) + " |\n| --- | --- | --- | --- | --- |")
    late = []
    for key in args.games or games():
        line, good = row(key, args.seconds, args.seed)
        print(line, flush=True)
        if not good:
            late.append(key)
    if late:
        raise SystemExit(f"too slow at the 99th percentile: {', '.join(late)}")


if __name__ == "__main__":
    main()
