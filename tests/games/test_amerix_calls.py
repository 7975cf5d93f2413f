"""Amérix, rule by rule: calls, and the windows in which they count. Results are worked out by hand."""

import pytest

from tests.games.amerix import at, fallen, lay
from tests.table import card, do, faces, names, refused, told, view, wait


@pytest.mark.rule("amerix", "R25", "R26", "D17")
def test_forgotten_call_is_punished() -> None:
    """Example 7: seat 2 draws 2 (3 in hand) and misses its next turn."""
    s = fallen()
    do(s, 0, "etoile", t=900)
    wait(s, "call/close")
    assert len(s.hand(2).cards) == 3
    assert view(s, 0).active == (3,)
    s.now = 2_000
    lay(s, 3, "pL")
    assert view(s, 0).active == (0,)
    for seat in (0, 1):
        do(s, seat, "draw")
        do(s, seat, "keep")
    assert view(s, 0).active == (3,)


@pytest.mark.rule("amerix", "R25", "D12")
def test_the_call_may_go_with_the_lay() -> None:
    s = fallen(called=True)
    do(s, 0, "etoile", t=900)
    wait(s, "call/close")
    assert len(s.hand(2).cards) == 1


@pytest.mark.rule("amerix", "D12")
def test_the_call_may_come_just_after_the_lay() -> None:
    s = fallen()
    assert names(s, 2) == {"toutilix"}
    assert all("etoile" in names(s, seat) for seat in (0, 1, 3))
    assert told(do(s, 2, "toutilix", t=300) + wait(s, "call/close"), "toutilix") == [{"seat": 2}]
    do(s, 0, "etoile", t=900)
    wait(s, "call/close")
    assert len(s.hand(2).cards) == 1


@pytest.mark.rule("amerix", "D12")
@pytest.mark.parametrize("grace", [500, 800, 1_500])
def test_an_etoile_within_the_grace_is_void_and_may_be_repeated(grace: int) -> None:
    """A reflex does not catch a child who lays and then says "toutilix !"; void also means: not the one press."""
    s = fallen(grace_ms=grace)
    assert refused(s, 0, "etoile", t=50) == "too_early"
    assert refused(s, 0, "etoile", t=grace - 1) == "too_early"
    assert (len(s.hand(2).cards), s.next_alarm().name) == (1, "turn/limit")  # type: ignore[union-attr]
    do(s, 0, "etoile", t=grace)
    wait(s, "call/close")
    assert len(s.hand(2).cards) == 3


@pytest.mark.rule("amerix", "D12")
def test_the_grace_counts_from_the_corrected_time_of_the_press() -> None:
    s = fallen()
    s.hold = 400
    assert refused(s, 0, "etoile", t=1_000, at=790) == "too_early"
    do(s, 0, "etoile", t=1_000, at=800)


@pytest.mark.rule("amerix", "D12")
def test_toutilix_needs_no_grace() -> None:
    s = fallen()
    do(s, 2, "toutilix", t=1)
    wait(s, "call/close")
    do(s, 0, "etoile", t=800)
    wait(s, "call/close")
    assert len(s.hand(2).cards) == 1


@pytest.mark.rule("amerix", "D12")
def test_a_press_for_a_hand_that_fell_earlier_is_void() -> None:
    """C14: it names the hand it has seen fall, and that one is decided."""
    s = at("hand:0=bA bB bC | hand:1=pK bM | hand:2=pL bZ | discard=vL | pile=pQ pR pS pT", seat=1, players=3)
    lay(s, 1, "pK", toutilix=True)
    seen = s.call.stimulus  # type: ignore[union-attr]
    s.now = 1_000
    lay(s, 2, "pL")
    assert refused(s, 0, "etoile", t=1_900, answers=seen) == "too_late"
    assert len(s.hand(2).cards) == 1
    do(s, 0, "etoile", t=1_900)
    wait(s, "call/close")
    assert len(s.hand(2).cards) == 3


@pytest.mark.rule("amerix", "D12")
def test_nothing_to_shout_while_all_hands_are_full() -> None:
    s = at("hand:0=bA bB bC | hand:1=pA pB pC | discard=vL | pile=pQ pR")
    assert names(s, 1) == set()


@pytest.mark.rule("amerix", "D13")
def test_the_next_lay_closes_the_window() -> None:
    """Example 7, second half: seat 3 has already laid, no effect."""
    s = fallen()
    s.now = 2_000
    lay(s, 3, "pL")
    wait(s, "call/close")
    assert faces(s, "discard")[-1] == "pL"
    assert names(s, 1) == set()
    assert len(s.hand(2).cards) == 1


@pytest.mark.rule("amerix", "D13")
def test_the_next_draw_closes_the_window() -> None:
    s = fallen()
    do(s, 3, "draw", t=2_000)
    wait(s, "call/close")
    assert view(s, 0).phase == "drawn"
    assert refused(s, 0, "etoile") == "not_your_turn"


@pytest.mark.rule("amerix", "D13")
def test_a_shout_made_before_the_lay_counts_though_it_arrives_later() -> None:
    s = fallen()
    s.hold = 400
    s.now = 2_200
    lay(s, 3, "pL")
    do(s, 0, "etoile", t=2_400, at=2_190)
    wait(s, "call/close")
    assert len(s.hand(2).cards) == 3
    assert faces(s, "discard")[-1] == "pL"


@pytest.mark.rule("amerix", "D13")
def test_a_shout_made_after_the_lay_does_not_count() -> None:
    s = fallen()
    s.hold = 400
    s.now = 2_200
    lay(s, 3, "pL")
    do(s, 0, "etoile", t=2_400, at=2_210)
    wait(s, "call/close")
    assert len(s.hand(2).cards) == 1


@pytest.mark.rule("amerix", "D13")
def test_cards_forced_by_a_petard_do_not_close_the_window() -> None:
    s = at(
        "hand:0=bA bB bC | hand:1=✹ bM | hand:2=pL bZ pZ | discard=vL | pile=pQ pR pS pT pU",
        seat=1,
        players=3,
    )
    lay(s, 1, "✹")
    assert len(s.hand(2).cards) == 5
    do(s, 2, "etoile", t=800)
    wait(s, "call/close")
    assert len(s.hand(1).cards) == 3


@pytest.mark.rule("amerix", "D14")
@pytest.mark.parametrize(("grace", "lock"), [(500, 2_000), (800, 2_000), (1_500, 2_700)])
def test_the_next_move_is_locked_for_two_seconds_or_the_grace_and_more(grace: int, lock: int) -> None:
    s = fallen(grace_ms=grace)
    pl = card(s, "pL", s.hand(3))
    assert refused(s, 3, "lay", t=lock - 1, card=pl) == "too_early"
    assert refused(s, 3, "draw", t=lock - 1) == "too_early"
    do(s, 3, "draw", t=lock)


@pytest.mark.rule("amerix", "D14")
def test_no_lock_when_the_call_was_made() -> None:
    s = fallen(called=True)
    do(s, 3, "draw", t=1)


@pytest.mark.rule("amerix", "D14")
def test_the_lock_holds_for_the_same_player_after_an_x() -> None:
    s = at("hand:0=pX pW | hand:1=bC bD bE | discard=pV | pile=pQ pR pS")
    lay(s, 0, "pX")
    assert refused(s, 0, "lay", t=1_999, card=card(s, "pW", s.hand(0))) == "too_early"
    do(s, 1, "etoile", t=1_999)
    wait(s, "call/close")
    assert len(s.hand(0).cards) == 3
    assert view(s, 0).active == (1,)


@pytest.mark.rule("amerix", "D15")
@pytest.mark.parametrize(("etoile", "toutilix", "cards"), [(900, 930, 1), (900, 931, 3), (930, 900, 1)])
def test_calls_within_30_ms_save_the_forgetful(etoile: int, toutilix: int, cards: int) -> None:
    s = fallen()
    s.hold = 100
    for at_, seat, name in sorted([(etoile, 0, "etoile"), (toutilix, 2, "toutilix")]):
        do(s, seat, name, t=940, at=at_)
    wait(s, "call/close")
    assert len(s.hand(2).cards) == cards


@pytest.mark.rule("amerix", "D15")
def test_several_etoiles_punish_once() -> None:
    s = fallen()
    do(s, 0, "etoile", t=800)
    do(s, 1, "etoile", t=810)
    do(s, 3, "etoile", t=820)
    wait(s, "call/close")
    assert len(s.hand(2).cards) == 3
    assert s.missing == [0, 0, 1, 0]


@pytest.mark.rule("amerix", "D16")
def test_a_wrong_etoile_costs_nothing_and_is_pressed_once() -> None:
    s = fallen(called=True)
    do(s, 0, "etoile", t=800)
    assert "etoile" not in names(s, 0)
    assert told(wait(s, "call/close"), "wrong_etoile") == [{"seat": 0}]
    assert len(s.hand(0).cards) == 3


@pytest.mark.rule("amerix", "D16")
def test_option_wrong_call_costs_a_card() -> None:
    s = fallen(called=True, wrong_call="draw")
    do(s, 0, "etoile", t=800)
    wait(s, "call/close")
    assert len(s.hand(0).cards) == 4


@pytest.mark.rule("amerix", "D16")
def test_a_useless_toutilix_has_no_effect() -> None:
    s = at("hand:0=pK pL pM | hand:1=bK bL bM | discard=vL | pile=bE bF")
    events = lay(s, 0, "pK", toutilix=True)
    assert told(events, "toutilix") == []
    assert view(s, 0).active == (1,)
