"""Domains of letter cards: what may be named or spelled, worked out by hand from the rules."""

from typing import Any

from tablee.kernel.choices import ENOUGH
from tablee.pieces.domains import LEFT, RIGHT, OneEnd, OneFace, Syllable, end_of, line_and_side


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
