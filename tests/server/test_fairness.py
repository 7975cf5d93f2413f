"""Races are decided by people: rule by rule, and for any claim. `test_races.py` has whole games."""

from math import floor, inf, nan
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.kernel.units import Millis
from tablee.server.fairness import (
    DEVICES,
    DRAWN_MOST,
    FRAME,
    FRIENDS,
    KEPT,
    MAX_HOLD,
    PASSED,
    REFUND,
    RISE,
    SILENT,
    SLACK,
    STRICT,
    UNPROVEN,
    WINDOW,
    Claim,
    Correction,
    LagTracker,
    LineProof,
    Lines,
    Sent,
    Trust,
    correct,
    hold_for,
)

PURSE = 120
SURE = Trust(50, PURSE, proof=False)
"""For the arithmetic: pings are believed, and there is an allowance one can see."""


def measured(*round_trips: float, trust: Trust = SURE, proof: LineProof | None = None) -> LagTracker:
    """A device whose pings took this long, one after another."""
    lag, now = LagTracker(Random(1).randbytes, trust), 0.0
    if proof is not None:
        lag.proved(proof)
    for taken in round_trips:
        payload = lag.pinged(now)
        now += taken
        lag.ponged(payload, now)
    return lag


def steady(round_trip: float, trust: Trust = SURE, proof: LineProof | None = None) -> LagTracker:
    return measured(*[round_trip] * WINDOW, trust=trust, proof=proof)


# ---- the lag of a device --------------------------------------------------------------------------------


def test_a_steady_line_has_its_round_trip_and_the_allowance() -> None:
    lag = steady(80)
    assert (lag.rtt, lag.jitter, lag.cap(), lag.most) == (80, 0, 130, 130)
    assert steady(80, FRIENDS).most == 220


def test_the_round_trip_is_the_median_and_the_jitter_thrice_the_way_to_the_90th_percentile() -> None:
    lag = measured(*range(40, 72, 2))  # 16 pings: the 8th is 54, the 14th is 66
    assert (lag.rtt, lag.jitter, lag.most) == (54, 36, 140)


def test_only_the_last_16_pings_count() -> None:
    lag = measured(*[90] * WINDOW, *[60] * WINDOW)
    assert (lag.rtt, lag.jitter) == (60, 0)


def test_a_freak_ping_changes_nothing() -> None:
    lag = measured(*[30] * 14, 5_000, 5_000)
    assert (lag.rtt, lag.jitter, lag.cap()) == (30, 0, 80)


def test_before_four_pongs_nothing_is_compensated() -> None:
    for lag in (measured(), measured(300, 20, 300)):
        assert (lag.rtt, lag.jitter, lag.cap(), lag.most) == (0, 0, 0, 0)
    assert measured(300, 300, 300, 300).cap() == 350


def test_who_stops_answering_is_compensated_nothing_until_he_answers_again() -> None:
    lag = steady(80)
    lost = [lag.pinged(0) for _ in range(SILENT + 1)]
    assert (lag.rtt, lag.cap(), lag.most) == (0, 0, 0)
    lag.ponged(lost[-1], 80)
    assert lag.cap() == 130


def test_no_cap_is_above_400() -> None:
    assert steady(350).cap() == 400
    assert steady(900).cap() == 400
    assert steady(900).rtt == 900  # shown to its player as it is


def test_among_friends_lag_and_jitter_stay_within_100_of_the_shortest_round_trip() -> None:
    lag = measured(20, *[250] * WINDOW)
    assert (lag.rtt, lag.jitter, lag.cap()) == (120, 0, 170)
    lag = measured(*[20] * 9, *[250] * 7)
    assert (lag.rtt, lag.jitter, lag.cap()) == (20, 100, 170)


def test_among_strangers_the_kernel_knows_better_than_the_pings() -> None:
    """Usual 20 with a deviation of 4 and 15 at least; the pings say 200, and vary."""
    slow = [200.0] * 12 + [380.0] * 4
    lag = measured(*slow, trust=STRICT, proof=LineProof(15, 20, 16))
    assert (lag.rtt, lag.jitter, lag.most) == (20, 16, 50)
    assert measured(*slow, trust=STRICT, proof=LineProof(15, 90, 16)).rtt == 15 + RISE
    assert measured(*slow, trust=STRICT, proof=LineProof(15, 20, 300)).jitter == 30
    assert measured(*slow, trust=FRIENDS, proof=LineProof(15, 20, 16)).rtt == 200


def test_the_kernel_only_bounds() -> None:
    """It may know of longer trips than ours: acknowledgements are often held back."""
    assert steady(20, STRICT, LineProof(15, 60, 80)).most == 20 + STRICT.allowance


def test_what_a_proxy_said_bounds_lag_and_jitter_together() -> None:
    lag = measured(*[200] * 9, *[380] * 7, trust=STRICT, proof=LineProof(40))
    assert lag.most == 40 + PASSED + STRICT.allowance


def test_where_nobody_knows_little_is_believed_among_strangers() -> None:
    assert steady(20, STRICT).most == 20 + STRICT.allowance
    assert steady(300, STRICT).most == UNPROVEN + STRICT.allowance


def test_the_least_proof_of_all_counts_for_ever() -> None:
    lag = steady(200, STRICT, LineProof(10, 200, 100))
    for _ in range(10 * WINDOW):
        lag.proved(LineProof(150, 200, 100))
    assert lag.rtt == 10 + RISE


def test_a_device_is_the_same_on_all_its_sockets_and_when_it_comes_back() -> None:
    lines = Lines(Random(1).randbytes)
    lag = lines.of("a")
    assert lines.of("a") is lag
    assert lines.of("b") is not lag
    for other in range(DEVICES - 1):
        lines.of(str(other))
        assert lines.of("a") is lag
    for other in range(DEVICES):
        lines.of(f"then {other}")
    assert lines.of("a") is not lag


def test_pongs_unknown_repeated_or_forged_are_ignored() -> None:
    lag = steady(80)
    for payload in (b"", b"x", bytes(16), b"x" * 125):
        lag.ponged(payload, 9_000)
    payload = lag.pinged(10_000)
    lag.ponged(payload, 10_080)
    for _ in range(WINDOW):
        lag.ponged(payload, 10_380)
    assert (lag.rtt, lag.jitter) == (80, 0)


def test_payloads_come_from_the_given_source_and_differ() -> None:
    lag = LagTracker(Random(5).randbytes)
    payloads = [lag.pinged(0) for _ in range(100)]
    source = Random(5)
    assert payloads == [source.randbytes(16) for _ in range(100)]
    assert len(set(payloads)) == 100


def test_of_many_unanswered_pings_the_latest_16_wait() -> None:
    lag = LagTracker(Random(5).randbytes, SURE)
    payloads = [lag.pinged(now) for now in range(1_000)]
    for payload in payloads[:-WINDOW]:
        lag.ponged(payload, 1_000)
    assert lag.silent  # forgotten, so ignored
    for payload in payloads[-WINDOW:]:
        lag.ponged(payload, 1_030)
    assert lag.rtt == 38  # 31 … 46 ms: the 8th


# ---- drawing, and the purse -----------------------------------------------------------------------------


def drawing(*spans: float, round_trip: float = 20) -> LagTracker:
    """A device that says so long after the writing that it has drawn, over a steady line."""
    lag = steady(round_trip)
    for span in spans:
        lag.drew(round_trip + span)
    return lag


def test_who_says_nothing_about_his_drawing_is_compensated_none() -> None:
    assert drawing().cap(90) == 70
    assert drawing(40, 40).cap(None) == 70


def test_a_drawing_is_compensated_as_it_was_shown() -> None:
    lag = drawing(*[40] * 10)
    assert [lag.cap(20 + d) for d in (0, 30, 60)] == [70, 100, 130]


def test_a_drawing_is_believed_up_to_thrice_a_quick_one_of_that_device() -> None:
    lag = drawing(10, 10, *[30] * 8)  # 10 is the second of ten: the 20th percentile
    assert lag.drawing == 30
    assert lag.cap(20 + 100) == 100
    assert drawing(2, 2, 2).drawing == FRAME
    assert drawing(90, 90).drawing == DRAWN_MOST


def test_who_was_quick_once_is_never_believed_to_be_slow() -> None:
    assert drawing(*[10] * 8, *[90] * 500).drawing == 30


def test_what_is_above_the_mean_comes_out_of_the_purse() -> None:
    """Steady 80 with an allowance of 50: each forged press takes 50 from the purse, and brings 6 back."""
    lag, caps = steady(80), []
    for _ in range(6):
        caps.append(lag.cap())
        lag.took(lag.cap(), None)
    assert caps == [130, 130, 80 + PURSE - 2 * (50 - REFUND), 80 + REFUND, 80 + REFUND, 80 + REFUND]
    assert lag.most == 130  # nobody can tell by it that somebody pressed
    lag.took(60, None)
    assert lag.cap() == 80 + REFUND + 20 + REFUND
    for _ in range(50):
        lag.took(80, None)
    assert lag.cap() == 130


def test_a_press_that_wants_little_brings_back_no_more_than_30() -> None:
    lag = steady(80)
    for _ in range(10):
        lag.took(lag.cap(), None)
    lag.took(0, None)
    assert lag.cap() == 80 + REFUND + 30 + REFUND


# ---- when a stimulus was sent, and drawn ----------------------------------------------------------------


def test_the_first_sending_counts() -> None:
    sent = Sent()
    sent.wrote(3, 1_000.5)
    sent.wrote(3, 2_000)
    assert (sent.at(3), sent.at(2)) == (1_000.5, None)


def test_what_came_since_the_last_writing_is_written_too() -> None:
    """Each seat may have a stimulus of its own, and several of them may come at once."""
    sent = Sent()
    sent.wrote_up_to(1, 1_000)
    sent.wrote_up_to(4, 2_000)
    sent.wrote_up_to(4, 3_000)
    assert [sent.at(stimulus) for stimulus in range(6)] == [1_000, 1_000, 2_000, 2_000, 2_000, None]


def test_who_comes_late_is_sent_the_latest() -> None:
    sent = Sent()
    sent.wrote_up_to(999, 5_000)
    assert [k for k in range(1_000) if sent.at(k) is not None] == list(range(1_000 - KEPT, 1_000))


def test_the_latest_stimuli_are_kept() -> None:
    sent = Sent()
    for stimulus in range(1_000):
        sent.wrote(stimulus, stimulus)
    assert [k for k in range(1_000) if sent.at(k) is not None] == list(range(1_000 - KEPT, 1_000))


def test_a_drawing_is_told_once_and_counts_for_all_that_was_written_with_it() -> None:
    sent = Sent()
    sent.wrote_up_to(1, 1_000)
    sent.wrote_up_to(3, 2_000)
    assert sent.drew(3, 2_060) == 60
    assert [sent.shown(stimulus) for stimulus in range(5)] == [None, None, 60, 60, None]
    assert sent.drew(3, 2_900) is None
    assert sent.drew(9, 2_900) is None
    assert sent.drew(-1, 2_900) is None
    assert sent.shown(3) == 60


# ---- the correction, worked out by hand -----------------------------------------------------------------

NONSENSE = (None, nan, -1.0, -inf, -0.001)


def press(
    reaction: float | None, received: float, *, stimulus: Millis = 10_000, sent: float | None = None
) -> Claim:
    """A press on what was set, and sent, at 10 s."""
    return Claim(received, stimulus, stimulus if sent is None else sent, reaction)


def test_an_honest_claim_stands() -> None:
    """300 ms of reaction over a line of 80 ms arrive after 380 ms."""
    assert correct(press(300, 10_380), steady(80)) == Correction(at=10_300, compensated=80)


def test_a_claim_is_believed_as_far_as_the_cap() -> None:
    """With a cap of 130 ms, what comes after 380 ms was made after 250 ms at the earliest."""
    assert correct(press(250, 10_380), steady(80)) == Correction(10_250, 130)
    assert correct(press(249, 10_380), steady(80)) == Correction(10_250, 130)
    assert correct(press(100, 10_380), steady(80)) == Correction(10_250, 130)
    assert correct(press(0, 10_380), steady(80)) == Correction(10_250, 130)


def test_lag_beyond_the_cap_is_lost() -> None:
    """A press of 300 ms held up for 500 ms counts 370 ms too late, not 500."""
    assert correct(press(300, 10_800), steady(80)) == Correction(10_670, 130)


@pytest.mark.parametrize("reaction", [381, 5_000, 1e300, inf])
def test_nobody_reacts_after_his_press_has_come(reaction: float) -> None:
    assert correct(press(reaction, 10_380), steady(80)) == Correction(10_380, 0)


@pytest.mark.parametrize("reaction", NONSENSE)
def test_without_a_claim_the_trusted_round_trip_is_taken_off(reaction: float | None) -> None:
    lag = measured(*range(40, 72, 2))
    assert correct(press(reaction, 10_380), lag) == Correction(10_326, 54)
    assert correct(press(reaction, 10_380, sent=10_004), lag) == Correction(10_322, 58)  # sent 4 ms late
    assert correct(press(reaction, 10_020), lag) == Correction(10_000, 20)
    assert correct(press(reaction, 10_980), steady(900)) == Correction(10_580, 400)  # not more than the cap


def test_nothing_is_made_before_the_stimulus() -> None:
    assert correct(press(0, 10_020), steady(80)) == Correction(10_000, 20)


def test_a_press_that_answers_nothing_counts_when_it_comes() -> None:
    assert correct(Claim(10_380.7, reaction=100), steady(80)) == Correction(10_380, 0)


def test_who_was_never_sent_the_stimulus_gets_nothing_off() -> None:
    assert correct(Claim(10_380, stimulus=10_000, reaction=100), steady(80)) == Correction(10_380, 0)


@pytest.mark.parametrize("reaction", [100, *NONSENSE])
def test_a_new_connection_does_not_start_anew(reaction: float | None) -> None:
    """Who has seen the card elsewhere for 700 ms, comes back and claims 100 ms gains the cap, no more."""
    assert correct(press(reaction, 10_800, sent=10_700), steady(20)).at >= 10_800 - 70


def test_a_claim_from_before_the_connection_broke_stands() -> None:
    assert correct(press(780, 10_800, sent=10_700), steady(20)) == Correction(10_780, 20)


def test_fractions_favour_nobody() -> None:
    """A reaction counts in whole milliseconds that have passed; the bound of a claim is rounded against it."""
    assert correct(press(300.9, 10_380.5), steady(80)).at == 10_300
    assert correct(press(99.9, 10_150), steady(80)).at == 10_099  # an anticipation stays one
    assert correct(press(100, 10_380.5), steady(80)).at == 10_251


# ---- the hold -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("caps", "hold"),
    [([], 0), ([70], 70), ([70.1, 20], 80), ([70, 331], 340), ([400], 400), ([399.2], 400), ([70, 1_000], 400)],
)
def test_the_hold_is_the_largest_cap_in_steps_of_10(caps: list[float], hold: Millis) -> None:
    assert hold_for(caps) == hold


# ---- what holds for any claim ---------------------------------------------------------------------------

untimed = settings(deadline=None)
spans = st.floats(0, 2_000)
lines = st.builds(
    lambda trips, trust, proof: measured(*trips, trust=trust, proof=proof),
    st.lists(st.floats(0, 700), max_size=40),
    st.sampled_from([SURE, STRICT, FRIENDS]),
    st.none() | st.builds(LineProof, st.floats(0, 300), st.floats(0, 300) | st.just(inf), st.floats(0, 300)),
)
anything = st.none() | st.floats() | st.integers()


@untimed
@given(lines, anything, spans, spans, st.integers(0, 10**9))
def test_a_press_counts_between_its_stimulus_and_its_arrival(
    lag: LagTracker, reaction: float | None, behind: float, after: float, stimulus: Millis
) -> None:
    received = stimulus + behind + after
    made = correct(Claim(received, stimulus, stimulus + behind, reaction), lag)
    assert stimulus <= made.at <= received
    assert made.compensated == floor(received) - made.at
    assert made.compensated <= lag.cap() <= lag.most <= MAX_HOLD


@untimed
@given(lines, st.floats(0), st.floats(0), spans, spans)
def test_who_claims_less_is_never_later(lag: LagTracker, a: float, b: float, behind: float, after: float) -> None:
    less, more = (press(r, 10_000 + behind + after, sent=10_000 + behind) for r in sorted((a, b)))
    assert correct(less, lag).at <= correct(more, lag).at


@untimed
@given(lines, st.floats(0, 5_000), st.floats(0, 1_000))
def test_honesty_is_exact_within_the_cap_and_loses_the_excess_beyond(
    lag: LagTracker, reaction: float, held_up: float
) -> None:
    made = correct(press(reaction, 10_000 + reaction + held_up), lag).at - 10_000
    excess = max(0.0, held_up - lag.cap())
    assert floor(reaction) <= made < reaction + excess + 1
    if held_up <= lag.cap() - 0.001:
        assert made == floor(reaction)


@untimed
@given(lines, anything, st.floats(0, 5_000), st.floats(0, 1_000))
def test_no_claim_gains_more_than_the_cap_less_the_true_lag(
    lag: LagTracker, claimed: float | None, reaction: float, held_up: float
) -> None:
    made = correct(press(claimed, 10_000 + reaction + held_up), lag).at - 10_000
    assert reaction - made < max(0.0, lag.cap() - held_up) + 1  # whole milliseconds


@untimed
@given(st.lists(st.floats(0, 700), min_size=4, max_size=40))
def test_among_friends_the_cap_is_bounded_by_the_fastest_pong(trips: list[float]) -> None:
    """So a forged press gains allowance + SLACK at most, on a line not faster than that."""
    lag = measured(*trips, trust=FRIENDS)
    assert lag.most <= min(MAX_HOLD, min(trips) + SLACK + FRIENDS.allowance) + 1e-6
    assert lag.jitter >= 0


@untimed
@given(
    st.lists(st.floats(0, 700), min_size=4, max_size=40), st.floats(0, 300), st.floats(0, 300), st.floats(0, 99)
)
def test_among_strangers_the_cap_is_bounded_by_the_kernel(
    trips: list[float], least: float, more: float, jitter: float
) -> None:
    lag = measured(*trips, trust=STRICT, proof=LineProof(least, least + more, jitter))
    assert lag.most <= least + min(more, RISE) + min(jitter, 30) + STRICT.allowance + 1e-6


@untimed
@given(lines, st.lists(st.tuples(st.floats(0, 500), st.none() | st.floats(0, 500)), max_size=60))
def test_presses_change_nothing_that_others_can_see(
    lag: LagTracker, presses: list[tuple[float, float | None]]
) -> None:
    most = lag.most
    for compensated, shown in presses:
        lag.took(compensated, shown)
        assert lag.cap(shown) <= lag.most == most


@untimed
@given(st.lists(lines, max_size=8))
def test_no_press_is_on_the_wire_longer_than_the_hold(lags: list[LagTracker]) -> None:
    hold = hold_for(lag.most for lag in lags)
    assert all(lag.most <= hold for lag in lags)
    assert hold % 10 == 0
    assert hold <= MAX_HOLD
