"""Pas Touche ! bots: whom they hinder, which cards they mix up, and that they adapt when they are asked to."""

import pytest

from tablee.arena.match import Match
from tablee.bots.bot import Level, Sighting
from tablee.games.pas_touche.bots import STYLES, PasToucheBot
from tablee.games.pas_touche.cards import FIRST_DIE
from tablee.games.pas_touche.rules import GAME
from tablee.games.pas_touche.table import PasToucheState
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.values import bare
from tests.games.pas_touche import give, roll, table


def bot(level: Level, seat: int = 0, seed: int = 1) -> PasToucheBot:
    return PasToucheBot(seat, level, keyed(seed_from(seed), "bot"))


def plans(s: PasToucheState, level: Level, tries: int = 200) -> list[str]:
    """What bots of a level mean to do on these dice: a hand, or nothing."""
    found = []
    for seed in range(tries):
        plan = bot(level, seed=seed).react(Sighting(s, 0, []))
        assert plan is not None
        found.append(str(plan.move.args.get("hand", plan.move.name)))
    return found


def test_a_strong_bot_blocks_unless_the_lone_leader_is_forbidden_too() -> None:
    s = table(3)
    give(s, 0, 0, "green:LLA:donut")
    s.scores = [1, 3, 0]
    roll(s, "donut", 5)
    assert plans(s, Level.STRONG).count("other") > 190
    give(s, 1, 0, "orange:LAA:donut")
    assert plans(s, Level.STRONG).count("give_up") > 190
    s.scores = [1, 3, 3]
    assert plans(s, Level.STRONG).count("other") > 190


@pytest.mark.parametrize(("level", "least", "most"), [(Level.BEGINNER, 55, 105), (Level.NORMAL, 140, 180)])
def test_weaker_bots_let_some_cards_go(level: Level, least: int, most: int) -> None:
    """40 and 80 of a hundred, of two hundred tries."""
    s = table(2)
    give(s, 0, 0, "green:LLA:donut")
    roll(s, "donut", 5)
    assert least <= plans(s, level).count("other") <= most


def test_a_wrong_card_is_a_neighbour_of_the_right_one() -> None:
    mind = bot(Level.BEGINNER)
    found = {mind._neighbour("donut", 5) for _ in range(200)}
    assert found == {"donut-4", "donut-6", "croissant-5", "macaron-5"}
    assert {mind._neighbour("eclair", 1) for _ in range(200)} == {"eclair-2", "cupcake-1", "churros-1"}


def test_a_card_found_before_is_found_more_quickly() -> None:
    s = table(2)
    roll(s, "donut", 5)
    fresh, known = bot(Level.NORMAL), bot(Level.NORMAL)
    known._found.append(f"{s.marks[FIRST_DIE]}-{s.marks[FIRST_DIE + 1]}")
    times = []
    for mind in (fresh, known):
        plan = mind.react(Sighting(s, 0, []))
        assert plan is not None
        times.append(plan.at - s.now - 300)
    assert times[1] == pytest.approx(times[0] * 0.8, abs=2)
    assert fresh._found.maxlen == STYLES[Level.NORMAL].memory == 12


def rounds_won(adaptive: bool) -> list[int]:
    won = [0, 0]
    for seed in range(12):
        match = Match(GAME, ["strong", "beginner"], seed=seed_from(seed), options={"adaptive": adaptive})
        while not match.over:
            match.step()
            for event in match.news:
                if event.kind == "wins":
                    won[bare(event.data["seat"])] += 1
    return won


def test_adaptive_bots_share_the_rounds() -> None:
    plain, shared = rounds_won(adaptive=False), rounds_won(adaptive=True)
    assert plain[0] > 8 * plain[1]
    assert shared[0] < 2 * shared[1]
