"""`python -m tools.mutants [kernel | game …] [--sample 60] [--seed …]`: how many small faults the tests notice.

Each fault has a process of its own, forked from one that has loaded pytest and what the fault does not touch. A
fault that makes the tests run ten times as long is noticed too.
"""

import argparse
import importlib
import importlib.util
import json
import os
import resource
import signal
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from time import monotonic
from types import CodeType, ModuleType

# Tests that draw values draw the same ones for every fault.
os.environ.setdefault("CI", "1")
sys.dont_write_bytecode = True

import pytest  # noqa: E402

from tools.mutants.faults import Fault, faults  # noqa: E402
from tools.mutants.subjects import ROOT, Subject, games, subject  # noqa: E402

QUIET = (
    "-x",
    "-q",
    "--tb=no",
    "--no-header",
    "--no-summary",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "-p",
    "no:schemathesis",
)
HEAVY = ("numpy", "msgspec", "hypothesis", "typer", "rich", "aiohttp")
OURS = (
    "tests.table",
    "tablee.arena.match",
    "tablee.arena.proof",
    "tablee.lexicons",
    "tablee.texts",
    "tablee.bots.rollout",
)
MEMORY = 6 << 30


class Faulty(SourceFileLoader):
    """Loads one module with a fault in it, and leaves no file behind."""

    def __init__(self, name: str, path: Path, text: bytes) -> None:
        super().__init__(name, str(path))
        self.text = text

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.text, self.path, "exec", dont_inherit=True)


class Finder(MetaPathFinder):
    def __init__(self, loader: Faulty) -> None:
        self.loader = loader

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.loader.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.loader.path, loader=self.loader)


def run(tests: Sequence[str], faulty: Faulty | None, seconds: int) -> int:
    """The status of pytest in a process of its own; below zero where that was ended."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status)
    code = 3
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        if faulty is not None:
            sys.meta_path.insert(0, Finder(faulty))
        code = int(pytest.main([*QUIET, *tests]))
    except BaseException:  # whatever a fault does, it is noticed
        code = 2
    finally:
        os._exit(code)


def load(of: Subject) -> None:
    """Loads what its faults do not touch; a module that is here already would never have its fault."""
    for name in HEAVY if of.name == "kernel" else (*HEAVY, *OURS):
        importlib.import_module(name)
    known = [module for module in of.modules if module in sys.modules]
    if known:
        raise SystemExit(f"{of.name}: loaded without their faults: {', '.join(known)}")


def look(of: Subject, sample: int, seed: str) -> tuple[list[Fault], int, int]:
    """Faults that nobody noticed, how many were tried, and how many there are."""
    texts = {name: path.read_bytes() for name, path in of.modules.items()}
    every = [fault for name, path in of.modules.items() for fault in faults(path, name)]
    chosen = sorted(every, key=lambda fault: fault.rank(seed))[:sample] if sample else every
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    if run(of.tests, None, 3600):
        raise SystemExit(f"{of.name}: the tests fail without a fault: {' '.join(of.tests)}")
    usual = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    survivors = []
    for number, fault in enumerate(chosen, 1):
        text = fault.applied(texts[fault.path])
        if run(of.tests, Faulty(fault.path, of.modules[fault.path], text), int(10 * usual) + 10) == 0:
            survivors.append(fault)
            print(told(of, fault), flush=True)
        if sys.stderr.isatty():
            print(f"\r{of.name}: {number}/{len(chosen)}", end="", file=sys.stderr)
    return survivors, len(chosen), len(every)


def told(of: Subject, fault: Fault) -> str:
    path = of.modules[fault.path].relative_to(ROOT)
    before, after = (" ".join(text.split()) for text in (fault.before, fault.after))
    return f"  {path}:{fault.line} {fault.where}: {before}  ->  {after}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("subject", nargs="*", help="kernel, or keys of games; all unless said otherwise")
    parser.add_argument("--sample", type=int, default=60, help="faults for each; 0: all of them")
    parser.add_argument("--seed", default="tablee", help="which faults are in the sample")
    parser.add_argument("--json", type=Path, help="adds a line for each subject to this file")
    args = parser.parse_args()
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT), str(ROOT / "src")]
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # The kernel first: what games share loads it.
    names = sorted(args.subject or ["kernel", *games()], key=lambda name: name != "kernel")
    subjects = [subject(name) for name in names]
    for of in subjects:
        load(of)
        began = monotonic()
        survivors, tried, every = look(of, args.sample, args.seed)
        noticed = tried - len(survivors)
        took = monotonic() - began
        share = f"{100 * noticed // max(1, tried)} %"
        print(
            f"{of.name}: {noticed} of {tried} noticed ({share}), of {every} that there are, {took:.0f} s",
            flush=True,
        )
        if args.json:
            line = {
                "subject": of.name,
                "tried": tried,
                "noticed": noticed,
                "of": every,
                "survivors": [told(of, f) for f in survivors],
            }
            with args.json.open("a") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
