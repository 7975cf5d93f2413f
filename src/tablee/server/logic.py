"""What happens at a table: commands, people who come and go, the game. Nothing here waits or is told.

All changes are noted in `Pending`; the table writes them, and then tells, or goes back to `Before`.
"""

import asyncio
from contextlib import suppress
from logging import getLogger
from math import floor
from secrets import token_bytes, token_urlsafe
from typing import Any

from msgspec import Struct, structs

from tablee.games.registry import game as game_named
from tablee.kernel.game import Device, Game
from tablee.kernel.moves import Move
from tablee.kernel.record import Entry, Handed, HoldSet, Paused, Played, Resumed, SeatChanged
from tablee.kernel.refusal import Refused
from tablee.kernel.state import Due
from tablee.kernel.units import Millis, Seat, Seats, mask, members
from tablee.play.order import coming
from tablee.play.plan import Plan
from tablee.prose.seat import NOTHING
from tablee.server import choosing
from tablee.server import lobby as lobbies
from tablee.server import protocol as p
from tablee.server.answered import Answered
from tablee.server.clock import Pace
from tablee.server.commands import change
from tablee.server.deals import dealt, must_keep
from tablee.server.desk import Judgement, No, Understood
from tablee.server.doorkeeper import Flow
from tablee.server.fairness import FRIENDS, STRICT, Claim, Lines, correct, hold_for
from tablee.server.gate import Gate
from tablee.server.limits import Buckets
from tablee.server.live import Live, Snapshot, kept_game
from tablee.server.lobby import Lobby, SeatKind, seats_of
from tablee.server.log import GameEnded, GameStarted, LobbySet, LogEntry, Step
from tablee.server.people import Arrived, Client, Crowd, Departed, Item, Judged, Shut, Spoken, Thought
from tablee.server.pool import Drawn, Pool, promising
from tablee.server.presence import Presence, between_hands, sitting
from tablee.server.quota import OF_TABLE, must_afford
from tablee.server.reading import called
from tablee.server.replica import takes_a_search
from tablee.server.secrets import new_seed
from tablee.server.speech import Speech
from tablee.server.store import DealResult, GameRow
from tablee.server.telling import must_be_held, viewer_of
from tablee.server.understanding import TypedLine
from tablee.texts import Language

LOG = getLogger("tablee.server")
BATCH = 64
PATIENCE = 3_000
"""Milliseconds on the wall for which a limit that has run out waits for the bot that is asked what to do."""
ROUNDING = 0.001
"""What the sum of two large times may be too small by."""


class Asked(Struct, frozen=True):
    """A move that somebody asks about, or wants to make, and as whom he sees the table."""

    spoken: Spoken
    command: p.Check | p.Play
    move: Move
    viewers: Seats


class AskedInWords(Struct, frozen=True):
    """What somebody typed, whose meaning is to be found."""

    spoken: Spoken
    command: p.Answer
    typed: TypedLine


class Pending(Struct):
    """What a batch will say once it is durable."""

    entries: list[LogEntry] = []
    replies: list[tuple[Client, p.Done | p.Refusal]] = []
    answered: set[tuple[str, str]] = set()
    """The commands that this batch does, by device and id."""
    said: list[p.Spoke] = []
    drafted: list[tuple[Client | None, p.Drafted]] = []
    """With who sent it; a bot is nobody."""
    arrived: list[Client] = []
    asked: list[Asked | AskedInWords] = []
    """What workers are to judge."""
    handed: set[Client] = set()
    """Passed-round devices that have changed hands."""
    plans: dict[Seat, Plan] = {}
    """What bots had planned and this batch played."""
    lobby_changed: bool = False
    pooling: bool = False
    """Devices are asked to open their parts in the seed."""
    ended: bool = False


class Before(Struct, frozen=True):
    """Where to go back to when a batch cannot be written."""

    lobby: Lobby
    live: Live | None
    game_id: str
    snapshot: Snapshot | None
    holders: dict[Client, Seat | None]
    held: dict[Client, tuple[Spoken, ...]]
    unkept: tuple[GameRow, bytes, DealResult | None] | None
    promises: dict[str, str]
    pool: Pool | None
    lost: str | None


class TableLogic:
    def __init__(self, code: str, lobby: Lobby, pace: Pace) -> None:
        self.code = code
        self.lobby = lobby
        self.pace = pace
        self.live: Live | None = None
        self.game_id = ""
        self.clients: set[Client] = set()
        self.lines = Lines(token_bytes)
        self.inbox: asyncio.Queue[Item] = asyncio.Queue()
        self.trouble: str | None = None
        self.moves = 0
        self.purse = Flow(*OF_TABLE)
        """What may still be written here."""
        self._crowd = Crowd()
        self._presence = Presence(pace)
        self._gate = Gate(pace)
        self._speech = Speech()
        self._sketches = Buckets(burst=10, per_second=5)
        self._answered = Answered()
        self._unkept: tuple[GameRow, bytes, DealResult | None] | None = None
        """A finished game that is in the log, but not yet in the list of games."""
        self._promises: dict[str, str] = {}
        """What devices have promised to add to the next seed."""
        self._pool: Pool | None = None
        """The parts of a game that is about to start."""
        self.lost: str | None = None
        """Why a game that was being played when the server was upgraded cannot go on."""
        self._held: dict[Client, tuple[Spoken, ...]] = {}
        """Clients of whom a move is being judged, with what they have said since: everything in its order."""
        self._thinking = False
        self._asked: tuple[Seat, Millis] | None = None
        """Whose limit has run out, and when, that a bot was asked."""

    @property
    def game(self) -> Game[Any]:
        return game_named(self.lobby.game)

    @property
    def late(self) -> Seat | None:
        """The person whose limit has run out, and for whom a bot decides this once."""
        live = self.live
        due = live.state.next_alarm() if live is not None and live.clock.running else None
        if live is None or due is None or not due.alarm.stand_in or due.at > live.clock.now():
            return None
        return due.alarm.seat if live.state.seats[due.alarm.seat].human else None

    # ---- what comes in -----------------------------------------------------------------------------

    def _take_up(self, items: list[Item]) -> tuple[Pending, Before]:
        """Does what came in. A command that trips over a fault of ours is refused, and harms nobody else."""
        refused: list[tuple[Client, p.Done | p.Refusal]] = []
        while True:
            before = Before(
                self.lobby,
                self.live,
                self.game_id,
                self.live.snapshot() if self.live is not None and not self.live.over else None,
                {c: c.holder for c in self.clients},
                self._held.copy(),
                self._unkept,
                self._promises,
                self._pool,
                self.lost,
            )
            pending = Pending(replies=refused.copy())
            for item in items:
                try:
                    self._take(item, pending)
                except Exception:
                    LOG.exception("table %s cannot take %s", self.code, item)
                    if isinstance(item, Spoken) and isinstance(item.message, p.Command):
                        refused.append((item.client, p.Refusal(item.message.id, "malformed")))
                    elif isinstance(item, Arrived):
                        self.clients.discard(item.client)
                        item.client.socket.close()
                    items.remove(item)
                    self._go_back(before, pending)
                    self._held = before.held.copy()
                    if isinstance(item, Judged):
                        self._held.pop(item.spoken.client, None)
                        refused.append((item.spoken.client, p.Refusal(item.command.id, "malformed")))
                    break
            else:
                return pending, before

    def _take(self, item: Item, pending: Pending) -> None:
        match item:
            case Arrived(client):
                self._arrive(client, pending)
            case Departed(client):
                self.clients.discard(client)
                self._held.pop(client, None)
                self._note_presence(client, pending)
            case Spoken(client):
                if client in self._held:
                    self._hold(item, pending)
                else:
                    self._hear(item, pending)
            case Judged():
                self._hear_judged(item, pending)
            case Shut():
                self._set_lobby(lobbies.shut(self.lobby), pending)
            case Thought(live, bots, upto, plans):
                self._thinking = False
                if live is not None and live is self.live:
                    live.planned(bots, upto, plans)

    def _go_back(self, before: Before, pending: Pending) -> None:
        """Nothing of the batch has happened."""
        self.lobby, self.live, self.game_id = before.lobby, before.live, before.game_id
        self._unkept, self.lost = before.unkept, before.lost
        self._promises, self._pool = before.promises, before.pool
        if self.live is not None:
            if before.snapshot is not None:
                self.live.restore(before.snapshot)
            self.live.plans |= pending.plans
        for client, holder in before.holders.items():
            client.holder = holder
        for device, command in pending.answered:
            self._answered.forget(device, command)

    # ---- coming and going --------------------------------------------------------------------------

    def _arrive(self, client: Client, pending: Pending) -> None:
        self.clients.add(client)
        pending.arrived.append(client)
        self._note_presence(client, pending)
        if self.trouble is None:
            self._follow(pending)

    def _note_presence(self, client: Client, pending: Pending) -> None:
        """Somebody came or went: of those who only look on, the others hear now and then."""
        if not self.clients or client.device == self.lobby.host or seats_of(self.lobby, client.device):
            pending.lobby_changed = True
        else:
            self._crowd.changed()

    def _follow(self, pending: Pending) -> None:
        """Seats, the host's role and the clock follow who is there."""
        self._presence.look(self.lobby, self.clients)
        heir = self._presence.heir(self.lobby)
        if heir is not None:
            self._set_lobby(structs.replace(self.lobby, host=heir), pending)
        for client in self.clients:
            client.lag.trust = FRIENDS if self.lobby.friends else STRICT
        if self._pool is not None:
            if self._pool.complete or self._pool.left <= 0:
                self._deal_pooled(self._pool, pending)
        elif self._gate.look(self.lobby, self._presence.expected(self.lobby), self._presence.here):
            pending.lobby_changed = True
        if self._pool is None and self._gate.opens:
            self._open_gate(pending)
        live = self.live
        if live is None or live.over or not self.lobby.playing:
            return
        pause = self.lobby.paused or self._presence.deserted(self.lobby, live.clock.running)
        if pause:
            live.clock.stop()
        now = live.clock.now()
        for changed in list(self._presence.seat_changes(self.lobby, live.state, now, stand_ins=not pause)):
            self._step(changed, pending)
            pending.lobby_changed = True
        if pause != live.state.paused:
            self._step(Paused(now) if pause else Resumed(now), pending)
        self._keep_pace()
        self._keep_time()

    def _keep_time(self) -> None:
        """The clock runs, unless the table is paused, waits at the gate, or its only screen changes hands."""
        live = self.live
        if live is None or live.over or not self.lobby.playing:
            return
        if live.state.paused or self.lobby.gated or between_hands(self.lobby, self.game, live.state, self.clients):
            live.clock.stop()
        else:
            live.clock.run()

    def _open_gate(self, pending: Pending) -> None:
        """Everybody is ready, or has been waited for."""
        self._gate.reset()
        if self.lobby.gated:
            self._set_lobby(structs.replace(self.lobby, gated=False, ready=()), pending)
        elif sitting(self.lobby):
            self._begin(sitting(self.lobby), pending)
            if self._pool is None:
                self._gate.look(self.lobby, self._presence.expected(self.lobby), self._presence.here)
        else:
            self._set_lobby(structs.replace(self.lobby, asking=False, ready=()), pending)

    def _keep_pace(self) -> None:
        """Table time passes as the table wants it, and at leisure in the first round of a race."""
        live = self.live
        if live is not None and not live.over:
            live.clock.rate = self.pace.rate * lobbies.tempo(self.lobby, live.first_round, live.looks_on)

    # ---- commands ----------------------------------------------------------------------------------

    @property
    def _seated(self) -> set[str]:
        """The devices whose commands are never forgotten for those of others."""
        return {seat.device for seat in self.lobby.seats} | {self.lobby.host}

    def _remember(self, device: str, command: str, reply: p.Done) -> None:
        self._answered.remember(device, command, reply, self._seated)

    def _hear(self, spoken: Spoken, pending: Pending, verdict: Judgement | No | None = None) -> None:
        client, message = spoken.client, spoken.message
        if client not in self.clients or not isinstance(message, p.Command):
            return
        reply: p.Done | p.Refusal | None = self._answered.reply(client.device, message.id)
        if reply is None:
            try:
                if self.trouble is not None:
                    raise Refused("store_trouble")
                if client.device in self.lobby.left or lobbies.is_removed(self.lobby, client.device):
                    raise Refused("not_your_seat")
                must_afford(message, client.purse, self.purse)
                if isinstance(verdict, No):
                    raise verdict.refusal
                reply = self._obey(spoken, pending, verdict)
                if reply is None:
                    return
                pending.answered.add((client.device, message.id))
                self._remember(client.device, message.id, reply)
            except Refused as no:
                reply = p.Refusal(message.id, no.code, no.details)
        pending.replies.append((client, reply))

    def _hold(self, spoken: Spoken, pending: Pending) -> None:
        """What is said while a move is being judged comes after it."""
        waiting = self._held[spoken.client]
        if len(waiting) < BATCH:
            self._held[spoken.client] = (*waiting, spoken)
        elif isinstance(spoken.message, p.Command):
            pending.replies.append((spoken.client, p.Refusal(spoken.message.id, "too_fast")))

    def _hear_judged(self, judged: Judged, pending: Pending) -> None:
        client, command = judged.spoken.client, judged.command
        if isinstance(judged.verdict, Understood):
            pending.replies.append((client, p.Done(command.id, meant=judged.verdict.meant)))
            return
        if isinstance(command, p.Check | p.Answer):
            pending.replies.append((client, checked(command, judged.verdict)))
            return
        held = self._held.pop(client, ())
        if judged.live is self.live:
            self._hear(judged.spoken, pending, judged.verdict)
        else:
            pending.replies.append((client, p.Refusal(command.id, "not_started")))
        for place, spoken in enumerate(held):
            if client in self._held:  # one of them is being judged in its turn
                self._held[client] = held[place:]
                break
            self._hear(spoken, pending)

    def _obey(self, spoken: Spoken, pending: Pending, verdict: Judgement | None) -> p.Done | None:
        """Does what is said; None if a worker has to judge it first."""
        client, message = spoken.client, spoken.message
        assert isinstance(message, p.Command)
        match message:
            case p.Play():
                return self._play(spoken, message, pending, verdict)
            case p.Check():
                now, viewers = self._must_run().clock.now(), self._own_seat(client, message.seat)
                move = Move(message.move, message.args, now)
                pending.asked.append(Asked(spoken, message, move, viewers))
                return None
            case p.Draft():
                self._sketch(client, message, pending)
            case p.InWords(language=language):
                client.language, client.shown = language, b""
                pending.handed.add(client)
            case p.Answer(seat=seat):
                self._must_run()
                viewers = self._own_seat(client, seat)
                language = client.language or Language.FR
                names = called(self.lobby, seat, language)
                said = message.said or NOTHING
                typed = TypedLine(seat, viewers, message.line, said, language, names)
                pending.asked.append(AskedInWords(spoken, message, typed))
                return None
            case p.Start():
                self._start_game(client, message, pending)
            case p.Hand(seat=seat):
                self._hand(client, seat, pending)
            case p.PromisePart(promise=promise):
                self._promises = promising(self._promises, self.lobby, client.device, promise)
            case p.OpenPart(part=part):
                if self._pool is not None:
                    self._pool = self._pool.opening(client.device, part)
            case p.React() | p.Chat():
                silent = self.lobby.playing and self.live is not None and self.live.state.silent
                pending.said.append(self._speech.say(self.lobby, client.device, message, silent))
            case _:
                must_keep(self.lobby, message)
                lobby = change(self.lobby, self.game, client.device, message)
                if lobby is not None and lobby != self.lobby:
                    self._set_lobby(lobby, pending, message.id, client.device)
                    self._follow(pending)
        return p.Done(message.id)

    def _set_lobby(self, lobby: Lobby, pending: Pending, command: str = "", device: str = "") -> None:
        live = self.live
        if live is not None and not live.over and self.lobby.playing:
            for seat, (was, plan) in enumerate(zip(self.lobby.seats, lobby.seats, strict=True)):
                if was.kind is SeatKind.PERSON and plan.kind is SeatKind.BOT:
                    self._step(SeatChanged(live.clock.now(), seat, human=False, present=True), pending)
            if not lobby.playing:
                live.clock.stop()
                self.live = None
        if lobby.game != self.lobby.game:
            self.live = None
        if lobby.asking and lobby.host != self.lobby.host:  # who asked is not the host any more
            lobby = structs.replace(lobby, asking=False, ready=())
        self.lobby = lobby
        pending.entries.append(LobbySet(lobby, command, device))
        pending.lobby_changed = True

    def _must_play(self) -> Live:
        if self.live is None or not self.lobby.playing:
            raise Refused("not_started")
        return self.live

    def _must_run(self) -> Live:
        live = self._must_play()
        if self.lobby.gated:
            raise Refused("not_yet")
        return live

    def _own_seat(self, client: Client, seat: Seat, move: str = "") -> Seats:
        """The viewer as whom this client may move for the seat."""
        viewer = viewer_of(self.lobby, self.game, client)
        live = self.live
        offers = live.state.offers(seat) if live is not None and seat in members(viewer.aloud) else ()
        if any(o.aloud and o.name == move for o in offers):
            return viewer.seats
        if not viewer.offered or seat not in seats_of(self.lobby, client.device) or not viewer.seats >> seat & 1:
            raise Refused("not_your_seat")
        return viewer.seats

    def _play(self, spoken: Spoken, message: p.Play, pending: Pending, verdict: Judgement | None) -> p.Done | None:
        live = self._must_run()
        client = spoken.client
        viewers = self._own_seat(client, message.seat, message.move)
        now = live.clock.now()
        _, offer = live.state.find(message.seat, message.move)
        stimulus, at, compensated = self._corrected(client, message, live, spoken.received, offer.opens_at)
        move = Move(message.move, message.args, min(now, max(0, at)), stimulus)
        if verdict is not None:
            inner = structs.replace(verdict.move, at=move.at, answers=stimulus)
        elif takes_a_search(offer):
            pending.asked.append(Asked(spoken, message, move, viewers))
            self._held[client] = ()
            return None
        else:
            inner = live.inward(message.seat, move, viewers)
        self._step(Played(now, message.seat, inner), pending, message.id, client.device)
        if stimulus is not None and stimulus >= 0:
            client.lag.took(compensated, client.sent.shown(stimulus))
        self.moves += 1
        return p.Done(message.id, compensated)

    def _corrected(
        self, client: Client, message: p.Play, live: Live, received: float, opens: Millis = 0
    ) -> tuple[int | None, Millis, Millis]:
        """The stimulus that a move answers (-1: none that we know), when it counts, and the lag taken off.

        What came after it was allowed (`opens`) is never taken back to before it: a slow screen has shown the card
        late, but not the plate.
        """
        stimulus = message.answers
        if stimulus is None or not 0 <= stimulus < len(live.state.stimuli):
            return None if stimulus is None else -1, floor(live.clock.at(received)), 0
        # As people live it, whatever the pace of the table; counted from the stimulus, so that a reaction
        # stays exact to the millisecond.
        shown = live.clock.moment(live.state.stimuli[stimulus])
        sent = client.sent.at(stimulus)
        drawn = client.sent.shown(stimulus)
        claim = Claim(received - shown, 0, None if sent is None else sent - shown, message.reaction, drawn)
        fixed = correct(claim, client.lag)
        at = floor(live.clock.at(shown + fixed.at) + ROUNDING)
        if at >= opens or opens > live.clock.at(received):
            return stimulus, at, fixed.compensated
        return stimulus, opens, floor(received - live.clock.moment(opens))

    def _sketch(self, client: Client, message: p.Draft, pending: Pending) -> None:
        """Shows the others what a seat is about to do, as far as its offer says that they may watch."""
        live = self._must_run()
        self._own_seat(client, message.seat)
        _, offer = live.state.find(message.seat, message.move)
        shown = {
            name: sketch
            for name, value in message.args.items()
            if name in offer.params and (sketch := offer.params[name].sketch(value)) is not None
        }
        if shown and not offer.secret and self._sketches.take(client.device):
            pending.drafted.append((client, p.Drafted(message.seat, message.move, shown)))

    def _bots_hesitate(self, live: Live, pending: Pending) -> None:
        """Shows what bots seem to be about to do, as far as an offer lets people watch."""
        now = live.clock.now()
        for seat, plan in live.plans.items():
            due = [shown for shown in plan.before if shown.at <= now]
            if due:
                live.plans[seat] = structs.replace(plan, before=plan.before[len(due) :])
                pending.drafted.append((None, p.Drafted(seat, plan.move.name, due[-1].args)))

    def _start_game(self, client: Client, message: p.Start, pending: Pending) -> None:
        """The host starts. After a first game the others are asked, unless he does not want to wait."""
        lobbies.must_host(self.lobby, client.device)
        lobbies.ready(self.lobby, self.game)
        others = (sitting(self.lobby) & self._presence.here) - {client.device}
        if self._pool is not None or (self.lobby.asking and not message.now):
            return
        if self.lobby.played and others and not message.now:
            asking = structs.replace(self.lobby, asking=True, ready=(client.device,))
            self._set_lobby(asking, pending, message.id, client.device)
            self._follow(pending)
            return
        # Who says "again" is ready; who starts another game has yet to see it.
        again = self.lobby.asking or self.live is not None
        self._begin(sitting(self.lobby) if again else set(), pending, message.id, client.device)
        self._follow(pending)

    def _begin(self, ready: set[str], pending: Pending, command: str = "", device: str = "") -> None:
        """Starts a game; where devices have promised a part in its seed, they are asked for it first."""
        promises = {d: self._promises[d] for d in sitting(self.lobby) & self._presence.here if d in self._promises}
        if self.lobby.deal is not None and self.lobby.deal.seed:
            # Other tables are dealt the same, so no device here may have a part in it.
            self._deal(bytes.fromhex(self.lobby.deal.seed), ready, pending, command, device)
        elif promises:
            self._pool = Pool(new_seed(), promises, frozenset(ready))
            self._promises = {}
            pending.pooling = True
        else:
            self._deal(new_seed(), ready, pending, command, device)

    def _deal_pooled(self, pool: Pool, pending: Pending) -> None:
        """All parts are there, or have been waited for."""
        self._pool = None
        self._gate.reset()
        with suppress(Refused):  # nobody sits here any more
            lobby = lobbies.ready(self.lobby, self.game)
            self._deal(pool.seed, set(pool.ready), pending, drawn=pool.drawn(lobby))
            self._gate.look(self.lobby, self._presence.expected(self.lobby), self._presence.here)

    def _deal(
        self,
        seed: bytes,
        ready: set[str],
        pending: Pending,
        command: str = "",
        device: str = "",
        drawn: Drawn | None = None,
    ) -> None:
        lobby = lobbies.ready(self.lobby, self.game)
        lobby = structs.replace(lobby, ready=tuple(sorted(ready)) if lobby.gated else (), deal=dealt(lobby.deal))
        self.live = Live(self.game, lobby, seed, self.pace.rate, drawn)
        self.lobby, self.game_id, self.lost = lobby, token_urlsafe(9), None
        for other in self.clients:
            other.holder = None
        version = self.game.info.version
        how = (drawn.draw, drawn.part.hex()) if drawn is not None else (None, "")
        pending.entries.append(GameStarted(self.game_id, seed.hex(), lobby, command, device, version, *how))
        pending.lobby_changed = True

    def _hand(self, client: Client, seat: Seat | None, pending: Pending) -> None:
        live = self._must_play()
        mine = seats_of(self.lobby, client.device)
        if seat is not None and seat not in mine:
            raise Refused("not_your_seat")
        if self.game.info.device is not Device.PASSED or len(mine) < 2 or seat == client.holder:
            return
        # Who took it too late would have it alone while all are asked.
        if client.holder is None and not must_be_held(live.state, sum(mask(i) for i in mine)):
            return
        client.holder = seat
        pending.handed.add(client)
        if seat is not None:
            self._step(Handed(live.clock.now(), seat), pending)
        self._follow(pending)

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
            ready = not self._thinking and live.bots_know
            if ready:
                self._bots_hesitate(live, pending)
            found = coming(live.state, live.plans if ready else {})
            if found is None or live.at(found) > now:
                break
            if not isinstance(found, Due):
                self._bot_moves(live, found, now, pending)
            elif not self.inbox.empty():
                # Not before everything that came in is taken up: it may have been made in time.
                break
            else:
                late = self.late
                if late is not None and self._still_asked(live, late, found.at):
                    break
                if late is not None and late in live.plans:
                    self._bot_moves(live, late, now, pending)
                    continue
                self._step(live.rang(found, now), pending)
            if live.over:
                return
        self._set_hold(live, pending)

    def _still_asked(self, live: Live, late: Seat, since: Millis) -> bool:
        """Whether a bot is still to say what the late one does. It is asked once: then the default must do."""
        if self._thinking or not live.bots_know:
            return live.clock.now() < since + PATIENCE * live.clock.rate
        first, self._asked = self._asked != (late, since), (late, since)
        return first and late not in live.bots

    def _bot_moves(self, live: Live, seat: Seat, now: Millis, pending: Pending) -> None:
        pending.plans[seat] = live.plans[seat]
        # Whatever was planned too late is simply not made.
        with suppress(Refused):
            stand_in = self.lobby.seats[seat].kind is SeatKind.PERSON
            self._step(live.acted(seat, now, stand_in=stand_in), pending)

    def _set_hold(self, live: Live, pending: Pending) -> None:
        """Races wait for presses on the wire as long as the slowest line at the table may need."""
        if not (live.state.phases[-1].hurried or live.state.beside) or live.over:
            return
        racers = {s.device for s in self.lobby.seats}
        caps = [c.lag.most for c in self.clients if c.device in racers] if len(racers) > 1 else []
        hold = hold_for(caps, live.clock.rate)
        if hold != live.state.hold:
            self._step(HoldSet(live.clock.now(), hold), pending)

    def _settle_end(self, pending: Pending) -> None:
        """The game is over: the seed is shown, and the lobby is set for a rematch."""
        live = self.live
        if live is None or live.state.outcome is None or not self.lobby.playing:
            return
        live.clock.stop()
        live.lobby = self.lobby
        self.lobby = lobbies.for_rematch(
            self.lobby,
            self.game,
            live.state.outcome,
            *live.game.next_options(live.state.outcome, live.state.options, live.state.seat_options),
        )
        ended = self.game_id, live.state.outcome, live.state.seats
        self.lobby = choosing.after_game(self.lobby, live.lobby, *ended)
        self._unkept = kept_game(live, self.game_id, self.code)
        pending.entries.append(GameEnded(self.game_id, self.lobby))
        pending.ended = True
        pending.lobby_changed = True


def checked(message: p.Check | p.Answer, verdict: Judgement | No) -> p.Done | p.Refusal:
    """What somebody is told who asked what would come of a move."""
    if isinstance(verdict, No):
        return p.Refusal(message.id, verdict.code, verdict.details)
    known = verdict.move.known
    return p.Done(message.id, known=all(known.values()) if known else None, settled=verdict.settled)
