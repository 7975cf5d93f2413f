"""Talk: what people at the table say to each other, in bubbles that stay until something else is said.

What was said is a fact, so somebody who comes back reads it too. Where the game has a list, a seat may recall more
than the last words.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec import Struct

from tablee.kernel.state import State
from tablee.kernel.units import Seat
from tablee.kernel.values import PLAIN, Shown, Sight, Told


class Bubble(Struct, frozen=True):
    """One bubble. Its sentence stands in the texts under `facts`, as `talk.<line>`."""

    seat: Seat
    line: str
    told: Mapping[str, int | Told]


class TalkState(State, kw_only=True):
    shown: ClassVar[Shown] = {"talk": PLAIN, "recalled": Sight.OWNER}
    talk: tuple[Bubble, ...] = ()

    def say(self, seat: Seat, line: str, /, **told: int | Told) -> None:
        self.talk = (*self.talk, Bubble(seat, line, told))

    def chat(self, seat: Seat, line: str, ways: int, turn: int, /, **told: int | Told) -> None:
        """A bot says it in one of several ways (`line.1` and on), which tells nothing; a person plainly."""
        way = "" if self.seats[seat].human else f".{1 + self.rng(line, turn).below(ways)}"
        self.say(seat, line + way, **told)

    def hush(self) -> None:
        self.talk = ()

    @property
    def recalled(self) -> Sequence[Sequence[Bubble]]:
        """What each seat may read again, the oldest first."""
        return [()] * self.n
