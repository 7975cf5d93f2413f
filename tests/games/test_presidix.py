"""Présidix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter

import pytest

from tablee.games.presidix.rules import GAME
from tablee.games.presidix.table import PresidixState
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Seat
from tablee.pieces.formulas import Formula
from tablee.pieces.notation import arrange
from tests.games.presidix import DECK, at, bang, lay, no, skip, turn, won
from tests.table import faces, names, refused, start, told, view, wait

# ---- the deck and the deal -----------------------------------------------------------------------------


@pytest.mark.rule("presidix", "R1")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_players(players: int) -> None:
    with pytest.raises(Refused, match="bad_players"):
        start(GAME, players)
    assert GAME.info.players == (2, 4)


@pytest.mark.rule("presidix", "R2", "R4")
@pytest.mark.parametrize(("players", "each"), [(3, 20), (4, 15)])
def test_sixty_cards_without_any_a_are_all_dealt(players: int, each: int) -> None:
    s = start(GAME, players)
    assert Counter(s.faces) == Counter(DECK)
    assert len(DECK) == 60
    assert [len(s.hand(seat).cards) for seat in range(players)] == [each] * players


@pytest.mark.rule("presidix", "R5", "D19")
def test_with_two_players_twenty_letters_go_to_the_box_and_all_that_is_strong_stays() -> None:
    """Example 12."""
    boxes = []
    for seed in range(5):
        s = start(GAME, 2, seed=seed)
        out = faces(s, "box")
        assert (len(out), len(s.hand(0).cards), len(s.hand(1).cards)) == (20, 20, 20)
        assert all(face[0] in "pb" and face[-1] != "Z" for face in out)
        assert Counter(faces(s, "hand:0") + faces(s, "hand:1")) == Counter(DECK) - Counter(out)
        boxes.append(sorted(out))
        assert view(s, 0).zone("box").cards == ()
    assert len({tuple(out) for out in boxes}) == 5
    s = at("B", "C")
    lay(s, 0, "B")
    wait(s, "show/over")
    assert len(faces(s, "box")) == 20
    assert sorted(faces(s, "box")) not in boxes


@pytest.mark.rule("presidix", "R6")
def test_everybody_sees_his_own_cards_and_how_many_the_others_have() -> None:
    s = start(GAME, 3)
    assert [c.face for c in view(s, 1).zone("hand:1").cards if c] == faces(s, "hand:1")
    assert (view(s, 1).zone("hand:0").cards, view(s, 1).zone("hand:0").count) == ((), 20)


@pytest.mark.rule("presidix", "R8")
def test_the_youngest_leads_first() -> None:
    for youngest in range(3):
        assert turn(start(GAME, 3, starter=youngest)) == (youngest,)


# ---- formulas ------------------------------------------------------------------------------------------


@pytest.mark.rule("presidix", "R8", "R9", "R10", "R11", "R15", "D7", "D8")
def test_what_can_be_led() -> None:
    s = at("CEFMNDGGPPTT★★HI", "..", "..")
    for said in ("C", "EF + MN", "EF", "CDEFGHI", "GG + PP + TT", "GG", "c", "bc", "CD + EF", "PP + pp", "Hh"):
        assert not no(s, 0, said), said
    s = at("EFFGYZB★★", "..")
    assert not no(s, 0, "EF + FG")  # runs may share letters if the cards are there
    assert not no(s, 0, "gg")  # étoiles only
    for said in ("E + G", "EF + G", "YZB", "EG", "FE", "EF + gg", "FG + EFg"):
        assert no(s, 0, said), said


@pytest.mark.rule("presidix", "R10")
def test_long_runs_of_the_booklet() -> None:
    s = at("DEFGHIJKLMSTUVW.", "..")
    assert told(lay(s, 0, "DEFGH + IJKLM + STUVW"), "lays") == [{"seat": 0, "letters": "DEFGH + IJKLM + STUVW"}]
    assert view(s).zone("formula").area == (5, 3)


@pytest.mark.rule("presidix", "R3")
def test_colours_do_not_matter() -> None:
    s = at("EF.", "FG.", "KK.")
    arrange(s, "hand:0=pE bF pB | hand:1=pF bG pC | hand:2=pK bK bB | aside=…")
    lay(s, 0, "EF")
    lay(s, 1, "FG")
    assert turn(s) == (2,)
    s = at("GG.", "MM.")
    assert not no(s, 0, "GG")  # a pink one and a blue one


@pytest.mark.rule("presidix", "R7", "R13", "R14")
@pytest.mark.parametrize(
    ("weak", "strong"),
    [
        ("GHI", "MNO"),
        ("JKLM + UVWX", "KLMN + TUVW"),
        ("FF + OO + TT + XX", "HH + KK + MM + UU"),
        ("L", "M"),
        ("X", "Y"),
    ],
)
def test_the_smallest_letter_is_the_strength(weak: str, strong: str) -> None:
    """Example 1."""
    low, high = weak.replace(" + ", ""), strong.replace(" + ", "")
    s = at(low + ".", high + ".")
    lay(s, 0, weak)
    lay(s, 1, strong)
    s = at(high + ".", low + ".")
    lay(s, 0, strong)
    assert names(s, 1) == {"pass"}
    assert no(s, 1, weak)


@pytest.mark.rule("presidix", "R12", "R13")
def test_the_same_formula_must_follow() -> None:
    """Example 2."""
    s = at("EFMN.", "GHGHFIBC", "..")
    lay(s, 0, "EF + MN")
    assert not no(s, 1, "GH + GH")
    assert no(s, 1, "GHI")
    assert no(s, 1, "FG + BC")
    assert no(s, 1, "GG + HH")
    assert no(s, 1, "GH")
    assert no(s, 1, "I")


@pytest.mark.rule("presidix", "R15")
def test_an_etoile_says_what_it_stands_for() -> None:
    """Example 6: an étoile that stands for M does not make L a start from M."""
    s = at("MN.", "YZLL★.")
    lay(s, 0, "MN")
    assert no(s, 1, "Lm")
    lay(s, 1, "Yz")
    assert [c.mark for c in view(s, 0).zone("formula").cards if c] == [None, "Z"]


# ---- pétards -------------------------------------------------------------------------------------------


@pytest.mark.rule("presidix", "R16", "R19", "R27", "D11")
def test_a_petard_lies_on_any_formula_and_the_next_seat_misses_its_turn() -> None:
    """Example 7."""
    s = at("KML.", "✹..", "LM.")
    lay(s, 0, "K")
    events = bang(s, 1)
    assert told(events, "misses") == [{"seat": 2}]
    assert turn(s) == (0,)
    assert no(s, 0, "B")  # the formula that lay before goes on
    assert not no(s, 0, "L")
    skip(s, 0)
    assert won(s) == 1


@pytest.mark.rule("presidix", "R17")
def test_a_petard_never_leads() -> None:
    s = at("✹✹B", "CC")
    assert names(s, 0) == {"lay_cards"}
    assert refused(s, 0, "bang", card=s.hand(0).cards[0]) == "not_offered"
    assert all(s.faces[int(c)] != "✹" for c in formula_of(s, 0).cards)


def formula_of(s: PresidixState, seat: Seat) -> Formula:
    domain = next(o for o in s.offers(seat) if o.name == "lay_cards").params["groups"]
    assert isinstance(domain, Formula)
    return domain


@pytest.mark.rule("presidix", "R18", "D12")
def test_no_petard_on_a_petard_until_a_formula_lies_there_again() -> None:
    s = at("KN✹.", "✹✹.P", "LLM")
    lay(s, 0, "K")
    bang(s, 1)
    assert names(s, 0) == {"lay_cards", "pass"}
    lay(s, 0, "N")
    assert names(s, 1) == {"lay_cards", "bang", "pass"}
    bang(s, 1)
    assert turn(s) == (0,)


@pytest.mark.rule("presidix", "R16", "D11", "D23")
def test_five_runs_that_nobody_follows_fall_to_a_petard() -> None:
    """Example 13."""
    s = at("BCEFHIKLNOX", "B.", "✹..", "D..")
    lay(s, 0, "BC + EF + HI + KL + NO")
    assert names(s, 1) == {"pass"}
    skip(s, 1)
    assert told(bang(s, 2), "misses") == [{"seat": 3}]
    assert names(s, 0) == {"pass"}
    skip(s, 0)
    skip(s, 1)
    assert won(s) == 2


# ---- passing -------------------------------------------------------------------------------------------


@pytest.mark.rule("presidix", "R20", "D1", "D2")
def test_one_may_pass_once_in_a_trick_and_come_back() -> None:
    s = at("KNB", "OM.", "LP.")
    lay(s, 0, "K")
    skip(s, 1)
    lay(s, 2, "L")
    lay(s, 0, "N")
    assert names(s, 1) == {"lay_cards"}  # he could lay O, and has passed once
    assert refused(s, 1, "pass", t=s.now + 2_000) == "not_offered"
    lay(s, 1, "O")
    lay(s, 2, "P")
    skip(s, 0)
    skip(s, 1)  # forced: he holds nothing above P
    assert won(s) == 2


@pytest.mark.rule("presidix", "D3")
def test_a_forced_pass_does_not_count() -> None:
    s = at("KNP.", "BC.", "LOQ.")
    lay(s, 0, "K")
    skip(s, 1)  # nothing from K on
    lay(s, 2, "L")
    lay(s, 0, "N")
    skip(s, 1)  # nor from N on: he may again
    assert turn(s) == (2,)
    s = at("KNP.", "SXX.", "LLM.")
    lay(s, 0, "K")
    lay(s, 1, "S")
    skip(s, 2)  # nothing from S on
    s = at("KN.X", "LWW.", "LMY.")
    lay(s, 0, "K")
    lay(s, 1, "L")
    skip(s, 2)  # by choice
    lay(s, 0, "N")
    lay(s, 1, "W")
    assert names(s, 2) == {"lay_cards"}  # Y
    s = at("KN.X", "LWW.", "LM..")
    lay(s, 0, "K")
    lay(s, 1, "L")
    skip(s, 2)  # by choice
    lay(s, 0, "N")
    lay(s, 1, "W")
    skip(s, 2)  # forced, and so allowed a second time
    assert turn(s) == (0,)


@pytest.mark.rule("presidix", "R21", "R23", "D3", "D5")
def test_two_players_do_not_pass_in_two_tricks_running() -> None:
    """Example 8."""
    s = at("KC..", "LLMN")
    lay(s, 0, "K")
    skip(s, 1)
    assert won(s) == 0
    lay(s, 0, "C")
    assert names(s, 1) == {"lay_cards"}
    assert refused(s, 1, "pass", t=s.now + 2_000) == "not_offered"
    lay(s, 1, "L")
    skip(s, 0)  # nothing above L
    assert won(s) == 1
    lay(s, 1, "L")
    skip(s, 0)  # forced again: always allowed


@pytest.mark.rule("presidix", "R21")
def test_a_trick_in_between_makes_a_pass_possible_again() -> None:
    s = at("KZC..", "LLMN")
    lay(s, 0, "K")
    skip(s, 1)
    assert won(s) == 0
    lay(s, 0, "Z")
    assert won(s) == 0
    lay(s, 0, "C")
    assert "pass" in names(s, 1)
    three = at("KC.", "LLMN", "...")
    lay(three, 0, "K")
    skip(three, 1)
    skip(three, 2)
    assert won(three) == 0
    lay(three, 0, "C")
    assert "pass" in names(three, 1)  # only with two players


@pytest.mark.rule("presidix", "D4")
def test_nobody_is_forced_to_end_with_something_strong() -> None:
    s = at("KN..", "X★", "LP.")
    lay(s, 0, "K")
    skip(s, 1)
    lay(s, 2, "L")
    lay(s, 0, "N")
    assert names(s, 1) == {"lay_cards"}  # X is left to lay, and the étoile would stay
    for last in ("★", "Z"):
        s = at("KN..", last, "LP.")
        lay(s, 0, "K")
        skip(s, 1)
        lay(s, 2, "L")
        lay(s, 0, "N")
        assert names(s, 1) == {"lay_cards", "pass"}
        skip(s, 1)
        assert turn(s) == (2,)


@pytest.mark.rule("presidix", "D23")
def test_a_petard_is_never_forced() -> None:
    """Example 14."""
    s = at("KN..", "L✹.", "MP.")
    lay(s, 0, "K")
    skip(s, 1)
    lay(s, 2, "M")
    lay(s, 0, "N")
    assert names(s, 1) == {"bang", "pass"}
    s = at("KN..", "O✹.", "MP.")
    lay(s, 0, "K")
    skip(s, 1)
    lay(s, 2, "M")
    lay(s, 0, "N")
    assert names(s, 1) == {"lay_cards", "bang"}


@pytest.mark.rule("presidix", "D3")
def test_missing_a_turn_is_no_pass() -> None:
    s = at("KL.", "KM.", "NO..")
    lay(s, 0, "K")
    assert told(lay(s, 1, "K"), "misses") == [{"seat": 2}]
    lay(s, 0, "L")
    lay(s, 1, "M")
    assert names(s, 2) == {"lay_cards", "pass"}
    skip(s, 2)


@pytest.mark.rule("presidix", "D6")
def test_a_leader_cannot_pass() -> None:
    s = at("★✹", "BB")
    assert names(s, 0) == {"lay_cards"}


def test_nobody_learns_whether_a_pass_was_forced() -> None:
    sights = []
    for hand in ("LLM", "DDE"):
        s = at("KCG", hand, "BBFF", rest="pile")
        lay(s, 0, "K")
        skip(s, 1)
        sights.append((view(s, 0), view(s, 2)))
        assert (s.passed[1] == s.trick) == (hand == "LLM")
    assert sights[0] == sights[1]
