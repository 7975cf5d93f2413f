"""A game in a folder of its own, outside the program, is a game like any other: `examples/games/plus_haut`."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tablee.elsewhere import VARIABLE, folders
from tablee.games.registry import games

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "games" / "plus_haut"
KEY = EXAMPLE.name
COMPLIANCE = ("tests/test_suite.py", "tests/texts", "tests/envs/test_pettingzoo.py", "tests/test_minutes.py")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    shutil.copytree(EXAMPLE, tmp_path / KEY, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def run(*args: str, where: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *args],
        env={**os.environ, VARIABLE: where},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def listed(where: str) -> subprocess.CompletedProcess[str]:
    return run("-c", "from tablee.games.registry import games; print(*games())", where=where)


def test_it_passes_the_whole_suite(elsewhere: Path) -> None:
    """The proofs, the words, the environments, the stated minutes: nothing is told of it but where it lies."""
    done = run("-m", "pytest", "-p", "no:cacheprovider", *COMPLIANCE, "-k", KEY, where=str(elsewhere))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped" not in done.stdout
    assert len(re.findall(r"\.", done.stdout.partition("[100%]")[0])) > 40, done.stdout


def test_it_is_registered_after_its_key(elsewhere: Path) -> None:
    assert listed(str(elsewhere)).stdout.split() == sorted([*games(), KEY])


def test_nothing_is_looked_for_unless_somebody_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert folders() == []
    assert KEY not in games()


def test_several_folders_are_named_as_on_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    monkeypatch.setenv(VARIABLE, f"{one}{os.pathsep}{two}{os.pathsep}")
    assert folders() == [str(one), str(two)]


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    done = listed(str(tmp_path / "nowhere"))
    assert done.returncode
    assert f"{VARIABLE} names {tmp_path / 'nowhere'}, which is no folder" in done.stderr


def test_it_takes_the_place_of_no_other_game(elsewhere: Path) -> None:
    (elsewhere / KEY).rename(elsewhere / "amerix")
    done = listed(str(elsewhere))
    assert done.returncode
    assert "two folders hold a game 'amerix'" in done.stderr


def test_its_folder_has_its_name(elsewhere: Path) -> None:
    (elsewhere / KEY).rename(elsewhere / "plus_bas")
    done = listed(str(elsewhere))
    assert done.returncode
    assert "the folder 'plus_bas' holds a game that calls itself 'plus_haut'" in done.stderr
