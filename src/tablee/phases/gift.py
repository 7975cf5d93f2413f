"""The pétard's gift: whoever turned it gives a card to each of the others."""

from collections.abc import Callable, Sequence

from tablee.kernel.state import State
from tablee.kernel.units import Seat
from tablee.kernel.zones import Zone


def give_each(s: State, giver: Seat, sources: Sequence[Zone], receives: Callable[[Seat], Zone]) -> list[Seat]:
    """One card to each other seat, clockwise from the giver's left, as far as his cards go.

    Each comes from the top of the first source that is not empty. Returns who got one.
    """
    takers = []
    for taker in s.others(giver):
        source = next((zone for zone in sources if zone.cards), None)
        if source is None:
            break
        s.move(source.cards[-1], source, receives(taker))
        takers.append(taker)
    return takers
