"""A PostgreSQL of the tests' own, in a temporary folder, on a port of loopback.

Debian's package is enough (`apt-get install postgresql`). Where there is none, whoever needs it is skipped and
says so; with TABLEE_POSTGRES=must, as in CI, it fails instead.
"""

import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from socket import AF_INET, SOCK_STREAM, socket
from typing import Final

import pytest

MUST: Final = "TABLEE_POSTGRES"
USER: Final = "tablee"
QUICK: Final = {"fsync": "off", "full_page_writes": "off"}
"""For tests that kill no machine."""
ALWAYS: Final = {
    "shared_buffers": "32MB",
    "max_connections": "60",
    "unix_socket_directories": "''",
    "listen_addresses": "127.0.0.1",
    "logging_collector": "off",
}


class NoPostgres(Exception):
    """It is not installed here, or cannot be run."""


def programs() -> Path:
    """The folder of its programs; Debian keeps them off the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    if on_path is None:
        raise NoPostgres("PostgreSQL is not installed (apt-get install postgresql)")
    return Path(on_path).resolve().parent


def unprivileged() -> list[str]:
    """It refuses to run as root."""
    return ["runuser", "-u", "postgres", "--"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


class Postgres:
    """One cluster of databases, made by `initdb`, that can be stopped, killed and started again."""

    def __init__(self, settings: dict[str, str] | None = None) -> None:
        self.bin = programs()
        self.folder = Path(tempfile.mkdtemp(prefix="tablee-pg-"))
        self.settings = ALWAYS | (QUICK if settings is None else settings)
        with socket(AF_INET, SOCK_STREAM) as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self._made = 0
        if unprivileged():
            shutil.chown(self.folder, "postgres")
        self._run("initdb", "-D", str(self.data), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale", "C", "-N")
        self.start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def _run(self, program: str, *args: str) -> str:
        command = [*unprivileged(), str(self.bin / program), *args]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd="/", check=False)
        except OSError as wrong:
            raise NoPostgres(f"{program} cannot be run: {wrong}") from wrong
        if done.returncode:
            raise NoPostgres(f"{program}: {done.stderr.strip()[-500:] or done.stdout.strip()[-500:]}")
        return done.stdout

    def start(self, **more: str) -> None:
        settings = self.settings | more
        options = " ".join(f"-c {name}={value}" for name, value in settings.items()) + f" -p {self.port}"
        log = str(self.folder / "log.txt")
        self._run("pg_ctl", "-D", str(self.data), "-w", "-t", "60", "-l", log, "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "-D", str(self.data), "-w", "-m", mode, "stop")

    def psql(self, sql: str, database: str = "postgres") -> str:
        where = ("-h", "127.0.0.1", "-p", str(self.port), "-U", USER)
        return self._run("psql", *where, "-d", database, "-q", "-t", "-A", "-c", sql)

    def address(self, database: str) -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    def fresh(self) -> str:
        """The address of a database in which nothing stands yet."""
        self._made += 1
        name = f"house_{self._made}"
        self.psql(f"CREATE DATABASE {name}")
        return self.address(name)

    def dump(self, database: str) -> Path:
        """A backup, made while everybody goes on."""
        file = self.folder / f"{database}.dump"
        where = ("-h", "127.0.0.1", "-p", str(self.port), "-U", USER)
        self._run("pg_dump", *where, "--format", "custom", "--file", str(file), database)
        return file

    def restore(self, file: Path, database: str) -> None:
        where = ("-h", "127.0.0.1", "-p", str(self.port), "-U", USER)
        self._run("pg_restore", *where, "--dbname", database, "--exit-on-error", str(file))

    def remove(self) -> None:
        with suppress(NoPostgres):
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)


def started(settings: dict[str, str] | None = None) -> Postgres:
    """A cluster; or the test is skipped, unless it must not be."""
    try:
        return Postgres(settings)
    except NoPostgres as why:
        if os.environ.get(MUST) == "must":
            raise
        pytest.skip(f"without PostgreSQL: {why}")
