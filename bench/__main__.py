"""The command: `python -m bench`, from the root of the repository."""

import argparse
import json
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from bench import environment, rounds
from bench.peers import PEERS
from bench.report import Run, as_json, screen, show
from bench.rounds import Subject
from bench.timing import cores
from tablee.games.registry import games


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=sys.modules["bench"].__doc__)
    parser.add_argument("--rounds", type=_positive, default=3, help="of all games (%(default)s)")
    parser.add_argument("--seconds", type=float, default=1.5, help="for each game in a round (%(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers there too")
    parser.add_argument("--only-ours", action="store_true", help="no peers, nothing to install")
    return parser.parse_args()


def _positive(text: str) -> int:
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def our_subjects() -> list[Subject]:
    command = (sys.executable, "-m", "bench.ours")
    return [Subject(key, True, "Python", False, (*command, key)) for key in games()]


def peer_subjects(console: Console) -> list[Subject]:
    home = environment.prepared(console.print)
    command = (str(home.python), "-m", "bench.peers")
    return [
        Subject(
            name,
            False,
            peer.language,
            peer.observes,
            (*command, name),
            unavailable=home.why_not(peer.package),
        )
        for name, peer in PEERS.items()
    ]


def main() -> None:
    args = arguments()
    console = screen()
    subjects = our_subjects()
    if not args.only_ours:
        subjects += peer_subjects(console)
    # The last core: the first one serves most interrupts.
    core = max(cores(), default=None)
    columns = (TextColumn("{task.description:<30}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=args.rounds * len(subjects))

        def step(name: str) -> None:
            progress.update(task, description=name, advance=1)

        rounds.run(subjects, args.rounds, args.seconds, core, step)
    run = Run(args.rounds, args.seconds, core, subjects)
    show(run, console)
    if args.json:
        args.json.write_text(json.dumps(as_json(run), indent=2) + "\n")


if __name__ == "__main__":
    main()
