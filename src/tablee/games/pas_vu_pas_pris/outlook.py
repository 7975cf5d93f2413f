"""What a strong player reckons with: which side those who may choose it would like best."""

from collections.abc import Iterable, Mapping, Sequence

from tablee.games.pas_vu_pas_pris.hall import Doorway, Ghost
from tablee.games.pas_vu_pas_pris.hiding import Odds, Room, Worth, odds
from tablee.kernel.units import Seat

SURE = 0.75
"""How likely somebody is to choose the side that is best for him."""

Losses = Mapping[Seat, Mapping[int, float]]
"""What each seat would lose by a look from each side."""


def losses(
    room: Room, worth: Worth, looked: Iterable[tuple[Ghost, Sequence[bool]]], doors: Sequence[Doorway]
) -> Losses:
    """Of ghosts and the doors that see them."""
    found = {seat: {side: 0.0 for side, _ in doors} for seat in range(len(room.sides))}
    each = {side: sum(door[0] == side for door in doors) for side, _ in doors}
    for ghost, seen in looked:
        lost = worth(ghost, 0.0)
        for (side, _), it_is in zip(doors, seen, strict=True):
            if it_is:
                found[ghost.seat][side] += lost / each[side]
    return found


def gain(lost: Losses, seat: Seat, side: int) -> float:
    """What the others lose on the average by a look from a side, less what the seat does."""
    others = [by_side[side] for other, by_side in lost.items() if other != seat]
    return sum(others) / len(others) - lost[seat][side]


def likes(room: Room, lost: Losses, seats: Sequence[Seat]) -> dict[int, float]:
    """How likely each side is if one of those seats may choose, and does what is good for it."""
    sides = sorted({side for side, _ in odds(room)})
    found = dict.fromkeys(sides, (1 - SURE) / len(sides))
    for seat in seats:
        gains = {side: gain(lost, seat, side) for side in sides}
        best = [side for side in sides if gains[side] > max(gains.values()) - 1e-9]
        for side in best:
            found[side] += SURE / len(seats) / len(best)
    return found


def chosen(room: Room, lost: Losses) -> Odds:
    """How likely each door is if those who may choose do what is good for them."""
    return odds(room, likes(room, lost, room.eligible()))
