"""A limit that runs out: where the game says so, a bot decides this once, and the default is for when none can."""

import asyncio
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tablee.kernel.record import Played, Rang
from tablee.kernel.units import Seat
from tablee.play.driver import Driver
from tablee.server.clock import Pace
from tablee.server.log import Step, read
from tablee.server.replica import Chair, Replica
from tests.server.client import Server, eventually, start_server

HASTE = Pace(rate=300.0, retry=20)


async def alone(server: Server, *, limit: int) -> Any:
    """Léa sits at a table of Spots, with a bot, and does nothing."""
    lea = await server.make("spots", seats=2, options={"starter": 0, "decision_s": limit})
    await lea.do("sit", name="Léa")
    await lea.do("bot", seat=1, level="beginner")
    await lea.do("start")
    await lea.expect("sight")
    return lea


async def hers(server: Server, code: str) -> list[Any]:
    """What was done for Léa, or by her."""
    steps = [e.entry for data in await server.hub.store.log(code) if isinstance(e := read(data), Step)]
    return [e for e in steps if isinstance(e, Rang) or (isinstance(e, Played) and e.seat == 0)]


def timeouts(client: Any) -> int:
    return sum(e["kind"] == "timeout" for m in client.heard for e in m.get("events", ()))


@pytest.mark.rule("spots", "D31")
def test_a_bot_decides_for_whoever_is_late_and_only_this_once(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=HASTE) as server:
            lea = await alone(server, limit=15)
            await lea.until(lambda: timeouts(lea) >= 5)
            done = await hers(server, lea.code)
            assert len(done) >= 5
            assert all(isinstance(e, Played) and e.move.stand_in for e in done)
            assert "resign" not in {e.move.name for e in done}
            assert "stand_in" not in lea.table["seats"][0], "she is there, and it is still her seat"
            live = server.hub.tables[lea.code].live
            assert live is not None
            assert live.state.seats[0].human

    asyncio.run(run())


def test_the_default_is_played_where_no_bot_can_be_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=HASTE) as server:
            lea = await alone(server, limit=15)
            live = server.hub.tables[lea.code].live
            assert live is not None
            await eventually(lambda: 1 in live.bots)
            seat_bots = Replica.seat_bots

            def fails(self: Replica, chairs: Mapping[Seat, Chair], upto: int) -> Generator[None, None, Driver]:
                if 0 in chairs:
                    raise RuntimeError("no bot for Léa")
                return seat_bots(self, chairs, upto)

            monkeypatch.setattr(Replica, "seat_bots", fails)
            before = len(await hers(server, lea.code))
            await lea.until(lambda: timeouts(lea) >= before + 2)
            after = (await hers(server, lea.code))[before:]
            assert any(isinstance(e, Rang) and e.alarm.endswith("/limit") for e in after)

    asyncio.run(run())


def test_nobody_is_asked_where_there_is_no_limit(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=HASTE) as server:
            lea = await alone(server, limit=0)
            table = server.hub.tables[lea.code]
            live = table.live
            assert live is not None
            await asyncio.sleep(0.5)
            assert await hers(server, lea.code) == []
            assert table.late is None
            assert 0 not in live.bots

    asyncio.run(run())
