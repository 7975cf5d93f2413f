"""Frontibix: the bots."""

import pytest

from tablee.bots.bot import Level
from tablee.games.frontibix.rules import GAME, Duel
from tablee.kernel.state import SeatState
from tests.games.frontibix import F, R, bot, duel, fought, shown
from tests.table import do, start, wait

# ---- bots ----------------------------------------------------------------------------------------------


def test_a_bot_gives_a_clue_for_the_letter_that_it_sees() -> None:
    s = duel("bL", "pR")
    for seat, first in ((R, "r"), (F, "l")):
        plan = bot(seat).react(shown(s, seat))
        assert (plan.move.name, plan.move.args["word"][0]) == ("clue", first)


@pytest.mark.rule("frontibix", "D5")
def test_a_bot_learns_its_letter_from_the_clue_and_not_from_its_card() -> None:
    """Roberto bears L, but is told a word with K: the only word with K and R that he knows is KIR."""
    s = duel("bL", "pR")
    s.hints = {R: ("kilo",), F: ("revolver",)}
    s.goto(Duel())
    s._settle()
    plan = bot(R).react(shown(s, R))
    assert (plan.move.name, plan.move.args) == ("say", {"word": "kir"})
    s = fought()
    assert bot(R).react(shown(s, R)).move.args == {"word": "baril"}


def test_a_bot_that_finds_nothing_is_dry() -> None:
    s = fought("bL", "pZ")
    assert bot(F).react(shown(s, F)).move.name == "dry"


@pytest.mark.rule("frontibix", "D12")
def test_where_only_bots_can_help_the_commonest_short_word_is_given() -> None:
    s = fought()
    s.seats = (SeatState(), SeatState(human=False), SeatState(human=False))
    mind = bot(F, Level.BEGINNER)
    before = mind.react(shown(s, F))
    assert before.at > 7_000, "slow enough to help twice before it has found a word itself"
    do(s, R, "easier", t=100)
    plan = mind.react(shown(s, F))
    assert (plan.move.name, plan.move.args) == ("give", {"word": "lit"}), "LIT is commoner than LAMPE"
    assert plan.at <= s.now + 3_000
    assert bot(2).react(shown(s, 2)) is None, "one helper is enough"
    do(s, F, "give", word="lit", t=plan.at)
    assert mind.react(shown(s, F)) == before, "its own search goes on meanwhile"
    do(s, R, "easier", t=plan.at + 100)
    assert mind.react(shown(s, F)).move.args == {"word": "lampe"}


def test_the_strong_challenger_takes_whoever_has_the_most_cards() -> None:
    s = start(GAME, 4, starter=0)
    s.scores = [0, 2, 6, 4]
    for seed in range(5):
        assert bot(0, seed=seed).react(shown(s, 0)).move.args == {"seat": 2}
    chosen = {bot(0, Level.NORMAL, seed).react(shown(s, 0)).move.args["seat"] for seed in range(20)}
    assert chosen == {1, 2, 3}


def test_a_bot_buzzes_and_then_types_what_it_had_found() -> None:
    s = duel("bL", "pR", open=True)
    mind = bot(R)
    plan = mind.react(shown(s, R))
    assert plan.move.name == "buzz"
    do(s, R, "buzz", t=plan.at)
    wait(s, "duel/close")
    plan = mind.react(shown(s, R))
    assert (plan.move.name, plan.move.args) == ("say", {"word": "baril"})
    assert plan.at < s.now + 5_000
