"""Ramilix, rule by rule: étoiles, pétards, taking back. Expected results are worked out from the rules."""

import pytest

from tablee.games.ramilix.rules import UNDOS
from tablee.games.ramilix.table import RamilixState
from tablee.pieces.suites import Suites
from tests.games.ramilix import (
    LAID,
    adds,
    at,
    cannot,
    discard,
    do,
    hand,
    held,
    lays,
    offer,
    opens,
    rearranges,
    rows,
    star,
    table,
)
from tests.table import faces, names, refused, told, view

# ---- étoiles -------------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "R24", "R25", "R26", "D6")
def test_an_etoile_of_another_is_taken_and_played_at_once() -> None:
    """Example 6."""
    s = at(f"hand:0=bK bB | {LAID} | suite:1:0=pJ ★ pL | discard=pZ")
    taken = star(s, "suite:1:0")
    events = do(s, 0, "take_star", card=held(s, "bK")[0], star=taken)
    assert table(s, 1) == ["JKL"]
    assert hand(s) == ["bB", "★"]
    assert told(events, "takes_star")[0]["owner"] == 1
    assert view(s).fact("task") == "star"
    assert cannot(s, "discard", "bB") == "not_offered"
    assert names(s, 0) == {"add_card", "rearrange", "undo"}
    assert offer(s, "add_card").params["card"].accepts(taken)
    assert not offer(s, "add_card").params["card"].accepts(held(s, "bB")[0])
    adds(s, "★", "suite:0:0/right")
    assert table(s, 0)[0] == "MNO★P"
    discard(s, "bB")


@pytest.mark.rule("ramilix", "R24")
def test_not_by_somebody_who_has_not_laid() -> None:
    """Example 7."""
    s = at("hand:0=bK bB | suite:1:0=pJ ★ pL | discard=pZ")
    assert cannot(s, "take_star", "bK", star=star(s, "suite:1:0")) == "not_offered"


@pytest.mark.rule("ramilix", "R23", "R25")
def test_ones_own_etoile_for_the_letter_it_stands_for() -> None:
    s = at("hand:0=bN bB pL | suite:0:0=pM ★ pO | suite:1:0=pA pB pC | discard=pZ")
    assert cannot(s, "take_star", "bB", star=star(s, "suite:0:0")) == "not_possible"
    do(s, 0, "take_star", card=held(s, "bN")[0], star=star(s, "suite:0:0"))
    assert table(s, 0) == ["MNO"]
    assert hand(s) == ["bB", "pL", "★"]


@pytest.mark.rule("ramilix", "D6")
def test_the_taken_etoile_in_every_way() -> None:
    """In a new suite, at an end, in what is laid anew, against a pétard: nothing without it."""
    position = f"hand:0=bK bB bC | {LAID} | suite:1:0=pJ ★ pL ✹ | discard=pZ"

    def taken() -> RamilixState:
        s = at(position)
        do(s, 0, "take_star", card=held(s, "bK")[0], star=star(s, "suite:1:0"))
        assert names(s, 0) == {"new_suite", "add_card", "rearrange", "unblock", "undo"}
        return s

    s = taken()
    lays(s, "★ bB bC")
    assert table(s, 0)[2] == "★ABC"
    s = taken()
    adds(s, "★", "suite:1:0/left")
    assert table(s, 1) == ["★IJKL✹"]
    s = taken()
    rearranges(s, "★ pM pN pO", "pT pU pV")
    s = taken()
    adds(s, "★", "suite:1:0/right", move="unblock")
    assert table(s, 1) == ["JKL"]
    assert names(s, 0) >= {"discard"}


@pytest.mark.rule("ramilix", "D6")
def test_what_does_not_play_it_is_refused() -> None:
    s = at(f"hand:0=bK bP bA bB bC | {LAID} | suite:1:0=pJ ★ pL | discard=pZ")
    do(s, 0, "take_star", card=held(s, "bK")[0], star=star(s, "suite:1:0"))
    assert refused(s, 0, "new_suite", suites=rows(s, "bA bB bC")) == "card_missing"
    assert refused(s, 0, "rearrange", suites=rows(s, "pM pN pO bP", "pT pU pV")) == "card_missing"
    assert cannot(s, "add_card", "bP", end="suite:0:0/right") == "not_possible"


@pytest.mark.rule("ramilix", "D6")
def test_there_is_always_a_use_for_a_taken_etoile() -> None:
    """Every end is free or has a pétard: where all are blocked, it unblocks one."""
    s = at("hand:0=bN bX | suite:0:0=✹ pM ★ pO | discard=pZ")
    do(s, 0, "take_star", card=held(s, "bN")[0], star=star(s, "suite:0:0"))
    assert names(s, 0) >= {"add_card", "unblock"}


@pytest.mark.rule("ramilix", "R25", "D4")
def test_letters_never_come_back_to_a_hand() -> None:
    s = at(f"hand:0=bK bB | {LAID} | suite:1:0=pJ ★ pL bM | discard=pZ")
    domain = offer(s, "take_star").params["star"].given({"card": held(s, "bK")[0]})
    assert list(domain.values()) == [star(s, "suite:1:0")]
    assert not {"take", "take_letter"} & names(s, 0)


# ---- pétards -------------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "R27", "R29", "D7")
def test_a_petard_blocks_one_end() -> None:
    """Example 8."""
    s = at(f"hand:0=✹ bX | {LAID} | suite:1:0=bM bN bO | hand:1=bL bP pC pD | discard=pZ")
    adds(s, "✹", "suite:1:0/right", move="lay_petard")
    assert table(s, 1) == ["MNO✹"]
    discard(s, "bX")
    do(s, 1, "draw")
    assert cannot(s, "add_card", "bP", 1, end="suite:1:0/right") == "not_possible"
    adds(s, "bL", "suite:1:0/left", seat=1)
    assert table(s, 1) == ["LMNO✹"]


@pytest.mark.rule("ramilix", "R28", "R22", "D8", "D10")
def test_one_at_each_end_blocks_the_whole_suite() -> None:
    """Example 9."""
    s = at(f"hand:0=✹ ★ bK bP bT bX | {LAID} | suite:1:0=pL bM bN bO ✹ | discard=pZ")
    adds(s, "✹", "suite:1:0/left", move="lay_petard")
    assert table(s, 1) == ["✹LMNO✹"]
    assert cannot(s, "add_card", "bK", end="suite:1:0/left") == "not_possible"
    adds(s, "★", "suite:1:0/left", move="unblock")
    assert table(s, 1) == ["LMNO✹"]
    assert sorted(faces(s, s.aside)) == ["★", "✹"]
    assert cannot(s, "add_card", "bP", end="suite:1:0/right") == "not_possible"
    adds(s, "bK", "suite:1:0/left")
    assert table(s, 1) == ["KLMNO✹"]


@pytest.mark.rule("ramilix", "D8", "D5")
def test_a_frozen_suite_is_not_laid_anew() -> None:
    s = at("hand:0=bE bH bX | suite:0:0=✹ pC pD pE pF pG ✹ | suite:0:1=pI pJ pK | discard=pZ")
    domain = offer(s, "rearrange").params["suites"]
    assert isinstance(domain, Suites)
    assert domain.rows == [s.zone("suite:0:1").cards]
    suites = [*rows(s, "bH pI pJ pK"), s.row(s.zone("suite:0:0"))]
    assert refused(s, 0, "rearrange", suites=suites) == "not_possible"
    rearranges(s, "bH pI pJ pK")
    assert table(s, 0) == ["✹CDEFG✹", "HIJK"]


@pytest.mark.rule("ramilix", "D8", "D7")
def test_a_blocked_etoile_is_not_taken() -> None:
    position = f"hand:0=bK bL bB | {LAID} | suite:1:0={{}} | discard=pZ"
    s = at(position.format("pJ pK ★ ✹"))
    assert "take_star" not in names(s, 0)  # ★ = L at the blocked end
    s = at(position.format("✹ pJ ★ pL"))
    assert "take_star" in names(s, 0)  # the rest of the suite stays free
    s = at(position.format("✹ pJ ★ pL ✹"))
    assert "take_star" not in names(s, 0)


@pytest.mark.rule("ramilix", "D7")
def test_one_petard_at_an_end() -> None:
    s = at("hand:0=✹ ✹ bX | suite:0:0=pM pN pO ✹ | discard=pZ")
    assert cannot(s, "lay_petard", "✹", end="suite:0:0/right") == "not_possible"
    adds(s, "✹", "suite:0:0/left", move="lay_petard")
    assert table(s, 0) == ["✹MNO✹"]
    assert "lay_petard" not in names(s, 0)


@pytest.mark.rule("ramilix", "R29")
def test_a_petard_at_home_guards() -> None:
    s = at("hand:0=✹ bX | suite:0:0=pM pN ★ | suite:1:0=pA pB pC | hand:1=bO bT bU | discard=pZ | pile=… bA")
    events = adds(s, "✹", "suite:0:0/right", move="lay_petard")
    assert told(events, "petards_own") == [{"seat": 0, "card": "O", "suites": "MNO"}]
    discard(s, "bX")
    do(s, 1, "draw")
    assert "take_star" not in names(s, 1)


@pytest.mark.rule("ramilix", "D9", "D7")
def test_a_blocked_card_stays_at_its_end_with_its_petard() -> None:
    s = at("hand:0=bE bH bX | suite:0:0=pC pD pE pF pG ✹ | discard=pZ")
    suites = rows(s, "pC pD pE pF pG bH")
    assert refused(s, 0, "rearrange", suites=suites) == "blocked_end"
    s = at("hand:0=bE bX | suite:0:0=pC pD pE pF pG ✹ | discard=pZ")
    rearranges(s, "pC pD pE", "bE pF pG")
    assert sorted(table(s, 0)) == ["CDE", "EFG✹"]
    s = at("hand:0=bE bX | suite:0:0=✹ pC pD pE pF pG | discard=pZ")
    rearranges(s, "pC pD bE", "pE pF pG")
    assert sorted(table(s, 0)) == ["EFG", "✹CDE"]


@pytest.mark.rule("ramilix", "D10", "R22")
def test_whoever_has_laid_unblocks_anywhere() -> None:
    s = at(f"hand:0=★ bX | {LAID.replace('pV', 'pV ✹')} | suite:1:0=✹ pA pB pC | discard=pZ")
    domain = offer(s, "unblock").params["end"]
    assert set(domain.values()) == {"suite:0:1/right", "suite:1:0/left"}
    adds(s, "★", "suite:0:1/right", move="unblock")
    assert table(s, 0) == ["MNO", "TUV"]
    assert s.standing == [6, 3]


# ---- taking back ---------------------------------------------------------------------------------------


@pytest.mark.rule("ramilix", "D25")
def test_steps_are_taken_back_one_by_one() -> None:
    s = at("hand:0=pM pN pO pP pQ bR bA ★ ✹ | suite:1:0=pJ ★ pL | discard=pZ")
    was = (hand(s), table(s, 1))
    opens(s, "pM pN pO pP pQ")
    one = (hand(s), table(s, 0), table(s, 1))
    adds(s, "bR", "suite:0:0/right")
    adds(s, "✹", "suite:1:0/right", move="lay_petard")
    two = (hand(s), table(s, 0), table(s, 1))
    adds(s, "★", "suite:1:0/right", move="unblock")
    assert view(s, 0).fact("undos") == 4
    do(s, 0, "undo")
    assert (hand(s), table(s, 0), table(s, 1)) == two
    assert s.aside.cards == []
    do(s, 0, "undo")
    do(s, 0, "undo")
    assert (hand(s), table(s, 0), table(s, 1)) == one
    do(s, 0, "undo")
    assert (hand(s), table(s, 1)) == was
    assert table(s, 0) == []
    assert cannot(s, "undo") == "not_offered"
    assert "open_suites" in names(s, 0)


@pytest.mark.rule("ramilix", "D25", "D5")
def test_what_was_laid_anew_is_taken_back_whole() -> None:
    s = at("hand:0=bE bX | suite:0:0=pC pD pE pF ★ ✹ | discard=pZ")
    rearranges(s, "pC pD bE", "pE pF ★")
    do(s, 0, "undo")
    assert table(s, 0) == ["CDEF★G✹"]
    assert hand(s) == ["bE", "bX"]


@pytest.mark.rule("ramilix", "D25", "D6")
def test_a_take_is_taken_back() -> None:
    s = at(f"hand:0=bK bB | {LAID} | suite:1:0=pJ ★ pL | discard=pZ")
    do(s, 0, "take_star", card=held(s, "bK")[0], star=star(s, "suite:1:0"))
    do(s, 0, "undo")
    assert table(s, 1) == ["J★KL"]
    assert hand(s) == ["bB", "bK"]
    assert "discard" in names(s, 0)
    do(s, 0, "take_star", card=held(s, "bK")[0], star=star(s, "suite:1:0"))
    adds(s, "★", "suite:0:0/right")
    do(s, 0, "undo")
    assert names(s, 0) == {"add_card", "rearrange", "undo"}  # it must still be played


@pytest.mark.rule("ramilix", "D25")
def test_everybody_sees_cards_that_are_taken_back_go_where_they_were() -> None:
    """Whoever watches would else see a hand of two and the card still at the suite."""
    s = at(f"hand:0=bP bX | {LAID} | discard=pZ")
    (card,) = held(s, "bP")
    adds(s, "bP", "suite:0:0/right")
    back = [e for e in do(s, 0, "undo") if e.kind == "move"]
    assert [(e.card, e.source, e.target and e.target[0]) for e in back] == [(card, ("suite:0:0", 3), "hand:0")]
    assert back[0].faces == 0b11


@pytest.mark.rule("ramilix", "D25")
def test_twenty_times_in_a_turn() -> None:
    s = at(f"hand:0=bP bX | {LAID} | discard=pZ")
    for _ in range(UNDOS):
        adds(s, "bP", "suite:0:0/right")
        do(s, 0, "undo")
    adds(s, "bP", "suite:0:0/right")
    assert UNDOS == 20
    assert cannot(s, "undo") == "not_offered"
    assert view(s, 0).fact("undos") == 0


@pytest.mark.rule("ramilix", "D25", "R30")
def test_not_across_new_cards() -> None:
    s = at(f"hand:0=bP bQ | {LAID} | discard=pZ | pile=… ✹ ✹ ✹ pA pD pG bJ")
    adds(s, "bP", "suite:0:0/right")
    adds(s, "bQ", "suite:0:0/right")
    assert "undo" not in names(s, 0)


@pytest.mark.rule("ramilix", "D25")
def test_nobody_takes_back_in_another_turn() -> None:
    s = at(f"hand:0=bP bX | {LAID} | hand:1=pA pD | discard=pZ")
    adds(s, "bP", "suite:0:0/right")
    discard(s, "bX")
    do(s, 1, "draw")
    assert "undo" not in names(s, 1)
