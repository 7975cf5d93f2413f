"""Ramilix, rule by rule. Expected results are worked out from the rules, not read off the program."""

from collections import Counter
from itertools import pairwise

import pytest

from tablee.bots.rollout import QuickPicker, random_entry
from tablee.games.ramilix.rules import GAME
from tablee.kernel.record import apply
from tablee.kernel.refusal import Refused
from tablee.texts import Language, texts
from tests.games.ramilix import (
    LAID,
    adds,
    at,
    before,
    cannot,
    discard,
    do,
    hand,
    lays,
    offer,
    opens,
    rearranges,
    rows,
    table,
)
from tests.table import faces, names, refused, start, told, view

# ---- the cards -----------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "R1")
def test_two_alphabets_seven_etoiles_three_petards() -> None:
    count = Counter(start(GAME, 2).faces)
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert count == {**{f"{c}{a}": 1 for c in "pb" for a in alphabet}, "★": 7, "✹": 3}
    assert count.total() == 62


@pytest.mark.rule("ramilix", "R2")
def test_help_shows_that_the_alphabet_is_a_circle() -> None:
    """The help cards are there for everybody at any time: the page shows the alphabet in its help."""
    for language in Language:
        assert "X Y Z A B" in texts("ramilix", language).help.cards[0].text


@pytest.mark.rule("ramilix", "R5", "R6", "R7", "R8", "D1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seven_cards_each_one_turned_up_and_the_rest_is_the_pile(players: int) -> None:
    s = start(GAME, players, starter=1)
    assert [len(s.hand(seat).cards) for seat in s.all_seats] == [7] * players
    assert len(s.discard.cards) == 1
    assert len(s.pile.cards) == 62 - 7 * players - 1
    assert view(s).active == (1,)
    shown = view(s, 1)
    assert all(c is not None and c.face for c in shown.zone("hand:1").cards)
    assert not shown.zone("hand:0").cards
    assert shown.zone("discard").cards[0].face  # type: ignore[union-attr]
    assert not shown.zone("pile").cards


@pytest.mark.rule("ramilix", "D1")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_players(players: int) -> None:
    with pytest.raises(Refused):
        start(GAME, players)


# ---- the turn ------------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "R9", "R10", "R12", "R8")
def test_draw_lay_discard_then_the_next_clockwise() -> None:
    s = before(
        "hand:0=pA pC pE pG pI pK bX | hand:1=bA bC bE bG bI bK bM | hand:2=pT | discard=pZ | pile=… pQ", 0, 3
    )
    assert names(s, 0) == {"draw", "pick_up"}
    do(s, 0, "draw")
    assert hand(s) == ["pA", "pC", "pE", "pG", "pI", "pK", "pQ", "bX"]
    assert names(s, 0) == {"discard"}
    assert cannot(s, "draw") == "not_offered"
    discard(s, "bX")
    assert faces(s, s.discard) == ["pZ", "bX"]
    assert view(s).active == (1,)
    do(s, 1, "pick_up")
    assert "bX" in hand(s, 1)
    assert faces(s, s.discard) == ["pZ"]
    discard(s, "bA", seat=1)
    assert view(s).active == (2,)


@pytest.mark.rule("ramilix", "R11")
def test_one_may_lay_nothing() -> None:
    s = at("hand:0=pM pN pO pP pQ bX | discard=pZ")
    assert "open_suites" in names(s, 0)
    discard(s, "bX")
    assert table(s, 0) == []
    assert view(s).active == (1,)


@pytest.mark.rule("ramilix", "D11")
@pytest.mark.parametrize("face", ["★", "✹", "pZ"])
def test_any_card_may_be_taken_and_thrown(face: str) -> None:
    s = before(f"hand:0=pA bX ★ ✹ | discard=pB {face}")
    do(s, 0, "pick_up")
    assert hand(s).count(face) == (2 if face in "★✹" else 1)
    other = "★" if face != "★" else "✹"
    discard(s, other)
    assert faces(s, s.discard)[-1] == other


@pytest.mark.rule("ramilix", "D12")
def test_the_card_just_taken_from_the_discard_is_not_thrown_back() -> None:
    s = before("hand:0=pA bX | discard=pB pZ")
    do(s, 0, "pick_up")
    assert cannot(s, "discard", "pZ") == "not_possible"
    discard(s, "bX")
    s = before("hand:0=pA bX | discard=pB | pile=… pZ")
    do(s, 0, "draw")
    discard(s, "pZ")


@pytest.mark.rule("ramilix", "D12")
def test_unless_it_is_the_only_card_left() -> None:
    s = at(f"hand:0=bP pZ | {LAID} | discard=pB", drawn="pZ", picked=True)
    adds(s, "bP", "suite:0:0/right")
    discard(s, "pZ")
    assert faces(s, s.discard) == ["pB", "pZ"]


# ---- the first lay -------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "R15", "R14", "R13", "R3", "R4")
@pytest.mark.parametrize(
    "suites",
    [
        ("pM bN pO pP bQ",),
        ("pX pY bZ bA pB",),
        ("pG pH pI", "pK pL pM"),
        ("pG pH pI", "pK pL pM bN"),
        ("pA pB pC pD pE pF",),
        ("bM ★ bO bP pQ",),
    ],
)
def test_a_first_lay(suites: tuple[str, ...]) -> None:
    """Examples 1 to 5."""
    s = at(f"hand:0={' '.join(suites)} bC | discard=bT")
    events = opens(s, *suites)
    assert hand(s) == ["bC"]
    assert ["".join(face[-1] for face in suite.split()) for suite in suites] == [
        "".join(f[-1] for f in faces(s, zone)) for zone in s.place(0)
    ]
    assert told(events, "first_lay")[0]["seat"] == 0


@pytest.mark.rule("ramilix", "R21", "D3")
def test_an_etoile_stands_for_the_letter_of_its_place() -> None:
    """Example 5."""
    s = at("hand:0=pM ★ pO pP pQ pB pC | discard=bT")
    opens(s, "pM ★ pO pP pQ")
    assert table(s, 0) == ["M★NOPQ"]
    zone = view(s, 1).zone("suite:0:0")
    assert zone.cards[1].mark == "N"  # type: ignore[union-attr]


@pytest.mark.rule("ramilix", "R15", "D2")
def test_less_is_no_first_lay() -> None:
    """Example 4."""
    s = at("hand:0=pG pH pI pJ bK pL pM pX | discard=bT")
    assert refused(s, 0, "open_suites", suites=rows(s, "pG pH pI")) == "too_few_cards"
    assert refused(s, 0, "open_suites", suites=rows(s, "pG pH pI pJ")) == "too_few_cards"
    assert refused(s, 0, "open_suites", suites=rows(s, "pG pH", "pJ bK pL pM")) == "row_too_short"
    assert refused(s, 0, "open_suites", suites=rows(s, "pG pH pI pX pL")) == "row_breaks"
    opens(s, "pG pH pI", "pJ bK pL pM")


@pytest.mark.rule("ramilix", "R15")
def test_who_has_no_first_lay_is_not_offered_one() -> None:
    for row in ("pG pH pI pJ pX", "★ ★ ★ ★ ★ ✹", "pG pH pI bG bH pZ pX"):
        assert names(at(f"hand:0={row} | discard=bT"), 0) == {"discard"}
    for row in ("pG pH pI ★ ★", "pG pH pI bG bH bI", "pG ★ pI bG ★ bI"):
        assert "open_suites" in names(at(f"hand:0={row} bT | discard=bX"), 0)


@pytest.mark.rule("ramilix", "D2")
def test_before_the_first_lay_nothing_else_may_be_done() -> None:
    s = at("hand:0=pP bK pK ★ ✹ pD bD | suite:1:0=pM pN pO ✹ | suite:1:1=pJ ★ pL | discard=pZ")
    assert names(s, 0) == {"discard"}
    assert cannot(s, "add_card", "bK", end="suite:1:1/left") == "not_offered"
    assert cannot(s, "unblock", "★", end="suite:1:0/right") == "not_offered"
    assert cannot(s, "lay_petard", "✹", end="suite:1:0/left") == "not_offered"


@pytest.mark.rule("ramilix", "D3")
def test_every_suite_has_a_real_letter() -> None:
    s = at(f"hand:0=★ ★ ★ bA | {LAID} | discard=pZ")
    assert refused(s, 0, "new_suite", suites=rows(s, "★ ★ ★")) == "only_jokers"
    lays(s, "★ ★ bA")
    assert table(s, 0)[2] == "★Y★ZA"


@pytest.mark.rule("ramilix", "D3", "R14")
def test_a_suite_may_go_round_the_circle_and_further() -> None:
    alphabet = " ".join(f"p{a}" for a in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    s = at(f"hand:0=bA bZ bK | suite:0:0={alphabet} | discard=bX")
    adds(s, "bA", "suite:0:0/right")
    adds(s, "bZ", "suite:0:0/left")
    assert table(s, 0) == ["ZABCDEFGHIJKLMNOPQRSTUVWXYZA"]


# ---- laying more ---------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "R16", "R17")
def test_in_the_same_turn_and_later() -> None:
    s = at("hand:0=pM pN pO pP pQ bR bA bB bC | discard=pZ | hand:1=pT pV")
    opens(s, "pM pN pO pP pQ")
    assert view(s).fact("task") == "more"
    adds(s, "bR", "suite:0:0/right")
    lays(s, "bA bB bC")
    assert table(s, 0) == ["MNOPQR", "ABC"]


@pytest.mark.rule("ramilix", "R16", "R3")
def test_a_card_goes_before_or_after() -> None:
    s = at(f"hand:0=bL bP bW bK bX | {LAID} | discard=pZ")
    assert cannot(s, "add_card", "bK", end="suite:0:0/left") == "not_possible"
    assert cannot(s, "add_card", "bL", end="suite:0:0/right") == "not_possible"
    adds(s, "bL", "suite:0:0/left")
    adds(s, "bP", "suite:0:0/right")
    adds(s, "bK", "suite:0:0/left")
    assert table(s, 0) == ["KLMNOP", "TUV"]


@pytest.mark.rule("ramilix", "R17", "R18")
def test_a_new_suite_has_three_letters() -> None:
    s = at(f"hand:0=pA pB bX pC pE | {LAID} | discard=pZ")
    assert refused(s, 0, "new_suite", suites=rows(s, "pA pB")) == "row_too_short"
    assert refused(s, 0, "new_suite", suites=rows(s, "pA pB pE")) == "row_breaks"
    lays(s, "pA pB pC")


@pytest.mark.rule("ramilix", "R18")
def test_whoever_discards_has_only_suites_of_three() -> None:
    """Whatever is played at random, everything on the table is in suites of three or more, in order."""
    for seed in range(3):
        s = start(GAME, 3, seed=seed)
        pick, turns = QuickPicker(seed), 0
        while s.outcome is None and turns < 250:
            entry = random_entry(s, pick)
            assert entry is not None
            apply(s, entry)
            turns += 1
            for zone in s.suites():
                letters = [s.letter(c) for c in s.row(zone)]
                assert len(letters) >= 3
                assert all((ord(b) - ord(a)) % 26 == 1 for a, b in pairwise(letters))


@pytest.mark.rule("ramilix", "R19")
def test_at_anothers_place_once_both_have_laid() -> None:
    s = at(f"hand:0=bG bX | {LAID} | suite:1:0=pD pE pF | discard=pZ", players=3)
    events = adds(s, "bG", "suite:1:0/right")
    assert table(s, 1) == ["DEFG"]
    assert told(events, "adds") == [{"seat": 0, "owner": 1, "card": "G", "suites": "DEFG"}]
    s = at("hand:0=bG bX | suite:1:0=pD pE pF | discard=pZ", players=3)
    assert "add_card" not in names(s, 0)


@pytest.mark.rule("ramilix", "R20")
def test_nobody_moves_the_cards_of_another() -> None:
    s = at(f"hand:0=bG pG bX | {LAID} | suite:1:0=pC pD pE pF | discard=pZ")
    domain = offer(s, "rearrange", 0).params["suites"] if "rearrange" in names(s, 0) else None
    assert domain is None
    s = at(f"hand:0=bP bX | {LAID} | suite:1:0=pC pD pE pF | discard=pZ")
    theirs = s.zone("suite:1:0").cards
    suites = [*rows(s, "pM pN pO bP", "pT pU pV"), theirs]
    assert refused(s, 0, "rearrange", suites=suites) == "not_possible"


# ---- rearranging ---------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "R11", "D5")
def test_a_place_is_laid_anew_with_a_card_more() -> None:
    """Example 10."""
    s = at("hand:0=bE bX | suite:0:0=pC pD pE pF pG | discard=pZ")
    events = rearranges(s, "pC pD bE", "pE pF pG")
    assert sorted(table(s, 0)) == ["CDE", "EFG"]
    assert hand(s) == ["bX"]
    assert told(events, "rearranges") == [{"seat": 0, "count": 1, "suites": "CDE EFG"}]
    discard(s, "bX")


@pytest.mark.rule("ramilix", "D5", "R18", "D4")
def test_what_is_laid_anew_is_checked_as_a_whole() -> None:
    s = at("hand:0=bE bX | suite:0:0=pC pD pE pF pG | discard=pZ")
    for suites, code in (
        (("pC pD pE pF pG",), "nothing_added"),
        (("pC pD bE", "pE pF"), "card_missing"),
        (("pC pD bE pF pG",), "card_missing"),
        (("pC pD", "bE pE pF pG"), "row_too_short"),
        (("pC pD pE bE pF pG",), "row_breaks"),
        (("pC pD pE pF pG", "bE"), "row_too_short"),
    ):
        assert refused(s, 0, "rearrange", suites=rows(s, *suites)) == code
    assert table(s, 0) == ["CDEFG"]
    assert hand(s) == ["bE", "bX"]


@pytest.mark.rule("ramilix", "D5")
def test_an_etoile_may_stand_for_another_letter_afterwards() -> None:
    s = at("hand:0=bN bX | suite:0:0=pM ★ pO | discard=pZ")
    rearranges(s, "pM bN pO ★")
    assert table(s, 0) == ["MNO★P"]


@pytest.mark.rule("ramilix", "D5")
def test_suites_may_be_joined_and_cut() -> None:
    s = at("hand:0=pD bX | suite:0:0=pA pB pC | suite:0:1=pE pF pG pH | discard=pZ")
    rearranges(s, "pA pB pC pD pE", "pF pG pH")
    assert sorted(table(s, 0)) == ["ABCDE", "FGH"]


@pytest.mark.rule("ramilix", "D5")
def test_laying_anew_is_offered_only_where_something_comes_of_it() -> None:
    assert "rearrange" in names(at("hand:0=bE bX | suite:0:0=pC pD pE pF pG | discard=pZ"), 0)
    assert "rearrange" in names(at("hand:0=bB bC | suite:0:0=pA pB pC pD | discard=pZ"), 0)
    assert "rearrange" not in names(at("hand:0=bE bX | suite:0:0=pC pD pE pF | discard=pZ"), 0)
