"""Empilix, rule by rule: reciting. Expected results are worked out from the rules, not read off the program."""

from typing import Any

import pytest

from tablee.games.empilix.rules import EmpilixState
from tablee.kernel.record import SeatChanged, apply
from tablee.kernel.units import Seat
from tablee.pieces.toutilix import ETOILE
from tablee.words.flags import VERB
from tests.empilix import (
    NOUNS,
    POZIBINECA,
    SPARE,
    VERBS,
    at,
    flip,
    look,
    offer,
    phase,
    pose,
    say,
    won,
)
from tests.table import do, faces, names, refused, told, view, wait

# ---- reciting -------------------------------------------------------------------------------------------


def reciting(
    letters: str, players: int = 4, seat: Seat = 0, manche: str = "syllables", rest: str = SPARE, **options: Any
) -> EmpilixState:
    """All but this seat are posed, and it recites."""
    rest = rest if manche == "syllables" else "pile:0=vT | pile:1=vS"
    s = at(f"middle={letters} | {rest}", seat=seat, players=players, manche=manche, **options)
    pose(s, *s.others(seat))
    do(s, seat, "recite")
    return s


@pytest.mark.rule("empilix", "R17", "R18", "D9", "D10")
def test_the_booklets_syllables() -> None:
    """Example 1: PO, ZI, BI, NE, CA: 10 cards. The cards are turned up two by two, for everybody."""
    s = reciting(POZIBINECA)
    for i, item in enumerate(["PO", "ZI", "BI", "NE", "CA"]):
        shown = [c.face for c in view(s, 3).zone("spread").cards if c is not None and c.face]
        assert shown == POZIBINECA.split()[: 2 * i]
        events = say(s, item)
    assert told(events, "recited") == [{"seat": 0, "words": "PO ZI BI NE CA", "count": 10}]
    look(s)
    assert won(s) == [10, 0, 0, 0]


def test_how_many_letters_lie_spread_does_not_hang_on_what_they_are() -> None:
    """Nothing but letters is spread: whatever covered cards may be, what is sent stays the same."""
    s = reciting("bC", players=3, manche="words", rest="")
    before = view(s, 2)
    (card,) = s.spread.cards
    s.faces[card] = ETOILE
    assert view(s, 2) == before
    assert before.fact("so_far") == 1


@pytest.mark.rule("empilix", "D9")
def test_the_last_item_may_be_one_consonant() -> None:
    s = reciting("bP vO pZ")
    say(s, "PO")
    assert refused(s, 0, "say", item="ZI") == "not_possible"
    say(s, "Z")
    look(s)
    assert won(s) == [3, 0, 0, 0]


@pytest.mark.rule("empilix", "R19", "R20", "D9", "D14")
def test_an_error_gives_the_cards_to_the_others() -> None:
    """Example 2: PO, then ZO: 3 cards for each of the three; the last one, A, goes under the vowels."""
    s = reciting(POZIBINECA)
    say(s, "PO")
    assert told(say(s, "ZO"), "errs") == [{"seat": 0, "words": "ZO", "laid": "Z I"}]
    assert [c.face for c in view(s, 1).zone("spread").cards if c is not None and c.face] == POZIBINECA.split()[:4]
    look(s)
    assert won(s) == [0, 3, 3, 3]
    assert faces(s, "vowels") == ["yA", "bU", "bY"]


@pytest.mark.rule("empilix", "R20", "D14")
def test_what_cannot_be_shared_goes_back_under_its_pile() -> None:
    """Five cards for three others: one each; E goes under the vowels, N under the consonants."""
    s = reciting("bP vO pZ vE vN")
    say(s, "PA")
    look(s)
    assert won(s) == [0, 1, 1, 1]
    assert faces(s, "vowels")[0] == "vE"
    assert faces(s, "consonants")[0] == "vN"
    assert sorted(faces(s, "won:1") + faces(s, "won:2") + faces(s, "won:3")) == sorted(["bP", "vO", "pZ"])


@pytest.mark.rule("empilix", "D14")
def test_petards_are_shared_first_and_go_back_among_the_consonants() -> None:
    s = at("middle=bP | consonants=bL | vowels=bU bY ✹ ✹", players=3)
    flip(s, 0)
    flip(s, 1)
    assert s.slipped == 2
    assert s.letters == "P"
    pose(s, 0, 1)
    do(s, 2, "recite")
    before = won(s)
    say(s, "Q")
    look(s)
    assert [now - was for now, was in zip(won(s), before, strict=True)] == [1, 1, 0]
    assert faces(s, "consonants")[0] == "bP", "one of three is left over: the last one laid"


@pytest.mark.rule("empilix", "D14")
def test_fewer_cards_than_players_are_put_aside() -> None:
    """Example 9: one card for three others."""
    s = reciting("bP")
    aside = len(s.aside.cards)
    say(s, "Q")
    look(s)
    assert won(s) == [0, 0, 0, 0]
    assert len(s.aside.cards) == aside + 1


@pytest.mark.rule("empilix", "D14")
def test_in_the_later_manches_the_rest_is_put_aside() -> None:
    s = reciting("vL pH bB vT", manche="words")
    aside = len(s.aside.cards)
    say(s, "roue")
    look(s)
    assert won(s) == [0, 1, 1, 1]
    assert len(s.aside.cards) == aside + 1


@pytest.mark.rule("empilix", "D9")
@pytest.mark.parametrize("seconds", [15, 10, 30])
def test_each_item_has_its_time(seconds: int) -> None:
    s = reciting(POZIBINECA, recite_s=seconds)
    do(s, 0, "say", t=s.now + 9_000, item="PO")
    due = s.next_alarm()
    assert due is not None
    assert due.at == s.now + seconds * 1_000
    assert told(wait(s, "reciting/limit"), "too_slow") == [{"seat": 0, "laid": "Z I"}]
    look(s)
    assert won(s) == [0, 3, 3, 3]


@pytest.mark.rule("empilix", "D10")
def test_letters_are_compared_not_colours() -> None:
    """Any P, any O: the cards of the sequence differ in colour from those one thinks of."""
    s = reciting("pP yO bP vO")
    say(s, "PO", "PO")
    look(s)
    assert won(s) == [4, 0, 0, 0]


# ---- words ----------------------------------------------------------------------------------------------


@pytest.mark.rule("empilix", "R23", "R24", "R25", "D11")
def test_the_booklets_words() -> None:
    """Example 5. Any word that has the letter is right; no offer tells which letter it is."""
    s = reciting("bV vL vE pG vN", manche="words")
    item = offer(s, 0, "say").params["item"]
    assert item.accepts("zzz")
    assert "V" not in repr(item).replace("Verb", "")
    say(s, "avion", "livre", "rêve", "plage", "nage")
    look(s)
    assert won(s) == [5, 0, 0, 0]


@pytest.mark.rule("empilix", "D11")
def test_a_word_without_its_letter_or_said_twice_is_wrong() -> None:
    """Example 6."""
    s = reciting("bV vL", manche="words")
    assert told(say(s, "livre", "Livre"), "said_twice") == [{"seat": 0, "words": "Livre", "laid": "L"}]
    assert phase(s) == "shared"
    s = reciting("bV vL", manche="words")
    assert told(say(s, "livre", "rêve"), "errs") == [{"seat": 0, "words": "rêve", "laid": "L"}]


@pytest.mark.rule("empilix", "D11")
def test_a_word_that_nobody_knows_is_voted_on_whatever_its_letters() -> None:
    """Refused it costs nothing but time; accepted it is a word like any other."""
    s = reciting("bV vL", manche="words", players=3)
    do(s, 0, "say", item="zorbu", known={"zorbu": 0})
    assert phase(s) == "vote"
    do(s, 1, "refuse")
    do(s, 2, "refuse")
    assert phase(s) == "reciting"
    assert refused(s, 0, "say", item="zorbu", known={"zorbu": 0}) == "unknown_word"
    do(s, 0, "say", item="vroumbi", known={"vroumbi": 0})
    wait(s, "vote/limit")
    assert view(s, 0).fact("given") == 1


@pytest.mark.rule("empilix", "R26", "D12")
def test_words_with_a_possible_verb_are_put_to_the_table() -> None:
    """Example 12: *tente* can be a verb; silence accepts, and the cards are won."""
    s = reciting("vL pH bB vT", manche="words")
    say(s, "lune", "chaise", "arbre")
    assert told(say(s, "tente", tente=NOUNS | VERB), "judge_words") == [{"seat": 0}]
    assert phase(s) == "vote"
    assert {seat for seat in range(4) if "accept" in names(s, seat)} == {1, 2, 3}
    wait(s, "vote/limit")
    look(s)
    assert won(s) == [4, 0, 0, 0]


@pytest.mark.rule("empilix", "D12")
def test_without_a_possible_verb_nobody_is_asked() -> None:
    s = reciting("vL pH", manche="words")
    say(s, "lune", "chaise")
    assert phase(s) == "won"


@pytest.mark.rule("empilix", "R26", "D12", "D28")
def test_words_that_make_a_sentence_are_won_by_nobody() -> None:
    s = reciting("vL pH bB", manche="words")
    say(s, "le", "chat", "boit", boit=VERBS)
    do(s, 1, "refuse")
    do(s, 2, "refuse")
    do(s, 3, "accept")
    assert phase(s) == "spoilt"
    look(s)
    assert won(s) == [0, 0, 0, 0]


# ---- sentences ------------------------------------------------------------------------------------------


@pytest.mark.rule("empilix", "R28", "D13")
def test_a_sentence_with_a_verb() -> None:
    """Example 7: L, H, B: "Le chat boit"."""
    s = reciting("vL pH bB", manche="sentence")
    say(s, "le", "chat", "boit", boit=VERBS)
    wait(s, "vote/limit")
    look(s)
    assert won(s) == [3, 0, 0, 0]


@pytest.mark.rule("empilix", "D13")
def test_a_sentence_without_a_verb_is_wrong() -> None:
    """Example 7: "Le chat blanc"."""
    s = reciting("vL pH bB", manche="sentence")
    assert told(say(s, "le", "chat", "blanc"), "verbless") == [{"seat": 0, "words": "le chat blanc"}]
    look(s)
    assert won(s) == [0, 1, 1, 1]


@pytest.mark.rule("empilix", "D13", "D28")
def test_a_sentence_that_the_table_refuses_is_won_by_nobody() -> None:
    """Example 12: two of three refuse it."""
    s = reciting("vL pH bB vT", manche="sentence")
    say(s, "le", "chat", "boit", "tout", boit=VERBS)
    aside = len(s.aside.cards)
    do(s, 1, "refuse")
    do(s, 3, "refuse")
    do(s, 2, "accept")
    look(s)
    assert won(s) == [0, 0, 0, 0]
    assert len(s.aside.cards) == aside + 4


@pytest.mark.rule("empilix", "D13")
def test_in_a_sentence_a_word_may_come_back_and_be_elided() -> None:
    s = reciting("vL vN bL pH bB pL", manche="sentence")
    say(s, "le", "nain", "le")
    assert view(s, 0).fact("given") == 3
    assert list(offer(s, 0, "say").params["item"].words("l")) == ["l'"]


@pytest.mark.rule("empilix", "D30")
@pytest.mark.parametrize("manche", ["words", "sentence"])
def test_among_bots_nobody_is_asked(manche: str) -> None:
    s = at("middle=vL pH bB | pile:0=vT | pile:1=vS", manche=manche, players=2)
    apply(s, SeatChanged(s.now, 1, human=False, present=True))
    pose(s, 1)
    do(s, 0, "recite")
    say(s, "le", "chat", "boit", boit=VERBS)
    assert phase(s) == "won"
