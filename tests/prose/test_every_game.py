"""Every game is played to its end by somebody who only reads words and answers with numbers, names and words."""

import pytest

from tablee.arena.match import Match
from tablee.games.registry import game, games
from tablee.kernel.record import replay
from tablee.kernel.rng import seed_from
from tests.prose.reader import Reader

GAMES = 5
"""Games in which every kind of move that was offered must have been made by words."""


@pytest.mark.parametrize("key", list(games()))
def test_a_reader_finishes_and_makes_every_kind_of_move(key: str) -> None:
    """But for those that end the game for whoever makes them."""
    chosen = game(key)
    low, high = chosen.info.players
    offered: set[str] = set()
    made: set[str] = set()
    for seed in range(1, GAMES + 1):
        seats = max(low, min(2 + seed % 2, high))
        reader = Reader(Match(chosen, [None, *["beginner"] * (seats - 1)], seed=seed_from(seed)), seed)
        text = reader.play()
        assert reader.match.over, text[-2000:]
        assert "\n1. " in text
        offered |= reader.offered
        made |= reader.made
        if seed == 1:
            replay(chosen, reader.match.record)
        if offered <= made:
            break
    assert offered <= made
