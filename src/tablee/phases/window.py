"""Window: presses are kept sealed and resolved together, in the order of their corrected times.

A press is an ordinary move, logged as it arrives. Because an earlier one may still be on the wire, nothing
is decided before the first press plus a near-tie plus the table's hold. Whatever ends the window goes
through the same hold and the same order, so that lag decides nothing.
"""

from collections.abc import Sequence
from typing import ClassVar, Generic

from msgspec import Struct, field

from tablee.kernel.moves import Move
from tablee.kernel.phase import Alarm, Phase, S
from tablee.kernel.refusal import Refused
from tablee.kernel.units import ANTICIPATION, LOCKOUT, TIE, Millis, Seat


class Press(Struct, frozen=True):
    at: Millis
    seat: Seat
    name: str
    what: str = ""


def groups(presses: Sequence[Press]) -> list[list[Press]]:
    """Presses in order of time, near-ties together: each group starts at its first press."""
    result: list[list[Press]] = []
    for press in sorted(presses, key=lambda p: (p.at, p.seat)):
        if result and press.at - result[-1][0].at <= TIE:
            result[-1].append(press)
        else:
            result.append([press])
    return result


class Window(Phase[S], Generic[S]):
    """A phase in which several seats press; a game says what the sorted presses mean."""

    anticipation: ClassVar[Millis] = ANTICIPATION
    stimulus: int = -1
    presses: list[Press] = field(default_factory=list)
    locked: dict[Seat, Millis] = field(default_factory=dict)

    def resolve(self, s: S, presses: Sequence[Press]) -> None:
        """Nothing earlier can arrive any more: decide."""
        raise NotImplementedError

    def press(self, s: S, seat: Seat, move: Move, what: str = "") -> bool:
        """Takes a reaction to the stimulus; False if it was void (an anticipation, a locked seat)."""
        if move.answers is None:
            raise Refused("malformed", parameter="answers")
        if move.answers != self.stimulus:
            raise Refused("too_late")
        if move.at < self.locked.get(seat, 0):
            raise Refused("too_early", wait=self.locked[seat] - move.at)
        if move.at - s.stimuli[self.stimulus] < self.anticipation:
            self.locked[seat] = move.at + LOCKOUT
            s.tell("anticipation", seat=seat)
            return False
        self.presses.append(Press(move.at, seat, move.name, what))
        return True

    def has_pressed(self, seat: Seat) -> bool:
        return any(p.seat == seat for p in self.presses)

    def alarms(self, s: S) -> Sequence[Alarm]:
        if not self.presses:
            return ()
        first = min(p.at for p in self.presses)
        return (Alarm("close", first - self.shift + TIE + 1, waits=True, shown=False),)

    def ring(self, s: S, alarm: Alarm) -> None:
        presses, self.presses = self.presses, []
        self.resolve(s, presses)
