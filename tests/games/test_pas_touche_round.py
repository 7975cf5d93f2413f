"""Pas Touche !, rule by rule: a round, mistakes and the track.

Expected results are worked out from the rules.
"""

import pytest

from tablee.games.pas_touche import cards
from tablee.games.pas_touche.cards import (
    FIRST_DIE,
    TRACKS,
)
from tablee.games.pas_touche.rules import GAME, MAX_CALLS, MAX_ROUNDS, Race
from tablee.games.pas_touche.table import OFF, PasToucheSeatOptions, PasToucheState
from tablee.kernel.outcome import Result
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.units import Seat
from tests.games.pas_touche import (
    BLOCKED,
    CHURROS_2,
    LATE,
    SPARED,
    WON,
    call,
    card_of,
    close,
    closing,
    colours,
    give,
    mistake,
    roll,
    succeed,
    table,
    touch,
)
from tests.table import do, names, refused, told, view, wait, wait_until

# ---- a round -------------------------------------------------------------------------------------------


@pytest.mark.rule("pas_touche", "R17", "D14")
def test_anybody_rolls_and_everybody_sees_the_dice() -> None:
    s = table(3)
    assert all("roll" in names(s, seat) for seat in s.all_seats)
    events = do(s, 2, "roll", t=700)
    assert told(events, "rolls")[0]["seat"] == 2
    for seat in s.all_seats:
        dice = view(s, seat).zone("dice").cards
        assert [c.mark for c in dice if c] == [s.marks[FIRST_DIE], s.marks[FIRST_DIE + 1]]
    assert s.faces[s.right()] == f"{s.marks[FIRST_DIE]}-{s.marks[FIRST_DIE + 1]}"


@pytest.mark.rule("pas_touche", "D14")
def test_if_nobody_rolls_for_three_seconds_the_table_does() -> None:
    s = table()
    events = wait(s, "waiting/roll")
    assert s.now == 3_000
    assert len(told(events, "rolled")) == 1
    assert isinstance(s.phases[-1], Race)


@pytest.mark.rule("pas_touche", "R18")
def test_all_dice_are_rolled_in_the_long_run() -> None:
    s = table()
    seen = set()
    for _ in range(300):
        wait_until(s, "waiting")
        do(s, 0, "roll")
        seen.add(s.faces[s.right()])
        for seat in (0, 1):
            do(s, seat, "give_up")
        closing(s)
        s.round %= 1_000_000
        s.idle = 0
        if s.round == MAX_ROUNDS - 1:
            break
    assert len(seen) == 36


@pytest.mark.rule("pas_touche", "R19", "D9")
def test_the_first_right_touch_advances_and_ends_the_round_for_all() -> None:
    s = table(3)
    roll(s, "churros", 3)
    s.hold = 200
    touch(s, 1, 900, "churros-3")
    touch(s, 2, 1_000, "churros-3")
    assert close(s) == {1: WON, 2: LATE}
    assert s.scores == [0, 1, 0]
    assert s.round == 1


@pytest.mark.rule("pas_touche", "R20", "D1")
def test_a_called_block_takes_the_card_from_everybody() -> None:
    s = table()
    give(s, 1, 0, CHURROS_2)
    roll(s, "churros", 5)
    touch(s, 1, 850, "churros-5", "other")
    touch(s, 0, 1_300, "churros-5")
    call(s, 1, 1_400)
    assert close(s) == {1: BLOCKED, 0: LATE}
    assert s.scores == [0, 0]


@pytest.mark.rule("pas_touche", "R21", "R29", "R30", "D1")
@pytest.mark.parametrize(
    ("forbidden", "face", "hand", "ruling"),
    [
        (False, "donut-5", "chosen", WON),
        (True, "donut-5", "chosen", "wrong_hand"),
        (True, "donut-5", "other", BLOCKED),
        (False, "donut-5", "other", "wrong_hand"),  # E13
        (False, "donut-4", "chosen", "wrong_card"),
        (True, "donut-4", "other", "wrong_card"),
    ],
)
def test_the_truth_table_of_hands(forbidden: bool, face: str, hand: str, ruling: str) -> None:
    s = table()
    if forbidden:
        give(s, 0, 0, "green:LLA:donut")
    roll(s, "donut", 5)
    s.hold = 200
    touch(s, 0, 600, face, hand)
    call(s, 0, 700)
    do(s, 1, "give_up")
    assert close(s) == {0: ruling}


@pytest.mark.rule("pas_touche", "R22", "D3")
def test_one_touch_in_a_round_whatever_it_was() -> None:
    """E14."""
    s = table()
    roll(s, "donut", 5)
    touch(s, 0, 700, "donut-4")
    right = card_of(s, "donut-5")
    assert refused(s, 0, "touch", t=s.stimuli[-1] + 900, card=right, hand="chosen") == "not_offered"
    assert "give_up" not in names(s, 0)
    do(s, 1, "give_up")
    assert refused(s, 1, "touch", card=right, hand="chosen") == "not_your_turn"
    assert close(s) == {0: "wrong_card"}
    assert s.scores == [0, 0]


@pytest.mark.rule("pas_touche", "R23", "R24", "D9")
def test_after_a_mistake_the_others_go_on_and_then_a_new_round_begins() -> None:
    s = table(3)
    roll(s, "donut", 5)
    touch(s, 0, 700, "donut-4")
    assert view(s, 1).active == (1, 2)
    touch(s, 1, 3_000, "donut-6")
    assert view(s, 1).active == (2,)
    touch(s, 2, 5_000, "donut-5")
    assert close(s) == {0: "wrong_card", 1: "wrong_card", 2: WON}
    wait(s, "result/over")
    assert {"roll", "touch"} <= names(s, 0)


@pytest.mark.rule("pas_touche", "R23", "R24", "D8")
def test_the_round_goes_on_until_everybody_has_touched_or_given_up() -> None:
    """A mistake, a mistake, and the third gives up at 6 s: only then is it over, at once."""
    s = table(3)
    roll(s, "donut", 5)
    began = s.now
    touch(s, 0, 700, "donut-4")
    touch(s, 1, 3_000, "donut-6")
    due = s.next_alarm()
    assert due is not None and (due.name, due.at) == ("race/limit", began + 12_000)
    do(s, 2, "give_up", t=began + 6_000)
    assert close(s) == {0: "wrong_card", 1: "wrong_card"}
    assert s.now == began + 6_000


@pytest.mark.rule("pas_touche", "R24", "D8")
def test_when_everybody_gives_up_nothing_changes_and_a_new_round_begins() -> None:
    """E15."""
    s = table(3)
    roll(s, "donut", 5)
    for seat in s.all_seats:
        do(s, seat, "give_up", t=s.now + 100)
    at = s.now
    events = wait(s, "race/close")
    assert s.now == at
    assert len(told(events, "nobody")) == 1
    assert s.scores == [0, 0, 0]
    wait(s, "result/over")
    assert view(s, 0).phase == "waiting"


@pytest.mark.rule("pas_touche", "R31", "D4")
def test_a_block_without_a_call_is_a_mistake_and_blocks_nothing() -> None:
    s = table()
    give(s, 1, 0, "green:LLA:churros")
    s.put_cube(1, (0, 2))
    roll(s, "churros", 5)
    touch(s, 1, 850, "churros-5", "other")
    touch(s, 0, 4_000, "churros-5")
    assert close(s) == {1: "no_call", 0: WON}
    assert s.cubes[1] == (0, 1)


@pytest.mark.rule("pas_touche", "D4", "D6")
@pytest.mark.parametrize(
    ("called", "result"),
    [
        (1_400, {1: BLOCKED, 0: LATE}),  # E9
        (2_350, {1: BLOCKED, 0: LATE}),
        (2_351, {1: "no_call", 0: WON}),
        (2_500, {1: "no_call", 0: WON}),  # E10
    ],
)
def test_a_call_may_come_until_a_second_and_a_half_after_the_touch(called: int, result: dict[Seat, str]) -> None:
    s = table()
    give(s, 1, 0, CHURROS_2)
    roll(s, "churros", 5)
    touch(s, 1, 850, "churros-5", "other")
    touch(s, 0, 900, "churros-5")
    if called <= 2_350:
        call(s, 1, called)
        assert close(s) == result
        return
    due = s.next_alarm()
    assert due is not None
    assert due.at == s.stimuli[-1] + 2_351
    assert close(s) == result
    assert refused(s, 1, "call", t=s.stimuli[-1] + called) == "not_your_turn"


@pytest.mark.rule("pas_touche", "D4")
@pytest.mark.parametrize(("called", "ruling"), [(1_000, BLOCKED), (999, "no_call")])
def test_a_call_may_come_a_second_before_the_touch(called: int, ruling: str) -> None:
    s = table()
    give(s, 1, 0, CHURROS_2)
    roll(s, "churros", 5)
    call(s, 1, called)
    touch(s, 1, 2_000, "churros-5", "other")
    assert close(s) == {1: ruling}


@pytest.mark.rule("pas_touche", "D4")
def test_the_call_window_is_an_option_and_so_is_the_call_itself() -> None:
    s = table(2, call_ms=2500)
    give(s, 1, 0, CHURROS_2)
    roll(s, "churros", 5)
    touch(s, 1, 850, "churros-5", "other")
    call(s, 1, 3_350)
    assert close(s) == {1: BLOCKED}
    kind = table(2, call_needed=False)
    give(kind, 1, 0, CHURROS_2)
    roll(kind, "churros", 5)
    assert "call" not in names(kind, 1)
    kind.hold = 100
    touch(kind, 1, 850, "churros-5", "other")
    touch(kind, 0, 900, "churros-5")
    assert close(kind) == {1: BLOCKED, 0: LATE}


@pytest.mark.rule("pas_touche", "D5")
def test_shouting_alone_is_free_and_changes_nothing() -> None:
    s = table()
    give(s, 0, 0, "green:LLA:donut")
    s.put_cube(0, (0, 2))
    roll(s, "churros", 5)
    for ms in range(500, 500 + MAX_CALLS):
        call(s, 0, ms)
    assert refused(s, 0, "call", t=s.now + 1) == "not_offered"
    touch(s, 0, 700, "churros-5")
    call(s, 1, 710)
    assert close(s) == {0: WON}
    roll(s, "donut", 3)
    call(s, 0, 500)
    do(s, 0, "give_up", t=s.now + 100)
    do(s, 1, "give_up")
    assert close(s) == {}
    assert s.cubes[0] == (1, 0)


@pytest.mark.rule("pas_touche", "D6")
def test_the_order_of_arrival_decides_nothing() -> None:
    results = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        s = table(3)
        apply_hold(s, 400)
        give(s, 1, 0, CHURROS_2)
        roll(s, "churros", 5)
        began = s.stimuli[-1]
        plays = {0: (700, "churros-4", "chosen"), 1: (850, "churros-5", "other"), 2: (900, "churros-5", "chosen")}
        s.now = began + 1_000
        for seat in order:
            touch(s, seat, *plays[seat])
        call(s, 1, 860)
        results.append(close(s))
    assert results == [{0: "wrong_card", 1: BLOCKED, 2: LATE}] * 3


def apply_hold(s: PasToucheState, hold: int) -> None:
    """The slowest line at the table needs so long."""
    s.hold = hold


@pytest.mark.rule("pas_touche", "D6", "D7")
def test_a_mistake_after_the_end_is_void_and_one_before_it_costs() -> None:
    s = table(3)
    for seat in (1, 2):
        give(s, seat, 0, f"green:LLA:{'eclair' if seat == 1 else 'macaron'}")
        s.put_cube(seat, (0, 2))
    roll(s, "donut", 5)
    touch(s, 0, 900, "donut-5")
    touch(s, 1, 930, "donut-4")
    touch(s, 2, 931, "donut-4")
    assert close(s) == {0: WON, 1: "wrong_card", 2: LATE}
    assert s.cubes[1:] == [(0, 1), (0, 2)]


@pytest.mark.rule("pas_touche", "D7")
@pytest.mark.parametrize(
    ("block", "result"), [(880, {1: SPARED, 0: WON}), (870, {1: SPARED, 0: WON}), (869, {1: BLOCKED, 0: LATE})]
)
def test_a_block_must_come_first_to_prevent(block: int, result: dict[Seat, str]) -> None:
    """E11."""
    s = table()
    give(s, 1, 0, CHURROS_2)
    s.put_cube(1, (0, 1))
    roll(s, "churros", 5)
    touch(s, 1, block, "churros-5", "other")
    call(s, 1, 890)
    touch(s, 0, 900, "churros-5")
    assert close(s) == result
    assert s.cubes[1] == (0, 1)


@pytest.mark.rule("pas_touche", "D7")
@pytest.mark.parametrize(("second", "ruling"), [(925, WON), (930, WON), (931, LATE)])
def test_two_right_touches_within_thirty_milliseconds_both_advance(second: int, ruling: str) -> None:
    """E12."""
    s = table(3)
    roll(s, "donut", 5)
    touch(s, 0, 900, "donut-5")
    touch(s, 2, second, "donut-5")
    assert close(s) == {0: WON, 2: ruling}
    assert s.scores == [1, 0, int(ruling == WON)]


@pytest.mark.rule("pas_touche", "D7", "D17")
def test_two_may_win_at_once() -> None:
    s = table(2, seat_options=[{"level": 3}, {"level": 15}], constraints=False)
    for seat in (0, 1):
        for card in s.track(seat).cards:
            s.turn_up(s.track(seat), card)
        s.put_cube(seat, (2, 2))
    roll(s, "donut", 5)
    touch(s, 0, 900, "donut-5")
    touch(s, 1, 910, "donut-5")
    closing(s)
    assert s.outcome is not None
    assert s.outcome.winners == (0, 1)
    assert s.outcome.result is Result.WINNERS
    _, following = GAME.next_options(s.outcome, s.options, s.seat_options)
    assert [o.level for o in following if isinstance(o, PasToucheSeatOptions)] == [5, 16]


@pytest.mark.rule("pas_touche", "D8")
def test_a_round_waits_for_touches_on_the_wire() -> None:
    s = table()
    apply_hold(s, 200)
    roll(s, "donut", 5)
    began = s.stimuli[-1]
    do(s, 0, "touch", t=began + 905, at=began + 900, card=card_of(s, "donut-5"), hand="chosen")
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("race/close", began + 900 + 31 + 200)
    do(s, 1, "touch", t=began + 1_100, at=began + 850, card=card_of(s, "donut-5"), hand="chosen")
    assert close(s) == {1: WON, 0: LATE}


@pytest.mark.rule("pas_touche", "D8")
def test_the_time_of_a_round_is_an_option_and_who_was_silent_has_given_up() -> None:
    for seconds in (8, 12, 20):
        s = table(2, round_s=seconds)
        roll(s, "donut", 5)
        began = s.now
        touch(s, 0, 500, "donut-4")
        events = wait(s, "race/limit")
        assert s.now == began + seconds * 1_000
        assert "touch" not in names(s, 1)
        assert told(events + closing(s), "wrong") == [
            {"race": "wrong", "seat": 0, "ms": 500, "shout": "wrong_card"}
        ]


@pytest.mark.rule("pas_touche", "D8")
def test_without_a_limit_a_round_waits_but_not_for_the_absent() -> None:
    s = table(2, round_s=0)
    roll(s, "donut", 5)
    do(s, 0, "give_up")
    assert s.next_alarm() is None
    apply(s, SeatChanged(s.now + 10, 1, human=True, present=False))
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("race/absent", s.now + 60_000)
    wait(s, "race/absent")
    wait(s, "race/close")
    assert view(s, 0).phase == "result"


@pytest.mark.rule("pas_touche", "D8")
def test_the_limit_waits_for_an_open_call() -> None:
    s = table()
    give(s, 0, 0, CHURROS_2)
    roll(s, "churros", 5)
    touch(s, 0, 11_500, "churros-5", "other")
    wait(s, "race/limit")
    call(s, 0, 12_800)
    assert close(s) == {0: BLOCKED}


def test_that_somebody_has_touched_is_seen_but_not_what_or_how() -> None:
    s = table(3)
    roll(s, "donut", 5)
    before = view(s, 1)
    touch(s, 0, 700, "donut-4")
    after = view(s, 1)
    assert (before.active, after.active) == ((0, 1, 2), (1, 2))
    assert "touched" not in after.facts
    wrong = s.copy()
    wrong.phases[-1].presses[0] = type(wrong.phases[-1].presses[0])(1, 0, "touch", "other", 3)  # type: ignore[attr-defined]
    assert view(wrong, 1) == after


# ---- mistakes and the track ----------------------------------------------------------------------------


def on_box(face: str, box: int, slot: int = 0) -> PasToucheState:
    """A table where the cube of the first seat stands on that box of that card."""
    s = table()
    for before in range(slot):
        s.turn_up(s.track(0), s.track(0).cards[before])
    give(s, 0, slot, face)
    s.put_cube(0, (slot, box))
    return s


@pytest.mark.rule("pas_touche", "R11", "R32", "R33")
def test_a_lock_holds_and_an_arrow_goes_back() -> None:
    """E6."""
    s = on_box("green:LLA:eclair", 0)
    assert told(mistake(s), "locked") == [{"seat": 0}]
    assert s.cubes[0] == (0, 0)
    s = on_box("green:LLA:eclair", 2)
    assert told(mistake(s), "back") == [{"seat": 0}]
    assert s.cubes[0] == (0, 1)
    assert s.scores[0] == 2


@pytest.mark.rule("pas_touche", "R34", "R35", "R36", "D12")
def test_a_crossed_card_is_replaced_face_down_by_one_of_its_colour() -> None:
    """E7."""
    s = table(2, seat_options=[{"level": 9}, {}])  # orange, red, red
    first = give(s, 0, 0, "orange:LAA:eclair")
    second = give(s, 0, 1, "red:XAA:macaron+5")
    s.put_cube(0, (1, 0))
    top = s.pile("red").cards[-1]
    roll(s, "macaron", 1)
    touch(s, 0, 500, "macaron-2", "other")
    do(s, 1, "give_up")
    events = closing(s)
    assert told(events, "loses") == [{"seat": 0, "place": 2}]
    assert s.pile("red").cards[0] == second
    assert s.track(0).cards[:2] == [first, top]
    assert s.turned(0) == [first]
    assert s.cubes[0] == (0, 2)
    assert not s.forbids(0, card_of(s, "macaron-1"))
    assert view(s, 0).zone("track:0").cards[1].face is None  # type: ignore[union-attr]
    succeed(s)
    assert s.cubes[0] == (1, 0)
    assert s.turned(0) == [first, top]


@pytest.mark.rule("pas_touche", "D10", "D12")
def test_the_first_card_crossed_puts_the_cube_off_the_track() -> None:
    """E8."""
    s = table(2, seat_options=[{"level": 16}, {}])
    s.turn_up(s.track(0), s.track(0).cards[0])
    s.put_cube(0, (0, 0))
    mistake(s)
    assert s.cubes[0] == OFF
    assert s.turned(0) == []
    assert colours(s, 0) == ["purple", "purple", "purple"]
    mistake(s)
    assert s.cubes[0] == OFF


@pytest.mark.rule("pas_touche", "D12")
def test_with_an_empty_pile_the_same_card_lies_face_down_again() -> None:
    s = table(6, seat_options=[{"level": 16}] * 6)
    assert s.pile("purple").cards == []
    card = s.track(0).cards[0]
    s.turn_up(s.track(0), card)
    s.put_cube(0, (0, 0))
    s.punish(0)
    assert s.track(0).cards[0] == card
    assert s.turned(0) == []
    assert s.stray() == []


@pytest.mark.rule("pas_touche", "D12")
def test_the_data_allow_a_crossed_card_on_a_first_box_only() -> None:
    for track in TRACKS.values():
        assert "X" not in track[1:]
    for bad in ("LXA", "AAX", "", "LQA"):
        with pytest.raises(ValueError, match="no track"):
            cards.check_tracks({"green": bad})
    cards.check_tracks({"green": "AAA"})


@pytest.mark.rule("pas_touche", "D11")
def test_an_arrow_on_a_first_box_leaves_the_card_in_force() -> None:
    s = table()
    first, second = s.track(0).cards[:2]
    s.faces[first], s.faces[second] = "green:ALA:eclair", "green:ALA:macaron"
    for card in (first, second):
        s.turn_up(s.track(0), card)
    s.put_cube(0, (1, 0))
    mistake(s)
    assert s.cubes[0] == (0, 2)
    assert s.turned(0) == [first, second]
    assert s.forbids(0, card_of(s, "macaron-1"))
    succeed(s)
    assert s.cubes[0] == (1, 0)
    assert s.turned(0) == [first, second]
    s.put_cube(0, (0, 0))
    mistake(s)
    assert s.cubes[0] == OFF
    assert s.turned(0) == [first, second]
    succeed(s)
    assert s.cubes[0] == (0, 0)


@pytest.mark.rule("pas_touche", "D15")
def test_penalties_can_be_left_out() -> None:
    s = table(2, penalties=False)
    give(s, 0, 0, "green:LLA:eclair")
    s.put_cube(0, (0, 2))
    roll(s, "donut", 5)
    touch(s, 0, 500, "donut-4")
    assert "touch" not in names(s, 0)
    do(s, 1, "give_up")
    assert close(s) == {0: "wrong_card"}
    assert s.cubes[0] == (0, 2)
