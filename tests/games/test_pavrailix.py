"""Pavrailix, rule by rule. Hands are given by hand; what is expected is worked out from the rules."""

from typing import Any

import pytest

from tablee.games.pavrailix.rules import ASIDE, GAME, PavrailixState
from tablee.kernel.door import Door
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Seat
from tablee.lexicons import load
from tablee.pieces.toutilix import DECK, SYMBOL
from tablee.words.flags import FOREIGN, KNOWN
from tests.games.pavrailix import accuse, boom, cards, dealt, lay, phase, say, soleil, symbols, whose
from tests.table import do, names, refused, start, told, view, wait


def cannot_say(s: PavrailixState, seat: Seat, letter: str, word: str) -> str:
    return refused(s, seat, "open", card=cards(s, seat, letter)[0], word=word, known={word: KNOWN})


# ---- the deal ------------------------------------------------------------------------------------------


@pytest.mark.rule("pavrailix", "R1")
@pytest.mark.rule("pavrailix", "R2")
@pytest.mark.rule("pavrailix", "R3")
@pytest.mark.parametrize(
    ("players", "each", "aside"),
    [(2, 50, 0), (3, 33, 1), (4, 25, 0), (5, 20, 0), (6, 16, 4), (7, 14, 2), (8, 12, 4)],
)
def test_all_cards_are_dealt_equally_and_left_overs_set_aside(players: int, each: int, aside: int) -> None:
    s = start(GAME, players)
    assert [len(s.hand(seat).cards) for seat in s.all_seats] == [each] * players
    assert len(s.zones[ASIDE].cards) == aside
    assert sorted(s.faces) == sorted(DECK)
    assert len(DECK) == 100


@pytest.mark.rule("pavrailix", "R1")
def test_neither_one_nor_nine_play() -> None:
    for players in (1, 9):
        with pytest.raises(Refused, match="bad_players"):
            start(GAME, players)


@pytest.mark.rule("pavrailix", "R4")
def test_everybody_sees_his_own_cards_and_how_many_the_others_have() -> None:
    s = start(GAME, 3)
    for seat in s.all_seats:
        for other in s.all_seats:
            hand = view(s, seat).zone(f"hand:{other}")
            assert hand.count == 33
            assert sum(1 for c in hand.cards if c and c.face) == (33 if other == seat else 0)


@pytest.mark.rule("pavrailix", "R5")
def test_the_youngest_says_the_first_word() -> None:
    s = start(GAME, 4, starter=2)
    assert names(s, 2) == {"open"}
    assert not any(names(s, seat) for seat in (0, 1, 3))


# ---- saying a word -------------------------------------------------------------------------------------


@pytest.mark.rule("pavrailix", "R5")
@pytest.mark.rule("pavrailix", "D2")
def test_a_letter_of_the_word_is_shown_to_all() -> None:
    """Example 1, accepted."""
    s = dealt("EK", "O", "S")
    events = say(s, 0, "E", "soleil")
    assert told(events, "opens_with") == [{"seat": 0, "word": "soleil", "letter": "E"}]
    assert [SYMBOL[c.face] for c in view(s).zone("pile").cards if c and c.face] == ["E"]
    assert view(s).fact("word") == "soleil"
    assert whose(s) == 1


@pytest.mark.rule("pavrailix", "D2")
def test_a_letter_that_is_not_in_the_word_cannot_open_it() -> None:
    """Example 1, refused."""
    s = dealt("EK", "O", "S")
    assert cannot_say(s, 0, "K", "soleil") == "letters_missing"
    assert symbols(s, "hand:0") == "EK"


@pytest.mark.rule("pavrailix", "D2")
@pytest.mark.rule("pavrailix", "R17")
def test_an_etoile_opens_any_word() -> None:
    s = dealt("★K", "O")
    say(s, 0, "★", "soleil")
    assert symbols(s, "pile") == "★"


@pytest.mark.rule("pavrailix", "D2")
@pytest.mark.rule("pavrailix", "D3")
def test_a_petard_opens_no_word_as_long_as_there_is_something_else() -> None:
    s = dealt("✹E", "O")
    assert names(s, 0) == {"open"}
    assert cannot_say(s, 0, "✹", "soleil") == "not_possible"
    only = dealt("✹★", "O")
    assert names(only, 0) == {"open"}


@pytest.mark.rule("pavrailix", "D3")
@pytest.mark.rule("pavrailix", "D8")
def test_who_has_only_petards_lays_one() -> None:
    s = dealt("✹✹", "OL", "SE")
    assert names(s, 0) == {"petard"}
    boom(s, 0)
    wait(s, "settle/over")
    assert len(s.taken(1).cards) == 1
    assert whose(s) == 2
    assert phase(s) == "open"


@pytest.mark.rule("pavrailix", "D20")
def test_a_word_has_at_most_eight_different_letters() -> None:
    """Example 12: ordinateur has nine (O R D I N A T E U), ordinal seven."""
    s = dealt("OK", "O")
    assert cannot_say(s, 0, "O", "ordinateur") == "too_many_letters"
    say(s, 0, "O", "ordinal")
    assert s.word == "ordinal"


@pytest.mark.rule("pavrailix", "D20")
@pytest.mark.parametrize(
    ("options", "word", "fits"),
    [
        ({"max_letters": 6}, "ordinal", False),
        ({"max_letters": 6}, "soleil", True),
        ({"max_letters": 0}, "ordinateur", True),
        ({"letter": True}, "ordinateur", True),
    ],
)
def test_the_table_may_choose_another_limit_or_none(options: dict[str, Any], word: str, fits: bool) -> None:
    s = dealt("OK", "O", **options)
    if fits:
        say(s, 0, "O", word)
        assert s.word == word
    else:
        assert cannot_say(s, 0, "O", word) == "too_many_letters"


@pytest.mark.rule("pavrailix", "D20")
def test_the_opener_is_told_how_many_different_letters_there_may_be() -> None:
    (offer,) = Door(dealt("EK", "O"), 1).offers(0)
    handle = next(iter(offer.params["card"].values()))
    fit = offer.params["word"].given({"card": handle}).fit  # type: ignore[attr-defined]
    assert (fit.contains, fit.distinct) == ("E", 8)


@pytest.mark.rule("pavrailix", "D14")
def test_the_word_stays_written_for_all_until_the_next_one() -> None:
    s = soleil("EK", "OOK", "SLK")
    for seat in s.all_seats:
        assert view(s, seat).fact("word") == "soleil"
    lay(s, 1, "O")
    assert view(s).fact("word") == "soleil"
    accuse(s, 2)
    wait(s, "settle/over")
    assert view(s).fact("word") == ""


@pytest.mark.rule("pavrailix", "D14")
def test_an_unknown_word_is_voted_on_and_refused_the_opener_says_another() -> None:
    s = dealt("EK", "O", "S")
    say(s, 0, "E", "solex", 0)
    assert phase(s) == "vote"
    for seat in (1, 2):
        do(s, seat, "refuse")
    assert names(s, 0) == {"open"}
    assert symbols(s, "hand:0") == "EK"
    assert s.word == ""
    assert cannot_say_unknown(s, "solex") == "unknown_word"
    say(s, 0, "E", "soleil")
    assert s.word == "soleil"


def cannot_say_unknown(s: PavrailixState, word: str) -> str:
    return refused(s, 0, "open", card=cards(s, 0, "E")[0], word=word, known={word: 0})


@pytest.mark.rule("pavrailix", "D14")
def test_an_unknown_word_that_the_table_takes_is_said() -> None:
    s = dealt("EK", "O", "S")
    say(s, 0, "E", "solex", 0)
    do(s, 1, "accept")
    do(s, 2, "accept")
    assert s.word == "solex"
    assert whose(s) == 1


@pytest.mark.rule("pavrailix", "D22")
def test_a_word_may_be_contested_before_anything_is_laid() -> None:
    people = dealt("EK", "O", "S", contests=True)
    say(people, 0, "E", "soleil")
    assert phase(people) == "said"
    assert symbols(people, "hand:0") == "EK"
    assert names(people, 1) == {"contest"}
    do(people, 1, "contest")
    do(people, 2, "refuse")
    assert phase(people) == "open"
    assert people.word == ""
    assert whose(people) == 0
    assert start(GAME, 3).options.contests


@pytest.mark.rule("pavrailix", "D22")
def test_without_the_option_nobody_contests() -> None:
    s = dealt("EK", "O", "S", contests=False)
    say(s, 0, "E", "soleil")
    assert phase(s) == "follow"


def test_a_word_of_another_language_is_named() -> None:
    s = dealt("EK", "O")
    events = say(s, 0, "E", "sunset", KNOWN | FOREIGN["en"])
    assert told(events, "foreign") == [{"words": "sunset", "language": "word.en"}]


@pytest.mark.rule("pavrailix", "D15")
def test_a_silent_opener_shows_his_first_letter_with_the_commonest_word_that_has_it() -> None:
    s = dealt("✹★KE", "O")
    due = s.next_alarm()
    assert due is not None
    assert due.name == "open/limit"
    assert due.at == 45_000
    known = s.proposed(due, load("fr"))
    (word,) = known
    commonest = load("fr").spoken(rude=False).index.find(due.phase.asks(s, due.alarm).fit, limit=1)  # type: ignore[union-attr]
    assert "K" in word
    assert len(commonest) == 1
    s.now = due.at
    s.ring(due, known)
    assert symbols(s, "pile") == "K"
    assert s.word == word
    assert whose(s) == 1


@pytest.mark.rule("pavrailix", "D15")
def test_a_silent_opener_without_a_lexicon_still_opens() -> None:
    s = dealt("KE", "O")
    wait(s, "open/limit")
    assert symbols(s, "pile") == "K"
    assert "K" in s.word


@pytest.mark.rule("pavrailix", "D15")
@pytest.mark.rule("pavrailix", "D3")
def test_a_silent_opener_with_only_petards_lays_one() -> None:
    s = dealt("✹✹", "OL", "SE")
    wait(s, "open/limit")
    wait(s, "settle/over")
    assert len(s.taken(1).cards) == 1


# ---- the first round at leisure ------------------------------------------------------------------------


def test_the_first_round_is_over_when_everybody_has_laid_once() -> None:
    """Three seats: 0 opens, 1 and 2 lay, and with the second time of 0 the clocks are as quick as ever."""
    s = dealt("EOLS", "OSIL", "LSIO")
    assert GAME.first_round(s)
    say(s, 0, "E", "soleil")
    lay(s, 1, "O")
    lay(s, 2, "L")
    assert GAME.first_round(s)
    lay(s, 0, "S")
    assert not GAME.first_round(s)


def test_a_word_that_is_opened_anew_is_a_turn_too() -> None:
    """Two seats: 0 opens, 1 lays an O for which it is doubted in vain, and 0 opens the next word: three turns."""
    s = soleil("EOL", "OSI")
    lay(s, 1, "O")
    assert GAME.first_round(s)
    accuse(s, 0)
    wait(s, "settle/over")
    assert GAME.first_round(s)
    say(s, 0, "O", "oiseau")
    assert not GAME.first_round(s)
