"""What faults are put into, and which tests have to notice them."""

import ast
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "tablee"
EVERY = 9
"""The kernel's faults are also shown to the tests of one game in so many."""


class Subject(Struct, frozen=True):
    name: str
    modules: dict[str, Path]
    """Names of modules and their files."""
    tests: tuple[str, ...]
    """Files and folders of tests, the quickest first."""


def games() -> list[str]:
    return sorted(folder.parent.name for folder in (SOURCE / "games").glob("*/rules.py"))


def subject(name: str) -> Subject:
    """The kernel, or a game by its key."""
    if name == "kernel":
        files = [f for f in sorted((SOURCE / "kernel").glob("*.py")) if f.name != "__init__.py"]
        own = ("tests/kernel", "tests/domains", "tests/phases", "tests/test_verify.py")
        others = tuple(test for key in games()[::EVERY] for test in rule_tests(key))
        return Subject(name, {f"tablee.kernel.{f.stem}": f for f in files}, own + others)
    if name not in games():
        raise SystemExit(f"no game {name!r}: kernel, or one of {', '.join(games())}")
    return Subject(name, rules(name), tuple(rule_tests(name)))


def rule_tests(key: str) -> list[str]:
    """The tests of a game's rules; those of its bots play whole games and say how strong they are."""
    folder = ROOT / "tests" / "games"
    found = [
        f for f in sorted(folder.glob(f"test_{key}*.py")) if f.stem == f"test_{key}" or f"test_{key}_" in f.stem
    ]
    return [f.relative_to(ROOT).as_posix() for f in found if "bots" not in f.stem]


def rules(key: str) -> dict[str, Path]:
    """`rules.py` of a game and what it imports out of its folder: neither bots nor what only they need, nor rules
    of former versions."""
    package = f"tablee.games.{key}"
    found: dict[str, Path] = {}
    waiting = [f"{package}.rules"]
    while waiting:
        module = waiting.pop()
        path = SOURCE.parent / Path(*module.split(".")).with_suffix(".py")
        if module in found or not path.exists():
            continue
        found[module] = path
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{package}."):
                waiting += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return dict(sorted(found.items()))
