"""Bazardelix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from typing import Any

import pytest

from tablee.games.bazardelix.rules import GAME
from tablee.kernel.door import Door
from tablee.kernel.units import Seat
from tablee.kernel.values import FACE, SEAT, TERM
from tablee.texts import WRITTEN, Language, texts
from tests.games.bazardelix import ALPHABET, BLUE_AM, BLUE_NZ, PINK_AM, PINK_NZ, at, gifts, give
from tests.table import card, do, faces, names, refused, shuffled, start, told, view, wait
from tests.tricks import lay, legal

BATCHES: list[dict[str, Any]] = [{}, {"target": 50, "review_last_trick": False, "timers": "double"}]
"""Options with which the compiled rules play beside these (tests/side_by_side.py)."""


# ---- the deck and the deal -----------------------------------------------------------------------------


@pytest.mark.rule("bazardelix", "R1")
def test_two_complete_alphabets() -> None:
    assert sorted(start(GAME, 4).faces) == sorted(c + a for c in "pb" for a in ALPHABET)


@pytest.mark.rule("bazardelix", "R2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_to_five_play(players: int) -> None:
    assert start(GAME, players).n == players


@pytest.mark.rule("bazardelix", "R2")
@pytest.mark.parametrize("players", [2, 6])
def test_fewer_or_more_are_refused(players: int) -> None:
    with pytest.raises(Exception, match="bad_players"):
        start(GAME, players)


@pytest.mark.rule("bazardelix", "R3", "R4", "R10")
@pytest.mark.parametrize(("players", "each", "box"), [(3, 17, {"pN"}), (4, 13, set()), (5, 10, {"pN", "bN"})])
def test_deal(players: int, each: int, box: set[str]) -> None:
    """Example 1."""
    s = start(GAME, players)
    assert [len(s.hand(seat).cards) for seat in range(players)] == [each] * players
    assert faces(s, "pile") == []
    assert {c + a for c in "pb" for a in ALPHABET} - set(s.faces) == box
    assert len(s.faces) == each * players


@pytest.mark.rule("bazardelix", "R10")
def test_each_looks_at_his_own_cards_only() -> None:
    s = start(GAME, 4)
    assert [c.face for c in view(s, 2).zone("hand:2").cards if c] == faces(s, "hand:2")
    assert (view(s, 2).zone("hand:0").cards, view(s, 2).zone("hand:0").count) == ((), 13)
    assert view(s).zone("hand:2").cards == ()


@pytest.mark.rule("bazardelix", "D12")
def test_dealt_one_by_one_from_the_seat_after_the_dealer() -> None:
    s = start(GAME, 4, starter=2)
    from_the_top = list(reversed(shuffled(52, "deal", 0)))
    for turn, seat in enumerate([3, 0, 1, 2]):
        assert s.hand(seat).cards == from_the_top[turn::4]


@pytest.mark.rule("bazardelix", "D12")
def test_play_goes_clockwise() -> None:
    s = at("hand:0=pB pC | hand:1=pD pE | hand:2=pF pG | hand:3=pH pI", leader=2)
    for seat, face in [(2, "pF"), (3, "pH"), (0, "pB"), (1, "pD")]:
        assert view(s).active == (seat,)
        lay(s, seat, face)


@pytest.mark.rule("bazardelix", "D12")
@pytest.mark.parametrize("dealer", range(3))
def test_who_deals_has_no_effect_on_who_leads(dealer: Seat) -> None:
    s = gifts("hand:0=pB pC pD | hand:1=pA pE pF | hand:2=bB bC bD", starter=dealer)
    give(s, 0, {1: "pB", 2: "pC"})
    give(s, 1, {0: "pE", 2: "pF"})
    give(s, 2, {0: "bB", 1: "bC"})
    assert view(s).active == (1,)


# ---- families ------------------------------------------------------------------------------------------


@pytest.mark.rule("bazardelix", "R7", "R9")
@pytest.mark.parametrize("family", [PINK_AM, PINK_NZ, BLUE_AM, BLUE_NZ])
def test_four_families_of_thirteen(family: list[str]) -> None:
    """Whichever of its letters is led, somebody who holds all other cards must play its other twelve."""
    for led in family:
        rest = [f for f in PINK_AM + PINK_NZ + BLUE_AM + BLUE_NZ if f != led]
        s = at(f"trick={led} | hand:1={' '.join(rest)}")
        assert legal(s, 1) == set(family) - {led}


@pytest.mark.rule("bazardelix", "R9")
@pytest.mark.parametrize("language", WRITTEN)
def test_the_family_asked_for_is_shown_and_has_a_name(language: Language) -> None:
    """What the two backgrounds of the help cards are for."""
    for led in ("pC", "pQ", "bC", "bQ"):
        s = at(f"trick={led} | hand:1=pA pN bA bN")
        asked = view(s).fact("asked")
        colour = {"fr": {"p": "rose", "b": "bleu"}, "en": {"p": "pink", "b": "blue"}}[language][led[0]]
        assert texts("bazardelix", language).values[asked] == f"{colour} {'A–M' if led[1] == 'C' else 'N–Z'}"


@pytest.mark.rule("bazardelix", "R9")
def test_help_cards_are_no_cards_of_the_game() -> None:
    assert len(start(GAME, 4).faces) == 52


@pytest.mark.rule("bazardelix", "R8", "R15")
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("pA pM pL pB", 1),
        ("pM pA pB pL", 0),
        ("pN pO pY pZ", 3),
        ("bZ bN bX bY", 0),
        ("bA bB bC bD", 3),
        ("pN pZ bZ pQ", 1),  # example 3: bZ is of another family
        ("pB bM pZ bA", 0),
        ("bN pZ bM bO", 3),
    ],
)
def test_the_strongest_of_the_family_asked_for_wins(cards: str, winner: Seat) -> None:
    hands = " | ".join(f"hand:{i}={c}" for i, c in enumerate(cards.split()))
    s = at(hands, opened=True)
    for seat, face in enumerate(cards.split()):
        events = lay(s, seat, face)
    assert told(events, "takes") == [{"winner": winner}]
    wait(s, "show/over")
    assert sorted(faces(s, f"won:{winner}")) == sorted(cards.split())


# ---- gifts ---------------------------------------------------------------------------------------------


@pytest.mark.rule("bazardelix", "R11")
def test_one_card_to_each_opponent_and_one_from_each() -> None:
    s = gifts("hand:0=pA pB pC | hand:1=pD pE pF | hand:2=pG pH pI")
    give(s, 0, {1: "pA", 2: "pB"})
    give(s, 2, {0: "pG", 1: "pH"})
    give(s, 1, {0: "pD", 2: "pE"})
    assert [set(faces(s, f"hand:{i}")) for i in range(3)] == [
        {"pC", "pD", "pG"},
        {"pF", "pA", "pH"},
        {"pI", "pB", "pE"},
    ]


@pytest.mark.rule("bazardelix", "R11", "D1")
def test_a_gift_to_each_all_different_all_from_the_own_hand() -> None:
    s = gifts("hand:0=pA pB pC | hand:1=pD pE pF | hand:2=pG pH pI")
    a, b, d = (card(s, f, s.hand(i)) for f, i in (("pA", 0), ("pB", 0), ("pD", 1)))
    assert refused(s, 0, "give", cards={"1": a}) == "not_possible"
    assert refused(s, 0, "give", cards={"1": a, "2": a}) == "not_possible"
    assert refused(s, 0, "give", cards={"1": a, "2": d}) == "not_possible"
    assert refused(s, 0, "give", cards={"0": a, "1": b}) == "not_possible"
    do(s, 0, "give", cards={"1": a, "2": b})


@pytest.mark.rule("bazardelix", "D1")
def test_gifts_are_blind_and_cannot_be_passed_on() -> None:
    s = gifts("hand:0=pA pB pC | hand:1=pD pE pF | hand:2=pG pH pI")
    give(s, 0, {1: "pA", 2: "pB"})
    assert faces(s, "hand:0") == ["pA", "pB", "pC"], "nothing moves before all have chosen"
    assert names(s, 0) == set(), "a choice stands"
    offered = {s.faces[c] for c in s.offers(1)[0].params["cards"].cards}  # type: ignore[attr-defined]
    assert offered == {"pD", "pE", "pF"}
    assert refused(s, 1, "give", cards={"0": s.hand(0).cards[0], "2": s.hand(1).cards[0]}) == "not_possible"


@pytest.mark.rule("bazardelix", "D1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_hands_keep_their_size(players: int) -> None:
    s = start(GAME, players)
    size = len(s.hand(0).cards)
    for seat in range(players):
        assert len(s.others(seat)) == players - 1
        give(s, seat, {o: faces(s, s.hand(seat))[i] for i, o in enumerate(s.others(seat))})
    assert [len(s.hand(i).cards) for i in range(players)] == [size] * players


def test_what_is_seen_of_the_gifts_before_they_are_opened() -> None:
    s = gifts("hand:0=pA pB pC | hand:1=pD pE pF | hand:2=pG pH pI")
    events = give(s, 0, {1: "pA", 2: "pB"})
    assert view(s, 1).fact("choices") == {"0": {"sealed": True}}
    handles = {c.face: c.handle for c in view(s, 0).zone("hand:0").cards if c}
    assert view(s, 0).fact("choices") == {"0": {"sealed": True, "value": {"1": handles["pA"], "2": handles["pB"]}}}
    assert [(e.kind, dict(e.data)) for e in Door(s, 0b010).events(events)] == [("chosen", {"seat": SEAT(0)})]


def test_giver_and_taker_know_the_gift_nobody_else_does() -> None:
    s = gifts("hand:0=pA pB pC | hand:1=pD pE pF | hand:2=pG pH pI")
    give(s, 0, {1: "pA", 2: "pB"})
    give(s, 1, {0: "pD", 2: "pE"})
    events = give(s, 2, {0: "pG", 1: "pH"})
    gift = {"giver": SEAT(0), "taker": SEAT(1), "colour": TERM("p"), "letter": FACE("A")}
    for viewers, knows in [(0b001, True), (0b010, True), (0b100, False), (0b111, False)]:
        lines = [dict(e.data) for e in Door(s, viewers).events(events) if e.kind == "gives"]
        seen = [e.face for e in Door(s, viewers).events(events) if e.kind == "move" and e.face]
        assert (gift in lines) is knows
        assert ("pA" in seen) is knows
    line = texts("bazardelix", "fr").event("gives", gift, {0: "Zoé", 1: "Max"})
    assert line == "Zoé donne le A rose à Max."


@pytest.mark.rule("bazardelix", "D2")
def test_the_pink_a_may_be_given_away() -> None:
    s = gifts("hand:0=pA pB pC | hand:1=pD pE pF | hand:2=pG pH pI")
    give(s, 0, {1: "pB", 2: "pA"})
    give(s, 1, {0: "pD", 2: "pE"})
    give(s, 2, {0: "pG", 1: "pH"})
    assert view(s).active == (2,)
    assert legal(s, 2) == {"pA"}


def test_45_seconds_to_give_then_the_lowest_letters_go() -> None:
    """Pink before blue; the lowest one to the next seat."""
    s = gifts("hand:0=bC pM pC bA | hand:1=pD pE pF pA | hand:2=pG pH pI pB")
    give(s, 1, {0: "pD", 2: "pE"})
    events = wait(s, "give/limit")
    assert s.now == 45_000
    assert told(events, "timeout") == [{"seat": 0}, {"seat": 2}]
    gone = {(e["giver"], e["taker"]): e["colour"] + e["letter"] for e in told(events, "gives")}
    assert gone == {(0, 1): "bA", (0, 2): "pC", (1, 0): "pD", (1, 2): "pE", (2, 0): "pB", (2, 1): "pG"}
