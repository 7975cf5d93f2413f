"""Ruéverlix: what the table votes on, and several people at one screen."""

from typing import Any

import pytest

from tests.games.test_rueverlix import (
    LOCK,
    add,
    no_word,
    phase,
    rush,
    say,
    send,
    winnings,
)
from tests.table import do, faces, names, refused, view, wait

# ---- votes and contests ------------------------------------------------------------------------------


@pytest.mark.rule("rueverlix", "D10", "D8")
def test_a_vote_stops_clocks_and_adds() -> None:
    s = rush()
    add(s, 0)
    left = phase(s).lock - s.now
    do(s, 0, "say", word="RPMZ", known={"RPMZ": 0})
    wait(s, "rush/close")
    left -= 31
    assert view(s).phase == "vote"
    assert "add" not in names(s, 1)
    assert refused(s, 1, "add") in ("not_offered", "not_your_turn")
    do(s, 1, "refuse", t=s.now + 4_000)
    do(s, 2, "refuse", t=s.now + 1_000)
    assert phase(s).owes == [1, 0, 0]  # it cost nothing
    wait(s, "rush/lock")
    assert phase(s).lock + phase(s).shift == s.now
    assert s.scores == [0, 0, 0]


@pytest.mark.rule("rueverlix", "D10")
def test_after_the_vote_the_lock_has_the_time_that_was_left() -> None:
    s = rush()
    began = s.now
    add(s, 0)
    do(s, 0, "say", t=began + 3_000, word="RPMZ", known={"RPMZ": 0})
    wait(s, "rush/close")  # at 3.031 s
    do(s, 1, "refuse", t=began + 5_000)
    do(s, 2, "refuse", t=began + 6_031)  # three seconds stood still
    assert refused(s, 1, "add", t=began + LOCK + 2_999) == "too_early"
    wait(s, "rush/lock")
    assert s.now == began + LOCK + 3_000


@pytest.mark.rule("rueverlix", "D10", "D22")
def test_an_add_that_came_with_the_word_waits_for_the_vote() -> None:
    """S1 added 10 ms after S0's word: if the word is refused his card lands, if it is accepted the row is gone."""
    for answer, row in (("refuse", ["bR", "bP", "bM", "bZ", "bS"]), ("accept", [])):
        s = rush(speak_lock=0)
        add(s, 0)
        t = s.now + 1_000
        do(s, 0, "say", t=t, word="RPMZ", known={"RPMZ": 0})
        do(s, 1, "add", t=t + 10)
        wait(s, "rush/close")
        assert view(s).phase == "vote"
        assert faces(s, "row") == ["bR", "bP", "bM", "bZ"]
        do(s, 1, answer)
        happened = do(s, 2, answer)
        if answer == "refuse":
            wait(s, "rush/close")
        else:
            assert [e.to for e in happened if e.kind == "overtaken"] == [1 << 1]
            assert winnings(s)[0] == (4, 0)
        assert faces(s, "row") == row


@pytest.mark.rule("rueverlix", "D10", "D20")
def test_after_three_lost_votes_only_known_words_until_the_next_card() -> None:
    s = rush(speak_lock=0)
    add(s, 0)
    for word in ("RPMZA", "RPMZB", "RPMZC"):
        do(s, 0, "say", word=word, known={word: 0})
        wait(s, "rush/close")
        do(s, 1, "refuse")
        do(s, 2, "refuse")
    assert no_word(s, 0, "RPMZD") == "unknown_word"
    add(s, 1, s.now + 200)
    do(s, 0, "say", word="RPMZSD", known={"RPMZSD": 0})
    wait(s, "rush/close")
    assert view(s).phase == "vote"


def contested(**options: Any) -> Any:
    """S0 picks up with PROMENEZ; the word may be contested."""
    s = rush(**options)
    add(s, 0)
    say(s, 0, "PROMENEZ")
    return s


@pytest.mark.rule("rueverlix", "D23")
def test_the_word_that_wins_a_row_may_be_contested() -> None:
    s = contested(contests=True)
    assert view(s).phase == "said"
    assert faces(s, "row") == ["bR", "bP", "bM", "bZ"]
    assert names(s, 0) == set()
    assert names(s, 1) == names(s, 2) == {"contest"}  # no add, no word, no dry
    wait(s, "said/close")
    assert winnings(s)[0] == (4, 0)


@pytest.mark.rule("rueverlix", "D23", "D9")
def test_a_refused_word_lays_the_row_again() -> None:
    s = contested(contests=True)
    do(s, 1, "contest")
    do(s, 2, "refuse", t=s.now + 2_000)
    assert faces(s, "row") == ["bR", "bP", "bM", "bZ"]
    assert phase(s).owes == [1, 0, 0]
    assert phase(s).claim is None
    again = s.now
    assert refused(s, 1, "add", t=again + LOCK - 1) == "too_early"
    assert no_word(s, 0, "PROMENEZ") == "unknown_word"  # C16
    wait(s, "rush/lock")
    assert s.now == again + LOCK


@pytest.mark.rule("rueverlix", "D23", "D12")
def test_a_row_that_is_picked_up_for_somebody_may_be_contested_too() -> None:
    s = rush(contests=True)
    add(s, 0)
    say(s, 0, "PROMENEZ", pick=False)
    assert view(s).phase == "rush"  # nothing is won yet
    wait(s, "rush/quiet")
    assert view(s).phase == "said"


@pytest.mark.rule("rueverlix", "D23")
def test_without_contests_the_row_is_his_at_once() -> None:
    assert winnings(contested(contests=False))[0] == (4, 0)


# ---- one screen --------------------------------------------------------------------------------------

SHARED = [{"shares": True}] * 3


@pytest.mark.rule("rueverlix", "D24")
def test_on_one_screen_who_has_added_types_alone() -> None:
    s = rush(seat_options=SHARED)
    assert [names(s, seat) for seat in s.all_seats] == [{"add", "dry"}] * 3
    add(s, 0)
    assert "say" in names(s, 0)
    say(s, 0, "PROMENEZ")
    assert winnings(s)[0] == (4, 0)


@pytest.mark.rule("rueverlix", "D24", "D6", "D8")
def test_on_one_screen_who_was_overrun_buzzes() -> None:
    s = rush("bR bP bM", "pile:0=yA yE | pile:1=yI bT | pile:2=yU bV", seat_options=SHARED)
    add(s, 0)
    wait(s, "rush/lock")
    add(s, 1)
    assert "say" in names(s, 1)
    assert names(s, 0) == {"dry"}  # S1 types alone
    wait(s, "rush/lock")
    assert "buzz" in names(s, 0)
    do(s, 0, "buzz")
    wait(s, "rush/close")
    began = s.now
    assert names(s, 0) == {"say"}
    assert names(s, 1) == set()
    wait(s, "answer/limit")  # silence costs nothing
    assert s.now == began + 5_000
    assert phase(s).owes == [1, 1, 0]
    do(s, 0, "buzz")
    wait(s, "rush/close")
    assert no_word(s, 0, "PREMIER") == "letters_missing"
    send(s, 0, "COMPTER")
    assert winnings(s)[0] == (5, 0)


@pytest.mark.rule("rueverlix", "D24")
def test_on_one_screen_even_the_bare_race_leaves_five_seconds() -> None:
    s = rush(seat_options=SHARED, speak_lock=0)
    began = s.now
    add(s, 0)
    assert refused(s, 1, "add", t=began + 4_999) == "too_early"
    wait(s, "rush/lock")
    assert s.now == began + 5_000


@pytest.mark.rule("rueverlix", "D24", "D20")
def test_nobody_buzzes_for_ever() -> None:
    s = rush(seat_options=SHARED)
    add(s, 0)
    wait(s, "rush/lock")
    for _ in range(3):
        do(s, 0, "buzz")
        wait(s, "rush/close")
        wait(s, "answer/limit")
    assert names(s, 0) == {"dry"}
