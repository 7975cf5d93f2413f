"""An upgrade of the program: games begun under earlier rules go on under these, what was kept is shown by them."""

import asyncio
from copy import copy
from pathlib import Path
from random import Random

import pytest
from msgspec import structs

from tablee.games.registry import game as game_named
from tablee.games.registry import games
from tablee.kernel.record import loads, replay
from tablee.server.clock import Pace
from tablee.server.lobby import SeatKind, SeatPlan, fitting, new_lobby
from tests.server.client import play_on, some_move, start_server

OLD = 2
BRISK = Pace(rate=200, countdown=50)


def test_a_game_goes_on_under_the_rules_it_was_begun_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setitem(games(), "zieufermix", game_named("zieufermix", OLD))
        async with start_server(tmp_path, pace=BRISK) as server:
            # A look of one second: only the old rules have it.
            lea = await server.make("zieufermix", seats=2, options={"starter": 0, "miss_ms": 1000})
            await lea.do("sit", name="Léa")
            await lea.do("start")
            await lea.until(lambda: some_move(lea.sight, Random(1)) is not None)
            await lea.do("play", **(some_move(lea.sight, Random(1)) or {}))
            code, token = lea.code, lea.token
        monkeypatch.undo()
        assert game_named("zieufermix").info.version > OLD
        async with start_server(tmp_path, pace=BRISK) as server:
            back = await server.join(code, token)
            assert back.table["playing"], "the game is still there"
            await play_on(back, Random(2))
            end = next(m for m in back.heard if m["type"] == "ended")
            async with server.http.get(f"{server.url}/api/records/{end['game_id']}") as answer:
                record = loads(await answer.read())
            assert (record.header.version, record.header.options["miss_ms"]) == (OLD, 1000)
            assert replay(game_named("zieufermix", OLD), record).outcome is not None
            async with server.http.get(f"{server.url}/api/records/{end['game_id']}/replay") as answer:
                assert answer.status == 200, "it can be watched again"
            await back.until(lambda: not back.table["playing"])
            assert "miss_ms" not in back.table["options"], "the rematch has the new rules' own"
            assert back.table["options"]["starter"] == 0

    asyncio.run(run())


def test_people_are_told_that_a_game_of_rules_that_are_gone_cannot_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        now = game_named("amerix")
        older = copy(now)
        older.info = structs.replace(now.info, version=99)  # type: ignore[misc]
        monkeypatch.setitem(games(), "amerix", older)
        async with start_server(tmp_path, pace=Pace(rate=0.001)) as server:
            lea = await server.make("amerix", seats=2)
            await lea.do("sit", name="Léa")
            await lea.do("start")
            code, token = lea.code, lea.token
        monkeypatch.undo()
        async with start_server(tmp_path, pace=Pace(rate=0.001)) as server:
            back = await server.join(code, token)
            assert (back.table["playing"], back.table["lost"]) == (False, "old_rules")
            assert back.table["seats"][0]["name"] == "Léa", "the people are still there"
            await back.do("start")
            await back.until(lambda: back.table["playing"])
            assert back.table["lost"] is None

    asyncio.run(run())


def test_a_lobby_keeps_of_its_options_what_can_still_be_chosen() -> None:
    game = game_named("zieufermix")
    seats = (SeatPlan(SeatKind.PERSON, "Léa", options={"level": 2, "gone": 1}), SeatPlan())
    old = new_lobby(game, 2, "device")
    old = type(old)(old.game, seats, old.host, options={"miss_ms": 1000, "flash_ms": 300, "gone": True})
    now = fitting(old, game)
    assert now.options == {"flash_ms": 300}
    assert [s.options for s in now.seats] == [{"level": 2}, {}]


def test_rules_of_an_unknown_version_are_refused() -> None:
    with pytest.raises(Exception, match="unknown_version"):
        game_named("zieufermix", 99)
