"""A table: one task owns it, is the only writer of its log, and tells people only what is durable."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from secrets import token_bytes, token_urlsafe
from time import time
from typing import Protocol

import msgspec
from msgspec import Struct, structs

from tablee.games.registry import game as game_named
from tablee.kernel.door import Door
from tablee.kernel.game import Device
from tablee.kernel.moves import Move
from tablee.kernel.record import Entry, Handed, HoldSet, Paused, Played, Rang, Resumed, SeatChanged, dumps
from tablee.kernel.refusal import Refused
from tablee.kernel.units import Millis, Seat, Seats, mask, members
from tablee.server import lobby as lobbies
from tablee.server import protocol as p
from tablee.server.clock import wall
from tablee.server.fairness import FRIENDS, STRICT, Claim, LagTracker, Sent, correct, hold_for
from tablee.server.live import Live, Snapshot
from tablee.server.lobby import Lobby, SeatKind, seats_of
from tablee.server.log import GameEnded, GameStarted, LobbySet, LogEntry, Step, read, write
from tablee.server.store import GameRow, Store, StoreFailed, TableRow

GONE: float = 3_000
"""A connection lost for so long (milliseconds) makes a seat absent; a reload does not."""
GRACE: float = 30_000
"""After so long a bot plays for whoever is gone."""
RETRY: float = 2.0
"""Seconds between two tries of a store in trouble."""
BATCH = 64
REMEMBERED = 256
IDLE = 3_600.0
"""A table that nobody has looked at for so many seconds leaves the memory; its log stays."""


class Socket(Protocol):
    """What a table needs of a connection."""

    def post(self, message: bytes) -> None:
        """Queues a message; a client that does not read is dropped, and nobody waits for it."""
        ...


class Client:
    """One connection of a device to this table."""

    def __init__(self, socket: Socket, token: str, device: str) -> None:
        self.socket = socket
        self.token = token
        self.device = device
        self.lag = LagTracker(token_bytes)
        self.sent = Sent()
        self.number = 0
        self.holder: Seat | None = None
        """On a device that is passed round: who has it now."""

    def post(self, message: p.FromServer) -> None:
        self.socket.post(msgspec.json.encode(message))


class Arrived(Struct, frozen=True):
    client: Client


class Departed(Struct, frozen=True):
    client: Client


class Spoken(Struct, frozen=True):
    client: Client
    message: p.FromClient
    received: float


class Thought(Struct, frozen=True):
    pass


class Stop(Struct, frozen=True):
    pass


Item = Arrived | Departed | Spoken | Thought | Stop


class Pending(Struct):
    """What a batch will say once it is durable."""

    entries: list[LogEntry] = []
    replies: list[tuple[Client, p.FromServer]] = []
    lobby_changed: bool = False
    ended: str = ""


class Table:
    def __init__(
        self, code: str, lobby: Lobby, store: Store, minds: Executor, created: float | None = None
    ) -> None:
        self.code = code
        self.lobby = lobby
        self.game = game_named(lobby.game)
        self.store = store
        self.minds = minds
        self.created = time() if created is None else created
        self.length = 0
        """Entries in the log."""
        self.live: Live | None = None
        self.game_id = ""
        self.clients: set[Client] = set()
        self.inbox: asyncio.Queue[Item] = asyncio.Queue()
        self.trouble: str | None = None
        self.moves = 0
        self.on_delivered: Callable[[float], None] | None = None
        self._answered: OrderedDict[tuple[str, str], p.Done | p.Refusal] = OrderedDict()
        self._gone: dict[str, float] = {}
        """Devices with seats whose connection is lost, and since when (wall clock)."""
        self._thinking = False
        self._task: asyncio.Task[None] | None = None
        self._spoke: dict[str, list[float]] = {}
        self.last_used = wall()

    # ---- life --------------------------------------------------------------------------------------

    @classmethod
    def from_log(cls, row: TableRow, log: Sequence[bytes], store: Store, minds: Executor) -> "Table":
        """The table as its log says; everybody is gone and the clock stands still."""
        entries = [read(data) for data in log]
        first = entries[0]
        assert isinstance(first, LobbySet)
        table = cls(row.code, first.lobby, store, minds, row.created)
        for entry in entries:
            match entry:
                case LobbySet(lobby=lobby):
                    table.lobby = lobby
                case GameStarted(lobby=lobby, seed=seed, game_id=game_id):
                    table.lobby, table.game_id = lobby, game_id
                    table.live = Live(table.game, lobby, bytes.fromhex(seed))
                case Step(entry=step):
                    assert table.live is not None
                    table.live.apply(step)
                case GameEnded(lobby=lobby):
                    table.lobby = lobby
            if not isinstance(entry, GameEnded) and entry.id:
                table._remember(entry.device, entry.id, p.Done(entry.id))
        table.length = len(entries)
        if table.live is not None:
            table.live.clock._at = table.live.state.now
            table.live.news.clear()
            table._gone = {s.device: wall() for s in table.lobby.seats if s.kind is SeatKind.PERSON}
        return table

    def start(self) -> None:
        self._task = asyncio.create_task(self.run(), name=f"table {self.code}")

    async def stop(self) -> None:
        self.inbox.put_nowait(Stop())
        if self._task is not None:
            with suppress(asyncio.CancelledError):
                await self._task

    @property
    def idle(self) -> bool:
        return not self.clients and self.inbox.empty() and wall() - self.last_used > IDLE * 1000

    async def run(self) -> None:
        while True:
            items = await self._next_items()
            if any(isinstance(item, Stop) for item in items):
                return
            if self.trouble is not None:
                await self._recover()
            await self._process(items)

    async def _next_items(self) -> list[Item]:
        """The next things to do: what came in, or nothing when it is time for something by itself."""
        items: list[Item] = []
        wait = self._seconds_to_wait()
        with suppress(TimeoutError):
            if wait is None:
                items.append(await self.inbox.get())
            elif wait > 0 or self.inbox.empty():
                async with asyncio.timeout(wait):
                    items.append(await self.inbox.get())
        while len(items) < BATCH and not self.inbox.empty():
            items.append(self.inbox.get_nowait())
        return items

    def _seconds_to_wait(self) -> float | None:
        waits = []
        if self.trouble is not None:
            return RETRY
        live = self.live
        if live is not None and live.clock.running and not live.over:
            due = live.state.next_alarm()
            times = [due.at] if due else []
            if not self._thinking and not live.steps:
                times += [plan.at for plan in live.plans.values()]
            if times:
                waits.append((min(times) - live.clock.now()) / 1000)
        if live is not None and not live.over:
            waits += [(at - wall()) / 1000 for at in self._presence_times()]
        return max(0.0, min(waits)) if waits else None

    def _presence_times(self) -> list[float]:
        live = self.live
        if live is None:
            return []
        times = []
        for device, since in self._gone.items():
            for seat in seats_of(self.lobby, device):
                state = live.state.seats[seat]
                if state.present and state.human:
                    times.append(since + GONE)
                elif state.human and not live.state.paused:
                    times.append(since + GRACE)
        return times

    # ---- a batch -----------------------------------------------------------------------------------

    async def _process(self, items: Sequence[Item]) -> None:
        self.last_used = wall()
        lobby, live = self.lobby, self.live
        game_id = self.game_id
        snapshot: Snapshot | None = live.snapshot() if live is not None and not live.over else None
        pending = Pending([], [])
        began = wall()
        for item in items:
            match item:
                case Arrived(client):
                    self._arrive(client, pending)
                case Departed(client):
                    self._depart(client, pending)
                case Spoken(client, message, received):
                    self._hear(client, message, received, pending)
                case Thought():
                    self._thinking = False
        if self.trouble is None:
            self._presence(pending)
            self._happen(pending)
            self._settle_end(pending)
        if pending.entries:
            try:
                await self.store.append(self.code, self.length, [write(e) for e in pending.entries], self.row())
            except StoreFailed as wrong:
                self.lobby, self.live, self.game_id = lobby, live, game_id
                if live is not None and snapshot is not None:
                    live.restore(snapshot)
                self._in_trouble(wrong, pending)
                return
            self.length += len(pending.entries)
            await self._keep_record(pending)
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

    def _in_trouble(self, wrong: StoreFailed, pending: Pending) -> None:
        """Nothing of the batch has happened; people are told, and the clock waits."""
        self.trouble = getattr(wrong, "reason", "unavailable")
        if self.live is not None:
            self.live.clock.stop()
        for client, reply in pending.replies:
            if isinstance(reply, p.Done):
                self._answered.pop((client.device, reply.id), None)
                client.post(p.Refusal(reply.id, "store_trouble"))
            else:
                client.post(reply)
        for client in self.clients:
            client.post(p.Trouble(self.trouble))

    async def _recover(self) -> None:
        if await self.store.healthy():
            self.trouble = None
            if self.live is not None and not self.live.state.paused:
                self.live.clock.run()
            for client in self.clients:
                client.post(p.Trouble())

    async def _keep_record(self, pending: Pending) -> None:
        live = self.live
        if not pending.ended or live is None or live.state.outcome is None:
            return
        outcome = live.state.outcome
        row = GameRow(
            pending.ended,
            self.code,
            live.header.game,
            live.header.version,
            live.header.players,
            time(),
            tuple(self._name(i) for i in live.state.all_seats),
            outcome.scores,
            outcome.winners,
        )
        # The log has the whole game; if this fails, the record can be made from it again.
        with suppress(StoreFailed):
            await self.store.keep_game(row, dumps(live.record))

    # ---- telling -----------------------------------------------------------------------------------

    def _tell(self, pending: Pending) -> None:
        for client, reply in pending.replies:
            client.post(reply)
        if pending.lobby_changed:
            for client in self.clients:
                client.post(p.Lobby(self.view_for(client)))
        live = self.live
        if live is not None and (live.news or any(isinstance(e, GameStarted | Step) for e in pending.entries)):
            for client in self.clients:
                self._send_sight(client)
            live.news.clear()
        if pending.ended and live is not None and live.state.outcome is not None:
            ended = p.Ended(pending.ended, live.state.outcome, live.state.seed.hex(), live.header.commitment)
            for client in self.clients:
                client.post(ended)

    def _viewer(self, client: Client) -> tuple[Seats, bool, bool]:
        """The seats whose common view this device gets, whether with offers, and whether behind a curtain."""
        mine = seats_of(self.lobby, client.device)
        everyone = (1 << len(self.lobby.seats)) - 1
        if not mine:
            return everyone, False, False
        if len(mine) == 1:
            return mask(mine[0]), True, False
        if self.game.info.device is Device.SHARED:
            return sum(mask(i) for i in mine), True, False
        if client.holder in mine:
            return mask(client.holder or 0), True, False
        return everyone, False, True

    def _send_sight(self, client: Client, with_events: bool = True) -> None:
        live = self.live
        if live is None:
            return
        viewers, offered, curtain = self._viewer(client)
        door = Door(live.state, viewers)
        seats = members(viewers) if offered else ()
        newest = len(live.state.stimuli) - 1
        now = live.clock.now()
        client.number += 1
        client.post(
            p.Sight(
                client.number,
                now,
                door.view(),
                {str(seat): door.offers(seat) for seat in seats},
                door.events(live.news) if with_events else (),
                newest if newest >= 0 else None,
                curtain,
                live.state.paused,
            )
        )
        if newest >= 0:
            client.sent.wrote(newest, now)

    def view_for(self, client: Client | None) -> p.TableView:
        live = self.live
        playing = live is not None and self.lobby.playing
        here = {c.device for c in self.clients}
        seats = []
        for i, s in enumerate(self.lobby.seats):
            person = s.kind is SeatKind.PERSON
            seats.append(
                p.SeatView(
                    s.kind,
                    self._name(i),
                    s.level if s.kind is SeatKind.BOT else None,
                    s.options,
                    yours=client is not None and person and s.device == client.device,
                    host=person and s.device == self.lobby.host,
                    here=not person or s.device in here,
                    stand_in=person and playing and live is not None and not live.state.seats[i].human,
                )
            )
        return p.TableView(
            self.code,
            self.lobby.game,
            tuple(seats),
            self.lobby.options,
            self.lobby.public,
            self.lobby.chat,
            self.lobby.friends,
            self.lobby.playing,
            self.lobby.played,
            client is not None and client.device == self.lobby.host,
            sum(not seats_of(self.lobby, c.device) for c in self.clients),
            live.header.commitment if live is not None and self.lobby.playing else None,
        )

    def _name(self, seat: Seat) -> str:
        plan = self.lobby.seats[seat]
        return plan.name or (f"Robot {seat + 1}" if plan.kind is SeatKind.BOT else "")

    def _lines(self, viewers: Seats) -> tuple[p.LogLine, ...]:
        live = self.live
        if live is None:
            return ()
        return tuple(
            p.LogLine(line.number, line.event.kind, line.event.data)
            for line in live.lines
            if line.event.to & viewers == viewers
        )

    # ---- coming and going --------------------------------------------------------------------------

    def _arrive(self, client: Client, pending: Pending) -> None:
        self.clients.add(client)
        client.lag.allowance = FRIENDS if self.lobby.friends else STRICT
        self._gone.pop(client.device, None)
        live = self.live
        if live is not None and not live.over:
            for seat in seats_of(self.lobby, client.device):
                state = live.state.seats[seat]
                if not state.present or not state.human:
                    self._step(SeatChanged(live.clock.now(), seat, human=True, present=True), pending)
            if seats_of(self.lobby, client.device):
                self._wake(pending)
        viewers, _, _ = self._viewer(client)
        welcome = p.Welcome(p.PROTOCOL, client.token, self.view_for(client), self._lines(viewers))
        client.post(welcome)
        self._send_sight(client, with_events=False)
        if self.trouble is not None:
            client.post(p.Trouble(self.trouble))
        pending.lobby_changed = True

    def _depart(self, client: Client, pending: Pending) -> None:
        self.clients.discard(client)
        if seats_of(self.lobby, client.device) and not any(c.device == client.device for c in self.clients):
            self._gone[client.device] = wall()
        pending.lobby_changed = True

    def _wake(self, pending: Pending) -> None:
        live = self.live
        if live is None or live.over or self.lobby.paused:
            return
        if live.state.paused:
            self._step(Resumed(live.clock.now()), pending)
        live.clock.run()

    def _presence(self, pending: Pending) -> None:
        """Who has been gone for a while is absent, after a longer while a bot plays; an empty table stops."""
        live = self.live
        if live is None or live.over or not self.lobby.playing:
            return
        now = wall()
        for device, since in list(self._gone.items()):
            for seat in seats_of(self.lobby, device):
                state = live.state.seats[seat]
                if state.human and state.present and now - since >= GONE:
                    self._step(SeatChanged(live.clock.now(), seat, human=True, present=False), pending)
                    pending.lobby_changed = True
        someone = any(seats_of(self.lobby, c.device) for c in self.clients)
        if not someone and all(now - since >= GONE for since in self._gone.values()):
            if not live.state.paused:
                self._step(Paused(live.clock.now()), pending)
            live.clock.stop()
            return
        for device, since in list(self._gone.items()):
            for seat in seats_of(self.lobby, device):
                if live.state.seats[seat].human and now - since >= GRACE:
                    self._step(SeatChanged(live.clock.now(), seat, human=False, present=True), pending)
                    pending.lobby_changed = True

    # ---- commands ----------------------------------------------------------------------------------

    def _remember(self, device: str, command: str, reply: p.Done | p.Refusal) -> None:
        self._answered[device, command] = reply
        while len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)

    def _hear(self, client: Client, message: p.FromClient, received: float, pending: Pending) -> None:
        if client not in self.clients or not isinstance(message, p.Command):
            return
        known = self._answered.get((client.device, message.id))
        if known is not None:
            pending.replies.append((client, known))
            return
        reply: p.Done | p.Refusal
        try:
            if self.trouble is not None:
                raise Refused("store_trouble")
            reply = self._obey(client, message, received, pending)
            self._remember(client.device, message.id, reply)
        except Refused as no:
            reply = p.Refusal(message.id, no.code, no.details)
        pending.replies.append((client, reply))

    def _obey(self, client: Client, message: p.Command, received: float, pending: Pending) -> p.Done:
        device, lobby, game = client.device, self.lobby, self.game
        changed: Lobby | None = None
        match message:
            case p.Play():
                return self._play(client, message, received, pending)
            case p.Check():
                self._check(client, message)
            case p.Sit(name=name, seat=seat):
                changed = lobbies.sit(lobby, game, device, seat, name)
            case p.Stand(seat=seat):
                changed = lobbies.stand(lobby, device, seat)
            case p.SetBot(seat=seat, level=level):
                changed = lobbies.set_bot(lobby, device, seat, level)
            case p.Resize(seats=seats):
                changed = lobbies.resize(lobby, game, device, seats)
            case p.Configure(options=options, public=public, chat=chat, friends=friends):
                changed = lobbies.configure(
                    lobby, game, device, options=options, public=public, chat=chat, friends=friends
                )
            case p.ConfigureSeat(seat=seat, options=options):
                changed = lobbies.configure_seat(lobby, game, device, seat, options)
            case p.PassHost(seat=seat):
                changed = lobbies.pass_host(lobby, device, seat)
            case p.Start():
                self._start_game(client, message.id, pending)
            case p.Hand(seat=seat):
                self._hand(client, seat, pending)
            case p.Pause(on=on):
                changed = self._pause(client, on, pending)
            case p.React(phrase=phrase):
                if phrase not in p.PHRASES:
                    raise Refused("unknown_phrase")
                self._speak(client, p.Spoke(*self._speaker(client), phrase=phrase))
            case p.Chat(text=text):
                self._chat(client, text)
            case p.Leave():
                changed = self._leave(client, pending)
        if changed is not None:
            self.lobby = changed
            pending.entries.append(LobbySet(changed, message.id, device))
            pending.lobby_changed = True
        return p.Done(message.id)

    def _must_play(self) -> Live:
        if self.live is None or not self.lobby.playing:
            raise Refused("not_started")
        return self.live

    def _own_seat(self, client: Client, seat: Seat) -> Seats:
        """The viewer as whom this client may move for the seat."""
        if seat not in seats_of(self.lobby, client.device):
            raise Refused("not_your_seat")
        viewers, offered, _ = self._viewer(client)
        if not offered or not viewers >> seat & 1:
            raise Refused("not_your_seat")
        return viewers

    def _play(self, client: Client, message: p.Play, received: float, pending: Pending) -> p.Done:
        live = self._must_play()
        viewers = self._own_seat(client, message.seat)
        now = live.clock.now()
        arrived = now - max(0.0, wall() - received)
        stimulus = message.answers
        known = stimulus is not None and 0 <= stimulus < len(live.state.stimuli)
        claim = Claim(
            arrived,
            live.state.stimuli[stimulus] if known and stimulus is not None else None,
            client.sent.at(stimulus) if known and stimulus is not None else None,
            message.reaction,
        )
        fixed = correct(claim, client.lag)
        at = min(now, max(0, fixed.at))
        move = Move(message.move, message.args, at, stimulus)
        inner = Door(live.state, viewers).inward(message.seat, move)
        self._step(Played(now, message.seat, inner), pending, message.id, client.device)
        self.moves += 1
        return p.Done(message.id, fixed.compensated)

    def _check(self, client: Client, message: p.Check) -> None:
        live = self._must_play()
        viewers = self._own_seat(client, message.seat)
        move = Move(message.move, message.args, live.clock.now())
        live.state.check(message.seat, Door(live.state, viewers).inward(message.seat, move))

    def _start_game(self, client: Client, command: str, pending: Pending) -> None:
        lobbies.must_host(self.lobby, client.device)
        lobby = lobbies.ready(self.lobby, self.game)
        seed = token_bytes(16)
        live = Live(self.game, lobby, seed)
        self.lobby, self.live, self.game_id = lobby, live, token_urlsafe(9)
        self._gone.clear()
        here = {c.device for c in self.clients}
        for s in lobby.seats:
            if s.kind is SeatKind.PERSON and s.device not in here:
                self._gone[s.device] = wall()
        for other in self.clients:
            other.holder, other.sent, other.number = None, Sent(), 0
        live.clock.run()
        pending.entries.append(GameStarted(self.game_id, seed.hex(), lobby, command, client.device))
        pending.lobby_changed = True

    def _hand(self, client: Client, seat: Seat | None, pending: Pending) -> None:
        live = self._must_play()
        if seat is not None and seat not in seats_of(self.lobby, client.device):
            raise Refused("not_your_seat")
        client.holder = seat
        if seat is not None:
            self._step(Handed(live.clock.now(), seat), pending)
        # Time stands still while the only device at the table changes hands.
        if len({c.device for c in self.clients if seats_of(self.lobby, c.device)}) == 1:
            if seat is None:
                live.clock.stop()
            else:
                self._wake(pending)
        self._send_sight(client, with_events=False)

    def _pause(self, client: Client, on: bool, pending: Pending) -> Lobby:
        lobbies.must_host(self.lobby, client.device)
        live = self._must_play()
        lobby = structs.replace(self.lobby, paused=on)
        if on and not live.state.paused:
            self._step(Paused(live.clock.now()), pending)
            live.clock.stop()
        self.lobby = lobby
        if not on:
            self._wake(pending)
        return lobby

    def _leave(self, client: Client, pending: Pending) -> Lobby:
        """The device is forgotten: its chairs are free, or in a game a bot has them for good."""
        lobby, live = self.lobby, self.live
        for seat in seats_of(lobby, client.device):
            if lobby.playing and live is not None and not live.over:
                plan = structs.replace(lobby.seats[seat], kind=SeatKind.BOT, device="")
                lobby = lobbies.put(lobby, seat, plan)
                self._step(SeatChanged(live.clock.now(), seat, human=False, present=True), pending)
            else:
                lobby = lobbies.put(lobby, seat, lobbies.SeatPlan())
        self._gone.pop(client.device, None)
        client.device = ""
        return lobbies.pass_on_if_gone(lobby, lobby.host)

    # ---- speaking ----------------------------------------------------------------------------------

    def _speaker(self, client: Client) -> tuple[Seat | None, str]:
        mine = seats_of(self.lobby, client.device)
        return (mine[0], self._name(mine[0])) if mine else (None, "")

    def _speak(self, client: Client, spoke: p.Spoke) -> None:
        """At most five words in ten seconds from one device."""
        now = wall()
        recent = [t for t in self._spoke.get(client.device, []) if now - t < 10_000]
        if len(recent) >= 5:
            raise Refused("too_fast")
        self._spoke[client.device] = [*recent, now]
        if self.live is not None and self.live.state.silent and self.lobby.playing:
            raise Refused("silence")
        for other in self.clients:
            other.post(spoke)

    def _chat(self, client: Client, text: str) -> None:
        if not self.lobby.chat:
            raise Refused("chat_off")
        seat, name = self._speaker(client)
        if seat is None:
            raise Refused("not_your_seat")
        cleaned = "".join(c for c in text if c.isprintable()).strip()
        if not 0 < len(cleaned) <= 300:
            raise Refused("too_long")
        self._speak(client, p.Spoke(seat, name, text=cleaned))

    # ---- the game ----------------------------------------------------------------------------------

    def _step(self, entry: Entry, pending: Pending, command: str = "", device: str = "") -> None:
        assert self.live is not None
        self.live.apply(entry)
        pending.entries.append(Step(entry, command, device))

    def _happen(self, pending: Pending) -> None:
        """Everything that is due by now: alarms, and what bots meant to do."""
        live = self.live
        if live is None or live.over or not live.clock.running:
            return
        for _ in range(BATCH):
            now = live.clock.now()
            due = live.state.next_alarm()
            ready = not self._thinking and not live.steps
            plan = min(((pl.at, seat) for seat, pl in live.plans.items()), default=None) if ready else None
            if plan is not None and plan[0] <= now and (due is None or plan[0] <= due.at):
                self._bot_moves(live, plan[1], now, pending)
            elif due is not None and due.at <= now:
                self._step(Rang(now, due.name), pending)
            else:
                break
            if live.over:
                return
        self._set_hold(live, pending)

    def _bot_moves(self, live: Live, seat: Seat, now: Millis, pending: Pending) -> None:
        plan = live.plans.pop(seat)
        stand_in = self.lobby.seats[seat].kind is SeatKind.PERSON
        move = structs.replace(plan.move, at=min(now, plan.at), stand_in=stand_in)
        # A bot's press is made at the time it planned; whatever it planned too late is simply not made.
        with suppress(Refused):
            inner = Door(live.state, mask(seat)).inward(seat, move)
            self._step(Played(now, seat, inner), pending)

    def _set_hold(self, live: Live, pending: Pending) -> None:
        """Races wait for presses on the wire as long as the slowest line at the table may need."""
        if not (live.state.phases[-1].hurried or live.state.beside) or live.over:
            return
        racers = {s.device for s in self.lobby.seats}
        caps = [c.lag.cap for c in self.clients if c.device in racers] if len(racers) > 1 else []
        hold = hold_for(caps)
        if hold != live.state.hold:
            self._step(HoldSet(live.clock.now(), hold), pending)

    def _settle_end(self, pending: Pending) -> None:
        """The game is over: the seed is shown, and the lobby is set for a rematch."""
        live = self.live
        if live is None or live.state.outcome is None or not self.lobby.playing:
            return
        options, per_seat = self.game.next_options(live.state.outcome, live.state.options, live.state.seat_options)
        seats = tuple(
            structs.replace(s, options=msgspec.to_builtins(o))
            for s, o in zip(self.lobby.seats, per_seat, strict=True)
        )
        self.lobby = structs.replace(
            self.lobby, playing=False, paused=False, options=msgspec.to_builtins(options), seats=seats
        )
        live.clock.stop()
        pending.entries.append(GameEnded(self.game_id, self.lobby))
        pending.ended = self.game_id
        pending.lobby_changed = True

    def _let_think(self) -> None:
        """Bots think off the event loop; the table goes on meanwhile and asks again when they are done."""
        live = self.live
        if live is None or self._thinking or live.over:
            return
        wanted = frozenset(
            i
            for i, s in enumerate(self.lobby.seats)
            if s.kind is SeatKind.BOT or (s.kind is SeatKind.PERSON and not live.state.seats[i].human)
        )
        live.watching_bots = bool(wanted)
        if not live.steps and wanted == live.bots.keys():
            return
        self._thinking = True
        future = asyncio.get_running_loop().run_in_executor(
            self.minds, live.think, self.lobby, wanted, len(live.entries)
        )
        future.add_done_callback(self._thought)

    def _thought(self, done: "asyncio.Future[None]") -> None:
        if not done.cancelled():
            self.inbox.put_nowait(Thought())


def device_lag(client: Client) -> p.Lag:
    """What a client is told about its own line."""
    lag = client.lag
    return p.Lag(round(lag.rtt), round(lag.jitter), round(lag.cap))


__all__ = ["Arrived", "Client", "Departed", "Spoken", "Table", "device_lag"]
