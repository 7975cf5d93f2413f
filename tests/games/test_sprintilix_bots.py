"""Sprintilix: bots, and nobody wins who does not try."""

from typing import Any

import pytest

from tablee.arena.match import Match
from tablee.games.registry import game
from tablee.games.sprintilix.rules import GAME
from tablee.games.sprintilix.state import SprintilixState
from tablee.kernel.moves import Move
from tablee.kernel.rng import seed_from
from tests.games.sprintilix import phase
from tests.lazy import first, nothing, share_won

# ---- bots ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["beginner", "normal", "strong"])
def test_a_bot_reads_spelled_where_a_person_chose_it(level: str) -> None:
    match = Match(
        GAME, [level, level], seed=seed_from(5), seat_options=[{"answers": "spelled", "slips": 3}, {"slips": 3}]
    )
    s = match.finish()
    assert isinstance(s, SprintilixState)
    assert min(s.scores) >= 3, "each pile was read to its end"


def test_two_bots_of_a_level_read_a_pile_in_its_time() -> None:
    for level, mean in (("beginner", 2_600), ("normal", 1_500), ("strong", 850)):
        match = Match(GAME, [level] * 4, seed=seed_from(2), seat_options=[{"slips": 3}] * 4)
        s: Any = match.state
        while s.manche == 0 and phase(s) != "manche_end":
            match.step()
        for seat in s.all_seats:
            assert 0.85 * 55 * mean < s.spent[seat] - 3_000 * s.forgiven[seat] < 1.15 * 55 * mean


def test_a_bot_reads_aloud_too() -> None:
    match = Match(GAME, ["strong", None, None], seed=seed_from(2), options={"mode": "voice", "starter": 0})
    s: Any = match.state
    assert s.aloud
    while s.fate[0] in ("waits", "runs"):
        match.step()
    assert s.fate[0] == "whole"


# ---- nobody wins who does not try ----------------------------------------------------------------------


def same(text: str) -> Any:
    """Always the same syllable."""

    def habit(seen: Any) -> Any:
        offer = seen.offer("syllable")
        if offer is None:
            return first("ready", "ok")(seen)
        keys = offer.params["text"]
        said = next(t for t in (text, keys.letters[0] + keys.last[0]) if keys.accepts(t))
        return Move("syllable", {"text": said})

    return habit


@pytest.mark.parametrize(
    "habit",
    [nothing, first("abandon", "ready", "ok"), same("SA"), same("SE"), same("A")],
    ids=["nothing", "abandons", "SA", "SE", "A"],
)
def test_lazy_players_lose(habit: Any) -> None:
    assert share_won("sprintilix", habit, 6) == 0.0


def test_the_game_is_on_the_shelf() -> None:
    assert game("sprintilix") is GAME
