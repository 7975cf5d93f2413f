"""Suites on the circle: what is one, what can be laid anew, and the search for the best of them."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, product
from random import Random

import pytest

from tablee.bots.rollout import QuickPicker
from tablee.kernel.domains import Card
from tablee.pieces.suites import Suites, best_rows, best_runs, letters_of, step

NONE = (0,) * 26


def domain(rows: str = "", hand: str = "", *, total: int = 0, most: int = 0) -> Suites:
    """Rows and a hand in letters: `*` is a joker, `<A` must stay first, `A>` last. Cards are numbers from 0."""
    cards: list[str] = []
    laid: list[list[int]] = []
    first, last = [], []
    for row in rows.split():
        laid.append([])
        for sign in row:
            if sign == "<":
                first.append(len(cards))
            elif sign == ">":
                last.append(len(cards) - 1)
            else:
                laid[-1].append(len(cards))
                cards.append(sign.replace("*", ""))
    fresh = list(range(len(cards), len(cards) + len(hand)))
    cards += [sign.replace("*", "") for sign in hand]
    says = dict[Card, str](enumerate(cards))
    return Suites(says, rows=laid, fresh=fresh, first=first, last=last, total=total, most=most)


def told(suites: Suites, rows: Sequence[Sequence[int | str]] | None) -> list[str] | None:
    return None if rows is None else sorted("".join(suites.cards[card] or "*" for card in row) for row in rows)


def best(rows: str, hand: str) -> list[str] | None:
    of = domain(rows, hand)
    return told(of, best_rows(of.cards, of.rows, of.fresh, of.first, of.last))


@pytest.mark.parametrize(
    ("row", "letters"),
    [
        ("MNO", "MNO"),
        ("YZAB", "YZAB"),
        ("M**P", "MNOP"),
        ("**A", "YZA"),
        ("MNP", None),
        ("MNM", None),
        ("***", None),
        ("Z*A", None),
    ],
)
def test_what_the_cards_of_a_row_stand_for(row: str, letters: str | None) -> None:
    assert letters_of([sign.replace("*", "") for sign in row]) == letters


def test_steps_go_round() -> None:
    assert [step("Z", 1), step("A", -1), step("M", 3), step("B", -4)] == ["A", "Z", "P", "X"]


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ([[0, 1, 2, 3, 4], [5]], "row_too_short"),
        ([[0, 1, 5], [2, 3, 4]], None),
        ([[0, 1, 2], [5, 3, 4]], None),
        ([[0, 1, 2, 3, 4]], "nothing_added"),
        ([[0, 1, 5], [2, 3]], "card_missing"),
        ([[0, 1, 2, 5, 3, 4]], "row_breaks"),
        ([[0, 1, 5], [2, 3, 4], [6, 6, 6]], "not_possible"),
        ([[0, 1, 5], [2, 3, 4], []], "not_possible"),
        ([[0, 1, 5], [2, 3, 9]], "not_possible"),
        ("CDE", "not_possible"),
        (None, "not_possible"),
        ([[0, 1, 5.0], [2, 3, 4]], "not_possible"),
    ],
)
def test_what_is_laid_anew(value: object, fault: str | None) -> None:
    """C D E F G lies there, E and X are fresh."""
    again = domain("CDEFG", "EX")
    assert again.accepts(value) is (fault is None)
    if fault is not None:
        assert again.why_not(value) == fault


def test_ends_that_stay() -> None:
    again = domain("CDEFG>", "EH")
    assert again.why_not([[0, 1, 2, 3, 4, 6]]) == "blocked_end"
    assert again.accepts([[0, 1, 5], [2, 3, 4]])
    again = domain("<CDEFG", "EB")
    assert again.why_not([[6, 0, 1, 2, 3, 4]]) == "blocked_end"
    assert again.accepts([[0, 1, 5], [2, 3, 4]])


def test_how_many_rows_and_cards() -> None:
    one = domain("", "ABCEFG", most=1)
    assert one.accepts([[0, 1, 2]])
    assert one.why_not([[0, 1, 2], [3, 4, 5]]) == "too_many_rows"
    first = domain("", "ABCEFG*", total=5)
    assert first.why_not([[0, 1, 2]]) == "too_few_cards"
    assert first.accepts([[0, 1, 2], [3, 4, 5]])
    assert first.accepts([[0, 1, 2, 6, 3]])
    assert domain("", "***").why_not([[0, 1, 2]]) == "only_jokers"


@pytest.mark.parametrize(
    ("rows", "hand", "wanted"),
    [
        ("CDEFG", "EX", ["CDE", "EFG"]),
        ("CDEFG", "X", ["CDEFG"]),
        ("ABCD", "BC", ["ABC", "BCD"]),
        ("ABC", "YZQ", ["YZABC"]),
        ("<CDEFG>", "*", ["CD*", "EFG"]),
        ("", "GHIKLM", ["GHI", "KLM"]),
        ("", "GHKL", None),
        ("ABC DEF>", "Z", ["ZABCDEF"]),
        ("MNO>", "PQ*", ["MNO", "PQ*"]),
        ("A*C", "B", ["ABC*"]),
        ("<*BC", "D", ["*BCD"]),
    ],
)
def test_the_best_rows(rows: str, hand: str, wanted: list[str] | None) -> None:
    assert best(rows, hand) == wanted


def test_all_round_the_circle() -> None:
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    (ring,) = best("", alphabet) or []
    assert len(ring) == 26
    assert all(step(a, 1) == b for a, b in pairwise(ring))


@pytest.mark.parametrize(
    ("rows", "hand", "possible"),
    [
        ("CDEFG", "X", False),
        ("CDEFG", "EX", True),
        ("CDEFG>", "H", False),
        ("CDEF", "E", False),
        ("CDEF", "*", True),
        ("<CDEFG>", "*", True),
    ],
)
def test_whether_anything_can_be_laid(rows: str, hand: str, possible: bool) -> None:
    assert domain(rows, hand).possible() is possible


@pytest.mark.parametrize(
    "of",
    [
        domain("CDEFG", "EX*"),
        domain("<A*CD FGH> MNO", "BEI*"),
        domain("", "ABCEFG**", total=5),
        domain("", "ABCEFG*", most=1),
        Suites({0: "A", 1: "B", 2: "", 3: "T", 4: "U"}, fresh=[0, 1, 2, 3, 4], must=[2], most=1),
        Suites({0: "A", 1: "B", 2: "C", 3: ""}, rows=[[0, 1, 2]], fresh=[3], must=[3]),
    ],
)
def test_what_is_drawn_is_accepted(of: Suites) -> None:
    drawn = [of.sample(QuickPicker(seed)) for seed in range(40)]
    assert all(map(of.accepts, drawn))
    assert len({str(value) for value in drawn}) > 1 or len(of.fresh) == 1


def test_names_of_cards() -> None:
    of = domain("ABC", "D")
    outside = of.outward(lambda card: f"card {card}")
    assert isinstance(outside, Suites)
    assert outside.rows == [["card 0", "card 1", "card 2"]]
    value = [["card 0", "card 1", "card 2", "card 3"]]
    assert outside.accepts(value)
    inside = of.inward(value, lambda name: int(name.split()[1]))
    assert inside == [[0, 1, 2, 3]]
    assert of.named(inside, lambda card: f"card {card}") == value
    assert of.inward("nonsense", int) is None


# ---- the search, against all that there is --------------------------------------------------------------


def tried(need: Sequence[int], free: Sequence[int], jokers: int, first: Sequence[int], last: Sequence[int]) -> int:
    """The most free letters that three rows of up to six cards can take; -1: there is no way."""
    there = [a + b for a, b in zip(need, free, strict=True)]
    runs = [
        (start, size)
        for start, size in product(range(26), range(3, 7))
        if sum(not there[(start + place) % 26] for place in range(size)) <= jokers
    ]
    best = -1

    @lru_cache(None)
    def search(i: int, used: tuple[int, ...], starts: tuple[int, ...], ends: tuple[int, ...], left: int) -> None:
        nonlocal best
        if sum(max(0, u - t) for u, t in zip(used, there, strict=True)) > jokers:
            return
        pinned = all(s >= f for s, f in zip(starts, first, strict=True))
        pinned = pinned and all(e >= f for e, f in zip(ends, last, strict=True))
        if pinned and all(u >= n for u, n in zip(used, need, strict=True)):
            best = max(best, sum(min(u, t) - n for u, t, n in zip(used, there, need, strict=True)))
        for j in range(i, len(runs) if left else 0):
            start, size = runs[j]
            covered = {(start + place) % 26 for place in range(size)}
            search(
                j,
                tuple(u + (x in covered) for x, u in enumerate(used)),
                tuple(s + (x == start) for x, s in enumerate(starts)),
                tuple(e + (x == (start + size - 1) % 26) for x, e in enumerate(ends)),
                left - 1,
            )

    search(0, NONE, NONE, NONE, 3)
    return best


@pytest.mark.parametrize("seed", range(40))
def test_the_search_finds_the_best(seed: int) -> None:
    """Among letters that lie close together, with and without a joker, and with an end that must stay."""
    luck = Random(seed)
    start, jokers = luck.randrange(26), seed % 4 == 0
    free, need, first, last = ([0] * 26 for _ in range(4))
    for _ in range(luck.randrange(3, 7)):
        letter = (start + luck.randrange(8)) % 26
        free[letter] = min(2, free[letter] + 1)
    if seed % 2:
        at, size = (start + luck.randrange(4)) % 26, luck.randrange(3, 6)
        for place in range(size):
            need[(at + place) % 26] = 1
        (first if seed % 3 else last)[(at if seed % 3 else at + size - 1) % 26] = int(seed % 5 != 0)
    found = best_runs(tuple(need), tuple(free), int(jokers), tuple(first), tuple(last), (1,) * 26)
    wanted = tried(need, free, int(jokers), first, last)
    if found is None:
        assert wanted == -1
        return
    real = [sum((x, False) in run for run in found) for x in range(26)]
    assert sum(a - b for a, b in zip(real, need, strict=True)) == wanted
    assert all(len(run) >= 3 and all((b[0] - a[0]) % 26 == 1 for a, b in pairwise(run)) for run in found)


# ---- jokers that must stay at an end ---------------------------------------------------------------------


@pytest.mark.rule("ramilix", "D3", "D9")
@pytest.mark.parametrize(
    ("rows", "hand"),
    [
        ("HIJ <PQR TUVW HIJKLMN BCD****>", "PY*"),
        ("O*QR RST GHIJK****>", "CDF"),
        ("*QR***> UV*XYZ", "O"),
        ("GHI HIJ*LM AB****>", "GUZ"),
        ("GHI GHIJ*LM AB****>", "UZ"),
        ("JKL***> RSTUVW WX**AB BCD", "H*"),
        ("<****CD", "E"),
    ],
)
def test_a_blocked_joker_is_never_left_alone_among_jokers(rows: str, hand: str) -> None:
    """Found in random games: the search took the letter of a blocked étoile for a real one, laid a row of nothing
    but étoiles with it, and so found nothing that could be laid. All of them can grow by a card at a free end."""
    again = domain(rows, hand)
    found = best_rows(again.cards, again.rows, again.fresh, again.first, again.last)
    assert found is not None
    assert again.accepts(found)


@pytest.mark.rule("ramilix", "D5", "D9")
def test_a_blocked_joker_may_stand_for_another_letter() -> None:
    """`AB*>` and a C: the joker was a C and becomes a D. In a mirror, the same."""
    assert best("AB*>", "C") == ["ABC*"]
    assert best("<*BC", "A") == ["*ABC"]
    assert best("ABCDE> LM*>", "N") == ["ABCDE", "LMN*"]


def every_way(of: Suites) -> bool:
    """Whether anything can be laid, by trying all rows of up to seven cards that are to be had."""
    laid = {card for row in of.rows for card in row}

    def rows_with(card: Card, left: frozenset[Card]) -> set[tuple[Card, ...]]:
        found: set[tuple[Card, ...]] = set()

        def grow(start: int, row: tuple[Card, ...]) -> None:
            if len(row) >= 3 and card in row and of._row_fault(row) is None:
                found.add(row)
            if len(row) == 7:
                return
            letter = chr(65 + (start + len(row)) % 26)
            for more in left - set(row):
                if of.cards[more] in ("", letter):
                    grow(start, (*row, more))

        for start in range(26):
            grow(start, ())
        return found

    @lru_cache(None)
    def search(left: frozenset[Card]) -> bool:
        owed = sorted(laid & left, key=str)
        if not owed:
            return len(left) < len(of.fresh) or any(rows_with(card, left) for card in left)
        return any(search(left - set(row)) for row in rows_with(owed[0], left))

    return search(frozenset({*laid, *of.fresh}))


@pytest.mark.parametrize("seed", range(60))
def test_what_can_be_laid_is_found(seed: int) -> None:
    """One or two rows with jokers, most of them blocked at an end, and a card or two more: as all ways say."""
    luck = Random(f"blocked {seed}")
    rows = []
    for _ in range(1 + seed % 2):
        start, size = luck.randrange(5), luck.randrange(3, 5)
        row = [chr(65 + start + place) for place in range(size)]
        for place in luck.sample(range(size), luck.randrange(size)):
            row[place] = "*"
        rows.append(luck.choice(("<{}", "{}>", "{}>", "{}")).format("".join(row)))
    hand = "".join(luck.choice("ABCDEFGH*") for _ in range(luck.randrange(1, 3)))
    again = domain(" ".join(rows), hand)
    assert again.possible() is every_way(again), (rows, hand)
    if again.possible():
        assert again.accepts(again.sample(QuickPicker(seed)))
