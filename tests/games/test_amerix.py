"""Amérix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from typing import Any

import pytest

from tablee.games.amerix.rules import GAME, AmerixState
from tablee.games.amerix.table import FOLLOWS
from tablee.kernel.refusal import Refused
from tablee.pieces.toutilix import ALPHABET, SYMBOL
from tablee.texts import Language, texts
from tests.games.amerix import at, lay, ordinary_start, playable
from tests.table import card, do, faces, names, refused, shuffled, start, view, wait

BATCHES: list[dict[str, Any]] = [
    {},
    {"wrong_call": "draw", "turn_time": 5, "starter": 1},
    {"forced_play": True, "grace_ms": 1500, "timers": "double"},
]
"""Options with which the compiled rules play beside these (tests/side_by_side.py)."""

ONE_OF_EACH = " ".join("p" + a for a in ALPHABET) + " ★ ✹"


def fitting(letter: str) -> set[str]:
    """Everything that may be laid on a letter, by a hand that holds one of each card."""
    s = at(f"hand:0={ONE_OF_EACH} | hand:1=bA | discard=b{letter} | pile=bB bC")
    return playable(s, 0)


@pytest.mark.rule("amerix", "R1")
def test_deck_has_90_letters_7_etoiles_3_petards() -> None:
    s = start(GAME, 4)
    count = Counter(SYMBOL[f] for f in s.faces)
    assert len(s.faces) == 100
    assert (count["★"], count["✹"], count["E"], count["Y"]) == (7, 3, 10, 2)


@pytest.mark.rule("amerix", "R1")
def test_colours_do_not_matter() -> None:
    s = at("hand:0=vO pO yO vS | hand:1=bA | discard=bO | pile=bB bC")
    assert [s.faces[c] for c in s.offers(0)[0].params["card"].values()] == ["vO", "pO", "yO"]


@pytest.mark.rule("amerix", "R2")
def test_help_cards_are_no_cards_of_the_game() -> None:
    assert len(start(GAME, 2).faces) == 100


@pytest.mark.rule("amerix", "R3")
@pytest.mark.parametrize("players", [2, 5, 8])
def test_two_to_eight_play(players: int) -> None:
    assert start(GAME, players).n == players


@pytest.mark.rule("amerix", "R3")
@pytest.mark.parametrize("players", [1, 9])
def test_fewer_or_more_are_refused(players: int) -> None:
    with pytest.raises(Exception, match="bad_players"):
        start(GAME, players)


@pytest.mark.rule("amerix", "R4", "R5", "R6")
def test_deal_of_seven_a_pile_and_one_card_turned() -> None:
    s = ordinary_start(3)
    assert [len(s.hand(seat).cards) for seat in range(3)] == [7, 7, 7]
    assert len(s.zone("discard").cards) == 1
    assert len(s.zone("pile").cards) == 100 - 21 - 1


@pytest.mark.rule("amerix", "R4", "R5")
def test_own_hand_is_seen_the_others_and_the_pile_are_not() -> None:
    s = ordinary_start(3)
    mine = view(s, 1)
    assert [c.face for c in mine.zone("hand:1").cards if c] == faces(s, "hand:1")
    assert mine.zone("hand:0").cards == () and mine.zone("hand:0").count == 7
    assert mine.zone("pile").cards == () and mine.zone("pile").count == 78
    assert view(s).zone("hand:1").cards == ()


@pytest.mark.rule("amerix", "R7")
def test_the_starter_lays_first() -> None:
    s = ordinary_start(4, starter=2)
    assert view(s, 0).active == (2,)
    assert names(s, 0) == set()


def first_cards(*turned: str, players: int = 3) -> AmerixState:
    """A deal in which these cards come up after the 7 × n that are dealt."""
    order = shuffled(100, "deal", 0)
    first = 100 - 7 * players - 1
    return start(GAME, players, starter=0, deck={order[first - i]: face for i, face in enumerate(turned)})


@pytest.mark.rule("amerix", "R8", "R9")
def test_first_card_petard() -> None:
    """Example 9."""
    s = first_cards("✹", "pA", "pB", "pM")
    assert len(s.hand(0).cards) == 9
    assert [s.faces[c] for c in s.hand(0).cards[-2:]] == ["pA", "pB"]
    assert faces(s, "discard") == ["✹", "pM"]
    assert s.reference == "M"
    assert view(s, 0).active == (1,)


@pytest.mark.rule("amerix", "D3")
def test_first_two_cards_petards() -> None:
    s = first_cards("✹", "pA", "pB", "✹", "pC", "pD", "pM")
    assert [len(s.hand(i).cards) for i in range(3)] == [9, 9, 7]
    assert view(s, 0).active == (2,)
    assert s.reference == "M"


@pytest.mark.rule("amerix", "D4")
def test_first_card_etoile_is_named_by_the_first_player() -> None:
    s = first_cards("★")
    assert view(s, 0).phase == "name_first"
    assert names(s, 0) == {"name"} and names(s, 1) == set()
    do(s, 0, "name", letter="O")
    assert s.reference == "O"
    assert view(s, 1).active == (0,)


@pytest.mark.rule("amerix", "D26")
def test_nobody_names_the_first_etoile_in_15_seconds() -> None:
    s = first_cards("★")
    wait(s, "name_first/limit")
    assert s.now == 15_000
    assert s.reference == "E"


@pytest.mark.rule("amerix", "D5")
def test_a_turned_x_does_not_reverse() -> None:
    s = first_cards("pX")
    assert s.direction == 1
    assert view(s, 0).active == (0,)


@pytest.mark.rule("amerix", "D5")
def test_an_etoile_named_x_does_not_reverse() -> None:
    s = at("hand:0=★ pA pB pC | hand:1=bA bB | hand:2=bC bD | discard=pK | pile=bE bF", players=3)
    lay(s, 0, "★", letter="X")
    assert s.direction == 1 and s.reference == "X"
    assert view(s, 0).active == (1,)


@pytest.mark.rule("amerix", "R10")
def test_one_card_a_turn() -> None:
    s = at("hand:0=pK pL pM | hand:1=bK bL bM | discard=vL | pile=bE bF")
    lay(s, 0, "pK")
    assert faces(s, "discard") == ["vL", "pK"]
    assert view(s, 0).active == (1,)
    assert refused(s, 0, "draw") == "not_your_turn"


@pytest.mark.rule("amerix", "R11", "D7")
def test_one_draw_then_only_the_drawn_card() -> None:
    s = at("hand:0=pK pL | hand:1=bK bN bM | discard=vL | pile=bE bL")
    do(s, 0, "draw")
    assert faces(s, "hand:0") == ["pK", "pL", "bL"]
    assert names(s, 0) == {"lay", "keep"}
    assert playable(s, 0) == {"L"} and refused(s, 0, "lay", card=card(s, "pK", s.hand(0))) == "not_possible"
    do(s, 0, "keep")
    assert view(s, 0).active == (1,)


@pytest.mark.rule("amerix", "R12")
def test_a_drawn_card_that_does_not_fit_is_kept() -> None:
    s = at("hand:0=pK | hand:1=bK bN bM | discard=vA | pile=bF bL")
    do(s, 0, "draw")
    assert names(s, 0) == {"keep"}
    do(s, 0, "keep")
    assert faces(s, "hand:0") == ["pK", "bL"]


@pytest.mark.rule("amerix", "R12")
@pytest.mark.parametrize("drawn", ["bB", "bL"])
def test_the_drawn_card_is_pointed_at_whether_it_fits_or_not(drawn: str) -> None:
    s = at(f"hand:0=pK | hand:1=bK bN bM | discard=vA | pile=bF {drawn}")
    do(s, 0, "draw")
    keep = next(offer for offer in s.offers(0) if offer.name == "keep")
    assert keep.hint == (card(s, drawn, s.hand(0)),)


@pytest.mark.parametrize("language", list(Language))
def test_the_sentence_of_a_turn_says_what_fits_on_every_letter(language: Language) -> None:
    words = texts("amerix", language)
    assert words.values["K.fits"] == "H I J K L M N"
    assert words.values["A.fits"] == "X Y Z A B C D E I O U"
    for letter in ALPHABET:
        assert {*words.values[f"{letter}.fits"].split()} == FOLLOWS[letter] - {"★", "✹"}
    assert "H I J K L M N" in words.prompt("turn", True, {"reference": "K"})
    assert "H I J K L M N" in words.refusal(Refused("not_possible", parameter="card"), "lay", {"reference": "K"})


@pytest.mark.rule("amerix", "R13", "R14", "R15", "R16", "D1")
def test_on_a_consonant() -> None:
    """Example 1: on X the same letter, U V W before, Y Z A after; not B, T, E."""
    assert fitting("X") == set("XUVWYZA★✹")


@pytest.mark.rule("amerix", "R17", "D1")
def test_on_a_vowel() -> None:
    """Example 2, and Y of example 3."""
    assert fitting("E") == set("EBCDFGHAIOUY★✹")
    assert fitting("Y") == set("YVWXZABEIOU★✹")


@pytest.mark.rule("amerix", "R16")
def test_the_alphabet_is_a_circle() -> None:
    """Example 3: E does not fit on Z, which is no vowel."""
    assert fitting("Z") == set("ZWXYABC★✹")


@pytest.mark.rule("amerix", "R18", "R19", "D2")
def test_an_etoile_is_named_and_followed() -> None:
    """Example 4: on K, an étoile named O."""
    s = at(f"hand:0=★ bB bC | hand:1={ONE_OF_EACH.replace('★', 'bA')} | discard=bK | pile=bE bF")
    assert "★" in playable(s, 0)
    lay(s, 0, "★", letter="O")
    assert s.reference == "O"
    assert playable(s, 1) == set("LMNOPQRAEIUY✹")
    assert view(s, 1).zone("discard").cards[-1].mark == "O"  # type: ignore[union-attr]


@pytest.mark.rule("amerix", "R19")
def test_an_etoile_needs_a_letter_and_a_letter_needs_none() -> None:
    s = at("hand:0=★ pK bC | hand:1=bA bB | discard=bK | pile=bE bF")
    star, k = card(s, "★", s.hand(0)), card(s, "pK", s.hand(0))
    assert refused(s, 0, "lay", card=star) == "malformed"
    assert refused(s, 0, "lay", card=star, letter="É") == "not_possible"
    assert refused(s, 0, "lay", card=k, letter="O") == "not_possible"


@pytest.mark.rule("amerix", "R20", "R21", "R22")
def test_a_petard_hits_the_next_player() -> None:
    """Example 5: reference D, seat 1 lays a pétard, seat 2 draws 2 and misses, seat 3 plays on D."""
    s = at(
        "hand:0=bA bB | hand:1=✹ pA pB | hand:2=bC bD | hand:3=pC bF | discard=pD | pile=pQ pR pS",
        seat=1,
        players=4,
    )
    lay(s, 1, "✹")
    assert faces(s, "hand:2") == ["bC", "bD", "pS", "pR"]
    assert view(s, 0).active == (3,)
    assert s.reference == "D"
    assert [c.face for c in view(s, 0).zone("discard").cards if c] == ["pD", "✹"]


@pytest.mark.rule("amerix", "D11")
def test_two_players_a_petard_lets_its_layer_play_again() -> None:
    s = at("hand:0=✹ pA pB | hand:1=bC bD | discard=pD | pile=pQ pR pS")
    lay(s, 0, "✹")
    assert len(s.hand(1).cards) == 4
    assert view(s, 0).active == (0,)


@pytest.mark.rule("amerix", "R23")
def test_x_reverses() -> None:
    """Example 6: three players, seat 1 lays X on V, seat 0 plays next on X."""
    s = at("hand:0=bA bB | hand:1=pX pA pB | hand:2=bC bD | discard=pV | pile=pQ pR pS", seat=1, players=3)
    lay(s, 1, "pX")
    assert s.direction == -1
    assert view(s, 0).active == (0,)
    assert s.reference == "X"


@pytest.mark.rule("amerix", "R24")
def test_two_players_x_plays_again() -> None:
    s = at("hand:0=bA bB | hand:1=pX pA pB | discard=pV | pile=pQ pR pS", seat=1)
    lay(s, 1, "pX")
    assert view(s, 0).active == (1,)
    assert s.direction == 1
