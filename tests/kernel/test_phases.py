"""The stack of phases: interruptions, frozen clocks, answers, overlays, holds."""

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from tablee.games.amerix.rules import Turn
from tablee.games.registry import games
from tablee.kernel.door import Door
from tablee.kernel.game import Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import NEVER, Alarm, Phase
from tablee.kernel.record import HoldSet, Paused, Played, Rang, Resumed, SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.state import SeatState, State
from tablee.kernel.units import Millis, Seat
from tablee.phases.window import Press, Window, groups
from tests.toy import Toy


class Search(Phase[State]):
    """Ten seconds to say something; an unknown word goes to a vote, and the clock waits."""

    until: Millis = 10_000
    answer: str = ""

    def offers(self, s: State, seat: Seat) -> Sequence[Offer]:
        return (Offer("ask"),)

    def play(self, s: State, seat: Seat, move: Move) -> None:
        s.push(Vote())

    def alarms(self, s: State) -> Sequence[Alarm]:
        return (Alarm("dry", self.until, waits=True),)

    def ring(self, s: State, alarm: Alarm) -> None:
        self.answer = "dry"

    def resume(self, s: State, result: Any) -> None:
        self.answer = result


class Vote(Phase[State]):
    def offers(self, s: State, seat: Seat) -> Sequence[Offer]:
        return (Offer("accept"), Offer("appeal"))

    def play(self, s: State, seat: Seat, move: Move) -> None:
        if move.name == "appeal":
            s.push(Vote())
        else:
            s.pop("accepted")

    def resume(self, s: State, result: Any) -> None:
        s.pop(result)


class Chat(Vote, kw_only=True):
    """Lets the clocks beneath run."""

    runs_on: ClassVar[bool] = True


class Pen(Phase[State]):
    """An overlay with an alarm of its own."""

    rung: int = 0

    def offers(self, s: State, seat: Seat) -> Sequence[Offer]:
        return (Offer("take"),) if seat == 1 else ()

    def play(self, s: State, seat: Seat, move: Move) -> None:
        s.lift(self)

    def alarms(self, s: State) -> Sequence[Alarm]:
        return (Alarm("dry", 4_000),) if not self.rung else ()

    def ring(self, s: State, alarm: Alarm) -> None:
        self.rung += 1


def table(first: Phase[Any]) -> State:
    setup = Setup((SeatState(),) * 3, None, (None,) * 3, bytes(16))
    s = State(**setup.common(["A", "B"]))
    s.goto(first)
    s._settle()
    return s


def due(s: State) -> list[tuple[str, int]]:
    return [(d.name, d.at) for d in s.alarms()]


def test_a_pushed_phase_stops_the_clock_beneath() -> None:
    s = table(Search())
    assert due(s) == [("search/dry", 10_000)]
    apply(s, Played(4_000, 0, Move("ask", at=4_000)))
    assert due(s) == []
    apply(s, Played(9_000, 1, Move("accept", at=9_000)))
    assert due(s) == [("search/dry", 15_000)], "6 s were left at 4 s, and are left at 9 s"
    assert s.phases[-1].answer == "accepted"  # type: ignore[attr-defined]


def test_interruptions_of_interruptions() -> None:
    s = table(Search())
    apply(s, Played(1_000, 0, Move("ask", at=1_000)))
    apply(s, Played(2_000, 0, Move("appeal", at=2_000)))
    assert len(s.phases) == 3
    apply(s, Played(5_000, 0, Move("accept", at=5_000)))
    assert due(s) == [("search/dry", 14_000)]


def test_a_phase_may_let_the_clocks_run() -> None:
    s = table(Search())
    s.push(Chat())
    assert due(s) == [("search/dry", 10_000)]


def test_overlays_add_offers_and_are_frozen_too() -> None:
    s = table(Search())
    pen = Pen()
    s.lay_beside(pen)
    assert [o.name for o in s.offers(1)] == ["ask", "take"]
    assert [o.name for o in s.offers(0)] == ["ask"]
    assert due(s) == [("pen/dry", 4_000), ("search/dry", 10_000)]
    apply(s, Played(1_000, 0, Move("ask", at=1_000)))
    assert [o.name for o in s.offers(1)] == ["accept", "appeal"]
    apply(s, Played(3_000, 0, Move("accept", at=3_000)))
    assert due(s) == [("pen/dry", 6_000), ("search/dry", 12_000)]
    apply(s, Rang(6_000, "pen/dry"))
    assert pen.rung == 1
    apply(s, Played(6_500, 1, Move("take", at=6_500)))
    assert s.beside == []


def test_what_is_frozen_at_the_very_start_stands_still_too() -> None:
    s = table(Search())
    s.lay_beside(Pen())
    apply(s, Played(0, 0, Move("ask", at=0)))
    assert due(s) == []
    assert [o.name for o in s.offers(1)] == ["accept", "appeal"]


def test_an_alarm_that_waits_rings_after_the_hold() -> None:
    s = table(Search())
    apply(s, HoldSet(0, 400))
    assert due(s) == [("search/dry", 10_400)]
    with pytest.raises(Refused, match="not_due"):
        apply(s, Rang(10_100, "search/dry"))
    apply(s, Rang(10_400, "search/dry"))


def test_time_never_runs_backwards_and_a_refusal_does_not_move_it() -> None:
    s = table(Search())
    apply(s, Played(4_000, 0, Move("ask", at=4_000)))
    with pytest.raises(Refused, match="too_late"):
        apply(s, Played(3_999, 0, Move("accept", at=3_999)))
    with pytest.raises(Refused, match="not_offered"):
        apply(s, Played(5_000, 0, Move("dance", at=5_000)))
    assert s.now == 4_000


def test_a_move_from_the_future_is_refused() -> None:
    s = table(Search())
    with pytest.raises(Refused, match="malformed"):
        apply(s, Played(1_000, 0, Move("ask", at=1_001)))


def test_a_paused_table_takes_no_moves() -> None:
    s = table(Search())
    apply(s, Paused(100))
    with pytest.raises(Refused, match="paused"):
        apply(s, Played(200, 0, Move("ask", at=200)))
    apply(s, Resumed(200))
    apply(s, Played(200, 0, Move("ask", at=200)))


def test_presence_changes_only_by_records() -> None:
    s = table(Search())
    apply(s, SeatChanged(50, 2, human=False, present=False))
    assert s.seats[2] == SeatState(human=False, present=False, since=50)
    with pytest.raises(Refused, match="unknown_seat"):
        apply(s, SeatChanged(60, 3, human=True, present=True))


def test_a_seat_that_is_not_there_is_refused() -> None:
    s = table(Search())
    for seat in (-1, 3):
        with pytest.raises(Refused, match="unknown_seat"):
            apply(s, Played(0, seat, Move("ask")))


def test_a_copy_shares_nothing_that_changes() -> None:
    s = table(Search())
    s.lay_beside(Pen())
    twin = s.copy()
    twin.phases[-1].answer = "other"  # type: ignore[attr-defined]
    twin.beside.clear()
    twin.scores[0] = 5
    twin.ledger.seen[0] = 1
    assert s.phases[-1].answer == ""  # type: ignore[attr-defined]
    assert len(s.beside) == 1
    assert s.scores == [0, 0, 0]
    assert s.ledger.seen == [0, 0]


# ---- races ----------------------------------------------------------------------------------------------


class Buzz(Window[State]):
    result: tuple[tuple[Seat, ...], ...] = ()

    def enter(self, s: State) -> None:
        self.stimulus = s.stimulate()

    def offers(self, s: State, seat: Seat) -> Sequence[Offer]:
        return () if self.has_pressed(seat) else (Offer("buzz", stimulus=self.stimulus),)

    def play(self, s: State, seat: Seat, move: Move) -> None:
        self.press(s, seat, move)

    def resolve(self, s: State, presses: Sequence[Press]) -> None:
        self.result = tuple(tuple(p.seat for p in group) for group in groups(presses))


def buzz(s: State, seat: Seat, at: Millis, t: Millis | None = None) -> None:
    apply(s, Played(at if t is None else t, seat, Move("buzz", at=at, answers=0)))


def close(s: State) -> tuple[tuple[Seat, ...], ...]:
    first = s.alarms()[0]
    apply(s, Rang(max(s.now, first.at), first.name))
    return s.phases[-1].result  # type: ignore[attr-defined, no-any-return]


def test_presses_within_30_ms_are_one_group() -> None:
    s = table(Buzz())
    buzz(s, 2, 500)
    buzz(s, 0, 530)
    assert close(s) == ((2, 0),)


def test_31_ms_apart_is_no_tie() -> None:
    s = table(Buzz())
    apply(s, HoldSet(0, 100))
    buzz(s, 2, 500)
    buzz(s, 0, 531)
    assert close(s) == ((2,), (0,))


def test_lag_does_not_decide() -> None:
    """Seat 1 pressed first, its press arrives last: within the hold it still wins."""
    s = table(Buzz())
    apply(s, HoldSet(0, 400))
    buzz(s, 0, 600, t=610)
    buzz(s, 1, 500, t=900)
    assert close(s) == ((1,), (0,))


def test_nothing_is_decided_before_the_hold_is_over() -> None:
    s = table(Buzz())
    apply(s, HoldSet(0, 400))
    buzz(s, 0, 600, t=610)
    assert due(s) == [("buzz/close", 600 + 31 + 400)]
    assert s.phases[-1].result == ()  # type: ignore[attr-defined]


def test_an_anticipation_is_void_and_locks_out() -> None:
    s = table(Buzz())
    buzz(s, 0, 99)
    with pytest.raises(Refused, match="too_early"):
        buzz(s, 0, 598)
    buzz(s, 0, 599)
    assert close(s) == ((0,),)


def test_a_press_names_the_stimulus_it_answers() -> None:
    s = table(Buzz())
    with pytest.raises(Refused, match="malformed"):
        apply(s, Played(300, 0, Move("buzz", at=300)))
    with pytest.raises(Refused, match="too_late"):
        apply(s, Played(300, 0, Move("buzz", at=300, answers=7)))


def test_where_it_lasts_an_older_stimulus_may_be_named_and_its_own_time_counts() -> None:
    """Stimuli at 0, 0 and 500 ms; the second and the third are still there to react to."""

    class Lasting(Buzz):
        def enter(self, s: State) -> None:
            s.stimuli = [0, 0, 500]
            self.stimulus = 2

        def offers(self, s: State, seat: Seat) -> Sequence[Offer]:
            return (Offer("buzz", stimulus=self.stimulus, since=1),)

    s = table(Lasting())
    for answers in (0, 3):
        with pytest.raises(Refused, match="too_late"):
            apply(s, Played(560, 0, Move("buzz", at=560, answers=answers)))
    apply(s, Played(560, 0, Move("buzz", at=560, answers=1)))
    apply(s, Played(560, 1, Move("buzz", at=560, answers=2)))
    assert close(s) == ((0,),), "60 ms after the newest nobody can have seen it"


# ---- the table's timers ---------------------------------------------------------------------------------


def lay_limit(timers: str, *, present: bool = True) -> list[tuple[str, int]]:
    game = games()["amerix"]
    for seed in range(50):
        s = game.start(2, seed=seed_from(seed), options={"timers": timers, "starter": 0})
        if isinstance(s.phases[-1], Turn) and s.phases[-1].seat == 0:
            if not present:
                apply(s, SeatChanged(7_000, 0, human=True, present=False))
            return due(s)
    raise AssertionError


@pytest.mark.parametrize(("timers", "at"), [("normal", 30_000), ("longer", 45_000), ("double", 60_000)])
def test_timers_stretch_decisions(timers: str, at: int) -> None:
    assert lay_limit(timers) == [("turn/limit", at)]


def test_without_timers_only_an_absent_seat_has_a_limit() -> None:
    assert [at for _, at in lay_limit("none")] == [NEVER]
    assert lay_limit("none", present=False) == [("turn/limit", 67_000)]


def test_a_limit_that_never_comes_is_no_clock() -> None:
    """Nobody is shown that he has a hundred million years left."""
    game = games()["amerix"]
    s = game.start(2, seed=seed_from(1), options={"timers": "none", "starter": 0})
    assert [at for _, at in due(s)] == [NEVER]
    assert Door(s, s.everyone).view().clocks == ()
    s = game.start(2, seed=seed_from(1), options={"starter": 0})
    assert [clock.at for clock in Door(s, s.everyone).view().clocks] == [30_000]


def test_a_secret_choice_without_timers_waits_for_those_who_are_there() -> None:
    s = Toy().start(3, seed=seed_from(1), options={"timers": "none"})
    assert s.next_alarm() is None
    apply(s, SeatChanged(1_000, 2, human=True, present=False))
    assert due(s)[0] == ("bid/limit", 61_000)
    apply(s, Rang(61_000, "bid/limit"))
    assert list(s.phases[-1].choices) == [2]  # type: ignore[attr-defined]
    assert s.next_alarm() is None
