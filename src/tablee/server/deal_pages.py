"""What is asked over HTTP about deals that many tables play."""

import asyncio
import hmac
from time import time
from typing import Any

from aiohttp import web
from msgspec import Struct, structs

from tablee.bots.bot import BotLevel
from tablee.kernel.refusal import Refused
from tablee.server.asking import (
    CODE,
    CONNECTIONS,
    HUB,
    MAKING,
    MadeTable,
    address,
    answer,
    body_of,
    qr,
)
from tablee.server.deals import DealView, seen
from tablee.server.lobby import Speed
from tablee.server.quota import NEW_TABLE
from tablee.server.secrets import hashed, own_token, read_code
from tablee.server.store import SharedDeal, Store


class NewDeal(Struct, frozen=True, forbid_unknown_fields=True):
    """What many tables are to be dealt: alike for all of them."""

    game: str
    seats: int | None = None
    options: dict[str, Any] = {}
    bots: BotLevel | None = None
    """The level of those that fill free seats."""
    speed: Speed | None = None


class ByToken(Struct, frozen=True, forbid_unknown_fields=True):
    """Who opens a table for a deal, or closes the deal."""

    token: str | None = None


class MadeDeal(Struct, frozen=True):
    code: str
    token: str
    """Whoever has it may close the deal."""


def must_pay(request: web.Request) -> None:
    """What is made counts like a table."""
    who = address(request)
    connections = request.app[CONNECTIONS]
    if not request.app[MAKING].take(who) or (connections.purses.of(who).spend(NEW_TABLE) and connections.limits):
        raise Refused("too_fast")


def code_of_deal(request: web.Request) -> str:
    text = request.match_info["code"]
    if not CODE.fullmatch(text):
        raise Refused("unknown_deal")
    return read_code(text)


async def known_deal(request: web.Request) -> SharedDeal:
    """The deal with this code; wrong codes are counted like those of tables."""
    code = code_of_deal(request)
    async with request.app[CONNECTIONS].guesses.guess(address(request)):
        deal = await request.app[HUB].store.deal(code)
        if deal is None:
            raise Refused("unknown_deal")
    return deal


async def shown(store: Store, deal: SharedDeal) -> web.Response:
    results = await store.results(deal.code)
    # Every chair is compared with every other: some milliseconds where many tables play.
    view: DealView = await asyncio.to_thread(seen, deal, results)
    return answer(view)


async def open_deal(request: web.Request) -> web.Response:
    """One deal for many tables; whoever opens it may close it."""
    must_pay(request)
    wanted = await body_of(request, NewDeal)
    token = own_token(None)
    deal = await request.app[HUB].open_deal(
        wanted.game,
        hashed(token),
        seats=wanted.seats,
        options=wanted.options,
        bots=wanted.bots,
        speed=wanted.speed,
    )
    return answer(MadeDeal(deal.code, token), 201)


async def show_deal(request: web.Request) -> web.Response:
    """What tables have made of a deal so far."""
    return await shown(request.app[HUB].store, await known_deal(request))


async def make_deal_table(request: web.Request) -> web.Response:
    """One more table that is dealt the same; whoever makes it is its host."""
    must_pay(request)
    wanted, deal = await body_of(request, ByToken), await known_deal(request)
    token = own_token(wanted.token)
    table = await request.app[HUB].deal_table(deal.code, hashed(token))
    return answer(MadeTable(table.code, token), 201)


async def close_deal(request: web.Request) -> web.Response:
    """Nobody plays it any more: seed and records are shown."""
    wanted, deal = await body_of(request, ByToken), await known_deal(request)
    if not hmac.compare_digest(hashed(wanted.token or ""), deal.host):
        raise Refused("host_only")

    def closed(deal: SharedDeal) -> SharedDeal:
        return deal if deal.closed is not None else structs.replace(deal, closed=time())

    store = request.app[HUB].store
    changed = await store.change_deal(deal.code, closed)
    if changed is None:
        raise Refused("unknown_deal")
    return await shown(store, changed)


async def deal_qr(request: web.Request) -> web.Response:
    """The address of a deal as a QR picture."""
    return qr(request, f"/donne/{code_of_deal(request)}")


ROUTES = (
    web.post("/api/deals", open_deal),
    web.get("/api/deals/{code}", show_deal),
    web.post("/api/deals/{code}/tables", make_deal_table),
    web.post("/api/deals/{code}/close", close_deal),
    web.get("/api/deals/{code}/qr.svg", deal_qr),
)
