"""A game from a folder outside the program: on the shelf with its emblem, and played, with the page as it was."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

import hatch_build
from tests.browser import pages
from tests.browser.conftest import FAST, House
from tests.browser.server import Served
from tests.test_elsewhere import EXAMPLE, KEY


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    games = tmp_path / "games"
    shutil.copytree(EXAMPLE, games / KEY, ignore=shutil.ignore_patterns("__pycache__", "goldens"))
    with Served(tmp_path / "tablee.sqlite3", FAST, games=games) as server:
        yield server


def test_it_is_on_the_shelf_and_played(house: House, served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(pages.NAMES, KEY, "Plus haut")
    assert all(KEY.encode() not in file.read_bytes() for file in hatch_build.PAGE.parent.rglob("*.*"))
    device = house.open(served.url)
    box = device.box(KEY)
    expect(box).to_be_visible()
    drawn = "use => { const box = use.getBBox(); return box.width > 20 && box.height > 20 }"
    assert box.locator(".couv use").evaluate(drawn), "no emblem"

    device.table(KEY, seats=3)
    expect(device.heading("Plus haut")).to_be_visible()
    expect(device.playable).to_have_count(6)
    assert device.play_on(KEY) == 6, "a card for each trick"
    expect(device.end).to_be_visible()
    tricks = [int(re.findall(r"\d+", row.inner_text())[-1]) for row in device.page.get_by_role("row").all()]
    assert sum(tricks) == 6
