"""The index against a naive scan, for every kind of query."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.kernel.rng import keyed, seed_from
from tablee.lexicons import load
from tablee.words import flags
from tablee.words.fit import Fit
from tablee.words.folding import fold
from tablee.words.lexicon import Lexicon
from tests.words.naive import COMMON, fits, scan


@cache
def subset() -> Lexicon:
    """Every 150th French word, and words with a letter five times and more."""
    words = load("fr").index.find()
    chosen = [*words[:400], *words[::150], *load("fr").index.find(Fit(contains="SSSSS")), "AAAAAAAA", "EEEEE"]
    return Lexicon.of((word, load("fr").look_up(word), load("fr").zipf(word)) for word in dict.fromkeys(chosen))


@cache
def ranked(lexicon: Lexicon) -> tuple[str, ...]:
    return tuple(lexicon.index.find())


@cache
def kinds_by_rank(lexicon: Lexicon) -> list[tuple[str, int]]:
    return [(word, lexicon.look_up(word)) for word in ranked(lexicon)]


@settings(max_examples=150, deadline=None)
@given(fit=fits(), min_length=st.integers(0, 8))
def test_find_is_a_scan(fit: Fit, min_length: int) -> None:
    index = subset().index
    expected = scan(ranked(subset()), fit, min_length)
    assert index.find(fit, min_length=min_length) == expected
    assert index.find(fit, min_length=min_length, limit=7) == expected[:7]
    assert index.count(fit, min_length=min_length) == len(expected)


@settings(max_examples=100, deadline=None)
@given(
    fit=fits(), number=st.integers(0, 4_000), rude=st.booleans(), kind=st.sampled_from([0, *flags.NAMES.values()])
)
def test_a_vocabulary_is_a_scan_of_the_commonest(fit: Fit, number: int, rude: bool, kind: int) -> None:
    lexicon = subset()
    of_kind = [w for w, known in kinds_by_rank(lexicon) if not kind or known & kind]
    hidden = {w for w, known in kinds_by_rank(lexicon) if rude and known & flags.RUDE}
    known = [w for w in of_kind[:number] if w not in hidden]
    found = lexicon.index.find(fit, most_common=number, without_rude=rude, having=kind)
    assert found == scan(known, fit)
    assert lexicon.index.count(fit, most_common=number, without_rude=rude, having=kind) == len(found)


@settings(max_examples=100, deadline=None)
@given(rack=st.text(COMMON, max_size=12), jokers=st.integers(0, 5), fit=fits())
def test_a_rack_with_jokers_is_a_scan(rack: str, jokers: int, fit: Fit) -> None:
    lexicon = subset()
    laid = scan(ranked(lexicon), Fit(rack=rack, blanks=jokers))
    assert lexicon.index.rack(rack, jokers) == laid
    if not fit.laid:
        assert lexicon.index.rack(rack, jokers, fit) == scan(laid, fit)


@settings(max_examples=60, deadline=None)
@given(fit=fits())
def test_the_judge_says_what_the_scan_says(fit: Fit) -> None:
    words = ranked(subset())[::7]
    assert [w for w in words if fit.missing(w) is None] == scan(words, fit)


def test_a_letter_that_stands_often_is_counted_exactly() -> None:
    index = Lexicon.of([("aaaaaa", 0, 3.0), ("aaaaaaa", 0, 2.0), ("aaaa", 0, 1.0), ("a" * 40, 0, 0.0)]).index
    assert index.find(Fit(contains="A" * 6)) == ["AAAAAA", "AAAAAAA", "A" * 40]
    assert index.rack("AAAA", 2) == ["AAAAAA", "AAAA"]
    assert index.rack("AAAAA", 2) == ["AAAAAA", "AAAAAAA", "AAAA"]
    assert index.rack("A" * 38, 1) == ["AAAAAA", "AAAAAAA", "AAAA"]
    assert index.rack("A" * 38, 2)[-1] == "A" * 40
    assert index.find(Fit(contains="A" * 41)) == []


WHOLE = [
    Fit(contains="AETT"),
    Fit(contains="PRE", without="SUN"),
    Fit(contains="WX"),
    Fit(contains="KK", jokers=4),
    Fit(starts="PRO"),
    Fit(starts="Q"),
    Fit(ends="TION"),
    Fit(ends="K"),
    Fit(starts="P", ends="E", contains="LN"),
    Fit(holds="OUI"),
    Fit(holds="AE"),
    Fit(holds="CONSTITU"),
    Fit(holds="T?R?O"),
    Fit(starts="?H?T"),
    Fit(rack="AEINRST"),
    Fit(rack="AEINRST", blanks=1),
    Fit(rack="EEEEESSSS", blanks=2),
    Fit(rack="ZKWXYQJ", blanks=2, least=5),
    Fit(least=25),
    Fit(most=2),
    Fit(distinct=2),
    Fit(contains="K", distinct=8, least=9),
]


@pytest.mark.parametrize("fit", WHOLE, ids=repr)
def test_the_whole_of_french(fit: Fit) -> None:
    lexicon = load("fr")
    expected = scan(ranked(lexicon), fit)
    assert lexicon.index.find(fit) == expected
    assert expected


@pytest.mark.parametrize("seed", range(6))
def test_the_whole_of_french_by_chance(seed: int) -> None:
    rng = keyed(seed_from(seed), "index")
    word = rng.choice(ranked(load("fr"))[:50_000])
    letters = "".join(rng.shuffled(word))
    first = rng.below(max(1, len(word) - 3))
    fit = (
        Fit(contains=letters[:4], without="".join(c for c in "KWXYZJQ" if c not in word)),
        Fit(holds=word[first : first + 4], jokers=2),
        Fit(rack=letters + "E", blanks=seed % 3, ends=word[-1]),
    )[seed % 3]
    assert load("fr").index.find(fit) == scan(ranked(load("fr")), fit)
    assert word in load("fr").index.find(fit)


def test_order_is_by_frequency() -> None:
    lexicon = load("fr")
    found = [lexicon.zipf(lexicon.spelled(word)) for word in lexicon.index.find(Fit(contains="K"), limit=300)]
    assert found == sorted(found, reverse=True)
    assert ranked(lexicon)[:3] == ("DE", "LA", "LE")


def test_words_are_folded_and_different() -> None:
    words = ranked(load("fr"))
    assert len(set(words)) == len(words) == len(load("fr"))
    assert all(fold(word) == word for word in words[::97])


def test_rude_words_hide_only_when_asked() -> None:
    index = load("fr").index
    assert "MERDE" in index.find(Fit(starts="MERD"))
    assert "MERDE" not in index.find(Fit(starts="MERD"), without_rude=True)
