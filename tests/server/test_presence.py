"""Coming and going, restarts, and a store in trouble: nothing is lost, half done or told too soon."""

import asyncio
from collections.abc import Sequence
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from tablee.games.registry import game as game_named
from tablee.kernel.record import Paused, Played, Rang, Resumed, SeatChanged, loads, replay
from tablee.kernel.refusal import Refused
from tablee.kernel.rng import seed_from
from tablee.server.clock import Pace, TableClock
from tablee.server.live import Live
from tablee.server.lobby import Lobby, SeatKind, SeatPlan
from tablee.server.log import Step, read
from tablee.server.people import Arrived, Spoken
from tablee.server.presence import Presence
from tablee.server.protocol import Play
from tablee.server.sqlite import SqliteStore
from tablee.server.store import DealResult, GameRow, Hold, Reason, StoreFailed, TableRow
from tablee.server.table import Table
from tests.server.client import Client, Server, eventually, play_on, some_move, start_server

STILL = 0.001
"""A rate at which nothing happens by itself."""


@pytest.fixture(autouse=True)
def same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.logic.new_seed", lambda: seed_from(1))


class Faulty(SqliteStore):
    """A store that fails on demand."""

    failing: Reason | None = None
    games_fail = False

    async def append(
        self, code: str, seq: int, entries: Sequence[bytes], row: TableRow, hold: Hold | None = None
    ) -> None:
        if self.failing is not None:
            raise StoreFailed(self.failing)
        await super().append(code, seq, entries, row, hold)

    async def keep_game(self, row: GameRow, record: bytes, result: DealResult | None = None) -> None:
        if self.games_fail:
            raise StoreFailed("full")
        await super().keep_game(row, record, result)

    async def healthy(self) -> bool:
        return self.failing is None


async def people(server: Server, game: str, *names: str, seats: int = 3, **options: Any) -> list[Client]:
    """The named ones sit in this order; the first begins and hosts, and the game has started."""
    host = await server.make(game, seats=seats, options={"starter": 0, **options})
    clients = [host] + [await server.join(host.code) for _ in names[1:]]
    for client, name in zip(clients, names, strict=True):
        await client.do("sit", name=name)
    await host.do("start")
    await asyncio.gather(*(c.expect("sight") for c in clients))
    return clients


async def steps(server: Server, code: str) -> list[Any]:
    log = [read(data) for data in await server.hub.store.log(code)]
    return [e.entry for e in log if isinstance(e, Step)]


def live_at(server: Server, code: str) -> tuple[Table, Live]:
    table = server.hub.tables[code]
    assert table.live is not None
    return table, table.live


# ---- coming and going -----------------------------------------------------------------------------------


def test_a_reload_is_not_noticed_by_the_game(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(rate=STILL)) as server:
            lea, tom = await people(server, "amerix", "Léa", "Tom")
            await tom.close()
            await lea.until(lambda: lea.table["seats"][1].get("here") is False)
            back = await server.join(lea.code, tom.token)
            await lea.until(lambda: "here" not in lea.table["seats"][1])
            assert back.table["seats"][1]["yours"]
            assert not any(isinstance(e, SeatChanged) for e in await steps(server, lea.code))

    asyncio.run(run())


def test_a_seat_is_absent_then_a_bot_plays_then_its_owner_is_back(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(rate=400.0, gone=30, grace=150)) as server:
            lea, tom = await people(server, "bazardelix", "Léa", "Tom")
            await tom.close()
            await lea.until(lambda: lea.sight["view"]["seats"][1]["present"] is False)
            await lea.until(lambda: bool(lea.table["seats"][1].get("stand_in")))
            seen = len(lea.heard)
            await play_on(lea, Random(1), until=lambda: len(lea.heard) > seen + 30)
            assert lea.table["seats"][1]["name"] == "Tom"
            back = await server.join(lea.code, tom.token)
            await lea.until(lambda: "stand_in" not in lea.table["seats"][1])
            entries = await steps(server, lea.code)
            assert [(e.human, e.present) for e in entries if isinstance(e, SeatChanged)] == [
                (True, False),
                (False, True),
                (True, True),
            ]
            moves = [e for e in entries if isinstance(e, Played) and e.seat == 1]
            assert moves
            assert all(e.move.stand_in for e in moves)
            _, live = live_at(server, lea.code)
            await eventually(lambda: 1 not in live.bots and 1 not in live.plans)
            await asyncio.gather(play_on(lea, Random(2)), play_on(back, Random(3)))

    asyncio.run(run())


def test_an_empty_table_stands_still_costs_nothing_and_goes_on(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(rate=1.0, gone=20, grace=40)) as server:
            lea, tom = await people(server, "amerix", "Léa", "Tom")
            watcher = await server.join(lea.code)
            await lea.close()
            await tom.close()
            await watcher.until(lambda: bool(watcher.sight.get("paused")))
            table, live = live_at(server, lea.code)
            await eventually(lambda: not live.clock.running and table.inbox.empty())
            assert table.next_wait() is None
            stopped, due = live.clock.now(), live.state.next_alarm()
            assert due is not None
            length = table.length
            await asyncio.sleep(0.1)
            assert (live.clock.now(), table.length) == (stopped, length), "not even a bot stands in"
            back = await server.join(lea.code, tom.token)
            await back.until(lambda: back.sight != {} and not back.sight.get("paused"))
            entries = await steps(server, lea.code)
            paused = next(e for e in entries if isinstance(e, Paused))
            resumed = next(e for e in entries if isinstance(e, Resumed))
            assert paused.t == resumed.t == stopped
            again = live.state.next_alarm()
            assert again is not None
            assert again.at == due.at, "with the time that was left"
            assert all(a.t <= b.t for a, b in pairwise(entries))

    asyncio.run(run())


def test_whoever_is_gone_for_his_seat_is_gone_for_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The moment passes between two questions: were they about two moments, the table would never stand still."""
    times = count(step=0.5)
    monkeypatch.setattr("tablee.server.presence.wall", lambda: next(times))
    plans = (SeatPlan(SeatKind.PERSON, "Léa", device="a"), SeatPlan(SeatKind.PERSON, "Tom", device="b"))
    lobby = Lobby("amerix", plans, "a", playing=True)
    state = game_named("amerix").start(2, seed=seed_from(1))
    for gone in (2.0, 2.25, 2.5, 2.75):
        presence = Presence(Pace(gone=gone))
        absent = False
        while not absent:
            presence.look(lobby, ())
            alone = presence.deserted(lobby, running=True)
            absent = bool(list(presence.seat_changes(lobby, state, 0, stand_ins=not alone)))
            assert alone == absent


def test_a_host_who_does_not_come_back_is_replaced(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(rate=STILL, gone=10, grace=60)) as server:
            lea, tom = await people(server, "amerix", "Léa", "Tom")
            await lea.do("pause", on=True)
            await lea.close()
            await tom.until(lambda: bool(tom.table["you_host"]))
            await tom.do("pause", on=False)
            await tom.until(lambda: bool(tom.table["seats"][0].get("stand_in")))
            back = await server.join(lea.code, lea.token)
            assert back.table["seats"][0]["yours"]
            assert not back.table["you_host"]

    asyncio.run(run())


def test_in_the_lobby_too(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(gone=10, grace=40)) as server:
            host = await server.make("amerix", seats=3)
            tom = await server.join(host.code)
            await host.close()
            assert not tom.table["you_host"]
            await tom.do("sit", name="Tom")
            await tom.until(lambda: bool(tom.table["you_host"]))
            await tom.do("start")

    asyncio.run(run())


# ---- restarts -------------------------------------------------------------------------------------------


def test_a_restart_in_the_middle_of_a_game(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(rate=400.0)) as server:
            lea, tom = await people(server, "amerix", "Léa", "Tom", seats=4)
            await asyncio.gather(
                play_on(lea, Random(1), until=lambda: len(lea.heard) > 60),
                play_on(tom, Random(2), until=lambda: len(tom.heard) > 60),
            )
            await lea.do("pause", on=True)
            await asyncio.gather(*(c.until(lambda c=c: bool(c.sight.get("paused"))) for c in (lea, tom)))  # type: ignore[misc]
            length = server.hub.tables[lea.code].length
        async with start_server(tmp_path, pace=Pace(rate=400.0)) as server:
            again = [await server.join(lea.code, c.token) for c in (lea, tom)]
            for before, after in zip((lea, tom), again, strict=True):
                sight = await after.expect("sight")
                assert (sight["view"], sight["offers"]) == (before.sight["view"], before.sight["offers"])
                assert sight["now"] == before.sight["now"]
            assert server.hub.tables[lea.code].length == length
            await again[0].do("pause", on=False)
            await asyncio.gather(play_on(again[0], Random(3)), play_on(again[1], Random(4)))
            end = next(m for m in again[0].heard if m["type"] == "ended")
            async with server.http.get(f"{server.url}/api/records/{end['game_id']}") as answer:
                record = loads(await answer.read())
            replay(game_named("amerix"), record)
            bots = [e for e in record.entries if isinstance(e, Played) and e.seat >= 2]
            assert bots

    asyncio.run(run())


def test_a_spectator_alone_does_not_wake_a_table(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(rate=STILL)) as server:
            (lea,) = await people(server, "amerix", "Léa")
        async with start_server(tmp_path, pace=Pace(rate=1.0)) as server:
            watcher = await server.join(lea.code)
            await watcher.until(lambda: bool(watcher.sight.get("paused")))
            table, live = live_at(server, lea.code)
            assert not live.clock.running
            back = await server.join(lea.code, lea.token)
            await back.until(lambda: back.sight != {} and not back.sight.get("paused"))
            assert live.clock.running
            assert table.next_wait() is not None

    asyncio.run(run())


def test_a_game_that_no_longer_fits_its_rules_does_not_take_the_table_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(rate=STILL)) as server:
            lea, tom = await people(server, "amerix", "Léa", "Tom")
            mover = lea if some_move(lea.sight, Random(1)) else tom
            await mover.do("play", **(some_move(mover.sight, Random(1)) or {}))
        monkeypatch.setattr("tablee.play.driver.apply", _refuse)
        async with start_server(tmp_path, pace=Pace(rate=STILL, gone=20)) as server:
            back = await server.join(lea.code, lea.token)
            assert not back.table["playing"]
            assert [s["name"] for s in back.table["seats"]] == ["Léa", "Tom", ""]
            monkeypatch.undo()
            await back.do("start")

    asyncio.run(run())


def test_a_game_begun_under_other_rules_does_not_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(rate=STILL)) as server:
            lea, _ = await people(server, "amerix", "Léa", "Tom")
        newer = structs.replace(game_named("amerix").info, version=game_named("amerix").info.version + 1)
        monkeypatch.setattr(type(game_named("amerix")), "info", newer)
        async with start_server(tmp_path, pace=Pace(rate=STILL, gone=20)) as server:
            back = await server.join(lea.code, lea.token)
            assert not back.table["playing"]
            assert back.sight == {}
            await back.do("start")
            await back.until(lambda: back.sight != {})

    asyncio.run(run())


def _refuse(*_: object) -> None:
    raise Refused("not_due")


# ---- a store in trouble ---------------------------------------------------------------------------------


def test_a_move_that_cannot_be_written_has_not_happened(tmp_path: Path) -> None:
    async def run() -> None:
        store = Faulty(tmp_path / "tablee.sqlite3")
        async with start_server(tmp_path, pace=Pace(rate=STILL, retry=20), store=store) as server:
            lea, tom = await people(server, "bazardelix", "Léa", "Tom")
            table, live = live_at(server, lea.code)
            before, length = live.snapshot().state, table.length
            move = some_move(lea.sight, Random(1))
            assert move is not None
            store.failing = "full"
            assert await lea.refused("play", id="x", **move) == "store_trouble"
            for client in (lea, tom):
                assert (await client.expect("trouble"))["code"] == "full"
            assert (live.state, table.length) == (before, length)
            assert not live.clock.running
            assert await tom.refused("configure", chat=True) == "store_trouble"
            assert await lea.refused("leave") == "store_trouble"
            late = await server.join(lea.code, tom.token)
            assert (await late.expect("trouble"))["code"] == "full"
            assert late.sight == {} or late.sight["view"] == tom.sight["view"]

            store.failing = None
            for client in (lea, tom, late):
                assert (await client.expect("trouble"))["code"] is None
            await eventually(lambda: live.clock.running)
            await lea.do("play", id="x", **move)
            await lea.do("play", id="x", **move)
            assert len([e for e in await steps(server, lea.code) if isinstance(e, Played) and e.seat == 0]) == 1

    asyncio.run(run())


def test_what_was_done_before_the_trouble_stays_done_and_known(tmp_path: Path) -> None:
    async def run() -> None:
        store = Faulty(tmp_path / "tablee.sqlite3")
        async with start_server(tmp_path, pace=Pace(rate=STILL, retry=20), store=store) as server:
            lea, tom = await people(server, "bazardelix", "Léa", "Tom", seats=4)
            move, other = some_move(lea.sight, Random(1)), some_move(tom.sight, Random(1))
            assert move is not None
            assert other is not None
            await lea.do("play", id="x", **move)
            store.failing = "locked"
            table, _ = live_at(server, lea.code)
            # The repeat and the new move in one batch: only the new one fails.
            clients = {c.token: c for c in table.clients}
            table.inbox.put_nowait(Spoken(clients[lea.token], _play("x", move), 0.0))
            table.inbox.put_nowait(Spoken(clients[tom.token], _play("y", other), 0.0))
            assert (await tom.expect("refused"))["code"] == "store_trouble"
            await lea.until(lambda: sum(m.get("id") == "x" and m["type"] == "done" for m in lea.heard) == 2)
            store.failing = None
            await lea.expect("trouble", lambda m: m["code"] is None)
            await lea.do("play", id="x", **move)
            await tom.do("play", id="y", **other)

    asyncio.run(run())


def test_bots_go_on_after_trouble(tmp_path: Path) -> None:
    async def run() -> None:
        store = Faulty(tmp_path / "tablee.sqlite3")
        async with start_server(tmp_path, pace=Pace(rate=400.0, retry=10), store=store) as server:
            (lea,) = await people(server, "amerix", "Léa", timers="none")
            playing = asyncio.create_task(play_on(lea, Random(1)))
            for _ in range(4):
                seen = len(lea.heard)
                await lea.until(lambda seen=seen: len(lea.heard) > seen + 10)  # type: ignore[misc]
                store.failing = "full"
                await lea.expect("trouble", lambda m: m["code"] == "full")
                store.failing = None
                await lea.expect("trouble", lambda m: m["code"] is None)
            await asyncio.wait_for(playing, 20)
            end = next(m for m in lea.heard if m["type"] == "ended")
            async with server.http.get(f"{server.url}/api/records/{end['game_id']}") as answer:
                replay(game_named("amerix"), loads(await answer.read()))

    asyncio.run(run())


def test_a_start_that_cannot_be_written_leaves_the_lobby(tmp_path: Path) -> None:
    async def run() -> None:
        store = Faulty(tmp_path / "tablee.sqlite3")
        async with start_server(tmp_path, pace=Pace(rate=STILL, retry=20), store=store) as server:
            lea = await server.make("amerix", seats=2)
            await lea.do("sit", name="Léa")
            store.failing = "readonly"
            assert await lea.refused("start") == "store_trouble"
            async with server.http.get(f"{server.url}/api/tables/{lea.code}") as answer:
                assert not (await answer.json())["playing"]
            store.failing = None
            await lea.expect("trouble", lambda m: m["code"] is None)
            assert lea.sight == {}
            await lea.do("start")

    asyncio.run(run())


@pytest.mark.parametrize("restart", [False, True])
def test_a_record_that_could_not_be_kept_is_kept_later(restart: bool, tmp_path: Path) -> None:
    async def fetched(server: Server, game_id: str) -> bool:
        async with server.http.get(f"{server.url}/api/records/{game_id}") as answer:
            return bool(answer.status == 200)

    async def run() -> None:
        store = Faulty(tmp_path / "tablee.sqlite3")
        store.games_fail = True
        async with start_server(tmp_path, pace=Pace(rate=400.0, retry=10), store=store) as server:
            (lea,) = await people(server, "zieufermix", "Léa", seats=2)
            await play_on(lea, Random(1))
            game_id = next(m["game_id"] for m in lea.heard if m["type"] == "ended")
            assert not await fetched(server, game_id)
            store.games_fail = restart
            if not restart:
                await eventually(lambda: server.hub.tables[lea.code]._unkept is None)
                assert await fetched(server, game_id)
        if restart:
            async with start_server(tmp_path) as server:
                await server.join(lea.code, lea.token)
                assert await fetched(server, game_id)

    asyncio.run(run())


def test_what_has_come_in_is_taken_up_before_an_alarm_rings(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(rate=STILL)) as server:
            lea, tom = await people(server, "vizdibix", "Léa", "Tom", seats=2)
            table, live = live_at(server, lea.code)
            move = some_move(lea.sight, Random(1), 0)
            assert move is not None
            due = live.state.next_alarm()
            assert due is not None
            clients = {c.token: c for c in table.clients}
            message = _play("late", move)
            # All at once: the alarm is due, and the inbox is not empty.
            live.clock = TableClock(due.at + 10_000, STILL)
            live.clock.run()
            for _ in range(70):
                table.inbox.put_nowait(Arrived(clients[tom.token]))
            table.inbox.put_nowait(Spoken(clients[lea.token], message, 0.0))
            await lea.until(lambda: any(m.get("id") == "late" for m in lea.heard))
            first = next(e for e in await steps(server, lea.code) if isinstance(e, Played | Rang))
            assert isinstance(first, Played), "the press, not the alarm"

    asyncio.run(run())


def _play(command: str, move: dict[str, Any]) -> Any:
    return Play(id=command, seat=move["seat"], move=move["move"], args=move["args"], answers=move["answers"])
