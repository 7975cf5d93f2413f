"""Pavrailix, rule by rule: laying, accusing. Expected results are worked out from the rules."""

from typing import Any

import pytest

from tablee.games.pavrailix.rules import holds
from tablee.kernel.door import Door, encode
from tablee.kernel.record import HoldSet, apply
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis
from tablee.pieces.toutilix import SYMBOL
from tests.games.pavrailix import accuse, boom, cards, lay, phase, say, soleil, symbols, unlock, whose
from tests.table import do, names, refused, told, view, wait

# ---- laying --------------------------------------------------------------------------------------------


@pytest.mark.rule("pavrailix", "R6")
@pytest.mark.rule("pavrailix", "R9")
def test_cards_are_laid_face_down_in_turn_on_the_same_word() -> None:
    s = soleil("EK", "OSK", "LIK", "SLK")
    assert told(lay(s, 1, "OS"), "lays") == [{"seat": 1, "count": 2, "word": "soleil"}]
    assert whose(s) == 2
    lay(s, 2, "L")
    assert whose(s) == 3
    lay(s, 3, "K")
    assert whose(s) == 0
    assert s.word == "soleil"
    assert symbols(s, "pile") == "ELOS"
    assert symbols(s, "laid") == "K"


@pytest.mark.rule("pavrailix", "R6")
@pytest.mark.rule("pavrailix", "D16")
def test_nobody_sees_what_is_laid() -> None:
    """What a viewer is sent is the same byte for byte, whatever was laid."""
    told_apart = []
    for symbols_laid in ("OS", "KW"):
        s = soleil("EB", "OSKWZ", "LIB")
        handed = lay(s, 1, symbols_laid)
        seen = [view(s, seat).zone("laid") for seat in (0, 2)]
        assert all(zone.count == 2 and not any(c and c.face for c in zone.cards) for zone in seen)
        told_apart.append([encode(Door(s, 1 << seat).events(handed)) for seat in (0, 2)])
    assert told_apart[0] == told_apart[1]


@pytest.mark.rule("pavrailix", "R7")
@pytest.mark.rule("pavrailix", "R17")
def test_several_etoiles_and_a_letter_are_never_a_lie() -> None:
    """Example 4."""
    s = soleil("EK", "★★LK", "SK")
    lay(s, 1, "★★L")
    events = accuse(s, 2)
    assert told(events, "honest")
    assert not told(events, "liar")


@pytest.mark.rule("pavrailix", "R7")
@pytest.mark.rule("pavrailix", "R8")
@pytest.mark.rule("pavrailix", "R11")
@pytest.mark.rule("pavrailix", "R13")
@pytest.mark.rule("pavrailix", "R15")
@pytest.mark.rule("pavrailix", "D1")
@pytest.mark.rule("pavrailix", "D6")
def test_a_letter_may_be_laid_more_often_than_the_word_has_it() -> None:
    """Example 2."""
    s = soleil("EK", "OOK", "SK", "SK")
    lay(s, 1, "OO")
    accuse(s, 2)
    assert [SYMBOL[c.face] for c in view(s).zone("laid").cards if c and c.face] == ["O", "O"]
    events = wait(s, "settle/over")
    assert told(events, "takes") == [{"seat": 2, "count": 3}]
    assert symbols(s, "taken:2") == "EOO"
    assert phase(s) == "open"
    assert whose(s) == 2


@pytest.mark.rule("pavrailix", "R12")
@pytest.mark.rule("pavrailix", "R15")
@pytest.mark.rule("pavrailix", "D7")
def test_a_liar_takes_all_the_cards_laid() -> None:
    """Example 3: A is not in soleil. The left neighbour of the accused goes on, though seat 3 has accused."""
    s = soleil("EK", "SAK", "LK", "LK")
    lay(s, 1, "SA")
    events = accuse(s, 3)
    assert told(events, "liar") == [{"seat": 3, "owner": 1, "letters": "A", "word": "soleil", "count": 3}]
    wait(s, "settle/over")
    assert symbols(s, "taken:1") == "AES"
    assert whose(s) == 2


@pytest.mark.rule("pavrailix", "D7")
def test_after_a_wrong_accusation_the_left_neighbour_of_the_accused_goes_on_too() -> None:
    s = soleil("EK", "SLK", "LK", "LK")
    lay(s, 1, "SL")
    accuse(s, 0)
    wait(s, "settle/over")
    assert len(s.taken(0).cards) == 3
    assert whose(s) == 2


@pytest.mark.rule("pavrailix", "D6")
@pytest.mark.parametrize(
    ("word", "symbol", "true"),
    [
        ("été", "E", True),
        ("garçon", "C", True),
        ("cœur", "O", True),
        ("cœur", "A", False),
        ("soleil", "★", True),
        ("soleil", "✹", False),
    ],
)
def test_accents_are_folded(word: str, symbol: str, true: bool) -> None:
    assert holds(word, symbol) == true


@pytest.mark.rule("pavrailix", "D4")
def test_nobody_passes() -> None:
    s = soleil("EK", "KW", "SK")
    assert names(s, 1) == {"lay"}
    assert refused(s, 1, "lay", cards=[]) == "not_possible"
    lay(s, 1, "W")
    assert symbols(s, "laid") == "W"


@pytest.mark.rule("pavrailix", "D4")
@pytest.mark.rule("pavrailix", "D19")
def test_four_cards_are_laid_at_most() -> None:
    """Example 11, the first half."""
    s = soleil("EK", "SOLEIL", "SK")
    assert refused(s, 1, "lay", cards=cards(s, 1, "SOLEI")) == "not_possible"
    lay(s, 1, "SOLE")
    assert len(s.laid.cards) == 4


@pytest.mark.rule("pavrailix", "D19")
@pytest.mark.parametrize(
    ("options", "most"), [({"max_lay": 3}, 3), ({"max_lay": 6}, 6), ({"max_lay": 0}, 7), ({"letter": True}, 7)]
)
def test_the_table_may_choose_how_many_cards_are_laid_at_once(options: dict[str, Any], most: int) -> None:
    s = soleil("EK", "SOLEILS", "SK", **options)
    (offer,) = s.offers(1)
    assert (offer.params["cards"].least, offer.params["cards"].most) == (1, most)  # type: ignore[attr-defined]


def test_who_lays_is_shown_which_of_his_cards_are_in_the_word() -> None:
    s = soleil("EK", "SK★✹", "LK")
    (lay_offer, _) = s.offers(1)
    assert sorted(s.symbol(int(c)) for c in lay_offer.hint or ()) == ["S", "★"]


@pytest.mark.rule("pavrailix", "D15")
def test_for_somebody_silent_a_true_card_is_laid() -> None:
    for seed in range(8):
        s = soleil("EB", "KWSX", "LB", seed=seed)
        wait(s, "follow/limit")
        assert symbols(s, "laid") == "S"
        assert not view(s, 2).zone("laid").cards


@pytest.mark.rule("pavrailix", "D15")
def test_for_somebody_silent_without_a_true_card_any_card_is_laid() -> None:
    laid = set()
    for seed in range(12):
        s = soleil("EB", "KWX", "LB", seed=seed)
        wait(s, "follow/limit")
        laid.add(symbols(s, "laid"))
    assert laid == {"K", "W", "X"}


@pytest.mark.rule("pavrailix", "D15")
def test_the_time_to_lay_begins_after_the_time_to_doubt() -> None:
    s = soleil("EK", "OSK", "LIK")
    assert s.next_alarm().at == 45_000  # type: ignore[union-attr]
    do(s, 1, "lay", t=10_000, cards=cards(s, 1, "O"))
    assert s.next_alarm().at == 14_000  # type: ignore[union-attr]
    wait(s, "follow/lock")
    assert s.next_alarm().at == 14_000 + 45_000  # type: ignore[union-attr]
    assert s.next_alarm().name == "follow/limit"  # type: ignore[union-attr]


# ---- accusing ------------------------------------------------------------------------------------------


@pytest.mark.rule("pavrailix", "R10")
@pytest.mark.rule("pavrailix", "D9")
def test_everybody_but_who_laid_may_accuse() -> None:
    s = soleil("EK", "OOK", "SK", "SK")
    lay(s, 1, "O")
    assert names(s, 1) == set()
    assert names(s, 0) == names(s, 3) == {"accuse"}
    assert names(s, 2) == {"lay", "accuse"}


@pytest.mark.rule("pavrailix", "R10")
def test_an_opening_cannot_be_accused() -> None:
    s = soleil("EK", "OOK", "SK")
    assert not names(s, 2)
    assert names(s, 1) == {"lay"}


@pytest.mark.rule("pavrailix", "D9")
def test_the_next_player_waits_until_there_was_time_to_doubt() -> None:
    """Example 13."""
    s = soleil("EK", "OOK", "SSK", "SK")
    do(s, 1, "lay", t=10_000, cards=cards(s, 1, "O"))
    assert refused(s, 2, "lay", t=13_000, cards=cards(s, 2, "S")) == "too_early"
    wait(s, "follow/lock")
    assert s.now == 14_000
    do(s, 3, "accuse", t=14_800)
    events = wait(s, "follow/close")
    assert told(events, "accuses") == [{"seat": 3, "owner": 1}]


@pytest.mark.rule("pavrailix", "D9")
@pytest.mark.parametrize(
    ("doubt_s", "timers", "opens"), [(3, "normal", 3_000), (6, "normal", 6_000), (4, "double", 8_000)]
)
def test_the_table_chooses_how_long_there_is_to_doubt(doubt_s: int, timers: str, opens: Millis) -> None:
    s = soleil("EK", "OOK", "SSK", doubt_s=doubt_s, timers=timers)
    do(s, 1, "lay", t=10_000, cards=cards(s, 1, "O"))
    assert [o.opens_at for o in s.offers(2)] == [10_000 + opens, 0]


@pytest.mark.rule("pavrailix", "D9")
def test_the_next_player_may_accuse_too_and_even_while_he_waits() -> None:
    s = soleil("EK", "OKK", "SSK")
    lay(s, 1, "K")
    events = accuse(s, 2)
    assert told(events, "liar")


@pytest.mark.rule("pavrailix", "R10")
@pytest.mark.rule("pavrailix", "D9")
def test_once_the_next_one_has_played_it_is_too_late() -> None:
    """Example 5, the first half."""
    s = soleil("EK", "OKK", "SSK", "SK")
    lay(s, 1, "OK")
    number = len(s.stimuli) - 1
    lay(s, 2, "S")
    with pytest.raises(Refused, match="too_late"):
        do(s, 3, "accuse", t=s.now + 500, answers=number)


@pytest.mark.rule("pavrailix", "D9")
@pytest.mark.parametrize(("behind", "wins"), [(-1, True), (0, True), (20, True), (30, True), (31, False)])
def test_an_accusation_within_thirty_milliseconds_of_the_next_lay_wins(behind: Millis, wins: bool) -> None:
    """Example 5, the second half: seat 2 has his cards back, and seat 1's are shown."""
    s = soleil("EK", "OKK", "SSK", "SK")
    lay(s, 1, "OK")
    apply(s, HoldSet(s.now, 100))
    unlock(s)
    at = s.now + 1_000
    do(s, 2, "lay", t=at, cards=cards(s, 2, "S"))
    do(s, 3, "accuse", t=at + 50, at=at + behind)
    events = wait(s, "follow/close")
    assert bool(told(events, "accuses")) == wins
    assert bool(told(events, "undone")) == wins
    assert symbols(s, "hand:2") == ("KSS" if wins else "KS")
    assert symbols(s, "laid") == ("KO" if wins else "S")
    assert bool(told(events, "doubted_late")) == (not wins)


@pytest.mark.rule("pavrailix", "D9")
def test_an_accusation_made_before_the_lay_counts_though_it_arrives_after_it() -> None:
    s = soleil("EK", "OKK", "SSK", "SK")
    lay(s, 1, "OK")
    apply(s, HoldSet(s.now, 200))
    unlock(s)
    at = s.now + 1_000
    do(s, 2, "lay", t=at, cards=cards(s, 2, "S"))
    do(s, 3, "accuse", t=at + 150, at=at - 40)
    assert told(wait(s, "follow/close"), "accuses") == [{"seat": 3, "owner": 1}]
    assert symbols(s, "hand:2") == "KSS"


@pytest.mark.rule("pavrailix", "D9")
def test_an_accusation_wins_against_a_petard_as_well() -> None:
    s = soleil("EK", "OKK", "S✹K", "SK")
    lay(s, 1, "OK")
    unlock(s)
    at = s.now + 1_000
    boom(s, 2, t=at)
    do(s, 3, "accuse", t=at + 20)
    assert told(wait(s, "follow/close"), "accuses")
    assert symbols(s, "hand:2") == "KS✹"


def test_until_it_is_decided_nobody_sees_that_somebody_has_accused_or_laid() -> None:
    s = soleil("EK", "OKK", "SSK", "SK")
    lay(s, 1, "OK")
    unlock(s)
    before = [encode(Door(s, 1 << seat).view()) for seat in (0, 1, 3)]
    do(s, 2, "lay", t=s.now, cards=cards(s, 2, "S"))
    assert [encode(Door(s, 1 << seat).view()) for seat in (0, 1, 3)] == before


@pytest.mark.rule("pavrailix", "D10")
def test_only_the_first_accuser_counts() -> None:
    s = soleil("EK", "OOK", "SSK", "SK")
    lay(s, 1, "OO")
    at = s.now + 2_000
    do(s, 0, "accuse", t=at)
    do(s, 2, "accuse", t=at + 31, at=at + 31)
    assert told(wait(s, "follow/close"), "accuses") == [{"seat": 0, "owner": 1}]
    wait(s, "settle/over")
    assert [len(s.taken(seat).cards) for seat in s.all_seats] == [3, 0, 0, 0]


@pytest.mark.rule("pavrailix", "D10")
def test_at_the_same_instant_the_nearest_clockwise_to_the_accused_counts() -> None:
    s = soleil("EK", "OOK", "SSK", "SK")
    lay(s, 1, "OO")
    at = s.now + 2_000
    do(s, 0, "accuse", t=at)
    do(s, 3, "accuse", t=at + 10)
    do(s, 2, "accuse", t=at + 30)
    assert told(wait(s, "follow/close"), "accuses") == [{"seat": 2, "owner": 1}]


def test_an_accusation_quicker_than_anybody_can_be_is_void() -> None:
    s = soleil("EK", "OOK", "SSK", "SK")
    lay(s, 1, "OO")
    assert told(do(s, 2, "accuse", t=s.now + 90), "anticipation") == [{"seat": 2}]
    assert refused(s, 2, "accuse", t=s.now + 100) == "too_early"
    assert told(accuse(s, 2, 700), "accuses")


@pytest.mark.rule("pavrailix", "R11")
@pytest.mark.rule("pavrailix", "D16")
def test_only_the_last_lay_is_turned_up_and_it_is_hidden_again() -> None:
    s = soleil("EKK", "OWK", "SAK", "SK")
    lay(s, 1, "OW")
    lay(s, 2, "SA")
    accuse(s, 3)
    assert {SYMBOL[c.face] for c in view(s).zone("laid").cards if c and c.face} == {"S", "A"}
    assert [SYMBOL[c.face] for c in view(s).zone("pile").cards if c and c.face] == ["E"]  # the opening card
    wait(s, "settle/over")
    for seat in s.all_seats:
        taken = view(s, seat).zone("taken:2")
        assert taken.count == 5
        assert not any(c and (c.face or c.handle) for c in taken.cards)


@pytest.mark.rule("pavrailix", "R11")
def test_the_cards_are_looked_at_for_four_seconds() -> None:
    s = soleil("EKK", "OWK", "SAK")
    lay(s, 1, "OW")
    accuse(s, 2)
    began = s.now
    assert not any(names(s, seat) for seat in s.all_seats)
    wait(s, "settle/over")
    assert s.now - began == 4_000


@pytest.mark.rule("pavrailix", "R14")
@pytest.mark.rule("pavrailix", "D16")
def test_cards_taken_are_never_played_again() -> None:
    s = soleil("EKK", "OWK", "SAK")
    lay(s, 1, "OW")
    accuse(s, 2)
    wait(s, "settle/over")
    assert symbols(s, "taken:1") == "EOW"
    assert symbols(s, "hand:1") == "K"
    assert view(s).scores == (0, 3, 0)
    say(s, 2, "S", "sac")
    lay(s, 0, "K")
    lay_offer = s.offers(1)[0]
    assert [s.symbol(c) for c in lay_offer.params["cards"].cards] == ["K"]  # type: ignore[attr-defined]
