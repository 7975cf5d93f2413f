"""Vizdibix, rule by rule: buttons, turns and rhythm, the end, what is seen.

Expected results are worked out from the rules.
"""

from typing import Any

import pytest

from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.vizdibix.rules import GAME
from tablee.kernel.door import Door, encode
from tablee.kernel.rng import keyed
from tablee.kernel.units import Millis, Seat
from tablee.phases.heap import LastWindow
from tests.games.vizdibix import KINDS, at, decide, laid, last_card, shout
from tests.heap import offer, seen_in_the_middle, told, turn
from tests.table import do, faces, names, refused, start, view, wait

# ---- buttons, turns and rhythm -------------------------------------------------------------------------


@pytest.mark.rule("vizdibix", "D11")
def test_three_shouts_always_there() -> None:
    """On a first card, on two cards that allow nothing, and on two that allow something."""
    for position in ("", "middle=pT | ", "middle=pE | "):
        s = at(position + "pile:0=vT bO | pile:1=vS", players=2)
        do(s, 0, "turn")
        for seat in (0, 1):
            assert list(offer(s, seat, "shout").params["kind"].values()) == list(KINDS)
    assert refused(s, 0, "shout", kind="étoile", t=500) == "not_possible"


@pytest.mark.rule("vizdibix", "D11")
def test_an_error_on_a_card_that_allows_nothing_has_no_further_effect() -> None:
    s = at("pile:0=vT bE | pile:1=yO", players=2)
    do(s, 0, "turn")
    decide(s, (1, "suite", 500))
    assert (faces(s, "middle"), s.scores) == (["bE"], [0, 0])
    turn(s, 1, 600)
    decide(s, (0, "voyelle", 1_200))
    assert s.scores == [2, 0]


@pytest.mark.rule("vizdibix", "D14")
def test_after_a_win_the_turn_goes_on_in_order() -> None:
    s = laid("E", "O")
    decide(s, (3, "voyelle", 500))
    assert view(s, 0).active == (1,)
    turn(s, 1, 600)
    assert view(s, 0).active == (2,)


@pytest.mark.rule("vizdibix", "D14")
def test_who_has_no_cards_is_passed_over() -> None:
    s = at("middle=pE | pile:0=vT bO | pile:3=vR vS")
    do(s, 0, "turn")
    assert view(s, 0).active == (3,)
    turn(s, 3, 1_500)
    assert view(s, 0).active == (0,)


@pytest.mark.rule("vizdibix", "D14")
def test_the_only_one_with_cards_turns_them_all() -> None:
    s = at("pile:0=vT vS bO", players=2)
    for t in (0, 1_500, 3_100):
        assert view(s, 0).active == (0,)
        turn(s, 0, t)
    assert view(s, 0).phase == "last_window"


@pytest.mark.rule("vizdibix", "D15")
@pytest.mark.parametrize(("options", "gap"), [({}, 1_500), ({"gap_ms": 1_000}, 1_000), ({"gap_ms": 2_500}, 2_500)])
def test_the_gap_between_two_cards(options: dict[str, Any], gap: Millis) -> None:
    s = laid("E", "O", **options)
    assert offer(s, 1, "turn").opens_at == gap
    assert refused(s, 1, "turn", t=gap - 1) == "too_early"
    turn(s, 1, gap)
    assert faces(s, "middle") == ["pE", "bO", "vS"]


@pytest.mark.rule("vizdibix", "D15")
@pytest.mark.parametrize(
    "shouts",
    [
        [(2, "voyelle", 500)],
        [(2, "consonne", 500)],
        [(2, "voyelle", 500), (3, "voyelle", 510)],
    ],
)
def test_after_a_decided_shout_the_next_card_comes_at_once(shouts: list[tuple[Seat, str, Millis]]) -> None:
    s = laid("E", "O")
    decide(s, *shouts)
    assert s.now == 531
    do(s, 1, "turn", t=531)
    assert faces(s, "middle")[-1] == "vS"


@pytest.mark.rule("vizdibix", "D15")
@pytest.mark.parametrize("special", ["★", "✹"])
def test_after_an_etoile_or_a_petard_the_next_card_comes_at_once(special: str) -> None:
    s = at(f"middle=pE | pile:0=vT {special} | pile:1=vS", players=2)
    do(s, 0, "turn", t=40)
    do(s, 1, "turn", t=41)
    assert faces(s, "middle")[-1] == "vS"


@pytest.mark.rule("vizdibix", "D15")
@pytest.mark.parametrize(("options", "limit"), [({}, 5_000), ({"auto_turn_s": 10}, 10_000)])
def test_a_card_not_turned_is_turned_by_the_table(options: dict[str, Any], limit: Millis) -> None:
    s = laid("E", "O", **options)
    events = wait(s, "turn/auto")
    assert s.now == limit
    assert told(events, "timeout") == [{"seat": 1}]
    assert faces(s, "middle") == ["pE", "bO", "vS"]
    assert view(s, 0).active == (2,)


@pytest.mark.rule("vizdibix", "D15")
def test_the_first_card_too() -> None:
    s = at("pile:0=vT bO | pile:1=vS", players=2)
    wait(s, "turn/auto")
    assert (s.now, faces(s, "middle")) == (5_000, ["bO"])


@pytest.mark.rule("vizdibix", "D15")
def test_a_turn_in_the_last_moment_is_no_timeout() -> None:
    s = laid("E", "O")
    do(s, 1, "turn", t=4_990)
    events = wait(s)
    assert told(events, "timeout") == []
    assert faces(s, "middle") == ["pE", "bO", "vS"]


def test_a_card_pressed_for_together_with_a_shout_comes_after_it() -> None:
    """Seat 2 shouts, seat 1 turns 10 ms later: the pile is won, then the card lies alone."""
    s = laid("E", "O")
    shout(s, 2, "voyelle", 1_600)
    do(s, 1, "turn", t=1_610)
    assert names(s, 1) == set(), "who has turned has said that he sees nothing"
    wait(s, "turn/close")
    assert (faces(s, "won:2"), faces(s, "middle")) == (["pE", "bO"], ["vS"])


# ---- the end -------------------------------------------------------------------------------------------


@pytest.mark.rule("vizdibix", "R14", "D16")
def test_nobody_shouts_on_the_last_card() -> None:
    """Example 8."""
    s = last_card()
    assert isinstance(s.phases[-1], LastWindow)
    assert [names(s, seat) for seat in range(3)] == [{"shout"}] * 3
    assert s.outcome is None
    wait(s, "last_window/over")
    assert s.now == 5_000
    assert s.outcome is not None
    assert s.outcome.scores == (1, 2, 2), "the middle counts for nobody"
    assert faces(s, "middle") == ["pE", "bO"]


@pytest.mark.rule("vizdibix", "R14", "D16")
def test_the_last_card_can_be_won() -> None:
    s = last_card()
    shout(s, 0, "voyelle", 4_000)
    wait(s, "last_window/close")
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.winners) == ((3, 2, 2), (0,))


@pytest.mark.rule("vizdibix", "D16")
@pytest.mark.parametrize(("made", "scores"), [(5_000, (3, 2, 2)), (5_001, (1, 2, 2))])
def test_the_last_window_is_five_seconds_long(made: Millis, scores: tuple[int, ...]) -> None:
    s = last_card(auto_turn_s=10)
    s.hold = 200
    shout(s, 0, "voyelle", 5_150, at=made)
    wait(s, "last_window/over")
    assert s.outcome is not None
    assert s.outcome.scores == scores


@pytest.mark.rule("vizdibix", "D16")
def test_near_ties_in_the_last_window() -> None:
    s = last_card()
    shout(s, 0, "voyelle", 4_000)
    shout(s, 1, "voyelle", 4_020)
    wait(s, "last_window/close")
    assert s.outcome is not None
    assert s.outcome.scores == (1, 2, 2)


@pytest.mark.rule("vizdibix", "R14")
@pytest.mark.parametrize(("special", "scores"), [("★", (3, 2, 2)), ("✹", (0, 3, 2))])
def test_nothing_can_be_shouted_on_a_special_last_card(special: str, scores: tuple[int, ...]) -> None:
    s = at(f"middle=pE | pile:0={special} | won:0=yA | won:1=yE yI | won:2=yO yU", players=3)
    do(s, 0, "turn")
    assert s.outcome is not None
    assert s.outcome.scores == scores


@pytest.mark.rule("vizdibix", "R15", "D17")
def test_the_most_cards_win_and_ties_share() -> None:
    s = last_card()
    wait(s, "last_window/over")
    assert s.outcome is not None
    assert (s.outcome.ranks, s.outcome.winners) == ((3, 1, 1), (1, 2))
    assert s.outcome.detail == "last_card"


@pytest.mark.rule("vizdibix", "D18")
@pytest.mark.parametrize("players", [2, 3, 8])
def test_each_card_is_turned_once(players: int) -> None:
    for seed in range(5):
        s = start(GAME, players, seed=seed)
        rollout(s, QuickPicker(seed), limit=GAME.bound(players, s.options))
        assert s.outcome is not None
        turned = [e for e in s.events if e.kind == "move" and e.source and e.source[0].startswith("pile:")]
        assert len(turned) == 100 // players * players
        assert len({e.card for e in turned}) == len(turned)
        assert all(not s.pile(seat).cards for seat in s.all_seats)


@pytest.mark.rule("vizdibix", "D18")
def test_the_bound_holds_for_the_busiest_table() -> None:
    """Everybody anticipates every card, everybody shouts, and the table turns the cards."""
    s = start(GAME, 2, letter=True)
    records = 0
    while s.outcome is None:
        if s.phases[-1].stimulus >= 0 and s.stimuli[-1] == s.now:  # type: ignore[attr-defined]
            for delay in (50, 1_000):
                for seat in range(2):
                    shout(s, seat, "suite", s.stimuli[-1] + delay)
                    records += 1
        wait(s)
        records += 1
    assert records <= GAME.bound(2, s.options) == 100 * 6


# ---- what is seen --------------------------------------------------------------------------------------


def test_sizes_are_public_and_faces_are_not() -> None:
    s = laid("E", "O")
    decide(s, (2, "voyelle", 500))
    for viewers in ((0,), (2,), (0, 1, 2, 3)):
        seen = view(s, *viewers)
        assert seen.scores == (0, 0, 2, 0)
        assert (seen.zone("won:2").count, seen.zone("won:2").cards) == (2, ())
        assert (seen.zone("pile:0").count, seen.zone("pile:0").cards) == (1, ())
        assert (seen.zone("middle").count, seen.zone("middle").cards) == (0, ())


def test_winning_the_pile_does_not_show_the_covered_cards() -> None:
    s = at("middle=pT pE | pile:0=vT bO | pile:1=vS", players=2)
    do(s, 0, "turn")
    events = [e for e in Door(s, 0b01).events(decide(s, (0, "voyelle", 500))) if e.kind == "move"]
    assert [e.face for e in events] == [None, None, "bO"]


def test_no_log_line_names_a_letter() -> None:
    """Remembering the covered card is the game: lasting events must not list the cards."""
    s = at("pile:0=vT bO ★ | pile:1=vS ✹ | pile:2=vE", players=3)
    lines = [*do(s, 0, "turn"), *do(s, 1, "turn"), *do(s, 2, "turn")]
    assert {e.kind for e in lines if e.keep == "lasting"} == {"etoile", "petard"}


def test_a_press_stays_sealed_until_the_window_closes() -> None:
    s = laid("E", "O")
    s.hold = 300
    s.now = 600
    before = [encode(Door(s, 1 << seat).glimpse()) for seat in (0, 1, 3)]
    assert shout(s, 2, "voyelle", 600) == []
    assert [encode(Door(s, 1 << seat).glimpse()) for seat in (0, 1, 3)] == before


def test_who_imagines_the_table_does_not_know_what_the_others_have_pressed() -> None:
    s = laid("E", "O")
    shout(s, 2, "voyelle", 500)
    shout(s, 3, "suite", 510)
    twin = s.redeal(3, keyed(s.seed, "imagine"))
    assert [p.seat for p in twin.phases[-1].presses] == [3]  # type: ignore[attr-defined]


AID = [{}, {"show_previous": True}, {}, {"show_previous": True}]


def test_show_previous_shows_the_covered_card_to_those_who_asked() -> None:
    s = laid("E", "O", seat_options=AID)
    assert [seen_in_the_middle(s, seat) for seat in range(4)] == [["bO"], ["pE", "bO"]] * 2
    assert seen_in_the_middle(s, 1, 3) == ["pE", "bO"], "a screen that only they share"
    assert seen_in_the_middle(s, 0, 1) == ["bO"]
    assert seen_in_the_middle(s) == ["bO"]


def test_show_previous_shows_one_card_only() -> None:
    s = laid("E", "O", seat_options=AID)
    turn(s, 1, 1_500)
    assert seen_in_the_middle(s, 1) == ["bO", "vS"]
    assert seen_in_the_middle(s, 0) == ["vS"]
    decide(s, (0, "suite", s.now + 200))
    turn(s, 2)
    assert seen_in_the_middle(s, 3) == ["vS", "vE"]


def test_show_previous_after_a_petard_and_after_a_win() -> None:
    s = at("middle=pT pK | pile:0=vT ✹ | pile:1=vS pL | pile:2=vE | pile:3=vR", seat_options=AID)
    do(s, 0, "turn")
    assert seen_in_the_middle(s, 1) == ["✹", "pK"]
    do(s, 1, "turn")
    assert seen_in_the_middle(s, 1) == ["pK", "pL"]
    decide(s, (0, "suite", 500))
    assert s.open == {}
    turn(s, 2)
    assert seen_in_the_middle(s, 1) == ["vE"]
