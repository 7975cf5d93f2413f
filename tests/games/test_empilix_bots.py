"""Empilix: what its bots remember and do, and players who do not try."""

from itertools import pairwise
from typing import Any

import pytest

from tablee.arena.match import Match
from tablee.bots.bot import Level, Sighting
from tablee.games.empilix.bots import STYLES
from tablee.games.empilix.rules import GAME, EmpilixState
from tablee.kernel.moves import Move, Offer
from tablee.kernel.record import Played
from tablee.kernel.rng import seed_from
from tablee.pieces.domains import Syllable
from tests.lazy import Habit, nothing, share_won

LONG = [
    "anticonstitutionnellement",
    "particulièrement",
    "bibliothèque",
    "quadrilatère",
    "wagonnet",
    "juxtaposition",
]
"""Words that have nearly every letter, for whoever remembers none."""


def item(offer: Offer, seen: Sighting) -> dict[str, Any]:
    name, domain = next(iter(offer.params.items()))
    if isinstance(domain, Syllable):
        return {name: next(iter(domain.values()))}
    return {name: LONG[int(seen.view.fact("given") or 0) % len(LONG)]}


def always(*moves: str) -> Habit:
    """The first of these that is offered; whatever is asked, always the same answer."""

    def habit(seen: Sighting) -> Move | None:
        for name in moves:
            if offer := seen.offer(name):
                return Move(name, item(offer, seen) if offer.params else {})
        return None

    return habit


LAZY = {
    "never poses and turns on": always("flip", "prove", "say", "recite"),
    "always poses": always("pose", "recite", "say", "flip", "prove"),
    "turns and never answers": always("flip", "say"),
    "always wants a second": always("pause", "ok", "flip", "prove", "recite", "say"),
    "waits for ever": nothing,
}


@pytest.mark.rule("empilix", "D26")
@pytest.mark.parametrize("habit", LAZY.values(), ids=LAZY)
@pytest.mark.parametrize("manche", ["syllables", "words"])
def test_nobody_wins_without_remembering(habit: Habit, manche: str) -> None:
    """Less than his share of games of two."""
    assert share_won("empilix", habit, 8, rounds=manche) < 1 / 2


@pytest.mark.rule("empilix", "D26")
def test_nor_among_four_and_in_a_whole_game() -> None:
    assert share_won("empilix", LAZY["never poses and turns on"], 3, rivals=3) < 1 / 4


def match(level: Level, players: int = 3, seed: str = "bots", **options: Any) -> tuple[Match, EmpilixState]:
    played = Match(GAME, [level.value] * players, seed=seed_from(seed), options=options)
    played.finish()
    assert isinstance(played.state, EmpilixState)
    return played, played.state


def said(played: Match) -> list[str]:
    moves = [e.move for e in played.entries if isinstance(e, Played)]
    return [str(m.args["item"]) for m in moves if m.name == "say"]


def test_the_better_the_level_the_longer_the_memory() -> None:
    recalls = [STYLES[level].recall for level in Level]
    assert [r.sure for r in recalls] == [5, 8, 14]
    assert [r.keeps for r in recalls] == [0.75, 0.9, 0.97]


@pytest.mark.parametrize("level", Level)
def test_bots_recite_words_that_the_lexicon_knows(level: Level) -> None:
    played, state = match(level, rounds="words_sentence")
    spoken = said(played)
    assert spoken
    assert played.lexicon is not None
    assert [word for word in spoken if not played.lexicon.look_up(word)] == []
    assert state.outcome is not None


def test_bots_leave_a_card_at_least_a_second() -> None:
    played, _ = match(Level.NORMAL, rounds="syllables")
    turns = [e for e in played.entries if isinstance(e, Played) and e.move.name == "flip"]
    assert len(turns) > 30
    assert min(b.t - a.t for a, b in pairwise(turns)) >= 1_000


def test_bots_commit_themselves_and_keep_to_it() -> None:
    played, state = match(Level.STRONG, players=2, rounds="words", commit=True)
    thought = {
        str(e.move.args["word"]) for e in played.entries if isinstance(e, Played) and e.move.name == "think"
    }
    kept = [word for word in said(played) if word in thought]
    assert len(kept) > 0.8 * len(said(played)) > 0
    assert state.outcome is not None
