"""The judge's reading of sentences: a verb that may be one, elisions, boxes (C10)."""

import pytest

from tablee.lexicons import load
from tablee.words.sentence import boxes, is_elided, read


def flags_of(words: list[str]) -> list[int]:
    return [load("fr").look_up(word) for word in words]


@pytest.mark.parametrize(
    "sentence",
    [
        "Le chat dort",
        "Un plombier avale trois nouilles",
        "Vive les vacances",
        "Plonge",
        "La porte du château",
        "Arrête toi",
        "l' eau coule",
        "Barnabé porte son kebab",
    ],
)
def test_some_word_can_be_the_verb(sentence: str) -> None:
    assert read(sentence.split(), flags_of(sentence.split())).verbs


@pytest.mark.parametrize(
    "sentence", ["Le château", "Un chat noir et blanc", "Le marché du village", "Manger des abricots"]
)
def test_no_word_can_be_the_verb(sentence: str) -> None:
    reading = read(sentence.split(), flags_of(sentence.split()))
    assert not reading.verbs
    assert not reading.noun_likely, "a warning about the verb needs a verb"


@pytest.mark.parametrize(
    ("sentence", "likely"),
    [
        ("La porte du château", True),
        ("Une belle marche", True),
        ("La porte grince", False),
        ("Il la porte", False),
        ("Barnabé porte un chapeau", False),
        ("Porte la valise", False),
        ("Je ne la danse pas", False),
    ],
)
def test_voters_are_warned_of_verbs_that_look_like_nouns(sentence: str, likely: bool) -> None:
    words = sentence.split()
    assert read(words, flags_of(words)).noun_likely is likely


def test_the_places_of_the_verbs() -> None:
    words = ["la", "trompette", "joue", "et", "dort"]
    assert read(words, flags_of(words)).verbs == (1, 2, 4)


@pytest.mark.parametrize("word", ["l'", "L’", "qu'", "m'", "jusqu'", "quelqu’"])
def test_elided_words(word: str) -> None:
    assert is_elided(word)
    assert load("fr").look_up(word)


@pytest.mark.parametrize("word", ["l", "le", "aujourd'", "m", "z'"])
def test_other_words_are_not_elided(word: str) -> None:
    assert not is_elided(word)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Arrête-toi !", "Arrête toi"),
        ("L'eau dort aujourd'hui.", "L' eau dort aujourd'hui"),
        ("Qu'elle vienne, c’est bien", "Qu' elle vienne c’ est bien"),
        ("Un arc-en-ciel s'étale", "Un arc-en-ciel s' étale"),
        ("Où va-t-il lundi ?", "Où va t il lundi"),
        ("d'eux", "d' eux"),
    ],
)
def test_boxes(text: str, expected: str) -> None:
    assert boxes(text, load("fr").look_up) == expected.split()


def test_what_nobody_types_is_not_taken_apart() -> None:
    """A long chain of hyphens would be looked up piece by piece, for ever."""
    asked: list[str] = []
    assert len(boxes("a-" * 50_000 + "a", asked.append)) == 1
    assert len(boxes("mot " * 10_000, asked.append)) <= 500
    assert asked == []
