"""Phases: small classes, each with its own data, offers, moves and alarms, that read like the rulebook."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from tablee.kernel.moves import Move, Offer, Question, Settled
from tablee.kernel.rng import Rng
from tablee.kernel.units import Millis, Seat
from tablee.kernel.values import Shown
from tablee.kernel.zones import copied

if TYPE_CHECKING:
    from tablee.kernel.state import State

S = TypeVar("S", bound="State")

NEVER: Millis = 1 << 62

STRETCH: Mapping[str, int] = {"normal": 100, "longer": 150, "double": 200, "none": 0}
"""Percent of a decision's time, by the option `timers`."""


class Alarm(Struct, frozen=True):
    """Something that happens by itself, in the phase's own time (see `Phase.time`)."""

    key: str
    at: Millis
    seat: Seat = -1
    waits: bool = False
    """Rings only when moves made in time, but still on the wire, have arrived (the table's hold)."""
    shown: bool = True
    """The deadline is public; a secret one is never in a view."""
    stand_in: bool = False
    """Where bots can be asked, one plays for the seat instead, and the alarm need not ring. The phase has a plain
    default all the same."""
    known: Mapping[str, int] | None = None
    """When it rings: what the lexicon proposed (see `Phase.asks`)."""


class Sealed(Struct, frozen=True, tag=True):
    """A choice kept from the others: they learn that it is there, its author also what it is."""

    value: Any
    author: Seat
    cards: bool = False
    """The value is a map to cards, which leave as handles."""


class Phase(Struct, Generic[S], tag=True, kw_only=True):
    """The top of the stack is in charge. Nested data must be immutable, so that copies stay cheap."""

    runs_on: ClassVar[bool] = False
    """Pushed on another phase, it lets the clocks beneath run."""
    hurried: ClassVar[bool] = False
    """Alarms may ring within a second of a move; random play then looks at the clock before each one."""
    shown: ClassVar[Shown] = {}
    """The fields that views may carry, and what each one is."""
    began: Millis = 0
    shift: Millis = 0
    frozen_at: Millis = -1
    since: Millis = -1
    """When the time of the present decision began, in the phase's own time; -1: with the phase."""
    level: int = 0

    def enter(self, s: S) -> None:
        """Called once, when the phase comes to the top for the first time."""

    def actors(self, s: S) -> Sequence[Seat]:
        """The seats that may have offers."""
        return s.all_seats

    def active(self, s: S) -> Sequence[Seat]:
        """The seats that the table is waiting for."""
        return self.actors(s)

    def offers(self, s: S, seat: Seat) -> Sequence[Offer]:
        return ()

    def play(self, s: S, seat: Seat, move: Move) -> None:
        raise NotImplementedError

    def settled(self, s: S, seat: Seat, move: Move) -> Settled | None:
        """What would come of a move that may be checked, or why it is refused, as far as that seat sees; the same
        function then makes the move. None: nothing but whether it is refused. The state is a copy."""
        return None

    def alarms(self, s: S) -> Sequence[Alarm]:
        return ()

    def ring(self, s: S, alarm: Alarm) -> None:
        raise NotImplementedError

    def asks(self, s: S, alarm: Alarm) -> Question | None:
        """What the lexicon proposes when this alarm rings (a word for somebody silent). Like the answer to an
        offer that asks, it stands in the record; where there is no lexicon, the alarm rings without it."""
        return None

    def for_all(self, s: S) -> bool:
        """Whether all who sit around one screen are asked, or look: time runs though nobody holds it. Where nobody
        is waited for, all look."""
        return not self.active(s)

    def resume(self, s: S, result: Any) -> None:
        """What a pushed phase answered."""

    def reseal(self, s: S, seat: Seat, rng: Rng) -> None:
        """For `redeal`: draws again what this phase keeps from that seat."""

    def time(self, s: S) -> Millis:
        """The phase's own time: table time without the spans in which it was frozen."""
        return (self.frozen_at if self.frozen_at >= 0 else s.now) - self.shift

    def limit_in(self, s: S, span: Millis) -> Millis:
        """The end of a decision's time, as long as the table's timers make it."""
        stretch = STRETCH[s.options.timers]
        self.since = s.now - self.shift
        return self.since + span * stretch // 100 if stretch else NEVER

    @property
    def running_since(self) -> Millis:
        """When the clock of the present decision began, in table time."""
        return (self.began if self.since < 0 else self.since) + self.shift

    def freeze(self, now: Millis) -> None:
        if self.frozen_at < 0:
            self.frozen_at = now

    def thaw(self, now: Millis) -> None:
        if self.frozen_at >= 0:
            self.shift += now - self.frozen_at
            self.frozen_at = -1

    def copy(self) -> Self:
        twin: Self = copied(self)
        copy_containers(twin)
        return twin


def copy_containers(struct: Struct) -> None:
    """Gives a shallow copy lists and maps of its own."""
    for name, value in zip(struct.__struct_fields__, astuple(struct), strict=True):
        kind = type(value)
        if kind is list or kind is dict:
            setattr(struct, name, value.copy())


@cache
def phase_name(kind: type[Phase[Any]]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
