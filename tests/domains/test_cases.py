"""The page and the rules judge alike: the cases that the page replays are what the rules say today."""

import json
from typing import Any

import pytest

from tablee.games.registry import games
from tablee.server.typescript import domains
from tests.domains.cases import FILE, offered, tags, written


@pytest.fixture(scope="module")
def kept() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["cases"]
    return found


def test_the_file_is_what_the_rules_say() -> None:
    assert FILE.read_text("utf-8") == written(), "python -m tests.domains.cases writes it anew"


def known(case: dict[str, Any]) -> set[str]:
    return {case["then"], *tags(case["domain"])}


def test_no_domain_is_without_cases(kept: list[dict[str, Any]]) -> None:
    """A new domain that no game asks for yet belongs to `TO_COME`."""
    every = {kind.__name__ for kind in domains()}
    assert every <= {tag for case in kept for tag in known(case)}


@pytest.mark.parametrize("tag", [kind.__name__ for kind in domains()])
def test_each_has_values_that_are_accepted_and_others_that_are_not(kept: list[dict[str, Any]], tag: str) -> None:
    codes = [code for case in kept if tag in known(case) for _, code in case["values"]]
    assert None in codes
    assert any(codes)


@pytest.mark.parametrize("key", games())
def test_every_parameter_of_a_game_has_cases(kept: list[dict[str, Any]], key: str) -> None:
    asked = {f"{key}.{offer.name}.{param}" for _, offer in offered(key) for param in offer.params}
    assert asked <= {case["of"] for case in kept}


@pytest.mark.parametrize("key", games())
def test_nobody_is_sent_what_only_the_lexicon_answers(kept: list[dict[str, Any]], key: str) -> None:
    sent = {tag for case in kept if case["of"].startswith(f"{key}.") for tag in tags(case["domain"])}
    assert sent <= {kind.__name__ for kind in domains()}


def test_every_reason_of_a_spelling_is_among_them(kept: list[dict[str, Any]]) -> None:
    codes = {code for case in kept if case["domain"]["type"] == "Spelling" for _, code in case["values"]}
    assert codes == {
        None,
        "not_a_word",
        "not_your_cards",
        "letters_differ",
        "one_of_the_table",
        "too_short",
        "too_many_cards",
    }
