"""Vizdibix: the bots."""

from itertools import pairwise

import pytest

from tablee.bots.bot import Level, Sighting
from tablee.games.vizdibix.bots import BOT
from tablee.games.vizdibix.rules import GAME
from tablee.kernel.moves import Move
from tablee.kernel.record import Played
from tablee.kernel.rng import keyed
from tests.games.vizdibix import at, shout
from tests.matches import scores_of_two, whole_game
from tests.table import do, wait

# ---- bots ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 5])
def test_bots_of_all_levels_finish_and_the_record_replays(players: int) -> None:
    levels = [list(Level)[seat % 3] for seat in range(players)]
    match = whole_game(GAME, levels, 3)
    presses = [e.move for e in match.entries if isinstance(e, Played) and e.move.name == "shout"]
    assert presses and all(move.answers is not None for move in presses)


@pytest.mark.parametrize(("weaker", "better"), list(pairwise(Level)))
def test_a_better_bot_wins_more_cards(weaker: Level, better: Level) -> None:
    more, fewer = scores_of_two(GAME, better, weaker, 4)
    assert more > fewer


def test_a_bot_remembers_the_covered_card_and_is_not_distracted() -> None:
    s = at("pile:0=vT pB | pile:1=vS pC | pile:2=vE | pile:3=vR")
    bot = BOT(3, Level.STRONG, keyed(s.seed, "bot"))
    bot.react(Sighting(s, 3, do(s, 0, "turn")))
    do(s, 1, "turn", t=1_500)
    plan = bot.react(Sighting(s, 3, wait(s, "turn/close")))
    assert plan is not None
    assert plan.move == Move("shout", {"kind": "consonne"}, answers=1), "what it recognises first, not the suite"
    assert bot.react(Sighting(s, 3, shout(s, 0, "voyelle", s.now + 20))) is plan, "somebody anticipates"
    assert bot.react(Sighting(s, 3, shout(s, 2, "voyelle", s.now + 200))) is plan, "somebody presses"
    assert bot.react(Sighting(s, 3, wait(s, "turn/close"))) is None, "the card is decided"


def test_the_bot_whose_turn_it_is_turns_after_the_gap() -> None:
    s = at("pile:0=vT pB | pile:1=vS pE", players=2)
    bot = BOT(1, Level.BEGINNER, keyed(s.seed, "bot"))
    plan = bot.react(Sighting(s, 1, do(s, 0, "turn")))
    assert plan is not None
    assert plan.move.name == "turn"
    assert 1_500 < plan.at <= 3_000
