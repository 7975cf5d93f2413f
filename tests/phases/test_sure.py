"""Where nobody could vote on an unknown word, its author is asked whether he is sure (C9, C15, C16, C19)."""

from typing import Any

import pytest

from tablee.arena.fuzz import check_everything
from tablee.arena.runs import any_deal
from tablee.kernel.record import HoldSet, SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.phases.vote import Verdict, judge
from tests.phases.test_race import DashState, dash
from tests.phases.test_race import say as claim
from tests.phases.toy_search import hunt, word
from tests.phases.toy_words import SEARCH, SpeakState, Talk, come_back, leave, say, talk, top
from tests.table import do, names, refused, told, view, wait


def alone(said: str = "blorp", t: int = 0, **options: Any) -> SpeakState:
    """Seat 0 has said a word that nobody knows, at a table with a bot."""
    s = talk(2, bots=(1,), **options)
    say(s, said, t)
    assert top(s) == "Sure"
    return s


def test_who_is_alone_among_bots_is_asked_and_nobody_else() -> None:
    s = alone()
    assert (names(s, 0), names(s, 1)) == ({"sure", "not_sure"}, set())
    assert view(s, 0).active == (0,)
    assert view(s, 0).fact("unsure") == {"sealed": True, "value": "blorp"}
    assert view(s, 1).fact("unsure") == {"sealed": True}
    assert refused(s, 1, "sure") == "not_your_turn"


def test_a_word_confirmed_counts_is_marked_and_is_a_word_of_this_table() -> None:
    s = alone()
    events = do(s, 0, "sure")
    assert told(events, "confirmed") == [{"seat": 0, "words": "blorp"}]
    assert (s.sentence, s.words) == (["blorp"], {"BLORP": True})
    assert judge(s, 1, {"blörp": 0}) is Verdict.KNOWN, "C16: of the bot too"


def test_not_sure_takes_the_word_back_and_nothing_is_lost() -> None:
    s = alone(t=12_000)
    events = do(s, 0, "not_sure", t=15_000)
    assert told(events, "withdrawn") == [{"seat": 0, "words": "blorp"}]
    assert (top(s), s.sentence, s.words) == ("Speak", [], {})
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("speak/limit", SEARCH + 3_000), "C9: the clock stood still"
    say(s, "blorp")
    do(s, 0, "sure")
    assert s.sentence == ["blorp"], "and he may be sure of it after all"


def test_silence_for_ten_seconds_is_no() -> None:
    s = alone()
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("sure/limit", 10_000)
    wait(s)
    assert (top(s), s.sentence) == ("Speak", [])


def test_without_limits_it_waits_for_who_is_there_and_a_minute_for_who_is_not() -> None:
    s = alone(timers="none")
    assert s.next_alarm() is None
    leave(s, 0)
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("sure/limit", 60_000)


def test_a_place_left_to_a_bot_is_not_sure() -> None:
    s = alone(timers="none")
    leave(s, 0, stand_in=True)
    assert names(s, 0) == set()
    wait(s, "sure/limit")
    assert (top(s), s.now) == ("Speak", 0)


def test_a_bot_is_never_asked() -> None:
    s = talk(2, bots=(0, 1))
    with pytest.raises(Refused, match="unknown_word"):
        say(s, "blorp")


def test_the_table_may_refuse_all_unknown_words_instead() -> None:
    s = talk(2, bots=(1,), unknown_alone="refuse")
    with pytest.raises(Refused, match="unknown_word"):
        say(s, "blorp")


def test_where_somebody_can_vote_the_table_votes() -> None:
    s = talk(3, bots=(1,))
    say(s, "blorp")
    assert top(s) == "Vote"


def test_who_sits_with_people_that_have_gone_is_alone_too() -> None:
    s = talk(2)
    leave(s, 1)
    say(s, "blorp")
    assert top(s) == "Sure"
    come_back(s, 1)
    assert names(s, 1) == set(), "the question has been put already"
    do(s, 0, "sure")
    assert s.words == {"BLORP": True}


def test_after_three_words_taken_back_only_known_ones_until_the_next_turn() -> None:
    s = talk(2, bots=(1,))
    for strange in ("blorp", "zwing", "frapt"):
        say(s, strange)
        do(s, 0, "not_sure")
    with pytest.raises(Refused, match="unknown_word"):
        say(s, "gnoul")
    say(s, "chat")
    assert judge(s, 0, {"gnoul": 0}) is Verdict.SURE


@pytest.mark.parametrize("seed", range(4))
def test_random_games_in_which_people_come_and_go_keep_all_promises(seed: int) -> None:
    check_everything(any_deal(Talk(), 2, seed))


# ---- in a search ----------------------------------------------------------------------------------------


def test_a_searcher_is_asked_and_searches_on() -> None:
    s = hunt(bots=(1, 2, 3))
    word(s, 0, "say", "zarbi", 10_000)
    do(s, 0, "not_sure", t=14_000)
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("search/limit", 64_000)
    word(s, 0, "say", "zarbi")
    do(s, 0, "sure")
    assert s.outcomes == ["found 0 zarbi"]


def test_a_chrono_stands_still_while_the_searcher_is_asked() -> None:
    s = hunt(bots=(1, 2, 3))
    word(s, 2, "idea", "canard", 5_000)
    wait(s, "search/close")
    word(s, 0, "say", "zarbi", 8_031)
    do(s, 0, "not_sure", t=12_031)
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("countdown/zero", 5_031 + 10_000 + 4_000)


@pytest.mark.parametrize(("answer", "outcomes"), [("sure", ["rescued 2 zarbi"]), ("not_sure", [])])
def test_the_author_of_an_idea_is_asked_at_zero(answer: str, outcomes: list[str]) -> None:
    s = hunt(bots=(0, 1, 3))
    word(s, 2, "idea", "zarbi", 5_000)
    wait(s, "search/close")
    wait(s, "countdown/zero")
    events = do(s, 2, answer)
    assert s.outcomes == outcomes
    assert told(events, "void") == ([] if outcomes else [{"seat": 2}]), "C3: an idea that does not stand"


def test_the_author_of_an_idea_is_asked_after_dry_too() -> None:
    s = hunt(bots=(0, 1, 3))
    do(s, 0, "dry")
    for bot in (1, 3):
        do(s, bot, "no_idea")
    word(s, 2, "idea", "zarbi", 2_000)
    wait(s, "gave_up/close")
    do(s, 2, "sure")
    assert s.outcomes == ["rescued 2 zarbi"]


# ---- in a race ------------------------------------------------------------------------------------------


def claimed(**options: Any) -> DashState:
    """Seat 1, a person among bots, was first with an unknown word, and a bot came a little later."""
    s = dash(3, bots=(0, 2), **options)
    apply(s, HoldSet(0, 200))
    claim(s, 1, "zag", 3_000, known=0)
    claim(s, 0, "bar", 3_100)
    wait(s, "dash/close")
    assert names(s, 1) == {"sure", "not_sure"}
    return s


def test_a_claim_confirmed_is_right() -> None:
    s = claimed()
    do(s, 1, "sure")
    assert s.result == ["right 1 ZAG", "late 0 BAR"]


def test_a_claim_taken_back_was_never_made() -> None:
    s = claimed()
    do(s, 1, "not_sure", t=5_000)
    assert s.result == []
    wait(s, "dash/close")
    assert s.result == ["right 0 BAR"]


def test_after_a_claim_taken_back_the_race_goes_on() -> None:
    s = dash(2, bots=(0,))
    claim(s, 1, "zag", 3_000, known=0)
    wait(s, "dash/close")
    do(s, 1, "not_sure", t=6_031)
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("dash/limit", 13_000)
    claim(s, 1, "rat", 7_000)
    wait(s, "dash/close")
    assert s.result == ["right 1 RAT"]


def test_a_voter_who_came_in_time_votes_instead() -> None:
    s = dash(2)
    apply(s, SeatChanged(0, 0, human=True, present=False))
    claim(s, 1, "zag", 3_000, known=0)
    apply(s, SeatChanged(3_010, 0, human=True, present=True))
    wait(s, "dash/close")
    assert names(s, 0) == {"accept", "refuse"}
