"""Events: what happened, for animation, log and sound. Each one says who may know it."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from tablee.kernel.units import CardId, Seats
from tablee.kernel.values import Told
from tablee.kernel.zones import Pose, Waypoint


class Keep(StrEnum):
    LASTING = "lasting"
    """Stays in the log panel."""
    FLEETING = "fleeting"
    """Gone once shown: a covered card does not come back."""


ROLES = frozenset({"seat", "owner", "starter", "winner", "leader", "giver", "taker"})
"""What somebody may be in an event: `State.tell` takes seats by these names, and their sentences speak to them."""


class Posed(Struct, frozen=True):
    """How a piece lies now, and by which way it came there."""

    pose: Pose
    path: tuple[Waypoint, ...]
    seers: Seats
    """Who sees how it lies now."""
    watchers: Seats
    """Who sees all of its way."""


class Event(Struct, frozen=True):
    """Inside the kernel. The door makes an `EventView` of it for those in `to`, and drops it for the rest."""

    kind: str
    to: Seats
    data: Mapping[str, int | Told] = field(default_factory=dict)
    """Facts that everybody in `to` may know; never a card."""
    keep: Keep = Keep.LASTING
    card: CardId = -1
    faces: Seats = 0
    """Who sees the face of `card`, before or after it moved."""
    handles: Seats = 0
    """Who sees it where it is now, and so may know its handle."""
    life: int = 0
    """The card's life at that moment: a handle must not outlive it."""
    source: tuple[str, int] | None = None
    target: tuple[str, int] | None = None
    posed: Posed | None = None
    discloses: bool = False
    """Makes a partial fact about hidden things public on purpose (6.18)."""
