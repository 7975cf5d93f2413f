"""What a kernel knows of a line: the round trip of TCP, which no program at the other end can answer late."""

import socket as sockets
from contextlib import suppress
from ipaddress import ip_address
from struct import Struct
from typing import Any

from aiohttp import web

from tablee.server.fairness import LineProof

ROUND_TRIP = "X-Round-Trip"
"""A proxy's word, in microseconds: nginx calls it `$tcpinfo_rtt`, HAProxy `fc_rtt(us)`."""
FORWARDED = ("X-Forwarded-For", "Forwarded", "Via")
VARIATION = 4
"""So many times the mean deviation a trip is often longer, as TCP itself reckons."""

TCP_INFO: int | None = getattr(sockets, "TCP_INFO", None)
ROUND_TRIPS = Struct("=68x2I72xI")
"""Where Linux has the smoothed round trip, its mean deviation and the shortest one, in microseconds."""
LONGEST = 10_000_000


def kernel_proof(line: Any) -> LineProof | None:
    """What this machine's kernel knows of a socket; None where it says nothing."""
    if TCP_INFO is None or line is None:
        return None
    with suppress(OSError, AttributeError):
        info = line.getsockopt(sockets.IPPROTO_TCP, TCP_INFO, ROUND_TRIPS.size)
        if len(info) >= ROUND_TRIPS.size:
            usual, deviation, least = ROUND_TRIPS.unpack(info)
            if 0 < usual < LONGEST:
                return LineProof(min(least, usual) / 1000, usual / 1000, VARIATION * deviation / 1000)
    return None


class KnownLine:
    """One connection as kernels know it: ours where it is direct, the proxy's where one of ours stands between.

    A proxy nobody told us of would make everybody look near. One on this machine gives itself away by what it adds
    to a request; then nothing is known.
    """

    def __init__(self, request: web.Request, proxied: bool, told: bool) -> None:
        """`proxied`: a proxy of ours stands between; `told`: it sets the header, whatever a client put there."""
        self._transport = request.transport
        self._line = request.transport.get_extra_info("socket") if request.transport is not None else None
        self._direct = not proxied and not (
            on_this_machine(request.remote) and any(name in request.headers for name in FORWARDED)
        )
        self._said = microseconds(request.headers.getall(ROUND_TRIP, [])) if proxied and told else None

    def proof(self) -> LineProof | None:
        if self._transport is None or self._transport.is_closing():
            return None  # its number may be another's by now
        ours = kernel_proof(self._line)
        if self._direct:
            return ours
        if self._said is None:
            return None
        return LineProof(self._said / 1000 + (ours.usual if ours is not None else 0.0))


def on_this_machine(address: str | None) -> bool:
    try:
        return ip_address((address or "").partition("%")[0]).is_loopback
    except ValueError:
        return False


def microseconds(said: list[str]) -> float | None:
    """The last word, which is the proxy's own; None if it is no number."""
    text = said[-1].rpartition(",")[2].strip() if said else ""
    said_well = text.isascii() and text.isdigit() and len(text) <= len(str(LONGEST))
    return float(text) if said_well and 0 < int(text) < LONGEST else None
