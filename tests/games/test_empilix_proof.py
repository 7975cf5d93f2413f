"""Empilix, rule by rule: proof, and words typed beforehand. Expected results are worked out from the rules."""

import pytest

from tablee.games.empilix.rules import EmpilixState
from tablee.kernel.door import Door
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tests.empilix import (
    NOUNS,
    SPARE,
    active,
    asked,
    at,
    flip,
    look,
    phase,
    pose,
    say,
    won,
)
from tests.table import do, names, refused, told, view, wait

# ---- proof ----------------------------------------------------------------------------------------------

SEVEN = "bP vO pZ yI bB pI vN"


@pytest.mark.rule("empilix", "D26")
def test_from_the_seventh_letter_on_one_proves_before_one_turns() -> None:
    """Example 10: the first or the second syllable is asked for; ZI turns the vowel, PA poses seat 3."""
    places = set()
    for seed in range(20):
        s = at(f"middle={SEVEN} | consonants=bL bM | vowels=bU bY vE", seat=2, seed=seed)
        assert "flip" not in names(s, 2)
        assert "pause" in names(s, 2)
        wait(s, "turn/ask")
        assert s.now == 3_000
        assert phase(s) == "proof"
        places.add(asked(s, 2))
    assert places == {1, 2}
    right = {1: "PO", 2: "ZI"}
    do(s, 2, "prove", item=right[asked(s, 2)])
    assert s.letters == "POZIBINE"
    assert active(s) == (3,)
    wait(s, "turn/ask")
    do(s, 3, "prove", item="PA")
    assert view(s, 0).fact("hands_down") == [0, 0, 0, 1]
    assert active(s) == (0,)
    assert s.source(0).name == "consonants"


@pytest.mark.rule("empilix", "D26")
def test_six_letters_need_no_proof() -> None:
    s = at(f"middle=bP vO pZ yI bB pI | {SPARE}", seat=2)
    assert "flip" in names(s, 2)


@pytest.mark.rule("empilix", "D26")
def test_nobody_else_learns_what_is_asked_and_answered() -> None:
    s = at(f"middle={SEVEN} | {SPARE}", seat=2)
    wait(s, "turn/ask")
    for other in (0, 1, 3):
        assert view(s, other).fact("asked") == [None] * 4
        assert view(s, other, 2).fact("asked") == [None] * 4
    assert asked(s, 2) in (1, 2)
    events = do(s, 2, "prove", item="XA")
    assert offerless(s, 2)
    seen = [e for e in Door(s, 1).events(events) if "XA" in repr(e)]
    assert seen == []
    assert [e.kind for e in events if e.kind == "loses_thread"]


def offerless(s: EmpilixState, seat: Seat) -> bool:
    return not s.offers(seat)


@pytest.mark.rule("empilix", "D26")
@pytest.mark.parametrize("manche", ["words", "sentence"])
def test_later_one_letter_is_asked_for_and_never_the_last_two(manche: str) -> None:
    places = set()
    for seed in range(60):
        s = at(f"middle={SEVEN} | pile:0=vS | pile:1=vT", players=2, manche=manche, seed=seed)
        wait(s, "turn/ask")
        places.add(asked(s, 0))
    assert places == {1, 2, 3, 4, 5}
    do(s, 0, "prove", item="POZIB"[asked(s, 0) - 1])
    assert s.letters == "POZIBINS"


@pytest.mark.rule("empilix", "D26")
def test_silence_is_no_proof() -> None:
    s = at(f"middle={SEVEN} | {SPARE}", seat=2)
    wait(s, "turn/ask")
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("proof/limit", s.now + 10_000)
    wait(s)
    assert view(s, 0).fact("hands_down") == [0, 0, 1, 0]
    assert (phase(s), active(s)) == ("turn", (3,))


@pytest.mark.rule("empilix", "D26")
def test_a_lone_player_who_fails_recites_at_once() -> None:
    """Example 11: PO, ZI, BI, NE right: he wins the 8 cards all the same."""
    s = at(f"middle={SEVEN} vE | {SPARE}", seat=2)
    pose(s, 0, 1, 3)
    flip(s, 2)
    assert phase(s) == "proof"
    do(s, 2, "prove", item="XA")
    assert (phase(s), active(s)) == ("reciting", (2,))
    say(s, "PO", "ZI", "BI", "NE")
    look(s)
    assert won(s) == [0, 0, 8, 0]


@pytest.mark.rule("empilix", "D26", "D5")
def test_others_may_pose_while_somebody_proves() -> None:
    s = at(f"middle={SEVEN} | {SPARE}", seat=2, players=3)
    wait(s, "turn/ask")
    pose(s, 0)
    assert phase(s) == "proof"
    pose(s, 2)
    assert (phase(s), active(s)) == ("alone", (1,))


@pytest.mark.rule("empilix", "D26", "D18")
def test_a_pause_may_come_before_the_proof() -> None:
    s = at(f"middle={SEVEN} | {SPARE}", seat=2)
    do(s, 0, "pause", t=2_000)
    wait(s, "turn/go_on")
    assert s.now == 7_000
    wait(s, "turn/ask")
    assert names(s, 0) == {"pose"}


@pytest.mark.rule("empilix", "D27")
def test_without_proof_a_lone_player_turns_five_cards_at_most() -> None:
    s = at("middle=bP vO | consonants=bL bM bN bC bD bF bG | vowels=bU bY bA bE bI pA pE", players=2, proof=False)
    pose(s, 1)
    for _ in range(5):
        assert names(s, 0) == {"flip", "recite"}
        flip(s, 0)
    assert (phase(s), active(s)) == ("reciting", (0,))


@pytest.mark.rule("empilix", "D26", "D27")
def test_to_the_letter_there_is_neither_proof_nor_limit() -> None:
    """C20: the booklet knows no proof, and lets a lone player go on."""
    s = at("middle=bP vO | consonants=bL bM bN bC bD bF bG | vowels=bU bY bA bE bI pA pE", players=2, letter=True)
    pose(s, 1)
    for _ in range(9):
        flip(s, 0)
    assert phase(s) == "alone"


@pytest.mark.rule("empilix", "D27", "D29")
def test_on_one_screen_nobody_proves_or_commits() -> None:
    s = at(f"middle={SEVEN} | {SPARE}", players=2, commit=True, seat_options=[{"shares": True}, {"shares": True}])
    assert names(s, 0) == {"flip", "pose", "pause"}
    assert names(s, 1) == {"pose", "pause"}
    assert not s.commits
    s.lone = 5
    assert s.must_stop


# ---- words typed beforehand -----------------------------------------------------------------------------


def think(s: EmpilixState, **words: str) -> None:
    for seat, word in words.items():
        do(s, int(seat[1:]), "think", word=word, known={word: NOUNS})


@pytest.mark.rule("empilix", "D24")
def test_with_commit_one_recites_the_words_one_had_in_mind() -> None:
    s = at("pile:0=vE bV | pile:1=vS vL", players=2, manche="words", commit=True)
    flip(s, 0)
    assert phase(s) == "commit"
    assert refused(s, 1, "think", word="lune") == "letters_missing"
    think(s, s0="avion", s1="vélo")
    assert told(s.drain(), "think") == []
    assert "avion" not in repr(view(s, 1))
    flip(s, 1)
    assert refused(s, 0, "think", word="avion") == "letters_missing"
    assert refused(s, 1, "think", word="vélo") == "already_said"
    think(s, s0="lune", s1="loup")
    pose(s, 1)
    do(s, 0, "recite")
    say(s, "avion")
    say(s, "loup")
    assert phase(s) == "shared", "it has an L, but is not what he had in mind"


@pytest.mark.rule("empilix", "D24")
def test_who_types_no_word_has_lost_the_thread() -> None:
    s = at("pile:0=vE bV | pile:1=vS vL | pile:2=vT", players=3, manche="sentence", commit=True)
    flip(s, 0)
    due = s.next_alarm()
    assert due is not None
    assert (due.name, due.at) == ("commit/limit", s.now + 6_000)
    think(s, s1="vélo", s2="vache")
    wait(s)
    assert view(s, 0).fact("hands_down") == [1, 0, 0]
    assert (phase(s), active(s)) == ("turn", (1,))


@pytest.mark.rule("empilix", "D24", "D28")
def test_a_word_in_mind_that_the_table_does_not_know_is_won_by_nobody() -> None:
    """He must say exactly this one, and may not: no error of his, so the cards are put aside."""
    s = at("pile:0=vE bV | pile:1=vS vL", players=2, manche="words", commit=True)
    aside = len(s.zone("aside").cards)
    flip(s, 0)
    think(s, s0="vrombe", s1="vélo")
    pose(s, 1)
    do(s, 0, "recite")
    do(s, 0, "say", item="vrombe", known={"vrombe": 0})
    assert phase(s) == "vote"
    events = do(s, 1, "refuse")
    assert (phase(s), told(events, "spoilt")) == ("spoilt", [{"seat": 0, "words": "vrombe", "count": 1}])
    look(s)
    assert (won(s), len(s.zone("aside").cards)) == ([0, 0], aside + 1)


@pytest.mark.rule("empilix", "D24")
def test_another_word_than_the_one_in_mind_may_be_taken_back_when_the_table_does_not_know_it() -> None:
    s = at("pile:0=vE bV | pile:1=vS vL", players=2, manche="words", commit=True)
    flip(s, 0)
    think(s, s0="avion", s1="vélo")
    pose(s, 1)
    do(s, 0, "recite")
    do(s, 0, "say", item="vrombe", known={"vrombe": 0})
    do(s, 1, "refuse")
    assert (phase(s), active(s)) == ("reciting", (0,))
    say(s, "avion")
    assert phase(s) == "won"


@pytest.mark.rule("empilix", "D24", "D26")
def test_with_commit_the_proof_asks_for_ones_own_word() -> None:
    s = at(f"middle={SEVEN} | pile:0=vS vT | pile:1=vL", players=2, manche="words", commit=True)
    s.minds = [("pou", "or", "zoo", "riz", "bas", "pie", "nain"), ("p", "o", "z", "i", "b", "i", "n")]
    wait(s, "turn/ask")
    place = asked(s, 0)
    word = s.minds[0][place - 1]
    do(s, 0, "prove", item=word, known={word: NOUNS})
    assert s.so_far == 8


@pytest.mark.rule("empilix", "D24")
def test_a_redeal_draws_the_words_of_the_others_again() -> None:
    s = at("pile:0=vE bV | pile:1=vS vL", players=2, manche="words", commit=True)
    flip(s, 0)
    think(s, s0="avion")
    twin = s.redeal(1, keyed(seed_from(3), "twin"))
    assert twin.minds[0] != ("avion",)
    assert "V" in twin.minds[0][0].upper()
    assert s.redeal(0, keyed(seed_from(3), "twin")).minds[0] == ("avion",)
