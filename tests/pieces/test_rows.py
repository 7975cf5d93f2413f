"""A row of stacks: where one may lay, what it shows then, and how the piles make room and close up."""

import pytest

from tablee.kernel.units import EVERYBODY
from tablee.pieces.kinds import Kind
from tablee.pieces.rows import StackRow, owner_of, row_of_stacks

SEAT = 2


def row(*piles: list[int], most: int = 4) -> StackRow:
    """The row of seat 2, with room for four piles; of each pile the last card lies on top."""
    zones = row_of_stacks(SEAT, most)
    for zone, cards in zip(zones, piles, strict=False):
        zone.cards = list(cards)
    return StackRow(SEAT, zones)


def cards(row: StackRow) -> list[list[int]]:
    return [zone.cards for zone in row.zones]


def test_its_zones_show_everybody_only_the_tops() -> None:
    zones = row_of_stacks(SEAT, 3)
    assert [zone.name for zone in zones] == ["row:2:0", "row:2:1", "row:2:2"]
    assert {(zone.kind, zone.seers, zone.owner, zone.depth) for zone in zones} == {(Kind.RANK, EVERYBODY, SEAT, 1)}


@pytest.mark.parametrize("place", ["before:2", "row:2:0", "row:2:13", "after:2"])
def test_a_place_tells_whose_row_it_is(place: str) -> None:
    assert owner_of(place) == SEAT


def test_only_piles_with_cards_count() -> None:
    some = row([5, 6], [7])
    assert len(some) == 2
    assert [zone.name for zone in some.piles] == ["row:2:0", "row:2:1"]
    assert some.tops == [6, 7]
    assert (len(row()), row().tops) == (0, [])


def test_one_lays_before_on_or_after() -> None:
    assert row([5], [6]).places() == ["before:2", "row:2:0", "row:2:1", "after:2"]


def test_an_empty_row_has_one_place_and_a_full_one_only_grows_in_height() -> None:
    assert row().places() == ["after:2"]
    assert row([5], [6], most=2).places() == ["row:2:0", "row:2:1"]


@pytest.mark.parametrize(
    ("place", "shown"),
    [("before:2", "KABC"), ("after:2", "ABCK"), ("row:2:0", "KBC"), ("row:2:2", "ABK")],
)
def test_what_it_will_show(place: str, shown: str) -> None:
    symbols = list("ABC")
    assert row([1], [2], [3]).laid(place, symbols, "K") == list(shown)
    assert symbols == list("ABC"), "nothing has been laid yet"


def test_before_the_row_the_others_make_room() -> None:
    some = row([5, 6], [7])
    some.pile("before:2").cards.append(9)
    assert cards(some) == [[9], [5, 6], [7], []]


def test_after_the_row_and_on_a_pile_nothing_moves() -> None:
    some = row([5, 6], [7])
    some.pile("after:2").cards.append(9)
    some.pile("row:2:0").cards.append(8)
    assert cards(some) == [[5, 6, 8], [7], [9], []]


def test_a_first_card_lies_at_the_left() -> None:
    some = row()
    some.pile("after:2").cards.append(9)
    assert cards(some) == [[9], [], [], []]


def test_a_gap_is_closed_in_the_same_order() -> None:
    some = row([], [5, 6], [], [7])
    some.close_up()
    assert cards(some) == [[5, 6], [7], [], []]
