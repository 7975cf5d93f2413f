"""A table: one task owns it, is the only writer of its log, and tells people only what is durable."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from logging import getLogger
from time import time
from typing import Any

from msgspec import structs

from tablee.games.registry import game as game_named
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Seat
from tablee.server import lobby as lobbies
from tablee.server import protocol as p
from tablee.server.clock import Pace, wall
from tablee.server.crew import Crew
from tablee.server.live import Live, kept_game
from tablee.server.lobby import Lobby, SeatKind
from tablee.server.log import (
    GameEnded,
    GameStarted,
    LobbySet,
    LogEntry,
    Step,
    commands_in,
    compacted,
    read,
    read_briefly,
    write,
)
from tablee.server.logic import BATCH, PATIENCE, Asked, AskedInWords, Pending, TableLogic
from tablee.server.people import Arrived, Client, Item, Judged, Stop, Thought
from tablee.server.pool import Drawn
from tablee.server.quota import charge
from tablee.server.replica import Chair
from tablee.server.store import Hold, Moved, Store, StoreFailed, TableRow
from tablee.server.telling import TableViews, Telling, encoded, ended

LOG = getLogger("tablee.server")
BROKEN = "broken"
"""The trouble of a table that fails by a fault of our own."""


class Table(TableLogic):
    def __init__(
        self,
        code: str,
        lobby: Lobby,
        store: Store,
        crew: Crew,
        created: float | None = None,
        pace: Pace | None = None,
        hold: Hold | None = None,
    ) -> None:
        super().__init__(code, lobby, pace or Pace())
        self.store = store
        self.hold = hold or Hold(code)
        """Our right to write the log."""
        self.crew = crew
        self.created = time() if created is None else created
        self.length = 0
        """Entries in the log."""
        self.on_delivered: Callable[[float], None] | None = None
        self.on_moved: Callable[[], None] | None = None
        """Somebody else has the table now."""
        self._warned = False
        """People know that the store does not answer."""
        self._items: list[Item] = []
        """What is being taken up."""
        self.last_used = wall()
        self._task: asyncio.Task[None] | None = None
        self._work: set[asyncio.Task[None]] = set()
        """What is being asked of workers."""
        self._at_work: Live | None = None
        """The game that a worker may know."""
        self._public = TableViews(code, lobby, None, ()).stranger

    # ---- life --------------------------------------------------------------------------------------

    @classmethod
    def from_log(
        cls,
        row: TableRow,
        log: Sequence[bytes],
        store: Store,
        crew: Crew,
        pace: Pace | None = None,
        hold: Hold | None = None,
    ) -> "Table":
        """The table as its log says; everybody is gone and the clock stands still."""
        # Of the games before the last one only commands count, which may be repeated yet: whole evenings of them
        # are read briefly.
        brief = [read_briefly(data) for data in log]
        latest = max((i for i, entry in enumerate(brief) if entry.begins), default=len(log))
        lobby_at = max(i for i, entry in enumerate(brief) if entry.has_lobby)
        last = read(log[lobby_at])
        assert not isinstance(last, Step)
        table = cls(row.code, last.lobby, store, crew, row.created, pace, hold)
        for data in log[latest:]:
            entry = read(data)
            if not isinstance(entry, Step):
                table.lobby = entry.lobby
            table._again(entry)
        table._answered.recall((done for entry in brief for done in commands_in(entry)), table._seated)
        table.length = len(log)
        if table.live is None and table.lobby.playing:
            table.lobby = lobbies.after_game(table.lobby)
        if table.lobby.asking:
            table.lobby = structs.replace(table.lobby, asking=False, ready=())
        if not table.lobby.playing:
            table.lobby = lobbies.fitting(table.lobby, table.game)
        if table.live is not None:
            table.live.stand_still()
            table._unkept = kept_game(table.live, table.game_id, table.code)
        table._public = TableViews(table.code, table.lobby, table.live, (), None, table.lost).stranger
        return table

    def _again(self, entry: LogEntry) -> None:
        match entry:
            case GameStarted(lobby=lobby, seed=seed, game_id=game_id, version=version, draw=draw, part=part):
                try:
                    rules = game_named(lobby.game, version or None)
                except Refused:
                    # The rules it was begun under are gone: the people are worth more than the game.
                    LOG.warning("the game at table %s was begun under version %d of its rules", self.code, version)
                    self.lost = "old_rules"
                    return
                self.game_id = game_id
                drawn = Drawn(draw, bytes.fromhex(part)) if draw is not None else None
                self.live = Live(rules, lobby, bytes.fromhex(seed), self.pace.rate, drawn)
            case Step(entry=step) if self.live is not None:
                try:
                    self.live.apply(step)
                except Refused:
                    LOG.exception("the game at table %s cannot go on", self.code)
                    self.live = None
                    self.lost = "game_lost"
            case GameEnded():
                self.lost = None
            case LobbySet(lobby=lobby) if not lobby.playing and self.lost is not None:
                self.lost = None  # somebody has seen it, and gone on
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
        self._end_work()

    def _end_work(self) -> None:
        for task in list(self._work):
            task.cancel()
        if self._at_work is not None:
            self._at_work.let_go()

    def evict(self) -> None:
        """Somebody else has the table: nothing more is written or told here, and its people go and look for it."""
        self.hold.lost = True
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._end_work()
        self.clients |= {item.client for item in self._unread() if isinstance(item, Arrived)}
        for client in self.clients:
            client.socket.close()

    def _unread(self) -> list[Item]:
        """What came in and was not taken up."""
        items, self._items = self._items, []
        while not self.inbox.empty():
            items.append(self.inbox.get_nowait())
        return items

    @property
    def idle(self) -> bool:
        return not self.clients and self.inbox.empty() and wall() - self.last_used > self.pace.idle

    async def run(self) -> None:
        while True:
            self._items = items = await self._next_items()
            if any(isinstance(item, Stop) for item in items):
                return
            self.last_used = wall()
            try:
                await self._must_be_ours()
                if self.trouble is not None:
                    await self._recover()
                await self._process(items)
            except Moved:
                LOG.warning("table %s has moved", self.code)
                if self.on_moved is not None:
                    self.on_moved()
                return
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
        crowd = self._crowd.until_told
        if self.trouble is not None:
            return again if crowd is None or again is None else min(crowd, again)
        live = self.live if self.lobby.playing else None
        waits = [
            crowd,
            self._presence.next_change(self.lobby, live.state if live else None),
            self._gate.next_change() if self._pool is None else self._pool.left,
        ]
        if self.lobby.gated or self.lobby.asking:
            waits.append(self._presence.next_expected(self.lobby))
        if self._unkept is not None:
            waits.append(again)
        if live is not None and live.clock.running:
            due = live.state.next_alarm()
            asked = self._thinking and self.late is not None
            times = [due.at + round(PATIENCE * live.clock.rate) * asked] if due else []
            if not self._thinking and live.bots_know:
                times += [plan.next_at for plan in live.plans.values()]
            waits += [live.clock.until(at) for at in times]
        return min((w for w in waits if w is not None), default=None)

    # ---- a batch -----------------------------------------------------------------------------------

    async def _process(self, items: Sequence[Item]) -> None:
        began = wall()
        pending, before = self._take_up(list(items))
        try:
            pending.lobby_changed = pending.lobby_changed or self._crowd.due
            if self.trouble is None:
                self._follow(pending)
                self._happen(pending)
                self._keep_pace()
                self._keep_time()
                self._settle_end(pending)
            entries = compacted(pending.entries)
            written = [write(entry) for entry in entries]
            if written:
                await self._write(written)
        except Moved:
            raise
        except Exception as wrong:
            self._go_back(before, pending)
            self._in_trouble(wrong, pending)
            return
        self.length += len(written)
        self._pay(entries, written)
        await self._keep_record()
        await self._must_be_ours()
        self._tell(pending)
        if pending.entries and self.on_delivered is not None:
            self.on_delivered(wall() - began)
        if self.live is not None:
            for asked in pending.asked:
                self._put_to_work(self.live)
                self._do(self._consult(self.live, len(self.live.entries), asked))
        self._let_think()

    async def _must_be_ours(self) -> None:
        """Whoever has slept for long, or cannot reach the store, tells nobody anything: it may have moved."""
        if not self.store.holds(self.hold):
            await self._patiently(self.store.assured(self.hold))

    async def _write(self, written: Sequence[bytes]) -> None:
        await self._patiently(self.store.append(self.code, self.length, written, self.row(), self.hold))

    async def _patiently(self, work: Coroutine[Any, Any, None]) -> None:
        """If it takes long, people are told, and the clock waits."""
        warning = asyncio.get_running_loop().call_later(self.pace.retry / 1000, self._warn)
        try:
            await work
        finally:
            warning.cancel()
        if self._warned:
            self._warned = False
            self._keep_time()
            for client in self.clients:
                client.post(p.Trouble())

    def _warn(self) -> None:
        self._warned = True
        if self.live is not None:
            self.live.clock.stop()
        for client in self.clients:
            client.post(p.Trouble("unavailable"))

    def _pay(self, entries: Sequence[LogEntry], written: Sequence[bytes]) -> None:
        if not written:
            return
        devices = [getattr(entry, "device", "") for entry in entries]
        sizes = [*zip(devices, map(len, written), strict=True)]
        if self._unkept is not None:
            sizes.append(("", len(self._unkept[1])))
        charge(sizes, {client.device: client.purse for client in self.clients}, self.lobby.host)
        self.purse.spend(sum(size for _, size in sizes))

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
        for asked in pending.asked:
            client = asked.spoken.client
            waiting = (asked.spoken, *self._held.pop(client, ()))
            messages = (spoken.message for spoken in waiting)
            undone += [(client, p.Refusal(m.id, "store_trouble")) for m in messages if isinstance(m, p.Command)]
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
        views = self._views() if pending.arrived or pending.lobby_changed else None
        if views is not None:
            for client in pending.arrived:
                self._welcome(client, show, views)
        for client, reply in pending.replies:
            client.socket.hold(encoded(reply))  # a sight follows nearly always: one writing for both
        there = self.clients.difference(pending.arrived)
        if self._pool is not None:
            for client in there if pending.pooling else pending.arrived:
                client.post(self._pool.told())
        aloud: list[tuple[Client | None, bytes]] = [(None, encoded(spoke)) for spoke in pending.said]
        aloud += [(author, encoded(drafted)) for author, drafted in pending.drafted]
        for client in self.clients if aloud else ():
            for author, message in aloud:
                if author is not client:
                    client.socket.post(message)
        if views is not None and pending.lobby_changed:
            self._public = views.stranger
            self._crowd.told()
            for client in there:
                client.socket.post(views.message(client.device))
        if live is not None and show is not None:
            for client in there & pending.handed:
                client.post(p.Log(show.lines(client)))
            for client in there if pending.entries else there & pending.handed:
                show.to(client, live.untold)
            live.untold.clear()
            end = ended(live, self.game_id) if pending.ended else None
            if end is not None:
                message = encoded(end)
                for client in there:
                    client.socket.post(message)
        for client, _ in pending.replies:
            client.socket.flush()
        for client in list(self.clients):
            if self.lobby.closed or client.device in self.lobby.left:
                self._send_away(client, "table_closed" if self.lobby.closed else "left")
            elif lobbies.is_removed(self.lobby, client.device):
                self._send_away(client, "removed")

    def _views(self) -> TableViews:
        gate = self._gate.view(self.lobby)
        return TableViews(self.code, self.lobby, self.live, self.clients, gate, self.lost)

    def _welcome(self, client: Client, show: Telling | None, views: TableViews) -> None:
        lines = show.lines(client) if show is not None else ()
        client.post(p.Welcome(p.PROTOCOL, client.token, views.of(client.device), lines))
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

    @property
    def public_view(self) -> p.TableView:
        """The table as a stranger sees it: what was last told."""
        return self._public

    # ---- workers -----------------------------------------------------------------------------------

    def _let_think(self) -> None:
        """Bots think elsewhere; the table goes on meanwhile and asks again when they are done."""
        live = self.live
        if self._at_work is not live:
            self._put_to_work(None)
        if live is None or self._thinking or live.over or not self.lobby.playing:
            return
        wanted = chairs(
            self.lobby,
            (
                i
                for i, s in enumerate(self.lobby.seats)
                if s.kind is SeatKind.BOT
                or (s.kind is SeatKind.PERSON and not live.state.seats[i].human)
                or i == self.late
            ),
        )
        if live.bots_know and wanted.keys() == live.bots:
            return
        self._thinking = True
        self._put_to_work(live)
        self._do(self._think(live, len(live.entries), wanted))

    def _put_to_work(self, live: Live | None) -> None:
        """No worker keeps the game before this one."""
        if self._at_work is not None and self._at_work is not live:
            self._at_work.let_go()
        self._at_work = live

    async def _think(self, live: Live, upto: int, wanted: Mapping[Seat, Chair]) -> None:
        try:
            plans = await live.remote(self.crew).think(self._payer, upto, wanted)
        except Exception:
            LOG.exception("the bots of table %s failed", self.code)
            await asyncio.sleep(self.pace.retry / 1000)
            self.inbox.put_nowait(Thought())
        else:
            self.inbox.put_nowait(Thought(live, frozenset(wanted), upto, plans))

    async def _consult(self, live: Live, upto: int, asked: Asked | AskedInWords) -> None:
        if isinstance(asked, AskedInWords):
            meant = await live.remote(self.crew).understand(asked.spoken.client.address, upto, asked.typed)
            self.inbox.put_nowait(Judged(asked.spoken, asked.command, live, meant))
            return
        who, seat = asked.spoken.client.address, asked.command.seat
        only_asks = isinstance(asked.command, p.Check)
        verdict = await live.remote(self.crew).consult(
            who, upto, seat, asked.viewers, asked.move, only_asks=only_asks
        )
        self.inbox.put_nowait(Judged(asked.spoken, asked.command, live, verdict))

    @property
    def _payer(self) -> str:
        """On whose account the bots of this table think: that of its host, if he is here."""
        return next((c.address for c in self.clients if c.device == self.lobby.host), self.code)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)


def chairs(lobby: Lobby, seats: Iterable[Seat]) -> dict[Seat, Chair]:
    """The bots that play for those who sit there."""
    return {seat: Chair(lobby.seats[seat].level, lobby.seats[seat].skill) for seat in seats}
