"""What the workers share: one process, one core, one game, one sample. Standard library only."""

import argparse
import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

WARM_UP = 0.25
"""Seconds played before the clock starts: caches fill, the interpreter specialises, for everybody alike."""


@dataclass(frozen=True)
class Table:
    """A game ready to be played at random again and again."""

    play: Callable[[], int]
    """Plays one game to its end; the number of moves made by players (no alarms, no chance)."""
    players: int
    version: str


@dataclass(frozen=True)
class Sample:
    """One measurement."""

    players: int
    version: str
    games: int
    moves: int
    cpu: float
    wall: float

    @property
    def rate(self) -> float:
        """Moves per second of the core: time that other processes took from it does not count."""
        return self.moves / self.cpu

    @property
    def share(self) -> float:
        """How much of the core this process had."""
        return self.cpu / self.wall


def cores() -> list[int]:
    """The cores this process may use; empty where the system does not say."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def pin(core: int) -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


def measure(table: Table, seconds: float) -> Sample:
    """Whole games for about so many seconds of the processor, so that a busy machine makes no sample smaller."""
    _play_for(table, WARM_UP)
    cpu, wall = time.process_time(), time.perf_counter()
    games, moves = _play_for(table, seconds)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    if not moves:
        raise RuntimeError("no move was made")
    return Sample(table.players, table.version, games, moves, cpu, wall)


def _play_for(table: Table, seconds: float) -> tuple[int, int]:
    play, clock = table.play, time.process_time
    games = moves = 0
    end = clock() + seconds
    while clock() < end:
        moves += play()
        games += 1
    return games, moves


def work(lay: Callable[[str], Table]) -> None:
    """The worker's main: measures the game named on the command line and prints a JSON line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--core", type=int)
    args = parser.parse_args()
    if args.core is not None:
        pin(args.core)
    try:
        print(json.dumps(asdict(measure(lay(args.name), args.seconds))))
    except Exception as wrong:  # whatever a peer throws is the reason shown in the report
        print(json.dumps({"error": f"{type(wrong).__name__}: {wrong}"}))
