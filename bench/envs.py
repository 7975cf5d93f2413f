"""The command `python -m bench.envs`: steps per second, observations included, of our environments and of those of
PettingZoo and RLCard in the same run: ours through the interface of PettingZoo, and in batches where a game has
them. With the name of a game: one of ours."""

import argparse
import json
import re
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

from numpy.random import default_rng
from rich import box
from rich.console import Console
from rich.table import Table as Grid

from bench import environment, rounds
from bench.peers import PEERS
from bench.report import Run, as_json, cpu_model, screen
from bench.rounds import Subject
from bench.timing import Table, cores, work
from tablee.envs.batch.batch import batch_env, written
from tablee.envs.petting import env
from tablee.games.registry import games
from tools.about import about

_random = Random(0).random

BATCH = re.compile(r", batch of ([\d,]+)$")
SIZES = (1, 1024)
""""amerix, batch of 1,024": so many tables at once."""
STEPS = 16_384


def lay(key: str) -> Table:
    """Driven exactly as the peers are (bench/peers.py)."""
    table: Any = env(key)

    def play() -> int:
        table.reset()
        steps = 0
        for _ in table.agent_iter():
            observation, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.step(None)
            else:
                legal = observation["action_mask"].nonzero()[0]
                table.step(int(legal[int(_random() * len(legal))]))
                steps += 1
        return steps

    return Table(play, len(table.possible_agents), version("tablee"))


def lay_batch(name: str) -> Table:
    """A turn is a step at every table, with an observation, a mask and a choice for each."""
    found = BATCH.search(name)
    tables = int(found[1].replace(",", "")) if found else 1
    batch = batch_env(key_of(name), tables)
    random = default_rng(0)
    batch.reset(0)

    def play() -> int:
        for _ in range(STEPS // tables):
            batch.step(batch.sample(random))
        return STEPS

    return Table(play, batch.players, version("tablee"))


def key_of(name: str) -> str:
    return BATCH.sub("", name)


def subjects(console: Console) -> list[Subject]:
    names = [(key, "Python") for key in games()]
    names += [(f"{key}, batch of {size:,}", "compiled") for size in SIZES for key in written()]
    ours = [Subject(n, True, language, True, (sys.executable, "-m", "bench.envs", n)) for n, language in names]
    home = environment.prepared(console.print)
    theirs = [
        Subject(
            name,
            False,
            peer.language,
            True,
            (str(home.python), "-m", "bench.peers", name),
            unavailable=home.why_not(peer.package),
        )
        for name, peer in PEERS.items()
        if peer.observes
    ]
    return ours + theirs


def show(run: Run, console: Console) -> None:
    console.print(
        f"{cpu_model()}: steps per second with observations, median of {run.rounds} rounds", highlight=False
    )
    for package in dict.fromkeys(PEERS[peer.name].package for peer in run.peers):
        console.print(ratios(run, [peer for peer in run.peers if PEERS[peer.name].package == package], package))
    if run.peers:
        console.print("* nearest of its kind")
    for subject in run.unavailable:
        console.print(f"Unavailable: {subject.name}. {subject.unavailable}", highlight=False, markup=False)
    console.print("batch: so many tables at once, compiled; all others, ours and theirs, one game at a time")
    console.print("A step of one game is not a step of another: read the ratios as orders of magnitude.")


def ratios(run: Run, peers: Sequence[Subject], package: str) -> Grid:
    """Ours, each beside all environments of a package."""
    grid = Grid(title=f"Steps of ours for each step of {package}", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    grid.add_column("ours", no_wrap=True)
    grid.add_column("steps/s", justify="right", no_wrap=True)
    for peer in peers:
        title = re.sub(r"_v\d+$", "", peer.name.removeprefix(f"{package} "))
        grid.add_column(re.sub("[-_]", " ", title), justify="right")
    for ours in run.ours:
        near = about(key_of(ours.name)).nearest
        cells = (f"{ours.rate / peer.rate:.1f}{'*' if PEERS[peer.name].kind == near else ' '}" for peer in peers)
        grid.add_row(ours.name, f"{ours.rate:,.0f}", *cells)
    grid.add_section()
    grid.add_row("theirs, steps/s", "", *(f"{peer.rate:,.0f} " for peer in peers))
    grid.add_row("players", "", *(f"{peer.samples[0].players} " for peer in peers))
    return grid


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.envs", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each game in a round (%(default)s)")
    parser.add_argument("--games", nargs="*", help="only these of ours")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers there too")
    args = parser.parse_args()
    console = screen()
    chosen = [s for s in subjects(console) if not (s.ours and args.games) or key_of(s.name) in args.games]
    core = max(cores(), default=None)
    with console.status("measuring") as status:
        rounds.run(chosen, args.rounds, args.seconds, core, status.update)
    run = Run(args.rounds, args.seconds, core, chosen)
    show(run, console)
    if args.json:
        args.json.write_text(json.dumps(as_json(run), indent=2) + "\n")


if __name__ == "__main__":
    if len(sys.argv) > 1 and key_of(sys.argv[1]) in games():
        work(lay_batch if BATCH.search(sys.argv[1]) else lay)
    else:
        main()
