"""Familix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from typing import Any

import pytest

from tablee.games.familix.rules import GAME, FamilixState, families_of
from tablee.kernel.game import Device
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Seat
from tablee.kernel.values import bare
from tablee.pieces.domains import OneFace
from tests.games.familix import ask, at, begin, hand, whose
from tests.table import do, faces, names, refused, told, view, wait

SPICY: dict[str, Any] = {"deck": "spicy"}


def wishes(s: FamilixState, seat: Seat) -> set[str]:
    """What this seat may ask for."""
    (offer,) = s.offers(seat)
    return set(offer.params["card"].values())


# ---- cards and families --------------------------------------------------------------------------------


@pytest.mark.rule("familix", "R1", "D3")
@pytest.mark.parametrize(("colour", "sign"), [("pink", "p"), ("blue", "b")])
def test_one_alphabet(colour: str, sign: str) -> None:
    s = begin(2, colour=colour)
    assert sorted(s.faces) == sorted([*(sign + x for x in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), "✹", "★"])
    assert begin(2).faces == begin(2, colour="pink").faces


@pytest.mark.rule("familix", "R2")
def test_two_alphabets() -> None:
    count = Counter(begin(2, **SPICY).faces)
    assert count.total() == 56
    assert count == Counter(c + x for c in "pb" for x in "ABCDEFGHIJKLMNOPQRSTUVWXYZ") + Counter("✹✹★★")


@pytest.mark.rule("familix", "R3", "D19")
def test_two_to_six_play_and_one_screen_is_passed_round() -> None:
    for players in (1, 7):
        with pytest.raises(Refused):
            begin(players)
    assert GAME.info.players == (2, 6)
    assert GAME.info.device is Device.PASSED


@pytest.mark.rule("familix", "R4", "R5", "D1")
@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ("ABCD", "ABCD EFGH IJKL MNOP QRST UVWX YZ✹★"),
        ("BCDE", "BCDE FGHI JKLM NOPQ RSTU VWXY ZA✹★"),
        ("CDEF", "CDEF GHIJ KLMN OPQR STUV WXYZ AB✹★"),
        ("DEFG", "DEFG HIJK LMNO PQRS TUVW XYZA BC✹★"),
    ],
)
def test_seven_families(named: str, expected: str) -> None:
    s = begin(2, families=named)
    shown = ["".join(face[-1] for face in family.split()) for family in view(s).fact("help_card")]
    assert shown == expected.split()


@pytest.mark.rule("familix", "D2")
def test_fourteen_families() -> None:
    families = families_of("A", ("p", "b"))
    assert len(families) == 14
    assert [family for family in families if "★" in family] == [("pY", "pZ", "✹", "★"), ("bY", "bZ", "✹", "★")]
    assert all(len({face[0] for face in family if len(face) > 1}) == 1 for family in families)


@pytest.mark.rule("familix", "R7", "R8")
@pytest.mark.parametrize(
    ("players", "deck", "each", "pile"),
    [
        (2, "simple", 7, 14),
        (3, "simple", 6, 10),
        (4, "simple", 5, 8),
        (5, "simple", 4, 8),
        (6, "simple", 3, 10),
        (4, "spicy", 5, 36),
    ],
)
def test_the_deal(players: int, deck: str, each: int, pile: int) -> None:
    """Example 7; a seed without a family in a hand."""
    s = begin(players, deck=deck, seed=2)
    assert [len(s.hand(seat).cards) for seat in range(players)] == [each] * players
    assert len(s.pile.cards) == pile
    for seat in range(players):
        shown = view(s, seat)
        assert {c.face for c in shown.zone(f"hand:{seat}").cards if c} == hand(s, seat)
        assert not any(c and c.face for c in shown.zone(f"hand:{(seat + 1) % players}").cards)
        assert not any(c and c.face for c in shown.zone("pile").cards)


@pytest.mark.rule("familix", "R9")
def test_the_starter_chooses_whom_to_ask() -> None:
    s = begin(4, starter=2)
    assert whose(s) == 2
    (offer,) = s.offers(2)
    assert set(offer.params["seat"].values()) == {0, 1, 3}
    assert all(names(s, seat) == set() for seat in (0, 1, 3))


# ---- asking --------------------------------------------------------------------------------------------


@pytest.mark.rule("familix", "R10")
def test_only_in_a_family_of_which_one_has_a_card() -> None:
    """Example 6: no card of IJKL."""
    s = at("pA pM", "pB pJ pZ")
    assert wishes(s, 0) == {"pA", "pB", "pC", "pD", "pM", "pN", "pO", "pP"}
    assert refused(s, 0, "ask", card="pJ", seat=1) == "not_possible"
    assert hand(s, 1) == {"pB", "pJ", "pZ"}


@pytest.mark.rule("familix", "R11", "D17")
def test_cards_are_shown_by_families_and_the_barred_ones_with_them() -> None:
    s = at("pA pY", "pB pK")
    (offer,) = s.offers(0)
    card = offer.params["card"]
    assert isinstance(card, OneFace)
    assert list(offer.params) == ["card", "seat"]
    assert [list(group) for group in card.groups] == [["pA", "pB", "pC", "pD"], ["pY", "pZ", "✹", "★"]]
    assert offer.hint == ("pB", "pC", "pD", "pZ", "✹", "★")  # what one has oneself does not glow


@pytest.mark.rule("familix", "R13")
def test_who_has_it_gives_it() -> None:
    """Example 1: the asker plays again."""
    s = at("pZ pM", "pA pB", "pY pC")
    events = ask(s, 0, 2, "pY")
    assert hand(s, 0) == {"pZ", "pM", "pY"}
    assert hand(s, 2) == {"pC"}
    assert whose(s) == 0
    assert told(events, "given") == [{"seat": 0, "owner": 2, "card": "pY"}]


@pytest.mark.rule("familix", "R14", "R17", "D6")
def test_who_has_it_not_says_draw() -> None:
    """Example 1, the other way; example 3: D drawn instead of C is seen by nobody else."""
    s = at("pA pB", "pE pF", pile="… pD")
    do(s, 0, "ask", card="pC", seat=1)
    events = wait(s, "asked/over")
    assert told(events, "missed") == [{"seat": 0, "owner": 1, "card": "pC"}]
    assert hand(s, 0) == {"pA", "pB", "pD"}
    (drawn,) = [event for event in events if event.kind == "move"]
    assert drawn.faces == 1  # seat 0 alone
    assert not any("pD" in str(bare(value)) for event in events for value in event.data.values())
    wait(s, "answered/over")
    assert whose(s) == 1


@pytest.mark.rule("familix", "R15")
def test_a_good_draw_is_shown() -> None:
    """Example 3."""
    s = at("pA pB", "pE pF", pile="… pC")
    do(s, 0, "ask", card="pC", seat=1)
    events = wait(s)
    assert told(events, "lucky") == [{"seat": 0, "card": "pC"}]
    moved = [event for event in events if event.kind == "move"]
    assert [event.faces for event in moved] == [0b11]
    wait(s)
    assert whose(s) == 0
    assert hand(s, 0) == {"pA", "pB", "pC"}


@pytest.mark.rule("familix", "R16", "D4")
def test_a_family_is_laid_at_once_and_its_owner_plays_again() -> None:
    s = at("pA pB pC pE", "pD pF")
    events = ask(s, 0, 1, "pD")
    assert told(events, "lays") == [{"seat": 0, "family": "pA pB pC pD"}]
    assert faces(s, "laid:0") == ["pA", "pB", "pC", "pD"]
    assert view(s, 1).zone("laid:0").cards[0].face == "pA"  # type: ignore[union-attr]
    assert s.scores == [1, 0]
    assert view(s).fact("families") == [1, 0]
    assert whose(s) == 0


@pytest.mark.rule("familix", "D4")
def test_a_family_lies_there_while_the_answer_is_still_looked_at() -> None:
    s = at("pA pB pC pE", "pD pF")
    do(s, 0, "ask", card="pD", seat=1)
    wait(s)
    assert view(s).phase == "answered"
    assert (faces(s, "laid:0"), hand(s, 0)) == (["pA", "pB", "pC", "pD"], {"pE"})
    assert s.scores == [1, 0]


@pytest.mark.rule("familix", "D4")
def test_a_family_that_is_dealt_is_laid() -> None:
    s = at("pE", "pA pB pC pD pF")
    assert faces(s, "laid:1") == ["pA", "pB", "pC", "pD"]
    assert s.scores == [0, 1]
    assert whose(s) == 0


@pytest.mark.rule("familix", "R16", "R18", "D5", "D7")
def test_a_card_that_was_not_asked_for_may_complete_a_family() -> None:
    """Example 4: a bluff, and the pile completes the family."""
    s = at("pA pB pD pE", "pF pG", pile="… pC")
    events = ask(s, 0, 1, "pA")
    assert told(events, "missed") == [{"seat": 0, "owner": 1, "card": "pA"}]
    assert told(events, "lucky") == []
    assert faces(s, "laid:0") == ["pA", "pB", "pC", "pD"]
    assert whose(s) == 0


@pytest.mark.rule("familix", "R18", "D7")
def test_a_bluff_is_a_request_like_any_other() -> None:
    s = at("pA pB", "pF pG", pile="… pK")
    ask(s, 0, 1, "pA")
    assert hand(s, 0) == {"pA", "pB", "pK"}
    assert whose(s) == 1


@pytest.mark.rule("familix", "D7")
def test_in_the_spicy_game_the_other_may_have_the_second_petard() -> None:
    s = at("✹ pA", "✹ pF", **SPICY)
    ask(s, 0, 1, "✹")
    assert faces(s, s.hand(0)).count("✹") == 2
    assert whose(s) == 0


@pytest.mark.rule("familix", "R19", "R20", "D8")
def test_what_was_given_cannot_be_asked_back_at_once() -> None:
    """Example 5: Paul (1) gave K to Zoé (0), who then fails."""
    s = at("pI pA", "pK pJ pE", "pQ pR", pile="… pX pW pV")
    ask(s, 0, 1, "pK")
    ask(s, 0, 1, "pL")
    assert whose(s) == 1
    assert refused(s, 1, "ask", card="pK", seat=0) == "barred"
    assert refused(s, 1, "ask", card="pK", seat=2) == "barred"  # from anybody
    (offer,) = s.offers(1)
    assert isinstance(offer.params["card"], OneFace)
    assert offer.params["card"].barred == ["pK"]
    ask(s, 1, 0, "pI")  # another card of the same family: given, and he plays again
    assert whose(s) == 1
    ask(s, 1, 0, "pK")
    assert hand(s, 1) >= {"pI", "pJ", "pK"}


@pytest.mark.rule("familix", "R20", "D8")
def test_the_bar_is_lifted_by_a_request_in_vain_too() -> None:
    s = at("pI pA", "pK pJ", pile="… pX pW pV")
    ask(s, 0, 1, "pK")
    ask(s, 0, 1, "pL")
    ask(s, 1, 0, "pL")
    ask(s, 0, 1, "pL")
    assert whose(s) == 1
    ask(s, 1, 0, "pK")
    assert "pK" in hand(s, 1)


@pytest.mark.rule("familix", "D8")
def test_all_that_was_given_since_the_last_request_is_barred() -> None:
    s = at("pI pA", "pK pJ pE", pile="… pX pW pV")
    ask(s, 0, 1, "pK")
    ask(s, 0, 1, "pJ")
    ask(s, 0, 1, "pL")
    assert s.given[1] == ("pK", "pJ")
    assert wishes(s, 1) == {"pE", "pF", "pG", "pH"}  # he has no card of the others' family left


@pytest.mark.rule("familix", "D8")
def test_who_has_given_all_of_a_family_but_holds_one_alike_may_still_ask() -> None:
    """Spicy: only an étoile is left, and all six of both families were given since."""
    s = at("★", "pY pZ ✹", "bY bZ ✹", **SPICY)
    s.given = (("pY", "pZ", "bY", "bZ", "✹", "★"), (), ())
    assert wishes(s, 0) == {"pY", "pZ", "bY", "bZ", "✹", "★"}


# ---- the spicy game ------------------------------------------------------------------------------------


@pytest.mark.rule("familix", "R12", "D2")
@pytest.mark.parametrize(("held", "legal"), [("bZ", True), ("✹", True), ("★", True), ("pZ", False), ("bA", False)])
def test_a_blue_letter_needs_a_card_of_the_blue_family(held: str, legal: bool) -> None:
    """Example 2: the blue Y."""
    s = at(held, "bY pF", **SPICY)
    assert ("bY" in wishes(s, 0)) is legal
    if legal:
        ask(s, 0, 1, "bY")
        assert "bY" in hand(s, 0)
    else:
        assert refused(s, 0, "ask", card="bY", seat=1) == "not_possible"


@pytest.mark.rule("familix", "R12")
def test_letters_of_both_colours_are_no_family() -> None:
    s = at("pA pB pC bD", "pF pG", **SPICY)
    assert s.scores == [0, 0]


@pytest.mark.rule("familix", "D2", "D7")
def test_petard_and_etoile_have_no_colour() -> None:
    """Example 10."""
    s = at("✹ ★", "✹ pF", **SPICY)
    assert wishes(s, 0) == {"pY", "pZ", "bY", "bZ", "✹", "★"}
    events = ask(s, 0, 1, "✹")
    assert sorted(faces(s, s.hand(0))) == sorted(["✹", "✹", "★"])
    assert whose(s) == 0
    assert told(events, "asks")[0]["family"] == "Y Z ✹ ★"  # without colour


@pytest.mark.rule("familix", "D2")
@pytest.mark.parametrize("colour", ["p", "b"])
def test_any_petard_and_any_etoile_complete_a_last_family(colour: str) -> None:
    s = at(f"{colour}Y {colour}Z ✹ pA", "★ pF", **SPICY)
    ask(s, 0, 1, "★")
    assert faces(s, "laid:0") == [f"{colour}Y", f"{colour}Z", "✹", "★"]


@pytest.mark.rule("familix", "D2")
def test_nobody_asks_in_a_family_that_lies_there() -> None:
    s = at("★ pA", "bY bF", laid="pY pZ ✹ ★", **SPICY)
    assert wishes(s, 0) == {"pA", "pB", "pC", "pD", "bY", "bZ", "✹", "★"}


def torn(**options: Any) -> FamilixState:
    return at("pY pZ bY bZ ✹ pA", "★ pF", **SPICY, **options)


@pytest.mark.rule("familix", "D4")
@pytest.mark.parametrize(("colour", "sign", "left"), [("pink", "p", "b"), ("blue", "b", "p")])
def test_two_families_and_one_etoile(colour: str, sign: str, left: str) -> None:
    s = torn()
    ask(s, 0, 1, "★")
    assert view(s).phase == "which_family"
    assert s.scores == [0, 0]
    assert names(s, 1) == set()
    do(s, 0, "put_down", colour=colour)
    assert faces(s, "laid:0") == [f"{sign}Y", f"{sign}Z", "✹", "★"]
    assert hand(s, 0) == {f"{left}Y", f"{left}Z", "pA"}
    assert whose(s) == 0


@pytest.mark.rule("familix", "D4")
def test_whoever_does_not_choose_lays_the_pink_one() -> None:
    s = torn()
    ask(s, 0, 1, "★")
    wait(s, "which_family/limit")
    assert faces(s, "laid:0") == ["pY", "pZ", "✹", "★"]


@pytest.mark.rule("familix", "D4")
def test_with_two_of_each_both_are_laid() -> None:
    s = at("pY pZ bY bZ ✹ ✹ ★ pA", "★ pF", **SPICY)
    # one étoile for two families, dealt like that: the owner chooses before anybody asks
    assert view(s).phase == "which_family"
    s = at("pY pZ bY bZ ✹ ✹ ★ ★ pA", "pF", **SPICY)
    assert s.scores == [2, 0]
    assert hand(s, 0) == {"pA"}


@pytest.mark.rule("familix", "D1", "D4")
@pytest.mark.parametrize(("held", "laid"), [("pZ pA ✹ ★ pC", 1), ("pY pZ ✹ ★ pC", 0)])
def test_another_help_card(held: str, laid: int) -> None:
    """Example 8."""
    s = at(held, "pF pG", families="BCDE")
    assert s.scores == [laid, 0]
