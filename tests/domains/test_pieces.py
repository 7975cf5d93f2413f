"""Domains of letter cards: what may be laid in groups, named or spelled, worked out by hand from the rules."""

from typing import Any

import pytest

from tablee.bots.rollout import QuickPicker
from tablee.kernel.choices import ENOUGH
from tablee.pieces.domains import LEFT, RIGHT, Groups, OneEnd, OneFace, Syllable, end_of, line_and_side
from tests.domains.laid import RANKS, hand, said


def formula(faces: str, groups: int, size: int, runs: bool = True, weakest: str = "") -> Groups:
    return Groups(hand(faces), groups, groups, size, size, runs=runs, alphabet=RANKS, level=True, weakest=weakest)


def test_runs_of_one_length() -> None:
    cards = "EFMNDGHZ*"
    two = formula(cards, 2, 2)
    assert two.accepts(said(cards, "EF", "MN"))
    assert two.accepts(said(cards, "EF", "FG"))  # with a joker for the second F
    assert not two.accepts(said(cards, "EF"))
    assert not two.accepts(said(cards, "EF", "GHI"))
    assert not two.accepts(said(cards, "FE", "MN"))
    assert not two.accepts(said(cards, "EG", "MN"))


def test_a_formula_is_as_strong_as_its_smallest_letter() -> None:
    cards = "DEFGHI"
    on_e = formula(cards, 1, 2, weakest="E")
    assert on_e.accepts(said(cards, "EF"))
    assert on_e.accepts(said(cards, "HI"))
    assert not on_e.accepts(said(cards, "DE"))


def test_pairs_with_a_joker_that_is_given_its_letter() -> None:
    cards = "GGPT*"
    pairs = formula(cards, 2, 2, runs=False)
    assert pairs.accepts(said(cards, "GG", "PP"))
    assert pairs.accepts(said(cards, "GG", "TT"))
    assert not pairs.accepts([[[0, "G"], [1, "G"]], [[2, "P"], [3, "P"]]])  # a T is no P
    assert not pairs.accepts([[[0, "G"], [1, "G"]], [[0, "G"], [4, "G"]]])  # one card twice
    assert not pairs.accepts([[[0, "G"], [1, "G"]], [[2, "P"], [4, "A"]]])
    assert not pairs.accepts([[[0, "G"], [1, "G"]], [[2, "P"], [4, "PP"]]])


def test_the_first_lay_is_one_run_of_five_or_two_of_three_and_the_alphabet_is_a_circle() -> None:
    cards = "XYZABMNOP"
    first = Groups(hand(cards), 1, 8, 3, 26, circle=True, total=5)
    assert first.accepts(said(cards, "XYZAB"))
    assert first.accepts(said(cards, "XYZ", "MNO"))
    assert not first.accepts(said(cards, "MNOP"))
    assert not first.accepts(said(cards, "XYZA"))
    assert not Groups(hand(cards), 1, 8, 3, 26, total=5).accepts(said(cards, "XYZAB"))


def test_laid_anew_all_that_lay_is_there_and_something_more() -> None:
    cards = "CDEFGEX"
    again = Groups(hand(cards), 1, 8, 3, 26, circle=True, must=(0, 1, 2, 3, 4), total=6)
    assert again.accepts(said(cards, "CDE", "EFG"))
    assert not again.accepts(said(cards, "CDEFG"))
    assert not again.accepts(said(cards, "CDE"))
    for seed in range(20):  # there is no other way to lay all of them and one more
        found = again.sample(QuickPicker(seed))
        assert sorted("".join(letter for _, letter in group) for group in found) == ["CDE", "EFG"]


@pytest.mark.parametrize("cards", ["BCDEFGHIJ", "BBCCDD**", "Z*******", "YZ*", "BDFHJL**"])
def test_what_is_drawn_can_be_laid(cards: str) -> None:
    two = formula(cards, 1, 2)
    assert two.possible()
    for seed in range(50):
        assert two.accepts(two.sample(QuickPicker(seed)))


def test_what_cannot_be_laid_is_said_to_be_impossible() -> None:
    assert not formula("BDFH", 1, 2).possible()
    assert not formula("BC*", 2, 2).possible()
    assert formula("BC**", 2, 2).possible()
    assert not formula("YZ", 1, 3).possible()
    assert not Groups(hand("CDEFGX"), 1, 8, 3, 26, must=(0, 1, 2, 3, 4), total=6).possible()


def test_handles_go_out_and_ids_come_in() -> None:
    pairs = Groups({7: "G", 8: ""}, 1, 1, 2, 2, runs=False, must=(7,))
    outer = pairs.outward(lambda card: f"h{card}")
    assert isinstance(outer, Groups)
    assert (outer.cards, list(outer.must)) == ({"h7": "G", "h8": ""}, ["h7"])
    value = [[[7, "G"], [8, "G"]]]
    assert pairs.named(value, lambda card: f"h{card}") == [[["h7", "G"], ["h8", "G"]]]
    assert pairs.inward([[["h7", "G"], ["h8", "G"]]], lambda handle: int(handle[1:])) == value
    odd: Any
    for odd in (None, "G", [1], [["h7"]], [[["h7"]]], {}):
        assert pairs.inward(odd, lambda handle: int(handle[1:])) is None


def test_a_syllable_is_chosen_letter_by_letter() -> None:
    syllable = Syllable(1, 3)
    assert syllable.count() == 26 + 26**2 + 26**3

    class Nobody:
        pass

    def keys(*parts: str) -> list[Any]:
        return [key for key, _ in syllable.choices(Nobody(), parts)]  # type: ignore[arg-type]

    assert (ENOUGH,) not in keys()
    assert (ENOUGH,) in keys("O")
    assert len(keys("O")) == 27
    assert not syllable.complete(["O", "U"])
    assert syllable.complete(["O", "U", "I"])
    assert syllable.joined(["O", "U"]) == "OU"
    assert all(syllable.accepts(v) for v in ("A", "OU", "OUI"))
    assert not any(syllable.accepts(v) for v in ("", "oui", "É", "ABCD", None, 1, ["A"]))


def test_a_syllable_that_ends_with_a_vowel() -> None:
    syllable = Syllable(1, 3, "KSAE", "AE")
    assert all(syllable.accepts(v) for v in ("A", "E", "KA", "SE", "KSA", "SSE"))
    assert not any(syllable.accepts(v) for v in ("", "K", "AK", "AE", "KAE", "KSKA", "CA", "ka", None, 1, ["A"]))
    assert syllable.count() == 2 + 2 * 2 + 4 * 2
    assert len(list(syllable.values())) == 14
    assert all(syllable.accepts(v) for v in syllable.values())

    def letters(*parts: str) -> list[Any]:
        return [letter for _, letter in syllable.choices(None, parts)]  # type: ignore[arg-type]

    assert letters() == ["K", "S", "A", "E"]
    assert letters("K", "S") == ["A", "E"], "nothing else can follow"
    assert not syllable.complete(["K", "S"])
    assert syllable.complete(["K", "A"])
    assert [syllable.sketch(v) for v in ("", "KS", "KSA", "KSAE", "B", 1)] == ["", "KS", "KSA", None, None, None]


def test_an_end_is_a_line_and_a_side() -> None:
    asked = OneEnd([end_of("line:0", side) for side in (RIGHT, LEFT)])
    assert asked.names == ["line:0/right", "line:0/left"]
    assert asked.accepts("line:0/left")
    assert not any(asked.accepts(v) for v in ("line:1/left", "line:0", "left", None, 0))
    assert line_and_side("line:0/left") == ("line:0", LEFT)


def test_a_face_is_named_with_its_colour() -> None:
    asked = OneFace(("pK", "bK", "★"))
    assert asked.accepts("bK")
    assert not asked.accepts("K")
    assert not asked.accepts("vK")
