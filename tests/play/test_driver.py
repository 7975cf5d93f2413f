"""A game that is driven on: what is written, when, and that two drivers told the same are the same."""

import pytest

from tablee.kernel.codec import exact_digest
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, Rang, replay
from tablee.kernel.refusal import Refused
from tablee.play.driver import Driver, Stuck
from tablee.play.plan import Plan
from tests import toy

GAME = toy.Toy()


def bid(amount: int) -> Move:
    return Move("bid", {"amount": amount})


@pytest.fixture
def driver() -> Driver:
    return Driver(GAME, GAME.start(2, seed=bytes(16), watched=True))


def test_time_jumps_from_plan_to_alarm(driver: Driver) -> None:
    driver.plans = {0: Plan(bid(2), 4_500), 1: Plan(bid(3), 4_000)}
    assert driver.next_time() == 4_000
    assert driver.step() == Played(4_000, 1, Move("bid", {"amount": 3}, 4_000))
    assert driver.plans.keys() == {0}, "what was done is not meant any more"
    driver.plans.clear()
    assert driver.next_time() == 10_000
    assert driver.step() == Rang(10_000, "bid/limit")
    assert driver.state.scores == [0, 3], "who has not bid bids nothing"
    assert [event.kind for event in driver.news if event.kind == "bids"] == ["bids", "bids"]


def test_a_move_counts_from_when_it_was_meant(driver: Driver) -> None:
    driver.plans = {1: Plan(bid(3), 4_000)}
    driver.elapse(6_000)
    assert driver.next_time() == 6_000
    assert driver.step() == Played(6_000, 1, Move("bid", {"amount": 3}, 4_000))


def test_whoever_does_it_for_a_seat_is_in_the_record(driver: Driver) -> None:
    driver.plans = {1: Plan(bid(3), 4_000)}
    assert driver.acted(1, 4_000, stand_in=True).move.stand_in


def test_until_a_time_everything_happens_that_is_due_by_then(driver: Driver) -> None:
    driver.plans = {1: Plan(bid(3), 4_000)}
    assert [entry.t for entry in driver.through(3_999)] == []
    assert driver.state.now == 3_999
    assert [entry.t for entry in driver.through(10_000)] == [4_000, 10_000]
    assert [entry.t for entry in driver.through(500)] == []
    assert driver.state.now == 10_000, "never backwards"


def test_what_is_refused_changes_nothing(driver: Driver) -> None:
    before = exact_digest(driver.state)
    for seat, move, t, code in (
        (0, bid(6), 1_000, "not_possible"),
        (2, bid(1), 1_000, "unknown_seat"),
        (0, Move("lay"), 1_000, "not_offered"),
    ):
        with pytest.raises(Refused, match=code):
            driver.submit(seat, move, t)
    assert exact_digest(driver.state) == before
    assert driver.entries == []


def test_the_record_is_whole_when_the_game_is_over(driver: Driver) -> None:
    assert driver.record.footer is None
    with pytest.raises(Stuck):
        driver.finish(limit=6)
    driver.finish(limit=7)
    assert driver.over
    assert driver.next_time() is None
    assert len(driver.record.entries) == 7, "one end of the bids, and three cards of each are laid"
    assert replay(GAME, driver.record).outcome == driver.state.outcome


def test_where_nothing_comes_a_game_is_stuck() -> None:
    stuck = toy.faulty(toy.StuckLay)
    driver = Driver(stuck, stuck.start(2, seed=bytes(16)))
    driver.step()
    assert driver.next_time() is None
    with pytest.raises(Stuck):
        driver.step()


def test_two_that_are_told_the_same_are_the_same(driver: Driver) -> None:
    driver.plans = {0: Plan(bid(2), 4_500), 1: Plan(bid(3), 4_000)}
    driver.finish()
    other = Driver(GAME, GAME.start(2, seed=bytes(16), watched=True))
    for entry in driver.entries:
        other.apply(entry)
    assert exact_digest(other.state) == exact_digest(driver.state)
    assert other.record == driver.record
