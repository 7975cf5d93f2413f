"""The page's sheets: only what is shared is in them, and nothing that is not used."""

import re
from pathlib import Path

import pytest

import hatch_build

PAGE = hatch_build.WEB / "src"
SHEETS = sorted(PAGE.rglob("*.css"))
MOST = 800
"""Lines of a sheet: what belongs to one component stands beside it."""


def classes(css: str) -> set[str]:
    bare = re.sub(r'/\*.*?\*/|"[^"]*"', "", css, flags=re.DOTALL)
    selectors = re.findall(r"([^{};]+)\{", bare)
    return {name for selector in selectors for name in re.findall(r"\.([a-zA-Z][\w-]*)", selector)}


def test_classes_are_read_from_selectors_only() -> None:
    css = '/* .no */ .a.b > .c-d:not(.e) { width: calc(.5 * 1px); content: ".no" } @media (x) { .f { top: 0 } }'
    assert classes(css) == {"a", "b", "c-d", "e", "f"}


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_a_sheet_is_short_and_all_of_it_is_used(sheet: Path) -> None:
    css = sheet.read_text("utf-8")
    assert css.count("\n") < MOST
    parts = [*PAGE.rglob("*.svelte"), *PAGE.rglob("*.ts")]
    drawn = re.sub(r"<style>.*?</style>", "", "\n".join(p.read_text("utf-8") for p in parts), flags=re.DOTALL)
    words = set(re.findall(r"[a-zA-Z][\w-]*", drawn))
    assert classes(css) <= words, classes(css) - words
