"""The HTTP interface: as its description says, with limits, safe headers and clear answers on everything."""

import asyncio
import re
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from time import sleep
from typing import Any, NamedTuple

import aiohttp
import msgspec
import pytest
import schemathesis
from aiohttp import web
from hypothesis import HealthCheck, settings
from schemathesis.checks import positive_data_acceptance

from tablee.arena.match import Match
from tablee.games.registry import game, games
from tablee.kernel.record import dumps, loads, replay
from tablee.kernel.rng import seed_from
from tablee.server.asking import CONNECTIONS
from tablee.server.hub import Hub
from tablee.server.limits import Bucket, Buckets, Guesses
from tablee.server.metrics import make_metrics
from tablee.server.openapi import description
from tablee.server.people import Arrived, Client, Departed
from tablee.server.secrets import hashed
from tablee.server.sqlite import SqliteStore
from tablee.server.store import GameRow
from tablee.server.web import HEADERS, LONGEST_BODY, make_app

SCHEMA = schemathesis.openapi.from_dict(description())
BOUNDED = settings(
    max_examples=15, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
PATHS = (
    "/", "/t/ABCDEF", "/tv/ABCDEF", "/g/amerix", "/replay/a-game", "/donnees", "/choisir", "/tables", "/soiree",
    "/sw.js",
    "/api/games", "/api/games/amerix/texts", "/api/tables", "/api/tables/ABCDEF/qr.svg",
    "/healthz", "/openapi.json",
)  # fmt: skip


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class Deaf:
    """A connection that listens to nothing."""

    def post(self, message: bytes) -> None:
        pass

    hold = post

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass


class Site:
    """A server in a thread of its own."""

    def __init__(self, folder: Path, *, limits: bool = False) -> None:
        self.path = folder / "tables.sqlite3"
        self.limits = limits
        self.loop = asyncio.new_event_loop()
        self.base = ""
        self.up = threading.Event()
        self.down: asyncio.Event
        self.thread = threading.Thread(target=self.loop.run_until_complete, args=(self.run(),))

    async def run(self) -> None:
        self.down = asyncio.Event()
        self.hub = Hub(SqliteStore(self.path, patience=0.05))
        await self.hub.open()
        app = make_app(self.hub, limits=self.limits)
        if not self.limits:
            endless = Buckets(1e9, 1e9)
            app[CONNECTIONS].guesses = Guesses(endless, endless, Bucket(1e9, 1e9))
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        own = web.AppRunner(make_metrics(self.hub, app[CONNECTIONS]), access_log=None)
        await own.setup()
        await web.TCPSite(own, "127.0.0.1", 0).start()
        self.metrics = f"http://127.0.0.1:{own.addresses[0][1]}"
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.base = f"http://127.0.0.1:{runner.addresses[0][1]}"
        self.up.set()
        await self.down.wait()
        await own.cleanup()
        await runner.cleanup()
        await self.hub.close()

    def ask(self, path: str, method: str = "GET", base: str = "", **more: Any) -> Answer:
        async def asking() -> Answer:
            async with (
                aiohttp.ClientSession() as session,
                session.request(method, (base or self.base) + path, **more) as response,
            ):
                return Answer(response.status, dict(response.headers), await response.read())

        return asyncio.run(asking())

    @contextmanager
    def somebody_at(self, made: Mapping[str, str]) -> Iterator[None]:
        """A device that has come to a table."""
        table = self.hub.tables[made["code"]]
        client = Client(Deaf(), made["token"], hashed(made["token"]))
        self.loop.call_soon_threadsafe(table.inbox.put_nowait, Arrived(client))
        self.until(lambda: client in table.clients)
        yield
        self.loop.call_soon_threadsafe(table.inbox.put_nowait, Departed(client))

    def listed(self, made: Mapping[str, str]) -> Any:
        """What the list of public tables says of this one; nothing if it is not there."""
        return next((row for row in self.ask("/api/tables").json if row["code"] == made["code"]), {})

    def until(self, condition: Callable[[], bool]) -> None:
        for _ in range(1_000):
            if condition():
                return
            sleep(0.005)
        raise AssertionError("it never came to pass")

    def keep(self, row: GameRow, record: bytes) -> None:
        asyncio.run_coroutine_threadsafe(self.hub.store.keep_game(row, record), self.loop).result(10)

    def make(self, **more: Any) -> Any:
        made = self.ask("/api/tables", "POST", json={"game": "amerix", **more})
        assert made.status == 201
        return made.json


@contextmanager
def serving(folder: Path, *, limits: bool = False) -> Iterator[Site]:
    site = Site(folder, limits=limits)
    site.thread.start()
    try:
        assert site.up.wait(20)
        yield site
    finally:
        if site.up.is_set():
            site.loop.call_soon_threadsafe(site.down.set)
        site.thread.join(20)
        site.loop.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("http")) as running:
        yield running


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Site]:
    with serving(tmp_path, limits=True) as running:
        yield running


# ---- as described ---------------------------------------------------------------------------------------


@SCHEMA.parametrize()
@BOUNDED
def test_the_interface_is_as_described(case: schemathesis.Case[Any], site: Site) -> None:
    # What the game itself refuses (too many seats, its own options) no schema can tell.
    case.call_and_validate(base_url=site.base, excluded_checks=[positive_data_acceptance])


def test_what_is_made_can_be_found(site: Site) -> None:
    """Follows the links of the description: from a table made to its view, its picture and its games."""

    class Walk(SCHEMA.as_state_machine()):  # type: ignore[misc]
        def get_call_kwargs(self, case: schemathesis.Case[Any]) -> dict[str, Any]:
            return {"base_url": site.base}

        def validate_response(self, response: Any, case: schemathesis.Case[Any], **more: Any) -> None:
            case.validate_response(response, excluded_checks=[positive_data_acceptance])

    Walk.run(settings=settings(BOUNDED, stateful_step_count=4))


def test_every_route_is_described(site: Site) -> None:
    app = make_app(site.hub)
    routes = {(r.method.lower(), r.resource.canonical) for r in app.router.routes() if r.resource is not None}
    described = {(method, path) for path, item in description()["paths"].items() for method in item}
    for_programs = {(m, path) for m, path in routes if path.startswith(("/api/", "/healthz"))}
    assert {(m, path) for m, path in for_programs if m != "head"} == described


def test_the_description_is_served(site: Site) -> None:
    assert site.ask("/openapi.json").json == msgspec.json.decode(msgspec.json.encode(description()))


# ---- what is answered -----------------------------------------------------------------------------------


def test_games_and_their_texts(site: Site) -> None:
    assert [entry["info"]["key"] for entry in site.ask("/api/games").json] == list(games())
    assert site.ask("/api/games/amerix/texts?lang=fr").json["name"] == "Amérix"
    assert site.ask("/api/games/amerix/texts?lang=en").json["help"]["cards"]
    missing = site.ask("/api/games/belote/texts?lang=en")
    assert (missing.status, missing.json["code"]) == (404, "unknown_game")
    assert "belote" in missing.json["sentence"]


def test_a_table_is_made_found_and_listed(site: Site) -> None:
    hidden, public = site.make(), site.make(public=True, seats=3, options={"turn_time": 20})
    shown = site.ask(f"/api/tables/{public['code'].lower()}").json
    assert (shown["code"], len(shown["seats"]), shown["options"]["turn_time"]) == (public["code"], 3, 20)
    assert shown["you_host"] is False
    assert site.listed(public) == {}, "nobody is there"
    with site.somebody_at(public), site.somebody_at(hidden):
        assert site.listed(public)
        assert site.listed(hidden) == {}
    site.until(lambda: site.listed(public) == {})
    assert len(hidden["token"]) >= 32
    assert public["token"].encode() not in site.ask(f"/api/tables/{public['code']}").body


def test_the_shelf_says_on_which_mat_a_game_is_laid_out(site: Site) -> None:
    mats = {entry["info"]["key"]: entry["info"]["mat"] for entry in site.ask("/api/games").json}
    assert {mats[key] for key in ("amerix", "spiralix", "frontibix")} == {"cards"}
    assert (mats["spots"], mats["pas_touche"], mats["touvavix"]) == ("kennel", "reach", "star")


def test_the_shelf_knows_minutes_and_exercises_and_keeps_the_order_of_choices(site: Site) -> None:
    shelf = {entry["info"]["key"]: entry for entry in site.ask("/api/games").json}
    for entry in shelf.values():
        assert 1 <= entry["info"]["minutes"] <= 120
        assert entry["info"]["exercises"]
    options = shelf["bazardelix"]["options"]["$defs"]["BazardelixOptions"]["properties"]
    assert options["timers"]["enum"] == ["normal", "longer", "double", "none"]
    assert options["target"]["enum"] == [100, 50, 150]


def test_a_public_table_tells_how_much_room_there_is(site: Site) -> None:
    made = site.make(public=True, seats=3)
    with site.somebody_at(made):
        listed = site.listed(made)
    assert listed == {
        "code": made["code"], "game": "amerix", "host": "", "seats": 3, "free": 3, "people": 0, "playing": False
    }  # fmt: skip


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "malformed"),
        (b"[]", "malformed"),
        (b"{", "malformed"),
        (b"[" * 16_000, "malformed"),
        (b'{"game": "amerix", "cheat": 1}', "malformed"),
        (b'{"game": "amerix", "seats": "4"}', "malformed"),
        (b'{"game": "\\ud800"}', "malformed"),
        (b"\xff\xfe", "malformed"),
        (b'{"game": "amerix", "seats": 99999999999999999999999}', "bad_players"),
        (b'{"game": "amerix", "options": {"turn_time": -1}}', "bad_options"),
        (b'{"game": "amerix", "options": {"starter": 8}}', "bad_options"),
    ],
)
def test_a_bad_body_is_refused(site: Site, body: bytes, code: str) -> None:
    refused = site.ask("/api/tables", "POST", data=body)
    assert (refused.status, refused.json["code"]) == (400, code)


def test_a_qr_is_a_picture_of_the_code_only(site: Site) -> None:
    picture = site.ask("/api/tables/abcdef/qr.svg")
    assert picture.status == 200
    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert picture.body.startswith(b"<svg")
    assert picture.body == site.ask("/api/tables/ABCDEF/qr.svg").body
    assert site.ask("/api/tables/%22%3E%3Cscript%3E/qr.svg").status == 404


def test_a_record_can_be_fetched_and_verified(site: Site) -> None:
    code = site.make()["code"]
    match = Match(game("amerix"), ["random", "random"], seed=seed_from("http"))
    match.finish()
    version = game("amerix").info.version
    kept = GameRow("a-game", code, "amerix", version, 2, 1.0, ("Léa", "Max"), (3, 4), (0,))
    site.keep(kept, dumps(match.record))
    fetched = site.ask("/api/records/a-game")
    assert fetched.status == 200
    assert fetched.headers["Content-Disposition"] == 'attachment; filename="tablee-amerix-a-game.jsonl"'
    assert replay(game("amerix"), loads(fetched.body)).outcome is not None
    listed = site.ask(f"/api/tables/{code}/games").json
    assert [row["id"] for row in listed] == ["a-game"]
    assert site.ask("/api/tables/AAAAAA/games").json["code"] == "unknown_table"
    assert site.ask("/api/records/another").json["code"] == "unknown_record"


def test_metrics_are_prometheus_text(site: Site) -> None:
    site.make()
    assert site.ask("/metrics").status == 404, "they are nobody's business at the table"
    answer = site.ask("/metrics", base=site.metrics)
    assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    text = answer.body.decode()
    assert text.endswith("\n")
    typed: dict[str, str] = {}
    samples: dict[str, float] = {}
    for line in text.splitlines():
        if made := re.fullmatch(r"# TYPE (\w+) (counter|gauge|summary|histogram)", line):
            assert made[1] not in typed
            typed[made[1]] = made[2]
        elif not re.fullmatch(r"# HELP \w+ .+", line):
            sample = re.fullmatch(r'([a-zA-Z_:][\w:]*)(\{\w+="[^"\\]*"(?:,\w+="[^"\\]*")*\})? (\S+)', line)
            assert sample, line
            assert re.sub("_(sum|count)$", "", sample[1]) in typed, "its type comes first"
            assert sample[1] + (sample[2] or "") not in samples
            samples[sample[1] + (sample[2] or "")] = float(sample[3])
    assert samples["tablee_tables"] >= 1
    assert all(name.endswith("_total") for name, kind in typed.items() if kind == "counter")


def test_health_tells_when_nothing_can_be_written(tmp_path: Path) -> None:
    with serving(tmp_path) as site:
        assert (site.ask("/healthz").status, site.ask("/healthz").json) == (200, {"ok": True})
        with closing(sqlite3.connect(site.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            sick = site.ask("/healthz")
            assert (sick.status, sick.json) == (503, {"ok": False})
            refused = site.ask("/api/tables", "POST", json={"game": "amerix"})
            assert (refused.status, refused.json["code"]) == (503, "store_trouble")
            other.execute("ROLLBACK")
        assert site.ask("/healthz").status == 200
        site.make()


# ---- safe -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "method"),
    [
        *((path, "GET") for path in PATHS),
        ("/nothing", "GET"),
        ("/api/records/x", "GET"),
        ("/api/games", "DELETE"),
        ("/api/tables", "POST"),
        ("/ws", "GET"),
        ("/healthz", "HEAD"),
    ],
)
def test_every_answer_has_safe_headers(site: Site, path: str, method: str) -> None:
    answer = site.ask(path, method)
    assert HEADERS.items() <= answer.headers.items()
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_a_fault_of_ours_is_told_without_details(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail() -> bool:
        raise RuntimeError("a secret")

    monkeypatch.setattr(site.hub.store, "healthy", fail)
    answer = site.ask("/healthz")
    assert (answer.status, answer.json["code"]) == (500, "server_error")
    assert HEADERS.items() <= answer.headers.items()
    assert b"secret" not in answer.body


@pytest.mark.parametrize(
    "origin", ["https://elsewhere.example", "null", "http://[", "nonsense", "http://127.0.0.1:1"]
)
@pytest.mark.parametrize("path", ["/api/games", "/ws"])
def test_pages_of_other_origins_are_sent_away(site: Site, path: str, origin: str) -> None:
    answer = site.ask(path, headers={"Origin": origin})
    assert (answer.status, answer.json["code"]) == (403, "wrong_origin")


def test_a_socket_opens_for_our_own_page_and_for_programs_only(site: Site) -> None:
    async def opens(origin: str | None) -> int:
        async with aiohttp.ClientSession() as session:
            try:
                async with session.ws_connect(f"{site.base}/ws", origin=origin):
                    return 101
            except aiohttp.WSServerHandshakeError as no:
                return no.status

    assert asyncio.run(opens(None)) == 101
    assert asyncio.run(opens(site.base)) == 101
    assert asyncio.run(opens("http://elsewhere.example")) == 403


def test_headers_that_are_no_text_do_no_harm(site: Site) -> None:
    async def raw(header: bytes) -> bytes:
        host, port = site.base.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + header + b"\r\n\r\n")
        answer = await reader.read()
        writer.close()
        return answer.split(b"\r\n")[0]

    assert b" 403 " in asyncio.run(raw(b"Origin: http://\xff\xfe"))
    assert b" 200 " in asyncio.run(raw(b"Accept-Language: \xff\xfe;q=nan, en;q=x"))


def test_a_long_body_is_refused(site: Site) -> None:
    answer = site.ask("/api/tables", "POST", data=b'"' + b"a" * LONGEST_BODY + b'"')
    assert (answer.status, answer.json["code"]) == (413, "too_long")
    assert HEADERS.items() <= answer.headers.items()


def test_a_wrong_method_is_told_the_right_ones(site: Site) -> None:
    answer = site.ask("/api/tables", "DELETE")
    assert (answer.status, answer.json["code"]) == (405, "bad_method")
    assert {"GET", "POST"} <= set(answer.headers["Allow"].split(","))


def test_making_tables_is_limited(strict: Site) -> None:
    answers = [strict.ask("/api/tables", "POST", json={"game": "amerix"}) for _ in range(40)]
    assert {answer.status for answer in answers} == {201, 429}
    assert answers[-1].json["code"] == "too_fast"
    assert HEADERS.items() <= answers[-1].headers.items()


@pytest.mark.parametrize("path", ["/api/tables/AAAAAA", "/api/tables/AAAAAA/games"])
def test_guessing_codes_is_limited(strict: Site, path: str) -> None:
    """Once somebody has guessed too often, he does not even learn that he was right."""
    code = strict.make()["code"]
    answers = [strict.ask(path).status for _ in range(30)]
    assert (answers[0], answers[-1]) == (404, 429)
    assert strict.ask(path.replace("AAAAAA", code)).status == 429


def test_right_codes_cost_nothing(strict: Site) -> None:
    code = strict.make()["code"]
    assert {strict.ask(f"/api/tables/{code}").status for _ in range(40)} == {200}


def test_guessing_codes_on_the_socket_is_limited(strict: Site) -> None:
    code = strict.make()["code"]

    async def hello(session: aiohttp.ClientSession, tried: str) -> str:
        async with session.ws_connect(f"{strict.base}/ws") as ws:
            await ws.send_json({"type": "hello", "protocol": 2, "code": tried})
            answer = await ws.receive_json()
            return str(answer.get("code") or answer["type"])

    async def story() -> None:
        async with aiohttp.ClientSession() as session:
            assert {await hello(session, code) for _ in range(30)} == {"welcome"}
            answers = [await hello(session, "AAAAAA") for _ in range(30)]
            assert (answers[0], answers[-1]) == ("unknown_table", "too_fast")
            assert await hello(session, code) == "too_fast"

    asyncio.run(story())


def test_asking_is_limited(strict: Site) -> None:
    async def flood() -> set[int]:
        async with aiohttp.ClientSession() as session:

            async def one() -> int:
                async with session.get(f"{strict.base}/nothing") as answer:
                    return answer.status

            return set(await asyncio.gather(*(one() for _ in range(1_500))))

    assert asyncio.run(flood()) == {404, 429}


# ---- in two languages -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accepted", "french"),
    [
        (None, True),
        ("fr", True),
        ("fr-CA, en;q=0.5", True),
        ("nl", True),
        ("de", False),
        ("en", False),
        ("en-GB,en;q=0.9,fr;q=0.8", False),
        ("nl, fr;q=0.3, en;q=0.7", False),
        ("en;q=nan, fr;q=0.1", True),
        (";;,=,q=1", True),
    ],
)
def test_sentences_come_in_the_language_of_the_reader(site: Site, accepted: str | None, french: bool) -> None:
    headers = {"Accept-Language": accepted} if accepted else {}
    sentence = site.ask("/api/records/none", headers=headers).json["sentence"]
    assert ("Il n" in sentence or "Aucun" in sentence) is french
    asked = site.ask("/api/records/none?lang=en", headers=headers).json["sentence"]
    assert "There is no" in asked
