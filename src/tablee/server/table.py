"""A table: one task owns it, is the only writer of its log, and tells people only what is durable."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from logging import getLogger
from time import time

from msgspec import structs

from tablee.games.registry import game as game_named
from tablee.kernel.refusal import Refused
from tablee.server import lobby as lobbies
from tablee.server import protocol as p
from tablee.server.clock import Pace, wall
from tablee.server.live import Live, kept_game
from tablee.server.lobby import Lobby, SeatKind
from tablee.server.log import GameEnded, GameStarted, LobbySet, LogEntry, Step, read, write
from tablee.server.logic import BATCH, Pending, TableLogic
from tablee.server.people import Client, Item, Stop, Thought
from tablee.server.store import Store, StoreFailed, TableRow
from tablee.server.telling import Telling, ended, table_view

LOG = getLogger("tablee.server")
BROKEN = "broken"
"""The trouble of a table that fails by a fault of our own."""


class Table(TableLogic):
    def __init__(
        self,
        code: str,
        lobby: Lobby,
        store: Store,
        minds: Executor,
        created: float | None = None,
        pace: Pace | None = None,
    ) -> None:
        super().__init__(code, lobby, pace or Pace())
        self.store = store
        self.minds = minds
        self.created = time() if created is None else created
        self.length = 0
        """Entries in the log."""
        self.on_delivered: Callable[[float], None] | None = None
        self.last_used = wall()
        self._task: asyncio.Task[None] | None = None
        self._public = table_view(code, lobby, None, None, ())

    # ---- life --------------------------------------------------------------------------------------

    @classmethod
    def from_log(
        cls, row: TableRow, log: Sequence[bytes], store: Store, minds: Executor, pace: Pace | None = None
    ) -> "Table":
        """The table as its log says; everybody is gone and the clock stands still."""
        entries = [read(data) for data in log]
        first = entries[0]
        assert isinstance(first, LobbySet)
        table = cls(row.code, first.lobby, store, minds, row.created, pace)
        latest = max((i for i, e in enumerate(entries) if isinstance(e, GameStarted)), default=len(entries))
        for i, entry in enumerate(entries):
            if not isinstance(entry, Step):
                table.lobby = entry.lobby
            if i >= latest:
                table._again(entry)
            if not isinstance(entry, GameEnded) and entry.id:
                table._remember(entry.device, entry.id, p.Done(entry.id))
        table.length = len(entries)
        if table.live is None and table.lobby.playing:
            table.lobby = lobbies.after_game(table.lobby)
        if table.lobby.asking:
            table.lobby = structs.replace(table.lobby, asking=False, ready=())
        if not table.lobby.playing:
            table.lobby = lobbies.fitting(table.lobby, table.game)
        if table.live is not None:
            table.live.stand_still()
            table._unkept = kept_game(table.live, table.game_id, table.code)
        table._public = table_view(table.code, table.lobby, table.live, None, ())
        return table

    def _again(self, entry: LogEntry) -> None:
        match entry:
            case GameStarted(lobby=lobby, seed=seed, game_id=game_id, version=version):
                try:
                    rules = game_named(lobby.game, version or None)
                except Refused:
                    # The rules it was begun under are gone: the people are worth more than the game.
                    LOG.warning("the game at table %s was begun under version %d of its rules", self.code, version)
                    return
                self.game_id = game_id
                self.live = Live(rules, lobby, bytes.fromhex(seed), self.pace.rate)
            case Step(entry=step) if self.live is not None:
                try:
                    self.live.apply(step)
                except Refused:
                    LOG.exception("the game at table %s cannot go on", self.code)
                    self.live = None
            case LobbySet(lobby=lobby) if self.live is not None:
                if lobby.playing and not self.live.over:
                    self.live.lobby = lobby
                elif not self.live.over or lobby.game != self.live.game.info.key:
                    self.live = None

    def start(self) -> None:
        self._task = asyncio.create_task(self.run(), name=f"table {self.code}")

    async def stop(self) -> None:
        """Finishes what is being written; what has not been taken up yet was never answered."""
        self.inbox.put_nowait(Stop())
        if self._task is not None:
            with suppress(asyncio.CancelledError):
                await self._task

    @property
    def idle(self) -> bool:
        return not self.clients and self.inbox.empty() and wall() - self.last_used > self.pace.idle

    async def run(self) -> None:
        while True:
            items = await self._next_items()
            if any(isinstance(item, Stop) for item in items):
                return
            self.last_used = wall()
            try:
                if self.trouble is not None:
                    await self._recover()
                await self._process(items)
            except Exception:
                LOG.exception("table %s goes on in spite of a fault", self.code)

    async def _next_items(self) -> list[Item]:
        """The next things to do: what came in, or nothing when it is time for something by itself."""
        items: list[Item] = []
        wait = self.next_wait()
        try:
            async with asyncio.timeout(None if wait is None else max(0.0, wait / 1000)):
                items.append(await self.inbox.get())
        except TimeoutError:
            # What has already reached the machine is read before an alarm rings.
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        while len(items) < BATCH and not self.inbox.empty():
            items.append(self.inbox.get_nowait())
        return items

    def next_wait(self) -> float | None:
        """Milliseconds until something happens by itself; None, and nothing is spent, if nothing will."""
        again = self.pace.retry if self.clients else None
        if self.trouble is not None:
            return again
        live = self.live if self.lobby.playing else None
        waits = [self._presence.next_change(self.lobby, live.state if live else None), self._gate.next_change()]
        if self.lobby.gated or self.lobby.asking:
            waits.append(self._presence.next_expected(self.lobby))
        if self._unkept is not None:
            waits.append(again)
        if live is not None and live.clock.running:
            due = live.state.next_alarm()
            times = [due.at] if due and not (self._thinking and self.late is not None) else []
            if not self._thinking and not live.steps:
                times += [plan.next_at for plan in live.plans.values()]
            waits += [live.clock.until(at) for at in times]
        return min((w for w in waits if w is not None), default=None)

    # ---- a batch -----------------------------------------------------------------------------------

    async def _process(self, items: Sequence[Item]) -> None:
        began = wall()
        pending, before = self._take_up(list(items))
        try:
            if self.trouble is None:
                self._follow(pending)
                self._happen(pending)
                self._keep_pace()
                self._keep_time()
                self._settle_end(pending)
            if pending.entries:
                await self.store.append(self.code, self.length, [write(e) for e in pending.entries], self.row())
        except Exception as wrong:
            self._go_back(before, pending)
            self._in_trouble(wrong, pending)
            return
        self.length += len(pending.entries)
        await self._keep_record()
        self._tell(pending)
        if pending.entries and self.on_delivered is not None:
            self.on_delivered(wall() - began)
        self._let_think()

    def row(self) -> TableRow:
        return TableRow(
            self.code,
            self.created,
            time(),
            self.lobby.game,
            self.lobby.public,
            not self.lobby.closed,
            self.lobby.played - self.lobby.playing,
            next((s.name for s in self.lobby.seats if s.device == self.lobby.host), ""),
        )

    # ---- trouble -----------------------------------------------------------------------------------

    def _in_trouble(self, wrong: Exception, pending: Pending) -> None:
        """People are told, and the clock waits."""
        if isinstance(wrong, StoreFailed):
            self.trouble = wrong.reason
        else:
            self.trouble = BROKEN
            LOG.error("table %s is broken", self.code, exc_info=wrong)
        if self.live is not None:
            self.live.clock.stop()
        undone = [
            (c, p.Refusal(r.id, "store_trouble") if (c.device, r.id) in pending.answered else r)
            for c, r in pending.replies
        ]
        self._tell(Pending(replies=undone, arrived=pending.arrived, lobby_changed=pending.lobby_changed))
        for client in self.clients.difference(pending.arrived):
            client.post(p.Trouble(self.trouble))

    async def _recover(self) -> None:
        if await self.store.healthy():
            self.trouble = None
            for client in self.clients:
                client.post(p.Trouble())

    async def _keep_record(self) -> None:
        """The log has the whole game: if this fails, it is tried again, even after a restart."""
        if self._unkept is not None:
            with suppress(StoreFailed):
                await self.store.keep_game(*self._unkept)
                self._unkept = None

    # ---- telling -----------------------------------------------------------------------------------

    def _tell(self, pending: Pending) -> None:
        live = self.live
        show = Telling(live, self.game_id, self.lobby) if live is not None else None
        for client in pending.arrived:
            self._welcome(client, show)
        for client, reply in pending.replies:
            client.post(reply)
        there = self.clients.difference(pending.arrived)
        for client in self.clients:
            for spoke in pending.said:
                client.post(spoke)
            for author, drafted in pending.drafted:
                if author is not client:
                    client.post(drafted)
        if pending.lobby_changed:
            gate = self._gate.view(self.lobby)
            self._public = table_view(self.code, self.lobby, live, None, self.clients, gate)
            for client in there:
                client.post(p.Lobby(self.view_for(client)))
        if live is not None and show is not None:
            for client in there & pending.handed:
                client.post(p.Log(show.lines(client)))
            for client in there if pending.entries else there & pending.handed:
                show.to(client, live.news)
            live.news.clear()
            end = ended(live, self.game_id) if pending.ended else None
            if end is not None:
                for client in there:
                    client.post(end)
        for client in list(self.clients):
            if self.lobby.closed or client.device in self.lobby.left:
                self._send_away(client, "table_closed" if self.lobby.closed else "left")

    def _welcome(self, client: Client, show: Telling | None) -> None:
        lines = show.lines(client) if show is not None else ()
        client.post(p.Welcome(p.PROTOCOL, client.token, self.view_for(client), lines))
        if self.trouble is not None:
            client.post(p.Trouble(self.trouble))
        if show is not None and self.live is not None:
            show.to(client)
            end = ended(self.live, self.game_id)
            if end is not None:
                client.post(end)

    def _send_away(self, client: Client, why: str) -> None:
        self.clients.discard(client)
        client.post(p.Bye(why))
        client.socket.close()

    def view_for(self, client: Client | None) -> p.TableView:
        """The table as this device sees it; a stranger sees what was last told."""
        if client is None:
            return self._public
        return table_view(self.code, self.lobby, self.live, client, self.clients, self._gate.view(self.lobby))

    # ---- bots --------------------------------------------------------------------------------------

    def _let_think(self) -> None:
        """Bots think off the event loop; the table goes on meanwhile and asks again when they are done."""
        live = self.live
        if live is None or self._thinking or live.over or not self.lobby.playing:
            return
        wanted = frozenset(
            i
            for i, s in enumerate(self.lobby.seats)
            if s.kind is SeatKind.BOT
            or (s.kind is SeatKind.PERSON and not live.state.seats[i].human)
            or i == self.late
        )
        live.watching_bots = bool(wanted)
        if not live.steps and wanted == live.bots.keys():
            return
        self._thinking = True
        steps, live.steps = live.steps, []
        thought = asyncio.get_running_loop().run_in_executor(
            self.minds, live.think, self.lobby, wanted, len(live.entries), steps
        )
        thought.add_done_callback(self._thought)

    def _thought(self, thought: "asyncio.Future[None]") -> None:
        if thought.cancelled():
            return
        if thought.exception() is None:
            self.inbox.put_nowait(Thought())
        else:
            LOG.error("the bots of table %s failed", self.code, exc_info=thought.exception())
            thought.get_loop().call_later(self.pace.retry / 1000, self.inbox.put_nowait, Thought())
