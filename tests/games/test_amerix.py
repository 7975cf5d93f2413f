"""Amérix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from typing import Any

import pytest

from tablee.bots.bot import Level, Sighting
from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.amerix.bots import AmerixBot
from tablee.games.amerix.rules import FOLLOWS, GAME, AmerixState, Deal, RoundEnd, Turn
from tablee.kernel.moves import Move
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import Rng, seed_from
from tablee.kernel.units import Seat
from tablee.pieces.notation import arrange
from tablee.pieces.toutilix import ALPHABET, SYMBOL
from tablee.texts import Language, texts
from tests.table import card, do, faces, names, refused, shuffled, start, told, view, wait

BATCHES: list[dict[str, Any]] = [
    {},
    {"wrong_call": "draw", "turn_time": 5, "starter": 1},
    {"forced_play": True, "grace_ms": 1500, "timers": "double"},
]
"""Options with which the compiled rules play beside these (tests/side_by_side.py)."""


def at(position: str, *, seat: Seat = 0, players: int = 2, starter: Seat = 0, **options: Any) -> AmerixState:
    """A position in which it is this seat's turn; play goes on from the last letter of the discard."""
    s = start(GAME, players, starter=starter, **options)
    s.beside.clear()
    arrange(s, position if "…" in position else position + " | aside=…")
    discard = s.zone("discard")
    letters = [i for i, c in enumerate(discard.cards) if s.faces[c] != "✹"]
    s.show_depth(discard, len(discard.cards) - letters[-1])
    s.reference = SYMBOL[s.faces[discard.cards[letters[-1]]]]
    s.goto(Turn(seat=seat))
    s._settle()
    s.drain()
    return s


def lay(s: AmerixState, seat: Seat, face: str, **args: Any) -> list[Any]:
    return do(s, seat, "lay", card=card(s, face, s.hand(seat)), **args)


def playable(s: AmerixState, seat: Seat) -> set[str]:
    offer = next((o for o in s.offers(seat) if o.name == "lay"), None)
    return {SYMBOL[s.faces[c]] for c in offer.params["card"].values()} if offer else set()


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


def ordinary_start(players: int, **options: Any) -> AmerixState:
    """A deal whose first card is an ordinary letter."""
    for seed in range(100):
        s = start(GAME, players, seed=seed, **options)
        if faces(s, "discard")[-1] not in "★✹" and len(s.zone("discard").cards) == 1:
            return s
    raise AssertionError


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


def fallen(*, players: int = 4, called: bool = False, **options: Any) -> AmerixState:
    """Seat 2 has just laid its last card but one; seat 3 is next."""
    s = at(
        "hand:0=bA bB bC | hand:1=pA pB pC | hand:2=pK bM | hand:3=pL bZ pZ | discard=vL | pile=pQ pR pS pT pU",
        seat=2,
        players=players,
        **options,
    )
    lay(s, 2, "pK", **({"toutilix": True} if called else {}))
    return s


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


@pytest.mark.rule("amerix", "R27", "R28", "R29", "R30", "R31", "R32", "R33", "R34", "D9")
def test_round_end_counts_hands() -> None:
    """Example 8: Y W A is 140, étoile pétard K is 25, the finisher 0; the discard leaves the game."""
    s = at("hand:0=pK | hand:1=pY pW pA | hand:2=★ ✹ bK | discard=vL | pile=…", players=3)
    lay(s, 0, "pK")
    assert s.scores == [0, 140, 25]
    wait(s, "show/over")
    assert faces(s, "aside") == ["vL", "pK"]


@pytest.mark.rule("amerix", "R29")
def test_all_points() -> None:
    expected = {"Y": 70, "W": 50, "X": 50, "Z": 50, "A": 20, "E": 20, "I": 20, "O": 20, "U": 20, "★": 10, "✹": 10}
    for symbol in [*ALPHABET, "★", "✹"]:
        face = symbol if symbol in "★✹" else "b" + symbol
        s = at(f"hand:0=pK | hand:1={face} | discard=vL | pile=…")
        lay(s, 0, "pK")
        assert s.scores == [0, expected.get(symbol, 5)], symbol


@pytest.mark.rule("amerix", "R29")
def test_hands_are_shown_at_the_end_of_a_round() -> None:
    s = at("hand:0=pK | hand:1=pY pW pA | discard=vL | pile=…")
    lay(s, 0, "pK")
    assert [c.face for c in view(s).zone("hand:1").cards if c] == ["pY", "pW", "pA"]


@pytest.mark.rule("amerix", "R35", "R36", "D18")
def test_next_round_hands_back_into_the_pile_and_next_starter() -> None:
    s = at("hand:0=pK | hand:1=pY pW pA | hand:2=bA | discard=vM vL | pile=…", players=3, starter=2)
    s.direction = -1
    lay(s, 0, "pK")
    wait(s, "show/over")
    assert s.round == 1
    assert s.direction == 1
    assert s.starter == 0
    assert sorted(faces(s, "aside")) == ["pK", "vL", "vM"]
    assert sum(len(s.hand(i).cards) for i in range(3)) >= 21
    held = {f for zone in s.zones if zone.name != "aside" for f in faces(s, zone)}
    assert {"pY", "pW", "pA"} <= held


@pytest.mark.rule("amerix", "R37", "D19")
def test_last_card_drawn_turns_the_discard_over_unshuffled() -> None:
    s = at("hand:0=pA | hand:1=bA bB bC | discard=pS pT pU vL ✹ | pile=bF")
    assert s.reference == "L"
    do(s, 0, "draw")
    assert faces(s, "pile") == ["pU", "pT", "pS"]  # the first card laid, S, is the new top
    assert faces(s, "discard") == ["vL", "✹"]
    assert s.last_round


@pytest.mark.rule("amerix", "R38")
def test_from_then_on_the_game_ends_with_the_round() -> None:
    s = at("hand:0=pK bQ | hand:1=bK bL | discard=pS pT vL | pile=bF")
    do(s, 0, "draw")
    do(s, 0, "keep")
    lay(s, 1, "bK")
    s.now += 2_000
    do(s, 0, "draw")
    wait(s, "call/close")
    do(s, 0, "keep")
    lay(s, 1, "bL")
    wait(s, "show/over")
    assert s.outcome is not None
    assert s.outcome.detail == "out"


@pytest.mark.rule("amerix", "R39", "D25")
@pytest.mark.parametrize(("before", "ranks"), [([0, 0], (1, 2)), ([5, 0], (1, 1)), ([6, 0], (2, 1))])
def test_fewest_points_win_and_ties_share(before: list[int], ranks: tuple[int, ...]) -> None:
    s = at("hand:0=pK | hand:1=bK | discard=vL | pile=…")
    s.scores = before
    s.last_round = True
    lay(s, 0, "pK")
    wait(s, "show/over")
    assert s.outcome is not None
    assert s.outcome.ranks == ranks


@pytest.mark.rule("amerix", "D6")
def test_a_player_may_draw_although_he_could_lay() -> None:
    s = at("hand:0=pL pK | hand:1=bK bL | discard=vL | pile=bE bF")
    assert names(s, 0) == {"lay", "draw"}


@pytest.mark.rule("amerix", "D8")
def test_no_pass_while_there_is_something_to_draw() -> None:
    s = at("hand:0=pA pB | hand:1=bK bL | discard=vL | pile=bE bF")
    assert refused(s, 0, "pass") == "not_offered"


@pytest.mark.rule("amerix", "D10")
def test_a_petard_as_last_card_still_makes_the_next_draw_two() -> None:
    s = at("hand:0=✹ | hand:1=bK | discard=vL | pile=pF pY pW")
    lay(s, 0, "✹")
    assert s.scores == [0, 5 + 70 + 50]


@pytest.mark.rule("amerix", "D10")
def test_an_x_as_last_card_has_no_effect() -> None:
    s = at("hand:0=pX | hand:1=bK | hand:2=bL | discard=vS pV | pile=…", players=3)
    lay(s, 0, "pX")
    assert s.direction == 1
    assert view(s).phase in ("show", "round_end")


@pytest.mark.rule("amerix", "D20")
def test_the_discard_is_turned_over_three_times_at_most() -> None:
    s = at("hand:0=pA | hand:1=bA bB bC | discard=pS pT vL | pile=bF")
    s.turnovers = 2
    do(s, 0, "draw")
    assert s.turnovers == 3
    assert faces(s, "pile") == ["pT", "pS"]
    do(s, 0, "keep")
    for seat in (1, 0):
        do(s, seat, "draw")
        do(s, seat, "keep")
    assert faces(s, "pile") == []
    assert names(s, 1) == {"pass"} | ({"lay"} if playable(s, 1) else set())


@pytest.mark.rule("amerix", "D20")
def test_who_must_draw_when_nothing_can_be_drawn_draws_nothing() -> None:
    s = at("hand:0=✹ pA pB | hand:1=bK bL bM | discard=vL")
    s.turnovers = 3
    events = lay(s, 0, "✹")
    assert told(events, "draws") == [{"seat": 1, "count": 0}]
    assert len(s.hand(1).cards) == 3


@pytest.mark.rule("amerix", "D20")
@pytest.mark.parametrize("forced_play", [False, True])
@pytest.mark.parametrize("silent", [False, True])
def test_who_waited_to_draw_the_last_card_keeps_nothing(forced_play: bool, silent: bool) -> None:
    """Seat 3's draw waits in line with a shout, and the punished seat 2 draws the last card first."""
    hands = "hand:0=bA bF bG | hand:1=pK pL pM | hand:2=bC bM | hand:3=pO bZ pZ"
    s = at(f"{hands} | discard=bB | pile=pQ", seat=2, players=4, forced_play=forced_play)
    s.turnovers = 3
    lay(s, 2, "bC")  # on which the last card of the deck, A, would fit
    do(s, 0, "etoile", t=1_990)
    do(s, 3, "draw", t=2_000)
    wait(s, "call/close")
    assert [len(s.hand(seat).cards) for seat in (2, 3)] == [2, 3]
    assert (view(s, 0).phase, names(s, 3)) == ("drawn", {"keep"})
    if silent:
        wait(s, "drawn/limit")
    else:
        do(s, 3, "keep")
    assert (view(s, 0).phase, view(s, 0).active) == ("turn", (0,))
    assert s.stray() == []


@pytest.mark.rule("amerix", "D21")
def test_when_all_pass_the_game_ends() -> None:
    s = at("hand:0=pA pB | hand:1=bA bB | hand:2=pC | discard=vL", players=3)
    s.turnovers = 3
    s.last_round = True
    for seat in range(3):
        do(s, seat, "pass")
    wait(s, "show/over")
    assert s.outcome is not None
    assert (s.outcome.detail, s.outcome.scores) == ("blocked", (25, 25, 5))
    assert s.outcome.winners == (2,)


@pytest.mark.rule("amerix", "D21")
def test_a_lay_between_passes_starts_the_count_again() -> None:
    s = at("hand:0=pA pB | hand:1=bM bN bO | hand:2=pC pD | discard=vL", players=3)
    s.turnovers = 3
    s.last_round = True
    do(s, 0, "pass")
    lay(s, 1, "bM")
    do(s, 2, "pass")
    do(s, 0, "pass")
    assert s.outcome is None
    assert view(s, 0).active == (1,)


@pytest.mark.rule("amerix", "D22")
def test_too_few_cards_for_a_deal_bring_the_discards_back() -> None:
    s = at("hand:0=pK | hand:1=bK | discard=vL | pile=pA pB pC pD pE pF pG pH pI pJ pL pM pN | aside=…")
    lay(s, 0, "pK")
    wait(s, "show/over")
    assert s.last_round
    assert faces(s, "aside") == []
    assert s.stray() == []


@pytest.mark.rule("amerix", "D22")
def test_enough_cards_for_a_deal_leave_the_discards_aside() -> None:
    """2 × 7 + 2 = 16: fifteen in the pile and one in hand are just enough."""
    pile = "pA pB pC pD pE pF pG pH pI pJ pL pM pN pO pP"
    s = at(f"hand:0=pK | hand:1=bK | discard=vL | pile={pile} | aside=…")
    lay(s, 0, "pK")
    wait(s, "show/over")
    assert not told(s.drain(), "last_round")
    assert len(s.zone("aside").cards) == 100 - 16


@pytest.mark.rule("amerix", "D23")
def test_the_last_card_drawn_under_r8_makes_this_the_last_round() -> None:
    """16 cards for two players: 14 are dealt, a pétard is turned, and the one card left is drawn."""
    s = at("hand:0=pK | hand:1=bK | discard=vL | pile=… | aside=pA")
    sixteen = "✹ pA pB pC pD pE pF pG pH pI pJ pK pL pM pN pO"
    for round_ in range(200):
        arrange(s, f"pile={sixteen} | aside=…")
        s.round, s.last_round, s.starter = round_, False, 0
        s.goto(Deal())
        s._settle()
        if faces(s, "discard") == ["✹"]:
            break
    assert faces(s, "discard") == ["✹"]
    assert [len(s.hand(0).cards), len(s.hand(1).cards), len(s.zone("pile").cards)] == [8, 7, 0]
    assert s.last_round
    assert view(s, 0).active == (1,)
    assert playable(s, 1) == {SYMBOL[f] for f in faces(s, "hand:1")}, "nothing to follow: everything fits"


@pytest.mark.rule("amerix", "D24")
def test_a_round_takes_at_least_eight_cards_out() -> None:
    """The finisher laid his seven cards and one was turned."""
    s = ordinary_start(2)
    taken = []
    for _ in range(3_000):
        if s.outcome is not None or s.last_round:
            break
        before = s.round
        due = s.next_alarm()
        offers = s.offers(view(s).active[0]) if view(s).active else ()
        if offers:
            offer, seat = offers[0], view(s).active[0]
            args = next(offer.enumerate())
            s.now = max(s.now, offer.opens_at)
            s.play(seat, Move(offer.name, args, s.now, offer.stimulus))
        elif due:
            s.now = max(s.now, due.at)
            s.ring(due)
        if s.round > before:
            taken.append(len(s.zone("aside").cards))
    steps = [b - a for a, b in zip([0, *taken], taken, strict=False)]
    assert steps and min(steps) >= 8


@pytest.mark.rule("amerix", "D24")
@pytest.mark.parametrize("seed", range(12))
def test_at_most_twelve_rounds(seed: int) -> None:
    """Whatever is played at random, within the records that the game promises."""
    s = start(GAME, 2, seed=seed)
    rollout(s, QuickPicker(seed), limit=GAME.bound(2, s.options))
    assert s.outcome is not None
    assert s.round + 1 <= 12


def test_option_turn_time() -> None:
    s = at("hand:0=pA pB | hand:1=bK bL | discard=vL | pile=bE bF", turn_time=10)
    wait(s, "turn/limit")
    assert s.now == 10_000
    assert faces(s, "hand:0") == ["pA", "pB", "bF"]
    assert view(s, 0).active == (1,)


def test_silence_keeps_the_drawn_card() -> None:
    s = at("hand:0=pA pB | hand:1=bK bN | discard=vL | pile=bE bL")
    do(s, 0, "draw")
    wait(s, "drawn/limit")
    assert s.now == 15_000
    assert len(s.hand(0).cards) == 3


def test_option_forced_play() -> None:
    s = at("hand:0=pA pB | hand:1=bK bL | discard=vL | pile=bE pL", forced_play=True)
    do(s, 0, "draw")
    assert names(s, 0) == {"lay"}
    wait(s, "drawn/limit")
    assert faces(s, "discard") == ["vL", "pL"]


def test_covered_discards_are_not_shown() -> None:
    s = at("hand:0=pA pB | hand:1=bK bL | discard=pS pT vL | pile=bE bF")
    heap = view(s, 0).zone("discard")
    assert heap.count == 3
    assert [c.face for c in heap.cards if c] == ["vL"]


def test_round_end_phase_names_the_finisher() -> None:
    s = at("hand:0=pK | hand:1=bK | discard=vL | pile=…")
    lay(s, 0, "pK")
    assert isinstance(s.phases[0], RoundEnd)
    assert s.phases[0].finisher == 0


@pytest.mark.rule("amerix", "D12")
@pytest.mark.parametrize("grace", [500, 1_500])
@pytest.mark.parametrize(
    ("level", "low", "high"),
    [(Level.BEGINNER, 2_000, 4_000), (Level.NORMAL, 1_000, 2_000), (Level.STRONG, 400, 900)],
)
def test_bots_catch_the_forgetful_after_the_grace(grace: int, level: Level, low: int, high: int) -> None:
    times = []
    for seed in range(20):
        s = fallen(grace_ms=grace)
        plan = AmerixBot(0, level, Rng(seed_from(seed))).react(Sighting(s, 0, s.drain()))
        assert plan is not None
        assert plan.move.name == "etoile"
        times.append(plan.at - grace)
    assert low <= min(times) < max(times) <= high


@pytest.mark.rule("amerix", "D12")
def test_bots_do_not_shout_when_the_call_was_made() -> None:
    s = fallen(called=True)
    assert AmerixBot(0, Level.STRONG, Rng(seed_from(1))).react(Sighting(s, 0, s.drain())) is None
