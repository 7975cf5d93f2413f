"""Random play without people, views or records: as fast as the rules go. Search bots finish games with it."""

from collections.abc import Callable
from random import Random
from typing import Any

from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Phase
from tablee.kernel.record import Played, Rang
from tablee.kernel.state import Due, State
from tablee.kernel.units import Seat

PATIENCE = 32
"""A random player lets the clock ring about once in this many decisions, so that timeouts are played too."""


class QuickPicker:
    """The arena's generator: quick, seeded, and no part of the rules."""

    __slots__ = ("_random",)

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed).random

    def below(self, n: int) -> int:
        return int(self._random() * n)


def random_entry(s: State, pick: QuickPicker) -> tuple[Played, Phase[Any]] | tuple[Rang, Due] | None:
    """Draws what happens next, with the phase or alarm that it concerns; None when nothing can happen."""
    due = s.next_alarm()
    if due is None or pick.below(PATIENCE):
        found = _some_offer(s, pick)
        if found is not None:
            phase, seat, offer = found
            t = s.now + 1 + pick.below(1_000)
            t = max(t, offer.opens_at)
            if due is None or t <= due.at:
                return Played(t, seat, Move(offer.name, offer.sample(pick), t, offer.stimulus)), phase
    return (Rang(max(s.now, due.at), due.name), due) if due is not None else None


def _some_offer(s: State, pick: QuickPicker) -> tuple[Phase[Any], Seat, Offer] | None:
    """An offer of a random seat that has one."""
    top = s.phases[-1]
    if s.beside:
        pairs = [
            (phase, seat, offer)
            for phase in (top, *(p for p in s.beside if p.frozen_at < 0))
            for seat in s.all_seats
            for offer in phase.offers(s, seat)
        ]
        return pairs[pick.below(len(pairs))] if pairs else None
    seats = top.actors(s)
    while seats:
        seat = seats[pick.below(len(seats))]
        offers = top.offers(s, seat)
        if offers:
            return top, seat, offers[pick.below(len(offers))] if len(offers) > 1 else offers[0]
        seats = [x for x in seats if x != seat]
    return None


def rollout(
    s: State, pick: QuickPicker, limit: int = 1_000_000, until: Callable[[State], bool] | None = None
) -> int:
    """Plays at random to the end (or until a condition holds); the number of moves made by players."""
    moves = 0
    for _ in range(limit):
        if s.outcome is not None or (until is not None and until(s)):
            break
        drawn = random_entry(s, pick)
        if drawn is None:
            break
        entry, of = drawn
        s.now = entry.t
        if isinstance(of, Due):
            s.ring(of)
        else:
            assert isinstance(entry, Played)
            moves += 1
            s.play_offered(of, entry.seat, entry.move)
    return moves
