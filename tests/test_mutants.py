"""Faults are found, put in, and noticed by the tests of a game; what is sampled hangs on the seed alone."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutants.faults import Fault, faults
from tools.mutants.subjects import ROOT, games, rules, subject

RULES = '''"""What lives here: 1 + 1."""

LEVELS: dict[int, int] = {1: 20}


class Deal:
    """Two cards each."""

    span = 5_000

    def enter(self, s):
        if s.pile and not s.over:
            s.deal(s.count - 1)
        s.turn = "é"
        return [c for c in s.cards if c.free]

    def bound(self):
        return 100
'''


def found(tmp_path: Path, text: str) -> list[Fault]:
    path = tmp_path / "rules.py"
    path.write_text(text, "utf-8")
    return list(faults(path, "rules"))


def test_faults_are_small_changes_of_what_runs(tmp_path: Path) -> None:
    changes = {(fault.before, fault.after) for fault in found(tmp_path, RULES)}
    assert changes == {
        ("1", "(1 + 1)"),  # in the table, and in the method
        ("20", "(20 + 1)"),
        ("5_000", "(5_000 + 1)"),
        ("s.pile and not s.over", "s.pile or not s.over"),
        ("not s.over", "bool(s.over)"),
        ("s.deal(s.count - 1)", "None"),
        ("s.count - 1", "s.count + 1"),
        ('s.turn = "é"', "pass"),
        ("c.free", "(not (c.free))"),
    }


def test_each_is_put_in_at_its_place(tmp_path: Path) -> None:
    for fault in found(tmp_path, RULES):
        text = fault.applied(RULES.encode()).decode()
        assert ast.dump(ast.parse(text)) != ast.dump(ast.parse(RULES))
        assert text.count("\n") == RULES.count("\n")
        assert fault.before in RULES.splitlines()[fault.line - 1]


def test_a_sample_hardly_changes_with_the_rest_of_the_file(tmp_path: Path) -> None:
    def sample(text: str, seed: str) -> list[tuple[str, str, str]]:
        ranked = sorted(found(tmp_path, text), key=lambda fault: fault.rank(seed))[:4]
        return [(fault.where, fault.before, fault.after) for fault in ranked]

    assert sample("# A line more.\n" + RULES, "tablee") == sample(RULES, "tablee")
    assert sample(RULES, "tablee") != sample(RULES, "other")


@pytest.mark.parametrize("key", games())
def test_every_game_has_rules_and_tests_of_them(key: str) -> None:
    assert rules(key)
    assert not any("bots" in name or "compiled" in name or ".v1" in name for name in rules(key))
    assert subject(key).tests


def test_faults_in_a_game_are_noticed(tmp_path: Path) -> None:
    """As `make mutants` runs it; of this game's sample of eight with this seed none lives."""
    report = tmp_path / "report.jsonl"
    program = (sys.executable, "-m", "tools.mutants", "corsix", "--sample", "8", "--seed", "tablee")
    done = subprocess.run(
        (*program, "--json", str(report)), cwd=ROOT, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(report.read_text("utf-8"))
    assert (told["subject"], told["tried"]) == ("corsix", 8)
    assert told["noticed"] + len(told["survivors"]) == 8
    assert told["noticed"] >= 6, told["survivors"]


@pytest.mark.parametrize(
    ("key", "before", "status"),
    [("kernel", "json", 0), ("kernel", "tablee.kernel.units", 1), ("corsix", "tablee.games.corsix.rules", 1)],
)
def test_nothing_is_looked_at_that_was_loaded_without_its_fault(key: str, before: str, status: int) -> None:
    program = (
        f"import {before}; from tools.mutants.__main__ import load; from tools.mutants.subjects import subject;"
        f"load(subject({key!r}))"
    )
    done = subprocess.run(
        (sys.executable, "-c", program), cwd=ROOT, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == status, done.stderr
    assert (f"{key}: loaded without their faults: " in done.stderr) == bool(status)


def test_a_subject_that_is_none_is_told() -> None:
    with pytest.raises(SystemExit, match="no game 'nope'"):
        subject("nope")
