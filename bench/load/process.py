"""Child processes on a core of their own, and what the system says about them."""

import json
import os
import resource
import select
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

STOP_WITHIN = 20.0
OPEN_FILES = 65_536


class Silent(Exception):
    """A process has died or does not answer."""


def raise_open_files() -> int:
    """As many sockets as this system allows; how many that is. Children inherit it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def pin(core: int, pid: int) -> None:
    """Right after its start, so that the threads it will have inherit it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(pid, {core})


class Worker:
    """A child that answers lines of JSON with lines of JSON."""

    def __init__(
        self, command: Sequence[str], core: int | None, *, folder: Path, env: Mapping[str, str] | None = None
    ) -> None:
        self._errors = (folder / f"{Path(command[0]).name}-{os.urandom(3).hex()}.err").open("w+")
        self._child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            bufsize=1,
            env={**os.environ, **(env or {})},
        )
        if core is not None:
            pin(core, self._child.pid)

    @property
    def pid(self) -> int:
        return self._child.pid

    def listen(self, within: float) -> dict[str, Any]:
        """The next line it says."""
        assert self._child.stdout is not None
        ready, _, _ = select.select([self._child.stdout], [], [], within)
        line = self._child.stdout.readline() if ready else ""
        if not line:
            self._errors.seek(0)
            said = self._errors.read().strip().splitlines()
            raise Silent(said[-1] if said else f"no answer within {within:g} s")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def ask(self, within: float, **order: Any) -> dict[str, Any]:
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(json.dumps(order) + "\n")
        except BrokenPipeError:
            raise Silent(f"gone with exit status {self._child.poll()}") from None
        return self.listen(within)

    def stop(self) -> None:
        if self._child.poll() is None:
            self._child.send_signal(signal.SIGTERM)
            try:
                self._child.wait(STOP_WITHIN)
            except subprocess.TimeoutExpired:
                self._child.kill()
                self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout, self._errors):
            if pipe is not None:
                pipe.close()


@dataclass(frozen=True)
class Reading:
    """What /proc says at one moment; zeros where there is no /proc."""

    cpu: float = 0.0
    """Seconds of processor time of one process."""
    memory: int = 0
    """Bytes of it in RAM."""
    busy: float = 0.0
    """Seconds of all cores, all processes."""


def read(pid: int) -> Reading:
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return Reading()
    tick = os.sysconf("SC_CLK_TCK")
    fields = stat.read_text().rpartition(")")[2].split()
    total = [int(field) for field in Path("/proc/stat").read_text().splitlines()[0].split()[1:]]
    idle, stolen = total[3] + total[4], sum(total[8:])
    return Reading(
        (int(fields[11]) + int(fields[12])) / tick,
        int(fields[21]) * os.sysconf("SC_PAGE_SIZE"),
        (sum(total) - idle - stolen) / tick,
    )
