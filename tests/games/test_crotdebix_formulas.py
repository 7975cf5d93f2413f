"""Crotdebix: the CROTDEBIX card, counted hand by hand, and the strongest combination of a hand."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tablee.games.crotdebix.formulas import BEST, FACES, FORMULAS, Combination, best, mask_of, single
from tablee.texts import texts

Masks = NDArray[np.uint32]

# D4 and D5 of the rules: formula, cards, hands that contain it, in percent, hands whose strongest it is.
EIGHT = """
paire                   2  608751  82.7702  205140
suite de 3              3  302217  41.0916  106140
2 paires                4  253935  34.5269  159824
suite de 3 + paire      5  135977  18.4884   73960
suite de 4              4   71605   9.7359   41248
3 paires                6   32175   4.3747   27952
2 suites de 3           6   19491   2.6501   12896
suite de 4 + paire      6   19338   2.6293    9588
suite de 5              5   13362   1.8168    9300
suite de 3 + 2 paires   7   11592   1.5761   10748
suite de 4 + suite de 3 7    3751   0.5100    2932
suite de 6              6    1938   0.2635    1270
suite de 5 + paire      7    1806   0.2456    1488
2 suites de 3 + paire   8    1009   0.1372     820
suite de 4 + 2 paires   8     504   0.0685     504
4 paires                8     495   0.0673     486
suite de 5 + suite de 3 8     210   0.0286     200
suite de 7              7     194   0.0264     160
2 suites de 4           8     111   0.0151     101
suite de 6 + paire      8      84   0.0114      84
suite de 8              8      10   0.0014      10
"""
SIX = """
paire                   2   75460  56.0641   53152
suite de 3              3   23038  17.1164   16364
2 paires                4   12100   8.9899   11322
suite de 3 + paire      5    3258   2.4206    2480
suite de 4              4    3116   2.3151    2714
suite de 5              5     290   0.2155     244
3 paires                6     220   0.1635     210
2 suites de 3           6     156   0.1159     142
suite de 4 + paire      6     144   0.1070     144
suite de 6              6      14   0.0104      14
"""
TABLES = {8: EIGHT, 6: SIX}
ALL = {8: 735_471, 6: 134_596}
NOTHING = {8: 70_620, 6: 47_810}


class Row:
    def __init__(self, line: str) -> None:
        *words, cards, hands, percent, strongest = line.split()
        self.name, self.cards, self.hands = " ".join(words), int(cards), int(hands)
        self.percent, self.strongest = float(percent), int(strongest)


def rows(size: int) -> list[Row]:
    return [Row(line) for line in TABLES[size].strip().splitlines()]


# ---- counting, without the program's own way of finding combinations -------------------------------------


@cache
def subsets(count: int, of: int = 24) -> Masks:
    """All sets of so many cards, as masks."""
    if count == 0:
        return np.zeros(1, np.uint32)
    if count > of:
        return np.zeros(0, np.uint32)
    return np.concatenate([subsets(count, of - 1), subsets(count - 1, of - 1) | np.uint32(1 << of - 1)])


def part(length: int) -> list[int]:
    """Every place of a part: pink letters are the cards 0 to 11, blue ones 12 to 23."""
    if length == 2:
        return [1 << i | 1 << i + 12 for i in range(12)]
    run = (1 << length) - 1
    return [run << i + 12 * colour for colour in (0, 1) for i in range(12 - length + 1)]


def placements(formula: str) -> set[int]:
    found = {0}
    for length in map(int, formula.split("+")):
        found = {mask | other for mask in found for other in part(length) if not mask & other}
    return found


def containing(formula: str, size: int) -> Masks:
    """All the hands that contain the formula; some of them several times."""
    rest = subsets(size - sum(map(int, formula.split("+"))))
    return np.concatenate([rest[rest & mask == 0] | np.uint32(mask) for mask in placements(formula)])


@cache
def ranked(size: int) -> tuple[Masks, NDArray[np.uint8], list[int]]:
    """All hands, the rank of the strongest formula in each, and how many contain each formula."""
    hands, strongest = subsets(size), np.zeros(1 << 24, np.uint8)
    contain = []
    for rank, formula in enumerate(FORMULAS[size], 1):
        strongest[containing(formula, size)] = rank  # the stronger one comes later
        contain.append(int(np.count_nonzero(strongest[hands] == rank)))
    return hands, strongest[hands], contain


@pytest.mark.rule("crotdebix", "D3", "D4", "D5", "D6", "R20", "R21", "R22")
@pytest.mark.parametrize("size", [8, 6])
def test_every_hand_is_counted(size: int) -> None:
    hands, strongest, contain = ranked(size)
    table = rows(size)
    assert len(hands) == ALL[size] == NOTHING[size] + sum(row.strongest for row in table)
    assert contain == [row.hands for row in table]
    assert contain == sorted(contain, reverse=True), "the rarer the stronger"
    assert [round(100 * n / len(hands), 4) for n in contain] == [row.percent for row in table]
    counted = np.bincount(strongest, minlength=len(table) + 1).tolist()
    assert counted == [NOTHING[size], *(row.strongest for row in table)] == list(BEST[size])


@pytest.mark.rule("crotdebix", "D2", "D10", "R9")
def test_the_best_of_a_hand_is_what_the_count_says() -> None:
    for size, every in ((6, 5), (8, 97)):
        hands, strongest, _ = ranked(size)
        found = [best(int(hand), size).rank for hand in hands[::every]]
        assert found == strongest[::every].tolist()


@pytest.mark.rule("crotdebix", "D1", "D2", "D4", "D5")
@pytest.mark.parametrize("size", [8, 6])
def test_the_card_lists_all_that_can_be_made(size: int) -> None:
    """Every sum of runs of three or more and pairs that fits into a hand."""

    def sums(left: int, most: int) -> Iterator[tuple[int, ...]]:
        yield ()
        for length in range(2, min(left, most) + 1):
            for rest in sums(left - length, length):
                yield length, *rest

    possible = {"+".join(map(str, lengths)) for lengths in sums(size, size) if lengths}
    assert set(FORMULAS[size]) == possible
    assert len(FORMULAS[size]) == {8: 21, 6: 10}[size]
    words = texts("crotdebix", "fr").values
    assert [words[formula] for formula in FORMULAS[size]] == [row.name for row in rows(size)]
    assert [sum(map(int, formula.split("+"))) for formula in FORMULAS[size]] == [row.cards for row in rows(size)]


@pytest.mark.rule("crotdebix", "D3")
@pytest.mark.parametrize("size", [8, 6])
def test_what_contains_another_formula_is_stronger(size: int) -> None:
    for weak, strong in combinations(FORMULAS[size], 2):
        parts = weak.split("+")
        for piece in strong.split("+"):
            if piece in parts:
                parts.remove(piece)
        assert FORMULAS[size].index(weak) < FORMULAS[size].index(strong)
        backwards = strong.split("+")
        for piece in weak.split("+"):
            if piece in backwards:
                backwards.remove(piece)
        assert backwards, f"{strong} is contained in {weak}, and comes later"


# ---- a hand ---------------------------------------------------------------------------------------------


def of(hand: str, size: int | None = None) -> Combination:
    faces = hand.split()
    return best(mask_of(faces), size or len(faces))


def beats(stronger: str, weaker: str, size: int = 8) -> bool:
    """Both hands are filled up with nothing: only what is named counts."""
    one, other = of(stronger, size), of(weaker, size)
    assert one.strength != other.strength
    return one.strength > other.strength


def parts(combination: Combination) -> list[str]:
    return [" ".join(faces) for faces in combination.parts]


@pytest.mark.rule("crotdebix", "R23", "R24", "D7", "D9")
def test_two_runs_of_three_in_four_colourings() -> None:
    """Example 1."""
    four = [
        "pC pD pE pJ pK pL",
        "bC bD bE pJ pK pL",
        "pC pD pE bJ bK bL",
        "bC bD bE bJ bK bL",
    ]
    assert [of(hand, 8).rank for hand in four] == [7] * 4
    assert beats(four[0], four[1]) and beats(four[1], four[2]) and beats(four[2], four[3])
    assert of("pC bD pE", 8).rank == 0, "a run has one colour"


@pytest.mark.rule("crotdebix", "R25", "R26", "R27", "D8", "D11")
def test_formula_then_colour_then_place() -> None:
    """Examples 2, 3 and 6."""
    assert beats("pB pC pD", "bB bC bD")
    assert beats("pJ pK pL", "pC pD pE")
    assert beats("pC pD pE", "bJ bK bL"), "the colour comes before the place"
    assert beats("bA bB bC bD", "pJ pK pL"), "and the formula before the colour"
    assert beats("pL bL pC bC", "pK bK pJ bJ")
    assert beats("pL bL pD bD", "pL bL pC bC")


@pytest.mark.rule("crotdebix", "D7")
def test_the_longest_run_decides_the_colour_first() -> None:
    assert beats("pA pB pC pD bJ bK bL", "bA bB bC bD pJ pK pL")
    assert beats("pA pB pC pD pE pF pG", "pF pG pH pI bJ bK bL"), "then the shorter ones"
    assert beats("pL bL", "pK bK") and of("pK bK", 8).strength[1:] == (10,), "pairs have no colour"


@pytest.mark.rule("crotdebix", "D8")
def test_runs_before_pairs_in_the_alphabet() -> None:
    assert beats("pD pE pF pA bA", "pC pD pE pL bL")
    assert beats("pC pD pE pL bL", "pC pD pE pK bK")
    assert beats("pA pB pC pJ pK pL", "pC pD pE pG pH pI"), "the furthest run first"


@pytest.mark.rule("crotdebix", "D9")
def test_the_furthest_run_in_pink() -> None:
    assert beats("bC bD bE pJ pK pL", "pC pD pE bJ bK bL")
    assert beats("bA bB bC bD pE pF pG pH", "pA pB pC pD bE bF bG bH")


@pytest.mark.rule("crotdebix", "D1")
def test_a_pair_is_pink_and_blue_and_nothing_goes_round() -> None:
    assert of("pK bK pA bC bE pG bI", 8).formula == "2"
    assert of("pK pL pA pD bB bF bH bJ").rank == 0, "K L A is no run"
    assert of("pA pB bD bE pG pH bJ bK").rank == 0, "two in a row are none"


@pytest.mark.rule("crotdebix", "D2", "D10")
def test_a_card_serves_once_and_the_best_counts() -> None:
    """Examples 4, 5, 7, 8 and 9."""
    four = of("pD pE pF pG bD bI bK pL")
    assert (four.rank, parts(four)) == (5, ["pD pE pF pG"])
    seven = of("pC pD pE pF bA bC bD bE")
    assert (seven.rank, parts(seven)) == (11, ["pC pD pE pF", "bC bD bE"])
    assert of("pC pK bA bB bC bE bF bK").rank == 4
    assert parts(of("pC pK bA bB bC bE bF bK")) == ["bA bB bC", "pK bK"]
    assert parts(of("pA pB pD pG pL bD bG bL")) == ["pL bL", "pG bG", "pD bD"]
    assert parts(of("pE pF pH pI pJ bH bI bJ")) == ["pH pI pJ", "bH bI bJ"]
    six = of("pA bA pB bB pC bC")
    assert (six.rank, parts(six)) == (8, ["pA pB pC", "bA bB bC"])
    # A run of four may give a letter away for a second pair (rank 10), though not for the only one (rank 4).
    assert parts(of("pA pB pC pD bA bF bH bK")) == ["pA pB pC pD"]
    assert parts(of("pA pB pC pD pK bA bF bK")) == ["pB pC pD", "pK bK", "pA bA"]


@pytest.mark.rule("crotdebix", "D9")
def test_no_two_hands_are_equal() -> None:
    """All ways to share out 24 cards are too many: pairs of hands of six that have no card in common."""
    rng = np.random.default_rng(1)
    for _ in range(2_000):
        deck = rng.permutation(24).tolist()
        dealt = [sum(1 << card for card in deck[i : i + 6]) for i in range(0, 24, 6)]
        strengths = [best(hand, 6).strength for hand in dealt if best(hand, 6).rank]
        assert len({*strengths}) == len(strengths)


@pytest.mark.rule("crotdebix", "D22")
def test_a_single_card() -> None:
    def alone(hand: str) -> Any:
        return single(mask_of(hand.split()))

    assert parts(alone("bL pA bK")) == ["pA"], "pink before blue"
    assert parts(alone("bC bK bE")) == ["bK"]
    assert alone("pA bL").strength > alone("bL bK").strength
    assert alone("pD bL").strength > alone("pC bL").strength


def test_the_faces_of_a_mask() -> None:
    assert [mask_of([face]) for face in FACES] == [1 << i for i in range(24)]
