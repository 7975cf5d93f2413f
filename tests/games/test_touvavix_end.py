"""Touvavix, rule by rule: the end, what is seen. Expected results are worked out from the rules."""

from contextlib import suppress

import pytest

from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.touvavix.rules import GAME, STAR, LastWindow, TouvavixState
from tablee.kernel.door import Door, encode
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed
from tablee.kernel.units import Millis
from tests.games.touvavix import CEROSL, PILES, at, decide, heights, lay, offer, pair, tap, tops
from tests.table import do, names, start, view, wait

# ---- the end -------------------------------------------------------------------------------------------


def last_card(star: str = CEROSL, card: str = "bR", place: int = 0) -> TouvavixState:
    """The last card of all has been laid, seen from 31 ms on."""
    s = at(f"pile:0={card} | won:0=pF | won:1=pG pH | won:2=pI pJ", star, players=3)
    lay(s, 0, place)
    return s


@pytest.mark.rule("touvavix", "R18", "D15")
def test_an_open_pair_has_five_seconds_and_then_belongs_to_nobody() -> None:
    """Example 9."""
    s = last_card()
    assert isinstance(s.phases[-1], LastWindow)
    assert [names(s, seat) for seat in range(3)] == [{"tap"}] * 3
    wait(s, "last_window/over")
    assert s.now == 5_031
    assert s.outcome is not None
    assert s.outcome.scores == (1, 2, 2)
    assert sum(heights(s)) == 7


@pytest.mark.rule("touvavix", "R18")
def test_it_goes_on_as_long_as_there_are_cards_to_turn() -> None:
    s = at("pile:0=vA vT | pile:1=yI", players=2)
    for seat, t in ((0, 0), (1, 1_100), (0, 2_200)):
        assert s.outcome is None
        lay(s, seat, 5, t)
    assert s.outcome is not None, "nothing to turn, nothing to spot"
    assert s.now == 2_231


@pytest.mark.rule("touvavix", "D15")
@pytest.mark.parametrize(("made", "scores"), [(5_031, (4, 2, 2)), (5_032, (1, 2, 2))])
def test_the_last_window_is_five_seconds_long(made: Millis, scores: tuple[int, ...]) -> None:
    s = last_card()
    s.hold = 200
    tap(s, 0, 5_150, at=made)
    wait(s, "last_window/over")
    assert s.outcome is not None
    assert s.outcome.scores == scores


@pytest.mark.rule("touvavix", "D15")
def test_each_tap_that_leaves_another_pair_gives_it_five_seconds() -> None:
    """S is paired last; then the pair of E's that lay there before has its own time."""
    s = last_card("pC bE pE pS pO pL", "bS", 0)
    decide(s, (1, 4_000))
    assert (s.outcome, tops(s)) == (None, "-EE-OL")
    wait_twin = s.copy()
    decide(s, (2, 8_900))
    assert s.outcome is not None
    assert s.outcome.scores == (1, 5, 4)
    wait(wait_twin, "last_window/over")
    assert wait_twin.now == 4_031 + 5_000


@pytest.mark.rule("touvavix", "D15")
def test_a_last_etoile_is_chosen_for_and_leaves_the_pair_its_time() -> None:
    s = last_card("pC bE pE pS pO pL", "★", 0)
    decide(s, (1, 4_000))
    do(s, 1, "pile", t=6_000, place=5)
    assert s.outcome is None
    wait(s, "last_window/over")
    assert s.now == 11_000
    assert s.outcome is not None
    assert s.outcome.scores == (1, 3, 2)


@pytest.mark.rule("touvavix", "D15")
def test_a_last_etoile_alone_ends_the_game_when_it_is_chosen_for() -> None:
    s = last_card(CEROSL, "★", 0)
    decide(s, (1, 4_000))
    do(s, 1, "pile", t=6_000, place=0)
    assert s.outcome is not None
    assert s.outcome.scores == (1, 4, 2)


@pytest.mark.rule("touvavix", "D15")
def test_an_error_in_the_last_window_costs_and_spoils_nothing() -> None:
    s = last_card()
    tap(s, 2, 500, "star:4")
    wait(s, "last_window/close")
    assert (s.scores, s.outcome) == ([2, 3, 0], None)
    decide(s, (2, 4_900))
    assert s.outcome is not None
    assert s.outcome.scores == (2, 3, 3)


@pytest.mark.rule("touvavix", "D15")
def test_a_tie_in_the_last_window_leaves_what_is_left_of_it() -> None:
    s = last_card()
    decide(s, (0, 500), (1, 510))
    assert s.outcome is None
    decide(s, (1, 1_510))
    assert s.outcome is not None
    assert s.outcome.scores == (1, 5, 2)


@pytest.mark.rule("touvavix", "R19", "D16")
def test_the_most_cards_win_and_ties_share() -> None:
    s = last_card()
    wait(s, "last_window/over")
    assert s.outcome is not None
    assert (s.outcome.ranks, s.outcome.winners, s.outcome.detail) == ((3, 1, 1), (1, 2), "last_card")


@pytest.mark.rule("touvavix", "D17")
@pytest.mark.parametrize("players", [2, 4, 6])
def test_no_card_is_laid_twice(players: int) -> None:
    for seed in range(4):
        s = start(GAME, players, seed=seed)
        s.drain()
        rollout(s, QuickPicker(seed), limit=GAME.bound(players, s.options))
        assert s.outcome is not None
        moves = [e for e in s.events if e.kind == "move"]
        laid = [e.card for e in moves if e.target and e.target[0] in STAR]
        assert len(laid) == len(set(laid)) <= 93
        assert all(e.target and e.target[0].startswith("won:") for e in moves if e.source and e.source[0] in STAR)
        assert not any(s.pile(seat).cards for seat in s.all_seats)


@pytest.mark.rule("touvavix", "D17")
def test_the_bound_holds_for_the_busiest_table() -> None:
    """Everybody taps at every moment, right or wrong, and the table lays the cards."""
    s = start(GAME, 2, timers="double")
    records = 0
    while s.outcome is None:
        due = s.next_alarm()
        tapping = next((seat for seat in s.all_seats if "tap" in names(s, seat)), None)
        if tapping is not None and due is not None and s.now + 200 < due.at:
            tap(s, tapping, max(s.now + 150, offer(s, tapping, "tap").opens_at))
        else:
            wait(s)
        records += 1
    assert records <= GAME.bound(2, s.options)


def test_nobody_taps_without_end_on_one_card() -> None:
    s = at(PILES, timers="none")
    taken = 0
    for t in range(1_000, 60_000, 1_000):
        with suppress(Refused):
            decide(s, (2, t))
            taken += 1
    assert taken == 6


# ---- what is seen --------------------------------------------------------------------------------------


def test_winning_a_pile_does_not_show_the_covered_cards() -> None:
    s = at("pile:0=vA bR | pile:1=vT | pile:2=yI", "pC,bC pE pR,vM,vR pS pO pL", players=3)
    lay(s, 0, 0)
    events = [e for e in Door(s, 0b001).events(decide(s, (2, 500))) if e.kind == "move"]
    assert sorted(e.face or "" for e in events)[:3] != ["", "", ""], "the top ones are known"
    zone = view(s, 0).zone("won:2")
    assert (zone.count, len(zone.cards)) == (6, 1)


def test_a_press_stays_sealed_until_the_window_closes() -> None:
    s = pair()
    s.hold = 300
    s.now = 600
    before = [encode(Door(s, 1 << seat).glimpse()) for seat in (0, 1, 3)]
    assert tap(s, 2, 600) == []
    assert [encode(Door(s, 1 << seat).glimpse()) for seat in (0, 1, 3)] == before


def test_who_imagines_the_table_does_not_know_what_the_others_have_pressed() -> None:
    s = pair()
    tap(s, 2, 500)
    tap(s, 3, 510)
    twin = s.redeal(3, keyed(s.seed, "imagine"))
    assert [p.seat for p in twin.phases[-1].presses] == [3]  # type: ignore[attr-defined]
