"""What `tablee.phases.window` is, for batches: presses that wait, and are decided together in the order of time.

Nobody here is quicker than the shortest delay that can be chosen, so there are no anticipations and no lockouts.
"""

import numpy as np

from tablee.envs.batch.jit import Record, compiled
from tablee.envs.batch.table import NEVER, Fields
from tablee.envs.table import DELAYS
from tablee.kernel.units import ANTICIPATION, TIE

AT, SEAT, NAME, WHAT, FLAGS = range(5)
"""Of a press, as in `Press`; names and what is pressed are numbers of the game's own."""

assert min(DELAYS) >= ANTICIPATION


def window_fields(presses: int) -> Fields:
    """For so many presses at once; a new game begins with `pressed` zero."""
    return [("presses", np.int64, (presses, 5)), ("pressed", np.int16)]


@compiled
def press(s: Record, at: int, seat: int, name: int, what: int, flags: int) -> None:
    row = s.presses[s.pressed]
    row[AT], row[SEAT], row[NAME], row[WHAT], row[FLAGS] = at, seat, name, what, flags
    s.pressed += 1


@compiled
def has_pressed(s: Record, seat: int, name: int) -> bool:
    for i in range(s.pressed):
        if s.presses[i, SEAT] == seat and s.presses[i, NAME] == name:
            return True
    return False


@compiled
def closes_at(s: Record) -> int:
    """When all that was pressed together with the first press has come; NEVER: nobody has pressed."""
    soonest = NEVER
    for i in range(s.pressed):
        soonest = min(soonest, s.presses[i, AT] + TIE + 1)
    return soonest


@compiled
def collect(s: Record) -> int:
    """Puts the presses in order of time, and none waits any more; returns how many there were."""
    count = s.pressed
    for end in range(1, count):
        i = end
        while i and _before(s, i, i - 1):
            for k in range(5):
                s.presses[i, k], s.presses[i - 1, k] = s.presses[i - 1, k], s.presses[i, k]
            i -= 1
    s.pressed = 0
    return int(count)


@compiled
def _before(s: Record, i: int, k: int) -> bool:
    a, b = s.presses[i], s.presses[k]
    return bool(a[AT] < b[AT] or (a[AT] == b[AT] and a[SEAT] < b[SEAT]))


@compiled
def near(s: Record, begin: int, end: int) -> int:
    """The end of the near-tie that begins with this one of the collected presses."""
    i = begin + 1
    while i < end and s.presses[i, AT] - s.presses[begin, AT] <= TIE:
        i += 1
    return i
