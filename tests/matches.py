"""What tests of bots say in one line: a whole game that replays, how far one level is ahead of another."""

from collections.abc import Sequence
from typing import Any

from tablee.arena.match import Match
from tablee.kernel.game import Game
from tablee.kernel.record import Rang, dumps, loads, replay
from tablee.kernel.rng import seed_from


def whole_game(game: Game[Any], bots: Sequence[str], seed: int, **options: Any) -> Match:
    """Bots play to the end, within what the game promises, and the record replays to the same end."""
    match = Match(game, bots, seed=seed_from(seed), **options)
    match.finish(game.bound(len(bots), match.state.options))
    assert replay(game, loads(dumps(match.record))).outcome == match.state.outcome
    return match


def never_late(match: Match) -> bool:
    """No bot has let its time run out."""
    return not any(isinstance(entry, Rang) and "limit" in entry.alarm for entry in match.entries)


def scores_of_two(game: Game[Any], better: str, worse: str, games: int) -> tuple[int, int]:
    """The points of two bots over some games, in which they change seats."""
    better_has = worse_has = 0
    for seed in range(games):
        bots = (better, worse) if seed % 2 else (worse, better)
        scores = Match(game, bots, seed=seed_from(seed)).finish().scores
        better_has += scores[1 - seed % 2]
        worse_has += scores[seed % 2]
    return better_has, worse_has


def called_on(match: Match) -> dict[int, bool]:
    """Bots play to the end on a heap: of every card on which there was something to call, whether somebody did."""
    s: Any = match.state
    came: dict[int, bool] = {}
    while s.outcome is None:
        match.step()
        for event in match.news:
            if event.kind in ("wins", "ties") and came:
                came[max(came)] = True
        newest = len(s.stimuli) - 1
        fresh = s.outcome is None and getattr(s.phases[-1], "stimulus", -1) == newest >= 0
        if fresh and newest not in came and s.right():
            came[newest] = False
    return came
