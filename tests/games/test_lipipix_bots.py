"""Lipipix: the bots."""

from itertools import pairwise

import pytest

from tablee.arena.match import Match
from tablee.bots.bot import Level, Plan, Sighting
from tablee.games.lipipix.bots import BOT
from tablee.games.lipipix.rules import GAME
from tablee.kernel.moves import Move
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Millis
from tests.games.lipipix import at
from tests.heap import turn
from tests.matches import called_on, scores_of_two, whole_game
from tests.table import do, wait

# ---- bots ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["type", "buzz"])
def test_bots_of_all_levels_finish_and_the_record_replays(answer: str) -> None:
    match = whole_game(GAME, list(Level), 3, options={"answer": answer})
    assert max(match.state.scores) > 20


@pytest.mark.parametrize(("weaker", "better"), list(pairwise(Level)))
def test_a_better_bot_wins_more_cards(weaker: Level, better: Level) -> None:
    more, fewer = scores_of_two(GAME, better, weaker, 4)
    assert more > fewer


def plans(level: Level, under: str, top: str, games: int = 400) -> list[Plan]:
    """What bots of a level plan to claim when one letter covers another."""
    found = []
    s = at(f"pile:0=vS p{under} | pile:1=vR b{top} | pile:2=vE | pile:3=vN")
    first = do(s, 0, "flip")
    before = s.copy()
    second = turn(s, 1, 1_000)
    for seed in range(games):
        bot = BOT(3, level, keyed(seed_from(seed), "bot"))
        bot.react(Sighting(before, 3, first))
        plan = bot.react(Sighting(s, 3, second))
        if plan is not None:
            found.append(plan)
    return found


NUMBERS = [
    (Level.BEGINNER, 1_600, 600, 0.25, 0.06),
    (Level.NORMAL, 1_000, 400, 0.08, 0.02),
    (Level.STRONG, 650, 275, 0.02, 0.003),
]


@pytest.mark.parametrize(("level", "sees", "tap", "misses", "errs"), NUMBERS)
def test_reactions_misses_and_mistakes_by_level(
    level: Level, sees: Millis, tap: Millis, misses: float, errs: float
) -> None:
    """By the spec's numbers, within what 400 draws can tell, and two taps as docs/bots.md has them: 2.8 s for a
    child, 1.8 s for an adult, 1.2 s for a quick one. The vowel was shown at 1031."""
    shown = 1_031
    on_syllable = plans(level, "P", "O")
    times = sorted(p.at - shown for p in on_syllable)
    median = sees + 2 * tap
    assert abs(times[len(times) // 2] - median) < 0.1 * median
    seen = 1 - misses + misses * errs
    assert abs(len(on_syllable) / 400 - seen) < 0.07
    right = [p for p in on_syllable if p.move == Move("claim", {"first": "P", "second": "O"}, answers=1)]
    assert len(on_syllable) - len(right) <= 400 * errs + 15
    without = plans(level, "E", "T")
    assert abs(len(without) / 400 - errs) < 0.04
    assert {(p.move.args["first"], p.move.args["second"]) for p in without} <= {("E", "T")}


@pytest.mark.parametrize(("level", "sees", "tap"), [numbers[:3] for numbers in NUMBERS])
def test_who_presses_needs_no_keys_before(level: Level, sees: Millis, tap: Millis) -> None:
    """Where one buzzes, the letters are typed afterwards, alone."""
    position = "middle=pP | pile:0=vT bO | pile:1=vS | pile:2=vE | pile:3=vR"
    s = at(position, answer="buzz", tempo_s=5, timers="double")
    events = do(s, 0, "flip")
    times, typed = [], []
    for seed in range(300):
        bot = BOT(2, level, keyed(seed_from(seed), "bot"))
        bot.laid = ["P"]
        plan = bot.react(Sighting(s, 2, events))
        if plan is None or plan.move.name != "buzz":
            continue
        times.append(plan.at)
        twin = s.copy()
        do(twin, 2, "buzz", t=max(100, plan.at))
        wait(twin, "lay/close")
        said = bot.react(Sighting(twin, 2, []))
        assert said is not None and said.move.name == "say"
        typed.append(said.at - twin.now)
    for drawn, median in ((sorted(times), sees), (sorted(typed), 2 * tap)):
        assert abs(drawn[len(drawn) // 2] - median) < 0.1 * median


@pytest.mark.parametrize("level", list(Level))
def test_most_syllables_are_said_at_a_table_of_one_level(level: Level) -> None:
    """The tempo leaves time for two letters, whoever plays there."""
    came = [called_on(Match(GAME, [level] * 4, seed=seed_from(seed))) for seed in range(6)]
    shown, said = sum(map(len, came)), sum(sum(cards.values()) for cards in came)
    assert shown > 80
    assert said / shown >= 0.6


def test_a_bot_turns_its_card_before_the_table_does_and_lets_others_type() -> None:
    for options, opens, limit in (({}, 1_000, 3_000), ({"tempo_s": 2}, 1_000, 2_000)):
        s = at("pile:0=vT pB | pile:1=vS pE", players=2, **options)
        events = do(s, 0, "flip")
        for seed in range(20):
            plan = BOT(1, Level.STRONG, keyed(seed_from(seed), "bot")).react(Sighting(s, 1, events))
            assert plan is not None and plan.move.name == "flip"
            assert opens + 700 <= plan.at < limit
