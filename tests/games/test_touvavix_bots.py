"""Touvavix: the bots."""

from itertools import pairwise

import pytest

from tablee.bots.bot import Level, Sighting
from tablee.games.touvavix.bots import BOT, STYLES
from tablee.games.touvavix.rules import GAME, TouvavixState
from tablee.kernel.moves import Move
from tablee.kernel.record import Played
from tablee.kernel.rng import keyed
from tablee.kernel.units import Seat
from tests.games.touvavix import at, decide, lay, offer, pair, tap
from tests.matches import scores_of_two, whole_game
from tests.table import do, wait

# ---- bots ----------------------------------------------------------------------------------------------


def bot_of(s: TouvavixState, seat: Seat, level: Level, label: int = 0) -> BOT:
    return BOT(seat, level, keyed(s.seed, "bot", label))


def test_the_levels_are_those_of_the_rules() -> None:
    assert [(STYLES[level].reacts, STYLES[level].misses, STYLES[level].errs) for level in Level] == [
        (1_800, 0.25, 0.02),
        (1_000, 0.08, 0.007),
        (600, 0.01, 0.001),
    ]


@pytest.mark.parametrize("level", list(Level))
def test_a_bot_reacts_as_quickly_and_misses_as_often_as_its_level(level: Level) -> None:
    times, missed, tries = [], 0, 400
    for i in range(tries):
        s = pair(elsewhere=False)
        plan = bot_of(s, 3, level, i).react(Sighting(s, 3, s.drain()))
        if plan is None:
            missed += 1
        else:
            times.append(plan.at - s.now)
    style = STYLES[level]
    assert abs(sorted(times)[len(times) // 2] / style.reacts - 1) < 0.1
    assert abs(missed / tries - style.misses) < 0.06


def test_a_bot_is_not_distracted_by_a_card_elsewhere_and_forgets_what_is_gone() -> None:
    s = at("pile:0=vA bR | pile:1=vU vT | pile:2=yI yA | pile:3=yU")
    bot = bot_of(s, 3, Level.NORMAL)
    plan = bot.react(Sighting(s, 3, lay(s, 0, 0)))
    assert plan is not None
    do(s, 1, "lay", t=1_100, place=3)
    again = bot.react(Sighting(s, 3, wait(s)))
    assert again is not None
    assert (again.move.name, again.move.answers, again.at) == ("tap", 2, max(plan.at, s.now))
    do(s, 2, "lay", t=2_300, place=2)
    gone = bot.react(Sighting(s, 3, wait(s)))
    assert gone is not None
    assert gone.move.name == "lay", "it is its turn, and the pair is covered"


def test_after_a_tie_bots_do_not_tap_at_the_same_moment_again() -> None:
    s = pair()
    bots = [bot_of(s, seat, Level.STRONG, seat) for seat in (2, 3)]
    for seat, bot in zip((2, 3), bots, strict=True):
        bot.react(Sighting(s, seat, []))
    events = decide(s, (2, 600), (3, 610))
    plans = [bot.react(Sighting(s, seat, events)) for seat, bot in zip((2, 3), bots, strict=True)]
    times = [plan.at for plan in plans if plan is not None]
    assert len(set(times)) == 2
    assert min(times) > 1_610


def test_a_bot_catches_an_etoile_and_takes_the_biggest_pile() -> None:
    s = at("pile:0=vA ★ | pile:1=vT yI | pile:2=yA | pile:3=yU", "pC pE,bE pR,bR,vR pS pO pL")
    bot = bot_of(s, 3, Level.STRONG)
    plan = bot.react(Sighting(s, 3, lay(s, 0, 5)))
    assert plan is not None and plan.move.name == "tap"
    chosen = bot.react(Sighting(s, 3, decide(s, (3, plan.at))))
    assert chosen is not None
    assert chosen.move == Move("pile", {"place": 2})
    do(s, 3, "pile", place=2)
    assert bot.react(Sighting(s, 3, s.drain())) is None, "the étoile is only a card now"


@pytest.mark.parametrize(
    ("level", "star", "places"),
    [
        (Level.BEGINNER, "pC,bC pE pR,bR pS,bS pO,bO pL,bL", {0, 1, 2, 3, 4, 5}),
        (Level.NORMAL, "pC,bC pE pR,bR pS,bS pO,bO pL,bL", {1}),
        (Level.NORMAL, "- pE pR,bR - pO,bO pL,bL", {0, 3}),
        (Level.STRONG, "pC pE pR pK pW ★", {1}),
        (Level.STRONG, "pC pE,bK,bW,pW,bC,bQ,pQ,pJ,bJ,pX,bX pR pK pZ ★", {2}),
    ],
)
def test_where_bots_lay(level: Level, star: str, places: set[int]) -> None:
    """Normal: on the smallest pile. Strong: on the letter that most unseen cards could pair (E before R), but not
    on a big pile."""
    seen = set()
    for i in range(60 if level is Level.BEGINNER else 20):
        s = at("pile:0=vA vT | pile:1=yU", star, players=2)
        plan = bot_of(s, 0, level, i).react(Sighting(s, 0, []))
        assert plan is not None
        if plan.move.name == "lay":
            assert plan.at >= offer(s, 0, "lay").opens_at
            seen.add(plan.move.args["place"])
    assert seen == places


def test_a_wrong_tap_is_made_once() -> None:
    """Of many cards with nothing to win, a beginner taps on about one in fifty, and not again."""
    wrong = 0
    for i in range(600):
        s = at("pile:0=vA vT | pile:1=yU | pile:2=yI", players=3)
        bot = bot_of(s, 2, Level.BEGINNER, i)
        plan = bot.react(Sighting(s, 2, lay(s, 0, 0)))
        if plan is not None:
            wrong += 1
            bot.react(Sighting(s, 2, tap(s, 2, plan.at)))
            assert bot.react(Sighting(s, 2, wait(s))) is None
    assert 3 <= wrong <= 26


@pytest.mark.parametrize("players", [2, 5])
def test_bots_of_all_levels_finish_and_the_record_replays(players: int) -> None:
    levels = [list(Level)[seat % 3] for seat in range(players)]
    match = whole_game(GAME, levels, 3)
    taps = [e.move for e in match.entries if isinstance(e, Played) and e.move.name == "tap"]
    assert taps and all(move.answers is not None for move in taps)


@pytest.mark.parametrize(("weaker", "better"), list(pairwise(Level)))
def test_a_better_bot_wins_more_cards(weaker: Level, better: Level) -> None:
    more, fewer = scores_of_two(GAME, better, weaker, 4)
    assert more > fewer
