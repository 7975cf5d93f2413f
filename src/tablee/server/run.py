"""Starting and stopping the server: loopback by default, the whole house on request."""

import asyncio
import gc
import logging
import signal
import socket as sockets
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aiohttp import web
from platformdirs import user_data_path

from tablee.server.asking import CONNECTIONS
from tablee.server.clock import Pace
from tablee.server.crew import Crew
from tablee.server.doorkeeper import IDLE, Doorkeeper, GuardedSite, raise_descriptors
from tablee.server.hub import Hub
from tablee.server.metrics import LOOPBACK, make_metrics
from tablee.server.people import Shut
from tablee.server.relay import Peers
from tablee.server.socket import Connections
from tablee.server.sqlite import SqliteStore
from tablee.server.store import StoreFailed
from tablee.server.web import make_app, own_list

if TYPE_CHECKING:
    from tablee.server.postgres import PostgresStore

try:
    import uvloop
except ImportError:  # Windows has none
    uvloop = None  # type: ignore[assignment]


class _NoAddresses(logging.Filter):
    """What cannot be understood is a line in the log, without the address it came from and without our insides."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = "a request could not be understood", ()
        record.exc_info = record.exc_text = None
        return True


DISCREET = logging.getLogger("tablee.http")
DISCREET.addFilter(_NoAddresses())
"""Faults of our own are logged where they are caught."""

PORT = 8044
STOP_WITHIN = 10.0
BACKLOG = 4096
KEEP_DAYS = 365
"""So long tables that nobody comes to, and finished games, are kept unless one says otherwise."""


class PortTaken(Exception):
    """Somebody else listens there already."""


def default_database() -> Path:
    return user_data_path("tablee", appauthor=False) / "tablee.sqlite3"


def lan_address() -> str:
    """This machine's address on the local network. Nothing is sent: a datagram socket only picks a route."""
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def steady_pace() -> None:
    """Keeps the interpreter from holding up a thousand tables for one of its chores.

    A full collection of their memory takes half a second: the hub asks for one when nobody plays.
    """
    gc.freeze()
    gc.set_threshold(1_000, 5, 1_000_000)


def run(server: Coroutine[Any, Any, None]) -> None:
    """Runs a server on the quickest event loop that this machine has."""
    if uvloop is None:
        asyncio.run(server)
    else:
        uvloop.run(server)


async def serve(
    host: str,
    port: int,
    database: Path,
    *,
    store: str = "",
    node: str = "",
    public_address: str = "",
    ready: Callable[[int], None] | None = None,
    limits: bool = True,
    pace: Pace | None = None,
    proxied: bool = False,
    round_trips: bool = False,
    keep_days: int | None = KEEP_DAYS,
    host_names: Sequence[str] = (),
    metrics: int | None = None,
) -> None:
    """Serves until SIGINT or SIGTERM, then lets every table finish what it is writing.

    `store` is the address of a PostgreSQL that several servers share, instead of a file; `node` the address at
    which they reach this one. `ready` is told the port (0 asks for any free one). `metrics` is a port of this
    machine, for those who run it. Without `limits` no address is asked to wait, and `pace` is another one: for
    tests only.
    """
    steady_pace()
    kept = house(database, store)
    hub = Hub(kept, Crew.of_processes(), pace, keep_days)
    await hub.open()
    peers = None if isinstance(kept, SqliteStore) else Peers(kept)
    app = make_app(hub, public_address, limits, proxied, host_names, round_trips, peers)
    runner = web.AppRunner(
        app, access_log=None, logger=DISCREET, shutdown_timeout=STOP_WITHIN, keepalive_timeout=IDLE
    )
    await runner.setup()
    own = web.AppRunner(make_metrics(hub, app[CONNECTIONS]), access_log=None)
    await own.setup()
    stop = asyncio.Event()
    try:
        keeper = Doorkeeper(raise_descriptors(), proxied=proxied or not limits or peers is not None)
        site = GuardedSite(runner, host, port, keeper, backlog=BACKLOG)
        listening = await _listen(site, runner)
        if metrics is not None:
            await _listen(web.TCPSite(own, LOOPBACK, metrics), own)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # Windows has no signal handlers in its event loop
                loop.add_signal_handler(number, stop.set)
        if peers is not None:
            join_others(peers, hub, app[CONNECTIONS], stop, node or reached_at(host, listening))
        if ready is not None:
            ready(listening)
        await stop.wait()
        if peers is not None:
            # Whoever is sent away finds his table free already, at any of the others.
            await site.stop()
            await hub.hand_all_over()
            await app[CONNECTIONS].close()
            await peers.close()
    finally:
        await own.cleanup()
        await runner.cleanup()
        await hub.close()


def house(database: Path, address: str) -> "SqliteStore | PostgresStore":
    """Where tables are kept: in a file, or in a database that several servers share."""
    if not address:
        return SqliteStore(database)
    if not address.startswith(("postgresql://", "postgres://")):
        raise StoreFailed("unavailable", "the address of a PostgreSQL begins with postgresql://")
    try:
        from tablee.server.postgres import PostgresStore  # noqa: PLC0415 - an extra
    except ImportError as missing:
        raise StoreFailed("unavailable", "PostgreSQL needs an extra: pip install 'tablee[postgres]'") from missing
    return PostgresStore(address)


def reached_at(host: str, port: int) -> str:
    """Where other servers find this one, unless somebody says so."""
    return f"http://{lan_address() if host in ('0.0.0.0', '::', '') else host}:{port}"


def join_others(peers: Peers, hub: Hub, sockets: Connections, stop: asyncio.Event, address: str) -> None:
    """Says where we are and what we have, and does what others order."""
    from tablee.server.lease import Load, NodeOrder  # noqa: PLC0415 - an extra

    lease, tasks = peers.store.lease, set[asyncio.Task[None]]()

    def obey(order: NodeOrder) -> None:
        code, _, wanted_by = order.code.partition(" ")
        table = hub.tables.get(code)
        if order.what == "drain":
            stop.set()
        elif order.what == "close" and table is not None:
            table.inbox.put_nowait(Shut())
        elif order.what == "release" and table is not None:
            task = asyncio.create_task(hub.hand_over(code, wanted_by))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    lease.address = address
    lease.load = lambda: Load(len(hub.tables), len(sockets.open), own_list(hub))
    lease.on_order = obey
    lease.hurry()
    peers.store.on_death = hub.lose_all


async def _listen(site: web.TCPSite, runner: web.AppRunner) -> int:
    """The port that is bound. A taken one is told, not retried: another Tablée may be running there."""
    try:
        await site.start()
    except OSError as wrong:
        raise PortTaken(site.name.rpartition(":")[2]) from wrong
    return int(runner.addresses[0][1])
