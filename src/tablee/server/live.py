"""A game that is being played at a table: its state, its record, its clock, and the bots in its seats."""

from collections.abc import Iterable, Mapping
from time import time
from typing import Any

from msgspec import Struct

from tablee.arena.match import lexicon_of
from tablee.kernel.events import Event, Keep
from tablee.kernel.game import Game
from tablee.kernel.record import Entry, dumps
from tablee.kernel.state import SeatState, State
from tablee.kernel.units import Seat
from tablee.play.driver import Driver
from tablee.play.plan import Plan
from tablee.server.clock import TableClock
from tablee.server.crew import Crew, Remote
from tablee.server.deals import result_of
from tablee.server.lobby import Lobby, SeatKind, shown_name
from tablee.server.pool import Drawn
from tablee.server.replica import Begun
from tablee.server.store import DealResult, GameRow


class LastingLine(Struct, frozen=True):
    """A lasting event of the game, with those who may know it. It carries no card, so it can be told again."""

    number: int
    event: Event


class Snapshot(Struct, frozen=True):
    """Where to go back to when the log could not be written."""

    state: State
    entries: int
    lines: int


class Live(Driver):
    def __init__(
        self, game: Game[Any], lobby: Lobby, seed: bytes, rate: float = 1.0, drawn: Drawn | None = None
    ) -> None:
        state: State = game.start(
            len(lobby.seats),
            seed=seed,
            options=lobby.options,
            seat_options=[s.options for s in lobby.seats],
            seats=[SeatState(human=s.kind is SeatKind.PERSON) for s in lobby.seats],
            watched=True,
        )
        how = (drawn.draw, drawn.part) if drawn is not None else ()
        super().__init__(game, state, lexicon_of(game, state.options), *how)
        self.lobby = lobby
        """Who sat where when it began, and after the end when it ended."""
        self.drawn = drawn
        self.lines: list[LastingLine] = []
        self.untold: list[Event] = []
        """What happened since everybody was last told."""
        self.clock = TableClock(rate=rate)
        self.bots: frozenset[Seat] = frozenset()
        """The seats they have."""
        self.shown = 0
        """So many entries the bots have seen."""
        self._remote: Remote | None = None
        self._note_news()

    @property
    def first_round(self) -> bool:
        return not self.over and self.game.first_round(self.state)

    @property
    def looks_on(self) -> bool:
        return not self.over and self.game.looks_on(self.state)

    def _note_news(self) -> None:
        self.untold += self.news
        for event in self.news:
            if event.keep is Keep.LASTING:
                self.lines.append(LastingLine(len(self.lines), event))

    def apply(self, entry: Entry) -> None:
        super().apply(entry)
        self._note_news()

    def snapshot(self) -> Snapshot:
        return Snapshot(self.state.copy(), len(self.entries), len(self.lines))

    def restore(self, snapshot: Snapshot) -> None:
        self.state = snapshot.state
        del self.entries[snapshot.entries :]
        del self.lines[snapshot.lines :]
        self.untold.clear()

    def stand_still(self) -> None:
        """After a restart: the clock stands where the last entry left it."""
        self.clock = TableClock(self.state.now, self.clock.rate)
        self.untold.clear()

    # ---- bots --------------------------------------------------------------------------------------

    @property
    def bots_know(self) -> bool:
        """Whether the bots have seen everything."""
        return not self.bots or self.shown >= len(self.entries)

    def remote(self, crew: Crew) -> Remote:
        """The game at a worker, which thinks for the bots and answers what takes a search."""
        if self._remote is None:
            self._remote = Remote(crew, Begun(self.header, self.state.seed), self.entries)
        return self._remote

    def let_go(self) -> None:
        """Nobody will ask the worker any more."""
        if self._remote is not None:
            self._remote.close()
            self._remote = None

    def planned(self, bots: Iterable[Seat], upto: int, plans: Mapping[Seat, Plan | None]) -> None:
        """What bots in these seats mean to do after so many entries; the others are gone."""
        self.bots, self.shown = frozenset(bots), upto
        self.plans = {seat: plan for seat, plan in self.plans.items() if seat in self.bots}
        for seat, plan in plans.items():
            if plan is None:
                self.plans.pop(seat, None)
            else:
                self.plans[seat] = plan


def kept_game(live: Live, game_id: str, table: str) -> tuple[GameRow, bytes, DealResult | None] | None:
    """A finished game as the store keeps it, and what it says about a deal that many tables play."""
    outcome, head = live.state.outcome, live.header
    if outcome is None:
        return None
    names = tuple(shown_name(live.lobby, i) for i in live.state.all_seats)
    row = GameRow(
        game_id,
        table,
        head.game,
        head.version,
        head.players,
        time(),
        names,
        outcome.scores,
        outcome.winners,
    )
    return row, dumps(live.record), result_of(live.lobby, live.state.seats, outcome, game_id)
