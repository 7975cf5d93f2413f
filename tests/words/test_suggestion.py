"""A common word that the lexicon proposes for somebody who has none."""

from tablee.words import flags
from tablee.words.fit import Fit, Suggestion
from tablee.words.lexicon import Lexicon

LEXICON = Lexicon.of(
    [
        ("table", flags.NOUN, 5.0),
        ("livre", flags.NOUN, 4.5),
        ("merde", flags.NOUN | flags.RUDE, 4.4),
        ("paris", flags.PROPER, 4.3),
        ("école", flags.NOUN, 4.0),
        ("chat", flags.NOUN, 6.0),
        ("mangez", flags.VERB, 3.0),
    ]
)
FIVE = Fit(least=5, most=5)


def proposed(draw: int, fit: Fit = FIVE, besides: tuple[str, ...] = (), *, rude: bool = False) -> list[str]:
    return list(Suggestion(fit, draw, besides, rude).found(LEXICON))


def test_the_commonest_that_fit_counted_round() -> None:
    assert [proposed(draw) for draw in range(4)] == [["TABLE"], ["LIVRE"], ["ECOLE"], ["TABLE"]]


def test_rude_words_only_where_they_are_wanted_and_names_never() -> None:
    words = {word for draw in range(8) for word in proposed(draw, rude=True)}
    assert words == {"TABLE", "LIVRE", "MERDE", "ECOLE"}


def test_not_what_is_taken_nor_what_cannot_be_laid() -> None:
    assert proposed(0, besides=("TABLE", "LIVRE")) == ["ECOLE"]
    assert proposed(0, Fit(rack="ABELTVI", least=5, most=5), ("TABLE",)) == []


def test_it_comes_with_what_the_lexicon_knows_and_is_never_a_move() -> None:
    assert Suggestion(FIVE, 0).found(LEXICON) == {"TABLE": LEXICON.look_up("table")}
    assert Suggestion(FIVE, 0).found(None) == {}
