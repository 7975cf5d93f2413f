"""A grid of stacks: a square or a carpet of cards that are covered by others, place after place."""

from tablee.kernel.units import EVERYBODY
from tablee.kernel.zones import Zone
from tablee.pieces.kinds import Kind


def grid_of_stacks(name: str, across: int, down: int, *, words: bool = False) -> list[Zone]:
    """One zone for each place, `name:0` and on, row by row. All see the tops, and how high each stack is.

    A move points at one of them with `Slot(name, places)`. Where a word belongs to each (`words`), it is the
    zone's `said`. A stack that is turned face down has the seers `NOBODY` meanwhile.
    """
    said = "" if words else None
    return [
        Zone(f"{name}:{place}", Kind.STACKS, EVERYBODY, depth=1, area=(across, down), said=said)
        for place in range(across * down)
    ]
