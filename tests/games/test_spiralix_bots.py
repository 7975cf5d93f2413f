"""Spiralix bots: they hold to the words they know, take their time, and are of three strengths."""

from collections.abc import Sequence

import pytest

from tablee.arena.match import Match
from tablee.bots.bot import Level, Plan, Sighting
from tablee.games.spiralix.bots import BOT, STYLES, SpiralixBot
from tablee.games.spiralix.rules import GAME, SpiralixState
from tablee.kernel.record import Played
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.lexicons import load
from tablee.pieces.notation import arrange
from tablee.words.folding import fold
from tests.table import do, start, wait


def bot(level: Level, seat: Seat = 1, seed: int = 1) -> SpiralixBot:
    return BOT(seat, level, keyed(seed_from(seed), "test"), load("fr"))


def reacts(s: SpiralixState, mind: SpiralixBot) -> Plan | None:
    return mind.react(Sighting(s, mind.seat, s.drain()))


def searching(piles: str, spiral: str = "pE", players: int = 3) -> SpiralixState:
    s = start(GAME, players, starter=0)
    arrange(s, f"spiral={spiral} | {piles} | draw=…")
    do(s, 0, "flip")
    return s


@pytest.mark.parametrize("level", list(Level))
def test_a_bot_answers_with_a_word_that_fits_and_that_the_lexicon_knows(level: Level) -> None:
    for seed in range(10):
        s = searching("pile:0=pT pR | pile:1=pK | pile:2=pW")
        plan = reacts(s, bot(level, 0, seed))
        assert plan is not None
        if plan.move.name == "say":
            word = plan.move.args["word"]
            assert load("fr").look_up(word)
            assert {"E", "R"} <= set(fold(word))
            assert plan.at - s.now >= STYLES[level].skill.soonest


def test_a_bot_without_a_word_is_dry_and_not_at_once() -> None:
    """No common French word has a W and a Q."""
    s = searching("pile:0=pT pW | pile:1=pK | pile:2=bW", "pQ")
    plan = reacts(s, bot(Level.BEGINNER, 0))
    assert plan is not None
    assert plan.move.name == "dry"
    assert plan.at - s.now > STYLES[Level.BEGINNER].skill.latest


def test_a_chrono_does_not_make_a_bot_think_again() -> None:
    s = searching("pile:0=pT pR | pile:1=pK | pile:2=pW")
    mind = bot(Level.STRONG, 0)
    first = reacts(s, mind)
    do(s, 2, "idea", word="farce", t=200)
    wait(s, "search/close")
    second = reacts(s, mind)
    assert first is not None
    assert second is not None
    assert first.move.args == second.move.args
    assert second.at - first.at < 1_000


def launches(level: Level, piles: str) -> list[int]:
    """When bots of this level start a chrono, of a hundred who see somebody search."""
    s = searching(piles)
    plans = [reacts(s.copy(), bot(level, 1, seed)) for seed in range(100)]
    return [plan.at - s.now for plan in plans if plan is not None and plan.move.name == "idea"]


MANY = "pile:0=pT bT vT vS pR | pile:1=pK | pile:2=pW"
FEW = "pile:0=pT pR | pile:1=pK | pile:2=pW"


def test_beginners_launch_seldom_and_the_others_often() -> None:
    beginner, normal, strong = (len(launches(level, MANY)) for level in Level)
    assert 10 < beginner < 45
    assert 55 < normal < 85
    assert strong > 80


def test_normal_bots_wait_three_seconds_before_they_launch() -> None:
    assert min(launches(Level.NORMAL, MANY)) >= 3_000


def test_strong_bots_hurry_whoever_has_few_cards() -> None:
    many, few = launches(Level.STRONG, MANY), launches(Level.STRONG, FEW)
    assert len(few) == 100
    assert min(many) >= 2_000
    assert min(few) < 2_000


@pytest.mark.parametrize(("level", "takers"), [(Level.BEGINNER, {1, 2}), (Level.NORMAL, {2}), (Level.STRONG, {2})])
def test_petards_go_to_whoever_has_the_fewest_cards_but_for_beginners(level: Level, takers: set[Seat]) -> None:
    s = searching("pile:0=pT ✹ | pile:1=pK bK | pile:2=pW")
    plans = [reacts(s.copy(), bot(level, 0, seed)) for seed in range(20)]
    assert {plan.move.args["taker"] for plan in plans if plan is not None} == takers


def test_when_somebody_is_dry_a_bot_gives_its_word_or_says_that_it_has_none() -> None:
    s = searching(FEW)
    do(s, 0, "dry")
    plan = reacts(s, bot(Level.STRONG, 1))
    assert plan is not None
    assert plan.move.name == "idea"
    s = searching("pile:0=pT pW | pile:1=pK | pile:2=bW", "pQ")
    do(s, 0, "dry")
    plan = reacts(s, bot(Level.BEGINNER, 1))
    assert plan is not None
    assert plan.move.name == "no_idea"


def wins(names: Sequence[str], games: int) -> list[float]:
    """At equal levels of the game; by default a stronger bot also has the harder task."""
    shares = [0.0] * len(names)
    for seed in range(games):
        order = list(names) if seed % 2 else list(reversed(names))
        equal = [{"level": 2}] * len(order)
        outcome = Match(GAME, order, seed=seed_from(seed), seat_options=equal).finish().outcome
        assert outcome is not None
        for seat in outcome.winners:
            shares[names.index(order[seat])] += 1 / len(outcome.winners)
    return shares


@pytest.mark.parametrize(("better", "worse"), [("normal", "beginner"), ("strong", "normal")])
def test_each_level_beats_the_one_below(better: str, worse: str) -> None:
    first, second = wins((better, worse), 40)
    assert first > 1.3 * second


def test_bots_never_send_a_word_that_is_refused() -> None:
    match = Match(GAME, ["beginner", "normal", "strong"], seed=seed_from(3))
    match.finish()
    said = [e.move for e in match.entries if isinstance(e, Played) and "word" in e.move.args]
    assert len(said) > 30
    assert all(all(move.known.values()) for move in said)
