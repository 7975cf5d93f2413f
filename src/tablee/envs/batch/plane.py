"""What `tablee.phases.plane` is, for batches: cards on fixed places, face down, turned up one by one.

Where the places lie on the table no observation says, so nothing is scattered here.
"""

import numpy as np
from numpy.typing import NDArray

from tablee.envs.batch.eyes import Ints, first_state
from tablee.envs.batch.jit import Record, compiled
from tablee.envs.batch.shake import label
from tablee.envs.batch.table import fill, put, shuffle
from tablee.envs.table import Rules
from tablee.kernel.zones import HOLE
from tablee.phases.plane import IDLE_ROUNDS, PLANE

DEAL = label("deal")


def place_actions(rules: Rules, move: str, param: str) -> Ints:
    """The action by which each place of the plane is chosen."""
    table = rules.actions.table(move, param)
    zone = first_state(rules).zones[PLANE]
    return np.array([table["place", zone.name, place] for place in range(len(zone.cards))], np.int32)


@compiled
def spread(s: Record, cards: int, index: int) -> None:
    """The whole deck, mixed; an index below zero is none."""
    fill(s, PLANE, cards)
    shuffle(s, PLANE, DEAL, index)


@compiled
def lies_down(s: Record, place: int) -> bool:
    """Whether a card lies there, face down."""
    card = s.cards[PLANE, place]
    return bool(card != HOLE and not s.open[card])


@compiled
def mask_places(s: Record, at: Ints, only: int, out: NDArray[np.int8]) -> None:
    """The places whose cards may be turned; the last one left goes without saying (`only`)."""
    last, count = -1, 0
    for place in range(s.count[PLANE]):
        if lies_down(s, place):
            out[at[place]] = 1
            last = place
            count += 1
    if count == 1:
        out[at[last]] = 0
        out[only] = 1


@compiled
def last_place(s: Record) -> int:
    """The only place where a card lies face down."""
    for place in range(s.count[PLANE]):
        if lies_down(s, place):
            return place
    return -1


@compiled
def win(s: Record, place: int, target: int) -> None:
    """The card at a place goes to a zone without places."""
    card = s.cards[PLANE, place]
    s.cards[PLANE, place] = HOLE
    if s.open[card]:
        s.open[card] = 0
        s.opened -= 1
    put(s, target, card)


@compiled
def in_vain(s: Record, n: int) -> bool:
    """One more turn that has won nothing (the game's field `idle`); whether it was one too many."""
    s.idle += 1
    return bool(s.idle == IDLE_ROUNDS * n)
