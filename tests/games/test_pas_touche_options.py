"""Pas Touche !, rule by rule: options, the end, and one screen for several.

Expected results are worked out from the rules.
"""

from typing import Any

import pytest

from tablee.games.pas_touche.rules import GAME, MAX_ROUNDS
from tablee.games.pas_touche.table import PasToucheSeatOptions, PasToucheState, next_levels, turned_by
from tablee.kernel.outcome import Outcome, Reason
from tablee.kernel.state import SeatState
from tablee.kernel.units import Seat
from tests.games.pas_touche import (
    BLOCKED,
    CHURROS_2,
    LATE,
    WON,
    call,
    card_of,
    close,
    closing,
    give,
    mistake,
    roll,
    succeed,
    table,
    touch,
)
from tests.table import do, names, refused, told, view, wait, wait_until

# ---- options -------------------------------------------------------------------------------------------


@pytest.mark.rule("pas_touche", "R37", "D15")
def test_without_constraints_every_right_card_advances_and_nobody_blocks() -> None:
    """E16."""
    s = table(2, constraints=False)
    give(s, 0, 0, CHURROS_2)
    s.put_cube(0, (0, 1))
    roll(s, "churros", 5)
    assert "call" not in names(s, 0)
    touch(s, 0, 600, "churros-5")
    assert close(s) == {0: WON}
    assert s.cubes[0] == (0, 2)
    roll(s, "churros", 5)
    touch(s, 0, 600, "churros-5", "other")
    do(s, 1, "give_up")
    assert close(s) == {0: "wrong_hand"}
    assert s.cubes[0] == (0, 1)


@pytest.mark.rule("pas_touche", "D15")
def test_one_seat_alone_can_play_without_constraints() -> None:
    s = table(2, seat_options=[{"constraints": False}, {}])
    give(s, 0, 0, CHURROS_2)
    give(s, 1, 0, "red:XAA:churros+3")
    roll(s, "churros", 5)
    assert "call" not in names(s, 0)
    assert "call" in names(s, 1)
    touch(s, 1, 500, "churros-5")
    touch(s, 0, 600, "churros-5")
    assert close(s) == {1: "wrong_hand", 0: WON}


@pytest.mark.rule("pas_touche", "R38", "R39", "R40", "R41", "R42", "D16", "D17")
def test_levels_for_the_next_game() -> None:
    """E4: won, and three, two, one and no cards turned."""
    outcome = Outcome((1, 2, 3, 4, 5, 5), (10, 9, 6, 3, 0, 0))
    assert next_levels(outcome, [15, 4, 8, 6, 1, 6]) == [16, 5, 8, 5, 1, 4]
    assert [turned_by(score) for score in range(11)] == [0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3]
    s = table(3, seat_options=[{"level": 15}, {"level": 4, "constraints": False}, {"level": 1}])
    options, seats = GAME.next_options(Outcome((1, 2, 3), (10, 8, 0)), s.options, s.seat_options)
    assert options == s.options
    assert seats == (
        PasToucheSeatOptions(level=16),
        PasToucheSeatOptions(level=5, constraints=False),
        PasToucheSeatOptions(level=1),
    )


@pytest.mark.rule("pas_touche", "D17")
def test_a_card_that_stays_up_counts_as_turned_and_a_replaced_one_does_not() -> None:
    s = table(2, seat_options=[{"level": 6}, {"level": 9}], constraints=False)
    first, second = s.track(0).cards[:2]
    s.faces[first], s.faces[second] = "orange:LAA:eclair", "orange:ALA:macaron"
    for card in (first, second):
        s.turn_up(s.track(0), card)
    s.put_cube(0, (1, 0))
    s.punish(0)
    assert s.scores[0] == 3
    give(s, 1, 0, "orange:LAA:donut")
    give(s, 1, 1, CHURROS_2)
    s.put_cube(1, (1, 0))
    s.punish(1)
    s.finish("too_long", winners=())
    assert s.outcome is not None
    assert [turned_by(score) for score in s.outcome.scores] == [2, 1]
    assert s.outcome.ranks == (1, 1)


@pytest.mark.rule("pas_touche", "R43", "D18")
def test_the_grid_is_laid_anew_for_each_game_and_never_changes_in_one() -> None:
    assert table(seed=1).grid.cards != table(seed=2).grid.cards
    s = table()
    laid = list(s.grid.cards)
    mistake(s)
    succeed(s)
    assert s.grid.cards == laid
    assert all(s.onlookers(s.grid, place) == s.everyone for place in range(36))


# ---- the end -------------------------------------------------------------------------------------------


@pytest.mark.rule("pas_touche", "D19")
def test_after_two_hundred_rounds_the_furthest_wins_and_equals_share() -> None:
    s = table(3)
    s.round = MAX_ROUNDS - 2
    succeed(s, 0)
    succeed(s, 2)
    wait(s, "result/over")
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.reason, s.outcome.detail) == ((0, 2), Reason.CAP, "too_long")
    assert GAME.bound(2, s.options) >= MAX_ROUNDS * 10


@pytest.mark.rule("pas_touche", "D19")
def test_eight_rounds_without_a_touch_end_the_game() -> None:
    s = table()
    succeed(s, 1)
    for _ in range(8):
        assert s.outcome is None
        wait_until(s, "race")
        wait(s, "race/limit")
        closing(s)
        wait(s, "result/over")
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.detail) == ((1,), "nobody_touches")


@pytest.mark.rule("pas_touche", "D19")
def test_a_touch_starts_the_count_of_idle_rounds_anew() -> None:
    s = table()
    s.idle = 7
    mistake(s)
    assert s.idle == 0


@pytest.mark.rule("pas_touche", "D20")
def test_who_has_left_gives_up_in_every_round_and_the_last_one_wins() -> None:
    s = table(3)
    succeed(s, 1)
    wait_until(s, "waiting")
    s.seats = (s.seats[0], SeatState(True, False, s.now - 60_000), s.seats[2])
    roll(s, "donut", 5)
    assert view(s, 0).active == (0, 2)
    for seat in (0, 2):
        do(s, seat, "give_up")
    wait(s, "race/close")
    assert len(s.track(1).cards) == 3
    assert s.outcome is None
    s.seats = (s.seats[0], s.seats[1], SeatState(True, False, s.now - 60_000))
    wait(s, "result/over")
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.reason, s.outcome.detail) == ((0,), Reason.DEPARTURE, "left_alone")


@pytest.mark.rule("pas_touche", "D21")
def test_a_touch_before_the_dice_lie_is_void_and_locks_out() -> None:
    s = table()
    card = s.grid.cards[0]
    events = do(s, 0, "touch", t=1_000, card=card, hand="chosen")
    assert told(events, "anticipation") == [{"seat": 0}]
    assert "touch" not in names(s, 0)
    do(s, 1, "roll", t=1_100)
    offer = next(o for o in s.offers(0) if o.name == "touch")
    assert offer.opens_at == 1_500
    assert refused(s, 0, "touch", t=1_499, card=card, hand="chosen") == "too_early"
    do(s, 0, "touch", t=1_500, card=card, hand="chosen")
    assert view(s, 1).active == (1,)


@pytest.mark.rule("pas_touche", "D21")
@pytest.mark.parametrize(("ms", "counts"), [(119, False), (120, True)])
def test_nobody_reacts_in_less_than_120_milliseconds(ms: int, counts: bool) -> None:
    s = table()
    roll(s, "donut", 5)
    began = s.now
    touch(s, 0, ms, "donut-5")
    assert view(s, 1).active == ((1,) if counts else (0, 1))
    if not counts:
        assert next(o for o in s.offers(0) if o.name == "touch").opens_at == began + ms + 500
    do(s, 1, "give_up")
    if counts:
        assert close(s) == {0: WON}


# ---- one screen for several (D2) -----------------------------------------------------------------------


def one_screen(players: int = 2, **options: Any) -> PasToucheState:
    return table(players, seat_options=[{"shares": True}] * players, **options)


def buzz(s: PasToucheState, seat: Seat, ms: int, hand: str = "chosen") -> None:
    at = s.stimuli[-1] + ms
    do(s, seat, "buzz", t=max(s.now, at), at=at, hand=hand)


@pytest.mark.rule("pas_touche", "D2")
def test_on_one_screen_a_buzz_is_the_touch_and_the_card_is_tapped_alone() -> None:
    s = one_screen()
    roll(s, "donut", 5)
    assert names(s, 0) == {"buzz", "give_up", "call"}
    buzz(s, 0, 900)
    buzz(s, 1, 925)
    wait(s, "race/tap")
    assert (names(s, 0), names(s, 1)) == ({"tap"}, set())
    do(s, 0, "tap", t=s.now + 1_500, card=card_of(s, "donut-5"))
    wait(s, "race/tap")
    do(s, 1, "tap", t=s.now + 1_900, card=card_of(s, "donut-5"))
    assert close(s) == {0: WON, 1: WON}


@pytest.mark.rule("pas_touche", "D2")
def test_no_tap_within_two_seconds_is_a_mistake_and_the_next_one_taps() -> None:
    s = one_screen(3)
    roll(s, "donut", 5)
    buzz(s, 0, 900)
    buzz(s, 1, 920)
    wait(s, "race/tap")
    began = s.now
    wait(s, "tap/limit")
    assert s.now == began + 2_000
    wait(s, "race/tap")
    do(s, 1, "tap", card=card_of(s, "donut-5"))
    assert close(s) == {0: "wrong_card", 1: WON}


@pytest.mark.rule("pas_touche", "D2", "D4")
def test_the_buzzer_of_the_other_hand_becomes_the_call() -> None:
    s = one_screen()
    give(s, 0, 0, CHURROS_2)
    roll(s, "churros", 5)
    buzz(s, 0, 900, "other")
    wait(s, "race/tap")
    assert names(s, 0) == {"tap", "call"}
    do(s, 0, "call", t=s.now + 300)
    assert names(s, 0) == {"tap"}
    do(s, 0, "tap", t=s.now + 500, card=card_of(s, "churros-5"))
    assert close(s) == {0: BLOCKED}


@pytest.mark.rule("pas_touche", "D2", "D8")
def test_while_one_taps_the_others_lose_no_time() -> None:
    s = one_screen()
    roll(s, "donut", 5)
    began = s.now
    buzz(s, 0, 1_000)
    wait(s, "race/tap")
    do(s, 0, "tap", t=s.now + 1_800, card=card_of(s, "donut-4"))
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("race/limit", began + 12_000 + 1_800)
    do(s, 1, "buzz", t=s.now + 100, hand="chosen")
    wait(s, "race/tap")
    do(s, 1, "tap", t=s.now + 100, card=card_of(s, "donut-5"))
    events = closing(s)
    assert told(events, "wins") == [{"race": "won", "seat": 1, "ms": 1_031 + 100, "shout": "touche"}]


# ---- a hand that is told after the finger has landed (D2) ----------------------------------------------


@pytest.mark.rule("pas_touche", "D2")
def test_a_touch_counts_from_the_landing_and_its_hand_may_be_told_later() -> None:
    s = table()
    give(s, 1, 0, CHURROS_2)
    roll(s, "churros", 5)
    touch(s, 1, 850, "churros-5", "later")
    touch(s, 0, 900, "churros-5")
    assert names(s, 1) == {"hand", "call"}
    assert refused(s, 1, "hand", hand="later") == "not_possible"
    do(s, 1, "hand", t=s.stimuli[-1] + 1_300, hand="other")
    call(s, 1, 1_400)
    assert close(s) == {1: BLOCKED, 0: LATE}


@pytest.mark.rule("pas_touche", "D2", "D8")
def test_a_hand_that_is_never_told_was_the_chosen_one() -> None:
    s = table()
    roll(s, "churros", 5)
    touch(s, 1, 850, "churros-5", "later")
    touch(s, 0, 900, "churros-5")
    began = s.stimuli[-1]
    wait(s, "race/hand")
    assert s.now == began + 850 + 601
    assert close(s) == {1: WON, 0: LATE}


@pytest.mark.rule("pas_touche", "D2", "D8")
def test_a_touch_that_is_too_late_anyhow_is_not_waited_for() -> None:
    s = table()
    roll(s, "churros", 5)
    touch(s, 0, 900, "churros-5")
    touch(s, 1, 931, "churros-5", "later")
    due = s.next_alarm()
    assert due is not None
    assert due.name == "race/close"
    assert close(s) == {0: WON, 1: LATE}
