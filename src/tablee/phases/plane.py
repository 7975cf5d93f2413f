"""A plane of cards face down: in turn each player turns one up, the one he points at; chance does for the silent.

The plain part of the memory games (Zieufermix, Suitix, Méfouillix) and of Lotolix. Closed eyes are in `eyes`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from tablee.kernel.domains import Slot
from tablee.kernel.moves import Move, Offer
from tablee.kernel.phase import Phase
from tablee.kernel.places import zone_at
from tablee.kernel.state import State
from tablee.kernel.units import NOBODY, CardId, Seat
from tablee.kernel.zones import HOLE, Zone
from tablee.phases.decision import Decision
from tablee.phases.show import Show
from tablee.pieces.kinds import Kind
from tablee.pieces.plane import Grid, scatter

PLANE = 0
"""The plane is the first zone."""
IDLE_ROUNDS = 20
"""After so many rounds of turns that have won nothing a memory game stops: it could go on for ever."""


class OnPlane(State, kw_only=True):
    """What may be done with a plane. It adds no field, so that a game of words can be one on a plane too: such a
    state derives from both and has `idle` and `draws` itself."""

    if TYPE_CHECKING:
        idle: int
        draws: int

    def spread(self, grid: Grid, cards: Sequence[CardId], *index: int, jitter: int = 25, turn: int = 20) -> Zone:
        """A plane with these cards, mixed and scattered face down; `index` tells one spreading from the next."""
        poses = scatter(grid, len(cards), self.rng("scatter", *index), jitter=jitter, turn=turn)
        area = (grid.width, grid.height)
        plane = Zone("plane", Kind.PLANE, NOBODY, cards=list(cards), poses=poses, area=area)
        self.shuffle(plane, "deal", *index)
        return plane

    def begin_by(self, first: Decision[Any], *zones: Zone) -> Self:
        """For `Game.setup`: everybody is told who begins."""
        self.tell("starts", starter=first.seat)
        return self.begin(first, *zones)

    plane = zone_at(PLANE)

    def places(self, but: int = -1) -> list[int]:
        """Where cards lie face down, except at one place."""
        shown = self.open
        return [
            place
            for place, card in enumerate(self.zones[PLANE].cards)
            if card != HOLE and card not in shown and place != but
        ]

    def by_chance(self, but: int = -1) -> int:
        """The place of a random card that lies face down, for a player who stays silent."""
        self.draws += 1
        return self.rng("silent", self.draws).choice(self.places(but))

    def turn_back(self) -> None:
        """All cards that lie open are turned face down where they are."""
        for card in list(self.open):
            self.turn_down(self.plane, card)

    def in_vain(self) -> bool:
        """One more turn that has won nothing; whether it was one too many."""
        self.idle += 1
        return self.idle == IDLE_ROUNDS * self.n

    def look(self, phase: "Looking[Any]") -> Show[Any]:
        """How long the table looks at what was turned, and who may cut that short."""
        raise NotImplementedError


class PlaneState(OnPlane, kw_only=True):
    idle: int = 0
    """Turns in a row that have won nothing."""
    draws: int = 0
    """How often chance has chosen for a silent player."""


P = TypeVar("P", bound=OnPlane)


class Turning(Decision[P], Generic[P], kw_only=True):
    """A player turns a card that lies face down; when his time is over, chance turns one for him."""

    move: ClassVar[str] = "turn"
    """The name of the move."""

    def turned(self, s: P, place: int, face: str) -> None:
        """What follows: the card at this place now lies open."""
        raise NotImplementedError

    def may(self, s: P) -> Sequence[Offer]:
        return (Offer(self.move, {"place": Slot("plane", s.places())}),)

    def play(self, s: P, seat: Seat, move: Move) -> None:
        self.turn(s, move.args["place"])

    def silent(self, s: P) -> None:
        self.turn(s, s.by_chance())

    def turn(self, s: P, place: int) -> None:
        card = s.plane.cards[place]
        s.turn_up(s.plane, card)
        self.turned(s, place, s.faces[card])


class Looking(Phase[P], Generic[P], kw_only=True):
    """Everybody looks at what was turned; then follows what it means (`resume`)."""

    seat: Seat

    def enter(self, s: P) -> None:
        s.push(s.look(self))
