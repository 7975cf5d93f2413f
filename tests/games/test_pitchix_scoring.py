"""Pitchix, rule by rule: letters and words, and how many flicks they bring."""

import pytest

from tablee.games.pitchix.rules import BONUS
from tablee.pieces.slide import CENTRE
from tablee.pieces.toutilix import ETOILE, PETARD
from tests.games.pitchix import (
    AISLE,
    HIT_FIFTH,
    HIT_SE,
    HIT_SW,
    MISS,
    NE,
    NW,
    SE,
    SW,
    flick,
    held,
    no,
    phase,
    table,
    turn_of,
    write,
)
from tests.table import do, faces, names, refused, told, view, wait

# ---- scoring --------------------------------------------------------------------------------------------


@pytest.mark.rule("pitchix", "R12", "R14", "R17")
def test_a_word_then_another_flick() -> None:
    """Example 1 to its end."""
    s = table(levels=(3,))
    flick(s, 0, "pT", HIT_SE)
    pile = len(s.draw.cards)
    events = write(s, 0, "rate", "pR pA pT pE")
    assert sorted(faces(s, "laid:0")) == ["pA", "pE", "pR", "pT"]
    assert s.scores == [4, 0, 0]
    assert told(events, "bonus") == []
    assert len(s.hand(0).cards) == 1 and len(s.draw.cards) == pile - 1
    assert (phase(s), turn_of(s)) == ("flick", 0)


@pytest.mark.rule("pitchix", "R15", "R12")
def test_who_lays_nothing_is_followed_by_the_next() -> None:
    s = table()
    flick(s, 0, "pT", HIT_SE)
    do(s, 0, "keep")
    assert (phase(s), turn_of(s)) == ("flick", 1)
    flick(s, 1, "bA", MISS)
    wait(s, "score/limit")  # silence is the same
    assert (phase(s), turn_of(s)) == ("flick", 2)


@pytest.mark.rule("pitchix", "R12")
def test_a_minute_to_score() -> None:
    s = table()
    flick(s, 0, "pT", HIT_SE)
    due = s.next_alarm()
    assert due is not None and due.at - s.now == 60_000


LONG = "hand:0=pS pT pA pR bE ★ bS bO pI | hand:1=bA bB bC"


@pytest.mark.rule("pitchix", "R13", "D6")
@pytest.mark.parametrize(
    ("word", "cards", "bonus"),
    [
        ("rat", "pR pA pT", 0),
        ("rate", "pR pA pT bE", 0),
        ("rates", "pR pA pT bE ★", 1),  # example 2: an étoile is one of the five
        ("satire", "pS pA pT pI pR bE", 3),
        ("satires", "pS pA pT pI pR bE bS", 13),
        ("isatores", "pI pS pA pT bO pR bE bS", 13),
    ],
)
def test_long_words_bring_cards(word: str, cards: str, bonus: int) -> None:
    s = table(LONG, players=2)
    flick(s, 0, "bO" if "bO" not in cards else "★", MISS)
    pile = len(s.draw.cards)
    events = write(s, 0, word, cards)
    letters = len(cards.split())
    assert s.scores[0] == letters + bonus == len(s.laid(0).cards)
    assert len(s.draw.cards) == pile - bonus - (letters == 8)  # R17: with all eight the hand is empty
    assert [e["count"] for e in told(events, "bonus")] == ([bonus] if bonus else [])
    assert BONUS == {5: 1, 6: 3, 7: 13}


@pytest.mark.rule("pitchix", "R13", "D13")
def test_a_bonus_takes_what_is_left() -> None:
    """Example 2: with five cards in the pile seven letters earn 7 + 5, and the turn is the last one."""
    s = table(LONG, players=2, draw="bK bL bM bN bP")
    flick(s, 0, "★", MISS)
    write(s, 0, "satires", "pS pA pT pI pR bE bS")
    assert s.scores[0] == 12
    assert s.draw.cards == []
    assert s.outcome is None and (phase(s), turn_of(s)) == ("flick", 0)


@pytest.mark.rule("pitchix", "R18", "R19", "D6")
def test_one_star_for_a_word_and_no_petard() -> None:
    """Example 3."""
    s = table("hand:0=pS ★ ★ ✹ bA | hand:1=bB bC bD", players=2)
    flick(s, 0, "bA", MISS)
    assert no(s, 0, "sas", "pS ★ ★") == "not_your_cards"
    assert no(s, 0, "sa", "pS ✹") == "not_your_cards"
    assert no(s, 0, "as", "pS ★") == "letters_differ"
    write(s, 0, "as", "★ pS")
    assert sorted(faces(s, "laid:0")) == ["pS", "★"]


@pytest.mark.rule("pitchix", "R3", "R4", "D4")
@pytest.mark.parametrize(("level", "offered"), [(1, {"name_letter", "write", "keep"}), (2, {"write", "keep"})])
def test_levels(level: int, offered: set[str]) -> None:
    s = table(levels=(level, 3))
    assert s.levels == [level, 3, 2]
    flick(s, 0, "pT", MISS)
    assert names(s, 0) == offered
    write(s, 0, "ra", "pR pA")
    assert s.scores[0] == 2


@pytest.mark.rule("pitchix", "R4", "D4")
def test_level_three_has_three_letters() -> None:
    s = table(levels=(3,))
    flick(s, 0, "pT", HIT_SE)
    assert names(s, 0) == {"write", "keep"}
    assert no(s, 0, "ra", "pR pA") == "too_short"
    write(s, 0, "rat", "pR pA pT")
    assert s.scores[0] == 3


@pytest.mark.rule("pitchix", "R4", "D4")
def test_level_two_lays_no_single_letter() -> None:
    """Example 4."""
    s = table(levels=(2,))
    flick(s, 0, "pT", HIT_SE)
    assert refused(s, 0, "name_letter", card=held(s, 0, "pR"), name="R") == "not_offered"
    assert no(s, 0, "r", "pR") == "too_short"


@pytest.mark.rule("pitchix", "R12", "R4", "D4")
def test_level_one_says_a_letter() -> None:
    """Example 4."""
    s = table(levels=(1,))
    flick(s, 0, "pT", HIT_SE)
    events = do(s, 0, "name_letter", card=held(s, 0, "pR"), name="R")
    assert faces(s, "laid:0") == ["pR"]
    assert s.scores == [1, 0, 0]
    assert told(events, "names") == [{"seat": 0, "letter": "R", "name": "R"}]
    assert (phase(s), turn_of(s)) == ("flick", 0)


@pytest.mark.rule("pitchix", "D4")
def test_a_word_at_level_one_brings_no_bonus() -> None:
    """Example 12: « table » is five cards at level 1, and five and one at level 2."""
    for level, cards in ((1, 5), (2, 6)):
        s = table("hand:0=pT pA pB pL pE pO | hand:1=bA bB bC", lying="pK bL pM bE", players=2, levels=(level,))
        flick(s, 0, "pO", MISS)
        write(s, 0, "table", "pT pA pB pL pE")
        assert s.scores[0] == cards


@pytest.mark.rule("pitchix", "D5")
def test_a_wrong_name_costs_only_time() -> None:
    s = table(levels=(1,))
    flick(s, 0, "pT", HIT_SE)
    card = held(s, 0, "pR")
    for wrong in "BDP":
        events = do(s, 0, "name_letter", card=card, name=wrong)
        assert told(events, "misnames") == [{"seat": 0, "letter": wrong}]
        assert (phase(s), len(s.hand(0).cards), s.scores[0]) == ("score", 4, 0)
    # After three, only the right name is left.
    assert refused(s, 0, "name_letter", card=card, name="K") == "not_possible"
    do(s, 0, "name_letter", card=card, name="R")
    assert s.scores[0] == 1


@pytest.mark.rule("pitchix", "D6")
def test_a_star_alone_is_any_letter() -> None:
    s = table("hand:0=★ ✹ pA | hand:1=bA bB bC", players=2, levels=(1,))
    flick(s, 0, "pA", MISS)
    card = held(s, 0, ETOILE)
    assert refused(s, 0, "name_letter", card=held(s, 0, PETARD), name="A") == "not_possible"
    do(s, 0, "name_letter", card=card, name="W")
    assert faces(s, "laid:0") == ["★"]


@pytest.mark.rule("pitchix", "D5", "R12")
def test_one_word_for_a_flick() -> None:
    s = table(LONG, players=2)
    flick(s, 0, "★", MISS)
    write(s, 0, "rat", "pR pA pT")
    assert (phase(s), names(s, 0)) == ("flick", {"flick"})


@pytest.mark.rule("pitchix", "D26", "D5")
def test_a_refused_word_comes_back() -> None:
    s = table(players=2, contests=True)
    flick(s, 0, "pT", HIT_SE)
    write(s, 0, "rate", "pR pA pT pE")
    assert (phase(s), s.scores, len(s.hand(0).cards)) == ("said", [0, 0], 4)
    do(s, 1, "contest")
    assert (phase(s), s.scores, len(s.hand(0).cards)) == ("score", [0, 0], 4)  # his vote is the only one
    assert no(s, 0, "rate", "pR pA pT pE") == "unknown_word"
    write(s, 0, "rat", "pR pA pT")
    wait(s, "said/close")
    assert (phase(s), s.scores) == ("flick", [3, 0])


@pytest.mark.rule("pitchix", "D26")
def test_an_unknown_word_is_voted_on() -> None:
    s = table(players=2)
    flick(s, 0, "pT", HIT_SE)
    write(s, 0, "tar", "pT pA pR", known=0)
    assert phase(s) == "vote"
    do(s, 1, "accept")
    assert s.scores == [3, 0]


@pytest.mark.rule("pitchix", "R17")
def test_an_empty_hand_draws_one() -> None:
    s = table("hand:0=pT | hand:1=bA bB bC", players=2)
    top = s.faces[s.draw.cards[-1]]
    flick(s, 0, "pT", MISS)
    assert faces(s, "hand:0") == [top]


# ---- how many flicks ------------------------------------------------------------------------------------


@pytest.mark.rule("pitchix", "D25", "R14")
def test_at_most_three_flicks_in_a_turn() -> None:
    """Example 11."""
    s = table(players=2, levels=(1,))
    assert view(s).facts["chances"] == 3
    flick(s, 0, "pT", HIT_SE)
    do(s, 0, "name_letter", card=held(s, 0, "pR"), name="R")
    flick(s, 0, "pA", MISS)
    do(s, 0, "name_letter", card=held(s, 0, "pT"), name="T")
    assert (phase(s), turn_of(s)) == ("flick", 0)
    flick(s, 0, "pE", HIT_SW)
    assert phase(s) == "score"  # after the last one he still may
    do(s, 0, "name_letter", card=held(s, 0, "pE"), name="E")
    assert s.scores == [3, 0]
    assert (phase(s), turn_of(s)) == ("flick", 1)


@pytest.mark.rule("pitchix", "D25")
@pytest.mark.parametrize(("flicks", "turns"), [(2, 2), (5, 5), (0, 7)])
def test_the_option_for_flicks(flicks: int, turns: int) -> None:
    """A player of level 1 lays a letter after each miss; without a limit he goes on."""
    s = table("hand:0=pT pA pR pO pI pU pN pS pV pJ | hand:1=bA bB bC", players=2, levels=(1,), flicks=flicks)
    done = 0
    while turn_of(s) == 0 and done < 7:
        s.lies[s.table.cards[SE]] = CENTRE[SE]
        flick(s, 0, s.faces[s.hand(0).cards[0]], {**MISS, "rim": 900 * done % 3600, "power": 150 + 20 * done})
        done += 1
        card = s.hand(0).cards[0]
        do(s, 0, "name_letter", card=card, name=s.faces[card][-1])
    assert done == turns


@pytest.mark.rule("pitchix", "R16", "D7")
def test_four_new_cards_and_another_flick() -> None:
    """Example 9: he flicks again even if he scores nothing."""
    s = table(lying="pO", lies=(AISLE,), players=2)
    top = [s.faces[c] for c in s.draw.cards[:-5:-1]]
    events = flick(s, 0, "pT", HIT_FIFTH)
    assert told(events, "lays_four") == [{"seat": 0, "count": 4}]
    assert [f for f in faces(s, "table") if f != "·"] == top
    assert [s.lies[c] for c in s.lying()] == list(CENTRE)
    assert phase(s) == "score"  # he may score first
    do(s, 0, "keep")
    assert (phase(s), turn_of(s)) == ("flick", 0)
    flick(s, 0, "pA", MISS)
    do(s, 0, "keep")
    assert turn_of(s) == 1  # and only once


@pytest.mark.rule("pitchix", "D7", "D25")
def test_no_flick_beyond_the_last_one() -> None:
    s = table(lying="pO", lies=(AISLE,), players=2)
    s.flicked = 2
    flick(s, 0, "pT", HIT_FIFTH)
    do(s, 0, "keep")
    assert turn_of(s) == 1


@pytest.mark.rule("pitchix", "D8")
def test_fewer_than_four_are_laid_in_order() -> None:
    s = table(lying="pO", lies=(AISLE,), players=2, draw="bK bL bM")
    flick(s, 0, "pT", HIT_FIFTH)
    lying = {s.faces[card]: s.lies[card] for card in s.lying()}
    assert lying == {"bM": CENTRE[NW], "bL": CENTRE[NE], "bK": CENTRE[SW]}


@pytest.mark.rule("pitchix", "D8", "R22")
def test_with_none_the_turn_ends_after_scoring() -> None:
    s = table(lying="pO", lies=(AISLE,), players=2, draw="")
    flick(s, 0, "pT", HIT_FIFTH)
    assert (phase(s), s.lying()) == ("score", [])
    write(s, 0, "rat", "pR pA pT")
    assert s.outcome is not None and s.outcome.detail == "pile_empty"


@pytest.mark.rule("pitchix", "D16")
def test_without_a_limit_fours_bring_three_more_flicks() -> None:
    """Every flick clears the table: the first one and three more, then the next player."""
    s = table(lying="pO", lies=(AISLE,), players=2, flicks=0)
    done = 0
    while turn_of(s) == 0:
        for card in s.lying()[1:]:
            s.move(card, s.table, s.zones[2])
            del s.lies[card]
        s.lies[s.lying()[0]] = AISLE
        flick(s, 0, s.faces[s.hand(0).cards[0]], HIT_FIFTH)
        done += 1
        do(s, 0, "keep")
    assert done == 4
