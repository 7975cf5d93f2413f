"""Which of two things comes first. In the toy game everybody has until 10 s to seal a bid."""

import pytest

from tablee.kernel.moves import Move
from tablee.kernel.state import Due, State
from tablee.kernel.units import Millis, Seat
from tablee.play.order import coming, ring, ring_next
from tablee.play.plan import Hesitation, Plan
from tests import toy
from tests.table import do, start


@pytest.fixture
def s() -> State:
    return start(toy.Toy(), 3)


def at(*times: Millis | None) -> dict[Seat, Plan]:
    """What each seat plans, if anything."""
    return {seat: Plan(Move("bid", {"amount": 1}), t) for seat, t in enumerate(times) if t is not None}


def alarm_at(found: Due | Seat | None) -> Millis:
    assert isinstance(found, Due)
    return found.at


def test_without_plans_the_first_alarm_comes(s: State) -> None:
    assert alarm_at(coming(s, {})) == 10_000


def test_the_earliest_plan_comes_first(s: State) -> None:
    assert coming(s, at(5_000, 4_000)) == 1


def test_a_plan_for_the_time_of_an_alarm_was_in_time_and_a_later_one_was_not(s: State) -> None:
    assert coming(s, at(None, 10_000)) == 1
    assert alarm_at(coming(s, at(None, 10_001))) == 10_000


@pytest.mark.parametrize(("turn", "first"), [(0, 0), (1, 2), (2, 2), (3, 0), (4, 2)])
def test_of_plans_for_the_same_time_the_lowest_seat_comes_first_counted_from_the_turn(
    s: State, turn: int, first: Seat
) -> None:
    assert coming(s, at(4_000, None, 4_000), turn) == first


def test_nothing_comes_where_no_alarm_is_set_and_nobody_plans(monkeypatch: pytest.MonkeyPatch, s: State) -> None:
    monkeypatch.setattr(toy.Bid, "alarms", lambda *_: ())
    assert coming(s, {}) is None
    assert coming(s, at(None, None, 70_000)) == 2
    assert not ring_next(s)
    assert s.now == 0


def test_time_jumps_to_an_alarm_and_never_back(s: State) -> None:
    assert ring_next(s)
    assert s.now == 10_000
    late = start(toy.Toy(), 3)
    late.now = 12_000
    (due,) = late.alarms()
    ring(late, due)
    assert late.now == 12_000
    assert [type(phase) for phase in late.phases] == [toy.Lay], "nobody has bid: all bids are 0"


def test_who_has_moved_has_no_alarm_of_his_own_left(s: State) -> None:
    for seat in range(3):
        do(s, seat, "bid", amount=1)
    assert alarm_at(coming(s, {})) == 1_000_000, "the first card is to be laid"


def test_of_a_plan_the_first_hesitation_is_seen_first() -> None:
    shown = (Hesitation({"place": 1}, 300), Hesitation({"place": 2}, 600))
    assert Plan(Move("draw"), 900, shown).next_at == 300
    assert Plan(Move("draw"), 900, shown[1:]).next_at == 600
    assert Plan(Move("draw"), 900).next_at == 900
