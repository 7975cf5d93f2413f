"""Abcdrix, rule by rule (the numbers are those of its rules and rulings)."""

import pytest

from tablee.games.abcdrix.rules import GAME, extract
from tablee.kernel.door import Door
from tablee.kernel.refusal import Refused
from tablee.pieces.notation import arrange
from tablee.pieces.toutilix import DECK, ETOILE, PETARD
from tablee.words.fit import Word
from tests.games.abcdrix import bang, cards, hand, held, lay, phase, places, row, symbols, table, turn, wrong
from tests.table import card, do, faces, names, refused, start, told, view, wait

# ---- set-up --------------------------------------------------------------------------------------------


@pytest.mark.rule("abcdrix", "R1")
def test_the_deck_is_the_hundred_cards() -> None:
    s = start(GAME, 3)
    assert sorted(s.faces) == sorted(DECK)
    assert sum(len(zone.cards) for zone in s.zones) == 100


@pytest.mark.rule("abcdrix", "R2")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int) -> None:
    with pytest.raises(Refused):
        start(GAME, players)


@pytest.mark.rule("abcdrix", "R3", "R5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_cards_each_seen_by_their_owner_alone(players: int) -> None:
    s = start(GAME, players)
    assert [hand(s, seat) for seat in range(players)] == [4] * players
    assert len(s.draw.cards) == 100 - 4 * players
    for seat in range(players):
        seen = view(s, seat)
        assert [c and c.face for c in seen.zone(f"hand:{seat}").cards] == faces(s, f"hand:{seat}")
        hidden = [z for z in seen.zones if z.name != f"hand:{seat}"]
        assert all(not z.cards for z in hidden)
        assert seen.zone("draw").count == 100 - 4 * players


@pytest.mark.rule("abcdrix", "R4", "R6", "D5")
def test_each_lays_a_card_in_secret_and_all_are_turned_up_together() -> None:
    s = start(GAME, 3, starter=2)
    arrange(s, "hand:0=pA pB pC pD | hand:1=pE pF pG pH | hand:2=pI pJ pK pL | draw=…")
    assert [names(s, seat) for seat in range(3)] == [{"lay_base"}] * 3
    do(s, 0, "lay_base", card=card(s, "pB", s.hand(0)))
    do(s, 1, "lay_base", card=card(s, "pE", s.hand(1)))
    assert view(s, 2).fact("choices") == {"0": {"sealed": True}, "1": {"sealed": True}}
    assert (row(s, 0), hand(s, 0)) == ("", 4)
    do(s, 2, "lay_base", card=card(s, "pL", s.hand(2)))
    assert [row(s, seat) for seat in range(3)] == ["B", "E", "L"]
    assert [hand(s, seat) for seat in range(3)] == [3, 3, 3]
    assert (phase(s), turn(s)) == ("own", 2)


@pytest.mark.rule("abcdrix", "D4")
def test_a_petard_never_starts_a_row() -> None:
    s = start(GAME, 2, starter=0)
    arrange(s, "hand:0=✹ ✹ ✹ ★ | hand:1=pE pF pG pH | draw=…")
    assert cards(s, 0, "lay_base") == {ETOILE}
    assert refused(s, 0, "lay_base", card=s.hand(0).cards[0]) == "not_possible"


@pytest.mark.rule("abcdrix", "R4")
def test_for_somebody_silent_the_leftmost_letter_is_laid() -> None:
    s = start(GAME, 2, starter=0)
    arrange(s, "hand:0=✹ pB pC pD | hand:1=pE pF pG pH | draw=…")
    do(s, 1, "lay_base", card=card(s, "pG", s.hand(1)), t=1_000)
    wait(s, "base/limit")
    assert s.now == 30_000
    assert [row(s, 0), row(s, 1)] == ["B", "G"]


@pytest.mark.rule("abcdrix", "R6")
def test_the_table_says_who_is_the_youngest() -> None:
    assert len({start(GAME, 3, seed=seed).order for seed in range(20)}) == 3
    assert start(GAME, 3, starter=1).order == 1


# ---- laying --------------------------------------------------------------------------------------------


@pytest.mark.rule("abcdrix", "R9", "R11", "R13", "D1", "D16")
def test_a_card_after_the_row_and_a_word_that_holds_the_letters() -> None:
    """Example 3."""
    s = table(rows={0: "A"}, hands={0: "T R S", 1: "K"})
    assert names(s, 0) == {"lay", "dry"}
    assert wrong(s, "T", "after", "tapa") == "extract_missing"
    assert (row(s), hand(s)) == ("A", 3)
    events = lay(s, "T", "after", "chateau")
    assert told(events, "lays") == [{"seat": 0, "card": "T", "words": "chateau", "row": "AT"}]
    assert (row(s), hand(s)) == ("A T", 2)


@pytest.mark.rule("abcdrix", "R10", "R26")
def test_a_card_before_the_row() -> None:
    """Example 5: an étoile is any letter, for ever."""
    s = table(rows={0: "R ★"}, hands={0: "G A"})
    lay(s, "G", "before", "grand")
    assert row(s) == "G R ★"
    assert extract(["G", "R", ETOILE]).missing("grogne") is None
    assert extract(["G", "R", ETOILE]).missing("ogr") == "extract_missing"


@pytest.mark.rule("abcdrix", "R12", "R20")
def test_a_card_on_a_pile_covers_its_letter() -> None:
    """Example 4."""
    s = table(rows={0: "L A"}, hands={0: "T R"})
    lay(s, "T", 0, "etat")
    assert row(s) == "T/L A"
    seen = view(s, 1).zone("row:0:0")
    assert (seen.count, [c and c.face for c in seen.cards]) == (2, ["pT"])
    do(s, 0, "fini")
    assert hand(s) == 3  # two piles, not three cards


@pytest.mark.rule("abcdrix", "R12")
def test_the_covered_letter_counts_no_more() -> None:
    s = table(rows={0: "L A"}, hands={0: "T"})
    assert wrong(s, "T", 0, "plate") == "extract_missing"  # LA, but no TA
    lay(s, "T", 0, "etat")


@pytest.mark.rule("abcdrix", "D2", "R10", "R11", "R12")
def test_before_after_or_on_a_pile_and_nowhere_else() -> None:
    s = table(rows={0: "A M I"}, hands={0: "T"})
    assert places(s) == {"before:0", "row:0:0", "row:0:1", "row:0:2", "after:0"}


@pytest.mark.rule("abcdrix", "D3")
def test_a_row_of_five_is_only_covered() -> None:
    s = table(rows={0: "P L A T E"}, hands={0: "S R ✹"})
    assert places(s) == {f"row:0:{i}" for i in range(5)}
    assert "explode" in names(s, 0)


@pytest.mark.rule("abcdrix", "R26", "D1")
@pytest.mark.parametrize(
    ("symbols", "text", "fits"),
    [
        ("AT", "château", True),
        ("AT", "tapa", False),
        ("A★T", "plat", False),
        ("A★T", "tarte", True),
        ("★", "y", True),
        ("★★", "y", False),
        ("★A★", "papa", True),
        ("★A★", "pa", False),
        ("OEU", "cœur", True),
    ],
)
def test_the_letters_stand_side_by_side_in_the_word(symbols: str, text: str, fits: bool) -> None:
    assert Word(extract(list(symbols))).accepts(text) is fits


@pytest.mark.rule("abcdrix", "D31")
def test_a_word_may_be_said_again() -> None:
    s = table(rows={0: "A", 1: "A"}, hands={0: "T ★", 1: "K"})
    lay(s, "T", "after", "chateau")
    lay(s, "★", "after", "chateau", owner=1)
    assert row(s, 1) == "A ★"


# ---- a turn --------------------------------------------------------------------------------------------


@pytest.mark.rule("abcdrix", "R8", "R9", "D9")
def test_own_row_first_then_the_others() -> None:
    s = table(3, rows={0: "A", 1: "A", 2: "A"}, hands={0: "T R S"})
    assert places(s) == {"before:0", "row:0:0", "after:0"}
    assert wrong(s, "T", "after", "chateau", owner=1) == "not_possible"
    lay(s, "T", "after", "chateau")
    assert phase(s) == "others"
    assert places(s) == {
        place for owner in (1, 2) for place in (f"before:{owner}", f"row:{owner}:0", f"after:{owner}")
    }


@pytest.mark.rule("abcdrix", "R14", "R15", "R17")
def test_one_card_for_each_of_the_others_each_with_its_word() -> None:
    s = table(3, rows={0: "A", 1: "A", 2: "A"}, hands={0: "T R S I"})
    lay(s, "T", "after", "chateau")
    assert wrong(s, "R", "before", "chateau", owner=1) == "extract_missing"
    lay(s, "R", "before", "rat", owner=1)
    assert row(s, 1) == "R A"
    assert all(place.split(":")[1] == "2" for place in places(s))
    lay(s, "S", 0, "as", owner=2)
    assert (row(s, 2), turn(s)) == ("S/A", 1)  # nobody is left to serve: he has finished


@pytest.mark.rule("abcdrix", "R16", "R18", "R21", "R7")
def test_he_may_finish_without_serving_anybody() -> None:
    s = table(3, rows={0: "A"}, hands={0: "T R S", 1: "K"})
    lay(s, "T", "after", "chateau")
    assert names(s, 0) == {"lay", "fini"}
    assert told(do(s, 0, "fini"), "fini") == [{"seat": 0, "count": 1}]
    assert (phase(s), turn(s)) == ("own", 1)
    assert row(s, 1) == row(s, 2) == "O"


@pytest.mark.rule("abcdrix", "R19", "R20")
def test_he_draws_until_hand_and_piles_are_five() -> None:
    """Example 1: one card in hand and two piles."""
    s = table(rows={0: "A"}, hands={0: "T R"})
    lay(s, "T", "after", "chateau")
    events = do(s, 0, "fini")
    assert told(events, "fini") == [{"seat": 0, "count": 2}]
    assert (hand(s), len(s.row(0))) == (3, 2)


@pytest.mark.rule("abcdrix", "R19")
def test_after_the_first_turn_he_draws_one() -> None:
    """Example 2."""
    s = table(rows={0: "A"}, hands={0: "T R S"})
    lay(s, "T", "after", "chateau")
    assert told(do(s, 0, "fini"), "fini") == [{"seat": 0, "count": 1}]


@pytest.mark.rule("abcdrix", "D12")
def test_who_has_five_or_more_draws_nothing() -> None:
    s = table(rows={0: "L A T"}, hands={0: "T R S"})
    lay(s, "T", 2, "plate")
    assert told(do(s, 0, "fini"), "fini") == [{"seat": 0, "count": 0}]
    assert hand(s) == 2
    s = table(rows={0: "P L A T E"}, hands={0: "E R S K"})
    lay(s, "E", 4, "plate")
    assert told(do(s, 0, "fini"), "fini") == [{"seat": 0, "count": 0}]
    assert hand(s) == 3


@pytest.mark.rule("abcdrix", "R7")
def test_turns_go_clockwise() -> None:
    s = table(3, rows={0: "A", 1: "A", 2: "A"}, hands={0: "T", 1: "R", 2: "R"}, seat=2)
    lay(s, "R", "before", "rat", seat=2)
    assert turn(s) == 0
    lay(s, "T", "after", "chateau")
    assert turn(s) == 1


# ---- winning a row -------------------------------------------------------------------------------------


@pytest.mark.rule("abcdrix", "R22", "R23", "R24", "R25", "D13")
def test_all_cards_laid_and_five_letters_win_the_row() -> None:
    """Example 6."""
    s = table(rows={0: "P L A T/S", 1: "A"}, hands={0: "E", 1: "K"})
    s.exchanged = True
    events = lay(s, "E", "after", "plateforme")
    assert told(events, "wins") == [{"seat": 0, "row": "PLATE"}]
    assert s.scores == [1, 0]
    assert len(s.won(0).cards) == 6
    assert not view(s, 0).zone("won:0").cards
    assert (row(s), hand(s), phase(s)) == ("", 4, "base")
    assert names(s, 1) == set()
    s.faces[s.hand(0).cards[0]] = "pT"
    s.faces[s.hand(0).cards[1]] = "pA"
    do(s, 0, "lay_base", card=held(s, 0, "A"))
    assert (row(s), hand(s), phase(s), turn(s)) == ("A", 3, "own", 0)
    lay(s, "T", "after", "chateau")
    assert places(s) == {"before:1", "row:1:0", "after:1"}  # D13: they may all be served again
    do(s, 0, "fini")
    assert turn(s) == 1


@pytest.mark.rule("abcdrix", "R22", "D10")
def test_with_a_card_left_nothing_is_won() -> None:
    s = table(rows={0: "P L A T"}, hands={0: "E K"})
    assert not told(lay(s, "E", "after", "plateforme"), "wins")
    assert (phase(s), s.scores) == ("others", [0, 0])


@pytest.mark.rule("abcdrix", "R22")
def test_four_letters_win_nothing() -> None:
    s = table(rows={0: "P L A"}, hands={0: "T"})
    assert not told(lay(s, "T", "after", "plateforme"), "wins")
    assert (turn(s), s.scores) == (1, [0, 0])


@pytest.mark.rule("abcdrix", "D10", "R22")
def test_the_last_card_may_go_to_somebody_elses_row() -> None:
    """Example 7: another has laid the fifth pile, and the last card is laid in step 2."""
    s = table(rows={0: "P L A T E", 1: "A"}, hands={0: "R S", 1: "K"})
    assert not told(lay(s, "S", 4, "plats"), "wins")
    events = lay(s, "R", "before", "rat", owner=1)
    assert told(events, "wins") == [{"seat": 0, "row": "PLATS"}]
    assert (s.scores, row(s, 1), phase(s)) == ([1, 0], "R A", "base")


@pytest.mark.rule("abcdrix", "D11")
def test_a_card_of_somebody_else_never_wins_a_row() -> None:
    s = table(rows={0: "A", 1: "P L A T"}, hands={0: "T E K"})
    lay(s, "T", "after", "chateau")
    assert not told(lay(s, "E", "after", "plateforme", owner=1), "wins")
    assert (row(s, 1), s.scores) == ("P L A T E", [0, 0])


@pytest.mark.rule("abcdrix", "D14", "D15")
def test_who_gets_nothing_but_petards_starts_his_row_with_a_word() -> None:
    s = table(rows={0: "P L A T", 1: "A"}, hands={0: "E", 1: "K T"}, draw="✹ ✹")
    events = lay(s, "E", "after", "plateforme")
    assert told(events, "no_base") == [{"seat": 0}]
    assert (symbols(s, "hand:0"), row(s)) == ([PETARD, PETARD], "")
    assert (phase(s), names(s, 0)) == ("own", {"dry"})
    # Nobody may help him there, and the draw pile is empty: he passes.
    do(s, 0, "dry")
    assert (turn(s), row(s)) == (1, "")


@pytest.mark.rule("abcdrix", "D15")
def test_an_empty_row_is_started_by_its_owner_alone() -> None:
    s = table(rows={0: "", 1: "A"}, hands={0: "T R", 1: "K S"})
    assert places(s) == {"after:0"}
    assert names(s, 1) == set()
    assert wrong(s, "T", "after", "as") == "extract_missing"
    lay(s, "T", "after", "rat")
    assert row(s) == "T"
    s = table(3, rows={0: "A", 1: "", 2: "A"}, hands={0: "T R", 1: "K S"})
    lay(s, "T", "after", "chateau")
    assert all(place.split(":")[1] == "2" for place in places(s))


# ---- pétards -------------------------------------------------------------------------------------------


@pytest.mark.rule("abcdrix", "R28", "R29", "R30", "R31", "D7", "D8")
def test_a_petard_takes_a_pile_away_and_the_row_is_closed_up() -> None:
    """Example 8."""
    s = table(rows={0: "A", 1: "M A/T/L I"}, hands={0: "T ✹ K"})
    lay(s, "T", "after", "chateau")
    before = s.draw.cards[-1]
    events = bang(s, 1, 1)
    assert told(events, "petard_at") == [{"seat": 0, "owner": 1, "card": "A"}]
    assert row(s, 1) == "M I"
    assert symbols(s, "draw")[:4] == [PETARD, "L", "T", "A"]
    assert before in s.hand(0).cards
    # It was his card for that player: nothing is left to lay there.
    assert turn(s) == 1


@pytest.mark.rule("abcdrix", "R27", "D6")
def test_a_petard_needs_a_card_that_is_not_alone() -> None:
    s = table(rows={0: "M/T/L", 1: "M A"}, hands={0: "✹ T"})
    assert "explode" not in names(s, 0)
    s = table(rows={0: "M A", 1: "M/T"}, hands={0: "✹ T I"})
    offer = next(o for o in s.offers(0) if o.name == "explode")
    assert list(offer.params["pile"].values()) == ["row:0:0", "row:0:1"]


@pytest.mark.rule("abcdrix", "D7", "R28")
def test_a_petard_at_home_is_the_card_of_step_one() -> None:
    s = table(rows={0: "M A I", 1: "A"}, hands={0: "✹ T", 1: "K"})
    assert wrong(s, PETARD, "after", "papa") == "not_possible"
    bang(s, 0, 0)
    assert (row(s), phase(s), hand(s)) == ("A I", "others", 2)
    assert all(place.split(":")[1] == "1" for place in places(s))


@pytest.mark.rule("abcdrix", "R30")
def test_a_row_closes_up_where_a_pile_is_gone() -> None:
    s = table(rows={0: "M A I", 1: "A"}, hands={0: "✹ T", 1: "K"})
    bang(s, 0, 0)
    assert [symbols(s, f"row:0:{pile}") for pile in range(3)] == [["A"], ["I"], []]


@pytest.mark.rule("abcdrix", "R29")
def test_nobody_sees_once_more_what_lies_covered() -> None:
    s = table(rows={0: "A", 1: "M A/T I"}, hands={0: "R ✹ K"})
    lay(s, "R", "before", "rat")
    seen = Door(s, 1 << 1).events(bang(s, 1, 1))
    assert "pT" not in {event.face for event in seen}
    assert {PETARD, None} >= {event.face for event in seen if event.target and event.target[0] == "draw"}


@pytest.mark.rule("abcdrix", "D10", "R31")
@pytest.mark.parametrize(("draw", "won"), [("K", 0), ("", 1)])
def test_a_petard_as_last_card_wins_only_when_there_is_nothing_to_draw(draw: str, won: int) -> None:
    """Example 13."""
    s = table(rows={0: "P L A T S", 1: "M A I"}, hands={0: "✹ E", 1: "K"}, draw=draw)
    lay(s, "E", 4, "plate")
    bang(s, 1, 0)
    assert s.scores == [won, 0]
