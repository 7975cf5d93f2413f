"""The nouns that children know: what each of them is like, and how one of them is found for somebody."""

from collections import Counter

import pytest

from tablee.lexicons import load
from tablee.pieces.toutilix import LETTERS, SYMBOL
from tablee.words.fit import Fit
from tablee.words.flags import NOUN_SINGULAR
from tablee.words.folding import fold
from tablee.words.nouns import NOUNS, NounSuggestion

DECK = Counter(SYMBOL[face] for face in LETTERS)
LISTS = pytest.mark.parametrize("language", list(NOUNS))


@LISTS
def test_there_are_many_each_once_and_sorted(language: str) -> None:
    folded = [fold(noun) for noun in NOUNS[language]]
    assert len(folded) >= {"fr": 600, "en": 400}[language]
    assert folded == sorted(set(folded))


@LISTS
def test_each_is_one_plain_word_of_four_to_nine_letters(language: str) -> None:
    for noun in NOUNS[language]:
        assert noun.isalpha(), noun
        assert noun == noun.lower()
        assert 4 <= len(fold(noun)) <= 9, noun
        assert not Counter(fold(noun)) - DECK, f"{noun} cannot be laid"


@LISTS
def test_each_is_a_common_noun_that_bots_may_say(language: str) -> None:
    """Of English the lexicon does not tell nouns."""
    lexicon = load(language)
    spoken = set(lexicon.spoken().index.find(Fit(least=4, most=9), most_common=50_000))
    for noun in NOUNS[language]:
        assert fold(noun) in spoken, noun
        assert lexicon.common(noun, 40_000), noun
        assert not lexicon.tells_verbs or lexicon.look_up(noun) & NOUN_SINGULAR, noun


@LISTS
def test_nouns_are_spelled_as_the_lexicon_spells_them(language: str) -> None:
    lexicon = load(language)
    for noun in NOUNS[language]:
        assert noun in {spelling.lower() for spelling in lexicon.spellings(fold(noun))}, noun


def test_a_suggestion_is_a_noun_that_fits() -> None:
    lexicon = load("fr")
    for draw in range(20):
        (word,) = NounSuggestion(Fit(least=5, most=5), draw).found(lexicon)
        assert word in NOUNS["fr"]
        assert len(fold(word)) == 5


def test_a_suggestion_is_not_what_was_there_before() -> None:
    fit = Fit(starts="ZEBR")
    assert list(NounSuggestion(fit, 0).found(load("fr"))) == ["zèbre"]
    assert "zèbre" not in NounSuggestion(fit, 0, ("ZEBRE",)).found(load("fr"))


def test_without_a_list_it_is_a_common_word() -> None:
    for language in ("es", "de", "it"):
        (word,) = NounSuggestion(Fit(least=6, most=6), 3).found(load(language))
        assert len(fold(word)) == 6
    (word,) = NounSuggestion(Fit(least=10, most=10), 3).found(load("fr"))
    assert len(fold(word)) == 10


def test_without_a_lexicon_there_is_none() -> None:
    assert NounSuggestion(Fit(), 1).found(None) == {}
