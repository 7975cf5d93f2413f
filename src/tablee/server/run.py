"""Starting and stopping the server: loopback by default, the whole house on request."""

import asyncio
import gc
import signal
import socket as sockets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import segno
from aiohttp import web
from platformdirs import user_data_path

from tablee.server.clock import Pace
from tablee.server.hub import Hub
from tablee.server.sqlite import SqliteStore
from tablee.server.web import make_app

try:
    import uvloop
except ImportError:  # Windows has none
    uvloop = None  # type: ignore[assignment]

PORT = 8044
STOP_WITHIN = 10.0
BACKLOG = 4096


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


def terminal_qr(link: str) -> str:
    """A QR code as text, for a phone that looks at the terminal."""
    matrix = [list(row) for row in segno.make(link, error="l").matrix_iter(border=2)]
    if len(matrix) % 2:
        matrix.append([0] * len(matrix[0]))
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    pairs = zip(matrix[::2], matrix[1::2], strict=True)
    return "\n".join("".join(blocks[a, b] for a, b in zip(top, low, strict=True)) for top, low in pairs)


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
    public_address: str = "",
    ready: Callable[[int], None] | None = None,
    limits: bool = True,
    pace: Pace | None = None,
    proxied: bool = False,
    keep_days: int | None = None,
) -> None:
    """Serves until SIGINT or SIGTERM, then lets every table finish what it is writing.

    `ready` is told the port (0 asks for any free one). Without `limits` no address is asked to wait, and `pace`
    is another one: for tests only.
    """
    steady_pace()
    hub = Hub(SqliteStore(database), pace=pace, keep_days=keep_days)
    await hub.open()
    app = make_app(hub, public_address, limits, proxied)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=STOP_WITHIN)
    await runner.setup()
    try:
        listening = await _listen(runner, host, port)
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # Windows has no signal handlers in its event loop
                loop.add_signal_handler(number, stop.set)
        if ready is not None:
            ready(listening)
        await stop.wait()
    finally:
        await runner.cleanup()
        await hub.close()


async def _listen(runner: web.AppRunner, host: str, port: int) -> int:
    """The port that is bound. A taken one is told, not retried: another Tablée may be running there."""
    try:
        await web.TCPSite(runner, host, port, backlog=BACKLOG).start()
    except OSError as wrong:
        raise PortTaken(str(port)) from wrong
    return int(runner.addresses[0][1])
