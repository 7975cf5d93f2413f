"""Zones: where cards, dice and tiles lie, and who sees them there."""

from operator import methodcaller

from msgspec import Struct, field

from tablee.kernel.units import TABLE, CardId, Seat, Seats

HOLE: CardId = -1
"""An empty place of a zone with fixed places."""

DEEP = 10_000
"""More cards than any zone holds."""


# Half the price of naming every field, or of `copy.copy`.
_copied = methodcaller("__copy__")


class Pose(Struct, frozen=True):
    """Where a fixed place lies: millimetres on the plane and degrees."""

    x: int
    y: int
    angle: int


class Zone(Struct):
    """The last card of the list is the top. Nothing is open by itself: each zone says who sees into it."""

    name: str
    kind: str
    """How things lie in it, for whoever draws it; `pieces.kinds` has the names."""
    seers: Seats
    """Who sees the faces: `EVERYBODY`, `NOBODY`, `mask(owner)`, `~mask(owner)` (a forehead), any set. All
    see how many cards there are, and where they lie."""
    owner: Seat = TABLE
    cards: list[CardId] = field(default_factory=list)
    depth: int = DEEP
    """How many cards from the top the seers see."""
    hidden: bool = False
    """Not even that it is there is told."""
    poses: tuple[Pose, ...] | None = None
    """Fixed places: a card that leaves makes a hole."""
    area: tuple[int, int] | None = None
    """Width and height of a plane, in the unit of its poses."""
    by: list[Seat] = field(default_factory=list)
    """In a trick: who has laid the card at each place, or is about to."""
    best: int = -1
    """In a trick: the place that would take it now."""

    def copy(self) -> "Zone":
        twin: Zone = _copied(self)
        twin.cards = self.cards[:]
        twin.by = self.by[:]
        return twin

    def held(self) -> list[CardId]:
        """The cards, without the holes."""
        return [c for c in self.cards if c != HOLE] if self.poses else self.cards
