"""Random games without end, each (or one in so many) put to every proof; what breaks is kept as a record that
replays."""

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count, islice, takewhile
from math import inf
from time import monotonic
from typing import Any

from msgspec import Struct

from tablee.arena.proof import (
    check_covered,
    check_mixed,
    check_never_seen,
    check_offers,
    check_plays,
    check_redeal,
    check_return,
    check_sealed,
)
from tablee.arena.runs import Broken, Opening, Run, any_deal, audiences, play, steps
from tablee.arena.whereabouts import check_whereabouts
from tablee.games.registry import game as registered
from tablee.kernel.content import digest
from tablee.kernel.game import Game
from tablee.kernel.record import Entry, Footer, Record, header_of

LONGEST_BOUT = 20
"""Games that a process plays before it tells of them."""


class BrokenGame(Struct, frozen=True):
    """A game that broke a promise or crashed."""

    players: int
    seed: int
    error: str
    record: Record


def check_everything(deal: Opening) -> Run:
    """All proofs on one game."""
    run = check_plays(deal)
    check_never_seen(run, 1)
    check_mixed(run, 1)
    check_covered(run, 2)
    check_sealed(run)
    for viewers in audiences(deal.players):
        check_whereabouts(run, viewers)
    check_return(run)
    check_redeal(run)
    check_offers(run)
    return run


def fuzz(
    game: Game[Any],
    seconds: float = inf,
    first_seed: int = 0,
    *,
    most: float = inf,
    every: int = 1,
    jobs: int = 1,
) -> Iterator[BrokenGame | int]:
    """Yields the number of games played so far, and what was found. One game in `every` is put to every proof; the
    others are played to their end, within the bound, and their pieces counted after each step. Several processes
    play the same games as one."""
    until = monotonic() + seconds
    numbers = takewhile(lambda number: number < most and monotonic() < until, count())
    if jobs > 1:
        yield from _in_processes(game.info.key, numbers, first_seed, every, jobs)
        return
    for number in numbers:
        found = fuzzed(game, first_seed + number, proven=number % every == 0)
        if found is not None:
            yield found
        yield number + 1


def fuzzed(game: Game[Any], seed: int, *, proven: bool) -> BrokenGame | None:
    low, high = game.info.players
    players = low + seed % (high - low + 1)
    deal = any_deal(game, players, seed)
    try:
        check_everything(deal) if proven else play(deal)
    except Exception as wrong:
        return BrokenGame(players, seed, f"{type(wrong).__name__}: {wrong}", dump(game, players, seed))
    return None


def _in_processes(
    key: str, numbers: Iterator[int], first_seed: int, every: int, jobs: int
) -> Iterator[BrokenGame | int]:
    played = 0
    with ProcessPoolExecutor(jobs) as pool:
        waiting: set[Future[tuple[int, list[BrokenGame]]]] = set()
        while True:
            # One with all its proofs in each bout, so that the end of the time is not missed by much.
            while len(waiting) < 2 * jobs and (bout := list(islice(numbers, min(every, LONGEST_BOUT)))):
                waiting.add(pool.submit(_bout, key, bout, first_seed, every))
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                games, broken = future.result()
                yield from broken
                played += games
                yield played


def _bout(key: str, numbers: Sequence[int], first_seed: int, every: int) -> tuple[int, list[BrokenGame]]:
    """Some games in a process of its own."""
    rules = registered(key)
    found = [fuzzed(rules, first_seed + number, proven=number % every == 0) for number in numbers]
    return len(numbers), [each for each in found if each is not None]


def dump(game: Game[Any], players: int, seed: int) -> Record:
    """The game up to where it broke: replaying it makes the same error, or ends in the same position."""
    deal = any_deal(game, players, seed)
    s = deal.start(watched=False)
    header = header_of(game, s)
    entries: list[Entry] = []
    try:
        for entry in steps(deal, s, keep=entries):
            assert entry is entries[-1]
    except Exception as wrong:
        if not isinstance(wrong, Broken):
            return Record(header, tuple(entries), Footer(s.seed.hex(), s.outcome, ""))
    return Record(header, tuple(entries), Footer(s.seed.hex(), s.outcome, digest(s)))
