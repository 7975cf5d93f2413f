"""A slip of the finger is not another word."""

import pytest

from tablee.words.slips import same_word


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("grands", "grands"),
        ("GRANDS", "grands"),
        ("ete", "été"),
        ("grnads", "grands"),  # neighbours swapped
        ("grrands", "grands"),  # one too many
        ("grads", "grands"),  # one missing
        ("gramds", "grands"),  # one wrong
        ("rgands", "grands"),
        ("grandsx", "grands"),
        ("rands", "grands"),
        ("balle", "balla"),
    ],
)
def test_a_word_with_one_slip_is_the_word(typed: str, meant: str) -> None:
    assert same_word(typed, meant, known=False)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("gros", "grands"),
        ("grnasd", "grands"),  # two slips
        ("gr", "grands"),
        ("sdnarg", "grands"),
        ("garnds", "grinds"),  # a swap and a wrong letter
        ("gdanrs", "grands"),  # swapped, but no neighbours
        ("sot", "sort"),  # four letters are too few
        ("sotr", "sort"),
        ("", "grands"),
    ],
)
def test_anything_else_is_not(typed: str, meant: str) -> None:
    assert not same_word(typed, meant, known=False)


def test_who_types_a_word_means_it() -> None:
    assert same_word("grands", "grands", known=True)
    assert not same_word("grand", "grands", known=True)
    assert same_word("grand", "grands", known=False)


def test_five_letters_count_in_the_word_that_is_meant() -> None:
    assert same_word("port", "porta", known=False)
    assert not same_word("porta", "port", known=False)
