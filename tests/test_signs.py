"""Every room says what it is for, and what signs point to is there."""

import ast
import re
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest
from msgspec import Struct

from tablee.games.registry import games
from tablee.kernel.phase import Phase

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "tablee"
PAGE = ROOT / "web" / "src"
DOCS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *PAGE.rglob("README.md")])
LINK = re.compile(r"\[[^\]]+\]\((?!https?:|#)([^)#]+)[^)]*\)")
STOP = re.compile(LINK.pattern + r"((?:,? `[^`]+`)+)")
"""A file and the names in it that somebody is to look at: `[file](../file) `one`, `another``."""

# A game's folder is explained once, in `tablee.games`.
PACKAGES = [p for p in sorted(SOURCE.rglob("__init__.py")) if p.parent.parent.name != "games"]
FOLDERS = sorted({file.parent for file in PAGE.rglob("*.*")})


@pytest.mark.parametrize("package", PACKAGES, ids=lambda p: str(p.parent.relative_to(SOURCE)))
def test_every_package_says_what_lives_there(package: Path) -> None:
    assert ast.get_docstring(ast.parse(package.read_text("utf-8")))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: str(f.relative_to(PAGE)))
def test_every_folder_of_the_page_says_what_lives_there(folder: Path) -> None:
    own, above = folder / "README.md", folder.parent / "README.md"
    assert own.exists() or re.search(rf"`{folder.name}/?`", above.read_text("utf-8"))


@pytest.mark.parametrize("page", DOCS, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    assert [link for link in LINK.findall(text) if not (page.parent / link).exists()] == []


def test_the_tour_names_what_is_there() -> None:
    tour = ROOT / "docs" / "tour.md"
    stops = [(link, re.findall(r"`([^`]+)`", names)) for link, names in STOP.findall(tour.read_text("utf-8"))]
    assert sum(len(names) for _, names in stops) > 100
    for link, names in stops:
        text = (tour.parent / link).read_text("utf-8")
        missing = [name for name in names if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)]
        assert not missing, f"{link} has no {missing}"


def named_elsewhere(module: str, name: str) -> bool:
    """A phase of a game has the rulebook's name, which players' texts and records know it by; a message is called
    what it is on the wire. All other names have one meaning."""
    found = getattr(import_module(module), name)
    if module.startswith("tablee.games."):
        return issubclass(found, Phase)
    return module == "tablee.server.protocol" and issubclass(found, Struct) and bool(found.__struct_config__.tag)


def test_no_two_public_classes_share_a_name() -> None:
    named: dict[str, list[str]] = defaultdict(list)
    for file in sorted(SOURCE.rglob("*.py")):
        module = ".".join(file.relative_to(SOURCE.parent).with_suffix("").parts)
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                named[node.name].append(module)
    shared = {
        name: modules
        for name, several in named.items()
        if len(several) > 1 and len(modules := [m for m in several if not named_elsewhere(m, name)]) > 1
    }
    assert shared == {}


def test_nothing_outside_lists_games() -> None:
    """One game may be an example or a default; two are a list, which the next game would not be on."""
    listing = {}
    for file in (*SOURCE.rglob("*.py"), *ROOT.glob("tools/**/*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        texts = {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
        if len(named := texts & set(games())) > 1 and SOURCE / "games" not in file.parents:
            listing[str(file.relative_to(ROOT))] = sorted(named)
    assert listing == {}
