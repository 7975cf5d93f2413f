"""What is a word (C19): lists of what people really type, both kinds, and what must hold of all words."""

from itertools import product
from pathlib import Path

import pytest

from tablee.lexicons import load
from tablee.words.fit import ALPHABET, Fit
from tablee.words.folding import fold

ELIDED = ["c'", "d'", "j'", "l'", "m'", "n'", "s'", "t'", "qu'", "jusqu'", "lorsqu'", "puisqu'", "quoiqu'"]
DATA = Path(__file__).parent / "data"
AT_LEAST = {"fr": 300, "en": 60}
"""As many different ones, however they are spelled."""
ONCE_REFUSED = """
ex_æquo et_cætera chanmé capybara quokka deepfake wokisme écoanxiété non-binaire binge-watcher
"""
ONCE_ACCEPTED = """
mourrir parmis malgrés appeller acceuil ortographe bizzare interressant existance toujour parceque biensur dilemne
jai cest bcp pk ks xr vn
"""
"""What players found wrong; it stays on the lists."""

TWO_LETTERS = """
AA AH AI AL AN AS AU AY BA BE BI BU CA CE CI DA DE DO DU ED EH EN ES ET EU EX FA FI GO HA HE HI HO IF IL IN IO
JE JO KA KO LA LE LI LU MA ME MI MU NA NE NI NO NU OC OH OK OM ON OR OS OU PI PO PU QI RA RE RI RU SA SE SI SU
TA TE TO TU UD UN UR US UT VA VE VU WU XI YO YS
"""
"""All French words of two letters, read one by one: those of Scrabble, and Al, Ed, Io, Jo, Pô, Ur and Ys."""
WITHOUT_VOWEL = """
BRR BRRR BZZ BZZZ CRWTH CRWTHS GRR GRRR HMM KSS MMM PFF PFFT PST PSST TSS TSSTSS TSST ZZZ ZZZZ
"""


def listed(name: str) -> list[str]:
    lines = (DATA / f"{name}.txt").read_text().splitlines()
    return [word.replace("_", " ") for line in lines if not line.startswith("#") for word in line.split()]


@pytest.mark.parametrize("language", AT_LEAST)
def test_what_people_type_and_is_a_word(language: str) -> None:
    words = listed(f"{language}_known")
    assert len({fold(word) for word in words}) >= AT_LEAST[language]
    assert [word for word in words if not load(language).look_up(word)] == []


@pytest.mark.parametrize("language", AT_LEAST)
def test_what_people_type_and_is_none(language: str) -> None:
    words = listed(f"{language}_unknown")
    assert len({fold(word) for word in words}) >= AT_LEAST[language]
    assert [word for word in words if load(language).look_up(word)] == []


def test_what_players_found_wrong_is_on_the_lists() -> None:
    assert {word.replace("_", " ") for word in ONCE_REFUSED.split()} <= set(listed("fr_known"))
    assert set(ONCE_ACCEPTED.split()) <= set(listed("fr_unknown"))


def test_single_letters() -> None:
    """Typed without its accent, ô is an o."""
    assert [a for a in ALPHABET if load("fr").look_up(a)] == ["A", "O", "Y"]
    assert all(load("fr").look_up(word) for word in ["a", "à", "y", "ô"])
    assert [a for a in ALPHABET if load("en").look_up(a)] == ["A", "I", "O"]


@pytest.mark.parametrize("elided", ELIDED)
def test_an_elided_word_keeps_its_apostrophe(elided: str) -> None:
    french = load("fr")
    assert french.look_up(elided)
    assert french.look_up(elided.replace("'", "’").upper())
    assert not french.look_up(elided.rstrip("'"))


def test_all_french_words_of_two_letters() -> None:
    found = [a + b for a, b in product(ALPHABET, repeat=2) if load("fr").look_up(a + b)]
    assert found == TWO_LETTERS.split()


@pytest.mark.parametrize("language", ["en", "es", "de", "it"])
def test_other_languages_have_few_words_of_two_letters(language: str) -> None:
    found = [a + b for a, b in product(ALPHABET, repeat=2) if load(language).look_up(a + b)]
    assert 20 < len(found) < 125


def test_no_other_word_is_without_a_vowel() -> None:
    french = load("fr")
    found = [word for word in french.index.find(Fit(without="AEIOUY")) if french.look_up(word)]
    assert sorted(found) == sorted(WITHOUT_VOWEL.split())


@pytest.mark.parametrize("language", ["fr", "en", "es", "de", "it"])
def test_a_few_hundred_strings_of_three_consonants_are_none(language: str) -> None:
    lexicon = load(language)
    consonants = "BCDFGJKLMNPQRTVWX"
    found = {a + b + c for a, b, c in product(consonants, repeat=3) if lexicon.look_up(a + b + c)}
    assert found <= {"BRR", "GRR", "MMM", "PFF", "CWM", "NTH"}


def test_what_is_written_apart_is_not_one_word() -> None:
    french = load("fr")
    assert french.look_up("grosso modo")
    assert french.look_up("grosso-modo")
    assert not french.look_up("grossomodo")


def test_every_word_that_the_index_finds_is_known_as_it_is_spelled() -> None:
    french = load("fr")
    for word in french.index.find(Fit(least=2))[::997]:
        assert french.look_up(french.spelled(word))
        assert fold(french.spelled(word)) == word
