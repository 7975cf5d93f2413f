"""HTTP: tables are made and found here, records fetched, health told. Games are played on the socket."""

import asyncio
import hmac
import logging
import re
from collections.abc import Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from statistics import quantiles
from typing import Any, Literal, get_args, get_origin
from urllib.parse import urlsplit

import msgspec
import segno
from aiohttp import web
from msgspec import Struct

from tablee.bots.bot import BotLevel
from tablee.games.registry import game, games
from tablee.kernel.game import GameInfo
from tablee.kernel.refusal import Refused
from tablee.server import emblems
from tablee.server.hub import Hub
from tablee.server.limits import Buckets
from tablee.server.lobby import SeatKind, Speed
from tablee.server.openapi import description
from tablee.server.replay import given_away, watched
from tablee.server.secrets import CODE_LENGTH, hashed, own_token, read_code
from tablee.server.socket import Connections
from tablee.server.store import GameRow, StoreFailed, TableRow
from tablee.server.table import Table
from tablee.texts import Language, Texts, common_refusals, fill, texts

LONGEST_BODY = 16_384
WORTH_PACKING = 4_096
FOR_EVER = "public, max-age=31536000, immutable"
CODE = re.compile(f"[A-Za-z]{{{CODE_LENGTH}}}")
STATIC = Path(__file__).parent / "static"
HUB: web.AppKey[Hub] = web.AppKey("hub", Hub)
CONNECTIONS: web.AppKey[Connections] = web.AppKey("connections", Connections)
MAKING: web.AppKey[Buckets] = web.AppKey("making", Buckets)
ASKING: web.AppKey[Buckets] = web.AppKey("asking", Buckets)
REPLAYING: web.AppKey[Buckets] = web.AppKey("replaying", Buckets)
REPLAYER: web.AppKey[ThreadPoolExecutor] = web.AppKey("replayer", ThreadPoolExecutor)
ADDRESS: web.AppKey[str] = web.AppKey("address", str)
PROXIED: web.AppKey[bool] = web.AppKey("proxied", bool)

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

STATUS = {
    "unknown_table": 404,
    "unknown_game": 404,
    "unknown_version": 404,
    "unknown_record": 404,
    "too_fast": 429,
    "store_trouble": 503,
    "wrong_origin": 403,
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


class MadeTable(Struct, frozen=True):
    code: str
    token: str
    """The host's token: say it in `hello`, and to nobody else."""


class GameEntry(Struct, frozen=True):
    info: GameInfo
    tagline: dict[str, str]
    options: dict[str, Any]
    """JSON Schema of the table's options."""
    seat_options: dict[str, Any]


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


class Problem(Struct, frozen=True):
    code: str
    sentence: str
    details: dict[str, str | int] = {}


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


def language(request: web.Request) -> Language:
    """The one asked for, else the one the browser likes best; French where it likes neither."""
    asked = request.query.get("lang")
    if asked in tuple(Language):
        return Language(asked)
    liked = {Language.FR: 0.0, Language.EN: 0.0}
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


def address(request: web.Request) -> str:
    """Where somebody comes from; behind a proxy of ours, what that says, which is the last one it has added."""
    if request.app[PROXIED]:
        said = ",".join(request.headers.getall("X-Forwarded-For", [])).rpartition(",")[2].strip()
        if said:
            return said[:64]
    return request.remote or "nowhere"


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Same origin, a rate, clear answers to bad input, and the headers that keep a page safe."""
    try:
        if not same_origin(request):
            raise Refused("wrong_origin")
        if not request.app[ASKING].take(address(request)):
            raise Refused("too_fast")
        response = await handler(request)
    except Refused as no:
        response = problem(request, no)
    except StoreFailed:
        response = problem(request, Refused("store_trouble"))
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


async def body_of(request: web.Request, kind: type[NewTable]) -> NewTable:
    try:
        return msgspec.json.decode(await request.read(), type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Refused("malformed") from None


# ---- what can be asked ----------------------------------------------------------------------------------


async def list_games(request: web.Request) -> web.Response:
    """All games, with the schema of their options."""
    return answer([game_entry(key) for key in games()])


def game_entry(key: str) -> GameEntry:
    chosen = game(key)
    return GameEntry(
        chosen.info,
        {lang: texts(key, lang).tagline for lang in Language},
        options_schema(chosen.options),
        options_schema(chosen.seat_options, but=("shares",)),
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
    """Public tables at which somebody sits, the latest first."""
    hub = request.app[HUB]
    rows: list[TableRow] = await hub.store.tables(open_only=True, public_only=True)
    # A table that is not in memory has nobody at it.
    return answer([open_table(row.title, hub.tables[row.code]) for row in rows if row.code in hub.tables])


def open_table(host: str, table: Table) -> OpenTable:
    kinds = [seat.kind for seat in table.lobby.seats]
    free, people = kinds.count(SeatKind.FREE), kinds.count(SeatKind.PERSON)
    return OpenTable(table.code, table.lobby.game, host, len(kinds), free, people, table.lobby.playing)


async def show_table(request: web.Request) -> web.Response:
    """A table as a stranger with its code sees it before he joins."""
    async with request.app[CONNECTIONS].guesses.guess(address(request)):
        table = await request.app[HUB].find(code_in(request))
    return answer(table.view_for(None))


def code_in(request: web.Request) -> str:
    text = request.match_info["code"]
    if not CODE.fullmatch(text):
        raise Refused("unknown_table")
    return read_code(text)


async def table_qr(request: web.Request) -> web.Response:
    """The address of a table as a QR picture."""
    code = code_in(request)
    drawn = BytesIO()
    link = f"{request.app[ADDRESS] or f'{request.scheme}://{request.host}'}/t/{code}"
    segno.make(link, error="m").save(drawn, kind="svg", scale=8, border=2, xmldecl=False)
    return picture(drawn.getvalue())


async def table_games(request: web.Request) -> web.Response:
    """The games finished at a table."""
    code, store = code_in(request), request.app[HUB].store
    async with request.app[CONNECTIONS].guesses.guess(address(request)):
        if await store.table(code) is None:
            raise Refused("unknown_table")
    rows: list[GameRow] = await store.games(table=code)
    return answer(rows)


async def record(request: web.Request) -> web.Response:
    """The record of a finished game; `tablee replay` verifies it."""
    if not request.app[REPLAYING].take(address(request)):
        raise Refused("too_fast")
    found = await request.app[HUB].store.game(request.match_info["id"][:64])
    if found is None:
        raise Refused("unknown_record")
    row = found[0]
    body = await asyncio.get_running_loop().run_in_executor(request.app[REPLAYER], given_away, *found)
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
    found = await request.app[HUB].store.game(request.match_info["id"][:64])
    if found is None:
        raise Refused("unknown_record")
    body = await asyncio.get_running_loop().run_in_executor(
        request.app[REPLAYER], watched, *found, seat, first or 0
    )
    response = web.Response(body=body, content_type="application/json", headers={"Cache-Control": "no-store"})
    response.enable_compression()
    return response


def number_in(request: web.Request, name: str) -> int | None:
    text = request.query.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise Refused("malformed")
    return int(text)


async def health(request: web.Request) -> web.Response:
    """Whether a move could be written now."""
    ok = await request.app[HUB].store.healthy()
    return answer({"ok": ok}, 200 if ok else 503)


async def metrics(request: web.Request) -> web.Response:
    """Numbers in Prometheus' text form."""
    hub, sockets = request.app[HUB], request.app[CONNECTIONS]
    spans = sorted(hub.delivered[-2_048:])
    cuts = quantiles(spans, n=100) if len(spans) > 1 else [0.0] * 99
    lines = [
        "# HELP tablee_tables Tables in memory.",
        "# TYPE tablee_tables gauge",
        f"tablee_tables {len(hub.tables)}",
        "# HELP tablee_games_running Games being played.",
        "# TYPE tablee_games_running gauge",
        f"tablee_games_running {sum(t.lobby.playing for t in hub.tables.values())}",
        "# HELP tablee_sockets Open sockets.",
        "# TYPE tablee_sockets gauge",
        f"tablee_sockets {len(sockets.open)}",
        "# HELP tablee_tables_in_trouble Tables that cannot write their log.",
        "# TYPE tablee_tables_in_trouble gauge",
        f"tablee_tables_in_trouble {sum(t.trouble is not None for t in hub.tables.values())}",
        "# HELP tablee_moves_total Moves of people since the server started.",
        "# TYPE tablee_moves_total counter",
        f"tablee_moves_total {hub.moves}",
        "# HELP tablee_delivery_seconds From a batch of commands taken up to its last view queued.",
        "# TYPE tablee_delivery_seconds summary",
        f'tablee_delivery_seconds{{quantile="0.5"}} {cuts[49] / 1000:.6f}',
        f'tablee_delivery_seconds{{quantile="0.99"}} {cuts[98] / 1000:.6f}',
    ]
    response = web.Response(text="\n".join(lines) + "\n")
    response.headers["Content-Type"] = "text/plain; version=0.0.4; charset=utf-8"
    return response


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


def make_app(hub: Hub, public_address: str = "", limits: bool = True, proxied: bool = False) -> web.Application:
    """The whole interface. Without limits no address is asked to wait: for load tests only."""
    app = web.Application(middlewares=[guard], client_max_size=LONGEST_BODY)
    app[HUB] = hub
    app[CONNECTIONS] = Connections(hub, limits)
    app[MAKING] = Buckets(burst=30, per_second=0.5) if limits else Buckets(1e9, 1e9)
    app[ASKING] = Buckets(burst=400, per_second=100) if limits else Buckets(1e9, 1e9)
    app[REPLAYING] = Buckets(burst=40, per_second=1) if limits else Buckets(1e9, 1e9)
    app[REPLAYER] = ThreadPoolExecutor(1, thread_name_prefix="replayer")
    app[ADDRESS] = public_address
    app[PROXIED] = proxied
    app.add_routes(
        [
            web.get("/", home),
            web.get("/t/{code}", home),
            web.get("/tv/{code}", home),
            web.get("/g/{key}", home),
            web.get("/replay/{id}", home),
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
            web.get("/healthz", health),
            web.get("/metrics", metrics),
            web.get("/openapi.json", openapi),
            web.get("/ws", socket),
        ]
    )

    if (STATIC / "page").is_dir():
        app.router.add_static("/page/", STATIC / "page", append_version=False)

    async def close_sockets(app: web.Application) -> None:
        await app[CONNECTIONS].close()
        app[REPLAYER].shutdown(wait=False, cancel_futures=True)

    app.on_shutdown.append(close_sockets)
    return app
