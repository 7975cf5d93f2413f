"""Abcdrix, rule by rule: words before the table, the end, one screen, sight.

Expected results are worked out from the rules.
"""

from typing import Any

import pytest

from tablee.games.abcdrix.table import AbcdrixState
from tablee.kernel.rng import keyed
from tests.games.abcdrix import bang, hand, idea, lay, phase, row, stuck, symbols, table, turn
from tests.table import do, names, told, view, wait

# ---- words before the table ----------------------------------------------------------------------------


@pytest.mark.rule("abcdrix", "D16")
def test_a_word_that_the_table_refuses_costs_nothing() -> None:
    s = table(3, rows={0: "A"}, hands={0: "T R"})
    lay(s, "T", "after", "atz", t=2_000)
    assert phase(s) == "vote"
    for voter in (1, 2):
        do(s, voter, "refuse", t=5_000)
    assert (phase(s), row(s), hand(s)) == ("own", "A", 2)
    lay(s, "T", "after", "chateau")
    assert row(s) == "A T"


@pytest.mark.rule("abcdrix", "D21")
def test_a_vote_pauses_the_chrono() -> None:
    s = table(3, rows={0: "A"}, hands={0: "T R", 1: "S K"})
    idea(s, "S", "after", "as")
    wait(s)
    lay(s, "T", "after", "atz", t=25_000)
    for voter in (1, 2):
        do(s, voter, "refuse", t=29_000)
    assert phase(s) == "countdown"
    wait(s, "countdown/zero")
    assert s.now == 34_000


@pytest.mark.rule("abcdrix", "D33")
@pytest.mark.parametrize("votes", ["accept", "refuse"])
def test_a_word_may_be_contested_before_the_card_is_laid(votes: str) -> None:
    s = table(3, rows={0: "P L A T"}, hands={0: "E", 1: "K", 2: "K"}, contests=True)
    lay(s, "E", "after", "plateforme", t=1_000)
    assert (phase(s), row(s), hand(s), s.scores[0]) == ("said", "P L A T", 1, 0)
    do(s, 1, "contest", t=2_000)
    do(s, 2, votes)
    if votes == "refuse":
        assert (phase(s), row(s), hand(s), s.scores[0]) == ("own", "P L A T", 1, 0)
    else:
        assert (phase(s), s.scores[0]) == ("base", 1)


@pytest.mark.rule("abcdrix", "D33")
def test_when_nobody_contests_the_card_is_laid() -> None:
    s = table(2, rows={0: "A"}, hands={0: "T R", 1: "K"}, contests=True)
    lay(s, "T", "after", "chateau")
    assert row(s) == "A"
    wait(s, "said/close")
    assert (row(s), phase(s)) == ("A T", "others")


# ---- the end -------------------------------------------------------------------------------------------


@pytest.mark.rule("abcdrix", "R38", "D26", "D14")
def test_an_empty_draw_pile_does_not_end_the_game() -> None:
    s = table(2, rows={0: "A", 1: "A"}, hands={0: "T R", 1: "S"}, draw="")
    lay(s, "T", "after", "chateau")
    do(s, 0, "fini")
    assert (turn(s), hand(s), s.outcome) == (1, 1, None)


@pytest.mark.rule("abcdrix", "D14")
def test_he_draws_what_is_left() -> None:
    s = table(2, rows={0: "A", 1: "A"}, hands={0: "T", 1: "S"}, draw="K")
    events = lay(s, "T", "after", "chateau")
    assert told(events, "fini") == [{"seat": 0, "count": 1}]
    assert (hand(s), turn(s)) == (1, 1)


@pytest.mark.rule("abcdrix", "D26", "D27")
def test_with_an_empty_pile_who_is_stuck_passes_and_keeps_his_cards() -> None:
    s = table(2, rows={0: "W K", 1: "A"}, hands={0: "X", 1: "S"}, draw="")
    do(s, 0, "dry")
    events = wait(s, "gave_up/limit")
    assert told(events, "passes") == [{"seat": 0}]
    assert (row(s), hand(s), turn(s)) == ("W K", 1, 1)


@pytest.mark.rule("abcdrix", "D26")
def test_with_an_empty_pile_what_a_petard_hits_leaves_the_game() -> None:
    s = table(2, rows={0: "M A I", 1: "A"}, hands={0: "✹ T", 1: "S"}, draw="")
    gone = len(s.zone("gone").cards)
    bang(s, 0, 0)
    assert (row(s), hand(s), len(s.draw.cards)) == ("A I", 1, 0)
    assert len(s.zone("gone").cards) == gone + 2


@pytest.mark.rule("abcdrix", "D27", "R38")
def test_a_full_circle_of_passes_ends_the_game() -> None:
    s = table(3, rows={0: "W K", 1: "A", 2: "A"}, hands={0: "X", 1: "", 2: "S"}, draw="")
    do(s, 0, "dry")
    do(s, 2, "no_idea")
    assert turn(s) == 2  # seat 1 has no card and passes by himself
    do(s, 2, "dry")
    events = do(s, 0, "no_idea")
    assert told(events, "end")
    assert s.outcome is not None and s.outcome.detail == "all_pass"


@pytest.mark.rule("abcdrix", "D27")
def test_a_card_laid_begins_the_circle_anew() -> None:
    s = table(2, rows={0: "W K", 1: "A"}, hands={0: "X", 1: "T S"}, draw="")
    do(s, 0, "dry")
    do(s, 1, "no_idea")
    lay(s, "T", "after", "chateau", seat=1)
    do(s, 1, "fini")
    assert (turn(s), s.outcome) == (0, None)
    do(s, 0, "dry")
    do(s, 1, "no_idea")
    assert (turn(s), s.outcome) == (1, None)


@pytest.mark.rule("abcdrix", "D27")
def test_when_nobody_holds_a_card_the_game_is_over() -> None:
    s = table(2, rows={0: "A", 1: "A"}, hands={0: "T", 1: ""}, draw="")
    lay(s, "T", "after", "chateau")
    assert s.outcome is not None and s.outcome.detail == "no_cards"


@pytest.mark.rule("abcdrix", "D28", "R39")
def test_the_most_words_win_and_rows_that_are_not_won_count_nothing() -> None:
    s = table(3, rows={0: "P L A T E", 1: "A", 2: "A"}, hands={0: "S", 1: "", 2: ""}, draw="")
    s.scores = [0, 1, 0]
    lay(s, "S", 4, "plats")
    assert s.outcome is not None
    assert s.outcome.scores == (1, 1, 0)


@pytest.mark.rule("abcdrix", "R39", "D30")
def test_equal_words_share_the_victory() -> None:
    s = table(3, rows={0: "A", 1: "A", 2: "A"}, hands={0: "T"}, draw="")
    s.scores = [2, 1, 2]
    lay(s, "T", "after", "chateau")
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.scores) == ((0, 2), (2, 1, 2))


@pytest.mark.rule("abcdrix", "D29")
@pytest.mark.parametrize(("drawn", "back"), [(149, True), (150, False)])
def test_after_150_cards_drawn_nothing_goes_under_the_pile(drawn: int, back: bool) -> None:
    s = table(2, rows={0: "M A I", 1: "A"}, hands={0: "✹ T", 1: "S"})
    s.drawn = drawn
    count = len(s.draw.cards)
    bang(s, 0, 0)
    assert len(s.draw.cards) == count - 1 + (2 if back else 0)
    assert len(s.zone("gone").cards) == (0 if back else 2)
    s = table(2, rows={0: "W K", 1: "A"}, hands={0: "X Q", 1: "S"})
    s.drawn = drawn
    count = len(s.draw.cards)
    do(s, 0, "dry")
    do(s, 1, "no_idea")
    assert len(s.draw.cards) == count - 4 + (4 if back else 0)
    assert s.drawn == drawn + 4


# ---- one screen ----------------------------------------------------------------------------------------


def shared(**more: Any) -> AbcdrixState:
    sharing = [{"shares": True}] * 3
    return table(3, rows={0: "W K"}, hands={0: "X Q V", 1: "O S", 2: "O A"}, seat_options=sharing, **more)


@pytest.mark.rule("abcdrix", "D35")
def test_on_one_screen_there_is_no_chrono() -> None:
    s = shared()
    assert names(s, 1) == names(s, 2) == set()
    assert names(s, 0) == {"lay", "dry"}


@pytest.mark.rule("abcdrix", "D35")
def test_on_one_screen_the_others_are_asked_one_after_the_other() -> None:
    s = shared()
    do(s, 0, "dry", t=1_000)
    assert (phase(s), view(s).active) == ("in_turn", (1,))
    assert (names(s, 1), names(s, 2)) == ({"idea", "no_idea"}, set())
    wait(s, "in_turn/limit")
    assert (s.now, view(s).active) == (21_000, (2,))
    idea(s, "O", 0, "poker", seat=2, t=40_000)
    wait(s, "in_turn/close")
    assert (row(s), turn(s)) == ("O/W K", 2)


@pytest.mark.rule("abcdrix", "D35", "R36")
def test_on_one_screen_too_nobody_may_have_an_idea() -> None:
    s = shared()
    do(s, 0, "dry")
    do(s, 1, "no_idea")
    events = do(s, 2, "no_idea")
    assert told(events, "exchanges") == [{"seat": 0}]


# ---- sight ---------------------------------------------------------------------------------------------


def test_a_redeal_keeps_rows_and_ones_own_hand() -> None:
    s = stuck()
    idea(s, "O", 0, "poker")
    wait(s)
    for seed in range(20):
        twin = s.redeal(0, keyed(b"0123456789abcdef", "redeal", seed))
        assert row(twin) == "W K"
        assert symbols(twin, "hand:0") == ["X", "Q", "V"]
