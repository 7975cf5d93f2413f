"""HTTP: tables are made and found here, records fetched, health told. Games are played on the socket."""

import asyncio
import gzip
import hmac
import logging
from collections.abc import Awaitable, Callable, Collection
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin
from urllib.parse import urlsplit

import msgspec
from aiohttp import web
from msgspec import Struct

from tablee.bots.bot import BotLevel
from tablee.games.registry import game, games
from tablee.kernel.game import GameInfo
from tablee.kernel.refusal import Refused
from tablee.lessons.check import seconds
from tablee.lessons.script import lesson, lessons
from tablee.server import deal_pages, emblems
from tablee.server.asking import (
    ADDRESS,
    CODE,
    CONNECTIONS,
    DRAWING,
    HUB,
    MAKING,
    PROXIED,
    REPLAYING,
    MadeTable,
    address,
    answer,
    body_of,
    code_in,
    picture,
    qr,
)
from tablee.server.deals import commitment_of
from tablee.server.desk import GiveAway, RecallMoments, Rewatch
from tablee.server.hub import Hub
from tablee.server.lesson import LessonTable
from tablee.server.limits import Buckets
from tablee.server.lobby import SeatKind, Speed
from tablee.server.openapi import description
from tablee.server.privacy import OwnTable, forget, own_table
from tablee.server.quota import NEW_TABLE
from tablee.server.relay import LISTED, Peers
from tablee.server.secrets import hashed, own_token, read_code
from tablee.server.sharing import SharedBuckets, SharedGuesses
from tablee.server.socket import Connections
from tablee.server.store import Elsewhere, GameRow, StoreFailed, TableRow
from tablee.server.table import Table
from tablee.server.where import HostNames, host_of
from tablee.texts import Language, Texts, common_refusals, fill, texts

T = TypeVar("T")

LONGEST_BODY = 16_384
MOST_TOKENS = 24
"""Tables about which somebody asks at once; a page keeps fewer."""
FOR_EVER = "public, max-age=31536000, immutable"
STATIC = Path(__file__).parent / "static"
HOSTS: web.AppKey[HostNames] = web.AppKey("hosts", HostNames)
ASKING: web.AppKey[Buckets] = web.AppKey("asking", Buckets)

LOG = logging.getLogger(__name__)

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; media-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

PACKED = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
STATUS = {
    "unknown_table": 404,
    "unknown_game": 404,
    "unknown_version": 404,
    "unknown_record": 404,
    "no_lesson": 404,
    "unknown_deal": 404,
    "deal_open": 403,
    "deal_closed": 409,
    "too_fast": 429,
    "store_trouble": 503,
    "table_damaged": 503,
    "wrong_origin": 403,
    "wrong_host": 421,
}
ROOT_FILES = {"sw.js": "text/javascript", "manifest.webmanifest": "application/manifest+json"}
KINDS = {
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
"""What some Pythons do not know, or call by an old name."""
CODES = {404: "not_found", 405: "bad_method", 413: "too_long"}


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody asks for who opens a table."""

    game: str
    seats: int | None = None
    options: dict[str, Any] = {}
    public: bool = False
    bots: BotLevel | None = None
    """The level of those that fill free seats."""
    speed: Speed | None = None
    token: str | None = None
    """The device's token from an earlier table, if it wants to keep it."""


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants to know or to delete what is stored about him: the tokens that his device was given."""

    tokens: Annotated[dict[str, str], msgspec.Meta(max_length=MOST_TOKENS)]
    """By the code of the table."""


class Stored(Struct, frozen=True):
    """What is stored about a person, and for how long."""

    keep_days: int | None
    """Tables and games that nobody has touched for so many days are deleted; None: the operator decides when."""
    tables: tuple[OwnTable, ...]


class Forgotten(Struct, frozen=True):
    tables: int
    """Those at which there was anything to forget."""


class GameEntry(Struct, frozen=True):
    info: GameInfo
    tagline: dict[str, str]
    options: dict[str, Any]
    """JSON Schema of the table's options."""
    seat_options: dict[str, Any]
    lesson: int | None
    """How many seconds its first lesson takes a child; None: it has none yet."""


class OpenTable(Struct, frozen=True):
    """A public table, and whether there is room at it."""

    code: str
    game: str
    host: str
    seats: int
    free: int
    people: int
    """Those who sit there."""
    playing: bool
    """It can be watched; otherwise it can be joined while a seat is free."""


class House(Struct, frozen=True):
    """What holds for all tables here."""

    keep_days: int | None
    """Finished games, and tables that nobody comes to, are deleted after so many days; null: never."""


class Problem(Struct, frozen=True):
    code: str
    sentence: str
    details: dict[str, str | int] = {}


def language(request: web.Request) -> Language:
    """The one asked for, else the one the browser likes best; French where it likes none."""
    asked = request.query.get("lang")
    if asked in tuple(Language):
        return Language(asked)
    liked = dict.fromkeys(Language, 0.0)
    for part in request.headers.get("Accept-Language", "").lower().split(","):
        name, _, weight = part.partition(";")
        key = name.strip()[:2]
        if key in tuple(Language):
            liked[Language(key)] = max(liked[Language(key)], quality(weight))
    return max(liked, key=liked.__getitem__)


def quality(weight: str) -> float:
    """The `q=0.8` of a header; 1 if there is none, 0 if it is nonsense."""
    try:
        value = float(weight.strip().removeprefix("q=") or 1)
    except ValueError:
        return 0.0
    return value if 0 <= value <= 1 else 0.0


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Same origin, a rate, clear answers to bad input, and the headers that keep a page safe."""
    try:
        if not request.app[ASKING].take(address(request)):
            raise Refused("too_fast")
        if not request.app[HOSTS].knows(request.host) and not request.app[CONNECTIONS].handed_on(request):
            raise Refused("wrong_host")
        if not same_origin(request):
            raise Refused("wrong_origin")
        response = await handler(request)
    except Refused as no:
        response = problem(request, no)
    except StoreFailed as failed:
        response = problem(request, Refused(failed.code))
    except web.HTTPException as other:
        response = problem(request, Refused(CODES.get(other.status, "bad_request")), other.status)
        if "Allow" in other.headers:
            response.headers["Allow"] = other.headers["Allow"]
    except Exception:
        if "Upgrade" in request.headers:  # perhaps a socket by now, on which no answer can be sent
            raise
        LOG.exception("%s %s", request.method, request.path)
        response = problem(request, Refused("server_error"), 500)
    if not response.prepared:
        response.headers.update(HEADERS)
        if response.status == STATUS["too_fast"]:
            response.force_close()  # whatever else has come on this line is not even read
        if request.path.startswith("/page/assets/") and response.status == 200:
            response.headers["Cache-Control"] = FOR_EVER  # the name of such a file changes with what is in it
        kind = KINDS.get(Path(request.path).suffix)
        if kind and request.path.startswith("/page/") and response.status == 200:
            response.headers["Content-Type"] = kind
    return response


def same_origin(request: web.Request) -> bool:
    """A browser says where a page came from; programs say nothing."""
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    try:
        return hmac.compare_digest(urlsplit(origin).netloc.encode(), request.host.encode())
    except ValueError:  # no address, or no text
        return False


def problem(request: web.Request, no: Refused, status: int | None = None) -> web.Response:
    sentence = common_refusals(language(request)).get(no.code, no.code)
    body = Problem(no.code, fill(sentence, no.details), dict(no.details))
    return answer(body, status or STATUS.get(no.code, 400))


# ---- what can be asked ----------------------------------------------------------------------------------


async def list_games(request: web.Request) -> web.Response:
    """All games, with the schema of their options."""
    return (
        web.Response(
            body=shelf(), content_type="application/json", headers={"Cache-Control": "no-store", **PACKED}
        )
        if unpacks(request)
        else answer(msgspec.Raw(gzip.decompress(shelf())))
    )


@cache
def shelf() -> bytes:
    """All games, packed. It takes a while the first time, and is always the same."""
    return gzip.compress(msgspec.json.encode([game_entry(key) for key in games()]), mtime=0)


def unpacks(request: web.Request) -> bool:
    return "gzip" in request.headers.get("Accept-Encoding", "").lower()


def game_entry(key: str) -> GameEntry:
    chosen = game(key)
    return GameEntry(
        chosen.info,
        {lang: texts(key, lang).tagline for lang in Language},
        options_schema(chosen.options),
        options_schema(chosen.seat_options, but=("shares",)),
        None if (first := lesson(key)) is None else seconds(first),
    )


def options_schema(kind: type[Struct], but: Collection[str] = ()) -> dict[str, Any]:
    """JSON Schema, with the values of a choice in the game's order, but without what nobody chooses."""
    schema = msgspec.json.schema(kind)
    described = schema["$defs"][kind.__name__]["properties"]
    for name in but:
        described.pop(name, None)
    for field in msgspec.structs.fields(kind):
        if get_origin(field.type) is Literal and field.encode_name in described:
            described[field.encode_name]["enum"] = list(get_args(field.type))
    return schema


async def game_texts(request: web.Request) -> web.Response:
    """Everything players read about a game, in one language."""
    key = request.match_info["key"]
    game(key)
    if request.query.get("lang", Language.FR) not in tuple(Language):
        raise Refused("malformed")
    words: Texts = texts(key, language(request))
    return answer(words)


async def game_emblems(request: web.Request) -> web.Response:
    """All emblems in one picture: `#amerix` is that of Amérix."""
    return picture(emblems.sheet())


async def make_table(request: web.Request) -> web.Response:
    """A new table; whoever makes it is its host."""
    if not request.app[MAKING].take(address(request)):
        raise Refused("too_fast")
    if request.app[CONNECTIONS].purses.of(address(request)).spend(NEW_TABLE) and request.app[CONNECTIONS].limits:
        raise Refused("too_fast")
    wanted = await body_of(request, NewTable)
    token = own_token(wanted.token)
    table = await request.app[HUB].create(
        wanted.game,
        hashed(token),
        seats=wanted.seats,
        options=wanted.options,
        public=wanted.public,
        bots=wanted.bots,
        speed=wanted.speed,
    )
    return answer(MadeTable(table.code, token), 201)


async def list_tables(request: web.Request) -> web.Response:
    """Public tables at which somebody sits, those made last first.

    Not those in which something happened last: that a card was laid unseen would show in it.
    """
    hub, peers = request.app[HUB], request.app[CONNECTIONS].peers
    if peers is not None:
        return answer(await peers.listed())
    rows: list[TableRow] = await hub.store.tables(open_only=True, public_only=True)
    # A table that is not in memory has nobody at it.
    there = [(row.title, hub.tables[row.code]) for row in rows if row.code in hub.tables]
    return answer([open_table(title, table) for title, table in there if table.clients])


def own_list(hub: Hub) -> bytes:
    """The public tables of this server, for the list of all."""
    there = [t for t in hub.tables.values() if t.lobby.public and t.clients and not t.lobby.closed]
    newest = sorted(there, key=lambda table: -table.created)[:LISTED]
    listed = [(open_table(t.row().title, t), t.created) for t in newest]
    return msgspec.json.encode([msgspec.to_builtins(shown) | {"created": made} for shown, made in listed])


def open_table(host: str, table: Table) -> OpenTable:
    kinds = [seat.kind for seat in table.lobby.seats]
    free, people = kinds.count(SeatKind.FREE), kinds.count(SeatKind.PERSON)
    return OpenTable(table.code, table.lobby.game, host, len(kinds), free, people, table.lobby.playing)


async def show_table(request: web.Request) -> web.Response:
    """A table as a stranger with its code sees it before he joins."""
    connections = request.app[CONNECTIONS]
    try:
        async with connections.guesses.guess(address(request)):
            table = await request.app[HUB].find(code_in(request))
    except Elsewhere as there:
        if connections.peers is not None and not connections.handed_on(request):
            found = await connections.peers.fetch(there, f"/api/tables/{there.code}", address(request))
            if found is not None:
                return answer(msgspec.Raw(found[1]), found[0])
        raise Refused("store_trouble") from there
    return answer(table.public_view)


async def table_qr(request: web.Request) -> web.Response:
    """The address of a table as a QR picture."""
    return qr(request, f"/t/{code_in(request)}")


async def table_games(request: web.Request) -> web.Response:
    """The games finished at a table."""
    code, store = code_in(request), request.app[HUB].store
    async with request.app[CONNECTIONS].guesses.guess(address(request)):
        if await store.table(code) is None:
            raise Refused("unknown_table")
    rows: list[GameRow] = await store.games(table=code)
    return answer(rows)


async def kept_game(request: web.Request) -> tuple[GameRow, bytes]:
    """A finished game; not while what was dealt there is still to be dealt elsewhere."""
    store = request.app[HUB].store
    found = await store.game(request.match_info["id"][:64])
    if found is None:
        raise Refused("unknown_record")
    if await store.is_sealed(commitment_of(found[1])):
        raise Refused("deal_open")
    return found


async def record(request: web.Request) -> web.Response:
    """The record of a finished game; `tablee replay` verifies it."""
    if not request.app[REPLAYING].take(address(request)):
        raise Refused("too_fast")
    found = await kept_game(request)
    row = found[0]
    body = await request.app[HUB].crew.chore(address(request), GiveAway(*found))
    name = f"tablee-{row.game}-{row.id}.jsonl"
    return web.Response(
        body=body,
        content_type="application/jsonl",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


async def replayed(request: web.Request) -> web.Response:
    """A finished game step by step, verified; all hands open, or as one seat saw it."""
    if not request.app[REPLAYING].take(address(request)):
        raise Refused("too_fast")
    seat, first = number_in(request, "seat"), number_in(request, "from")
    found = await kept_game(request)
    packed = unpacks(request)
    body = await request.app[HUB].crew.chore(address(request), Rewatch(*found, seat, first or 0, packed))
    headers = {"Cache-Control": "no-store", **(PACKED if packed else {})}
    return web.Response(body=body, content_type="application/json", headers=headers)


async def moments_of(request: web.Request) -> web.Response:
    """What is worth remembering of a finished game."""
    if not request.app[REPLAYING].take(address(request)):
        raise Refused("too_fast")
    found = await kept_game(request)
    body = await request.app[HUB].crew.chore(address(request), RecallMoments(*found))
    return web.Response(body=body, content_type="application/json", headers={"Cache-Control": "no-store"})


def number_in(request: web.Request, name: str) -> int | None:
    text = request.query.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise Refused("malformed")
    return int(text)


async def stored_about(request: web.Request) -> web.Response:
    """What is stored about whoever has these tokens; a code that is wrong is told nothing about."""
    hub, asked = request.app[HUB], await own_tokens(request)
    found = [await own_table(hub.store, code, hashed(token)) for code, token in asked.items()]
    return answer(Stored(hub.keep_days, tuple(table for table in found if table is not None)))


async def forget_person(request: web.Request) -> web.Response:
    """Deletes the names and the devices of whoever has these tokens; his tokens open nothing any more."""
    hub, asked = request.app[HUB], await own_tokens(request)
    done = [await forget(hub.store, code, hashed(token), hub.aside) for code, token in asked.items()]
    return answer(Forgotten(sum(done)))


async def own_tokens(request: web.Request) -> dict[str, str]:
    if not request.app[REPLAYING].take(address(request)):
        raise Refused("too_fast")
    said = (await body_of(request, Person)).tokens
    return {read_code(code): token for code, token in said.items() if CODE.fullmatch(code)}


async def house(request: web.Request) -> web.Response:
    """What holds for all tables here."""
    return answer(House(request.app[HUB].keep_days))


async def health(request: web.Request) -> web.Response:
    """Whether a move could be written now."""
    ok = await request.app[HUB].store.healthy()
    return answer({"ok": ok}, 200 if ok else 503)


async def home(request: web.Request) -> web.Response:
    """The page; a plain one that says so where it has not been built."""
    built = STATIC / "page" / "index.html"
    page = built if built.is_file() else STATIC / f"home.{language(request)}.html"
    return web.Response(text=page.read_text("utf-8"), content_type="text/html")


async def page_file(request: web.Request) -> web.StreamResponse:
    """What browsers look for at the root: the worker that keeps the page for bad networks, and its card."""
    name = request.path.removeprefix("/")
    path = STATIC / "page" / name
    if not path.is_file():
        raise web.HTTPNotFound
    response = web.FileResponse(path, headers={"Cache-Control": "no-cache"})
    response.content_type = ROOT_FILES[name]
    return response


async def openapi(request: web.Request) -> web.Response:
    """This interface, described for programs."""
    return answer(description())


async def socket(request: web.Request) -> web.StreamResponse:
    """The table itself: see docs/protocol.md."""
    return await request.app[CONNECTIONS].serve(request, address(request))


async def learning(request: web.Request) -> web.StreamResponse:
    """A lesson: see docs/protocol.md."""
    key, phase, rate = request.match_info["key"], request.query.get("phase", ""), request.app[HUB].pace.rate
    if lesson(game(key).info.key) is None:
        raise Refused("no_lesson", game=key, known=", ".join(lessons()))
    begin = partial(LessonTable, key, language(request), phase, rate)
    return await request.app[CONNECTIONS].learn(request, address(request), begin)


def make_app(
    hub: Hub,
    public_address: str = "",
    limits: bool = True,
    proxied: bool = False,
    host_names: Collection[str] = (),
    round_trips: bool = False,
    peers: Peers | None = None,
) -> web.Application:
    """The whole interface. `round_trips`: the proxy says how long its lines take. Without limits no address is
    asked to wait: for load tests only."""
    app = web.Application(middlewares=[guard], client_max_size=LONGEST_BODY)
    app[HUB] = hub
    sharing = peers.sharing if peers is not None else None
    guesses = SharedGuesses(sharing) if sharing is not None else None
    app[CONNECTIONS] = Connections(hub, limits, proxied, round_trips, peers, guesses)
    making = Buckets(30, 0.5) if sharing is None else SharedBuckets(30, 0.5, "make", sharing)
    app[MAKING] = making if limits else Buckets(1e9, 1e9)
    app[ASKING] = Buckets(burst=400, per_second=100) if limits else Buckets(1e9, 1e9)
    app[REPLAYING] = Buckets(burst=40, per_second=1) if limits else Buckets(1e9, 1e9)
    app[DRAWING] = Buckets(burst=60, per_second=2) if limits else Buckets(1e9, 1e9)
    app[ADDRESS] = public_address
    app[HOSTS] = HostNames([*host_names, host_of(public_address)])
    app[PROXIED] = proxied
    app.add_routes(
        [
            web.get("/", home),
            web.get("/t/{code}", home),
            web.get("/t/{code}/texte", home),
            web.get("/tv/{code}", home),
            web.get("/g/{key}", home),
            web.get("/learn/{key}", home),
            web.get("/replay/{id}", home),
            web.get("/donnees", home),
            web.get("/choisir", home),
            web.get("/tables", home),
            web.get("/soiree", home),
            web.get("/niveau", home),
            web.get("/donne/{code}", home),
            *(web.get(f"/{name}", page_file) for name in ROOT_FILES),
            web.get("/api/games", list_games),
            web.get("/api/games/emblems.svg", game_emblems),
            web.get("/api/games/{key}/texts", game_texts),
            web.post("/api/tables", make_table),
            web.get("/api/tables", list_tables),
            web.get("/api/tables/{code}", show_table),
            web.get("/api/tables/{code}/qr.svg", table_qr),
            web.get("/api/tables/{code}/games", table_games),
            web.get("/api/records/{id}", record),
            web.get("/api/records/{id}/replay", replayed),
            web.get("/api/records/{id}/moments", moments_of),
            *deal_pages.ROUTES,
            web.post("/api/person", stored_about),
            web.post("/api/person/forget", forget_person),
            web.get("/api/house", house),
            web.get("/healthz", health),
            web.get("/openapi.json", openapi),
            web.get("/ws", socket),
            web.get("/ws/learn/{key}", learning),
        ]
    )

    if (STATIC / "page").is_dir():
        app.router.add_static("/page/", STATIC / "page", append_version=False)

    async def close_sockets(app: web.Application) -> None:
        await app[CONNECTIONS].close()

    async def fill_shelf(app: web.Application) -> None:
        # All texts are read for it, which takes a second: not when somebody asks.
        await asyncio.get_running_loop().run_in_executor(None, shelf)

    app.on_startup.append(fill_shelf)
    app.on_shutdown.append(close_sockets)
    return app
