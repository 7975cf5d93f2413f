"""Formulas: what may be laid at once, worked out by hand, and the search for it against trying everything."""

from itertools import combinations_with_replacement

import pytest

from tablee.bots.rollout import QuickPicker
from tablee.pieces.formulas import (
    PAIRS,
    RUNS,
    SINGLE,
    Formula,
    FormulaKind,
    Shape,
    fits,
    shapes,
    starts,
    weakest_starts,
)
from tests.domains.laid import RANKS, hand, said


def asked(faces: str, kind: FormulaKind, groups: int, size: int, weakest: str = "") -> Formula:
    return Formula(hand(faces), RANKS, kind, groups, size, weakest)


def test_one_card_runs_or_pairs() -> None:
    cards = "EFMNGGPPZ**"
    free = Formula(hand(cards), RANKS)
    for groups in (["E"], ["EF", "MN"], ["GG", "PP"], ["EF", "MN", "YZ"], ["EFG"], ["GG"], ["ZZ"], ["YZ"]):
        assert free.accepts(said(cards, *groups)), groups
    for groups in (["E", "F"], ["EF", "MNO"], ["EF", "GG"], ["FE"], ["EG"], ["GGG"], []):
        assert not free.accepts(said(cards, *groups)), groups


def test_what_is_asked_for() -> None:
    cards = "EFMNGGPPZ**"
    two = asked(cards, RUNS, 2, 2, "F")
    assert two.accepts(said(cards, "FG", "MN"))
    assert not two.accepts(said(cards, "EF", "MN"))
    assert not two.accepts(said(cards, "MN"))
    assert not two.accepts(said(cards, "GG", "PP"))
    assert asked(cards, PAIRS, 2, 2, "F").accepts(said(cards, "GG", "PP"))


def test_each_card_says_its_letter_once_and_a_joker_one_of_the_alphabet() -> None:
    pairs = asked("GGPT*", PAIRS, 2, 2)
    assert pairs.accepts([[[0, "G"], [1, "G"]], [[2, "P"], [4, "P"]]])
    assert not pairs.accepts([[[0, "G"], [1, "G"]], [[2, "P"], [3, "P"]]]), "a T is no P"
    assert not pairs.accepts([[[0, "G"], [1, "G"]], [[0, "G"], [4, "G"]]]), "one card twice"
    assert not asked("**", PAIRS, 1, 2).accepts([[[0, "A"], [1, "A"]]]), "there is no A"
    assert not pairs.accepts([[[0, "G"], [1, "G"]], [[2, "P"], [4, "PP"]]])


def test_what_serves() -> None:
    """Two runs of two from G on, of which the joker may fill one: H stands beside G, and S and T alone."""
    cards = "DGHST*"
    assert [cards[int(c)] for c in asked(cards, RUNS, 2, 2, "G").serving()] == ["G", "H", "S", "T", "*"]
    assert asked("DGS*", RUNS, 2, 2, "G").serving() == []
    assert not asked("DGS*", RUNS, 2, 2, "G").possible()


def test_the_weakest_has_as_few_jokers_as_can_be() -> None:
    cards = "EGHKL*"
    assert asked(cards, RUNS, 2, 2, "E").weakest_of(Shape(RUNS, 2, 2)) == said(cards, "GH", "KL")
    cards = "EGH*"
    assert asked(cards, RUNS, 2, 2, "E").weakest_of(Shape(RUNS, 2, 2)) == said(cards, "EF", "GH")


@pytest.mark.parametrize("cards", ["EFMN*", "BBCCDD**", "Z*******", "BDFHJL**", "**", "BCDEFGHIJKLMNOPQRS**"])
def test_what_is_drawn_can_be_laid(cards: str) -> None:
    free = Formula(hand(cards), RANKS)
    for seed in range(40):
        assert free.accepts(free.sample(QuickPicker(seed)))


def test_the_search_finds_what_trying_everything_finds() -> None:
    """Hands of six letters, up to two of each, and up to three jokers."""
    pick = QuickPicker("formulas")
    for _ in range(300):
        counts = tuple(pick.below(3) for _ in range(6))
        jokers, weakest = pick.below(4), pick.below(3)
        kinds: list[tuple[FormulaKind, int]] = [(SINGLE, 1), (PAIRS, 2), (RUNS, 2), (RUNS, 3), (RUNS, 4)]
        for kind, size in kinds:
            for groups in range(1, 2 if kind == SINGLE else 4):
                shape = Shape(kind, groups, size)
                able = every_way(counts, jokers, shape, weakest)
                assert fits(counts, jokers, shape, weakest) == bool(able), (counts, jokers, shape, weakest)
                assert set(starts(counts, jokers, shape, weakest)) == {start for way in able for start in way}
                found = weakest_starts(counts, jokers, shape, weakest)
                assert (found in able) if able else found is None


def every_way(counts: tuple[int, ...], jokers: int, shape: Shape, weakest: int) -> list[tuple[int, ...]]:
    last = len(counts) - (shape.size if shape.kind == RUNS else 1)
    found = []
    for way in combinations_with_replacement(range(weakest, last + 1), shape.groups):
        need = [0] * len(counts)
        for start in way:
            for i in range(shape.size):
                need[start + i if shape.kind == RUNS else start] += 1
        if sum(max(0, n - count) for n, count in zip(need, counts, strict=True)) <= jokers:
            found.append(way)
    return found


def test_all_that_could_be_led() -> None:
    counts = (1, 1, 0, 2)  # B C . E E
    assert set(shapes(counts, 0)) == {Shape(SINGLE, 1, 1), Shape(RUNS, 1, 2), Shape(PAIRS, 1, 2)}
    # with a joker also BCD, BCDE, DE beside BC, and a pair beside EE
    assert set(shapes(counts, 1)) == {
        Shape(SINGLE, 1, 1),
        Shape(RUNS, 1, 2),
        Shape(RUNS, 2, 2),
        Shape(RUNS, 1, 3),
        Shape(RUNS, 1, 4),
        Shape(PAIRS, 1, 2),
        Shape(PAIRS, 2, 2),
    }


def test_handles_go_out_and_ids_come_in() -> None:
    formula = Formula({7: "G", 8: ""}, RANKS, PAIRS, 1, 2, "D")
    outer = formula.outward(lambda card: f"h{card}")
    assert isinstance(outer, Formula)
    assert (outer.cards, outer.kind, outer.weakest) == ({"h7": "G", "h8": ""}, "pairs", "D")
    value = [[[7, "G"], [8, "G"]]]
    assert formula.named(value, lambda card: f"h{card}") == [[["h7", "G"], ["h8", "G"]]]
    assert formula.inward([[["h7", "G"], ["h8", "G"]]], lambda handle: int(handle[1:])) == value
