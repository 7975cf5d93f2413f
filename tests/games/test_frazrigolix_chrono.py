"""Frazrigolix, rule by rule: the chrono, everybody is stuck, contests.

Expected results are worked out from the rules.
"""

import pytest

from tablee.games.frazrigolix.rules import GAME
from tablee.kernel.door import Door, encode
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tests.games.frazrigolix import absent, active, at, due, launch, phase, searching, stands, two_words, word
from tests.table import do, faces, names, refused, start, told, view, wait

# ---- the chrono ----------------------------------------------------------------------------------------


@pytest.mark.rule("frazrigolix", "R15", "R17", "R20", "D8", "D9")
def test_at_zero_the_launcher_wins_all_the_cards_laid() -> None:
    """Example 5."""
    s = searching()
    launch(s, 3, "wallonne")
    assert (phase(s), active(s)) == ("countdown", (1,))
    assert told(wait(s, "countdown/zero"), "opens") == [{"seat": 3, "words": "wallonne"}]
    assert s.now == 3_000 + 31 + 10_000
    assert (phase(s), s.scores) == ("said", [0, 0, 0, 0])
    stands(s)
    assert faces(s, "won:3") == ["pF", "pW"]
    assert (s.scores, s.spoken) == ([0, 0, 0, 2], [])
    assert (phase(s), active(s)) == ("flip", (3,))


@pytest.mark.rule("frazrigolix", "R16", "D8")
def test_only_one_chrono_runs() -> None:
    """Example 5."""
    s = searching()
    launch(s, 3, "wallonne")
    assert names(s, 2) == names(s, 3) == names(s, 0) == set()
    assert refused(s, 2, "idea", word="wagon") == "not_your_turn"
    assert names(s, 1) == {"say"}


@pytest.mark.rule("frazrigolix", "R16", "D8")
@pytest.mark.parametrize(("apart", "launcher"), [(30, 2), (31, 3)])
def test_of_two_launches_within_30_ms_the_nearest_clockwise_after_the_searcher_counts(
    apart: Millis, launcher: Seat
) -> None:
    """P1 searches; P3 launches first, P2 shortly after him. P2 sits nearer."""
    s = searching()
    word(s, 3, "wallonne", 4_000, move="idea")
    word(s, 2, "wagon", 4_000 + apart, move="idea")
    events = wait(s, "search/close")
    assert told(events, "chrono") == [{"seat": launcher, "owner": 1, "seconds": 10}]


@pytest.mark.rule("frazrigolix", "R15", "D8")
def test_an_idea_is_a_word_with_the_letter_and_nobody_else_is_shown_it() -> None:
    s, other = searching(), searching()
    assert refused(s, 3, "idea", word="belge") == "letters_missing"
    for state, text in ((s, "wallonne"), (other, "wagon")):
        launch(state, 3, text)
    for viewers in (0b0001, 0b0010, 0b0100, 0b1111):
        assert encode(Door(s, viewers).glimpse()) == encode(Door(other, viewers).glimpse())
    assert view(s, 3).fact("sealed") == {"sealed": True, "value": "wallonne"}
    assert view(s, 1).fact("sealed") == {"sealed": True}


@pytest.mark.rule("frazrigolix", "D10")
def test_a_word_before_zero_cancels_the_chrono_and_the_idea_is_never_shown() -> None:
    """Example 6."""
    s = searching()
    launch(s, 3, "wallonne")
    events = word(s, 1, "swinguait", s.now + 8_000)
    events += wait(s, "said/close")
    assert not any("wallonne" in str(e.data) for e in events)
    assert (phase(s), active(s), s.scores) == ("flip", (2,), [0, 0, 0, 0])
    assert s.spoken == ["parfaitement", "swinguait"]
    assert "wallonne" not in encode(Door(s, 1).glimpse()).decode()


@pytest.mark.rule("frazrigolix", "D10", "D12", "D13")
def test_an_unknown_word_only_pauses_the_chrono() -> None:
    """Example 12: the chrono is at 6 when P1 says « wxyz »."""
    s = searching()
    launch(s, 3, "wallonne")
    began = s.now
    word(s, 1, "wxyz", began + 4_000, known=False)
    assert [d.name for d in s.alarms()] == ["vote/limit"]
    for seat in (0, 2, 3):
        do(s, seat, "refuse", t=began + 9_000)
    assert phase(s) == "countdown"
    assert due(s) == ("countdown/zero", began + 9_000 + 6_000)
    word(s, 1, "wagon", began + 10_000)
    do(s, 0, "contest")
    do(s, 2, "refuse")
    do(s, 3, "refuse")
    assert (phase(s), active(s)) == ("search", (1,))
    assert [d.name for d in s.alarms()] == ["search/limit"]
    assert names(s, 3) == {"idea"}  # he may start another


@pytest.mark.rule("frazrigolix", "D12", "D13", "D9")
def test_the_clock_of_the_search_stands_still_during_a_chrono_and_a_vote() -> None:
    s = searching()  # searches from 3 000 on, until 63 000
    assert due(s) == ("search/limit", 63_000)
    word(s, 1, "wxyz", 10_000, known=False)
    for seat in (0, 2, 3):
        do(s, seat, "refuse", t=14_000)
    assert due(s) == ("search/limit", 67_000)
    launch(s, 3, "wwwww", 20_000, known=False)
    started = s.now
    wait(s, "countdown/zero")
    for seat in (0, 1, 2):
        do(s, seat, "refuse")
    assert (phase(s), active(s), s.scores) == ("search", (1,), [0, 0, 0, 0])
    assert due(s) == ("search/limit", 67_000 + (s.now - started))


@pytest.mark.rule("frazrigolix", "D9")
def test_a_refused_idea_wins_nothing_and_bars_its_author_on_this_card() -> None:
    s = searching()
    launch(s, 3, "wallonne")
    wait(s, "countdown/zero")
    do(s, 0, "contest")
    do(s, 1, "refuse")
    do(s, 2, "accept")
    assert (phase(s), active(s), s.scores) == ("search", (1,), [0, 0, 0, 0])
    assert names(s, 3) == set()
    assert names(s, 2) == names(s, 0) == {"idea"}
    word(s, 1, "wagon")
    stands(s)
    do(s, 2, "flip")
    assert names(s, 3) == {"idea"}


@pytest.mark.rule("frazrigolix", "D9")
def test_an_unknown_idea_is_put_to_the_vote_at_zero_and_then_may_be_contested() -> None:
    s = searching()
    launch(s, 3, "wouaf", known=False)
    wait(s, "countdown/zero")
    assert phase(s) == "vote"
    wait(s, "vote/limit")
    assert (phase(s), names(s, 0)) == ("said", {"contest"})
    stands(s)
    assert s.scores == [0, 0, 0, 2]


@pytest.mark.rule("frazrigolix", "R25")
@pytest.mark.parametrize("chrono", [10, 5, 3])
def test_the_chrono_is_as_long_as_chosen_for_the_whole_game(chrono: int) -> None:
    s = searching(chrono=chrono)
    launch(s, 3, "wallonne")
    assert due(s) == ("countdown/zero", s.now + chrono * 1_000)


@pytest.mark.rule("frazrigolix", "R25")
def test_no_other_chrono_can_be_chosen() -> None:
    with pytest.raises(Refused, match="bad_options"):
        start(GAME, 4, chrono=7)


# ---- everybody is stuck --------------------------------------------------------------------------------


@pytest.mark.rule("frazrigolix", "R18", "D5", "D11")
@pytest.mark.parametrize("silent", [True, False])
def test_nobody_finds_and_who_laid_the_card_before_wins(silent: bool) -> None:
    """Example 7."""
    s = two_words("pK")
    do(s, 2, "flip")
    turned = s.now
    if silent:
        events = wait(s, "search/limit")
        assert s.now == turned + 60_000
        assert told(events, "timeout") == [{"seat": 2}]
    else:
        do(s, 2, "dry")
    assert phase(s) == "gave_up"
    assert due(s) == ("gave_up/limit", s.now + 10_000)
    assert told(wait(s), "nobody") == [{"winner": 1, "count": 3}]
    assert faces(s, "won:1") == ["pF", "bR", "pK"]
    assert (phase(s), active(s)) == ("flip", (1,))


@pytest.mark.rule("frazrigolix", "D11")
def test_the_first_word_after_that_wins_the_cards() -> None:
    """Example 7: P0 sends « képi »."""
    s = two_words("pK")
    do(s, 2, "flip")
    do(s, 2, "dry")
    assert names(s, 2) == set()
    word(s, 0, "képi", s.now + 9_000, move="idea")
    wait(s, "gave_up/close")
    assert (phase(s), s.scores) == ("said", [0, 0, 0, 0])
    stands(s)
    assert (s.scores, active(s)) == ([3, 0, 0, 0], (0,))


@pytest.mark.rule("frazrigolix", "D11", "D13")
def test_a_refused_word_after_that_leaves_the_others_the_time_that_was_left() -> None:
    s = two_words("pK")
    do(s, 2, "flip")
    do(s, 2, "dry")
    dry = s.now
    word(s, 0, "képi", dry + 4_000, move="idea")
    wait(s, "gave_up/close")
    heard = s.now
    do(s, 1, "contest", t=heard + 1_000)
    do(s, 3, "refuse", t=heard + 2_000)
    do(s, 2, "refuse", t=heard + 3_000)
    assert (phase(s), names(s, 0)) == ("gave_up", set())
    assert due(s) == ("gave_up/limit", dry + 10_000 + 3_000)
    word(s, 3, "kaki", heard + 4_000, move="idea")
    wait(s, "gave_up/close")
    stands(s)
    assert s.scores == [0, 0, 0, 3]


@pytest.mark.rule("frazrigolix", "D11")
@pytest.mark.parametrize(("chrono", "least"), [(10, 10_000), (3, 10_000)])
def test_the_others_have_one_chrono_and_at_least_ten_seconds(chrono: int, least: Millis) -> None:
    s = searching(chrono=chrono)
    do(s, 1, "dry")
    assert due(s) == ("gave_up/limit", s.now + least)


@pytest.mark.rule("frazrigolix", "D11")
@pytest.mark.parametrize("search_s", [30, 60, 120])
def test_the_search_limit_is_an_option(search_s: int) -> None:
    s = searching(search_s=search_s)
    assert due(s) == ("search/limit", s.now + search_s * 1_000)


@pytest.mark.rule("frazrigolix", "D5")
@pytest.mark.parametrize(("starter", "winner"), [(0, 3), (2, 1)])
def test_stuck_on_the_first_word_the_seat_to_the_right_wins(starter: Seat, winner: Seat) -> None:
    """Example 8."""
    s = at("pile:0=vE pX | pile:1=vS vT | pile:2=vT bX | pile:3=vA vN", seat=starter)
    do(s, starter, "flip")
    wait(s, "search/limit")
    wait(s, "gave_up/limit")
    assert s.scores == [int(seat == winner) for seat in range(4)]
    assert active(s) == (winner,)


@pytest.mark.rule("frazrigolix", "D5", "D6")
def test_stuck_alone_at_the_end_the_seat_to_the_right_wins() -> None:
    """P1 has the only pile: he laid the card before, too."""
    s = at("pile:1=vE vT vS", seat=1)
    do(s, 1, "flip")
    word(s, 1, "sourire")
    stands(s)
    assert active(s) == (1,)
    do(s, 1, "flip")
    do(s, 1, "dry")
    wait(s, "gave_up/limit")
    assert s.scores == [2, 0, 0, 0]
    assert active(s) == (1,)  # R21: the winner has no pile


@pytest.mark.rule("frazrigolix", "R18", "D5")
def test_who_laid_the_card_before_is_not_always_the_neighbour() -> None:
    """P3 laid it; P0 has no pile and was skipped, P1 is stuck."""
    s = at("pile:1=vE vT | pile:3=vS vA", seat=3)
    do(s, 3, "flip")
    word(s, 3, "abricot")
    stands(s)
    do(s, 1, "flip")
    do(s, 1, "dry")
    wait(s, "gave_up/limit")
    assert s.scores == [0, 0, 0, 2]


@pytest.mark.rule("frazrigolix", "D5")
def test_a_card_of_the_sentence_before_is_no_card_before() -> None:
    """P1 laid the last card of the sentence that P3 has won; P3, stuck on his first word, gives to his right."""
    s = searching()
    launch(s, 3, "wallonne")
    wait(s, "countdown/zero")
    stands(s)
    do(s, 3, "flip")
    do(s, 3, "dry")
    wait(s, "gave_up/limit")
    assert s.scores == [0, 0, 1, 2]


# ---- contests ------------------------------------------------------------------------------------------


@pytest.mark.rule("frazrigolix", "D13")
def test_a_contested_word_that_is_refused_is_withdrawn_without_penalty() -> None:
    s = searching()
    word(s, 1, "wagon", 10_000)
    assert names(s, 1) == set()
    assert names(s, 2) == {"contest"}  # and no card can be turned meanwhile
    do(s, 3, "contest", t=11_000)
    do(s, 0, "refuse", t=12_000)
    do(s, 2, "accept", t=13_000)
    assert (phase(s), active(s), s.spoken) == ("search", (1,), ["parfaitement"])
    assert (s.scores, faces(s, "middle")) == ([0, 0, 0, 0], ["pF", "pW"])
    assert due(s) == ("search/limit", 63_000 + 3_000)
    word(s, 1, "wagon")  # refused here, it is still a word
    stands(s)
    assert s.spoken == ["parfaitement", "wagon"]


@pytest.mark.rule("frazrigolix", "D13")
def test_one_contest_per_word_and_what_the_table_lets_pass_stands() -> None:
    s = searching()
    word(s, 1, "wagon")
    do(s, 3, "contest")
    do(s, 0, "accept")
    do(s, 2, "accept")
    assert (phase(s), active(s)) == ("flip", (2,))


@pytest.mark.rule("frazrigolix", "D13")
def test_where_only_bots_listen_nobody_contests() -> None:
    s = searching()
    absent(s, 0, 2, 3)
    word(s, 1, "wagon")
    assert (phase(s), active(s)) == ("flip", (2,))
