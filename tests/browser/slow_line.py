"""A line between a browser and a server: as slow as one likes, and it may be cut."""

import asyncio
from contextlib import suppress
from threading import Event, Thread
from typing import Self


class SlowLine:
    """Passes on every byte, in order, some milliseconds later. It runs in a thread of its own."""

    def __init__(self, to: int, late: float) -> None:
        self.to = to
        self.late = late / 1000
        self.port = 0
        self._ready = Event()
        self._loop = asyncio.new_event_loop()
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()
        self._thread = Thread(target=self._run, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """All connections break, and no new one comes about."""
        asyncio.run_coroutine_threadsafe(self._cut(), self._loop).result()

    def mend(self) -> None:
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *why: object) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._listen())
        self._ready.set()
        self._loop.run_forever()
        self._loop.close()

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _cut(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        for writer in self._open:
            writer.transport.abort()
        self._open.clear()
        await asyncio.sleep(0)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self.to)
        self._open |= {writer, back}
        await asyncio.gather(self._pass(reader, back), self._pass(there, writer))

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        """Each piece is due by itself: a slow line is not a narrow one."""
        with suppress(ConnectionError):
            while data := await source.read(65_536):
                self._loop.call_later(self.late, self._write, target, data)
        self._loop.call_later(self.late, target.close)

    @staticmethod
    def _write(target: asyncio.StreamWriter, data: bytes) -> None:
        if not target.is_closing():
            target.write(data)
