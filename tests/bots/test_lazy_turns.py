"""Nobody wins a game of turns by always doing the first thing that comes, or nothing.

Combadix and Lotolix are left out: there nothing decides but luck.
"""

import pytest

from tablee.games.registry import game
from tests.lazy import Habit, first, nothing, played, share_won

ALWAYS_DRAWS = first("draw", "keep", "pass", "name")
FIRST_LEGAL = first("give", "play")
ROLLS_ON = first("trick", "go", "assign", "dig", "move", "set", "name", "aside", "take")
STOPS_AT_ONCE = first("validate", "trick", "stop", "assign", "dig", "move", "set", "name", "aside", "take")

HABITS: list[tuple[str, Habit, int]] = [
    ("amerix", ALWAYS_DRAWS, 1),
    ("amerix", ALWAYS_DRAWS, 3),
    ("amerix", first("lay", "draw", "keep", "pass", "name"), 1),
    ("amerix", nothing, 1),
    ("bazardelix", FIRST_LEGAL, 3),
    ("vieubarbix", FIRST_LEGAL, 3),
    ("vieubarbix", nothing, 2),
    ("spots", ROLLS_ON, 1),
    ("spots", STOPS_AT_ONCE, 1),
    ("touposix", first("discard"), 1),
    ("touvavix", first("lay", "pile"), 1),
    ("touvavix", nothing, 1),
    ("pas_touche", first("touch", "roll"), 1),
    ("pas_touche", nothing, 1),
    ("spiralix", first("flip", "offer", "dry"), 1),
    ("frazrigolix", first("flip", "dry"), 1),
]


@pytest.mark.parametrize(("key", "habit", "rivals"), HABITS)
def test_the_lazy_lose(key: str, habit: Habit, rivals: int) -> None:
    assert share_won(key, habit, 8, rivals=rivals) <= 1 / 8


def test_whoever_taps_at_every_card_gives_more_than_he_wins() -> None:
    """Touvavix: as quick as one may be, on each card."""
    assert share_won("touvavix", first("tap", "lay", "pile"), 4, pause=150) == 0


def test_giving_up_the_patience_is_worse_than_playing_it() -> None:
    """Solitix: one who gives up has all his cards left."""
    solitix = game("solitix")
    lazy = played(solitix, first("cover_all", "confirm", "give_up"), 0, 1, 1).state.outcome
    tries = played(solitix, nothing, -1, 1, 1).state.outcome
    assert lazy is not None and lazy.detail == "given_up"
    assert tries is not None and tries.scores[0] > lazy.scores[0]
