"""What a table and an address may write, what is not written at all, and that many who look on cost little."""

import asyncio
from pathlib import Path

import msgspec

from tablee.games.registry import game as game_named
from tablee.server import lobby as lobbies
from tablee.server import protocol as p
from tablee.server.doorkeeper import Flow
from tablee.server.log import LobbySet, commands_in, compacted, read, write
from tablee.server.people import Client as AtTable
from tablee.server.quota import Purses, charge
from tablee.server.telling import TableViews
from tests.server.client import start_server

AMERIX = game_named("amerix")
LOBBY = lobbies.sit(lobbies.new_lobby(AMERIX, 3, "lea"), AMERIX, "lea", None, "Léa")


class Deaf:
    def __init__(self) -> None:
        self.told: list[bytes] = []

    def post(self, message: bytes) -> None:
        self.told.append(message)

    hold = post

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass


def test_lobbies_that_follow_on_each_other_are_one_entry_with_all_their_commands() -> None:
    on = lobbies.configure(LOBBY, AMERIX, "lea", chat=True)
    three = [LobbySet(on, "c1", "lea"), LobbySet(LOBBY, "c2", "lea"), LobbySet(on, "c3", "lea")]
    (one,) = compacted(three)
    assert isinstance(one, LobbySet)
    assert one.lobby == on
    assert list(commands_in(read(write(one)))) == [("lea", "c1"), ("lea", "c2"), ("lea", "c3")]
    other = LobbySet(lobbies.change_game(LOBBY, game_named("spots"), "lea"), "c4", "lea")
    assert len(compacted([*three, other])) == 2, "another game is an entry of its own"


def test_a_crowd_of_toggles_is_written_once_and_nobody_repeats_it_after_a_restart(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path) as server:
            lea = await server.make("amerix")
            table = server.hub.tables[lea.code]
            before = table.length
            ids = [await lea.send("configure", chat=bool(n % 2)) for n in range(1, 41)]
            await lea.until(lambda: {m["id"] for m in lea.heard if m["type"] == "done"} >= set(ids))
            assert table.length - before < 20
        async with start_server(tmp_path) as server:
            back = await server.join(lea.code, lea.token)
            length = server.hub.tables[lea.code].length
            assert (await back.ask("configure", chat=True, id=ids[0]))["type"] == "done"
            assert server.hub.tables[lea.code].length == length, "it was done already"

    asyncio.run(run())


def test_who_has_written_too_much_waits_and_nobody_else(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path) as server:
            lea = await server.make("amerix")
            tom = await server.join(lea.code)
            table = server.hub.tables[lea.code]
            (hers,) = [c for c in table.clients if c.device == table.lobby.host]
            hers.purse = Flow(100, 0.001)
            await lea.do("sit", name="Léa")
            assert await lea.refused("configure", chat=True) == "too_fast"
            await tom.do("sit", name="Tom")
            table.purse = Flow(1, 0.001)
            table.purse.spend(10)
            assert await tom.refused("stand", seat=1) == "too_fast"
            await tom.do("leave")

    asyncio.run(run())


def test_what_nobody_has_done_counts_for_the_host() -> None:
    purses = Purses(1_000, 1e-9)
    charge([("tom", 100), ("", 500), ("gone", 300)], {"tom": purses.of("b"), "lea": purses.of("a")}, "lea")
    assert purses.of("a").spend(150) == 0
    assert purses.of("a").spend(100) > 0
    assert purses.of("b").spend(850) == 0


def test_all_who_look_on_are_sent_the_same_bytes() -> None:
    crowd = [AtTable(Deaf(), f"t{n}", f"device {n}") for n in range(200)]
    lea = AtTable(Deaf(), "t", "lea")
    views = TableViews("ABCDEF", LOBBY, None, [*crowd, lea])
    assert len({id(views.message(client.device)) for client in crowd}) == 1
    seen = msgspec.json.decode(views.message("lea"), type=p.Lobby)
    assert [seat.yours for seat in seen.table.seats] == [True, False, False]
    assert seen.table.you_host
    assert seen.table.spectators == 200
    stranger = msgspec.json.decode(views.message("device 3"), type=p.Lobby)
    assert stranger.table == views.stranger
    assert not any(seat.yours for seat in stranger.table.seats)
    assert not stranger.table.you_host


def test_that_somebody_looks_on_is_told_at_once_and_of_many_now_and_then(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path) as server:
            lea = await server.make("amerix")
            await lea.do("sit", name="Léa")
            await asyncio.sleep(0.6)
            await server.join(lea.code)
            await lea.until(lambda: lea.table["spectators"] == 1)
            told = len([m for m in lea.heard if m["type"] == "lobby"])
            for _ in range(12):
                await server.join(lea.code)
            await lea.until(lambda: lea.table["spectators"] == 13)
            assert len([m for m in lea.heard if m["type"] == "lobby"]) - told < 8

    asyncio.run(run())


def test_the_house_says_how_long_games_are_kept(tmp_path: Path) -> None:
    async def run() -> None:
        async with (
            start_server(tmp_path, keep_days=90) as server,
            server.http.get(f"{server.url}/api/house") as answer,
        ):
            assert await answer.json() == {"keep_days": 90}

    asyncio.run(run())
