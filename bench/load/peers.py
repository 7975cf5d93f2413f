"""The peer: boardgame.io's server, installed on demand by npm from the hashes of its lock."""

import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE / "peer"
FOLDER = HERE / ".node"
STAMP = FOLDER / "ready"
PACKAGE = "boardgame.io"


def modules() -> Path:
    return FOLDER / "node_modules"


def why_not() -> str:
    """Installs what is missing; empty when the peer can run, else the reason."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return "Node.js is not installed"
    lock = (SCRIPTS / "package-lock.json").read_text()
    if STAMP.exists() and STAMP.read_text() == lock:
        return ""
    FOLDER.mkdir(exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(SCRIPTS / name, FOLDER / name)
    command = [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        return said[0] if said else f"npm ended with status {done.returncode}"
    STAMP.write_text(lock)
    return ""
