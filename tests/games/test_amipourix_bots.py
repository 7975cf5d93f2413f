"""Amipourix: the bots, and players who do not try."""

from typing import Any

import pytest

from tablee.bots.bot import Level, Sighting
from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.amipourix.bots import BOT, hardness
from tablee.games.amipourix.rules import GAME, AmipourixState, fit_for
from tablee.kernel.rng import keyed, seed_from
from tablee.kernel.units import Seat
from tablee.words.lexicon import Lexicon
from tests.games.amipourix import at, draw, loser
from tests.games.amipourix import lexicon as lexicon
from tests.lazy import first, nothing, played
from tests.matches import never_late, whole_game
from tests.table import view

# ---- bots ----------------------------------------------------------------------------------------------


def plan(level: Level, s: AmipourixState, seat: Seat, lexicon: Lexicon, seed: int = 1) -> Any:
    return BOT(seat, level, keyed(seed_from(seed), "bot", seat), lexicon).react(Sighting(s, seat, []))


def test_a_bot_says_a_word_that_fits_with_a_card_of_its_own(lexicon: Lexicon) -> None:
    for level in Level:
        said = set()
        for seed in range(8):
            s = at("pB pC ✹", "bN bE bA", "pZ bZ")
            draw(s, "pB")
            move = plan(level, s, 1, lexicon, seed).move
            if move.name == "say":
                shown = {c.handle: c.face for c in view(s, 1).zone("hand:1").cards if c}
                own = (shown[move.args["card"]] or "")[-1]
                assert fit_for(1, False, "B", own).missing(move.args["word"]) is None
                assert lexicon.look_up(move.args["word"])
                said.add(move.args["word"])
        assert said


def test_a_strong_bot_gets_rid_of_hard_letters_and_of_the_petard(lexicon: Lexicon) -> None:
    s = at("pB pC ✹", "bE bZ bA", "pY bY")
    draw(s, "pB")
    shown = {c.handle: c.face for c in view(s, 1).zone("hand:1").cards if c}
    assert shown[plan(Level.STRONG, s, 1, lexicon).move.args["card"]] == "bZ"
    assert shown[plan(Level.NORMAL, s, 1, lexicon, 5).move.args["card"]] != "bZ"
    s = at("pB pC", "bE pZ bA ✹", "pY bY")
    draw(s, "pB")
    shown = {c.handle: c.face for c in view(s, 1).zone("hand:1").cards if c}
    assert (shown[plan(Level.STRONG, s, 1, lexicon).move.args["card"]] or "")[0] == "b"
    s = at("pB pC ✹", "bE bK bA", "pZ bZ")
    draw(s, "✹")
    shown = {c.handle: c.face for c in view(s, 1).zone("hand:1").cards if c}
    assert shown[plan(Level.STRONG, s, 1, lexicon).move.args["card"]] == "bK"
    assert hardness("bK") > hardness("pB") > hardness("bE")


def test_bots_take_their_time_and_are_never_late(lexicon: Lexicon) -> None:
    """A strong one 3 to 7 s; a beginner 40 to 90 % of grace and chrono."""
    for level, low, high in ((Level.STRONG, 3_000, 7_000), (Level.BEGINNER, 8_000, 18_000)):
        for seed in range(6):
            s = at("pB pC ✹", "bN bE bA", "pZ bZ")
            draw(s, "pB", t=0)
            assert low <= plan(level, s, 1, lexicon, seed).at <= high
    s = at("pB pC ✹", "bN bE bA", grace_s=0, chrono=3)
    draw(s, "pB", t=0)
    assert plan(Level.STRONG, s, 1, lexicon).at < 3_000
    match = whole_game(GAME, ("beginner", "normal", "strong"), 1)
    assert never_late(match)
    assert not any("/zero" in getattr(entry, "alarm", "") for entry in match.entries)


@pytest.mark.parametrize(
    "habit", [nothing, first("give_up", "discard", "draw")], ids=["waits for ever", "gives up always"]
)
def test_who_does_not_try_loses(habit: Any) -> None:
    """Against normal bots he loses nearly every game of two."""
    lost = sum(loser(played(GAME, habit, seed % 2, 2, seed).state) == seed % 2 for seed in range(12))  # type: ignore[arg-type]
    assert lost >= 10


def test_random_games_end_with_one_loser() -> None:
    for players in (2, 3, 5):
        for seed in range(4):
            s = GAME.start(players, seed=seed_from(seed))
            rollout(s, QuickPicker(f"{seed}"))
            assert loser(s) in s.all_seats
