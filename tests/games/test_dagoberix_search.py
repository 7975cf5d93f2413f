"""Dagobérix, rule by rule: letters and proposals, turns and the end, in turn, and at one screen.

Expected results are worked out from the rules.
"""

import pytest

from tablee.games.dagoberix import rules
from tablee.games.dagoberix.rules import GAME, DagoberixState
from tablee.kernel.record import HoldSet, apply
from tablee.kernel.units import Millis
from tests.games.dagoberix import found, hidden, next_letter, opened, propose, seen, send, write
from tests.table import do, names, refused, start, told, view, wait

# ---- letters and proposals -----------------------------------------------------------------------------


@pytest.mark.rule("dagoberix", "R9")
def test_the_last_card_is_turned_in_its_place() -> None:
    s = opened()
    news = write(s, "dauphin")
    assert seen(s) == "______N"
    assert told(news, "letter") == [{"letter": "N", "count": 6}]
    assert told(news, "sets") == [{"seat": 0, "count": 7}]


@pytest.mark.rule("dagoberix", "R10")
@pytest.mark.rule("dagoberix", "R11")
@pytest.mark.rule("dagoberix", "R12")
@pytest.mark.rule("dagoberix", "D8")
def test_the_booklet() -> None:
    """Example 1: three wrong words, of other lengths too, one of them a name; then the I."""
    s = hidden("dauphin", 4)
    for seat, word in ((1, "poussin"), (2, "patelin"), (3, "Napoléon")):
        news = propose(s, seat, word)
        assert told(news, "wrong")[0]["shout"] == word.upper()
    assert view(s, 0).fact("tried") == {"1": ["poussin"], "2": ["patelin"], "3": ["Napoléon"]}
    wait(s, "show/over")
    assert seen(s) == "_____IN"
    assert s.scores == [0, 0, 0, 0]


@pytest.mark.rule("dagoberix", "R11")
@pytest.mark.rule("dagoberix", "D8")
def test_any_word_is_welcome() -> None:
    """Example 2: five letters on seven cards; a word that does not end so, and one that is none."""
    s = hidden("dauphin", 4)
    next_letter(s)
    for seat, word in ((1, "lapin"), (2, "zèbre"), (3, "bzzt")):
        assert told(propose(s, seat, word), "wrong")
    wait(s, "show/over")
    news = propose(s, 1, "dauphin")
    assert told(news, "wins")[0]["seat"] == 1
    assert s.scores == [0, 1, 0, 0]
    assert s.needed == [0, 3, 0, 0]


@pytest.mark.rule("dagoberix", "D8")
@pytest.mark.parametrize(
    ("word", "right"), [("Dauphin", True), ("dauphin", True), ("DAUPHIN", True), ("dauphins", False)]
)
def test_proposals_are_compared_after_folding(word: str, right: bool) -> None:
    """Example 3."""
    s = hidden("dauphin")
    propose(s, 1, word)
    assert s.scores[1] == right


@pytest.mark.rule("dagoberix", "D8")
def test_accents_need_not_be_typed_nor_be_right() -> None:
    for word in ("foret", "fôrèt"):
        s = hidden("forêt")
        news = propose(s, 1, word)
        assert s.scores[1] == 1
        assert told(news, "word") == [{"seat": 0, "word": "FORÊT", "count": 1}]


@pytest.mark.rule("dagoberix", "R10")
@pytest.mark.rule("dagoberix", "D5")
def test_one_proposal_for_each_letter() -> None:
    """Example 7."""
    s = hidden("dauphin")
    propose(s, 1, "poussin")
    assert refused(s, 1, "propose", word="dauphin") == "not_your_turn"
    assert names(s, 2) == {"propose", "decline"}
    do(s, 2, "decline")
    wait(s, "show/over")
    assert names(s, 1) == {"propose", "decline"}


@pytest.mark.rule("dagoberix", "D5")
def test_the_first_right_one_wins_by_its_time_not_by_its_arrival() -> None:
    s = hidden("dauphin")
    apply(s, HoldSet(s.now, 200))
    t = s.stimuli[-1] + 1_100
    do(s, 1, "propose", t=t, at=t, word="dauphin")
    do(s, 2, "propose", t=t + 50, at=t - 60, word="dauphin")
    assert s.scores == [0, 0, 0]
    news = wait(s, "guess/close")
    assert [e["seat"] for e in told(news, "wins")] == [2]
    assert [(e["seat"], e["behind"]) for e in told(news, "late")] == [(1, 60)]
    assert s.scores == [0, 0, 1]


@pytest.mark.rule("dagoberix", "D5")
def test_wrong_words_are_shown_to_all_and_the_others_go_on() -> None:
    s = hidden("dauphin")
    news = propose(s, 1, "poussin", 2_500)
    assert [(e["seat"], e["shout"], e["ms"]) for e in told(news, "wrong")] == [(1, "POUSSIN", 2_500)]
    assert view(s).fact("tried") == {"1": ["poussin"]}
    assert view(s).active == (2,)
    propose(s, 2, "dauphin")
    assert s.scores == [0, 0, 1]


@pytest.mark.rule("dagoberix", "D5")
def test_nobody_is_told_that_somebody_has_proposed() -> None:
    s = hidden("dauphin")
    before = view(s, 2)
    send(s, 1, "dauphin")
    after = view(s, 2)
    assert before == after


@pytest.mark.rule("dagoberix", "D6")
@pytest.mark.parametrize(("apart", "scores"), [(0, [0, 1, 1]), (30, [0, 1, 1]), (31, [0, 1, 0])])
def test_two_right_ones_within_thirty_milliseconds(apart: Millis, scores: list[int]) -> None:
    s = hidden("dauphin")
    send(s, 1, "dauphin", 1_000)
    send(s, 2, "dauphin", 1_000 + apart)
    wait(s, "guess/close")
    assert s.scores == scores
    assert s.needed == scores


@pytest.mark.rule("dagoberix", "D6")
def test_a_wrong_word_just_before_takes_nothing_from_a_near_tie() -> None:
    """Wrong at 1000, right at 1020 and 1045: the two right ones are 25 ms apart."""
    s = hidden("dauphin", 4)
    send(s, 3, "poussin", 1_000)
    send(s, 1, "dauphin", 1_020)
    news = wait(s, "guess/close")
    assert told(news, "wrong")
    assert not told(news, "wins")
    send(s, 2, "dauphin", 1_045)
    news = wait(s, "guess/close")
    assert [e["seat"] for e in told(news, "wins")] == [1, 2]
    assert s.scores == [0, 1, 1, 0]


@pytest.mark.rule("dagoberix", "D7")
def test_the_next_letter_comes_when_all_have_answered() -> None:
    s = hidden("dauphin")
    propose(s, 1, "poussin", 1_000)
    do(s, 2, "decline", t=s.stimuli[-1] + 1_500)
    due = s.next_alarm()
    assert due is not None
    assert due.at == s.stimuli[-1] + 4_000  # the letter for 4 s
    assert not names(s, 1) | names(s, 2)


@pytest.mark.rule("dagoberix", "D7")
def test_the_last_word_can_be_read() -> None:
    s = hidden("dauphin", 2)
    propose(s, 1, "poussin", 9_000)
    due = s.next_alarm()
    assert due is not None
    assert due.at == s.now + 2_000
    assert s.now == s.stimuli[-1] + 9_031


@pytest.mark.rule("dagoberix", "D7")
@pytest.mark.parametrize("seconds", [15, 30, 60])
def test_the_next_letter_comes_after_the_time(seconds: int) -> None:
    s = hidden("dauphin", guess_s=seconds)
    first = s.stimuli[-1]
    wait(s, "guess/limit")
    assert s.now == first + seconds * 1_000
    assert seen(s) == "_____IN"


@pytest.mark.rule("dagoberix", "D7")
def test_a_word_at_the_last_moment_counts_and_is_read() -> None:
    s = hidden("dauphin")
    send(s, 1, "poussin", 29_999)
    wait(s, "guess/limit")
    assert seen(s) == "______N"
    assert refused(s, 2, "propose", word="dauphin") == "not_your_turn"
    wait(s, "guess/close")
    said = s.now
    wait(s, "show/over")
    assert s.now == said + 2_000
    assert seen(s) == "_____IN"
    s = hidden("dauphin")
    send(s, 1, "dauphin", 29_999)
    wait(s, "guess/limit")
    wait(s, "guess/close")
    assert s.scores == [0, 1, 0]


@pytest.mark.rule("dagoberix", "D9")
@pytest.mark.rule("dagoberix", "R12")
def test_when_the_first_letter_is_turned_nobody_has_found_it() -> None:
    """Example 5."""
    s = hidden("été")
    assert seen(s) == "__E"
    next_letter(s)
    assert seen(s) == "_TE"
    news = next_letter(s)
    assert seen(s) == "ETE"
    assert told(news, "nobody") == [{"seat": 0, "word": "ÉTÉ"}]
    assert not any(names(s, seat) for seat in s.all_seats)
    wait(s, "show/over")
    assert (s.scores, s.setter) == ([0, 0, 0], 1)


@pytest.mark.rule("dagoberix", "D10")
def test_the_setter_does_not_guess() -> None:
    s = hidden("dauphin")
    assert not names(s, 0)
    assert refused(s, 0, "propose", word="dauphin") == "not_your_turn"
    propose(s, 1, "dauphin")
    assert s.scores[0] == 0


# ---- turns and the end ---------------------------------------------------------------------------------


@pytest.mark.rule("dagoberix", "R13")
def test_the_next_player_sets() -> None:
    s = hidden("fée", 3, starter=0)
    found(s, 2, 1)
    assert (s.setter, names(s, 1)) == (1, {"write"})
    assert view(s).fact("tried") == {}
    assert view(s).fact("hides") == [0, 1, 0]
    assert view(s).zone("word").count == 0


@pytest.mark.rule("dagoberix", "R14")
@pytest.mark.rule("dagoberix", "D13")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_the_game_ends_when_each_has_set_his_words(rounds: int) -> None:
    s = opened(2, rounds=rounds)
    for number in range(2 * rounds):
        assert s.outcome is None
        assert s.setter == number % 2
        write(s, "os")
        found(s, 1 - s.setter, 1)
    assert s.outcome is not None
    assert s.outcome.scores == (rounds, rounds)


@pytest.mark.rule("dagoberix", "R15")
@pytest.mark.rule("dagoberix", "D12")
@pytest.mark.parametrize(("tiebreak", "ranks"), [(True, (1, 3, 2)), (False, (1, 1, 1))])
def test_equal_numbers_of_words(tiebreak: bool, ranks: tuple[int, ...]) -> None:
    """Example 6: A (seat 0) finds one word after 2 letters, B after 4, C after 3. Seat 0 sets first, so B finds
    the first word, C the second and A the third."""
    s = opened(3, tiebreak=tiebreak)
    for finder, letters in ((1, 4), (2, 3), (0, 2)):
        write(s, "dauphin")
        found(s, finder, letters)
    assert s.outcome is not None
    assert s.outcome.scores == (1, 1, 1)
    assert s.outcome.ranks == ranks


@pytest.mark.rule("dagoberix", "R15")
def test_the_most_words_win_however_many_letters_they_took() -> None:
    s = opened(3, rounds=1)
    for finder, letters in ((1, 6), (0, 1), (1, 6)):
        write(s, "dauphin")
        found(s, finder, letters)
    assert s.outcome is not None
    assert s.outcome.ranks == (2, 1, 3)


@pytest.mark.rule("dagoberix", "R15", "D12")
def test_letters_never_outweigh_a_word() -> None:
    """The longest words, found at the last letter but one, against one word fewer, found at the first letter."""
    s = opened(3, rounds=3)
    s.scores, s.needed = [3, 2, 0], [3 * 19, 2 * 1, 0]
    assert s.ended().ranks == (1, 2, 3)


@pytest.mark.rule("dagoberix", "D12")
def test_still_equal_is_a_shared_victory() -> None:
    s = opened(2)
    for finder in (1, 0):
        write(s, "dauphin")
        found(s, finder, 3)
    assert s.outcome is not None
    assert s.outcome.ranks == (1, 1)


@pytest.mark.rule("dagoberix", "D13")
def test_a_game_in_which_nobody_does_anything_ends() -> None:
    s = opened(4, rounds=3)
    for _ in range(12 * (2 + 2 * rules.LONGEST)):  # fewer than the bound
        if s.outcome is None:
            wait(s)
    assert s.outcome is not None


# ---- in turn, and at one screen ------------------------------------------------------------------------


def in_turn(word: str = "dauphin", players: int = 3) -> DagoberixState:
    return hidden(word, players, order="in_turn")


def test_in_turn_clockwise_from_the_setters_left() -> None:
    s = in_turn()
    assert view(s).active == (1,)
    assert refused(s, 2, "propose", word="dauphin") == "not_your_turn"
    news = do(s, 1, "propose", word="poussin")
    assert told(news, "wrong") == [{"seat": 1, "shout": "POUSSIN"}]
    assert view(s).active == (2,)
    do(s, 2, "decline")
    wait(s, "show/over")
    assert seen(s) == "_____IN"
    assert view(s).active == (1,)
    do(s, 1, "propose", word="dauphin")
    assert s.scores == [0, 1, 0]


@pytest.mark.rule("dagoberix", "D7")
def test_in_turn_letters_and_words_are_read_too() -> None:
    s = in_turn(players=2)
    do(s, 1, "propose", word="poussin")
    wait(s, "show/over")
    assert s.now == s.stimuli[0] + 4_000
    do(s, 1, "propose", t=s.now + 5_000, word="patelin")
    said = s.now
    wait(s, "show/over")
    assert s.now == said + 2_000


def test_in_turn_each_has_fifteen_seconds() -> None:
    s = in_turn()
    began = s.now
    news = wait(s, "ask/limit")
    assert s.now == began + 15_000
    assert told(news, "timeout") == [{"seat": 1}]
    assert view(s).active == (2,)


@pytest.mark.rule("dagoberix", "D18")
def test_at_one_screen_the_guessers_speak_in_turn() -> None:
    s = start(GAME, 3, starter=0, seat_options=[{"shares": True}, {"shares": True}, {}])
    due = s.next_alarm()
    assert due is not None
    assert due.at == 60_000
    write(s, "dauphin")
    assert view(s).phase == "ask"
    assert view(s).active == (1,)
    alone = start(GAME, 3, starter=2, seat_options=[{"shares": True}, {"shares": True}, {}])
    due = alone.next_alarm()
    assert due is not None
    assert due.at == 90_000
