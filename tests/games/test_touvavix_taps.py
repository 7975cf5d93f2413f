"""Touvavix, rule by rule: what a tap answers, the rhythm. Expected results are worked out from the rules."""

from contextlib import suppress
from itertools import permutations
from typing import Any

import pytest

from tablee.bots.rollout import QuickPicker
from tablee.games.touvavix.rules import GAME
from tablee.kernel.codec import exact_digest
from tablee.kernel.domains import Slot
from tablee.kernel.moves import Move
from tablee.kernel.record import Played, SeatChanged, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat
from tests.games.touvavix import PILES, at, decide, etoile, heights, lay, offer, pair, tap, tops, won
from tests.table import do, faces, refused, start, told, view, wait

# ---- what a tap answers --------------------------------------------------------------------------------


@pytest.mark.rule("touvavix", "D11")
def test_a_late_tap_on_a_real_pair_is_no_error() -> None:
    """Example 7."""
    s = pair()
    decide(s, (0, 500))
    before = exact_digest(s)
    assert refused(s, 1, "tap", target="petard", t=831) == "not_offered"
    assert refused(s, 2, "tap", target="petard", t=831) == "not_your_turn"
    assert exact_digest(s) == before


@pytest.mark.rule("touvavix", "D11")
def test_the_next_card_can_be_tapped_again() -> None:
    s = pair()
    decide(s, (0, 500))
    lay(s, 1, 0, 1_100)
    assert told(decide(s, (2, 1_700)), "wrong")[0]["seat"] == 2, "for that card there was nothing to win"


@pytest.mark.rule("touvavix", "D11")
def test_a_tap_for_a_pair_that_the_next_card_has_covered_is_void() -> None:
    """He saw the pair of card 1, not card 2, which covers it; his tap is on its way when card 2 is shown."""
    s = at("pile:0=vA bR | pile:1=vT yI | pile:2=yA | pile:3=yU")
    lay(s, 0, 0)
    lay(s, 1, 2, 1_100)
    assert tops(s) == "REISOL"
    before = exact_digest(s)
    assert refused(s, 3, "tap", target="petard", t=1_200, answers=1) == "too_late"
    assert exact_digest(s) == before
    assert told(decide(s, (3, 1_500)), "wrong"), "who has seen card 2 is wrong"


@pytest.mark.rule("touvavix", "D11", "D5")
def test_a_tap_that_names_the_card_before_wins_what_is_still_open() -> None:
    """Card 2 was laid elsewhere; his screen had not shown it yet."""
    s = at("pile:0=vA bR | pile:1=vT yI | pile:2=yA | pile:3=yU")
    lay(s, 0, 0)
    lay(s, 1, 3, 1_100)
    tap(s, 3, 1_200, at=1_140, card=1)
    assert told(wait(s), "wins") == [{"race": "won", "seat": 3, "shout": "R", "ms": 1_109, "count": 3}]


@pytest.mark.rule("touvavix", "D11", "D6")
def test_a_tap_is_judged_by_what_its_player_had_seen() -> None:
    """Card 2 makes a second pair, of S; who has only seen card 1 taps for R."""
    s = at("pile:0=vA bR | pile:1=vU bS | pile:2=yI | pile:3=yU")
    lay(s, 0, 0)
    lay(s, 1, 4, 1_100)
    assert tops(s) == "RERSSL"
    tap(s, 3, 1_200, at=1_140, card=1)
    assert told(wait(s), "wins")[0]["shout"] == "R"
    assert tops(s) == "-E-SSL"


@pytest.mark.rule("touvavix", "D11")
def test_a_tap_that_names_the_card_before_is_wrong_if_nothing_was_open_since() -> None:
    s = at(PILES)
    lay(s, 0, 5)
    lay(s, 1, 5, 1_100)
    tap(s, 3, 1_200, card=1)
    assert told(wait(s), "wrong")[0]["gives"] == 3


@pytest.mark.rule("touvavix", "D11")
def test_older_cards_and_none_cannot_be_named() -> None:
    s = at(PILES)
    lay(s, 0, 5)
    lay(s, 1, 5, 1_100)
    lay(s, 2, 5, 2_200)
    assert refused(s, 0, "tap", target="petard", t=2_300, answers=1) == "too_late"
    with pytest.raises(Refused, match="malformed"):
        apply(s, Played(2_300, 0, Move("tap", {"target": "petard"}, 2_300)))


@pytest.mark.rule("touvavix", "D11")
def test_each_is_punished_once_for_each_card() -> None:
    s = at("pile:0=vA vT | pile:1=vU vM | pile:2=yI yU | won:2=pF pG pH pI pJ pK pM pN", players=3)
    lay(s, 0, 5)
    decide(s, (2, 500))
    assert s.scores == [1, 1, 6]
    events = decide(s, (2, 800))
    assert told(events, "wrong")[0]["gives"] == 0
    assert s.scores == [1, 1, 6]
    lay(s, 1, 5, 1_100)
    decide(s, (2, 1_700))
    assert s.scores == [2, 2, 4]
    tap(s, 2, 1_900, card=1)
    assert told(wait(s), "wrong")[0]["gives"] == 0, "he has paid for card 2, and for card 1 before it"


@pytest.mark.rule("touvavix", "D11")
def test_who_was_punished_may_still_win() -> None:
    s = pair()
    tap(s, 2, 500, "star:4")
    wait(s)
    decide(s, (2, 800))
    assert s.scores[2] == 3


@pytest.mark.rule("touvavix", "D11")
def test_the_offer_does_not_tell_whether_there_is_a_pair() -> None:
    """To see it is the game: also who has been punished is offered the same."""
    s, blank = pair(), at("pile:0=vA bK | pile:1=vT yI | pile:2=yA | pile:3=yU")
    lay(blank, 0, 0)
    for erring in (False, True):
        if erring:
            for table in (s, blank):
                tap(table, 2, 500, "star:4")
                wait(table)
        for seat in range(4):
            assert s.offers(seat) == blank.offers(seat)


def test_an_anticipation_is_void_and_locks_out_for_half_a_second() -> None:
    """C14: under 100 ms nobody has seen the card."""
    s = pair()
    assert told(tap(s, 2, 130), "anticipation") == [{"seat": 2}]
    assert offer(s, 2, "tap").opens_at == 630
    assert refused(s, 2, "tap", target="petard", t=629) == "too_early"
    decide(s, (2, 630))
    assert s.scores == [0, 0, 3, 0]


def test_a_tap_for_an_older_pair_is_no_anticipation_of_the_new_card() -> None:
    s = at("pile:0=vA bR | pile:1=vT yI | pile:2=yA | pile:3=yU")
    lay(s, 0, 0)
    lay(s, 1, 3, 1_100)
    assert told(decide(s, (3, s.now + 40)), "wins")


@pytest.mark.rule("touvavix", "D12")
def test_two_taps_within_30_ms_win_nothing_for_a_second() -> None:
    """Example 6."""
    s = pair()
    events = decide(s, (0, 500), (2, 520))
    assert [e["seat"] for e in told(events, "ties")] == [0, 2]
    assert (s.scores, tops(s)) == ([0, 0, 0, 0], "RERSOL")
    assert [offer(s, seat, "tap").opens_at for seat in range(4)] == [1_520] * 4
    assert refused(s, 2, "tap", target="petard", t=1_519) == "too_early"
    assert told(decide(s, (2, 1_520)), "wins")[0]["count"] == 3


@pytest.mark.rule("touvavix", "D12")
@pytest.mark.parametrize(("apart", "ties"), [(0, True), (30, True), (31, False)])
def test_a_tie_is_30_ms_wide(apart: Millis, ties: bool) -> None:
    s = pair()
    s.hold = 100
    tap(s, 0, 540, at=500)
    tap(s, 2, 550, at=500 + apart)
    events = wait(s)
    assert bool(told(events, "ties")) == ties
    assert s.scores == ([0, 0, 0, 0] if ties else [3, 0, 0, 0])


@pytest.mark.rule("touvavix", "D12")
def test_a_third_tap_right_after_a_tie_is_void() -> None:
    s = pair()
    s.hold = 200
    tap(s, 0, 500)
    tap(s, 2, 510)
    tap(s, 3, 560)
    events = wait(s)
    assert [e["seat"] for e in told(events, "late")] == [3]
    assert s.scores == [0, 0, 0, 0]


@pytest.mark.rule("touvavix", "D12")
def test_a_tied_etoile_can_be_tapped_again_too_unless_it_is_covered() -> None:
    s = etoile()
    decide(s, (2, 500), (3, 505))
    twin = s.copy()
    twin.watched = True
    assert told(decide(twin, (2, 1_505)), "catches")
    lay(s, 1, 0, 1_100)
    assert told(decide(s, (2, 1_600)), "catches") == []


@pytest.mark.rule("touvavix", "D12")
def test_a_tie_does_not_bar_what_the_next_card_makes() -> None:
    s = at("pile:0=vA bR | pile:1=vU bS | pile:2=yI | pile:3=yU", gap_ms=500)
    lay(s, 0, 0)
    decide(s, (2, 500), (3, 510))
    lay(s, 1, 4, 540)
    assert offer(s, 3, "tap").opens_at == 0
    assert told(decide(s, (3, 900)), "wins")[0]["shout"] == "S"
    assert told(decide(s, (3, 1_100)), "late"), "the pair of R is still barred"
    assert told(decide(s, (3, 1_510)), "wins")[0]["shout"] == "R"


@pytest.mark.rule("touvavix", "D12")
def test_a_right_and_a_wrong_tap_within_30_ms() -> None:
    """C14: the right one wins; the other is an error all the same."""
    s = pair()
    tap(s, 2, 500, "star:2")
    tap(s, 3, 520)
    events = wait(s)
    assert [e["seat"] for e in told(events, "wins")] == [3]
    assert [e["seat"] for e in told(events, "wrong")] == [2]


SCENES: dict[str, tuple[list[tuple[Seat, str, Millis]], list[int], str]] = {
    "the pair is won, then it cannot be covered": (
        [(2, "petard", 1_600), (1, "lay", 1_610)],
        [0, 0, 3, 0],
        "IE-SOL",
    ),
    "it is covered first": ([(1, "lay", 1_600), (2, "petard", 1_601)], [0, 0, 0, 0], "IERSOL"),
    "at the same instant": ([(1, "lay", 1_600), (2, "petard", 1_600)], [0, 0, 3, 0], "IE-SOL"),
    "a tie, then the card": (
        [(2, "petard", 1_600), (3, "petard", 1_620), (1, "lay", 1_640)],
        [0, 0, 0, 0],
        "IERSOL",
    ),
    "one elsewhere, one right": (
        [(2, "star:5", 1_600), (3, "petard", 1_620), (0, "petard", 1_640)],
        [0, 0, 0, 4],
        "-E-SOL",
    ),
}


@pytest.mark.rule("touvavix", "D11")
@pytest.mark.parametrize("scene", SCENES)
def test_the_order_of_arrival_decides_nothing(scene: str) -> None:
    presses, scores, after = SCENES[scene]
    ends = set()
    for order in permutations(presses):
        s = pair()
        s.hold = 400
        for i, (seat, what, made) in enumerate(order):
            if what == "lay":
                do(s, seat, "lay", t=1_700 + 50 * i, at=made, place=0)
            else:
                tap(s, seat, 1_700 + 50 * i, what, at=made)
        wait(s, "lay/close")
        assert (s.scores, tops(s)) == (scores, after)
        ends.add(exact_digest(s))
    assert len(ends) == 1


@pytest.mark.rule("touvavix", "R8")
def test_a_card_pressed_for_before_the_places_became_empty_is_laid_again() -> None:
    """The pair on places 0 and 2 is won at 1600; the card for place 4, made at 1610, must now go elsewhere."""
    s = pair()
    tap(s, 2, 1_600)
    do(s, 1, "lay", t=1_610, place=4)
    wait(s, "lay/close")
    assert (tops(s), view(s, 0).active) == ("-E-SOL", (1,))
    assert offer(s, 1, "lay").params == {"place": Slot("star", [0, 2])}


def after_lag(presses: list[tuple[Seat, str, int, Millis]], lags: list[Millis]) -> tuple[list[int], str]:
    """The scores and the star 4 s after the pair was laid, when each seat's presses take that long to arrive."""
    s = pair()
    s.hold = 300
    for seat, what, place, made in sorted(presses, key=lambda p: p[3] + lags[p[0]]):
        arrives = made + lags[seat]
        while (due := s.next_alarm()) is not None and due.at < arrives:
            wait(s)
        args = {"place": place} if what == "lay" else {"target": what}
        with suppress(Refused):
            apply(s, Played(max(arrives, s.now), seat, Move(what if what == "lay" else "tap", args, made, 1)))
    while (due := s.next_alarm()) is not None and due.at < 4_000:
        wait(s)
    return s.scores, tops(s)


@pytest.mark.rule("touvavix", "D11")
@pytest.mark.parametrize("seed", range(40))
def test_lag_decides_nothing(seed: int) -> None:
    """Random presses around a card, each seat with a random lag up to the hold."""
    pick = QuickPicker(seed)
    presses = [
        (seat, ("petard", "petard", "star:1")[pick.below(3)], 0, 1_500 + pick.below(120))
        for seat in (0, 2, 3)
        if pick.below(4)
    ]
    if pick.below(2):
        presses.append((1, "lay", pick.below(6), 1_500 + pick.below(120)))
    prompt = after_lag(presses, [0] * 4)
    for _ in range(5):
        assert after_lag(presses, [pick.below(301) for _ in range(4)]) == prompt


def test_a_tap_after_the_card_is_judged_after_it() -> None:
    """Card 2 is laid elsewhere at 1600, the tap made at 1610 names card 1: the pair is still open."""
    s = pair()
    s.hold = 400
    do(s, 1, "lay", t=1_700, at=1_600, place=3)
    tap(s, 2, 1_750, at=1_610)
    wait(s, "lay/close")
    assert (s.scores, tops(s)) == ([0, 0, 0, 0], "RERIOL")
    wait(s, "lay/close")
    assert (s.scores, tops(s)) == ([0, 0, 3, 0], "-E-IOL")


# ---- the rhythm ----------------------------------------------------------------------------------------


@pytest.mark.rule("touvavix", "D13")
@pytest.mark.parametrize(("options", "gap"), [({}, 1_000), ({"gap_ms": 500}, 500), ({"gap_ms": 2_000}, 2_000)])
def test_the_gap_between_two_cards(options: dict[str, Any], gap: Millis) -> None:
    s = pair(**options)
    assert offer(s, 1, "lay").opens_at == 31 + gap
    assert refused(s, 1, "lay", place=1, t=30 + gap) == "too_early"
    lay(s, 1, 1, 31 + gap)
    assert tops(s) == "RIRSOL"


@pytest.mark.rule("touvavix", "D13")
@pytest.mark.parametrize(("options", "limit"), [({}, 5_000), ({"auto_lay_s": 10}, 10_000)])
def test_a_card_not_laid_is_laid_by_the_table(options: dict[str, Any], limit: Millis) -> None:
    s = pair(**options)
    events = wait(s, "lay/auto")
    assert s.now == 31 + limit
    assert told(events, "timeout") == [{"seat": 1}]
    assert sum(heights(s)) == 8
    assert view(s, 0).active == (2,)


@pytest.mark.rule("touvavix", "D13")
def test_the_table_lays_on_the_first_empty_place() -> None:
    s = at(PILES, "pC pE - pS - pL")
    wait(s, "lay/auto")
    assert tops(s) == "CEAS-L"
    for seed in range(5):  # all six are empty
        s = at(PILES, "- - - - - -", seed=seed)
        wait(s, "lay/auto")
        assert tops(s) == "A-----"


@pytest.mark.rule("touvavix", "D13")
def test_otherwise_on_a_place_drawn_from_the_seed() -> None:
    def chosen(seed: int) -> int:
        s = start(GAME, 2, seed=seed)
        wait(s, "lay/auto")
        return heights(s).index(2)

    assert {chosen(seed) for seed in range(60)} == set(range(6))
    assert [chosen(seed) for seed in range(5)] == [chosen(seed) for seed in range(5)]


@pytest.mark.rule("touvavix", "D13")
def test_a_tap_in_the_last_moment_comes_before_the_table_lays() -> None:
    s = pair()
    s.hold = 300
    tap(s, 3, 5_200, at=5_031)
    wait(s, "lay/auto")
    assert s.scores == [0, 0, 0, 3]
    assert sum(heights(s)) == 7 - 3 + 1


@pytest.mark.rule("touvavix", "D14")
def test_who_has_no_cards_is_passed_over() -> None:
    s = at("pile:0=vA yI | pile:3=yU yA")
    lay(s, 0, 5)
    assert view(s, 0).active == (3,)
    lay(s, 3, 5, 1_100)
    assert view(s, 0).active == (0,)


@pytest.mark.rule("touvavix", "D14", "R16")
def test_who_has_given_away_his_last_card_is_passed_over() -> None:
    """Seat 1 is to lay his only card, taps wrongly, and gives it to seat 2. The gap goes on."""
    s = at("pile:0=vA yI | pile:1=yU | pile:2=yE | pile:3=yA")
    lay(s, 0, 5)
    decide(s, (1, 500))
    assert (won(s), faces(s, "pile:1")) == ([0, 0, 1, 0], [])
    assert view(s, 0).active == (2,)
    assert offer(s, 2, "lay").opens_at == 1_031


@pytest.mark.rule("touvavix", "D14")
def test_a_card_given_away_is_no_longer_laid() -> None:
    s = at("pile:0=vA yI | pile:1=yU | pile:2=yE | pile:3=yA")
    lay(s, 0, 5)
    tap(s, 1, 1_100)
    do(s, 1, "lay", t=1_110, place=0)
    wait(s)
    assert (tops(s), view(s, 0).active) == ("CERSOI", (2,))


def test_who_gave_his_last_card_while_another_chose_is_passed_over_afterwards() -> None:
    s = at("pile:0=vA ★ | pile:1=yU | pile:2=yE | pile:3=yA")
    lay(s, 0, 5)
    tap(s, 3, 1_200)
    tap(s, 2, 1_205, "star:1")
    wait(s)
    assert view(s, 0).phase == "choose"
    s.pile(1).cards, rest = [], s.pile(1).cards
    s.aside.cards += rest
    do(s, 3, "pile", place=0)
    assert view(s, 0).active == (3,)


def test_an_absent_player_does_not_stop_the_table_without_limits() -> None:
    """C15: no limit never holds for somebody who is away."""
    s = pair(timers="none")
    assert s.next_alarm() is None
    apply(s, SeatChanged(2_000, 1, human=True, present=False))
    wait(s, "lay/auto")
    assert (s.now, view(s, 0).active) == (62_000, (2,))
