"""Abcdrix, rule by rule: the chrono, stuck. Expected results are worked out from the rules."""

import pytest

from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import SAID
from tablee.pieces.toutilix import PETARD
from tests.games.abcdrix import (
    bang,
    cards,
    hand,
    idea,
    lay,
    phase,
    places,
    row,
    stuck,
    symbols,
    table,
    turn,
    wrong,
)
from tests.table import do, names, told, view, wait

# ---- the chrono ----------------------------------------------------------------------------------------


@pytest.mark.rule("abcdrix", "R32", "R33", "R34", "R35", "D17", "D23")
def test_at_zero_the_idea_is_laid_and_its_author_takes_the_turn() -> None:
    """Example 9, with the times of example 11."""
    s = stuck()
    assert names(s, 1) == {"idea"}
    idea(s, "O", 0, "poker", t=4_000)
    assert (phase(s), names(s, 1)) == ("own", set())
    assert view(s, 1).fact("waiting")[1] == "poker"
    assert "poker" not in str([view(s, other).fact("waiting") for other in (0, 2)])
    wait(s, "own/close")
    assert (s.now, phase(s)) == (20_000, "countdown")
    assert view(s, 2).fact("sealed") == {"sealed": True}
    top = s.draw.cards[-1]
    events = wait(s, "countdown/zero")
    assert s.now == 30_000
    assert told(events, "opens") == [{"seat": 1, "words": "poker"}]
    assert told(events, "rescues") == [{"seat": 1, "owner": 0, "card": "O", "row": "OK"}]
    assert row(s) == "O/W K"
    assert top in s.hand(1).cards
    assert (hand(s, 1), hand(s, 0)) == (3, 3)  # one laid and one drawn; two piles and three cards
    assert (phase(s), turn(s)) == ("own", 1)


@pytest.mark.rule("abcdrix", "D23", "R19")
def test_whoever_was_stuck_completes_his_cards() -> None:
    s = table(2, rows={0: "W K"}, hands={0: "X", 1: "O S"})
    idea(s, "O", 0, "poker")
    wait(s)
    wait(s)
    assert (hand(s, 0), hand(s, 1), turn(s)) == (3, 2, 1)


@pytest.mark.rule("abcdrix", "R33")
def test_only_letters_and_etoiles_in_the_row_of_whoever_is_stuck() -> None:
    s = stuck()
    assert cards(s, 1, "idea") == {"O", "S"}
    assert places(s, 1, "idea") == {"before:0", "row:0:0", "row:0:1", "after:0"}
    assert wrong(s, PETARD, 0, "poker", seat=1, name="idea") == "not_possible"


@pytest.mark.rule("abcdrix", "R33")
def test_nobody_can_tell_that_somebody_holds_nothing_but_petards() -> None:
    s = table(3, rows={0: "W K"}, hands={0: "X", 1: "✹ ✹", 2: "O A"})
    assert (names(s, 1), names(s, 2)) == (set(), {"idea"})
    do(s, 0, "dry")
    assert (names(s, 1), names(s, 2)) == ({"no_idea"}, {"idea", "no_idea"})
    assert view(s, 2).active == (1, 2)


@pytest.mark.rule("abcdrix", "D17")
def test_an_idea_that_does_not_fit_is_refused_at_once() -> None:
    s = stuck()
    assert wrong(s, "O", "before", "poker", seat=1, name="idea") == "extract_missing"
    idea(s, "O", 0, "poker")
    wait(s, "own/close")
    assert names(s, 2) == set()  # one chrono at a time


@pytest.mark.rule("abcdrix", "D17", "D32")
def test_no_chrono_before_the_grace_is_over() -> None:
    s = stuck(grace_s=40)
    idea(s, "O", 0, "poker", t=1_000)
    wait(s, "own/close")
    assert s.now == 40_000


@pytest.mark.rule("abcdrix", "D32")
def test_each_card_laid_gives_another_grace() -> None:
    s = table(3, rows={0: "A"}, hands={0: "T R K", 1: "O S", 2: "I"})
    lay(s, "T", "after", "chateau", t=15_000)
    idea(s, "S", 1, "as", t=16_000)
    wait(s, "others/close")
    assert (s.now, phase(s)) == (35_000, "countdown")


@pytest.mark.rule("abcdrix", "D32", "D21")
def test_a_card_laid_in_time_sends_a_waiting_idea_back_unseen() -> None:
    """Example 11."""
    s = table(2, rows={0: "A"}, hands={0: "T R", 1: "S K"})
    idea(s, "S", "after", "as", t=4_000)
    events = lay(s, "T", "after", "chateau", t=17_000)
    assert all(SAID("as") not in event.data.values() for event in events)
    assert (hand(s, 1), view(s, 1).fact("waiting")[1]) == (2, "")
    do(s, 0, "fini")
    assert turn(s) == 1


@pytest.mark.rule("abcdrix", "D32", "D18")
def test_dry_opens_a_waiting_idea_at_once() -> None:
    """Example 11."""
    s = stuck()
    idea(s, "O", 0, "poker", t=4_000)
    do(s, 0, "dry", t=12_000)
    wait(s, "gave_up/close")
    assert s.now < 12_100
    assert (row(s), turn(s)) == ("O/W K", 1)


@pytest.mark.rule("abcdrix", "D32")
def test_of_several_ideas_that_wait_the_first_one_counts() -> None:
    s = stuck()
    idea(s, "O", 0, "poker", seat=2, t=3_000)
    idea(s, "O", 0, "okapi", seat=1, t=4_000)
    assert told(wait(s, "own/close"), "chrono") == [{"seat": 2, "owner": 0, "seconds": 10}]


@pytest.mark.rule("abcdrix", "D20")
@pytest.mark.parametrize(("second", "author"), [(3_030, 1), (3_031, 2)])
def test_of_two_ideas_within_30_ms_the_nearest_clockwise_counts(second: Millis, author: Seat) -> None:
    s = stuck()
    idea(s, "O", 0, "poker", seat=2, t=3_000)
    idea(s, "O", 0, "okapi", seat=1, t=3_031, at=second)
    assert told(wait(s, "own/close"), "chrono")[0]["seat"] == author


@pytest.mark.rule("abcdrix", "D21")
def test_a_refused_word_does_not_stop_the_chrono_an_accepted_card_does() -> None:
    s = table(2, rows={0: "A"}, hands={0: "T R", 1: "S K"})
    idea(s, "S", "after", "as")
    wait(s, "own/close")
    assert wrong(s, "T", "after", "tapa", t=21_000) == "extract_missing"
    assert phase(s) == "countdown"
    events = lay(s, "T", "after", "chateau", t=22_000)
    assert (phase(s), row(s), hand(s, 1)) == ("others", "A T", 2)
    assert all(SAID("as") not in event.data.values() for event in events)


@pytest.mark.rule("abcdrix", "D21")
def test_a_petard_stops_the_chrono_too() -> None:
    s = table(2, rows={0: "A T"}, hands={0: "R ✹ K", 1: "S I"})
    idea(s, "S", 1, "as")
    wait(s, "own/close")
    bang(s, 0, 0)
    assert (phase(s), row(s), hand(s, 1)) == ("others", "T", 2)


@pytest.mark.rule("abcdrix", "D21")
def test_to_finish_stops_the_chrono_too() -> None:
    s = table(2, rows={0: "A", 1: "A"}, hands={0: "T R K", 1: "S I"})
    lay(s, "T", "after", "chateau")
    idea(s, "S", 1, "as")
    wait(s, "others/close")
    do(s, 0, "fini")
    assert (turn(s), row(s), hand(s, 1)) == (1, "A T", 2)


@pytest.mark.rule("abcdrix", "R32", "R33", "D17")
def test_a_chrono_in_step_two() -> None:
    s = table(2, rows={0: "A", 1: "A"}, hands={0: "T R K", 1: "S I"})
    lay(s, "T", "after", "chateau")
    idea(s, "S", 1, "as")
    wait(s, "others/close")
    assert names(s, 0) == {"lay", "fini"}
    wait(s, "countdown/zero")
    assert (row(s), turn(s), hand(s, 0)) == ("A S/T", 1, 3)


@pytest.mark.rule("abcdrix", "D22")
def test_a_refused_idea_bars_its_author_for_the_turn() -> None:
    s = stuck()
    idea(s, "O", 0, "oktz")
    wait(s, "own/close")
    wait(s, "countdown/zero")
    assert phase(s) == "vote"
    left = s.phases[0].until - s.phases[0].time(s)  # type: ignore[attr-defined]
    for voter in (0, 2):
        do(s, voter, "refuse")
    assert (phase(s), row(s), hand(s, 1)) == ("own", "W K", 3)
    assert s.phases[0].until - s.phases[0].time(s) == left  # type: ignore[attr-defined]
    assert names(s, 1) == set()
    assert names(s, 2) == {"idea"}


@pytest.mark.rule("abcdrix", "D22")
def test_the_bar_holds_through_the_whole_turn_and_no_longer() -> None:
    s = table(3, rows={0: "A", 1: "A", 2: "A"}, hands={0: "T R K", 1: "S I", 2: "R T"})
    idea(s, "S", 0, "szz")
    wait(s)
    wait(s)
    for voter in (0, 2):
        do(s, voter, "refuse")
    lay(s, "T", "after", "chateau")
    assert (phase(s), names(s, 1), names(s, 2)) == ("others", set(), {"idea"})
    do(s, 0, "fini")
    lay(s, "S", "after", "as", seat=1)
    do(s, 1, "fini")
    assert (turn(s), names(s, 1)) == (2, {"idea"})


@pytest.mark.rule("abcdrix", "D22", "R36")
def test_the_bar_holds_after_an_exchange_which_is_still_the_same_turn() -> None:
    s = stuck()
    idea(s, "O", 0, "oktz")
    wait(s, "own/close")
    wait(s, "countdown/zero")
    for voter in (0, 2):
        do(s, voter, "refuse")
    do(s, 0, "dry")
    assert told(wait(s, "gave_up/limit"), "exchanges") == [{"seat": 0}]
    do(s, 0, "lay_base", card=s.letters(0)[0])
    assert (phase(s), turn(s)) == ("own", 0)
    assert (names(s, 1), names(s, 2)) == (set(), {"idea"})


@pytest.mark.rule("abcdrix", "D22", "R36")
def test_when_nobody_may_send_an_idea_any_more_all_cards_are_exchanged_at_the_end_of_the_search() -> None:
    s = table(2, rows={0: "W K"}, hands={0: "X Q V", 1: "O S"})
    idea(s, "O", 0, "oktz")
    wait(s)
    wait(s)
    do(s, 0, "refuse")
    assert phase(s) == "own"
    events = wait(s, "own/limit")
    assert told(events, "exchanges") == [{"seat": 0}]


# ---- stuck ---------------------------------------------------------------------------------------------


@pytest.mark.rule("abcdrix", "R36", "R37", "D24", "D18")
def test_nobody_has_an_idea_all_cards_go_under_the_pile() -> None:
    """Example 10."""
    s = table(2, rows={0: "W/M K/N"}, hands={0: "X Q V", 1: "Z J"})
    top = s.draw.cards[-4:]
    do(s, 0, "dry")
    assert phase(s) == "gave_up"
    began = s.now
    events = wait(s, "gave_up/limit")
    assert s.now == began + 10_000
    assert told(events, "exchanges") == [{"seat": 0}]
    assert symbols(s, "draw")[:7] == ["V", "Q", "X", "N", "K", "M", "W"]
    assert (row(s), s.hand(0).cards) == ("", top[::-1])
    assert (phase(s), names(s, 1)) == ("base", set())
    do(s, 0, "lay_base", card=s.letters(0)[0])
    assert (phase(s), turn(s), hand(s), len(s.row(0))) == ("own", 0, 3, 1)


@pytest.mark.rule("abcdrix", "D25")
def test_stuck_again_he_keeps_his_cards_and_passes() -> None:
    """Example 10."""
    s = table(2, rows={0: "W K"}, hands={0: "X Q V", 1: "Z J"})
    do(s, 0, "dry")
    wait(s, "gave_up/limit")
    do(s, 0, "lay_base", card=s.letters(0)[0])
    kept = [*s.hand(0).cards]
    do(s, 0, "dry")
    events = wait(s, "gave_up/limit")
    assert not told(events, "exchanges")
    assert (s.hand(0).cards[:3], hand(s)) == (kept, 4)
    assert (turn(s), len(s.row(0))) == (1, 1)


@pytest.mark.rule("abcdrix", "D18")
@pytest.mark.parametrize("limit", [60, 90])
def test_the_turn_timer_presses_dry(limit: int) -> None:
    s = stuck(turn_s=limit)
    events = wait(s, "own/limit")
    assert (s.now, phase(s)) == (limit * 1_000, "gave_up")
    assert told(events, "dry") == [{"seat": 0}]


@pytest.mark.rule("abcdrix", "D18")
def test_without_a_limit_only_somebody_absent_is_hurried() -> None:
    s = stuck(turn_s=0)
    assert s.next_alarm() is None
    apply(s, SeatChanged(5_000, 0, human=True, present=False))
    wait(s, "own/limit")
    assert s.now == 65_000


@pytest.mark.rule("abcdrix", "D18")
def test_after_dry_the_first_accepted_idea_counts_at_once() -> None:
    s = stuck()
    do(s, 0, "dry", t=5_000)
    assert names(s, 1) == names(s, 2) == {"idea", "no_idea"}
    do(s, 2, "no_idea", t=6_000)
    idea(s, "O", 0, "poker", t=7_000)
    wait(s, "gave_up/close")
    assert s.now < 7_100
    assert (row(s), turn(s)) == ("O/W K", 1)


@pytest.mark.rule("abcdrix", "D19")
def test_who_has_laid_at_home_is_never_stuck() -> None:
    s = table(2, rows={0: "A", 1: "A"}, hands={0: "T R K", 1: "S I"})
    lay(s, "T", "after", "chateau", t=1_000)
    assert "dry" not in names(s, 0)
    events = wait(s, "others/limit")
    assert s.now == 61_000
    assert told(events, "fini") == [{"seat": 0, "count": 1}]
    assert (turn(s), hand(s)) == (1, 3)


@pytest.mark.rule("abcdrix", "R32", "D18")
def test_who_has_nothing_that_he_could_lay_is_stuck_at_once() -> None:
    """Five piles and no card: he draws none (D12), but the others may still help him."""
    s = table(2, rows={0: "P L A T E", 1: "A"}, hands={0: "", 1: "S K"})
    assert (phase(s), names(s, 1)) == ("gave_up", {"idea", "no_idea"})
    idea(s, "S", 4, "plats")
    wait(s)
    assert (row(s), turn(s)) == ("P L A T S/E", 1)


@pytest.mark.rule("abcdrix", "D23", "R35")
@pytest.mark.parametrize(("author", "following"), [(3, 1), (2, 1), (1, 2)])
def test_after_a_rescue_the_order_goes_on_after_whoever_was_stuck(author: Seat, following: Seat) -> None:
    """Example 12."""
    rows = dict.fromkeys(range(4), "A")
    s = table(4, rows=rows, hands={0: "X", 1: "S T", 2: "S T", 3: "S T"})
    do(s, 0, "dry")
    idea(s, "S", "after", "as", seat=author)
    wait(s, "gave_up/close")
    assert turn(s) == author
    lay(s, "T", "after", "chateau", seat=author)
    if phase(s) == "others" and turn(s) == author:
        do(s, author, "fini")
    assert turn(s) == following


@pytest.mark.rule("abcdrix", "D23")
def test_a_rescue_of_the_rescuer_passes_over_nobody() -> None:
    rows = dict.fromkeys(range(4), "A")
    s = table(4, rows=rows, hands={0: "X", 1: "S T", 2: "S T", 3: "S"})
    do(s, 0, "dry")
    idea(s, "S", "after", "as", seat=3)
    wait(s, "gave_up/close")
    do(s, 3, "dry")
    idea(s, "S", "after", "as", seat=2)
    wait(s, "gave_up/close")
    lay(s, "T", "after", "chateau", seat=2)
    if turn(s) == 2:
        do(s, 2, "fini")
    assert turn(s) == 1


@pytest.mark.rule("abcdrix", "D23")
def test_to_the_letter_the_turn_goes_on_from_whoever_has_helped() -> None:
    """C20."""
    rows = dict.fromkeys(range(4), "A")
    s = table(4, rows=rows, hands={0: "X", 1: "S T", 2: "S T", 3: "S T"}, letter=True)
    do(s, 0, "dry")
    idea(s, "S", "after", "as", seat=2)
    wait(s, "gave_up/close")
    lay(s, "T", "after", "chateau", seat=2)
    if turn(s) == 2:
        do(s, 2, "fini")
    assert turn(s) == 3


@pytest.mark.rule("abcdrix", "D23", "D3")
def test_a_full_row_is_only_covered_by_whoever_helps() -> None:
    s = table(2, rows={0: "P L A T E"}, hands={0: "X", 1: "S K"})
    assert places(s, 1, "idea") == {f"row:0:{i}" for i in range(5)}
