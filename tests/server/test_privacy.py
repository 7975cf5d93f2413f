"""What is stored about a person: he is shown it, and nothing of it is left when he wants to be forgotten."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

from typer.testing import CliRunner

from tablee.cli.commands import app
from tablee.games.registry import game as game_named
from tablee.kernel.record import loads, replay
from tablee.server.clock import Pace
from tablee.server.secrets import hashed
from tests.server.client import Client, Message, Server, play_on, start_server

RUSHED = Pace(rate=400.0)
CALM = Pace(rate=0.001)


async def post(server: Server, path: str, body: Any) -> tuple[int, Any]:
    async with server.http.post(f"{server.url}{path}", json=body) as answer:
        return answer.status, await answer.json()


async def two(server: Server) -> tuple[Client, Client]:
    lea = await server.make("amerix", seats=2, options={"starter": 0})
    await lea.do("sit", name="Léa")
    tom = await server.join(lea.code)
    await tom.do("sit", name="Tomtom")
    await lea.do("start")
    await asyncio.gather(lea.expect("sight"), tom.expect("sight"))
    return lea, tom


def bytes_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())


def test_a_person_sees_what_is_stored_and_is_forgotten_without_a_trace(tmp_path: Path) -> None:
    async def run() -> tuple[str, str, Message]:
        async with start_server(tmp_path, pace=RUSHED, keep_days=30) as server:
            lea, tom = await two(server)
            await asyncio.gather(play_on(lea, Random(1)), play_on(tom, Random(2)))
            end = next(m for m in tom.heard if m["type"] == "ended")
            me = {"tokens": {tom.code: tom.token, "ABCDEF": tom.token, "no code": "x"}}
            status, stored = await post(server, "/api/person", me)
            (mine,) = stored["tables"]
            assert (status, stored["keep_days"]) == (200, 30)
            assert (mine["code"], mine["names"], mine["host"]) == (tom.code, ["Tomtom"], False)
            assert mine["device"] == hashed(tom.token)
            assert [(g["id"], g["names"]) for g in mine["games"]] == [(end["game_id"], ["Tomtom"])]
            assert mine["commands"] > 2
            assert tom.token not in str(stored) and "Léa" not in str(stored)

            assert await post(server, "/api/person/forget", me) == (200, {"tables": 1})
            assert (await post(server, "/api/person", me))[1]["tables"] == []
            assert await post(server, "/api/person/forget", me) == (200, {"tables": 0})
            stranger = await server.join(tom.code, tom.token)
            assert not any(s.get("yours") for s in stranger.table["seats"]), "the token opens nothing"
            assert [s["kind"] for s in stranger.table["seats"]] == ["person", "free"]
            assert stranger.table["seats"][0]["name"] == "Léa"
            async with server.http.get(f"{server.url}/api/tables/{tom.code}/games") as answer:
                assert [g["names"] for g in await answer.json()] == [["Léa", "?"]]
            async with server.http.get(f"{server.url}/api/records/{end['game_id']}") as answer:
                replay(game_named("amerix"), loads(await answer.read()))
            back = await server.join(lea.code, lea.token)
            await back.do("start", now=True)
            return tom.code, tom.token, end

    _, token, _ = asyncio.run(run())
    left = bytes_of(tmp_path)
    assert b"Tomtom" not in left, "neither in the rows nor in what they leave behind"
    assert hashed(token).encode() not in left
    assert "Léa".encode() in left


def test_in_a_game_the_place_is_nobodys_and_the_others_play_on(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=CALM) as server:
            lea, tom = await two(server)
            before = server.hub.tables[lea.code].live
            assert before is not None
            seed = before.state.seed
            wrong = {"tokens": {lea.code: "not the right token, but long"}}
            assert await post(server, "/api/person/forget", wrong) == (200, {"tables": 0})
            assert await post(server, "/api/person/forget", {"tokens": {lea.code: tom.token}}) == (
                200,
                {"tables": 1},
            )
            back = await server.join(lea.code, lea.token)
            assert back.table["playing"]
            assert [(s["name"], s.get("here", True)) for s in back.table["seats"]] == [("Léa", True), ("?", False)]
            live = server.hub.tables[lea.code].live
            assert live is not None and live.state.seed == seed, "it is the same game"

    asyncio.run(run())


def test_what_is_no_list_of_tokens_is_refused(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path) as server:
            many = {f"A{i}": "x" for i in range(50)}
            bodies: list[Any] = [[], {"tokens": [1]}, {"tokens": many}, {"token": "x"}]
            for body in bodies:
                assert (await post(server, "/api/person", body))[0] == 400
            assert (await post(server, "/api/person", {"tokens": {}}))[1]["tables"] == []

    asyncio.run(run())


def test_the_operator_does_it_with_a_command(tmp_path: Path) -> None:
    async def run() -> str:
        async with start_server(tmp_path, pace=CALM) as server:
            lea, _ = await two(server)
            return lea.code

    code = asyncio.run(run())
    file = str(tmp_path / "tablee.sqlite3")
    command = ["person", "--table", code.lower(), "--name", "Tomtom", "--database", file]
    shown = CliRunner().invoke(app, command)
    assert shown.exit_code == 0
    assert '"names":["Tomtom"]' in shown.stdout
    assert b"Tomtom" in bytes_of(tmp_path)
    assert CliRunner().invoke(app, [*command, "--forget"]).exit_code == 0
    assert b"Tomtom" not in bytes_of(tmp_path)
    assert CliRunner().invoke(app, command).exit_code == 1, "there is nobody of this name"
