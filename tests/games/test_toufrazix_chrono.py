"""Toufrazix, rule by rule: chrono, nobody finds, the last card.

Expected results are worked out from the rules.
"""

import pytest

from tablee.games.toufrazix.rules import ToufrazixState
from tablee.kernel.door import encode
from tablee.kernel.events import Event
from tablee.kernel.units import Millis, Seat
from tests.games.toufrazix import (
    LEFT,
    RIGHT,
    counts,
    due,
    has_sentence,
    phase,
    say,
    says,
    seal,
    searching,
    stands,
    table,
    turn,
    written_on,
    wrong,
)
from tests.table import do, faces, names, told, view, wait


def rescue(s: ToufrazixState, author: Seat, line: int, side: str, sentence: str) -> list[Event]:
    """A chrono that runs down to zero, and nobody contests the sentence."""
    seal(s, author, line, side, sentence)
    wait(s, "search/close")
    events = wait(s, "countdown/zero")
    return [*events, *stands(s)]


def nobody_finds(s: ToufrazixState, seat: Seat) -> list[Event]:
    do(s, seat, "dry")
    return wait(s, "gave_up/limit")


# ---- chrono --------------------------------------------------------------------------------------------


@pytest.mark.rule("toufrazix", "R22", "R23", "R24", "D7")
def test_who_has_an_idea_starts_a_chrono_and_at_zero_his_sentence_is_laid() -> None:
    s = searching()
    assert names(s, 1) == names(s, 2) == {"idea"}
    seal(s, 2, 1, LEFT, "donne ta", 1_000)
    wait(s, "search/close")
    assert (phase(s), due(s)[1] - s.now) == ("countdown", 10_000)
    events = wait(s, "countdown/zero")
    assert told(events, "opens") == [{"seat": 2, "words": "donne ta"}]
    assert (phase(s), counts(s)) == ("spoken_sentence", [1, 2, 2])
    draw = faces(s, "draw")
    stands(s)
    assert faces(s, "line:0") == ["vO", "vT"]
    assert (written_on(s, 1), s.zone("line:0").by) == (["donne", "ta"], [2])
    assert faces(s, "pile:0") == [draw[-1], "pK"]
    assert turn(s) == 1  # the next player, though a vowel was laid (D9) and seat 2 had the idea


@pytest.mark.rule("toufrazix", "D7")
def test_a_sealed_idea_is_seen_by_its_author_alone() -> None:
    s = searching()
    seal(s, 2, 1, LEFT, "donne ta")
    wait(s, "search/close")
    assert view(s, 2).fact("sealed")["value"] == "donne ta"
    for seat in (0, 1):
        assert view(s, seat).fact("sealed") == {"sealed": True}
        assert b"donne" not in encode(view(s, seat))


@pytest.mark.rule("toufrazix", "D7")
def test_until_zero_the_searcher_may_answer_and_the_idea_is_never_shown() -> None:
    s = searching()
    seal(s, 2, 1, LEFT, "donne ta")
    wait(s, "search/close")
    assert names(s, 0) == {"say"}
    says(s, 0, 1, RIGHT, "arrêtez tout")
    assert (written_on(s, 1), counts(s), turn(s)) == (["arrêtez", "tout"], [1, 2, 2], 0)


@pytest.mark.rule("toufrazix", "D7")
@pytest.mark.parametrize(("second", "author"), [(20_030, 1), (20_031, 2)])
def test_of_two_ideas_within_30_ms_the_nearest_clockwise_counts(second: Millis, author: Seat) -> None:
    s = searching()
    seal(s, 2, 1, LEFT, "donne ta", 20_000)
    seal(s, 1, 1, RIGHT, "arrêtez tout", 20_031, at=second)
    assert told(wait(s, "search/close"), "chrono") == [{"seat": author, "owner": 0, "seconds": 10}]


@pytest.mark.rule("toufrazix", "D7")
@pytest.mark.parametrize("sentence", ["toit tout", "donne tout", "donne"])
def test_an_idea_that_does_not_fit_is_refused_at_once(sentence: str) -> None:
    s = searching()
    assert wrong(s, 2, 1, RIGHT, sentence, "idea") in {"no_verb", "letters_missing", "not_a_sentence"}


@pytest.mark.rule("toufrazix", "D8", "D2")
def test_a_refused_idea_was_a_void_launch_and_the_search_goes_on() -> None:
    s = searching()
    has_sentence(s, 1, "toit", 1)
    seal(s, 2, 1, LEFT, "donne ta", 20_000)
    wait(s, "search/close")
    wait(s, "countdown/zero")
    left = 90_000 - 20_031
    do(s, 0, "contest")
    do(s, 1, "refuse")
    assert phase(s) == "search"
    assert (faces(s, "line:0"), faces(s, "turned")) == (["vT"], ["vO"])
    assert (written_on(s, 1), s.zone("line:0").by) == (["toit"], [1])
    assert (names(s, 0), names(s, 1), names(s, 2)) == ({"say", "dry"}, {"idea"}, set())
    assert (counts(s), due(s)) == ([1, 2, 2], ("search/limit", s.now + left))


@pytest.mark.rule("toufrazix", "D2")
def test_a_contested_sentence_is_taken_back_and_costs_nothing() -> None:
    s = searching()
    has_sentence(s, 1, "toit", 1)
    say(s, 0, 1, RIGHT, "arrêtez tout", 4_000)
    assert (faces(s, "line:0"), written_on(s, 1)) == (["vT", "vO"], ["arrêtez", "tout"])
    assert (names(s, 1), names(s, 0)) == ({"contest"}, set())
    do(s, 1, "contest")
    do(s, 2, "refuse")
    assert (phase(s), turn(s), counts(s)) == ("search", 0, [1, 2, 2])
    assert (faces(s, "line:0"), faces(s, "turned"), written_on(s, 1)) == (["vT"], ["vO"], ["toit"])
    assert due(s) == ("search/limit", s.now + 86_000)
    says(s, 0, 1, LEFT, "donne ta")
    assert faces(s, "line:0") == ["vO", "vT"]


@pytest.mark.rule("toufrazix", "D2")
def test_silence_accepts() -> None:
    s = searching()
    say(s, 0, 1, RIGHT, "arrêtez tout")
    do(s, 1, "contest")
    wait(s, "vote/limit")
    assert written_on(s, 1) == ["arrêtez", "tout"]
    assert (phase(s), turn(s)) == ("flip", 0)


@pytest.mark.rule("toufrazix", "D2")
@pytest.mark.parametrize("accepted", [True, False])
def test_an_unknown_word_goes_to_the_vote(accepted: bool) -> None:
    s = searching()
    say(s, 0, 1, RIGHT, "arrêtez zorg")
    assert (phase(s), view(s).fact("words")) == ("vote", ["zorg"])
    for seat in (1, 2):
        do(s, seat, "accept" if accepted else "refuse")
    assert phase(s) == ("spoken_sentence" if accepted else "search")
    assert counts(s) == [1, 2, 2]


# ---- nobody finds --------------------------------------------------------------------------------------


@pytest.mark.rule("toufrazix", "R25", "D9")
def test_nobody_finds_and_the_card_goes_under_the_draw_pile() -> None:
    """O is a vowel, and still the next one plays."""
    s = searching()
    before = faces(s, "draw")
    do(s, 0, "dry")
    assert (phase(s), due(s)[1] - s.now, names(s, 1)) == ("gave_up", 20_000, {"idea", "no_idea"})
    wait(s, "gave_up/limit")
    assert faces(s, "draw") == ["vO", *before]
    assert (counts(s), faces(s, "line:0"), turn(s), phase(s)) == ([1, 2, 2], ["vT"], 1, "flip")


@pytest.mark.rule("toufrazix", "R22", "R24", "D24")
def test_after_dry_the_first_accepted_idea_counts_at_once() -> None:
    s = searching()
    do(s, 0, "dry")
    seal(s, 1, 1, RIGHT, "arrêtez tout")
    assert told(wait(s, "gave_up/close"), "opens") == [{"seat": 1, "words": "arrêtez tout"}]
    stands(s)
    assert (counts(s), written_on(s, 1), turn(s)) == ([2, 2, 2], ["arrêtez", "tout"], 1)


@pytest.mark.rule("toufrazix", "D24")
@pytest.mark.parametrize("seconds", [60, 90, 120])
def test_the_search_limit_counts_as_dry(seconds: int) -> None:
    s = searching(search_s=seconds)
    assert due(s) == ("search/limit", seconds * 1_000)
    assert told(wait(s), "dry") == [{"seat": 0}]
    assert phase(s) == "gave_up"


@pytest.mark.rule("toufrazix", "D9")
@pytest.mark.parametrize("face", ["vO", "★"])
def test_who_was_helped_does_not_play_again(face: str) -> None:
    s = searching(f"line:0=vT | pile:0=pK {face}")
    rescue(s, 2, 1, RIGHT, "arrêtez tout")
    assert turn(s) == 1


# ---- the last card -------------------------------------------------------------------------------------


@pytest.mark.rule("toufrazix", "R26", "R27", "R28")
@pytest.mark.parametrize("face", ["vL", "bO", "★"])
def test_who_lays_his_last_card_wins_all_the_cards_laid(face: str) -> None:
    """Not before the sentence can no longer be contested; after a vowel or an étoile there is nothing to play."""
    s = searching(f"line:0=bA bB bC bD bE bF bG | line:1=vT | pile:0={face}")
    say(s, 0, 2, RIGHT, "arrêtez loup")
    assert (s.scores, s.round) == ([0, 0, 0], 0)
    assert told(stands(s), "round_won") == [{"winner": 0, "count": 9}]
    assert s.scores == [9, 0, 0]
    assert (len(s.won(0).cards), counts(s), len(s.draw.cards)) == (9, [7, 7, 7], 100 - 9 - 21 - 1)
    assert [len(line.cards) for line in s.lines[:3]] == [1, 0, 0]
    assert [(line.said, line.by) for line in s.lines[:2]] == [("", []), ("", [])]


@pytest.mark.rule("toufrazix", "D12", "R24")
def test_who_was_helped_with_his_last_card_has_not_won() -> None:
    """Example 8."""
    s = searching("line:0=vT | pile:0=pD")
    rescue(s, 2, 1, RIGHT, "ta donne")
    assert (faces(s, "line:0"), counts(s), turn(s)) == (["vT", "pD"], [1, 2, 2], 1)
    assert (s.scores, s.round) == ([0, 0, 0], 0)


@pytest.mark.rule("toufrazix", "D12", "R25")
def test_who_was_stuck_on_his_last_card_draws_another() -> None:
    """Example 9."""
    s = searching("line:0=vT | pile:0=pD")
    before = faces(s, "draw")
    nobody_finds(s, 0)
    assert (faces(s, "pile:0"), faces(s, "draw")) == ([before[-1]], ["pD", *before[:-1]])
    assert (turn(s), s.scores, s.round) == (1, [0, 0, 0], 0)


@pytest.mark.rule("toufrazix", "D13")
def test_who_has_no_cards_after_being_stuck_is_out_where_there_is_nothing_to_draw() -> None:
    s = table("line:0=vT | pile:0=pD | pile:1=pW bW bL | pile:2=pQ bQ bM | won:1=…")
    do(s, 0, "flip")
    events = rescue(s, 2, 1, RIGHT, "ta donne")
    assert told(events, "receives") == [{"seat": 0, "count": 0}]
    assert told(events, "out") == [{"seat": 0}]
    for seat in (1, 2):
        assert turn(s) == seat
        do(s, seat, "flip")
        says(s, seat, 1, RIGHT, ["ta donne le", "ta donne le maintenant"][seat - 1])
    assert turn(s) == 1


@pytest.mark.rule("toufrazix", "D13", "D12")
def test_a_card_nobody_found_for_does_not_come_back_to_its_player() -> None:
    """The draw pile was empty when he was stuck, so he receives nothing."""
    s = table("line:0=vT | pile:0=pD | pile:1=pW bW | won:1=…", 2)
    do(s, 0, "flip")
    nobody_finds(s, 0)
    assert (faces(s, "draw"), counts(s), turn(s)) == (["pD"], [0, 2], 1)


@pytest.mark.rule("toufrazix", "D16")
def test_without_a_card_in_any_pile_the_round_is_stopped() -> None:
    s = table("line:0=vT vO | pile:0=pD | pile:1= | won:1=bA bB | aside=…", 2)
    do(s, 0, "flip")
    events = rescue(s, 1, 1, RIGHT, "ta poule donne")
    assert told(events, "round_stopped") == [{"count": 3}]
    assert s.scores == [0, 0]
    assert len(s.aside.cards) == 98 and s.outcome is not None


@pytest.mark.rule("toufrazix", "D16")
def test_twice_as_many_turns_in_a_row_as_players_without_a_find_stop_the_round() -> None:
    s = table("line:0=vT vO | pile:0=pK bK pF bF | pile:1=pW bW pX bX", 2)
    for i in range(4):
        assert (turn(s), s.round) == (i % 2, 0)
        do(s, i % 2, "flip")
        events = nobody_finds(s, i % 2)
    assert told(events, "round_stopped") == [{"count": 2}]
    assert (s.scores, len(s.aside.cards), s.round) == ([0, 0], 2, 1)
    assert (counts(s), len(s.draw.cards)) == ([7, 7], 98 - 15)


@pytest.mark.rule("toufrazix", "D16")
def test_a_turn_that_ends_otherwise_begins_the_count_anew() -> None:
    s = table("line:0=vT | pile:0=pK bK pF | pile:1=pX bL pW", 2)
    for seat in (0, 1, 0):
        do(s, seat, "flip")
        nobody_finds(s, seat)
    do(s, 1, "flip")
    says(s, 1, 1, RIGHT, "tombe le")
    do(s, 0, "flip")
    nobody_finds(s, 0)
    assert (s.round, turn(s)) == (0, 1)
