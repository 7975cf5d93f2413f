"""The report: one table of both servers, their ratios, and how much to believe of it."""

import platform
from collections.abc import Callable, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from bench.load.run import LIMIT_MS, PEOPLE, Plan, Sample, Subject
from bench.report import cpu_model

KB = 1024


def as_json(plan: Plan, subjects: Sequence[Subject], load_before: float) -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "cpu": cpu_model(),
        "cores": plan.cores,
        "tables": plan.tables,
        "rate": plan.rate,
        "seconds": plan.seconds,
        "step_seconds": plan.step_seconds,
        "load_average_before": load_before,
        "subjects": [s.as_json() for s in subjects],
    }


def most(samples: Sequence[Sample], of: Callable[[Sample], float]) -> float:
    """The largest of what was still held."""
    return max((of(s) for s in samples if s.holds), default=0.0)


def most_moves(s: Subject) -> float:
    asked = [s.asked] if s.asked else []
    return most([*asked, *s.faster], lambda sample: sample.moves_per_second)


def most_tables(s: Subject) -> float:
    asked = [s.asked] if s.asked else []
    return most([*asked, *s.larger], lambda sample: sample.tables)


def breaks_at(s: Subject) -> str:
    failed = [sample.tables for sample in s.larger if not sample.holds]
    return f"breaks at {failed[0]:,}" if failed else ("not reached" if s.larger else "")


def show(plan: Plan, subjects: Sequence[Subject], console: Console) -> None:
    measured = [s for s in subjects if s.asked is not None]
    table = Table(
        title=f"{plan.tables:,} tables of {PEOPLE}, {plan.rate:g} moves per table and second, {plan.seconds:g} s",
        box=box.SIMPLE_HEAD,
    )
    table.add_column("")
    for s in measured:
        table.add_column(s.name, justify="right")
    if len(measured) == 2:
        table.add_column("ratio", justify="right")
    for label, unit, of in rows():
        values = [of(s) for s in measured]
        cells = [f"{v:,.{0 if v >= 100 else 1}f}{unit}" for v in values]
        if len(values) == 2:
            cells.append(f"× {values[0] / values[1]:.2f}" if values[1] else "")
        table.add_row(label, *cells)
    if measured:
        table.add_row("more tables than that", *(breaks_at(s) for s in measured))
        console.print(table)
    for s in subjects:
        if s.unavailable or s.broke:
            console.print(f"{s.name}: {s.unavailable or s.broke}", highlight=False, markup=False)
    for note in notes(plan, measured):
        console.print(note, highlight=False, markup=False)


def rows() -> list[tuple[str, str, Callable[[Subject], float]]]:
    def asked(of: Callable[[Sample], float]) -> Callable[[Subject], float]:
        return lambda s: of(s.asked) if s.asked else 0.0

    return [
        ("moves per second", "", asked(lambda a: a.moves_per_second)),
        ("move to last view, p50", " ms", asked(lambda a: a.p50_ms)),
        ("move to last view, p99", " ms", asked(lambda a: a.p99_ms)),
        ("move to last view, longest", " ms", asked(lambda a: a.max_ms)),
        ("server, of its core", " %", asked(lambda a: a.server_cpu * 100)),
        ("memory per open table", " KB", lambda s: s.memory["table"] / KB),
        ("memory per socket", " KB", lambda s: s.memory["socket"] / KB),
        ("memory per game begun", " KB", lambda s: s.memory["game"] / KB),
        ("memory per table, all in all", " KB", lambda s: s.memory["table_with_four_sockets"] / KB),
        (f"most moves per second, p99 < {LIMIT_MS:g} ms", "", most_moves),
        (f"most tables, p99 < {LIMIT_MS:g} ms", "", most_tables),
    ]


def notes(plan: Plan, measured: Sequence[Subject]) -> list[str]:
    samples = [s.asked for s in measured if s.asked is not None]
    if not samples:
        return []
    server, players = plan.cores
    where = "not pinned" if server is None else f"server on core {server}, players on core {players}"
    return [
        f"{where}; other programs used up to {max(s.others_cpu for s in samples):.0%} of a core meanwhile.",
        f"The players' own lateness (p99 of a timer) was up to "
        f"{max(s.players_late_p99_ms for s in samples):.1f} ms, and is part of the times shown.",
        "Ours writes every move to disk before it tells anyone; the peer keeps matches in memory.",
    ]
