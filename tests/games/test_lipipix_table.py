"""Lipipix, rule by rule: turns, tempo and the end, what is seen, one shared screen: buzz, then type (C13).

Expected results are worked out from the rules.
"""

from typing import Any

import pytest

from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.lipipix.rules import GAME, LipipixState
from tablee.kernel.rng import keyed
from tablee.kernel.units import Millis, Seat
from tests.games.lipipix import at, claim, decide, laid
from tests.heap import seen_in_the_middle, told, turn
from tests.table import do, faces, names, refused, start, view, wait

# ---- turns, tempo and the end --------------------------------------------------------------------------


@pytest.mark.rule("lipipix", "D2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_won_cards_are_kept_apart_and_never_played(players: int) -> None:
    for seed in range(4):
        s = start(GAME, players, seed=seed)
        rollout(s, QuickPicker(seed), limit=GAME.bound(players, s.options))
        turned = [e.card for e in s.events if e.kind == "move" and e.source and e.source[0].startswith("pile:")]
        assert len(turned) == len(set(turned)) == 100 // players * players
        assert not [e for e in s.events if e.kind == "move" and e.target and e.target[0].startswith("pile:")][
            100 // players * players :
        ], "after the deal no card comes to a pile"


@pytest.mark.rule("lipipix", "D3")
def test_after_a_win_the_turn_goes_on_in_order() -> None:
    s = laid("P", "O")
    decide(s, (3, "PO", 500))
    assert view(s, 0).active == (1,)


@pytest.mark.rule("lipipix", "D12")
@pytest.mark.parametrize(
    ("options", "gap"), [({}, 1_000), ({"min_gap_ms": 500}, 500), ({"min_gap_ms": 1500}, 1_500)]
)
def test_the_next_card_waits_for_min_gap(options: dict[str, Any], gap: Millis) -> None:
    s = laid("P", "O", **options)
    assert refused(s, 1, "flip", t=gap - 1) == "too_early"
    turn(s, 1, gap)
    assert faces(s, "middle")[-1] == "vS"


@pytest.mark.rule("lipipix", "D12")
def test_the_gap_holds_after_a_claim_an_etoile_and_a_petard_too() -> None:
    s = laid("P", "O")
    decide(s, (2, "PO", 500))
    assert refused(s, 1, "flip", t=999) == "too_early"
    do(s, 1, "flip", t=1_000)
    for special in ("★", "✹"):
        s = at(f"middle=pE | pile:0=vT {special} | pile:1=vS", players=2)
        do(s, 0, "flip")
        assert refused(s, 1, "flip", t=999) == "too_early"
        do(s, 1, "flip", t=1_000)
        assert faces(s, "middle")[-1] == "vS"


@pytest.mark.rule("lipipix", "D12")
@pytest.mark.parametrize(("options", "tempo"), [({}, 3_000), ({"tempo_s": 2}, 2_000), ({"tempo_s": 5}, 5_000)])
def test_the_table_turns_the_card_after_tempo(options: dict[str, Any], tempo: Millis) -> None:
    s = laid("P", "O", **options)
    s.hold = 200
    claim(s, 3, "PO", tempo + 150, at=tempo)
    events = wait(s, "lay/auto")
    assert (s.now, told(events, "timeout")) == (tempo + 200, [{"seat": 1}])
    assert (faces(s, "won:3"), faces(s, "middle")) == (["pP", "bO"], ["vS"]), "the claim was in time"


@pytest.mark.rule("lipipix", "D13")
def test_who_has_no_cards_is_skipped_but_may_claim() -> None:
    s = at("middle=pP | pile:0=vT bO | pile:3=vR vS")
    do(s, 0, "flip")
    assert view(s, 0).active == (3,)
    decide(s, (1, "PO", 500))
    assert s.scores == [0, 2, 0, 0]
    turn(s, 3, 1_000)
    assert view(s, 0).active == (0,)


def last_card(top: str = "bA", **options: Any) -> LipipixState:
    """Example 10: the last card of all has been turned, at table time 0."""
    s = at(f"middle=pM | pile:0={top} | won:0=yA | won:1=yE yI | won:2=yO yU", players=3, **options)
    do(s, 0, "flip")
    return s


@pytest.mark.rule("lipipix", "R16", "D13")
@pytest.mark.parametrize(("options", "tempo"), [({}, 3_000), ({"tempo_s": 5}, 5_000)])
def test_nobody_claims_on_the_last_card(options: dict[str, Any], tempo: Millis) -> None:
    s = last_card(**options)
    assert [names(s, seat) for seat in range(3)] == [{"claim"}] * 3
    assert s.outcome is None
    wait(s, "last_window/over")
    assert s.now == tempo
    assert s.outcome is not None and s.outcome.scores == (1, 2, 2), "the heap is nobody's"


@pytest.mark.rule("lipipix", "R16", "R17", "D13")
def test_the_last_card_can_be_claimed() -> None:
    s = last_card()
    claim(s, 1, "MA", 2_900)
    wait(s, "last_window/close")
    assert s.outcome is not None
    assert (s.outcome.scores, s.outcome.winners, s.outcome.detail) == ((1, 4, 2), (1,), "last_card")


@pytest.mark.rule("lipipix", "R16")
def test_a_last_etoile_ends_the_game_at_once() -> None:
    s = last_card("★")
    assert s.outcome is not None and s.outcome.scores == (3, 2, 2)


@pytest.mark.rule("lipipix", "R17", "D14")
def test_the_most_cards_win_and_ties_share() -> None:
    s = last_card()
    wait(s, "last_window/over")
    assert s.outcome is not None
    assert (s.outcome.ranks, s.outcome.winners) == ((3, 1, 1), (1, 2))


@pytest.mark.rule("lipipix", "D15")
def test_a_table_where_nobody_does_anything_ends_after_100_cards() -> None:
    s = start(GAME, 2)
    steps = 0
    while s.outcome is None:
        wait(s)
        steps += 1
    assert steps <= 100 + 1
    assert s.now <= 101 * 3_000


@pytest.mark.rule("lipipix", "D15")
@pytest.mark.parametrize("answer", ["type", "buzz"])
def test_the_bound_holds_for_the_busiest_table(answer: str) -> None:
    """Everybody anticipates every card, everybody claims, and the table turns the cards."""
    s = start(GAME, 2, answer=answer, wrong_claim="free")
    said: dict[str, Any] = {"first": "B", "second": "A"} if answer == "type" else {}
    records = 0
    while s.outcome is None:
        name, _ = s.call()
        if getattr(s.phases[-1], "stimulus", -1) >= 0 and s.stimuli[-1] == s.now:
            for delay in (50, 1_000):
                for seat in range(2):
                    do(s, seat, name, t=s.stimuli[-1] + delay + seat, **said)
                    records += 1
        wait(s)
        records += 1
    assert records <= GAME.bound(2, s.options)


# ---- what is seen --------------------------------------------------------------------------------------


def test_the_covered_consonant_is_hidden() -> None:
    s = laid("P", "O")
    middle = view(s, 1).zone("middle")
    assert (middle.count, [c.face for c in middle.cards if c]) == (2, ["bO"])


def test_show_previous_leaves_the_covered_card_visible_to_those_who_asked() -> None:
    s = laid("P", "O", seat_options=[{}, {"show_previous": True}, {}, {}])
    assert [seen_in_the_middle(s, seat) for seat in range(4)] == [["bO"], ["pP", "bO"], ["bO"], ["bO"]]
    turn(s, 1, 1_000)
    assert seen_in_the_middle(s, 1) == ["bO", "vS"]


def test_a_claim_stays_sealed_until_it_is_decided() -> None:
    s = laid("P", "O")
    s.hold = 300
    assert claim(s, 2, "PO", 600) == []
    twin = s.redeal(3, keyed(s.seed, "imagine"))
    assert [p.seat for p in twin.phases[-1].presses] == []  # type: ignore[attr-defined]


# ---- one shared screen: buzz, then type (C13) ----------------------------------------------------------

SHARED: dict[str, Any] = {"seat_options": [{"shares": True}, {"shares": True}, {}, {}]}


def buzzed(seat: Seat = 2, under: str = "P", **options: Any) -> LipipixState:
    """This seat alone has buzzed on the vowel O, at table time 500."""
    s = laid(under, "O", **(options or {"answer": "buzz"}))
    do(s, seat, "buzz", t=500)
    wait(s, "lay/close")
    return s


@pytest.mark.parametrize("options", [SHARED, {"answer": "buzz"}])
def test_on_a_shared_screen_everybody_buzzes(options: dict[str, Any]) -> None:
    s = laid("P", "O", **options)
    assert [names(s, seat) for seat in range(4)] == [{"buzz"}, {"flip", "buzz"}, {"buzz"}, {"buzz"}]


def test_who_buzzed_types_alone_and_the_clock_stands_still() -> None:
    s = buzzed()
    assert [names(s, seat) for seat in range(4)] == [set(), set(), {"say"}, set()]
    events = do(s, 2, "say", t=4_531, first="P", second="O")
    assert told(events, "wins") == [{"race": "won", "seat": 2, "shout": "PO", "count": 2, "ms": 500}]
    assert (s.scores, view(s, 0).active) == ([0, 0, 2, 0], (1,))
    wait(s, "lay/auto")
    assert s.now == 3_000 + 4_000, "531 ms had gone by when the clock stopped for 4 s"


def test_a_wrong_syllable_after_a_buzz_is_a_mistake() -> None:
    s = buzzed()
    assert told(do(s, 2, "say", t=1_000, first="P", second="A"), "wrong")[0]["shout"] == "PA"
    assert (s.scores, len(s.middle.cards)) == ([0, 0, 0, 0], 2)
    assert names(s, 3) == set()


def test_silence_after_a_buzz_is_a_mistake() -> None:
    s = buzzed()
    assert told(wait(s, "answer/limit"), "wrong")[0]["seat"] == 2
    assert s.now == 531 + 5_000
    assert s.scores == [0, 0, 0, 0]


def test_a_buzz_where_there_is_no_syllable_is_a_mistake_at_once() -> None:
    s = laid("E", "O", answer="buzz")
    do(s, 2, "buzz", t=500)
    assert told(wait(s, "lay/close"), "wrong")[0]["seat"] == 2
    assert "say" not in names(s, 2)


def test_two_buzzes_at_the_same_time_are_a_tie() -> None:
    s = laid("P", "O", answer="buzz")
    do(s, 2, "buzz", t=500)
    do(s, 3, "buzz", t=530)
    assert [t["seat"] for t in told(wait(s, "lay/close"), "ties")] == [2, 3]
    assert names(s, 2) == set()


def test_a_later_buzz_is_told_and_void() -> None:
    s = laid("P", "O", answer="buzz")
    s.hold = 100
    do(s, 2, "buzz", t=500)
    do(s, 3, "buzz", t=540)
    assert told(wait(s, "lay/close"), "late")[0]["behind"] == 40
    do(s, 2, "say", t=1_000, first="O", second="P")
    assert names(s, 3) == set(), "the mistake has killed the syllable"


def test_a_card_turned_just_after_a_buzz_stays_where_it_was() -> None:
    s = laid("P", "O", answer="buzz")
    do(s, 2, "buzz", t=1_500)
    do(s, 1, "flip", t=1_510)
    wait(s, "lay/close")
    do(s, 2, "say", t=2_000, first="P", second="O")
    assert (faces(s, "middle"), s.scores[2], faces(s, "pile:1")) == ([], 2, ["vS"])
    do(s, 1, "flip", t=2_001)
    assert faces(s, "middle") == ["vS"]


def test_a_buzz_on_the_last_card() -> None:
    s = last_card(answer="buzz")
    do(s, 1, "buzz", t=2_000)
    wait(s, "last_window/close")
    assert s.outcome is None
    do(s, 1, "say", t=4_000, first="M", second="A")
    assert s.outcome is not None and s.outcome.scores == (1, 4, 2)
