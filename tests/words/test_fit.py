"""Fits: why a word does not fit, and strings that do."""

import pytest

from tablee.kernel.rng import keyed, seed_from
from tablee.words.fit import Fit, Word


@pytest.mark.parametrize(
    ("fit", "word", "code"),
    [
        (Fit(contains="EE"), "été", None),
        (Fit(contains="EE"), "thé", "letters_missing"),
        (Fit(contains="E", jokers=2), "été", None),
        (Fit(contains="E", jokers=2), "le", "letters_missing"),
        (Fit(without="S"), "sans", "letter_forbidden"),
        (Fit(starts="P?O"), "promenade", None),
        (Fit(starts="P?O"), "pro", None),
        (Fit(starts="P?O"), "pr", "start_differs"),
        (Fit(ends="?T"), "chat", None),
        (Fit(ends="?T"), "t", "end_differs"),
        (Fit(holds="A?E"), "château", None),
        (Fit(holds="A?E"), "chat", "extract_missing"),
        (Fit(holds="??"), "a", "extract_missing"),
        (Fit(rack="CHATEAU"), "taché", None),
        (Fit(rack="CHATEAU"), "attache", "not_in_rack"),
        (Fit(rack="CHATEAU", blanks=1), "attache", None),
        (Fit(rack="CHATEAU", blanks=1), "attachent", "not_in_rack"),
        (Fit(blanks=2), "le", None),
        (Fit(blanks=2), "les", "not_in_rack"),
        (Fit(least=4), "arc", "word_too_short"),
        (Fit(least=4, most=4), "arcs", None),
        (Fit(most=3), "arcs", "word_too_long"),
        (Fit(distinct=8), "ordinal", None),
        (Fit(distinct=8), "ordinateur", "too_many_letters"),
        (Fit(distinct=5), "soleil", None),
        (Fit(distinct=2), "été", None),
    ],
)
def test_why_a_word_does_not_fit(fit: Fit, word: str, code: str | None) -> None:
    assert fit.missing(word) == code
    assert Word(fit).accepts(word) == (code is None)


@pytest.mark.parametrize(
    "fit",
    [
        Fit(),
        Fit(contains="AETT", without="SUN"),
        Fit(contains="EE", jokers=3),
        Fit(starts="P?", ends="?E", contains="PL"),
        Fit(holds="O?I", without="XYZ"),
        Fit(rack="AEINRST"),
        Fit(rack="AEINRST", blanks=2, contains="K"),
        Fit(rack="AEINRST", without="ST"),
        Fit(rack="AEINRST", starts="T", least=5),
        Fit(rack="AEI", most=2),
        Fit(blanks=3),
        Fit(least=10, most=10),
        Fit(contains="ABC", most=3),
        Fit(contains="EK", distinct=3),
        Fit(contains="E", distinct=1, least=4),
    ],
    ids=repr,
)
def test_strings_that_fit_can_be_made(fit: Fit) -> None:
    rng = keyed(seed_from(1), "fit")
    for _ in range(100):
        made = fit.make(rng)
        assert fit.missing(made) is None, made
        assert fit.shortest <= len(made) <= fit.longest
