"""What the shelf finds a game by lies in the game's own folder, and every game has it."""

from typing import Any

import pytest

from tablee.games.registry import games
from tablee.kernel.game import Game, Reading

READING = list(Reading)


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_game_says_for_whom_and_for_when_it_is(game: Game[Any]) -> None:
    info = game.info
    assert 1 <= info.players[0] <= info.players[1] <= 8
    assert 1 <= info.minutes <= 90
    assert info.exercises and len(set(info.exercises)) == len(info.exercises)
    assert 1 <= len(info.moods) <= 3 and len(set(info.moods)) == len(info.moods)
    # Who must read is not four years old; and nothing on this shelf is for grown-ups only.
    assert (3, 4, 6, 7, 9)[READING.index(info.reading)] <= info.age <= 12


def test_every_mood_has_boxes_for_two_and_for_six() -> None:
    for people in (2, 6):
        fits = [g.info for g in games().values() if g.info.players[0] <= people <= g.info.players[1]]
        assert len({mood for info in fits for mood in info.moods}) == 6, people
