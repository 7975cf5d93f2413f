"""The vote of the table on unknown words (C9, C11, C15, C16), on a toy game."""

from typing import Any

import pytest

from tablee.kernel.codec import decode_state, encode_state, exact_digest
from tablee.kernel.door import Door, encode
from tablee.kernel.phase import NEVER
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.phases.vote import Verdict, Vote, judge, may_ask, unknown, voters
from tests.phases.toy_words import SEARCH, SpeakState, Talk, come_back, leave, say, talk, top
from tests.table import do, names, refused, told, view, wait


def outcome_of(s: SpeakState, *ballots: tuple[int, str]) -> str:
    """Some vote and the others stay silent: what becomes of the word that seat 0 has just said."""
    for seat, ballot in ballots:
        do(s, seat, ballot)
    if top(s) == "Vote":
        wait(s, "vote/limit")
    return "accepted" if top(s) == "Said" else "refused"


def asked(players: int = 4, word: str = "blorp", **options: Any) -> SpeakState:
    """Seat 0 has said a word that nobody knows."""
    s = talk(players, **options)
    say(s, word)
    assert top(s) == "Vote"
    return s


# ---- who votes, and on what -----------------------------------------------------------------------------


def test_a_known_word_needs_no_vote_and_an_unknown_one_does() -> None:
    s = talk(3)
    say(s, "chat")
    assert top(s) == "Said"
    s = talk(3)
    say(s, "blorp")
    assert top(s) == "Vote"


def test_only_the_unknown_words_of_a_sentence_are_asked_about() -> None:
    s = talk(3)
    assert unknown(s, {"le": 1, "blorp": 0, "dort": 1, "zwing": 0}) == ["blorp", "zwing"]


def test_the_voters_are_the_people_present_but_the_author() -> None:
    s = talk(5, bots=(2,))
    leave(s, 3)
    assert voters(s, 0) == [1, 4]
    assert voters(s, 4) == [0, 1]


def test_the_author_has_no_ballot_and_each_voter_has_one() -> None:
    s = asked(3)
    assert names(s, 0) == set()
    assert names(s, 1) == names(s, 2) == {"accept", "refuse"}
    assert refused(s, 0, "accept") == "not_your_turn"
    do(s, 1, "accept")
    assert names(s, 1) == set()
    assert refused(s, 1, "refuse") == "not_your_turn"


def test_bots_never_vote() -> None:
    s = talk(4, bots=(1, 2))
    say(s, "blorp")
    assert [names(s, seat) for seat in (1, 2)] == [set(), set()]
    assert view(s).fact("voters") == [3]
    assert outcome_of(s, (3, "refuse")) == "refused"


def test_with_no_human_voter_an_unknown_word_is_refused_at_once() -> None:
    s = talk(3, bots=(1, 2), unknown_alone="refuse")
    with pytest.raises(Refused, match="unknown_word"):
        say(s, "blorp")
    s = talk(2, unknown_alone="refuse")
    leave(s, 1)
    assert judge(s, 0, {"blorp": 0}) is Verdict.REFUSED


def test_a_stand_in_of_somebody_who_left_is_no_voter() -> None:
    s = talk(2, unknown_alone="refuse")
    leave(s, 1, stand_in=True)
    assert judge(s, 0, {"blorp": 0}) is Verdict.REFUSED


# ---- the count ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "against", "result"),
    [
        (2, 0, "accepted"),
        (2, 1, "refused"),  # one of one is more than half
        (3, 1, "accepted"),  # a tie accepts
        (3, 2, "refused"),
        (4, 1, "accepted"),
        (4, 2, "refused"),
        (5, 2, "accepted"),  # a tie accepts
        (5, 3, "refused"),
    ],
)
def test_more_than_half_of_the_voters_refuse(players: int, against: int, result: str) -> None:
    """The rest stays silent and so accepts."""
    s = asked(players)
    assert outcome_of(s, *((seat, "refuse") for seat in range(1, against + 1))) == result


def test_silence_accepts_after_ten_seconds() -> None:
    s = asked(4)
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("vote/limit", 10_000)
    told_events = wait(s, "vote/limit")
    assert told(told_events, "vote_accepted") == [{"seat": 0, "words": "blorp", "against": 0, "voters": 3}]
    assert top(s) == "Said"


def test_the_vote_ends_as_soon_as_all_have_voted() -> None:
    s = asked(3)
    do(s, 1, "refuse", t=1_000)
    assert top(s) == "Vote"
    do(s, 2, "accept", t=2_000)
    assert (top(s), s.now) == ("Said", 2_000)


def test_a_ballot_made_in_time_counts_while_it_is_on_the_wire() -> None:
    s = asked(2)
    s.hold = 400
    due = s.next_alarm()
    assert due is not None
    assert due.at == 10_400
    do(s, 1, "refuse", t=10_300, at=9_990)
    assert top(s) == "Speak"


def test_nobody_is_told_how_others_vote_before_the_end() -> None:
    one, other = asked(4), asked(4)
    do(one, 1, "refuse")
    do(other, 1, "accept")
    for viewers in (0b0001, 0b0100, 0b1000, 0b1111):
        assert encode(Door(one, viewers).glimpse()) == encode(Door(other, viewers).glimpse())
    assert view(one).fact("voted") == [1]


def test_a_redeal_draws_the_ballots_of_others_and_keeps_ones_own() -> None:
    s = asked(4)
    do(s, 1, "refuse")
    do(s, 2, "refuse")
    drawn = set()
    for i in range(20):
        vote = s.redeal(1, keyed(seed_from(i), "redeal")).phases[-1]
        assert isinstance(vote, Vote)
        assert vote.ballots[1] is False
        drawn.add(vote.ballots[2])
    assert drawn == {True, False}


# ---- clocks (C9, C15) -----------------------------------------------------------------------------------


def test_the_clock_beneath_stands_still_and_goes_on_with_what_was_left() -> None:
    s = talk(3)
    say(s, "blorp", t=12_000)
    assert [d.name for d in s.alarms()] == ["vote/limit"]
    do(s, 1, "refuse", t=15_000)
    do(s, 2, "refuse", t=17_000)
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("speak/limit", SEARCH + 5_000)  # five seconds of vote


@pytest.mark.parametrize(("timers", "ends"), [("normal", 10_000), ("longer", 15_000), ("double", 20_000)])
def test_the_tables_timers_stretch_the_vote(timers: str, ends: int) -> None:
    due = asked(3, timers=timers).next_alarm()
    assert due is not None
    assert due.at == ends


def test_without_limits_the_vote_waits_for_those_who_are_there() -> None:
    s = asked(3, timers="none")
    assert s.next_alarm() is None
    do(s, 1, "refuse", t=3_600_000)
    assert top(s) == "Vote"
    assert s.next_alarm() is None
    do(s, 2, "refuse", t=7_200_000)
    assert top(s) == "Speak"


def test_without_limits_an_absent_voter_is_silent_after_a_minute() -> None:
    """C15: a limit of none never holds for an absent seat."""
    s = asked(3, timers="none")
    do(s, 1, "refuse", t=5_000)
    leave(s, 2)
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("vote/limit", 65_000)
    wait(s)
    assert top(s) == "Said"  # one of two against is a tie


# ---- voters who come and go -----------------------------------------------------------------------------


def test_a_voter_who_leaves_is_silent_and_still_counted() -> None:
    s = asked(3)
    leave(s, 2)
    assert names(s, 2) == set()
    do(s, 1, "refuse")
    assert top(s) == "Vote"  # the line may come back within the ten seconds
    wait(s, "vote/limit")
    assert (top(s), s.now) == ("Said", 10_000)


def test_a_voter_who_is_back_in_time_votes() -> None:
    s = asked(3)
    leave(s, 2)
    come_back(s, 2)
    assert outcome_of(s, (1, "refuse"), (2, "refuse")) == "refused"


def test_a_ballot_stands_when_its_voter_leaves() -> None:
    s = asked(3)
    do(s, 1, "refuse")
    leave(s, 1, stand_in=True)
    assert outcome_of(s, (2, "refuse")) == "refused"


@pytest.mark.parametrize("timers", ["normal", "none"])
def test_nobody_waits_for_a_stand_in(timers: str) -> None:
    s = asked(3, timers=timers)
    do(s, 1, "refuse", t=2_000)
    leave(s, 2, stand_in=True)
    assert names(s, 2) == set()
    due = s.next_alarm()
    assert due is not None
    assert due.at <= s.now
    wait(s, "vote/limit")
    assert (top(s), s.now) == ("Said", 2_000)


def test_who_comes_in_the_middle_of_a_vote_was_not_asked() -> None:
    s = talk(3)
    leave(s, 2)
    say(s, "blorp")
    come_back(s, 2)
    assert names(s, 2) == set()
    assert outcome_of(s, (1, "refuse")) == "refused"


def test_a_vote_survives_a_restart() -> None:
    s = asked(4)
    do(s, 1, "refuse")
    again = decode_state(Talk(), encode_state(s))
    for state in (s, again):
        do(state, 2, "refuse")
        do(state, 3, "accept")
    assert top(s) == "Speak"
    assert exact_digest(s) == exact_digest(again)


# ---- three lost votes, and who refuses ------------------------------------------------------------------


def lose(s: SpeakState, word: str) -> None:
    say(s, word)
    for seat in s.others(s.turn % s.n):
        do(s, seat, "refuse")


def test_after_three_lost_votes_only_known_words_are_taken() -> None:
    s = talk(2)
    for word in ("blorp", "zwing", "frapt"):
        assert may_ask(s, 0)
        lose(s, word)
    assert s.lost == [3, 0]
    assert not may_ask(s, 0)
    with pytest.raises(Refused, match="unknown_word"):
        say(s, "gnoul")
    say(s, "chat")
    assert s.sentence == ["chat"]


def test_the_count_of_lost_votes_is_per_seat_and_turn() -> None:
    s = talk(2)
    for word in ("blorp", "zwing", "frapt"):
        lose(s, word)
    say(s, "chat")
    assert (s.turn, s.lost) == (1, [0, 0])
    assert judge(s, 0, {"gnoul": 0}) is judge(s, 1, {"gnoul": 0}) is Verdict.VOTE


def test_a_vote_that_accepts_is_not_lost() -> None:
    s = asked(3)
    assert outcome_of(s, (1, "refuse")) == "accepted"
    assert s.lost == [0, 0, 0]


def test_the_game_knows_how_often_each_seat_has_refused() -> None:
    s = talk(3)
    lose(s, "blorp")
    say(s, "zwing")
    do(s, 2, "refuse")
    do(s, 1, "accept")
    assert s.refusals == [0, 1, 2]
    assert view(s).fact("refusals") == [0, 1, 2]


# ---- words of this table (C16) --------------------------------------------------------------------------


def test_a_word_once_accepted_is_known_to_this_table_until_the_end() -> None:
    s = asked(3)
    assert outcome_of(s) == "accepted"
    wait(s, "said/close")
    say(s, "Blorp")
    assert top(s) == "Said"


def test_a_word_once_refused_is_refused_at_once_whoever_says_it() -> None:
    s = talk(3)
    lose(s, "blorp")
    with pytest.raises(Refused, match="unknown_word"):
        say(s, "blörp")
    say(s, "chat")
    wait(s, "said/close")
    assert judge(s, 1, {"BLORP": 0}) is Verdict.REFUSED
    assert s.lost == [0, 0, 0]


def test_what_the_table_has_refused_stays_refused_in_a_sentence() -> None:
    s = talk(3)
    lose(s, "blorp")
    assert judge(s, 0, {"le": 1, "blorp": 0}) is Verdict.REFUSED
    assert judge(s, 0, {"le": 1, "zwing": 0}) is Verdict.VOTE


def test_no_limit_means_never() -> None:
    vote = asked(3, timers="none").phases[-1]
    assert isinstance(vote, Vote)
    assert vote.until == NEVER
