"""`python -m bench.load`: tables of four people over real sockets, ours and the peer's."""

import argparse
import json
import os
from pathlib import Path

from rich.console import Console

from bench.load import peers
from bench.load.process import raise_open_files
from bench.load.report import as_json, show
from bench.load.run import Plan, Subject, free_hands, measure, ours, peer
from bench.timing import cores


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=1_000)
    parser.add_argument("--rate", type=float, default=0.5, help="moves of a table in a second")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--step-seconds", type=float, default=8.0, help="for each step of the ramps")
    parser.add_argument("--free", type=int, default=40, help="tables at which eight act at once; 0: none")
    parser.add_argument("--only", choices=("ours", "peer", "free"))
    parser.add_argument("--no-ramp", action="store_true", help="do not look for where it breaks")
    parser.add_argument("--json", type=Path, help="write the numbers here as well")
    parser.add_argument("--profile", type=Path, help="profile our server's event loop into this file (slows it)")
    args = parser.parse_args()
    console = Console()
    free = cores()
    plan = Plan(
        args.tables,
        args.rate,
        args.seconds,
        args.step_seconds,
        not args.no_ramp,
        raise_open_files(),
        (free[0], free[1]) if len(free) > 1 else (None, None),
        args.free,
        args.profile,
    )
    if plan.tables > plan.most_tables:
        parser.error(f"this system lets a process open {plan.most_files} files: {plan.most_tables} tables at most")

    def say(text: str) -> None:
        console.print(text, highlight=False, markup=False)

    load_before = os.getloadavg()[0]
    subjects = []
    hands = free_hands(plan, say) if plan.free and args.only in (None, "free") else None
    if args.only in (None, "ours"):
        subjects.append(measure("tablée (amerix)", ours, plan, say))
    if args.only in (None, "peer"):
        why = peers.why_not()
        subjects.append(
            Subject(peers.PACKAGE, unavailable=why) if why else measure(peers.PACKAGE, peer, plan, say)
        )
    show(plan, subjects, console)
    if args.json:
        numbers = {**as_json(plan, subjects, load_before), "free_hands": hands}
        args.json.write_text(json.dumps(numbers, indent=2, ensure_ascii=False) + "\n")
    if hands is not None and (hands["untrue"] or hands["complaints"]):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
