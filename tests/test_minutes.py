"""What the shelf says of how long games last is true: bots play one on the virtual clock, people take longer."""

import pytest

from tablee.games.registry import game, games
from tools.minutes import STEPS, measured, usual, with_people


@pytest.mark.parametrize("key", games())
def test_the_stated_minutes_are_those_of_a_game(key: str) -> None:
    of = game(key)
    took = with_people(of, measured(of, usual(of), (0,)))
    assert of.info.minutes in STEPS
    assert took / 2 <= of.info.minutes <= took * 2, (
        f"{key} takes people {took:.1f} minutes: `python -m tools.minutes`"
    )
