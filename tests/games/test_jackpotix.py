"""Jackpotix, rule by rule. Rows and hands are laid out by hand; what is expected is worked out from the rules."""

from collections.abc import Sequence

import pytest

from tablee.games.jackpotix.rules import GAME
from tablee.games.jackpotix.table import JackpotixState
from tablee.kernel.domains import ByChoice
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Seat
from tablee.pieces.toutilix import DECK
from tests.games.jackpotix import BUSY, gains, lay, no, phase, pick_up, table, turn, typed_unknown
from tests.table import card, do, faces, names, refused, start, told, view, wait


def places(s: JackpotixState, seat: Seat, name: str = "lay") -> Sequence[str]:
    return list(s.find(seat, name)[1].params["place"].values())


# ---- set-up --------------------------------------------------------------------------------------------


@pytest.mark.rule("jackpotix", "R1")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int) -> None:
    with pytest.raises(Refused):
        start(GAME, players)


@pytest.mark.rule("jackpotix", "R1", "R2", "R3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seven_cards_each_of_the_hundred_and_the_rest_is_the_pile(players: int) -> None:
    s = start(GAME, players)
    assert sorted(s.faces) == sorted(DECK)
    assert [len(s.hand(seat).cards) for seat in range(players)] == [7] * players
    assert len(s.pile.cards) == 100 - 7 * players
    assert not any(row.cards for row in s.rows)
    seen = view(s, 0)
    assert all(c is not None and c.face for c in seen.zone("hand:0").cards)
    assert not any(c and c.face for c in (*seen.zone("hand:1").cards, *seen.zone("pile").cards))


@pytest.mark.rule("jackpotix", "R4")
def test_the_chosen_starter_lays_the_first_card_in_the_centre() -> None:
    s = start(GAME, 3, starter=2)
    assert [bool(names(s, seat)) for seat in range(3)] == [False, False, True]
    assert places(s, 2) == ["row:0"]
    assert {start(GAME, 4, seed=seed).starter for seed in range(30)} == {0, 1, 2, 3}


# ---- words that hold the row ---------------------------------------------------------------------------


@pytest.mark.rule("jackpotix", "R4", "R5", "R6", "R7", "R8")
def test_the_booklets_words() -> None:
    """Example 1: A, then T after it, E after it, L before it."""
    s = table("hand:0=pA pE bK | hand:1=pT pL pK | pile=…")
    assert told(lay(s, 0, "pA", "row:0", "cadeau"), "says") == [{"seat": 0, "letter": "A", "words": "cadeau"}]
    lay(s, 1, "pT", "row:0:right", "château")
    lay(s, 0, "pE", "row:0:right", "tâter")
    lay(s, 1, "pL", "row:0:left", "plateforme")
    assert faces(s, "row:0") == ["pL", "pA", "pT", "pE"]
    assert turn(s) == 0
    assert gains(s) == [0, 0]
    assert view(s).fact("said") == {"row:0": "plateforme"}


@pytest.mark.rule("jackpotix", "R7")
def test_the_letters_of_a_row_stand_side_by_side() -> None:
    """Example 2."""
    s = table("row:0=pA | hand:0=pT bT bK | hand:1=pK | pile=…")
    assert no(s, 0, "pT", "row:0:right", "carte") == "extract_missing"
    assert faces(s, s.hand(0)) == ["pT", "bT", "bK"]
    lay(s, 0, "pT", "row:0:right", "tata")
    assert faces(s, "row:0") == ["pA", "pT"]


@pytest.mark.rule("jackpotix", "R6", "R9", "D2")
def test_a_card_above_or_below_needs_a_word_for_itself_alone() -> None:
    s = table("row:0=pC pA | hand:0=pK bK | hand:1=pW bB | pile=…")
    assert no(s, 0, "pK", "row:1", "wagon") == "extract_missing"
    lay(s, 0, "pK", "row:1", "képi")  # no C or A needed
    lay(s, 1, "pW", "row:-1", "wagon")
    assert [faces(s, row) for row in s.rows] == [[], ["pW"], ["pC", "pA"], ["pK"], []]


@pytest.mark.rule("jackpotix", "R8")
def test_the_word_said_before_may_be_continued() -> None:
    s = table("row:0=pC pH | hand:0=pA bK | hand:1=pT bB | pile=…")
    lay(s, 0, "pA", "row:0:right", "chats")
    lay(s, 1, "pT", "row:0:right", "chats")
    assert faces(s, "row:0") == ["pC", "pH", "pA", "pT"]


@pytest.mark.rule("jackpotix", "R10")
def test_laid_cards_are_only_ever_added_to() -> None:
    """What may be touched are cards of the hand: no move names a card of a row, but an étoile on its pétard."""
    s = table("row:0=✹ pC pH | hand:0=pA ★ ✹ | hand:1=bB | pile=…")
    for offer in s.offers(0):
        for domain in offer.params.values():
            if not isinstance(domain, ByChoice):
                assert not set(s.zone("row:0").cards) & set(getattr(domain, "cards", ()))


@pytest.mark.rule("jackpotix", "R11", "D1")
@pytest.mark.parametrize(
    ("rows", "slots"),
    [
        ("", ["row:0"]),
        ("row:0=pB", ["row:-1", "row:1"]),
        ("row:0=pB | row:1=pD", ["row:-1", "row:2"]),
        ("row:2=pB", ["row:1"]),  # the others were picked up
        ("row:-2=pB | row:2=pD", ["row:-1", "row:1"]),
        ("row:-2=pB | row:-1=pD | row:1=pF | row:2=pG", ["row:0"]),
        (BUSY, []),
    ],
)
def test_a_new_row_lies_next_to_another_and_five_are_the_most(rows: str, slots: list[str]) -> None:
    s = table(f"{rows}{' | ' if rows else ''}hand:0=pK | hand:1=pW | pile=…")
    assert [place for place in places(s, 0) if place.count(":") == 1] == slots
    if slots:
        lay(s, 0, "pK", slots[0], "képi")
        assert faces(s, slots[0]) == ["pK"]
    else:
        assert refused(s, 0, "lay", card=card(s, "pK", s.hand(0)), place="row:3", word="képi") == "not_possible"


# ---- pétards and étoiles -------------------------------------------------------------------------------


@pytest.mark.rule("jackpotix", "R12", "D9")
def test_a_petard_blocks_one_side_and_needs_no_word() -> None:
    s = table("row:0=pC pH | hand:0=✹ bK | hand:1=✹ pA | pile=…")
    assert places(s, 0, "block") == ["row:0:left", "row:0:right"]
    do(s, 0, "block", petard=card(s, "✹", s.hand(0)), place="row:0:left")
    assert faces(s, "row:0") == ["✹", "pC", "pH"]
    assert turn(s) == 1
    assert "row:0:left" not in places(s, 1)
    assert no(s, 1, "pA", "row:0:left", "achat") == "not_possible"
    do(s, 1, "block", petard=card(s, "✹", s.hand(1)), place="row:0:right")  # both sides
    assert faces(s, "row:0") == ["✹", "pC", "pH", "✹"]
    assert places(s, 0) == ["row:-1", "row:1"]


@pytest.mark.rule("jackpotix", "D9")
def test_a_petard_starts_no_row() -> None:
    s = table("hand:0=✹ ✹ ✹ | hand:1=pA | pile=…")
    assert names(s, 0) == {"draw"}
    s = table("row:0=✹ pC ✹ | hand:0=✹ pA | hand:1=pB | pile=…")
    assert names(s, 0) == {"lay"}, "both sides are blocked already"


@pytest.mark.rule("jackpotix", "R12", "R13", "D8")
@pytest.mark.parametrize(("word", "face"), [("chat", "pT"), ("chats", "pT")])
def test_a_row_with_a_petard_is_never_picked_up(word: str, face: str) -> None:
    """Example 8, and a word of as many letters as the row has cards."""
    s = table("row:0=✹ pC pH pA | hand:0=pT bK | hand:1=★ pB | pile=…")
    lay(s, 0, face, "row:0:right", word)
    assert (phase(s), turn(s), gains(s)) == ("turn", 1, [0, 0])
    s = table("row:0=✹ pL pY pN | hand:0=pX bK | hand:1=★ pB | pile=…")
    lay(s, 0, "pX", "row:0:right", "lynx")
    assert (phase(s), turn(s), gains(s)) == ("turn", 1, [0, 0])


@pytest.mark.rule("jackpotix", "R14", "D3")
def test_an_etoile_is_any_letter_anew_for_every_word() -> None:
    s = table("row:0=pC | hand:0=★ bK | hand:1=pA bB | pile=…")
    lay(s, 0, "★", "row:0:right", "cadeau")
    assert no(s, 1, "pA", "row:0:right", "cadeau") == "extract_missing"
    lay(s, 1, "pA", "row:0:right", "chats")  # now it is an H
    assert faces(s, "row:0") == ["pC", "★", "pA"]


@pytest.mark.rule("jackpotix", "R15", "D10")
def test_an_etoile_on_a_petard_wins_both_and_one_plays_again() -> None:
    """Example 8: +5 − 1."""
    s = table("row:0=✹ pC pH pA | hand:0=★ pT bK | hand:1=pB | pile=…")
    assert places(s, 0, "free") == ["row:0:left"]
    do(s, 0, "free", etoile=card(s, "★", s.hand(0)), place="row:0:left")
    assert faces(s, "row:0") == ["pC", "pH", "pA"]
    assert sorted(faces(s, s.won(0))) == ["★", "✹"]
    assert s.scores == [4, 0]
    assert turn(s) == 0
    assert "row:0:left" in places(s, 0)
    lay(s, 0, "pT", "row:0:right", "chat")
    assert phase(s) == "collect"


@pytest.mark.rule("jackpotix", "R15", "R21", "D10")
def test_whose_last_card_was_the_etoile_first_gets_seven() -> None:
    s = table("row:0=pC ✹ | hand:0=★ | hand:1=pB | pile=…")
    do(s, 0, "free", etoile=card(s, "★", s.hand(0)), place="row:0:right")
    assert (len(s.hand(0).cards), turn(s)) == (7, 0)


@pytest.mark.rule("jackpotix", "R14", "R28", "D3", "D4")
def test_an_etoile_takes_the_missing_letter_of_a_word_picked_up() -> None:
    """Example 7: 5 + 3 points, and 4 bonus cards."""
    s = table("row:0=pC ★ pA | hand:0=pT bK | hand:1=pB | won:1=… | pile=yA yE yI yO yU")
    lay(s, 0, "pT", "row:0:right", "chat")
    pick_up(s)
    assert s.scores[0] == 8 + 4
    assert faces(s, s.won(0)) == ["pC", "★", "pA", "pT", "yU", "yO", "yI", "yE"]
    assert faces(s, "pile") == ["yA"]


# ---- picking up ----------------------------------------------------------------------------------------


@pytest.mark.rule("jackpotix", "R16", "D7")
def test_a_word_of_three_is_picked_up_without_a_bonus() -> None:
    """Example 3: « carte » extends it, so it is no jackpot."""
    s = table("row:0=pC pA | hand:0=pR bK | hand:1=pB | pile=…")
    lay(s, 0, "pR", "row:0:right", "car")
    assert (phase(s), names(s, 0), names(s, 1)) == ("collect", {"collect", "leave"}, set())
    pick_up(s)
    assert faces(s, s.won(0)) == ["pC", "pA", "pR"]
    assert s.scores == [3, 0]
    assert faces(s, "row:0") == []
    assert turn(s) == 1
    assert view(s).fact("said") == {}


@pytest.mark.rule("jackpotix", "R16", "D5")
def test_a_word_may_be_left_and_is_open_to_whoever_extends_it() -> None:
    s = table("row:0=pC pH pA | hand:0=pT bK | hand:1=pS pB | pile=…")
    lay(s, 0, "pT", "row:0:right", "chat")
    assert told(do(s, 0, "leave"), "leaves") == [{"seat": 0, "words": "chat"}]
    assert faces(s, "row:0") == ["pC", "pH", "pA", "pT"]
    assert turn(s) == 1
    assert "collect" not in names(s, 1)
    lay(s, 1, "pS", "row:0:right", "chats")
    assert phase(s) == "jackpot", "no longer word holds it in this lexicon"


@pytest.mark.rule("jackpotix", "R17", "R18")
def test_a_word_of_four_earns_as_many_cards_from_the_pile() -> None:
    """Example 4: 4 + 4 = 8."""
    s = table("row:0=pC pH pA | hand:0=pT bK | hand:1=pB | pile=…")
    before = len(s.pile.cards)
    lay(s, 0, "pT", "row:0:right", "chat")
    assert view(s).fact("brings") == 8
    pick_up(s)
    assert gains(s) == [8, 0]
    assert len(s.pile.cards) == before - 4


@pytest.mark.rule("jackpotix", "D4")
def test_only_a_word_that_is_the_row_is_picked_up() -> None:
    s = table("row:0=pC pH pA | hand:0=pT bK | hand:1=pB | pile=…")
    lay(s, 0, "pT", "row:0:right", "château")
    assert (phase(s), turn(s)) == ("turn", 1)
    s = table("row:0=pA | hand:0=pN bK | hand:1=pB | pile=…")
    typed_unknown(s, "pN", "row:0:right", "an")
    assert (phase(s), turn(s)) == ("turn", 1), "two letters are too few"


@pytest.mark.rule("jackpotix", "R16", "R17")
def test_whoever_does_not_choose_picks_up() -> None:
    s = table("row:0=pC pA | hand:0=pR bK | hand:1=pB | pile=…")
    lay(s, 0, "pR", "row:0:right", "car")
    wait(s, "collect/limit")
    assert s.now == 10_000
    wait(s, "pick_up/over")
    assert gains(s) == [3, 0]


@pytest.mark.rule("jackpotix", "D11", "D22")
def test_a_word_stays_for_three_seconds_and_its_bonus_lies_open_in_the_gains() -> None:
    s = table("row:0=pC pH pA | hand:0=pT bK | hand:1=pB | won:1=… | pile=yA ★ ✹")
    lay(s, 0, "pT", "row:0:right", "chat")
    events = do(s, 0, "collect", t=2_000)
    assert told(events, "picks_up_bonus") == [{"seat": 0, "words": "chat", "count": 4, "bonus": 3}]  # what is left
    assert (phase(s), names(s, 0) | names(s, 1)) == ("pick_up", set())
    assert faces(s, "row:0") == ["pC", "pH", "pA", "pT"]
    wait(s, "pick_up/over")
    assert s.now == 5_000
    assert s.scores[0] == 4 + 1 + 5 - 1
    shown = view(s, 1).zone("won:0").cards
    assert [c.face for c in shown if c] == ["pC", "pH", "pA", "pT", "✹", "★", "yA"]
