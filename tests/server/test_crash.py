"""Nothing is lost: not by a kill, not by a full, locked or damaged database. `tests.crash` runs longer."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tablee.server.clock import Pace
from tablee.server.log import Step, read
from tablee.server.sqlite import SqliteStore
from tests.crash import crash
from tests.phones import arguments
from tests.server.client import Client, Server, start_server
from tests.truth import Lost, Mirror

QUICK = Pace(retry=100)
FILE = "tables.sqlite3"

OVERWRITE = "import os, sys; os.pwrite(os.open(sys.argv[1], os.O_RDWR), sys.stdin.buffer.read(), int(sys.argv[2]))"


def overwrite(path: Path, content: bytes, at: int) -> None:
    """From another process: one that closes a database file gives up all its locks on it."""
    subprocess.run([sys.executable, "-c", OVERWRITE, str(path), str(at)], input=content, check=True)


def run(folder: Path, story: Callable[[Server, SqliteStore], Awaitable[None]]) -> None:
    async def telling() -> None:
        store = SqliteStore(folder / FILE, patience=0.05)
        async with start_server(folder, pace=QUICK, store=store) as server:
            await story(server, store)

    asyncio.run(telling())


def logged(folder: Path, code: str) -> list[bytes]:
    with closing(sqlite3.connect(folder / FILE)) as db:
        return [entry for (entry,) in db.execute("SELECT entry FROM log WHERE code = ? ORDER BY seq", (code,))]


def commands(folder: Path, code: str) -> list[str]:
    """The commands that became steps of the game, in order."""
    entries = [read(data) for data in logged(folder, code)]
    return [entry.id for entry in entries if isinstance(entry, Step) and entry.id]


async def begun(server: Server) -> tuple[Client, Client]:
    """Two people who have just started a game."""
    host = await server.make("amerix", seats=2, options={"timers": "none"})
    guest = await server.join(host.code)
    await host.do("sit", name="Léa", seat=0)
    await guest.do("sit", name="Max", seat=1)
    await host.do("start")
    for client in (host, guest):
        await client.expect("sight")
    return host, guest


async def to_move(*clients: Client) -> tuple[Client, dict[str, Any]]:
    """Whose turn it is, and a move that he may make."""
    for client in clients:
        await client.until(lambda client=client: bool(client.sight))  # type: ignore[misc]
    while True:
        for seat, client in enumerate(clients):
            offers = [o for o in client.sight["offers"].get(str(seat), []) if "stimulus" not in o]
            if seat in client.sight["view"]["active"] and offers:
                offer = offers[-1]
                return client, {"seat": seat, "move": offer["name"], "args": arguments(offer, Random(1))}
        await asyncio.sleep(0.01)


async def refused_in_trouble(folder: Path, host: Client, guest: Client, reason: str) -> None:
    """A move is refused, told to all and written nowhere."""
    before, (client, move) = logged(folder, host.code), await to_move(host, guest)
    views = [dict(c.sight["view"]) for c in (host, guest)]
    assert await client.refused("play", id="try", **move) == "store_trouble"
    for each in (host, guest):
        assert (await each.expect("trouble"))["code"] == reason
    assert await client.refused("play", id="try", **move) == "store_trouble"
    assert [c.sight["view"] for c in (host, guest)] == views
    assert logged(folder, host.code) == before


async def done_after_all(folder: Path, host: Client, guest: Client) -> None:
    """All are told that it is over, and the same move with the same id is made, once."""
    for each in (host, guest):
        assert (await each.expect("trouble", lambda m: m["code"] is None))["code"] is None
    client, move = await to_move(host, guest)
    await client.do("play", id="try", **move)
    await client.do("play", id="try", **move)
    assert commands(folder, host.code)[-1:] == ["try"]
    assert commands(folder, host.code).count("try") == 1
    for _ in range(4):
        client, move = await to_move(host, guest)
        await client.do("play", **move)
    mirror = Mirror()
    mirror.advance(logged(folder, host.code))
    for each in (host, guest):
        await each.until(lambda each=each: encoded(each.sight["view"]) in mirror.views[-1])  # type: ignore[misc]


def encoded(view: Any) -> bytes:
    return msgspec.json.encode(view)


# ---- kill -9 --------------------------------------------------------------------------------------------


def test_a_killed_server_comes_back_with_all_it_acknowledged(tmp_path: Path) -> None:
    report = asyncio.run(crash(tmp_path, kills=5, tables=2, free=1, seed=3))
    assert report.acknowledged > 3 * 3


def test_the_mirror_notices_what_is_lost() -> None:
    mirror = Mirror()
    lobby = b'{"type":"lobby","lobby":{"game":"amerix","seats":[],"host":"h"},"id":"a","device":"d"}'
    mirror.advance([lobby])
    with pytest.raises(Lost, match="gone"):
        mirror.advance([])
    with pytest.raises(Lost, match="twice"):
        mirror.advance([lobby, lobby])
    assert mirror.where(b"a view", 0) is None


# ---- trouble --------------------------------------------------------------------------------------------


def test_a_locked_database(tmp_path: Path) -> None:
    async def story(server: Server, store: SqliteStore) -> None:
        host, guest = await begun(server)
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await refused_in_trouble(tmp_path, host, guest, "locked")
            late = await server.join(host.code)
            assert (await late.expect("trouble"))["code"] == "locked"
            other.execute("ROLLBACK")
        await done_after_all(tmp_path, host, guest)
        assert await late.expect("trouble", lambda m: m["code"] is None)

    run(tmp_path, story)


def test_a_full_database(tmp_path: Path) -> None:
    async def story(server: Server, store: SqliteStore) -> None:
        host, guest = await begun(server)
        await store._write(lambda db: db.execute("PRAGMA max_page_count = 1").fetchall())
        done: list[str] = []
        for i in range(2_000):
            client, move = await to_move(host, guest)
            answer = await client.ask("play", id=f"m{i}", **move)
            if answer["type"] == "refused":
                break
            done.append(f"m{i}")
            await asyncio.sleep(0.05 if i % 40 > 30 else 0)
        assert answer["code"] == "store_trouble"
        assert commands(tmp_path, host.code) == done
        await refused_in_trouble(tmp_path, host, guest, "full")
        await store._write(lambda db: db.execute("PRAGMA max_page_count = 100000").fetchall())
        await done_after_all(tmp_path, host, guest)
        assert commands(tmp_path, host.code)[: len(done)] == done

    run(tmp_path, story)


def test_a_damaged_database(tmp_path: Path) -> None:
    """While the table is played, and when it is looked for."""
    tokens: list[str] = []
    code = ""

    async def before(server: Server, store: SqliteStore) -> None:
        nonlocal code
        host, guest = await begun(server)
        code = host.code
        tokens.extend((host.token, guest.token))

    run(tmp_path, before)
    content = (tmp_path / FILE).read_bytes()

    async def after(server: Server, store: SqliteStore) -> None:
        overwrite(tmp_path / FILE, b"\xa5" * (len(content) - 4_096), 4_096)
        stranger = await server.connect()
        await stranger.say({"type": "hello", "protocol": 2, "code": code, "token": None})
        assert await stranger.gone() == {"type": "bye", "code": "table_damaged"}
        overwrite(tmp_path / FILE, content[4_096:], 4_096)
        host, guest = [await server.join(code, token) for token in tokens]
        client, move = await to_move(host, guest)
        await client.do("play", **move)
        await to_move(host, guest)

    run(tmp_path, after)
    content = (tmp_path / FILE).read_bytes()

    async def meanwhile(server: Server, store: SqliteStore) -> None:
        host, guest = [await server.join(code, token) for token in tokens]
        await to_move(host, guest)
        await store._write(lambda db: None)
        held = (tmp_path / FILE).read_bytes()
        overwrite(tmp_path / FILE, b"\xa5" * (len(held) - 4_096), 4_096)
        client, move = await to_move(host, guest)
        refused = await client.ask("play", id="try", **move)
        overwrite(tmp_path / FILE, held[4_096:], 4_096)
        if refused["type"] == "refused":
            assert refused["code"] == "store_trouble"
            await done_after_all(tmp_path, host, guest)

    run(tmp_path, meanwhile)


def test_one_damaged_table_harms_no_other(tmp_path: Path) -> None:
    codes: list[str] = []

    async def before(server: Server, store: SqliteStore) -> None:
        codes.extend([(await server.make("amerix")).code, (await server.make("vizdibix")).code])

    run(tmp_path, before)
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute("UPDATE log SET entry = x'00' WHERE code = ?", (codes[0],))
        db.commit()

    async def after(server: Server, store: SqliteStore) -> None:
        stranger = await server.connect()
        await stranger.say({"type": "hello", "protocol": 2, "code": codes[0], "token": None})
        assert await stranger.gone() == {"type": "bye", "code": "table_damaged"}
        async with server.http.get(f"{server.url}/api/tables/{codes[0]}") as answer:
            assert answer.status == 503
        other = await server.join(codes[1])
        await other.do("sit", name="Zoé")

    run(tmp_path, after)
