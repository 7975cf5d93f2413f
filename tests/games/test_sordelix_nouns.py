"""The nouns of ten letters: what each of them is like."""

from tablee.games.sordelix.nouns import NOUNS
from tablee.games.sordelix.state import WRITABLE
from tablee.lexicons import load
from tablee.words.flags import NOUN, RUDE, UNSPOKEN
from tablee.words.folding import fold


def test_there_are_three_hundred_in_order_and_none_twice() -> None:
    for nouns in NOUNS.values():
        folded = [fold(noun) for noun in nouns]
        assert len(nouns) >= 300
        assert folded == sorted(set(folded))


def test_each_has_ten_letters_that_the_cards_can_write() -> None:
    for nouns in NOUNS.values():
        assert [noun for noun in nouns if len(fold(noun)) != 10 or WRITABLE.missing(noun)] == []


def test_each_is_a_common_noun_of_the_dictionary_that_a_bot_may_say() -> None:
    for language, nouns in NOUNS.items():
        lexicon = load(language)
        kinds = {noun: lexicon.look_up(noun) for noun in nouns}
        assert [noun for noun in nouns if not kinds[noun] & NOUN or kinds[noun] & (RUDE | UNSPOKEN)] == []
        assert [noun for noun in nouns if not lexicon.common(noun, 10_000, of_length=True)] == []


def test_each_is_written_as_the_dictionary_writes_it() -> None:
    for language, nouns in NOUNS.items():
        lexicon = load(language)
        assert [noun for noun in nouns if noun not in lexicon.spellings(noun)] == []
