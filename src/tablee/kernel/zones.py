"""Zones: where cards, dice and tiles lie, and who sees them there."""

from operator import methodcaller

from msgspec import Struct, field

from tablee.kernel.units import EVERYBODY, TABLE, CardId, Millis, Seat, Seats

HOLE: CardId = -1
"""An empty place of a zone with fixed places."""

DEEP = 10_000
"""More cards than any zone holds."""


copied = methodcaller("__copy__")
"""A shallow copy of a struct: half the price of naming every field, or of `copy.copy`."""


class Pose(Struct, frozen=True, omit_defaults=True):
    """How a piece lies, in whole units of its zone: millimetres and degrees, or finer ones."""

    x: int
    y: int
    angle: int
    z: int = 0
    """How high."""
    down: int = 0
    """Which of its sides is down; 0: it stands."""
    edge: int = 0
    lean: int = 0
    """How far it leans over that edge; 0: not at all."""


class Waypoint(Struct, frozen=True):
    """Where a piece is on its way, so long after it set out."""

    after: Millis
    pose: Pose


class Zone(Struct):
    """The last card of the list is the top. Nothing is open by itself: each zone says who sees into it."""

    name: str
    kind: str
    """How things lie in it, for whoever draws it; `pieces.kinds` has the names."""
    seers: Seats
    """Who sees the faces: `EVERYBODY`, `NOBODY`, `mask(owner)`, `~mask(owner)` (a forehead), any set. All
    see how many cards there are."""
    owner: Seat = TABLE
    cards: list[CardId] = field(default_factory=list)
    depth: int = DEEP
    """How many cards from the top the seers see."""
    hidden: bool = False
    """Not even that it is there is told."""
    poses: tuple[Pose, ...] | None = None
    """How each place lies: a card that leaves makes a hole."""
    free: bool = False
    """Its pieces are posed one by one (`State.set_down`, `State.pose`), and a record proves how they lie."""
    whereabouts: Seats = EVERYBODY
    """Who sees how they lie, where there are poses; the others see only how many there are."""
    area: tuple[int, int] | None = None
    """Width and height of a plane, in the unit of its poses."""
    by: list[Seat] = field(default_factory=list)
    """In a trick: who has laid the card at each place, or is about to. Of a hand: to whom it is held out. Of what
    was just laid: by whom."""
    best: int = -1
    """In a trick: the place that would take it now. On a rack: the place from which on nothing moves."""
    said: str | None = None
    """A word that belongs to what lies here, for all to read; empty: one is still to come."""

    def copy(self) -> "Zone":
        twin: Zone = copied(self)
        twin.cards = self.cards[:]
        twin.by = self.by[:]
        return twin

    def lay(self, place: int, pose: Pose) -> None:
        """From now on that place lies so; it may be one more."""
        poses = self.poses or ()
        self.poses = (*poses[:place], pose, *poses[place + 1 :])

    def held(self) -> list[CardId]:
        """The cards, without the holes."""
        return [c for c in self.cards if c != HOLE] if self.poses else self.cards
