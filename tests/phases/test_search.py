"""Searching with a chrono and sealed ideas (C3, C4, C9, C13, C17), on a toy game."""

import pytest

from tablee.arena.fuzz import check_everything
from tablee.arena.runs import any_deal
from tablee.kernel.door import Door, encode
from tablee.kernel.moves import Move
from tablee.kernel.record import HoldSet, Played, SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import SEAT
from tablee.phases.search import Countdown
from tests.phases.toy_search import HandedSearch, Hunt, HuntState, LonelySearch, PlacedSearch, hunt, top, word
from tests.table import do, names, refused, told, view, wait


def counting(author: Seat = 2, text: str = "canard", players: int = 4, **options: object) -> HuntState:
    """Seat 0 has searched five seconds when another seat launches; the chrono begins 31 ms later."""
    s = hunt(players, **options)  # type: ignore[arg-type]
    word(s, author, "idea", text, 5_000)
    wait(s, "search/close")
    assert (top(s), s.now) == ("Countdown", 5_031)
    return s


def due(s: HuntState) -> tuple[str, Millis]:
    alarm = s.next_alarm()
    assert alarm is not None
    return alarm.name, alarm.at


def refusal(s: HuntState, seat: Seat, name: str, text: str) -> str:
    with pytest.raises(Refused) as no:
        word(s, seat, name, text)
    return no.value.code


# ---- the search -----------------------------------------------------------------------------------------


def test_the_searcher_answers_or_is_dry_and_the_others_may_have_an_idea() -> None:
    s = hunt()
    assert names(s, 0) == {"say", "dry"}
    assert names(s, 1) == names(s, 2) == names(s, 3) == {"idea"}
    assert view(s).active == (0,)


def test_a_known_answer_stands_at_once() -> None:
    s = hunt()
    word(s, 0, "say", "chat", 4_000)
    assert s.outcomes == ["found 0 chat"]
    assert s.scores == [1, 0, 0, 0]


def test_what_does_not_fit_is_refused_and_the_search_goes_on() -> None:
    s = hunt()
    assert refusal(s, 0, "say", "chien") == "letters_missing"
    assert refusal(s, 2, "idea", "chien") == "letters_missing"
    assert refusal(s, 0, "say", "la") == refusal(s, 2, "idea", "la") == "no_verb"
    assert (top(s), s.outcomes) == ("Search", [])


def test_an_unknown_answer_goes_to_the_vote_and_the_search_stands_still() -> None:
    s = hunt()
    word(s, 0, "say", "zarbi", 10_000)
    assert top(s) == "Vote"
    for voter in (1, 2):
        do(s, voter, "refuse", t=14_000)
    do(s, 3, "refuse", t=17_000)
    assert (top(s), due(s)) == ("Search", ("search/limit", 60_000 + 7_000))
    word(s, 0, "say", "rat")
    assert s.outcomes == ["found 0 rat"]


def test_an_answer_that_the_vote_accepts_stands() -> None:
    s = hunt()
    word(s, 0, "say", "zarbi")
    for voter in (1, 2, 3):
        do(s, voter, "accept")
    assert s.outcomes == ["found 0 zarbi"]


def test_without_voters_unknown_words_are_refused_at_once() -> None:
    s = hunt(bots=(1, 2, 3), unknown_alone="refuse")
    assert refusal(s, 0, "say", "zarbi") == "unknown_word"
    s = hunt(bots=(0, 1, 3), unknown_alone="refuse")
    assert refusal(s, 2, "idea", "zarbi") == "unknown_word"
    assert names(s, 2) == {"idea"}


# ---- the chrono -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("chrono", "zero"), [(10, 15_031), (5, 10_031), (3, 8_031)])
def test_an_idea_starts_the_chrono_that_the_table_chose(chrono: int, zero: Millis) -> None:
    s = counting(chrono=chrono)
    assert due(s) == ("countdown/zero", zero)
    assert names(s, 0) == {"say"}
    assert not names(s, 1) | names(s, 2) | names(s, 3)


def test_the_chrono_is_announced_but_its_idea_is_not() -> None:
    s = hunt()
    word(s, 2, "idea", "canard", 5_000)
    assert told(wait(s), "chrono") == [{"seat": 2, "owner": 0, "seconds": 10}]
    assert view(s, 1).fact("author") == 2
    assert view(s, 1).fact("sealed") == {"sealed": True}
    assert view(s, 2).fact("sealed") == {"sealed": True, "value": "canard"}


def sent(s: HuntState, seat: Seat) -> bytes:
    return encode(Door(s, 1 << seat).glimpse(s.drain()))


@pytest.mark.parametrize("other", ["panda", "zarbi"])
def test_another_idea_would_have_sent_the_same_bytes_until_zero(other: str) -> None:
    """Also where one of the two is a word that nobody knows."""
    one, two = hunt(), hunt()
    one.drain(), two.drain()
    for s, text in ((one, "canard"), (two, other)):
        word(s, 2, "idea", text, 5_000)
    for seat in (0, 1, 3):
        assert sent(one.copy(), seat) == sent(two.copy(), seat)
    events = [(e.kind, e.data) for e in wait(one)]
    assert events == [(e.kind, e.data) for e in wait(two)]
    for seat in (0, 1, 3):
        assert sent(one, seat) == sent(two, seat)
    assert view(one, 2).facts != view(two, 2).facts
    for s in (one, two):
        word(s, 0, "say", "chat")
    for seat in (0, 1, 3):
        assert sent(one.copy(), seat) == sent(two.copy(), seat)


def test_nobody_learns_of_a_launch_before_it_counts() -> None:
    s = hunt()
    before = [encode(Door(s, 1 << seat).view()) for seat in (0, 1, 3)]
    word(s, 2, "idea", "canard")
    assert [encode(Door(s, 1 << seat).view()) for seat in (0, 1, 3)] == before
    assert names(s, 2) == set()


def test_at_zero_the_idea_is_opened_and_rescues() -> None:
    s = counting()
    events = wait(s, "countdown/zero")
    assert told(events, "opens") == [{"seat": 2, "words": "canard"}]
    assert s.outcomes == ["rescued 2 canard"]
    assert (top(s), s.scores) == ("Search", [0, 0, 2, 0])


def test_an_answer_before_zero_cancels_the_chrono_and_the_idea_is_never_shown() -> None:
    s = counting()
    s.drain()
    word(s, 0, "say", "chat", 15_000)
    assert s.outcomes == ["found 0 chat"]
    assert not told(s.drain(), "opens")
    assert top(s) == "Search"


def test_an_answer_made_in_time_counts_though_it_arrives_after_zero() -> None:
    s = counting()
    apply(s, HoldSet(s.now, 300))
    assert due(s) == ("countdown/zero", 15_331)
    word(s, 0, "say", "chat", 15_300, at=15_031)
    assert s.outcomes == ["found 0 chat"]


def test_an_answer_after_zero_is_too_late_while_the_table_still_waits_for_others_on_the_wire() -> None:
    s = counting()
    apply(s, HoldSet(s.now, 300))
    with pytest.raises(Refused) as no:
        word(s, 0, "say", "chat", 15_300, at=15_032)
    assert no.value.code == "too_late"


def test_the_vote_on_an_answer_stops_the_chrono() -> None:
    """C9: six seconds were left, and six are left afterwards."""
    s = counting()
    word(s, 0, "say", "zarbi", 9_031)
    for voter in (1, 2, 3):
        do(s, voter, "refuse", t=18_000)
    assert (top(s), due(s)) == ("Countdown", ("countdown/zero", 18_000 + 6_000))
    wait(s)
    assert s.outcomes == ["rescued 2 canard"]


def test_an_answer_that_the_vote_accepts_cancels_the_chrono() -> None:
    s = counting()
    word(s, 0, "say", "zarbi", 9_031)
    for voter in (1, 2, 3):
        do(s, voter, "accept")
    assert s.outcomes == ["found 0 zarbi"]


def test_an_unknown_idea_is_voted_on_at_zero() -> None:
    s = counting(text="zarbi")
    events = wait(s)
    assert told(events, "opens") == [{"seat": 2, "words": "zarbi"}]
    assert top(s) == "Vote"
    for voter in (0, 1, 3):
        do(s, voter, "accept")
    assert s.outcomes == ["rescued 2 zarbi"]


def test_a_refused_idea_was_a_void_launch_and_the_search_goes_on_with_the_time_left() -> None:
    s = counting(text="zarbi")
    wait(s)
    for voter in (0, 1):
        do(s, voter, "refuse", t=16_000)
    events = do(s, 3, "refuse", t=17_000)
    assert told(events, "void") == [{"seat": 2}]
    # 5,031 ms of the minute were used when the chrono began.
    assert (top(s), due(s)) == ("Search", ("search/limit", 17_000 + 60_000 - 5_031))
    assert names(s, 2) == set()
    assert names(s, 1) == names(s, 3) == {"idea"}
    assert view(s).fact("barred") == [2]
    assert s.outcomes == []


def test_the_bar_holds_for_this_card_only() -> None:
    s = counting(text="zarbi")
    wait(s)
    for voter in (0, 1, 3):
        do(s, voter, "refuse")
    word(s, 0, "say", "chat")
    assert names(s, 2) == {"idea"}


def test_an_idea_that_nobody_can_vote_on_any_more_is_void_at_zero() -> None:
    s = counting(text="zarbi", unknown_alone="refuse")
    for seat in (0, 1, 3):
        apply(s, SeatChanged(s.now, seat, human=True, present=False))
    events = wait(s)
    assert told(events, "void") == [{"seat": 2}]
    assert top(s) == "Search"


def test_another_chrono_may_follow_a_void_one() -> None:
    s = counting(text="zarbi")
    wait(s)
    for voter in (0, 1, 3):
        do(s, voter, "refuse", t=16_000)
    word(s, 1, "idea", "vache", 20_000)
    wait(s, "search/close")
    assert due(s) == ("countdown/zero", 30_031)
    wait(s)
    assert s.outcomes == ["rescued 1 vache"]


# ---- launches at the same time --------------------------------------------------------------------------


@pytest.mark.parametrize(("second", "author"), [(5_030, 1), (5_031, 3)])
def test_of_two_launches_within_30_ms_the_nearest_clockwise_counts(second: Millis, author: Seat) -> None:
    s = hunt()
    apply(s, HoldSet(0, 100))
    word(s, 3, "idea", "canard", 5_000)
    word(s, 1, "idea", "vache", 5_050, at=second)
    events = wait(s, "search/close")
    assert s.phases[-1].author == author  # type: ignore[attr-defined]
    late = next(e for e in events if e.kind == "idea_late")
    assert (late.to, late.data) == (1 << (4 - author), {"seat": SEAT(author)})


def test_clockwise_is_counted_from_the_searcher() -> None:
    s = hunt()
    word(s, 0, "say", "chat")
    word(s, 0, "idea", "canard", 5_000)
    word(s, 3, "idea", "vache", 5_020)
    wait(s, "search/close")
    assert s.phases[-1].author == 3  # type: ignore[attr-defined]


def test_an_earlier_launch_that_arrives_later_counts() -> None:
    s = hunt()
    apply(s, HoldSet(0, 200))
    word(s, 1, "idea", "vache", 5_100)
    word(s, 3, "idea", "canard", 5_200, at=5_050)
    assert due(s) == ("search/close", 5_050 + 31 + 200)
    wait(s)
    assert s.phases[-1].author == 3  # type: ignore[attr-defined]


def test_an_answer_beats_a_launch_that_waits() -> None:
    s = hunt()
    word(s, 2, "idea", "canard", 5_000)
    word(s, 0, "say", "chat", 5_010)
    assert s.outcomes == ["found 0 chat"]
    assert due(s)[0] == "search/limit"


def test_a_launch_waits_while_the_table_votes_on_an_answer() -> None:
    s = hunt()
    word(s, 2, "idea", "canard", 5_000)
    word(s, 0, "say", "zarbi", 5_010)
    for voter in (1, 2, 3):
        do(s, voter, "refuse", t=9_000)
    wait(s, "search/close")
    assert (top(s), s.now) == ("Countdown", 9_000)


# ---- dry ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("chrono", "span"), [(10, 10_000), (3, 10_000)])
def test_after_dry_the_others_have_one_chrono_but_ten_seconds_at_least(chrono: int, span: Millis) -> None:
    s = hunt(chrono=chrono)
    do(s, 0, "dry", t=8_000)
    assert (top(s), due(s)) == ("GaveUp", ("gave_up/limit", 8_000 + span))
    assert not names(s, 0)
    assert names(s, 1) == names(s, 2) == names(s, 3) == {"idea", "no_idea"}
    assert view(s).active == (1, 2, 3)


def test_sentences_get_twenty_seconds() -> None:
    class Sentences(LonelySearch):
        least = 20_000

    s = hunt(kind=Sentences)
    do(s, 0, "dry", t=1_000)
    assert due(s) == ("gave_up/limit", 21_000)


def test_the_first_idea_after_dry_counts_at_once() -> None:
    s = hunt()
    do(s, 0, "dry", t=8_000)
    word(s, 3, "idea", "panda", 9_000)
    events = wait(s, "gave_up/close")
    assert s.now == 9_031
    assert told(events, "opens") == [{"seat": 3, "words": "panda"}]
    assert s.outcomes == ["rescued 3 panda"]


def test_of_two_ideas_after_dry_within_30_ms_the_nearest_clockwise_counts() -> None:
    s = hunt()
    do(s, 0, "dry", t=8_000)
    word(s, 3, "idea", "panda", 9_000)
    word(s, 2, "idea", "vache", 9_030)
    wait(s, "gave_up/close")
    assert s.outcomes == ["rescued 2 vache"]


def test_the_search_limit_presses_dry_for_a_silent_player() -> None:
    s = hunt()
    events = wait(s, "search/limit")
    assert s.now == 60_000
    assert told(events, "timeout") == [{"seat": 0}]
    assert told(events, "dry") == [{"seat": 0}]
    assert (top(s), s.outcomes) == ("GaveUp", [])


def test_nobody_finds_when_the_time_after_dry_is_over() -> None:
    s = hunt()
    do(s, 0, "dry")
    events = wait(s, "gave_up/limit")
    assert told(events, "nobody_finds") == [{"seat": 0}]
    assert s.outcomes == ["nobody 0"]


def test_nobody_finds_as_soon_as_all_the_others_say_so() -> None:
    s = hunt()
    do(s, 0, "dry")
    for seat in (1, 2):
        do(s, seat, "no_idea")
    assert s.outcomes == []
    do(s, 3, "no_idea")
    assert s.outcomes == ["nobody 0"]


def test_an_idea_that_crosses_with_dry_counts_at_once() -> None:
    """6.15: it was sent as a launch; when it arrives the searcher has given up."""
    s = hunt()
    do(s, 0, "dry", t=8_000)
    apply(s, Played(8_100, 2, Move("idea", {"word": "canard"}, 7_990, 0, known={"canard": 1})))
    wait(s, "gave_up/close")
    assert s.outcomes == ["rescued 2 canard"]


def test_a_launch_that_waits_when_the_searcher_gives_up_counts_at_once() -> None:
    s = hunt()
    word(s, 2, "idea", "canard", 5_000)
    do(s, 0, "dry", t=5_010)
    wait(s, "gave_up/close")
    assert s.outcomes == ["rescued 2 canard"]


def test_a_refused_idea_after_dry_bars_its_author_and_the_others_go_on_with_the_time_left() -> None:
    s = hunt()
    do(s, 0, "dry", t=8_000)
    word(s, 2, "idea", "zarbi", 10_000)
    wait(s, "gave_up/close")
    for voter in (0, 1, 3):
        do(s, voter, "refuse", t=15_000)
    assert (top(s), due(s)) == ("GaveUp", ("gave_up/limit", 15_000 + 10_000 - 2_031))
    assert names(s, 2) == set()
    word(s, 1, "idea", "rat")
    wait(s)
    assert s.outcomes == ["rescued 1 rat"]


def test_the_second_of_two_ideas_counts_when_the_first_is_refused() -> None:
    s = hunt()
    do(s, 0, "dry", t=8_000)
    word(s, 2, "idea", "zarbi", 9_000)
    word(s, 3, "idea", "panda", 9_020)
    wait(s, "gave_up/close")
    for voter in (0, 1, 3):
        do(s, voter, "refuse")
    wait(s, "gave_up/close")
    assert s.outcomes == ["rescued 3 panda"]


def test_when_everybody_else_is_barred_dry_ends_the_search() -> None:
    s = counting(author=1, text="zarbi", players=2)
    wait(s)
    do(s, 0, "refuse")
    assert names(s, 0) == {"say", "dry"}
    do(s, 0, "dry")
    assert s.outcomes == ["nobody 0"]


def test_an_idea_in_the_last_moment_is_heard_before_the_time_is_over() -> None:
    s = hunt()
    do(s, 0, "dry", t=8_000)
    word(s, 2, "idea", "canard", 17_990)
    wait(s, "gave_up/limit")
    assert s.outcomes == ["rescued 2 canard"]


def test_nobody_learns_who_has_sent_an_idea_before_it_is_opened() -> None:
    s = hunt()
    do(s, 0, "dry", t=8_000)
    before = [encode(Door(s, 1 << seat).view()) for seat in (0, 1, 3)]
    word(s, 2, "idea", "canard")
    assert [encode(Door(s, 1 << seat).view()) for seat in (0, 1, 3)] == before


def test_an_idea_after_the_time_is_too_late() -> None:
    s = hunt()
    apply(s, HoldSet(0, 300))
    do(s, 0, "dry", t=8_000)
    with pytest.raises(Refused) as no:
        word(s, 2, "idea", "canard", 18_200, at=18_001)
    assert no.value.code == "too_late"


def test_an_idea_for_an_older_card_is_too_late() -> None:
    s = hunt()
    word(s, 0, "say", "chat")
    with pytest.raises(Refused) as no:
        apply(s, Played(s.now, 2, Move("idea", {"word": "canard"}, s.now, 0, known={"canard": 1})))
    assert no.value.code == "too_late"


# ---- limits ---------------------------------------------------------------------------------------------


def test_timers_stretch_the_search_but_not_the_chrono() -> None:
    s = counting(timers="double")
    assert due(s) == ("countdown/zero", 15_031)
    s = hunt(timers="double")
    assert due(s) == ("search/limit", 120_000)


def test_without_limits_only_an_absent_searcher_has_one() -> None:
    s = hunt(timers="none")
    assert s.next_alarm() is None
    apply(s, SeatChanged(2_000, 0, human=True, present=False))
    assert due(s) == ("search/limit", 62_000)


def test_without_limits_the_others_think_as_long_as_they_like_but_not_the_absent() -> None:
    s = hunt(timers="none")
    do(s, 0, "dry")
    assert s.next_alarm() is None
    for seat in (1, 2):
        do(s, seat, "no_idea")
    apply(s, SeatChanged(2_000, 3, human=True, present=False))
    wait(s, "gave_up/limit")
    assert s.outcomes == ["nobody 0"]


# ---- what a game may change -----------------------------------------------------------------------------


def test_a_place_and_a_word_and_a_move_of_the_searchers_own() -> None:
    s = hunt(kind=PlacedSearch)
    assert names(s, 0) == {"lay", "skip", "dry"}
    word(s, 1, "idea", "vache", 5_000, side="left")
    wait(s)
    assert view(s, 1).fact("sealed")["value"] == "vache"
    assert names(s, 0) == {"lay", "skip"}
    do(s, 0, "skip")
    assert (s.outcomes, top(s)) == (["skipped 0"], "PlacedSearch")


def test_who_may_not_help_is_offered_nothing() -> None:
    s = hunt(kind=LonelySearch)
    assert names(s, 2) == set()
    assert names(s, 1) == names(s, 3) == {"idea"}
    do(s, 0, "dry")
    assert names(s, 2) == set()


# ---- searching is not being stuck -----------------------------------------------------------------------


def test_an_idea_sealed_early_waits_unseen_until_the_grace_is_over() -> None:
    s = hunt(grace_s=20)
    before = [encode(Door(s, 1 << seat).view()) for seat in (0, 1, 3)]
    word(s, 2, "idea", "canard")
    assert [encode(Door(s, 1 << seat).view()) for seat in (0, 1, 3)] == before
    assert view(s, 2).fact("waiting") == [None, None, "canard", None]
    assert names(s, 2) == set()
    assert due(s) == ("search/close", 20_000)
    wait(s)
    assert (top(s), s.now, due(s)) == ("Countdown", 20_000, ("countdown/zero", 30_000))
    assert view(s, 2).fact("waiting") == [None, None, "", None]
    wait(s)
    assert s.outcomes == ["rescued 2 canard"]


def test_of_several_ideas_that_wait_the_one_sealed_first_counts() -> None:
    s = hunt(grace_s=20)
    word(s, 3, "idea", "canard", 4_000)
    word(s, 1, "idea", "panda", 9_000)
    assert told(wait(s), "idea_late") == [{"seat": 3}]
    assert view(s, 3).fact("sealed")["value"] == "canard"
    do(s, 0, "say", word="chat", known={"chat": 1})
    assert s.outcomes == ["found 0 chat"]


def test_after_the_grace_a_chrono_starts_at_once() -> None:
    s = hunt(grace_s=20)
    word(s, 2, "idea", "canard", 26_000)
    wait(s)
    assert (top(s), s.now) == ("Countdown", 26_031)


def test_dry_opens_an_idea_that_waits() -> None:
    s = hunt(grace_s=20)
    word(s, 2, "idea", "canard", 4_000)
    do(s, 0, "dry", t=12_000)
    wait(s)
    assert (s.outcomes, s.now) == (["rescued 2 canard"], 12_000)


def test_an_answer_within_the_grace_leaves_no_trace_of_an_idea() -> None:
    s = hunt(grace_s=20)
    word(s, 2, "idea", "canard", 4_000)
    word(s, 0, "say", "chat", 17_000)
    assert s.outcomes == ["found 0 chat"]
    assert names(s, 2) == {"idea"}
    assert view(s, 2).fact("waiting") == [None, None, "", None]


def test_a_vote_stops_the_grace() -> None:
    s = hunt(grace_s=20)
    word(s, 2, "idea", "canard", 4_000)
    word(s, 0, "say", "wasabia", 10_000)
    assert top(s) == "Vote"
    for seat in (1, 2, 3):
        do(s, seat, "refuse", t=13_000)
    assert due(s) == ("search/close", 23_000)


@pytest.mark.parametrize(("timers", "begins"), [("longer", 30_000), ("double", 40_000), ("none", 40_000)])
def test_timers_stretch_the_grace(timers: str, begins: Millis) -> None:
    s = hunt(grace_s=20, timers=timers)
    word(s, 2, "idea", "canard", 4_000)
    assert due(s) == ("search/close", begins)


def test_an_imagined_state_has_no_idea_of_others_that_waits() -> None:
    s = hunt(grace_s=20)
    word(s, 2, "idea", "canard", 4_000)
    assert view(s.redeal(1, keyed(seed_from(1), "test")), 2).fact("waiting")[2] == ""
    assert view(s.redeal(2, keyed(seed_from(1), "test")), 2).fact("waiting")[2] == "canard"


# ---- the window of C17 ----------------------------------------------------------------------------------


def refuse_said(s: HuntState, author: Seat) -> None:
    assert top(s) == "Said"
    others = [seat for seat in s.all_seats if seat != author]
    do(s, others[0], "contest")
    for seat in others[1:]:
        do(s, seat, "refuse")


def test_an_answer_waits_for_its_window() -> None:
    s = hunt(said_s=3)
    word(s, 0, "say", "chat", 4_000)
    assert (top(s), s.outcomes) == ("Said", [])
    wait(s, "said/close")
    assert (s.now, s.outcomes) == (7_000, ["found 0 chat"])


def test_a_contested_answer_sends_him_back_to_the_search_with_the_time_left() -> None:
    s = hunt(said_s=3)
    word(s, 0, "say", "chat", 4_000)
    refuse_said(s, 0)
    assert (top(s), due(s)) == ("Search", ("search/limit", 60_000))
    assert s.outcomes == []


def test_a_chrono_that_a_contested_answer_had_cancelled_stays_cancelled() -> None:
    s = counting(said_s=3)
    word(s, 0, "say", "chat", 9_031)
    refuse_said(s, 0)
    assert (top(s), due(s)) == ("Search", ("search/limit", 9_031 + 60_000 - 5_031))
    assert names(s, 2) == {"idea"}


def test_an_idea_opened_at_zero_passes_through_the_window_too() -> None:
    s = counting(said_s=3)
    wait(s, "countdown/zero")
    assert (top(s), s.outcomes) == ("Said", [])
    wait(s, "said/close")
    assert s.outcomes == ["rescued 2 canard"]


def test_a_contested_idea_was_a_void_launch() -> None:
    s = counting(said_s=3)
    wait(s)
    refuse_said(s, 2)
    assert (top(s), s.outcomes) == ("Search", [])
    assert names(s, 2) == set()


def test_a_contested_idea_after_dry_leaves_the_others_their_time() -> None:
    s = hunt(said_s=3)
    do(s, 0, "dry", t=8_000)
    word(s, 2, "idea", "canard", 9_000)
    wait(s, "gave_up/close")
    refuse_said(s, 2)
    assert (top(s), due(s)) == ("GaveUp", ("gave_up/limit", 9_031 + 10_000 - 1_031))


def test_an_unknown_word_is_first_voted_on_and_then_may_be_contested() -> None:
    s = hunt(said_s=3)
    word(s, 0, "say", "zarbi")
    for voter in (1, 2, 3):
        do(s, voter, "accept")
    assert (top(s), s.outcomes) == ("Said", [])
    wait(s)
    assert s.outcomes == ["found 0 zarbi"]


# ---- one screen (C13) -----------------------------------------------------------------------------------


def buzzed(after_dry: bool = False) -> HuntState:
    s = hunt(shared=(0, 1, 2, 3))
    if after_dry:
        do(s, 0, "dry", t=4_000)
    do(s, 2, "idea", t=5_000)
    wait(s)
    return s


def test_on_a_shared_screen_an_idea_is_a_buzz_and_is_typed_at_zero() -> None:
    s = buzzed()
    assert top(s) == "Countdown"
    wait(s, "countdown/zero")
    assert (top(s), due(s)) == ("Typing", ("typing/limit", 15_031 + 10_000))
    assert names(s, 2) == {"tell"}
    assert not names(s, 0) | names(s, 1) | names(s, 3)
    assert view(s).active == (2,)
    word(s, 2, "tell", "canard", 20_000)
    assert s.outcomes == ["rescued 2 canard"]


def test_the_searcher_can_still_answer_after_a_buzz() -> None:
    s = buzzed()
    word(s, 0, "say", "chat", 9_000)
    assert s.outcomes == ["found 0 chat"]


def test_nothing_typed_in_time_is_a_void_launch() -> None:
    s = buzzed()
    wait(s)
    assert refusal(s, 2, "tell", "chien") == "letters_missing"
    events = wait(s, "typing/limit")
    assert told(events, "void") == [{"seat": 2}]
    assert (top(s), due(s)) == ("Search", ("search/limit", 25_031 + 60_000 - 5_031))
    assert names(s, 2) == set()


def test_a_typed_word_that_the_vote_refuses_is_a_void_launch() -> None:
    s = buzzed()
    wait(s)
    word(s, 2, "tell", "zarbi")
    for voter in (0, 1, 3):
        do(s, voter, "refuse")
    assert (top(s), names(s, 2)) == ("Search", set())


def test_a_buzz_after_dry_is_typed_at_once() -> None:
    s = buzzed(after_dry=True)
    assert (top(s), due(s)) == ("Typing", ("typing/limit", 5_031 + 10_000))
    word(s, 2, "tell", "canard", 6_000)
    assert s.outcomes == ["rescued 2 canard"]


def test_a_void_buzz_after_dry_leaves_the_others_their_time() -> None:
    s = buzzed(after_dry=True)
    wait(s, "typing/limit")
    assert (top(s), due(s)) == ("GaveUp", ("gave_up/limit", 15_031 + 10_000 - 1_031))
    assert names(s, 2) == set()
    for seat in (1, 3):
        do(s, seat, "no_idea")
    assert s.outcomes == ["nobody 0"]


def test_the_last_void_buzz_after_dry_ends_the_search() -> None:
    s = hunt(2, shared=(0, 1))
    do(s, 0, "dry")
    do(s, 1, "idea")
    wait(s)
    wait(s, "typing/limit")
    assert s.outcomes == ["nobody 0"]


def test_only_the_seats_that_share_a_screen_buzz() -> None:
    s = hunt(shared=(0, 1))
    assert next(o for o in s.offers(1)).params == {}
    assert set(next(o for o in s.offers(2)).params) == {"word"}


# ---- the proofs of the suite ----------------------------------------------------------------------------


def test_an_imagined_state_has_another_idea_but_looks_the_same() -> None:
    s = counting()
    ideas = set()
    for i in range(20):
        twin = s.redeal(1, keyed(seed_from(i), "test"))
        assert encode(Door(twin, 2).view()) == encode(Door(s, 2).view())
        phase = twin.phases[-1]
        assert isinstance(phase, Countdown)
        ideas.add(phase.idea.args["word"])
    assert len(ideas) > 5
    own = s.redeal(2, keyed(seed_from(1), "test")).phases[-1]
    assert isinstance(own, Countdown)
    assert own.idea.args == {"word": "canard"}


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("seed", range(4))
def test_random_games_keep_every_promise(players: int, seed: int) -> None:
    run = check_everything(any_deal(Hunt(), players, seed))
    assert run.state.outcome is not None


def test_a_malformed_idea_changes_nothing() -> None:
    s = hunt()
    assert refused(s, 2, "idea", word=7) == "not_a_word"
    assert refused(s, 2, "idea") == "malformed"
    assert names(s, 2) == {"idea"}


# ---- a screen that is passed round ----------------------------------------------------------------------


def test_where_hands_are_hidden_nobody_at_a_shared_screen_has_an_idea_meanwhile() -> None:
    s = hunt(kind=HandedSearch, shared=(0, 1))
    assert (names(s, 1), names(s, 2)) == (set(), {"idea"})


def test_after_dry_a_screen_is_passed_round() -> None:
    s = hunt(kind=HandedSearch, shared=(0, 1, 2, 3))
    do(s, 0, "dry")
    assert (top(s), view(s).active, names(s, 1), names(s, 2)) == ("InTurn", (1,), {"idea", "no_idea"}, set())
    assert due(s) == ("in_turn/limit", 20_000)
    do(s, 1, "no_idea", t=5_000)
    assert (view(s).active, due(s)) == ((2,), ("in_turn/limit", 25_000))
    wait(s)
    assert (view(s).active, names(s, 3), due(s)) == ((3,), {"no_idea"}, ("in_turn/limit", 45_000))
    wait(s)
    assert s.outcomes == ["nobody 0"]


def test_the_first_idea_of_a_screen_that_is_passed_round_counts() -> None:
    s = hunt(kind=HandedSearch, shared=(0, 1, 2))
    do(s, 0, "dry")
    do(s, 1, "no_idea")
    word(s, 2, "idea", "canard", 3_000)
    wait(s)
    assert s.outcomes == ["rescued 2 canard"]


def test_a_refused_idea_passes_the_screen_on() -> None:
    s = hunt(kind=HandedSearch, shared=(0, 1, 2))
    do(s, 0, "dry")
    word(s, 1, "idea", "wasabia", 3_000)
    wait(s)
    for seat in (0, 2, 3):
        do(s, seat, "refuse")
    assert (top(s), view(s).active) == ("InTurn", (2,))


def test_on_devices_of_their_own_all_are_asked_at_once_and_nobody_sees_who_has_no_means() -> None:
    s = hunt(kind=HandedSearch)
    assert (names(s, 2), names(s, 3)) == ({"idea"}, set())
    do(s, 0, "dry")
    assert (top(s), view(s).active) == ("GaveUp", (1, 2, 3))
    assert (names(s, 2), names(s, 3)) == ({"idea", "no_idea"}, {"no_idea"})
