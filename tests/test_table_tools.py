"""The one-liners of `tests.table` do not let a test do what no table would."""

import pytest

from tablee.games.amerix.rules import GAME
from tests.table import do, names, start, wait


def test_a_move_does_not_jump_over_an_alarm_that_is_due() -> None:
    s = start(GAME, 2, starter=0)
    assert "draw" in names(s, 0)
    with pytest.raises(AssertionError, match=r"turn/limit is due at 30000, before 30001: `wait`"):
        do(s, 0, "draw", t=30_001)
    do(s, 0, "draw", t=30_000)


def test_nor_does_one_jump_by_setting_the_clock() -> None:
    s = start(GAME, 2, starter=0)
    s.now = 40_000
    with pytest.raises(AssertionError, match="`wait`"):
        do(s, 0, "draw")
    wait(s, "turn/limit")
    do(s, 1, "draw")
