"""Familix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from typing import Any

import pytest

from tablee.bots.bot import Level, Sighting
from tablee.games.familix.bots import BOT, PILE, Whereabouts
from tablee.games.familix.rules import GAME, FamilixState, families_of
from tablee.kernel.events import Event
from tablee.kernel.game import Device
from tablee.kernel.moves import Move
from tablee.kernel.outcome import Reason
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.state import SeatState
from tablee.kernel.units import Seat
from tablee.kernel.values import bare
from tablee.pieces.domains import OneFace
from tablee.pieces.notation import arrange
from tablee.texts import Language, texts
from tests.lazy import Habit, first, nothing, share_won
from tests.matches import never_late, whole_game
from tests.table import do, faces, names, refused, told, view, wait

SPICY: dict[str, Any] = {"deck": "spicy"}


def begin(players: int, *, seed: int = 1, seat_options: Any = None, **options: Any) -> FamilixState:
    return GAME.start(players, seed=seed_from(seed), options=options, seat_options=seat_options, watched=True)


def at(*hands: str, pile: str = "…", laid: str = "", starter: Seat = 0, **options: Any) -> FamilixState:
    """These hands and this pile, the top last; what is named nowhere lies before the last seat, or in the pile."""
    s = begin(len(hands), starter=starter, **options)
    rest = f"laid:{len(hands) - 1}={laid or ('' if '…' in pile else '…')}"
    arrange(s, " | ".join(f"hand:{seat}={row}" for seat, row in enumerate(hands)) + f" | pile={pile} | {rest}")
    lying = set(faces(s, s.zones[2 * len(hands) - 1]))
    s.laid = tuple(family for family in s.options.all_families if set(family) <= lying)
    s.go_on(starter)
    s._settle()
    s.drain()
    return s


def ask(s: FamilixState, seat: Seat, owner: Seat, card: str) -> list[Event]:
    """A request and its answer, up to the next request, choice or end."""
    events = do(s, seat, "ask", card=card, seat=owner)
    while s.outcome is None and view(s).phase in ("asked", "answered"):
        events += wait(s)
    return events


def hand(s: FamilixState, seat: Seat) -> set[str]:
    return set(faces(s, s.hand(seat)))


def whose(s: FamilixState) -> Seat:
    """Who is to ask."""
    shown = view(s)
    assert shown.phase == "ask"
    return int(shown.fact("seat"))


def wishes(s: FamilixState, seat: Seat) -> set[str]:
    """What this seat may ask for."""
    (offer,) = s.offers(seat)
    return set(offer.params["card"].values())


def lines(s: FamilixState) -> list[str]:
    """What stands in the bubbles, without the way in which it is said."""
    return [spoken.line.split(".")[0] for spoken in s.talk]


# ---- cards and families ---------------------------------------------------------------------------------


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


# ---- asking ---------------------------------------------------------------------------------------------


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


# ---- the spicy game -------------------------------------------------------------------------------------


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


# ---- no cards, no pile ----------------------------------------------------------------------------------


@pytest.mark.rule("familix", "D9")
def test_only_who_has_cards_is_asked() -> None:
    s = at("pA", "", "pB")
    (offer,) = s.offers(0)
    assert list(offer.params["seat"].values()) == [2]
    assert refused(s, 0, "ask", card="pB", seat=1) == "not_possible"


@pytest.mark.rule("familix", "D9", "D11")
def test_nobody_to_ask() -> None:
    """The asker draws one card instead and the turn passes; the next one has none and draws one first."""
    s = at("pA pE", "", pile="… pX pB")
    assert hand(s, 0) == {"pA", "pE", "pB"}
    assert hand(s, 1) == {"pX"}
    assert whose(s) == 1


@pytest.mark.rule("familix", "D10")
def test_nothing_to_draw() -> None:
    """Example 11, its first request."""
    s = at("pA pB pC", "pD pE", "pF pG pH", pile="")
    ask(s, 0, 2, "pD")
    assert hand(s, 0) == {"pA", "pB", "pC"}
    assert whose(s) == 1


@pytest.mark.rule("familix", "R21", "R22", "D10", "D12")
def test_the_last_families() -> None:
    """Example 11: five families lie before the third player."""
    s = at("pA pB pC", "pD pE", "pF pG pH", pile="")
    s.scores[2] = s.families[2] = 5
    ask(s, 0, 2, "pD")
    for owner, card in ((0, "pA"), (0, "pB"), (0, "pC")):
        assert whose(s) == 1
        ask(s, 1, owner, card)
    assert faces(s, "laid:1") == ["pA", "pB", "pC", "pD"]
    for card in ("pF", "pG", "pH"):
        assert whose(s) == 1
        ask(s, 1, 2, card)
    assert s.outcome is not None
    assert s.outcome.detail == "all_laid"
    assert s.outcome.scores == (0, 2, 5)
    assert s.outcome.winners == (2,)


@pytest.mark.rule("familix", "R6", "R22", "D14")
def test_equal_numbers_share_the_victory() -> None:
    s = at("pA pB pC", "pD", pile="")
    s.scores[:] = [2, 3]
    ask(s, 0, 1, "pD")
    assert s.outcome is not None
    assert s.outcome.winners == (0, 1)


@pytest.mark.rule("familix", "D11")
def test_who_lays_his_last_cards_draws_one_and_asks() -> None:
    """Example 9."""
    s = at("pA pB pC", "pD pE", pile="… pX")
    events = ask(s, 0, 1, "pD")
    assert hand(s, 0) == {"pX"}
    assert told(events, "refills") == [{"seat": 0}]
    assert whose(s) == 0


@pytest.mark.rule("familix", "D11")
def test_without_a_pile_he_is_out_and_skipped() -> None:
    """Example 9, the pile empty."""
    s = at("pA pB pC", "pD pE pF", "pG pH", pile="")
    events = ask(s, 0, 1, "pD")
    assert told(events, "out") == [{"seat": 0}]
    assert whose(s) == 1
    events = ask(s, 1, 2, "pF")  # a bluff, in vain
    assert whose(s) == 2
    events = ask(s, 2, 1, "pG")
    assert whose(s) == 1
    assert told(events, "out") == []  # said once


@pytest.mark.rule("familix", "D13")
@pytest.mark.parametrize("players", [2, 3])
def test_requests_in_vain_come_to_an_end(players: int) -> None:
    """Everybody bluffs, 12 times each, with an empty pile."""
    hands = ["pA pE", "pB pF", "pC pD pG pH"][:players]
    if players == 2:
        hands[1] = "pB pC pD pF pG pH"
    s = at(*hands, pile="")
    s.scores[:] = [2, 3, 0][:players]
    for turn in range(12 * players):
        assert s.outcome is None
        seat = turn % players
        ask(s, seat, (seat + 1) % players, faces(s, s.hand(seat))[0])
    assert s.outcome is not None
    assert s.outcome.reason is Reason.CAP
    assert s.outcome.detail == "idle"
    assert s.outcome.winners == (1,)


@pytest.mark.rule("familix", "D13")
def test_a_family_or_a_card_in_the_pile_begins_the_count_anew() -> None:
    s = at("pA pB pC pE", "pD pF pG pH", pile="")
    for _ in range(5):
        ask(s, 0, 1, "pA")
        ask(s, 1, 0, "pF")
    assert s.idle == 10
    ask(s, 0, 1, "pD")
    assert s.idle == 0
    s = at("pA pE", "pB pF pG pH", pile="pC pD")
    ask(s, 0, 1, "pA")
    assert s.idle == 0


# ---- time, talk and sight -------------------------------------------------------------------------------


@pytest.mark.rule("familix", "D15")
def test_out_of_time_the_table_asks_the_left_neighbour() -> None:
    """The largest family is IJKL: L is the first that is missing. Seat 2 has no cards, so 3 is asked."""
    s = at("pF", "pA pI pJ pK", "", "pL pB", starter=1)
    assert s.next_alarm().at - s.now == 30_000  # type: ignore[union-attr]
    events = wait(s, "ask/limit")
    assert told(events, "asks") == [{"seat": 1, "owner": 3, "card": "pL", "family": "pI pJ pK pL"}]


@pytest.mark.rule("familix", "D15", "D8")
def test_out_of_time_nothing_barred_is_asked() -> None:
    s = at("pA", "pI pJ pE", starter=1)
    s.given = ((), ("pK",))
    events = wait(s, "ask/limit")
    assert told(events, "asks")[0]["card"] == "pL"


@pytest.mark.rule("familix", "D15")
@pytest.mark.parametrize("seconds", [15, 30, 60])
def test_the_time_is_an_option(seconds: int) -> None:
    s = begin(2, turn_time=seconds)
    due = s.next_alarm()
    assert due is not None
    assert due.at == seconds * 1_000


@pytest.mark.rule("familix", "D16")
def test_what_was_said_stays_until_the_next_request() -> None:
    s = at("pA pB", "pE pF", pile="… pK pD")
    asked_at = s.now
    events = do(s, 0, "ask", card="pC", seat=1)
    assert lines(s) == ["asks"]
    assert [event.keep for event in events if event.kind == "asks"] == ["fleeting"]  # no list is kept
    events = wait(s)
    assert lines(s) == ["asks", "missed"]
    assert [event.keep for event in events if event.kind == "missed"] == ["fleeting"]
    wait(s)
    assert s.now - asked_at >= 2_500
    assert whose(s) == 1
    assert lines(s) == ["asks", "missed"]
    assert [(spoken.seat, spoken.line) for spoken in view(s, 1).fact("talk")] == [(0, "asks"), (1, "missed")]
    do(s, 1, "ask", card="pG", seat=0)
    assert lines(s) == ["asks"]


@pytest.mark.rule("familix", "D16")
def test_the_list_is_for_those_who_want_it() -> None:
    s = at("pA pB pY", "pE pF pC", pile="… pK pD pZ", seat_options=[{"list": True}, {}])
    assert view(s, 0).fact("recalled") == [[], None]
    ask(s, 0, 1, "pC")
    ask(s, 0, 1, "pZ")
    ask(s, 0, 1, "★")
    mine = view(s, 0).fact("recalled")[0]
    assert [(said.line, bare(said.told["card"])) for said in mine] == [
        ("list.given", "pC"),
        ("list.drawn", "pZ"),
        ("list.missed", "★"),
    ]
    assert view(s, 1).fact("recalled") == [None, []]
    assert view(s, 0, 1).fact("recalled") == [None, None]


@pytest.mark.rule("familix", "D16")
def test_the_list_holds_twelve() -> None:
    s = at("pA pE", "pB pC pD pF pG pH", pile="", seat_options=[{"list": True}, {}])
    for turn in range(14):
        ask(s, turn % 2, 1 - turn % 2, "pA" if turn % 2 == 0 else "pB")
    mine = view(s, 0).fact("recalled")[0]
    assert len(mine) == 12
    assert [bare(said.told["card"]) for said in mine[:2]] == ["pA", "pB"]


@pytest.mark.rule("familix", "D16")
@pytest.mark.parametrize("language", list(Language))
def test_bots_have_many_ways_to_say_it(language: Language) -> None:
    """Whatever they say has a sentence; a person says it plainly."""
    facts = texts("familix", language).facts
    said = Counter[str]()
    for seed in range(30):
        match = whole_game(GAME, ("normal", "normal", "normal"), seed)
        state: Any = match.state
        said.update(spoken.line for spoken in state.talk)
    ways = [key for key in facts if key.startswith("talk.") and key[-1].isdigit()]
    assert len(ways) >= 20
    assert all(f"talk.{line}" in facts for line in said)
    assert len(said) >= 8


@pytest.mark.rule("familix", "D6")
def test_what_is_given_is_known_to_all_and_what_is_drawn_is_not() -> None:
    s = at("pA pB", "pE pC", "pF pG", pile="… pK pD")
    do(s, 0, "ask", card="pC", seat=1)
    events = wait(s)
    assert [event.faces for event in events if event.kind == "move"] == [0b111]
    card = next(c for c in s.hand(0).cards if s.faces[c] == "pC")
    wait(s)
    twin = s.redeal(2, keyed(seed_from(1), "twin"))
    assert twin.faces[card] == "pC"  # seat 2 has seen it go there
    ask(s, 0, 1, "pD")
    drawn = {s.redeal(2, keyed(seed_from(k), "twin")).faces[s.hand(0).cards[-1]] for k in range(20)}
    assert len(drawn) > 1


# ---- bots -----------------------------------------------------------------------------------------------


def thinks(s: FamilixState, seat: Seat, level: Level, seed: int = 1, before: list[Event] | None = None) -> Any:
    """What a bot plans to ask, having seen these events."""
    bot = BOT(seat, level, keyed(seed_from(seed), "bot", seat))
    return bot.react(Sighting(s, seat, before or []))


def news(s: FamilixState, *asked: tuple[Seat, Seat, str]) -> list[Event]:
    events = []
    for seat, owner, card in asked:
        events += ask(s, seat, owner, card)
    return events


@pytest.mark.rule("familix", "D18")
@pytest.mark.parametrize(
    ("level", "span"), [("beginner", (2_500, 5_000)), ("normal", (2_500, 5_000)), ("strong", (2_000, 4_000))]
)
def test_bots_take_their_time(level: str, span: tuple[int, int]) -> None:
    s = at("pA pB", "pC pE", "pF pG")
    times = {thinks(s, 0, Level(level), seed).at - s.now for seed in range(40)}
    assert span[0] <= min(times) < max(times) <= span[1]
    ask(s, 0, 1, "pC")
    assert thinks(s, 0, Level(level)).at - s.now >= span[0]  # and again after each success


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_who_got_a_card_is_asked_for_it(level: str) -> None:
    s = at("pA pB pX", "pC pQ", "pD pR", pile="… pK pL pM", starter=2)
    events = news(s, (2, 1, "pC"), (2, 1, "pS"))
    plan = thinks(s, 0, Level(level), before=events)
    assert plan.move.args == {"card": "pC", "seat": 2}


def test_normal_forgets_what_six_requests_have_covered() -> None:
    s = at("pA", "pC pQ pE pF", "pD pR", pile="… pK pL pM pN pO pG pH pI", starter=2)
    events = news(s, (2, 1, "pC"), (2, 1, "pS"), (0, 1, "pA"), (1, 2, "pF"), (2, 1, "pT"), (0, 1, "pA"))
    events += news(s, (1, 2, "pF"), (2, 1, "pT"))
    asked = {str(thinks(s, 0, Level.NORMAL, seed, events).move.args) for seed in range(20)}
    assert len(asked) > 1
    asked = {str(thinks(s, 0, Level.STRONG, seed, events).move.args) for seed in range(20)}
    assert asked == {str({"card": "pC", "seat": 2})}


def test_strong_knows_who_does_not_have_a_card() -> None:
    where = Whereabouts()
    s = at("pA", "pE pQ", "pF pR", pile="… pK", starter=1)
    for event in Sighting(s, 0, news(s, (1, 2, "pG"))).events:
        where.note(event)
    unseen = Counter(face for face in s.faces if face != "pA")
    chances = where.chances(unseen, {1: 3, 2: 2, PILE: 22})
    assert chances["pG"][2] == 0
    assert chances["pG"][1] < chances["pB"][1] < chances["pE"][1]  # asked for it; nothing known; has one of them
    assert all(abs(sum(row.values()) - 1) < 0.05 for row in chances.values())


def test_strong_bluffs_now_and_then() -> None:
    """Three of a family, the fourth in the pile for sure, and nothing likely elsewhere."""
    s = at("pA pB pC", "pE pQ", "pF pR", pile="… pK pL", starter=1)
    events = news(s, (1, 0, "pH"), (2, 1, "pS"))
    plans = [thinks(s, 0, Level.STRONG, seed, events).move.args["card"] for seed in range(300)]
    bluffs = sum(card in ("pA", "pB", "pC") for card in plans)
    assert 12 <= bluffs <= 55  # one in ten


def test_a_beginner_asks_for_what_it_has_just_seen() -> None:
    s = at("pA pM pQ pU", "pC pJ", "pD pI", pile="… pE pF", starter=2)
    events = news(s, (2, 1, "pC"), (2, 1, "pL"))
    echoes = sum(
        thinks(s, 0, Level.BEGINNER, seed, events).move.args == {"card": "pC", "seat": 2} for seed in range(400)
    )
    # one in four, and 1 in 24 of the others by chance: 12 missing cards, 2 seats
    assert 75 <= echoes <= 150


@pytest.mark.parametrize("deck", ["simple", "spicy"])
@pytest.mark.parametrize("players", [2, 6])
def test_bots_play_to_the_end(players: int, deck: str) -> None:
    levels = ("strong", "normal", "beginner", "strong", "normal", "beginner")[:players]
    match = whole_game(GAME, levels, 5, options={"deck": deck})
    assert never_late(match)
    assert sum(match.state.scores) == (7 if deck == "simple" else 14)


# ---- lazy ones ------------------------------------------------------------------------------------------


def asks(bluff: bool) -> Habit:
    """Always the left neighbour, always the first card; or always one that it has itself."""

    def habit(seen: Sighting) -> Move | None:
        if seen.offer("put_down"):
            return Move("put_down", {"colour": "pink"})
        offer = seen.offer("ask")
        if offer is None:
            return None
        cards, seats = offer.params["card"], offer.params["seat"]
        held = [c.face for c in seen.view.zone(f"hand:{seen.seat}").cards if c]
        wanted = [face for face in cards.values() if (face in held) is bluff] or list(cards.values())
        return Move("ask", {"card": wanted[0], "seat": next(iter(seats.values()))})

    return habit


@pytest.mark.parametrize("habit", [asks(bluff=False), asks(bluff=True), first("ask", "put_down"), nothing])
def test_nobody_wins_by_always_doing_the_same(habit: Habit) -> None:
    assert share_won("familix", habit, 30, rivals=2) < 0.33


def test_bots_talk_and_people_speak_plainly() -> None:
    s = GAME.start(2, seed=seed_from(4), seats=(SeatState(), SeatState(human=False)), options={"starter": 0})
    (offer,) = s.offers(0)
    ask(s, 0, 1, next(iter(offer.params["card"].values())))
    assert s.talk[0].line == "asks"
    assert s.talk[1].line[:-2] in ("given", "missed")
