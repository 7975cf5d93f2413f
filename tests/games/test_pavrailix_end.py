"""Pavrailix, rule by rule: pétards, the end. Expected results are worked out from the rules."""

from collections import Counter

import pytest

from tablee.games.pavrailix.rules import ASIDE, GAME
from tablee.kernel.record import HoldSet, SeatChanged, apply
from tablee.pieces.toutilix import DECK
from tests.games.pavrailix import accuse, boom, dealt, lay, phase, say, soleil, symbols, unlock, whose
from tests.table import do, names, refused, start, told, view, wait

# ---- pétards -------------------------------------------------------------------------------------------


@pytest.mark.rule("pavrailix", "R16")
@pytest.mark.rule("pavrailix", "D8")
def test_a_petard_makes_the_next_one_take_everything() -> None:
    """Example 6: seven cards and the pétard; the one after him says a new word."""
    s = soleil("EKL", "S✹KW", "SOLK", "LLK")
    lay(s, 1, "S")
    lay(s, 2, "SOL")
    lay(s, 3, "L")
    lay(s, 0, "L")
    assert len(s.pile.cards) + len(s.laid.cards) == 7
    unlock(s)
    boom(s, 1)
    events = wait(s, "follow/close")
    assert told(events, "petard") == [{"seat": 1, "owner": 2}]
    assert [c.face for c in view(s).zone("laid").cards if c] == ["✹"]
    wait(s, "settle/over")
    assert len(s.taken(2).cards) == 8
    assert phase(s) == "open"
    assert whose(s) == 3


@pytest.mark.rule("pavrailix", "R16")
@pytest.mark.rule("pavrailix", "D5")
def test_a_petard_laid_open_cannot_be_accused() -> None:
    s = soleil("EK", "S✹K", "SOLK", "LLK")
    boom(s, 1)
    assert not any(names(s, seat) for seat in s.all_seats)


@pytest.mark.rule("pavrailix", "D5")
def test_a_petard_face_down_is_a_lie() -> None:
    s = soleil("EK", "S✹K", "SOLK", "LLK")
    lay(s, 1, "S✹")
    assert told(accuse(s, 2), "liar") == [
        {"seat": 2, "owner": 1, "letters": "✹", "word": "soleil", "count": 3},
    ]


@pytest.mark.rule("pavrailix", "D8")
def test_with_two_players_who_lays_a_petard_says_the_next_word() -> None:
    s = soleil("EK", "S✹K")
    boom(s, 1)
    wait(s, "settle/over")
    assert len(s.taken(0).cards) == 2
    assert whose(s) == 1


# ---- the end -------------------------------------------------------------------------------------------


@pytest.mark.rule("pavrailix", "R18")
@pytest.mark.rule("pavrailix", "D11")
def test_who_ends_with_an_etoile_takes_the_pile() -> None:
    """Example 7."""
    s = soleil("EK", "★", "SK")
    events = lay(s, 1, "★")
    assert told(events, "spoils") == [{"seat": 1, "count": 2}]
    assert not any(names(s, seat) for seat in s.all_seats)
    wait(s, "settle/over")
    assert s.outcome is not None
    assert s.outcome.scores == (1, 2, 2)
    assert s.outcome.winners == (0,)


@pytest.mark.rule("pavrailix", "R18")
@pytest.mark.rule("pavrailix", "D11")
@pytest.mark.parametrize("last", ["L★", "L✹"])
def test_an_etoile_or_petard_hidden_among_the_last_cards_is_enough(last: str) -> None:
    s = soleil("EK", last, "SK")
    lay(s, 1, last)
    wait(s, "settle/over")
    assert s.outcome is not None
    assert s.outcome.scores == (1, 3, 2)


@pytest.mark.rule("pavrailix", "D12")
@pytest.mark.rule("pavrailix", "R18")
def test_a_petard_as_the_last_card_hits_its_own_player() -> None:
    s = soleil("EK", "✹", "SK")
    boom(s, 1)
    wait(s, "settle/over")
    assert s.outcome is not None
    assert s.outcome.scores == (1, 2, 2)


@pytest.mark.rule("pavrailix", "D12")
@pytest.mark.rule("pavrailix", "D3")
def test_a_petard_as_the_last_card_of_an_opener_hits_himself() -> None:
    s = dealt("✹", "OL")
    boom(s, 0)
    wait(s, "settle/over")
    assert s.outcome is not None
    assert s.outcome.scores == (1, 2)


@pytest.mark.rule("pavrailix", "R19")
@pytest.mark.rule("pavrailix", "R20")
@pytest.mark.rule("pavrailix", "R21")
@pytest.mark.rule("pavrailix", "D11")
def test_last_cards_that_nobody_doubts_end_the_game_and_the_pile_is_nobodys() -> None:
    """Example 8."""
    s = soleil("EKW", "LI", "SKKK")
    s.move(s.zones[ASIDE].cards[-1], s.zones[ASIDE], s.taken(1))
    s.scores[1] = 1
    lay(s, 1, "LI")
    assert phase(s) == "last_lay"
    assert names(s, 0) == names(s, 2) == {"accuse"}
    began = s.now
    events = wait(s, "last_lay/lock")
    assert s.now - began == 8_000
    assert told(events, "counts")[0] == {"seat": 0, "left": 2, "points": 2}
    assert s.outcome is not None
    assert s.outcome.scores == (2, 1, 4)
    assert s.outcome.winners == (1,)


@pytest.mark.rule("pavrailix", "D11")
@pytest.mark.rule("pavrailix", "R13")
def test_last_cards_accused_without_reason_cost_the_accuser_the_pile() -> None:
    """Example 9."""
    s = soleil("EK", "LI", "SK")
    lay(s, 1, "LI")
    accuse(s, 0)
    wait(s, "settle/over")
    assert s.outcome is not None
    assert s.outcome.scores == (4, 0, 2)


@pytest.mark.rule("pavrailix", "D11")
@pytest.mark.rule("pavrailix", "D19")
@pytest.mark.rule("pavrailix", "R12")
def test_last_cards_that_were_a_lie_go_back_with_the_pile_and_it_is_over() -> None:
    """Example 11, the second half."""
    s = soleil("EK", "LIKW", "SK")
    lay(s, 1, "LIKW")
    events = accuse(s, 2)
    assert told(events, "liar")[0]["letters"] == "K W"
    wait(s, "settle/over")
    assert s.outcome is not None
    assert s.outcome.scores == (1, 5, 2)


@pytest.mark.rule("pavrailix", "D11")
def test_an_accusation_of_the_last_cards_that_comes_late_over_the_line_counts() -> None:
    s = soleil("EK", "LK", "SK")
    lay(s, 1, "LK")
    apply(s, HoldSet(s.now, 200))
    closes = s.now + 8_000
    do(s, 0, "accuse", t=closes + 150, at=closes - 20)
    assert told(wait(s), "liar")


@pytest.mark.rule("pavrailix", "D11")
def test_the_last_cards_cannot_be_accused_for_ever() -> None:
    s = soleil("EK", "LK", "SK")
    lay(s, 1, "LK")
    apply(s, HoldSet(s.now, 200))
    closes = s.now + 8_000
    assert refused(s, 0, "accuse", t=closes + 100) == "too_late"


@pytest.mark.rule("pavrailix", "D13")
def test_an_opening_may_be_the_last_card() -> None:
    s = dealt("E", "OKW", "SK")
    say(s, 0, "E", "soleil")
    assert s.outcome is not None
    assert s.outcome.scores == (0, 3, 2)


@pytest.mark.rule("pavrailix", "D13")
@pytest.mark.rule("pavrailix", "R18")
def test_an_etoile_that_opens_as_the_last_card_is_taken() -> None:
    s = dealt("★", "OKW", "SK")
    say(s, 0, "★", "soleil")
    wait(s, "settle/over")
    assert s.outcome is not None
    assert s.outcome.scores == (1, 3, 2)


@pytest.mark.rule("pavrailix", "R19")
def test_as_long_as_everybody_has_cards_it_goes_on() -> None:
    s = soleil("EK", "LI", "SK")
    lay(s, 1, "L")
    accuse(s, 2)
    wait(s, "settle/over")
    assert s.outcome is None


@pytest.mark.rule("pavrailix", "D17")
def test_equal_totals_share_the_victory() -> None:
    """Example 10: 12, 9 and 9."""
    s = soleil("E" + "K" * 2, "LI", "SK")
    aside = s.zones[ASIDE]
    for seat, more in enumerate((10, 9, 7)):
        for _ in range(more):
            s.move(aside.cards[-1], aside, s.taken(seat))
        s.scores[seat] = more
    lay(s, 1, "LI")
    wait(s, "last_lay/lock")
    assert s.outcome is not None
    assert s.outcome.scores == (12, 9, 9)
    assert s.outcome.winners == (1, 2)


@pytest.mark.rule("pavrailix", "D18")
def test_it_ends_after_a_hundred_lays_at_most() -> None:
    """Nobody ever does anything: the table lays for all."""
    for players in (2, 5):
        s = start(GAME, players)
        while s.outcome is None:
            wait(s)
        assert s.turns <= 100


def test_somebody_absent_is_played_for_even_without_timers() -> None:
    s = soleil("EK", "SK", "LK", timers="none")
    apply(s, SeatChanged(s.now, 1, human=True, present=False))
    wait(s, "follow/limit")
    assert symbols(s, "laid") == "S"


def test_all_cards_stay_in_the_game() -> None:
    s = start(GAME, 4)
    assert not s.stray()
    assert Counter(s.faces) == Counter(DECK)
