"""Broderix, rule by rule: the chrono, the end, alone with bots.

Expected results are worked out from the rules.
"""

from typing import Any

import pytest

from tablee.games.broderix.rules import BroderixState
from tablee.kernel.door import Door, encode
from tablee.kernel.outcome import Reason
from tablee.kernel.units import Millis, Seat
from tablee.words.flags import KNOWN, VERB
from tests.games.broderix import active, at, bots, due, lay, phase, searching, sizes, top, turn_and_lay
from tests.table import do, faces, names, refused, told, view, wait


def seal(s: BroderixState, seat: Seat, pile: int, word: str, t: Millis | None = None, **more: Any) -> None:
    lay(s, seat, pile, word, t, move="idea", **more)


# ---- the chrono ----------------------------------------------------------------------------------------


def marius(turned: str = "pK", last: str = "vE vT ", **more: Any) -> BroderixState:
    """Example 9: Marius (seat 0) has turned this card, at table time 0; Olga is seat 1."""
    return searching(f"{last}{turned}", "vR vL", "vS bU", **more)


@pytest.mark.rule("broderix", "R23", "R24", "R25", "D6", "D10")
def test_at_zero_the_launchers_word_is_laid_and_the_stuck_player_draws() -> None:
    """Example 9."""
    s = marius(draw="… pW")
    seal(s, 1, 7, "kiwi", 25_000)
    wait(s, "place/close")
    assert (phase(s), active(s)) == ("countdown", (0,))
    assert told(wait(s, "countdown/zero"), "opens") == [{"seat": 1, "words": "kiwi"}]
    assert s.now == 25_000 + 31 + 10_000
    assert (phase(s), faces(s, "carpet:7"), sizes(s)) == ("said", ["pI", "pK"], [2, 2, 2])  # R25 waits, C17
    assert told(wait(s, "said/close"), "receives") == [{"seat": 0, "count": 1}]
    assert (faces(s, "pile:0"), s.spoken) == (["pW", "vE", "vT"], ["kiwi"])
    assert (phase(s), active(s)) == ("start", (1,))


@pytest.mark.rule("broderix", "D23")
def test_an_idea_sealed_early_waits_until_the_searcher_has_had_his_time() -> None:
    s = marius()
    seal(s, 1, 7, "kiwi", 3_000)
    seal(s, 2, 7, "képi", 8_000)
    assert (phase(s), active(s), due(s)) == ("place", (0,), ("place/close", 20_000))
    assert told(wait(s), "chrono") == [{"seat": 1, "owner": 0, "seconds": 10}]


@pytest.mark.rule("broderix", "D23")
@pytest.mark.parametrize("grace_s", [10, 20, 40])
def test_how_long_that_is_is_an_option(grace_s: int) -> None:
    s = marius(grace_s=grace_s)
    seal(s, 1, 7, "kiwi", 1_000)
    assert due(s) == ("place/close", grace_s * 1_000)


@pytest.mark.rule("broderix", "D23", "D11")
def test_to_be_stuck_opens_it_at_once() -> None:
    s = marius()
    seal(s, 1, 7, "kiwi", 3_000)
    do(s, 0, "dry", t=5_000)
    wait(s, "gave_up/close")
    assert (phase(s), s.now, faces(s, "carpet:7")) == ("said", 5_000, ["pI", "pK"])


@pytest.mark.rule("broderix", "D10")
def test_a_chrono_is_never_a_bluff_and_stays_unseen() -> None:
    s, other = marius(), marius()
    assert refused(s, 1, "idea", pile=7, word="kaba") == "letters_missing"
    for state, pile, word in ((s, 7, "kiwi"), (other, 1, "kaki")):
        seal(state, 1, pile, word, 25_000)
        wait(state, "place/close")
    for viewers in (0b001, 0b100, 0b111):
        assert encode(Door(s, viewers).glimpse()) == encode(Door(other, viewers).glimpse())
    assert view(s, 1).fact("sealed") == {"sealed": True, "value": "kiwi"}


@pytest.mark.rule("broderix", "D10")
@pytest.mark.parametrize(("apart", "launcher"), [(30, 1), (31, 2)])
def test_of_two_within_30_ms_the_nearest_clockwise_counts_and_one_chrono_runs(
    apart: Millis, launcher: Seat
) -> None:
    s = marius()
    seal(s, 2, 7, "kiwi", 25_000)
    seal(s, 1, 1, "kaki", 25_000 + apart)
    assert told(wait(s, "place/close"), "chrono") == [{"seat": launcher, "owner": 0, "seconds": 10}]
    assert names(s, 1) == names(s, 2) == set()


@pytest.mark.rule("broderix", "D10", "R24")
def test_a_good_word_before_zero_cancels_it_unseen() -> None:
    s = marius()
    seal(s, 1, 7, "kiwi", 25_000)
    wait(s, "place/close")
    events = lay(s, 0, 1, "kaki", 30_000)
    events += wait(s, "said/close")
    assert not any("kiwi" in str(e.data) for e in events)
    assert (s.spoken, active(s), sizes(s)) == (["kaki"], (1,), [2, 2, 2])


@pytest.mark.rule("broderix", "D12")
@pytest.mark.parametrize("turned", ["bA", "★"])
def test_a_vowel_or_etoile_laid_by_another_gives_nobody_another_turn(turned: str) -> None:
    s = marius(turned)
    seal(s, 2, 2, "ta", 25_000)
    wait(s, "place/close")
    wait(s, "countdown/zero")
    wait(s, "said/close")
    assert (phase(s), active(s)) == ("start", (1,))


@pytest.mark.rule("broderix", "D7", "R24")
def test_whoever_gave_the_word_may_say_point() -> None:
    s = marius()
    seal(s, 1, 7, "skie", 25_000, kind=KNOWN | VERB)
    wait(s, "place/close")
    wait(s, "countdown/zero")
    assert [names(s, seat) for seat in s.all_seats] == [{"contest"}, {"point"}, {"contest"}]


@pytest.mark.rule("broderix", "D11", "R22")
def test_a_refused_idea_bars_its_author_on_this_card_and_the_search_goes_on() -> None:
    s = marius()
    seal(s, 1, 7, "kiwi", 25_000)
    wait(s, "place/close")
    wait(s, "countdown/zero")
    do(s, 2, "contest")
    do(s, 1, "take_back")
    assert (phase(s), active(s), faces(s, "turned"), top(s, 7)) == ("place", (0,), ["pK"], "pI")
    assert (names(s, 1), names(s, 2), sizes(s)) == (set(), {"idea"}, [2, 2, 2])
    assert due(s) == ("place/limit", 60_000 + s.now - 25_031)


@pytest.mark.rule("broderix", "D11", "R26")
@pytest.mark.parametrize("silent", [True, False])
def test_nobody_finds_and_the_card_goes_under_the_draw_pile(silent: bool) -> None:
    s = marius(draw="… pW")
    if silent:
        assert told(wait(s, "place/limit"), "timeout") == [{"seat": 0}]
        assert s.now == 60_000
    else:
        do(s, 0, "dry")
    assert (phase(s), due(s)) == ("gave_up", ("gave_up/limit", s.now + 10_000))
    wait(s)
    assert (faces(s, "pile:0"), faces(s, "turned"), s.faces[s.draw.cards[0]]) == (["vE", "vT"], [], "pK")
    assert (phase(s), active(s), s.spoken) == ("start", (1,), [])


@pytest.mark.rule("broderix", "D11")
@pytest.mark.parametrize(("chrono", "span"), [(10, 10_000), (3, 10_000)])
def test_the_others_have_a_chrono_and_at_least_ten_seconds(chrono: int, span: Millis) -> None:
    s = marius(chrono=chrono)
    do(s, 0, "dry")
    assert due(s) == ("gave_up/limit", s.now + span)


@pytest.mark.rule("broderix", "D11", "R25")
def test_the_first_idea_after_that_counts_at_once() -> None:
    s = marius(draw="… pW")
    do(s, 0, "dry")
    seal(s, 2, 7, "kiwi", 4_000)
    wait(s, "gave_up/close")
    assert (phase(s), s.spoken) == ("said", ["kiwi"])
    wait(s, "said/close")
    assert (faces(s, "pile:0"), active(s)) == (["pW", "vE", "vT"], (1,))


@pytest.mark.rule("broderix", "D11")
@pytest.mark.parametrize("turn_time", [45, 60, 90])
def test_the_turn_timer_is_an_option(turn_time: int) -> None:
    assert due(marius(turn_time=turn_time)) == ("place/limit", turn_time * 1_000)


@pytest.mark.rule("broderix", "D15", "R25")
def test_with_nothing_to_draw_nobody_draws() -> None:
    s = marius(draw="")
    do(s, 0, "dry")
    seal(s, 1, 7, "kiwi")
    wait(s, "gave_up/close")
    assert told(wait(s, "said/close"), "receives") == [{"seat": 0, "count": 0}]
    assert (sizes(s), active(s)) == ([2, 2, 2], (1,))


# ---- the end -------------------------------------------------------------------------------------------


@pytest.mark.rule("broderix", "R35", "R36", "D19", "D21")
def test_the_first_without_cards_has_won_once_his_word_stands() -> None:
    """Example 10, not contested."""
    s = searching("vT", "vR vL", "vS")
    lay(s, 0, 1, "table")
    assert s.outcome is None
    wait(s, "said/close")
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.scores, s.outcome.ranks) == ((0,), (0, 2, 1), (1, 3, 2))
    assert s.outcome.reason is Reason.RULE


@pytest.mark.rule("broderix", "D19", "D8")
def test_a_last_word_that_is_refused_comes_back() -> None:
    """Example 10: Olga is seat 0, Marius contests within three seconds."""
    s = searching("vT", "vR vL")
    lay(s, 0, 1, "table")
    do(s, 1, "contest", t=2_000)
    do(s, 0, "go_on", t=5_000, text="basse")
    do(s, 1, "refuse", t=6_000)
    assert (s.outcome, phase(s), active(s)) == (None, "place", (0,))
    assert (faces(s, "turned"), top(s, 1), s.spoken) == (["vT"], "vA", [])
    assert due(s) == ("place/limit", 66_000)


@pytest.mark.rule("broderix", "D19")
def test_a_right_to_play_again_is_void_then() -> None:
    s = at("bA", "vR vL")
    turn_and_lay(s, 0, 2, "ta")
    assert s.outcome is not None
    assert s.outcome.winners == (0,)


@pytest.mark.rule("broderix", "D19", "R26")
def test_nobody_wins_by_finding_nothing() -> None:
    """Example 11."""
    s = marius(last="", draw="… pW")
    do(s, 0, "dry")
    events = wait(s, "gave_up/limit")
    assert told(events, "receives") == [{"seat": 0, "count": 1}]
    assert (s.outcome, faces(s, "pile:0"), s.faces[s.draw.cards[0]]) == (None, ["pW"], "pK")
    assert active(s) == (1,)


@pytest.mark.rule("broderix", "D19", "R36")
def test_to_the_letter_he_would_have_won() -> None:
    """C20."""
    s = marius(last="", letter=True)
    do(s, 0, "dry")
    wait(s, "gave_up/limit")
    assert s.outcome is not None
    assert s.outcome.winners == (0,)


@pytest.mark.rule("broderix", "D19", "R25")
def test_a_last_card_that_another_lays_does_not_win_either() -> None:
    s = marius(last="", draw="… pW")
    seal(s, 1, 7, "kiwi", 25_000)
    wait(s, "place/close")
    wait(s, "countdown/zero")
    wait(s, "said/close")
    assert (s.outcome, faces(s, "pile:0"), active(s)) == (None, ["pW"], (1,))


@pytest.mark.rule("broderix", "D20")
@pytest.mark.parametrize(("other", "winners"), [("vR", (1,)), ("vR vL", (0, 1)), ("vR vL pP", (0,))])
def test_after_sixty_turns_each_the_fewest_cards_win(other: str, winners: tuple[Seat, ...]) -> None:
    """The last turn of two players: seat 0 is stuck and keeps two cards."""
    for turns, over in ((119, False), (120, True)):
        s = searching("vE vT pB", other)
        s.turns = turns
        do(s, 0, "dry")
        wait(s, "gave_up/limit")
        assert (s.outcome is not None) == over
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.reason) == (winners, Reason.CAP)


@pytest.mark.rule("broderix", "D20")
def test_a_turn_is_counted_once_however_often_one_plays_again() -> None:
    s = at("vT pB ★ bE", "vR pR")
    turn_and_lay(s, 0, 6, "elle")
    turn_and_lay(s, 0, 2, "te")
    assert s.turns == 1
    turn_and_lay(s, 0, 0, "Robert")
    assert s.turns == 2  # the other's has begun


# ---- alone with bots -----------------------------------------------------------------------------------


def bots_word() -> BroderixState:
    """Seat 0 is a bot and has said « Robert »; seat 1 is the only human."""
    s = searching("vE vT pB", "vR pR", "vS bU")
    bots(s, 0, 2)
    lay(s, 0, 0, "Robert", 8_000)
    return s


@pytest.mark.rule("broderix", "D24")
def test_nobody_contests_one_human_alone() -> None:
    s = searching("vE vT pB", "vR pR")
    bots(s, 1)
    lay(s, 0, 0, "Robert")
    assert (phase(s), active(s)) == ("start", (1,))


@pytest.mark.rule("broderix", "D24")
def test_he_may_have_another_word_once_in_a_bots_turn_with_fresh_time() -> None:
    s = bots_word()
    assert [names(s, seat) for seat in s.all_seats] == [set(), {"another"}, set()]
    do(s, 1, "another", t=9_000)
    assert (phase(s), active(s), faces(s, "turned"), s.spoken) == ("place", (0,), ["pB"], [])
    assert due(s) == ("place/limit", 9_000 + 60_000)
    assert top(s, 0) == "pO"
    lay(s, 0, 8, "bon", 20_000)
    assert (phase(s), active(s)) == ("start", (1,))  # once in a turn: nothing is left to wait for
    assert s.lost == [0, 0, 0]


@pytest.mark.rule("broderix", "D24")
def test_the_next_bots_turn_has_another_again() -> None:
    s = bots_word()
    do(s, 1, "another", t=9_000)
    lay(s, 0, 8, "bon", 20_000)
    turn_and_lay_alone(s, 1, 4, "sera")
    do(s, 2, "flip")
    lay(s, 2, 13, "une")
    assert names(s, 1) == {"another"}


def turn_and_lay_alone(s: BroderixState, seat: Seat, pile: int, word: str) -> None:
    """A human alone with bots: no window opens for a word without a verb."""
    do(s, seat, "flip")
    lay(s, seat, pile, word)


@pytest.mark.rule("broderix", "D24", "D7")
def test_a_bots_point_waits_for_one_who_may_have_another() -> None:
    s = searching("vE vT pM", "vR pR", "vS bU")
    bots(s, 0, 2)
    lay(s, 0, 5, "mange", 8_000)
    do(s, 0, "point", t=9_000)
    assert (phase(s), names(s, 1), s.stories) == ("said", {"another"}, [])
    wait(s, "said/close")
    assert s.stories == ["Mange."]
