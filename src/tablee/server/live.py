"""A game that is being played at a table: its state, its record, its clock, and the bots in its seats."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from tablee.arena.match import make_bot
from tablee.bots.bot import Bot, Plan, Sighting
from tablee.kernel.events import Event, Keep
from tablee.kernel.game import Game
from tablee.kernel.record import Entry, Header, Record, apply, footer_of, header_of
from tablee.kernel.refusal import Refused
from tablee.kernel.state import SeatState, State
from tablee.kernel.units import Millis, Seat
from tablee.server.clock import TableClock
from tablee.server.lobby import Lobby, SeatKind


class Line(Struct, frozen=True):
    """A lasting event of the game, with those who may know it. It carries no card, so it can be told again."""

    number: int
    event: Event


class Snapshot(Struct, frozen=True):
    """Where to go back to when the log could not be written."""

    state: State
    entries: int
    lines: int


class Live:
    def __init__(self, game: Game[Any], lobby: Lobby, seed: bytes) -> None:
        self.game = game
        self.state: State = game.start(
            len(lobby.seats),
            seed=seed,
            options=lobby.options,
            seat_options=[s.options for s in lobby.seats],
            seats=[SeatState(human=s.kind is SeatKind.PERSON) for s in lobby.seats],
            watched=True,
        )
        self.header: Header = header_of(game, self.state)
        self.entries: list[Entry] = []
        self.lines: list[Line] = []
        self.news: list[Event] = []
        """What happened since everybody was last told."""
        self.clock = TableClock()
        self.watching_bots = False
        self.bots: dict[Seat, Bot] = {}
        self.plans: dict[Seat, Plan] = {}
        self.steps: list[tuple[State, list[Event]]] = []
        """What the bots have not been shown yet."""
        self._take_news()

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    def _take_news(self) -> None:
        events = self.state.drain()
        self.news += events
        for event in events:
            if event.keep is Keep.LASTING:
                self.lines.append(Line(len(self.lines), event))
        if self.watching_bots:
            self.steps.append((self.state.copy(), events))

    def apply(self, entry: Entry) -> None:
        """One step; a refusal changes nothing."""
        apply(self.state, entry)
        self.entries.append(entry)
        self._take_news()

    def snapshot(self) -> Snapshot:
        return Snapshot(self.state.copy(), len(self.entries), len(self.lines))

    def restore(self, snapshot: Snapshot) -> None:
        self.state = snapshot.state
        self.state.watched = True
        del self.entries[snapshot.entries :]
        del self.lines[snapshot.lines :]
        self.news.clear()
        self.steps.clear()

    def next_time(self) -> Millis | None:
        """When something will happen by itself, in table time."""
        if self.over:
            return None
        due = self.state.next_alarm()
        times = [p.at for p in self.plans.values()] + ([due.at] if due else [])
        return min(times) if times else None

    # ---- bots --------------------------------------------------------------------------------------

    def seat_bots(self, lobby: Lobby, seats: Iterable[Seat], upto: int) -> None:
        """Puts bots into these seats. Each is shown the game from its start, as if it had been there."""
        added = [seat for seat in seats if seat not in self.bots]
        if not added:
            return
        for seat in added:
            level = lobby.seats[seat].level
            self.bots[seat] = make_bot(self.game, level, seat, self.state.seed)
        again = self.game.start(
            self.state.n,
            seed=self.state.seed,
            options=self.header.options,
            seat_options=self.header.seat_options,
            seats=self.header.seats,
            watched=True,
        )
        self._show(again, again.drain(), added)
        for entry in self.entries[:upto]:
            apply(again, entry)
            self._show(again, again.drain(), added)

    def _show(self, s: State, events: list[Event], seats: Iterable[Seat]) -> None:
        for seat in seats:
            plan = self.bots[seat].react(Sighting(s, seat, events))
            if plan is None:
                self.plans.pop(seat, None)
            else:
                self.plans[seat] = plan

    def think(self, lobby: Lobby, wanted: frozenset[Seat], upto: int) -> None:
        """Shows the bots what happened, seats those that are wanted and sends away the others.

        Runs off the event loop, on copies that nobody else touches, one at a time. `upto` entries had been made
        when it was asked for; later ones are shown by the next call.
        """
        steps, self.steps = self.steps, []
        for seat in [seat for seat in self.bots if seat not in wanted]:
            del self.bots[seat]
            self.plans.pop(seat, None)
        for s, events in steps:
            self._show(s, events, list(self.bots))
        self.seat_bots(lobby, sorted(wanted), upto)

    # ---- the end -----------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        if not self.over:
            raise Refused("not_started")
        return Record(self.header, tuple(self.entries), footer_of(self.state))
