"""Corsix, rule by rule: wrong calls, pace, the end, what is seen.

Expected results are worked out from the rules.
"""

from typing import Any

import pytest

from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.corsix.rules import GAME
from tablee.kernel.door import Door
from tablee.kernel.units import Millis, Seat
from tests.games.corsix import at, call, flip, last, on, paid, pile, playing, shown
from tests.heap import offer, seen_in_the_middle, turn
from tests.table import do, faces, names, refused, start, told, view, wait

# ---- wrong calls ---------------------------------------------------------------------------------------


@pytest.mark.rule("corsix", "D13")
def test_a_wrong_call_costs_the_top_card_of_the_pile() -> None:
    s = on("pK", "pM", wrong_call="card")
    events = call(s, (0, 500))
    assert (told(events, "fine"), told(events, "hoarse")) == ([{"seat": 0}], [])
    assert faces(s, "middle") == ["vS", "pK", "pM"], "under the pile"
    assert faces(s, "pile:0") == ["vL", "vN", "vR"]
    moved = [e for e in Door(s, 0b001).events(events) if e.kind == "move"]
    assert [(e.face, e.target) for e in moved] == [(None, ("middle", 0))], "face down"
    assert seen_in_the_middle(s, 0) == ["pM"]


@pytest.mark.rule("corsix", "D13")
def test_without_a_pile_it_costs_the_last_card_won() -> None:
    s = at("middle=pK | pile:0=vE pM | pile:1=vS | won:2=yA yE", players=3, wrong_call="card")
    flip(s, 0)
    call(s, (2, 500))
    assert (faces(s, "won:2"), faces(s, "middle"), s.scores) == (["yA"], ["yE", "pK", "pM"], [0, 0, 1])


@pytest.mark.rule("corsix", "D13")
def test_with_neither_one_may_not_call_until_the_pile_is_won() -> None:
    s = at("middle=pK | pile:0=vT vE pM | pile:1=vS ★ vN", players=3, wrong_call="card")
    flip(s, 0)
    assert told(call(s, (2, 500)), "hoarse") == [{"seat": 2}]
    assert view(s, 0).fact("hoarse") == [0, 0, 1], "and all see it"
    flip(s, 1)
    assert names(s, 2) == set(), "M N, but he may not call"
    call(s, (0, 500))
    assert s.scores == [3, 0, 0]
    flip(s, 0)
    assert "toutilix" in names(s, 2)


@pytest.mark.rule("corsix", "D13")
def test_one_wrong_call_per_player_and_card() -> None:
    s = on("pK", "pM", wrong_call="card")
    call(s, (0, 500))
    assert refused(s, 0, "toutilix", t=700) == "not_your_turn"
    call(s, (2, 700))
    assert [len(s.pile(seat).cards) for seat in range(3)] == [3, 1, 1], "everybody pays for his own"
    flip(s, 2)
    assert all("toutilix" in names(s, seat) for seat in range(3)), "on the next card everybody may again"


@pytest.mark.rule("corsix", "D13")
def test_several_wrong_calls_at_once_are_all_paid() -> None:
    s = on("pK", "pM")
    assert [w["seat"] for w in told(call(s, (0, 500), (1, 510), (2, 520)), "wrong")] == [0, 1, 2]
    assert [len(s.pile(seat).cards) for seat in range(3)] == [3, 0, 1]
    assert len(s.middle.cards) == 5


@pytest.mark.rule("corsix", "D13")
def test_wrong_calls_far_from_one_another_are_paid_too() -> None:
    """Both arrive before anything is decided; no formula was won or tied, so neither is void."""
    s = on("pK", "pM")
    s.hold = 300
    assert [w["seat"] for w in told(call(s, (0, 500), (2, 600)), "fine")] == [0, 2]


@pytest.mark.rule("corsix", "D13")
def test_wrong_calls_may_cost_nothing() -> None:
    s = on("pK", "pM", wrong_call="nothing")
    assert told(call(s, (0, 500)), "fine") == []
    assert (faces(s, "middle"), len(s.pile(0).cards)) == (["pK", "pM"], 4)
    assert refused(s, 0, "toutilix", t=700) == "not_your_turn", "once per card all the same"


@pytest.mark.rule("corsix", "D13")
def test_wrong_calls_cost_the_voice_too_unless_the_table_says_otherwise() -> None:
    """A card, and no call until the pile is won: the spec's price alone is too low."""
    assert start(GAME, 2).options.wrong_call == "hoarse"
    s = on("pK", "pM")
    events = call(s, (0, 500))
    assert (told(events, "fine"), told(events, "hoarse")) == ([{"seat": 0}], [{"seat": 0}])
    assert view(s, 2).fact("hoarse") == [1, 0, 0]
    flip(s, 2)
    assert ["toutilix" in names(s, seat) for seat in range(3)] == [False, True, True]
    s = at("middle=pK | pile:0=vT vE pM | pile:1=vS pT vN | pile:2=vR", players=3)
    flip(s, 0)
    call(s, (2, 500))
    flip(s, 1)
    call(s, (0, 500))
    assert (s.scores, view(s, 2).fact("hoarse")) == ([4, 0, 0], [0, 0, 0])


@pytest.mark.rule("corsix", "D9", "D13")
def test_a_fine_is_no_part_of_a_formula() -> None:
    """The fine N lies under M, which was the first card turned: no suite on M, one on the next N."""
    s = at("pile:0=vL vN | pile:1=vS pM | pile:2=vT pN", seat=1, players=3)
    flip(s, 1)
    call(s, (0, 500))
    assert faces(s, "middle") == ["vN", "pM"]
    assert s.right() == ()
    flip(s, 2)
    assert told(call(s, (1, 500)), "wins")[0]["count"] == 3


@pytest.mark.rule("corsix", "D9", "D13")
def test_a_new_pile_is_read_from_its_first_card() -> None:
    """A fine and M N are won; then R and S on an empty table are a suite again."""
    s = at("pile:0=vL vS vT | pile:1=vT pM | pile:2=vT vR pN", seat=1, players=3)
    flip(s, 1)
    call(s, (0, 500))
    flip(s, 2)
    call(s, (2, 500))
    assert s.scores == [0, 0, 3]
    pile(s, 2, 0)
    assert faces(s, "middle") == ["vR", "vS"]
    assert told(call(s, (1, 500)), "wins")[0]["count"] == 2


@pytest.mark.rule("corsix", "D13", "D5")
def test_who_pays_his_last_card_on_his_turn_is_passed_over() -> None:
    s = at("middle=pK | pile:0=vE pM | pile:1=vS | pile:2=vT", players=3)
    flip(s, 0)
    do(s, 1, "toutilix", t=1_250)
    do(s, 1, "flip", t=1_260)
    wait(s, "turn/close")
    assert (faces(s, "middle"), shown(s)) == (["vS", "pK", "pM"], ("turn", (2,), None))


@pytest.mark.rule("corsix", "D13", "D6")
def test_a_debtor_who_pays_his_last_card_for_a_wrong_call_has_paid() -> None:
    s = at("pile:0=vE pA | pile:1=vS | pile:2=vT", players=3)
    flip(s, 0)
    call(s, (1, 500))
    assert view(s, 0).phase == "collect"
    wait(s, "collect/over")
    assert s.scores == [2, 0, 0]


@pytest.mark.rule("corsix", "R26", "D13")
@pytest.mark.parametrize("payer", [0, 1])
def test_a_fine_may_end_the_game(payer: Seat) -> None:
    """With two players left, one of them pays his last card."""
    s = at("middle=pK | pile:0=vE pM | pile:1=vS | won:2=yA", players=3)
    flip(s, 0)
    do(s, payer, "toutilix", t=1_250)
    do(s, 1, "flip", t=1_260)
    events = wait(s, "turn/close")
    assert len(told(events, "end")) == 1
    assert s.outcome is not None and s.outcome.winners == (2,)
    assert len(s.middle.cards) == 3


# ---- pace ----------------------------------------------------------------------------------------------


@pytest.mark.rule("corsix", "D14")
@pytest.mark.parametrize(
    ("options", "pace"),
    [
        ({}, 1_200),
        ({"pace_ms": 700}, 700),
        ({"pace_ms": 2500}, 2_500),
        ({"timers": "longer"}, 1_800),
        ({"timers": "double"}, 2_400),
        ({"pace_ms": 1800, "timers": "none"}, 3_600),
    ],
)
def test_a_card_lies_for_a_moment(options: dict[str, Any], pace: Millis) -> None:
    s = on("pK", "pM", **options)
    assert refused(s, 2, "flip", t=pace - 1) == "too_early"
    turn(s, 2, pace)
    assert len(s.middle.cards) == 3


@pytest.mark.rule("corsix", "D14")
def test_cards_that_are_owed_and_the_winners_card_wait_too() -> None:
    s = at("pile:0=vS pA | pile:1=vT pN pM | pile:2=vN vL", players=3)
    flip(s, 0)
    assert refused(s, 1, "flip", t=1_199) == "too_early"
    s = on("pM", "pN")
    call(s, (0, 200))
    assert refused(s, 0, "flip", t=1_199) == "too_early"
    do(s, 0, "flip", t=1_200)
    assert faces(s, "middle") == ["vS"]


@pytest.mark.rule("corsix", "D14")
@pytest.mark.parametrize(("pace", "opens"), [(1_200, 1_500), (2_500, 2_500)])
def test_the_card_after_a_pile_that_was_collected_waits_as_long_as_any(pace: Millis, opens: Millis) -> None:
    """It is collected after a second and a half; where cards lie longer, the next one still may not come."""
    s = at("pile:0=vS pA | pile:1=vT pN pK | pile:2=vN vL", players=3, pace_ms=pace)
    pile(s, 0, 1, 1)
    base = s.stimuli[-1]
    wait(s, "collect/over")
    assert s.now == base + 1_500
    assert max(s.now, offer(s, 0, "flip").opens_at) == base + opens


@pytest.mark.rule("corsix", "D14", "R13")
def test_the_pile_is_collected_after_a_second_and_a_half() -> None:
    s = paid()
    shown_at = s.stimuli[-1]
    wait(s, "collect/over")
    assert (s.now, s.scores) == (shown_at + 1_500, [3, 0, 0])
    s = paid(timers="double")
    shown_at = s.stimuli[-1]
    wait(s, "collect/over")
    assert s.now == shown_at + 3_000, "longer where the table wants more time"


@pytest.mark.rule("corsix", "D14", "R21")
@pytest.mark.parametrize(("after", "scores"), [(1_500, [0, 0, 3]), (1_501, [3, 0, 0])])
def test_a_call_before_that_wins_it_instead(after: Millis, scores: list[int]) -> None:
    s = paid()
    s.hold = 200
    base = s.stimuli[-1]
    do(s, 2, "toutilix", t=base + 1_600, at=base + after)
    wait(s, "collect/over")
    assert s.scores == scores
    assert shown(s) == ("turn", (scores.index(3),), None)


@pytest.mark.rule("corsix", "D14", "D13")
def test_a_wrong_call_then_does_not_stop_it() -> None:
    s = at("pile:0=vS pA | pile:1=vT pN pK | pile:2=vN vL", players=3)
    pile(s, 0, 1, 1)
    base = s.stimuli[-1]
    call(s, (2, 500))
    assert (s.scores, len(s.middle.cards)) == ([0, 0, 0], 4)
    wait(s, "collect/over")
    assert (s.now, s.scores) == (base + 1_500, [4, 0, 0])


@pytest.mark.rule("corsix", "D13", "D14")
def test_a_wrong_call_does_not_end_it_for_one_that_is_still_on_the_wire() -> None:
    s = at("pile:0=vS pA | pile:1=vT pN pK | pile:2=vN vL", players=3)
    pile(s, 0, 1, 1)
    base = s.stimuli[-1]
    s.hold = 200
    do(s, 2, "toutilix", t=base + 1_410, at=base + 1_400)
    wait(s, "collect/close")
    assert s.now > base + 1_500
    do(s, 1, "toutilix", t=base + 1_680, at=base + 1_490)
    events = wait(s, "collect/over")
    assert [t["seat"] for t in told(events, "fine")] == [1]
    assert s.scores == [5, 0, 0], "three cards laid, and a fine of each"


@pytest.mark.rule("corsix", "D12", "D14")
def test_a_tie_then_leaves_the_pile_to_the_creditor() -> None:
    s = paid()
    call(s, (1, 500), (2, 520))
    assert s.scores == [3, 0, 0]


@pytest.mark.rule("corsix", "D14")
def test_without_formulas_it_is_collected_all_the_same() -> None:
    s = at("pile:0=vS pA | pile:1=vT pN pM | pile:2=vN vL", players=3, **playing(()))
    pile(s, 0, 1, 1)
    assert [names(s, seat) for seat in range(3)] == [set()] * 3
    wait(s, "collect/over")
    assert s.scores == [3, 0, 0]


@pytest.mark.rule("corsix", "D20")
def test_the_table_turns_a_card_after_five_seconds() -> None:
    s = on("pK", "pM")
    assert told(wait(s, "turn/auto"), "timeout") == [{"seat": 2}]
    assert (s.now, faces(s, "middle")[-1]) == (5_000, "vT")
    s = at("pile:0=vS pA | pile:1=vT pN pM | pile:2=vN vL", players=3)
    flip(s, 0)
    wait(s, "debt/auto")
    assert (s.now, faces(s, "middle")[-1]) == (5_000, "pM")


# ---- the end -------------------------------------------------------------------------------------------


@pytest.mark.rule("corsix", "R26", "R27", "D17", "D18")
def test_the_game_ends_when_not_two_have_cards() -> None:
    s = last("pK")
    assert all("flip" not in names(s, seat) for seat in range(3))
    wait(s, "last_window/over")
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.winners, s.outcome.detail) == ((0, 1, 1), (1, 2), "no_two_left")
    assert (faces(s, "middle"), faces(s, "pile:1")) == (["pM", "pK"], ["vT", "vT"])


@pytest.mark.rule("corsix", "R22", "R27", "D17")
def test_the_last_card_can_still_be_called() -> None:
    s = last("pN")
    events = call(s, (0, 1_000))
    assert len(told(events, "end")) == 1
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.winners) == ((2, 1, 1), (0,))


@pytest.mark.rule("corsix", "R26")
def test_two_who_have_cards_go_on() -> None:
    s = at("middle=pM | pile:0=pK | pile:1=vT vT | pile:2=vS", players=3)
    pile(s, 0, 1)
    assert (s.outcome, shown(s)) == (None, ("turn", (2,), None))


@pytest.mark.rule("corsix", "D19")
@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_no_card_comes_back_to_a_pile(players: int) -> None:
    for seed in range(4):
        s = start(GAME, players, seed=seed)
        rollout(s, QuickPicker(seed), limit=GAME.bound(players, s.options))
        assert s.outcome is not None
        moves = [e for e in s.events if e.kind == "move"]
        to_piles = [e for e in moves if e.target and e.target[0].startswith("pile:")]
        from_piles = [e.card for e in moves if e.source and e.source[0].startswith("pile:")]
        assert len(to_piles) == 100 // players * players, "the deal, and nothing after it"
        assert len(from_piles) == len(set(from_piles)) <= 100


@pytest.mark.rule("corsix", "D19")
def test_the_bound_holds_for_the_busiest_table() -> None:
    """Everybody anticipates every card and calls on it, one after the other, at no cost."""
    s = start(GAME, 3, wrong_call="nothing")
    records = 0
    while s.outcome is None:
        if getattr(s.phases[-1], "stimulus", -1) >= 0 and s.stimuli[-1] == s.now:
            base = s.now
            for delay in (50, 700):
                for seat in range(3):
                    if "toutilix" in names(s, seat):
                        do(s, seat, "toutilix", t=max(s.now, base + delay + 20 * seat))
                        records += 1
                        if delay > 50:
                            wait(s)
                            records += 1
        if s.outcome is None:
            wait(s)
            records += 1
    assert records <= GAME.bound(3, s.options)


# ---- what is seen --------------------------------------------------------------------------------------


def test_only_the_top_card_is_shown_and_the_aid_shows_two_more() -> None:
    s = on("pP", "pE", "pT", "pK", seat_options=[{"show_previous": True}, {}, {}])
    assert [seen_in_the_middle(s, seat) for seat in range(3)] == [["pE", "pT", "pK"], ["pK"], ["pK"]]
    call(s, (2, 500))
    assert seen_in_the_middle(s, 0) == ["pE", "pT", "pK"]
    flip(s, 2)
    assert seen_in_the_middle(s, 0) == ["pT", "pK", "vT"]


def test_the_aid_shows_no_fine_and_no_petard() -> None:
    s = at(
        "middle=pK | pile:0=vE vS ✹ | pile:1=vT | pile:2=vT vT vR | won:0=yA yE",
        players=3,
        seat_options=[{"show_previous": True}] * 3,
    )
    flip(s, 0)
    call(s, (2, 500))
    flip(s, 1)
    assert faces(s, "middle") == ["vR", "✹", "pK", "vT"]
    assert seen_in_the_middle(s, 0) == ["pK", "vT"]
