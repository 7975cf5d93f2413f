"""The peers' virtual environment: made on demand by `venv` and pip alone, from the hashes of the lock."""

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
LOCK = HERE / "requirements.lock"
VENV = HERE / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "ready"

BUILDER = "setuptools"
SOURCE_ONLY = "rlcard"


@dataclass(frozen=True)
class Environment:
    python: Path
    failed: dict[str, str] = field(default_factory=dict)
    """Why a package is not there."""
    broken: str = ""
    """Why there is no environment at all."""

    def why_not(self, package: str) -> str:
        return self.broken or self.failed.get(canonical(package), "")


def canonical(package: str) -> str:
    return package.lower().replace("_", "-")


def prepared(say: Callable[[str], None]) -> Environment:
    """The environment of this lock and this Python. What fails to install is tried again in the next run."""
    stamp = _fingerprint()
    if STAMP.exists() and STAMP.read_text() == stamp:
        return Environment(PYTHON)
    say("Setting up the peers in their own virtual environment (once) …")
    why = _run([sys.executable, "-m", "venv", "--clear", str(VENV)])
    entries = locked(LOCK.read_text())
    # First what builds the source-only package: without isolation, pip fetches nothing that the lock has not.
    why = why or _install([entries.pop(BUILDER)])
    if why:
        return Environment(PYTHON, broken=why)
    failed = {}
    if _install(list(entries.values())):
        # Something has no wheel for this system, say. One at a time, the others still come.
        failed = {name: why for name, entry in entries.items() if (why := _install([entry]))}
    if not failed:
        STAMP.write_text(stamp)
    return Environment(PYTHON, failed)


def locked(text: str) -> dict[str, str]:
    """The entries of a lock by package; versions for several Pythons stay together."""
    entries: dict[str, str] = {}
    name = ""
    for line in text.splitlines(keepends=True):
        if not line[0].isspace():
            name = line.partition("==")[0]
        entries[name] = entries.get(name, "") + line
    return entries


def _fingerprint() -> str:
    return hashlib.sha256(LOCK.read_bytes() + sys.version.encode()).hexdigest()


def _install(entries: list[str]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder) / "requirements.txt"
        wanted.write_text("".join(entries))
        pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries=1"]
        strict = ["--require-hashes", "--no-deps", "--no-build-isolation"]
        # Wheels only, or a missing one would set off an hour of compiling C++.
        wheels = ["--only-binary=:all:", f"--no-binary={SOURCE_ONLY}"]
        return _run([*pip, *strict, *wheels, "-r", str(wanted)])


def _run(command: list[str]) -> str:
    """Runs it; empty when it went well, else what it said last."""
    environment = {**os.environ, "PIP_USE_PEP517": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode == 0:
        return ""
    said = (done.stderr or done.stdout).strip().splitlines()
    errors = [line.removeprefix("ERROR:").strip() for line in said if line.startswith("ERROR:")]
    return (errors or said or [f"exit status {done.returncode}"])[-1]
