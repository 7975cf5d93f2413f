"""Search over hidden information: moves are tried on many deals that look the same, and played on from there."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from tablee.bots.bot import Sighting
from tablee.bots.rollout import QuickPicker, rollout
from tablee.kernel.moves import Move
from tablee.kernel.rng import Rng
from tablee.kernel.state import State
from tablee.kernel.units import Seat
from tablee.play.order import ring_next

Policy: TypeAlias = Callable[[State, Seat, QuickPicker], Move]
"""What a seat does in a playout; it may look at the whole imagined state."""

Worth: TypeAlias = Callable[[State, Seat, Move, int], float]
"""What a move of a seat comes to on an imagined deal, which stays as it is; the number is to draw luck from."""

MOST_MOVES = 64
"""An offer with more moves than this, or with an open domain, is sampled."""


def weigh(seen: Sighting, rng: Rng, *, deals: int, worths: Sequence[Worth], heats: int = 1) -> Move:
    """The move with the best average worth over imagined deals, as a client would send it.

    All moves meet the same deals, so that luck does not decide between them. With several heats only the better
    half goes on from each to the next. A function of the rng and of what the seat has seen.
    """
    seat = seen.seat
    twin = seen.redeal(rng)
    tries = [(move, worth) for move in candidates(twin, seat, rng) for worth in worths]
    totals = [0.0] * len(tries)
    going = list(range(len(tries)))
    heat = -(-deals // heats)
    for deal in range(deals if len(tries) > len(worths) else 0):
        if deal:
            twin = seen.redeal(rng)
            if deal % heat == 0:
                going = sorted(going, key=totals.__getitem__, reverse=True)[: max(2, -(-len(going) // 2))]
        luck = rng.word()
        for i in going:
            move, worth = tries[i]
            totals[i] += worth(twin, seat, move, luck)
    best = max(going, key=totals.__getitem__)
    return seen.outward(twin, tries[best][0])


def candidates(s: State, seat: Seat, rng: Rng) -> list[Move]:
    """The moves that this seat is offered: all of them, or a sample where they are too many."""
    moves = []
    for offer in s.offers(seat):
        count = offer.count()
        if count is not None and count <= MOST_MOVES:
            choices = list(offer.enumerate())
        else:
            choices = [offer.sample(rng) for _ in range(MOST_MOVES)]
        at = max(s.now, offer.opens_at)
        moves += [Move(offer.name, args, at, offer.stimulus) for args in choices]
    return moves


def play_on(s: State, pick: QuickPicker, until: Callable[[State], bool], policy: Policy | None = None) -> None:
    """Plays until the condition holds. With a policy nobody dawdles: alarms ring only where nobody can move."""
    if policy is None:
        rollout(s, pick, until=until)
        return
    while s.outcome is None and not until(s):
        top = s.phases[-1]
        seats = top.actors(s)
        if seats:
            s.play_offered(top, seats[0], policy(s, seats[0], pick))
        elif not ring_next(s):
            return
