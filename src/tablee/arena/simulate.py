"""Many games without people: how long they are, who wins, what goes wrong."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from statistics import fmean, median
from time import perf_counter
from typing import Any

from msgspec import Struct

from tablee.arena.match import RANDOM, Match, must_play_alone
from tablee.bots.rollout import QuickPicker, rollout
from tablee.games.registry import game
from tablee.kernel.outcome import Outcome
from tablee.kernel.record import Played
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.kernel.state import State


class Length(Struct, frozen=True):
    """Moves per game."""

    min: int
    median: float
    max: int


class Wins(Struct, frozen=True):
    """Shares of the games that were won; a shared victory counts in parts."""

    by_seat: tuple[float, ...]
    by_bot: dict[str, float]


class Scores(Struct, frozen=True):
    """Mean scores."""

    by_seat: tuple[float, ...]
    by_bot: dict[str, float]


class Failure(Struct, frozen=True):
    seed: str
    error: str


class SimulationReport(Struct, frozen=True):
    game: str
    games: int
    finished: int
    moves: int
    seconds: float
    moves_per_second: float
    length: Length
    wins: Wins
    scores: Scores
    errors: tuple[Failure, ...]


class Simulation(Struct, frozen=True):
    """What to simulate."""

    game: str
    games: int
    bots: tuple[str, ...]
    """One name per seat."""
    seed: str
    options: Mapping[str, Any]


class Simulated(Struct, frozen=True):
    """One simulated game."""

    moves: int
    outcome: Outcome | None
    error: Failure | None = None


def plan(
    key: str, games: int, players: int | None, bots: Sequence[str], seed: str, options: Mapping[str, Any]
) -> Simulation:
    """Checks what is asked for. One bot name stands for all seats."""
    low, high = game(key).info.players
    seats = players if players is not None else (len(bots) if len(bots) > 1 else max(low, min(4, high)))
    if not low <= seats <= high or len(bots) not in (1, seats):
        raise Refused("bad_players", least=low, most=high)
    for name in bots:
        must_play_alone(name)
    return Simulation(key, games, tuple(bots) * seats if len(bots) == 1 else tuple(bots), seed, options)


def one_game(what: Simulation, index: int) -> Simulated:
    """Game number `index` of the plan; a crash is a result, not the end of the simulation."""
    played = game(what.game)
    label = f"{what.seed}/{index}"
    try:
        if all(name == RANDOM for name in what.bots):
            s: State = played.start(len(what.bots), seed=seed_from(label), options=what.options)
            moves = rollout(s, QuickPicker(label), limit=played.bound(s.n, s.options))
            return Simulated(moves, s.outcome)
        match = Match(played, what.bots, seed=seed_from(label), options=what.options)
        match.finish(played.bound(len(what.bots), match.state.options))
        return Simulated(sum(isinstance(e, Played) for e in match.entries), match.state.outcome)
    except Refused:
        raise
    except Exception as wrong:
        return Simulated(0, None, Failure(label, f"{type(wrong).__name__}: {wrong}"))


def some_games(what: Simulation, first: int, count: int) -> list[Simulated]:
    return [one_game(what, index) for index in range(first, first + count)]


def simulate(what: Simulation, jobs: int = 1, done: Callable[[int], None] | None = None) -> SimulationReport:
    """Plays all games, on several processes if asked; the same seed gives the same games on any number."""
    began = perf_counter()
    results: dict[int, list[Simulated]] = {}
    chunk = max(1, min(50, what.games // (4 * jobs) or 1))
    starts = range(0, what.games, chunk)
    if jobs == 1:
        for first in starts:
            results[first] = some_games(what, first, min(chunk, what.games - first))
            if done:
                done(len(results[first]))
    else:
        with ProcessPoolExecutor(jobs) as pool:
            waiting = {
                pool.submit(some_games, what, first, min(chunk, what.games - first)): first for first in starts
            }
            for future in as_completed(waiting):
                results[waiting[future]] = future.result()
                if done:
                    done(len(future.result()))
    seconds = perf_counter() - began
    return summarise(what, [g for first in starts for g in results[first]], seconds)


def summarise(what: Simulation, played: Sequence[Simulated], seconds: float) -> SimulationReport:
    finished = [g for g in played if g.outcome is not None]
    errors = [
        g.error or Failure(f"{what.seed}/{i}", "no end within the bound")
        for i, g in enumerate(played)
        if g.outcome is None
    ]
    lengths = [g.moves for g in finished] or [0]
    n = len(what.bots)
    wins = [0.0] * n
    points: list[list[int]] = [[] for _ in range(n)]
    for g in finished:
        assert g.outcome is not None
        for seat in g.outcome.winners:
            wins[seat] += 1 / len(g.outcome.winners)
        for seat, score in enumerate(g.outcome.scores):
            points[seat].append(score)
    total = max(1, len(finished))
    kinds = list(dict.fromkeys(what.bots))
    seats = {kind: [i for i in range(n) if what.bots[i] == kind] for kind in kinds}
    moves = sum(g.moves for g in played)
    return SimulationReport(
        game=what.game,
        games=what.games,
        finished=len(finished),
        moves=moves,
        seconds=round(seconds, 3),
        moves_per_second=round(moves / seconds, 1) if seconds else 0.0,
        length=Length(min(lengths), median(lengths), max(lengths)),
        wins=Wins(
            tuple(round(w / total, 4) for w in wins),
            {k: round(sum(wins[i] for i in seats[k]) / total, 4) for k in kinds},
        ),
        scores=Scores(
            tuple(round(fmean(p), 2) if p else 0.0 for p in points),
            {k: round(fmean([x for i in seats[k] for x in points[i]] or [0]), 2) for k in kinds},
        ),
        errors=tuple(errors),
    )
