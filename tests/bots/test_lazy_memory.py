"""Nobody wins a memory game without remembering: not by the same cards every time, not by waiting."""

import pytest

from tests.lazy import Habit, first, nothing, share_won

SAME_CARDS = first("turn", "swap", "ok")
NEVER_EXCHANGES = first("turn", "ok")

HABITS: list[tuple[str, Habit]] = [
    ("zieufermix", SAME_CARDS),
    ("zieufermix", NEVER_EXCHANGES),
    ("zieufermix", nothing),
    ("granzieufermix", SAME_CARDS),
    ("granzieufermix", NEVER_EXCHANGES),
    ("granzieufermix", nothing),
    ("suitix", first("take", "turn")),
    ("suitix", first("search", "turn")),
    ("suitix", nothing),
    ("mefouillix", first("end_turn", "uncover", "back")),
    ("mefouillix", first("attempt", "turn", "uncover", "back")),
    ("mefouillix", nothing),
    ("moinzix", first("answer", "moinzix", "layout")),
    ("moinzix", nothing),
]


@pytest.mark.parametrize(("key", "habit"), HABITS)
def test_the_lazy_lose(key: str, habit: Habit) -> None:
    assert share_won(key, habit, 8) <= 1 / 8


@pytest.mark.parametrize("key", ["zieufermix", "granzieufermix", "suitix"])
def test_who_only_waits_does_not_profit_from_the_mistakes_of_many(key: str) -> None:
    """Three others who try: a fourth of the games would be a fair share. (In Moinzix a mistake is a gift to all
    the others, and normal players make many: who waits there wins more than his share.)"""
    assert share_won(key, nothing, 12, rivals=3) <= 1 / 6
