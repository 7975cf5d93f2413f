"""All tables of this server: made, found by their code, and let go when nobody looks at them."""

import asyncio
import gc
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from logging import getLogger
from time import time
from typing import Any

from tablee.bots.bot import BotLevel
from tablee.games.registry import game as game_named
from tablee.games.registry import games
from tablee.kernel.refusal import Refused
from tablee.lexicons import languages, load
from tablee.server import lobby as lobbies
from tablee.server.clock import Pace, wall
from tablee.server.log import LobbySet, read, write
from tablee.server.secrets import new_code, read_code
from tablee.server.store import Store, StoreFailed, TableRow
from tablee.server.table import Table

LOG = getLogger("tablee.server")
SWEEP = 60.0
PURGE = 3_600.0
COLLECT = 3_600.0
"""Seconds after which memory is tidied even though people play."""
CODE_TRIES = 20


def warm_up() -> None:
    """Starts every game once, in one thread: the first conversion to a type is not safe in several at once."""
    for game in games().values():
        read(write(LobbySet(lobbies.new_lobby(game, game.info.players[0], ""))))
        game.start(game.info.players[0], seed=bytes(16), options={}, seat_options=[{}] * game.info.players[0])


class Hub:
    def __init__(
        self, store: Store, threads: int = 2, pace: Pace | None = None, keep_days: int | None = None
    ) -> None:
        """`keep_days`: what nobody has touched for longer is deleted."""
        self.store = store
        self.pace = pace or Pace()
        self.tables: dict[str, Table] = {}
        self.minds = ThreadPoolExecutor(threads, thread_name_prefix="mind")
        self._loader = ThreadPoolExecutor(1, thread_name_prefix="loader")
        self.delivered: list[float] = []
        self._loading: dict[str, asyncio.Lock] = {}
        self.past_moves = 0
        """Of the tables that are no longer in memory."""
        self.keep_days = keep_days
        self._purged = 0.0
        self._collected = wall()
        self._sweeper: asyncio.Task[None] | None = None

    async def open(self) -> None:
        warm_up()
        # Words are unpacked at the first start only (some seconds, off the loop). From then on a look-up in any
        # language is quick, and nobody at a table ever waits for one.
        await asyncio.get_running_loop().run_in_executor(self._loader, lambda: list(map(load, languages())))
        await self.store.open()
        self._sweeper = asyncio.create_task(self._sweep_for_ever(), name="sweeper")

    async def close(self) -> None:
        """Every table finishes what it is writing; then the store is closed."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        await asyncio.gather(*(table.stop() for table in self.tables.values()))
        self.tables.clear()
        self.minds.shutdown(wait=False, cancel_futures=True)
        self._loader.shutdown(wait=False, cancel_futures=True)
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
        for _ in range(CODE_TRIES):
            table = Table(new_code(), lobby, self.store, self.minds, pace=self.pace)
            if table.code not in self.tables and await self.store.create(table.row(), write(LobbySet(lobby))):
                table.length = 1
                return self._keep(table)
        raise Refused("store_trouble")

    async def find(self, typed: str) -> Table:
        """The table with this code, brought back from its log if need be."""
        code = read_code(typed)
        lock = self._loading.setdefault(code, asyncio.Lock())
        try:
            async with lock:
                if code in self.tables:
                    return self.tables[code]
                row = await self.store.table(code)
                if row is None or not row.open:
                    raise Refused("unknown_table")
                table = await self._load(row)
                # Whoever failed before us may have let somebody else in.
                return self.tables.get(code) or self._keep(table)
        finally:
            if not lock.locked():
                self._loading.pop(code, None)

    async def _load(self, row: TableRow) -> Table:
        log = await self.store.log(row.code)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(
                self._loader, Table.from_log, row, log, self.store, self.minds, self.pace
            )
        except Exception as wrong:
            LOG.exception("the log of table %s cannot be read", row.code)
            raise StoreFailed("damaged", f"the log of table {row.code}") from wrong

    def _keep(self, table: Table) -> Table:
        self.tables[table.code] = table
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

    async def sweep(self) -> None:
        """Lets go of the tables that nobody has looked at for long; their logs bring them back."""
        for table in list(self.tables.values()):
            if table.idle:
                del self.tables[table.code]
                await table.stop()
                self.past_moves += table.moves
        if self.keep_days is not None and time() - self._purged > PURGE:
            self._purged = time()
            with suppress(StoreFailed):
                await self.store.purge(time() - self.keep_days * 86_400, keep=list(self.tables))
        playing = any(t.lobby.playing and t.clients for t in self.tables.values())
        if not playing or wall() - self._collected > COLLECT * 1000:
            gc.collect()
            self._collected = wall()
