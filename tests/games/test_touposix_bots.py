"""Touposix: the bots."""

from itertools import pairwise
from typing import Any

import pytest

from tablee.arena.match import Match
from tablee.bots.bot import Level, Sighting
from tablee.games.touposix.bots import BOT
from tablee.games.touposix.rules import GAME, TouposixState
from tablee.kernel.moves import Move
from tablee.kernel.record import Played
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.pieces.notation import arrange
from tablee.words.lexicon import Lexicon
from tests.games.touposix import table
from tests.matches import scores_of_two
from tests.table import do, start

# ---- bots ----------------------------------------------------------------------------------------------

NO_WORD = "stack:0=pO | stack:1=pR | hand:0=pQ pW pE pK pX pZ | pile:0=pA pB | hand:1=bA | pile:1=pC | aside=…"

WORDLESS = Lexicon.of([("xyz", 0, 5.0)])


def plays(s: TouposixState, level: Level, passed: tuple[Seat, ...] = ()) -> Move:
    """What a bot on seat 0 does that finds no word, after others have passed."""
    mind = BOT(0, level, keyed(seed_from(1), "bot"), WORDLESS)
    for seat in passed:
        mind.react(Sighting(s, 0, do(s, seat, "pass")))
    plan = mind.react(Sighting(s, 0, s.drain()))
    assert plan is not None
    move: Move = plan.move
    return move


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_table_of_beginners_plays_on_to_the_end(players: int) -> None:
    """Nobody has cards left to draw when they stop, unless somebody went out; most cards were laid as words."""
    for seed in range(10):
        match = Match(GAME, [Level.BEGINNER] * players, seed=seed_from(seed))
        s: Any = match.finish()
        drawn = all(not s.pile(seat).cards for seat in s.all_seats)
        assert drawn or s.outcome.detail == "out", seed
        words = [e for e in match.entries if isinstance(e, Played) and e.move.name == "write"]
        assert len(words) >= 25, seed
        assert sum(len(z.cards) for z in s.stacks) >= 60, seed


def test_a_beginner_throws_away_his_hardest_card_rather_than_end_the_game() -> None:
    """With two at the table a pass after a pass ends it (D10)."""
    s = table(NO_WORD)
    assert plays(s, Level.BEGINNER).name == "pass"
    s = start(GAME, 2, starter=1)
    arrange(s, NO_WORD)
    move = plays(s, Level.BEGINNER, (1,))
    assert move.name == "discard"
    thrown = Sighting(s, 0, []).view.zone("hand:0").cards
    assert [c.face for c in thrown if c is not None and c.handle in move.args["cards"]] == ["pW"]


def test_a_beginner_passes_when_there_is_nothing_to_draw() -> None:
    """A card thrown away costs five points, one kept costs one."""
    s = start(GAME, 2, starter=1)
    arrange(s, NO_WORD.replace("pile:0=pA pB", "pile:0="))
    assert plays(s, Level.BEGINNER, (1,)).name == "pass"


@pytest.mark.parametrize(("weaker", "better"), list(pairwise(Level)))
def test_a_better_bot_has_more_points(weaker: Level, better: Level) -> None:
    more, fewer = scores_of_two(GAME, better, weaker, 10)
    assert more > fewer
