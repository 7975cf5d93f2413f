"""The command: `python -m bench.words`, from the root of the repository; `make bench` runs it too."""

import argparse
import json
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import environment
from bench.report import cpu_model
from bench.rounds import ROOT
from bench.timing import cores, pin
from bench.words.queries import Query, queries, scan, timed
from tablee.lexicons import load
from tablee.words.fit import Fit

LIMIT = 20
"""What a bot or a hint asks for."""
MEMBER = "is a word"


@dataclass
class Kind:
    """One kind of query: microseconds by query, for everybody who answered."""

    name: str
    hits: list[int] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    """Ours, the commonest 20."""
    count: list[float] = field(default_factory=list)
    every: list[float] = field(default_factory=list)
    """Ours, all words that fit as a list of strings."""
    naive: list[float] = field(default_factory=list)
    trie: list[float] = field(default_factory=list)
    """All words that fit."""


def as_fit(q: Query) -> Fit:
    return Fit(**asdict(q))


def measure(seconds: float) -> tuple[list[Kind], list[str], float]:
    """Ours and the naive scan in turn, query by query."""
    start = time.perf_counter()
    lexicon = load("fr")
    loading = time.perf_counter() - start
    index = lexicon.index
    words = index.find()
    kinds = []
    for name, asked in queries(words).items():
        kind = Kind(name)
        for q in asked:
            fit = as_fit(q)
            found = index.find(fit)
            begin = time.process_time()
            if scan(words, q) != found:
                raise SystemExit(f"{q}: the index and the scan differ")
            kind.naive.append((time.process_time() - begin) * 1e6)
            kind.hits.append(len(found))
            kind.first.append(timed(lambda f=fit: index.find(f, limit=LIMIT), seconds))  # type: ignore[misc]
            kind.count.append(timed(lambda f=fit: index.count(f), seconds))  # type: ignore[misc]
            kind.every.append(timed(lambda f=fit: index.find(f), seconds))  # type: ignore[misc]
        kinds.append(kind)
    member, known = words[::5000], set(words)
    kinds.append(
        Kind(
            MEMBER,
            hits=[len(member)],
            first=[timed(lambda: [lexicon.look_up(w) for w in member], seconds) / len(member)],
            naive=[timed(lambda: [w in known for w in member], seconds) / len(member)],
        )
    )
    return kinds, words, loading


def ask_the_trie(
    kinds: Sequence[Kind], words: list[str], seconds: float, core: int | None, console: Console
) -> str:
    """Fills in the trie's times; says which version, or why there are none."""
    home = environment.prepared(console.print)
    if home.why_not("marisa-trie"):
        return home.why_not("marisa-trie")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "words.txt"
        file.write_text("\n".join(words))
        command = [
            str(home.python),
            "-m",
            "bench.words.trie",
            str(file),
            str(seconds),
            str(-1 if core is None else core),
        ]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        return done.stderr.strip().splitlines()[-1]
    report: dict[str, Any] = json.loads(done.stdout)
    for kind in kinds:
        if found := report["kinds"].get(kind.name):
            if found["hits"] != kind.hits:
                raise SystemExit(f"{kind.name}: the index and the trie differ")
            kind.trie = found["microseconds"]
    return f"marisa-trie {report['version']}"


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def show(kinds: Sequence[Kind], words: int, loading: float, trie: str, console: Console) -> None:
    table = Table(title=f"French: {words:,} words; microseconds of one core, median of the queries of each kind")
    for heading in (
        "query",
        "hits",
        f"first {LIMIT}",
        "count",
        "all",
        "Python scan",
        "ratio",
        "trie, all",
        "ratio",
    ):
        table.add_column(heading, justify="left" if heading == "query" else "right")
    for kind in kinds:
        table.add_row(
            kind.name,
            f"{median(kind.hits):,.0f}",
            *(number(median(times)) if times else "" for times in (kind.first, kind.count, kind.every)),
            number(median(kind.naive)),
            number(median(kind.naive) / median(kind.first)),
            number(median(kind.trie)) if kind.trie else "",
            number(median(kind.trie) / median(kind.every or kind.first)) if kind.trie else "",
        )
    console.print(table)
    console.print(f"{cpu_model()}, Python {platform.python_version()}; {trie}; loaded in {loading * 1000:.0f} ms")
    console.print("Ratios: how many times longer than ours; the scan beside our first 20, the trie beside all.")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.words", description=sys.modules["bench.words"].__doc__)
    parser.add_argument("--seconds", type=float, default=0.03, help="for each query (%(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers there too")
    parser.add_argument("--only-ours", action="store_true", help="no trie, nothing to install")
    args = parser.parse_args()
    console = Console()
    core = max(cores(), default=None)
    if core is not None:
        pin(core)
    with console.status("finding words …"):
        kinds, words, loading = measure(args.seconds)
        trie = "no trie" if args.only_ours else ask_the_trie(kinds, words, args.seconds, core, console)
    show(kinds, len(words), loading, trie, console)
    if args.json:
        numbers = {"words": len(words), "trie": trie, "loading": loading, "kinds": [asdict(k) for k in kinds]}
        args.json.write_text(json.dumps(numbers, indent=2) + "\n")


if __name__ == "__main__":
    main()
