"""Ruéverlix: many hands at once, late, twice and in any order; and everybody stuck."""

from collections.abc import Sequence
from itertools import permutations

import pytest

from tablee.kernel.record import HoldSet, apply
from tests.games.test_rueverlix import (
    GONE,
    LAST,
    LOCK,
    QUIET,
    add,
    phase,
    phase_name,
    rush,
    say,
    seated,
    send,
    winnings,
)
from tests.table import do, faces, names, refused, told, view, wait

# ---- two hands at once -------------------------------------------------------------------------------


@pytest.mark.rule("rueverlix", "R20", "D13")
def test_cards_added_at_the_same_time_are_set_aside() -> None:
    """Example 9."""
    s = rush(piles="pile:0=yA bZ | pile:1=yI bT | pile:2=yU ✹")
    began, aside = s.now, len(s.aside.cards)
    do(s, 1, "add", t=began)
    do(s, 2, "add", t=began + 12)
    happened = wait(s, "rush/close")
    assert told(happened, "together") == [{"count": 2}]
    assert told(happened, "set_aside") == [{"seat": 1, "letter": "T"}, {"seat": 2, "letter": "✹"}]
    assert faces(s, "row") == ["bR", "bP", "bM"]
    assert len(s.aside.cards) == aside + 2
    assert winnings(s) == [(0, 0)] * 3
    assert phase(s).owes == [0, 0, 0]
    assert "add" in names(s, 1)
    add(s, 2)
    assert faces(s, "row")[-1] == "yU"


@pytest.mark.rule("rueverlix", "R20", "D13")
@pytest.mark.parametrize(("apart", "tie"), [(30, True), (31, False)])
def test_thirty_milliseconds_are_the_same_time(apart: int, tie: bool) -> None:
    s = rush()
    began = s.now
    do(s, 1, "add", t=began)
    do(s, 2, "add", t=began + apart, at=began + apart)
    wait(s, "rush/close")
    assert faces(s, "row")[3:] == ([] if tie else ["bS"])
    if not tie:  # the second one had not seen the S (D22): it is void, and the card stays on the pile
        assert [e.to for e in wait(s, "rush/close") if e.kind == "overtaken"] == [1 << 2]
        assert faces(s, "pile:2")[-1] == "bT"
        assert phase(s).owes == [0, 1, 0]


@pytest.mark.rule("rueverlix", "R20", "R19", "D13", "D14")
def test_if_only_such_cards_were_added_nobody_has_added() -> None:
    s = rush()
    do(s, 1, "add")
    do(s, 2, "add")
    wait(s, "rush/close")
    for seat in s.all_seats:
        do(s, seat, "dry")
    assert told(wait(s, "rush/stuck"), "nobody") == [{"count": 3}]
    assert winnings(s) == [(0, 0)] * 3


@pytest.mark.rule("rueverlix", "D13", "D7")
def test_such_cards_take_no_claim_away() -> None:
    s = rush()
    add(s, 0)
    say(s, 0, "PROMENEZ", pick=False)
    do(s, 1, "add", t=s.now + 500)
    do(s, 2, "add")
    wait(s, "rush/close")
    assert phase(s).claim == 0


@pytest.mark.rule("rueverlix", "D22")
def test_a_late_add_names_an_old_card() -> None:
    """It comes after the hold, when another card lies there: void, nothing is lost, and it has no effect on the
    newer card."""
    s = rush(speak_lock=0)
    old = phase(s).stimulus
    add(s, 0)
    assert refused(s, 1, "add", t=s.now + 300, answers=old) == "too_late"
    assert len(faces(s, "pile:1")) == 3
    add(s, 1, s.now + 500)
    assert faces(s, "row")[-1] == "bS"


@pytest.mark.rule("rueverlix", "D22", "R20")
def test_lag_decides_nothing() -> None:
    """S2 was first by 40 ms, and comes last."""
    s = rush()
    apply(s, HoldSet(s.now, 200))
    began, before = s.now, view(s, 0)
    do(s, 1, "add", t=began + 60, at=began + 40)
    assert names(s, 0) == {"add", "dry"}  # nobody sees that somebody has added
    assert view(s, 0) == before
    do(s, 2, "add", t=began + 180, at=began)
    wait(s, "rush/close")
    assert faces(s, "row")[-1] == "bT"
    wait(s, "rush/close")
    assert phase(s).owes == [0, 0, 1]
    assert faces(s, "pile:1")[-1] == "bS"


@pytest.mark.rule("rueverlix", "D22", "D6", "R20")
@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_in_whatever_order_they_come_there_is_one_truth(order: Sequence[int]) -> None:
    """S0 says his word, 20 ms later S1 adds, 25 ms after that S2 and another 40 ms later S3; S1 and S2 tie, and of
    S0's row nothing is left. Without the word S3 would have added."""
    piles = "pile:0=yA yE bZ | pile:1=yI yO bS | pile:2=yU bV bT | pile:3=yA pE bN"
    for word, row in (("PROMENEZ", []), ("TROMPETTE", ["bR", "bP", "bM", "bZ", "bN"])):
        s = rush(piles=piles, players=4, speak_lock=0)
        add(s, 0)
        apply(s, HoldSet(s.now, 300))
        t, number = s.now + 1_000, phase(s).stimulus
        made = [(0, t), (1, t + 20), (2, t + 45), (3, t + 85)]
        for i, which in enumerate(order):
            seat, at = made[which]
            if seat:
                do(s, seat, "add", t=t + 100 + i, at=at, answers=number)
            elif word == "PROMENEZ":
                send(s, 0, word, t=t + 100 + i, at=at, answers=number)
        while phase_name(s) == "rush" and phase(s).acts:
            wait(s, "rush/close")
        assert faces(s, "row") == row
        assert winnings(s)[0] == ((4, 0) if not row else (0, 0))
        assert [len(s.pile(seat).cards) for seat in s.all_seats] == ([2, 3, 3, 3] if not row else [2, 2, 2, 2])


@pytest.mark.rule("rueverlix", "D22")
def test_twice_is_once() -> None:
    s = rush()
    do(s, 0, "add")
    assert refused(s, 0, "add") == "not_your_turn"
    wait(s, "rush/close")
    assert len(faces(s, "row")) == 4


@pytest.mark.rule("rueverlix", "D6", "R11")
def test_a_word_that_was_said_before_the_newer_card_counts() -> None:
    """Both are on the wire: S0 said PROMENEZ 20 ms before S1 added."""
    s = rush(speak_lock=0)
    apply(s, HoldSet(s.now, 200))
    add(s, 0)
    t = s.now + 1_000
    do(s, 1, "add", t=t + 20)
    send(s, 0, "PROMENEZ", t=t + 100, at=t)
    wait(s, "rush/close")
    assert winnings(s)[0] == (4, 0)
    assert faces(s, "pile:1")[-1] == "bS"


@pytest.mark.rule("rueverlix", "D6", "R11")
def test_a_word_that_arrives_after_a_newer_card_must_contain_it() -> None:
    s = rush(speak_lock=0)
    add(s, 0)
    before = phase(s).stimulus
    t = s.now + 1_000
    do(s, 1, "add", t=t)
    send(s, 0, "PROMENEZ", t=t + 10)  # the S is not yet seen, but was laid before
    wait(s, "rush/close")
    assert told(wait(s, "rush/close"), "lacks") == [{"seat": 0, "words": "PROMENEZ"}]
    assert phase(s).owes == [1, 1, 0]
    # And a word for a row that has grown long ago is judged by the row that lies there.
    assert refused(s, 0, "say", word="PROMENEZ", known={"PROMENEZ": 1}, answers=before) == "letters_missing"
    assert winnings(s) == [(0, 0)] * 3


@pytest.mark.rule("rueverlix", "D7", "D22")
def test_the_row_is_picked_up_before_a_card_lands() -> None:
    s = rush()
    add(s, 0)
    say(s, 0, "PROMENEZ", pick=False)
    t = s.now + 1_000
    do(s, 0, "pick_up", t=t)
    do(s, 1, "add", t=t + 5)
    happened = wait(s, "rush/close")
    assert winnings(s)[0] == (4, 0)
    assert faces(s, "pile:1")[-1] == "bS"
    assert [e.to for e in happened if e.kind == "overtaken"] == [1 << 1]


@pytest.mark.rule("rueverlix", "D7", "R12")
def test_a_card_lands_before_the_row_is_picked_up() -> None:
    s = rush()
    add(s, 0)
    say(s, 0, "PROMENEZ", pick=False)
    t = s.now + 1_000
    do(s, 1, "add", t=t)
    do(s, 0, "pick_up", t=t + 5)
    wait(s, "rush/close")
    assert [e.to for e in wait(s, "rush/close") if e.kind == "overtaken"] == [1 << 0]
    assert faces(s, "row")[-1] == "bS"
    assert winnings(s)[0] == (0, 0)


# ---- everybody is stuck ------------------------------------------------------------------------------


@pytest.mark.rule("rueverlix", "R19", "D11", "D14")
def test_everybody_is_stuck_and_nobody_has_added() -> None:
    """Example 8."""
    s = rush("yA bL bK")
    for seat in s.all_seats:
        do(s, seat, "dry")
    assert told(wait(s, "rush/stuck"), "nobody") == [{"count": 3}]
    assert faces(s, "row") == []
    assert winnings(s) == [(0, 0)] * 3
    wait(s, "between/over")
    assert view(s).active == (1,)  # the seat after the round's starter
    assert s.starter == 1


@pytest.mark.rule("rueverlix", "R18", "D11", "D9")
def test_the_last_to_add_has_a_last_chance() -> None:
    """Example 12."""
    s = rush(piles="pile:0=yA bK | pile:1=yI yO | pile:2=yU bT")
    began = s.now
    add(s, 0)
    assert refused(s, 1, "dry", t=began + LOCK - 1) == "too_early"
    wait(s, "rush/lock")
    do(s, 1, "dry", t=began + LOCK + 500)
    assert told(do(s, 2, "dry", t=began + LOCK + 1_000), "last_chance") == [{"seat": 0, "seconds": 10}]
    assert names(s, 0) == {"say", "dry"}
    assert told(wait(s, "rush/stuck"), "stuck") == [{"seat": 0, "count": 4}]
    assert s.now == began + LOCK + 1_000 + LAST
    assert s.scores == [-4, 0, 0]
    wait(s, "between/over")
    assert view(s).active == (0,)


@pytest.mark.rule("rueverlix", "D11", "R18", "D6")
def test_another_card_clears_all_that_and_its_owner_is_the_last() -> None:
    """Example 12, the other way."""
    s = rush(piles="pile:0=yA bK | pile:1=yI yO | pile:2=yU bT")
    add(s, 0)
    wait(s, "rush/lock")
    do(s, 1, "dry")
    add(s, 1)  # who was dry may have an idea
    assert phase(s).owes == [1, 1, 0]
    assert phase(s).dried == [0, 0, 0]
    wait(s, "rush/lock")
    do(s, 0, "dry")
    do(s, 2, "dry")
    assert told(wait(s, "rush/stuck"), "stuck") == [{"seat": 1, "count": 5}]


@pytest.mark.rule("rueverlix", "D11")
def test_who_is_dry_about_older_cards_is_not_yet_dry_about_the_new_one() -> None:
    """A press that was on its way when another card landed."""
    s = rush(piles="pile:0=yA bK | pile:1=yI yO | pile:2=yU bT")
    old = phase(s).stimulus
    add(s, 0)
    wait(s, "rush/lock")
    assert refused(s, 1, "dry", answers=old) == "too_late"
    assert phase(s).dried == [0, 0, 0]


@pytest.mark.rule("rueverlix", "D11")
def test_the_last_to_add_may_say_his_word_in_his_last_chance() -> None:
    s = rush()
    add(s, 0)
    wait(s, "rush/lock")
    do(s, 1, "dry")
    do(s, 2, "dry")
    send(s, 0, "PROMENEZ", t=s.now + LAST - 1)
    wait(s, "rush/stuck")  # it was said in time
    assert winnings(s)[0] == (4, 0)


@pytest.mark.rule("rueverlix", "D11", "R18")
@pytest.mark.parametrize("seconds", [15, 30, 60])
def test_a_quiet_row_is_decided(seconds: int) -> None:
    s = rush(quiet_s=seconds)
    add(s, 0)
    laid = s.now
    wait(s, "rush/lock")
    happened = wait(s, "rush/quiet")
    assert s.now == laid + seconds * 1_000
    assert told(happened, "stuck") == [{"seat": 0, "count": 4}]


@pytest.mark.rule("rueverlix", "D11", "R19")
def test_a_row_on_which_nobody_adds_is_quiet_too() -> None:
    s = rush(look=True)
    shown = s.now
    wait(s, "rush/look")
    assert told(wait(s, "rush/quiet"), "nobody") == [{"count": 3}]
    assert s.now == shown + QUIET


@pytest.mark.rule("rueverlix", "D11")
def test_an_accepted_word_is_not_quiet() -> None:
    s = rush()
    add(s, 0)
    say(s, 0, "PROMENEZ", t=s.now + 5_000, pick=False)
    said = s.now
    wait(s, "rush/quiet")
    assert s.now == said + QUIET


@pytest.mark.rule("rueverlix", "D11")
def test_an_add_made_before_the_end_goes_before_it() -> None:
    s = rush(look=True)
    shown = s.now
    wait(s, "rush/look")
    apply(s, HoldSet(s.now, 100))
    do(s, 0, "add", t=shown + QUIET + 60, at=shown + QUIET - 5)
    wait(s, "rush/quiet")
    assert faces(s, "row")[-1] == "bZ"
    assert phase(s).owes == [1, 0, 0]


@pytest.mark.rule("rueverlix", "D11")
def test_an_add_made_after_the_end_is_void() -> None:
    s = rush(look=True)
    shown = s.now
    wait(s, "rush/look")
    apply(s, HoldSet(s.now, 100))
    do(s, 0, "add", t=shown + QUIET + 60, at=shown + QUIET + 5)
    assert told(wait(s, "rush/quiet"), "nobody") == [{"count": 3}]
    assert faces(s, "pile:0")[-1] == "bZ"


@pytest.mark.rule("rueverlix", "D11")
def test_absent_seats_count_as_dry() -> None:
    s = rush()
    seated(s, 2, GONE)
    do(s, 0, "dry")
    do(s, 1, "dry")
    assert told(wait(s, "rush/stuck"), "nobody") == [{"count": 3}]


@pytest.mark.rule("rueverlix", "D11", "R18")
def test_an_absent_adder_has_no_last_chance() -> None:
    s = rush()
    add(s, 0)
    wait(s, "rush/lock")
    seated(s, 0, GONE)
    do(s, 1, "dry")
    began = s.now
    do(s, 2, "dry")
    assert told(wait(s, "rush/stuck"), "stuck") == [{"seat": 0, "count": 4}]
    assert s.now == began


@pytest.mark.rule("rueverlix", "D11", "D16")
def test_who_has_no_cards_and_owes_nothing_is_not_asked() -> None:
    s = rush(piles="pile:0=yA | pile:1=yI | pile:2=")
    assert names(s, 2) == set()
    do(s, 0, "dry")
    do(s, 1, "dry")
    wait(s, "rush/stuck")


@pytest.mark.rule("rueverlix", "D12")
def test_who_has_a_claim_is_not_stuck() -> None:
    s = rush()
    add(s, 0)
    say(s, 0, "PROMENEZ", pick=False)
    do(s, 1, "dry")
    do(s, 2, "dry")
    began = s.now
    assert told(wait(s, "rush/stuck"), "picks_up") == [{"seat": 0, "words": "PROMENEZ", "count": 4}]
    assert s.now == began + LAST
    assert winnings(s)[0] == (4, 0)


@pytest.mark.rule("rueverlix", "D12", "D6")
def test_even_if_another_has_added_last() -> None:
    """S0 was overrun by S1, and his word has both letters: the row is S0's, not S1's."""
    s = rush("bR bP bM", "pile:0=yA yE | pile:1=yI bT | pile:2=yU bV", speak_lock=0)
    add(s, 0)
    add(s, 1, s.now + 500)
    say(s, 0, "COMPTER", pick=False)
    do(s, 2, "dry")
    wait(s, "rush/stuck")
    assert winnings(s) == [(5, 0), (0, 0), (0, 0)]


@pytest.mark.rule("rueverlix", "D12", "D11")
def test_so_it_is_when_the_row_is_quiet() -> None:
    s = rush()
    add(s, 0)
    say(s, 0, "PROMENEZ", pick=False)
    wait(s, "rush/quiet")
    assert winnings(s)[0] == (4, 0)
