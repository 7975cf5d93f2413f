"""What a bot is: a function of its own seed and of the stream that came through the one door."""

from enum import StrEnum
from typing import Protocol

from msgspec import structs

from tablee.kernel.door import Door, EventView, View
from tablee.kernel.events import Event
from tablee.kernel.moves import Move, Offer, Settled
from tablee.kernel.rng import Rng
from tablee.kernel.state import State
from tablee.kernel.units import Millis, Seat
from tablee.play.plan import Hesitation as Hesitation
from tablee.play.plan import Plan as Plan


class Level(StrEnum):
    BEGINNER = "beginner"
    NORMAL = "normal"
    STRONG = "strong"


class BotLevel(StrEnum):
    """What a table may choose for a bot: a level, or one that adapts (`tablee.bots.adaptive`)."""

    BEGINNER = "beginner"
    NORMAL = "normal"
    STRONG = "strong"
    ADAPTIVE = "adaptive"


class Sighting:
    """What a seat is shown after a step: exactly the view, offers and events that a person there is sent.

    View and offers are worked out when they are asked for, and only as long as the step lasts.
    """

    __slots__ = ("_door", "_events", "_happened", "_offers", "_state", "_view", "seat")

    def __init__(self, state: State, seat: Seat, events: list[Event]) -> None:
        self.seat = seat
        self._state = state
        self._door = Door(state, 1 << seat)
        self._happened = events
        self._events: tuple[EventView, ...] | None = None
        self._view: View | None = None
        self._offers: tuple[Offer, ...] | None = None

    @property
    def now(self) -> Millis:
        return self._state.now

    @property
    def view(self) -> View:
        if self._view is None:
            self._view = self._door.view()
        return self._view

    @property
    def offers(self) -> tuple[Offer, ...]:
        if self._offers is None:
            self._offers = self._door.offers(self.seat)
        return self._offers

    @property
    def events(self) -> tuple[EventView, ...]:
        if self._events is None:
            self._events = self._door.events(self._happened)
        return self._events

    def offer(self, name: str) -> Offer | None:
        return next((o for o in self.offers if o.name == name), None)

    def check(self, move: Move) -> Settled | None:
        """What would come of a move that may be checked, or why it is refused: the answer that a person gets who
        asks."""
        return self._door.check(self.seat, self._door.inward(self.seat, move))

    def redeal(self, rng: Rng) -> State:
        """A state that looks the same from here, with everything this seat has not seen drawn again."""
        return self._state.redeal(self.seat, rng)

    def outward(self, twin: State, move: Move) -> Move:
        """A move found by search on an imagined state, as a client would send it."""
        _, offer = twin.find(self.seat, move.name)
        return Door(twin, 1 << self.seat).outward(move, offer)


class Bot(Protocol):
    def react(self, seen: Sighting) -> Plan | None:
        """Called after every step with what the seat was shown. The answer replaces the last plan."""
        ...


class Mind:
    """A bot that keeps its plan until what it answers to has changed, as people do."""

    def __init__(self, seat: Seat, level: Level, rng: Rng) -> None:
        self.seat = seat
        self.level = level
        self.rng = rng
        self._key: object = None
        self._plan: Plan | None = None

    def react(self, seen: Sighting) -> Plan | None:
        self.notice(seen)
        if not seen.offers:
            self._key = self._plan = None
            return None
        key = self.occasion(seen)
        if key != self._key:
            self._key = key
            self._plan = self.decide(seen)
        return self._plan

    def notice(self, seen: Sighting) -> None:
        """Remember what is shown; called for every step."""

    def occasion(self, seen: Sighting) -> object:
        """What the bot decides about; while it stays the same, so does the plan."""
        return [structs.asdict(o) for o in seen.offers]

    def decide(self, seen: Sighting) -> Plan | None:
        raise NotImplementedError

    def soon(self, seen: Sighting, move: Move, low: Millis, high: Millis) -> Plan:
        """The move after a human delay, not before its offer opens."""
        offer = seen.offer(move.name)
        assert offer is not None
        at = seen.now + self.between(low, high)
        return Plan(structs.replace(move, answers=offer.stimulus), max(at, offer.opens_at))

    def between(self, low: Millis, high: Millis) -> Millis:
        """A time within these two, each of them as likely."""
        return low + self.rng.below(high - low + 1)

    def chance(self, probability: float) -> bool:
        return self.rng.uniform() < probability
