"""The report: a table of rates, a table of ratios, and the same as JSON."""

import platform
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from bench.ours import HEADLINE
from bench.rounds import Subject

WIDTH = 114
"""Of a report, in letters, at least: the names of games and packages are long."""
MANY = 3
"""Columns of ratios that a terminal has room for."""


@dataclass(frozen=True)
class Run:
    rounds: int
    seconds: float
    core: int | None
    subjects: Sequence[Subject]

    @property
    def ours(self) -> list[Subject]:
        return [s for s in self.subjects if s.ours and not s.unavailable]

    @property
    def peers(self) -> list[Subject]:
        return [s for s in self.subjects if not s.ours and not s.unavailable]

    @property
    def unavailable(self) -> list[Subject]:
        return [s for s in self.subjects if s.unavailable]


def screen() -> Console:
    return Console(width=max(WIDTH, Console().width))


def cpu_model() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def versions(run: Run) -> dict[str, str]:
    """Of every engine that was measured."""
    found = {"tablee" if s.ours else s.name.split()[0]: s.samples[0].version for s in run.ours + run.peers}
    return dict(sorted(found.items()))


def as_json(run: Run) -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "cpu": cpu_model(),
        "core": run.core,
        "rounds": run.rounds,
        "seconds": run.seconds,
        "versions": versions(run),
        "ours": {s.name: _numbers(s) for s in run.ours},
        "peers": {s.name: _numbers(s) for s in run.peers},
        "ratios": {ours.name: {p.name: round(ours.rate / p.rate, 3) for p in run.peers} for ours in run.ours},
        "unavailable": {s.name: s.unavailable for s in run.unavailable},
    }


def _numbers(s: Subject) -> dict[str, Any]:
    return {
        "moves_per_second": round(s.rate),
        "each_round": [round(sample.rate) for sample in s.samples],
        "moves_per_game": round(_moves_per_game(s), 1),
        "players": s.samples[0].players,
        "language": s.language,
        "observes": s.observes,
        "share_of_core": round(s.share, 3),
    }


def _moves_per_game(s: Subject) -> float:
    return sum(sample.moves for sample in s.samples) / sum(sample.games for sample in s.samples)


def show(run: Run, console: Console) -> None:
    engines = ", ".join(f"{name} {number}" for name, number in versions(run).items())
    console.print(f"Python {platform.python_version()}, {cpu_model()}", highlight=False)
    console.print(engines, highlight=False)
    if run.ours or run.peers:
        console.print(_rates(run))
    if run.ours and run.peers:
        console.print(_ratios(run))
    for reason in dict.fromkeys(s.unavailable for s in run.unavailable):
        names = ", ".join(s.name for s in run.unavailable if s.unavailable == reason)
        console.print(f"Unavailable: {names}. {reason}", highlight=False, markup=False)
    _caution(run, console)


def _rates(run: Run) -> Table:
    table = Table(
        title=f"Random play on one core: median of {run.rounds} rounds of {run.seconds:g} s",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
    )
    table.add_column("game", no_wrap=True)
    table.add_column("in")
    for name in ("moves/s", "spread", "players", "moves/game"):
        table.add_column(name, justify="right")
    for group in (run.ours, run.peers):
        for s in group:
            table.add_row(
                f"[bold]{s.name}[/]" if s.ours else s.name,
                _language(s),
                f"{s.rate:,.0f}",
                f"{s.spread:.0%}" if run.rounds > 1 else "?",
                str(s.samples[0].players),
                f"{_moves_per_game(s):,.0f}",
            )
        table.add_section()
    return table


def _language(s: Subject) -> str:
    return f"{s.language} *" if s.observes else s.language


def _ratios(run: Run) -> Table:
    columns = run.ours
    if len(columns) > MANY:
        columns = [s for s in run.ours if s.name in HEADLINE] or columns[:MANY]
    table = Table(title="Moves of ours for each move of the peer", box=box.SIMPLE_HEAD)
    table.add_column("peer", no_wrap=True)
    table.add_column("in")
    for ours in columns:
        table.add_column(ours.name, justify="right")
    for peer in run.peers:
        table.add_row(peer.name, _language(peer), *(f"× {ours.rate / peer.rate:.2f}" for ours in columns))
    return table


def _caution(run: Run, console: Console) -> None:
    measured = run.ours + run.peers
    if not measured:
        return
    where = "not pinned to a core here" if run.core is None else f"all on core {run.core}"
    spread = max(s.spread for s in measured)
    share = min(s.share for s in measured)
    notes = [f"Seconds of processor time, {where}, of which every game had at least {share:.0%}."]
    if run.rounds > 1:
        notes.append(f"Spread, fastest round less slowest, is up to {spread:.0%}: what differs by less is noise.")
    if run.peers:
        notes += [
            "* builds an observation at every move, asked or not; ours and the others play the rules alone.",
            "A move of one game is not a move of another: read the ratios as orders of magnitude.",
        ]
    for note in notes:
        console.print(note, highlight=False)
