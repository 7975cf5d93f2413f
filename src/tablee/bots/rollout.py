"""Random play without people, views or records: as fast as the rules go. Search bots finish games with it."""

from collections.abc import Callable
from random import Random
from typing import Any
from zlib import crc32

from msgspec import structs

from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Phase
from tablee.kernel.record import Entry, Played, Rang
from tablee.kernel.state import Due, State
from tablee.kernel.units import Seat
from tablee.phases.vote import Verdict, WordState, judge
from tablee.play.order import ring
from tablee.words import flags
from tablee.words.folding import fold

PATIENCE = 32
"""A random player lets the clock ring about once in this many decisions, so that timeouts are played too."""


class QuickPicker:
    """The arena's generator: quick, seeded, and no part of the rules."""

    __slots__ = ("random",)

    def __init__(self, seed: int | str) -> None:
        self.random = Random(seed).random

    def below(self, n: int) -> int:
        return int(self.random() * n)


class CoinLexicon:
    """Knows every other string of letters, so that random play meets known and unknown words alike."""

    version = "coin"

    def look_up(self, word: str) -> int:
        return ANYTHING if crc32(fold(word).encode()) & 1 else 0

    def lists(self, word: str) -> bool:
        return bool(self.look_up(word))

    def extends(self, word: str) -> bool:
        return bool(crc32(fold(word).encode()) & 2)


ANYTHING = flags.KNOWN | flags.NOUN | flags.VERB
COIN = CoinLexicon()


def chanced(s: WordState, seat: Seat, move: Move) -> Move | None:
    """The move as the coin has it. Where nobody can vote on an unknown word, it is a known one; None for a word
    that this table has refused already."""
    if judge(s, seat, move.known) is not Verdict.REFUSED:
        return move
    known = structs.replace(move, known=dict.fromkeys(move.known, ANYTHING))
    return known if judge(s, seat, known.known) is Verdict.KNOWN else None


def random_entry(s: State, pick: QuickPicker) -> Entry | None:
    """Draws what happens next; None when nothing can happen any more."""
    drawn = _draw(s, pick)
    match drawn:
        case None:
            return None
        case Due():
            return Rang(max(s.now, drawn.at), drawn.name)
        case _, seat, move:
            return Played(move.at, seat, move)


def rollout(
    s: State, pick: QuickPicker, limit: int = 1_000_000, until: Callable[[State], bool] | None = None
) -> int:
    """Plays at random to the end (or until a condition holds); the number of moves made by players."""
    moves = 0
    for _ in range(limit):
        if s.outcome is not None or (until is not None and until(s)):
            break
        drawn = _draw(s, pick)
        if drawn is None:
            break
        if isinstance(drawn, Due):
            ring(s, drawn)
        else:
            phase, seat, move = drawn
            moves += 1
            s.now = move.at
            s.play_offered(phase, seat, move)
    return moves


def _draw(s: State, pick: QuickPicker) -> tuple[Phase[Any], Seat, Move] | Due | None:
    """A move of a random seat at a random time, or the next alarm."""
    random = pick.random
    top = s.phases[-1]
    due = s.next_alarm() if top.hurried or s.beside else None
    if random() * PATIENCE >= 1.0:
        found = _overlaid_offer(s, pick) if s.beside else _offer(s, top, random)
        if found is not None:
            phase, seat, offer = found
            t = s.now + 1 + int(random() * 1_000)
            t = max(t, offer.opens_at)
            if due is None or t <= due.at:
                move = Move(offer.name, offer.sample(pick), t, offer.stimulus)
                if not isinstance(s, WordState):
                    return phase, seat, move
                asked = chanced(s, seat, offer.looked_up(move, COIN))
                return (phase, seat, asked) if asked is not None else _draw(s, pick)
    elif due is None:
        due = s.next_alarm()
        if due is None:
            return _draw(s, pick)
    return due if due is not None else s.next_alarm()


def _offer(s: State, top: Phase[Any], random: Callable[[], float]) -> tuple[Phase[Any], Seat, Offer] | None:
    """An offer of a random seat that has one."""
    seats = top.actors(s)
    while seats:
        seat = seats[int(random() * len(seats))]
        offers = top.offers(s, seat)
        if offers:
            offer = offers[int(random() * len(offers))]
            if offer.grave and random() * PATIENCE >= 1.0:
                offer = next((o for o in offers if not o.grave), offer)
            return top, seat, offer
        seats = [x for x in seats if x != seat]
    return None


def _overlaid_offer(s: State, pick: QuickPicker) -> tuple[Phase[Any], Seat, Offer] | None:
    """The same where overlays add to the offers."""
    found = [
        (phase, seat, offer)
        for phase in (s.phases[-1], *(p for p in s.beside if p.frozen_at < 0))
        for seat in s.all_seats
        for offer in phase.offers(s, seat)
    ]
    return found[pick.below(len(found))] if found else None
