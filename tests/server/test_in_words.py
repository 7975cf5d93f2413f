"""A seat in words over the socket: it is told after every sight, answers are understood, and nothing is played by
asking."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from tablee.kernel.rng import seed_from
from tablee.prose.seat import TextSeat
from tablee.server.clock import Pace
from tests.server.client import Client, Server, start_server

CALM = Pace(rate=0.001)


@pytest.fixture(autouse=True)
def same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.logic.new_seed", lambda: seed_from(1))


async def laid(server: Server) -> tuple[Client, Client]:
    lea = await server.make("amerix", seats=2, options={"starter": 0})
    await lea.do("sit", name="Léa")
    tom = await server.join(lea.code)
    await tom.do("sit", name="Tom")
    await lea.do("start")
    await asyncio.gather(lea.expect("sight"), tom.expect("sight"))
    return lea, tom


def test_somebody_plays_by_what_he_reads(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=CALM) as server:
            lea, tom = await laid(server)
            await lea.do("in_words", language="en")
            told = await lea.expect("worded")
            assert told["summary"].startswith("Your turn!")
            assert told["lines"][0].startswith("Hand (you): ")
            assert "Tom: Hand: 7 cards" in told["lines"]
            logged = len(await server.hub.store.log(lea.code))
            done = await lea.do("answer", seat=0, line="draw")
            assert done["meant"]["play"] == {"move": "draw"}
            unclear = await lea.do("answer", seat=0, line="dance")
            assert unclear["meant"]["why"] == "I did not understand “dance”."
            assert len(await server.hub.store.log(lea.code)) == logged
            await lea.do("play", seat=0, move="draw")
            after = await lea.expect("worded")
            assert "You draw 1 card." in after["happened"]
            await tom.expect("sight")
            assert await tom.refused("answer", seat=0, line="1") == "not_your_seat"

    asyncio.run(run())


@pytest.mark.parametrize(
    "said", [{"move": "lay", "next": 99}, {"move": "lay", "args": {"card": [1]}}, {"move": "x"}, {"parts": [[[]]]}]
)
def test_what_was_said_before_may_be_anything(tmp_path: Path, said: dict[str, object]) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=CALM) as server:
            lea, _ = await laid(server)
            answer = await lea.ask("answer", seat=0, line="1", said=said)
            assert answer["type"] in ("done", "refused")
            await lea.do("play", seat=0, move="draw")

    asyncio.run(run())


def test_the_table_does_not_wait_for_what_an_answer_means(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker looks for it; meanwhile others are heard, and whoever asked gets his answer afterwards."""
    busy, go_on = threading.Event(), threading.Event()
    usual = TextSeat.answer

    def slow(text: TextSeat, *said: Any) -> Any:
        assert threading.current_thread() is not threading.main_thread()
        busy.set()
        assert go_on.wait(60)
        return usual(text, *said)

    monkeypatch.setattr(TextSeat, "answer", slow)

    async def run() -> None:
        async with start_server(tmp_path, pace=CALM) as server:
            lea, tom = await laid(server)
            asking = asyncio.create_task(lea.do("answer", seat=0, line="pioche"))
            try:
                await asyncio.to_thread(busy.wait, 60)
                await tom.do("react", phrase="bravo")
                assert not asking.done()
            finally:
                go_on.set()
            assert (await asking)["meant"]["play"] == {"move": "draw"}

    asyncio.run(run())


def test_an_answer_that_is_too_long_is_refused(tmp_path: Path) -> None:
    async def run() -> None:
        async with start_server(tmp_path, pace=CALM) as server:
            lea, _ = await laid(server)
            assert await lea.refused("answer", seat=0, line="x" * 401) == "too_long"

    asyncio.run(run())
