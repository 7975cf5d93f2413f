"""`tablee words`, run as people and programs run it."""

from typing import Any

import pytest
from msgspec import json
from typer.testing import CliRunner

from tablee.cli import app
from tablee.lexicons import load
from tablee.words.fit import Fit

runner = CliRunner()


def run(*args: str, code: int = 0) -> str:
    result = runner.invoke(app, ["words", *args])
    assert result.exit_code == code, result.output
    return result.stdout if code == 0 else result.output


def run_json(*args: str) -> Any:
    return json.decode(run(*args, "--json"))


def test_check_says_what_is_known() -> None:
    known, unknown, elided = run_json("check", "chateau", "wxyzw", "l'")
    assert known == {
        "word": "chateau",
        "known": True,
        "kinds": ["noun"],
        "zipf": load("fr").zipf("château"),
        "spellings": ["château"],
        "lexicon": load("fr").version,
    }
    assert (unknown["word"], unknown["known"], unknown["kinds"]) == ("wxyzw", False, [])
    assert elided["known"]


def test_check_for_people() -> None:
    shown = run("check", "goute", "wxyzw")
    assert "goûte" in shown
    assert "verb" in shown
    assert "no" in shown


def test_check_in_another_language() -> None:
    assert [e["known"] for e in run_json("check", "straße", "Strasse", "trompette", "--language", "de")] == [
        True, True, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("args", "fit"),
    [
        (["--contains", "aett"], Fit(contains="AETT")),
        (["--contains", "k", "--jokers", "2", "--without", "es"], Fit(contains="K", jokers=2, without="ES")),
        (["--starts", "pro", "--ends", "é"], Fit(starts="PRO", ends="E")),
        (["--extract", "o?i"], Fit(holds="O?I")),
        (["--rack", "aeinrst", "--jokers", "1", "--min", "6"], Fit(rack="AEINRST", blanks=1, least=6)),
        (["--rack", "château", "--max", "4"], Fit(rack="CHATEAU", most=4)),
    ],
)
def test_find_is_the_index(args: list[str], fit: Fit) -> None:
    found = run_json("find", *args, "--limit", "30")
    assert [f["folded"] for f in found] == load("fr").index.find(fit, limit=30)
    assert all(fit.missing(f["word"]) is None for f in found)
    assert [f["zipf"] for f in found] == sorted((f["zipf"] for f in found), reverse=True)


def test_find_among_the_commonest_and_without_rude_words() -> None:
    assert [f["word"] for f in run_json("find", "--starts", "merd", "--max", "5")][:1] == ["merde"]
    assert "merde" not in [f["word"] for f in run_json("find", "--starts", "merd", "--no-rude")]
    assert run_json("find", "--contains", "kw", "--common", "200") == []


def test_find_for_people() -> None:
    shown = run("find", "--starts", "chateau", "--limit", "2")
    assert "château" in shown
    assert "2 of" in shown


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["check", "mot", "--language", "tlh", "--lang", "fr"], "pas de dictionnaire « tlh »"),
        (["check", "mot", "--language", "tlh", "--lang", "en"], "no dictionary “tlh”"),
        (["find", "--contains", "a1", "--lang", "fr"], "« a1 » : il faut des lettres"),
        (["find", "--contains", "a?", "--lang", "en"], "“a?”: letters are needed"),
        (["find", "--limit", "0"], "--limit"),
        (["check"], "WORD"),
    ],
)
def test_refusals(args: list[str], said: str) -> None:
    assert said in " ".join(run(*args, code=2).split())
