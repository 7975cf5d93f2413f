"""The race of words: who was first, near-ties, votes inside a tie, a buzz and then an answer."""

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from tablee.kernel.game import Device, Game, GameInfo, Reading, Setup
from tablee.kernel.moves import Move, Offer
from tablee.kernel.outcome import ranked
from tablee.kernel.phase import Phase
from tablee.kernel.record import HoldSet, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import NOBODY, Millis, Seat
from tablee.kernel.values import PLAIN, Shown
from tablee.kernel.zones import Zone
from tablee.phases.race import Answer, Race, RaceOptions, on_screens, shout
from tablee.phases.said import Said
from tablee.phases.screen import ScreenSeatOptions
from tablee.phases.vote import Sure, Vote, WordState
from tablee.phases.window import Press
from tablee.pieces.kinds import Kind
from tests.table import do, names, refused, told, view, wait

LIMIT: Millis = 10_000


class DashState(WordState, kw_only=True):
    shown: ClassVar[Shown] = {"result": PLAIN}
    result: list[str] = []


class Dash(Race[DashState]):
    """A word with an A; the result says who was right, wrong and late."""

    def limit(self, s: DashState) -> Millis:
        return LIMIT

    def enter(self, s: DashState) -> None:
        self.stimulus = s.stimulate()
        super().enter(s)

    def offers(self, s: DashState, seat: Seat) -> Sequence[Offer]:
        return () if self.has_pressed(seat) else (self.word_offer(s, seat),)

    def play(self, s: DashState, seat: Seat, move: Move) -> None:
        self.claim(s, seat, move)

    def fits(self, s: DashState, claim: Press) -> bool:
        return claim.name == "buzz" or "a" in claim.what

    def decided(self, s: DashState, right: Sequence[Press], wrong: Sequence[Press], late: Sequence[Press]) -> None:
        for how, claims in (("right", right), ("wrong", wrong), ("late", late)):
            s.result += [f"{how} {p.seat} {shout(p).value}" for p in claims]
        s.end(ranked(s.scores))

    def unclaimed(self, s: DashState) -> None:
        s.result = ["nobody"]
        s.end(ranked(s.scores))


class DashGame(Game[DashState]):
    info = GameInfo(
        key="dash",
        name="Dash",
        version=1,
        players=(2, 5),
        kinds=("race",),
        reading=Reading.READS,
        device=Device.SHARED,
        words=True,
    )
    state = DashState
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (Dash, Answer, Said, Vote, Sure)
    options = RaceOptions
    seat_options = ScreenSeatOptions

    def setup(self, table: Setup) -> DashState:
        table.options = on_screens(table)
        s = DashState(**table.common(["pA"]))
        s.zones = [Zone("pile", Kind.PILE, NOBODY, cards=[0])]
        s.goto(Dash())
        return s

    def bound(self, players: int, options: Any) -> int:
        return 10 * players * players


def dash(players: int = 3, *, bots: Sequence[Seat] = (), shares: Sequence[Seat] = (), **options: Any) -> DashState:
    """A new race, without contests unless they are asked for."""
    options = {"contests": False} | options
    return DashGame().start(
        players,
        seed=seed_from(1),
        options=options,
        seat_options=[{"shares": seat in shares} for seat in range(players)],
        seats=[SeatState(human=seat not in bots) for seat in range(players)],
        watched=True,
    )


def say(s: DashState, seat: Seat, word: str, t: Millis, *, at: Millis | None = None, known: int = 1) -> None:
    do(s, seat, "say", t=t, at=at, word=word, known={word: known})


def test_the_first_right_word_wins_and_a_later_one_is_late() -> None:
    s = dash()
    apply(s, HoldSet(0, 200))
    say(s, 1, "rat", 3_000)
    say(s, 0, "bar", 3_040)
    wait(s, "dash/close")
    assert s.result == ["right 1 RAT", "late 0 BAR"]


def test_times_are_those_of_the_screens_not_those_of_arrival() -> None:
    s = dash()
    apply(s, HoldSet(0, 200))
    say(s, 1, "rat", 3_000)
    say(s, 0, "bar", 3_100, at=2_900)
    wait(s, "dash/close")
    assert s.result == ["right 0 BAR", "late 1 RAT"]


@pytest.mark.parametrize(
    ("apart", "result"), [(30, ["right 1 RAT", "right 0 BAR"]), (31, ["right 1 RAT", "late 0 BAR"])]
)
def test_within_thirty_thousandths_they_are_together(apart: int, result: list[str]) -> None:
    s = dash()
    apply(s, HoldSet(0, 200))
    say(s, 1, "rat", 3_000)
    say(s, 0, "bar", 3_000 + apart)
    wait(s, "dash/close")
    assert s.result == result


def test_a_wrong_word_is_a_claim_too() -> None:
    s = dash()
    say(s, 1, "nez", 3_000)
    wait(s, "dash/close")
    assert s.result == ["wrong 1 NEZ"]


def test_nobody_is_shown_a_claim_before_it_is_decided() -> None:
    s = dash()
    before = view(s, 0)
    say(s, 1, "rat", 3_000)
    assert view(s, 0) == before
    assert refused(s, 1, "say", t=3_001, word="bar") == "not_your_turn", "one claim each"


def test_an_unknown_word_is_voted_on() -> None:
    for ballot, result in (("accept", "right 1 ZAG"), ("refuse", "wrong 1 ZAG")):
        s = dash()
        say(s, 1, "zag", 3_000, known=0)
        wait(s, "dash/close")
        assert [names(s, seat) for seat in range(3)] == [{"accept", "refuse"}, set(), {"accept", "refuse"}]
        do(s, 0, ballot)
        do(s, 2, ballot)
        assert s.result == [result]


def test_an_unknown_word_that_does_not_fit_is_not_voted_on() -> None:
    s = dash()
    say(s, 1, "zog", 3_000, known=0)
    wait(s, "dash/close")
    assert s.result == ["wrong 1 ZOG"]


def test_with_bots_alone_an_unknown_word_is_wrong() -> None:
    s = dash(2, bots=(0,), unknown_alone="refuse")
    say(s, 1, "zag", 3_000, known=0)
    wait(s, "dash/close")
    assert s.result == ["wrong 1 ZAG"]


@pytest.mark.parametrize(
    ("ballot", "result"), [("accept", ["right 1 RAT", "right 0 ZAG"]), ("refuse", ["right 1 RAT", "wrong 0 ZAG"])]
)
def test_the_vote_decides_whether_it_was_a_tie(ballot: str, result: list[str]) -> None:
    s = dash()
    say(s, 0, "zag", 3_000, known=0)
    say(s, 1, "rat", 3_020)
    wait(s, "dash/close")
    do(s, 1, ballot)
    do(s, 2, ballot)
    assert s.result == result


def test_two_unknown_words_are_voted_on_one_after_the_other() -> None:
    s = dash()
    say(s, 0, "zag", 3_000, known=0)
    say(s, 1, "bazu", 3_020, known=0)
    wait(s, "dash/close")
    assert view(s, 2).fact("words") == ["zag"]
    do(s, 1, "refuse")
    do(s, 2, "refuse")
    assert view(s, 2).fact("words") == ["bazu"]
    do(s, 0, "accept")
    do(s, 2, "accept")
    assert s.result == ["right 1 BAZU", "wrong 0 ZAG"]


def test_one_vote_is_enough_for_the_same_word_said_twice() -> None:
    s = dash()
    say(s, 0, "zag", 3_000, known=0)
    say(s, 1, "zag", 3_020, known=0)
    wait(s, "dash/close")
    do(s, 1, "accept")
    do(s, 2, "accept")
    assert s.result == ["right 0 ZAG", "right 1 ZAG"]


def test_no_vote_that_can_change_nothing() -> None:
    """Two right words are a tie, whatever the third is."""
    s = dash(4)
    say(s, 0, "zag", 3_000, known=0)
    say(s, 1, "rat", 3_010)
    say(s, 2, "bar", 3_020)
    wait(s, "dash/close")
    assert s.result == ["right 1 RAT", "right 2 BAR"]


def test_the_time_is_over() -> None:
    s = dash()
    assert wait(s, "dash/limit") is not None
    assert (s.now, s.result) == (LIMIT, ["nobody"])


@pytest.mark.parametrize(("at", "result"), [(LIMIT, ["right 0 BAR"]), (LIMIT + 1, ["nobody"])])
def test_a_word_sent_in_time_counts_though_it_arrives_late(at: Millis, result: list[str]) -> None:
    s = dash()
    apply(s, HoldSet(0, 200))
    say(s, 0, "bar", LIMIT + 150, at=at)
    wait(s, "dash/limit")
    assert s.result == result


@pytest.mark.parametrize(("timers", "end"), [("longer", 15_000), ("double", 20_000), ("none", 20_000)])
def test_the_limit_is_stretched_but_never_gone(timers: str, end: Millis) -> None:
    s = dash(timers=timers)
    wait(s, "dash/limit")
    assert s.now == end


def test_buzz_then_type_alone() -> None:
    s = dash(answer="buzz")
    assert names(s, 0) == {"buzz"}
    do(s, 2, "buzz", t=1_000)
    wait(s, "dash/close")
    assert [names(s, seat) for seat in range(3)] == [set(), set(), {"say"}]
    assert view(s, 0).active == (2,)
    say(s, 2, "bar", 5_000)
    assert s.result == ["right 2 BAR"]


def test_after_a_buzz_silence_for_five_seconds_is_wrong() -> None:
    s = dash(answer="buzz")
    do(s, 2, "buzz", t=1_000)
    wait(s, "dash/close")
    began = s.now
    assert told(wait(s, "answer/limit"), "timeout") == [{"seat": 2}]
    assert (s.now - began, s.result) == (5_000, ["wrong 2 buzz"])


def test_a_wrong_or_unknown_answer_after_a_buzz() -> None:
    s = dash(answer="buzz")
    do(s, 2, "buzz", t=1_000)
    wait(s, "dash/close")
    say(s, 2, "nez", 2_000)
    assert s.result == ["wrong 2 NEZ"]
    s = dash(answer="buzz")
    do(s, 2, "buzz", t=1_000)
    wait(s, "dash/close")
    say(s, 2, "zag", 2_000, known=0)
    do(s, 0, "accept")
    do(s, 1, "accept")
    assert s.result == ["right 2 ZAG"]


def test_two_buzzes_together_are_a_tie() -> None:
    s = dash(answer="buzz")
    do(s, 2, "buzz", t=1_000)
    do(s, 0, "buzz", t=1_030)
    wait(s, "dash/close")
    assert s.result == ["right 2 buzz", "right 0 buzz"]


def test_on_a_shared_screen_everybody_buzzes() -> None:
    assert names(dash(), 0) == {"say"}
    s = dash(shares=(1, 2))
    assert [names(s, seat) for seat in range(3)] == [{"buzz"}] * 3
    assert s.options.answer == "buzz"


def test_a_claim_before_it_can_have_been_seen_is_void() -> None:
    s = dash()
    say(s, 0, "bar", 99)
    with pytest.raises(Refused, match="too_early"):
        say(s, 0, "bar", 598)
    say(s, 0, "bar", 599)
    wait(s, "dash/close")
    assert s.result == ["right 0 BAR"]


# ---- contests (C17) -------------------------------------------------------------------------------------


def contested(players: int = 3, **options: Any) -> DashState:
    """Seat 1 was first with a known word, seat 0 came a little later; the word may be contested."""
    s = dash(players, contests=True, **options)
    apply(s, HoldSet(0, 200))
    say(s, 1, "rat", 3_000)
    say(s, 0, "bar", 3_100)
    wait(s, "dash/close")
    return s


def test_what_would_win_stands_before_the_table_first() -> None:
    s = contested()
    assert (type(s.phases[-1]).__name__, s.result) == ("Said", [])
    assert (view(s).fact("author"), view(s).fact("words")) == (1, ["rat"])
    assert [names(s, seat) for seat in range(3)] == [{"contest"}, set(), {"contest"}]
    wait(s, "said/close")
    assert s.result == ["right 1 RAT", "late 0 BAR"]


def test_a_word_that_the_table_refuses_is_taken_back_and_the_late_one_was_the_first() -> None:
    s = contested()
    do(s, 0, "contest", t=4_000)
    do(s, 2, "refuse", t=5_000)
    assert s.result == []
    assert s.words == {"RAT": False}
    wait(s, "dash/close")
    assert view(s).fact("words") == ["bar"]
    wait(s, "said/close")
    assert s.result == ["right 0 BAR"]


def test_the_race_goes_on_with_the_time_that_was_left() -> None:
    s = dash(3, contests=True)
    say(s, 1, "rat", 3_000)
    wait(s, "dash/close")  # 3,031
    do(s, 0, "contest", t=4_031)
    do(s, 2, "refuse", t=6_031)
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("dash/limit", LIMIT + 3_000)
    assert names(s, 1) == names(s, 0) == {"say"}
    say(s, 1, "bar", 8_000)
    wait(s, "dash/close")
    wait(s, "said/close")
    assert s.result == ["right 1 BAR"]


def test_a_contest_that_the_table_does_not_follow_settles_the_word() -> None:
    s = contested(4)
    do(s, 0, "contest", t=4_000)
    do(s, 2, "accept", t=4_500)
    do(s, 3, "accept", t=5_000)
    assert (s.words, s.result) == ({"RAT": True}, ["right 1 RAT", "late 0 BAR"])


def test_a_word_that_the_vote_has_just_accepted_is_not_asked_about_again() -> None:
    s = dash(3, contests=True)
    say(s, 1, "zag", 3_000, known=0)
    wait(s, "dash/close")
    do(s, 0, "accept")
    do(s, 2, "accept")
    assert s.result == ["right 1 ZAG"]


def test_where_nobody_could_contest_the_race_is_decided_at_once() -> None:
    s = contested(2, bots=(0,))
    assert s.result == ["right 1 RAT", "late 0 BAR"]


def test_a_tie_wins_nothing_that_could_be_contested() -> None:
    s = dash(3, contests=True)
    say(s, 1, "rat", 3_000)
    say(s, 0, "bar", 3_020)
    wait(s, "dash/close")
    assert s.result == ["right 1 RAT", "right 0 BAR"]


def test_what_was_typed_after_a_buzz_can_be_contested_too() -> None:
    s = dash(answer="buzz", contests=True)
    do(s, 2, "buzz", t=1_000)
    wait(s, "dash/close")
    say(s, 2, "bar", 2_000)
    assert names(s, 0) == {"contest"}
    do(s, 0, "contest")
    do(s, 1, "refuse")
    assert (s.result, names(s, 2)) == ([], {"buzz"})
