"""Corsix: the bots."""

from collections.abc import Collection
from itertools import pairwise

import pytest

from tablee.arena.match import Match
from tablee.bots.bot import Level, Plan, Sighting
from tablee.games.corsix.bots import BOT
from tablee.games.corsix.rules import GAME
from tablee.kernel.record import Rang
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Millis
from tests.games.corsix import PAIRE, SANDWICH, SPARE, SUITE, at, flip, playing
from tests.matches import called_on, scores_of_two, whole_game

# ---- bots ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("formulas", [(PAIRE, SUITE, SANDWICH), (SANDWICH,), ()])
def test_bots_of_all_levels_finish_and_the_record_replays(formulas: Collection[str]) -> None:
    match = whole_game(GAME, list(Level), 3, options=playing(formulas))
    assert sum(match.state.scores) > 50


@pytest.mark.parametrize(("weaker", "better"), list(pairwise(Level)))
def test_a_better_bot_wins_more_cards(weaker: Level, better: Level) -> None:
    more, fewer = scores_of_two(GAME, better, weaker, 6)
    assert more > fewer


def plans(level: Level, *cards: str, turns: bool = False, games: int = 400) -> list[Plan]:
    """What bots of a level plan when these cards have been laid one after the other, from table time 0 on."""
    seat = len(cards) % 2 if turns else 2
    first, second = (" ".join(reversed(cards[i::2])) for i in (0, 1))
    s = at(f"pile:0={SPARE} {first} | pile:1=vS vT vT vT {second}", players=2 if turns else 3)
    steps = [(flip(s, i % 2), s.copy()) for i in range(len(cards))]
    found = []
    for seed in range(games):
        bot = BOT(seat, level, keyed(seed_from(seed), "bot"))
        plan = [bot.react(Sighting(after, seat, events)) for events, after in steps][-1]
        if plan is not None:
            found.append(plan)
    return found


NUMBERS = [
    (Level.BEGINNER, 1_600, 0.4, 0.03),
    (Level.NORMAL, 900, 0.15, 0.01),
    (Level.STRONG, 550, 0.03, 0.002),
]


@pytest.mark.parametrize(("level", "median", "misses", "errs"), NUMBERS)
def test_reactions_misses_and_mistakes_by_level(level: Level, median: Millis, misses: float, errs: float) -> None:
    """By the spec's numbers, within what 400 draws can tell. The second card is shown at 1231."""
    calls = plans(level, "pM", "pN")
    times = sorted(p.at - 1_231 for p in calls)
    assert abs(times[len(times) // 2] - median) < 0.1 * median
    assert abs(len(calls) / 400 - (1 - misses)) < 0.07
    assert abs(len(plans(level, "pK", "pN")) / 400 - errs) < 0.03


def test_a_beginner_does_not_see_sandwiches() -> None:
    assert plans(Level.BEGINNER, "pP", "pE", "bP") == []
    assert len(plans(Level.NORMAL, "pP", "pE", "bP")) > 300


def test_bots_see_a_pair_of_petards_and_read_through_one() -> None:
    assert len(plans(Level.STRONG, "✹", "✹")) > 350
    assert len(plans(Level.STRONG, "pM", "✹", "pN")) > 350


@pytest.mark.parametrize(
    ("level", "low", "high"),
    [(Level.BEGINNER, 1_800, 3_000), (Level.NORMAL, 1_000, 1_800), (Level.STRONG, 500, 1_000)],
)
def test_a_bot_flips_after_a_moment(level: Level, low: Millis, high: Millis) -> None:
    """The moment is counted from when it may: 1.2 s after the card was shown."""
    flips = [p.at - 1_231 - 1_200 for p in plans(level, "pK", "pN", turns=True) if p.move.name == "flip"]
    assert low <= min(flips) < low + 100 and high - 100 < max(flips) <= high


def test_a_bot_flips_before_the_table_does_where_cards_lie_long() -> None:
    match = whole_game(GAME, [Level.BEGINNER] * 3, 1, options={"pace_ms": 2500})
    assert not any(isinstance(e, Rang) and e.alarm.endswith("/auto") for e in match.entries)


def test_a_strong_bot_covers_what_it_has_missed() -> None:
    missed = [p for p in plans(Level.STRONG, "pM", "pN", turns=True) if p.move.name == "flip"]
    assert any(p.at == 1_231 + 1_200 for p in missed), "as soon as it may"


@pytest.mark.parametrize("level", list(Level))
def test_most_formulas_are_called_at_a_table_of_one_level(level: Level) -> None:
    """Six in ten at least, of all that come: the cards lie long enough for whoever plays there."""
    shown = called = 0
    for seed in range(12):
        match = Match(GAME, [level] * 4, seed=seed_from(seed))
        came = called_on(match)
        shown += len(came)
        called += sum(came.values())
    assert shown > 80
    assert called / shown >= 0.6
