"""What all that is asked over HTTP has in common: who asks, what is said, and how it is answered."""

import asyncio
import re
from typing import Any, TypeVar

import msgspec
from aiohttp import web
from msgspec import Struct

from tablee.kernel.refusal import Refused
from tablee.server.hub import Hub
from tablee.server.limits import Buckets
from tablee.server.qr import drawn
from tablee.server.secrets import CODE_LENGTH, read_code
from tablee.server.socket import Connections
from tablee.server.where import network

T = TypeVar("T")

CODE = re.compile(f"[A-Za-z]{{{CODE_LENGTH}}}")
WORTH_PACKING = 4_096
BODY_WITHIN = 10.0
HUB: web.AppKey[Hub] = web.AppKey("hub", Hub)
CONNECTIONS: web.AppKey[Connections] = web.AppKey("connections", Connections)
MAKING: web.AppKey[Buckets] = web.AppKey("making", Buckets)
DRAWING: web.AppKey[Buckets] = web.AppKey("drawing", Buckets)
REPLAYING: web.AppKey[Buckets] = web.AppKey("replaying", Buckets)
ADDRESS: web.AppKey[str] = web.AppKey("address", str)
PROXIED: web.AppKey[bool] = web.AppKey("proxied", bool)


class MadeTable(Struct, frozen=True):
    code: str
    token: str
    """The host's token: say it in `hello`, and to nobody else."""


def answer(value: Any, status: int = 200) -> web.Response:
    body, fresh = msgspec.json.encode(value), {"Cache-Control": "no-store"}
    response = web.Response(body=body, status=status, content_type="application/json", headers=fresh)
    if len(body) > WORTH_PACKING:
        response.enable_compression()
    return response


def picture(svg: bytes) -> web.Response:
    response = web.Response(body=svg, content_type="image/svg+xml")
    if len(svg) > WORTH_PACKING:
        response.enable_compression()
    return response


def address(request: web.Request) -> str:
    """Where somebody comes from; behind a proxy of ours, what that says, which is the last one it has added."""
    handed_on = request.app[CONNECTIONS].handed_on(request)
    if handed_on is not None:
        return handed_on
    if request.app[PROXIED]:
        said = ",".join(request.headers.getall("X-Forwarded-For", [])).rpartition(",")[2].strip()
        if said:
            return network(said)
    return network(request.remote or "nowhere")


async def body_of(request: web.Request, kind: type[T]) -> T:
    try:
        async with asyncio.timeout(BODY_WITHIN):
            body = await request.read()
        return msgspec.json.decode(body, type=kind)
    except TimeoutError:
        raise Refused("too_late") from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Refused("malformed") from None


def code_in(request: web.Request) -> str:
    text = request.match_info["code"]
    if not CODE.fullmatch(text):
        raise Refused("unknown_table")
    return read_code(text)


def qr(request: web.Request, path: str) -> web.Response:
    """An address here as a QR picture."""
    if not request.app[DRAWING].take(address(request)):
        raise Refused("too_fast")
    return picture(drawn(f"{request.app[ADDRESS] or f'{request.scheme}://{request.host}'}{path}"))
