"""One server under load: its tables opened, seated, played at, and pushed until it breaks."""

import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bench.load import peers
from bench.load.process import Silent, Worker, read

PEOPLE = 4
LIMIT_MS = 50.0
KEEPS_UP = 0.5
"""Who makes less than this share of the moves asked for does not keep up; the rest is the pause after a round."""
SETTLE = 3.0
"""Seconds of play before each measurement."""
PATIENCE = 300.0
SPARE_FILES = 200
STEPS = 12
DISTURBED = 0.25
"""What fails while other programs use more of a core than this is tried again."""
TRIES = 3
FREE_RATE = 1.0
"""Acts of a free hand in a second, as far as it is offered any."""


@dataclass(frozen=True)
class Sample:
    """One measurement: so many tables, each making so many moves a second."""

    tables: int
    rate: float
    moves_per_second: float
    p50_ms: float
    p99_ms: float
    max_ms: float
    server_cpu: float
    players_cpu: float
    others_cpu: float
    """Cores that neither the server nor the players used."""
    players_late_p99_ms: float
    lost_sockets: int
    noted: dict[str, int]

    @property
    def holds(self) -> bool:
        kept_up = self.moves_per_second >= KEEPS_UP * self.tables * self.rate
        return self.p99_ms <= LIMIT_MS and kept_up and not self.lost_sockets


@dataclass
class Subject:
    """A server, and what was measured of it."""

    name: str
    unavailable: str = ""
    memory: dict[str, float] = field(default_factory=dict)
    """Bytes: at the start, per table, per socket, per game, and all in all per table with its four sockets."""
    asked: Sample | None = None
    faster: list[Sample] = field(default_factory=list)
    """The same tables at rising rates."""
    larger: list[Sample] = field(default_factory=list)
    """More tables at the same rate."""
    broke: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Plan:
    tables: int
    rate: float
    seconds: float
    step_seconds: float
    ramp: bool
    most_files: int
    cores: tuple[int | None, int | None]
    free: int = 0
    """Tables of free hands, after the others."""
    profile: Path | None = None
    """Where to write the profile of our event loop; the times are then worth little."""

    @property
    def most_tables(self) -> int:
        return (self.most_files - SPARE_FILES) // PEOPLE


class Pair:
    """A server and its players."""

    def __init__(self, server: Worker, players: Worker) -> None:
        self.server = server
        self.players = players
        self.tables = 0

    def order(self, do: str, **details: Any) -> dict[str, Any]:
        answer = self.players.ask(PATIENCE, do=do, **details)
        if "error" in answer:
            raise Silent(answer["error"])
        return answer

    def grow(self, tables: int) -> dict[str, float]:
        """Opens tables, seats people and starts games; the bytes that each step cost the server."""
        sizes = [read(self.server.pid).memory]
        for do, details in (("tables", {"count": tables}), ("seats", {}), ("start", {})):
            self.order(do, **details)
            sizes.append(read(self.server.pid).memory)
        more, self.tables = tables - self.tables, tables
        empty, opened, seated, started = sizes
        return {
            "start": empty,
            "table": (opened - empty) / more,
            "socket": (seated - opened) / more / PEOPLE,
            "game": (started - seated) / more,
            "table_with_four_sockets": (started - empty) / more,
        }

    def play(self, rate: float, seconds: float) -> Sample:
        self.order("play", rate=float(rate), seconds=SETTLE)
        before = read(self.server.pid)
        mine = read(self.players.pid)
        told = self.order("play", rate=float(rate), seconds=float(seconds))
        after, mine_after = read(self.server.pid), read(self.players.pid)
        span = told["seconds"]
        server, players = after.cpu - before.cpu, mine_after.cpu - mine.cpu
        return Sample(
            self.tables,
            rate,
            told["moves"] / span,
            told["p50_ms"],
            told["p99_ms"],
            told["max_ms"],
            server / span,
            told["players_cpu"],
            max(0.0, after.busy - before.busy - server - players) / span,
            told["players_late_p99_ms"],
            told["lost_sockets"],
            told["noted"],
        )


def ours(plan: Plan, folder: Path) -> Pair:
    database = folder / "load.sqlite3"
    command = [sys.executable, "-m", "bench.load.server", "--database", str(database)]
    if plan.profile is not None:
        command += ["--profile", str(plan.profile)]
    server = Worker(command, plan.cores[0], folder=folder)
    return _pair(
        server,
        [sys.executable, "-m", "bench.load.players"],
        plan.cores[1],
        folder=folder,
    )


def free_hands(plan: Plan, say: Callable[[str], None]) -> dict[str, Any]:
    """Tables of eight phones that act at once, at a server of their own; what they say in the end."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = folder / "load.sqlite3"
        command = [sys.executable, "-m", "bench.load.server", "--database", str(database)]
        server = Worker(command, plan.cores[0], folder=folder)
        try:
            port = server.listen(60.0)["port"]
            options = {"port": port, "database": database, "tables": plan.free, "rate": FREE_RATE}
            words = [word for key, value in options.items() for word in (f"--{key}", str(value))]
            command = [sys.executable, "-m", "bench.load.free", *words, "--seconds", str(plan.seconds)]
            players = Worker(command, plan.cores[1], folder=folder)
            try:
                told = players.listen(PATIENCE + plan.seconds)
            finally:
                players.stop()
        finally:
            server.stop()
    truth = f"no truth at {told['untrue']}" if told["untrue"] else "one truth at each table"
    say(
        f"free hands: {told['tables']} tables of eight ({', '.join(told['games'])}), "
        f"{told['acts_per_second']:,.0f} acts/s, to the answer p50 {told['p50_ms']:.1f} p99 {told['p99_ms']:.1f} "
        f"max {told['max_ms']:.0f} ms; {told['phones']} phones showed {truth} {told['complaints'] or ''}"
    )
    return told


def peer(plan: Plan, folder: Path) -> Pair:
    env = {"NODE_PATH": str(peers.modules()), "NODE_ENV": "production"}
    server = Worker(["node", str(peers.SCRIPTS / "server.cjs")], plan.cores[0], folder=folder, env=env)
    return _pair(server, ["node", str(peers.SCRIPTS / "players.cjs")], plan.cores[1], folder=folder, env=env)


def _pair(
    server: Worker, command: list[str], core: int | None, folder: Path, env: dict[str, str] | None = None
) -> Pair:
    try:
        port = server.listen(60.0)["port"]
        return Pair(server, Worker([*command, "--port", str(port)], core, folder=folder, env=env))
    except BaseException:
        server.stop()
        raise


def measure(name: str, make: Callable[[Plan, Path], Pair], plan: Plan, say: Callable[[str], None]) -> Subject:
    """Everything about one server; what it could not do any more is the result, not a failure."""
    subject = Subject(name)
    with tempfile.TemporaryDirectory() as folder:
        try:
            pair = make(plan, Path(folder))
        except (Silent, OSError) as wrong:
            subject.unavailable = str(wrong)
            return subject
        try:
            _push(pair, subject, plan, say)
        except Silent as wrong:
            subject.broke = f"at {pair.tables} tables: {wrong}"
        finally:
            pair.players.stop()
            pair.server.stop()
    return subject


def _push(pair: Pair, subject: Subject, plan: Plan, say: Callable[[str], None]) -> None:
    say(f"{subject.name}: {plan.tables} tables, {plan.tables * PEOPLE} sockets")
    subject.memory = pair.grow(plan.tables)
    subject.asked = steady(pair, plan.rate, plan.seconds, say)
    if not plan.ramp:
        return
    low, high = plan.rate, 0.0
    if not subject.asked.holds:
        low, high = 0.0, plan.rate
    for _ in range(STEPS):
        rate = low * 1.5 if not high else (low + high) / 2
        if high and high - low <= 0.07 * high:
            break
        sample = steady(pair, rate, plan.step_seconds, say)
        subject.faster.append(sample)
        low, high = (rate, high) if sample.holds else (low, rate)
    for _ in range(STEPS):
        tables = min(pair.tables + plan.tables // 2, plan.most_tables)
        if tables == pair.tables:
            break
        pair.grow(tables)
        sample = steady(pair, plan.rate, plan.step_seconds, say)
        subject.larger.append(sample)
        if not sample.holds:
            break


def steady(pair: Pair, rate: float, seconds: float, say: Callable[[str], None]) -> Sample:
    """A sample that holds, or one that nobody disturbed, or the last of a few."""
    for _ in range(TRIES):
        sample = pair.play(rate, seconds)
        say(line(sample))
        if sample.holds or sample.others_cpu <= DISTURBED:
            break
    return sample


def line(s: Sample) -> str:
    return (
        f"  {s.tables} tables x {s.rate:.2f}/s: {s.moves_per_second:,.0f} moves/s, p50 {s.p50_ms:.1f} "
        f"p99 {s.p99_ms:.1f} max {s.max_ms:.0f} ms, server {s.server_cpu:.0%} of a core, "
        f"players {s.players_cpu:.0%}, others {s.others_cpu:.0%}"
        f"{f', {s.lost_sockets} sockets lost' if s.lost_sockets else ''}{f', {s.noted}' if s.noted else ''}"
    )
