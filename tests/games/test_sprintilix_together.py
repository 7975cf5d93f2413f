"""Sprintilix, rule by rule: time, points, together, voice. Times are in milliseconds.

Expected results are worked out from the rules.
"""

from typing import Any

import pytest

from tablee.arena.match import Match
from tablee.games.sprintilix.manches import MANCHES
from tablee.games.sprintilix.rules import GAME
from tablee.games.sprintilix.state import SprintilixState
from tablee.kernel.moves import Move
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import Millis, Seat
from tests.games.sprintilix import begun, laid_out, phase, reads, reads_all, right
from tests.table import do, faces, names, refused, start, told, view, wait, wait_until


def ends_with(spent: list[Millis | None]) -> SprintilixState:
    """The end of manche 2 with these times; None: stopped."""
    s = begun(len(spent), 2)
    for seat, time in enumerate(spent):
        if time is None:
            do(s, seat, "abandon")
        else:
            s.pile(seat).cards, s.box(seat).cards = [], [*s.box(seat).cards, *s.pile(seat).cards]
            s.spent[seat] = time - 1_000
    for seat in sorted(range(len(spent)), key=lambda seat: s.stimuli[s.stimulus[seat]]):
        if spent[seat] is not None:
            reads(s, seat, right(s, seat))
    return s


# ---- time ----------------------------------------------------------------------------------------------


@pytest.mark.rule("sprintilix", "D9")
def test_what_a_card_needs_to_travel_does_not_count() -> None:
    """Example 11: 35 cards, 1.1 s each, 0.12 s of network."""
    s = begun(2, 2)
    began = s.now
    events = reads_all(s, 0, 1_100, lag=120)
    assert told(events, "whole") == [{"seat": 0, "seconds": 38, "tenth": 5}]
    assert s.now - began == 35 * 1_220


@pytest.mark.rule("sprintilix", "D9")
def test_tenths_like_a_stopwatch() -> None:
    """35 times 1.107 s are 38.745 s."""
    s = begun(2, 2)
    events = reads_all(s, 0, 1_107)
    assert told(events, "whole") == [{"seat": 0, "seconds": 38, "tenth": 7}]


@pytest.mark.rule("sprintilix", "D9")
def test_everybody_sees_the_running_time_and_the_cards_that_are_left() -> None:
    s = begun(3)
    reads(s, 0, right(s, 0), 1_500)
    shown = s.now
    seen = view(s)
    assert seen.fact("spent") == [1_500, 0, 0]
    assert seen.fact("card_since")[0] == shown
    assert [seen.zone(f"pile:{seat}").count for seat in range(3)] == [53, 54, 54]
    assert seen.fact("read_out")[0] == right_of(s, 0)


def right_of(s: SprintilixState, seat: Seat) -> str:
    """What was right on the card before."""
    return s.faces[s.turned(seat).cards[-2]][-1] + "A"


@pytest.mark.rule("sprintilix", "D3")
def test_every_pile_is_shuffled_for_itself() -> None:
    s = laid_out(3)
    orders = {tuple(face[-1] for face in faces(s, s.pile(seat))) for seat in s.all_seats}
    t = laid_out(3, 2)
    u = laid_out(3, 3)
    vowels = {tuple(face[-1] for face in faces(x, x.pile(seat))) for x in (t, u) for seat in x.all_seats}
    assert (len(orders), len(vowels)) == (3, 6)


# ---- points --------------------------------------------------------------------------------------------


@pytest.mark.rule("sprintilix", "R16", "R17", "R18")
def test_a_point_for_the_pile_and_one_for_each_who_was_slower() -> None:
    """Example 7."""
    s = ends_with([48_200, None, 55_000, 41_900])
    assert (s.gained, s.scores) == ([2, 0, 1, 3], [2, 0, 1, 3])


@pytest.mark.rule("sprintilix", "R18", "D9")
def test_equal_tenths_give_nothing_to_each_other() -> None:
    """Example 8; a few thousandths are no difference."""
    assert ends_with([40_300, 40_399, 45_000]).gained == [2, 2, 1]
    assert ends_with([40_399, 40_400, 45_000]).gained == [3, 2, 1]


@pytest.mark.rule("sprintilix", "R16")
def test_all_stopped_and_nobody_scores() -> None:
    """Example 9."""
    s = ends_with([None, None, None])
    assert (phase(s), s.gained) == ("manche_end", [0, 0, 0])


@pytest.mark.rule("sprintilix", "R19", "D13")
def test_the_points_are_added_and_equal_totals_share_the_victory() -> None:
    """Example 10."""
    s = begun(3, 3)
    s.scores[:] = [6, 6, 3]
    for seat in s.all_seats:
        do(s, seat, "abandon")
    for seat in s.all_seats:
        do(s, seat, "ok")
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.ranks, s.outcome.scores) == ((0, 1), (1, 1, 3), (6, 6, 3))


@pytest.mark.rule("sprintilix", "R19")
def test_points_of_earlier_manches_stay() -> None:
    s = begun(2, 2)
    s.scores[:] = [1, 2]
    reads_all(s, 0)
    do(s, 1, "abandon")
    assert (s.gained, s.scores) == ([1, 0], [2, 2])


# ---- together ------------------------------------------------------------------------------------------


@pytest.mark.rule("sprintilix", "D12", "D17")
def test_typed_all_start_together_when_all_are_ready() -> None:
    s = laid_out(3)
    assert phase(s) == "ready"
    do(s, 0, "ready", t=1_000)
    do(s, 2, "ready", t=2_000)
    assert (view(s).fact("prepared"), names(s, 0), names(s, 1)) == ([0, 2], set(), {"ready"})
    do(s, 1, "ready", t=3_000)
    wait_until(s, "sprint")
    assert s.now == 5_000
    assert [s.stimuli[n] for n in s.stimulus] == [5_000] * 3
    assert view(s).active == (0, 1, 2)


@pytest.mark.rule("sprintilix", "D17")
def test_the_start_waits_ten_seconds_at_most() -> None:
    s = laid_out(3)
    do(s, 0, "ready", t=1_000)
    wait(s, "ready/limit")
    assert (s.now, phase(s)) == (10_000, "beats")


@pytest.mark.rule("sprintilix", "D12")
def test_together_can_be_switched_off() -> None:
    s = begun(3, together=False)
    assert view(s).active == (0,)
    assert s.fate == ["runs", "waits", "waits"]
    assert not names(s, 1)


@pytest.mark.rule("sprintilix", "D8")
def test_typed_the_timekeeper_gives_nothing_but_the_start() -> None:
    s = laid_out(3, together=False)
    do(s, 0, "timekeeper", seat=1)
    wait(s, "give_start/limit")
    assert (s.now, phase(s)) == (10_000, "beats")
    wait_until(s, "sprint")
    assert not names(s, 1)


@pytest.mark.rule("sprintilix", "D8")
def test_alone_with_bots_one_of_them_gives_the_start() -> None:
    match = Match(GAME, [None, "normal", "normal"], seed=seed_from(3), options={"together": False, "starter": 0})
    match.submit(0, Move("timekeeper", {"seat": 2}))
    began = match.state.now
    while phase(match.state) != "beats":  # type: ignore[arg-type]
        match.step()
    assert match.state.now - began == 2_000


@pytest.mark.rule("sprintilix", "D1")
def test_two_to_eight_play() -> None:
    assert GAME.info.players == (2, 8)
    with pytest.raises(Refused, match="bad_players"):
        laid_out(9)


@pytest.mark.rule("sprintilix", "D14")
def test_it_ends_whatever_anybody_does() -> None:
    """Three manches, each a sprint in which nobody does anything: nobody reads, all are stopped."""
    s = laid_out(8)
    rung = 0
    while s.outcome is None:
        wait(s)
        rung += 1
    assert rung == 3 * (1 + 2 + 8 + 1)
    assert rung < GAME.bound(8, s.options)
    assert s.outcome.scores == (0,) * 8


@pytest.mark.rule("sprintilix", "D11")
def test_bots_are_announced() -> None:
    with_bots = GAME.start(2, seed=seed_from(1), seats=[SeatState(), SeatState(human=False)], watched=True).drain()
    assert len(told(with_bots, "simulated")) == 1
    assert not told(start(GAME, 2).drain(), "simulated")


@pytest.mark.rule("sprintilix", "D20")
def test_everybody_sees_who_types_on_a_screen() -> None:
    s = begun(3)
    assert view(s).fact("fingers") == [-1, -1, -1]
    do(s, 0, "syllable", t=s.now + 500, text=right(s, 0), touch=True)
    do(s, 1, "syllable", t=s.now + 500, text=right(s, 1), touch=False)
    assert view(s).fact("fingers") == [1, 0, -1]


# ---- voice ---------------------------------------------------------------------------------------------


def aloud(players: int = 3, manche: int = 1, **options: Any) -> SprintilixState:
    """Seat 0 reads, seat 1 listens."""
    return begun(players, manche, mode="voice", **options)


def turns(s: SprintilixState, after: Millis = 1_000) -> None:
    do(s, 0, "next_card", t=s.stimuli[s.stimulus[0]] + after)


@pytest.mark.rule("sprintilix", "D7")
def test_voice_the_reader_turns_the_cards_and_the_last_one_stops_the_clock() -> None:
    s = aloud(manche=2)
    assert names(s, 0) == {"next_card", "abandon"}
    assert names(s, 1) == {"error"}
    for _ in range(35):
        turns(s, 1_200)
    assert s.fate[0] == "runs"
    wait(s, "sprint/verdict")
    assert (s.fate[0], s.spent[0]) == ("whole", 42_000)
    assert phase(s) == "choose_timer"


@pytest.mark.rule("sprintilix", "D7", "R15")
def test_voice_the_timekeeper_hears_an_error() -> None:
    s = aloud()
    turns(s)
    events = do(s, 1, "error", t=s.now + 700)
    assert told(events, "error") == [{"seat": 1, "owner": 0}]
    assert names(s, 0) == {"agree", "dispute"}
    do(s, 0, "agree")
    assert (s.fate[0], phase(s)) == ("stopped", "choose_timer")


@pytest.mark.rule("sprintilix", "D7")
@pytest.mark.parametrize(
    ("ballots", "fate"),
    [
        (["overturn", "overturn", "uphold"], "runs"),
        (["overturn", "uphold", "uphold"], "stopped"),
        (["uphold", "uphold", "uphold"], "stopped"),
    ],
)
def test_voice_the_others_vote_on_a_disputed_error(ballots: list[str], fate: str) -> None:
    s = aloud(4)
    turns(s)
    do(s, 1, "error", t=s.now + 700)
    do(s, 0, "dispute", t=s.now + 3_000)
    assert not names(s, 0)
    for seat, ballot in enumerate(ballots, 1):
        do(s, seat, ballot, t=s.now + 1_000)
    assert s.fate[0] == fate


@pytest.mark.rule("sprintilix", "D7")
def test_voice_a_tie_keeps_the_error_and_so_does_silence() -> None:
    s = aloud(3)
    do(s, 1, "error", t=s.now + 700)
    do(s, 0, "dispute")
    do(s, 1, "uphold")
    do(s, 2, "overturn")
    assert s.fate[0] == "stopped"
    s = aloud(4)
    do(s, 1, "error", t=s.now + 700)
    do(s, 0, "dispute")
    do(s, 2, "overturn")
    wait(s, "dispute/limit")
    assert s.fate[0] == "stopped"


@pytest.mark.rule("sprintilix", "D7")
def test_voice_who_does_not_dispute_agrees() -> None:
    s = aloud(3)
    do(s, 1, "error", t=s.now + 700)
    wait(s, "called/limit")
    assert s.fate[0] == "stopped"


@pytest.mark.rule("sprintilix", "D7", "D9")
def test_voice_the_clock_stands_while_the_table_speaks_about_an_error() -> None:
    s = aloud(3)
    turns(s, 1_000)
    there = s.turned(0).cards[:]
    do(s, 1, "error", t=s.now + 700)
    do(s, 0, "dispute", t=s.now + 4_000)
    for seat in (1, 2):
        do(s, seat, "overturn", t=s.now + 2_000)
    assert (s.spent[0], s.turned(0).cards) == (1_700, there)
    turns(s, 600)
    assert s.spent[0] == 2_300
    assert view(s).active == (0,)


@pytest.mark.rule("sprintilix", "D7", "D14")
def test_voice_an_error_that_fell_is_not_called_again() -> None:
    s = aloud(3)
    turns(s)
    do(s, 1, "error", t=s.now + 700)
    do(s, 0, "dispute")
    for seat in (1, 2):
        do(s, seat, "overturn")
    assert not names(s, 1)
    turns(s)
    offer = next(o for o in s.offers(1) if o.name == "error")
    assert offer.since is None, "the one before was judged"
    turns(s)
    offer = next(o for o in s.offers(1) if o.name == "error")
    assert offer.since == s.stimulus[0] - 1


@pytest.mark.rule("sprintilix", "D18")
def test_voice_nobody_taps_through_the_pile() -> None:
    """Example 13."""
    s = aloud()
    s.stimuli[s.stimulus[0]] = s.now = 12_000
    there = s.turned(0).cards[:]
    assert refused(s, 0, "next_card", t=12_200) == "too_early"
    assert s.turned(0).cards == there
    do(s, 0, "next_card", t=12_900)
    assert (len(s.turned(0).cards), s.spent[0]) == (2, 900)


@pytest.mark.rule("sprintilix", "D18")
def test_voice_an_error_is_of_this_card_or_the_one_before() -> None:
    s = aloud()
    first = s.stimulus[0]
    turns(s)
    second = s.stimulus[0]
    turns(s)
    with pytest.raises(Refused, match="too_late"):
        do(s, 1, "error", t=s.now + 400, answers=first)
    do(s, 1, "error", t=s.now + 400, answers=second)
    assert phase(s) == "called"


@pytest.mark.rule("sprintilix", "D18")
def test_voice_the_last_card_can_be_called_wrong_for_a_moment() -> None:
    s = aloud(manche=2)
    for _ in range(35):
        turns(s)
    spent = s.spent[0]
    do(s, 1, "error", t=s.now + 900)
    do(s, 0, "agree")
    assert s.fate[0] == "stopped"
    s = aloud(manche=2)
    for _ in range(35):
        turns(s)
    do(s, 1, "error", t=s.now + 900)
    do(s, 0, "dispute")
    for seat in (1, 2):
        do(s, seat, "overturn")
    assert (s.fate[0], s.spent[0]) == ("whole", spent)


@pytest.mark.rule("sprintilix", "D7", "D15")
def test_voice_a_slip_is_forgiven_too() -> None:
    s = aloud(seat_options=[{"slips": 1}, {}, {}])
    turns(s, 1_000)
    there = s.turned(0).cards[:]
    do(s, 1, "error", t=s.now + 600)
    assert (phase(s), s.spent[0], s.turned(0).cards) == ("sprint", 4_600, there)
    do(s, 1, "error", t=s.now + 600)
    assert phase(s) == "called"


@pytest.mark.rule("sprintilix", "D7")
def test_voice_needs_somebody_who_hears() -> None:
    """A bot never calls an error, and nobody hears a bot."""
    s = laid_out(4, mode="voice", people=2)
    assert s.aloud
    assert names(s, 1) == {"give_start"}, "the only other person"
    do(s, 1, "give_start")
    wait_until(s, "sprint")
    do(s, 0, "abandon")
    wait_until(s, "sprint")
    do(s, 1, "abandon")
    assert (phase(s), view(s).fact("seat")) == ("choose_timer", 2)
    assert sorted(s.offers(2)[0].params["seat"].values()) == [0, 1, 3]
    do(s, 2, "timekeeper", seat=0)
    do(s, 0, "give_start")
    wait_until(s, "sprint")
    assert not names(s, 0)


@pytest.mark.rule("sprintilix", "D7", "D8")
def test_voice_alone_with_bots_one_types() -> None:
    s = laid_out(3, mode="voice", people=1)
    assert not s.aloud
    assert phase(s) == "ready"


@pytest.mark.rule("sprintilix", "D12", "D19")
def test_one_screen_is_read_aloud_one_after_the_other() -> None:
    s = laid_out(3, seat_options=[{"shares": True}, {"shares": True}, {}])
    assert s.aloud
    assert phase(s) == "choose_timer"
    do(s, 0, "timekeeper", seat=1)
    do(s, 1, "give_start")
    wait_until(s, "sprint")
    (turn,) = [o for o in s.offers(0) if o.name == "next_card"]
    assert turn.zone == "pile:0", "the pile is tapped"
    assert names(s, 1) == {"error"}


@pytest.mark.rule("sprintilix", "D7")
def test_voice_who_listens_gives_the_start_when_he_likes() -> None:
    s = laid_out(3, mode="voice")
    do(s, 0, "timekeeper", seat=2)
    wait(s, "give_start/limit")
    assert (s.now, phase(s)) == (60_000, "beats")


# ---- the manches as a table ----------------------------------------------------------------------------


def test_the_keys_of_a_manche_can_type_all_that_is_accepted() -> None:
    for manche in MANCHES:
        for spelled in (False, True):
            keys = manche.syllables(spelled)
            for said in manche.readings(spelled).values():
                assert all(keys.accepts(text) for text in said)


def test_a_stopwatch_is_never_slow() -> None:
    """Only the first start is at leisure."""
    s = laid_out(2)
    assert GAME.first_round(s)
    for seat in (0, 1):
        do(s, seat, "ready")
    wait_until(s, "sprint")
    assert not GAME.first_round(s)


def test_people_who_only_look_on_need_not_wait() -> None:
    """D11: the times of bots are drawn."""
    s = begun(3, people=2)
    assert not GAME.looks_on(s)
    do(s, 0, "abandon")
    assert not GAME.looks_on(s)
    do(s, 1, "abandon")
    assert GAME.looks_on(s)
    do(s, 2, "abandon")
    assert not GAME.looks_on(s)
