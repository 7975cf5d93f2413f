"""A game that is being played at a table: its state, its record, its clock, and the bots in its seats."""

from collections.abc import Iterable, Sequence
from logging import getLogger
from time import time
from typing import Any, TypeAlias

from msgspec import Struct

from tablee.arena.match import RANDOM, bots_words, lexicon_of, make_bot
from tablee.bots.bot import Bot, Plan, Sighting
from tablee.kernel.events import Event, Keep
from tablee.kernel.game import Game
from tablee.kernel.record import Entry, Header, Record, apply, dumps, footer_of, header_of
from tablee.kernel.refusal import Refused
from tablee.kernel.state import SeatState, State
from tablee.kernel.units import Seat
from tablee.server.clock import TableClock
from tablee.server.lobby import Lobby, SeatKind, shown_name
from tablee.server.store import GameRow

LOG = getLogger("tablee.server")
Seen: TypeAlias = tuple[State, list[Event]]


class LastingLine(Struct, frozen=True):
    """A lasting event of the game, with those who may know it. It carries no card, so it can be told again."""

    number: int
    event: Event


class Snapshot(Struct, frozen=True):
    """Where to go back to when the log could not be written."""

    state: State
    entries: int
    lines: int
    steps: int


class Live:
    def __init__(self, game: Game[Any], lobby: Lobby, seed: bytes, rate: float = 1.0) -> None:
        self.game = game
        self.lobby = lobby
        """Who sat where when it began, and after the end when it ended."""
        self.state: State = game.start(
            len(lobby.seats),
            seed=seed,
            options=lobby.options,
            seat_options=[s.options for s in lobby.seats],
            seats=[SeatState(human=s.kind is SeatKind.PERSON) for s in lobby.seats],
            watched=True,
        )
        self.lexicon = lexicon_of(game, self.state.options)
        self._words = bots_words(self.lexicon, self.state.options)
        self.header: Header = header_of(game, self.state, self.lexicon)
        self.entries: list[Entry] = []
        self.lines: list[LastingLine] = []
        self.news: list[Event] = []
        """What happened since everybody was last told."""
        self.clock = TableClock(rate=rate)
        self.watching_bots = False
        self.bots: dict[Seat, Bot] = {}
        self.plans: dict[Seat, Plan] = {}
        self.steps: list[Seen] = []
        """What the bots have not been shown yet."""
        self._take_news()

    @property
    def first_round(self) -> bool:
        return not self.over and self.game.first_round(self.state)

    @property
    def looks_on(self) -> bool:
        return not self.over and self.game.looks_on(self.state)

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    def _take_news(self) -> None:
        events = self.state.drain()
        self.news += events
        for event in events:
            if event.keep is Keep.LASTING:
                self.lines.append(LastingLine(len(self.lines), event))
        if self.watching_bots:
            self.steps.append((self.state.copy(), events))

    def apply(self, entry: Entry) -> None:
        """One step; a refusal changes nothing."""
        apply(self.state, entry)
        self.entries.append(entry)
        self._take_news()

    def snapshot(self) -> Snapshot:
        return Snapshot(self.state.copy(), len(self.entries), len(self.lines), len(self.steps))

    def restore(self, snapshot: Snapshot) -> None:
        self.state = snapshot.state
        del self.entries[snapshot.entries :]
        del self.lines[snapshot.lines :]
        del self.steps[snapshot.steps :]
        self.news.clear()

    def stand_still(self) -> None:
        """After a restart: the clock stands where the last entry left it."""
        self.clock = TableClock(self.state.now, self.clock.rate)
        self.news.clear()

    # ---- bots --------------------------------------------------------------------------------------

    def seat_bots(self, lobby: Lobby, seats: Iterable[Seat], upto: int) -> None:
        """Puts bots into these seats. Each is shown the game from its start, as if it had been there."""
        added = [seat for seat in seats if seat not in self.bots]
        if not added:
            return
        for seat in added:
            plan = lobby.seats[seat]
            self.bots[seat] = make_bot(self.game, plan.level, seat, self.state.seed, self._words, skill=plan.skill)
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
            try:
                plan = self.bots[seat].react(Sighting(s, seat, events))
            except Exception:
                # A fault in a bot must not stop the table: chance plays on in its seat.
                LOG.exception("the bot in seat %d of %s failed", seat, self.game.info.key)
                self.bots[seat] = make_bot(self.game, RANDOM, seat, self.state.seed, self._words)
                plan = self.bots[seat].react(Sighting(s, seat, events))
            if plan is None:
                self.plans.pop(seat, None)
            else:
                self.plans[seat] = plan

    def think(self, lobby: Lobby, wanted: frozenset[Seat], upto: int, steps: Sequence[Seen]) -> None:
        """Shows the bots what happened, seats those that are wanted and sends away the others.

        Runs off the event loop, on copies that nobody else touches, one at a time. `upto` entries had been made
        when it was asked for, the last of them as `steps`; later ones are shown by the next call.
        """
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


def kept_game(live: Live, game_id: str, table: str) -> tuple[GameRow, bytes] | None:
    """A finished game as the store keeps it."""
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
    return row, dumps(live.record)
