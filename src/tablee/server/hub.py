"""All tables of this server: made, found by their code, and let go when nobody looks at them."""

import asyncio
import gc
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from logging import getLogger
from time import time
from typing import Any

from msgspec import structs

from tablee.bots.bot import BotLevel
from tablee.games.registry import game as game_named
from tablee.games.registry import games
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import commitment
from tablee.lexicons import languages, load
from tablee.server import lobby as lobbies
from tablee.server.clock import Pace, steady, wall
from tablee.server.crew import Crew
from tablee.server.deals import MOST_TABLES
from tablee.server.log import LobbySet, read, write
from tablee.server.secrets import new_code, new_seed, read_code
from tablee.server.store import Elsewhere, Hold, Moved, SharedDeal, Store, StoreFailed, TableRow
from tablee.server.table import Table

LOG = getLogger("tablee.server")
SWEEP = 60.0
PURGE = 3_600.0
SHARE = 1 / 20
"""Of all that is kept, what a sweep deletes at most."""
JUMP = 3_600.0
"""Seconds by which the calendar may drift from the clock before it is no longer believed."""
COLLECT = 3_600.0
"""Seconds after which memory is tidied even though people play."""
CODE_TRIES = 20
STOP_WITHIN = 15.0
"""Seconds."""
ASK_EVERY = 0.5
ASK_TRIES = 20


def warm_up() -> None:
    """Starts every game once, in one thread: the first conversion to a type is not safe in several at once."""
    for game in games().values():
        read(write(LobbySet(lobbies.new_lobby(game, game.info.players[0], ""))))
        game.start(game.info.players[0], seed=bytes(16), options={}, seat_options=[{}] * game.info.players[0])


class Hub:
    def __init__(
        self, store: Store, crew: Crew | None = None, pace: Pace | None = None, keep_days: int | None = None
    ) -> None:
        """`crew`: who does what takes long; without one, threads. `keep_days`: what nobody has touched for longer
        is deleted."""
        self.store = store
        self.pace = pace or Pace()
        self.tables: dict[str, Table] = {}
        self.crew = crew or Crew()
        self._loader = ThreadPoolExecutor(1, thread_name_prefix="loader")
        self.delivered: list[float] = []
        self._loading: dict[str, tuple[asyncio.Lock, int]] = {}
        """Who loads a table, and how many want to."""
        self.past_moves = 0
        """Of the tables that are no longer in memory."""
        self.keep_days = keep_days
        self._purged = time()
        self._began = time() - steady()
        """When the steady clock stood at zero, by the calendar."""
        self._collected = wall()
        self._sweeper: asyncio.Task[None] | None = None
        self._closed = False

    async def open(self) -> None:
        warm_up()
        # Words are unpacked at the first start only (some seconds, off the loop). From then on a look-up in any
        # language is quick, and nobody at a table ever waits for one.
        await asyncio.get_running_loop().run_in_executor(self._loader, lambda: list(map(load, languages())))
        await self.store.open()
        self._sweeper = asyncio.create_task(self._sweep_for_ever(), name="sweeper")

    async def close(self) -> None:
        """Every table finishes what it is writing; then the store is closed."""
        await self.hand_all_over()
        await self.crew.close()
        self._loader.shutdown(wait=False, cancel_futures=True)

    async def hand_all_over(self) -> None:
        """Every table finishes what it is writing; from then on others may have it."""
        self._closed = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        with suppress(TimeoutError):  # what cannot be written now was never answered
            async with asyncio.timeout(STOP_WITHIN):
                await asyncio.gather(*(table.stop() for table in self.tables.values()))
        self.tables.clear()
        await self.store.close()

    async def create(
        self,
        game: str,
        device: str,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        public: bool = False,
        bots: BotLevel | None = None,
        speed: lobbies.Speed | None = None,
    ) -> Table:
        chosen = game_named(game)
        low, high = chosen.info.players
        lobby = lobbies.new_lobby(chosen, seats if seats is not None else max(low, min(4, high)), device)
        lobby = lobbies.configure(
            lobby, chosen, device, options=dict(options or {}), public=public, bots=bots, speed=speed
        )
        return await self._set_up(lobby)

    async def open_deal(
        self,
        game: str,
        device: str,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        bots: BotLevel | None = None,
        speed: lobbies.Speed | None = None,
    ) -> SharedDeal:
        """What many tables will be dealt; `device` may close it."""
        chosen = game_named(game)
        low, high = chosen.info.players
        lobby = lobbies.new_lobby(chosen, seats if seats is not None else max(low, min(4, high)), device)
        lobby = lobbies.configure(lobby, chosen, device, options=dict(options or {}), bots=bots, speed=speed)
        seed = new_seed()
        for _ in range(CODE_TRIES):
            deal = SharedDeal(
                new_code(),
                time(),
                lobby.game,
                chosen.info.version,
                len(lobby.seats),
                lobby.options,
                lobby.bots,
                lobby.speed,
                seed.hex(),
                commitment(seed),
                device,
            )
            if await self.store.open_deal(deal):
                return deal
        raise Refused("store_trouble")

    async def deal_table(self, code: str, device: str) -> Table:
        """One more table for a deal that many play."""

        def one_more(deal: SharedDeal) -> SharedDeal:
            if deal.closed is not None:
                raise Refused("deal_closed")
            if deal.tables >= MOST_TABLES:
                raise Refused("too_many")
            if deal.version != game_named(deal.game).info.version:
                raise Refused("old_rules")
            return structs.replace(deal, tables=deal.tables + 1)

        deal = await self.store.change_deal(code, one_more)
        if deal is None:
            raise Refused("unknown_deal")
        chosen = game_named(deal.game)
        lobby = lobbies.new_lobby(chosen, deal.seats, device)
        speed, bots = lobbies.Speed(deal.speed), BotLevel(deal.bots)
        lobby = lobbies.configure(lobby, chosen, device, options=deal.options, bots=bots, speed=speed)
        return await self._set_up(structs.replace(lobby, deal=lobbies.SameDeal(code, deal.seed)))

    async def _set_up(self, lobby: lobbies.Lobby) -> Table:
        for _ in range(CODE_TRIES):
            table = Table(new_code(), lobby, self.store, self.crew, pace=self.pace)
            if table.code not in self.tables and await self.store.create(table.row(), write(LobbySet(lobby))):
                table.length = 1
                table.hold = self.store.held(table.code) or table.hold
                return self._keep(table)
        raise Refused("store_trouble")

    async def find(self, typed: str) -> Table:
        """The table with this code, brought back from its log if need be; `Elsewhere` if another server has it."""
        if self._closed:
            raise StoreFailed("closed")
        code = read_code(typed)
        async with self._alone_with(code):
            if code in self.tables and await self._is_ours(self.tables[code]):
                return self.tables[code]
            row = await self.store.table(code)
            if row is None or not row.open:
                raise Refused("unknown_table")
            return self._keep(await self._load(row))

    @asynccontextmanager
    async def _alone_with(self, code: str) -> AsyncIterator[None]:
        """Loads, or puts away, one at a time: who claims a table twice has lost the first one."""
        lock, waiting = self._loading.get(code, (asyncio.Lock(), 0))
        self._loading[code] = lock, waiting + 1
        try:
            async with lock:
                yield
        finally:
            lock, waiting = self._loading.pop(code)
            if waiting > 1:
                self._loading[code] = lock, waiting - 1

    async def _is_ours(self, table: Table) -> bool:
        """Whether a table is still ours, when that is known."""
        if not self.store.holds(table.hold):
            try:
                await self.store.assured(table.hold)
            except Moved:
                self._moved(table)
        return table.code in self.tables

    def _moved(self, table: Table) -> None:
        if self.tables.get(table.code) is table:
            del self.tables[table.code]
            self.past_moves += table.moves
        table.evict()

    def lose_all(self) -> None:
        """This server was taken for dead: others have its tables."""
        for table in list(self.tables.values()):
            self._moved(table)

    async def _load(self, row: TableRow) -> Table:
        hold = await self.store.claim(row.code)
        log = await self.store.log(row.code)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(
                self._loader, Table.from_log, row, log, self.store, self.crew, self.pace, hold
            )
        except Exception as wrong:
            LOG.exception("the log of table %s cannot be read", row.code)
            raise StoreFailed("damaged", f"the log of table {row.code}") from wrong

    @asynccontextmanager
    async def aside(self, code: str) -> AsyncIterator[None]:
        """Takes a table out of memory while its log is written anew; its people come back by themselves."""
        async with self._alone_with(code):
            await self._put_away(code)
            hold = await self._wrest(code)
            try:
                yield
            finally:
                await self.store.release(hold)

    async def _wrest(self, code: str) -> Hold:
        """A table for ourselves, if need be from another server that lives."""
        for _ in range(ASK_TRIES):
            try:
                return await self.store.claim(code)
            except Elsewhere as there:
                await self.store.ask_for(there)
                await asyncio.sleep(ASK_EVERY)
        raise StoreFailed("locked", f"another server does not let go of table {code}")

    async def _put_away(self, code: str) -> None:
        table = self.tables.pop(code, None)
        if table is not None:
            await table.stop()
            self.past_moves += table.moves
            table.evict()

    async def hand_over(self, code: str, to: str = "") -> None:
        """Finishes what is being written, and lets any server have the table, or only that one."""
        async with self._alone_with(code):
            table = self.tables.pop(code, None)
            if table is not None:
                await table.stop()
                self.past_moves += table.moves
                await self.store.release(table.hold, to)
                table.evict()

    def _keep(self, table: Table) -> Table:
        self.tables[table.code] = table
        table.on_moved = partial(self._moved, table)
        table.on_delivered = self._note
        table.start()
        return table

    def _note(self, span: float) -> None:
        self.delivered.append(span)
        if len(self.delivered) > 4_096:
            del self.delivered[:2_048]

    @property
    def moves(self) -> int:
        """The moves of people since the server started."""
        return self.past_moves + sum(table.moves for table in self.tables.values())

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            await self.sweep()

    async def _purge(self, before: float) -> None:
        """Deletes what is old, a little at a time, and nothing at all by a calendar that may be wrong."""
        if abs(time() - steady() - self._began) > JUMP:
            LOG.warning("the calendar has jumped: nothing old is deleted until the server is started again")
        elif 0 < await self.store.latest() < before:
            LOG.warning("by the calendar all that is kept is old: nothing is deleted; tablee purge would")
        else:
            await self.store.purge(before, keep=list(self.tables), share=SHARE)

    async def sweep(self) -> None:
        """Lets go of the tables that nobody has looked at for long; their logs bring them back."""
        for table in list(self.tables.values()):
            if table.idle:
                del self.tables[table.code]
                await table.stop()
                await self.store.release(table.hold)
                self.past_moves += table.moves
        if self.keep_days is not None and abs(time() - self._purged) > PURGE:
            self._purged = time()
            with suppress(StoreFailed):
                await self._purge(time() - self.keep_days * 86_400)
        playing = any(t.lobby.playing and t.clients for t in self.tables.values())
        if not playing or wall() - self._collected > COLLECT * 1000:
            gc.collect()
            self._collected = wall()
