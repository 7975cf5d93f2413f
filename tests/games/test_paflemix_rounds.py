"""Paflémix: rounds, one screen and silence, rule by rule. Results are worked out from the rules."""

import pytest

from tablee.games.paflemix.state import PaflemixState
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.units import Millis, Seat
from tests.paflemix import (
    VERB_FORM,
    counts,
    first,
    lays,
    opened,
    phase,
    put,
    spoken,
    storied,
)
from tests.table import do, faces, names, refused, view, wait, wait_until


def bots(s: PaflemixState, *seats: Seat) -> None:
    for seat in seats:
        apply(s, SeatChanged(s.now, seat, human=False, present=True))


def due(s: PaflemixState) -> tuple[str, Millis]:
    alarm = s.next_alarm()
    assert alarm is not None
    return alarm.name, alarm.at


# ---- rounds ---------------------------------------------------------------------------------------------


@pytest.mark.rule("paflemix", "D19")
def test_after_an_idle_round_the_left_neighbour_starts() -> None:
    s = opened()
    wait(s, "open/anybody")
    wait(s, "open/idle")
    assert (s.starter, view(s).active) == (1, (1,))


@pytest.mark.rule("paflemix", "D21", "D20", "R21")
def test_two_rounds_in_a_row_without_a_card_won_end_the_game_and_equal_totals_share_the_victory() -> None:
    s = opened()
    for _ in range(2):
        assert s.outcome is None
        wait(s, "open/anybody")
        wait(s, "open/idle")
    assert s.outcome is not None
    assert (s.outcome.detail, s.outcome.winners) == ("nothing_won", (0, 1, 2))


@pytest.mark.rule("paflemix", "R20", "D18")
@pytest.mark.parametrize(("left", "again"), [(41, True), (40, False)])
def test_a_round_needs_five_cards_each_and_one_to_open(left: int, again: bool) -> None:
    """Example 9: eight players."""
    s = opened(players=8)
    cards = [c for zone in (s.draw, *(s.hand(i) for i in s.all_seats)) for c in zone.cards]
    for i, c in enumerate(cards[: 100 - left]):
        zone = next(z for z in s.zones if c in z.cards)
        s.move(c, zone, s.won(i % 8))
    wait(s, "open/anybody")
    wait(s, "open/idle")
    assert (s.outcome is None) is again
    assert s.outcome is None or s.outcome.detail == "too_few"


@pytest.mark.rule("paflemix", "D18")
def test_a_round_needs_a_letter_and_keeps_one_to_open() -> None:
    """Two players, eleven cards, one of them a letter: it must be left in the draw pile. Without it none opens."""
    for letters in (1, 0):
        s = opened(players=2, hands="hand:0=★ ★ ★ | hand:1=★ ★ ★")
        kept = [c for c in range(100) if s.symbol(c) in "★✹"] + [s.pile.cards[0]] * letters
        kept += [c for c in s.draw.cards if s.symbol(c) in "★✹" and c not in kept]
        for zone in (s.draw, s.pile):
            for c in [c for c in zone.cards if c not in kept]:
                s.move(c, zone, s.won(0))
        wait(s, "open/anybody")
        wait(s, "open/idle")
        assert (s.outcome is None) is bool(letters)
        if letters:
            assert faces(s, "pile") == ["pF"]


@pytest.mark.rule("paflemix", "D21")
@pytest.mark.parametrize("rounds", [1, 2])
def test_a_table_may_play_so_many_rounds(rounds: int) -> None:
    s = opened(rounds=rounds)
    for _ in range(rounds):
        assert s.outcome is None
        wait(s, "open/anybody")
        wait(s, "open/idle")
    assert s.outcome is not None
    assert s.outcome.detail == "rounds"


# ---- one screen -----------------------------------------------------------------------------------------

SHARED = [{"shares": True}, {"shares": True}, {}]


@pytest.mark.rule("paflemix", "D25")
def test_on_one_screen_hands_lie_face_up_and_a_card_taken_is_the_buzz() -> None:
    s = storied(seat_options=SHARED, said_s=0)
    assert all(c is not None and c.face for c in view(s, 0, 1).zone("hand:0").cards)
    assert not any(c is not None and c.face for c in view(s, 2).zone("hand:0").cards or ())
    assert (names(s, 1), names(s, 2)) == ({"take", "draw"}, {"lay", "draw"})
    put(s, 1, "take", "vS")
    wait(s, "story/close")
    assert (phase(s), view(s).active, names(s, 1)) == ("typing", (1,), {"say", "put_back"})
    assert due(s) == ("typing/limit", s.now + 8_000)
    assert refused(s, 1, "say", t=s.now + 100, word="trop") == "start_differs"
    do(s, 1, "say", t=s.now + 3_000, word="sont", known={"sont": VERB_FORM})
    assert (phase(s), spoken(s), counts(s)) == ("story", ["sont"], [3, 2, 3])


@pytest.mark.rule("paflemix", "D25")
def test_whoever_types_nothing_takes_his_card_back_three_times_at_most_on_one_card() -> None:
    s = storied(seat_options=SHARED, hands="hand:0=vE pK | hand:1=vS ✹ | hand:2=vT pQ")
    for i in range(3):
        put(s, 1, "take", "vS")
        wait(s, "story/close")
        if i:
            do(s, 1, "put_back")
        else:
            wait(s, "typing/limit")
    assert (counts(s), phase(s)) == ([2, 2, 2], "story")
    offer = next(o for o in s.offers(1) if o.name == "take")
    assert [s.faces[c] for c in offer.params["card"].values()] == ["✹"]
    put(s, 1, "take", "✹")  # it needs no word, and is laid at once
    wait(s, "story/close")
    assert faces(s, "pile")[-1] == "✹"


@pytest.mark.rule("paflemix", "D25", "D2")
def test_on_one_screen_the_first_word_of_anybody_is_a_buzz() -> None:
    s = opened(seat_options=SHARED, said_s=0)
    assert names(s, 0) == {"open_story"}
    wait(s, "open/anybody")
    assert [names(s, seat) for seat in s.all_seats] == [{"buzz"}, {"buzz"}, {"open_story"}]
    do(s, 1, "buzz", t=s.now + 500)
    wait(s, "open/close")
    do(s, 1, "say", word="Fanny", known={"Fanny": VERB_FORM})
    assert (phase(s), spoken(s), s.top.seat) == ("story", ["Fanny"], 1)


# ---- what everybody can read ----------------------------------------------------------------------------


@pytest.mark.rule("paflemix", "D24")
def test_nobody_chats_from_the_first_word_to_the_end_of_the_telling() -> None:
    s = opened(said_s=0, hands="hand:0=vE | hand:1=vS | hand:2=vT")
    assert not s.silent
    first(s, 0, "Fabien")
    assert s.silent
    lays(s, 1, "vS", "sourit", VERB_FORM)
    assert (phase(s), s.silent) == ("tell", True)
    wait_until(s, "told")
    assert not s.silent
    s = opened()
    first(s, 0, "Fabien")
    wait(s, "said/close")
    wait(s, "story/idle")
    assert not s.silent
