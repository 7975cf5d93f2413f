"""Chance that nobody controls: devices add parts to the seed; who withholds his neither stalls nor chooses."""

import asyncio
import runpy
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from msgspec import UNSET

from tablee.games.registry import game as game_named
from tablee.kernel.draw import pooled, promised
from tablee.kernel.record import loads, replay
from tablee.kernel.rng import commitment
from tablee.server import pool
from tablee.server.clock import Pace
from tests.server.client import Client, Message, Server, play_on, start_server

VERIFY = Path(__file__).parents[2] / "examples" / "verify.py"
RUSHED = Pace(rate=400.0)
LEA, TOM = b"L" * 16, b"T" * 16


def at_table(path: Path, test: Callable[[Server, Client, Client], Awaitable[None]], game: str = "amerix") -> None:
    async def run() -> None:
        async with start_server(path, pace=RUSHED) as server:
            lea = await server.make(game, seats=3, options={"starter": 0})
            await lea.do("sit", name="Léa")
            tom = await server.join(lea.code)
            await tom.do("sit", name="Tom")
            await test(server, lea, tom)

    asyncio.run(run())


async def record_of(server: Server, client: Client) -> bytes:
    end = next(m for m in reversed(client.heard) if m["type"] == "ended")
    async with server.http.get(f"{server.url}/api/records/{end['game_id']}") as answer:
        return await answer.read()


async def promise_both(lea: Client, tom: Client) -> Message:
    """Both promise, the host starts, and what all are told."""
    await lea.do("promise", promise=promised(LEA))
    await tom.do("promise", promise=promised(TOM))
    await lea.send("start")
    await tom.expect("drawing")
    return await lea.expect("drawing")


@pytest.mark.parametrize("game", ["amerix", "frontibix"])
def test_the_seed_is_made_of_all_parts_and_the_record_proves_it(game: str, tmp_path: Path) -> None:
    async def test(server: Server, lea: Client, tom: Client) -> None:
        told = await promise_both(lea, tom)
        assert told["promises"] == sorted([promised(LEA), promised(TOM)])
        assert not lea.table["playing"], "nothing is dealt before the parts are there"
        await lea.do("open_part", part=LEA.hex())
        await tom.do("open_part", part=TOM.hex())
        await lea.until(lambda: lea.table["playing"])
        draw = lea.table["draw"]
        assert draw["promise"] == told["promise"]
        assert {tuple(part["seats"]): part["part"] for part in draw["parts"]} == {
            (0,): LEA.hex(),
            (1,): TOM.hex(),
        }
        await asyncio.gather(play_on(lea, Random(1)), play_on(tom, Random(2)))
        end = next(m for m in lea.heard if m["type"] == "ended")
        own = bytes.fromhex(end["part"])
        in_order = [bytes.fromhex(part["part"]) for part in draw["parts"]]
        assert promised(own) == told["promise"]
        assert end["seed"] == sha256(b"tablee draw " + own + b"".join(in_order)).hexdigest()[:32]
        assert end["commitment"] == commitment(bytes.fromhex(end["seed"]))
        assert end["part"] not in "".join(r for r in lea.raw if '"type":"ended"' not in r)
        data = await record_of(server, lea)
        assert replay(game_named(game), loads(data)).seed.hex() == end["seed"]
        assert runpy.run_path(str(VERIFY))["faults"](data) == []

    at_table(tmp_path, test, game)


def test_a_part_that_is_withheld_is_left_out_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "OPENING", 50)

    async def test(server: Server, lea: Client, tom: Client) -> None:
        await promise_both(lea, tom)
        await tom.do("open_part", part=TOM.hex())
        await lea.until(lambda: lea.table["playing"])
        parts = {tuple(part["seats"]): part["part"] for part in lea.table["draw"]["parts"]}
        assert parts == {(0,): None, (1,): TOM.hex()}
        live = server.hub.tables[lea.code].live
        assert live is not None and live.drawn is not None
        assert live.state.seed == pooled(live.drawn.part, [TOM])
        assert (await lea.do("open_part", part=LEA.hex()))["type"] == "done", "too late, and nothing happens"

    at_table(tmp_path, test)


def test_only_what_was_promised_can_be_opened_and_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "OPENING", 60_000)

    async def test(server: Server, lea: Client, tom: Client) -> None:
        stranger = await server.join(lea.code)
        assert await stranger.refused("promise", promise=promised(LEA)) == "not_your_seat"
        assert await lea.refused("promise", promise="00") == "malformed"
        await promise_both(lea, tom)
        assert await lea.refused("open_part", part=TOM.hex()) == "malformed"
        assert await lea.refused("open_part", part="no number") == "malformed"
        await stranger.do("open_part", part=LEA.hex())
        await lea.do("promise", promise=promised(b"x" * 16))  # for the game after this one
        await lea.do("start")  # a second press does not start a second draw
        await lea.do("open_part", part=LEA.hex())
        await tom.do("open_part", part=TOM.hex())
        await lea.until(lambda: lea.table["playing"])
        assert len(lea.table["draw"]["parts"]) == 2

    async def eager_off(server: Server, lea: Client, tom: Client) -> None:
        lea.eager = False
        await test(server, lea, tom)

    at_table(tmp_path, eager_off)


def test_who_promises_nothing_is_not_waited_for(tmp_path: Path) -> None:
    async def test(server: Server, lea: Client, tom: Client) -> None:
        await lea.do("promise", promise=promised(LEA))
        await tom.close()
        await lea.send("start")
        told = await lea.expect("drawing")
        assert told["promises"] == [promised(LEA)]
        await lea.do("open_part", part=LEA.hex())
        await lea.until(lambda: lea.table["playing"])

    at_table(tmp_path, test)


def test_without_promises_a_game_starts_at_once_as_ever(tmp_path: Path) -> None:
    async def test(server: Server, lea: Client, tom: Client) -> None:
        await lea.do("start")
        assert lea.table["draw"] is None
        await asyncio.gather(play_on(lea, Random(1)), play_on(tom, Random(2)))
        assert loads(await record_of(server, lea)).header.draw is UNSET

    at_table(tmp_path, test)


def test_a_game_with_parts_comes_back_after_a_restart_and_its_rematch_asks_anew(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=Pace(rate=0.001)) as server:
            lea = await server.make("amerix", seats=2, options={"starter": 0})
            await lea.do("sit", name="Léa")
            await lea.do("promise", promise=promised(LEA))
            await lea.send("start")
            await lea.expect("drawing")
            await lea.do("open_part", part=LEA.hex())
            await lea.until(lambda: lea.table["playing"])
            code, token, draw = lea.code, lea.token, lea.table["draw"]
        async with start_server(tmp_path, pace=RUSHED) as server:
            back = await server.join(code, token)
            assert back.table["draw"] == draw
            await play_on(back, Random(2))
            record = loads(await record_of(server, back))
            assert replay(game_named("amerix"), record).seed.hex() == record.footer.seed  # type: ignore[union-attr]
            await back.do("start")
            await back.until(lambda: back.table["playing"])
            assert back.table["draw"] is None, "a part counts for one game"

    asyncio.run(run())
