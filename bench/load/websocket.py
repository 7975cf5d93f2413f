"""A WebSocket client that does as little as it can: the player's core must not be what is measured."""

import asyncio
import base64
import os
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LONGEST_SHORT = 125


class Line(asyncio.Protocol):
    """One connection. Our server sends whole frames, so there is nothing to put together."""

    def __init__(self, heard: Callable[[bytes, float], None], now: Callable[[], float]) -> None:
        self._heard = heard
        self._now = now
        self._buffer = b""
        self._greeted = False
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        host, port = transport.get_extra_info("peername")[:2]
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("closed before it was open"))

    def data_received(self, data: bytes) -> None:
        at = self._now()
        data = self._buffer + data if self._buffer else data
        start = 0
        if not self._greeted:
            head = data.find(b"\r\n\r\n")
            if head < 0:
                self._buffer = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(data[:60].decode("latin-1")))
                return
            self._greeted, start = True, head + 4
            self.opened.set_result(None)
        self._buffer = data[self._frames(data, start, at) :]

    def _frames(self, data: bytes, start: int, at: float) -> int:
        """Reads whole frames; where the rest begins."""
        size = len(data)
        while size - start >= 2:
            length, body = data[start + 1], start + 2
            if length > LONGEST_SHORT:
                width = 2 if length == LONGEST_SHORT + 1 else 8
                length, body = int.from_bytes(data[body : body + width]), body + width
            if size < body + length:
                break
            kind, payload = data[start] & 15, data[body : body + length]
            if kind == TEXT:
                self._heard(payload, at)
            elif kind == PING:
                self._write(PONG, payload)
            elif kind == CLOSE:
                self.close()
            start = body + length
        return start

    def say(self, message: bytes) -> None:
        self._write(TEXT, message)

    def _write(self, kind: int, payload: bytes) -> None:
        """A masked frame; a mask of zeros is one too, and leaves the payload as it is."""
        length = len(payload)
        size = bytes((0x80 | length,)) if length <= LONGEST_SHORT else b"\xfe" + length.to_bytes(2)
        if self._transport is not None:
            self._transport.write(bytes((0x80 | kind,)) + size + b"\0\0\0\0" + payload)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()
