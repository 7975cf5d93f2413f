"""Pitchix, rule by rule: pétards, the end, and who sees what."""

import pytest

from tablee.games.pitchix.rules import GAME
from tablee.kernel.zones import HOLE
from tablee.pieces.slide import CENTRE, lie_of, pose_of
from tablee.pieces.toutilix import PETARD
from tests.games.pitchix import (
    AISLE,
    FALL,
    HIT_BOTH,
    HIT_FIFTH,
    HIT_SE,
    MISS,
    SHORT,
    flick,
    held,
    phase,
    table,
    turn_of,
    write,
)
from tests.table import do, faces, start, told, view, wait, wait_until

# ---- pétards --------------------------------------------------------------------------------------------


@pytest.mark.rule("pitchix", "R20", "R21", "D10")
def test_a_petard_that_is_touched() -> None:
    """Example 7: R touches a pétard and E; of the others only P1 has won before."""
    s = table(lying="pK pE pM ✹")
    s.winners = [False, True, False]
    events = flick(s, 0, "pR", HIT_BOTH)
    assert s.faces[s.draw.cards[0]] == PETARD
    hand = faces(s, "hand:0")
    assert len(hand) == 5 and {"pT", "pA", "pR", "pE"} < set(hand)
    assert len(s.hand(1).cards) == 2 and len(s.hand(2).cards) == 3
    assert told(events, "robs") == [{"taker": 0, "giver": 1}]
    assert s.winners == [True, True, False]


@pytest.mark.rule("pitchix", "R20", "R21", "D9")
def test_a_petard_that_touches() -> None:
    """Example 8: the pétard goes under the pile, not to his hand."""
    s = table("hand:0=✹ pA pR | hand:1=bA bB bC | hand:2=bD bF bG", lying="pK pT pM pS")
    s.winners = [False, True, True]
    flick(s, 0, PETARD, HIT_BOTH)
    hand = faces(s, "hand:0")
    assert {"pA", "pR", "pT", "pS"} < set(hand) and PETARD not in hand and len(hand) == 6
    assert s.faces[s.draw.cards[0]] == PETARD
    assert [len(s.hand(seat).cards) for seat in (1, 2)] == [2, 2]


@pytest.mark.rule("pitchix", "D9")
def test_two_petards_rob_once() -> None:
    s = table("hand:0=✹ pA pR | hand:1=bA bB bC | hand:2=bD bF bG", lying="pK pT pM ✹")
    s.winners = [False, True, False]
    flick(s, 0, PETARD, HIT_SE)
    assert [s.faces[c] for c in s.draw.cards[:2]] == [PETARD, PETARD]
    assert len(s.hand(1).cards) == 2
    assert len(s.hand(0).cards) == 3


@pytest.mark.rule("pitchix", "D9")
def test_a_petard_that_touches_nothing_or_falls() -> None:
    hands = "hand:0=✹ pA pR | hand:1=bA bB bC"
    s = table(hands, players=2)
    s.winners = [False, True]
    flick(s, 0, PETARD, MISS)
    assert PETARD in faces(s, "table") and len(s.hand(1).cards) == 3
    s = table(hands, players=2)
    flick(s, 0, PETARD, FALL)
    assert PETARD in faces(s, "hand:0")


@pytest.mark.rule("pitchix", "D10", "R17")
def test_who_is_robbed_of_his_last_card_draws() -> None:
    s = table("hand:0=pT pA pR | hand:1=bA", lying="pK pL pM ✹", players=2)
    s.winners = [False, True]
    top = s.faces[s.draw.cards[-1]]
    flick(s, 0, "pT", HIT_SE)
    assert "bA" in faces(s, "hand:0")
    assert faces(s, "hand:1") == [top]


@pytest.mark.rule("pitchix", "D10")
def test_the_stolen_card_is_seen_by_two() -> None:
    s = table(lying="pK pL pM ✹")
    s.winners = [False, True, False]
    events = flick(s, 0, "pT", HIT_SE)
    (stolen,) = [e for e in events if e.kind == "move" and e.source and e.source[0] == "hand:1"]
    assert stolen.faces == 0b011
    won = [e for e in events if e.kind == "move" and e.target and e.target[0] == "hand:0" and e is not stolen]
    assert all(e.faces == 0b111 for e in won)


@pytest.mark.rule("pitchix", "D10")
def test_which_card_is_stolen_is_chance() -> None:
    taken = set()
    for seed in range(8):
        s = table(lying="pK pL pM ✹")
        s.seed = bytes([seed]) * 16
        s.winners = [False, True, False]
        flick(s, 0, "pT", HIT_SE)
        taken |= set(faces(s, "hand:0")) - {"pT", "pA", "pR"}
    assert taken == {"bA", "bB", "bC"}


@pytest.mark.rule("pitchix", "D10")
def test_touching_only_petards_with_a_petard_wins_nothing() -> None:
    s = table("hand:0=✹ pA pR | hand:1=bA bB bC", lying="pK pT pM ✹", players=2)
    flick(s, 0, PETARD, HIT_SE)
    assert s.winners == [False, False]


# ---- the end --------------------------------------------------------------------------------------------


@pytest.mark.rule("pitchix", "R22", "D13", "R23", "D11")
def test_the_turn_in_which_the_pile_ends_is_finished() -> None:
    """Example 10: P1 draws the last card, goes on, and the game ends with his turn. Cards in hand do not count."""
    s = table("hand:0=pT pA pR | hand:1=bS", players=2, levels=(2, 1), draw="bI", more="laid:0=bX bY bZ")
    s.scores = [3, 0]
    flick(s, 0, "pT", SHORT)
    flick(s, 1, "bS", MISS)
    assert s.draw.cards == [] and faces(s, "hand:1") == ["bI"]
    assert (phase(s), turn_of(s), s.outcome) == ("score", 1, None)
    do(s, 1, "name_letter", card=held(s, 1, "bI"), name="I")
    assert s.outcome is not None
    assert (s.outcome.ranks, s.outcome.scores) == ((1, 2), (3, 1))


@pytest.mark.rule("pitchix", "D13")
def test_a_petard_at_the_end_is_set_aside() -> None:
    """Example 13."""
    s = table(lying="✹", lies=(AISLE,), players=2, draw="")
    s.winners = [False, True]
    flick(s, 0, "pT", HIT_FIFTH)
    assert PETARD in faces(s, "aside") and s.draw.cards == []
    assert len(s.hand(0).cards) == 4 and len(s.hand(1).cards) == 2
    assert (phase(s), s.lying()) == ("score", [])
    write(s, 0, "rat", "pR pA pT")
    assert s.outcome is not None and s.outcome.winners == (0,)


@pytest.mark.rule("pitchix", "D14")
def test_without_cards_there_is_no_flick() -> None:
    s = table("hand:0=pA pR | hand:1=bA bB bC", players=2, draw="")
    flick(s, 0, "pA", MISS)  # one card is no word at level 2, so there is nothing to score
    assert s.outcome is not None  # with an empty pile his turn was the last one
    s = table("hand:0=pT pA pR | hand:1=bA bB bC", players=2, draw="")
    flick(s, 0, "pT", MISS)
    write(s, 0, "ra", "pR pA")
    assert s.hand(0).cards == [] and s.outcome is not None


@pytest.mark.rule("pitchix", "D15", "R23")
def test_equal_piles_share_the_victory() -> None:
    s = table("hand:0=pT pA pR | hand:1=bA bB bC", players=2, draw="", more="laid:0=bX bY | laid:1=bV bW")
    s.scores = [2, 2]
    flick(s, 0, "pT", SHORT)
    assert s.outcome is not None and s.outcome.winners == (0, 1)


@pytest.mark.rule("pitchix", "D16")
def test_four_rounds_without_a_card_scored() -> None:
    s = table(players=2)
    for turn in range(8):
        assert s.outcome is None
        seat = turn % 2
        flick(s, seat, s.faces[s.hand(seat).cards[0]], SHORT)
    assert s.outcome is not None
    assert (s.outcome.reason, s.outcome.detail) == ("cap", "nobody_scores")


@pytest.mark.rule("pitchix", "D16")
def test_a_card_scored_begins_the_count_anew() -> None:
    s = table(players=2)
    for turn in range(7):
        flick(s, turn % 2, s.faces[s.hand(turn % 2).cards[0]], SHORT)
    flick(s, 1, "bA", MISS)
    write(s, 1, "bc", "bB bC")
    flick(s, 1, s.faces[s.hand(1).cards[0]], SHORT)
    for turn in range(7):
        flick(s, turn % 2, s.faces[s.hand(turn % 2).cards[0]], SHORT)
    assert s.outcome is None


# ---- who sees what --------------------------------------------------------------------------------------


@pytest.mark.rule("pitchix", "D27")
def test_on_one_screen_hands_lie_face_up() -> None:
    options = [{"shares": True}, {"shares": True}, {}]
    s = start(GAME, 3, seat_options=options)
    together = view(s, 0, 1)
    assert all(c and c.face for c in (*together.zone("hand:0").cards, *together.zone("hand:1").cards))
    assert not any(c and c.face for c in together.zone("hand:2").cards or ())
    assert not any(c and c.face for c in view(s, 2).zone("hand:0").cards or ())


def test_what_is_seen() -> None:
    s = table()
    others = view(s, 1)
    assert [others.zone(f"hand:{seat}").count for seat in s.all_seats] == [3, 3, 3]
    assert not any(c and c.face for c in others.zone("hand:0").cards or ())
    assert others.zone("draw").count == len(s.draw.cards)
    assert [c.pose for c in others.zone("table").cards if c] == [pose_of(lie) for lie in CENTRE]


@pytest.mark.rule("pitchix", "D24")
def test_poses_say_where_cards_lie() -> None:
    s = table()
    flick(s, 0, "pT", {**MISS, "rim": 2_850, "spin": 30, "power": 300})
    card = s.table.cards[-1]
    assert card != HOLE and s.table.poses is not None
    seen = lie_of(s.table.poses[-1])
    assert seen == pytest.approx(s.lies[card], abs=0.006)


def test_a_game_goes_on_by_itself() -> None:
    """Nobody does anything: four rounds, and it is over."""
    s = start(GAME, 3)
    for _ in range(200):
        if s.outcome is not None:
            break
        wait(s)
    assert s.outcome is not None and s.outcome.detail == "nobody_scores"
    wait_until(start(GAME, 2), "flick")
