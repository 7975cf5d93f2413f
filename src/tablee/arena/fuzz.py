"""Random games without end, each put to every proof; what breaks is kept as a record that replays."""

from collections.abc import Iterator
from time import monotonic
from typing import Any

from msgspec import Struct

from tablee.arena.proof import (
    audiences,
    check_covered,
    check_mixed,
    check_never_seen,
    check_offers,
    check_plays,
    check_redeal,
    check_return,
    check_sealed,
)
from tablee.arena.runs import Broken, Opening, Run, any_deal, steps
from tablee.arena.whereabouts import check_whereabouts
from tablee.kernel.content import digest
from tablee.kernel.game import Game
from tablee.kernel.record import Entry, Footer, Record, header_of


class BrokenGame(Struct, frozen=True):
    """A game that broke a promise or crashed."""

    players: int
    seed: int
    error: str
    record: Record


def check_everything(deal: Opening) -> Run:
    """All proofs on one game."""
    run = check_plays(deal)
    for viewers in audiences(deal.players):
        check_never_seen(run, viewers, 1)
        check_mixed(run, viewers, 1)
        check_covered(run, viewers, 2)
        check_sealed(run, viewers)
        check_whereabouts(run, viewers)
    check_return(run)
    check_redeal(run)
    check_offers(run)
    return run


def fuzz(game: Game[Any], seconds: float, first_seed: int = 0) -> Iterator[BrokenGame | int]:
    """Yields the number of games played so far, and what was found."""
    until = monotonic() + seconds
    low, high = game.info.players
    seed = first_seed
    while monotonic() < until:
        players = low + seed % (high - low + 1)
        try:
            check_everything(any_deal(game, players, seed))
        except Exception as wrong:
            yield BrokenGame(players, seed, f"{type(wrong).__name__}: {wrong}", dump(game, players, seed))
        seed += 1
        yield seed - first_seed


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
