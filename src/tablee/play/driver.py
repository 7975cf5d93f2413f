"""The driver of a game: its state, its record so far, what seats mean to do, and what comes next."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from tablee.kernel.door import Door, EventView
from tablee.kernel.draw import SharedDraw
from tablee.kernel.events import Event
from tablee.kernel.game import Game
from tablee.kernel.moves import LexiconLike, Move
from tablee.kernel.record import Entry, Played, Rang, Record, apply, footer_of, header_of
from tablee.kernel.state import Due, State
from tablee.kernel.units import Millis, Seat, Seats, mask
from tablee.play.order import coming
from tablee.play.plan import Plan


class Stuck(Exception):
    """Nobody can move and nothing will ring, but the game is not over: a fault of the rules."""


class Driver:
    """A game that is being played. Who has a clock of his own asks what is `coming`, and makes it an entry when
    it is time; for the others `step` jumps there. Whatever happens is an entry, and goes through `apply`.
    """

    def __init__(
        self,
        game: Game[Any],
        state: State,
        lexicon: LexiconLike | None = None,
        draw: SharedDraw | None = None,
        part: bytes = b"",
    ) -> None:
        """`state` has just been started. `draw`, `part`: how its seed came about, if devices had a part in it."""
        self.game = game
        self.state = state
        self.lexicon = lexicon
        self.header = header_of(game, state, lexicon, draw)
        self.entries: list[Entry] = []
        self.plans: dict[Seat, Plan] = {}
        """What seats mean to do unless something happens before."""
        self.news: list[Event] = state.drain()
        """The events of the last step."""
        self._part = part

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    # ---- what happens ------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """One step. A refusal changes nothing."""
        apply(self.state, entry)
        self.entries.append(entry)
        self.news = self.state.drain()

    def inward(self, seat: Seat, move: Move, viewers: Seats | None = None) -> Move:
        """A move as a client sends it, as the rules take it: cards for handles, with what the lexicon knows of its
        words. `viewers`: as whom the client sees the table, if not as this seat alone."""
        return Door(self.state, mask(seat) if viewers is None else viewers).inward(seat, move, self.lexicon)

    def rang(self, due: Due, t: Millis) -> Rang:
        """An alarm rings, with what the lexicon proposes to its phase."""
        return Rang(t, due.name, self.state.proposed(due, self.lexicon))

    def acted(self, seat: Seat, t: Millis, *, stand_in: bool = False) -> Played:
        """A seat does what it meant to do, which is used up. The move counts from when it was meant to be made,
        however much later it is by now. `stand_in`: somebody else does it for the seat."""
        plan = self.plans.pop(seat)
        move = structs.replace(plan.move, at=min(t, plan.at), stand_in=stand_in)
        return Played(t, seat, self.inward(seat, move))

    def submit(self, seat: Seat, move: Move, t: Millis | None = None, viewers: Seats | None = None) -> Entry:
        """A client makes a move, at once unless a time is told."""
        t = self.state.now if t is None else t
        entry = Played(t, seat, self.inward(seat, structs.replace(move, at=t), viewers))
        self.apply(entry)
        return entry

    # ---- what comes next ---------------------------------------------------------------------------

    def coming(self) -> Due | Seat | None:
        """What comes next by itself: an alarm, or a seat with a plan."""
        return coming(self.state, self.plans) if not self.over else None

    def next_time(self) -> Millis | None:
        """When something will happen by itself; None when only a person can go on."""
        found = self.coming()
        return None if found is None else max(self.state.now, self.at(found))

    def at(self, found: Due | Seat) -> Millis:
        """When that is to happen."""
        return found.at if isinstance(found, Due) else self.plans[found].at

    def step(self) -> Entry:
        """Time jumps to what comes next, and it happens."""
        found = self.coming()
        if found is None:
            raise Stuck(self.game.info.key)
        t = max(self.state.now, self.at(found))
        entry = self.rang(found, t) if isinstance(found, Due) else self.acted(found, t)
        self.apply(entry)
        return entry

    def through(self, until: Millis) -> Iterator[Entry]:
        """Everything that happens by itself until then, one by one; then it is that time."""
        while (t := self.next_time()) is not None and t <= until:
            yield self.step()
        self.elapse(until)

    def elapse(self, t: Millis) -> None:
        """It is that time now, and nothing has happened."""
        self.state.now = max(self.state.now, t)

    def finish(self, limit: int = 1_000_000) -> State:
        """To its end, which comes within so many entries."""
        while not self.over:
            if len(self.entries) >= limit:
                raise Stuck(f"{self.game.info.key}: no end after {limit} records")
            self.step()
        return self.state

    # ---- what is told ------------------------------------------------------------------------------

    def events_for(self, viewers: Seats) -> tuple[EventView, ...]:
        return Door(self.state, viewers).events(self.news)

    @property
    def record(self) -> Record:
        """The record so far; it is complete, seed and all, when the game is over."""
        footer = footer_of(self.state, self._part) if self.over else None
        return Record(self.header, tuple(self.entries), footer)
