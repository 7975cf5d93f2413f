"""Sets of seats."""

import pytest

from tablee.kernel.units import NOBODY, Seats, mask, members


@pytest.mark.parametrize(
    ("seats", "inside"),
    [(NOBODY, ()), (0b1, (0,)), (0b100, (2,)), (0b1011, (0, 1, 3)), (0b1111_0000, (4, 5, 6, 7))],
)
def test_the_members_of_a_set_are_those_in_it_in_order(seats: Seats, inside: tuple[int, ...]) -> None:
    assert members(seats) == inside


def test_a_set_is_the_sum_of_its_members() -> None:
    for seats in range(1 << 6):
        assert sum(map(mask, members(seats))) == seats
