"""Ruéverlix: what bots do at a table, and what becomes of people who do not try."""

from typing import Any

import pytest

from tablee.bots.bot import Level, Plan, Sighting
from tablee.games.rueverlix.bots import BOT, STYLES
from tablee.games.rueverlix.rules import GAME, RueverlixState
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.words import flags
from tablee.words.lexicon import Lexicon
from tests.games.test_rueverlix import LOCK, add, dealt, phase, rush, say
from tests.lazy import Habit, first, nothing, share_won
from tests.table import wait


def known(*words: str) -> Lexicon:
    return Lexicon.of([(word.lower(), flags.NOUN, 4.0) for word in words])


MANY = [f"RPM{a}{b}" for a in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for b in "AE"]
LEXICON = known(*MANY, "PROMENEZ", "TROMPETTE")
"""Whatever is added to R, P, M, there is a word."""
POOR = known("TROMPE", "POMPIER")
"""Some words with R, P, M, and only for a few more letters."""


def react(s: RueverlixState, seat: Seat, level: Level, lexicon: Lexicon = LEXICON, seed: int = 1) -> Plan | None:
    return BOT(seat, level, keyed(seed_from(seed), "bot", seat), lexicon).react(Sighting(s, seat, []))


def planned(s: RueverlixState, seat: Seat, level: Level, lexicon: Lexicon = LEXICON, seed: int = 1) -> Plan:
    plan = react(s, seat, level, lexicon, seed)
    assert plan is not None
    return plan


@pytest.mark.parametrize("level", list(Level))
def test_they_turn_a_card(level: Level) -> None:
    s = dealt("pile:0=yA bR | pile:1=yA bP | pile:2=yE bM")
    plan = planned(s, 0, level)
    assert plan.move.name == "flip"
    assert plan.at - s.now < 5_000


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("seed", range(5))
def test_who_sees_words_for_nearly_every_card_adds_after_people_could(level: Level, seed: int) -> None:
    s = rush(look=True)
    plan = planned(s, 0, level, seed=seed)
    assert plan.move.name == "add"
    assert plan.at > s.now + 2_000 + 1_000


@pytest.mark.parametrize("level", list(Level))
def test_after_a_lock_people_come_first_by_a_reflex(level: Level) -> None:
    s = rush()
    add(s, 1)
    plan = planned(s, 0, level, known(*(f"{word}S" for word in MANY)))
    assert plan.move.name == "add"
    assert plan.at > phase(s).lock + 1_000


@pytest.mark.parametrize("level", list(Level))
def test_who_has_few_words_is_dry_and_only_when_his_time_is_over(level: Level) -> None:
    s = rush(look=True)
    shown = s.now
    plan = planned(s, 0, level, POOR)
    assert plan.move.name == "dry"
    assert plan.at >= shown + STYLES[level].soonest
    wait(s, "rush/look")


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("seed", range(5))
def test_who_owes_a_word_finds_it_in_his_time_and_picks_up(level: Level, seed: int) -> None:
    s = rush()
    add(s, 0)
    plan = planned(s, 0, level, known("PROMENEZ"), seed)
    style = STYLES[level]
    assert plan.move.name == "say"
    assert plan.move.args == {"word": "promenez", "pick": True}
    assert style.soonest <= plan.at - s.now <= style.latest + 1_500


@pytest.mark.parametrize("level", list(Level))
def test_the_last_to_add_never_gives_up(level: Level) -> None:
    s = rush()
    add(s, 0)
    assert react(s, 0, level, POOR) is None


@pytest.mark.parametrize("level", list(Level))
def test_who_was_overrun_and_has_no_word_is_dry(level: Level) -> None:
    s = rush()
    add(s, 0)
    wait(s, "rush/lock")
    add(s, 1)
    plan = planned(s, 0, level, POOR)
    assert plan.move.name == "dry"
    assert plan.at >= phase(s).lock


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("rivals", ["", "yI yO"])
def test_only_the_strong_one_leaves_a_row_and_only_where_nobody_adds_first(level: Level, rivals: str) -> None:
    """Four cards lie there, and of the cards all but the three pétards fit: 0.94 × 5 > 4, if nobody else can add;
    else 0.75 × 0.75 × 0.94 × 5 < 4."""
    s = rush(piles=f"pile:0=yA yE bZ | pile:1={rivals} | pile:2={rivals}")
    add(s, 0)
    plan = planned(s, 0, level, known(*(word.replace("RPM", "RPMZ") for word in MANY)))
    assert plan.move.args["pick"] is (level is not Level.STRONG or bool(rivals))


def test_who_has_a_claim_and_dares_no_more_picks_up() -> None:
    s = rush()
    add(s, 0)
    say(s, 0, "PROMENEZ", pick=False)
    assert {planned(s, 0, level, POOR).move.name for level in Level} == {"pick_up"}


def test_a_word_that_the_table_refused_is_not_said_again() -> None:
    s = rush(contests=True)
    add(s, 0)
    mind = BOT(0, Level.NORMAL, keyed(seed_from(1), "bot", 0), known("PROMENEZ", "ROMPEZ"))
    plan = mind.react(Sighting(s, 0, []))
    assert plan is not None
    chosen = plan.move.args["word"]
    mind._words.refused |= {chosen.upper()}
    again = mind.react(Sighting(s, 0, []))
    assert again is not None
    assert {chosen, again.move.args["word"]} == {"promenez", "rompez"}


# ---- people who do not try ------------------------------------------------------------------------------


def habits() -> list[Any]:
    return [
        pytest.param(nothing, id="waits for ever"),
        pytest.param(first("flip", "dry"), id="is always dry"),
        pytest.param(first("flip", "add", "pick_up"), id="adds whenever it may"),
        pytest.param(first("flip", "add", "dry"), id="adds, or is dry"),
    ]


@pytest.mark.parametrize("habit", habits())
@pytest.mark.parametrize("against", ["beginner", "normal"])
def test_who_does_not_try_loses(habit: Habit, against: str) -> None:
    assert share_won("rueverlix", habit, 3, against=against, pause=50) == 0.0


def test_nor_does_he_keep_up_with_three() -> None:
    for habit in (first("flip", "dry"), first("flip", "add", "pick_up")):
        assert share_won("rueverlix", habit, 2, rivals=3, pause=50) == 0.0


def test_the_lock_is_as_long_as_a_normal_bot_needs() -> None:
    """D9: whoever has added is not overrun before he could speak."""
    assert GAME.options().speak_lock * 1_000 == LOCK
    assert STYLES[Level.NORMAL].latest < LOCK
