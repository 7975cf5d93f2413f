"""`python -m bench.load.nodes`: one server on SQLite, one on PostgreSQL, two on PostgreSQL, under the same load.

Each server has players of its own, who come to it directly. On a machine whose cores are busy with players and
other programs the moves a second say little; the processor time of a move says what a free core would do.
"""

import argparse
import json
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bench.load.process import Worker, raise_open_files, read
from bench.load.run import Pair, Sample, _pair
from tests.postgres import Postgres


def started(folder: Path, count: int, store: str) -> list[Pair]:
    pairs = []
    for i in range(count):
        command = [sys.executable, "-m", "bench.load.server", "--database", str(folder / f"load{i}.sqlite3")]
        server = Worker([*command, "--store", store], None, folder=folder)
        pairs.append(_pair(server, [sys.executable, "-m", "bench.load.players"], None, folder=folder))
    return pairs


def database_cpu(postgres: Postgres) -> float:
    """Seconds of the processor that PostgreSQL has had: its children that live, and those that are gone."""
    main = int((postgres.data / "postmaster.pid").read_text().splitlines()[0])
    children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
    return sum(read(pid).cpu for pid in (main, *map(int, children)))


def measured(name: str, count: int, store: str, args: argparse.Namespace, postgres: Postgres) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(count) as threads:
        pairs = started(Path(folder), count, store)
        try:
            list(threads.map(lambda pair: pair.grow(args.tables // count), pairs))
            before = database_cpu(postgres)
            samples: list[Sample] = list(threads.map(lambda pair: pair.play(args.rate, args.seconds), pairs))
            kept = database_cpu(postgres) - before
            memory = sum(read(pair.server.pid).memory for pair in pairs)
        finally:
            for pair in pairs:
                pair.players.stop()
                pair.server.stop()
    moves = sum(sample.moves_per_second for sample in samples)
    spent = sum(sample.server_cpu for sample in samples)
    return {
        "name": name,
        "tables": sum(sample.tables for sample in samples),
        "moves_per_second": round(moves),
        "p50_ms": round(max(sample.p50_ms for sample in samples), 1),
        "p99_ms": round(max(sample.p99_ms for sample in samples), 1),
        "cores": round(spent, 2),
        "server_us_per_move": round(1e6 * spent / moves) if moves else None,
        "database_us_per_move": round(1e6 * kept / (moves * args.seconds)) if moves and store else 0,
        "memory_mb": round(memory / 1e6),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load.nodes", description=__doc__)
    parser.add_argument("--tables", type=int, default=600)
    parser.add_argument("--rate", type=float, default=2.0, help="moves of a table in a second")
    parser.add_argument("--seconds", type=float, default=15.0)
    args = parser.parse_args()
    raise_open_files()
    postgres = Postgres({})
    try:
        for name, count, store in (
            ("one on SQLite", 1, ""),
            ("one on PostgreSQL", 1, postgres.fresh()),
            ("two on PostgreSQL", 2, postgres.fresh()),
        ):
            print(json.dumps(measured(name, count, store, args, postgres)), flush=True)
    finally:
        postgres.remove()


if __name__ == "__main__":
    main()
