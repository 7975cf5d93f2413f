"""Crotdebix, rule by rule: the spicy game, points, the end of a round without a call, one screen, help, memory.

Expected results are worked out from the rules.
"""

from collections import Counter
from typing import Any

import pytest

from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.crotdebix.rules import GAME
from tablee.games.crotdebix.table import CrotdebixState
from tablee.kernel.game import Device
from tablee.kernel.record import HoldSet, apply
from tablee.kernel.rng import keyed, seed_from
from tablee.pieces.notation import arrange
from tests.games.crotdebix import (
    LETTERS,
    LOOKED,
    THREE,
    at,
    drawers,
    exchange,
    lay,
    lay_any,
    phase,
    showdown,
    winner,
)
from tests.table import do, faces, names, refused, start, told, view, wait

PAIR, RUNS = "pA bA pC pE bG bI pK bL", "pF pG pH bB bC pJ bD pD"
"""Of two hands that lie so, the second wins: FGH in pink and BCD in blue against A twice."""


# ---- the spicy game ------------------------------------------------------------------------------------

SPICY_HANDS = (THREE[0], THREE[2], THREE[1])


@pytest.mark.rule("crotdebix", "R19", "D16")
def test_the_first_card_ends_the_right_to_call() -> None:
    """Example 12."""
    s = at(*SPICY_HANDS, spicy=True)
    apply(s, HoldSet(0, 100))
    lay(s, 0, "bA", 10_000)
    assert refused(s, 1, "announce", t=10_031) == "too_late"
    events = wait(s, "choose/close")
    assert [e["seat"] for e in told(events, "closed")] == [0]
    assert names(s, 1) == {"pass_on"} and names(s, 0) == set()
    assert refused(s, 1, "announce", t=10_200) == "not_offered"
    lay(s, 1, "pE", 12_000)
    assert s.exchanges == 0
    lay(s, 2, "pA", 12_500)
    assert s.exchanges == 1 and "bA" in faces(s, "hand:1")


@pytest.mark.rule("crotdebix", "R19", "D12", "D16")
def test_a_call_just_after_the_first_card_stands() -> None:
    """Example 12, 20 ms."""
    s = at(*SPICY_HANDS, spicy=True)
    lay(s, 0, "bA", 10_000)
    do(s, 1, "announce", t=10_020)
    events = wait(s, "choose/close")
    assert (winner(events), phase(s)) == (1, "showdown")
    assert faces(s, "pass:0") == [] and "bA" in faces(s, "shown:0")


@pytest.mark.rule("crotdebix", "D16")
def test_in_the_spicy_game_nothing_is_taken_back() -> None:
    s = at(*SPICY_HANDS, spicy=True)
    lay(s, 0, "bA", 10_000)
    assert "take_back" not in names(s, 0)


@pytest.mark.rule("crotdebix", "D27", "R19")
@pytest.mark.parametrize("look_s", [4, 6, 10])
def test_look_first_in_the_spicy_game(look_s: int) -> None:
    """Example 14: the cards are exchanged at 40.0 s."""
    s = at(*SPICY_HANDS, spicy=True, look_s=look_s, think_time=60)
    assert refused(s, 0, "pass_on", t=look_s * 1_000 - 1, card=s.hand(0).cards[0]) == "too_early"
    lay_any_at(s, 40_000 - 30)
    wait(s, "choose/close")
    assert (s.now, s.exchanges) == (40_000, 1)
    opens = 40_000 + look_s * 1_000
    assert refused(s, 0, "pass_on", t=opens - 3_000, card=s.hand(0).cards[0]) == "too_early"
    twin = s.copy()
    do(twin, 1, "announce", t=44_500 if look_s > 4 else 43_500)
    wait(twin, "choose/close")
    assert phase(twin) == "showdown"
    lay(s, 0, s.faces[s.hand(0).cards[0]], opens)
    assert len(s.passed(0).cards) == 1


def lay_any_at(s: CrotdebixState, t: int) -> None:
    """Everybody lays a card, all of them in time for a limit of half a minute and more."""
    for seat in s.all_seats:
        lay(s, seat, s.faces[s.hand(seat).cards[0]], t)


@pytest.mark.rule("crotdebix", "D27")
def test_after_a_deal_everybody_looks_for_three_seconds() -> None:
    s = at(*THREE)
    assert refused(s, 0, "announce", t=2_999) == "too_early"
    assert refused(s, 0, "pass_on", t=2_999, card=s.hand(0).cards[0]) == "too_early"
    twin = s.copy()
    do(twin, 0, "announce", t=3_000)
    lay_any_at(s, 3_000)
    wait(s, "choose/close")
    do(s, 2, "announce", t=s.now)
    wait(s, "choose/close")
    assert phase(s) == "showdown", "after an exchange a call counts at once"


# ---- points --------------------------------------------------------------------------------------------


@pytest.mark.rule("crotdebix", "R28", "R29", "R30", "R31")
@pytest.mark.parametrize(
    ("drawn", "score"), [("★", -5), ("✹", 5), ("pT", 1), ("bZ", 1), ("pO", 0), ("bU", 0), ("pY", 0)]
)
def test_what_a_card_is_worth(drawn: str, score: int) -> None:
    s = at(PAIR, RUNS, pile=drawn)
    assert drawers(showdown(s)) == [0]
    assert s.scores == [score, 0]
    assert faces(s, "drawn:0") == [drawn], "all see it"
    assert [c.face for c in view(s, 1).zone("drawn:0").cards if c] == [drawn]
    wait(s, "showdown/over")
    assert (faces(s, "points:0"), faces(s, "box")) == (([drawn], []) if score else ([], [drawn]))  # D20


@pytest.mark.rule("crotdebix", "R32", "R33", "D20", "D26")
def test_the_wind() -> None:
    """Example 10."""
    s = at(PAIR, RUNS, points="★ pT bS ✹", pile="bU ✹ pN")
    events = showdown(s)
    assert told(events, "wind") == [{"seat": 0, "letter": "U", "count": 3}]
    assert (faces(s, "points:0"), s.scores[0]) == (["★"], -5)
    assert sorted(faces(s, "box")) == ["bS", "pT", "✹"]
    wait(s, "showdown/over")
    assert sorted(faces(s, "box")) == ["bS", "bU", "pT", "✹"], "the vowel goes there too"
    for drawn, total in (("✹", 0), ("pN", 1)):
        rest = " ".join(x for x in LETTERS if x not in (*PAIR.split(), *RUNS.split()))
        arrange(s, f"hand:0={PAIR} | hand:1={RUNS} | relay:0={rest[:11]} | relay:1={rest[12:]}")
        events = do(s, 0, "announce", t=s.now + LOOKED) + wait(s, "choose/close")
        assert (faces(s, "drawn:0"), s.scores[0]) == ([drawn], total)
        wait(s, "showdown/over")


@pytest.mark.rule("crotdebix", "D18")
def test_after_a_showdown_the_letters_are_dealt_again() -> None:
    s = at(*THREE)
    showdown(s)
    shown = [faces(s, f"hand:{seat}") + faces(s, f"shown:{seat}") for seat in range(3)]
    assert wait(s, "showdown/over") and s.now == 3_030 + 6_000, "shown for six seconds"
    hands = [faces(s, f"hand:{seat}") for seat in range(3)]
    assert sorted(x for hand in hands for x in hand) == sorted(LETTERS)
    assert [sorted(hand) for hand in hands] != [sorted(hand) for hand in shown]
    assert (s.exchanges, s.round, phase(s)) == (0, 1, "choose")
    for seat in range(3):
        assert (view(s).zone(f"shown:{seat}").said, view(s).zone(f"shown:{seat}").best) == (None, -1)
        assert all(s.ledger.seen[c] == 1 << seat for c in s.hand(seat).cards), "nobody knows where they went"


def last_round(totals: str, victories: list[int], pile: str = "pO", **options: Any) -> CrotdebixState:
    """Three players before the last card; each total is given by the cards that make it. Seat 2 wins."""
    s = start(GAME, 3, **options)
    given = dict(zip(range(3), totals.split("|"), strict=True))
    rows = [f"points:{seat}={cards}" for seat, cards in given.items()]
    hands = [f"hand:{seat}={hand}" for seat, hand in enumerate(THREE)]
    arrange(s, " | ".join([*hands, *rows, "box=…", f"pile={pile}"]))
    s.victories = victories
    for seat in range(3):
        s.scores[seat] = sum({"★": -5, "✹": 5}.get(x, 1) for x in faces(s, f"points:{seat}"))
    s.sort_hands()
    return s


@pytest.mark.rule("crotdebix", "R34", "R35", "D14", "D21")
def test_the_game_ends_with_the_pile() -> None:
    s = last_round("|pT pS|pQ bQ pN", [1, 1, 1])
    events = showdown(s)
    assert drawers(events) == [0], "nothing is left for the second loser"
    wait(s, "showdown/over")
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.ranks, s.outcome.detail) == ((0, 2, 3), (1, 2, 3), "fewest")


@pytest.mark.rule("crotdebix", "D24", "D26")
@pytest.mark.parametrize(
    ("below_zero", "scores", "ranks"), [(False, (0, 0, 3), (2, 1, 3)), (True, (-9, -2, 3), (1, 2, 3))]
)
def test_nobody_has_less_than_nothing(below_zero: bool, scores: Any, ranks: Any) -> None:
    """Example 13; the third wins the last showdown, and has still fewer."""
    s = last_round("★ ★|★ pS bS pN|pQ bQ bN", [4, 9, 2], "pT", below_zero=below_zero)
    showdown(s)
    wait(s, "showdown/over")
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.ranks) == (scores, ranks)
    assert s.outcome.detail == ("fewest" if below_zero else "more_showdowns")


@pytest.mark.rule("crotdebix", "D24")
def test_equal_in_both_is_a_shared_victory() -> None:
    s = last_round("★|★ pS|pQ bQ bN", [7, 7, 2])
    showdown(s)
    wait(s, "showdown/over")
    assert s.outcome is not None and s.outcome.winners == (0, 1)


@pytest.mark.rule("crotdebix", "D21", "D23", "R18", "R34")
@pytest.mark.parametrize(("players", "rounds"), [(2, 38), (3, 19), (4, 13)])
def test_how_many_rounds_there_are(players: int, rounds: int) -> None:
    s = start(GAME, players)
    rollout(s, QuickPicker(3))
    assert s.outcome is not None
    assert (s.round + 1, sum(s.victories)) == (rounds, rounds)
    assert len(faces(s, "box")) + sum(len(s.gathered(seat).cards) for seat in range(players)) == 38


# ---- the end of a round without a call -----------------------------------------------------------------


@pytest.mark.rule("crotdebix", "D22", "D23", "R18")
def test_after_twelve_exchanges_everybody_shows() -> None:
    s = at(*THREE, announce_from=5)
    for _ in range(11):
        exchange(s)
        assert phase(s) == "choose"
    events = exchange(s)
    assert (s.exchanges, phase(s)) == (12, "showdown")
    assert told(events, "forced") == [{"count": 12}] and told(events, "calls") == []
    assert winner(events) in range(3)


@pytest.mark.rule("crotdebix", "D22")
def test_when_nobody_has_anything_the_best_card_wins() -> None:
    hands = ["pA pC pE bG bI bK", "pB pD pF bH bJ bL", "bA bC bE pG pI pK", "bB bD bF pH pJ pL"]
    s = at(*hands)
    s.exchanges = 11
    for seat, face in enumerate(("pA", "pB", "bA", "bB")):
        lay(s, seat, face)
    events = wait(s, "choose/close")
    assert {e["seat"]: (e["formula"], e["faces"]) for e in told(events, "shows")} == {
        0: ("1", "pE"),
        1: ("1", "pF"),
        2: ("1", "pK"),
        3: ("1", "pL"),
    }
    assert winner(events) == 3 and drawers(events) == [0, 1, 2]


@pytest.mark.rule("crotdebix", "D25")
def test_out_of_time_the_table_passes_the_lowest_spare_letter() -> None:
    """Seat 0 holds ABC in blue and K twice: of pC, bE and bF the lowest is pC. Seat 1 holds D, G and L twice: pA.
    Seat 2 holds HIJ twice: pE."""
    s = at(*THREE)
    assert [d.at for d in s.alarms()] == [33_000]
    events = wait(s, "choose/limit")
    assert [faces(s, f"pass:{seat}") for seat in range(3)] == [["pC"], ["pA"], ["pE"]]
    assert [e["seat"] for e in told(events, "timeout")] == [0, 1, 2]
    wait(s, "choose/close")
    assert s.exchanges == 1 and [d.at - s.now for d in s.alarms()] == [30_000]


@pytest.mark.rule("crotdebix", "D25")
def test_blue_before_pink_and_then_any_letter() -> None:
    s = at("pC bC pD bD pK bK pL bL", "pA bB pE pF pG pH bG bJ")
    assert s.faces[s.spare(0)] == "bC", "all of them serve: the lowest"
    s = at("pB pC pD bD bE bF pJ pK", "pA bA")
    assert s.faces[s.spare(0)] == "pJ"
    s = at("pB bE pE pF pG pH pI pJ", "bB bA")
    assert s.faces[s.spare(0)] == "pB"
    s = at("pA bA bB pC pD pE pF pG", "bL pL")
    assert s.combination(0).formula == "5+2" and s.faces[s.spare(0)] == "bB"


@pytest.mark.rule("crotdebix", "D25", "D27")
@pytest.mark.parametrize(
    ("options", "first", "then"), [({}, 33_000, 30_000), ({"think_time": 20}, 23_000, 20_000)]
)
def test_the_time_is_counted_from_when_one_may(options: dict[str, Any], first: int, then: int) -> None:
    s = at(*THREE, **options)
    assert s.alarms()[0].at == first
    exchange(s)
    assert s.alarms()[0].at - s.now == then
    spicy = at(*THREE, spicy=True, look_s=10, **options)
    assert spicy.alarms()[0].at == 10_000 + then


@pytest.mark.rule("crotdebix", "D16", "D25")
def test_a_call_in_the_last_instant_counts() -> None:
    s = at(*THREE)
    apply(s, HoldSet(0, 100))
    do(s, 1, "announce", t=33_000, at=32_990)
    wait(s, "choose/limit")
    wait(s, "choose/close")
    assert phase(s) == "showdown"


@pytest.mark.rule("crotdebix", "D25")
def test_without_timers_only_the_absent_are_played_for() -> None:
    s = at(*THREE, timers="none")
    assert s.next_alarm() is None


# ---- one screen, help, memory --------------------------------------------------------------------------

SHARED = [{"shares": True}, {"shares": True}, {}]


@pytest.mark.rule("crotdebix", "D28")
def test_on_one_screen_a_call_counts_when_all_have_chosen() -> None:
    s = at(*THREE, seat_options=SHARED)
    assert GAME.info.device is Device.PASSED
    assert s.alarms()[0].at == 63_000, "two look one after the other"
    before = s.copy()
    events = do(s, 0, "announce", t=5_000)
    assert [(e.kind, e.to) for e in events if e.kind == "call_waits"] == [("call_waits", 1)]
    assert [d.name for d in s.alarms()] == ["choose/limit"], "nothing is decided yet"
    lay(before, 0, "pC", 5_000)
    assert view(s, 1) == view(before, 1), "whoever comes next cannot tell a call from a card"
    assert view(s).active == (1, 2)
    lay(s, 1, "pA", 20_000)
    lay(s, 2, "pE", 20_000)
    events = wait(s, "choose/close")
    assert [e["seat"] for e in told(events, "calls")] == [0]
    assert (phase(s), winner(events)) == ("showdown", 2)


@pytest.mark.rule("crotdebix", "D28", "R19")
def test_the_spicy_game_needs_a_screen_each() -> None:
    s = at(*THREE, spicy=True, seat_options=SHARED)
    assert not s.spicy and at(*THREE, spicy=True).spicy
    lay(s, 0, "pC", 5_000)
    assert "announce" in names(s, 1) and "take_back" in names(s, 0)
    assert told(start(GAME, 3, spicy=True, seat_options=SHARED).events, "not_spicy") == [{}]


def test_help_marks_the_combination_and_puts_it_first() -> None:
    s = at(*THREE, seat_options=[{"help": True}, {"help": False}, {}])
    own = view(s, 0).zone("hand:0").cards
    assert [(c.face, c.mark) for c in own if c] == [
        *(("bA", "1"), ("bB", "1"), ("bC", "1"), ("pK", "2"), ("bK", "2")),
        *(("pC", None), ("bE", None), ("bF", None)),
    ]
    assert view(s, 0).fact("best_held") == ["3+2", None, None]
    assert view(s, 1).fact("best_held") == [None, "", None]
    other = [(c.face, c.mark) for c in view(s, 1).zone("hand:1").cards if c]
    assert other == [(face, None) for face in THREE[1].split()]


@pytest.mark.rule("crotdebix", "D19")
def test_an_imagined_deal_keeps_what_was_passed_as_long_as_one_can_know() -> None:
    """Seat 0 has passed bA to seat 1. When seat 1 passes a card on, it may be that one, and may not."""
    s = at(*THREE)
    lay(s, 0, "bA")
    lay_any(s, 1, 2)
    wait(s, "choose/close")
    imagined = [s.redeal(0, keyed(seed_from(i), "redeal")) for i in range(20)]
    assert all("bA" in faces(twin, "hand:1") for twin in imagined)
    lay(s, 1, "bA")
    lay_any(s, 0, 2)
    wait(s, "choose/close")
    assert "bA" in faces(s, "hand:2")
    where = Counter(
        seat
        for i in range(200)
        for seat in (1, 2)
        if "bA" in faces(s.redeal(0, keyed(seed_from(i), "redeal")), f"hand:{seat}")
    )
    assert sum(where.values()) == 200 and 5 < where[2] < 60, "one card of eight was passed on"
